//! Results: the records of one or more databases put together, instance by instance and setup by setup.

use super::{Attribute, Database, Ending, LabError, Planned, Record, Study};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// What one or more databases of a study hold.
#[derive(Clone, Debug)]
pub struct Results {
    /// The study, with the runs of all databases.
    pub study: Study,
    records: HashMap<String, Record>,
    /// Records of runs that the study no longer has.
    pub left_out: usize,
    /// Records of runs that another database given before has too.
    pub doubled: usize,
}

/// All repeats of one setup on one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The first record that needs an explanation, else the first that is undecided, else the first;
    /// with the median time of all that ended like it.
    pub record: Record,
    /// How many repeats are recorded.
    pub repeats: usize,
}

/// The cells of one puzzle: a row for each instance, a column for each setup. Every setup is planned for
/// every instance.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The puzzle.
    pub puzzle: String,
    /// Which of the puzzle's matrices it is, from 1, if there are several, as some of the instances have
    /// setups of their own.
    pub part: Option<usize>,
    /// The instances: name and size. Files of one name that differ have their digests in their names.
    pub instances: Vec<(String, Option<f64>)>,
    /// The setups.
    pub setups: Vec<String>,
    /// What tells the instances apart.
    identities: Vec<String>,
    cells: HashMap<(usize, usize), Cell>,
}

impl Results {
    /// Reads databases, such as those of all shards of a study.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn read<P: AsRef<Path>>(paths: &[P]) -> Result<Self, LabError> {
        let mut all: Option<Self> = None;
        for path in paths {
            let kept = Database::open(path.as_ref())?.read()?;
            let one = Self::new(kept.study, kept.records);
            match &mut all {
                None => all = Some(one),
                Some(all) => all.add(one),
            }
        }
        all.ok_or_else(|| LabError {
            message: "there is no database to read".to_owned(),
            remedy: "give one or more".to_owned(),
        })
    }

    /// The records of a study.
    #[must_use]
    pub fn new(study: Study, records: Vec<Record>) -> Self {
        let planned: BTreeSet<&str> = study.runs.iter().map(|run| run.key.as_str()).collect();
        let found = records.len();
        let records = records.into_iter().filter(|record| planned.contains(record.key.as_str()));
        let records: HashMap<_, _> = records.map(|r| (r.key.clone(), r)).collect();
        let left_out = found - records.len();
        Self { study, records, left_out, doubled: 0 }
    }

    fn add(&mut self, other: Self) {
        let known: BTreeSet<String> = self.study.runs.iter().map(|run| run.key.clone()).collect();
        let new = other.study.runs.into_iter().filter(|run| !known.contains(&run.key));
        self.study.runs.extend(new);
        self.left_out += other.left_out;
        if !self.study.definition.contains(&other.study.definition) {
            self.study.definition =
                format!("{}\n{}", self.study.definition, other.study.definition);
        }
        for (key, record) in other.records {
            match self.records.entry(key) {
                Entry::Occupied(_) => self.doubled += 1,
                Entry::Vacant(place) => {
                    place.insert(record);
                }
            }
        }
    }

    /// The record of a run.
    #[must_use]
    pub fn record(&self, run: &Planned) -> Option<&Record> {
        self.records.get(&run.key)
    }

    /// The runs that are recorded, in the order of the study.
    pub fn recorded(&self) -> impl Iterator<Item = (&Planned, &Record)> {
        self.study.runs.iter().filter_map(|run| Some((run, self.record(run)?)))
    }

    /// How many runs are recorded.
    #[must_use]
    pub fn number(&self) -> usize {
        self.records.len()
    }

    /// The puzzles of the study, each with its instances and setups; instances that have other setups
    /// than others of the puzzle stand apart.
    #[must_use]
    pub fn matrices(&self) -> Vec<Matrix> {
        let mut setups: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        let mut namesakes: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        for run in &self.study.runs {
            setups.entry(run.identity()).or_default().insert(&run.setup);
            namesakes.entry(&run.instance).or_default().insert(run.identity());
        }
        let mut matrices: Vec<Matrix> = vec![];
        let mut places: HashMap<(&str, &BTreeSet<&str>), usize> = HashMap::new();
        let mut groups: HashMap<(usize, usize, usize), Vec<&Record>> = HashMap::new();
        for run in &self.study.runs {
            let m = *places.entry((&run.puzzle, &setups[run.identity()])).or_insert_with(|| {
                matrices.push(Matrix::new(&run.puzzle));
                matrices.len() - 1
            });
            let matrix = &mut matrices[m];
            let alone = namesakes[run.instance.as_str()].len() == 1;
            let i = matrix.instance(run, if alone { &run.instance } else { run.identity() });
            let s = position(&mut matrix.setups, &run.setup);
            if let Some(record) = self.record(run) {
                groups.entry((m, i, s)).or_default().push(record);
            }
        }
        for ((m, i, s), records) in groups {
            matrices[m].cells.insert((i, s), Cell::new(&records));
        }
        for m in 0..matrices.len() {
            let same = |matrix: &&Matrix| matrix.puzzle == matrices[m].puzzle;
            let (before, all) =
                (matrices[..m].iter().filter(same).count(), matrices.iter().filter(same).count());
            matrices[m].part = (all > 1).then_some(before + 1);
        }
        matrices
    }

    /// What needs an explanation: runs that ended as none should, repeats that differ, answers that
    /// contradict each other. Each with what is wrong.
    #[must_use]
    pub fn unexplained(&self) -> Vec<(String, String)> {
        let mut found = vec![];
        let mut repeats: HashMap<(&str, &str), (&Planned, &Record)> = HashMap::new();
        for (run, record) in self.recorded() {
            if !record.ending.is_explained() {
                let what = format!("{}: {}", record.ending.word(), record.detail);
                found.push((run.key.clone(), what));
                continue;
            }
            let first = repeats.entry((run.identity(), &run.setup)).or_insert((run, record));
            let what = if first.1.ending != record.ending {
                let [own, other] = [record, first.1].map(|record| record.ending.word());
                format!("ended otherwise than repeat {}: {own}, not {other}", first.0.repeat)
            } else if record.ending.is_decided() && !same_counts(first.1, record) {
                format!("differs from repeat {}, though nothing is random", first.0.repeat)
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

/// Whether two runs of the same search counted the same.
fn same_counts(a: &Record, b: &Record) -> bool {
    (a.cost, a.length, a.expanded, a.generated) == (b.cost, b.length, b.expanded, b.generated)
}

/// The place of a name, which is added if it is new.
fn position(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

impl Cell {
    fn new(records: &[&Record]) -> Self {
        let first = |wanted: fn(Ending) -> bool| records.iter().find(|r| wanted(r.ending));
        let worst = first(|ending| !ending.is_explained())
            .or_else(|| first(|ending| !ending.is_decided()))
            .unwrap_or(&records[0]);
        let mut record = Record::clone(worst);
        // The time that a limit leaves says nothing about the time that an answer takes.
        let alike = records.iter().filter(|other| other.ending == record.ending);
        let mut seconds: Vec<f64> = alike.filter_map(|record| record.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        record.seconds = seconds.get(seconds.len() / 2).copied();
        Self { record, repeats: records.len() }
    }

    /// Whether the question was answered.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.record.ending.is_decided()
    }
}

impl Matrix {
    fn new(puzzle: &str) -> Self {
        let puzzle = puzzle.to_owned();
        let (instances, setups, identities) = (vec![], vec![], vec![]);
        Self { puzzle, part: None, instances, setups, identities, cells: HashMap::new() }
    }

    fn instance(&mut self, run: &Planned, name: &str) -> usize {
        // Runs of one instance stand together.
        let known = self.identities.iter().rposition(|identity| identity == run.identity());
        known.unwrap_or_else(|| {
            self.identities.push(run.identity().to_owned());
            self.instances.push((name.to_owned(), run.size));
            self.instances.len() - 1
        })
    }

    /// The cells without what a clock decided.
    pub(super) fn without_times(mut self) -> Self {
        for cell in self.cells.values_mut() {
            cell.record = cell.record.without_times();
        }
        self
    }

    /// What it is called: the puzzle, with a number if the puzzle has several.
    #[must_use]
    pub fn title(&self) -> String {
        self.part.map_or(self.puzzle.clone(), |part| format!("{} ({part})", self.puzzle))
    }

    /// What tells an instance from all others, in every study.
    pub(super) fn identity(&self, instance: usize) -> &str {
        &self.identities[instance]
    }

    /// The cell of an instance and a setup, by their places.
    #[must_use]
    pub fn cell(&self, instance: usize, setup: usize) -> Option<&Cell> {
        self.cells.get(&(instance, setup))
    }

    /// On how many instances a setup has been run.
    #[must_use]
    pub fn run_by(&self, setup: usize) -> usize {
        (0..self.instances.len()).filter(|&i| self.cell(i, setup).is_some()).count()
    }

    /// The instances that all of these setups have decided.
    #[must_use]
    pub fn decided_by_all(&self, setups: &[usize]) -> Vec<usize> {
        let decided = |i: usize, s: usize| self.cell(i, s).is_some_and(Cell::is_decided);
        let all = 0..self.instances.len();
        all.filter(|&i| setups.iter().all(|&s| decided(i, s))).collect()
    }

    /// The values of an attribute of one setup on these instances, where there are any.
    #[must_use]
    pub fn values(&self, attribute: &Attribute, setup: usize, instances: &[usize]) -> Vec<f64> {
        let value = |&i: &usize| attribute.value(&self.cell(i, setup)?.record);
        instances.iter().filter_map(value).collect()
    }

    /// An instance's name without the puzzle's.
    #[must_use]
    pub fn short(&self, instance: usize) -> &str {
        let name = &self.instances[instance].0;
        name.strip_prefix(&self.puzzle).map_or(name.as_str(), str::trim_start)
    }

    /// Answers that cannot all be true: costs below one that is proved optimal, different proofs.
    fn contradictions(&self) -> Vec<(String, String)> {
        let mut found = vec![];
        for i in 0..self.instances.len() {
            let cells = || (0..self.setups.len()).filter_map(|s| Some((s, self.cell(i, s)?)));
            let proved = |cell: &Cell| {
                let optimal = cell.record.optimality.as_deref() == Some("proved");
                optimal.then_some(cell.record.cost).flatten()
            };
            let best = cells().find_map(|(s, cell)| Some((s, proved(cell)?)));
            for (s, cell) in cells() {
                let record = &cell.record;
                let plan = cells().find(|(_, other)| other.record.ending == Ending::Solved);
                let wrong = match (record.ending, record.cost, best, plan) {
                    (Ending::Unsolvable, _, _, Some((other, _))) => {
                        Some(format!("proved unsolvable, yet {} solved it", self.setups[other]))
                    }
                    (Ending::Solved, Some(cost), Some((other, least)), _)
                        if cost < least || (cost > least && proved(cell).is_some()) =>
                    {
                        let name = &self.setups[other];
                        Some(format!("costs {cost}, yet {name} proved that {least} is the optimum"))
                    }
                    _ => None,
                };
                if let Some(wrong) = wrong {
                    found.push((format!("{} | {}", self.instances[i].0, self.setups[s]), wrong));
                }
            }
        }
        found
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A study of two levels by A\* and breadth-first search, each twice, with records that are filled in.
    pub fn results(fill: impl Fn(&Planned, &mut Record)) -> Results {
        let text = "strategies = ['astar -H manhattan', 'bfs']\nrepeats = 2\n\
                    [[instances]]\npuzzle = 'tiles'\nlevels = ['easy', 'eight']";
        results_of(text, fill)
    }

    /// A study with records that are filled in.
    pub fn results_of(text: &str, fill: impl Fn(&Planned, &mut Record)) -> Results {
        recorded(Study::read(text, Path::new("x.toml")).unwrap(), fill)
    }

    /// The same of a study of which `files` are files: each name with the digest of its content.
    pub fn results_of_files(text: &str, files: &[(&str, u64)]) -> Results {
        let mut study = Study::read(text, Path::new("x.toml")).unwrap();
        for run in &mut study.runs {
            let digest = files.iter().find(|(name, _)| *name == run.instance).unwrap().1;
            let rest = run.key.split_off(run.instance.len());
            run.key = format!("{} ({digest:016x}){rest}", run.instance);
        }
        recorded(study, |_, _| {})
    }

    fn recorded(study: Study, fill: impl Fn(&Planned, &mut Record)) -> Results {
        let records = study.runs.iter().map(|run| {
            let mut record = Record {
                key: run.key.clone(),
                ending: Ending::Solved,
                detail: String::new(),
                optimality: Some("proved".to_owned()),
                cost: Some(5),
                length: Some(5),
                expanded: Some(10),
                generated: Some(20),
                duplicates: Some(0),
                reopened: Some(0),
                max_frontier: Some(4),
                peak_bytes: Some(100),
                seconds: Some(f64::from(run.repeat)),
                table_seconds: Some(0.0),
                wall_seconds: 1.0,
                version: "1".to_owned(),
                machine: "here".to_owned(),
                jobs: 1,
            };
            fill(run, &mut record);
            record
        });
        let records = records.collect();
        Results::new(study, records)
    }

    fn what(results: &Results) -> String {
        let all = results.unexplained();
        let lines: Vec<_> = all.iter().map(|(run, what)| format!("{run}: {what}")).collect();
        lines.join("\n")
    }

    #[test]
    fn what_agrees_needs_no_explanation() {
        assert_eq!(what(&results(|_, _| {})), "");
        // Plans that nobody claims to be optimal may cost more.
        let dear = results(|run, record| {
            if run.setup == "bfs" {
                (record.cost, record.optimality) = (Some(9), Some("not-claimed".to_owned()));
            }
        });
        assert_eq!(what(&dear), "");
    }

    #[test]
    fn contradictions_are_found() {
        let two_optima = results(|run, record| {
            if run.setup == "bfs" && run.instance == "tiles eight" {
                record.cost = Some(6);
            }
        });
        let found = what(&two_optima);
        let says =
            "tiles eight | bfs: costs 6, yet astar -H manhattan proved that 5 is the optimum";
        assert_eq!(found, says);
        let no_way = results(|run, record| {
            if run.setup == "bfs" {
                (record.ending, record.cost, record.optimality) = (Ending::Unsolvable, None, None);
            }
        });
        assert!(
            what(&no_way).contains("easy | bfs: proved unsolvable, yet astar -H manhattan solved")
        );
        let restless = results(|run, record| record.expanded = Some(u64::from(run.repeat)));
        assert_eq!(what(&restless).matches("differs from repeat 1").count(), 4);
    }

    #[test]
    fn repeats_become_one_cell() {
        let results = results(|run, record| {
            if run.repeat == 2 && run.setup == "bfs" {
                record.ending = Ending::Crash;
            }
        });
        let matrix = &results.matrices()[0];
        assert_eq!(matrix.setups, ["astar -H manhattan", "bfs"]);
        let cell = matrix.cell(0, 0).unwrap();
        assert_eq!((cell.repeats, cell.record.seconds), (2, Some(2.0)));
        assert_eq!(matrix.cell(0, 1).unwrap().record.ending, Ending::Crash);
        assert_eq!(matrix.decided_by_all(&[0]), [0, 1]);
        assert!(matrix.decided_by_all(&[0, 1]).is_empty());
    }

    #[test]
    fn the_worst_of_repeats_counts_and_is_told() {
        let text = "strategies = 'bfs'\nrepeats = 4\n\
                    [[instances]]\npuzzle = 'tiles'\nlevels = 'easy'";
        let mixed = results_of(text, |run, record| match run.repeat {
            2 => (record.ending, record.seconds) = (Ending::Time, Some(30.0)),
            4 => (record.ending, record.seconds) = (Ending::Time, Some(40.0)),
            _ => {}
        });
        let matrix = &mixed.matrices()[0];
        let cell = matrix.cell(0, 0).unwrap();
        assert_eq!((cell.record.ending, cell.record.seconds), (Ending::Time, Some(40.0)));
        assert!(matrix.decided_by_all(&[0]).is_empty());
        let told = what(&mixed);
        assert_eq!(told.matches("ended otherwise than repeat 1: time, not solved").count(), 2);
        assert_eq!(told.lines().count(), 2, "{told}");
        // One that nobody can explain is worse than one that ran out of time.
        let crashed = results_of(text, |run, record| match run.repeat {
            2 => record.ending = Ending::Time,
            3 => record.ending = Ending::Crash,
            _ => {}
        });
        let cell = crashed.matrices()[0].cell(0, 0).unwrap().clone();
        assert_eq!((cell.record.ending, cell.record.seconds), (Ending::Crash, Some(3.0)));
    }

    #[test]
    fn instances_with_other_setups_stand_apart() {
        let text = "strategies = ['astar -H manhattan', 'bfs']\n\
                    [[instances]]\npuzzle = 'tiles'\nrandom = '2x3'\nseeds = '1-3'\n\
                    [[instances]]\npuzzle = 'tiles'\nlevels = ['eight', 'easy']\n\
                    strategies = 'astar -H manhattan'\n\
                    [[instances]]\npuzzle = 'hanoi'\nlevels = '3x3'\nstrategies = 'bfs'";
        let results = results_of(text, |_, _| {});
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
    fn files_that_differ_are_two_instances() {
        let text = "strategies = 'bfs'\n[[instances]]\npuzzle = 'tiles'\nlevels = 'easy'";
        let mut both = results_of_files(text, &[("tiles easy", 1)]);
        assert_eq!(both.matrices()[0].instances[0].0, "tiles easy");
        both.add(results_of_files(text, &[("tiles easy", 2)]));
        let matrix = &both.matrices()[0];
        let names: Vec<_> = matrix.instances.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["tiles easy (0000000000000001)", "tiles easy (0000000000000002)"]);
        assert_eq!(matrix.cell(0, 0).unwrap().repeats, 1);
    }
}
