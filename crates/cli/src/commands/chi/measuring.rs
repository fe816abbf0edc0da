//! What the studies have in common: a bar that moves on, and a folder with report, tables and plots.

use crate::exit::Failure;
use crate::staging::Staging;
use heureka_lab::Plot;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many searches, on stderr if that is a terminal.
pub fn bar(searches: usize) -> ProgressBar {
    let bar = ProgressBar::new(searches as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len} searches  {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Writes the page, the table and the plots of a study, and puts them into their folder.
pub fn publish(
    staging: Staging,
    page: &str,
    files: &[(&str, String)],
    plots: &[(&str, Plot)],
) -> Result<(), Failure> {
    staging.write("report.html", page)?;
    for (name, content) in files {
        staging.write(name, content)?;
    }
    for (name, plot) in plots {
        staging.write(&format!("{name}.svg"), plot.svg())?;
    }
    staging.publish()
}
