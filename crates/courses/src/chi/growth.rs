//! A study of how expansions, time and memory grow with the size of the board.

use crate::mean;
use heureka_core::Cost;
use heureka_kit::board::Size;
use heureka_lab::record::{Optimality, Reason, Verdict};
use heureka_lab::study::{
    Caps, Experiment, Planned, Record, Results, Setup, Source, Subject, index,
};
use heureka_lab::units::{decimal, duration};
use heureka_lab::{Axis, Cell, Mark, Plot, Point, Report, Series, Table};
use heureka_puzzles::chi::INFO;
use serde::Serialize;
use std::time::Duration;

/// One search on one board.
#[derive(Clone, Debug, Serialize)]
struct Row {
    rows: usize,
    cols: usize,
    seed: Option<u64>,
    /// The search, such as `astar pdb`.
    search: String,
    outcome: Verdict,
    reason: Option<Reason>,
    cost: Option<Cost>,
    /// The plan costs at most this many times the optimum; 1 if it is proved optimal.
    within: Option<f64>,
    expanded: u64,
    seconds: f64,
    peak_bytes: u64,
    table_bytes: u64,
    #[serde(skip)]
    ended: String,
}

impl Row {
    fn size(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    fn board(&self) -> String {
        format!("{}×{}", self.rows, self.cols)
    }

    fn is_stopped(&self) -> bool {
        self.outcome == Verdict::Stopped
    }
}

/// A study of growing boards.
#[derive(Clone, Debug, Serialize)]
pub struct Growth {
    /// Sorted by size and search, both in the order of the experiment.
    runs: Vec<Row>,
}

/// What a plot shows against the size of the board: its file name, its title and its value.
type Quantity = (&'static str, &'static str, fn(&Row) -> f64);

const QUANTITIES: [Quantity; 3] = [
    ("expanded", "Nodes expanded", |row| row.expanded.max(1) as f64),
    ("seconds", "Time in seconds", |row| row.seconds.max(1e-6)),
    ("memory", "Memory in bytes", |row| row.peak_bytes.max(1) as f64),
];

impl Growth {
    /// Plans searches on random boards of each size, with consecutive seeds from `seed`.
    pub fn experiment(
        sizes: &[Size],
        searches: &[Setup],
        boards: u32,
        seed: u64,
        caps: Caps,
    ) -> Experiment {
        let boards_of = |size: &Size| {
            let size = format!("{}x{}", size.rows, size.cols);
            let seeds = (0..u64::from(boards)).map(move |nth| seed.wrapping_add(nth));
            seeds.map(move |seed| Subject::new(INFO.name, Source::Random(size.clone(), seed)))
        };
        Experiment {
            title: "χ-puzzle: growing boards".to_owned(),
            subjects: sizes.iter().flat_map(boards_of).collect(),
            setups: searches.to_vec(),
            caps,
            repeats: 1,
        }
    }

    /// Returns whether to skip a run: its search solved no board of the previous size.
    #[must_use]
    pub fn skips(run: &Planned, before: &[(Planned, Record)]) -> bool {
        let size = |run: &Planned| run.instance.split(" seed").next().map(str::to_owned);
        let mut same = before.iter().rev().filter(|(other, _)| other.setup == run.setup).peekable();
        let Some((last, _)) = same.peek() else { return false };
        let last_size = size(last);
        if last_size == size(run) {
            return false;
        }
        let mut of_last_size = same.take_while(|(other, _)| size(other) == last_size);
        !of_last_size.any(|(_, record)| record.ending.is_decided())
    }

    /// Tabulates the results of [`Growth::experiment`].
    #[must_use]
    pub fn new(results: &Results) -> Self {
        let row = |(planned, record): (&Planned, &Record)| {
            let run = record.run.as_ref()?;
            Some(Row {
                rows: run.instance.lines().count(),
                cols: run.instance.lines().next()?.split_whitespace().count(),
                seed: planned.seed,
                search: planned.setup.replace(" -H ", " "),
                outcome: run.outcome,
                reason: run.reason.clone(),
                cost: run.cost,
                within: match run.optimality {
                    Some(Optimality::Proved) => Some(1.0),
                    _ => run.within,
                },
                expanded: run.stats.expanded,
                seconds: run.stats.elapsed.as_secs_f64(),
                peak_bytes: run.stats.peak_bytes,
                table_bytes: run.table_bytes,
                ended: run.ending(),
            })
        };
        let mut runs: Vec<Row> = results.recorded().filter_map(row).collect();
        let (mut sizes, mut searches) = (vec![], vec![]);
        runs.sort_by_cached_key(|row| {
            (index(&mut sizes, row.size()), index(&mut searches, row.search.clone()))
        });
        Self { runs }
    }

    fn groups(&self) -> impl Iterator<Item = &[Row]> {
        self.runs.chunk_by(|a, b| a.size() == b.size() && a.search == b.search)
    }

    /// Returns a row for each size and search.
    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "board search boards solved optimal cost within expanded seconds MiB".split(' '),
        );
        for group in self.groups() {
            let all = || group.iter();
            let count = |test: fn(&Row) -> bool| all().filter(|row| test(row)).count();
            let (number, sum) = (group.len() as u64, all().map(|row| row.expanded).sum::<u64>());
            let expanded = (sum + number / 2) / number;
            let most = all().map(|row| row.peak_bytes).max().unwrap_or(0);
            table.row([
                group[0].board().into(),
                group[0].search.as_str().into(),
                number.into(),
                count(|row| row.cost.is_some()).into(),
                count(|row| row.within == Some(1.0)).into(),
                Cell::real(mean(all().filter_map(|row| row.cost).map(f64::from)), 2),
                Cell::real(all().filter_map(|row| row.within).reduce(f64::max), 2),
                if all().any(Row::is_stopped) { Cell::AtLeast(expanded) } else { expanded.into() },
                Cell::real(mean(all().map(|row| row.seconds)), 4),
                Cell::Real(most as f64 / f64::from(1 << 20), 1),
            ]);
        }
        table
    }

    /// Returns all runs as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut table = Table::new(
            "rows cols seed search ended cost within nodes_expanded seconds peak_bytes table_bytes"
                .split(' '),
        );
        for row in &self.runs {
            table.row([
                row.rows.into(),
                row.cols.into(),
                row.seed.into(),
                row.search.as_str().into(),
                row.ended.as_str().into(),
                row.cost.into(),
                Cell::real(row.within, 3),
                row.expanded.into(),
                Cell::Real(row.seconds, 6),
                row.peak_bytes.into(),
                row.table_bytes.into(),
            ]);
        }
        table.csv()
    }

    /// Returns the plots, each with a file name: means over the boards of a size.
    #[must_use]
    pub fn plots(&self) -> Vec<(String, Plot)> {
        let mut sizes: Vec<_> = self.runs.iter().map(Row::size).collect();
        sizes.sort_unstable_by_key(|&(rows, cols)| (rows * cols, rows));
        sizes.dedup();
        let mut searches: Vec<&str> = vec![];
        self.runs.iter().for_each(|row| _ = index(&mut searches, &row.search));
        let draw = |(name, quantity, value): Quantity| {
            let ticks = sizes.iter().enumerate();
            let ticks = ticks.map(|(at, (rows, cols))| (at as f64, format!("{rows}×{cols}")));
            let x = Axis::linear("size of the board, by cells").ticks(ticks);
            let title = format!("{quantity} against the size of the board, mean");
            let mut plot = Plot::new(title, x, Axis::log(quantity));
            for &search in &searches {
                let own = self.groups().filter(|group| group[0].search == search);
                let points = own.filter_map(|group| {
                    let value = mean(group.iter().map(value))?;
                    let at = sizes.iter().position(|&size| size == group[0].size())?;
                    let note = format!("{}, {search}", group[0].board());
                    let stopped = group.iter().any(Row::is_stopped);
                    Some(Point::new(at as f64, value).note(note).at_least(stopped))
                });
                plot = plot.series(Series::new(search, Mark::Line, points));
            }
            (name.to_owned(), plot)
        };
        QUANTITIES.map(draw).into()
    }

    /// Returns what was found, a sentence for each search.
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        let mut searches: Vec<&str> = vec![];
        self.runs.iter().for_each(|row| _ = index(&mut searches, &row.search));
        let finding = |&search: &&str| {
            let groups: Vec<&[Row]> =
                self.groups().filter(|group| group[0].search == search).collect();
            let is_solved = |group: &&&[Row]| group.iter().all(|row| row.cost.is_some());
            let solved: Vec<&[Row]> = groups.iter().take_while(is_solved).copied().collect();
            let Some((first, last)) = solved.first().zip(solved.last()) else {
                return format!(
                    "{search} was stopped on the first size, {}.",
                    groups[0][0].board()
                );
            };
            let nodes =
                |group: &[Row]| mean(group.iter().map(|row| row.expanded as f64)).unwrap_or(0.0);
            let seconds = mean(last.iter().map(|row| row.seconds)).unwrap_or(0.0);
            let end = match groups.get(solved.len()) {
                Some(next) => format!("; on {} a limit stopped it", next[0].board()),
                None => String::new(),
            };
            format!(
                "{search} solved every board from {} to {}: the nodes grew from {} to {} on average, \
                 and the last boards took {}{end}.",
                first[0].board(),
                last[0].board(),
                decimal(nodes(first), 1),
                decimal(nodes(last), 1),
                duration(Duration::from_secs_f64(seconds)),
            )
        };
        searches.iter().map(finding).collect()
    }

    /// Returns the study as slides: what was found, and a slide for each plot.
    pub fn slides(&self, limits: &str) -> Report {
        let mut slides = Report::new("χ-puzzle: growing boards");
        slides.paragraph(&format!("Random boards of growing size. Limits: {limits}."));
        slides.list(self.findings());
        for (_, plot) in self.plots() {
            slides.new_page();
            slides.plot(&plot);
        }
        slides
    }

    /// Returns the study as a page.
    pub fn report(&self, limits: &str) -> Report {
        let mut report = Report::new("χ-puzzle: growing boards");
        report.paragraph(&format!(
            "Random boards of growing size. A* and IDA* find optimal plans for all boards that they \
             solve within the limits, {limits}. Weighted A* and anytime search solve larger boards \
             and bound the cost of their plans. A search that solves no board of a size skips \
             larger ones.",
        ));
        report.list(self.findings());
        for (_, plot) in self.plots() {
            report.plot(&plot);
        }
        report.table(
            "Means over the boards of a size. optimal: plans proved optimal; within: the most that a \
             plan may cost as a multiple of the optimum; MiB: the most memory of a search, excluding \
             tables",
            &self.table(),
        );
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::measure;
    use heureka_puzzles::chi::parse_size;

    #[test]
    fn groups_by_size_and_skips_searches_that_solve_nothing() {
        let sizes = ["2x3", "3x4", "4x4"].map(|size| parse_size(size).unwrap());
        let searches = ["astar -H h2", "greedy -H h2"].map(|text| text.parse().unwrap());
        let caps = Caps { expansions: Some(200), ..Caps::default() };
        let experiment = Growth::experiment(&sizes, &searches, 2, 1, caps);
        assert_eq!(experiment.runs(), 12);
        let growth = Growth::new(&measure(&experiment, Growth::skips));
        let table = growth.table().text();
        assert!(table.contains("≥ 200"), "{table}");
        let names: Vec<_> = growth.groups().map(|group| group[0].board()).collect();
        assert_eq!(names[..4], ["2×3", "2×3", "3×4", "3×4"], "{table}");
        // A* solves no board of 3×4 within 200 expansions.
        assert!(names.len() <= 5, "{table}");
        assert_eq!(growth.csv().lines().count(), 1 + growth.runs.len());
        assert_eq!(growth.plots().len(), 3);
        assert!(growth.plots()[0].1.svg().contains("3×4"));
    }
}
