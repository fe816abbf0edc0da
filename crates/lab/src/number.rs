//! Numbers for people.

/// A number with its digits in groups of three.
///
/// ```
/// assert_eq!(heureka_lab::number::count(1_234_567_u64), "1,234,567");
/// ```
#[must_use]
pub fn count(number: impl Into<u128>) -> String {
    group(&number.into().to_string())
}

/// Digits in groups of three.
fn group(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with this many decimals, its digits in groups of three.
///
/// ```
/// assert_eq!(heureka_lab::number::decimal(-1234.5, 2), "−1,234.50");
/// ```
#[must_use]
pub fn decimal(number: f64, decimals: usize) -> String {
    if !number.is_finite() {
        return "–".to_owned();
    }
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let negative = number < 0.0 && text.bytes().any(|b| (b'1'..=b'9').contains(&b));
    format!("{}{}{rest}", if negative { "−" } else { "" }, group(whole))
}

/// 10 to the power of `exponent`, for a scale: written out up to 100,000, as a power beyond.
#[must_use]
pub fn power_of_ten(exponent: i32) -> String {
    match exponent {
        0..=5 => count(10u64.pow(exponent.unsigned_abs())),
        -3..0 => decimal(10f64.powi(exponent), exponent.unsigned_abs() as usize),
        _ => {
            let digits = exponent.unsigned_abs().to_string();
            let raised = digits.bytes().map(|digit| SUPERSCRIPTS[usize::from(digit - b'0')]);
            let sign = (exponent < 0).then_some('⁻');
            "10".chars().chain(sign).chain(raised).collect()
        }
    }
}

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        for (number, text) in [
            (0u64, "0"),
            (999, "999"),
            (1000, "1,000"),
            (100_000, "100,000"),
            (1_000_000, "1,000,000"),
        ] {
            assert_eq!(count(number), text);
        }
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(decimal(-0.001, 1), "0.0");
        assert_eq!(decimal(123_456.0, 0), "123,456");
        assert_eq!(decimal(f64::NAN, 0), "–");
    }

    #[test]
    fn powers_read_well() {
        for (exponent, text) in [
            (0, "1"),
            (2, "100"),
            (5, "100,000"),
            (6, "10⁶"),
            (12, "10¹²"),
            (-2, "0.01"),
            (-9, "10⁻⁹"),
        ] {
            assert_eq!(power_of_ten(exponent), text);
        }
    }
}
