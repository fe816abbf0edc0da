//! The plots of a study: growth over the size, bars if there is no size, cactus, scatter of two setups.

use super::{Attribute, Ending, Matrix, Study};
use crate::units::decimal;
use crate::{Axis, Mark, Plot, Point, Series};
use std::collections::BTreeSet;

/// The maximum numbers of instances and of setups in a bar plot.
const MAX_INSTANCES: usize = 24;
const MAX_BARS: usize = 5;
/// The maximum number of sizes that are all labeled on their axis.
const MAX_TICKS: usize = 10;
/// The maximum number of setups in one plot; readers cannot distinguish more.
const MAX_SETUPS: usize = 12;

/// Returns all plots of a puzzle that show something, each with a file name.
pub(super) fn of(matrix: &Matrix, study: &Study, times: bool) -> Vec<(String, Plot)> {
    let part = matrix.part.map_or(String::new(), |part| format!("-{part}"));
    let drawn = [("expanded", "Nodes expanded", "nodes expanded"), ("time", "Time", "seconds")];
    let drawn = drawn.into_iter().take(if times { 2 } else { 1 });
    let plots = drawn.flat_map(|(name, title, label)| {
        let Some(attribute) = Attribute::of(name) else { return vec![] };
        let name = |kind: &str| format!("{}{part}-{kind}-{}", matrix.puzzle, attribute.name);
        let limit = limit(matrix, attribute);
        let drawing = Drawing { matrix, study, attribute, title, label, limit };
        let plots = [drawing.growth(), drawing.bars(), drawing.cactus(), drawing.scatter()];
        let named = ["growth", "bars", "cactus", "scatter"].map(name).into_iter().zip(plots);
        named.filter_map(|(name, plot)| Some((name, plot?))).collect::<Vec<_>>()
    });
    plots.collect()
}

struct Drawing<'a> {
    matrix: &'a Matrix,
    study: &'a Study,
    attribute: &'a Attribute,
    /// The attribute in titles and on axes.
    title: &'static str,
    label: &'static str,
    /// The value at which stopped runs are drawn, and its name.
    limit: Option<(f64, &'static str)>,
}

/// Returns the value at which stopped runs are drawn, and its name: the limit of all runs, or a value
/// beyond all others if a limit of another kind stopped some. `None` if no run was stopped.
fn limit(matrix: &Matrix, attribute: &Attribute) -> Option<(f64, &'static str)> {
    let records = || matrix.records.values();
    let values = |of: fn(Ending) -> bool| -> Vec<f64> {
        let chosen = records().filter(|record| of(record.ending));
        chosen.filter_map(|record| attribute.value(record)).collect()
    };
    let most = |values: &[f64]| values.iter().copied().fold(attribute.least(), f64::max);
    records().find(|record| record.ending.is_stopped())?;
    let kind = if attribute.is_timed() { Ending::Time } else { Ending::Expansions };
    let (decided, stopped) = (values(Ending::is_decided), values(Ending::is_stopped));
    let same_kind = records().all(|record| !record.ending.is_stopped() || record.ending == kind);
    // A run notices the end of its time a little later.
    let same = stopped.iter().all(|value| *value > 0.95 * most(&stopped));
    Some(if same_kind && same && !stopped.is_empty() {
        (most(&stopped).max(most(&decided)), "limit")
    } else {
        (3.0 * most(&decided), "stopped")
    })
}

impl Drawing<'_> {
    fn setups(&self) -> std::ops::Range<usize> {
        0..self.matrix.setups.len().min(MAX_SETUPS)
    }

    /// Returns the value of a record, and whether it is only a lower bound.
    fn value(&self, instance: usize, setup: usize) -> Option<(f64, bool)> {
        let record = self.matrix.record(instance, setup)?;
        let value = self.attribute.value(record)?;
        let bound = record.ending.is_stopped();
        let drawn = bound || record.ending.is_decided();
        drawn.then_some((value.max(self.attribute.least()), bound))
    }

    /// Adds a note that says why values of `subject` are missing.
    fn explain_gaps(&self, plot: Plot, mark: &str, subject: &str, instances: &[usize]) -> Plot {
        let cells = instances.iter().flat_map(|&i| self.setups().map(move |s| (i, s)));
        let missing = cells.filter(|&(i, s)| self.value(i, s).is_none());
        let causes =
            missing.map(|(i, s)| match self.matrix.record(i, s).map(|record| record.ending) {
                Some(Ending::Time) => (1, "ran out of time"),
                Some(_) => (0, "ended without an answer"),
                None => (2, "has not run yet"),
            });
        let causes: BTreeSet<(u8, &str)> = causes.collect();
        let found: Vec<&str> = causes.into_iter().map(|cause| cause.1).collect();
        match found.len() {
            0 => plot,
            _ => plot.note(format!("Where there is no {mark}, {subject} {}.", found.join(" or "))),
        }
    }

    /// Adds a note if there are more setups than the plot shows.
    fn explain_setups(&self, plot: Plot) -> Plot {
        match (self.setups().len(), self.matrix.setups.len()) {
            (drawn, all) if drawn < all => plot.note(format!(
                "Only the first {drawn} of {all} setups are drawn; the tables show all."
            )),
            _ => plot,
        }
    }

    /// Plots the attribute of each setup against the size: the geometric mean for each size.
    fn growth(&self) -> Option<Plot> {
        let sizes = self.matrix.instances.iter().filter_map(|(_, size)| *size);
        let mut sizes: Vec<f64> = sizes.collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        let (&least, &most) = sizes.first().zip(sizes.last())?;
        if sizes.len() < 3 {
            return None;
        }
        let label = if self.study.axis.is_empty() { "size" } else { &self.study.axis };
        let wide = most / least.max(1.0) >= 16.0;
        let x = if wide { Axis::log(label) } else { Axis::linear(label).tight() };
        let ticks = sizes.iter().map(|&size| (size, decimal(size, 0)));
        let x = if sizes.len() <= MAX_TICKS { x.ticks(ticks) } else { x };
        let mut plot =
            Plot::new(format!("{} as instances grow", self.title), x, Axis::log(self.label));
        for setup in self.setups() {
            let points = sizes.iter().filter_map(|&size| {
                let all = self.matrix.instances.iter().enumerate();
                let here = all.filter(|(_, (_, own))| *own == Some(size));
                // A mean without failed instances would be that of the easier ones.
                let values: Option<Vec<_>> = here.map(|(i, _)| self.value(i, setup)).collect();
                let values = values?;
                let bare: Vec<f64> = values.iter().map(|(value, _)| *value).collect();
                let mean = self.attribute.merge(&bare)?;
                let point = Point::new(size, mean).note(format!("mean of {}", bare.len()));
                Some(point.at_least(values.iter().any(|(_, bound)| *bound)))
            });
            plot = plot.series(Series::new(&self.matrix.setups[setup], Mark::Line, points));
        }
        if self.matrix.instances.len() > sizes.len() {
            plot = plot.note("Geometric mean of the instances of a size.");
        }
        let sized = |&i: &usize| self.matrix.instances[i].1.is_some();
        let sized: Vec<usize> = (0..self.matrix.instances.len()).filter(sized).collect();
        Some(self.explain_setups(self.explain_gaps(plot, "point", "a search", &sized)))
    }

    /// Plots the attribute of each setup as bars, for instances without sizes.
    fn bars(&self) -> Option<Plot> {
        let (instances, setups) = (self.matrix.instances.len(), self.matrix.setups.len());
        let sized = self.matrix.instances.iter().any(|(_, size)| size.is_some());
        if sized || !(2..=MAX_INSTANCES).contains(&instances) || setups > MAX_BARS {
            return None;
        }
        let names = (0..instances).map(|i| self.matrix.short(i).to_owned());
        let title = format!("{}, instance by instance", self.title);
        let mut plot = Plot::new(title, Axis::names("", names), Axis::log(self.label));
        for setup in self.setups() {
            let bars = (0..instances).filter_map(|i| {
                let (value, bound) = self.value(i, setup)?;
                Some(Point::new(i as f64, value).at_least(bound))
            });
            plot = plot.series(Series::new(&self.matrix.setups[setup], Mark::Bars, bars));
        }
        let all: Vec<usize> = (0..instances).collect();
        Some(self.explain_gaps(plot, "bar", "the search", &all))
    }

    /// Returns the value of a run and `false` if it decided the instance; if a limit stopped it, the value
    /// at which stopped runs are drawn and `true`.
    fn value_or_limit(&self, instance: usize, setup: usize) -> Option<(f64, bool)> {
        match self.matrix.record(instance, setup)?.ending {
            ending if ending.is_stopped() => Some((self.limit?.0, true)),
            ending if ending.is_decided() => self.value(instance, setup),
            _ => None,
        }
    }

    fn draw_limit(&self, plot: Plot) -> Plot {
        self.limit.into_iter().fold(plot, |plot, (value, name)| plot.limit(value, name))
    }

    /// Plots how many instances each setup decides up to each value of the attribute. A line ends at the
    /// limit if runs were stopped.
    fn cactus(&self) -> Option<Plot> {
        if self.matrix.instances.len() < 2 {
            return None;
        }
        let mut plot = Plot::new(
            format!("{} for how many instances, easiest first", self.title),
            Axis::linear("instances"),
            Axis::log(format!("{}, at most", self.label)),
        );
        for setup in self.setups() {
            let all =
                (0..self.matrix.instances.len()).filter_map(|i| self.value_or_limit(i, setup));
            let (stopped, decided): (Vec<_>, Vec<_>) = all.partition(|(_, stopped)| *stopped);
            let mut values: Vec<f64> = decided.into_iter().map(|(value, _)| value).collect();
            values.sort_by(f64::total_cmp);
            let end = stopped.first().map(|&(limit, _)| {
                let note = format!("{} stopped", stopped.len());
                Point::new(values.len() as f64 + 1.0, limit).at_least(true).note(note)
            });
            let steps = (1..).map(f64::from).zip(values.iter().copied()).map(Point::from);
            let steps: Vec<Point> = steps.chain(end).collect();
            plot = plot.series(Series::new(&self.matrix.setups[setup], Mark::Steps, steps));
        }
        Some(self.explain_setups(self.draw_limit(plot)))
    }

    /// Plots one setup against another, instance by instance. Instances that only one decided are on the
    /// line of the limit.
    fn scatter(&self) -> Option<Plot> {
        let index = |name: &str| self.matrix.setups.iter().position(|setup| setup == name);
        let (a, b) = match &self.study.scatter {
            Some((a, b)) => (index(a)?, index(b)?),
            None if self.matrix.setups.len() >= 2 => (0, 1),
            None => return None,
        };
        let [first, second] = [a, b].map(|setup| &self.matrix.setups[setup]);
        // Decided by both, only by the first, only by the second.
        let mut points = [vec![], vec![], vec![]];
        for i in 0..self.matrix.instances.len() {
            let (x, y) = (self.value_or_limit(i, a), self.value_or_limit(i, b));
            let Some(((x, x_stopped), (y, y_stopped))) = x.zip(y) else { continue };
            let place = match (x_stopped, y_stopped) {
                (false, false) => 0,
                (false, true) => 1,
                (true, false) => 2,
                (true, true) => continue,
            };
            points[place].push(Point::new(x, y).note(self.matrix.short(i)));
        }
        let shown = points.iter().map(Vec::len).sum::<usize>();
        if shown < 2 {
            return None;
        }
        let label = |setup: &str| format!("{} by {setup}", self.label);
        let title = format!("{}: {second} against {first}", self.title);
        let mut plot =
            Plot::new(title, Axis::log(label(first)), Axis::log(label(second))).diagonal("equal");
        let names =
            ["decided by both".to_owned(), format!("only by {first}"), format!("only by {second}")];
        if points[1..].iter().any(|points| !points.is_empty()) {
            plot = self.draw_limit(plot);
        }
        for (name, points) in names.into_iter().zip(points).filter(|(_, points)| !points.is_empty())
        {
            plot = plot.series(Series::new(name, Mark::Dots, points));
        }
        let plot = plot.note(format!("Below the dashed line, {second} needs less."));
        let all = self.matrix.instances.len();
        Some(match all - shown {
            0 => plot,
            n => plot.note(format!("Not shown: {n} of {all} instances, which neither decided.")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results_of;
    use super::super::{Overview, Planned, Record};
    use super::*;
    use crate::svg_numbers::numbers;

    type Fill = fn(&Planned, &mut Record);

    fn plot(text: &str, times: bool, name: &str, fill: Fill) -> Plot {
        let results = results_of(text, fill);
        let plots = Overview::new(&results, times).plots();
        plots.into_iter().find(|(own, _)| own == name).expect(name).1
    }

    const GROWING: &str = "strategies = 'bfs'\n[[instances]]\npuzzle = 'tiles'\n\
                           random = ['2x2', '2x3', '3x3']\nseeds = '1-2'";

    #[test]
    fn a_mean_needs_every_instance() {
        let growth = |times, fill: Fill| plot(GROWING, times, "tiles-growth-expanded", fill).svg();
        let notes = ["mean of 2", "mean of 1", "Hollow", "Where there is no point"];
        let seen = |svg: &str| notes.map(|note| svg.matches(note).count());
        assert_eq!(seen(&growth(true, |_, _| {})), [3, 0, 0, 0]);
        let late: Fill = |run, record| {
            if run.instance == "tiles 3x3 seed 2" {
                record.ending = Ending::Time;
            }
        };
        assert_eq!(seen(&growth(true, late)), [3, 0, 1, 0]);
        let timeless = growth(false, late);
        assert_eq!(seen(&timeless), [2, 0, 0, 1]);
        assert!(timeless.contains("no point, a search ran out of time."), "{timeless}");
        let lost = growth(true, |run, record| {
            if run.instance == "tiles 3x3 seed 2" {
                record.ending = Ending::NotFound;
            }
        });
        assert_eq!(seen(&lost), [2, 0, 0, 1]);
        assert!(lost.contains("no point, a search ended without an answer."), "{lost}");
    }

    #[test]
    fn explains_missing_bars() {
        let text = "strategies = ['bfs', 'dfs']\n[[instances]]\npuzzle = 'tiles'\n\
                    levels = ['easy', 'eight']";
        let bars = |times, fill: Fill| plot(text, times, "tiles-bars-expanded", fill).svg();
        let late: Fill = |run, record| {
            if run.setup == "dfs" {
                record.ending = Ending::Time;
            }
        };
        assert!(!bars(true, late).contains("Where there is no bar"));
        assert!(bars(false, late).contains("Where there is no bar, the search ran out of time."));
        assert!(!bars(false, |_, _| {}).contains("Where there is no bar"));
    }

    #[test]
    fn notes_setups_that_are_not_drawn() {
        let setups = |number: usize| {
            let names: Vec<String> = (0..number).map(|n| format!("'wastar:{}'", n + 2)).collect();
            let text = GROWING.replace("'bfs'", &format!("[{}]", names.join(", ")));
            ["tiles-growth-expanded", "tiles-cactus-expanded"]
                .map(|name| plot(&text, false, name, |_, _| {}).svg())
        };
        for svg in setups(13) {
            assert!(svg.contains("Only the first 12 of 13 setups are drawn"), "{svg}");
        }
        for svg in setups(12) {
            assert!(!svg.contains("Only the first"), "{svg}");
        }
    }

    const LIMITED: &str = "strategies = ['bfs', 'dfs']\nlimits.expansions = 500\n[[instances]]\n\
                           puzzle = 'tiles'\nlevels = ['easy', 'eight', 'wide']";

    /// Returns the y coordinates of the marks of a class.
    fn heights(svg: &str, class: &str) -> Vec<f64> {
        let group = svg.split(&format!("<g class=\"{class}\">")).last().unwrap();
        let group = group.split("</g>\n</g>").next().unwrap();
        numbers(group, "<circle", "cy")
    }

    #[test]
    fn stopped_runs_are_at_the_limit() {
        let stopped: Fill = |run, record| {
            if run.instance != "tiles easy" && run.setup == "bfs" {
                record.ending = Ending::Expansions;
                record.run.as_mut().unwrap().stats.expanded = 500;
            }
        };
        let limit = |svg: &str| numbers(svg, "class=\"hk-limit\"", "y1")[0];
        let cactus = plot(LIMITED, false, "tiles-cactus-expanded", stopped).svg();
        assert!(cactus.contains(">limit</text>"), "{cactus}");
        assert!(cactus.contains("<title>bfs: 2, ≥ 500 (2 stopped)</title>"), "{cactus}");
        let marks = heights(&cactus, "hk-0");
        assert!((marks.last().unwrap() - limit(&cactus)).abs() < 0.2, "{cactus}");
        let scatter = plot(LIMITED, false, "tiles-scatter-expanded", stopped).svg();
        assert!(scatter.contains("<title>only by dfs: 500, 10 (eight)</title>"), "{scatter}");
        assert_eq!(scatter.matches("class=\"hk-limit\"").count(), 2, "one for each axis");
        // Without a limit on expansions, the line is beyond all values and has another name.
        let late: Fill = |run, record| {
            if run.instance != "tiles easy" && run.setup == "bfs" {
                record.ending = Ending::Time;
            }
        };
        let cactus = plot(LIMITED, true, "tiles-cactus-expanded", late).svg();
        assert!(
            cactus.contains(">stopped</text>") && !cactus.contains(">limit</text>"),
            "{cactus}"
        );
        // Without stopped runs, there is no limit to show.
        let svg = plot(LIMITED, false, "tiles-cactus-expanded", |_, _| {}).svg();
        assert!(!svg.contains("class=\"hk-limit\""), "{svg}");
    }
}
