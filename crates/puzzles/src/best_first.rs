//! Best-first search for tests and checked answers: it compiles faster than `solve`, which contains every search.

use heureka_core::search::{BestFirst, Rule, drive};
use heureka_core::{Limits, Problem, Report, Strategy};

/// Runs a search that is ordered by f, such as `ucs`, `greedy` or `astar(reopen=no)`.
pub(crate) fn best_first<P: Problem>(problem: &P, strategy: &str) -> Report<P::Action> {
    let strategy: Strategy = strategy.parse().expect("a strategy");
    let search = BestFirst::by_f(problem, Rule::new(&strategy), strategy.ties);
    drive(search, &mut Limits::none(), &mut ())
}
