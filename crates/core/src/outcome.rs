//! How a search ended, and how good its plan is known to be.

use crate::{Cost, Plan};
use std::fmt;

/// How a search ended, with a plan of type `T` if it found one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Outcome<T> {
    /// A plan, and how good it is known to be.
    Solved(T, Optimality),
    /// Proved: no plan exists.
    Unsolvable,
    /// The search ended without a plan and proves nothing.
    NotFound(Gap),
    /// A limit was reached; the search can be resumed.
    Stopped(Stop),
}

impl<T> Outcome<T> {
    /// Returns the plan, if there is one.
    #[must_use]
    pub fn plan(&self) -> Option<&T> {
        match self {
            Self::Solved(plan, _) => Some(plan),
            _ => None,
        }
    }

    /// Replaces the plan.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Solved(plan, optimality) => Outcome::Solved(convert(plan), optimality),
            Self::Unsolvable => Outcome::Unsolvable,
            Self::NotFound(gap) => Outcome::NotFound(gap),
            Self::Stopped(stop) => Outcome::Stopped(stop),
        }
    }

    /// Returns how good the plan is known to be, if there is one.
    #[must_use]
    pub fn optimality(&self) -> Option<Optimality> {
        match self {
            Self::Solved(_, optimality) => Some(*optimality),
            _ => None,
        }
    }

    /// Returns whether the instance is decided: solved, or proved unsolvable.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        matches!(self, Self::Solved(..) | Self::Unsolvable)
    }
}

impl<A> Outcome<Plan<A>> {
    /// Returns the plan's cost, if there is a plan.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.plan().map(|plan| plan.cost)
    }
}

/// How good a plan is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Optimality {
    /// No plan is cheaper.
    Proved,
    /// No plan is cheaper than this plan's cost divided by the ratio.
    Within(Ratio),
    /// Nothing is known.
    NotClaimed,
}

impl Optimality {
    /// Returns [`Optimality::Proved`] or [`Optimality::NotClaimed`].
    pub(crate) fn proved_if(proved: bool) -> Self {
        if proved { Self::Proved } else { Self::NotClaimed }
    }
}

/// A reduced fraction, so that it compares and prints exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "[u32; 2]", try_from = "[u32; 2]"))]
pub struct Ratio {
    /// The numerator.
    pub numerator: u32,
    /// The denominator; never 0.
    pub denominator: u32,
}

impl Ratio {
    /// Returns the reduced fraction.
    ///
    /// # Panics
    /// If the denominator is 0.
    #[must_use]
    pub fn new(numerator: u32, denominator: u32) -> Self {
        assert!(denominator > 0, "the denominator of a ratio must not be 0");
        let (mut a, mut b) = (numerator, denominator);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// Returns the ratio as a floating-point number.
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

/// Why a search that ended without a plan does not prove that none exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Gap {
    /// States beyond the depth limit were not searched.
    Depth,
    /// States beyond the cost limit were not searched.
    Cost,
    /// States were dropped from a beam.
    Beam,
    /// States were pruned as dead ends by a heuristic that is not claimed to be admissible.
    DeadEnd,
    /// A descent reached a state in which no move lowers the heuristic by the move's cost.
    Uphill,
}

impl Gap {
    /// Returns the reason as a word, such as `dead-end`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns the name and the explanation.
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Depth => ("depth", "states beyond the depth limit were not searched"),
            Self::Cost => ("cost", "states beyond the cost limit were not searched"),
            Self::Beam => {
                ("beam", "states were dropped from the beam; a wider beam may find a plan")
            }
            Self::DeadEnd => {
                ("dead-end", "states were pruned as dead ends, but the heuristic claims nothing")
            }
            Self::Uphill => {
                ("uphill", "no move lowers the heuristic by its cost: it is not perfect here")
            }
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().1)
    }
}

/// Which limit stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Stop {
    /// The time limit.
    Time,
    /// The limit on expanded nodes.
    Expansions,
    /// The memory limit: the next growth would exceed it.
    Memory,
    /// The disk limit: the next write would exceed it.
    Disk,
    /// An interrupt, such as Ctrl-C.
    Interrupted,
    /// The user declined to continue.
    Declined,
}

impl Stop {
    /// Returns the limit as a word, such as `time`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns the name and the explanation.
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Time => ("time", "time limit"),
            Self::Expansions => ("expansions", "expansion limit"),
            Self::Memory => ("memory", "memory limit"),
            Self::Disk => ("disk", "disk limit"),
            Self::Interrupted => ("interrupted", "interrupted"),
            Self::Declined => ("declined", "declined to continue"),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().1)
    }
}
