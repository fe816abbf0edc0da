//! Axes: which part of the numbers is shown, where, and with which ticks.

use crate::number::{decimal, power_of_ten};

/// How values are laid out along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Linear,
    Log,
    /// One place for each name.
    Names,
}

/// An axis of a plot: what it shows and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub(super) label: String,
    pub(super) scale: Scale,
    /// Ticks where the caller wants them, instead of round numbers.
    pub(super) ticks: Vec<(f64, String)>,
    /// Whether a linear axis begins at its least value, however near 0 is.
    tight: bool,
}

impl Axis {
    /// Equal steps for equal differences. Begins at 0 unless that would hide the differences.
    #[must_use]
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), scale: Scale::Linear, ticks: vec![], tight: false }
    }

    /// Equal steps for equal factors. A value of 0 gets a place of its own below all others.
    #[must_use]
    pub fn log(label: impl Into<String>) -> Self {
        Self { label: label.into(), scale: Scale::Log, ticks: vec![], tight: false }
    }

    /// One place for each name: the point with x = 0 belongs to the first. For bars.
    #[must_use]
    pub fn names<T: Into<String>>(
        label: impl Into<String>,
        names: impl IntoIterator<Item = T>,
    ) -> Self {
        let names = names.into_iter().enumerate();
        let ticks = names.map(|(place, name)| (place as f64, name.into())).collect();
        Self { label: label.into(), scale: Scale::Names, ticks, tight: false }
    }

    /// Puts the ticks here, with these labels, instead of at round numbers.
    #[must_use]
    pub fn ticks<T: Into<String>>(mut self, ticks: impl IntoIterator<Item = (f64, T)>) -> Self {
        self.ticks = ticks.into_iter().map(|(at, label)| (at, label.into())).collect();
        self
    }

    /// Lets a linear axis begin at its least value, for sizes and the like that 0 is none of.
    #[must_use]
    pub fn tight(mut self) -> Self {
        self.tight = true;
        self
    }

    /// The axis with its ends fixed so that it shows all values, and with about `count` ticks.
    pub(super) fn fit(&self, values: impl Iterator<Item = f64>, count: usize) -> Fitted {
        let ticks = self.ticks.iter().map(|&(at, _)| at);
        let values: Vec<f64> = values.chain(ticks).filter(|value| value.is_finite()).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut fitted = match self.scale {
            Scale::Names => {
                let (low, high) = (-0.5, self.ticks.len().max(1) as f64 - 0.5);
                Fitted { log: false, low, high, zero: false, ticks: vec![] }
            }
            Scale::Linear if least <= most => linear(least, most, count, self.tight),
            Scale::Log if most > 0.0 => log(&values, most, count),
            Scale::Linear | Scale::Log => linear(0.0, 1.0, count, false),
        };
        if !self.ticks.is_empty() {
            let given = self.ticks.iter();
            fitted.ticks = given.map(|(at, label)| Tick::new(*at, label.clone())).collect();
        }
        fitted
    }
}

/// A line across the plot, and what is written at its end.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub at: f64,
    /// Nothing for the finer lines of a logarithmic axis.
    pub label: Option<String>,
}

impl Tick {
    fn new(at: f64, label: String) -> Self {
        Self { at, label: Some(label) }
    }
}

/// An axis whose ends and ticks are known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fitted {
    log: bool,
    /// The ends; on a logarithmic axis their logarithms.
    low: f64,
    high: f64,
    /// Whether the low end of a logarithmic axis stands for 0.
    zero: bool,
    pub ticks: Vec<Tick>,
}

impl Fitted {
    /// Where a value lies, from 0 to 1.
    pub fn place(&self, value: f64) -> f64 {
        let value = match self.log {
            true if value <= 0.0 => self.low,
            true => value.log10(),
            false => value,
        };
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Where bars begin: at 0, or at the low end if 0 is not shown.
    pub fn base(&self) -> f64 {
        if self.log { 0.0 } else { self.place(0.0) }
    }
}

/// Steps of 1, 2 or 5 times a power of ten, about `count` of them.
fn step(range: f64, count: usize) -> f64 {
    let rough = range / count.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= rough * 0.9);
    step.unwrap_or(10.0) * power
}

fn linear(least: f64, most: f64, count: usize, tight: bool) -> Fitted {
    // From 0 on, unless all values lie far from it.
    let (mut low, mut high) = if !tight && least >= 0.0 && least <= 0.6 * most {
        (0.0, most)
    } else if !tight && most <= 0.0 && most >= 0.6 * least {
        (least, 0.0)
    } else {
        (least, most)
    };
    if high - low <= f64::EPSILON * high.abs().max(low.abs()) {
        // A single value: some room around it.
        let room = (high.abs() * 0.1).max(1.0);
        (low, high) = (low - room, high + room);
        if least >= 0.0 {
            low = low.max(0.0);
        }
    }
    let step = step(high - low, count);
    low = (low / step).floor() * step;
    high = (high / step).ceil() * step;
    let decimals = (-step.log10().floor()).clamp(0.0, 12.0);
    // Both are small and not negative.
    #[allow(clippy::cast_sign_loss)]
    let (steps, decimals) = (((high - low) / step).round() as usize, decimals as usize);
    let ticks = (0..=steps).map(|i| {
        let at = low + i as f64 * step;
        Tick::new(at, decimal(at, decimals))
    });
    Fitted { log: false, low, high, zero: false, ticks: ticks.collect() }
}

fn log(values: &[f64], most: f64, count: usize) -> Fitted {
    let positive = values.iter().copied().filter(|&value| value > 0.0);
    let least = positive.fold(f64::INFINITY, f64::min);
    let zero = values.iter().any(|&value| value <= 0.0);
    let (bottom, top) = (least.log10().floor(), most.log10().ceil());
    let (bottom, top) = if top - bottom < 1.0 { (bottom, bottom + 1.0) } else { (bottom, top) };
    let decades = top - bottom;
    let low = if zero { bottom - (decades / 8.0).max(0.35) } else { bottom };
    let mut ticks = vec![];
    if zero {
        ticks.push(Tick::new(0.0, "0".to_owned()));
    }
    // Every power of ten, or every second, third, …, so that they do not crowd.
    let stride = (decades / count.max(2) as f64).ceil().max(1.0) as i32;
    for exponent in (bottom as i32)..=(top as i32) {
        let power = 10f64.powi(exponent);
        let label = (exponent - bottom as i32) % stride == 0;
        ticks.push(Tick { at: power, label: label.then(|| power_of_ten(exponent)) });
        if stride > 1 || exponent == top as i32 {
            continue;
        }
        for times in 2..10 {
            // Where there are few powers, 2 and 5 times them are named as well.
            let named = decades <= 2.0 && (times == 2 || times == 5);
            let at = power * f64::from(times);
            // Exponents of small numbers are small.
            #[allow(clippy::cast_sign_loss)]
            let decimals = (-exponent).max(0) as usize;
            ticks.push(Tick { at, label: named.then(|| decimal(at, decimals)) });
        }
    }
    Fitted { log: true, low, high: top, zero, ticks }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        let fitted = axis.fit(values.iter().copied(), 5);
        fitted.ticks.into_iter().filter_map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round() {
        let axis = Axis::linear("");
        assert_eq!(labels(&axis, &[3.0, 97.0]), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(labels(&axis, &[0.1, 0.52]), ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6"]);
        assert_eq!(labels(&axis, &[100.0, 100.4]), ["100.0", "100.1", "100.2", "100.3", "100.4"]);
        assert_eq!(labels(&axis.clone().tight(), &[4.0, 10.0]), ["4", "6", "8", "10"]);
        assert_eq!(labels(&axis, &[-4.0, 4.0]), ["−4", "−2", "0", "2", "4"]);
        assert_eq!(
            labels(&axis, &[5000.0]),
            ["4,400", "4,600", "4,800", "5,000", "5,200", "5,400", "5,600"]
        );
    }

    #[test]
    fn powers_are_named() {
        let axis = Axis::log("");
        assert_eq!(labels(&axis, &[2.0, 90.0]), ["1", "2", "5", "10", "20", "50", "100"]);
        assert_eq!(
            labels(&axis, &[0.0, 30_000.0, 3.0]),
            ["0", "1", "10", "100", "1,000", "10,000", "100,000"]
        );
        assert_eq!(labels(&axis, &[1.0, 1e12]), ["1", "1,000", "10⁶", "10⁹", "10¹²"]);
        assert_eq!(
            labels(&axis, &[0.003, 0.02]),
            ["0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1"]
        );
    }

    #[test]
    fn every_value_has_a_place() {
        let values = [0.0, 1e-30, 1.0, 7.0, 1e300, f64::NAN, f64::INFINITY, -3.0];
        for axis in [Axis::linear(""), Axis::log(""), Axis::names("", ["a", "b"])] {
            for some in 0..values.len() {
                let fitted = axis.fit(values[..some].iter().copied(), 5);
                assert!(fitted.ticks.len() < 1000);
                for value in values.iter().filter(|value| !value.is_nan()) {
                    assert!((0.0..=1.0).contains(&fitted.place(*value)), "{axis:?} {value}");
                }
            }
        }
        let fitted = Axis::log("").fit([1.0, 100.0].into_iter(), 5);
        assert!((fitted.place(10.0) - 0.5).abs() < 1e-9);
        assert!(fitted.place(0.0) <= f64::EPSILON);
    }
}
