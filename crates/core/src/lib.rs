//! The Heureka search engine.
//!
//! Describe a problem by the trait [`Problem`]; every search here then solves it, counts honestly
//! what it did, stops where you tell it to and can go on, and says how sure its answer is.
#![forbid(unsafe_code)]

mod abilities;
pub mod heuristic;
mod limits;
mod observe;
mod outcome;
mod plan;
mod problem;
mod solve;
mod stats;
mod strategy;

pub use abilities::{Layered, Ranked, Reversible, Symmetric, Tagged};
pub use limits::{Ask, Gauge, Limits, Progress, Tell};
pub use observe::{Edge, Observer, Pruned};
pub use outcome::{Gap, Optimality, Outcome, Ratio, Stop};
pub use plan::{Plan, PlanError, replay, validate};
pub use problem::{Claims, Cost, DEAD_END, Problem};
pub use solve::{Report, Unsupported, solve};
pub use stats::Stats;
pub use strategy::{
    ALGORITHMS, Algorithm, AlgorithmInfo, Duplicates, GoalTest, OPTION_VALUES, Strategy,
    StrategyError, Ties,
};
