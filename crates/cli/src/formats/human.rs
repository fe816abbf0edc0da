//! Results for people: the plan, then a summary that says how sure it is and how it counted.

use crate::args::Show;
use crate::choose::Chosen;
use crate::units::{count, duration, rate, size};
use anstyle::{AnsiColor, Style};
use heureka_core::{Algorithm, Claim, GoalTest, Optimality, Outcome, Stats, Strategy};
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::text::SUMMARY;
use std::io::{self, Write};

/// What went wrong.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What went well.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What stopped early or proves nothing.
pub const CAREFUL: Style = AnsiColor::Yellow.on_default().bold();
/// What to do next.
pub const ADVICE: Style = AnsiColor::Cyan.on_default();
/// Headings.
pub const HEADING: Style = Style::new().bold();
/// What can be passed over.
pub const FAINT: Style = Style::new().dimmed();

/// Lines of moves and of prose are not longer than this.
const WIDTH: usize = 80;

/// Breaks words into lines, each after the first beginning with `indent` spaces.
pub fn wrap<'a>(words: impl IntoIterator<Item = &'a str>, indent: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for word in words {
        let width = word.chars().count();
        if column > indent && column + 1 + width > WIDTH {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text
}

/// Writes a line of a summary, its text broken as needed.
pub fn line(out: &mut dyn Write, name: &str, text: &str) -> io::Result<()> {
    let text = wrap(text.split(' '), LABEL);
    writeln!(out, "{FAINT}{name:<LABEL$}{FAINT:#}{text}")
}

/// The width of the names in a summary.
const LABEL: usize = 12;

/// Writes the first line of a summary, which says how it ended.
pub fn headline(out: &mut dyn Write, style: Style, name: &str, text: &str) -> io::Result<()> {
    let text = wrap(text.split(' '), LABEL);
    writeln!(out, "{style}{name:<LABEL$}{style:#}{text}")
}

/// A text on one line, cut where it is long.
pub fn one_line(text: &str) -> String {
    const LONGEST: usize = 60;
    let line = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let line = line.join(" / ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// "1 move", "2 moves".
pub fn plural(number: u64, one: &str) -> String {
    format!("{} {one}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Returns what is claimed of a heuristic, in a word.
pub fn claim(claim: Claim) -> &'static str {
    match claim {
        Claim::Nothing => "no claims",
        Claim::Admissible | Claim::Consistent => claim.name(),
    }
}

/// How good a plan is known to be, in words.
pub fn optimality(optimality: Optimality) -> String {
    match optimality {
        Optimality::Proved => "proved optimal: no plan is cheaper".to_owned(),
        Optimality::Within(ratio) => format!("no plan is cheaper than 1/{ratio} of this one"),
        Optimality::NotClaimed => "a plan; cheaper ones may exist".to_owned(),
    }
}

/// How long a search took and how fast it was.
pub fn time(stats: &Stats) -> String {
    let rate = rate(stats.expanded, stats.elapsed).map(|rate| format!(" ({rate})"));
    duration(stats.elapsed) + &rate.unwrap_or_default()
}

/// Prints a result.
pub fn solution(
    out: &mut dyn Write,
    chosen: &Chosen,
    strategy: &Strategy,
    solution: &Solution,
    show: Show,
) -> io::Result<()> {
    if let Some(plan) = solution.outcome.plan() {
        match show {
            Show::None => {}
            Show::Moves => {
                let words = plan.actions.iter().map(String::as_str);
                let none = ["#", "no", "moves:", "the", "start", "is", "a", "goal"];
                let text = if plan.actions.is_empty() { wrap(none, 0) } else { wrap(words, 0) };
                writeln!(out, "{text}\n")?;
            }
            Show::States => states(out, &*chosen.instance, &plan.actions)?,
        }
    }
    summary(out, chosen, strategy, solution)
}

fn states(out: &mut dyn Write, instance: &dyn Instance, plan: &[String]) -> io::Result<()> {
    writeln!(out, "{HEADING}start{HEADING:#}\n{}\n", instance.start())?;
    let mut number = 0;
    let mut written = Ok(());
    instance.steps(plan, &mut |action, _, state| {
        number += 1;
        if written.is_ok() {
            written = writeln!(out, "{HEADING}{number}. {action}{HEADING:#}\n{state}\n");
        }
    });
    written
}

fn summary(
    out: &mut dyn Write,
    chosen: &Chosen,
    strategy: &Strategy,
    solution: &Solution,
) -> io::Result<()> {
    let stats = &solution.stats;
    match &solution.outcome {
        Outcome::Solved(plan, sure) => {
            headline(out, GOOD, SUMMARY, &optimality(*sure))?;
            let moves = plural(plan.actions.len() as u64, "move");
            line(out, "cost", &format!("{} ({moves})", count(u64::from(plan.cost))))?;
        }
        Outcome::Unsolvable => {
            let why = solution.reason.as_deref();
            let why = why.unwrap_or(match stats.pruned {
                0 => "the whole space was searched and holds no goal",
                _ => "no goal is left: what was not searched cannot lead to one",
            });
            headline(out, GOOD, "unsolvable", &format!("proved: {why}"))?;
        }
        Outcome::NotFound(gap) => headline(out, CAREFUL, "not found", &gap.to_string())?,
        Outcome::Stopped(stop) => {
            let text = format!("{stop}; nothing is proved");
            headline(out, CAREFUL, "stopped", &text)?;
        }
    }
    if let Some(caveat) = chosen.instance.caveat() {
        line(out, "rules", caveat)?;
    }
    if solution.reason.is_some() {
        return line(out, "expanded", "nothing: no search was needed");
    }
    let heuristic = chosen.instance.heuristic();
    let with = if strategy.algorithm.is_informed() {
        format!("{strategy}, heuristic {} ({})", heuristic.name, claim(chosen.instance.claim()))
    } else {
        strategy.to_string()
    };
    line(out, "strategy", &with)?;
    line(out, "expanded", &count(stats.expanded))?;
    let parts = [
        (stats.duplicates, "duplicates", true),
        (stats.reopened, "reopened", false),
        (stats.pruned, "pruned", false),
    ];
    let parts = parts.into_iter().filter(|&(number, _, always)| always || number > 0);
    let parts: Vec<_> =
        parts.map(|(number, what, _)| format!("{} {what}", count(number))).collect();
    line(out, "generated", &format!("{} ({})", count(stats.generated), parts.join(", ")))?;
    let stale = match stats.max_frontier_with_stale {
        all if all > stats.max_frontier => format!(" ({} with stale entries)", count(all)),
        _ => String::new(),
    };
    line(out, "frontier", &format!("{} at most{stale}", count(stats.max_frontier)))?;
    line(out, "time", &time(stats))?;
    line(out, "memory", &format!("{} at most", size(stats.peak_bytes)))?;
    let tables = chosen.instance.table_bytes();
    if tables > 0 && strategy.algorithm.is_informed() {
        line(out, "tables", &format!("{}, {}", duration(chosen.table_time), size(tables)))?;
    }
    let test = match strategy.goal_test {
        GoalTest::Early => "generated",
        GoalTest::Late => "taken",
    };
    line(
        out,
        "counting",
        &format!(
            "expanded = nodes whose successors were made, the goal not among them; goals are \
             tested when {test}; duplicates are also called loops"
        ),
    )
}

/// What to try next after a search that did not solve the instance.
pub fn advice(strategy: &Strategy, solution: &Solution) -> Option<String> {
    use heureka_core::{Gap, Stop};
    Some(match solution.outcome {
        Outcome::Solved(..) | Outcome::Unsolvable => return None,
        Outcome::NotFound(Gap::Depth) => {
            "a longer plan may exist: raise the depth limit, or use ids".to_owned()
        }
        Outcome::NotFound(Gap::Cost) => {
            "a dearer plan may exist: raise --cost-limit or leave it out".to_owned()
        }
        Outcome::NotFound(Gap::DeadEnd) => {
            "nothing is claimed of this heuristic: try another (-H), or bfs, which asks none"
                .to_owned()
        }
        Outcome::NotFound(Gap::Uphill) => {
            "use a perfect heuristic (-H), or astar, which needs none".to_owned()
        }
        Outcome::NotFound(Gap::Beam) => {
            "keep more states, as in beam:1000, or let the beam grow: beam:100,grow=yes".to_owned()
        }
        Outcome::Stopped(Stop::Memory) => {
            "raise --memory-limit, or use idastar, which needs hardly any memory; a stronger \
             heuristic (-H) helps every informed strategy"
                .to_owned()
        }
        Outcome::Stopped(Stop::Time | Stop::Expansions | Stop::Declined) => {
            match strategy.algorithm {
                Algorithm::Greedy | Algorithm::Beam(_) => {
                    "raise the limit, or choose another heuristic (-H)"
                }
                _ => {
                    "raise the limit, choose a stronger heuristic (-H), or use wastar:2 or greedy, \
                     which are sooner with a plan"
                }
            }
            .to_owned()
        }
        Outcome::Stopped(Stop::Interrupted) => {
            "the counts above are those up to the interruption".to_owned()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped() {
        let words = vec!["12345678"; 20];
        let text = wrap(words.iter().copied(), 2);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
        assert!(text.lines().skip(1).all(|line| line.starts_with("  1")));
        assert_eq!(one_line("1 2\n\n 3 0\n"), "1 2 / 3 0");
        assert_eq!(one_line(&"ä".repeat(100)).chars().count(), 61);
        assert_eq!(wrap(["x"], 0), "x");
        assert_eq!(wrap(["x".repeat(100).as_str(), "y"], 0).lines().count(), 2);
    }
}
