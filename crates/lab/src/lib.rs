//! The lab of Heureka: what was measured, as tables, plots and reports.
//!
//! A [`Table`] prints as text, markdown and CSV; a [`Plot`] draws itself as SVG; a [`Report`] is one
//! HTML page that holds both and says how it came about. None of them needs a network or a script.
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
