//! Results: records of one or more databases, by instance and setup.

use super::{Attribute, Caps, Database, Ending, LabError, Planned, Record, Study};
use crate::record::Optimality;
use crate::statistics::median;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::time::Duration;

/// The records of a study.
#[derive(Clone, Debug)]
pub struct Results {
    /// The study, with the runs of all databases.
    pub study: Study,
    records: HashMap<String, Record>,
    /// The number of records that belong to no run of the study.
    pub unplanned: usize,
    /// The number of records that are also in an earlier database.
    pub duplicates: usize,
}

/// The records of one puzzle by instance and setup, with one record for all repeats. Every setup is
/// planned for every instance.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    pub puzzle: String,
    /// The number of the matrix, from 1, if instances of the puzzle have different setups.
    pub part: Option<usize>,
    /// The instances: name and size. Different files of the same name have their digests in the names.
    pub instances: Vec<(String, Option<f64>)>,
    pub setups: Vec<String>,
    /// The different limits of its runs.
    pub(super) caps: Vec<Caps>,
    /// The [`Planned::identity`] of each instance.
    pub(super) identities: Vec<String>,
    pub(super) records: BTreeMap<(usize, usize), Record>,
}

impl Results {
    /// Reads databases, such as the shards of a study. A path may be a URL.
    ///
    /// # Errors
    /// If one is not readable.
    pub fn read<P: AsRef<Path>>(paths: &[P]) -> Result<Self, LabError> {
        let (message, remedy) = ("no database to read", "give one or more databases");
        let none = LabError::input(message.to_owned(), remedy);
        let each = paths.iter().map(|path| {
            let (study, records) = Database::open(path.as_ref())?.read()?;
            Ok(Self::new(study, records))
        });
        each.reduce(|all, one| Ok(all?.add(one?))).unwrap_or(Err(none))
    }

    /// Combines a study and its records.
    #[must_use]
    pub fn new(study: Study, records: Vec<Record>) -> Self {
        let planned: BTreeSet<&str> = study.runs.iter().map(|run| run.key.as_str()).collect();
        let found = records.len();
        let records = records.into_iter().filter(|record| planned.contains(record.key.as_str()));
        let records: HashMap<_, _> = records.map(|r| (r.key.clone(), r)).collect();
        let unplanned = found - records.len();
        Self { study, records, unplanned, duplicates: 0 }
    }

    fn add(mut self, other: Self) -> Self {
        let known: BTreeSet<String> = self.study.runs.iter().map(|run| run.key.clone()).collect();
        let new = other.study.runs.into_iter().filter(|run| !known.contains(&run.key));
        self.study.runs.extend(new);
        self.unplanned += other.unplanned;
        if !self.study.definition.contains(&other.study.definition) {
            self.study.definition.extend(["\n", &other.study.definition]);
        }
        let all = self.records.len() + other.records.len();
        for (key, record) in other.records {
            self.records.entry(key).or_insert(record);
        }
        self.duplicates += all - self.records.len();
        self
    }

    fn record(&self, run: &Planned) -> Option<&Record> {
        self.records.get(&run.key)
    }

    /// Returns the recorded runs, in the order of the study.
    pub fn recorded(&self) -> impl Iterator<Item = (&Planned, &Record)> {
        self.study.runs.iter().filter_map(|run| Some((run, self.record(run)?)))
    }

    /// Returns every instance and setup in the order of the study, with one record for all repeats and
    /// the seconds of those that ended like it.
    #[must_use]
    pub fn repeats(&self) -> Vec<(&Planned, Record, Vec<f64>)> {
        let mut groups: Vec<(&Planned, Vec<&Record>)> = vec![];
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        for (run, record) in self.recorded() {
            let place = *places.entry((run.identity(), &run.setup)).or_insert_with(|| {
                groups.push((run, vec![]));
                groups.len() - 1
            });
            groups[place].1.push(record);
        }
        let merged = groups.into_iter().map(|(run, records)| {
            let (record, seconds) = merge_repeats(&records);
            (run, record, seconds)
        });
        merged.collect()
    }

    /// Returns the puzzles of the study with their instances and setups. Instances of one puzzle with
    /// different setups are in different matrices.
    pub(super) fn matrices(&self) -> Vec<Matrix> {
        let mut setups: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        let mut same_name: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        for run in &self.study.runs {
            setups.entry(run.identity()).or_default().insert(&run.setup);
            same_name.entry(&run.instance).or_default().insert(run.identity());
        }
        let mut matrices: Vec<Matrix> = vec![];
        let mut places: HashMap<(&str, &BTreeSet<&str>), usize> = HashMap::new();
        let mut groups: HashMap<(usize, usize, usize), Vec<&Record>> = HashMap::new();
        for run in &self.study.runs {
            let m = *places.entry((&run.puzzle, &setups[run.identity()])).or_insert_with(|| {
                matrices.push(Matrix { puzzle: run.puzzle.clone(), ..Matrix::default() });
                matrices.len() - 1
            });
            let matrix = &mut matrices[m];
            let unique = same_name[run.instance.as_str()].len() == 1;
            let i = matrix.instance(run, if unique { &run.instance } else { run.identity() });
            let s = index(&mut matrix.setups, run.setup.clone());
            index(&mut matrix.caps, run.caps.clone());
            if let Some(record) = self.record(run) {
                groups.entry((m, i, s)).or_default().push(record);
            }
        }
        for ((m, i, s), records) in groups {
            matrices[m].records.insert((i, s), merge_repeats(&records).0);
        }
        for m in 0..matrices.len() {
            let same = |matrix: &&Matrix| matrix.puzzle == matrices[m].puzzle;
            let before = matrices[..m].iter().filter(same).count();
            matrices[m].part = (matrices.iter().filter(same).count() > 1).then_some(before + 1);
        }
        matrices
    }

    /// Returns the runs that need an explanation, each with what is wrong: failures, repeats that differ,
    /// answers that contradict each other.
    #[must_use]
    pub fn unexplained(&self) -> Vec<(String, String)> {
        let counts = |record: &Record| {
            let run = record.run.as_ref()?;
            Some((run.cost, run.length, run.stats.expanded, run.stats.generated))
        };
        let mut found = vec![];
        let mut repeats: HashMap<(&str, &str), (&Planned, &Record)> = HashMap::new();
        for (run, record) in self.recorded() {
            if !record.ending.is_explained() {
                let what = format!("{}: {}", record.ending, record.detail);
                found.push((run.key.clone(), what));
                continue;
            }
            let first = repeats.entry((run.identity(), &run.setup)).or_insert((run, record));
            let what = if first.1.ending != record.ending {
                let (own, other) = (record.ending, first.1.ending);
                format!("repeat {} ended differently: {own}, not {other}", first.0.repeat)
            } else if record.ending.is_decided() && counts(first.1) != counts(record) {
                format!("repeat {} counted differently", first.0.repeat)
            } else {
                continue;
            };
            found.push((run.key.clone(), what));
        }
        for matrix in self.matrices() {
            found.extend(matrix.contradictions());
        }
        found
    }
}

/// Returns the index of a value in `seen`; appends the value if it is new.
pub fn index<T: PartialEq>(seen: &mut Vec<T>, value: T) -> usize {
    seen.iter().position(|known| *known == value).unwrap_or_else(|| {
        seen.push(value);
        seen.len() - 1
    })
}

/// Returns one record for all repeats of a run, and the seconds of those that ended like it: the first
/// unexplained one, else the first undecided one, else the first. Its time is their median.
fn merge_repeats(records: &[&Record]) -> (Record, Vec<f64>) {
    let first = |wanted: fn(Ending) -> bool| records.iter().find(|r| wanted(r.ending));
    let worst = first(|ending| !ending.is_explained())
        .or_else(|| first(|ending| !ending.is_decided()))
        .unwrap_or(&records[0]);
    let mut record = Record::clone(worst);
    // The time until a limit is not the time that an answer takes.
    let similar = records.iter().filter(|other| other.ending == record.ending);
    let times: Vec<f64> = similar
        .filter_map(|record| Some(record.run.as_ref()?.stats.elapsed.as_secs_f64()))
        .collect();
    if let (Some(run), Some(median)) = (&mut record.run, median(&times)) {
        run.stats.elapsed = Duration::from_secs_f64(median);
    }
    (record, times)
}

impl Matrix {
    fn instance(&mut self, run: &Planned, name: &str) -> usize {
        // The runs of one instance are adjacent.
        let known = self.identities.iter().rposition(|identity| identity == run.identity());
        known.unwrap_or_else(|| {
            self.identities.push(run.identity().to_owned());
            self.instances.push((name.to_owned(), run.size));
            self.instances.len() - 1
        })
    }

    /// Returns the puzzle, with a number if it has several matrices.
    pub(super) fn title(&self) -> String {
        self.part.map_or(self.puzzle.clone(), |part| format!("{} ({part})", self.puzzle))
    }

    pub(super) fn record(&self, instance: usize, setup: usize) -> Option<&Record> {
        self.records.get(&(instance, setup))
    }

    /// Returns the number of instances on which a setup has run.
    pub(super) fn run_by(&self, setup: usize) -> usize {
        self.records.keys().filter(|(_, s)| *s == setup).count()
    }

    /// Returns the instances that all of these setups decided.
    pub(super) fn decided_by_all(&self, setups: &[usize]) -> Vec<usize> {
        let decided = |i: usize, s: usize| self.record(i, s).is_some_and(|r| r.ending.is_decided());
        let all = 0..self.instances.len();
        all.filter(|&i| setups.iter().all(|&s| decided(i, s))).collect()
    }

    /// Returns the known values of an attribute of one setup on these instances.
    pub(super) fn values(
        &self,
        attribute: &Attribute,
        setup: usize,
        instances: &[usize],
    ) -> Vec<f64> {
        let value = |&i: &usize| attribute.value(self.record(i, setup)?);
        instances.iter().filter_map(value).collect()
    }

    /// Returns an instance's name without the puzzle's.
    pub(super) fn short(&self, instance: usize) -> &str {
        let name = &self.instances[instance].0;
        name.strip_prefix(&self.puzzle).map_or(name.as_str(), str::trim_start)
    }

    /// Returns runs whose answers contradict each other, each with what is wrong.
    fn contradictions(&self) -> Vec<(String, String)> {
        let mut found = vec![];
        for i in 0..self.instances.len() {
            let records = self.setups.iter().enumerate();
            let records = records.filter_map(|(s, name)| Some((name.as_str(), self.record(i, s)?)));
            let wrong = contradictions(&records.collect::<Vec<_>>());
            let of = |setup| format!("{} | {setup}", self.instances[i].0);
            found.extend(wrong.into_iter().map(|(setup, what)| (of(setup), what)));
        }
        found
    }
}

/// Returns which of several answers for one instance, each with a name, contradict the others: costs
/// below a proved optimum, different proofs.
pub(super) fn contradictions<'a>(answers: &[(&'a str, &Record)]) -> Vec<(&'a str, String)> {
    let cost = |record: &Record| record.run.as_ref()?.cost;
    let proved = |record: &Record| {
        let optimality = record.run.as_ref()?.optimality;
        cost(record).filter(|_| optimality == Some(Optimality::Proved))
    };
    let best = answers.iter().find_map(|(name, record)| Some((name, proved(record)?)));
    let plan = answers.iter().find(|(_, other)| other.ending == Ending::Solved);
    let wrong = answers.iter().filter_map(|&(name, record)| {
        let what = match (record.ending, cost(record), best, plan) {
            (Ending::Unsolvable, _, _, Some((other, _))) => {
                format!("proved unsolvable, but {other} solved it")
            }
            (Ending::Solved, Some(cost), Some((other, least)), _)
                if cost < least || (cost > least && proved(record).is_some()) =>
            {
                format!("costs {cost}, but {other} proved that {least} is optimal")
            }
            _ => return None,
        };
        Some((name, what))
    });
    wrong.collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Origin;
    use super::*;
    use crate::Table;
    use crate::record::RunRecord;
    use heureka_core::{Limits, Stats};

    /// A study of two levels by A\* and breadth-first search, each twice.
    pub const TWICE: &str = "strategies = ['astar -H manhattan', 'bfs']\nrepeats = 2\n\
                             [[instances]]\npuzzle = 'tiles'\nlevels = ['easy', 'eight']";

    /// A study whose second block of instances has other setups.
    pub const MIXED: &str = "strategies = ['astar -H manhattan', 'bfs']\n\
                             [[instances]]\npuzzle = 'tiles'\nrandom = '2x3'\nseeds = '1-3'\n\
                             [[instances]]\npuzzle = 'tiles'\nlevels = ['eight', 'easy']\n\
                             strategies = 'astar -H manhattan'";

    /// Reads a study.
    pub fn study(text: &str) -> Study {
        Study::read(text, Path::new("x.toml")).unwrap()
    }

    /// Returns the results of [`TWICE`] after `edit` has changed the records.
    pub fn results(edit: impl Fn(&Planned, &mut Record)) -> Results {
        results_of(TWICE, edit)
    }

    /// Returns the results of a study after `edit` has changed the records.
    pub fn results_of(text: &str, edit: impl Fn(&Planned, &mut Record)) -> Results {
        recorded(study(text), edit)
    }

    /// Returns the results of a study whose instances are `files`: each a name and a digest.
    pub fn results_of_files(text: &str, files: &[(&str, u64)]) -> Results {
        let mut study = study(text);
        for run in &mut study.runs {
            let digest = files.iter().find(|(name, _)| *name == run.instance).unwrap().1;
            let rest = run.key.split_off(run.instance.len());
            run.key = format!("{} ({digest:016x}){rest}", run.instance);
        }
        recorded(study, |_, _| {})
    }

    /// Records every run as solved optimally: cost 5, 10 nodes expanded, as many seconds as its repeat.
    fn recorded(study: Study, edit: impl Fn(&Planned, &mut Record)) -> Results {
        let bare =
            crate::record::tests::record("tiles", "1 2 3 4 5 6 7 0 8", "bfs", Limits::none());
        let origin = Origin { version: "1".to_owned(), machine: "here".to_owned(), jobs: 1 };
        let records = study.runs.iter().map(|run| {
            let result = RunRecord {
                cost: Some(5),
                length: Some(5),
                path_length: None,
                stats: Stats {
                    expanded: 10,
                    generated: 20,
                    max_frontier: 4,
                    peak_bytes: 100,
                    elapsed: Duration::from_secs(run.repeat.into()),
                    ..bare.stats
                },
                ..bare.clone()
            };
            let mut record = Record::new(&run.key, result, 1.0, &origin);
            edit(run, &mut record);
            record
        });
        let records = records.collect();
        Results::new(study, records)
    }

    /// Returns the result of a record, to change it.
    pub fn run(record: &mut Record) -> &mut RunRecord {
        record.run.as_mut().unwrap()
    }

    /// Returns the cells of the row that begins with this name.
    pub fn row(table: &Table, name: &str) -> Vec<String> {
        let text = table.csv();
        let line =
            text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
        line.split(',').map(str::to_owned).collect()
    }

    fn what(results: &Results) -> String {
        let all = results.unexplained();
        let lines: Vec<_> = all.iter().map(|(run, what)| format!("{run}: {what}")).collect();
        lines.join("\n")
    }

    #[test]
    fn consistent_answers_need_no_explanation() {
        assert_eq!(what(&results(|_, _| {})), "");
        // A plan that is not claimed to be optimal may cost more.
        let costly = results(|planned, record| {
            if planned.setup == "bfs" {
                let run = run(record);
                (run.cost, run.optimality) = (Some(9), Some(Optimality::NotClaimed));
            }
        });
        assert_eq!(what(&costly), "");
    }

    #[test]
    fn contradictions_are_found() {
        let two_optima = results(|planned, record| {
            if planned.setup == "bfs" && planned.instance == "tiles eight" {
                run(record).cost = Some(6);
            }
        });
        let expected =
            "tiles eight | bfs: costs 6, but astar -H manhattan proved that 5 is optimal";
        assert_eq!(what(&two_optima), expected);
        let unsolvable = results(|planned, record| {
            if planned.setup == "bfs" {
                record.ending = Ending::Unsolvable;
                (run(record).cost, run(record).optimality) = (None, None);
            }
        });
        let expected = "easy | bfs: proved unsolvable, but astar -H manhattan solved it";
        assert!(what(&unsolvable).contains(expected), "{}", what(&unsolvable));
        let random =
            results(|planned, record| run(record).stats.expanded = u64::from(planned.repeat));
        assert_eq!(what(&random).matches("repeat 1 counted differently").count(), 4);
    }

    #[test]
    fn repeats_become_one_record() {
        let results = results(|run, record| {
            if run.repeat == 2 && run.setup == "bfs" {
                record.ending = Ending::Crash;
            }
        });
        let matrix = &results.matrices()[0];
        assert_eq!(matrix.setups, ["astar -H manhattan", "bfs"]);
        let record = matrix.record(0, 0).unwrap();
        // The median of one and two seconds.
        let run = record.run.as_ref().unwrap();
        assert_eq!((record.ending, run.stats.elapsed.as_millis()), (Ending::Solved, 1500));
        assert_eq!(matrix.record(0, 1).unwrap().ending, Ending::Crash);
        assert_eq!(matrix.decided_by_all(&[0]), [0, 1]);
        assert!(matrix.decided_by_all(&[0, 1]).is_empty());
    }

    fn seconds(record: &Record) -> u64 {
        record.run.as_ref().unwrap().stats.elapsed.as_secs()
    }

    #[test]
    fn the_worst_repeat_counts() {
        let text = "strategies = 'bfs'\nrepeats = 4\n\
                    [[instances]]\npuzzle = 'tiles'\nlevels = 'easy'";
        let with = |endings: [Ending; 4]| {
            results_of(text, |planned, record| {
                record.ending = endings[planned.repeat as usize - 1];
                run(record).stats.elapsed = Duration::from_secs(10) * planned.repeat;
            })
        };
        let (solved, time) = (Ending::Solved, Ending::Time);
        let mixed = with([solved, time, solved, time]);
        let matrix = &mixed.matrices()[0];
        let record = matrix.record(0, 0).unwrap();
        assert_eq!((record.ending, seconds(record)), (Ending::Time, 30));
        assert!(matrix.decided_by_all(&[0]).is_empty());
        let found = what(&mixed);
        assert_eq!(found.matches("repeat 1 ended differently: time, not solved").count(), 2);
        assert_eq!(found.lines().count(), 2, "{found}");
        // An unexplained ending is worse than a limit.
        let crashed = with([solved, time, Ending::Crash, solved]);
        let record = crashed.matrices()[0].record(0, 0).unwrap().clone();
        assert_eq!((record.ending, seconds(&record)), (Ending::Crash, 30));
    }

    #[test]
    fn instances_with_other_setups_are_in_another_matrix() {
        let hanoi = "\n[[instances]]\npuzzle = 'hanoi'\nlevels = '3x3'\nstrategies = 'bfs'";
        let results = results_of(&format!("{MIXED}{hanoi}"), |_, _| {});
        let matrices = results.matrices();
        let shape = |matrix: &Matrix| (matrix.instances.len(), matrix.setups.len());
        let shapes: Vec<_> = matrices.iter().map(|m| (m.title(), shape(m))).collect();
        let expected = [("tiles (1)", (3, 2)), ("tiles (2)", (2, 1)), ("hanoi", (1, 1))];
        assert_eq!(shapes, expected.map(|(title, shape)| (title.to_owned(), shape)));
        for matrix in &matrices {
            let setups: Vec<usize> = (0..matrix.setups.len()).collect();
            assert!(setups.iter().all(|&s| matrix.run_by(s) == matrix.instances.len()));
            assert_eq!(matrix.decided_by_all(&setups).len(), matrix.instances.len());
        }
    }

    #[test]
    fn different_files_of_one_name_are_two_instances() {
        let text = "strategies = 'bfs'\n[[instances]]\npuzzle = 'tiles'\nlevels = 'easy'";
        let mut both = results_of_files(text, &[("tiles easy", 1)]);
        assert_eq!(both.matrices()[0].instances[0].0, "tiles easy");
        both = both.add(results_of_files(text, &[("tiles easy", 2)]));
        let matrix = &both.matrices()[0];
        let names: Vec<_> = matrix.instances.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["tiles easy (0000000000000001)", "tiles easy (0000000000000002)"]);
    }
}
