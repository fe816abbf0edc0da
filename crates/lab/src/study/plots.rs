//! The plots of a study: cactus, scatter of two setups, growth, and bars where instances have no size.

use super::{Attribute, Ending, Matrix, Study, Unit};
use crate::number::decimal;
use crate::{Axis, Mark, Plot, Point, Series};

/// Bars are drawn for at most so many instances and setups.
const MOST_INSTANCES: usize = 24;
const MOST_BARS: usize = 5;
/// So many sizes are written along their axis.
const MOST_TICKS: usize = 10;
/// More setups than this cannot be told apart in one plot.
const MOST_SETUPS: usize = 12;

/// All plots of a puzzle's cells that there is something to draw for, each with a name for a file.
pub(super) fn of(matrix: &Matrix, study: &Study, times: bool) -> Vec<(String, Plot)> {
    let mut plots = vec![];
    let mut add = |kind: &str, attribute: &Attribute, plot: Option<Plot>| {
        if let Some(plot) = plot {
            plots.push((format!("{}-{kind}-{}", matrix.puzzle, attribute.name), plot));
        }
    };
    let names: &[&str] = if times { &["expanded", "time"] } else { &["expanded"] };
    let attributes = names.iter().filter_map(|name| Attribute::of(name));
    for attribute in attributes {
        let drawing = Drawing { matrix, study, attribute, times };
        add("growth", attribute, drawing.growth());
        add("bars", attribute, drawing.bars());
        add("cactus", attribute, drawing.cactus());
        add("scatter", attribute, drawing.scatter());
    }
    plots
}

struct Drawing<'a> {
    matrix: &'a Matrix,
    study: &'a Study,
    attribute: &'a Attribute,
    times: bool,
}

impl Drawing<'_> {
    fn title(&self) -> &'static str {
        match self.attribute.name {
            "time" => "Time",
            _ => "Nodes expanded",
        }
    }

    fn label(&self) -> &'static str {
        if self.attribute.unit == Unit::Seconds { "seconds" } else { "nodes expanded" }
    }

    fn setups(&self) -> std::ops::Range<usize> {
        0..self.matrix.setups.len().min(MOST_SETUPS)
    }

    /// The value of a cell, and whether it is only a lower bound; nothing if it is not known.
    fn value(&self, instance: usize, setup: usize) -> Option<(f64, bool)> {
        let record = &self.matrix.cell(instance, setup)?.record;
        let known = self.times || record.ending != Ending::Time;
        let value = self.attribute.value(record).filter(|_| known)?;
        let bound = self.attribute.is_lower_bound(record);
        let drawn = bound || record.ending.is_decided();
        drawn.then_some((value.max(self.attribute.least()), bound))
    }

    /// What each setup needs as instances grow: the geometric mean of each size.
    fn growth(&self) -> Option<Plot> {
        let mut sizes: Vec<f64> =
            self.matrix.instances.iter().filter_map(|(_, size)| *size).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        let (&least, &most) = sizes.first().zip(sizes.last())?;
        if sizes.len() < 3 {
            return None;
        }
        let label = if self.study.axis.is_empty() { "size" } else { &self.study.axis };
        let x = if most / least.max(1.0) >= 16.0 {
            Axis::log(label)
        } else {
            Axis::linear(label).tight()
        };
        let ticks = sizes.iter().map(|&size| (size, decimal(size, 0)));
        let x = if sizes.len() <= MOST_TICKS { x.ticks(ticks) } else { x };
        let mut plot =
            Plot::new(format!("{} as instances grow", self.title()), x, Axis::log(self.label()));
        for setup in self.setups() {
            let points = sizes.iter().filter_map(|&size| {
                let all = self.matrix.instances.iter().enumerate();
                let here = all.filter(|(_, (_, own))| *own == Some(size));
                let values: Vec<_> = here.filter_map(|(i, _)| self.value(i, setup)).collect();
                let bare: Vec<f64> = values.iter().map(|(value, _)| *value).collect();
                let mean = self.attribute.merge(&bare)?;
                let point = Point::new(size, mean).note(format!("mean of {}", bare.len()));
                let bound = values.iter().any(|(_, bound)| *bound);
                Some(if bound { point.at_least() } else { point })
            });
            let name = &self.matrix.setups[setup];
            plot = plot.series(Series::new(name, Mark::Line, points.collect::<Vec<_>>()));
        }
        let several = self.matrix.instances.len() > sizes.len();
        Some(if several {
            plot.note("Of several instances of a size, the geometric mean.")
        } else {
            plot
        })
    }

    /// What each setup needs, instance by instance, where they have names rather than sizes.
    fn bars(&self) -> Option<Plot> {
        let (instances, setups) = (self.matrix.instances.len(), self.matrix.setups.len());
        let sized = self.matrix.instances.iter().any(|(_, size)| size.is_some());
        if sized || !(2..=MOST_INSTANCES).contains(&instances) || setups > MOST_BARS {
            return None;
        }
        let names = (0..instances).map(|i| self.matrix.short(i).to_owned());
        let mut plot = Plot::new(
            format!("{}, instance by instance", self.title()),
            Axis::names("", names),
            Axis::log(self.label()),
        );
        for setup in self.setups() {
            let bars = (0..instances).filter_map(|i| {
                let (value, bound) = self.value(i, setup)?;
                let point = Point::new(i as f64, value);
                Some(if bound { point.at_least() } else { point })
            });
            let name = &self.matrix.setups[setup];
            plot = plot.series(Series::new(name, Mark::Bars, bars.collect::<Vec<_>>()));
        }
        let open = |ending: Ending| !ending.is_explained() || ending == Ending::NotFound;
        let cells = (0..instances).flat_map(|i| self.setups().map(move |s| (i, s)));
        let mut endings = cells.filter_map(|(i, s)| Some(self.matrix.cell(i, s)?.record.ending));
        let gaps = endings.any(open);
        Some(if gaps {
            plot.note("Where there is no bar, the search ended without an answer.")
        } else {
            plot
        })
    }

    /// How many instances each setup decides with how much.
    fn cactus(&self) -> Option<Plot> {
        if self.matrix.instances.len() < 2 {
            return None;
        }
        let mut plot = Plot::new(
            format!("{} for how many instances, easiest first", self.title()),
            Axis::linear("instances decided"),
            Axis::log(format!("{}, at most", self.label())),
        );
        for setup in self.setups() {
            let all = 0..self.matrix.instances.len();
            let values = all.filter_map(|i| self.value(i, setup));
            let mut values: Vec<f64> = values.filter(|(_, bound)| !bound).map(|(v, _)| v).collect();
            values.sort_by(f64::total_cmp);
            let steps =
                values.into_iter().enumerate().map(|(nth, value)| (nth as f64 + 1.0, value));
            plot = plot.series(Series::new(&self.matrix.setups[setup], Mark::Steps, steps));
        }
        Some(plot)
    }

    /// One setup against another, instance by instance.
    fn scatter(&self) -> Option<Plot> {
        let place = |name: &str| self.matrix.setups.iter().position(|setup| setup == name);
        let chosen = self.study.scatter.as_ref();
        let (a, b) = match chosen {
            Some((a, b)) => (place(a)?, place(b)?),
            None if self.matrix.setups.len() >= 2 => (0, 1),
            None => return None,
        };
        let common = self.matrix.decided_by_all(&[a, b]);
        if common.len() < 2 {
            return None;
        }
        let points = common.iter().filter_map(|&i| {
            let (x, y) = (self.value(i, a)?.0, self.value(i, b)?.0);
            Some(Point::new(x, y).note(self.matrix.short(i)))
        });
        let [first, second] = [a, b].map(|setup| &self.matrix.setups[setup]);
        let label = |setup: &str| format!("{} by {setup}", self.label());
        let title = format!("{}: {second} against {first}", self.title());
        let plot = Plot::new(title, Axis::log(label(first)), Axis::log(label(second))).diagonal();
        let plot = plot.series(Series::new("instances", Mark::Dots, points.collect::<Vec<_>>()));
        let plot = plot.note(format!("Below the line {second} needs less."));
        Some(match self.matrix.instances.len() - common.len() {
            0 => plot,
            n => plot.note(format!("{n} that not both decided are left out.")),
        })
    }
}
