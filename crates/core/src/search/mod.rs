//! The searches. Each implements [`Search`]: it runs under limits, and a stopped search can be resumed.

/// Implements `Debug` for a search: its counts stand for it.
macro_rules! debug_by_stats {
    ($name:ident, [$($parameters:tt)*], $search:ty) => {
        impl<$($parameters)*> std::fmt::Debug for $search {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut debug = f.debug_struct(stringify!($name));
                debug.field("stats", &self.stats).finish_non_exhaustive()
            }
        }
    };
}

mod anytime;
mod astar_consistent;
mod astar_ranked;
mod beam;
mod best_first;
mod bidirectional;
mod depth_first;
mod descent;
mod dive;
mod ida_specialized;
mod plan_path;
mod resumable_recursion;
mod solve;
mod subtrees;

pub use crate::frontier::{Frontier, Order, Priority, Push};
pub use anytime::Anytime;
pub use astar_consistent::{ConsistentAStar, LinkedAStar, PackedAStar};
pub(crate) use astar_ranked::{RankedAStar, bytes_of_costs};
pub use beam::Beam;
pub use best_first::{BestFirst, Rule};
pub use bidirectional::Bidirectional;
pub use depth_first::DepthFirst;
pub use descent::{Copied, Descent};
pub use ida_specialized::{EnterKind, IdaSpecialized, NodeKind, NodeKinds, VisitKinds};
pub(crate) use resumable_recursion::Countdown;
pub use solve::{Missing, Report, Unsupported, drive, solve};

use crate::limits::Gauge;
use crate::outcome::Gap;
use crate::{Cost, Limits, Observer, Outcome, Plan, Problem, Stats, Stop};
use std::ops::ControlFlow;

/// A search over states `S` and actions `A` that can be run, stopped by its limits and resumed.
pub trait Search<S, A> {
    /// Searches until a plan is found, nothing is left, or a limit is reached. After a stop, another
    /// call continues where this one ended.
    fn run<O: Observer<S, A>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<Plan<A>> {
        let stopwatch = limits.stopwatch();
        let outcome = self.advance(limits, observer);
        let bytes = self.gauge().bytes;
        let stats = self.stats();
        stats.elapsed += stopwatch.elapsed(limits);
        stats.peak_bytes = stats.peak_bytes.max(bytes);
        stats.threads = stats.threads.max(1);
        outcome
    }

    /// Does the work of [`Search::run`], which adds time and memory to the statistics.
    fn advance<O: Observer<S, A>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<Plan<A>>;

    /// Returns the counts so far.
    fn stats(&mut self) -> &mut Stats;

    /// Returns the size of the search's structures.
    fn gauge(&self) -> Gauge {
        Gauge::default()
    }

    /// Returns a lower bound on the cost of every plan not found yet, if one is known. It holds if the
    /// heuristic is admissible.
    fn lower_bound(&self) -> Option<Cost> {
        None
    }

    /// Prepares for scarce memory by growing in smaller steps; returns false if that is done already.
    fn tighten(&mut self) -> bool {
        false
    }

    /// Polls the limits. Where memory runs out for the first time, tightens instead of stopping.
    ///
    /// # Errors
    /// Breaks with the reason if the search has to stop.
    #[inline(always)]
    fn poll(&mut self, limits: &mut Limits<'_>) -> ControlFlow<Stop> {
        while limits.due_in(self.stats()) == 0 {
            let gauge = self.gauge();
            match limits.check(self.stats(), gauge) {
                ControlFlow::Break(Stop::Memory) if self.tighten() => {}
                flow => return flow,
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns the gap that pruned dead ends leave: none if the heuristic is admissible.
fn dead_end_gap<P: Problem>(problem: &P) -> Option<Gap> {
    (!problem.claim().is_admissible()).then_some(Gap::DeadEnd)
}
