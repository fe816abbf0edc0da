//! Attributes of runs: what is measured, in which unit, and how values aggregate and compare.

use super::{Caps, Record};
use crate::statistics::Interval;
use crate::table::Cell;
use crate::units::{duration, size};
use std::time::Duration;

/// Seconds below which times are not distinguished.
pub const LEAST_TIME: f64 = 1e-6;
/// The name of a column of intervals.
pub const INTERVAL: &str = "95 % interval";

/// The unit of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Count,
    Seconds,
    Bytes,
}

/// A measured property of runs.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub struct Attribute {
    pub name: &'static str,
    pub unit: Unit,
    /// Whether values add up. Otherwise they aggregate to their geometric mean, and values below
    /// [`Attribute::least`] count as that.
    pub summed: bool,
    /// Whether it counts decided instances: more is better, and all instances are compared.
    /// Otherwise less is better, and only instances that all setups decided are compared.
    pub coverage: bool,
    /// The limit on its value, if there can be one. Only such attributes have scores.
    pub limit: Option<fn(&Caps) -> Option<f64>>,
    /// Whether it is equal from run to run, so that any difference is a change of the program.
    pub exact: bool,
    /// Whether more of it is a regression.
    pub regresses: bool,
    value: fn(&Record) -> Option<f64>,
}

/// Every attribute, in the order of tables.
pub const ATTRIBUTES: &[Attribute] = &[
    Attribute {
        summed: true,
        coverage: true,
        ..usual("decided", Unit::Count, |r| Some(f64::from(u8::from(r.ending.is_decided()))))
    },
    Attribute {
        summed: true,
        exact: true,
        regresses: true,
        ..usual("cost", Unit::Count, |r| r.run.as_ref()?.cost.map(f64::from))
    },
    Attribute {
        limit: Some(|caps| caps.expansions.map(|count| count as f64)),
        exact: true,
        regresses: true,
        ..usual("expanded", Unit::Count, |r| Some(r.run.as_ref()?.stats.expanded as f64))
    },
    Attribute {
        exact: true,
        ..usual("generated", Unit::Count, |r| Some(r.run.as_ref()?.stats.generated as f64))
    },
    usual("loops", Unit::Count, |r| Some(r.run.as_ref()?.stats.duplicates as f64)),
    usual("frontier", Unit::Count, |r| Some(r.run.as_ref()?.stats.max_frontier as f64)),
    Attribute {
        regresses: true,
        ..usual("memory", Unit::Bytes, |r| Some(r.run.as_ref()?.stats.peak_bytes as f64))
    },
    Attribute {
        limit: Some(|caps| caps.time.map(|time| time.as_secs_f64())),
        regresses: true,
        ..usual("time", Unit::Seconds, |r| Some(r.run.as_ref()?.stats.elapsed.as_secs_f64()))
    },
    usual("tables", Unit::Seconds, |r| {
        Some(r.run.as_ref()?.table_seconds).filter(|&seconds| seconds > 0.0)
    }),
];

const fn usual(name: &'static str, unit: Unit, value: fn(&Record) -> Option<f64>) -> Attribute {
    let [summed, coverage, exact, regresses] = [false; 4];
    Attribute { name, unit, summed, coverage, limit: None, exact, regresses, value }
}

impl Attribute {
    pub(super) fn of(name: &str) -> Option<&'static Self> {
        ATTRIBUTES.iter().find(|attribute| attribute.name == name)
    }

    /// Returns every attribute; without `times`, only those that are equal from run to run.
    pub(super) fn shown(times: bool) -> impl Iterator<Item = &'static Self> {
        ATTRIBUTES.iter().filter(move |attribute| times || !attribute.is_timed())
    }

    pub(super) fn value(&self, record: &Record) -> Option<f64> {
        (self.value)(record)
    }

    /// Returns whether it is a time, which differs from run to run.
    pub(super) fn is_timed(&self) -> bool {
        self.unit == Unit::Seconds
    }

    /// Returns the smallest value that factors distinguish: one node, one kibibyte, one microsecond.
    pub(super) fn least(&self) -> f64 {
        match self.unit {
            Unit::Seconds => LEAST_TIME,
            Unit::Bytes => 1024.0,
            Unit::Count => 1.0,
        }
    }

    /// Aggregates values; returns `None` if there are none.
    pub(super) fn merge(&self, values: &[f64]) -> Option<f64> {
        if values.is_empty() {
            return None;
        }
        let logarithms = values.iter().map(|value| value.max(self.least()).ln());
        let mean = || (logarithms.sum::<f64>() / values.len() as f64).exp();
        Some(if self.summed { values.iter().sum() } else { mean() })
    }

    /// Returns one value as a multiple of another, neither below [`Attribute::least`].
    pub(super) fn factor(&self, value: f64, to: f64) -> f64 {
        value.max(self.least()) / to.max(self.least())
    }

    /// Returns the aggregate of the first values as a multiple of that of the second ones; `None` from
    /// or to a sum of 0, and without values.
    pub(super) fn ratio(&self, pairs: &[(f64, f64)]) -> Option<f64> {
        let merged = |which: fn(&(f64, f64)) -> f64| {
            self.merge(&pairs.iter().map(which).collect::<Vec<_>>()).filter(|&value| value > 0.0)
        };
        Some(self.factor(merged(|pair| pair.0)?, merged(|pair| pair.1)?))
    }

    pub(super) fn cell(&self, value: Option<f64>) -> Cell {
        let Some(value) = value else { return Cell::Empty };
        match self.unit {
            Unit::Count if value.fract() == 0.0 || value >= 100.0 => Cell::Real(value, 0),
            Unit::Count => Cell::Real(value, 1),
            Unit::Seconds => {
                let time = Duration::try_from_secs_f64(value.max(0.0)).unwrap_or(Duration::MAX);
                Cell::Word(duration(time))
            }
            // Bytes are not negative, and fit.
            #[allow(clippy::cast_sign_loss)]
            Unit::Bytes => Cell::Word(size(value as u64)),
        }
    }
}

/// Returns a cell with a factor, if there is one.
pub(super) fn factor_cell(factor: Option<f64>) -> Cell {
    factor.map_or(Cell::Empty, |factor| Cell::Word(factor_text(factor)))
}

/// Returns a cell with an interval, if there is one.
pub(super) fn interval_cell(interval: Option<Interval>, text: impl Fn(f64) -> String) -> Cell {
    interval.map_or(Cell::Empty, |interval| Cell::Word(interval.text(text)))
}

/// Returns a factor with two or three digits.
#[must_use]
pub fn factor_text(factor: f64) -> String {
    let decimals = match factor {
        f if f < 0.001 => 6,
        f if f < 0.1 => 3,
        f if f < 10.0 => 2,
        f if f < 100.0 => 1,
        _ => 0,
    };
    format!("×{}", crate::units::decimal(factor, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_aggregate() {
        let expanded = Attribute::of("expanded").unwrap();
        let mean = expanded.merge(&[0.0, 10.0, 1000.0]).unwrap();
        assert!((mean - 10_000f64.cbrt()).abs() < 1e-9, "{mean}");
        assert_eq!(Attribute::of("cost").unwrap().merge(&[3.0, 4.0]), Some(7.0));
        assert_eq!(expanded.merge(&[]), None);
        assert!((expanded.factor(20.0, 0.0) - 20.0).abs() < 1e-9);
    }

    #[test]
    fn cells_show_units() {
        let cell = |name: &str, value| Attribute::of(name).unwrap().cell(Some(value)).text();
        assert_eq!(cell("expanded", 12_345.6), "12,346");
        assert_eq!(cell("expanded", 12.34), "12.3");
        assert_eq!(cell("cost", 31.0), "31");
        assert_eq!(cell("time", 0.0123), "12.3 ms");
        assert_eq!(cell("memory", 2_097_152.0), "2.0 MiB");
        assert_eq!(
            [0.000_012, 0.015, 1.5, 23.4, 5678.0].map(factor_text),
            ["×0.000012", "×0.015", "×1.50", "×23.4", "×5,678"]
        );
    }
}
