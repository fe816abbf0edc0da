//! Comparisons of two studies or two setups: what got better and worse, and by what factor.

use super::{ATTRIBUTES, Attribute, Better, Cell, Ending, Matrix, Results, factor_text, index};
use crate::table::{Cell as Entry, Table};
use serde::Serialize;
use std::collections::HashMap;

/// Times whose factor is smaller than this count as equal.
const NOISE: f64 = 1.05;

/// Two columns of cells, row by row.
#[derive(Debug)]
pub struct Comparison {
    /// The name of the first.
    pub before: String,
    /// The name of the second.
    pub after: String,
    pairs: Vec<(String, Cell, Cell)>,
    /// How many rows only one of them has.
    pub unpaired: usize,
}

/// How an attribute changed: how many rows got better and worse, and both aggregates.
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
        let mut comparison = Self::empty(a, b);
        for matrix in &matrices {
            let index = |name: &str| matrix.setups.iter().position(|setup| setup == name);
            for i in 0..matrix.instances.len() {
                let cell = |name: &str| matrix.cell(i, index(name)?).cloned();
                comparison.add(matrix.instances[i].0.clone(), cell(a), cell(b));
            }
        }
        Ok(comparison)
    }

    /// Compares two studies, by instance and setup.
    #[must_use]
    pub fn of_studies(a: (&str, &Results), b: (&str, &Results)) -> Self {
        // The key of a row, its name, and its cell.
        let rows = |results: &Results| -> Vec<((String, String), String, Cell)> {
            let rows = |matrix: Matrix| {
                let row = |(&(i, s), cell): (&(usize, usize), &Cell)| {
                    let (name, setup) = (&matrix.instances[i].0, &matrix.setups[s]);
                    let key = (matrix.identities[i].clone(), setup.clone());
                    (key, format!("{name} | {setup}"), cell.clone())
                };
                matrix.cells.iter().map(row).collect::<Vec<_>>()
            };
            results.matrices().into_iter().flat_map(rows).collect()
        };
        let mut comparison = Self::empty(a.0, b.0);
        let others = rows(b.1).into_iter().map(|(key, _, cell)| (key, cell));
        let mut others: HashMap<(String, String), Cell> = others.collect();
        for (key, name, cell) in rows(a.1) {
            let other = others.remove(&key);
            comparison.add(name, Some(cell), other);
        }
        comparison.unpaired += others.len();
        comparison
    }

    fn empty(a: &str, b: &str) -> Self {
        Self { before: a.to_owned(), after: b.to_owned(), pairs: vec![], unpaired: 0 }
    }

    fn add(&mut self, name: String, a: Option<Cell>, b: Option<Cell>) {
        match (a, b) {
            (Some(a), Some(b)) => self.pairs.push((name, a, b)),
            (None, None) => {}
            _ => self.unpaired += 1,
        }
    }

    /// Returns the number of rows that both have.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Returns the rows that only the first decided, each with how the second ended.
    #[must_use]
    pub fn lost(&self) -> Vec<(&str, Ending)> {
        let lost = self.pairs.iter().filter(|(_, a, b)| a.is_decided() && !b.is_decided());
        lost.map(|(name, _, b)| (name.as_str(), b.record.ending)).collect()
    }

    /// Returns the rows that only the second decided, each with how the first ended.
    #[must_use]
    pub fn gained(&self) -> Vec<(&str, Ending)> {
        let gained = self.pairs.iter().filter(|(_, a, b)| !a.is_decided() && b.is_decided());
        gained.map(|(name, a, _)| (name.as_str(), a.record.ending)).collect()
    }

    /// Returns how every attribute changed that both have.
    #[must_use]
    pub fn changes(&self) -> Vec<Change> {
        let changes = ATTRIBUTES.iter().map(|attribute| self.change(attribute));
        changes.filter(|change| change.before.is_some()).collect()
    }

    fn change(&self, attribute: &Attribute) -> Change {
        let both = |a: &Cell, b: &Cell| attribute.everywhere || a.is_decided() && b.is_decided();
        let rows = self.pairs.iter().filter(|(_, a, b)| both(a, b)).filter_map(|(name, a, b)| {
            Some((name.as_str(), attribute.value(&a.record)?, attribute.value(&b.record)?))
        });
        let rows: Vec<(&str, f64, f64)> = rows.collect();
        let merged = |which: fn(&(&str, f64, f64)) -> f64| {
            attribute.merge(&rows.iter().map(which).collect::<Vec<_>>())
        };
        let (before, after) = (merged(|row| row.1), merged(|row| row.2));
        // How many times better the second is.
        let less = attribute.better == Better::Less;
        let gain = |a, b| if less { attribute.factor(a, b) } else { attribute.factor(b, a) };
        let same = |a: f64, b: f64| {
            let change = attribute.factor(a, b);
            a.total_cmp(&b).is_eq() || attribute.timed && change < NOISE && change > 1.0 / NOISE
        };
        let mut change = Change {
            attribute: attribute.name,
            better: 0,
            worse: 0,
            same: 0,
            before,
            after,
            // There is no factor from or to 0.
            factor: before
                .zip(after)
                .filter(|&(before, after)| before > 0.0 && after > 0.0)
                .map(|(before, after)| attribute.factor(after, before)),
            most_gained: None,
            most_lost: None,
        };
        let (mut best, mut worst) = (1.0, 1.0);
        for (name, a, b) in rows {
            // Whether a row is decided has no factor.
            let gained = if attribute.everywhere { 1.0 } else { gain(a, b) };
            let is_better = (b < a) == less;
            let Change { better, worse, same: equal, .. } = &mut change;
            *(if same(a, b) {
                equal
            } else if is_better {
                better
            } else {
                worse
            }) += 1;
            if gained > best {
                best = gained;
                change.most_gained = Some((name.to_owned(), attribute.factor(b, a)));
            }
            if gained < worst {
                worst = gained;
                change.most_lost = Some((name.to_owned(), attribute.factor(b, a)));
            }
        }
        change
    }

    /// Returns the changes as a table.
    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "attribute, better, worse, same, before, after, factor, most gained, most lost"
                .split(", "),
        );
        let factor = |factor: f64| Entry::Word(factor_text(factor));
        let row = |row: &Option<(String, f64)>| match row {
            Some((name, f)) => Entry::Text(format!("{} {name}", factor_text(*f))),
            None => Entry::Text("–".to_owned()),
        };
        for change in self.changes() {
            let Some(attribute) = Attribute::of(change.attribute) else { continue };
            table.row([
                change.attribute.into(),
                Entry::Whole(change.better as u64),
                Entry::Whole(change.worse as u64),
                Entry::Whole(change.same as u64),
                attribute.cell(change.before),
                attribute.cell(change.after),
                change.factor.map_or(Entry::Empty, factor),
                row(&change.most_gained),
                row(&change.most_lost),
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
