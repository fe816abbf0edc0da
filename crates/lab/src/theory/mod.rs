//! Textbook questions answered by experiment.
//!
//! Each question runs searches, observes them, and returns an [`Answer`]: text, table, picture, page and
//! JSON.

pub mod ancestry;
pub mod inconsistency;
mod search_tree;
pub mod tie_breaking;
mod tree_picture;

use crate::plot::Plot;
use crate::report::Report;
use crate::table::Table;
use heureka_core::outcome::Gap;
use heureka_core::plan::PlanError;
use heureka_core::search::Search;
use heureka_core::{Limits, Outcome, Plan, Stop, Unsupported, validate};
use heureka_kit::puzzle::Puzzle;
use serde::Serialize;
use std::fmt;

/// The answer to a question in every output format. Its JSON is its serialization.
pub trait Answer: Serialize {
    /// The title of the page.
    const TITLE: &'static str;

    /// Returns the question: what is searched and how.
    fn question(&self) -> String;
    /// Returns the counts.
    fn table(&self) -> Table;
    /// Explains the counts in paragraphs.
    fn explanation(&self) -> Vec<String>;
    /// Draws the searches as SVG, unless they are too large.
    fn picture(&self) -> Option<String>;
    /// Returns a plot of the counts, if the answer has one.
    fn plot(&self) -> Option<Plot> {
        None
    }
    /// Returns the search trees as text, each with its heading.
    fn trees(&self) -> Vec<(&'static str, String)> {
        vec![]
    }

    /// Returns the picture, or the plot if there is no picture.
    fn svg(&self) -> Option<String> {
        self.picture().or_else(|| self.plot().map(|plot| plot.svg()))
    }

    /// Returns a page with everything.
    fn report(&self) -> Report {
        let mut report = Report::new(Self::TITLE);
        report.paragraph(&self.question());
        match self.picture() {
            Some(svg) => report.figure(&svg, ""),
            None => report.paragraph("The searches are too large to draw."),
        }
        if let Some(plot) = self.plot() {
            report.plot(&plot);
        }
        report.table("", &self.table());
        report.heading("Explanation");
        for paragraph in self.explanation() {
            report.paragraph(&paragraph);
        }
        let trees = self.trees();
        for (heading, tree) in &trees {
            report.heading(heading);
            report.lines("", tree);
        }
        if !trees.is_empty() {
            report.paragraph(search_tree::LEGEND);
        }
        report
    }
}

pub use search_tree::LEGEND as TREE_LEGEND;

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A limit was reached.
    Stopped(Stop),
    /// No goal is reachable.
    Unsolvable,
    /// The search found no path, but one may exist.
    NotFound(Gap),
    /// The reference rules reject the plan that a search found: a bug.
    InvalidPlan(PlanError),
    /// A search does not support the puzzle: a bug.
    Unsupported(Unsupported),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stop) => stop.fmt(f),
            Self::Unsolvable => f.write_str("no path from the start to a goal exists"),
            Self::NotFound(gap) => gap.fmt(f),
            Self::InvalidPlan(error) => error.fmt(f),
            Self::Unsupported(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// Runs a search until it has expanded every reachable state.
fn exhaust<S, A>(search: &mut impl Search<S, A>, limits: &mut Limits<'_>) -> Result<(), Error> {
    loop {
        match search.run(limits, &mut ()) {
            Outcome::Solved(..) => {}
            Outcome::Stopped(stop) => return Err(Error::Stopped(stop)),
            Outcome::Unsolvable | Outcome::NotFound(_) => return Ok(()),
        }
    }
}

/// Returns the states along the plan of an outcome, after the reference rules accept it.
fn states_along<P: Puzzle>(
    puzzle: &P,
    outcome: &Outcome<Plan<P::Action>>,
) -> Result<Vec<P::State>, Error> {
    let plan = match outcome {
        Outcome::Solved(plan, _) => plan,
        Outcome::Stopped(stop) => return Err(Error::Stopped(*stop)),
        Outcome::Unsolvable => return Err(Error::Unsolvable),
        Outcome::NotFound(gap) => return Err(Error::NotFound(*gap)),
    };
    validate(&puzzle.reference(), plan).map_err(Error::InvalidPlan)?;
    let mut states = vec![puzzle.start()];
    for &action in &plan.actions {
        let next = states.last().and_then(|state| puzzle.apply(state, action));
        states.extend(next.map(|(_, next)| next));
    }
    Ok(states)
}
