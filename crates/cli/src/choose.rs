//! Turns arguments into an instance, a strategy and a heuristic, or explains what is wrong.

use crate::args::{Choice, Horizon, Limit, Search, SubjectArgs};
use crate::exit::{Failure, advise};
use crate::files::{MAX_INSTANCE, read_until};
use crate::interrupt;
use crate::names::{self, BEST};
use crate::units::size;
use heureka_core::{Stop, Strategy};
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::{BuiltIn, Parameters};
use std::time::Instant;

/// The maximum number of bytes that an instance takes for each byte of its text.
pub const BYTES_PER_TEXT_BYTE: u64 = 16;

impl SubjectArgs {
    /// Returns the chosen instance, as [`instance`] does.
    pub fn instance(&self, limit: Option<&Limit>) -> Result<Box<dyn Instance>, Failure> {
        instance(self.puzzle, &self.choice, limit)
    }
}

/// Returns a built-in instance without parameters.
pub fn built_in(entry: &Entry, level: &BuiltIn) -> Result<Box<dyn Instance>, Failure> {
    entry
        .built_in(level, &Parameters::default())
        .map_err(|error| Failure::bug(format!("invalid built-in instance: {error}")))
}

/// Returns the chosen instance, and prints its caveat if it has one.
///
/// A limit stops the reading of the text, and rejects one that is too large. It does not stop the
/// construction of the instance: a search that follows looks at the clock and at signals.
pub fn instance(
    entry: &Entry,
    choice: &Choice,
    limit: Option<&Limit>,
) -> Result<Box<dyn Instance>, Failure> {
    // From now on, a signal is noticed after the construction.
    interrupt::flag();
    let info = entry.info();
    let end = limit.and_then(|limit| Instant::now().checked_add(limit.time?));
    let fits = |bytes: u64| match limit {
        Some(limit) if bytes > limit.memory => {
            let what = format!("the instance can take {}", size(bytes));
            Err(Failure::stopped(Stop::Memory, what))
        }
        _ => Ok(()),
    };
    let text_fits = |text: &str| fits((text.len() as u64).saturating_mul(BYTES_PER_TEXT_BYTE));
    let shorthands = [("rows", choice.rows), ("cols", choice.cols)];
    let shorthands =
        shorthands.into_iter().filter_map(|(name, n)| Some((name.into(), n?.to_string())));
    let parameters = Parameters(choice.parameters.iter().cloned().chain(shorthands).collect());
    let format = || format!("run `heureka describe {}` to see the text format", info.name);
    let text = choice.instance.join(" ");
    let named = info.instances.iter().find(|level| level.name == text);
    let instance = if !choice.instance.is_empty() && named.is_none() {
        text_fits(&text)?;
        entry.parse(&text, &parameters).map_err(|error| {
            // One word with letters is probably meant as a name.
            let is_name = !text.contains(char::is_whitespace) && text.contains(char::is_alphabetic);
            match names::built_in(info, &text) {
                Err((what, help)) if is_name => {
                    Failure::usage(format!("{what}; as a text, it is invalid: {error}"), help)
                }
                _ => Failure::usage(format!("invalid instance: {error}"), format()),
            }
        })
    } else if let Some(path) = &choice.file {
        let text = read_until(path, MAX_INSTANCE, end)?;
        text_fits(&text)?;
        entry.parse(&text, &parameters).map_err(|error| Failure::file(path, &error, format()))
    } else if let Some(size) = &choice.random {
        fits(entry.random_bytes(size))?;
        entry.random(size, &parameters, choice.seed.value()).map_err(|error| {
            Failure::usage(format!("--random {size}: {error}"), format!("sizes: {}", info.sizes))
        })
    } else {
        let level = match &choice.level {
            None => named.unwrap_or(&info.instances[0]),
            Some(name) => names::built_in(info, name)?,
        };
        entry.built_in(level, &parameters).map_err(|error| {
            Failure::usage(format!("built-in instance '{}': {error}", level.name), format())
        })
    }?;
    if let Some(caveat) = instance.caveat() {
        advise(caveat);
    }
    Ok(instance)
}

/// Returns the failure for an instance whose states are too large to copy.
pub fn too_large(action: &str) -> Failure {
    let help = "use `heureka solve` and `heureka check`, or a smaller instance";
    Failure::usage(format!("this instance is too large to {action}"), help)
}

/// Returns the chosen instance and strategy.
///
/// Without a strategy and a heuristic, or with the strategy `best`, both are the instance's fastest
/// known setup. With a heuristic alone, the strategy is the puzzle's default.
pub fn search(
    SubjectArgs { puzzle, choice }: &SubjectArgs,
    Search { strategy, heuristic }: &Search,
    limit: Option<&Limit>,
) -> Result<(Box<dyn Instance>, Strategy), Failure> {
    let heuristic = heuristic.as_deref();
    let word = match (strategy, heuristic) {
        (None, None) => BEST,
        (None, Some(_)) => puzzle.info().strategy,
        (Some(word), _) => word.trim(),
    };
    // An invalid strategy is reported before an instance is read.
    let parsed = (word != BEST).then(|| names::strategy(word)).transpose()?;
    let mut instance = with_heuristic(puzzle, choice, heuristic, limit)?;
    if let Some(strategy) = parsed {
        return Ok((instance, strategy));
    }
    let best = instance.best();
    if heuristic.is_none() && instance.heuristic().name != best.heuristic {
        self::heuristic(&mut *instance, best.heuristic)?;
    }
    Ok((instance, names::strategy(best.strategy)?))
}

/// Returns the chosen instance with a heuristic, by default the puzzle's first.
pub fn with_heuristic(
    entry: &Entry,
    choice: &Choice,
    name: Option<&str>,
    limit: Option<&Limit>,
) -> Result<Box<dyn Instance>, Failure> {
    let mut instance = instance(entry, choice, limit)?;
    if let Some(name) = name {
        heuristic(&mut *instance, name)?;
    }
    Ok(instance)
}

/// Sets the heuristic of an instance.
pub fn heuristic(instance: &mut dyn Instance, name: &str) -> Result<(), Failure> {
    names::heuristic(instance.info(), name)?;
    instance.set_heuristic(name).map_err(|error| Failure::bug(error.to_string()))
}

/// Prints a note if the strategy ignores the given heuristic.
pub fn warn_without_effect(strategy: &Strategy, heuristic: Option<&str>) {
    if let Some(name) = heuristic.filter(|_| !strategy.algorithm.is_informed()) {
        advise(&format!("{strategy} uses no heuristic; -H {name} has no effect"));
    }
}

/// Rejects depth and cost limits that the strategy would ignore.
pub fn horizon(strategy: &Strategy, horizon: &Horizon) -> Result<(), Failure> {
    let info = strategy.algorithm.info();
    for (flag, given, supported) in [
        ("--depth-limit", horizon.depth_limit.is_some(), info.depth_limit),
        ("--cost-limit", horizon.cost_limit.is_some(), info.cost_limit),
    ] {
        if given && !supported {
            let help = "remove it, or use a strategy with both limits, such as astar or bfs";
            return Err(Failure::usage(format!("{strategy} does not support {flag}"), help));
        }
    }
    Ok(())
}
