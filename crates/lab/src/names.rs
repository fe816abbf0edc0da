//! What is found by name, and "did you mean …?" for names that do not exist.

use heureka_core::{ALGORITHMS, Strategy, StrategyError};
use heureka_puzzles::puzzle::{HeuristicInfo, Info, Level};
use heureka_puzzles::registry::{self, Entry};

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
        (format!("{} has no level '{name}'", info.name), suggest(name, &known))
    })
}

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
