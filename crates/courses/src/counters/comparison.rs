//! A comparison of the course's algorithms on growing boards.

use super::Algorithm;
use crate::mean;
use heureka_core::Cost;
use heureka_lab::record::{Reason, Verdict};
use heureka_lab::study::{Caps, Experiment, Planned, Record, Results, Setup, Source, Subject};
use heureka_lab::units::count;
use heureka_lab::{Axis, Cell, Mark, Plot, Point, Report, Series, Table};
use heureka_puzzles::counters::info::{DEFAULT, INFO};
use heureka_puzzles::counters::{optimum, reading};
use serde::Serialize;

/// A set of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The goal in reverse order.
    Reversed,
    /// The board of the puzzle book.
    Default,
    /// Shuffled.
    Random,
}

impl Kind {
    /// All, in the order of the report.
    pub const ALL: [Self; 3] = [Self::Reversed, Self::Default, Self::Random];

    /// Returns its name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["reversed", "default", "random"][self as usize]
    }

    /// Returns its name in headings.
    #[must_use]
    pub fn title(self) -> &'static str {
        ["Reversed boards", "The default board", "Random boards"][self as usize]
    }

    /// Returns the kind of the board that a run solves.
    fn of(run: &Planned) -> Self {
        match run.seed {
            Some(_) => Self::Random,
            None if run.instance.ends_with(Self::Default.name()) => Self::Default,
            None => Self::Reversed,
        }
    }
}

/// One algorithm on one board.
#[derive(Clone, Debug, Serialize)]
struct Row {
    #[serde(rename = "board")]
    kind: Kind,
    cells: usize,
    seed: Option<u64>,
    #[serde(rename = "algorithm")]
    title: &'static str,
    #[serde(skip)]
    algorithm: Algorithm,
    outcome: Verdict,
    reason: Option<Reason>,
    nodes_expanded: u64,
    /// The course's queue size: all successors generated.
    max_queue_size: u64,
    max_frontier: u64,
    length: Option<Cost>,
    shortest: Cost,
    seconds: f64,
    #[serde(skip)]
    ended: String,
}

impl Row {
    fn new(planned: &Planned, record: &Record) -> Option<Self> {
        let run = record.run.as_ref()?;
        let counters = reading::read(&run.instance).ok()?;
        let is_own = |&algorithm: &Algorithm| setup(algorithm).to_string() == planned.setup;
        let algorithm = Algorithm::ALL.into_iter().find(is_own)?;
        Some(Self {
            kind: Kind::of(planned),
            cells: counters.len(),
            seed: planned.seed,
            title: algorithm.title(),
            algorithm,
            outcome: run.outcome,
            reason: run.reason.clone(),
            nodes_expanded: run.stats.expanded,
            max_queue_size: run.stats.generated,
            max_frontier: run.stats.max_frontier,
            length: run.cost,
            shortest: optimum(&counters),
            seconds: run.stats.elapsed.as_secs_f64(),
            ended: run.ending(),
        })
    }

    fn is_stopped(&self) -> bool {
        self.outcome == Verdict::Stopped
    }

    fn counted(&self, number: u64) -> Cell {
        if self.is_stopped() { Cell::AtLeast(number) } else { Cell::Whole(number) }
    }

    fn board(&self) -> String {
        let seed = self.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
        square(self.cells) + &seed
    }
}

fn setup(algorithm: Algorithm) -> Setup {
    let heuristic = algorithm.heuristic().map(str::to_owned);
    Setup { strategy: algorithm.strategy().to_owned(), heuristic }
}

/// What a plot shows against the size of the board: its file name, its title and its value.
type Quantity = (&'static str, &'static str, fn(&Row) -> u64);

const QUANTITIES: [Quantity; 2] = [
    ("expanded", "Nodes expanded", |row| row.nodes_expanded),
    ("queue", "Queue size", |row| row.max_queue_size),
];

/// A comparison of the algorithms.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    runs: Vec<Row>,
}

impl Comparison {
    /// Plans all algorithms on boards up to this side, with `random` shuffled ones of each size.
    pub fn experiment(largest: usize, random: u32, seed: u64, caps: Caps) -> Experiment {
        let text = |text: String, label: String| Subject {
            label: Some(label),
            ..Subject::new(INFO.name, Source::Text(text))
        };
        let mut subjects = vec![];
        for side in 2..=largest {
            let reversed = reading::text((0..(side * side) as u32).rev());
            subjects.push(text(reversed, format!("reversed {side}x{side}")));
        }
        subjects.push(text(DEFAULT.to_owned(), Kind::Default.name().to_owned()));
        for side in 2..=largest {
            let seeds = (0..u64::from(random)).map(|nth| seed.wrapping_add(nth));
            let source = |seed| Source::Random(format!("{side}x{side}"), seed);
            subjects.extend(seeds.map(|seed| Subject::new(INFO.name, source(seed))));
        }
        Experiment {
            title: "Adjusting the counters: what the algorithms cost".to_owned(),
            subjects,
            setups: Algorithm::ALL.map(setup).into(),
            caps,
            repeats: 1,
        }
    }

    /// Returns whether to skip a run: uniform cost was stopped on an earlier board of the same kind, which
    /// is not larger.
    #[must_use]
    pub fn skips(run: &Planned, before: &[(Planned, Record)]) -> bool {
        setup(Algorithm::Uniform).to_string() == run.setup
            && before.iter().any(|(other, record)| {
                other.setup == run.setup
                    && Kind::of(other) == Kind::of(run)
                    && record.ending.is_stopped()
            })
    }

    /// Compares the results of [`Comparison::experiment`].
    #[must_use]
    pub fn new(results: &Results) -> Self {
        let runs = results.recorded().filter_map(|(planned, record)| Row::new(planned, record));
        Self { runs: runs.collect() }
    }

    fn of(&self, kind: Kind) -> impl Iterator<Item = &Row> {
        self.runs.iter().filter(move |row| row.kind == kind)
    }

    /// Returns the table of one kind of board.
    pub fn table(&self, kind: Kind) -> Table {
        let mut table = Table::new(
            "board, algorithm, expanded, queue size, frontier, swaps, shortest, ended".split(", "),
        );
        for row in self.of(kind) {
            table.row([
                row.board().into(),
                row.algorithm.name().into(),
                row.counted(row.nodes_expanded),
                row.counted(row.max_queue_size),
                row.counted(row.max_frontier),
                row.length.into(),
                row.shortest.into(),
                row.ended.as_str().into(),
            ]);
        }
        table
    }

    /// Returns all runs as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let columns = "board cells seed algorithm ended nodes_expanded max_queue_size max_frontier \
                       swaps shortest seconds";
        let mut table = Table::new(columns.split(' '));
        for row in &self.runs {
            table.row([
                row.kind.name().into(),
                row.cells.into(),
                row.seed.into(),
                row.title.into(),
                row.ended.as_str().into(),
                row.nodes_expanded.into(),
                row.max_queue_size.into(),
                row.max_frontier.into(),
                row.length.into(),
                row.shortest.into(),
                Cell::Real(row.seconds, 6),
            ]);
        }
        table.csv()
    }

    /// Returns the plots, each with a file name: both quantities for every kind of board.
    #[must_use]
    pub fn plots(&self) -> Vec<(String, Plot)> {
        let draw = |kind: Kind, quantity: Quantity| match kind {
            Kind::Default => self.bars(quantity),
            Kind::Reversed | Kind::Random => self.growth(kind, quantity),
        };
        let kinds = Kind::ALL.into_iter().filter(|&kind| self.of(kind).next().is_some());
        let named =
            |kind: Kind| QUANTITIES.map(|q| (format!("{}-{}", q.0, kind.name()), draw(kind, q)));
        kinds.flat_map(named).collect()
    }

    /// Plots a quantity against the size of the board.
    fn growth(&self, kind: Kind, (_, title, value): Quantity) -> Plot {
        let mut cells: Vec<usize> = self.of(kind).map(|row| row.cells).collect();
        cells.sort_unstable();
        cells.dedup();
        let ticks = cells.iter().map(|&cells| (cells as f64, square(cells)));
        let (boards, mark) = match kind {
            Kind::Random => ("random boards", Mark::Dots),
            _ => ("reversed boards", Mark::Line),
        };
        let x = Axis::linear("counters on the board").ticks(ticks);
        let y = Axis::log(title.to_lowercase());
        let mut plot = Plot::new(format!("{title} against size of the puzzle, {boards}"), x, y);
        for (nth, algorithm) in Algorithm::ALL.into_iter().enumerate() {
            let runs = self.of(kind).filter(|row| row.algorithm == algorithm);
            let points = runs.map(|row| {
                // Dots of different algorithms are side by side.
                let aside = if kind == Kind::Random { (nth as f64 - 2.0) * 0.3 } else { 0.0 };
                point(row, row.cells as f64 + aside, value(row))
            });
            plot = plot.series(Series::new(algorithm.name(), mark, points));
        }
        let numbers =
            |algorithm| self.of(kind).filter(move |row| row.algorithm == algorithm).map(value);
        let [_, first, others @ ..] = Algorithm::ALL;
        let coincide = others.into_iter().all(|other| numbers(other).eq(numbers(first)));
        if kind == Kind::Reversed && coincide {
            plot = plot.note("The lines of all A* coincide.");
        }
        plot
    }

    /// Plots a quantity on the default board. A note names stopped searches: their bars would dwarf the
    /// others.
    fn bars(&self, (_, title, value): Quantity) -> Plot {
        let (runs, stopped): (Vec<&Row>, Vec<_>) =
            self.of(Kind::Default).partition(|row| !row.is_stopped());
        let x = Axis::names("", runs.iter().map(|row| row.algorithm.name()));
        let y = Axis::linear(title.to_lowercase());
        let bars = runs.iter().enumerate().map(|(at, row)| point(row, at as f64, value(row)));
        let series = Series::new(title, Mark::Bars, bars);
        let plot = Plot::new(format!("{title}, the default board"), x, y).series(series);
        stopped.into_iter().fold(plot, |plot, row| {
            let (name, end, number) = (row.algorithm.name(), &row.ended, count(value(row)));
            plot.note(format!("Not shown: {name}, stopped at {number} ({end})."))
        })
    }

    /// Returns means over the solved random boards of each size.
    pub fn means(&self) -> Table {
        let mut table = Table::new(
            "boards, algorithm, number, solved, expanded, queue size, swaps, shortest".split(", "),
        );
        let mut runs: Vec<&Row> = self.of(Kind::Random).collect();
        runs.sort_by_key(|row| (row.cells, row.algorithm as u8));
        for group in runs.chunk_by(|a, b| (a.cells, a.algorithm) == (b.cells, b.algorithm)) {
            let solved = || group.iter().filter(|row| row.length.is_some());
            let average = |of: fn(&Row) -> f64, decimals| {
                Cell::real(mean(solved().map(|row| of(row))), decimals)
            };
            table.row([
                square(group[0].cells).into(),
                group[0].algorithm.name().into(),
                group.len().into(),
                solved().count().into(),
                average(|row| row.nodes_expanded as f64, 1),
                average(|row| row.max_queue_size as f64, 0),
                average(|row| f64::from(row.length.unwrap_or(0)), 1),
                average(|row| f64::from(row.shortest), 1),
            ]);
        }
        table
    }

    /// Returns the comparison as a page.
    pub fn report(&self) -> Report {
        let mut report = Report::new("Adjusting the counters: what the algorithms cost");
        report.paragraph(
            "Counters 1 to n are on a square board in some order; a move swaps any two. Uniform cost, \
             A* with two heuristics of a course and A* with a perfect heuristic run on growing boards. The \
             course codes its Manhattan distance along the numbering of the cells; 2-D Manhattan, by \
             rows and columns, is the one that its report describes. \
             Nodes are expanded and counted as the course's program does: its queue never shrinks, so \
             the queue size is the number of all successors generated. The frontier is what the engine \
             held.",
        );
        report.list(self.findings());
        let mut plots = self.plots().into_iter().peekable();
        for kind in Kind::ALL {
            let table = self.table(kind);
            if table.rows().is_empty() {
                continue;
            }
            report.heading(kind.title());
            while let Some((_, plot)) = plots.next_if(|(name, _)| name.ends_with(kind.name())) {
                report.plot(&plot);
            }
            if kind == Kind::Random {
                report.table("Means over the boards that were solved", &self.means());
            }
            report.table("≥: stopped by the limit in the last column", &table);
        }
        report
    }

    /// Returns the main findings as sentences.
    fn findings(&self) -> Vec<String> {
        let mut findings = vec![];
        if let Some(stopped) = self.runs.iter().find(|row| row.is_stopped()) {
            findings.push(format!(
                "{} was stopped on {} ({}) after {} nodes: {}.",
                stopped.algorithm.name(),
                stopped.board(),
                stopped.kind.name(),
                count(stopped.nodes_expanded),
                stopped.ended,
            ));
        }
        for algorithm in Algorithm::ALL {
            let own = self.runs.iter().filter(|row| row.algorithm == algorithm);
            let excess = own.filter_map(|row| row.length?.checked_sub(row.shortest));
            let excess: Vec<Cost> = excess.collect();
            let longer = excess.iter().filter(|&&more| more > 0).count();
            let (name, runs, most) = (algorithm.name(), excess.len(), excess.iter().max());
            findings.push(match most.filter(|_| longer > 0) {
                None => format!("{name}: {runs} boards solved, every plan as short as possible."),
                Some(most) => format!(
                    "{name}: {runs} boards solved, {longer} of them with more swaps than needed, by \
                     up to {most}."
                ),
            });
        }
        findings
    }
}

/// Returns a point of a plot: a lower bound if a limit stopped the search.
fn point(row: &Row, x: f64, y: u64) -> Point {
    Point::new(x, y as f64).note(row.board()).at_least(row.is_stopped())
}

fn square(cells: usize) -> String {
    let side = cells.isqrt();
    format!("{side}×{side}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::measure;

    #[test]
    fn the_table_has_the_published_numbers_and_stopped_runs_are_marked() {
        let caps = Caps { expansions: Some(6_000), ..Caps::default() };
        let experiment = Comparison::experiment(3, 2, 1, caps);
        let comparison = Comparison::new(&measure(&experiment, Comparison::skips));
        let default = comparison.table(Kind::Default).csv();
        assert!(default.contains(",\"A*, misplaced\",19,5700,"), "{default}");
        assert!(default.contains(",\"A*, Manhattan\",23,6900,"), "{default}");
        assert!(default.contains(",expansion limit"), "uniform cost is stopped: {default}");
        let csv = comparison.csv();
        // Stopped on a random board, uniform cost skips the next one.
        assert_eq!(csv.lines().count(), 1 + 5 * (2 + 1 + 4) - 1);
        let plots = comparison.plots();
        let names: Vec<_> = plots.iter().map(|(name, _)| name.as_str()).collect();
        let expected = "expanded-reversed queue-reversed expanded-default queue-default \
                        expanded-random queue-random";
        assert_eq!(names.join(" "), expected);
        let (bars, note) = (plots[2].1.svg(), "uniform cost, stopped at 6,000 (expansion limit)");
        assert!(bars.contains(&format!("Not shown: {note}")), "{bars}");
        let findings = comparison.findings().join("\n");
        assert!(findings.contains("was stopped on 5×5 (default) after 6,000 nodes"), "{findings}");
        assert!(findings.contains("A*, Manhattan: 7 boards solved, "), "{findings}");
    }
}
