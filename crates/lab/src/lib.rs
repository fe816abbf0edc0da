//! Experiments with searches: studies, tables, plots and reports.
//!
//! A [`Table`] prints as text, markdown, CSV and HTML; a [`Plot`] is SVG; a [`Report`] is a self-contained
//! HTML page of both.
#![forbid(unsafe_code)]

pub mod audit;
pub mod chi;
pub mod counters;
pub mod mazes;
pub mod names;
pub mod plot;
pub mod report;
pub mod study;
pub mod table;
pub mod theory;
pub mod units;

pub use plot::{Axis, Mark, Plot, Point, Series};
pub use report::{Provenance, Report};
pub use table::{Cell, Table};
