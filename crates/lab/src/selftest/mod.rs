//! Differential tests: random instances, strategies, options and limits, with every answer compared
//! with the truth by plain algorithms on the reference rules.
//!
//! A round draws one instance and one heuristic, and runs many cases on it. In one of four rounds the
//! instance is unsolvable, if the puzzle has such instances. The seed and the number of a round determine
//! it, so that a failure can be repeated.

mod draw;
mod forge;
mod judge;
mod panics;
mod truth;

pub use truth::{Truth, refute};

use draw::Draw;
use forge::Proof;
use heureka_core::limits::Gauge;
use heureka_core::parallel::in_parallel;
use heureka_core::{Limits, Stats, Stop};
use heureka_kit::entry::Entry;
use heureka_kit::instance::{Instance, Solution, SolveError};
use heureka_kit::trace::{Event, EventKind, Trace};
use std::fmt::Write;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The maximum number of states of an instance: a 2×4 board of the χ-puzzle has 40,320.
const MAX_STATES: usize = 45_000;
/// The work to make an instance unsolvable: the states that are enumerated, and [`CHANGE`] per change.
const MAX_WORK: usize = 40_000;
const CHANGE: usize = 100;
/// The number of searches of a round.
const SEARCHES: usize = 24;
/// The number of forgeries of each certificate.
const FORGERIES: usize = 6;
/// The maximum number of failures that are kept.
const MAX_FAILURES: usize = 100;

/// What has been tested, and what failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Instances whose whole state space was compared.
    pub instances: u64,
    /// Instances that are unsolvable.
    pub unsolvable: u64,
    /// Searches compared with the truth.
    pub searches: u64,
    /// Searches that claimed an optimal plan or that none exists.
    pub proofs: u64,
    /// Certificates that were written, read back and checked.
    pub certificates: u64,
    /// Forged certificates.
    pub forgeries: u64,
    /// Forged certificates that were accepted and whose claim is still true.
    pub harmless: u64,
    /// Failures.
    pub failed: u64,
    /// What is wrong, with the command to repeat it; the first hundred.
    pub failures: Vec<String>,
}

impl Tally {
    /// Returns the number of cases: answers that were compared with the truth.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.instances + self.searches + self.certificates + self.forgeries
    }

    fn fail(&mut self, failure: String) {
        self.failed += 1;
        self.failures.push(failure);
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.instances += other.instances;
        self.unsolvable += other.unsolvable;
        self.searches += other.searches;
        self.proofs += other.proofs;
        self.certificates += other.certificates;
        self.forgeries += other.forgeries;
        self.harmless += other.harmless;
        self.failed += other.failed;
        self.failures.extend(other.failures);
        self.failures.truncate(MAX_FAILURES);
    }
}

/// A series of rounds.
#[derive(Debug)]
pub struct SelfTest {
    /// The puzzles, at least one. They take turns.
    pub puzzles: Vec<&'static Entry>,
    /// The seed of all draws.
    pub seed: u64,
}

impl SelfTest {
    /// Runs rounds on several threads, from number `first`, until `rounds` are done or a limit stops it.
    /// Progress reports give the cases as expansions.
    pub fn run(
        &self,
        (first, rounds): (u64, u64),
        threads: usize,
        limits: &mut Limits<'_>,
    ) -> (Tally, Option<Stop>) {
        let (next, cases) = (AtomicU64::new(0), AtomicU64::new(0));
        let total = Mutex::new(Tally::default());
        let progress = || {
            let expanded = cases.load(Ordering::Relaxed);
            (Stats { expanded, ..Stats::default() }, Gauge::default())
        };
        let stop = in_parallel(threads, limits, &progress, &|_, stop| {
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= rounds {
                    return;
                }
                let tally = self.round(first + number);
                cases.fetch_add(tally.cases(), Ordering::Relaxed);
                *total.lock().unwrap_or_else(PoisonError::into_inner) += tally;
            }
        });
        (total.into_inner().unwrap_or_else(PoisonError::into_inner), stop)
    }

    /// Runs one round. A panic is a failure, too.
    #[must_use]
    pub fn round(&self, number: u64) -> Tally {
        let entry = self.puzzles[(number % self.puzzles.len() as u64) as usize];
        let mut round =
            Round { entry, draw: Draw::new(self.seed, number), tally: Tally::default() };
        if let Err(panic) = panics::catch(|| round.run()) {
            round.tally.fail(panic);
        }
        let name = entry.info().name;
        for failure in &mut round.tally.failures {
            let _ = write!(
                failure,
                "\n  to repeat the round: heureka selftest {name} --seed {} --round {number}",
                self.seed
            );
        }
        round.tally
    }
}

/// A round under way.
struct Round {
    entry: &'static Entry,
    draw: Draw,
    tally: Tally,
}

impl Round {
    fn run(&mut self) {
        let info = self.entry.info();
        let Some((mut instance, truth)) = self.instance() else { return };
        let heuristic = info.heuristics[self.draw.below(info.heuristics.len())].name;
        if let Err(error) = instance.set_heuristic(heuristic) {
            self.tally.fail(format!("{heuristic}: {error}"));
            return;
        }
        let instance = &*instance;
        if instance.build_tables(&mut Limits::none()).is_err() {
            return;
        }
        let Some(small) = instance.as_small() else { return };
        let Some(estimated) = small.space(MAX_STATES) else { return };
        self.tally.instances += 1;
        self.tally.unsolvable += u64::from(truth.optimum().is_none());
        let mut verdicts = vec![
            refute(&estimated, instance.claim()).map_or(Ok(()), Err),
            small.compare_rules(50, self.draw.below(1 << 20) as u64),
            self.reads_its_text(instance),
        ];
        if instance.unsolvable().is_some() && truth.optimum().is_some() {
            verdicts.push(Err("called unsolvable without a search, but there is a plan".into()));
        }
        for failure in verdicts.into_iter().filter_map(Result::err) {
            self.fail(instance, "", &failure);
        }
        for _ in 0..SEARCHES {
            self.search(instance, &truth);
        }
        self.certify(instance, &truth);
    }

    /// Returns an instance with its truth, unless it has too many states, such as the English board of
    /// peg solitaire.
    fn instance(&mut self) -> Option<(Box<dyn Instance>, Truth)> {
        let mut instance = self.draw.instance(self.entry)?;
        let mut truth = Truth::of(&instance.as_small()?.space(MAX_STATES)?);
        let mut work = if self.draw.once_in(4) { 0 } else { MAX_WORK };
        while work < MAX_WORK && truth.optimum().is_some() {
            work += CHANGE;
            let Some(altered) = self.draw.altered(self.entry, &*instance) else { continue };
            let space = altered.as_small().and_then(|small| small.space(MAX_STATES));
            work += space.as_ref().map_or(MAX_STATES, |space| space.goals.len());
            if let Some(space) = space {
                (instance, truth) = (altered, Truth::of(&space));
            }
        }
        Some((instance, truth))
    }

    fn fail(&mut self, instance: &dyn Instance, setup: &str, failure: &str) {
        let mut text = format!("{failure}\n  heureka solve {}", instance.info().name);
        for (name, value) in &instance.parameters().0 {
            let _ = write!(text, " -p '{name}={value}'");
        }
        let heuristic = instance.heuristic().name;
        let _ = write!(text, " '{}' -H {heuristic}{setup}", instance.text().trim_end());
        self.tally.fail(text);
    }

    fn reads_its_text(&self, instance: &dyn Instance) -> Result<(), String> {
        let again = self.entry.parse(&instance.text(), instance.parameters());
        let again = again.map_err(|error| format!("rejects its own text: {error}"))?;
        if again.text() == instance.text() { Ok(()) } else { Err("changes its own text".into()) }
    }

    /// Runs a random search, sometimes with a trace, and judges the result.
    fn search(&mut self, instance: &dyn Instance, truth: &Truth) {
        let (strategy, drawn) = (self.draw.strategy(), self.draw.limits());
        let mut events = Events::default();
        let watched = self.draw.once_in(8);
        let trace = watched.then_some(&mut events as &mut dyn Trace);
        let result = match instance.solve(&strategy, &mut drawn.for_search(), trace) {
            Err(SolveError::Unsupported(_)) => return,
            Err(error) => Err(error.to_string()),
            Ok(solution) => {
                self.tally.proofs += u64::from(solution.outcome.is_decided());
                judge::judge(instance, truth, &strategy, &drawn, &solution)
                    .and_then(|()| if watched { events.add_up(&solution) } else { Ok(()) })
            }
        };
        self.tally.searches += 1;
        if let Err(failure) = result {
            self.fail(instance, &format!(" -s '{strategy}'{drawn}"), &failure);
        }
    }

    fn certify(&mut self, instance: &dyn Instance, truth: &Truth) {
        let informed = self.draw.once_in(2);
        let proof = match Proof::of(instance, informed, truth) {
            Ok(None) => return,
            Ok(Some(proof)) => proof,
            Err(failure) => return self.fail(instance, "", &failure),
        };
        self.tally.certificates += 1;
        if let Err(rejection) = proof.check(self.entry) {
            self.fail(instance, "", &format!("rejects its own certificate: {rejection}"));
        }
        for _ in 0..FORGERIES {
            let forged = proof.forged(&mut self.draw);
            self.tally.forgeries += 1;
            if forged.check(self.entry).is_err() {
                continue;
            }
            match forged.is_true(self.entry) {
                Some(true) => self.tally.harmless += 1,
                Some(false) => {
                    let what = format!("accepts a false certificate: {}", forged.describe());
                    self.fail(instance, "", &what);
                }
                // The forged instance has too many states to compare.
                None => {}
            }
        }
    }
}

/// Counts the events of a search.
#[derive(Debug, Default)]
struct Events([u64; 7]);

impl Trace for Events {
    fn event(&mut self, event: &Event<'_>) {
        self.0[event.kind as usize] += 1;
    }
}

impl Events {
    /// Compares the events with the counts of the result.
    fn add_up(&self, solution: &Solution<'_>) -> Result<(), String> {
        let stats = &solution.stats;
        for (kind, counted) in [
            (EventKind::Expand, stats.expanded),
            (EventKind::Reopen, stats.reopened),
            (EventKind::Duplicate, stats.duplicates),
            (EventKind::Prune, stats.pruned),
        ] {
            let traced = self.0[kind as usize];
            if traced != counted {
                let name = kind.name();
                return Err(format!("the trace has {traced} events '{name}', counted {counted}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_kit::puzzle::Parameters;
    use heureka_puzzles::registry::PUZZLES;

    /// Returns the tally of some rounds of every puzzle.
    fn run(seed: u64, rounds: u64) -> Tally {
        let test = SelfTest { puzzles: PUZZLES.iter().collect(), seed };
        test.run((0, rounds * PUZZLES.len() as u64), 1, &mut Limits::none()).0
    }

    #[test]
    fn every_puzzle_passes_and_is_compared() {
        for entry in PUZZLES {
            let test = SelfTest { puzzles: vec![entry], seed: 7 };
            let (tally, _) = test.run((0, 30), 1, &mut Limits::none());
            assert_eq!(tally.failures, Vec::<String>::new(), "{}", entry.info().name);
            let (name, searches) = (entry.info().name, tally.searches);
            assert!(
                tally.instances >= 5 && searches > 50 && tally.proofs > 10,
                "{name}: {tally:?}"
            );
            let is_always_solvable = ["chi", "counters", "hanoi", "pancakes"].contains(&name);
            assert_eq!(tally.unsolvable > 1, !is_always_solvable, "{name}: {tally:?}");
        }
    }

    #[test]
    fn failures_beyond_the_first_hundred_are_counted() {
        let mut tally = Tally::default();
        for _ in 0..3 {
            let mut round = Tally::default();
            (0..60).for_each(|number| round.fail(number.to_string()));
            tally += round;
        }
        assert_eq!((tally.failed, tally.failures.len()), (180, MAX_FAILURES));
    }

    #[test]
    fn small_sizes_are_valid_and_small() {
        for entry in PUZZLES {
            let info = entry.info();
            for size in info.small_sizes {
                let is_small = |seed| {
                    let random = entry.random(size, &Parameters::default(), seed);
                    let random =
                        random.unwrap_or_else(|error| panic!("{} {size}: {error}", info.name));
                    random.as_small().unwrap().space(MAX_STATES).is_some()
                };
                let small = (0..8).filter(|&seed| is_small(seed)).count();
                assert!(small > 4, "{} {size}: {small} of 8 instances are small", info.name);
            }
        }
    }

    #[test]
    fn rounds_can_be_repeated() {
        assert_eq!(run(1, 2), run(1, 2));
        assert_ne!(run(1, 2), run(2, 2));
    }
}
