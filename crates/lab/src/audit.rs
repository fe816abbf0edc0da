//! What an audit of a heuristic found, as plot, pictures and page.

use crate::plot::{Axis, Mark, Plot, Point, Series};
use crate::report::Report;
use heureka_core::heuristic::audit::{Audit, Exact, Overestimate, Pair};
use heureka_core::{Cost, DEAD_END};
use heureka_kit::draw::{Escaped, Picture, strip};
use heureka_kit::instance::Shown;
use std::fmt::Write;

/// How near estimates come to the exact distances, on the states that are no dead ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// How many states that is.
    pub states: u64,
    /// In how many of them the estimate is exact.
    pub equal: u64,
    /// The mean of the estimates.
    pub mean_h: f64,
    /// The mean of the exact distances.
    pub mean_exact: f64,
}

impl Quality {
    /// Counts; nothing if all states are dead ends.
    #[must_use]
    pub fn of<S>(exact: &Exact<S>) -> Option<Self> {
        let mut quality = Self { states: 0, equal: 0, mean_h: 0.0, mean_exact: 0.0 };
        for pair in exact.pairs.iter().filter(|pair| alive(pair)) {
            quality.states += pair.states;
            quality.equal += if pair.h == pair.exact { pair.states } else { 0 };
            quality.mean_h += f64::from(pair.h) * pair.states as f64;
            quality.mean_exact += f64::from(pair.exact) * pair.states as f64;
        }
        let of = quality.states as f64;
        quality.mean_h /= of;
        quality.mean_exact /= of;
        (quality.states > 0).then_some(quality)
    }

    /// In which share of the states the estimate is exact.
    #[must_use]
    pub fn exact_share(&self) -> f64 {
        self.equal as f64 / self.states as f64
    }

    /// The same in words: never all of them unless it is all of them.
    #[must_use]
    pub fn exact_in_words(&self) -> String {
        match self.equal {
            0 => "exact in none of the states".to_owned(),
            equal if equal == self.states => "exact in all of the states".to_owned(),
            _ => {
                let percent = (100.0 * self.exact_share()).clamp(0.1, 99.9);
                format!("exact in {percent:.1} % of the states")
            }
        }
    }
}

/// Whether neither h nor h\* calls the states dead ends.
fn alive(pair: &Pair) -> bool {
    pair.h < DEAD_END && pair.exact < DEAD_END
}

/// An estimate as people write it.
#[must_use]
pub fn value(h: Cost) -> String {
    if h == DEAD_END { "dead end".to_owned() } else { h.to_string() }
}

/// h against h\*: a dot for each pair of values, its area by how many states have them.
#[must_use]
pub fn scatter<S>(name: &str, exact: &Exact<S>) -> Plot {
    let dots = |above: bool| {
        let pairs = exact.pairs.iter().filter(|pair| alive(pair));
        let pairs = pairs.filter(move |pair| (pair.h > pair.exact) == above);
        let dots = pairs.map(|pair| {
            let states = if pair.states == 1 { "state" } else { "states" };
            Point::new(f64::from(pair.exact), f64::from(pair.h))
                .weight(pair.states as f64)
                .note(format!("{} {states}", crate::number::count(pair.states)))
        });
        dots.collect::<Vec<_>>()
    };
    let title = format!("{name}: estimates against exact distances");
    let (x, y) = (Axis::linear("h*, exact"), Axis::linear("h, estimated"));
    let mut plot = Plot::new(title, x, y).diagonal();
    let over = dots(true);
    if over.is_empty() {
        plot = plot.series(Series::new("states", Mark::Dots, dots(false)));
    } else {
        plot = plot.series(Series::new("at most h*", Mark::Dots, dots(false))).series(Series::new(
            "overestimated",
            Mark::Dots,
            over,
        ));
    }
    plot = plot.note("The area of a dot is the number of states; on the dashed line h is exact.");
    let dead = exact.pairs.iter().filter(|pair| !alive(pair)).map(|pair| pair.states).sum::<u64>();
    match dead {
        0 => plot,
        1 => plot.note("1 dead end is left out."),
        _ => plot.note(format!("{} dead ends are left out.", crate::number::count(dead))),
    }
}

/// The first state that is overestimated, with how many there are: a goal above 0 if there is one.
#[must_use]
pub fn overestimate<A>(found: &Audit<Shown, A>) -> (u64, Option<&Overestimate<Shown>>) {
    let over = found.exact.as_ref().map(|exact| &exact.overestimates);
    let over = over.filter(|over| over.1.is_some()).unwrap_or(&found.goals_above_zero);
    (over.0, over.1.as_ref())
}

/// The first counterexamples as pictures, each with what it shows.
#[must_use]
pub fn counterexamples(found: &Audit<Shown, String>) -> Vec<(String, Picture)> {
    let mut pictures = vec![];
    if let Some(over) = overestimate(found).1 {
        let caption = format!("h = {}, exact: {}", value(over.h), value(over.exact));
        let picture = strip(1, |_| (caption.clone(), over.state.picture.clone()));
        pictures.push(("Not admissible: this state is overestimated.".to_owned(), picture));
    }
    if let Some(i) = &found.inconsistencies.1 {
        let captions = [
            format!("h = {}", value(i.h)),
            format!("{} for {}: h = {}", i.action, i.cost, value(i.next_h)),
        ];
        let states = [&i.state, &i.next];
        let picture = strip(2, |frame| (captions[frame].clone(), states[frame].picture.clone()));
        pictures.push((
            "Not consistent: along this move h falls by more than it costs.".to_owned(),
            picture,
        ));
    }
    pictures
}

/// The pixels of a unit in pictures of states.
const PIXELS: f64 = 40.0;

/// Adds what was found of one heuristic to a page.
pub fn add_to(report: &mut Report, name: &str, found: &Audit<Shown, String>) {
    report.heading(name);
    let mut facts = vec![
        format!("admissible: {}", found.admissibility()),
        format!("consistent: {}", found.consistency()),
        format!(
            "looked at {} states and {} moves",
            crate::number::count(found.states),
            crate::number::count(found.moves)
        ),
    ];
    if let Some(quality) = found.exact.as_ref().and_then(Quality::of) {
        facts.push(format!(
            "{:.3} on average, where {:.3} is exact; {}",
            quality.mean_h,
            quality.mean_exact,
            quality.exact_in_words()
        ));
    }
    report.list(facts);
    if let Some(exact) = &found.exact {
        report.plot(&scatter(name, exact));
    }
    for (what, picture) in counterexamples(found) {
        report.figure(&picture.svg(&what, PIXELS), &what);
    }
}

/// Plots and counterexamples of all audits below each other, as one SVG file.
#[must_use]
pub fn sheet(title: &str, audits: &[(String, Audit<Shown, String>)]) -> String {
    let mut parts = vec![];
    for (name, found) in audits {
        parts.extend(found.exact.as_ref().map(|exact| scatter(name, exact).sized_svg()));
        for (what, picture) in counterexamples(found) {
            let (width, height) = picture.size();
            // As wide as a plot at most.
            let scale = PIXELS.min(760.0 / width);
            let svg = picture.svg(&format!("{name}: {what}"), scale);
            parts.push((svg, width * scale, height * scale));
        }
    }
    let width = parts.iter().map(|part| part.1).fold(300.0, f64::max);
    let height: f64 = parts.iter().map(|part| part.2).sum();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width:.0}\" \
         height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n<title>{}</title>\n",
        Escaped(title)
    );
    let mut y = 0.0;
    for (part, _, high) in parts {
        let _ = write!(svg, "<svg y=\"{y:.0}\"{}", part.trim_start_matches("<svg"));
        y += high;
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_core::Limits;
    use heureka_kit::puzzle::Parameters;
    use heureka_puzzles::registry;

    fn audited(puzzle: &str, level: &str, heuristic: &str) -> Audit<Shown, String> {
        let entry = registry::puzzle(puzzle).unwrap();
        let level = entry.info().levels.iter().find(|known| known.name == level).unwrap();
        let mut instance = entry.level(level, &Parameters::default()).unwrap();
        instance.set_heuristic(heuristic).unwrap();
        instance.audit(&mut Limits::none())
    }

    #[test]
    fn the_scatter_has_a_dot_for_every_pair_of_values() {
        let found = audited("grid", "pocket", "manhattan");
        let exact = found.exact.as_ref().unwrap();
        let svg = scatter("manhattan", exact).svg();
        assert_eq!(svg.matches("<circle").count(), exact.pairs.len());
        assert!(!svg.contains("overestimated"), "{svg}");
        assert!(counterexamples(&found).is_empty());
        let sum: u64 = exact.pairs.iter().map(|pair| pair.states).sum();
        assert_eq!(sum, found.states);
    }

    #[test]
    fn counterexamples_are_drawn() {
        let found = audited("graph", "too-high", "given");
        let exact = found.exact.as_ref().unwrap();
        assert!(scatter("given", exact).svg().contains("overestimated: 3, 7 (1 state)"));
        let drawn = counterexamples(&found);
        assert_eq!(drawn.len(), 2);
        assert!(drawn[0].1.svg("", 1.0).contains("h = 7, exact: 3"));
        assert!(drawn[1].1.svg("", 1.0).contains("G for 3: h = 0"));
        let sheet = sheet("all", &[("given".to_owned(), found)]);
        assert_eq!(sheet.matches("<svg").count(), 4);
        assert_eq!(sheet.matches("</svg>").count(), 4);
    }

    #[test]
    fn all_is_said_of_all_only() {
        let words = |equal, states| {
            Quality { states, equal, mean_h: 0.0, mean_exact: 0.0 }.exact_in_words()
        };
        assert_eq!(words(5, 5), "exact in all of the states");
        assert_eq!(words(99_999, 100_000), "exact in 99.9 % of the states");
        assert_eq!(words(1, 100_000), "exact in 0.1 % of the states");
        assert_eq!(words(0, 5), "exact in none of the states");
    }
}
