//! Turns arguments into an instance, a strategy and a heuristic, or explains what is wrong.

use crate::args::{self, Choice, Reading, Search, SubjectArgs};
use crate::exit::{Failure, advise};
use crate::files::{self, DASH, MAX_INSTANCE, MAX_SMALL, is_file, read_pipe, read_until};
use crate::formats::human::one_line;
use crate::interrupt;
use crate::names::{self, BEST, NamedPuzzle};
use crate::units::size;
use heureka_core::{Stop, Strategy};
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::{BuiltIn, Info, Parameters};
use heureka_kit::text::folded;
use heureka_lab::advice::{did_you_mean, invalid_instance, invalid_size};
use std::path::Path;
use std::time::Instant;

/// The maximum number of bytes that an instance takes for each byte of its text.
pub const BYTES_PER_TEXT_BYTE: u64 = 16;

/// The longest text of a random instance that a note shows in full.
const MAX_NOTE: usize = 400;

impl SubjectArgs {
    /// Returns the texts of the puzzle.
    pub fn info(&self) -> &'static Info {
        self.puzzle.entry.info()
    }

    /// Returns the chosen instance, as [`instance`] does.
    pub fn instance(&self, reading: Reading) -> Result<Box<dyn Instance>, Failure> {
        instance(&self.puzzle, &self.choice, reading)
    }
}

/// Returns a built-in instance without parameters.
pub fn built_in(entry: &Entry, level: &BuiltIn) -> Result<Box<dyn Instance>, Failure> {
    entry
        .built_in(level, &Parameters::default())
        .map_err(|error| Failure::bug(format!("invalid built-in instance: {error}")))
}

/// Returns the chosen instance, and prints notes: how the arguments were understood, the random
/// instance, and the caveat of the instance.
///
/// The argument is the name of a built-in instance, else a text, else a file. A limit stops the reading
/// of the text, and rejects one that is too large. It does not stop the construction of the instance: a
/// search that follows looks at the clock and at signals.
pub fn instance(
    puzzle: &NamedPuzzle,
    choice: &Choice,
    reading: Reading,
) -> Result<Box<dyn Instance>, Failure> {
    // From now on, a signal is noticed after the construction.
    interrupt::flag();
    let entry = puzzle.entry;
    let info = entry.info();
    let level = puzzle.level.filter(|_| !choice.is_instance_given());
    advise_taken_as(&puzzle.typed, info, level);
    if level.is_some() && is_file(Path::new(&puzzle.typed)) {
        let (name, puzzle) = (&puzzle.typed, info.name);
        advise(&format!("to read the file of that name, type {puzzle} --file {name}"));
    }
    let fits = |bytes: u64| {
        if bytes > reading.memory {
            let what = format!("the instance can take {}", size(bytes));
            return Err(Failure::stopped(Stop::Memory, what));
        }
        Ok(())
    };
    let parameters = choice.parameters();
    let format = || names::text_format(info.name);
    let parse = |text: &str| {
        fits((text.len() as u64).saturating_mul(BYTES_PER_TEXT_BYTE))?;
        Ok::<_, Failure>(entry.parse(text, &parameters))
    };
    let parse_file = |path: &Path, text: &str| {
        parse(text)?.map_err(|error| Failure::file(path, &error, format()))
    };
    let built_in = |level: &BuiltIn| {
        entry.built_in(level, &parameters).map_err(|error| {
            Failure::usage(format!("built-in instance '{}': {error}", level.name), format())
        })
    };
    let end = reading.time.and_then(|time| Instant::now().checked_add(time));
    let read = |path: &Path| parse_file(path, &read_until(path, MAX_INSTANCE, end)?);
    let instance = if !choice.instance.is_empty() {
        let text = choice.instance.join(" ");
        let made = match names::find_built_in(info, &text) {
            Some(level) => {
                if level.name != text {
                    advise(&format!("'{text}' is taken as `{} {}`", info.name, level.name));
                }
                Ok(built_in(level)?)
            }
            None => parse(&text)?,
        };
        match (made, choice.file_argument()) {
            (Ok(instance), file) => {
                if let Some(file) = file {
                    advise(&format!(
                        "'{text}' is taken as the instance; to read the file of that name, type \
                         --file {}",
                        file.display()
                    ));
                }
                instance
            }
            (Err(_), Some(file)) => read(file)?,
            (Err(error), None) => {
                let command = command(info, &text);
                return Err(invalid_instance(entry, &parameters, &text, &error, command).into());
            }
        }
    } else if let Some(path) = &choice.file {
        read(path)?
    } else if let Some(size) = &choice.random {
        fits(entry.random_bytes(size))?;
        let instance = entry
            .random(size, &parameters, choice.seed.value())
            .map_err(|error| invalid_size(info, size, &error))?;
        let text = folded(&instance.text());
        let text = if text.len() > MAX_NOTE { one_line(&text) } else { text };
        advise(&format!("random instance: {text}"));
        instance
    } else if let Some(name) = &choice.level {
        built_in(names::built_in(info, name)?)?
    } else {
        let piped =
            if reading.pipe && level.is_none() { read_pipe(MAX_INSTANCE, end)? } else { None };
        match piped {
            Some(text) if !text.trim().is_empty() => parse_file(Path::new(DASH), &text)?,
            piped => {
                let level = level.unwrap_or(&info.instances[0]);
                // Scripts start programs with an empty pipe, but a file name may also be misspelled.
                if piped.is_some() {
                    let name = level.name;
                    advise(&format!(
                        "standard input is empty; using the built-in instance '{name}'"
                    ));
                }
                built_in(level)?
            }
        }
    };
    if let Some(caveat) = instance.caveat() {
        advise(caveat);
    }
    Ok(instance)
}

/// Returns the text of a built-in instance or a file. A file goes before a built-in instance in another
/// spelling, such as `SBP-level0.txt`.
pub fn text_of(info: &Info, path: &Path) -> Result<String, Failure> {
    let name = &*path.to_string_lossy();
    if let Some(level) = info.instances.iter().find(|level| level.name == name) {
        return Ok(level.text.to_owned());
    }
    if files::is_stdin(path) || path.exists() {
        return files::read(path, MAX_SMALL);
    }
    let plain = name.strip_suffix(".txt").unwrap_or(name);
    let plain = plain.strip_prefix("SBP-").unwrap_or(plain);
    let help = match names::built_in(info, plain) {
        Ok(level) => return Ok(level.text.to_owned()),
        Err((_, help)) => help,
    };
    let near = did_you_mean(path);
    Err(Failure::input(
        format!("{name}: neither a file nor a built-in instance"),
        format!(
            "{near}{help}; `heureka describe {}` shows the format; - is standard input",
            info.name
        ),
    ))
}

/// Prints a note if a puzzle was named by another name than its own, such as that of an instance.
pub fn advise_taken_as(typed: &str, info: &Info, level: Option<&BuiltIn>) {
    if typed != info.name {
        let level = level.map(|level| format!(" {}", level.name)).unwrap_or_default();
        advise(&format!("'{typed}' is taken as `{}{level}`", info.name));
    }
}

/// Returns what to type if a text is a command of the puzzle's assignment.
fn command(info: &Info, text: &str) -> Option<String> {
    let is_own =
        |name| names::find_puzzle(name).is_ok_and(|found| found.entry.info().name == info.name);
    let top = args::command();
    let assignment = top.get_subcommands().find(|command| is_own(command.get_name()))?;
    let command = assignment.find_subcommand(text)?;
    Some(format!("type `heureka {} {}`", assignment.get_name(), command.get_name()))
}

/// Returns the chosen instance and strategy.
///
/// Without a strategy and a heuristic, or with the strategy `best`, both are the instance's fastest
/// known setup. With a heuristic alone, the strategy is the puzzle's default.
pub fn search(
    SubjectArgs { puzzle, choice }: &SubjectArgs,
    Search { strategy, heuristic }: &Search,
    reading: Reading,
) -> Result<(Box<dyn Instance>, Strategy), Failure> {
    let heuristic = heuristic.as_deref();
    let strategy = strategy.as_deref();
    let word = names::strategy_word(puzzle.entry.info(), strategy, heuristic);
    // An invalid strategy is reported before an instance is read.
    if word != BEST {
        names::strategy(word)?;
    }
    let mut instance = instance(puzzle, choice, reading)?;
    let strategy = names::setup(&mut *instance, strategy, heuristic)?;
    Ok((instance, strategy))
}

/// Returns the chosen instance with a heuristic, by default the puzzle's first.
pub fn with_heuristic(
    puzzle: &NamedPuzzle,
    choice: &Choice,
    name: Option<&str>,
    reading: Reading,
) -> Result<Box<dyn Instance>, Failure> {
    let mut instance = instance(puzzle, choice, reading)?;
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
