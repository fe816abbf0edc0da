//! Pictures of boards and plans: as SVG, and as a page that prints on A4 and Letter.

use crate::advice::too_large;
use crate::names::Advice;
use crate::report::fit_paper;
use crate::units::{count, plural};
use crate::{Provenance, Report};
use heureka_core::Strategy;
use heureka_kit::draw::{Picture, strip};
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::text::one_line;

/// The most states in a film strip, and on a page.
const MAX_IN_STRIP: usize = 200;
const MAX_ON_PAGE: usize = 2_000;

/// The pixels of a cell in a film strip.
const IN_STRIP: f64 = 48.0;

/// Returns the start of an instance as SVG.
///
/// # Errors
/// If the instance is too large to draw.
pub fn board(instance: &dyn Instance) -> Result<String, Advice> {
    let picture = instance.as_small().ok_or_else(|| too_large("draw"))?.picture();
    Ok(picture.svg(instance.info().title, fit_paper(&picture)))
}

/// Draws a plan, or the start without one: the title and the pictures, at most `max`, with captions.
fn drawn(
    instance: &dyn Instance,
    solution: &Solution<'_>,
    max: usize,
) -> Result<(String, Vec<(String, Picture)>), Advice> {
    let title = |content: &str| format!("{}: {content}", instance.info().title);
    let Some(plan) = solution.outcome.plan() else {
        let start = instance.as_small().ok_or_else(|| too_large("draw"))?.picture();
        return Ok((title("start"), vec![("start".to_owned(), start)]));
    };
    let path = plan.as_path().ok_or_else(|| too_large("draw"))?;
    Ok((title(&plural(plan.len() as u64, "move")), path.pictures(max)))
}

/// Returns a sentence if pictures of a plan leave states out.
fn omission(solution: &Solution<'_>, shown: usize) -> Option<String> {
    let states = solution.outcome.plan()?.len() + 1;
    let (shown_text, states_text) = (count(shown as u64), count(states as u64));
    // A route is one picture.
    (shown > 1 && shown < states).then(|| format!("{shown_text} of {states_text} states are drawn"))
}

/// Returns a plan as SVG: a route, or a film strip; and a note if that leaves states out.
///
/// # Errors
/// If the instance is too large to draw.
pub fn plan_svg(
    instance: &dyn Instance,
    solution: &Solution<'_>,
) -> Result<(String, Option<String>), Advice> {
    let (title, pictures) = drawn(instance, solution, MAX_IN_STRIP)?;
    let note = omission(solution, pictures.len())
        .map(|text| format!("{text}; --html draws up to {}, on pages", count(MAX_ON_PAGE as u64)));
    Ok((strip(&pictures).svg(&title, IN_STRIP), note))
}

/// Returns a plan as a page: a route, or as many pictures side by side as the paper has room for.
///
/// # Errors
/// If the instance is too large to draw.
pub fn plan_page(
    instance: &dyn Instance,
    strategy: &Strategy,
    solution: &Solution<'_>,
) -> Result<String, Advice> {
    let (title, pictures) = drawn(instance, solution, MAX_ON_PAGE)?;
    let mut report = Report::new(title);
    if let Some(omission) = omission(solution, pictures.len()) {
        report.paragraph(&format!("{omission}."));
    }
    match &pictures[..] {
        [(caption, picture)] => report.picture(caption, picture),
        _ => report.gallery(pictures),
    }
    let mut provenance = Provenance::here()
        .and("puzzle", instance.info().name)
        .and("instance", one_line(&instance.text()))
        .and("strategy", strategy.to_string());
    if strategy.algorithm.is_informed() {
        provenance = provenance.and("heuristic", instance.heuristic().name);
    }
    Ok(report.html(&provenance))
}
