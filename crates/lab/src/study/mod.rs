//! Studies: many runs planned in a file, each made in a process of its own, stored and reported.
//!
//! [`Study::read`] turns a TOML file into [`Planned`] runs. [`Runner`] makes them in child processes
//! and [`Database`] stores a [`Record`] of each; an [`Experiment`] makes runs in this process.
//! [`Results`] combines records, and tables, plots, pages and comparisons are views of it.

mod attribute;
mod compare;
mod database;
mod experiment;
mod plan;
mod plots;
mod read;
mod record;
mod report;
mod results;
mod runner;
mod setup;

pub use attribute::{ATTRIBUTES, Attribute, Better, Merge, Unit, factor_text};
pub use compare::{Change, Comparison};
pub use database::{Database, Kept, LabError};
pub use experiment::{Experiment, Hooks};
pub use plan::{Caps, Planned, Source, Subject};
pub use read::{Study, StudyError};
pub use record::{Ending, Origin, Record};
pub use report::Overview;
pub(crate) use results::index;
pub use results::{Cell, Matrix, Results};
pub use runner::{Event, Runner};
pub use setup::Setup;
