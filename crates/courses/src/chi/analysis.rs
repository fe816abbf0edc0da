//! The course's analysis of all searches on one set of boards: lengths, failures, costs, times and
//! optimality.

use super::{Task, findings, parameters};
use crate::mean;
use heureka_core::Cost;
use heureka_kit::board::Size;
use heureka_lab::record::{Optimality, Reason, Verdict};
use heureka_lab::study::{Caps, Experiment, Results, Source, Subject, index};
use heureka_lab::{Axis, Cell, Mark, Plot, Point, Report, Series, Table};
use heureka_puzzles::chi::{INFO, puzzles};
use serde::Serialize;

/// The columns of averages and totals: the assignment's measures.
const MEASURES: [&str; 7] =
    ["search", "solution", "search path", "no solution", "cost", "seconds", "optimal"];

/// One search on one board.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    /// The search, such as `astar-h2`.
    pub search: String,
    /// The number of the board, from 0.
    pub puzzle: usize,
    outcome: Verdict,
    reason: Option<Reason>,
    pub cost: Option<Cost>,
    /// The optimal cost, if any search proved it.
    optimum: Option<Cost>,
    length: Option<u64>,
    /// Nodes on the search path, including the goal.
    pub search_length: u64,
    pub seconds: f64,
    #[serde(skip)]
    ended: String,
}

impl Row {
    pub fn is_optimal(&self) -> Option<bool> {
        Some(self.cost? == self.optimum?)
    }
}

/// The analysis of a set of boards.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// Search by search.
    runs: Vec<Row>,
    /// The heuristics h1 and h2 compared, in sentences.
    heuristics: Vec<String>,
    /// Uniform cost, A\* and greedy search compared, in sentences.
    algorithms: Vec<String>,
}

/// What a plot shows for each search: its file name, its title and its value.
type Quantity = (&'static str, &'static str, fn(&Row) -> Option<f64>);

const QUANTITIES: [Quantity; 3] = [
    ("searched", "Length of the search path", |row| Some(row.search_length as f64)),
    ("cost", "Cost of the solution", |row| row.cost.map(f64::from)),
    ("seconds", "Time in seconds", |row| Some(row.seconds.max(1e-7))),
];

/// The heuristics in words.
const HEURISTICS: [&str; 5] = [
    "h0: 1 unless the blank is in the last cell.",
    "h1: the number of misplaced tiles, excluding the blank; each needs a move of cost 1 or more.",
    "h2: the sum over all tiles of the cost to reach the goal cell on an empty board. It is never \
     below h1 and never above the true cost, so A* with h2 needs no more nodes below the optimum.",
    "pdb and pdb-blankless: pattern databases over groups of tiles, with and without the blank's cell.",
    "exact: the true cost. Greedy search is not optimal even so: it ignores the cost of the next move.",
];

impl Analysis {
    /// Plans uniform cost, and greedy search and A\* with every heuristic, on every board.
    pub fn experiment(boards: &[Vec<u8>], size: Size, caps: Caps) -> Experiment {
        let mut names: Vec<_> = INFO.heuristics.iter().map(|heuristic| heuristic.name).collect();
        names.sort_by_key(|&name| (name == "exact", name));
        let subjects = boards.iter().enumerate().map(|(number, board)| Subject {
            parameters: parameters(size),
            label: Some(number.to_string()),
            ..Subject::new(INFO.name, Source::Text(puzzles::write(std::slice::from_ref(board))))
        });
        Experiment {
            title: "χ-puzzle: searches and heuristics compared".to_owned(),
            subjects: subjects.collect(),
            setups: Task::all(&names).iter().map(Task::setup).collect(),
            caps,
            repeats: 1,
        }
    }

    /// Analyzes the results of [`Analysis::experiment`].
    #[must_use]
    pub fn new(results: &Results) -> Self {
        let (mut boards, mut optima, mut runs): (_, _, Vec<Row>) = (vec![], vec![], vec![]);
        for (planned, record) in results.recorded() {
            let Some(run) = &record.run else { continue };
            let puzzle = index(&mut boards, &planned.instance);
            optima.resize(boards.len(), None);
            if run.optimality == Some(Optimality::Proved) {
                optima[puzzle] = run.cost;
            }
            let search = planned.setup.replace("greedy", "gbfs").replace(" -H ", "-");
            runs.push(Row {
                search,
                puzzle,
                outcome: run.outcome,
                reason: run.reason.clone(),
                cost: run.cost,
                optimum: None,
                length: run.length,
                search_length: run.stats.expanded + u64::from(run.cost.is_some()),
                seconds: run.stats.elapsed.as_secs_f64(),
                ended: run.ending(),
            });
        }
        for row in &mut runs {
            row.optimum = optima[row.puzzle];
        }
        let mut searches = vec![];
        runs.sort_by_cached_key(|row| index(&mut searches, row.search.clone()));
        let searches: Vec<&[Row]> = by_search(&runs).collect();
        let heuristics = findings::heuristics(&searches);
        let algorithms = findings::algorithms(&searches);
        Self { runs, heuristics, algorithms }
    }

    fn searches(&self) -> impl Iterator<Item = &[Row]> {
        by_search(&self.runs)
    }

    /// Returns what was found, as sentences under headings: the best searches, h1 against h2, and
    /// uniform cost against A\* and greedy search.
    #[must_use]
    pub fn findings(&self) -> [(&'static str, Vec<String>); 3] {
        let summary = findings::summary(&self.searches().collect::<Vec<_>>());
        [
            ("Results", summary),
            ("Heuristics compared", self.heuristics.clone()),
            ("Algorithms compared", self.algorithms.clone()),
        ]
    }

    /// Returns averages over the boards; lengths and costs over those that were solved.
    pub fn averages(&self) -> Table {
        let mut table = Table::new(MEASURES);
        for runs in self.searches() {
            let (all, boards) = (|| runs.iter(), runs.len() as f64);
            let unsolved = all().filter(|row| row.cost.is_none()).count() as f64;
            table.row([
                runs[0].search.as_str().into(),
                Cell::real(mean(all().filter_map(|row| row.length).map(|n| n as f64)), 2),
                Cell::real(mean_path(runs), 1),
                Cell::Real(unsolved / boards, 2),
                Cell::real(mean(all().filter_map(|row| row.cost).map(f64::from)), 2),
                Cell::real(mean(all().map(|row| row.seconds)), 6),
                Cell::real(optimal(runs).map(|n| n as f64 / boards), 2),
            ]);
        }
        table
    }

    /// Returns totals over the boards.
    pub fn totals(&self) -> Table {
        let mut table = Table::new(MEASURES);
        for runs in self.searches() {
            let all = || runs.iter();
            table.row([
                runs[0].search.as_str().into(),
                all().filter_map(|row| row.length).sum::<u64>().into(),
                all().map(|row| row.search_length).sum::<u64>().into(),
                all().filter(|row| row.cost.is_none()).count().into(),
                all().filter_map(|row| row.cost).map(u64::from).sum::<u64>().into(),
                Cell::Real(all().map(|row| row.seconds).sum(), 4),
                optimal(runs).into(),
            ]);
        }
        table
    }

    /// Returns all runs as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut table = Table::new(
            "search puzzle ended solution_length search_length cost optimum optimal seconds"
                .split(' '),
        );
        for row in &self.runs {
            let optimal = row.is_optimal().map(|optimal| if optimal { "yes" } else { "no" });
            table.row([
                row.search.as_str().into(),
                row.puzzle.into(),
                row.ended.as_str().into(),
                row.length.into(),
                row.search_length.into(),
                row.cost.into(),
                row.optimum.into(),
                optimal.into(),
                Cell::Real(row.seconds, 6),
            ]);
        }
        table.csv()
    }

    /// Returns the plots, each with a file name.
    #[must_use]
    pub fn plots(&self) -> Vec<(String, Plot)> {
        let draw = |(name, title, value): Quantity| {
            let x = Axis::names("", self.searches().map(|runs| runs[0].search.as_str()));
            let bars = self.searches().enumerate().filter_map(|(at, runs)| {
                let value = mean(runs.iter().filter_map(value))?;
                let stopped = runs.iter().any(|row| row.outcome == Verdict::Stopped);
                let point = Point::new(at as f64, value).note(runs[0].search.as_str());
                Some(point.at_least(stopped && name != "cost"))
            });
            let series = Series::new("mean", Mark::Bars, bars);
            let plot = Plot::new(format!("{title}, mean"), x, Axis::log(title)).series(series);
            (name.to_owned(), plot)
        };
        QUANTITIES.map(draw).into()
    }

    /// Returns the analysis as slides: the puzzle, the heuristics, the data and what they show.
    pub fn slides(&self, boards: &str) -> Report {
        let mut slides = Report::new("χ-puzzle: searches and heuristics compared");
        slides.paragraph(&format!("Boards: {boards}."));
        slides.list([
            "A tile next to the blank slides into it at cost 1.",
            "With the blank in a corner, the tile at the other end of its row slides at cost 2, and \
             two diagonal tiles slide at cost 3.",
            "Two goals: ascending by rows, or by columns.",
            "Uniform cost (ucs), greedy best-first search (gbfs) and A* ran on the same boards.",
        ]);
        let heuristics = HEURISTICS.map(str::to_owned).to_vec();
        for (heading, sentences) in
            std::iter::once(("Heuristics", heuristics)).chain(self.findings())
        {
            slides.new_page();
            slides.heading(heading);
            slides.list(sentences);
        }
        for (_, plot) in self.plots() {
            slides.new_page();
            slides.plot(&plot);
        }
        for (heading, table) in [("Averages", self.averages()), ("Totals", self.totals())] {
            slides.new_page();
            slides.heading(heading);
            slides.table("", &table);
        }
        slides
    }

    /// Returns the analysis as a page; `boards` describes the boards.
    pub fn report(&self, boards: &str) -> Report {
        let mut report = Report::new("χ-puzzle: searches and heuristics compared");
        report.paragraph(&format!(
            "Uniform cost, greedy best-first search (gbfs) and A* with every heuristic on the same \
             boards: {boards}. A search path is the list of expanded nodes and the goal. A plan is \
             optimal if a search proved its cost.",
        ));
        report.list(HEURISTICS);
        for (heading, sentences) in self.findings() {
            report.heading(heading);
            report.list(sentences);
        }
        report.heading("Plots");
        for (_, plot) in self.plots() {
            report.plot(&plot);
        }
        report.heading("Averages");
        report.table(
            "Averages over the boards; solution and cost over those solved",
            &self.averages(),
        );
        report.heading("Totals");
        report.table("Totals over the boards", &self.totals());
        report
    }
}

fn by_search(runs: &[Row]) -> impl Iterator<Item = &[Row]> {
    runs.chunk_by(|a, b| a.search == b.search)
}

fn mean_path(runs: &[Row]) -> Option<f64> {
    mean(runs.iter().map(|row| row.search_length as f64))
}

/// Returns how many plans are optimal, if optimal costs are known.
fn optimal(runs: &[Row]) -> Option<u64> {
    let known = runs.iter().any(|row| row.optimum.is_some());
    known.then(|| runs.iter().filter(|row| row.is_optimal() == Some(true)).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::measure;
    use heureka_puzzles::chi::parse_size;

    #[test]
    fn averages_totals_and_optimality() {
        let boards = [vec![1, 0, 3, 7, 5, 2, 6, 4], vec![0, 3, 7, 5, 2, 6, 4, 1]];
        let caps = Caps { expansions: Some(1000), ..Caps::default() };
        let experiment = Analysis::experiment(&boards, parse_size("2x4").unwrap(), caps);
        let analysis = Analysis::new(&measure(&experiment, |_, _| false));
        assert_eq!((analysis.searches().count(), analysis.runs.len()), (13, 26));
        let line = |csv: String, name: &str| {
            let line = csv.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
            line.split(',').map(str::to_owned).collect::<Vec<_>>()
        };
        // The optima are 8 and 12; uniform cost is stopped on the second board.
        let astar = line(analysis.totals().csv(), "astar-h2");
        assert_eq!((&*astar[3], &*astar[4], &*astar[6]), ("0", "20", "2"));
        let average = line(analysis.averages().csv(), "astar-h2");
        assert_eq!((&*average[3], &*average[4], &*average[6]), ("0.00", "10.00", "1.00"));
        assert_eq!(line(analysis.averages().csv(), "ucs")[3], "0.50");
        let stopped = line(analysis.csv(), "ucs,1");
        assert_eq!(stopped[2..8].join(","), "expansion limit,,1000,,12,");
        let greedy = line(analysis.csv(), "gbfs-h1,0");
        assert_eq!(greedy[2], "solved");
        assert_eq!(analysis.plots().len(), 3);
        let [summary, heuristics, algorithms] = analysis.findings().map(|(_, text)| text.join(" "));
        assert!(summary.contains("searches found an optimal plan for every board"), "{summary}");
        assert!(summary.contains("searches were stopped by a limit"), "{summary}");
        assert!(heuristics.contains("A* with h2 searched "), "{heuristics}");
        assert!(heuristics.contains("greedy search with h1 "), "{heuristics}");
        // Uniform cost solved one of the two boards.
        assert!(algorithms.contains("A* with h2 searched "), "{algorithms}");
        assert!(algorithms.contains("fewer on 1 of 1 boards"), "{algorithms}");
    }
}
