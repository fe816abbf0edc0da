//! The prints of the shell: every step of a search, and its result.

use super::{ShellProblem, Specification};
use heureka_core::observe::Pruned;
use heureka_core::outcome::Gap;
use heureka_core::strategy::Duplicates;
use heureka_core::{Algorithm, Cost, Outcome, Stop, Strategy};
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::trace::{Event, EventKind, Trace, TracedNode};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// Returns the counts of a search in the course's words.
#[must_use]
pub fn counts(expanded: u64, loops: u64) -> String {
    format!("The number of nodes expanded is {expanded} and the # of loops detected is {loops}")
}

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
    /// The heuristic value; `None` at a dead end.
    h: Option<i64>,
    g: Cost,
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
                states.push(State {
                    text: at.notation.to_owned(),
                    action: at.action.map(|(word, _)| word.to_owned()),
                    h: problem.written_h(instance.heuristic().name, at.h),
                    g: at.g,
                });
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

    /// Writes the result in the course's words: the counts, and the states of the solution.
    ///
    /// # Errors
    /// Only errors of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", counts(self.expanded, self.loops))?;
        let Some(cost) = self.path_cost else { return writeln!(out) };
        writeln!(out, " and the pathcost to solution {cost}\nthe solution is: ")?;
        self.states.iter().try_for_each(|state| writeln!(out, "{state}"))
    }

    /// Returns what else there is to say, as labels and texts; the first label is the outcome.
    #[must_use]
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let Self { strategy, heuristic, engine, .. } = self;
        let mut lines = vec![(self.outcome, self.explanation.clone())];
        lines.extend(self.caveat.map(|caveat| ("rules", caveat.to_owned())));
        lines.extend([
            ("strategy", format!("{strategy}, heuristic {heuristic} (engine: {engine})")),
            ("loops", format!("successors {}", self.is_known)),
        ]);
        lines
    }
}

/// How much a trace says of a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A line: the move, the state, and whether it is a loop or added to the frontier.
    Line,
    /// A sentence, and the state with its heuristic value and path cost.
    Sentence,
}

/// Prints every expanded node with its number, and whether its successors are loops or added to the
/// frontier.
pub struct TraceWriter<'a> {
    out: &'a mut dyn Write,
    detail: Detail,
    problem: ShellProblem,
    heuristic: &'static str,
    /// Whether to flush after every expanded node.
    flush: bool,
    expanded: u64,
    written: io::Result<()>,
}

impl<'a> TraceWriter<'a> {
    /// Returns a writer; with `flush`, every node is visible before the next one is expanded.
    pub fn new(
        out: &'a mut dyn Write,
        detail: Detail,
        problem: ShellProblem,
        heuristic: &'static str,
        flush: bool,
    ) -> Self {
        Self { out, detail, problem, heuristic, flush, expanded: 0, written: Ok(()) }
    }

    /// Returns the first error of writing.
    ///
    /// # Errors
    /// If the trace could not be written.
    pub fn finish(self) -> io::Result<()> {
        self.written
    }

    fn state(&self, node: &TracedNode<'_>) -> State {
        State {
            text: node.state.unwrap_or_default().to_owned(),
            action: None,
            h: self.problem.written_h(self.heuristic, node.h.unwrap_or(0)),
            g: node.g,
        }
    }

    fn write(&mut self, event: &Event<'_>) -> io::Result<()> {
        let Some(node) = &event.node else { return Ok(()) };
        let (word, sentence) = match (event.kind, event.reason) {
            (EventKind::Expand | EventKind::Solved, _) => return self.expand(event.kind, node),
            (EventKind::Bound, _) => return Ok(()),
            (EventKind::Duplicate, _) => ("loop", "a loop, not added to the frontier"),
            (EventKind::Prune, Some(Pruned::DeadEnd)) => ("dead end", "a dead end, not added"),
            (EventKind::Prune, _) => ("cut off", "below the depth cutoff, not added"),
            (EventKind::Generate | EventKind::Reopen, _) => {
                ("added", "not a loop, added to the frontier")
            }
        };
        let (action, text) = (node.action.unwrap_or_default(), node.state.unwrap_or_default());
        if self.detail == Detail::Sentence {
            writeln!(self.out, "The successor by {action} is {sentence}:\n{}", self.state(node))
        } else if text.contains('\n') {
            writeln!(self.out, "   {action}, {word}:\n{text}")
        } else {
            writeln!(self.out, "   {action:<8}{text}  {word}")
        }
    }

    fn expand(&mut self, kind: EventKind, node: &TracedNode<'_>) -> io::Result<()> {
        self.expanded += 1;
        let (number, state) = (self.expanded, self.state(node));
        match (self.detail, kind == EventKind::Solved) {
            (Detail::Line, false) => writeln!(self.out, "{number}. {state}"),
            (Detail::Line, true) => writeln!(self.out, "{number}. (goal) {state}"),
            (Detail::Sentence, false) => writeln!(self.out, "\nExpanding node {number}:\n{state}"),
            (Detail::Sentence, true) => {
                writeln!(self.out, "\nExpanding node {number}, the goal:\n{state}\n")
            }
        }?;
        if self.flush { self.out.flush() } else { Ok(()) }
    }
}

impl Trace for TraceWriter<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if self.written.is_ok() {
            self.written = self.write(event);
        }
    }
}
