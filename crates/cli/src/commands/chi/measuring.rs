//! What the studies have in common: a folder with report, tables and plots.

use crate::exit::Failure;
use crate::staging::Staging;
use heureka_lab::Plot;

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
