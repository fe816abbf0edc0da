//! Comparisons of two studies or two setups: what got better and worse, by what factor, and whether times
//! differ by more than noise.

use super::{ATTRIBUTES, Attribute, Ending, Record, Results, factor_text, index};
use crate::statistics::{Interval, holm, interval, median, signed_rank};
use crate::table::{Cell, Table};
use crate::units::{count, decimal};
use serde::Serialize;
use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::HashMap;

/// Times that differ by less than this factor count as equal in the numbers of better and worse runs.
const NOISE: f64 = 1.05;
/// Times differ if their adjusted p-value is below this.
const SIGNIFICANCE: f64 = 0.05;
/// The counts that are compared one by one.
const EXACT: [&str; 3] = ["cost", "expanded", "generated"];
/// The attributes that can regress, except for the number of decided instances.
const REGRESSING: [&str; 4] = ["cost", "expanded", "memory", "time"];

/// One side of a comparison: the records of a study, or of one of its setups.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Side<'a> {
    pub name: &'a str,
    pub results: &'a Results,
    /// The only setup to compare.
    pub setup: Option<&'a str>,
}

/// The runs of two studies or setups, pair by pair.
#[derive(Debug)]
pub struct Comparison {
    /// The name of the first.
    pub before: String,
    /// The name of the second.
    pub after: String,
    groups: Vec<Group>,
    /// The number of runs that only one of them has, counting repeats once.
    pub unpaired: usize,
}

/// The pairs of one setup, or of two setups that are compared with each other.
#[derive(Debug)]
struct Group {
    name: String,
    pairs: Vec<Pair>,
    /// Whether both sides have the same setup, so that their counts should be equal.
    same: bool,
}

#[derive(Debug)]
struct Pair {
    name: String,
    before: Record,
    after: Record,
    /// The seconds after and before: repeat by repeat, or if the setups differ, the medians.
    seconds: Vec<(f64, f64)>,
}

impl Pair {
    fn is_decided(&self) -> bool {
        self.before.ending.is_decided() && self.after.ending.is_decided()
    }

    /// Returns whether only the first side decided the instance.
    fn is_lost(&self) -> bool {
        self.before.ending.is_decided() && !self.after.ending.is_decided()
    }

    /// Returns an attribute after and before.
    fn values(&self, attribute: &Attribute) -> Option<(f64, f64)> {
        let compared = attribute.coverage || self.is_decided();
        let values = attribute.value(&self.after).zip(attribute.value(&self.before));
        values.filter(|_| compared)
    }
}

/// The change of an attribute: how many pairs got better and worse, and both aggregates.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Change {
    pub attribute: &'static str,
    pub better: usize,
    pub worse: usize,
    pub same: usize,
    pub before: Option<f64>,
    pub after: Option<f64>,
    /// The second as a multiple of the first.
    pub factor: Option<f64>,
    /// The bootstrap interval of the factor.
    pub interval: Option<Interval>,
    /// The pair that gained most, and its factor.
    #[serde(skip)]
    pub most_gained: Option<(String, f64)>,
    /// The pair that lost most, and its factor.
    #[serde(skip)]
    pub most_lost: Option<(String, f64)>,
}

/// A count that differs although both sides ran the same setup.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ChangedCount {
    pub run: String,
    pub attribute: &'static str,
    pub before: f64,
    pub after: f64,
}

/// The times of one setup, and the test that they differ by more than noise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct TimeTest {
    pub setup: String,
    /// The number of pairs: of repeats, or of instances if two setups are compared.
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

/// An instance and a setup with its record and the seconds of its repeats.
struct Row {
    identity: String,
    instance: String,
    record: Record,
    seconds: Vec<f64>,
}

impl<'a> Side<'a> {
    /// Returns all setups of the study.
    fn known(&self) -> Vec<&'a str> {
        let mut names = vec![];
        for run in &self.results.study.runs {
            index(&mut names, run.setup.as_str());
        }
        names
    }

    /// Returns the setups to compare.
    fn setups(&self) -> Vec<&'a str> {
        self.setup.map_or_else(|| self.known(), |name| vec![name])
    }

    /// Returns the rows by setup.
    fn rows(&self) -> HashMap<String, Vec<Row>> {
        let mut rows: HashMap<String, Vec<Row>> = HashMap::new();
        for (run, record, seconds) in self.results.repeats() {
            let (identity, instance) = (run.identity().to_owned(), run.instance.clone());
            let row = Row { identity, instance, record, seconds };
            rows.entry(run.setup.clone()).or_default().push(row);
        }
        rows
    }
}

impl Comparison {
    /// Compares two sides, by instance and setup.
    ///
    /// Setups that both sides have are compared with each other. If each side has only one more, or one
    /// is chosen, these two are compared by instance.
    ///
    /// # Errors
    /// The name of an unknown setup, and the known ones.
    pub fn new(before: Side<'_>, after: Side<'_>) -> Result<Self, (String, Vec<String>)> {
        for side in [before, after] {
            let known = side.known();
            if let Some(name) = side.setup.filter(|name| !known.contains(name)) {
                return Err((name.to_owned(), known.into_iter().map(str::to_owned).collect()));
            }
        }
        let (mut first, mut second) = (before.setups(), after.setups());
        let common = first.iter().filter(|name| second.contains(name));
        let mut matched: Vec<(&str, &str)> = common.map(|&name| (name, name)).collect();
        first.retain(|name| !matched.contains(&(name, name)));
        second.retain(|name| !matched.contains(&(name, name)));
        if let ([a], [b]) = (&first[..], &second[..]) {
            matched.push((a, b));
        }
        let (mut rows_before, mut rows_after) = (before.rows(), after.rows());
        let (mut groups, mut unpaired) = (vec![], 0);
        for (a, b) in &matched {
            let old = rows_before.remove(*a).unwrap_or_default();
            let new = rows_after.remove(*b).unwrap_or_default();
            let (group, alone) = Group::new((a, old), (b, new));
            groups.push(group);
            unpaired += alone;
        }
        // Setups that are not compared.
        for (rows, setup) in [(rows_before, before.setup), (rows_after, after.setup)] {
            unpaired += if setup.is_none() { rows.values().map(Vec::len).sum() } else { 0 };
        }
        let title = |side: &Side<'_>, setup: &str| match (side.setup, before.name == after.name) {
            (Some(_), true) => setup.to_owned(),
            _ => format!("{}: {setup}", side.name),
        };
        let [before, after] = match &matched[..] {
            [(a, b)] => [title(&before, a), title(&after, b)],
            _ => [before.name.to_owned(), after.name.to_owned()],
        };
        Ok(Self { before, after, groups, unpaired })
    }

    fn pairs(&self) -> impl Iterator<Item = &Pair> + Clone {
        self.groups.iter().flat_map(|group| &group.pairs)
    }

    /// Returns the number of runs that both have, counting repeats once.
    #[must_use]
    pub fn compared(&self) -> usize {
        self.pairs().count()
    }

    /// Returns the runs that only the first decided, each with how the second ended.
    #[must_use]
    pub fn lost(&self) -> Vec<(&str, Ending)> {
        let lost = self.pairs().filter(|pair| pair.is_lost());
        lost.map(|pair| (pair.name.as_str(), pair.after.ending)).collect()
    }

    /// Returns the runs that only the second decided, each with how the first ended.
    #[must_use]
    pub fn gained(&self) -> Vec<(&str, Ending)> {
        let gained =
            self.pairs().filter(|pair| pair.after.ending.is_decided() && !pair.is_decided());
        gained.map(|pair| (pair.name.as_str(), pair.before.ending)).collect()
    }

    /// Returns the change of every attribute that both have.
    #[must_use]
    pub fn changes(&self) -> Vec<Change> {
        let pairs: Vec<&Pair> = self.pairs().collect();
        let changes = ATTRIBUTES.iter().map(|attribute| change(attribute, &pairs));
        changes.filter(|change| change.before.is_some()).collect()
    }

    /// Returns the counts that differ where both sides ran the same setup and decided the instance. Searches
    /// are deterministic, so any difference is a change of the program.
    #[must_use]
    pub fn changed_counts(&self) -> Vec<ChangedCount> {
        let exact = || ATTRIBUTES.iter().filter(|attribute| EXACT.contains(&attribute.name));
        let pairs = self.groups.iter().filter(|group| group.same).flat_map(|group| &group.pairs);
        let changed = pairs.flat_map(|pair| {
            exact().filter_map(|attribute| {
                let (after, before) = pair.values(attribute)?;
                let (run, attribute) = (pair.name.clone(), attribute.name);
                (after.total_cmp(&before) != Equal).then_some(ChangedCount {
                    run,
                    attribute,
                    before,
                    after,
                })
            })
        });
        changed.collect()
    }

    /// Returns the times of every setup, and whether they differ by more than noise.
    #[must_use]
    pub fn times(&self) -> Vec<TimeTest> {
        let Some(time) = Attribute::of("time") else { return vec![] };
        let tests = self.groups.iter().map(|group| {
            let decided = group.pairs.iter().filter(|pair| pair.is_decided());
            let seconds: Vec<(f64, f64)> = decided.flat_map(|pair| pair.seconds.clone()).collect();
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

    /// Returns what got worse: instances that are no longer decided, and for each setup costs and counts
    /// whose aggregate rose by more than `threshold`, a fraction. Times also need to pass their test.
    #[must_use]
    pub fn regressions(&self, threshold: f64) -> Vec<Regression> {
        let times = self.times();
        let mut found = vec![];
        for group in &self.groups {
            let pairs: Vec<&Pair> = group.pairs.iter().collect();
            let mut add = |what| found.push(Regression { setup: group.name.clone(), what });
            match pairs.iter().filter(|pair| pair.is_lost()).count() {
                0 => {}
                1 => add("1 instance is no longer decided".to_owned()),
                n => add(format!("{} instances are no longer decided", count(n as u64))),
            }
            for name in REGRESSING {
                let test = times.iter().find(|test| name == "time" && test.setup == group.name);
                let factor = match (Attribute::of(name), test) {
                    (_, Some(test)) if test.adjusted_p >= SIGNIFICANCE => None,
                    (_, Some(test)) => test.factor,
                    (Some(attribute), None) => change(attribute, &pairs).factor,
                    (None, None) => None,
                };
                let Some(factor) = factor.filter(|factor| *factor > 1.0 + threshold) else {
                    continue;
                };
                let p = test
                    .map_or(String::new(), |test| format!(", p {}", p_relation(test.adjusted_p)));
                add(format!("{name} {}{p}", factor_text(factor)));
            }
        }
        found
    }

    /// Returns the changes as a table.
    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "attribute, better, worse, same, before, after, factor, 95 % interval, most gained, most lost"
                .split(", "),
        );
        let row = |row: Option<(String, f64)>| {
            let text = row.map(|(name, factor)| format!("{} {name}", factor_text(factor)));
            Cell::Text(text.unwrap_or("–".to_owned()))
        };
        for change in self.changes() {
            let Some(attribute) = Attribute::of(change.attribute) else { continue };
            table.row([
                change.attribute.into(),
                change.better.into(),
                change.worse.into(),
                change.same.into(),
                attribute.cell(change.before),
                attribute.cell(change.after),
                factor_cell(change.factor),
                interval_cell(change.interval),
                row(change.most_gained),
                row(change.most_lost),
            ]);
        }
        table
    }

    /// Returns the times by setup as a table.
    pub fn times_table(&self) -> Table {
        let names = ["setup", "pairs", "factor", "95 % interval", "p", "p (Holm)", "differ"];
        let mut table = Table::new(names);
        for test in self.times() {
            let differ = if test.adjusted_p < SIGNIFICANCE { "yes" } else { "not shown" };
            table.row([
                test.setup.as_str().into(),
                test.pairs.into(),
                factor_cell(test.factor),
                interval_cell(test.interval),
                p_cell(test.p),
                p_cell(test.adjusted_p),
                differ.into(),
            ]);
        }
        table
    }
}

impl Group {
    /// Pairs the rows of the same instance; returns also the number of rows without a partner.
    fn new((before, first): (&str, Vec<Row>), (after, second): (&str, Vec<Row>)) -> (Self, usize) {
        let same = before == after;
        let mut others: HashMap<String, Row> =
            second.into_iter().map(|row| (row.identity.clone(), row)).collect();
        let (mut pairs, mut unpaired) = (vec![], 0);
        for row in first {
            let Some(other) = others.remove(&row.identity) else {
                unpaired += 1;
                continue;
            };
            let name = if same { format!("{} | {before}", row.instance) } else { row.instance };
            // Between different setups, repeats of one instance are not independent.
            let median = |seconds: &[f64]| Vec::from_iter(median(seconds));
            let seconds = if same {
                other.seconds.into_iter().zip(row.seconds).collect()
            } else {
                median(&other.seconds).into_iter().zip(median(&row.seconds)).collect()
            };
            pairs.push(Pair { name, before: row.record, after: other.record, seconds });
        }
        let name = if same { before.to_owned() } else { format!("{before} → {after}") };
        (Self { name, pairs, same }, unpaired + others.len())
    }
}

fn change(attribute: &Attribute, pairs: &[&Pair]) -> Change {
    let rows = pairs.iter().filter_map(|pair| Some((pair.name.as_str(), pair.values(attribute)?)));
    let (names, values): (Vec<&str>, Vec<(f64, f64)>) = rows.unzip();
    let merged = |which: fn(&(f64, f64)) -> f64| {
        attribute.merge(&values.iter().map(which).collect::<Vec<_>>())
    };
    // `Greater` means that the second is better.
    let order = |after: f64, before: f64| {
        let change = attribute.factor(before, after);
        match attribute.coverage {
            _ if attribute.is_timed() && change < NOISE && change > 1.0 / NOISE => Equal,
            true => after.total_cmp(&before),
            false => before.total_cmp(&after),
        }
    };
    let number = |wanted| values.iter().filter(|(a, b)| order(*a, *b) == wanted).count();
    let factors = names.iter().zip(&values);
    let factors = factors.map(|(name, (a, b))| ((*name).to_owned(), attribute.factor(*a, *b)));
    // Whether an instance is decided has no factor.
    let factors = factors.filter(|_| !attribute.coverage);
    let by_factor = |a: &(String, f64), b: &(String, f64)| a.1.total_cmp(&b.1);
    let has_interval = !attribute.coverage && !attribute.summed;
    Change {
        attribute: attribute.name,
        better: number(Greater),
        worse: number(Less),
        same: number(Equal),
        before: merged(|pair| pair.1),
        after: merged(|pair| pair.0),
        factor: attribute.ratio(&values),
        interval: interval(&values, |drawn| attribute.ratio(drawn)).filter(|_| has_interval),
        most_gained: factors.clone().filter(|row| row.1 < 1.0).min_by(by_factor),
        // The first of equals.
        most_lost: factors.rev().filter(|row| row.1 > 1.0).max_by(by_factor),
    }
}

fn factor_cell(factor: Option<f64>) -> Cell {
    factor.map_or(Cell::Empty, |factor| Cell::Word(factor_text(factor)))
}

fn interval_cell(interval: Option<Interval>) -> Cell {
    interval.map_or(Cell::Empty, |interval| Cell::Word(interval.text(factor_text)))
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
    use super::super::Planned;
    use super::super::results::tests::{results, results_of, results_of_files, run};
    use super::*;
    use std::time::Duration;

    fn studies(before: &Results, after: &Results) -> Comparison {
        let side = |name, results| Side { name, results, setup: None };
        Comparison::new(side("a", before), side("b", after)).unwrap()
    }

    #[test]
    fn compares_only_what_both_decided() {
        let before = results(|_, _| {});
        let after = results(|planned, record| {
            run(record).stats.expanded = if planned.setup == "bfs" { 40 } else { 5 };
            if planned.instance == "tiles eight" && planned.setup == "bfs" {
                record.ending = Ending::Memory;
                run(record).stats.expanded = 1;
            }
        });
        let comparison = studies(&before, &after);
        assert_eq!((comparison.compared(), comparison.unpaired), (4, 0));
        assert_eq!(comparison.lost(), [("tiles eight | bfs", Ending::Memory)]);
        assert_eq!(comparison.gained(), []);
        let changes = comparison.changes();
        let change = |name: &str| changes.iter().find(|change| change.attribute == name).unwrap();
        let expanded = change("expanded");
        assert_eq!((expanded.better, expanded.worse, expanded.same), (2, 1, 0));
        // Half as many twice and four times as many once: the geometric mean is the same.
        assert!((expanded.factor.unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(expanded.most_lost, Some(("tiles easy | bfs".to_owned(), 4.0)));
        assert_eq!((change("decided").worse, change("decided").after), (1, Some(3.0)));
        assert_eq!((change("cost").same, change("time").same), (3, 3));
        let table = comparison.table().text();
        assert!(table.lines().nth(1).unwrap().starts_with("decided"), "{table}");
        let side = |setup| Side { name: "a", results: &before, setup: Some(setup) };
        let (name, known) = Comparison::new(side("bfs"), side("dfs")).unwrap_err();
        assert_eq!((name.as_str(), known.len()), ("dfs", 2));
    }

    #[test]
    fn a_changed_file_has_no_partner() {
        let text =
            "strategies = 'bfs'\n[[instances]]\npuzzle = 'tiles'\nlevels = ['easy', 'eight']";
        let study = |digest| results_of_files(text, &[("tiles easy", digest), ("tiles eight", 7)]);
        let comparison = studies(&study(1), &study(2));
        assert_eq!((comparison.compared(), comparison.unpaired), (1, 2));
        assert_eq!(comparison.groups[0].pairs[0].name, "tiles eight | bfs");
    }

    #[test]
    fn different_setups_are_compared_by_instance() {
        let of = |strategies: &str| {
            let text = format!(
                "strategies = [{strategies}]\n[[instances]]\npuzzle = 'tiles'\n\
                 levels = ['easy', 'eight']"
            );
            results_of(&text, |planned, record| {
                run(record).stats.expanded = planned.setup.len() as u64;
            })
        };
        let one = studies(&of("'bfs'"), &of("'astar -H zero'"));
        assert_eq!((one.before.as_str(), one.after.as_str()), ("a: bfs", "b: astar -H zero"));
        assert_eq!((one.compared(), one.unpaired), (2, 0));
        assert_eq!(one.times()[0].setup, "bfs → astar -H zero");
        assert_eq!(one.groups[0].pairs[0].name, "tiles easy");
        // Counts of different setups differ, of course.
        assert_eq!(one.changed_counts(), []);
        // The setup that both have, and the only other ones.
        let mixed = studies(&of("'bfs', 'ucs'"), &of("'dfs', 'bfs'"));
        let names: Vec<&str> = mixed.groups.iter().map(|group| group.name.as_str()).collect();
        assert_eq!((names, mixed.unpaired), (vec!["bfs", "ucs → dfs"], 0));
        // It is not clear which of several belong together.
        let unclear = studies(&of("'bfs', 'ucs'"), &of("'dfs', 'astar -H zero'"));
        assert_eq!((unclear.compared(), unclear.unpaired), (0, 8));
        let (before, after) = (of("'bfs', 'ucs'"), of("'dfs', 'astar -H zero'"));
        let chosen = Comparison::new(
            Side { name: "a", results: &before, setup: Some("ucs") },
            Side { name: "b", results: &after, setup: Some("dfs") },
        );
        let chosen = chosen.unwrap();
        assert_eq!((chosen.before.as_str(), chosen.compared()), ("a: ucs", 2));
        assert_eq!(chosen.unpaired, 0);
    }

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
    fn noise_is_no_regression_and_a_slowdown_is_one() {
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
    fn counts_are_compared_exactly() {
        let after = results(|planned, record| {
            if planned.setup == "bfs" && planned.instance == "tiles eight" {
                run(record).stats.expanded = 11;
            }
        });
        let comparison = studies(&results(|_, _| {}), &after);
        let run = "tiles eight | bfs".to_owned();
        let expected = ChangedCount { run, attribute: "expanded", before: 10.0, after: 11.0 };
        assert_eq!(comparison.changed_counts(), [expected]);
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
