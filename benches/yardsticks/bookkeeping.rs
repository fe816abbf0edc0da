//! The cost of bookkeeping: a problem that repeats a search's bookkeeping at each expansion.
//!
//! There is no engine without limits and statistics to compare with. Doing the work twice shows
//! what doing it once costs.

use heureka_core::limits::Gauge;
use heureka_core::{Claim, Cost, Limits, Problem, Stats};
use std::cell::RefCell;

thread_local! {
    /// Limits that are set but never reached, so that every check does its work. A problem can be shared by
    /// threads, so that it cannot hold them itself.
    static BOOKS: RefCell<(Limits<'static>, Stats)> = RefCell::new((
        Limits::none().expansions(u64::MAX).memory(u64::MAX),
        Stats::default(),
    ));
}

/// A problem, with additional bookkeeping if `COUNTS`.
pub struct Counted<'p, P, const COUNTS: bool>(pub &'p P);

impl<P: Problem, const COUNTS: bool> Problem for Counted<'_, P, COUNTS> {
    type State = P::State;
    type Key = P::Key;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.0.start()
    }
    #[inline(always)]
    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }
    #[inline(always)]
    fn successors(&self, state: &P::State, visit: &mut impl FnMut(P::Action, Cost, P::State)) {
        let mut generated = 0;
        self.0.successors(state, &mut |action, cost, next| {
            generated += u64::from(COUNTS);
            visit(action, cost, next);
        });
        if COUNTS {
            BOOKS.with_borrow_mut(|(limits, stats)| {
                assert!(limits.poll(stats, Gauge::default).is_continue());
                stats.expanded += 1;
                stats.generated += generated;
                stats.max_frontier = stats.max_frontier.max(generated);
                stats.max_frontier_with_stale = stats.max_frontier_with_stale.max(generated);
            });
        }
    }
    #[inline(always)]
    fn pack(&self, state: &P::State) -> P::Key {
        self.0.pack(state)
    }
    #[inline(always)]
    fn unpack(&self, key: &P::Key) -> P::State {
        self.0.unpack(key)
    }
    #[inline(always)]
    fn h(&self, state: &P::State) -> Cost {
        self.0.h(state)
    }
    fn claim(&self) -> Claim {
        self.0.claim()
    }
}
