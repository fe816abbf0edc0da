//! A setup: a strategy and its heuristic, written as on the command line.

use crate::names::{self, Advice, BEST};
use heureka_core::Strategy;
use heureka_kit::puzzle::Info;
use std::fmt;

/// A strategy and, for informed strategies, a heuristic.
///
/// ```
/// use heureka_lab::study::Setup;
/// let setup: Setup = "wastar:1.5 -H manhattan".parse().unwrap();
/// assert_eq!(setup.to_string(), "wastar(1.5) -H manhattan");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The strategy as it prints itself, or [`BEST`].
    pub strategy: String,
    /// The heuristic's name; if `None`, the puzzle's choice.
    pub heuristic: Option<String>,
}

impl Setup {
    /// Returns the setup with each of these heuristics, or with the puzzle's first one if the list is
    /// empty. A setup that names a heuristic or uses none does not change.
    #[must_use]
    pub fn with_each(&self, heuristics: &[String], info: &Info) -> Vec<Self> {
        let is_informed = |strategy: Strategy| strategy.algorithm.is_informed();
        if self.heuristic.is_some() || !self.strategy.parse().is_ok_and(is_informed) {
            return vec![self.clone()];
        }
        let first = [info.heuristics[0].name.to_owned()];
        let names = if heuristics.is_empty() { &first } else { heuristics };
        names.iter().map(|name| Self { heuristic: Some(name.clone()), ..self.clone() }).collect()
    }

    /// Checks that the puzzle has the setup's heuristic.
    ///
    /// # Errors
    /// What is wrong, and which heuristics exist.
    pub fn suits(&self, info: &Info) -> Result<(), Advice> {
        let Some(name) = &self.heuristic else { return Ok(()) };
        names::heuristic(info, name).map(|_| ())
    }
}

impl std::str::FromStr for Setup {
    type Err = Advice;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (word, heuristic) = match text.split_once(" -H ") {
            Some((word, name)) => (word.trim(), Some(name.trim().to_owned())),
            None => (text.trim(), None),
        };
        if word == BEST {
            return Ok(Self { strategy: BEST.to_owned(), heuristic });
        }
        let strategy = names::strategy(word)?;
        if let (Some(name), false) = (&heuristic, strategy.algorithm.is_informed()) {
            return Err((
                format!("{strategy} uses no heuristic, but got {name}"),
                format!("write {strategy} alone"),
            ));
        }
        Ok(Self { strategy: strategy.to_string(), heuristic })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.strategy)?;
        self.heuristic.as_ref().map_or(Ok(()), |name| write!(f, " -H {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_puzzles::registry;

    #[test]
    fn setups_survive_a_round_trip() {
        for (text, printed) in [
            ("astar", "astar"),
            (" astar -H  pdb ", "astar -H pdb"),
            ("wastar", "wastar(2)"),
            ("best", "best"),
            ("astar:ties=low-g -H zero", "astar(ties=low-g) -H zero"),
        ] {
            let setup: Setup = text.parse().unwrap();
            assert_eq!(setup.to_string(), printed);
            assert_eq!(printed.parse(), Ok(setup));
        }
        for text in ["", "astra", "bfs -H pdb", "dls", "astar(", "-H pdb"] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }

    #[test]
    fn informed_setups_get_every_heuristic() {
        let info = registry::puzzle("tiles").unwrap().info();
        let names = ["pdb".to_owned(), "zero".to_owned()];
        let with = |text: &str, names: &[String]| -> Vec<String> {
            let setup: Setup = text.parse().unwrap();
            setup.with_each(names, info).iter().map(ToString::to_string).collect()
        };
        assert_eq!(with("astar", &names), ["astar -H pdb", "astar -H zero"]);
        assert_eq!(with("astar", &[]), ["astar -H walking-distance"]);
        assert_eq!(with("astar -H manhattan", &names), ["astar -H manhattan"]);
        assert_eq!(with("bfs", &names), ["bfs"]);
        assert_eq!(with("best", &names), ["best"]);
        assert!("astar -H pdbs".parse::<Setup>().unwrap().suits(info).is_err());
    }
}
