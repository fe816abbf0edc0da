//! Regressions: whether times differ by more than noise, and what got worse by more than a threshold.

use super::compare::{Comparison, Group, Pair, change};
use super::{ATTRIBUTES, Attribute, INTERVAL, factor_cell, factor_text, interval_cell};
use crate::statistics::{Interval, holm, interval, signed_rank};
use crate::table::{Cell, Table};
use crate::units::{count, decimal, plural};
use serde::Serialize;

/// Times differ if their adjusted p-value is below this.
const SIGNIFICANCE: f64 = 0.05;

/// The times of one setup, and the test that they differ by more than noise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct TimeTest {
    pub setup: String,
    /// The number of instances that both sides decided.
    pub pairs: usize,
    /// The geometric mean of the second times, as a multiple of that of the first.
    pub factor: Option<f64>,
    pub interval: Option<Interval>,
    /// The two-sided p-value of the signed-rank test of the logarithms of the factors.
    pub p: f64,
    /// The p-value by Holm's correction for all setups.
    pub adjusted_p: f64,
}

/// What got worse by more than a threshold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Regression {
    pub setup: String,
    pub what: String,
}

/// Returns the times of every setup, and whether they differ by more than noise.
pub(super) fn times(groups: &[Group]) -> Vec<TimeTest> {
    let Some(time) = Attribute::of("time") else { return vec![] };
    let tests = groups.iter().map(|group| {
        let decided = group.pairs.iter().filter(|pair| pair.is_decided());
        let seconds: Vec<(f64, f64)> = decided.filter_map(|pair| pair.seconds).collect();
        let logarithms: Vec<f64> =
            seconds.iter().map(|&(after, before)| time.factor(after, before).ln()).collect();
        TimeTest {
            setup: group.name.clone(),
            pairs: seconds.len(),
            factor: time.ratio(&seconds),
            interval: interval(&seconds, |drawn| time.ratio(drawn)),
            p: signed_rank(&logarithms),
            adjusted_p: 1.0,
        }
    });
    let mut tests: Vec<TimeTest> = tests.filter(|test| test.pairs > 0).collect();
    let p: Vec<f64> = tests.iter().map(|test| test.p).collect();
    for (test, adjusted) in tests.iter_mut().zip(holm(&p)) {
        test.adjusted_p = adjusted;
    }
    tests
}

/// Returns the fewest pairs per setup with which times can differ: the smallest p-value of `n` pairs is
/// 2^(1 − n), and Holm's correction multiplies the smallest of all by the number of setups.
#[must_use]
pub fn min_pairs(setups: usize) -> usize {
    let (mut pairs, mut smallest_p) = (1, setups as f64);
    while smallest_p >= SIGNIFICANCE {
        (pairs, smallest_p) = (pairs + 1, smallest_p / 2.0);
    }
    pairs
}

impl Comparison {
    /// Returns what got worse: answers that contradict the first side's, runs that the second lacks,
    /// instances that are no longer decided, and for each setup costs and counts whose aggregate rose by
    /// more than `threshold`, a fraction. Times also need to pass their test.
    #[must_use]
    pub fn regressions(&self, threshold: f64) -> Vec<Regression> {
        let mut found = vec![];
        for (run, what) in self.contradictions() {
            found.push(Regression {
                setup: run.to_owned(),
                what: format!("answers contradict: {what}"),
            });
        }
        for (setup, runs) in &self.missing {
            let what = format!("not run: {}", plural(*runs as u64, "instance"));
            found.push(Regression { setup: setup.clone(), what });
        }
        if found.is_empty() && self.compared() == 0 {
            let what = "nothing to compare: neither side has a run".to_owned();
            found.push(Regression { setup: self.after.clone(), what });
        }
        for group in &self.groups {
            let pairs: Vec<&Pair> = group.pairs.iter().collect();
            let mut add = |what| found.push(Regression { setup: group.name.clone(), what });
            match pairs.iter().filter(|pair| pair.is_lost()).count() {
                0 => {}
                1 => add("1 instance is no longer decided".to_owned()),
                n => add(format!("{} instances are no longer decided", count(n as u64))),
            }
            for attribute in ATTRIBUTES.iter().filter(|attribute| attribute.regresses) {
                let own = |test: &&TimeTest| attribute.is_timed() && test.setup == group.name;
                let test = self.times.iter().find(own);
                let factor = match test {
                    Some(test) if test.adjusted_p >= SIGNIFICANCE => None,
                    Some(test) => test.factor,
                    None => change(attribute, &pairs).factor,
                };
                let Some(factor) = factor.filter(|factor| *factor > 1.0 + threshold) else {
                    continue;
                };
                let p = test
                    .map_or(String::new(), |test| format!(", p {}", p_relation(test.adjusted_p)));
                add(format!("{} {}{p}", attribute.name, factor_text(factor)));
            }
        }
        found
    }

    /// Returns the times by setup as a table.
    pub fn times_table(&self) -> Table {
        let names = ["setup", "pairs", "factor", INTERVAL, "p", "p (Holm)", "differ"];
        let mut table = Table::new(names);
        for test in &self.times {
            let differ = if test.adjusted_p < SIGNIFICANCE { "yes" } else { "not shown" };
            table.row([
                test.setup.as_str().into(),
                test.pairs.into(),
                factor_cell(test.factor),
                interval_cell(test.interval, factor_text),
                p_cell(test.p),
                p_cell(test.adjusted_p),
                differ.into(),
            ]);
        }
        table
    }
}

/// Returns a p-value, as what follows `p` in a sentence.
fn p_relation(p: f64) -> String {
    match p {
        p if p < 0.0001 => "< 0.0001".to_owned(),
        p if p < 0.1 => format!("= {}", decimal(p, 4)),
        p => format!("= {}", decimal(p, 2)),
    }
}

/// Returns a p-value for a table.
fn p_cell(p: f64) -> Cell {
    Cell::Word(p_relation(p).trim_start_matches("= ").to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::compare::tests::studies;
    use super::super::results::tests::{TWICE, results, results_of, run};
    use super::super::{Ending, Planned, Results};
    use super::*;
    use std::time::Duration;

    /// Returns twelve runs of two setups that take about 10 ms, with noise from a generator.
    fn noisy(noise: u64, slower: impl Fn(&Planned) -> f64) -> Results {
        let text = "strategies = ['bfs', 'ucs']\n[[instances]]\npuzzle = 'tiles'\n\
                    random = '2x3'\nseeds = '1-12'";
        results_of(text, |planned, record| {
            let digest =
                heureka_core::certificate::digest(format!("{noise}{}", planned.key).as_bytes());
            // Up to 20 % more.
            let factor = 1.0 + 0.2 * (digest % 1000) as f64 / 1000.0;
            run(record).stats.elapsed = Duration::from_secs_f64(0.01 * factor * slower(planned));
        })
    }

    #[test]
    fn several_setups_need_more_pairs() {
        assert_eq!([1, 2, 4].map(min_pairs), [6, 7, 8]);
        for setups in 1..10 {
            for (pairs, can_differ) in [(min_pairs(setups) - 1, false), (min_pairs(setups), true)] {
                // Every pair of every setup got slower, each by another factor.
                let slower: Vec<f64> = (1..=pairs).map(|n| n as f64).collect();
                let adjusted = holm(&vec![signed_rank(&slower); setups]);
                assert_eq!(
                    adjusted[0] < SIGNIFICANCE,
                    can_differ,
                    "{setups} setups, {pairs} pairs"
                );
            }
        }
    }

    #[test]
    fn slowdowns_are_regressions_and_noise_is_not() {
        let base = noisy(0, |_| 1.0);
        // Of twenty repetitions with the same times, the test may err in one.
        let wrong =
            (1..=20).filter(|&n| !studies(&base, &noisy(n, |_| 1.0)).regressions(0.0).is_empty());
        assert!(wrong.count() <= 2);
        let slower = studies(&base, &noisy(1, |run| if run.setup == "bfs" { 1.5 } else { 1.0 }));
        let found = slower.regressions(0.05);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].setup, "bfs");
        assert!(
            found[0].what.starts_with("time ×1.") && found[0].what.contains(", p "),
            "{found:?}"
        );
        // A real difference below the threshold is not reported.
        assert_eq!(slower.regressions(1.0), []);
        // A faster program is no regression.
        assert_eq!(studies(&base, &noisy(1, |_| 0.5)).regressions(0.0), []);
    }

    #[test]
    fn missing_runs_and_contradictions_are_regressions() {
        let base = results(|_, _| {});
        let regressions = |after: &Results| -> Vec<String> {
            let found = studies(&base, after).regressions(1e6);
            found.into_iter().map(|found| format!("{}: {}", found.setup, found.what)).collect()
        };
        let none = Results::new(base.study.clone(), vec![]);
        let expected = ["astar -H manhattan: not run: 2 instances", "bfs: not run: 2 instances"];
        assert_eq!(regressions(&none), expected);
        let nothing = studies(&none, &none).regressions(0.05);
        assert!(nothing[0].what.starts_with("nothing to compare"), "{nothing:?}");
        let unsolvable = results(|planned, record| {
            if planned.setup == "bfs" && planned.instance == "tiles eight" {
                record.ending = Ending::Unsolvable;
            }
        });
        let expected =
            "tiles eight | bfs: answers contradict: b: proved unsolvable, but a solved it";
        assert_eq!(regressions(&unsolvable)[0], expected);
        let cheaper = results(|planned, record| {
            let cost = &mut run(record).cost;
            *cost = cost.map(|cost| cost - u32::from(planned.instance == "tiles eight"));
        });
        let found = regressions(&cheaper);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("but a proved that"), "{found:?}");
    }

    /// Repeats of one instance do not count as independent.
    #[test]
    fn an_instance_is_one_pair() {
        let twice = results_of(TWICE, |_, _| {});
        let pairs: Vec<usize> =
            studies(&twice, &twice).times.iter().map(|test| test.pairs).collect();
        assert_eq!(pairs, [2, 2]);
    }

    #[test]
    fn counts_regress_beyond_the_threshold() {
        let after = results(|planned, record| {
            if planned.setup == "bfs" && planned.instance == "tiles eight" {
                run(record).stats.expanded = 11;
            }
        });
        let comparison = studies(&results(|_, _| {}), &after);
        // The geometric mean of ×1.1 and ×1 is ×1.05.
        assert_eq!(comparison.regressions(0.05), []);
        let found = comparison.regressions(0.04);
        assert_eq!(found[0].what, "expanded ×1.05");
        let lost = results(|planned, record| {
            if planned.setup == "bfs" {
                record.ending = Ending::Time;
            }
        });
        let found = studies(&results(|_, _| {}), &lost).regressions(0.05);
        assert_eq!(found[0].what, "2 instances are no longer decided");
    }
}
