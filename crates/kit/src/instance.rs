//! An instance with its types hidden, for command lines, pages and studies.
//!
//! Types are hidden around a whole run, not around its steps, so searches stay fully typed inside. What
//! only some instances can do is a separate trait, [`Small`].

use crate::certificate::{Records, Rejection};
use crate::draw::{Area, Picture};
use crate::edit::Edit;
use crate::encoded::{EncodedSpace, Encoding};
use crate::game::Game;
use crate::outlook::Outlook;
use crate::puzzle::{Best, HeuristicInfo, Info, Parameters};
use crate::space::StateSpace;
use crate::text::ParseError;
use crate::trace::Trace;
use heureka_core::certificate::Checked;
use heureka_core::heuristic::audit::Audit;
use heureka_core::plan::PlanError;
use heureka_core::{Claim, Cost, Exploration, Limits, Outcome, Stats, Stop, Strategy, Unsupported};
use std::fmt;
use std::time::Duration;

/// An instance of some puzzle.
pub trait Instance: Send + Sync {
    /// Returns the puzzle's description.
    fn info(&self) -> &'static Info;

    /// Returns the instance as text, which the puzzle reads back given the same parameters.
    fn text(&self) -> String;

    /// Returns the parameters of the instance.
    fn parameters(&self) -> &Parameters;

    /// Returns the value of a parameter that is not given, if the text decides it.
    fn default_of(&self, _parameter: &str) -> Option<&'static str> {
        None
    }

    /// Returns the start as text, with terminal colors; a summary if it is too large.
    fn start(&self) -> String;

    /// Selects a heuristic by name. Its tables are built when a run first needs them.
    ///
    /// # Errors
    /// If the puzzle has no such heuristic.
    fn set_heuristic(&mut self, name: &str) -> Result<(), ParseError>;

    /// Builds the tables of the heuristic, unless that is done.
    ///
    /// # Errors
    /// The limit that stopped the construction.
    fn build_tables(&self, _limits: &mut Limits<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Returns the selected heuristic.
    fn heuristic(&self) -> &'static HeuristicInfo;

    /// Returns what is claimed of the heuristic here: its declared claim, or more if the instance
    /// knows more, which it may do only after its tables are built.
    fn claim(&self) -> Claim;

    /// Returns the fastest known setup.
    fn best(&self) -> Best;

    /// Returns the size of the heuristic's tables in bytes; 0 before they are built.
    fn table_bytes(&self) -> u64 {
        0
    }

    /// Returns how long it took to build them.
    fn table_time(&self) -> Duration {
        Duration::ZERO
    }

    /// Returns the length of a path of a cost, if people state another number than the cost.
    fn path_length(&self, _cost: Cost) -> Option<f64> {
        None
    }

    /// Returns the length that a path has at least if its cost is at least `bound`, if people state another
    /// number than the cost.
    fn bound_length(&self, _bound: Cost) -> Option<f64> {
        None
    }

    /// Returns why the instance is unsolvable, if that can be proved without a search.
    fn unsolvable(&self) -> Option<String> {
        None
    }

    /// Returns a remark that belongs to every result.
    fn caveat(&self) -> Option<&'static str> {
        None
    }

    /// Returns the same instance with another start, read from an instance's text. Heuristic tables
    /// are kept.
    ///
    /// # Errors
    /// If the text is invalid, or describes an instance that differs in more than its start.
    fn starting_at(&self, text: &str) -> Result<Box<dyn Instance>, ParseError>;

    /// Runs a strategy, unless the instance is known to be unsolvable without a search. Builds the
    /// tables of the heuristic first if the strategy uses them; the limits apply to both.
    ///
    /// Every plan has been validated by the reference rules.
    ///
    /// # Errors
    /// If the strategy does not apply to the puzzle, or if the plan is invalid, which is a bug.
    fn solve(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Solution<'_>, SolveError>;

    /// Returns whether a word ends the moves of a printed plan.
    fn ends_plan(&self, _word: &str) -> bool {
        false
    }

    /// Returns the moves that a word of a plan stands for.
    fn split_moves<'w>(&self, word: &'w str) -> Vec<&'w str> {
        vec![word]
    }

    /// Returns whether a word at the end of a plan stands for no move.
    fn is_idle(&self, _word: &str) -> bool {
        false
    }

    /// Checks a plan, given as words, by the reference rules and returns its cost. For the limits, a
    /// move is an expansion.
    ///
    /// # Errors
    /// The first word that is not a legal move, or that the plan does not end in a goal.
    fn check(
        &self,
        plan: &mut dyn Iterator<Item = &str>,
        limits: &mut Limits<'_>,
    ) -> Result<Cost, CheckError>;

    /// Returns the instance as one that can be explored, played, certified and audited, if its states
    /// can be copied.
    fn as_small(&self) -> Option<&dyn Small> {
        None
    }
}

/// An instance whose states are small enough to copy.
pub trait Small {
    /// Explores the reachable space.
    fn explore(&self, limits: &mut Limits<'_>) -> Exploration;

    /// Explores the space backward from a goal; returns `None` if moves are not reversible.
    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration>;

    /// Returns the space over encoded keys; `None` if the puzzle has no such encoding. If `is_informed`,
    /// builds the tables of the heuristic first.
    ///
    /// # Errors
    /// The limit that stopped the construction of tables.
    fn encoded(
        &self,
        encoding: Encoding,
        is_informed: bool,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Box<dyn EncodedSpace + '_>>, Stop>;

    /// Returns a plan, given as words, validated by the reference rules.
    ///
    /// # Errors
    /// As those of [`Instance::check`].
    fn read_plan(
        &self,
        plan: &mut dyn Iterator<Item = &str>,
    ) -> Result<Box<dyn AnyPlan + '_>, CheckError>;

    /// Returns a game at the start.
    fn game(&self) -> Box<dyn Game + '_>;

    /// Computes the cost to a goal from every reachable state; returns `None` if there are more than
    /// `most`.
    fn outlook(&self, most: usize) -> Option<Box<dyn Outlook>>;

    /// Returns the names of the tools that edit the instance on its picture.
    fn tools(&self) -> &'static [&'static str];

    /// Returns the text after an edit on the picture, valid or not; `None` if it changes nothing.
    fn edit(&self, edit: &Edit) -> Option<String>;

    /// Draws the start.
    fn picture(&self) -> Picture;

    /// Returns a state of a trace, given by its [`key`](crate::trace::TracedNode::key), ready to be shown;
    /// `None` if the key is too short.
    fn show_key(&self, key: &[u8]) -> Option<Shown>;

    /// Returns where a state of a trace is on the picture of the start, if states are places on a map.
    fn place_of(&self, key: &[u8]) -> Option<Area>;

    /// Returns a state of a trace in the puzzle's notation, which is much faster than to draw it; `None` if
    /// the key is too short.
    fn write_key(&self, key: &[u8]) -> Option<String>;

    /// Searches by uniform cost, or by A\* if `informed`, and returns with the solution the records that
    /// prove it, if it is proved.
    ///
    /// # Errors
    /// If the plan is invalid, which is a bug.
    fn certify(&self, informed: bool, limits: &mut Limits<'_>)
    -> Result<Certified<'_>, SolveError>;

    /// Returns whether the reference rules can check an informed proof by the heuristic in use.
    fn reference_shares_heuristic(&self) -> bool;

    /// Checks the records of a certificate by the reference rules, and by their heuristic if
    /// `informed`.
    ///
    /// # Errors
    /// Why they do not prove the claim.
    fn check_records(
        &self,
        informed: bool,
        records: &[u8],
        limits: &mut Limits<'_>,
    ) -> Result<Checked, Rejection>;

    /// Compares the heuristic in use with exact distances.
    fn audit(&self, limits: &mut Limits<'_>) -> Audit<Shown, String>;

    /// Compares the fast rules with the reference rules on states along random walks.
    ///
    /// # Errors
    /// The first difference, with the state where it occurs.
    fn compare_rules(&self, states: usize, seed: u64) -> Result<(), String>;

    /// Enumerates the reachable states by the reference rules; returns `None` if there are more than
    /// `most`, or on average more than a hundred moves for each of so many.
    fn space(&self, most: usize) -> Option<StateSpace>;
}

/// A solution and the records that prove it, if it is proved.
pub type Certified<'a> = (Solution<'a>, Option<Box<dyn Records>>);

/// A state, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// In the puzzle's notation.
    pub text: String,
    /// As text with terminal colors.
    pub colored: String,
    /// As a picture.
    pub picture: Picture,
}

/// How a search ended.
pub struct Solution<'a> {
    /// How it ended.
    pub outcome: Outcome<Box<dyn AnyPlan + 'a>>,
    /// What it counted.
    pub stats: Stats,
    /// Why there was no search: a proof that the instance is unsolvable, or the work that a limit
    /// stopped before it.
    pub reason: Option<String>,
}

impl Solution<'_> {
    /// Returns the result of a run that stopped while it built the tables of a heuristic.
    #[must_use]
    pub fn stopped_building(heuristic: &HeuristicInfo, stop: Stop) -> Self {
        let reason = format!("while building the tables of '{}'", heuristic.name);
        let (outcome, stats) = (Outcome::Stopped(stop), Stats::default());
        Self { outcome, stats, reason: Some(reason) }
    }
}

/// A validated plan with its types hidden.
pub trait AnyPlan {
    /// Returns its cost.
    fn cost(&self) -> Cost;

    /// Returns the number of moves.
    fn len(&self) -> usize;

    /// Returns whether it has no moves.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the moves as text.
    fn words(&self) -> Vec<String>;

    /// Returns the states along the plan, if they can be copied.
    fn as_path(&self) -> Option<&dyn PlanPath> {
        None
    }
}

/// The states along a plan.
pub trait PlanPath {
    /// Calls `visit` with the start and every further state.
    fn walk(&self, visit: &mut dyn FnMut(&Station<'_>));

    /// Draws the states as a route on one picture, if they are places on a map.
    fn route(&self) -> Option<Picture>;

    /// Draws the plan, each picture with a caption: one picture with the route if states are places on
    /// a map, otherwise the start and every further state; of more than `max`, an even selection.
    fn pictures(&self, max: usize) -> Vec<(String, Picture)>;
}

/// A state along a plan.
#[derive(Clone, Copy)]
pub struct Station<'a> {
    /// The move that led here and its cost; `None` at the start.
    pub action: Option<(&'a str, Cost)>,
    /// The state in the puzzle's notation.
    pub notation: &'a str,
    /// The cost of the path to it.
    pub g: Cost,
    /// Its heuristic value.
    pub h: Cost,
    pub(crate) paint: &'a dyn Fn() -> String,
}

impl Station<'_> {
    /// Draws the state as text, with terminal colors.
    #[must_use]
    pub fn board(&self) -> String {
        (self.paint)()
    }
}

/// Why an instance could not be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The strategy does not apply to the puzzle.
    Unsupported(Unsupported),
    /// The reference rules reject the plan: a bug.
    InvalidPlan(PlanError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(error) => error.fmt(f),
            Self::InvalidPlan(error) => write!(f, "bug: the search found an invalid plan: {error}"),
        }
    }
}

impl std::error::Error for SolveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unsupported(error) => Some(error),
            Self::InvalidPlan(error) => Some(error),
        }
    }
}

/// Why a plan is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckError {
    /// A word is not a move of this puzzle.
    NotAMove {
        /// The index of the word.
        index: usize,
        /// An example of a move, if there is one.
        example: Option<String>,
    },
    /// The rules reject the plan.
    Invalid(PlanError),
    /// A limit stopped the check.
    Stopped(Stop),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove { index, example } => {
                write!(f, "word {} is not a move", index + 1)?;
                example.iter().try_for_each(|word| write!(f, "; moves look like {word}"))
            }
            Self::Invalid(error) => error.fmt(f),
            Self::Stopped(stop) => write!(f, "the check was stopped: {stop}"),
        }
    }
}

impl std::error::Error for CheckError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotAMove { .. } | Self::Stopped(_) => None,
            Self::Invalid(error) => Some(error),
        }
    }
}
