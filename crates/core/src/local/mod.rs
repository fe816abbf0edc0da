//! Local search: improves a candidate by small changes.
//!
//! [`anneal`] accepts every improvement, and decreases with a probability that falls over time. It
//! does not prove its result optimal. For [`Limits`](crate::Limits), a proposal is an expansion.
//!
//! All randomness comes from one seed and one named [`Generator`]. The acceptance rule computes its
//! own logarithms, so runs are equal on every machine.

mod anneal;
mod temperature;

pub use anneal::{Cooling, anneal};
pub use rand_xoshiro::Xoshiro256PlusPlus as Generator;
pub use temperature::between;
pub(crate) use temperature::ln_random;

use crate::Stop;

/// A candidate solution with a score to maximize.
///
/// ```
/// use heureka_core::local::{Candidate, Cooling, Generator, anneal};
/// use heureka_core::Limits;
/// use rand::RngExt;
///
/// /// A word whose score is its number of one bits.
/// #[derive(Clone)]
/// struct Bits(u64);
///
/// impl Candidate for Bits {
///     type Change = u32;
///     fn score(&self) -> i64 { i64::from(self.0.count_ones()) }
///     fn propose(&self, generator: &mut Generator) -> u32 { generator.random_range(0..64) }
///     fn try_change(&mut self, bit: &u32, threshold: i64) -> Option<i64> {
///         let next = Bits(self.0 ^ 1 << bit);
///         let score = next.score();
///         (score >= threshold).then(|| { *self = next; score })
///     }
/// }
///
/// let cooling = Cooling { hot: 2.0, cold: 0.1, proposals: 5_000, rounds: 10, target: Some(64) };
/// let found = anneal(7, |_| Bits(0), &cooling, &mut Limits::none());
/// assert_eq!(found.score, 64);
/// ```
pub trait Candidate: Clone {
    /// A small change to a candidate.
    type Change;

    /// Returns the score. Called once per start; later scores come from [`Candidate::try_change`].
    fn score(&self) -> i64;

    /// Returns a random change.
    ///
    /// The theory of annealing assumes that a change and its reverse are equally likely.
    fn propose(&self, generator: &mut Generator) -> Self::Change;

    /// Makes the change and returns the new score if that is at least `threshold`. Otherwise returns
    /// `None` and leaves the candidate unchanged.
    ///
    /// An evaluation can give up as soon as it cannot reach the threshold. With a threshold of
    /// `i64::MIN` every change must be made.
    fn try_change(&mut self, change: &Self::Change, threshold: i64) -> Option<i64>;
}

/// The result and the statistics of a local search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found<C> {
    /// The best candidate found.
    pub best: C,
    /// Its score.
    pub score: i64,
    /// Changes evaluated.
    pub proposals: u64,
    /// Changes made.
    pub accepted: u64,
    /// Restarts from a new candidate.
    pub restarts: u64,
    /// The limit that stopped the search before its last round.
    pub stopped: Option<Stop>,
}
