//! Numbers for people: digits in groups of three, nouns in the singular or plural.

/// Formats an integer with its digits in groups of three.
///
/// ```
/// assert_eq!(heureka_kit::numbers::count(1_234_567_u64), "1,234,567");
/// ```
#[must_use]
pub fn count(number: impl Into<u128>) -> String {
    group(&number.into().to_string())
}

/// Returns digits in groups of three.
#[must_use]
pub fn group(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a number with a noun in the singular or plural: "1 move" or "2 moves".
#[must_use]
pub fn plural(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}
