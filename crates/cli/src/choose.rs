//! From arguments to an instance, a strategy and a heuristic; with advice where they do not exist.

use crate::args::{Choice, Horizon};
use crate::exit::{Failure, advise};
pub use crate::names::BEST;
use crate::names::{self, Advice};
use crate::run::building;
use heureka_core::Strategy;
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::{Info, Parameters};
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// Files longer than this are no puzzles or plans.
const LONGEST_FILE: u64 = 64 << 20;

/// A wrong command line: what, and what to do.
pub fn usage((what, remedy): Advice) -> Failure {
    Failure::usage(what, remedy)
}

/// The puzzle of this name.
pub fn puzzle(name: &str) -> Result<&'static Entry, Failure> {
    names::puzzle(name).map_err(usage)
}

fn parameters(choice: &Choice) -> Parameters {
    let sugar = [("rows", choice.rows), ("cols", choice.cols)];
    let sugar = sugar.into_iter().filter_map(|(name, n)| Some((name.to_owned(), n?.to_string())));
    Parameters(choice.parameters.iter().cloned().chain(sugar).collect())
}

/// The instance that was asked for. What has to be said beside its results is said.
pub fn instance(entry: &Entry, choice: &Choice) -> Result<Box<dyn Instance>, Failure> {
    let instance = read_instance(entry, choice)?;
    if let Some(caveat) = instance.caveat() {
        advise(caveat);
    }
    Ok(instance)
}

fn read_instance(entry: &Entry, choice: &Choice) -> Result<Box<dyn Instance>, Failure> {
    let info = entry.info();
    let parameters = parameters(choice);
    let format = || format!("`heureka describe {}` tells how instances are written", info.name);
    let text = choice.instance.join(" ");
    let named = info.levels.iter().find(|level| level.name == text);
    if !choice.instance.is_empty() && named.is_none() {
        entry
            .parse(&text, &parameters)
            .map_err(|error| Failure::usage(format!("the instance: {error}"), format()))
    } else if let Some(path) = &choice.file {
        let text = match &choice.contents {
            Some(text) => text.clone(),
            None => read(path)?,
        };
        entry
            .parse(&text, &parameters)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display()), format()))
    } else if let Some(size) = &choice.random {
        entry.random(size, &parameters, choice.seed).map_err(|error| {
            Failure::usage(format!("--random {size}: {error}"), format!("sizes: {}", info.sizes))
        })
    } else {
        let level = match &choice.level {
            None => named.unwrap_or(&info.levels[0]),
            Some(name) => names::level(info, name).map_err(usage)?,
        };
        entry
            .level(level, &parameters)
            .map_err(|error| Failure::usage(format!("level {}: {error}", level.name), format()))
    }
}

/// What to say where an instance is too large for a command.
pub fn too_large(instance: &dyn Instance) -> Failure {
    let why = instance.too_large().unwrap_or_default();
    Failure::usage(why, "use `heureka solve` and `heureka check`, or a smaller instance")
}

/// The instance that was asked for, small enough for what needs copies of its states.
pub fn small_instance(entry: &Entry, choice: &Choice) -> Result<Box<dyn Instance>, Failure> {
    let instance = instance(entry, choice)?;
    if instance.too_large().is_some() { Err(too_large(&*instance)) } else { Ok(instance) }
}

/// The strategy of a word, or the puzzle's usual one.
pub fn strategy(info: &Info, word: Option<&str>) -> Result<Strategy, Failure> {
    names::strategy(word.unwrap_or(info.strategy)).map_err(usage)
}

/// The instance and the strategy that were asked for, with a heuristic.
///
/// What was not asked for is the puzzle's usual one; if nothing was, or the best, it is what solves
/// the instance fastest.
pub fn search(
    entry: &Entry,
    choice: &Choice,
    word: Option<&str>,
    heuristic: Option<&str>,
) -> Result<(Chosen, Strategy), Failure> {
    let word = match (word, heuristic) {
        (None, None) => BEST,
        (None, Some(_)) => entry.info().strategy,
        (Some(word), _) => word.trim(),
    };
    if word != BEST {
        let strategy = strategy(entry.info(), Some(word))?;
        return Ok((with_heuristic(entry, choice, heuristic)?, strategy));
    }
    let mut chosen = with_heuristic(entry, choice, heuristic)?;
    let best = chosen.instance.best();
    if heuristic.is_none() && chosen.instance.heuristic().name != best.heuristic {
        chosen.set(best.heuristic)?;
    }
    Ok((chosen, strategy(entry.info(), Some(best.strategy))?))
}

/// An instance with its heuristic, and how long it took to build the tables.
pub struct Chosen {
    /// The instance.
    pub instance: Box<dyn Instance>,
    /// How long it took to build the tables of its heuristic.
    pub table_time: Duration,
}

/// The instance that was asked for, with the heuristic that was asked for or the puzzle's first.
pub fn with_heuristic(
    entry: &Entry,
    choice: &Choice,
    name: Option<&str>,
) -> Result<Chosen, Failure> {
    let (instance, table_time) = building("building tables", || instance(entry, choice));
    let mut chosen = Chosen { instance: instance?, table_time };
    if let Some(name) = name {
        chosen.set(name)?;
    }
    Ok(chosen)
}

impl Chosen {
    fn set(&mut self, name: &str) -> Result<(), Failure> {
        let (set, time) = building("building tables", || heuristic(&mut *self.instance, name));
        self.table_time = time;
        set
    }
}

/// Sets the heuristic that was asked for.
pub fn heuristic(instance: &mut dyn Instance, name: &str) -> Result<(), Failure> {
    names::heuristic(instance.info(), name).map_err(usage)?;
    instance.set_heuristic(name).map_err(|error| Failure::bug(error.to_string(), ""))
}

/// Refuses a horizon that the strategy would not keep to, rather than go beyond it silently.
pub fn horizon(strategy: &Strategy, horizon: &Horizon) -> Result<(), Failure> {
    let (depth, cost) = strategy.algorithm.keeps_to();
    for (flag, given, kept) in [
        ("--depth-limit", horizon.depth_limit.is_some(), depth),
        ("--cost-limit", horizon.cost_limit.is_some(), cost),
    ] {
        if given && !kept {
            return Err(Failure::usage(
                format!("{strategy} cannot keep to {flag}"),
                "leave it out, or use a strategy that keeps to both limits, such as astar or bfs",
            ));
        }
    }
    Ok(())
}

/// The text of a file; `-` is the standard input.
pub fn read(path: &Path) -> Result<String, Failure> {
    let bytes = read_bytes(path, LONGEST_FILE)?;
    // Some editors begin a text with a mark that is no part of it.
    let bytes = match bytes.strip_prefix("\u{FEFF}".as_bytes()) {
        Some(text) => text.to_vec(),
        None => bytes,
    };
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let before = String::from_utf8_lossy(before);
        let line = before.split('\n').count();
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Failure::input(
            format!("{}: line {line}, column {column}: this is no text", path.display()),
            "save the file as UTF-8",
        )
    })
}

/// The bytes of a file that is not longer than `longest`; `-` is the standard input.
pub fn read_bytes(path: &Path, longest: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = vec![];
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(longest + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(longest + 1).read_to_end(&mut bytes))
    };
    match read {
        Err(error) => Err(Failure::input(
            format!("{}: {error}", path.display()),
            "give the path of a file that can be read, or - for the standard input",
        )),
        Ok(_) if bytes.len() as u64 > longest => Err(Failure::input(
            format!("{}: longer than {}", path.display(), crate::units::size(longest)),
            "is this the right file?",
        )),
        Ok(_) => Ok(bytes),
    }
}
