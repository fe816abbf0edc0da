//! The Heureka search engine: describe a problem once, solve it with every classic search algorithm.
//!
//! Implement [`Problem`] and call [`solve`]. The result says how the search ended, how good the plan is
//! known to be, and what was counted. Searches stop at [`Limits`] and can be resumed.
//!
//! ```
//! use heureka_core::{Claim, Cost, Limits, Optimality, Outcome, Problem, solve};
//!
//! /// A knight on an infinite chessboard travels from one square to another.
//! struct Knight { from: Square, to: Square }
//! type Square = (i32, i32);
//!
//! impl Problem for Knight {
//!     type State = Square;
//!     type Key = Square;
//!     type Action = (i32, i32);
//!
//!     fn start(&self) -> Square { self.from }
//!     fn is_goal(&self, square: &Square) -> bool { *square == self.to }
//!     fn successors(&self, &(x, y): &Square, visit: &mut impl FnMut(Square, Cost, Square)) {
//!         for (dx, dy) in [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)] {
//!             visit((dx, dy), 1, (x + dx, y + dy));
//!         }
//!     }
//!     fn pack(&self, &square: &Square) -> Square { square }
//!     fn unpack(&self, &square: &Square) -> Square { square }
//!     /// Each move covers a Manhattan distance of 3.
//!     fn h(&self, &(x, y): &Square) -> Cost {
//!         (x.abs_diff(self.to.0) + y.abs_diff(self.to.1)).div_ceil(3)
//!     }
//!     fn claim(&self) -> Claim { Claim::Consistent }
//! }
//!
//! let knight = Knight { from: (0, 0), to: (7, 7) };
//! let report = solve(&knight, &"astar".parse()?, &mut Limits::none(), &mut ())?;
//! let Outcome::Solved(plan, Optimality::Proved) = report.outcome else { panic!("no plan") };
//! assert_eq!(plan.cost, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//! - [`problem`]: the central trait, and what is claimed of a heuristic.
//! - [`abilities`]: what a problem can do beyond it, such as reversing moves.
//! - [`strategy`]: algorithms and their options as data, parsed from words such as `wastar(1.5)`.
//! - [`search`]: the searches, to run and resume one directly.
//! - [`explore`](mod@explore): whole spaces, counted by depth; [`distances`]: exact distances to the goals.
//! - [`tables`]: large tables, built on threads and kept between runs.
//! - [`limits`], [`outcome`], [`stats`], [`plan`]: when to stop, how it ended, what it counted.
//! - [`observe`]: events for traces and pictures.
//! - [`certificate`]: proofs of optimality that are checked without searching.
//! - [`heuristic`]: pattern databases, and audits of claims.
//! - [`local`] and [`construct`]: optimization by local search, and by branch and bound.
//!
//! # Features
//! - `serde`, off by default: plans, outcomes, statistics and strategies can be serialized.
#![forbid(unsafe_code)]
#![deny(missing_debug_implementations)]

#[cfg(test)]
extern crate self as heureka_core;

pub mod abilities;
mod by_rank;
pub mod certificate;
pub mod construct;
pub mod count_plans;
pub mod distances;
pub mod explore;
mod frontier;
pub mod heuristic;
mod jumps;
pub mod limits;
pub mod local;
pub mod observe;
pub mod outcome;
pub mod parallel;
pub mod plan;
pub mod problem;
pub mod quotient;
pub mod reversed;
pub mod search;
#[cfg(feature = "serde")]
mod serialize;
pub mod stats;
pub mod store;
pub mod strategy;
pub mod tables;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod test_graph;

/// Tests the examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use abilities::Abilities;
pub use explore::{Exploration, explore};
pub use limits::Limits;
pub use observe::Observer;
pub use outcome::{Optimality, Outcome, Stop};
pub use plan::{Plan, replay, validate};
pub use problem::{Claim, Cost, DEAD_END, Problem};
pub use search::{Report, Unsupported, solve};
pub use stats::Stats;
pub use strategy::{Algorithm, Strategy};
