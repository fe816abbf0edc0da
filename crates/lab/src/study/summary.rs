//! Tables that compare setups: on all instances with penalties, on those that all decided, and in pairs.

use super::{ATTRIBUTES, Attribute, INTERVAL, Matrix, factor_cell, factor_text, interval_cell};
use crate::statistics::{interval, mean};
use crate::units::count;
use crate::{Cell, Table};

/// An undecided instance counts as this multiple of the limit: PAR10, the penalized average runtime of
/// solver competitions.
const PENALTY: f64 = 10.0;
/// The maximum number of setups whose pairs are all listed. More are compared with the best one.
const MAX_PAIRED: usize = 6;

/// What a column of intervals has.
const INTERVAL_RULE: &str = "Intervals: bootstrap percentiles over instances.";

/// A table that compares setups.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Summary {
    pub title: &'static str,
    pub table: Table,
    /// What the table covers, and how values are combined.
    pub caption: String,
}

/// Returns the tables of a matrix; without `times`, they omit timings.
pub(super) fn of(matrix: &Matrix, times: bool) -> Vec<Summary> {
    let comparing = Comparing { matrix, times };
    let tables = [Some(comparing.scores()), comparing.common(), comparing.pairs()];
    tables.into_iter().flatten().collect()
}

struct Comparing<'a> {
    matrix: &'a Matrix,
    times: bool,
}

impl Comparing<'_> {
    fn all(&self) -> Vec<usize> {
        (0..self.matrix.instances.len()).collect()
    }

    fn decided(&self, setup: usize) -> usize {
        self.matrix.decided_by_all(&[setup]).len()
    }

    /// Returns the attributes that have a score.
    fn scored(&self) -> impl Iterator<Item = &'static Attribute> {
        Attribute::shown(self.times).filter(|known| known.limit.is_some())
    }

    /// Returns what an undecided instance counts as, before it is multiplied, and what that is.
    fn bound(&self, attribute: &Attribute) -> Option<(f64, &'static str)> {
        let limits: Option<Vec<f64>> =
            self.matrix.caps.iter().map(|caps| attribute.limit?(caps)).collect();
        let largest = |values: &[f64]| values.iter().copied().reduce(f64::max);
        if let Some(limit) = limits.as_deref().and_then(largest) {
            return Some((limit, "the limit"));
        }
        let values = self.matrix.records.values().filter_map(|record| attribute.value(record));
        Some((largest(&values.collect::<Vec<_>>())?, "the largest value of any instance"))
    }

    /// Returns the values of a setup on the instances that it has run on, those of undecided ones
    /// penalized.
    fn penalized(&self, attribute: &Attribute, setup: usize) -> Vec<f64> {
        let penalty = self.bound(attribute).map(|(bound, _)| PENALTY * bound);
        let records = self.all().into_iter().filter_map(|i| self.matrix.record(i, setup));
        let value = |record| attribute.value(record).filter(|_| record.ending.is_decided());
        records.filter_map(|record| value(record).or(penalty)).collect()
    }

    /// Returns the table of all instances: how many are decided, and penalized means.
    fn scores(&self) -> Summary {
        let (matrix, all) = (self.matrix, self.matrix.instances.len());
        let setups = 0..matrix.setups.len();
        let complete = setups.clone().all(|s| matrix.run_by(s) == all);
        let mut names = vec!["setup".to_owned(), "decided".to_owned()];
        names.extend((!complete).then(|| "of".to_owned()));
        for attribute in self.scored() {
            names.extend([format!("PAR10 {}", attribute.name), INTERVAL.to_owned()]);
        }
        let mut table = Table::new(names);
        for setup in setups.clone() {
            let mut row: Vec<Cell> =
                vec![matrix.setups[setup].as_str().into(), self.decided(setup).into()];
            row.extend((!complete).then(|| matrix.run_by(setup).into()));
            for attribute in self.scored() {
                let values = self.penalized(attribute, setup);
                let text = |value| attribute.cell(Some(value)).text();
                row.extend([
                    attribute.cell(mean(&values)),
                    interval_cell(interval(&values, mean), text),
                ]);
            }
            table.row(row);
        }
        let number = count(all as u64);
        let of =
            if complete { number } else { format!("those run so far; the study has {number}") };
        let undecided = setups.clone().any(|s| self.decided(s) < matrix.run_by(s));
        let rule = if undecided {
            let rules = self.scored().filter_map(|attribute| {
                let (bound, what) = self.bound(attribute)?;
                let bound = attribute.cell(Some(bound)).text();
                Some(format!("{PENALTY} × {bound} for {} ({what})", attribute.name))
            });
            let rules = rules.collect::<Vec<_>>().join(" and ");
            format!("an undecided instance counts as {rules}")
        } else {
            "no instance is undecided, so nothing is penalized".to_owned()
        };
        let other = format!(
            " Other instances of {} have other setups, and separate tables.",
            matrix.puzzle
        );
        let other = matrix.part.map(|_| other).unwrap_or_default();
        let caption = format!(
            "decided: instances solved or proved unsolvable, of {of}. PAR10: the \
             arithmetic mean of these instances; {rule}. {INTERVAL_RULE}{other}"
        );
        Summary { title: "all instances", table, caption }
    }

    /// Returns the table of the instances that all setups decided. Setups that decided nothing do not
    /// empty it.
    fn common(&self) -> Option<Summary> {
        let matrix = self.matrix;
        let setups: Vec<usize> =
            (0..matrix.setups.len()).filter(|&s| self.decided(s) > 0).collect();
        let common = matrix.decided_by_all(&setups);
        if setups.is_empty() || common.is_empty() {
            return None;
        }
        let values = |attribute: &Attribute, s| matrix.values(attribute, s, &common);
        // A column is shown if any setup has a value there.
        let attributes = Attribute::shown(self.times).filter(|attribute| {
            !attribute.coverage && setups.iter().any(|&s| !values(attribute, s).is_empty())
        });
        let attributes: Vec<&Attribute> = attributes.collect();
        let has_factor = |attribute: &Attribute| attribute.limit.is_some();
        let names = attributes.iter().flat_map(|&attribute| {
            [Some(attribute.name), has_factor(attribute).then_some("to the best")]
        });
        let mut table = Table::new(std::iter::once("setup").chain(names.flatten()));
        for &setup in &setups {
            let mut row: Vec<Cell> = vec![matrix.setups[setup].as_str().into()];
            for &attribute in &attributes {
                let merged = |s| attribute.merge(&values(attribute, s));
                row.push(attribute.cell(merged(setup)));
                if has_factor(attribute) {
                    let best = setups.iter().filter_map(|&s| merged(s)).reduce(f64::min);
                    row.push(factor(attribute, merged(setup), best));
                }
            }
            table.row(row);
        }
        let rest = (0..matrix.setups.len()).filter(|s| !setups.contains(s));
        let rest: Vec<&str> = rest.map(|s| matrix.setups[s].as_str()).collect();
        let without = match rest.len() {
            0 => String::new(),
            _ => format!(" Left out, because they decided nothing: {}.", rest.join(", ")),
        };
        let number = count(common.len() as u64);
        let caption = format!(
            "Instances that all setups decided: {number}. Costs are added, other values averaged by \
             the geometric mean, in which 0 counts as 1.{without}"
        );
        Some(Summary { title: "decided by all", table, caption })
    }

    /// Returns the table of pairs, each on the instances that both setups decided.
    fn pairs(&self) -> Option<Summary> {
        let (matrix, number) = (self.matrix, self.matrix.setups.len());
        let best = self.best()?;
        let all = (0..number).flat_map(|a| (a + 1..number).map(move |b| (a, b)));
        let few = number <= MAX_PAIRED;
        let to_best = (0..number).filter(|&s| s != best).map(|s| (s, best));
        let pairs: Vec<(usize, usize)> = if few { all.collect() } else { to_best.collect() };
        if pairs.is_empty() {
            return None;
        }
        let cost = ATTRIBUTES.iter().filter(|known| known.name == "cost");
        let attributes: Vec<&Attribute> = cost.chain(self.scored()).collect();
        // Sums of costs are a check, not a measurement.
        let has_interval = |attribute: &Attribute| !attribute.summed;
        let names = attributes.iter().flat_map(|&attribute| {
            [Some(attribute.name), has_interval(attribute).then_some(INTERVAL)]
        });
        let names = ["setup", "against", "both decided"].into_iter().chain(names.flatten());
        let mut table = Table::new(names);
        for (a, b) in pairs {
            let both = matrix.decided_by_all(&[a, b]);
            let factors = attributes.iter().flat_map(|&attribute| {
                let [first, second] = [a, b].map(|setup| matrix.values(attribute, setup, &both));
                let values: Vec<(f64, f64)> = first.into_iter().zip(second).collect();
                let ratio = |values: &[(f64, f64)]| attribute.ratio(values);
                let found = || interval_cell(interval(&values, ratio), factor_text);
                [Some(factor_cell(ratio(&values))), has_interval(attribute).then(found)]
            });
            let [first, second] = [a, b].map(|setup| Cell::from(matrix.setups[setup].as_str()));
            table.row([first, second, both.len().into()].into_iter().chain(factors.flatten()));
        }
        let against = if few {
            ""
        } else {
            " Against the setup that decides most; `heureka lab compare` shows other pairs."
        };
        let caption = format!(
            "Each row covers the instances that both setups decided. A factor is the first setup's \
             value divided by the second's: of the sum of costs, else of geometric means.{against}"
        );
        Some(Summary { title: "pairs", table, caption })
    }

    /// Returns the setup that decides most instances, among these the one with the lowest score.
    fn best(&self) -> Option<usize> {
        let attribute = self.scored().next()?;
        let score = |s| mean(&self.penalized(attribute, s)).unwrap_or(f64::INFINITY);
        (0..self.matrix.setups.len()).min_by(|&a, &b| {
            self.decided(b).cmp(&self.decided(a)).then(score(a).total_cmp(&score(b)))
        })
    }
}

/// Returns a value as a multiple of another.
fn factor(attribute: &Attribute, value: Option<f64>, to: Option<f64>) -> Cell {
    factor_cell(value.zip(to).map(|(value, to)| attribute.factor(value, to)))
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::{MIXED, results, results_of, row, run};
    use super::super::{Ending, Overview, Results};
    use super::*;

    fn tables(results: &Results, times: bool) -> Vec<Summary> {
        Overview::new(results, times).summaries().remove(0).1
    }

    #[test]
    fn compares_setups_that_have_the_same_instances() {
        let results = results_of(MIXED, |_, _| {});
        let overview = Overview::new(&results, false);
        let summaries = overview.summaries();
        let [(first, tables), (second, alone)] = &summaries[..] else { panic!("{summaries:?}") };
        assert_eq!([first.as_str(), second.as_str()], ["tiles (1)", "tiles (2)"]);
        let how = &tables[0].caption;
        assert!(how.contains("unsolvable, of 3. "), "{how}");
        assert!(how.contains("Other instances of tiles have other setups"), "{how}");
        assert!(
            tables[1].caption.starts_with("Instances that all setups decided: 3."),
            "{tables:?}"
        );
        assert_eq!(row(&tables[0].table, "bfs")[1], "3");
        assert_eq!(row(&alone[0].table, "astar")[1], "2");
        // A single setup has no pairs.
        assert_eq!((tables.len(), alone.len()), (3, 2));
        // Nothing is counted twice, and plots have different names.
        assert_eq!(row(&overview.endings(), "tiles,astar")[2], "5");
        assert_eq!(overview.endings().csv().lines().count(), 3);
        let mut names: Vec<String> = overview.plots().into_iter().map(|(name, _)| name).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!((names.len(), names[0].as_str()), (all, "tiles-1-cactus-expanded"));
    }

    #[test]
    fn counts_only_runs_that_were_made() {
        let mut results = results(|_, _| {});
        let (mut study, all) = (results.study.clone(), results.recorded());
        let some = all.filter(|(run, _)| (&*run.instance, &*run.setup) != ("tiles eight", "bfs"));
        let records = some.map(|(_, record)| record.clone()).collect();
        results = Results::new(study.clone(), records);
        let summaries = tables(&results, false);
        let Summary { table, caption, .. } = &summaries[0];
        assert_eq!(row(table, "setup")[1..3], ["decided", "of"]);
        assert_eq!(row(table, "bfs")[1..3], ["1", "1"]);
        assert_eq!(row(table, "astar")[1..3], ["2", "2"]);
        assert!(caption.contains("of those run so far; the study has 2."), "{caption}");
        assert!(
            summaries[1].caption.starts_with("Instances that all setups decided: 1."),
            "{summaries:?}"
        );
        // Once everything has run, the column `of` disappears.
        study.runs.retain(|run| run.instance == "tiles easy");
        let records = results.recorded().map(|(_, record)| record.clone()).collect();
        let complete = tables(&Results::new(study, records), false);
        assert_eq!(row(&complete[0].table, "setup")[1..3], ["decided", "PAR10 expanded"]);
    }

    /// Three setups on two instances: the second decides only one of them, the third none.
    fn uneven(limits: &str) -> Results {
        let text = format!(
            "strategies = ['bfs', 'ucs', 'dfs']\n[[instances]]\npuzzle = 'tiles'\n\
             levels = ['easy', 'eight']\n{limits}"
        );
        results_of(&text, |planned, record| {
            run(record).stats.expanded = match (&*planned.setup, &*planned.instance) {
                ("bfs", "tiles easy") => 20,
                ("bfs", _) => 400,
                ("ucs", "tiles easy") => 80,
                _ => {
                    record.ending = Ending::Expansions;
                    1000
                }
            };
        })
    }

    #[test]
    fn a_setup_that_decides_nothing_empties_no_table() {
        let results = uneven("[limits]\nexpansions = 1_000\ntime = '2s'");
        let summaries = tables(&results, true);
        let [scores, common, pairs] = &summaries[..] else { panic!("{summaries:?}") };
        // (20 + 400) / 2, (80 + 10 × 1,000) / 2, and 10 × 1,000.
        for (setup, decided, expanded, time) in [
            ("bfs", "2", "210", "1.00 s"),
            ("ucs", "1", "5040", "10.50 s"),
            ("dfs", "0", "10000", "20.00 s"),
        ] {
            let row = row(&scores.table, setup);
            assert_eq!([&*row[1], &*row[2], &*row[4]], [decided, expanded, time]);
        }
        let rule =
            "counts as 10 × 1,000 for expanded (the limit) and 10 × 2.00 s for time (the limit).";
        assert!(scores.caption.contains(rule), "{}", scores.caption);
        assert_eq!(common.table.rows().len(), 2);
        assert!(common.caption.contains("decided nothing: dfs."), "{}", common.caption);
        assert_eq!(row(&pairs.table, "bfs,ucs")[2..6], ["1", "×1.00", "×0.25", ""]);
        assert_eq!(row(&pairs.table, "bfs,dfs")[2..6], ["0", "", "", ""]);
    }

    #[test]
    fn intervals_need_six_instances() {
        let with = |seeds: &str| {
            let text = format!(
                "strategies = ['bfs', 'ucs']\n[[instances]]\npuzzle = 'tiles'\n\
                 random = '2x3'\nseeds = '{seeds}'"
            );
            let results = results_of(&text, |planned, record| {
                let seed = planned.seed.unwrap_or_default();
                let factor = if planned.setup == "ucs" { 2 } else { 1 };
                run(record).stats.expanded = 10 * seed * factor;
            });
            tables(&results, false)
        };
        let some = with("1-6");
        let cells = |table: usize, name: &str| row(&some[table].table, name);
        assert_eq!(cells(0, "bfs")[3], "21.7 to 48.3");
        // The ratio is the same on every instance.
        assert_eq!(cells(2, "bfs,ucs")[4..6], ["×0.50", "×0.50 to ×0.50"]);
        assert_eq!(row(&with("1-5")[0].table, "bfs")[3], "");
    }

    #[test]
    fn without_a_limit_the_largest_value_is_penalized() {
        let summaries = tables(&uneven("[limits]\ntime = 'none'"), false);
        let rule = "counts as 10 × 1,000 for expanded (the largest value of any instance).";
        assert!(summaries[0].caption.contains(rule), "{summaries:?}");
    }

    #[test]
    fn many_setups_are_compared_with_the_best() {
        let names: Vec<String> = (2..9).map(|n| format!("'wastar:{n} -H zero'")).collect();
        let text = format!(
            "strategies = [{}]\n[[instances]]\npuzzle = 'tiles'\nlevels = 'easy'",
            names.join(", ")
        );
        let results = results_of(&text, |planned, record| {
            run(record).stats.expanded = if planned.setup.contains("(4)") { 5 } else { 10 };
        });
        let pairs = tables(&results, false).remove(2);
        assert_eq!(pairs.table.rows().len(), 6);
        assert!(pairs.table.rows().iter().all(|row| row[1].text() == "wastar(4) -H zero"));
        assert!(pairs.caption.contains("the setup that decides most"), "{}", pairs.caption);
    }
}
