//! "Did you mean …?" for names that do not exist.

/// The name most like the one given, if any is like it at all.
fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LIKE: f64 = 0.7;
    let name = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&name, &candidate.to_lowercase()), candidate))
        .filter(|&(likeness, _)| likeness > LIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// What to say to somebody who gave a name that does not exist.
#[must_use]
pub fn suggest(name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()) {
        Some(candidate) => format!("did you mean '{candidate}'? There are: {}", known.join(", ")),
        None => format!("there are: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_understood() {
        let known = ["hanoi", "tiles", "pegs", "number-maze"];
        for (typed, meant) in [
            ("hanio", Some("hanoi")),
            ("Hanoi", Some("hanoi")),
            ("tile", Some("tiles")),
            ("peg", Some("pegs")),
            ("number_maze", Some("number-maze")),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, known), meant, "{typed}");
        }
        assert!(suggest("xyz", &known).starts_with("there are: hanoi, "));
    }
}
