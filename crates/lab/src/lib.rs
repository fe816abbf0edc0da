//! The lab of Heureka: records of runs, studies of many runs, tables, plots and reports.
//!
//! A [`RunRecord`] describes one run. A [`Table`] prints as text, markdown and CSV; a [`Plot`] draws
//! itself as SVG; a [`Report`] is one self-contained HTML page with both and its provenance.
#![forbid(unsafe_code)]

pub mod advice;
pub mod audit;
pub mod batch;
pub mod catalog;
pub mod exit;
pub mod files;
pub mod flags;
pub mod names;
pub mod pictures;
pub mod plot;
pub mod record;
pub mod report;
mod reuse_tables;
pub mod selftest;
pub mod statistics;
pub mod study;
#[cfg(test)]
mod svg_numbers;
pub mod table;
pub mod table_cache;
pub mod theory;
pub mod units;

pub use plot::{Axis, Mark, Plot, Point, Series};
pub use record::RunRecord;
pub use report::{Provenance, Report};
pub use table::{Cell, Table};
