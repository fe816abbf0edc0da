//! Counts, durations, sizes and rates: formatting and parsing.

use heureka_kit::numbers::group;
pub use heureka_kit::numbers::{count, plural};
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;
use std::time::Duration;

const TIME_UNITS: &[(&str, f64)] =
    &[("ms", 0.001), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0), ("d", 86400.0)];

/// A single letter is a power of 1,024, as most programs read it.
const SIZE_UNITS: &[(&str, f64)] = &[
    ("b", 1.0),
    ("k", 1024.0),
    ("m", 1_048_576.0),
    ("g", 1_073_741_824.0),
    ("t", 1_099_511_627_776.0),
    ("kb", 1e3),
    ("mb", 1e6),
    ("gb", 1e9),
    ("tb", 1e12),
    ("kib", 1024.0),
    ("mib", 1_048_576.0),
    ("gib", 1_073_741_824.0),
    ("tib", 1_099_511_627_776.0),
];

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// Formats a number with this many decimals, its digits in groups of three.
///
/// ```
/// assert_eq!(heureka_lab::units::decimal(-1234.5, 2), "−1,234.50");
/// ```
#[must_use]
pub fn decimal(number: f64, decimals: usize) -> String {
    if !number.is_finite() {
        return "–".to_owned();
    }
    let text = format!("{:.decimals$}", number.abs());
    let (integer, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let negative = number < 0.0 && text.bytes().any(|b| (b'1'..=b'9').contains(&b));
    format!("{}{}{fraction}", if negative { "−" } else { "" }, group(integer))
}

/// Formats a positive number with one significant digit as a tick label, such as `10⁶` or `2·10⁶`.
pub(crate) fn scientific(number: f64) -> String {
    // One digit and the exponent.
    let text = format!("{number:.0e}");
    let (digit, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised = exponent.chars().map(|c| match c.to_digit(10) {
        Some(digit) => SUPERSCRIPTS[digit as usize],
        None => '⁻',
    });
    let factor = if digit == "1" { String::new() } else { format!("{digit}·") };
    factor.chars().chain("10".chars()).chain(raised).collect()
}

/// Formats a duration with about three digits.
#[must_use]
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match time.as_secs_f64() {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 60.0 => format!("{s:.2} s"),
        s if s < 3600.0 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Formats a size in bytes with about three digits.
#[must_use]
pub fn size(bytes: u64) -> String {
    let mut number = bytes as f64;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if number < 1000.0 {
            let decimals = usize::from(number < 100.0 && unit != "B");
            return format!("{number:.decimals$} {unit}");
        }
        number /= 1024.0;
    }
    format!("{number:.1} TiB")
}

/// Formats a number per second; returns `None` if the time is too short to measure.
#[must_use]
pub fn rate(number: u64, time: Duration) -> Option<String> {
    let seconds = time.as_secs_f64();
    (seconds > 1e-4).then(|| match number as f64 / seconds {
        r if r >= 1e6 => format!("{:.1} million/s", r / 1e6),
        r if r >= 1e3 => format!("{:.0} thousand/s", r / 1e3),
        r => format!("{r:.0}/s"),
    })
}

/// Splits a text into a leading number times its unit, and the rest.
fn take<'t>(text: &'t str, units: &[(&str, f64)]) -> Option<(f64, &'t str)> {
    let number = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let after = text[number..].trim_start();
    let unit = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
    let (_, factor) = units.iter().find(|(name, _)| *name == &after[..unit])?;
    Some((text[..number].parse::<f64>().ok()? * factor, after[unit..].trim_start()))
}

/// Parses a duration such as `60s`, `500ms`, `2m` or `1h30m`; a number alone is in seconds.
///
/// # Errors
/// Returns what was expected.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time, such as 10, 500ms, 60s, 2m or 1h30m".to_owned();
    let text = text.trim();
    let has_unit = text.contains(char::is_alphabetic);
    let text = if has_unit { text } else { &format!("{text}s") };
    let (mut seconds, mut rest) = take(text, TIME_UNITS).ok_or_else(expected)?;
    while !rest.is_empty() {
        let (more, after) = take(rest, TIME_UNITS).ok_or_else(expected)?;
        (seconds, rest) = (seconds + more, after);
    }
    // A deadline after more than about three hundred years is beyond some clocks.
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| time.as_secs() < 10_000_000_000).ok_or_else(expected)
}

/// Parses a size in bytes such as `4GiB`, `256MiB` or `500MB`; `none` means no limit.
///
/// # Errors
/// Returns what was expected.
pub fn parse_size(text: &str) -> Result<u64, String> {
    if text == "none" {
        return Ok(u64::MAX);
    }
    match take(&text.trim().to_ascii_lowercase(), SIZE_UNITS) {
        // The number has no sign, so it is not negative.
        #[allow(clippy::cast_sign_loss)]
        Some((bytes, "")) if bytes < 1e19 => Ok(bytes as u64),
        _ => Err("expected a size with its unit, such as 4GiB, 1G or 500MB, or none".to_owned()),
    }
}

/// Parses an unsigned integer.
///
/// # Errors
/// Returns what was expected.
pub fn whole<N: FromStr>(text: &str) -> Result<N, String> {
    let max = u64::MAX >> (u64::BITS - 8 * size_of::<N>() as u32);
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", count(max)))
}

/// Returns a parser of unsigned integers in a range.
pub fn whole_in<N>(range: impl RangeBounds<N> + Clone) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + Copy + TryInto<u64>,
{
    move |text| {
        let number = |n: N| count(n.try_into().unwrap_or(u64::MAX));
        text.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
            match (range.start_bound(), range.end_bound()) {
                (Bound::Included(&low), Bound::Included(&high)) => {
                    format!("expected a whole number from {} to {}", number(low), number(high))
                }
                (Bound::Included(&low), _) => {
                    format!("expected a whole number, at least {}", number(low))
                }
                _ => "expected a whole number".to_owned(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_explained() {
        assert_eq!(whole_in::<u32>(1..=6)("6"), Ok(6));
        for text in ["0", "7", "-1", "x", "99999999999"] {
            let error = whole_in::<u32>(1..=6)(text).unwrap_err();
            assert_eq!(error, "expected a whole number from 1 to 6");
        }
        let error = whole_in::<u64>(1..)("0").unwrap_err();
        assert_eq!(error, "expected a whole number, at least 1");
    }

    #[test]
    fn formats_numbers() {
        let counts = [0, 999, 1000, 100_000, 1_234_567, u64::MAX].map(count);
        let expected = ["0", "999", "1,000", "100,000", "1,234,567", "18,446,744,073,709,551,615"];
        assert_eq!(counts, expected);
        let decimals = [decimal(-0.001, 1), decimal(123_456.0, 0), decimal(f64::NAN, 0)];
        assert_eq!(decimals, ["0.0", "123,456", "–"]);
        let powers = [1.0, 20.0, 5e6, 1e12, 1e-9].map(scientific);
        assert_eq!(powers, ["10⁰", "2·10¹", "5·10⁶", "10¹²", "10⁻⁹"]);
    }

    #[test]
    fn formats_durations_sizes_and_rates() {
        let times = [0.000_012, 0.0123, 1.5, 75.0, 3700.0].map(Duration::from_secs_f64);
        assert_eq!(times.map(duration), ["12 µs", "12.3 ms", "1.50 s", "1 min 15 s", "1 h 01 min"]);
        let sizes = [0, 999, 1000, 1 << 20, 150 << 20, 4 << 30, 5 << 40].map(size);
        let expected = ["0 B", "999 B", "1.0 KiB", "1.0 MiB", "150 MiB", "4.0 GiB", "5.0 TiB"];
        assert_eq!(sizes, expected);
        assert_eq!(rate(3_000_000, Duration::from_secs(2)).unwrap(), "1.5 million/s");
    }

    #[test]
    fn parses_durations() {
        let texts = ["60", "500ms", "2m", "2min", "1h30m", "1h 30m", "0.5s", "0s", "1d"];
        let seconds = [60.0, 0.5, 120.0, 120.0, 5400.0, 5400.0, 0.5, 0.0, 86_400.0];
        assert_eq!(texts.map(parse_duration), seconds.map(|s| Ok(Duration::from_secs_f64(s))));
        let huge = format!("{}d", "9".repeat(400));
        for text in [
            "",
            "s",
            "-1s",
            "1x",
            "1s2",
            "1..2s",
            "nans",
            "1e400s",
            "5 5s",
            "9999999999999s",
            &huge,
        ] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn parses_sizes() {
        let texts = ["4GiB", "256M", "500MB", "1.5 KiB", "10b", "none"];
        let bytes = [4 << 30, 256 << 20, 500_000_000, 1536, 10, u64::MAX];
        assert_eq!(texts.map(parse_size), bytes.map(Ok));
        for text in ["", "4", "4X", "GiB", "-4GiB", "4GiB!", "99999999TiB", "4GiB4"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
