//! Durations and sizes as people write and read them: `1h30m`, `4GiB`.

pub use crate::number::count;
use std::str::FromStr;
use std::time::Duration;

const TIME_UNITS: &[(&str, f64)] =
    &[("ms", 0.001), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0), ("d", 86400.0)];

const SIZE_UNITS: &[(&str, f64)] = &[
    ("b", 1.0),
    ("kb", 1e3),
    ("mb", 1e6),
    ("gb", 1e9),
    ("tb", 1e12),
    ("kib", 1024.0),
    ("mib", 1_048_576.0),
    ("gib", 1_073_741_824.0),
    ("tib", 1_099_511_627_776.0),
];

/// The number at the beginning of a text, the unit after it and the rest.
fn take(text: &str) -> Option<(f64, &str, &str)> {
    let number = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let after = text[number..].trim_start();
    let unit = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
    Some((text[..number].parse().ok()?, &after[..unit], after[unit..].trim_start()))
}

/// Reads a duration such as `60s`, `500ms`, `2m` or `1h30m`.
///
/// # Errors
/// What was expected instead.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time with its unit, such as 500ms, 60s, 2m or 1h30m".to_owned();
    let mut rest = text.trim();
    let mut seconds = 0.0;
    loop {
        let (number, unit, after) = take(rest).ok_or_else(expected)?;
        let (_, factor) = TIME_UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(expected)?;
        seconds += number * factor;
        rest = after;
        if rest.is_empty() {
            return Duration::try_from_secs_f64(seconds).map_err(|_| expected());
        }
    }
}

/// Reads a size in bytes such as `4GiB`, `256MiB` or `500MB`; `none` is as much as there is.
///
/// # Errors
/// What was expected instead.
pub fn parse_size(text: &str) -> Result<u64, String> {
    if text == "none" {
        return Ok(u64::MAX);
    }
    let expected =
        || "expected a size with its unit, such as 4GiB, 256MiB or 500MB, or none".to_owned();
    let (number, unit, rest) = take(text.trim()).ok_or_else(expected)?;
    let unit = unit.to_ascii_lowercase();
    let (_, factor) = SIZE_UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(expected)?;
    let bytes = number * factor;
    if !rest.is_empty() || bytes >= 1e19 {
        return Err(expected());
    }
    // Not negative, as a sign is no part of the number, and small enough.
    #[allow(clippy::cast_sign_loss)]
    Ok(bytes as u64)
}

/// Reads a number that is neither negative nor broken.
///
/// # Errors
/// What was expected instead.
pub fn whole<N: FromStr>(text: &str) -> Result<N, String> {
    let bits = 8 * size_of::<N>() as u32;
    let most = u64::MAX >> (u64::BITS - bits);
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", count(most)))
}

/// A duration in three digits or so.
#[must_use]
pub fn duration(time: Duration) -> String {
    let whole = time.as_secs();
    match time.as_secs_f64() {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 60.0 => format!("{s:.2} s"),
        s if s < 3600.0 => format!("{} min {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} min", whole / 3600, whole / 60 % 60),
    }
}

/// A size in three digits or so.
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

/// So many of something per second, in words; nothing where the time was too short to tell.
#[must_use]
pub fn rate(number: u64, time: Duration) -> Option<String> {
    let seconds = time.as_secs_f64();
    (seconds > 1e-4).then(|| {
        let rate = number as f64 / seconds;
        match rate {
            r if r >= 1e6 => format!("{:.1} million/s", r / 1e6),
            r if r >= 1e3 => format!("{:.0} thousand/s", r / 1e3),
            r => format!("{r:.0}/s"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read() {
        for (text, ms) in [
            ("60s", 60_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("2min", 120_000),
            ("1h30m", 5_400_000),
            ("1h 30m", 5_400_000),
            ("0.5s", 500),
            ("0s", 0),
            ("1d", 86_400_000),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "60", "s", "-1s", "1x", "1s2", "1..2s", "nans", "1e400s", "5 5s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        let long = format!("{}d", "9".repeat(400));
        assert!(parse_duration(&long).is_err());
    }

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("4GiB", 4 << 30),
            ("256MiB", 256 << 20),
            ("500MB", 500_000_000),
            ("1.5 KiB", 1536),
            ("10b", 10),
            ("none", u64::MAX),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "4", "4G", "GiB", "-4GiB", "4GiB!", "99999999TiB", "4GiB4"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn quantities_are_written() {
        assert_eq!([0u64, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        let times = [0.000_012, 0.0123, 1.5, 75.0, 3700.0].map(Duration::from_secs_f64);
        assert_eq!(times.map(duration), ["12 µs", "12.3 ms", "1.50 s", "1 min 15 s", "1 h 01 min"]);
        let sizes = [0, 999, 1000, 1 << 20, 150 << 20, 4 << 30, 5 << 40];
        let written = ["0 B", "999 B", "1.0 KiB", "1.0 MiB", "150 MiB", "4.0 GiB", "5.0 TiB"];
        assert_eq!(sizes.map(size), written);
        assert_eq!(rate(3_000_000, Duration::from_secs(2)).unwrap(), "1.5 million/s");
    }
}
