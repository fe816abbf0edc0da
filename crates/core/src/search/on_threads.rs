//! Searches by f on several threads.
//!
//! Each thread searches the states that it owns, with its own closed states and its own frontier. All
//! expand the nodes of one f before any expands those of the next. So a goal that is popped is as cheap as
//! the first one of a single thread, and with a consistent heuristic each state is expanded once, at its
//! cheapest cost.

use super::{Report, Search};
use crate::parallel::levels::{self, Part};
use crate::{Limits, Outcome, Plan};

/// The number of expansions from which on several threads are worth it.
const ENOUGH: u64 = 4_000;

/// A search ordered by f whose first plan is proved optimal.
pub(crate) trait Distributed<S, A>: Search<S, A> + Sized {
    /// The states that one thread owns.
    type Owned: Part;

    /// Distributes the states to their owners.
    fn split(self, limits: &Limits<'_>) -> Vec<Self::Owned>;

    /// Returns the outcome if a goal was popped.
    fn solved(parts: &[Self::Owned]) -> Option<Outcome<Plan<A>>>;

    /// Returns the outcome if all frontiers are empty.
    fn exhausted(parts: &[Self::Owned]) -> Outcome<Plan<A>>;

    /// Runs the search on as many threads as the limits allow. A short search runs on one thread.
    fn run_on_threads(mut self, limits: &mut Limits<'_>) -> Report<A> {
        let has_room = levels::have_room(limits);
        let first = if has_room { ENOUGH } else { u64::MAX };
        if let Some(outcome) = limits.beginning(first, |limits| self.run(limits, &mut ())) {
            return Report { outcome, stats: *self.stats() };
        }
        let (stopwatch, before) = (limits.stopwatch(), *self.stats());
        let parts = self.split(limits);
        let (parts, mut stats, stopped) =
            levels::run(parts, u64::from(before.bound), before, limits);
        let stopped = |parts| stopped.map_or_else(|| Self::exhausted(parts), Outcome::Stopped);
        let outcome = Self::solved(&parts).unwrap_or_else(|| stopped(&parts));
        stats.elapsed += stopwatch.elapsed(limits);
        Report { outcome, stats }
    }
}
