//! What is found by name, and "did you mean …?" for names that do not exist.

use heureka_core::{ALGORITHMS, Strategy, StrategyError};
use heureka_kit::entry::Entry;
use heureka_kit::puzzle::{HeuristicInfo, Info, Level};
use heureka_puzzles::registry;

/// The word for whatever strategy solves an instance fastest.
pub const BEST: &str = "best";

/// What is wrong, and what to do.
pub type Advice = (String, String);

/// The puzzle of this name.
///
/// # Errors
/// If there is none.
pub fn puzzle(name: &str) -> Result<&'static Entry, Advice> {
    registry::puzzle(name).ok_or_else(|| {
        let known: Vec<_> = registry::PUZZLES.iter().map(|entry| entry.info().name).collect();
        (format!("there is no puzzle '{name}'"), suggest(name, &known))
    })
}

/// The strategy of this word, which is not [`BEST`].
///
/// # Errors
/// If it is none.
pub fn strategy(word: &str) -> Result<Strategy, Advice> {
    word.parse().map_err(|error| match &error {
        StrategyError::UnknownName(name) => {
            let known: Vec<_> = ALGORITHMS.iter().map(|info| info.name).chain([BEST]).collect();
            (format!("there is no strategy '{name}'"), suggest(name, &known))
        }
        _ => (
            format!("strategy '{word}': {error}"),
            "`heureka list` tells the strategies and their options".to_owned(),
        ),
    })
}

/// The heuristic of this name.
///
/// # Errors
/// If the puzzle has none.
pub fn heuristic(info: &Info, name: &str) -> Result<&'static HeuristicInfo, Advice> {
    info.heuristics.iter().find(|known| known.name == name).ok_or_else(|| {
        let known: Vec<_> = info.heuristics.iter().map(|known| known.name).collect();
        (format!("{} has no heuristic '{name}'", info.name), suggest(name, &known))
    })
}

/// The built-in instance of this name.
///
/// # Errors
/// If the puzzle has none.
pub fn level(info: &Info, name: &str) -> Result<&'static Level, Advice> {
    info.levels.iter().find(|known| known.name == name).ok_or_else(|| {
        let known: Vec<_> = info.levels.iter().map(|known| known.name).collect();
        let listing = format!("`heureka describe {}` tells them all", info.name);
        (format!("{} has no level '{name}'", info.name), suggest_or(name, &known, &listing))
    })
}

/// More names than these are not listed.
const MOST_LISTED: usize = 20;

/// The names like the one given, the most like first.
fn alike<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    const LIKE: f64 = 0.7;
    let name = name.to_lowercase();
    let likeness = |candidate: &str| strsim::jaro_winkler(&name, &candidate.to_lowercase());
    let mut alike: Vec<_> = known
        .into_iter()
        .map(|candidate| (likeness(candidate), candidate))
        .filter(|&(likeness, _)| likeness > LIKE)
        .collect();
    alike.sort_by(|a, b| b.0.total_cmp(&a.0));
    alike.into_iter().map(|(_, candidate)| candidate).collect()
}

/// What to say to somebody who gave a name that does not exist.
#[must_use]
pub fn suggest(name: &str, known: &[&str]) -> String {
    suggest_or(name, known, &format!("there are {} of them", known.len()))
}

/// As [`suggest`]; where there are too many names to list, `listing` tells how to see them.
#[must_use]
pub fn suggest_or(name: &str, known: &[&str], listing: &str) -> String {
    let alike = alike(name, known.iter().copied());
    if known.len() > MOST_LISTED {
        let near: Vec<_> = alike.iter().take(3).map(|name| format!("'{name}'")).collect();
        return match near.len() {
            0 => listing.to_owned(),
            _ => format!("did you mean {}? {listing}", near.join(" or ")),
        };
    }
    match alike.first() {
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
            assert_eq!(alike(typed, known).first().copied(), meant, "{typed}");
        }
        assert!(suggest("xyz", &known).starts_with("there are: hanoi, "));
        assert!(suggest("tile", &known).starts_with("did you mean 'tiles'? There are: hanoi, "));
    }

    #[test]
    fn of_many_names_the_nearest_three_are_told() {
        let known: Vec<String> = (0..84).map(|number| format!("Level{number:02}")).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let said = suggest_or("Level07x", &known, "see the list");
        assert!(said.starts_with("did you mean 'Level07' or '"), "{said}");
        assert!(said.ends_with("? see the list"), "{said}");
        assert_eq!(said.matches("Level").count(), 3, "{said}");
        assert_eq!(suggest_or("qqq", &known, "see the list"), "see the list");
    }
}
