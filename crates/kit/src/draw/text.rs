//! Text in pictures: XML escaping, and estimates of how much room a text takes.

use std::fmt::{self, Write};

/// Displays a text with the characters escaped that are special in SVG and HTML.
///
/// The result is safe between tags and within double quotes.
pub struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML cannot represent these.
                '\0'..='\u{8}'
                | '\u{b}'
                | '\u{c}'
                | '\u{e}'..='\u{1f}'
                | '\u{fffe}'
                | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Estimates the width of a text in a sans-serif font. Fonts differ, so it errs on the wide side.
#[must_use]
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| relative_width(c) * size).sum()
}

/// Returns the width of a character relative to the font size.
fn relative_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.31,
        'f' | 't' | 'r' | ' ' | '(' | ')' | '-' | '/' => 0.40,
        'm' | 'w' | 'M' | 'W' | '≥' | '–' | '−' => 0.90,
        '⁰'..='⁹' | '¹' | '²' | '³' | '⁻' => 0.42,
        'A'..='Z' => 0.72,
        _ if c.is_ascii() => 0.60,
        _ => 0.75,
    }
}

/// Breaks a text into lines of at most this width.
#[must_use]
pub fn wrap_lines(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Shortens a text to this width, marking the cut with `…`.
#[must_use]
pub fn truncate(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut room = width - relative_width('…') * size;
    let fits = text.chars().take_while(|&c| {
        room -= relative_width(c) * size;
        room >= 0.0
    });
    fits.chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_forbids_are_replaced() {
        let text = "a\0\u{1}\u{8}\u{b}\u{c}\u{e}\u{1b}\u{1f}\u{fffe}\u{ffff}\t\nb\u{85}é";
        let expected = format!("a{}\t\nb\u{85}é", "\u{fffd}".repeat(10));
        assert_eq!(Escaped(text).to_string(), expected);
    }

    #[test]
    fn texts_keep_within_their_width() {
        let text = "the true value is higher than the value shown";
        let lines = wrap_lines(text, 12.0, 90.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| text_width(line, 12.0) <= 90.0));
        assert_eq!(lines.join(" "), text);
        assert_eq!(truncate("short", 12.0, 90.0), "short");
        let short = truncate(text, 12.0, 90.0);
        assert!(short.ends_with('…') && text_width(&short, 12.0) <= 90.0, "{short}");
    }
}
