//! The growth study of the counters: what each algorithm of the course costs on boards of growing
//! size.

use crate::units::count;
use crate::{Axis, Cell, Mark, Plot, Point, Report, Series, Table};
use heureka_core::{Outcome, Stop};
use heureka_puzzles::counters::course::{Algorithm, Run};
use heureka_puzzles::counters::{info, reading};

/// Which boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The goal backwards.
    Reversed,
    /// The board of the puzzle book.
    Default,
    /// Shuffled.
    Random,
}

impl Kind {
    /// All, in the order of the report.
    pub const ALL: [Self; 3] = [Self::Reversed, Self::Default, Self::Random];

    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reversed => "reversed",
            Self::Default => "default",
            Self::Random => "random",
        }
    }

    /// Its name in headings.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Reversed => "Reversed boards",
            Self::Default => "The default board",
            Self::Random => "Random boards",
        }
    }
}

/// A board of the study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Which boards it belongs to.
    pub kind: Kind,
    /// The seed that made it, if it was shuffled.
    pub seed: Option<u64>,
    /// The counters from 0, row by row.
    pub counters: Vec<u32>,
}

impl Board {
    /// The boards of a study up to this side, with so many random ones of each size.
    #[must_use]
    pub fn all(largest: usize, random: u32, seed: u64) -> Vec<Self> {
        let mut boards = vec![];
        for side in 2..=largest {
            let counters = (0..(side * side) as u32).rev().collect();
            boards.push(Self { kind: Kind::Reversed, seed: None, counters });
        }
        if let Ok(counters) = reading::read(info::DEFAULT) {
            boards.push(Self { kind: Kind::Default, seed: None, counters });
        }
        for side in 2..=largest {
            for nth in 0..u64::from(random) {
                let seed = seed.wrapping_add(nth);
                let counters = reading::shuffled(side * side, seed);
                boards.push(Self { kind: Kind::Random, seed: Some(seed), counters });
            }
        }
        boards
    }
}

/// What one algorithm did on one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// Which boards.
    pub kind: Kind,
    /// The seed of a random board.
    pub seed: Option<u64>,
    /// How many cells the board has.
    pub cells: usize,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The limit that stopped it, if one did.
    pub stopped: Option<Stop>,
    /// Nodes expanded.
    pub expanded: u64,
    /// The course's queue size: all successors made.
    pub queue: u64,
    /// The most nodes that really waited.
    pub frontier: u64,
    /// How many swaps its plan has.
    pub length: Option<u32>,
    /// How many a shortest plan has.
    pub shortest: u32,
    /// How long it took.
    pub seconds: f64,
}

impl Measurement {
    /// The algorithms that are compared.
    pub const ALGORITHMS: [Algorithm; 4] =
        [Algorithm::Uniform, Algorithm::Misplaced, Algorithm::Manhattan, Algorithm::Cycles];

    /// The measurement of a run.
    #[must_use]
    pub fn new(board: &Board, algorithm: Algorithm, run: &Run) -> Self {
        Self {
            kind: board.kind,
            seed: board.seed,
            cells: board.counters.len(),
            algorithm,
            stopped: match run.outcome {
                Outcome::Stopped(stop) => Some(stop),
                _ => None,
            },
            expanded: run.stats.expanded,
            queue: run.stats.generated,
            frontier: run.stats.max_frontier,
            length: run.outcome.cost(),
            shortest: run.optimum,
            seconds: run.stats.elapsed.as_secs_f64(),
        }
    }

    fn counted(&self, number: u64) -> Cell {
        if self.stopped.is_some() { Cell::AtLeast(number) } else { Cell::Whole(number) }
    }

    fn board(&self) -> String {
        let side = self.cells.isqrt();
        let seed = self.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
        format!("{side}×{side}{seed}")
    }

    fn ended(&self) -> String {
        self.stopped.map_or("solved".to_owned(), |stop| stop.to_string())
    }
}

/// What is drawn against the size of the board.
#[derive(Clone, Copy)]
struct Quantity {
    name: &'static str,
    title: &'static str,
    of: fn(&Measurement) -> u64,
}

const QUANTITIES: [Quantity; 2] = [
    Quantity { name: "expanded", title: "Nodes expanded", of: |m| m.expanded },
    Quantity { name: "queue", title: "Queue size", of: |m| m.queue },
];

/// All measurements, and what is made of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    measurements: Vec<Measurement>,
}

impl Comparison {
    /// The comparison of these.
    #[must_use]
    pub fn new(measurements: Vec<Measurement>) -> Self {
        Self { measurements }
    }

    /// All measurements, in the order in which they were made.
    #[must_use]
    pub fn measurements(&self) -> &[Measurement] {
        &self.measurements
    }

    fn of(&self, kind: Kind) -> impl Iterator<Item = &Measurement> {
        self.measurements.iter().filter(move |m| m.kind == kind)
    }

    /// The table of one kind of boards, for people.
    #[must_use]
    pub fn table(&self, kind: Kind) -> Table {
        let mut table = Table::new([
            "board",
            "algorithm",
            "expanded",
            "queue size",
            "frontier",
            "swaps",
            "shortest",
            "ended",
        ]);
        for m in self.of(kind) {
            table.row([
                m.board().into(),
                m.algorithm.name().into(),
                m.counted(m.expanded),
                m.counted(m.queue),
                m.counted(m.frontier),
                m.length.into(),
                m.shortest.into(),
                m.ended().into(),
            ]);
        }
        table
    }

    /// All measurements for programs.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut table = Table::new([
            "board",
            "cells",
            "seed",
            "algorithm",
            "ended",
            "nodes_expanded",
            "max_queue_size",
            "max_frontier",
            "swaps",
            "shortest",
            "seconds",
        ]);
        for m in &self.measurements {
            table.row([
                m.kind.name().into(),
                (m.cells as u64).into(),
                m.seed.into(),
                m.algorithm.title().into(),
                m.ended().into(),
                m.expanded.into(),
                m.queue.into(),
                m.frontier.into(),
                m.length.into(),
                m.shortest.into(),
                Cell::Real(m.seconds, 6),
            ]);
        }
        table.csv()
    }

    /// The plots, each with a name for its file: both quantities for every kind of board.
    #[must_use]
    pub fn plots(&self) -> Vec<(String, Plot)> {
        let mut plots = vec![];
        for kind in Kind::ALL {
            if self.of(kind).next().is_none() {
                continue;
            }
            for quantity in QUANTITIES {
                let name = format!("{}-{}", quantity.name, kind.name());
                let plot = match kind {
                    Kind::Default => self.bars(quantity),
                    Kind::Reversed | Kind::Random => self.growth(kind, quantity),
                };
                plots.push((name, plot));
            }
        }
        plots
    }

    /// A quantity against the size of the board.
    fn growth(&self, kind: Kind, quantity: Quantity) -> Plot {
        let mut cells: Vec<usize> = self.of(kind).map(|m| m.cells).collect();
        cells.sort_unstable();
        cells.dedup();
        let ticks = cells.iter().map(|&cells| {
            let side = cells.isqrt();
            (cells as f64, format!("{side}×{side}"))
        });
        let (boards, mark) = match kind {
            Kind::Random => ("random boards", Mark::Dots),
            _ => ("reversed boards", Mark::Line),
        };
        let title = format!("{} against size of the puzzle, {boards}", quantity.title);
        let x = Axis::linear("counters on the board").ticks(ticks);
        let mut plot = Plot::new(title, x, Axis::log(quantity.title.to_lowercase()));
        for (nth, algorithm) in Measurement::ALGORITHMS.into_iter().enumerate() {
            let runs = self.of(kind).filter(|m| m.algorithm == algorithm);
            let points = runs.map(|m| {
                // Dots of different algorithms stand side by side, not on each other.
                let aside = if kind == Kind::Random { (nth as f64 - 1.5) * 0.35 } else { 0.0 };
                point(m, m.cells as f64 + aside, (quantity.of)(m))
            });
            plot = plot.series(Series::new(algorithm.name(), mark, points));
        }
        if kind == Kind::Reversed && self.informed_coincide(quantity) {
            plot = plot.note("The lines of all A* lie on each other.");
        }
        plot
    }

    /// Whether every heuristic leads to the same numbers on the reversed boards.
    fn informed_coincide(&self, quantity: Quantity) -> bool {
        let numbers = |algorithm| -> Vec<u64> {
            let runs = self.of(Kind::Reversed).filter(|m| m.algorithm == algorithm);
            runs.map(quantity.of).collect()
        };
        let [_, informed @ ..] = Measurement::ALGORITHMS;
        informed.iter().all(|&algorithm| numbers(algorithm) == numbers(informed[0]))
    }

    /// A quantity on the one default board. What was stopped is told below: its bar would hide the
    /// difference of the others.
    fn bars(&self, quantity: Quantity) -> Plot {
        let title = format!("{}, the default board", quantity.title);
        let (runs, stopped): (Vec<&Measurement>, Vec<_>) =
            self.of(Kind::Default).partition(|m| m.stopped.is_none());
        let x = Axis::names("", runs.iter().map(|m| m.algorithm.name()));
        let bars = runs.iter().enumerate().map(|(at, m)| point(m, at as f64, (quantity.of)(m)));
        let plot = Plot::new(title, x, Axis::linear(quantity.title.to_lowercase()))
            .series(Series::new(quantity.title, Mark::Bars, bars));
        stopped.into_iter().fold(plot, |plot, m| {
            let (name, end, number) = (m.algorithm.name(), m.ended(), (quantity.of)(m));
            plot.note(format!("Not shown: {name}, stopped at {} ({end}).", count(number)))
        })
    }

    /// The random boards of each size taken together: means over those that were solved.
    #[must_use]
    pub fn means(&self) -> Table {
        let mut table = Table::new([
            "boards",
            "algorithm",
            "number",
            "solved",
            "expanded",
            "queue size",
            "swaps",
            "shortest",
        ]);
        let mut cells: Vec<usize> = self.of(Kind::Random).map(|m| m.cells).collect();
        cells.dedup();
        for cells in cells {
            for algorithm in Measurement::ALGORITHMS {
                let runs = || {
                    self.of(Kind::Random).filter(|m| m.cells == cells && m.algorithm == algorithm)
                };
                let solved: Vec<_> = runs().filter(|m| m.length.is_some()).collect();
                let mean = |of: &dyn Fn(&Measurement) -> f64, decimals| match solved.len() {
                    0 => Cell::Empty,
                    n => Cell::Real(solved.iter().map(|m| of(m)).sum::<f64>() / n as f64, decimals),
                };
                if runs().next().is_none() {
                    continue;
                }
                let side = cells.isqrt();
                table.row([
                    format!("{side}×{side}").into(),
                    algorithm.name().into(),
                    (runs().count() as u64).into(),
                    (solved.len() as u64).into(),
                    mean(&|m| m.expanded as f64, 1),
                    mean(&|m| m.queue as f64, 0),
                    mean(&|m| f64::from(m.length.unwrap_or(0)), 1),
                    mean(&|m| f64::from(m.shortest), 1),
                ]);
            }
        }
        table
    }

    /// The whole study as a page.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut report = Report::new("Adjusting the counters: what the algorithms cost");
        report.paragraph(
            "Counters 1 to n lie on a square board in some order; a move lets any two change places. \
             Uniform cost, A* with two heuristics of a course and A* with the perfect one are run on \
             boards of growing size. Nodes are taken and counted as the course's program does: its \
             queue never shrinks, so its size is the number of all successors made. The frontier is \
             what the engine really held.",
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
            report.table("≥: stopped by a limit, which the last column names", &table);
        }
        report
    }

    /// What the numbers say, in sentences.
    fn findings(&self) -> Vec<String> {
        let mut findings = vec![];
        let solved = |algorithm| {
            self.measurements.iter().filter(move |m| m.algorithm == algorithm && m.length.is_some())
        };
        if let Some(stopped) = self.measurements.iter().find(|m| m.stopped.is_some()) {
            findings.push(format!(
                "{} was stopped on {} ({}) after {} nodes: {}.",
                stopped.algorithm.name(),
                stopped.board(),
                stopped.kind.name(),
                count(stopped.expanded),
                stopped.ended(),
            ));
        }
        for algorithm in Measurement::ALGORITHMS {
            let runs = solved(algorithm).count();
            let longer = solved(algorithm).filter(|m| m.length > Some(m.shortest)).count();
            let excess = solved(algorithm).filter_map(|m| m.length?.checked_sub(m.shortest)).max();
            findings.push(match (longer, excess) {
                (0, _) => format!(
                    "{}: {runs} boards solved, every plan a shortest one.",
                    algorithm.name()
                ),
                (_, excess) => format!(
                    "{}: {runs} boards solved, {longer} of them with more swaps than needed, by up \
                     to {}.",
                    algorithm.name(),
                    excess.unwrap_or(0)
                ),
            });
        }
        findings
    }
}

/// A point of a plot; where a limit stopped the search, a lower bound.
fn point(m: &Measurement, x: f64, y: u64) -> Point {
    let point = Point::new(x, y as f64).note(m.board());
    if m.stopped.is_some() { point.at_least() } else { point }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_core::Limits;
    use heureka_puzzles::counters::course;

    fn comparison() -> Comparison {
        let mut measurements = vec![];
        for board in Board::all(3, 2, 1) {
            for algorithm in Measurement::ALGORITHMS {
                let mut limits = Limits::none().expansions(6_000);
                let run = course::run(&board.counters, algorithm, &mut limits, &mut ());
                measurements.push(Measurement::new(&board, algorithm, &run.unwrap().unwrap()));
            }
        }
        Comparison::new(measurements)
    }

    #[test]
    fn the_published_numbers_stand_in_the_table() {
        let comparison = comparison();
        let default = comparison.table(Kind::Default).csv();
        assert!(default.contains(",\"A*, misplaced\",19,5700,"), "{default}");
        assert!(default.contains(",\"A*, Manhattan\",23,6900,"), "{default}");
        assert!(default.contains(",expansion limit"), "uniform cost is stopped: {default}");
        let csv = comparison.csv();
        assert_eq!(csv.lines().count(), 1 + 4 * (2 + 1 + 4));
    }

    #[test]
    fn stopped_runs_are_marked() {
        let comparison = comparison();
        let plots = comparison.plots();
        let names: Vec<_> = plots.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "expanded-reversed",
                "queue-reversed",
                "expanded-default",
                "queue-default",
                "expanded-random",
                "queue-random",
            ]
        );
        let bars = plots[2].1.svg();
        assert!(
            bars.contains("Not shown: uniform cost, stopped at 6,000 (expansion limit)"),
            "{bars}"
        );
        let findings = comparison.findings().join("\n");
        assert!(findings.contains("was stopped on 5×5 (default) after 6,000 nodes"), "{findings}");
        assert!(findings.contains("A*, Manhattan: 7 boards solved, "), "{findings}");
    }
}
