//! How a search ended, and how sure its answer is.

use crate::{Cost, Plan};
use std::fmt;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// A plan, and how good it is known to be.
    Solved(Plan<A>, Optimality),
    /// Proved: no plan exists.
    Unsolvable,
    /// The search came to its end without a plan and proves nothing.
    NotFound(Gap),
    /// A limit was reached; the search can go on.
    Stopped(Stop),
}

impl<A> Outcome<A> {
    /// The plan, if there is one.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan<A>> {
        match self {
            Self::Solved(plan, _) => Some(plan),
            _ => None,
        }
    }

    /// The plan's cost, if there is one.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.plan().map(|plan| plan.cost)
    }

    /// The same outcome with every move of the plan turned into something else, such as its name.
    pub fn map<B>(self, each: impl FnMut(A) -> B) -> Outcome<B> {
        match self {
            Self::Solved(Plan { actions, cost }, optimality) => {
                let actions = actions.into_iter().map(each).collect();
                Outcome::Solved(Plan { actions, cost }, optimality)
            }
            Self::Unsolvable => Outcome::Unsolvable,
            Self::NotFound(gap) => Outcome::NotFound(gap),
            Self::Stopped(stop) => Outcome::Stopped(stop),
        }
    }
}

/// How good a plan is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimality {
    /// No plan is cheaper.
    Proved,
    /// No plan is cheaper than this one's cost divided by the ratio.
    Within(Ratio),
    /// Nothing is known.
    NotClaimed,
}

/// A ratio of at least 1 as a fraction, so that it compares and prints exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// Above the line.
    pub numerator: u32,
    /// Below the line; never 0.
    pub denominator: u32,
}

impl Ratio {
    /// The reduced fraction.
    ///
    /// # Panics
    /// If the denominator is 0.
    #[must_use]
    pub fn new(numerator: u32, denominator: u32) -> Self {
        assert!(denominator > 0, "a ratio needs a denominator other than 0");
        let (mut a, mut b) = (numerator, denominator);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The ratio as a number.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.3}", self.as_f64());
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// What kept a search that ended without a plan from proving that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// States below the depth limit were not looked at.
    Depth,
    /// States above the cost limit were not looked at.
    Cost,
    /// States were dropped from a beam.
    Beam,
    /// States were left out that a heuristic calls dead ends, which it is not claimed to know.
    DeadEnd,
    /// A descent came to a state from which no move lowers the estimate by what it costs.
    Uphill,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Depth => "states beyond the depth limit were left out",
            Self::Cost => "states beyond the cost limit were left out",
            Self::DeadEnd => "states were left out that the heuristic calls dead ends, unproved",
            Self::Uphill => "no move lowers the estimate by what it costs: it is not perfect here",
            Self::Beam => "states were dropped from the beam; a wider one may find a plan",
        })
    }
}

/// Which limit stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is up.
    Time,
    /// As many nodes were expanded as allowed.
    Expansions,
    /// The next step would need more memory than allowed.
    Memory,
    /// Somebody interrupted it.
    Interrupted,
    /// Asked whether to go on, the user said no.
    Declined,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit",
            Self::Expansions => "expansion limit",
            Self::Memory => "memory limit",
            Self::Interrupted => "interrupted",
            Self::Declined => "declined to go on",
        })
    }
}
