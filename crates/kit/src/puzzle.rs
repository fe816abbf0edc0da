//! The side of a puzzle that people meet: names, rules, texts and heuristics.

use crate::draw::Picture;
use crate::text::ParseError;
use crate::view::{Plain, View};
use heureka_core::store::SetKey;
use heureka_core::{
    Claim, Exploration, Limits, Observer, Problem, Report, Strategy, Unsupported, explore, solve,
};
use std::fmt::{self, Write};

/// What is said of a puzzle; help, cards and pages are made from it.
#[derive(Debug)]
pub struct Info {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// The rules, in a few sentences.
    pub rules: &'static str,
    /// How an instance is written as text.
    pub format: &'static str,
    /// How the size of a random instance is written, such as `4x4`.
    pub sizes: &'static str,
    /// Settings beside the text, such as `rows`.
    pub parameters: &'static [Parameter],
    /// The heuristics; the first is used unless another is chosen.
    pub heuristics: &'static [HeuristicInfo],
    /// Built-in instances; the first is used when none is given.
    pub levels: &'static [Level],
    /// The strategy used when none is given.
    pub strategy: &'static str,
    /// The problem card.
    pub card: Card,
}

/// The problem card: how the puzzle reads as a formal search problem.
#[derive(Debug)]
pub struct Card {
    /// What makes one solution better than another.
    pub performance: &'static str,
    /// What the agent acts in.
    pub environment: &'static str,
    /// What the agent can do.
    pub actuators: &'static str,
    /// What the agent sees.
    pub sensors: &'static str,
    /// How a state is represented.
    pub state: &'static str,
    /// How an action is represented, and what it changes.
    pub action: &'static str,
    /// When the puzzle is solved.
    pub goal: &'static str,
    /// What a move costs.
    pub cost: &'static str,
    /// How many states there are, as a formula.
    pub states: &'static str,
}

/// A setting beside an instance's text.
#[derive(Debug)]
pub struct Parameter {
    /// Its name, as in `--param name=value`.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
}

/// A heuristic and what is claimed of it; an audit checks the claims.
#[derive(Debug)]
pub struct HeuristicInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it counts.
    pub summary: &'static str,
    /// What is claimed of it.
    pub claim: Claim,
}

/// A built-in instance.
#[derive(Debug)]
pub struct Level {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Settings that go with the text.
    pub parameters: &'static [(&'static str, &'static str)],
    /// The cost of a cheapest plan; nothing if there is no plan.
    pub optimum: Option<u32>,
}

/// What solves an instance fastest, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The strategy, as a word.
    pub strategy: &'static str,
    /// The heuristic that goes with it.
    pub heuristic: &'static str,
}

/// Settings beside an instance's text, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(pub Vec<(String, String)>);

impl Parameters {
    /// The value of a setting as a number, if it was given.
    ///
    /// # Errors
    /// If the value is no number, below `least`, or beyond all measure.
    pub fn number(&self, name: &str, least: usize) -> Result<Option<usize>, ParseError> {
        let Some((_, value)) = self.0.iter().rev().find(|(n, _)| n == name) else {
            return Ok(None);
        };
        match value.parse() {
            Ok(number) if (least..=u32::MAX as usize).contains(&number) => Ok(Some(number)),
            _ => Err(ParseError::whole(format!(
                "{name}={value}: expected a whole number from {least} to {}",
                u32::MAX
            ))),
        }
    }

    /// The place of a setting's value among those that it can have, if it was given.
    ///
    /// # Errors
    /// If the value is none of them.
    pub fn choice(&self, name: &str, choices: &[&str]) -> Result<Option<usize>, ParseError> {
        let Some((_, value)) = self.0.iter().rev().find(|(n, _)| n == name) else {
            return Ok(None);
        };
        choices.iter().position(|choice| choice == value).map(Some).ok_or_else(|| {
            let choices = choices.join(", ");
            ParseError::whole(format!("{name}={value}: expected one of {choices}"))
        })
    }

    /// Complains about a setting that the puzzle does not have.
    ///
    /// # Errors
    /// If there is one, naming those that there are.
    pub fn only(&self, known: &[Parameter]) -> Result<(), ParseError> {
        let Some((name, _)) = self.0.iter().find(|(n, _)| known.iter().all(|k| k.name != n)) else {
            return Ok(());
        };
        let names: Vec<_> = known.iter().map(|k| k.name).collect();
        Err(ParseError::whole(if names.is_empty() {
            format!("this puzzle has no setting '{name}', nor any other")
        } else {
            format!("this puzzle has no setting '{name}'; it has {}", names.join(", "))
        }))
    }
}

/// A puzzle: a [`Problem`] that people can name, write down and read.
///
/// `CONTRIBUTING.md` has the recipe for a new one.
pub trait Puzzle: Problem + Sized + Send + Sync + 'static {
    /// The same rules once more, slow and obvious, written from the statement.
    ///
    /// Plans and certificates are checked by them. A puzzle that names itself here is checked only
    /// by itself.
    type Reference: Problem<Key = Self::Key, Action = Self::Action>;

    /// What is said of the puzzle.
    fn info() -> &'static Info;

    /// Reads an instance.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError>;

    /// Makes a random solvable instance; the same seed makes the same one everywhere.
    ///
    /// # Errors
    /// If there is no instance of that size.
    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError>;

    /// The instance's text: [`Puzzle::parse`] reads it back, given the same parameters.
    fn text(&self) -> String;

    /// The reference rules of the same instance with the same heuristic.
    fn reference(&self) -> Self::Reference;

    /// Whether the heuristic in use is estimated as high by the reference rules.
    ///
    /// If not, they cannot follow a certificate of an informed search, which rests on the estimate;
    /// such a heuristic has to say so here.
    fn reference_shares_heuristic(&self) -> bool {
        true
    }

    /// Chooses a heuristic by its place in [`Info::heuristics`], building its tables if it has any.
    fn set_heuristic(&mut self, index: usize);

    /// The place in [`Info::heuristics`] of the heuristic in use.
    fn heuristic(&self) -> usize;

    /// The same instance with the heuristic of this name, if the puzzle has one.
    #[must_use]
    fn with_heuristic(mut self, name: &str) -> Option<Self> {
        let index = Self::info().heuristics.iter().position(|known| known.name == name)?;
        self.set_heuristic(index);
        Some(self)
    }

    /// What solves the instance fastest: the usual strategy with the first heuristic, unless the
    /// puzzle knows better.
    fn best(&self) -> Best {
        let info = Self::info();
        Best { strategy: info.strategy, heuristic: info.heuristics[0].name }
    }

    /// Bytes taken by the tables of the heuristic in use.
    fn table_bytes(&self) -> u64 {
        0
    }

    /// Writes a state for people, over as many lines as it needs, the last without a line's end.
    ///
    /// # Errors
    /// Only those of `out`.
    fn show_state(&self, state: &Self::State, out: &mut dyn Write) -> fmt::Result;

    /// As [`Puzzle::show_state`], in colors.
    ///
    /// # Errors
    /// Only those of `out`.
    fn paint_state(&self, state: &Self::State, out: &mut dyn Write) -> fmt::Result {
        self.show_state(state, out)
    }

    /// Writes a state as the puzzle's texts note it, for traces and lists of states; drawn if the
    /// puzzle has no notation of its own.
    ///
    /// # Errors
    /// Only those of `out`.
    fn note_state(&self, state: &Self::State, out: &mut dyn Write) -> fmt::Result {
        self.show_state(state, out)
    }

    /// A state as a picture, one unit a cell; its text in a frame if the puzzle does not draw.
    fn draw(&self, state: &Self::State) -> Picture {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.show_state(state, &mut text);
        Picture::of_text(&text)
    }

    /// Writes a move in one word.
    ///
    /// # Errors
    /// Only those of `out`.
    fn show_action(&self, action: Self::Action, out: &mut dyn Write) -> fmt::Result;

    /// Reads a move: the inverse of [`Puzzle::show_action`].
    fn parse_action(&self, word: &str) -> Option<Self::Action>;

    /// The start as people see it, to be moved along a plan. A puzzle whose moves are called by what
    /// they move, or whose states do not say all that people see, overrides this.
    fn view(&self) -> Box<dyn View<Self::Action> + '_> {
        Box::new(Plain::new(self))
    }

    /// Writes a move as it is called in a state that is met in a search.
    ///
    /// # Errors
    /// Only those of `out`.
    fn show_action_in(
        &self,
        _state: &Self::State,
        action: Self::Action,
        out: &mut dyn Write,
    ) -> fmt::Result {
        self.show_action(action, out)
    }

    /// Whether a word is no move but begins what is printed below a plan.
    fn ends_plan(&self, _word: &str) -> bool {
        false
    }

    /// Why the instance has no solution, where that can be proved without a search.
    fn unsolvable(&self) -> Option<String> {
        None
    }

    /// What has to be said beside every result of this instance, such as that its rules are not the
    /// usual ones.
    fn caveat(&self) -> Option<&'static str> {
        None
    }

    /// Runs a strategy. A puzzle with abilities overrides this to offer more or faster searches.
    ///
    /// # Errors
    /// If the strategy needs an ability that the puzzle has not.
    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Self::Action>, Unsupported> {
        solve(self, strategy, limits, observer)
    }

    /// Walks the whole space that can be reached. A puzzle with abilities overrides this to do it
    /// in less memory.
    fn explore(&self, limits: &mut Limits<'_>) -> Exploration
    where
        Self::Key: SetKey,
    {
        explore(self, limits)
    }

    /// Walks the space backwards from a goal; nothing if moves cannot be taken backwards. A puzzle
    /// that is [`Reversible`](heureka_core::Reversible) overrides this.
    fn explore_backward(&self, _limits: &mut Limits<'_>) -> Option<Exploration>
    where
        Self::Key: SetKey,
    {
        None
    }
}
