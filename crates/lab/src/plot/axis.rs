//! Axes: the range of values, the mapping to positions, and the ticks.

use crate::units::{decimal, scientific};

/// The mapping from values to positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Linear,
    Log,
    /// One position per name.
    Names,
}

/// An axis of a plot: label, scale and ticks.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Axis {
    pub(super) label: String,
    pub(super) scale: Scale,
    /// Ticks chosen by the caller; if empty, ticks are at round numbers.
    pub(super) ticks: Vec<(f64, String)>,
    /// Whether a linear axis begins at its smallest value even if 0 is near.
    tight: bool,
}

impl Axis {
    fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self { label: label.into(), scale, ticks: vec![], tight: false }
    }

    /// Creates a linear axis. It begins at 0 unless that would hide the differences.
    pub fn linear(label: impl Into<String>) -> Self {
        Self::new(label, Scale::Linear)
    }

    /// Creates a logarithmic axis. The value 0 is shown below all others.
    pub fn log(label: impl Into<String>) -> Self {
        Self::new(label, Scale::Log)
    }

    /// Creates an axis of names, for bars. The point with x = 0 belongs to the first name.
    pub fn names<T: Into<String>>(
        label: impl Into<String>,
        names: impl IntoIterator<Item = T>,
    ) -> Self {
        let names = names.into_iter().enumerate();
        Self::new(label, Scale::Names).ticks(names.map(|(i, name)| (i as f64, name)))
    }

    /// Puts labeled ticks at these values instead of at round numbers.
    pub fn ticks<T: Into<String>>(mut self, ticks: impl IntoIterator<Item = (f64, T)>) -> Self {
        self.ticks = ticks.into_iter().map(|(at, label)| (at, label.into())).collect();
        self
    }

    /// Lets a linear axis begin at its smallest value: for quantities that are never 0, such as sizes.
    pub fn tight(mut self) -> Self {
        self.tight = true;
        self
    }

    /// Chooses ends that include all values, and about `count` ticks.
    pub(super) fn fit(&self, values: impl Iterator<Item = f64>, count: usize) -> Fitted {
        let ticks = self.ticks.iter().map(|&(at, _)| at);
        let values: Vec<f64> = values.chain(ticks).filter(|value| value.is_finite()).collect();
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut fitted = match self.scale {
            Scale::Names => {
                let (low, high) = (-0.5, self.ticks.len().max(1) as f64 - 0.5);
                Fitted { low, high, ..Fitted::default() }
            }
            Scale::Linear if min <= max => linear(min, max, count, self.tight),
            Scale::Log if max > 0.0 => log(&values, max, count),
            Scale::Linear | Scale::Log => linear(0.0, 1.0, count, false),
        };
        if !self.ticks.is_empty() {
            let given = self.ticks.iter();
            fitted.ticks = given.map(|(at, label)| Tick::new(*at, label.clone())).collect();
            fitted.labeled_by_caller = true;
        }
        fitted
    }
}

/// A grid line and its label.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub at: f64,
    /// `None` for the finer lines of a logarithmic axis.
    pub label: Option<String>,
}

impl Tick {
    fn new(at: f64, label: String) -> Self {
        Self { at, label: Some(label) }
    }
}

/// An axis with its ends and ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fitted {
    log: bool,
    labeled_by_caller: bool,
    /// The ends; of a logarithmic axis, their logarithms.
    low: f64,
    high: f64,
    pub ticks: Vec<Tick>,
}

impl Fitted {
    /// Returns the position of a value, from 0 to 1.
    pub fn position(&self, value: f64) -> f64 {
        let value = match self.log {
            true if value <= 0.0 => self.low,
            true => value.log10(),
            false => value,
        };
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Returns whether a tick is a labeled one of a logarithmic axis, except 0, that the axis chose itself.
    fn is_log_tick(&self, tick: &Tick) -> bool {
        self.log && !self.labeled_by_caller && tick.label.is_some() && tick.at > 0.0
    }

    /// Returns whether a number in full would be too long for a label.
    pub fn needs_powers(&self) -> bool {
        // Wider than the powers themselves, which are rounded.
        let is_long = |tick: &Tick| !(0.9e-3..=1.1e6).contains(&tick.at);
        self.ticks.iter().any(|tick| self.is_log_tick(tick) && is_long(tick))
    }

    /// Labels a logarithmic axis by powers of ten, such as `10⁶` or `2·10⁶`.
    pub fn label_powers(&mut self) {
        for i in 0..self.ticks.len() {
            if self.is_log_tick(&self.ticks[i]) {
                self.ticks[i].label = Some(scientific(self.ticks[i].at));
            }
        }
    }

    /// Returns the position where bars begin: that of 0, or the low end if 0 is not shown.
    pub fn base(&self) -> f64 {
        if self.log { 0.0 } else { self.position(0.0) }
    }
}

/// Returns 1, 2 or 5 times a power of ten that divides the range into about `count` steps.
fn step(range: f64, count: usize) -> f64 {
    let rough = range / count.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= rough * 0.9);
    step.unwrap_or(10.0) * power
}

fn linear(min: f64, max: f64, count: usize, tight: bool) -> Fitted {
    // Include 0 unless all values are far from it.
    let (mut low, mut high) = if !tight && min >= 0.0 && min <= 0.6 * max {
        (0.0, max)
    } else if !tight && max <= 0.0 && max >= 0.6 * min {
        (min, 0.0)
    } else {
        (min, max)
    };
    if high - low <= f64::EPSILON * high.abs().max(low.abs()) {
        // A single value gets a margin.
        let margin = (high.abs() * 0.1).max(1.0);
        (low, high) = (low - margin, high + margin);
        if min >= 0.0 {
            low = low.max(0.0);
        }
    }
    let step = step(high - low, count);
    low = (low / step).floor() * step;
    high = (high / step).ceil() * step;
    let decimals = (-step.log10().floor()).clamp(0.0, 12.0);
    // Both are small and nonnegative.
    #[allow(clippy::cast_sign_loss)]
    let (steps, decimals) = (((high - low) / step).round() as usize, decimals as usize);
    let ticks = (0..=steps).map(|i| {
        let at = low + i as f64 * step;
        Tick::new(at, decimal(at, decimals))
    });
    Fitted { low, high, ticks: ticks.collect(), ..Fitted::default() }
}

fn log(values: &[f64], max: f64, count: usize) -> Fitted {
    let positive = values.iter().copied().filter(|&value| value > 0.0);
    let min = positive.fold(f64::INFINITY, f64::min);
    let zero = values.iter().any(|&value| value <= 0.0);
    let (bottom, top) = (min.log10().floor(), max.log10().ceil());
    let (bottom, top) = if top - bottom < 1.0 { (bottom, bottom + 1.0) } else { (bottom, top) };
    let decades = top - bottom;
    let low = if zero { bottom - (decades / 8.0).max(0.35) } else { bottom };
    let mut ticks = vec![];
    if zero {
        ticks.push(Tick::new(0.0, "0".to_owned()));
    }
    // Label every power of ten, or every second, third, … if they would crowd.
    let stride = (decades / count.max(2) as f64).ceil().max(1.0) as i32;
    for exponent in (bottom as i32)..=(top as i32) {
        let power = 10f64.powi(exponent);
        let label = (exponent - bottom as i32) % stride == 0;
        // Clamped to 0 and above.
        #[allow(clippy::cast_sign_loss)]
        let decimals = (-exponent).max(0) as usize;
        ticks.push(Tick { at: power, label: label.then(|| decimal(power, decimals)) });
        if stride > 1 || exponent == top as i32 {
            continue;
        }
        for times in 2..10 {
            // With few powers, also label 2 and 5 times them.
            let labeled = decades <= 2.0 && (times == 2 || times == 5);
            let at = power * f64::from(times);
            ticks.push(Tick { at, label: labeled.then(|| decimal(at, decimals)) });
        }
    }
    Fitted { log: true, low, high: top, ticks, labeled_by_caller: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        let fitted = axis.fit(values.iter().copied(), 5);
        fitted.ticks.into_iter().filter_map(|tick| tick.label).collect()
    }

    #[test]
    fn linear_ticks_are_round() {
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
    fn log_ticks_are_powers_of_ten() {
        let axis = Axis::log("");
        assert_eq!(labels(&axis, &[2.0, 90.0]), ["1", "2", "5", "10", "20", "50", "100"]);
        assert_eq!(
            labels(&axis, &[0.0, 30_000.0, 3.0]),
            ["0", "1", "10", "100", "1,000", "10,000", "100,000"]
        );
        let powers = |values: &[f64]| -> Vec<String> {
            let mut fitted = axis.fit(values.iter().copied(), 5);
            assert!(fitted.needs_powers());
            fitted.label_powers();
            fitted.ticks.into_iter().filter_map(|tick| tick.label).collect()
        };
        assert_eq!(powers(&[1.0, 1e12]), ["10⁰", "10³", "10⁶", "10⁹", "10¹²"]);
        assert_eq!(
            powers(&[0.0, 2e-5, 3e-4]),
            ["0", "10⁻⁵", "2·10⁻⁵", "5·10⁻⁵", "10⁻⁴", "2·10⁻⁴", "5·10⁻⁴", "10⁻³"]
        );
        assert!(!axis.fit([0.001, 1e6].into_iter(), 5).needs_powers());
        assert_eq!(
            labels(&axis, &[0.003, 0.02]),
            ["0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1"]
        );
    }

    #[test]
    fn every_value_has_a_position() {
        let values = [0.0, 1e-30, 1.0, 7.0, 1e300, f64::NAN, f64::INFINITY, -3.0];
        for axis in [Axis::linear(""), Axis::log(""), Axis::names("", ["a", "b"])] {
            for length in 0..values.len() {
                let fitted = axis.fit(values[..length].iter().copied(), 5);
                assert!(fitted.ticks.len() < 1000);
                for value in values.iter().filter(|value| !value.is_nan()) {
                    assert!((0.0..=1.0).contains(&fitted.position(*value)), "{axis:?} {value}");
                }
            }
        }
        let fitted = Axis::log("").fit([1.0, 100.0].into_iter(), 5);
        assert!((fitted.position(10.0) - 0.5).abs() < 1e-9);
        assert!(fitted.position(0.0) <= f64::EPSILON);
    }
}
