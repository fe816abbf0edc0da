//! Text for people: styles, wrapping, summary lines, and the result of a search.

use crate::units::{count, duration, plural, rate, size};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use heureka_core::outcome::Gap;
use heureka_core::strategy::GoalTest;
use heureka_core::{Algorithm, Claim, Optimality, Outcome, Stats, Stop, Strategy};
use heureka_kit::instance::{AnyPlan, Instance, Solution};
pub use heureka_kit::text::one_line;
use heureka_kit::text::{START, SUMMARY};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Errors.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Successes.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Results that stopped early or prove nothing.
pub const CAREFUL: Style = AnsiColor::Yellow.on_default().bold();
/// Hints and notes.
pub const ADVICE: Style = AnsiColor::Cyan.on_default();
/// Headings.
pub const HEADING: Style = Style::new().bold();
/// Details.
pub const FAINT: Style = Style::new().dimmed();

/// The width of wrapped text.
const WIDTH: usize = 80;
/// The width of the labels in a summary.
const LABEL: usize = 12;

/// The parts of a plan to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// Print the moves.
    Moves,
    /// Draw every state.
    States,
    /// Omit the plan.
    None,
}

/// Joins words into lines; each line after the first begins with `indent` spaces.
pub fn wrap<'a>(words: impl IntoIterator<Item = &'a str>, indent: usize) -> String {
    wrap_to(WIDTH, words, indent)
}

/// Joins words into lines as [`wrap`] does, for a terminal of another width.
pub fn wrap_to<'a>(most: usize, words: impl IntoIterator<Item = &'a str>, indent: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    // Consecutive spaces give empty words, which keep the spaces, also at the start of a line.
    for (number, word) in words.into_iter().enumerate() {
        let width = word.chars().count();
        if column > indent && column + 1 + width > most {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if number > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text
}

/// Writes a line of a summary, wrapped.
pub fn line(out: &mut dyn Write, label: &str, text: &str) -> io::Result<()> {
    headline(out, FAINT, label, text)
}

/// Writes a text of a summary as it is, so that it can be copied and read back.
pub fn exact_line(out: &mut dyn Write, label: &str, text: &str) -> io::Result<()> {
    writeln!(out, "{FAINT}{label:<LABEL$}{FAINT:#}{text}")
}

/// Writes the first line of a summary, which states the result.
pub fn headline(out: &mut dyn Write, style: Style, label: &str, text: &str) -> io::Result<()> {
    let text = wrap(text.split(' '), LABEL);
    writeln!(out, "{style}{label:<LABEL$}{style:#}{text}")
}

/// Returns the parameters that hold for an instance, with the defaults of those not given.
pub fn effective(instance: &dyn Instance) -> BTreeMap<&'static str, String> {
    instance.parameters().effective(instance.info().parameters)
}

/// Returns a parameter and its value, such as `rules=correct`; `goal=default` if the value is empty.
pub fn parameter(name: &str, value: &str) -> String {
    format!("{name}={}", if value.is_empty() { "default" } else { value })
}

/// Returns what a claim is about: the puzzle, the instance, and all parameters that the text of the
/// instance does not show, such as `river '4 4 3' with rules=correct`.
pub fn subject(instance: &dyn Instance) -> String {
    let mut subject = format!("{} '{}'", instance.info().name, one_line(&instance.text()));
    let values = effective(instance);
    let mut separator = " with ";
    for parameter in instance.info().parameters.iter().filter(|p| p.default.is_some()) {
        if let Some(value) = values.get(parameter.name).filter(|value| !value.is_empty()) {
            subject.extend([separator, parameter.name, "=", value]);
            separator = ", ";
        }
    }
    subject
}

/// Writes the caveat of an instance, if it has one.
pub fn caveat(out: &mut dyn Write, instance: &dyn Instance) -> io::Result<()> {
    instance.caveat().map_or(Ok(()), |caveat| line(out, "rules", caveat))
}

/// Returns the claim of a heuristic in words.
pub fn claim(claim: Claim) -> &'static str {
    match claim {
        Claim::Nothing => "no claims",
        Claim::Admissible | Claim::Consistent => claim.name(),
    }
}

/// Returns what is known about the cost of a plan, in words.
pub fn optimality(optimality: Optimality) -> String {
    match optimality {
        Optimality::Proved => "proved optimal: no plan is cheaper".to_owned(),
        Optimality::Within(ratio) => format!("costs at most {ratio} times the optimum"),
        Optimality::NotClaimed => "not proved optimal: cheaper plans may exist".to_owned(),
    }
}

/// Returns the time and speed of a search.
pub fn time(stats: &Stats) -> String {
    let rate = rate(stats.expanded, stats.elapsed).map(|rate| format!(" ({rate})"));
    duration(stats.elapsed) + &rate.unwrap_or_default()
}

/// Writes how many threads worked, if more than one.
pub fn threads(out: &mut dyn Write, threads: u64) -> io::Result<()> {
    if threads > 1 { line(out, "threads", &count(threads)) } else { Ok(()) }
}

/// Writes the plan of a search, then how it was found.
pub fn solved(
    instance: &dyn Instance,
    strategy: &Strategy,
    solution: &Solution<'_>,
    show: Show,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(plan) = solution.outcome.plan() {
        match show {
            Show::None => {}
            Show::Moves if plan.is_empty() => {
                writeln!(out, "# no moves: the start is a goal\n")?;
            }
            Show::Moves => {
                let words = plan.words();
                writeln!(out, "{}\n", wrap(words.iter().map(String::as_str), 0))?;
            }
            Show::States => states(out, &**plan)?,
        }
    }
    let stats = &solution.stats;
    match &solution.outcome {
        Outcome::Solved(plan, known) => {
            headline(out, GOOD, SUMMARY, &optimality(*known))?;
            let moves = plural(plan.len() as u64, "move");
            line(out, "cost", &format!("{} ({moves})", count(plan.cost())))?;
            if let Some(length) = instance.path_length(plan.cost()) {
                line(out, "length", &format!("{length:.8}"))?;
            }
        }
        Outcome::Unsolvable => {
            let reason = solution.reason.as_deref().unwrap_or(match stats.pruned {
                0 => "all reachable states were searched and none is a goal",
                _ => "no searched state is a goal, and the pruned states cannot reach one",
            });
            headline(out, GOOD, "unsolvable", &format!("proved: {reason}"))?;
        }
        Outcome::NotFound(gap) => headline(out, CAREFUL, "not found", &gap.to_string())?,
        Outcome::Stopped(stop) => {
            let during = solution.reason.iter().map(|work| format!(" {work}"));
            let proved = match stats.lower_bound {
                Some(bound) if bound > 0 => format!("every plan costs at least {}", count(bound)),
                _ => "nothing is proved".to_owned(),
            };
            let text = format!("{stop}{}; {proved}", during.collect::<String>());
            headline(out, CAREFUL, "stopped", &text)?;
        }
    }
    caveat(out, instance)?;
    if solution.reason.is_some() {
        let needed = if solution.outcome.is_decided() { "needed" } else { "begun" };
        return line(out, "expanded", &format!("0 (no search {needed})"));
    }
    let informed = strategy.algorithm.is_informed();
    let mut setup = strategy.to_string();
    if informed {
        let (heuristic, claim) = (instance.heuristic().name, claim(instance.claim()));
        setup = format!("{setup}, heuristic {heuristic} ({claim})");
    }
    line(out, "strategy", &setup)?;
    line(out, "expanded", &count(stats.expanded))?;
    let mut parts = plural(stats.duplicates, "duplicate");
    for (number, name) in [(stats.reopened, "reopened"), (stats.pruned, "pruned")] {
        if number > 0 {
            parts = format!("{parts}, {} {name}", count(number));
        }
    }
    line(out, "generated", &format!("{} ({parts})", count(stats.generated)))?;
    let stale = match stats.max_frontier_with_stale {
        all if all > stats.max_frontier => format!("; {} with stale entries", count(all)),
        _ => String::new(),
    };
    line(out, "frontier", &format!("{} (peak{stale})", count(stats.max_frontier)))?;
    line(out, "time", &time(stats))?;
    threads(out, stats.threads)?;
    line(out, "memory", &format!("{} (peak)", size(stats.peak_bytes)))?;
    let tables = instance.table_bytes();
    if tables > 0 && informed {
        let text = format!("{}, ready after {}", size(tables), duration(instance.table_time()));
        line(out, "tables", &text)?;
    }
    let tested = match strategy.goal_test {
        GoalTest::Early => "generated",
        GoalTest::Late => "popped",
    };
    let counting = format!(
        "expanded excludes the goal; goals are tested when {tested}; duplicates are also called \
             loops"
    );
    line(out, "counting", &counting)
}

/// Writes every state of a plan.
fn states(out: &mut dyn Write, plan: &dyn AnyPlan) -> io::Result<()> {
    let Some(path) = plan.as_path() else { return Ok(()) };
    let (mut number, mut written) = (0, Ok(()));
    path.walk(&mut |station| {
        let heading = match station.action {
            None => START.to_owned(),
            Some((action, _)) => format!("{number}. {action}"),
        };
        number += 1;
        if written.is_ok() {
            written = writeln!(out, "{HEADING}{heading}{HEADING:#}\n{}\n", station.board());
        }
    });
    written
}

/// Returns what to try next after a search that did not solve the instance.
pub fn advice(strategy: &Strategy, solution: &Solution<'_>) -> Option<&'static str> {
    Some(match solution.outcome {
        Outcome::NotFound(Gap::Depth) if strategy.algorithm.weights() != (0, 0) => {
            "a plan may exist, even within the depth limit, since the cheapest path to a state may be \
             too long: raise the limit, or use bfs or ids"
        }
        Outcome::NotFound(Gap::Depth) => match strategy.algorithm {
            Algorithm::Dls(_) => "a longer plan may exist: raise the depth limit, or use ids",
            _ => "a longer plan may exist: raise or remove --depth-limit",
        },
        Outcome::NotFound(Gap::Cost) => {
            "a more expensive plan may exist: raise or remove --cost-limit"
        }
        Outcome::NotFound(Gap::DeadEnd) => {
            "this heuristic may be wrong about dead ends: try another one (-H), or bfs, which uses none"
        }
        Outcome::NotFound(Gap::Uphill) => "use a perfect heuristic (-H), or astar",
        Outcome::NotFound(Gap::Beam) => {
            "use a wider beam, such as beam:1000, or a growing one: beam:100,grow=yes"
        }
        Outcome::Solved(..) | Outcome::Unsolvable | Outcome::NotFound(_) => return None,
        Outcome::Stopped(Stop::Memory | Stop::Time) if solution.reason.is_some() => {
            "raise the limit, or choose a heuristic with smaller tables (-H)"
        }
        Outcome::Stopped(Stop::Memory) => {
            "raise --memory-limit, use idastar, which needs little memory, or choose a stronger \
             heuristic (-H)"
        }
        Outcome::Stopped(Stop::Interrupted) => "counts are up to the interruption",
        Outcome::Stopped(_) => match strategy.algorithm {
            Algorithm::Greedy | Algorithm::Beam(_) => {
                "raise the limit, or choose another heuristic (-H)"
            }
            _ => {
                "raise the limit, choose a stronger heuristic (-H), or use wastar:2 or greedy, \
                 which find a plan sooner"
            }
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_and_truncated() {
        let words = vec!["12345678"; 20];
        let text = wrap(words.iter().copied(), 2);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
        assert!(text.lines().skip(1).all(|line| line.starts_with("  1")));
        assert_eq!(wrap(["x".repeat(100).as_str(), "y"], 0).lines().count(), 2);
        // The end of a line stands for one space, and the others stay.
        for most in 3..9 {
            let text = " ab   c    de f ";
            let lines = wrap_to(most, text.split(' '), 2).replace("\n  ", " ");
            assert_eq!(lines, text, "{most}");
        }
        assert_eq!(one_line("1 2\n 3 0\n"), "1 2 /  3 0");
        assert_eq!(one_line(&"ä".repeat(100)).chars().count(), 61);
    }
}
