//! The course's algorithms.
//!
//! The course's program takes the node with the smallest f; ties go to the lexicographically smallest
//! board. f is the depth at first generation plus h, and the goal test happens when a node is taken.
//! The engine's options for this are `ties=state,parents=first`.

/// The program's three algorithms, the third as its report describes it, and one with the exact
/// heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// 0: uniform cost.
    Uniform,
    /// 1: A\* with the misplaced counters.
    Misplaced,
    /// 2: A\* with distances along the numbering of the cells.
    Manhattan,
    /// A\* with distances by rows and columns: Manhattan distance as the report describes it, which
    /// the program does not compute.
    Manhattan2d,
    /// A\* with the exact heuristic, not part of the program.
    Cycles,
}

impl Algorithm {
    /// The program's algorithms by their numbers.
    pub const NUMBERED: [Self; 3] = [Self::Uniform, Self::Misplaced, Self::Manhattan];

    /// All algorithms, the exact one last.
    pub(super) const ALL: [Self; 5] =
        [Self::Uniform, Self::Misplaced, Self::Manhattan, Self::Manhattan2d, Self::Cycles];

    /// Returns the name of its heuristic.
    #[must_use]
    pub fn heuristic(self) -> Option<&'static str> {
        [None, Some("misplaced"), Some("manhattan"), Some("manhattan-2d"), Some("cycles")]
            [self as usize]
    }

    /// Returns the strategy with the program's conventions.
    #[must_use]
    pub fn strategy(self) -> &'static str {
        match self {
            Self::Uniform => "ucs(ties=state,parents=first)",
            _ => "astar(ties=state,parents=first)",
        }
    }

    /// Returns a short name.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["uniform cost", "A*, misplaced", "A*, Manhattan", "A*, 2-D Manhattan", "A*, cycles"]
            [self as usize]
    }

    /// Returns the program's name for it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Uniform => "Uniform Cost Search",
            Self::Misplaced => "A* w/ Misplaced Tile Heuristic",
            Self::Manhattan => "A* w/ Manhattan Distance Heuristic",
            Self::Manhattan2d => "A* w/ 2-D Manhattan Distance Heuristic",
            Self::Cycles => "A* w/ Cycles (perfect)",
        }
    }
}
