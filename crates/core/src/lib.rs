//! The Heureka search engine.
//!
//! Describe a problem by the trait [`Problem`]; every search here then solves it, counts honestly
//! what it did, stops where you tell it to and can go on, and says how sure its answer is.
#![forbid(unsafe_code)]

mod abilities;
pub mod certificate;
pub mod construct;
mod count_plans;
mod distances;
pub mod explore;
pub mod frontier;
pub mod heuristic;
pub mod limits;
pub mod local;
mod observe;
mod outcome;
mod parallel;
mod plan;
mod problem;
mod quotient;
mod reversed;
pub mod search;
mod stats;
pub mod store;
mod strategy;
#[cfg(test)]
mod test_graph;

pub use abilities::{
    Abilities, Downhill, InPlace, Layers, Ordered, Ranked, Reversible, Symmetric, Tagged,
};
pub use count_plans::{PlanCount, count_plans};
pub use distances::Distances;
pub use explore::{Exploration, explore};
pub use limits::{Ask, Gauge, Limits, Progress, Tell};
pub use observe::{Edge, Node, Observer, Pruned};
pub use outcome::{Gap, Optimality, Outcome, Ratio, Stop};
pub use parallel::in_parallel;
pub use plan::{Plan, PlanError, replay, replay_in_place, validate};
pub use problem::{Claim, Cost, DEAD_END, Problem};
pub use quotient::Quotient;
pub use reversed::Reversed;
pub use search::{Missing, Report, Unsupported, solve};
pub use stats::Stats;
pub use strategy::{
    ALGORITHMS, Algorithm, AlgorithmInfo, Duplicates, GoalTest, OPTIONS, OptionInfo, Parents,
    Strategy, StrategyError, Ties,
};
