//! Studies: many runs planned in a file, each made in a separate process, stored and reported.
//!
//! [`Study::read`] turns a TOML file into [`Planned`] runs. [`Runner`] makes them in child
//! processes and [`Database`] stores a [`Record`] of each; an [`Experiment`] makes runs in this
//! process. [`Results`] combines records, and tables, plots, pages and comparisons are views of it.

mod attribute;
mod compare;
mod database;
mod error;
mod experiment;
mod glob;
mod list;
mod plan;
mod plots;
mod read;
mod record;
mod regression;
mod report;
mod results;
mod runner;
mod setup;
mod status;
mod summary;
mod worker;

use attribute::{ATTRIBUTES, Attribute, factor_cell, interval_cell};
pub use attribute::{INTERVAL, LEAST_TIME, factor_text};
pub use compare::{Change, ChangedCount, Comparison, Side};
pub use database::Database;
pub use error::LabError;
pub use experiment::Experiment;
pub use plan::{Caps, Planned, Source, Subject};
pub use read::{MAX_REPEATS, Study, StudyError};
pub use record::{Ending, Origin, Record};
pub use regression::{Regression, TimeTest, min_pairs};
pub use report::Overview;
use results::Matrix;
pub use results::{Results, index};
pub(crate) use runner::is_child_of_runner;
pub use runner::{Event, Runner, end_with_runner};
pub use setup::Setup;
pub use status::{Running, Status};
pub use summary::Summary;
pub use worker::LEASE;

/// A template study: every key, with comments. It runs in seconds.
pub const TEMPLATE: &str = include_str!("template.toml");
