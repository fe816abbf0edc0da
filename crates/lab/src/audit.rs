//! The audit of a heuristic as text, plot, pictures, page and JSON.

use crate::plot::{Axis, Mark, Plot, Point, Series, WIDTH, draw};
use crate::report::Report;
use crate::units::plural;
use heureka_core::heuristic::audit::{Audit, Overestimate, Pair};
use heureka_core::{Cost, DEAD_END, Stop};
use heureka_kit::draw::{Escaped, Picture, strip};
use heureka_kit::instance::Shown;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt::Write;

/// Pixels per unit in pictures of states.
const PIXELS: f64 = 40.0;

/// The audit of one heuristic.
#[derive(Debug)]
pub struct AuditResult {
    /// The name of the heuristic.
    pub name: String,
    /// The findings.
    pub audit: Audit<Shown, String>,
}

/// One or two states that refute a property.
#[derive(Debug)]
pub struct Counterexample<'a> {
    /// The property that does not hold, and how often it is violated.
    pub title: String,
    /// The states, each with its caption.
    pub frames: Vec<(String, &'a Shown)>,
}

impl Counterexample<'_> {
    fn picture(&self) -> Picture {
        let frame = |(caption, shown): &(String, &Shown)| (caption.clone(), shown.picture.clone());
        strip(&self.frames.iter().map(frame).collect::<Vec<_>>())
    }
}

/// Returns a cost, or `None` for a dead end.
fn finite(cost: Cost) -> Option<Cost> {
    (cost < DEAD_END).then_some(cost)
}

fn estimate(h: Cost) -> String {
    finite(h).map_or("dead end".to_owned(), |h| h.to_string())
}

/// Returns the mean h, the mean h\*, and the share of states where both are equal.
///
/// Dead ends do not count; returns `None` if there are no other states.
fn accuracy(pairs: &[Pair]) -> Option<[f64; 3]> {
    let (mut states, mut sums) = (0.0, [0.0; 3]);
    for pair in pairs.iter().filter(|pair| pair.h.max(pair.exact) < DEAD_END) {
        let weight = pair.states as f64;
        states += weight;
        sums[0] += f64::from(pair.h) * weight;
        sums[1] += f64::from(pair.exact) * weight;
        sums[2] += if pair.h == pair.exact { weight } else { 0.0 };
    }
    (states > 0.0).then(|| sums.map(|sum| sum / states))
}

/// Formats a share; "all" and "none" are exact.
fn share(share: f64) -> String {
    match share {
        share if share <= 0.0 => "none".to_owned(),
        share if share >= 1.0 => "all".to_owned(),
        share => format!("{:.1} %", (100.0 * share).clamp(0.1, 99.9)),
    }
}

impl AuditResult {
    fn accuracy(&self) -> Option<[f64; 3]> {
        accuracy(&self.audit.exact.as_ref()?.pairs)
    }

    /// Returns the facts other than the findings, each with its name.
    #[must_use]
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let Audit { states, moves, goals, .. } = self.audit;
        let counts = [(states, "state"), (moves, "move"), (goals, "goal")];
        let counts = counts.map(|(number, noun)| plural(number, noun));
        let mut facts = vec![("examined", counts.join(", "))];
        if let Some(exact) = &self.audit.exact {
            let cost = finite(exact.start).map(|cost| format!("the cheapest plan costs {cost}"));
            facts.push(("start", cost.unwrap_or("no goal is reachable".to_owned())));
            if exact.dead > 0 {
                facts.push(("dead ends", plural(exact.dead, "state")));
            }
        }
        if let Some([h, exact, equal]) = self.accuracy() {
            let means = format!("mean {h:.3}, mean exact distance {exact:.3}");
            facts.push(("estimate", format!("{means}; exact in {} of the states", share(equal))));
        }
        facts
    }

    /// Returns the first counterexample to each property that does not hold.
    #[must_use]
    pub fn counterexamples(&self) -> Vec<Counterexample<'_>> {
        let mut examples = vec![];
        if let (number, Some(o)) = overestimates(&self.audit) {
            let title = format!("Not admissible: h overestimates {}.", plural(*number, "state"));
            let caption = format!("h = {}, exact distance {}", estimate(o.h), estimate(o.exact));
            examples.push(Counterexample { title, frames: vec![(caption, &o.state)] });
        }
        if let (number, Some(i)) = &self.audit.inconsistencies {
            let moves = plural(*number, "move");
            let title = format!("Not consistent: h falls by more than the cost along {moves}.");
            let after =
                format!("h = {} after {} with cost {}", estimate(i.next_h), i.action, i.cost);
            let frames = vec![(format!("h = {}", estimate(i.h)), &i.state), (after, &i.next)];
            examples.push(Counterexample { title, frames });
        }
        examples
    }

    /// Plots h against h\* if the exact distances are known.
    #[must_use]
    pub fn scatter(&self) -> Option<Plot> {
        let (mut below, mut above, mut dead) = (vec![], vec![], 0);
        for pair in &self.audit.exact.as_ref()?.pairs {
            if pair.h.max(pair.exact) == DEAD_END {
                dead += pair.states;
                continue;
            }
            let point = Point::new(f64::from(pair.exact), f64::from(pair.h))
                .weight(pair.states as f64)
                .note(plural(pair.states, "state"));
            if pair.h > pair.exact { &mut above } else { &mut below }.push(point);
        }
        let title = format!("{}: estimates against exact distances", self.name);
        let (x, y) = (Axis::linear("h*, exact"), Axis::linear("h, estimated"));
        let mut plot = Plot::new(title, x, y).diagonal("h = h*, exact");
        let name = if above.is_empty() { "states" } else { "at most h*" };
        plot = plot.series(Series::new(name, Mark::Dots, below));
        if !above.is_empty() {
            plot = plot.series(Series::new("overestimated", Mark::Dots, above));
        }
        let note = "The area of a mark shows the number of states. Above the dashed line, h overestimates.";
        let omitted = (dead > 0).then(|| format!("{} omitted.", plural(dead, "dead end")));
        Some(omitted.into_iter().fold(plot.note(note), Plot::note))
    }
}

impl Serialize for AuditResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let audit = &self.audit;
        let exact = audit.exact.as_ref();
        let accuracy = |i: usize| self.accuracy().map(|values| values[i]);
        let pair = |pair: &Pair| -> Value {
            json!({ "h": finite(pair.h), "exact": finite(pair.exact), "states": pair.states })
        };
        let (number, overestimate) = overestimates(audit);
        let (inconsistencies, inconsistency) = &audit.inconsistencies;
        let object = json!({
            "name": self.name,
            "complete": audit.stopped.is_none(),
            "reason": audit.stopped.map(Stop::name),
            "admissible": audit.admissible(),
            "admissible_claimed": audit.claim.is_admissible() || audit.claim.is_consistent(),
            "consistent": audit.consistent(),
            "consistent_claimed": audit.claim.is_consistent(),
            "states": audit.states,
            "moves": audit.moves,
            "goals": audit.goals,
            "start_cost": exact.and_then(|exact| finite(exact.start)),
            "dead_ends": exact.map(|exact| exact.dead),
            "mean_h": accuracy(0),
            "mean_exact": accuracy(1),
            "exact_share": accuracy(2),
            "pairs": exact.map(|exact| exact.pairs.iter().map(pair).collect::<Vec<_>>()),
            "overestimates": number,
            "overestimate": overestimate.as_ref().map(|o| json!({
                "state": o.state.text,
                "h": finite(o.h),
                "exact": finite(o.exact),
            })),
            "inconsistencies": inconsistencies,
            "inconsistency": inconsistency.as_ref().map(|i| json!({
                "state": i.state.text,
                "h": finite(i.h),
                "action": i.action,
                "cost": i.cost,
                "next": i.next.text,
                "next_h": finite(i.next_h),
            })),
        });
        object.serialize(serializer)
    }
}

/// Returns the overestimated states: their number and the first.
///
/// Goals with h > 0 are known even if the audit was stopped before the exact distances.
fn overestimates(audit: &Audit<Shown, String>) -> &(u64, Option<Overestimate<Shown>>) {
    let exact = audit.exact.as_ref().map(|exact| &exact.overestimates);
    exact.filter(|exact| exact.1.is_some()).unwrap_or(&audit.goals_above_zero)
}

/// Returns a page with the audits of several heuristics.
pub fn report(title: &str, instance: &str, results: &[AuditResult]) -> Report {
    let mut report = Report::new(title);
    report.paragraph(
        "A heuristic is admissible if it never overestimates. It is consistent if along no move it \
         falls by more than the cost of the move.",
    );
    report.paragraph(&match results
        .iter()
        .find_map(|result| Some((&result.name, result.audit.stopped?)))
    {
        None => "The audit compares every reachable state and every move with the exact distances."
            .to_owned(),
        Some((name, reason)) => format!(
            "The audit of {name} was stopped ({reason}). States that were not reached may violate \
             what is said here."
        ),
    });
    report.lines("", instance);
    for result in results {
        report.heading(&result.name);
        let findings = [
            ("admissible", result.audit.admissibility().to_string()),
            ("consistent", result.audit.consistency().to_string()),
        ];
        let facts = findings.into_iter().chain(result.facts());
        report.list(facts.map(|(name, text)| format!("{name}: {text}")));
        if let Some(plot) = result.scatter() {
            report.plot(&plot);
        }
        for example in result.counterexamples() {
            report.picture(&example.title, &example.picture());
        }
    }
    report
}

/// Returns the plots and counterexamples of several audits below each other in one SVG document.
#[must_use]
pub fn sheet(title: &str, results: &[AuditResult]) -> String {
    let mut parts = vec![];
    for result in results {
        if let Some(plot) = result.scatter() {
            let (svg, height) = draw(&plot, true);
            parts.push((svg, WIDTH, height));
        }
        for example in result.counterexamples() {
            let picture = example.picture();
            let (width, height) = picture.size();
            let scale = PIXELS.min(WIDTH / width);
            let svg = picture.svg(&format!("{}: {}", result.name, example.title), scale);
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
    for (part, _, height) in parts {
        let _ = write!(svg, "<svg y=\"{y:.0}\"{}", part.trim_start_matches("<svg"));
        y += height;
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_core::Limits;
    use heureka_kit::puzzle::Parameters;
    use heureka_puzzles::registry;

    fn audit(puzzle: &str, level: &str, heuristic: &str) -> AuditResult {
        let entry = registry::puzzle(puzzle).unwrap();
        let level = entry.info().instances.iter().find(|known| known.name == level).unwrap();
        let mut instance = entry.built_in(level, &Parameters::default()).unwrap();
        instance.set_heuristic(heuristic).unwrap();
        let audit = instance.as_small().unwrap().audit(&mut Limits::none());
        AuditResult { name: heuristic.to_owned(), audit }
    }

    #[test]
    fn scatter_has_a_dot_for_every_pair() {
        let result = audit("grid", "pocket", "manhattan");
        let pairs = &result.audit.exact.as_ref().unwrap().pairs;
        let svg = result.scatter().unwrap().svg();
        assert_eq!(svg.matches("<circle").count(), pairs.len());
        assert!(!svg.contains("overestimated"), "{svg}");
        assert!(result.counterexamples().is_empty());
        assert_eq!(pairs.iter().map(|pair| pair.states).sum::<u64>(), result.audit.states);
    }

    #[test]
    fn draws_counterexamples() {
        let result = audit("graph", "too-high", "given");
        let scatter = result.scatter().unwrap().svg();
        assert!(scatter.contains("overestimated: 3, 7 (1 state)"), "{scatter}");
        let examples = result.counterexamples();
        let drawn: Vec<_> = examples.iter().map(|e| e.picture().svg("", 1.0)).collect();
        assert_eq!(drawn.len(), 2);
        assert!(drawn[0].contains("h = 7, exact distance 3"));
        assert!(drawn[1].contains("h = 0 after G with cost 3"));
        let sheet = sheet("all", &[result]);
        assert_eq!(sheet.matches("<svg").count(), 4);
        assert_eq!(sheet.matches("</svg>").count(), 4);
    }

    #[test]
    fn says_all_only_if_every_state_is_exact() {
        let share_of = |equal, states| {
            let pair = |exact, states| Pair { h: 1, exact, states };
            share(accuracy(&[pair(1, equal), pair(2, states - equal)]).unwrap()[2])
        };
        assert_eq!(share_of(5, 5), "all");
        assert_eq!(share_of(99_999, 100_000), "99.9 %");
        assert_eq!(share_of(1, 100_000), "0.1 %");
        assert_eq!(share_of(0, 5), "none");
        assert_eq!(accuracy(&[Pair { h: 1, exact: DEAD_END, states: 3 }]), None);
    }
}
