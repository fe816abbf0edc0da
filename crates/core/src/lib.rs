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
mod explore;
pub mod frontier;
pub mod heuristic;
mod limits;
pub mod local;
mod observe;
mod outcome;
mod parallel;
mod plan;
mod problem;
mod quotient;
mod reversed;
pub mod search;
mod start_at;
mod stats;
pub mod store;
mod strategy;
#[cfg(test)]
mod test_graph;

pub use abilities::{
    Downhill, InPlace, Layered, Ranked, Reversible, Symmetric, Tagged, Undirected,
};
pub use count_plans::{PlanCount, count_plans};
pub use distances::Distances;
pub use explore::{
    Exploration, explore, explore_classes, explore_layered, explore_ranked, explore_smallest,
    explore_undirected,
};
pub use limits::{Ask, Gauge, Limits, Progress, Tell};
pub use observe::{Edge, Observer, Pruned};
pub use outcome::{Gap, Optimality, Outcome, Ratio, Stop};
pub use parallel::in_parallel;
pub use plan::{Plan, PlanError, replay, replay_in_place, validate};
pub use problem::{Claim, Cost, DEAD_END, Problem};
pub use quotient::{Quotient, solve_symmetric};
pub use reversed::Reversed;
pub use search::{
    Missing, Report, Unsupported, solve, solve_ordered, solve_reversible, solve_tagged,
};
pub use start_at::StartAt;
pub use stats::Stats;
pub use strategy::{
    ALGORITHMS, Algorithm, AlgorithmInfo, Duplicates, GoalTest, OPTION_VALUES, Parents, Strategy,
    StrategyError, Ties,
};
