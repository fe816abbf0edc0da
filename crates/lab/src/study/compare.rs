//! Comparisons of two studies or two setups: what got better and worse, and by what factor.

use super::{ATTRIBUTES, Attribute, Ending, Matrix, Record, Results, factor_text, index};
use crate::table::{Cell, Table};
use serde::Serialize;
use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::HashMap;

/// Times that differ by less than this factor count as equal.
const NOISE: f64 = 1.05;

/// The records of two studies or setups, row by row.
#[derive(Debug)]
pub struct Comparison {
    /// The name of the first.
    pub before: String,
    /// The name of the second.
    pub after: String,
    pairs: Vec<(String, Record, Record)>,
    /// The number of rows that only one of them has.
    pub unpaired: usize,
}

/// The change of an attribute: how many rows got better and worse, and both aggregates.
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
    /// The row that gained most, and its factor.
    #[serde(skip)]
    pub most_gained: Option<(String, f64)>,
    /// The row that lost most, and its factor.
    #[serde(skip)]
    pub most_lost: Option<(String, f64)>,
}

/// The key of a row, its name, and its record.
type Row = ((String, String), String, Record);

/// Returns a row for each instance and setup, or for each instance of one setup.
fn rows(matrices: &[Matrix], only: Option<&str>) -> Vec<Row> {
    let rows = |matrix: &Matrix| {
        let row = |(&(i, s), record): (&(usize, usize), &Record)| {
            let (name, setup) = (&matrix.instances[i].0, &matrix.setups[s]);
            let (setup, name) = match only {
                None => (setup.clone(), format!("{name} | {setup}")),
                Some(only) if only == setup => (String::new(), name.clone()),
                Some(_) => return None,
            };
            Some(((matrix.identities[i].clone(), setup), name, record.clone()))
        };
        matrix.records.iter().filter_map(row).collect::<Vec<_>>()
    };
    matrices.iter().flat_map(rows).collect()
}

impl Comparison {
    /// Compares two setups of one study, instance by instance.
    ///
    /// # Errors
    /// The name of an unknown setup, and the known ones.
    pub fn of_setups(results: &Results, a: &str, b: &str) -> Result<Self, (String, Vec<String>)> {
        let matrices = results.matrices();
        for name in [a, b] {
            let known = || matrices.iter().flat_map(|matrix| &matrix.setups);
            if !known().any(|setup| setup == name) {
                let mut names: Vec<String> = vec![];
                known().for_each(|setup| _ = index(&mut names, setup.clone()));
                return Err((name.to_owned(), names));
            }
        }
        let rows = |setup| rows(&matrices, Some(setup));
        Ok(Self::join((a, rows(a)), (b, rows(b))))
    }

    /// Compares two studies, by instance and setup.
    #[must_use]
    pub fn of_studies(a: (&str, &Results), b: (&str, &Results)) -> Self {
        let rows = |results: &Results| rows(&results.matrices(), None);
        Self::join((a.0, rows(a.1)), (b.0, rows(b.1)))
    }

    /// Pairs the rows that have the same key.
    fn join((before, first): (&str, Vec<Row>), (after, second): (&str, Vec<Row>)) -> Self {
        let mut others: HashMap<_, _> =
            second.into_iter().map(|(key, _, record)| (key, record)).collect();
        let (mut pairs, mut unpaired) = (vec![], 0);
        for (key, name, record) in first {
            match others.remove(&key) {
                Some(other) => pairs.push((name, record, other)),
                None => unpaired += 1,
            }
        }
        unpaired += others.len();
        Self { before: before.to_owned(), after: after.to_owned(), pairs, unpaired }
    }

    /// Returns the number of rows that both have.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Returns the rows that only the first decided, each with how the second ended.
    #[must_use]
    pub fn lost(&self) -> Vec<(&str, Ending)> {
        let lost =
            self.pairs.iter().filter(|(_, a, b)| a.ending.is_decided() && !b.ending.is_decided());
        lost.map(|(name, _, b)| (name.as_str(), b.ending)).collect()
    }

    /// Returns the rows that only the second decided, each with how the first ended.
    #[must_use]
    pub fn gained(&self) -> Vec<(&str, Ending)> {
        let gained =
            self.pairs.iter().filter(|(_, a, b)| !a.ending.is_decided() && b.ending.is_decided());
        gained.map(|(name, a, _)| (name.as_str(), a.ending)).collect()
    }

    /// Returns the change of every attribute that both have.
    #[must_use]
    pub fn changes(&self) -> Vec<Change> {
        let changes = ATTRIBUTES.iter().map(|attribute| self.change(attribute));
        changes.filter(|change| change.before.is_some()).collect()
    }

    fn change(&self, attribute: &Attribute) -> Change {
        let both = |a: &Record, b: &Record| {
            attribute.coverage || a.ending.is_decided() && b.ending.is_decided()
        };
        let rows = self.pairs.iter().filter(|(_, a, b)| both(a, b)).filter_map(|(name, a, b)| {
            Some((name.as_str(), attribute.value(a)?, attribute.value(b)?))
        });
        let rows: Vec<(&str, f64, f64)> = rows.collect();
        let merged = |which: fn(&(&str, f64, f64)) -> f64| {
            attribute.merge(&rows.iter().map(which).collect::<Vec<_>>())
        };
        let (before, after) = (merged(|row| row.1), merged(|row| row.2));
        // `Greater` means that the second is better.
        let order = |a: f64, b: f64| {
            let change = attribute.factor(a, b);
            match attribute.coverage {
                _ if attribute.is_timed() && change < NOISE && change > 1.0 / NOISE => Equal,
                true => b.total_cmp(&a),
                false => a.total_cmp(&b),
            }
        };
        let number = |wanted| rows.iter().filter(|(_, a, b)| order(*a, *b) == wanted).count();
        let factors = rows.iter().map(|&(name, a, b)| (name.to_owned(), attribute.factor(b, a)));
        // Whether a row is decided has no factor.
        let factors = factors.filter(|_| !attribute.coverage);
        let by_factor = |a: &(String, f64), b: &(String, f64)| a.1.total_cmp(&b.1);
        Change {
            attribute: attribute.name,
            better: number(Greater),
            worse: number(Less),
            same: number(Equal),
            before,
            after,
            // There is no factor from or to 0.
            factor: before
                .zip(after)
                .filter(|&(before, after)| before > 0.0 && after > 0.0)
                .map(|(before, after)| attribute.factor(after, before)),
            most_gained: factors.clone().filter(|row| row.1 < 1.0).min_by(by_factor),
            // The first of equals.
            most_lost: factors.rev().filter(|row| row.1 > 1.0).max_by(by_factor),
        }
    }

    /// Returns the changes as a table.
    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "attribute, better, worse, same, before, after, factor, most gained, most lost"
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
                change.factor.map(factor_text).map_or(Cell::Empty, Cell::Word),
                row(change.most_gained),
                row(change.most_lost),
            ]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::{results, results_of_files, run};
    use super::*;

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
        let comparison = Comparison::of_studies(("a", &before), ("b", &after));
        assert_eq!((comparison.pairs(), comparison.unpaired), (4, 0));
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
        assert!(Comparison::of_setups(&before, "bfs", "dfs").is_err());
    }

    #[test]
    fn a_changed_file_has_no_partner() {
        let text =
            "strategies = 'bfs'\n[[instances]]\npuzzle = 'tiles'\nlevels = ['easy', 'eight']";
        let study = |digest| results_of_files(text, &[("tiles easy", digest), ("tiles eight", 7)]);
        let comparison = Comparison::of_studies(("a", &study(1)), ("b", &study(2)));
        assert_eq!((comparison.pairs(), comparison.unpaired), (1, 2));
        assert_eq!(comparison.pairs[0].0, "tiles eight | bfs");
    }
}
