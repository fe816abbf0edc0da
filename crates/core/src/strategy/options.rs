//! The options of all strategies, and what their values mean.

use super::{Duplicates, GoalTest, Parents, Strategy, Ties};

/// An option of a strategy.
#[derive(Debug)]
pub struct OptionInfo {
    /// The name.
    pub name: &'static str,
    /// What it decides.
    pub summary: &'static str,
    /// The values that it can have, each with its meaning.
    pub values: &'static [(&'static str, &'static str)],
    pub(super) get: fn(&Strategy) -> usize,
    pub(super) set: fn(&mut Strategy, usize),
}

impl OptionInfo {
    /// Returns the names of all values, separated by commas.
    #[must_use]
    pub fn names(&self) -> String {
        let names: Vec<_> = self.values.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// Returns the value that a strategy has.
    #[must_use]
    pub fn value(&self, strategy: &Strategy) -> &'static str {
        self.values[(self.get)(strategy)].0
    }
}

/// Describes an option: its name, its field, what it decides, and the values of the field.
macro_rules! option {
    ($name:literal, $field:ident, $summary:literal, $($text:literal => $value:expr, $meaning:literal;)+) => {
        OptionInfo {
            name: $name,
            summary: $summary,
            values: &[$(($text, $meaning)),+],
            get: |strategy| {
                let place = [$($value),+].iter().position(|value| *value == strategy.$field);
                place.expect("every value is listed")
            },
            set: |strategy, place| strategy.$field = [$($value),+][place],
        }
    };
}

/// Every option, in the order in which strategies print them.
pub const OPTIONS: &[OptionInfo] = &[
    option!("ties", ties, "which node with the lowest f is expanded first",
        "high-g" => Ties::HighG, "the largest g, which is nearest to a goal; then the latest";
        "low-g" => Ties::LowG, "the smallest g; then the latest";
        "fifo" => Ties::Fifo, "the earliest";
        "lifo" => Ties::Lifo, "the latest";
        "state" => Ties::State, "the smallest state, where the puzzle orders its states";
    ),
    option!("reopen", reopen, "whether a cheaper path to an expanded state opens it again",
        "yes" => true, "needed for optimal plans if the heuristic is inconsistent";
        "no" => false, "each state is expanded at most once";
    ),
    option!("parents", parents, "which path to a state is kept",
        "cheapest" => Parents::Cheapest, "the cheapest one found";
        "first" => Parents::First, "the first one, as programs do that look up first visits";
    ),
    option!("goal-test", goal_test, "when a node is tested for being a goal",
        "early" => GoalTest::Early, "when it is generated: sooner, but the plan may not be the cheapest";
        "late" => GoalTest::Late, "when it is taken from the frontier";
    ),
    option!("duplicates", duplicates, "which repeated states are dropped",
        "graph" => Duplicates::Graph, "all that are known at no higher cost";
        "closed" => Duplicates::Closed, "expanded ones only, as with a closed list and no look at the frontier";
        "path" => Duplicates::Path, "those on the path from the start";
        "undo" => Duplicates::Undo, "only a move that undoes the previous one";
        "none" => Duplicates::None, "none: tree search";
    ),
    option!("grow", grow, "what a beam that runs empty does",
        "yes" => true, "it starts again, twice as wide";
        "no" => false, "it ends without a plan";
    ),
    option!("symmetry", symmetry, "whether one state is searched for all that are symmetric to it",
        "yes" => true, "fewer states, where the puzzle has symmetries";
        "no" => false, "every state for itself";
    ),
    option!("jumps", jumps, "whether to search jump points instead of single moves",
        "yes" => true, "fewer states, where the puzzle has jumps: grids with moves=8";
        "no" => false, "single moves";
    ),
];
