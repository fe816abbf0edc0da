//! Comparisons of two studies or two setups: what got better and worse, and by what factor.

use super::regression::times;
use super::results::contradictions;
use super::{
    ATTRIBUTES, Attribute, Ending, INTERVAL, Record, Results, TimeTest, factor_cell, factor_text,
    index, interval_cell,
};
use crate::statistics::{Interval, interval, median};
use crate::table::{Cell, Table};
use serde::Serialize;
use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::HashMap;

/// Times that differ by less than this factor count as equal in the numbers of better and worse runs.
const NOISE: f64 = 1.05;

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
    pub(super) groups: Vec<Group>,
    /// The times of every setup, and whether they differ by more than noise.
    pub times: Vec<TimeTest>,
    /// The number of runs that only one of them has, counting repeats once.
    pub unpaired: usize,
    /// The setups of the first of which the second lacks runs, and how many.
    pub(super) missing: Vec<(String, usize)>,
}

/// The pairs of one setup, or of two setups that are compared with each other.
#[derive(Debug)]
pub(super) struct Group {
    pub name: String,
    pub pairs: Vec<Pair>,
    /// Whether both sides have the same setup, so that their counts should be equal.
    same: bool,
}

#[derive(Debug)]
pub(super) struct Pair {
    name: String,
    before: Record,
    after: Record,
    /// The medians of the seconds after and before. Repeats of one instance are not independent.
    pub seconds: Option<(f64, f64)>,
}

impl Pair {
    pub fn is_decided(&self) -> bool {
        self.before.ending.is_decided() && self.after.ending.is_decided()
    }

    /// Returns whether only the first side decided the instance.
    pub fn is_lost(&self) -> bool {
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
    /// Setups that both sides have are compared with each other. If each side has exactly one other setup,
    /// or a setup of each is named, these two are compared by instance.
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
            (first, second) = (vec![], vec![]);
        }
        let (mut rows_before, mut rows_after) = (before.rows(), after.rows());
        let (mut groups, mut unpaired, mut missing) = (vec![], 0, vec![]);
        for (a, b) in &matched {
            let old = rows_before.remove(*a).unwrap_or_default();
            let new = rows_after.remove(*b).unwrap_or_default();
            let (group, [only_before, only_after]) = Group::new((a, old), (b, new));
            missing.push((group.name.clone(), only_before));
            groups.push(group);
            unpaired += only_before + only_after;
        }
        // Setups that are not compared.
        let number =
            |rows: &HashMap<String, Vec<Row>>, name: &str| rows.get(name).map_or(0, Vec::len);
        let only_before = first.iter().map(|name| ((*name).to_owned(), number(&rows_before, name)));
        missing.extend(only_before);
        missing.retain(|(_, runs)| *runs > 0);
        unpaired += first.iter().map(|name| number(&rows_before, name)).sum::<usize>();
        unpaired += second.iter().map(|name| number(&rows_after, name)).sum::<usize>();
        let title = |side: &Side<'_>, setup: &str| match (side.setup, before.name == after.name) {
            (Some(_), true) => setup.to_owned(),
            _ => format!("{}: {setup}", side.name),
        };
        let [before, after] = match &matched[..] {
            [(a, b)] => [title(&before, a), title(&after, b)],
            _ => [before.name.to_owned(), after.name.to_owned()],
        };
        let times = times(&groups);
        Ok(Self { before, after, groups, times, unpaired, missing })
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

    /// Returns the runs of which only one side's answer can be correct, each with what is wrong.
    #[must_use]
    pub fn contradictions(&self) -> Vec<(&str, String)> {
        let of = |pair: &'_ Pair| {
            let answers = [(&*self.before, &pair.before), (&*self.after, &pair.after)];
            let (side, what) = contradictions(&answers).into_iter().next()?;
            Some(format!("{side}: {what}"))
        };
        self.pairs().filter_map(|pair| Some((pair.name.as_str(), of(pair)?))).collect()
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
        let exact = || ATTRIBUTES.iter().filter(|attribute| attribute.exact);
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

    /// Returns the changes as a table.
    pub fn table(&self) -> Table {
        let names = ["attribute", "better", "worse", "same", "before", "after", "factor", INTERVAL];
        let mut table = Table::new(names.into_iter().chain(["most gained", "most lost"]));
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
                interval_cell(change.interval, factor_text),
                row(change.most_gained),
                row(change.most_lost),
            ]);
        }
        table
    }
}

impl Group {
    /// Pairs the rows of the same instance; returns also the numbers of rows without a partner.
    fn new(
        (before, first): (&str, Vec<Row>),
        (after, second): (&str, Vec<Row>),
    ) -> (Self, [usize; 2]) {
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
            let seconds = median(&other.seconds).zip(median(&row.seconds));
            pairs.push(Pair { name, before: row.record, after: other.record, seconds });
        }
        let name = if same { before.to_owned() } else { format!("{before} → {after}") };
        (Self { name, pairs, same }, [unpaired, others.len()])
    }
}

/// Returns the change of an attribute over some pairs.
pub(super) fn change(attribute: &Attribute, pairs: &[&Pair]) -> Change {
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
    let found = || interval(&values, |drawn| attribute.ratio(drawn));
    Change {
        attribute: attribute.name,
        better: number(Greater),
        worse: number(Less),
        same: number(Equal),
        before: merged(|pair| pair.1),
        after: merged(|pair| pair.0),
        factor: attribute.ratio(&values),
        interval: has_interval.then(found).flatten(),
        most_gained: factors.clone().filter(|row| row.1 < 1.0).min_by(by_factor),
        // The first of equals.
        most_lost: factors.rev().filter(|row| row.1 > 1.0).max_by(by_factor),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::results::tests::{results, results_of, results_of_files, run};
    use super::*;

    pub fn studies(before: &Results, after: &Results) -> Comparison {
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
        assert_eq!(one.times[0].setup, "bfs → astar -H zero");
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
    }
}
