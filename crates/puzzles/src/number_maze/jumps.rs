//! Every value that a cell may hold, with the cells it leads to, as bit sets.

use super::spec::Spec;
use super::targets;
use heureka_kit::board::BitSet;

/// A value of a cell and the cells it leads to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Jump<M> {
    /// The target cells as a set.
    pub targets: M,
    /// The target cells as a list of `degree` entries.
    pub list: [u8; 4],
    /// The number of target cells.
    pub degree: u8,
    /// The value.
    pub value: u8,
}

/// The jumps of every cell of a maze with up to 128 cells.
#[derive(Debug)]
pub struct JumpTable<M> {
    /// The size and the range of values.
    pub spec: Spec,
    /// The jumps of all cells, grouped by cell.
    jumps: Vec<Jump<M>>,
    /// The index of each cell's first jump.
    offsets: Vec<u16>,
    /// The cells that have a jump to each cell.
    sources: Vec<M>,
    /// The set of all cells.
    pub all: M,
    /// The set that contains only the goal.
    pub goal: M,
    /// The cells with more than one jump.
    pub variable: Vec<u8>,
}

impl<M: BitSet> JumpTable<M> {
    /// Returns the jumps of a specification. All values without a target are equivalent, so each cell
    /// keeps at most one of them.
    ///
    /// # Panics
    /// If a set cannot hold all cells.
    #[must_use]
    pub fn new(spec: Spec) -> Self {
        let cells = spec.size.cells();
        assert!(cells <= M::CAPACITY, "more cells than bits");
        let goal = cells - 1;
        let mut table = Self {
            spec,
            jumps: vec![],
            offsets: vec![],
            sources: vec![M::EMPTY; cells],
            all: (0..cells).fold(M::EMPTY, |all, cell| all | M::only(cell)),
            goal: M::only(goal),
            variable: vec![],
        };
        for cell in 0..goal {
            let first = table.jumps.len();
            table.offsets.push(first as u16);
            let mut dead_end = None;
            for value in spec.low..=spec.high {
                let mut jump = Jump { value, ..Jump::default() };
                for target in targets(spec.size, cell, value).into_iter().flatten() {
                    jump.targets |= M::only(target);
                    jump.list[usize::from(jump.degree)] = target as u8;
                    jump.degree += 1;
                    table.sources[target] |= M::only(cell);
                }
                if jump.degree == 0 {
                    dead_end = dead_end.or(Some(jump));
                } else {
                    table.jumps.push(jump);
                }
            }
            table.jumps.extend(dead_end);
            if table.jumps.len() - first > 1 {
                table.variable.push(cell as u8);
            }
        }
        table.offsets.push(table.jumps.len() as u16);
        table.jumps.push(Jump::default());
        table.offsets.push(table.jumps.len() as u16);
        table
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.spec.size.cells()
    }

    /// Returns the jumps of a cell.
    #[inline(always)]
    #[must_use]
    pub fn jumps(&self, cell: usize) -> &[Jump<M>] {
        &self.jumps[usize::from(self.offsets[cell])..usize::from(self.offsets[cell + 1])]
    }

    /// Returns the cells that have a jump to a cell.
    #[inline(always)]
    #[must_use]
    pub fn sources(&self, cell: usize) -> M {
        self.sources[cell]
    }
}
