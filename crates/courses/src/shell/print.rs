//! The prints of the shell: every step of a search, and its result.

use super::Specification;
use heureka_core::outcome::Gap;
use heureka_core::strategy::Duplicates;
use heureka_core::{Algorithm, Cost, DEAD_END, Outcome, Stop, Strategy};
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::trace::{Event, EventKind, Trace};
use heureka_lab::units::count;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// The result of a search, for people and, as JSON, for programs.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    specification: &'a str,
    initial: &'a str,
    goal: &'a str,
    problem: &'static str,
    puzzle: &'static str,
    instance: String,
    strategy: &'static str,
    engine: String,
    heuristic: &'static str,
    caveat: Option<&'static str>,
    /// `found`, `failed` or `stopped`.
    pub outcome: &'static str,
    reason: Option<&'a str>,
    expanded: u64,
    loops: u64,
    path_cost: Option<Cost>,
    /// The states of the solution.
    pub states: Vec<State>,
    seconds: f64,
    #[serde(skip)]
    explanation: String,
    #[serde(skip)]
    is_known: &'static str,
}

/// A state of a solution, printed in the course's words.
#[derive(Debug, Serialize)]
pub struct State {
    #[serde(rename = "state")]
    text: String,
    action: Option<String>,
    h: Option<Cost>,
    g: Cost,
}

impl State {
    fn new(text: &str, action: Option<&str>, h: Cost, g: Cost) -> Self {
        let h = Some(h).filter(|&h| h != DEAD_END);
        Self { text: text.to_owned(), action: action.map(str::to_owned), h, g }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.text.contains('\n') { ["\n", "\n"] } else { [" ", "    "] };
        let h = self.h.map_or("none".to_owned(), |h| h.to_string());
        write!(f, "State:{}{}{}", separator[0], self.text, separator[1])?;
        write!(f, "Heuristic value: {h}  |  Path Cost: {}", self.g)
    }
}

impl<'a> Report<'a> {
    /// Collects the result of a search; `names` are the names of the three files.
    #[must_use]
    pub fn new(
        names: [&'a str; 3],
        specification: &Specification,
        instance: &dyn Instance,
        strategy: &Strategy,
        solution: &'a Solution<'_>,
    ) -> Self {
        let problem = specification.problem;
        let (outcome, reason, explanation) = match &solution.outcome {
            Outcome::Solved(..) => ("found", None, format!("{} is solved", problem.name())),
            Outcome::Unsolvable => {
                let proof = solution.reason.as_deref();
                let why = proof.unwrap_or("all reachable states were searched");
                let reason = proof.unwrap_or("exhausted");
                ("failed", Some(reason), format!("there is no solution: {why}"))
            }
            Outcome::NotFound(gap) => {
                let explanation = match (gap, specification.algorithm) {
                    (Gap::Depth, Algorithm::Dls(depth)) => {
                        format!("no solution within {depth} moves; there may be a longer one")
                    }
                    _ => gap.to_string(),
                };
                ("failed", Some(gap.name()), explanation)
            }
            Outcome::Stopped(stop) => {
                let why = match stop {
                    Stop::Declined => "at your request".to_owned(),
                    other => other.to_string(),
                };
                ("stopped", Some(stop.name()), format!("{why}, before the search ended"))
            }
        };
        let mut states = vec![];
        let plan = solution.outcome.plan();
        if let Some(path) = plan.and_then(|plan| plan.as_path()) {
            path.walk(&mut |at| {
                states.push(State::new(at.notation, at.action.map(|(word, _)| word), at.h, at.g));
            });
        }
        Self {
            specification: names[0],
            initial: names[1],
            goal: names[2],
            problem: problem.name(),
            puzzle: problem.puzzle(),
            instance: instance.text(),
            strategy: specification.name,
            engine: strategy.to_string(),
            heuristic: instance.heuristic().name,
            caveat: instance.caveat(),
            outcome,
            reason,
            // The course counts every node taken from the frontier, the goal included.
            expanded: solution.stats.expanded + u64::from(plan.is_some()),
            loops: solution.stats.duplicates,
            path_cost: plan.map(|plan| plan.cost()),
            states,
            seconds: solution.stats.elapsed.as_secs_f64(),
            explanation,
            is_known: match strategy.duplicates {
                Duplicates::Graph => "already known",
                _ => "already in the closed list",
            },
        }
    }

    /// Returns the lines of the summary as labels and texts; the first label is the outcome.
    #[must_use]
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let Self { strategy, heuristic, engine, .. } = self;
        let mut lines = vec![(self.outcome, self.explanation.clone())];
        lines.extend(self.caveat.map(|caveat| ("rules", caveat.to_owned())));
        let nodes = if self.expanded == 1 { "node" } else { "nodes" };
        let loops = format!("{} detected: successors {}", count(self.loops), self.is_known);
        lines.extend([
            ("strategy", format!("{strategy}, heuristic {heuristic} (engine: {engine})")),
            ("expanded", format!("{} {nodes}", count(self.expanded))),
            ("loops", loops),
        ]);
        lines.extend(self.path_cost.map(|cost| ("path cost", cost.to_string())));
        lines
    }
}

/// Prints every expanded node with its number, and whether its successors are in the closed list.
pub struct TraceWriter<'a> {
    out: &'a mut dyn Write,
    /// Whether to flush after every expanded node.
    flush: bool,
    expanded: u64,
    written: io::Result<()>,
}

impl<'a> TraceWriter<'a> {
    /// Returns a writer; with `flush`, every node is visible before the next one is expanded.
    pub fn new(out: &'a mut dyn Write, flush: bool) -> Self {
        Self { out, flush, expanded: 0, written: Ok(()) }
    }

    /// Returns the first error of writing.
    ///
    /// # Errors
    /// If the trace could not be written.
    pub fn finish(self) -> io::Result<()> {
        self.written
    }

    fn write(&mut self, event: &Event<'_>) -> io::Result<()> {
        let Some(node) = event.node else { return Ok(()) };
        let text = node.state.unwrap_or_default();
        let status = match event.kind {
            EventKind::Expand | EventKind::Solved => {
                self.expanded += 1;
                let goal = if event.kind == EventKind::Solved { " (goal)" } else { "" };
                let state = State::new(text, None, node.h.unwrap_or(0), node.g);
                writeln!(self.out, "{}.{goal} {state}", self.expanded)?;
                return if self.flush { self.out.flush() } else { Ok(()) };
            }
            EventKind::Bound => return Ok(()),
            EventKind::Generate => "new",
            EventKind::Duplicate => "in the closed list",
            EventKind::Reopen => "in the closed list, but cheaper now",
            EventKind::Prune => "pruned",
        };
        let action = node.action.unwrap_or_default();
        if text.contains('\n') {
            writeln!(self.out, "   {action}, {status}:\n{text}")
        } else {
            writeln!(self.out, "   {action:<8}{text}  {status}")
        }
    }
}

impl Trace for TraceWriter<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if self.written.is_ok() {
            self.written = self.write(event);
        }
    }
}
