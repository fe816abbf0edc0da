//! How wide a text will be, guessed: fonts differ, so the guess is on the wide side.

/// The width of a text in a sans-serif font of this size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|letter| share(letter) * size).sum()
}

/// The width of a letter as a share of the font's size.
fn share(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.31,
        'f' | 't' | 'r' | ' ' | '(' | ')' | '-' | '/' => 0.40,
        'm' | 'w' | 'M' | 'W' | '≥' | '–' | '−' => 0.90,
        '⁰'..='⁹' | '¹' | '²' | '³' | '⁻' => 0.42,
        'A'..='Z' => 0.72,
        _ if letter.is_ascii() => 0.60,
        _ => 0.75,
    }
}

/// Breaks a text into lines that are not wider than `most`.
pub(super) fn lines(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) + share(' ') * size <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text cut so that it is not wider than `most`.
pub(super) fn cut(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut room = most - share('…') * size;
    let fits = text.chars().take_while(|&letter| {
        room -= share(letter) * size;
        room >= 0.0
    });
    fits.chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_kept_within_their_room() {
        let text = "the true value is higher than what is shown";
        let broken = lines(text, 12.0, 90.0);
        assert!(broken.len() > 2 && broken.iter().all(|line| width(line, 12.0) <= 90.0));
        assert_eq!(broken.join(" "), text);
        assert_eq!(cut("short", 12.0, 90.0), "short");
        let short = cut(text, 12.0, 90.0);
        assert!(short.ends_with('…') && width(&short, 12.0) <= 90.0, "{short}");
    }
}
