//! The best possible cost, searched for while the game begins.

use crate::names;
use crate::units::count;
use heureka_core::{Cost, Optimality, Outcome};
use heureka_kit::instance::Instance;
use heureka_lab::table_cache;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const TIME: Duration = Duration::from_secs(1);
/// The most memory that a search during a game takes.
pub const MEMORY: u64 = 2 << 30;

/// What is known about the cost of a cheapest plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// A cheapest plan costs this.
    Proved(Cost),
    /// Every plan costs at least this.
    AtLeast(Cost),
    /// Some plan costs this.
    Found(Cost),
    /// There is no plan.
    Unsolvable,
    /// Nothing.
    Nothing,
}

/// The best possible cost, once a search of one second has ended.
#[derive(Debug, Default)]
pub struct BestCost {
    known: OnceLock<Known>,
    is_cancelled: AtomicBool,
}

impl BestCost {
    /// Searches with the fastest known setup of the instance.
    pub fn search(&self, instance: &dyn Instance) {
        let known = self.try_search(instance).unwrap_or(Known::Nothing);
        self.known.get_or_init(|| known);
    }

    fn try_search(&self, instance: &dyn Instance) -> Option<Known> {
        let best = instance.best();
        let other;
        let instance = if instance.heuristic().name == best.heuristic {
            instance
        } else {
            let mut copy = instance.starting_at(&instance.text()).ok()?;
            copy.set_heuristic(best.heuristic).ok()?;
            other = copy;
            &*other
        };
        let strategy = names::strategy(best.strategy).ok()?;
        let limits = table_cache::limits().time(TIME).memory(MEMORY);
        let mut limits = limits.interrupt(&self.is_cancelled);
        let solution = instance.solve(&strategy, &mut limits, None).ok()?;
        Some(match solution.outcome {
            Outcome::Solved(plan, Optimality::Proved) => Known::Proved(plan.cost()),
            Outcome::Solved(plan, _) => Known::Found(plan.cost()),
            Outcome::Unsolvable => Known::Unsolvable,
            _ => Known::AtLeast(solution.stats.lower_bound.filter(|&bound| bound > 0)?),
        })
    }

    /// Stops the search.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Compares the cost so far, during a game, with the best possible cost.
    pub fn beside(&self) -> String {
        match self.known.get() {
            None => "; best possible: searching".to_owned(),
            Some(Known::Proved(best)) => format!("; best possible {}", count(*best)),
            Some(Known::AtLeast(bound)) => format!("; best possible at least {}", count(*bound)),
            Some(Known::Found(cost)) => format!("; a plan costs {}", count(*cost)),
            Some(Known::Unsolvable) => "; there is no solution".to_owned(),
            Some(Known::Nothing) => String::new(),
        }
    }

    /// Compares the cost of a solution with the best possible cost.
    pub fn after(&self, cost: Cost) -> String {
        match self.known.get() {
            Some(Known::Proved(best) | Known::AtLeast(best)) if *best == cost => {
                ", the best possible".to_owned()
            }
            Some(Known::Proved(best)) => format!("; the best possible is {}", count(*best)),
            Some(Known::AtLeast(bound)) => {
                format!("; the best possible is at least {}", count(*bound))
            }
            Some(Known::Found(known)) if *known < cost => {
                format!("; a known plan costs {}", count(*known))
            }
            _ => String::new(),
        }
    }
}
