//! Studies: many runs planned in a file, made one process each, kept in a database, reported.
//!
//! [`Study::read`] turns a TOML file into a list of [`Planned`] runs, [`Runner`] makes them, each in a
//! process of its own, and [`Database`] keeps a [`Record`] of every one. [`Results`] puts the records of
//! one or more databases together, and tables, plots, pages and comparisons are made from those.

mod attribute;
mod compare;
mod database;
mod keys;
mod planned;
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
pub use keys::{KEYS, Key};
pub use planned::{Caps, Planned};
pub use read::{Study, StudyError, digest};
pub use record::{Ending, Record};
pub use report::Overview;
pub use results::{Cell, Matrix, Results};
pub use runner::{Event, Runner};
pub use setup::Setup;
