//! A puzzle: a problem that people can name, write down, read and draw.

use crate::collection::Rows;
use crate::draw::Draw;
use crate::edit::Edit;
use crate::text::{ParseError, is_invisible};
use crate::view::{Plain, View};
use heureka_core::{Claim, Cost, Limits, Problem, Stop};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// The description of a puzzle; help, problem cards and pages are generated from it.
#[derive(Debug)]
pub struct Info {
    /// The name on the command line.
    pub name: &'static str,
    /// The name in prose.
    pub title: &'static str,
    /// The rules, in a few sentences.
    pub rules: &'static str,
    /// The text format of an instance.
    pub format: &'static str,
    /// The format of a random instance's size, such as `4x4`.
    pub sizes: &'static str,
    /// Sizes of random instances that have at most 45,000 states, for tests.
    pub small_sizes: &'static [&'static str],
    /// Parameters of an instance, such as `rows`.
    pub parameters: &'static [Parameter],
    /// The heuristics; the first is the default.
    pub heuristics: &'static [HeuristicInfo],
    /// The built-in instances; the first is the default.
    pub instances: &'static [BuiltIn],
    /// The default strategy.
    pub strategy: &'static str,
    /// Questions that courses ask about the puzzle.
    pub questions: &'static [Question],
    /// The problem card.
    pub card: Card,
}

impl Info {
    /// Returns the index of the heuristic of a name.
    ///
    /// # Errors
    /// If the puzzle has no such heuristic.
    pub fn heuristic(&self, name: &str) -> Result<usize, ParseError> {
        let index = self.heuristics.iter().position(|known| known.name == name);
        index.ok_or_else(|| ParseError::whole(format!("unknown heuristic '{name}'")))
    }
}

/// A question about a puzzle, with its answer.
#[derive(Debug)]
pub struct Question {
    /// The question.
    pub question: &'static str,
    /// The answer, with its reason.
    pub answer: &'static str,
    /// Checks the answer on examples, in less than a second, and returns what it found.
    pub check: fn() -> String,
}

/// The problem card: the puzzle as a formal search problem.
#[derive(Debug)]
pub struct Card {
    /// The performance measure.
    pub performance: &'static str,
    /// The environment of the agent.
    pub environment: &'static str,
    /// The agent's actuators.
    pub actuators: &'static str,
    /// The agent's sensors.
    pub sensors: &'static str,
    /// The representation of a state.
    pub state: &'static str,
    /// The representation of an action, and when it applies.
    pub action: &'static str,
    /// The transition model: what an action changes, and what stays the same.
    pub transition: &'static str,
    /// The goal test.
    pub goal: &'static str,
    /// The cost of a move.
    pub cost: &'static str,
    /// The number of states, as a formula.
    pub states: &'static str,
}

/// A parameter of an instance.
#[derive(Debug)]
pub struct Parameter {
    /// The name, as in `--param name=value`.
    pub name: &'static str,
    /// The meaning.
    pub help: &'static str,
    /// The values, if there are only a few.
    pub values: &'static [&'static str],
    /// The value that holds if none is given, for a parameter that belongs to every claim, such as
    /// one that changes the rules. `None` if the instance's text shows the value.
    pub default: Option<&'static str>,
}

impl Parameter {
    /// Describes a parameter with any value, which the instance's text shows once it is read.
    #[must_use]
    pub const fn shown(name: &'static str, help: &'static str) -> Self {
        Self { name, help, values: &[], default: None }
    }
}

/// The rows of a board, for texts that may leave them out.
pub const ROWS: Parameter =
    Parameter::shown("rows", "rows of the board, if the text does not show them");

/// The columns of a board, for texts that may leave them out.
pub const COLS: Parameter =
    Parameter::shown("cols", "columns of the board, if the text does not show them");

/// The sides of a board, for texts that may leave them out.
pub const SIDES: &[Parameter] = &[ROWS, COLS];

/// A heuristic and what is claimed of it; an audit tests the claim.
#[derive(Debug)]
pub struct HeuristicInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// What it computes.
    pub summary: &'static str,
    /// What is claimed of it.
    pub claim: Claim,
}

impl HeuristicInfo {
    /// Describes a consistent heuristic.
    #[must_use]
    pub const fn consistent(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, claim: Claim::Consistent }
    }
}

/// A built-in instance.
#[derive(Debug)]
pub struct BuiltIn {
    /// The name on the command line.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
    /// The parameters that belong to the text.
    pub parameters: &'static [(&'static str, &'static str)],
    /// The cost of a cheapest plan; `None` if the instance is unsolvable.
    pub optimum: Option<u32>,
}

impl BuiltIn {
    /// Describes an instance without parameters.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str, optimum: Option<u32>) -> Self {
        Self { name, text, parameters: &[], optimum }
    }
}

/// The fastest known setup for an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The strategy as text.
    pub strategy: &'static str,
    /// The heuristic.
    pub heuristic: &'static str,
}

/// Parameters of an instance, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(pub Vec<(String, String)>);

impl Parameters {
    /// Returns the last given value of a parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// Returns the values by name that hold for an instance: the last given one of each parameter, or
    /// its default.
    #[must_use]
    pub fn effective(&self, known: &[Parameter]) -> BTreeMap<&'static str, String> {
        let value = |parameter: &Parameter| self.get(parameter.name).or(parameter.default);
        known.iter().filter_map(|p| Some((p.name, value(p)?.to_owned()))).collect()
    }

    /// Returns a parameter as a number, if it is given.
    ///
    /// # Errors
    /// If the value is not a number from `least` to `u32::MAX`.
    pub fn number(&self, name: &str, least: usize) -> Result<Option<usize>, ParseError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match value.parse() {
            Ok(number) if (least..=u32::MAX as usize).contains(&number) => Ok(Some(number)),
            _ => Err(ParseError::whole(format!(
                "{name}={value}: expected a whole number from {least} to {}",
                u32::MAX
            ))),
        }
    }

    /// Returns the index of a parameter's value among its choices, if it is given.
    ///
    /// # Errors
    /// If the value is not one of the choices.
    pub fn choice(&self, name: &str, choices: &[&str]) -> Result<Option<usize>, ParseError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        choices.iter().position(|&choice| choice == value).map(Some).ok_or_else(|| {
            let choices = choices.join(", ");
            ParseError::whole(format!("{name}={value}: expected one of {choices}"))
        })
    }

    /// Rejects unknown parameters, and values with characters that a reader cannot see.
    ///
    /// # Errors
    /// If a parameter is unknown, the error lists the known ones.
    pub fn only(&self, known: &[Parameter]) -> Result<(), ParseError> {
        for (name, value) in &self.0 {
            if let Some(c) =
                value.chars().find(|&c| is_invisible(c) || c.is_whitespace() && c != ' ')
            {
                let code = u32::from(c);
                let message =
                    format!("parameter '{name}': invisible character U+{code:04X}: remove it");
                return Err(ParseError::whole(message));
            }
        }
        let Some((name, _)) = self.0.iter().find(|(n, _)| known.iter().all(|k| k.name != n)) else {
            return Ok(());
        };
        let names: Vec<_> = known.iter().map(|k| k.name).collect();
        Err(ParseError::whole(if names.is_empty() {
            format!("unknown parameter '{name}': this puzzle takes no parameters")
        } else {
            format!("unknown parameter '{name}': expected one of {}", names.join(", "))
        }))
    }
}

/// A puzzle: a [`Problem`] that people can name, write down, read and draw.
///
/// `CONTRIBUTING.md` has the recipe for a new one.
pub trait Puzzle: Draw + Clone + Send + Sync + 'static {
    /// The same rules, slow and obvious, written independently from the statement.
    ///
    /// They check plans and certificates. A puzzle that names itself here is checked only by itself.
    type Reference: Problem<Key = Self::Key, Action = Self::Action>;

    /// The puzzle's description.
    const INFO: &'static Info;

    /// Reads an instance. Only parameters that [`Puzzle::INFO`] lists are given.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError>;

    /// Generates a random solvable instance; the same seed gives the same instance on every machine.
    ///
    /// # Errors
    /// If no instance has this size. By default, none has.
    fn random(_size: &str, _parameters: &Parameters, _seed: u64) -> Result<Self, ParseError> {
        Err(ParseError::whole("random instances are not supported"))
    }

    /// Reads a collection of instances in a format of the puzzle's own field; `None` if the text is not in
    /// such a format, but has one instance per line. What is published about an instance is left out if the
    /// given parameters, which take precedence over the row's, make it another problem.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    #[must_use]
    fn collection(_text: &str, _parameters: &Parameters) -> Option<Rows> {
        None
    }

    /// Returns the instance as text: [`Puzzle::parse`] reads it back, given the same parameters.
    fn text(&self) -> String;

    /// Returns the reference rules of the same instance with the same heuristic.
    ///
    /// They read certificates, so they unpack a key of no state to some valid state.
    fn reference(&self) -> Self::Reference;

    /// Returns whether the reference rules compute the same values as a heuristic, given by its index.
    ///
    /// If not, they cannot check a certificate of an informed search, which rests on the heuristic.
    #[must_use]
    fn reference_shares_heuristic(_heuristic: usize) -> bool {
        true
    }

    /// Makes another state the start. Heuristic tables are kept. A state of another instance may be ignored,
    /// but causes no panic.
    fn set_start(&mut self, state: Self::State);

    /// Returns the index of the heuristic that is used if none is selected: by default the first. It must
    /// have no tables, unless it is the first.
    fn default_heuristic(&self) -> usize {
        0
    }

    /// Selects a heuristic by its index in [`Info::heuristics`] and builds its tables under limits, as
    /// [`Limits::building`] does. A new instance uses the first. By default there is only one.
    ///
    /// # Errors
    /// The limit that stopped the construction; the heuristic in use stays the same. A heuristic
    /// without tables, or with small ones that take milliseconds, is never stopped.
    fn set_heuristic(&mut self, _index: usize, _limits: &mut Limits<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Returns the same instance with the heuristic of a name, if there is one.
    #[must_use]
    fn with_heuristic(mut self, name: &str) -> Option<Self> {
        self.set_heuristic(Self::INFO.heuristic(name).ok()?, &mut Limits::none()).ok()?;
        Some(self)
    }

    /// Returns the fastest known setup: by default the default strategy with the first heuristic.
    fn best(&self) -> Best {
        Best { strategy: Self::INFO.strategy, heuristic: Self::INFO.heuristics[0].name }
    }

    /// Returns the size of the heuristic's tables in bytes.
    fn table_bytes(&self) -> u64 {
        0
    }

    /// Returns the value of a parameter that is not given, if the text decides it.
    fn default_of(&self, _parameter: &str) -> Option<&'static str> {
        None
    }

    /// Returns a part of a state that few moves change, as a number. States that have it in common belong
    /// to the same worker of a distributed search, so that few successors travel. It should have thousands
    /// of values, none of them very common. By default there is none, and states are spread by their hash.
    #[inline(always)]
    fn abstraction(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// Returns the names of the tools with which people edit an instance on its picture. By default there
    /// are none.
    #[must_use]
    fn tools() -> &'static [&'static str] {
        &[]
    }

    /// Returns the text after an edit on the picture of the start, valid or not; `None` if it changes
    /// nothing.
    fn edit(&self, _edit: &Edit) -> Option<String> {
        None
    }

    /// Writes a move as one word.
    ///
    /// # Errors
    /// Only errors of `out`.
    fn show_action(&self, action: Self::Action, out: &mut dyn Write) -> fmt::Result;

    /// Reads a move: the inverse of [`Puzzle::show_action`].
    fn parse_action(&self, word: &str) -> Option<Self::Action>;

    /// Returns the start as people see it, to be followed along a plan. Override it if the name of a move
    /// or the look of a state depends on earlier moves.
    fn view(&self) -> Box<dyn View<Self::Action> + '_> {
        Box::new(Plain::new(self))
    }

    /// Writes a move as it is named in a state.
    ///
    /// # Errors
    /// Only errors of `out`.
    fn show_action_in(
        &self,
        _state: &Self::State,
        action: Self::Action,
        out: &mut dyn Write,
    ) -> fmt::Result {
        self.show_action(action, out)
    }

    /// Reads a move as it is named in a state: the inverse of [`Puzzle::show_action_in`], legal or not.
    fn parse_action_in(&self, _state: &Self::State, word: &str) -> Option<Self::Action> {
        self.parse_action(word)
    }

    /// Returns the number of the piece that a legal move slides, if the name of the move leaves it out.
    fn piece(&self, _state: &Self::State, _action: Self::Action) -> Option<usize> {
        None
    }

    /// Returns whether a word ends the moves of a printed plan.
    fn ends_plan(&self, _word: &str) -> bool {
        false
    }

    /// Returns the moves that a word of a plan stands for, in the notation of some puzzles without spaces
    /// between them. By default a word is one move.
    fn split_moves<'w>(&self, word: &'w str) -> Vec<&'w str> {
        vec![word]
    }

    /// Returns the length of a path of a cost, if people state another number than the cost, such as one
    /// with diagonal moves of √2. By default they do not.
    fn path_length(&self, _cost: Cost) -> Option<f64> {
        None
    }

    /// Returns the length that a path has at least if its cost is at least `bound`, which may be no cost of a
    /// path. By default people state no other number than the cost.
    fn bound_length(&self, _bound: Cost) -> Option<f64> {
        None
    }

    /// Returns whether a word at the end of a plan stands for no move, such as the steps of a player after the
    /// last push. By default none does.
    fn is_idle(&self, _word: &str) -> bool {
        false
    }

    /// Returns why the instance is unsolvable, if that can be proved without a search.
    fn unsolvable(&self) -> Option<String> {
        None
    }

    /// Returns a remark that belongs to every result of this instance, such as unusual rules.
    fn caveat(&self) -> Option<&'static str> {
        None
    }
}
