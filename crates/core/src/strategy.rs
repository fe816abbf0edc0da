//! Strategies as data: parsed from a word such as `astar(ties=low-g)` and printed back the same.

use crate::Ratio;
use std::fmt;
use std::str::FromStr;

/// Which search, with the number that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Breadth-first.
    Bfs,
    /// Depth-first with a closed list.
    Dfs,
    /// Depth-first down to a depth.
    Dls(u32),
    /// Depth-first to depth 0, 1, 2, …
    Ids,
    /// Cheapest first.
    Ucs,
    /// Nearest by h first.
    Greedy,
    /// A\*.
    AStar,
    /// A\* with h multiplied.
    WeightedAStar(Ratio),
    /// Depth-first to f = h(start), then the next f, …
    IdaStar,
    /// Cheapest first from both ends.
    Bidirectional,
    /// Layer by layer, the best few of each.
    Beam(u32),
    /// A plan soon, then better ones until the best is proved.
    Anytime(Ratio),
    /// Downhill along a perfect heuristic.
    Descent,
}

/// Which of the nodes with the lowest f goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ties {
    /// The one with the larger g, which is nearer to a goal; then the last in.
    #[default]
    HighG,
    /// The one with the smaller g; then the last in.
    LowG,
    /// The first in.
    Fifo,
    /// The last in.
    Lifo,
    /// The one whose state is the smallest, for puzzles whose states are ordered.
    State,
}

/// Which of the ways to a state counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Parents {
    /// The cheapest found.
    #[default]
    Cheapest,
    /// The first found: a cheaper one is not taken even if the state still waits. Programs that look
    /// up a state's depth in a table of first meetings count so.
    First,
}

/// When a node is tested for being a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GoalTest {
    /// When it is generated: sooner, but with unequal costs perhaps not the cheapest.
    Early,
    /// When it is taken from the frontier.
    #[default]
    Late,
}

/// Which repeated states are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Duplicates {
    /// All that are known at no higher cost.
    #[default]
    Graph,
    /// Those that have been expanded, whatever the cost: a state that waits twice is expanded twice,
    /// and none is put back. So count programs that look into their closed list only. A bounded
    /// depth-first search expands what it meets at once: there it is [`Duplicates::Graph`].
    Closed,
    /// Those on the way from the start.
    Path,
    /// Only a move that takes the last one back.
    Undo,
    /// None: every way to a state is a node of its own.
    None,
}

/// An algorithm with all its options.
///
/// ```
/// use heureka_core::Strategy;
/// let strategy: Strategy = "wastar(1.5,ties=fifo)".parse().unwrap();
/// assert_eq!(strategy.to_string(), "wastar(1.5,ties=fifo)");
/// // A colon saves quoting in a shell.
/// assert_eq!("wastar:1.5,ties=fifo".parse(), Ok(strategy));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Which search.
    pub algorithm: Algorithm,
    /// Which of the nodes with the lowest f goes first.
    pub ties: Ties,
    /// Whether an expanded state is put back when a cheaper way to it is found.
    pub reopen: bool,
    /// Which of the ways to a state counts.
    pub ways: Parents,
    /// When a node is tested for being a goal.
    pub goal_test: GoalTest,
    /// Which repeated states are dropped.
    pub duplicates: Duplicates,
    /// Whether a beam that runs dry starts again twice as wide.
    pub grow: bool,
    /// Whether one state is looked at for all that are symmetric to it.
    pub symmetry: bool,
}

/// What the help says of an algorithm.
#[derive(Debug)]
pub struct AlgorithmInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// The number it takes: what it means and its default, if it has one.
    pub argument: Option<(&'static str, Option<&'static str>)>,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Which preset of the general search it is.
    pub preset: &'static str,
    /// The options that mean something to it.
    pub options: &'static [&'static str],
}

const PRIORITY: &[&str] = &["ties", "reopen", "ways", "goal-test", "duplicates", "symmetry"];
const QUEUE: &[&str] = &["goal-test", "duplicates", "symmetry"];
const DEPTH: &[&str] = &["duplicates", "symmetry"];

/// Every algorithm, in the order of the help.
pub const ALGORITHMS: &[AlgorithmInfo] = &[
    AlgorithmInfo {
        name: "bfs",
        argument: None,
        summary: "breadth-first: fewest moves, so optimal where every move costs the same",
        preset: "best-first with a first-in, first-out frontier",
        options: QUEUE,
    },
    AlgorithmInfo {
        name: "dfs",
        argument: None,
        summary: "depth-first with a closed list: some plan, usually a long one",
        preset: "best-first with a last-in, first-out frontier",
        options: QUEUE,
    },
    AlgorithmInfo {
        name: "dls",
        argument: Some(("the deepest level, 0 or more", None)),
        summary: "depth-first down to a depth, in memory that grows with the depth only",
        preset: "bounded depth-first, one round, bound on depth",
        options: DEPTH,
    },
    AlgorithmInfo {
        name: "ids",
        argument: None,
        summary: "depth-first to depth 0, 1, 2, …: fewest moves in little memory",
        preset: "bounded depth-first, bound on depth, raised by one each round",
        options: DEPTH,
    },
    AlgorithmInfo {
        name: "ucs",
        argument: None,
        summary: "uniform cost (Dijkstra): cheapest first, no heuristic; optimal",
        preset: "best-first by f = g",
        options: PRIORITY,
    },
    AlgorithmInfo {
        name: "greedy",
        argument: None,
        summary: "greedy best-first: what looks nearest to the goal; fast, promises nothing",
        preset: "best-first by f = h",
        options: PRIORITY,
    },
    AlgorithmInfo {
        name: "astar",
        argument: None,
        summary: "A*: optimal with an admissible heuristic",
        preset: "best-first by f = g + h",
        options: PRIORITY,
    },
    AlgorithmInfo {
        name: "wastar",
        argument: Some(("the weight of h, from 1 to 1000", Some("2"))),
        summary: "weighted A*: at most the weight times the optimum, much sooner",
        preset: "best-first by f = g + weight · h",
        options: PRIORITY,
    },
    AlgorithmInfo {
        name: "idastar",
        argument: None,
        summary: "IDA*: A*'s answer in memory that grows with the plan's length only",
        preset: "bounded depth-first, bound on f, raised to the next f each round",
        options: DEPTH,
    },
    AlgorithmInfo {
        name: "bidirectional",
        argument: None,
        summary: "uniform cost from start and goal at once; optimal; needs moves that can be reversed",
        preset: "two best-first searches by f = g that meet",
        options: &[],
    },
    AlgorithmInfo {
        name: "beam",
        argument: Some(("how many states of a layer are kept, 1 or more", Some("100"))),
        summary: "layer by layer, the best few by h; grow=yes doubles the width until solved",
        preset: "breadth-first layers cut to the width",
        options: &["grow", "symmetry"],
    },
    AlgorithmInfo {
        name: "anytime",
        argument: Some(("the weight of h to begin with, from 1 to 1000", Some("3"))),
        summary: "weighted A* that goes on after its first plan until the best is proved",
        preset: "best-first by f = g + weight · h, gone on with after each plan",
        options: &["ties", "duplicates", "symmetry"],
    },
    AlgorithmInfo {
        name: "descent",
        argument: None,
        summary: "follows a perfect heuristic downhill; proves its plan optimal, or finds none",
        preset: "one state, changed in place; no frontier and no closed list",
        options: &[],
    },
];

impl Algorithm {
    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::Dfs => "dfs",
            Self::Dls(_) => "dls",
            Self::Ids => "ids",
            Self::Ucs => "ucs",
            Self::Greedy => "greedy",
            Self::AStar => "astar",
            Self::WeightedAStar(_) => "wastar",
            Self::IdaStar => "idastar",
            Self::Bidirectional => "bidirectional",
            Self::Beam(_) => "beam",
            Self::Anytime(_) => "anytime",
            Self::Descent => "descent",
        }
    }

    /// What the help says of it.
    ///
    /// # Panics
    /// Never: every algorithm is in [`ALGORITHMS`], as a test makes sure.
    #[must_use]
    pub fn info(self) -> &'static AlgorithmInfo {
        ALGORITHMS.iter().find(|info| info.name == self.name()).expect("every algorithm is listed")
    }

    /// Whether it asks the heuristic.
    #[must_use]
    pub fn is_informed(self) -> bool {
        match self {
            Self::Greedy
            | Self::AStar
            | Self::WeightedAStar(_)
            | Self::IdaStar
            | Self::Beam(_)
            | Self::Anytime(_)
            | Self::Descent => true,
            Self::Bfs | Self::Dfs | Self::Dls(_) | Self::Ids | Self::Ucs | Self::Bidirectional => {
                false
            }
        }
    }

    /// Whether it keeps to a limit of depth, and to one of cost.
    #[must_use]
    pub fn keeps_to(self) -> (bool, bool) {
        match self {
            Self::Dls(_) | Self::Ids | Self::Beam(_) => (true, false),
            Self::IdaStar => (false, true),
            Self::Bidirectional | Self::Descent => (false, false),
            Self::Bfs
            | Self::Dfs
            | Self::Ucs
            | Self::Greedy
            | Self::AStar
            | Self::WeightedAStar(_)
            | Self::Anytime(_) => (true, true),
        }
    }

    fn argument(self) -> Option<String> {
        match self {
            Self::Dls(n) | Self::Beam(n) => Some(n.to_string()),
            Self::WeightedAStar(w) | Self::Anytime(w) => Some(w.to_string()),
            _ => None,
        }
    }

    fn parse(name: &str, argument: Option<&str>) -> Result<Self, StrategyError> {
        let info = ALGORITHMS
            .iter()
            .find(|info| info.name == name)
            .ok_or_else(|| StrategyError::UnknownName(name.to_owned()))?;
        let text = match (info.argument, argument) {
            (None, None) => "",
            (None, Some(text)) => {
                return Err(StrategyError::Argument(format!(
                    "{name} takes no number, but got {text}"
                )));
            }
            (Some((what, None)), None) => {
                return Err(StrategyError::Argument(format!(
                    "{name} needs a number: {what}, as in {name}(12)"
                )));
            }
            (Some((_, Some(default))), None) => default,
            (Some(_), Some(text)) => text,
        };
        let bad = || {
            let what = info.argument.map_or("", |(what, _)| what);
            StrategyError::Argument(format!("{name}({text}): expected {what}"))
        };
        let count = || text.parse::<u32>().ok().filter(|&n| n > 0).ok_or_else(bad);
        let weight = || parse_weight(text).ok_or_else(bad);
        Ok(match name {
            "bfs" => Self::Bfs,
            "dfs" => Self::Dfs,
            "dls" => Self::Dls(text.parse().map_err(|_| bad())?),
            "ids" => Self::Ids,
            "ucs" => Self::Ucs,
            "greedy" => Self::Greedy,
            "astar" => Self::AStar,
            "wastar" => Self::WeightedAStar(weight()?),
            "idastar" => Self::IdaStar,
            "bidirectional" => Self::Bidirectional,
            "beam" => Self::Beam(count()?),
            "descent" => Self::Descent,
            _ => Self::Anytime(weight()?),
        })
    }
}

/// A weight from 1 to 1000 with at most three decimals.
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
    /// An algorithm with its usual options.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        let duplicates = match algorithm {
            Algorithm::Dls(_) | Algorithm::Ids => Duplicates::Path,
            Algorithm::IdaStar => Duplicates::Undo,
            _ => Duplicates::Graph,
        };
        // A greedy search follows h alone: going back to a state over a cheaper way changes nothing.
        let reopen = algorithm != Algorithm::Greedy;
        Self {
            algorithm,
            ties: Ties::HighG,
            reopen,
            ways: Parents::Cheapest,
            goal_test: GoalTest::Late,
            duplicates,
            grow: false,
            symmetry: false,
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), StrategyError> {
        let info = self.algorithm.info();
        if !info.options.contains(&key) {
            return Err(StrategyError::Option(if info.options.is_empty() {
                format!("{} takes no options, but got {key}={value}", info.name)
            } else {
                format!(
                    "{} does not take the option {key}; it takes {}",
                    info.name,
                    info.options.join(", ")
                )
            }));
        }
        let pick = |choices: &[&str]| {
            choices.iter().position(|&c| c == value).ok_or_else(|| {
                StrategyError::Option(format!(
                    "{key}={value}: expected one of {}",
                    choices.join(", ")
                ))
            })
        };
        match key {
            "ties" => {
                self.ties =
                    [Ties::HighG, Ties::LowG, Ties::Fifo, Ties::Lifo, Ties::State][pick(TIES)?];
            }
            "ways" => self.ways = [Parents::Cheapest, Parents::First][pick(WAYS)?],
            "reopen" => self.reopen = pick(YES_NO)? == 0,
            "grow" => self.grow = pick(YES_NO)? == 0,
            "symmetry" => self.symmetry = pick(YES_NO)? == 0,
            "goal-test" => self.goal_test = [GoalTest::Early, GoalTest::Late][pick(GOAL_TEST)?],
            _ => {
                use Duplicates::{Closed, Graph, None, Path, Undo};
                self.duplicates = [Graph, Closed, Path, Undo, None][pick(DUPLICATES)?];
            }
        }
        Ok(())
    }
}

const TIES: &[&str] = &["high-g", "low-g", "fifo", "lifo", "state"];
const WAYS: &[&str] = &["cheapest", "first"];
const YES_NO: &[&str] = &["yes", "no"];
const GOAL_TEST: &[&str] = &["early", "late"];
const DUPLICATES: &[&str] = &["graph", "closed", "path", "undo", "none"];

/// The values that each option can take, for the help.
pub const OPTION_VALUES: &[(&str, &[&str])] = &[
    ("ties", TIES),
    ("reopen", YES_NO),
    ("ways", WAYS),
    ("goal-test", GOAL_TEST),
    ("duplicates", DUPLICATES),
    ("grow", YES_NO),
    ("symmetry", YES_NO),
];

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::new(self.algorithm);
        let yes_no = |yes: bool| YES_NO[usize::from(!yes)];
        let mut parts: Vec<String> = self.algorithm.argument().into_iter().collect();
        if self.ties != usual.ties {
            parts.push(format!("ties={}", TIES[self.ties as usize]));
        }
        if self.reopen != usual.reopen {
            parts.push(format!("reopen={}", yes_no(self.reopen)));
        }
        if self.ways != usual.ways {
            parts.push(format!("ways={}", WAYS[self.ways as usize]));
        }
        if self.goal_test != usual.goal_test {
            parts.push(format!("goal-test={}", GOAL_TEST[self.goal_test as usize]));
        }
        if self.duplicates != usual.duplicates {
            parts.push(format!("duplicates={}", DUPLICATES[self.duplicates as usize]));
        }
        if self.grow {
            parts.push("grow=yes".to_owned());
        }
        if self.symmetry {
            parts.push("symmetry=yes".to_owned());
        }
        f.write_str(self.algorithm.name())?;
        if parts.is_empty() { Ok(()) } else { write!(f, "({})", parts.join(",")) }
    }
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        let text = text.trim();
        let (name, inside) = match text.split_once(['(', ':']) {
            None => (text, ""),
            Some((name, rest)) if text[name.len()..].starts_with('(') => {
                let inside = rest.strip_suffix(')').ok_or_else(|| {
                    StrategyError::Argument(format!("{text}: the closing parenthesis is missing"))
                })?;
                (name, inside)
            }
            Some((name, rest)) => (name, rest),
        };
        let mut parts = inside.split(',').map(str::trim).filter(|part| !part.is_empty()).peekable();
        let argument = parts.next_if(|part| !part.contains('='));
        let mut strategy = Self::new(Algorithm::parse(name.trim(), argument)?);
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                StrategyError::Option(format!("{part}: options are written option=value"))
            })?;
            strategy.set(key.trim(), value.trim())?;
        }
        Ok(strategy)
    }
}

/// Why a word is no strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrategyError {
    /// No algorithm has this name.
    UnknownName(String),
    /// The number is missing, superfluous or wrong; says what was expected.
    Argument(String),
    /// An option is unknown or has a wrong value; says what was expected.
    Option(String),
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName(name) => {
                write!(f, "there is no strategy '{name}'; there are")?;
                for (i, info) in ALGORITHMS.iter().enumerate() {
                    write!(f, "{} {}", if i == 0 { "" } else { "," }, info.name)?;
                }
                Ok(())
            }
            Self::Argument(text) | Self::Option(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for StrategyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_parses_and_prints_back() {
        for info in ALGORITHMS {
            let needs = matches!(info.argument, Some((_, None)));
            let word = if needs { format!("{}(12)", info.name) } else { info.name.to_owned() };
            let strategy: Strategy = word.parse().unwrap();
            assert_eq!(strategy.algorithm.info().name, info.name);
            assert_eq!(strategy.to_string().parse(), Ok(strategy));
            for (key, values) in OPTION_VALUES.iter().filter(|(key, _)| info.options.contains(key))
            {
                for value in *values {
                    let word = format!("{strategy}").trim_end_matches(')').to_owned();
                    let open = if word.contains('(') { "," } else { "(" };
                    let word = format!("{word}{open}{key}={value})");
                    let with: Strategy = word.parse().unwrap();
                    assert_eq!(with.to_string().parse(), Ok(with), "{word}");
                }
            }
        }
    }

    #[test]
    fn mistakes_are_explained() {
        for (word, says) in [
            ("astra", "there is no strategy 'astra'"),
            ("dls", "needs a number"),
            ("dls(-1)", "expected the deepest level"),
            ("beam(0)", "expected how many"),
            ("wastar(0.5)", "expected the weight"),
            ("wastar(nan)", "expected the weight"),
            ("wastar(-2)", "expected the weight"),
            ("bfs(3)", "takes no number"),
            ("astar(ties=high)", "expected one of high-g"),
            ("astar(ties)", "takes no number"),
            ("astar(speed=9)", "does not take the option speed"),
            ("bidirectional(ties=fifo)", "takes no options"),
            ("astar(ties=fifo", "closing parenthesis"),
            ("", "there is no strategy"),
        ] {
            let error = word.parse::<Strategy>().unwrap_err().to_string();
            assert!(error.contains(says), "{word}: {error}");
        }
    }
}
