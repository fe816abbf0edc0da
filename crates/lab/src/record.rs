//! The record of a run: what `heureka solve --json` prints, and what everything else is a view of.

use crate::exit::Exit;
use crate::units::count;
use heureka_core::outcome::Gap;
use heureka_core::{Outcome, Stats, Stop, Strategy};
use heureka_kit::instance::{Instance, Solution};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The version of the record; it rises when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 1;

/// A result with the version of its format, as a program prints it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Versioned<T> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The result.
    #[serde(flatten)]
    pub result: T,
}

impl<T> Versioned<T> {
    /// Adds the current version.
    pub fn new(result: T) -> Self {
        Self { schema: SCHEMA, result }
    }
}

/// A result with the seed of what was random in it, if anything was.
#[derive(Clone, Debug, Serialize)]
pub struct Seeded<T> {
    seed: Option<u64>,
    #[serde(flatten)]
    result: T,
}

impl<T> Seeded<T> {
    /// Adds the seed to a result.
    pub fn new(seed: Option<u64>, result: T) -> Self {
        Self { seed, result }
    }
}

/// One search on one instance: what ran, how it ended, what it counted. `docs/json.md` describes
/// every field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct RunRecord {
    pub puzzle: String,
    pub instance: String,
    pub parameters: BTreeMap<String, String>,
    pub strategy: String,
    pub heuristic: Option<String>,
    pub caveat: Option<String>,
    pub outcome: Verdict,
    pub reason: Option<Reason>,
    pub optimality: Option<Optimality>,
    pub within: Option<f64>,
    pub cost: Option<u32>,
    pub length: Option<u64>,
    #[serde(default)]
    pub path_length: Option<f64>,
    pub plan: Option<Vec<String>>,
    #[serde(flatten)]
    pub stats: Stats,
    pub table_bytes: u64,
    pub table_seconds: f64,
}

/// The result of a command that a limit or a signal stopped before it had its instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct StoppedEarly {
    pub outcome: Verdict,
    pub reason: Stop,
}

impl StoppedEarly {
    /// Returns the result for a stop.
    #[must_use]
    pub fn new(reason: Stop) -> Self {
        Self { outcome: Verdict::Stopped, reason }
    }
}

/// The kind of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A plan was found.
    Solved,
    /// There is no plan: proved.
    Unsolvable,
    /// The search ended without a plan and proves nothing.
    NotFound,
    /// A limit or the user stopped the search.
    Stopped,
}

/// Why a search found no plan, as text: the name of a stop or a gap, or a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Reason {
    /// What stopped it.
    Stopped(Stop),
    /// Which states it did not search.
    NotFound(Gap),
    /// What proves that there is no plan: `exhausted`, or a sentence if no search was needed.
    Unsolvable(String),
}

/// How good a plan is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimality {
    /// No plan is cheaper.
    Proved,
    /// No plan is cheaper than the cost divided by the record's `within`.
    Within,
    /// Nothing is claimed.
    NotClaimed,
}

/// Displays an enum by its name in JSON.
macro_rules! display_by_name {
    ($($name:ty),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.serialize(f)
            }
        }
    )*};
}
pub(crate) use display_by_name;

display_by_name!(Verdict, Reason, Optimality);

/// Returns the kind of a solution's outcome, and the reason where there is no plan.
#[must_use]
pub fn verdict(solution: &Solution<'_>) -> (Verdict, Option<Reason>) {
    match &solution.outcome {
        Outcome::Solved(..) => (Verdict::Solved, None),
        Outcome::Unsolvable => {
            let proof = solution.reason.as_deref().unwrap_or("exhausted");
            (Verdict::Unsolvable, Some(Reason::Unsolvable(proof.to_owned())))
        }
        Outcome::NotFound(gap) => (Verdict::NotFound, Some(Reason::NotFound(*gap))),
        Outcome::Stopped(stop) => (Verdict::Stopped, Some(Reason::Stopped(*stop))),
    }
}

impl RunRecord {
    /// Makes the record of a run.
    #[must_use]
    pub fn new(instance: &dyn Instance, strategy: &Strategy, solution: &Solution<'_>) -> Self {
        let (name, heuristic) = (instance.info().name, instance.heuristic().name);
        let mut record = Self::of_problem(name, instance.text(), strategy, heuristic, solution);
        // The last value of a repeated parameter counts.
        record.parameters = instance.parameters().0.iter().cloned().collect();
        record.caveat = instance.caveat().map(str::to_owned);
        // Files of paths state eight decimals.
        let rounded = |length: f64| (length * 1e8).round() / 1e8;
        record.path_length = record.cost.and_then(|cost| instance.path_length(cost)).map(rounded);
        if strategy.algorithm.is_informed() && instance.table_bytes() > 0 {
            record.table_bytes = instance.table_bytes();
            record.table_seconds = instance.table_time().as_secs_f64();
        }
        record
    }

    /// Makes the record of a run on a problem that is no puzzle.
    #[must_use]
    pub fn of_problem(
        name: &str,
        instance: String,
        strategy: &Strategy,
        heuristic: &str,
        solution: &Solution<'_>,
    ) -> Self {
        use heureka_core::Optimality as Known;
        let plan = solution.outcome.plan();
        let (outcome, reason) = verdict(solution);
        let (optimality, within) = match solution.outcome {
            Outcome::Solved(_, Known::Proved) => (Some(Optimality::Proved), None),
            Outcome::Solved(_, Known::Within(r)) => (Some(Optimality::Within), Some(r.as_f64())),
            Outcome::Solved(_, Known::NotClaimed) => (Some(Optimality::NotClaimed), None),
            _ => (None, None),
        };
        Self {
            puzzle: name.to_owned(),
            instance,
            parameters: BTreeMap::new(),
            strategy: strategy.to_string(),
            heuristic: strategy.algorithm.is_informed().then(|| heuristic.to_owned()),
            caveat: None,
            outcome,
            reason,
            optimality,
            within,
            cost: plan.map(|plan| plan.cost()),
            length: plan.map(|plan| plan.len() as u64),
            path_length: None,
            plan: plan.map(|plan| plan.words()),
            stats: solution.stats,
            table_bytes: 0,
            table_seconds: 0.0,
        }
    }

    /// Returns how the run ended and how sure that is, as a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        match (self.outcome, self.optimality) {
            (Verdict::Solved, optimality) => {
                let (cost, length) = (self.cost.unwrap_or(0), self.length.unwrap_or(0));
                let moves = if length == 1 { "move" } else { "moves" };
                let known = match (optimality, self.within) {
                    (Some(Optimality::Proved), _) => {
                        "proved optimal: no plan is cheaper".to_owned()
                    }
                    (Some(Optimality::Within), Some(ratio)) => {
                        format!("at most {ratio} times the optimum")
                    }
                    _ => "not proved optimal: cheaper plans may exist".to_owned(),
                };
                let (cost, length) = (count(cost), count(length));
                format!("Solved at cost {cost} in {length} {moves}, {known}.")
            }
            (Verdict::Unsolvable, _) => {
                let reason = match &self.reason {
                    Some(Reason::Unsolvable(proof)) if proof != "exhausted" => proof.clone(),
                    _ => "every reachable state was searched or cannot reach a goal".to_owned(),
                };
                format!("Proved unsolvable: {reason}.")
            }
            (Verdict::NotFound, _) => {
                let gap = match &self.reason {
                    Some(Reason::NotFound(gap)) => gap.to_string(),
                    _ => "the search ended".to_owned(),
                };
                format!("No plan found, and nothing is proved: {gap}.")
            }
            (Verdict::Stopped, _) => {
                let proved = match self.stats.lower_bound {
                    Some(bound) if bound > 0 => {
                        format!("every plan costs at least {}", count(bound))
                    }
                    _ => "nothing is proved".to_owned(),
                };
                format!("Stopped, {}: {proved}.", self.ending())
            }
        }
    }

    /// Returns the exit code of a program that ends with this result.
    #[must_use]
    pub fn exit(&self) -> Exit {
        Exit::of(self.outcome, self.reason.as_ref())
    }

    /// Returns what stopped the search.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        match self.reason {
            Some(Reason::Stopped(stop)) => Some(stop),
            _ => None,
        }
    }

    /// Returns `solved`, or what stopped the search, in words.
    #[must_use]
    pub fn ending(&self) -> String {
        self.stop().map_or_else(|| self.outcome.to_string(), |stop| stop.to_string())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use heureka_core::Limits;
    use heureka_kit::puzzle::Parameters;

    /// Returns the record of a run of a strategy on an instance.
    pub fn record(puzzle: &str, text: &str, strategy: &str, limits: Limits<'_>) -> RunRecord {
        let entry = heureka_puzzles::registry::puzzle(puzzle).unwrap();
        let instance = entry.parse(text, &Parameters::default()).unwrap();
        let (strategy, mut limits) = (strategy.parse().unwrap(), limits);
        let solution = instance.solve(&strategy, &mut limits, None).unwrap();
        RunRecord::new(&*instance, &strategy, &solution)
    }

    #[test]
    fn every_outcome_survives_a_round_trip() {
        let none = Limits::none;
        let (few, shallow) = (none().expansions(9), none().depth(3));
        for (puzzle, instance, strategy, limits, outcome, reason, exit) in [
            ("hanoi", "3 3", "bfs", none(), "solved", "null", Exit::Done),
            ("hanoi", "3 3", "wastar:1.5", none(), "solved", "null", Exit::Done),
            ("hanoi", "4 9", "bfs", few, "stopped", "\"expansions\"", Exit::Expansions),
            ("hanoi", "4 9", "bfs", shallow, "not-found", "\"depth\"", Exit::NotFound),
            ("tiles", "1 2 3 4 5 6 8 7 0", "bfs", none(), "unsolvable", "parity", Exit::Unsolvable),
        ] {
            let record = record(puzzle, instance, strategy, limits);
            let text = serde_json::to_string(&Versioned::new(&record)).unwrap();
            assert!(text.starts_with("{\"schema\":1,\"puzzle\""), "{text}");
            assert!(text.contains(&format!("\"outcome\":\"{outcome}\",\"reason\":")), "{text}");
            assert!(text.contains(reason), "{text}");
            let read: Versioned<RunRecord> = serde_json::from_str(&text).unwrap();
            assert_eq!(read, Versioned::new(record.clone()));
            assert_eq!(record.exit(), exit);
        }
    }
}
