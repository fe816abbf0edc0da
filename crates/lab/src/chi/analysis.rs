//! The analysis that the course asks for: lengths, failures, costs, times and optimality of every
//! search on one set of boards.

use super::{mean, real};
use crate::{Axis, Cell, Mark, Plot, Point, Report, Series, Table};
use heureka_core::{Cost, Stop};

/// The columns of averages and totals: the assignment's four measures, and what else is asked of them.
const MEASURES: [&str; 7] =
    ["search", "solution", "search path", "no solution", "cost", "seconds", "optimal"];

/// What one search did on one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The search, such as `astar-h2`.
    pub search: String,
    /// The number of the board, from 0.
    pub puzzle: usize,
    /// What its cheapest plan costs, if that is known from a table.
    pub optimum: Option<Cost>,
    /// What the plan found costs.
    pub cost: Option<Cost>,
    /// How many moves it has.
    pub length: Option<u64>,
    /// How many nodes the search path has, the goal included.
    pub searched: u64,
    /// How long it took.
    pub seconds: f64,
    /// The limit that stopped it, if one did.
    pub stopped: Option<Stop>,
}

impl Sample {
    fn is_optimal(&self) -> Option<bool> {
        Some(self.cost? == self.optimum?)
    }
}

/// All samples, and what is made of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    searches: Vec<String>,
    samples: Vec<Sample>,
}

/// What is drawn for each search.
struct Quantity {
    name: &'static str,
    title: &'static str,
    of: fn(&Sample) -> Option<f64>,
}

const QUANTITIES: [Quantity; 3] = [
    Quantity {
        name: "searched",
        title: "Length of the search path",
        of: |sample| Some(sample.searched as f64),
    },
    Quantity {
        name: "cost",
        title: "Cost of the solution",
        of: |sample| sample.cost.map(f64::from),
    },
    Quantity {
        name: "seconds",
        title: "Time in seconds",
        of: |sample| Some(sample.seconds.max(1e-7)),
    },
];

impl Analysis {
    /// The analysis of these samples; searches come in the order in which they are met.
    #[must_use]
    pub fn new(samples: Vec<Sample>) -> Self {
        let mut searches: Vec<String> = vec![];
        for sample in &samples {
            if !searches.contains(&sample.search) {
                searches.push(sample.search.clone());
            }
        }
        Self { searches, samples }
    }

    /// All samples, in the order in which they were made.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    fn of<'a>(&'a self, search: &'a str) -> impl Iterator<Item = &'a Sample> + Clone {
        self.samples.iter().filter(move |sample| sample.search == search)
    }

    /// How many plans of a search are as cheap as can be; nothing if that is not known.
    fn optimal(&self, search: &str) -> Option<u64> {
        let judged: Vec<bool> = self.of(search).filter_map(Sample::is_optimal).collect();
        let known = self.of(search).any(|sample| sample.optimum.is_some());
        known.then(|| judged.into_iter().filter(|&optimal| optimal).count() as u64)
    }

    /// Averages over the boards; lengths and costs over those that were solved.
    #[must_use]
    pub fn averages(&self) -> Table {
        let mut table = Table::new(MEASURES);
        for search in &self.searches {
            let own = || self.of(search);
            let boards = own().count() as f64;
            let unsolved = own().filter(|sample| sample.cost.is_none()).count() as f64;
            let optimal = self.optimal(search);
            table.row([
                search.as_str().into(),
                real(mean(own().filter_map(|s| s.length).map(|n| n as f64)), 2),
                real(mean(own().map(|s| s.searched as f64)), 1),
                Cell::Real(unsolved / boards, 2),
                real(mean(own().filter_map(|s| s.cost).map(f64::from)), 2),
                real(mean(own().map(|s| s.seconds)), 6),
                optimal.map_or(Cell::Empty, |n| Cell::Real(n as f64 / boards, 2)),
            ]);
        }
        table
    }

    /// Totals over the boards.
    #[must_use]
    pub fn totals(&self) -> Table {
        let mut table = Table::new(MEASURES);
        for search in &self.searches {
            let own = || self.of(search);
            let unsolved = own().filter(|sample| sample.cost.is_none()).count();
            table.row([
                search.as_str().into(),
                own().filter_map(|s| s.length).sum::<u64>().into(),
                own().map(|s| s.searched).sum::<u64>().into(),
                (unsolved as u64).into(),
                own().filter_map(|s| s.cost).map(u64::from).sum::<u64>().into(),
                Cell::Real(own().map(|s| s.seconds).sum(), 4),
                self.optimal(search).into(),
            ]);
        }
        table
    }

    /// All samples for programs.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut table = Table::new([
            "search",
            "puzzle",
            "ended",
            "solution_length",
            "search_length",
            "cost",
            "optimum",
            "optimal",
            "seconds",
        ]);
        for s in &self.samples {
            let optimal = s.is_optimal().map(|optimal| if optimal { "yes" } else { "no" });
            table.row([
                s.search.as_str().into(),
                (s.puzzle as u64).into(),
                s.stopped.map_or("solved".to_owned(), |stop| stop.to_string()).into(),
                s.length.into(),
                s.searched.into(),
                s.cost.into(),
                s.optimum.into(),
                optimal.into(),
                Cell::Real(s.seconds, 6),
            ]);
        }
        table.csv()
    }

    /// The plots, each with a name for its file.
    #[must_use]
    pub fn plots(&self) -> Vec<(&'static str, Plot)> {
        let draw = |quantity: &Quantity| {
            let x = Axis::names("", self.searches.iter().map(String::as_str));
            let y = Axis::log(quantity.title);
            let bars = self.searches.iter().enumerate().filter_map(|(at, search)| {
                let value = mean(self.of(search).filter_map(quantity.of))?;
                let stopped = self.of(search).any(|sample| sample.stopped.is_some());
                let point = Point::new(at as f64, value).note(search.as_str());
                Some(if stopped && quantity.name != "cost" { point.at_least() } else { point })
            });
            let series = Series::new("mean", Mark::Bars, bars);
            let plot = Plot::new(format!("{}, mean", quantity.title), x, y).series(series);
            (quantity.name, plot)
        };
        QUANTITIES.iter().map(draw).collect()
    }

    /// The whole analysis as a page.
    #[must_use]
    pub fn report(&self, boards: &str) -> Report {
        let mut report = Report::new("χ-puzzle: searches and heuristics compared");
        report.paragraph(&format!(
            "Uniform cost, greedy best-first search (gbfs) and A*, each with every heuristic, on the \
             same boards: {boards}. A search path is the list of nodes that were expanded, with the \
             goal. Whether a plan is optimal is judged by a table of all boards of the size.",
        ));
        report.list([
            "h0: 1 unless the blank is in the last cell.",
            "h1: tiles that are out of place, the blank not counted.",
            "h2: what it costs to bring each tile to its place if no other is in the way, added up.",
            "pdb and pdb-blankless: groups of tiles together, from tables that know the blank's cell \
             or do not.",
            "exact: the true cost. Even so a greedy search need not be optimal, as it looks at what is \
             left and not at what the next move costs.",
        ]);
        report.list(self.findings());
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

    /// What the numbers say, in sentences.
    fn findings(&self) -> Vec<String> {
        let mut findings = vec![];
        let path = |search: &&String| mean(self.of(search).map(|s| s.searched as f64));
        let cheapest = |searches: &[&String]| {
            searches
                .iter()
                .filter_map(|search| Some((path(search)?, (*search).clone())))
                .min_by(|a, b| a.0.total_cmp(&b.0))
        };
        let always: Vec<&String> = self
            .searches
            .iter()
            .filter(|search| {
                self.of(search).all(|s| s.is_optimal() == Some(true)) && self.of(search).count() > 0
            })
            .collect();
        if let Some((length, search)) = cheapest(&always) {
            findings.push(format!(
                "{} of {} searches found an optimal plan for every board; of them {search} has the \
                 shortest search path, {length:.1} nodes on average.",
                always.len(),
                self.searches.len()
            ));
        }
        if let Some((length, search)) = cheapest(&self.searches.iter().collect::<Vec<_>>()) {
            findings.push(format!("The shortest search path of all: {search}, {length:.1} nodes."));
        }
        let unsolved = self.samples.iter().filter(|sample| sample.cost.is_none()).count();
        findings.push(match unsolved {
            0 => "Every search solved every board.".to_owned(),
            n => format!("{n} searches were stopped by a limit and found no solution."),
        });
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(search: &str, puzzle: usize, cost: Option<Cost>) -> Sample {
        Sample {
            search: search.to_owned(),
            puzzle,
            optimum: Some(8),
            cost,
            length: cost.map(u64::from),
            searched: 10 * (puzzle as u64 + 1),
            seconds: 0.5,
            stopped: cost.is_none().then_some(Stop::Time),
        }
    }

    #[test]
    fn averages_totals_and_optimality() {
        let analysis = Analysis::new(vec![
            sample("ucs", 0, Some(8)),
            sample("gbfs-h1", 0, Some(12)),
            sample("ucs", 1, Some(8)),
            sample("gbfs-h1", 1, None),
        ]);
        let averages = analysis.averages().csv();
        assert!(averages.contains("ucs,8.00,15.0,0.00,8.00,0.500000,1.00"), "{averages}");
        assert!(averages.contains("gbfs-h1,12.00,15.0,0.50,12.00,0.500000,0.00"), "{averages}");
        let totals = analysis.totals().csv();
        assert!(totals.contains("ucs,16,30,0,16,1.0000,2"), "{totals}");
        assert!(totals.contains("gbfs-h1,12,30,1,12,1.0000,0"), "{totals}");
        assert!(analysis.csv().contains("gbfs-h1,1,time limit,,20,,8,,0.500000"));
        assert_eq!(analysis.plots().len(), 3);
        let findings = analysis.findings().join(" ");
        assert!(findings.contains("1 of 2 searches found an optimal plan"), "{findings}");
        assert!(findings.contains("1 searches were stopped"), "{findings}");
    }
}
