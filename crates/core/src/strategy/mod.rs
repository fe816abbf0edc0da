//! Strategies as data: parsed from a word such as `astar(ties=low-g)` and printed back the same.

mod algorithms;
mod options;

pub use algorithms::{ALGORITHMS, AlgorithmInfo, plain_name};
pub use options::{OPTIONS, OptionInfo};

use crate::outcome::Ratio;
use std::fmt;
use std::mem::discriminant;
use std::str::FromStr;

/// A search algorithm with its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// Breadth-first.
    Bfs,
    /// Depth-first with a closed list.
    Dfs,
    /// Depth-first down to a depth.
    Dls(u32),
    /// Iterative deepening: depth-first to depth 0, 1, 2, …
    Ids,
    /// Uniform cost.
    Ucs,
    /// Greedy best-first.
    Greedy,
    /// A\*.
    AStar,
    /// A\* with h multiplied by a weight.
    WeightedAStar(Ratio),
    /// Iterative deepening A\*.
    IdaStar,
    /// Uniform cost from both ends.
    Bidirectional,
    /// Breadth-first layers, cut to the best few states of each.
    Beam(u32),
    /// Weighted A\* that improves its plan until it is proved optimal.
    Anytime(Ratio),
    /// Descent along a perfect heuristic.
    Descent,
}

/// Which node with the lowest f is popped first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The largest g, which is nearest to a goal; then the latest.
    HighG,
    /// The smallest g; then the latest.
    LowG,
    /// The earliest.
    Fifo,
    /// The latest.
    Lifo,
    /// The smallest state, for problems whose states are [`Ordered`](crate::abilities::Ordered).
    State,
}

/// Which path to a state is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parents {
    /// The cheapest path found.
    Cheapest,
    /// The first path found, even if a cheaper one is found while the state waits. Some programs
    /// count this way because they look up a state's depth in a table of first visits.
    First,
}

/// When a node is tested for being a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalTest {
    /// When it is generated: faster, but the plan may not be the cheapest if costs differ.
    Early,
    /// When it is popped from the frontier.
    Late,
}

/// Which repeated states are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// All states known at no higher cost.
    Graph,
    /// Expanded states only, regardless of cost: a state that is twice in the frontier is expanded
    /// twice, and none is reopened. Counts equal those of programs that check only a closed list.
    /// In bounded depth-first search, which has no frontier, it equals [`Duplicates::Graph`], but also
    /// generates and counts moves that undo the previous one.
    Closed,
    /// States on the path from the start.
    Path,
    /// Only a move that undoes the previous one.
    Undo,
    /// None: every path to a state is a separate node.
    None,
}

/// An algorithm with all its options.
///
/// ```
/// use heureka_core::Strategy;
/// let strategy: Strategy = "wastar(1.5,ties=fifo)".parse().unwrap();
/// assert_eq!(strategy.to_string(), "wastar(1.5,ties=fifo)");
/// // A colon avoids quoting in a shell.
/// assert_eq!("wastar:1.5,ties=fifo".parse(), Ok(strategy));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Options are independent of each other.
#[allow(clippy::struct_excessive_bools)]
pub struct Strategy {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Which node with the lowest f is popped first.
    pub ties: Ties,
    /// Whether an expanded state returns to the frontier when a cheaper path to it is found.
    pub reopen: bool,
    /// Which path to a state is kept.
    pub parents: Parents,
    /// When a node is tested for being a goal.
    pub goal_test: GoalTest,
    /// Which repeated states are dropped.
    pub duplicates: Duplicates,
    /// Whether a beam that runs empty restarts twice as wide.
    pub grow: bool,
    /// Whether one state is searched for all that are symmetric to it.
    pub symmetry: bool,
    /// Whether moves are repeated until something changes.
    pub jumps: bool,
}

impl Algorithm {
    /// Returns the algorithm's description.
    ///
    /// # Panics
    /// Never: every algorithm is in [`ALGORITHMS`].
    #[must_use]
    pub fn info(self) -> &'static AlgorithmInfo {
        let same = |info: &&AlgorithmInfo| discriminant(&info.algorithm) == discriminant(&self);
        ALGORITHMS.iter().find(same).expect("every algorithm is listed")
    }

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns whether it uses the heuristic.
    #[must_use]
    pub fn is_informed(self) -> bool {
        self.info().is_informed
    }

    /// Returns the weights of g and h in f; both are 0 for a search that does not order nodes by f.
    #[must_use]
    pub fn weights(self) -> (u32, u32) {
        match self {
            Self::Ucs | Self::Bidirectional => (1, 0),
            Self::Greedy => (0, 1),
            Self::AStar | Self::IdaStar => (1, 1),
            Self::WeightedAStar(weight) | Self::Anytime(weight) => {
                (weight.denominator, weight.numerator)
            }
            Self::Bfs | Self::Dfs | Self::Dls(_) | Self::Ids | Self::Beam(_) | Self::Descent => {
                (0, 0)
            }
        }
    }

    fn argument(self) -> Option<String> {
        match self {
            Self::Dls(n) | Self::Beam(n) => Some(n.to_string()),
            Self::WeightedAStar(w) | Self::Anytime(w) => Some(w.to_string()),
            _ => None,
        }
    }

    fn with_argument(self, text: &str) -> Option<Self> {
        Some(match self {
            Self::Dls(_) => Self::Dls(text.parse().ok()?),
            Self::Beam(_) => Self::Beam(text.parse().ok().filter(|&width| width > 0)?),
            Self::WeightedAStar(_) => Self::WeightedAStar(parse_weight(text)?),
            Self::Anytime(_) => Self::Anytime(parse_weight(text)?),
            other => other,
        })
    }

    fn parse(name: &str, argument: Option<&str>) -> Result<Self, StrategyError> {
        let info =
            AlgorithmInfo::of(name).ok_or_else(|| StrategyError::UnknownName(name.to_owned()))?;
        let name = info.name;
        let wrong = |message| Err(StrategyError::Invalid(message));
        match (info.argument, argument) {
            (None, None) => Ok(info.algorithm),
            (None, Some(text)) => wrong(format!("{name} takes no argument, found '{text}'")),
            (Some((meaning, None)), None) => {
                wrong(format!("{name} needs an argument: {meaning}, as in {name}(12)"))
            }
            (Some((meaning, default)), given) => {
                let text = given.or(default).unwrap_or_default();
                match info.algorithm.with_argument(text) {
                    Some(algorithm) => Ok(algorithm),
                    None => wrong(format!("{name}({text}): expected {meaning}")),
                }
            }
        }
    }
}

/// Reads a weight from 1 to 1000 with at most three decimals.
fn parse_weight(text: &str) -> Option<Ratio> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || decimals.len() > 3 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let whole: u32 = whole.parse().ok().filter(|&w| w <= 1000)?;
    let thousandths: u32 = format!("{decimals:0<3}").parse().ok()?;
    let ratio = Ratio::new(whole * 1000 + thousandths, 1000);
    (1.0..=1000.0).contains(&ratio.as_f64()).then_some(ratio)
}

impl Strategy {
    /// Returns an algorithm with its default options.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        let duplicates = match algorithm {
            Algorithm::Dls(_) | Algorithm::Ids => Duplicates::Path,
            Algorithm::IdaStar => Duplicates::Undo,
            _ => Duplicates::Graph,
        };
        Self {
            algorithm,
            ties: Ties::HighG,
            // Greedy search follows h alone: a cheaper path to an expanded state changes nothing.
            reopen: algorithm != Algorithm::Greedy,
            parents: Parents::Cheapest,
            goal_test: GoalTest::Late,
            duplicates,
            grow: false,
            symmetry: false,
            jumps: false,
        }
    }

    /// Returns f for the given g and h, if the algorithm orders its nodes by f.
    #[must_use]
    pub fn f(&self, g: crate::Cost, h: crate::Cost) -> Option<f64> {
        let (weight_g, weight_h) = self.algorithm.weights();
        let scale = f64::from(weight_g.max(u32::from(weight_g == 0)));
        let sum = f64::from(weight_g) * f64::from(g) + f64::from(weight_h) * f64::from(h);
        (weight_g + weight_h > 0).then_some(sum / scale)
    }

    /// Returns whether the search can work on several threads without another cost or proof.
    ///
    /// IDA\*, A\* and uniform cost can, with default options but for symmetry and jumps. A\* also needs a
    /// consistent heuristic, and a problem whose nodes do not fit into an array.
    #[must_use]
    pub fn can_use_threads(&self) -> bool {
        let can = matches!(self.algorithm, Algorithm::IdaStar | Algorithm::AStar | Algorithm::Ucs);
        let Self { symmetry, jumps, .. } = *self;
        can && *self == Self { symmetry, jumps, ..Self::new(self.algorithm) }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), StrategyError> {
        let info = self.algorithm.info();
        let wrong = |message| Err(StrategyError::Invalid(message));
        if !info.options.contains(&name) {
            let algorithm = info.name;
            return wrong(match info.options {
                [] => format!("{algorithm} takes no options, found {name}={value}"),
                options => {
                    let options = options.join(", ");
                    format!("{algorithm} has no option '{name}'; its options are {options}")
                }
            });
        }
        for option in OPTIONS.iter().filter(|option| option.name == name) {
            let Some(place) = option.values.iter().position(|(known, _)| *known == value) else {
                let names = option.names();
                return wrong(format!("{name}={value}: expected one of {names}"));
            };
            (option.set)(self, place);
        }
        Ok(())
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Self::new(self.algorithm);
        let changed = OPTIONS.iter().filter(|option| (option.get)(self) != (option.get)(&default));
        let options = changed.map(|option| format!("{}={}", option.name, option.value(self)));
        let parts: Vec<String> = self.algorithm.argument().into_iter().chain(options).collect();
        f.write_str(self.algorithm.name())?;
        if parts.is_empty() { Ok(()) } else { write!(f, "({})", parts.join(",")) }
    }
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        let text = text.trim();
        let (name, rest) = text.split_once(['(', ':']).unwrap_or((text, ""));
        let inside = if text[name.len()..].starts_with('(') {
            rest.strip_suffix(')').ok_or_else(|| {
                StrategyError::Invalid(match rest.split_once(')') {
                    None => "missing closing parenthesis".to_owned(),
                    Some((inside, after)) => format!(
                        "unexpected '{after}' after the parenthesis: write options inside, as in \
                         {name}({inside},OPTION=VALUE)"
                    ),
                })
            })?
        } else {
            rest
        };
        let mut parts = inside.split(',').map(str::trim).filter(|part| !part.is_empty()).peekable();
        let argument = parts.next_if(|part| !part.contains('='));
        let mut strategy = Self::new(Algorithm::parse(name.trim(), argument)?);
        for part in parts {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                StrategyError::Invalid(format!("'{part}': expected OPTION=VALUE"))
            })?;
            strategy.set(name.trim(), value.trim())?;
        }
        Ok(strategy)
    }
}

/// Why a text is not a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StrategyError {
    /// No algorithm has this name.
    UnknownName(String),
    /// The argument or an option is invalid; the message says what was expected.
    Invalid(String),
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName(name) => {
                let names: Vec<_> = ALGORITHMS.iter().map(|info| info.name).collect();
                write!(f, "unknown strategy '{name}'; expected one of {}", names.join(", "))
            }
            Self::Invalid(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for StrategyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_prints_what_it_parses() {
        for info in ALGORITHMS {
            let check = |word: &str| {
                let strategy: Strategy = word.parse().unwrap();
                assert_eq!(strategy.algorithm.name(), info.name, "{word}");
                assert_eq!(strategy.to_string().parse(), Ok(strategy), "{word}");
            };
            if !matches!(info.argument, Some((_, None))) {
                check(info.name);
            }
            let argument = if info.argument.is_some() { "12" } else { "" };
            for option in OPTIONS.iter().filter(|option| info.options.contains(&option.name)) {
                for (value, _) in option.values {
                    check(&format!("{}({argument},{}={value})", info.name, option.name));
                }
            }
        }
    }

    #[test]
    fn names_people_know_are_understood() {
        for (word, meant) in [
            ("A*", "astar"),
            ("IDA*", "idastar"),
            ("Dijkstra", "ucs"),
            ("gbfs", "greedy"),
            ("dfs-limited(7)", "dls(7)"),
            ("weighted A*(1.5, ties=fifo)", "wastar(1.5,ties=fifo)"),
            ("breadth_first", "bfs"),
        ] {
            assert_eq!(word.parse::<Strategy>().unwrap().to_string(), meant);
        }
        let all = ALGORITHMS.iter().flat_map(|info| info.aliases.iter().chain([&info.name]));
        let mut names: Vec<_> = all.collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (word, says) in [
            ("astra", "unknown strategy 'astra'"),
            ("dls", "needs an argument"),
            ("dls(-1)", "expected the maximum depth"),
            ("beam(0)", "expected the number"),
            ("wastar(0.5)", "expected the weight"),
            ("wastar(nan)", "expected the weight"),
            ("wastar(-2)", "expected the weight"),
            ("bfs(3)", "takes no argument"),
            ("astar(ties=high)", "expected one of high-g"),
            ("astar(ties)", "takes no argument"),
            ("astar(speed=9)", "no option 'speed'"),
            ("bidirectional(ties=fifo)", "takes no options"),
            ("astar(ties=fifo", "closing parenthesis"),
            ("", "unknown strategy"),
        ] {
            let error = word.parse::<Strategy>().unwrap_err().to_string();
            assert!(error.contains(says), "{word}: {error}");
        }
    }

    #[test]
    fn f_is_weighted() {
        let f = |word: &str| word.parse::<Strategy>().unwrap().f(4, 3);
        assert_eq!(f("astar"), Some(7.0));
        assert_eq!(f("greedy"), Some(3.0));
        assert_eq!(f("wastar(1.5)"), Some(8.5));
        assert_eq!(f("bfs"), None);
    }
}
