//! Attributes of runs: what is measured, in which unit, which way is better, how many values become
//! one, and on which instances setups may be compared by it.

use super::{Ending, Record};
use crate::table::Cell;
use crate::units::{duration, size};
use std::time::Duration;

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A number of something.
    Count,
    /// Seconds.
    Seconds,
    /// Bytes.
    Bytes,
}

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Less.
    Less,
    /// More.
    More,
}

/// How many values become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// Added up.
    Sum,
    /// The geometric mean, for what differs by factors. What is below the least that matters counts as
    /// that: nothing expanded as 1, no memory as a kibibyte, no time as a microsecond.
    GeometricMean,
}

/// What is measured of a run.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: &'static str,
    /// How values are written.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// How many values become one.
    pub merge: Merge,
    /// Whether it may be compared on every instance; otherwise only on those that all of the setups
    /// compared have decided.
    pub everywhere: bool,
    /// Whether a clock measured it, so that it differs from run to run.
    pub timed: bool,
    value: Value,
}

/// Where a value is found in a record.
#[derive(Clone, Copy, Debug)]
enum Value {
    Decided,
    Count(fn(&Record) -> Option<u64>),
    Seconds(fn(&Record) -> Option<f64>),
}

/// Every attribute, in the order of tables.
pub const ATTRIBUTES: &[Attribute] = &[
    Attribute {
        better: Better::More,
        merge: Merge::Sum,
        everywhere: true,
        ..usual("decided", Unit::Count, Value::Decided)
    },
    Attribute {
        merge: Merge::Sum,
        ..usual("cost", Unit::Count, Value::Count(|record| record.cost))
    },
    usual("expanded", Unit::Count, Value::Count(|record| record.expanded)),
    usual("generated", Unit::Count, Value::Count(|record| record.generated)),
    usual("frontier", Unit::Count, Value::Count(|record| record.max_frontier)),
    usual("memory", Unit::Bytes, Value::Count(|record| record.peak_bytes)),
    Attribute {
        timed: true,
        ..usual("time", Unit::Seconds, Value::Seconds(|record| record.seconds))
    },
    Attribute {
        timed: true,
        ..usual(
            "tables",
            Unit::Seconds,
            Value::Seconds(|record| record.table_seconds.filter(|&s| s > 0.0)),
        )
    },
];

const fn usual(name: &'static str, unit: Unit, value: Value) -> Attribute {
    let (better, merge) = (Better::Less, Merge::GeometricMean);
    Attribute { name, unit, better, merge, everywhere: false, timed: false, value }
}

impl Attribute {
    /// The attribute of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<&'static Self> {
        ATTRIBUTES.iter().find(|attribute| attribute.name == name)
    }

    /// The value of a run, if it has one.
    #[must_use]
    pub fn value(&self, record: &Record) -> Option<f64> {
        match self.value {
            Value::Decided => Some(f64::from(u8::from(record.ending.is_decided()))),
            Value::Count(value) => value(record).map(|count| count as f64),
            Value::Seconds(value) => value(record),
        }
    }

    /// Whether the value of a run is only known to be at least what was measured.
    #[must_use]
    pub fn is_lower_bound(&self, record: &Record) -> bool {
        matches!(record.ending, Ending::Time | Ending::Memory | Ending::Expansions)
    }

    /// The least value that matters where values are compared by factors.
    #[must_use]
    pub fn least(&self) -> f64 {
        match self.unit {
            Unit::Seconds => 1e-6,
            Unit::Bytes => 1024.0,
            Unit::Count => 1.0,
        }
    }

    /// Many values as one; nothing if there are none.
    #[must_use]
    pub fn merge(&self, values: &[f64]) -> Option<f64> {
        if values.is_empty() {
            return None;
        }
        Some(match self.merge {
            Merge::Sum => values.iter().sum(),
            Merge::GeometricMean => {
                let logarithms = values.iter().map(|value| value.max(self.least()).ln());
                (logarithms.sum::<f64>() / values.len() as f64).exp()
            }
        })
    }

    /// How many times as much one value is as another, as far as that means anything.
    #[must_use]
    pub fn factor(&self, value: f64, to: f64) -> f64 {
        value.max(self.least()) / to.max(self.least())
    }

    /// A value, or a merged one, as a table has it.
    #[must_use]
    pub fn cell(&self, value: Option<f64>) -> Cell {
        let Some(value) = value else { return Cell::Empty };
        match self.unit {
            Unit::Count if value.fract() == 0.0 || value >= 100.0 => Cell::Real(value, 0),
            Unit::Count => Cell::Real(value, 1),
            Unit::Seconds => {
                let time = Duration::try_from_secs_f64(value.max(0.0)).unwrap_or(Duration::MAX);
                Cell::Word(duration(time))
            }
            // Not negative, and memory fits.
            #[allow(clippy::cast_sign_loss)]
            Unit::Bytes => Cell::Word(size(value as u64)),
        }
    }
}

/// A factor in two or three digits.
#[must_use]
pub fn factor_text(factor: f64) -> String {
    let decimals = match factor {
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
    fn attributes_know_how_to_become_one() {
        let expanded = Attribute::of("expanded").unwrap();
        let mean = expanded.merge(&[0.0, 10.0, 1000.0]).unwrap();
        assert!((mean - 10_000f64.cbrt()).abs() < 1e-9, "{mean}");
        assert_eq!(Attribute::of("cost").unwrap().merge(&[3.0, 4.0]), Some(7.0));
        assert_eq!(expanded.merge(&[]), None);
        assert!((expanded.factor(20.0, 0.0) - 20.0).abs() < 1e-9);
    }

    #[test]
    fn values_are_written_in_their_units() {
        let cell = |name: &str, value| Attribute::of(name).unwrap().cell(Some(value)).text();
        assert_eq!(cell("expanded", 12_345.6), "12,346");
        assert_eq!(cell("expanded", 12.34), "12.3");
        assert_eq!(cell("cost", 31.0), "31");
        assert_eq!(cell("time", 0.0123), "12.3 ms");
        assert_eq!(cell("memory", 2_097_152.0), "2.0 MiB");
        assert_eq!(
            [0.015, 1.5, 23.4, 5678.0].map(factor_text),
            ["×0.015", "×1.50", "×23.4", "×5,678"]
        );
    }
}
