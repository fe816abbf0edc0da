//! Text that goes into SVG or HTML.

/// A text with the signs that mean something to SVG and HTML written so that they do not.
///
/// Good between tags and within quoted attributes. Signs that XML forbids are dropped.
///
/// ```
/// assert_eq!(heureka_lab::markup::escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            '\u{FFFE}' | '\u{FFFF}' => {}
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_place() {
        assert_eq!(escape("</script><b a='x'>"), "&lt;/script&gt;&lt;b a=&#39;x&#39;&gt;");
        assert_eq!(escape("a\u{0}\u{1b}[1mb\n"), "a[1mb\n");
        assert_eq!(escape("≥ 10⁶ ü"), "≥ 10⁶ ü");
    }
}
