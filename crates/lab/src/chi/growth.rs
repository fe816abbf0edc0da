//! How the cost of a search grows with the board.

use super::{mean, real};
use crate::{Axis, Cell, Mark, Plot, Point, Report, Series, Table};
use heureka_core::{Cost, Stop};

/// What one search did on one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Rows and columns of the board.
    pub size: (usize, usize),
    /// The seed that made it.
    pub seed: u64,
    /// The search, such as `astar, pdb`.
    pub search: String,
    /// What the plan costs, if there is one.
    pub cost: Option<Cost>,
    /// How many times the optimum the plan may cost at most; 1 if it is proved optimal.
    pub within: Option<f64>,
    /// Nodes expanded.
    pub expanded: u64,
    /// How long the search took, its tables not counted.
    pub seconds: f64,
    /// The most memory that the search took, its tables not counted.
    pub bytes: u64,
    /// What the heuristic's tables take.
    pub table_bytes: u64,
    /// The limit that stopped it, if one did.
    pub stopped: Option<Stop>,
}

impl Trial {
    fn cells(&self) -> usize {
        self.size.0 * self.size.1
    }

    fn board(&self) -> String {
        format!("{}×{}", self.size.0, self.size.1)
    }

    fn is_proved(&self) -> bool {
        self.within == Some(1.0)
    }
}

/// All trials, and what is made of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    trials: Vec<Trial>,
}

/// What is drawn against the size of the board.
struct Quantity {
    name: &'static str,
    title: &'static str,
    of: fn(&Trial) -> f64,
}

const QUANTITIES: [Quantity; 3] = [
    Quantity { name: "expanded", title: "Nodes expanded", of: |t| t.expanded.max(1) as f64 },
    Quantity { name: "seconds", title: "Time in seconds", of: |t| t.seconds.max(1e-6) },
    Quantity { name: "memory", title: "Memory in bytes", of: |t| t.bytes.max(1) as f64 },
];

impl Growth {
    /// The growth that these trials show.
    #[must_use]
    pub fn new(trials: Vec<Trial>) -> Self {
        Self { trials }
    }

    /// All trials, in the order in which they were made.
    #[must_use]
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// The pairs of size and search, in the order in which they are met.
    fn groups(&self) -> Vec<Vec<&Trial>> {
        let mut groups: Vec<Vec<&Trial>> = vec![];
        for trial in &self.trials {
            let same = |group: &&mut Vec<&Trial>| {
                group[0].size == trial.size && group[0].search == trial.search
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.push(trial),
                None => groups.push(vec![trial]),
            }
        }
        groups
    }

    /// A row for each size and search.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new([
            "board", "search", "boards", "solved", "optimal", "cost", "within", "expanded",
            "seconds", "MiB",
        ]);
        for group in self.groups() {
            let all = || group.iter().copied();
            let count = |test: fn(&Trial) -> bool| all().filter(|t| test(t)).count() as u64;
            let worst = all().filter_map(|t| t.within).fold(None, |worst: Option<f64>, within| {
                Some(worst.map_or(within, |worst| worst.max(within)))
            });
            let expanded = mean(all().map(|t| t.expanded as f64)).unwrap_or(0.0);
            #[allow(clippy::cast_sign_loss)] // A mean of counts.
            let expanded = expanded.round() as u64;
            let stopped = all().any(|t| t.stopped.is_some());
            let most = all().map(|t| t.bytes).max().unwrap_or(0);
            table.row([
                group[0].board().into(),
                group[0].search.as_str().into(),
                (group.len() as u64).into(),
                count(|t| t.cost.is_some()).into(),
                count(Trial::is_proved).into(),
                real(mean(all().filter_map(|t| t.cost).map(f64::from)), 2),
                real(worst, 2),
                if stopped { Cell::AtLeast(expanded) } else { Cell::Whole(expanded) },
                real(mean(all().map(|t| t.seconds)), 4),
                Cell::Real(most as f64 / f64::from(1 << 20), 1),
            ]);
        }
        table
    }

    /// All trials for programs.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut table = Table::new([
            "rows",
            "cols",
            "seed",
            "search",
            "ended",
            "cost",
            "within",
            "nodes_expanded",
            "seconds",
            "peak_bytes",
            "table_bytes",
        ]);
        for t in &self.trials {
            table.row([
                (t.size.0 as u64).into(),
                (t.size.1 as u64).into(),
                t.seed.into(),
                t.search.as_str().into(),
                t.stopped.map_or("solved".to_owned(), |stop| stop.to_string()).into(),
                t.cost.into(),
                real(t.within, 3),
                t.expanded.into(),
                Cell::Real(t.seconds, 6),
                t.bytes.into(),
                t.table_bytes.into(),
            ]);
        }
        table.csv()
    }

    /// The plots, each with a name for its file: means over the boards of a size.
    #[must_use]
    pub fn plots(&self) -> Vec<(&'static str, Plot)> {
        let mut sizes: Vec<(usize, (usize, usize))> =
            self.trials.iter().map(|t| (t.cells(), t.size)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut searches: Vec<&str> = vec![];
        for trial in &self.trials {
            if !searches.contains(&trial.search.as_str()) {
                searches.push(&trial.search);
            }
        }
        let place = |size: (usize, usize)| sizes.iter().position(|&(_, own)| own == size);
        let draw = |quantity: &Quantity| {
            let ticks = sizes.iter().enumerate();
            let ticks = ticks.map(|(at, (_, (rows, cols)))| (at as f64, format!("{rows}×{cols}")));
            let x = Axis::linear("size of the board, by cells").ticks(ticks);
            let title = format!("{} against the size of the board, mean", quantity.title);
            let mut plot = Plot::new(title, x, Axis::log(quantity.title));
            for &search in &searches {
                let own = self.groups().into_iter().filter(|group| group[0].search == search);
                let points = own.filter_map(|group| {
                    let value = mean(group.iter().map(|trial| (quantity.of)(trial)))?;
                    let point = Point::new(place(group[0].size)? as f64, value)
                        .note(format!("{}, {search}", group[0].board()));
                    let stopped = group.iter().any(|trial| trial.stopped.is_some());
                    Some(if stopped { point.at_least() } else { point })
                });
                plot = plot.series(Series::new(search, Mark::Line, points.collect::<Vec<_>>()));
            }
            (quantity.name, plot)
        };
        QUANTITIES.iter().map(draw).collect()
    }

    /// The whole study as a page.
    #[must_use]
    pub fn report(&self, limits: &str) -> Report {
        let mut report = Report::new("χ-puzzle: growing boards");
        report.paragraph(&format!(
            "Random boards of growing size. A* and IDA* are optimal as far as they get within the \
             limits, {limits}; weighted A* and anytime search go on beyond, and say how far from the \
             optimum their plans can be. A search that solved no board of a size is not tried on \
             larger ones.",
        ));
        for (_, plot) in self.plots() {
            report.plot(&plot);
        }
        report.table(
            "Means over the boards of a size. optimal: proved so; within: how many times the optimum \
             the plans may cost at most; MiB: the most memory of a search, tables not counted",
            &self.table(),
        );
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(size: (usize, usize), search: &str, cost: Option<Cost>) -> Trial {
        Trial {
            size,
            seed: 1,
            search: search.to_owned(),
            cost,
            within: cost.map(|_| 1.0),
            expanded: 100,
            seconds: 0.25,
            bytes: 1 << 20,
            table_bytes: 0,
            stopped: cost.is_none().then_some(Stop::Memory),
        }
    }

    #[test]
    fn sizes_and_searches_are_grouped() {
        let growth = Growth::new(vec![
            trial((2, 4), "astar, h2", Some(10)),
            trial((2, 4), "astar, h2", Some(13)),
            trial((4, 4), "astar, h2", None),
        ]);
        let table = growth.table().csv();
        assert!(table.contains("2×4,\"astar, h2\",2,2,2,11.50,1.00,100,0.2500,1.0"), "{table}");
        assert!(table.contains("4×4,\"astar, h2\",1,0,0,,,100,"), "{table}");
        assert!(growth.table().text().contains("≥ 100"));
        assert_eq!(growth.csv().lines().count(), 4);
        let plots = growth.plots();
        assert_eq!(plots.len(), 3);
        assert!(plots[0].1.svg().contains("4×4"));
    }
}
