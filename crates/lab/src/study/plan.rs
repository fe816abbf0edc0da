//! A planned run: one setup on one instance under limits.

use super::Setup;
use crate::flags;
use crate::names::{self, Advice};
use crate::units::{parse_duration, parse_size};
use heureka_core::certificate::digest;
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::ParseError;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Limits of a run: those that the search obeys, and hard ones that end its process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caps {
    /// Time of the search.
    pub time: Option<Duration>,
    /// Memory of the search's own structures.
    pub memory: Option<u64>,
    /// Expansions.
    pub expansions: Option<u64>,
    /// Time after which the process is killed.
    pub hard_time: Option<Duration>,
    /// Address space of the process; enforced on Linux.
    pub hard_memory: Option<u64>,
}

impl Caps {
    /// Returns the limits in the arguments of a run, which are all that its search obeys.
    pub(super) fn of_arguments(arguments: &[String]) -> Self {
        let value = |flag| flag_values(arguments, flag).next();
        Self {
            time: value(flags::TIME_LIMIT).and_then(|text| parse_duration(text).ok()),
            memory: value(flags::MEMORY_LIMIT)
                .filter(|&text| text != "none")
                .and_then(|text| parse_size(text).ok()),
            expansions: value(flags::EXPANSIONS).and_then(|text| text.parse().ok()),
            ..Self::default()
        }
    }

    /// Returns the limits that the search obeys, in words; they are part of a run's key.
    pub(super) fn text(&self) -> String {
        let parts = [
            self.time.map(exact_time),
            self.memory.map(exact_size),
            self.expansions.map(|n| format!("{n} expansions")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "no limits".to_owned() } else { parts.join(", ") }
    }
}

/// Returns the values of a flag in the arguments of a run.
fn flag_values<'a>(words: &'a [String], flag: &str) -> impl Iterator<Item = &'a str> {
    // A text that may look like a flag follows two dashes.
    let words = words.iter().map(String::as_str).take_while(|&word| word != "--");
    let pairs = words.clone().zip(words.skip(1));
    pairs.filter(move |(word, _)| word.strip_prefix("--") == Some(flag)).map(|(_, value)| value)
}

/// Returns a time as the command line takes it, without rounding: different limits have different
/// texts.
fn exact_time(time: Duration) -> String {
    match (time.as_secs(), time.subsec_nanos()) {
        (seconds, 0) => format!("{seconds}s"),
        (_, nanos) if nanos % 1_000_000 == 0 => format!("{}ms", time.as_millis()),
        _ => format!("{}s", time.as_secs_f64()),
    }
}

/// Returns a size as the command line takes it, without rounding.
fn exact_size(bytes: u64) -> String {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    let exact = units.into_iter().find(|(_, unit)| bytes > 0 && bytes.is_multiple_of(*unit));
    exact.map_or(format!("{bytes}B"), |(name, unit)| format!("{}{name}", bytes / unit))
}

/// The source of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A built-in instance by name.
    BuiltIn(String),
    /// The instance as text.
    Text(String),
    /// The path as the study gives it, the absolute path, and the content.
    File(String, PathBuf, String),
    /// A line of a file with one instance per line: the path as the study gives it, the number of the
    /// line from 1, and its text.
    Line(String, usize, String),
    /// A size and a seed.
    Random(String, u64),
}

/// An instance of a study.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Subject {
    pub puzzle: &'static str,
    pub source: Source,
    /// Parameters, sorted by name.
    pub parameters: Vec<(String, String)>,
    pub size: Option<f64>,
    /// A name to use instead of the source's text.
    pub label: Option<String>,
}

impl Subject {
    /// Returns an instance without parameters, size and label.
    #[must_use]
    pub fn new(puzzle: &'static str, source: Source) -> Self {
        Self { puzzle, source, parameters: vec![], size: None, label: None }
    }

    /// Returns the instance's name, which does not depend on its position in a study.
    fn name(&self) -> String {
        let mut name = match (&self.label, &self.source) {
            (Some(label), _) | (None, Source::BuiltIn(label) | Source::File(label, ..)) => {
                format!("{} {label}", self.puzzle)
            }
            (None, Source::Text(text)) => format!("{} {}", self.puzzle, text.trim().escape_debug()),
            (None, Source::Line(file, line, _)) => format!("{} {file}:{line}", self.puzzle),
            (None, Source::Random(size, seed)) => format!("{} {size} seed {seed}", self.puzzle),
        };
        for (parameter, value) in &self.parameters {
            let _ = write!(name, " {parameter}={value}");
        }
        name
    }

    /// Makes the instance.
    ///
    /// # Errors
    /// What is wrong, and what to do.
    pub fn instance(&self) -> Result<Box<dyn Instance>, Advice> {
        let entry = names::puzzle(self.puzzle)?;
        let parameters = Parameters(self.parameters.clone());
        let made = match &self.source {
            Source::BuiltIn(name) => {
                entry.built_in(names::built_in(entry.info(), name)?, &parameters)
            }
            Source::Text(text) | Source::File(.., text) | Source::Line(.., text) => {
                entry.parse(text, &parameters)
            }
            Source::Random(size, seed) => entry.random(size, &parameters, *seed),
        };
        made.map_err(|error| {
            let format = names::text_format(self.puzzle);
            match &self.source {
                Source::File(name, _, text) if text.trim().contains('\n') => {
                    let help = format!("{format}; lists = … reads files with an instance per line");
                    (format!("{name}: {error}"), help)
                }
                Source::File(name, ..) => (format!("{name}: {error}"), format),
                &Source::Line(ref name, line, _) => {
                    (format!("{name}: {}", ParseError { line, ..error }), format)
                }
                _ => (error.to_string(), format),
            }
        })
    }

    /// Returns the arguments that make `heureka solve` take this instance, except for its text.
    fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["solve".to_owned(), self.puzzle.to_owned()];
        let mut flag = |name: &str, value: String| arguments.extend([format!("--{name}"), value]);
        match &self.source {
            Source::BuiltIn(level) => flag(flags::LEVEL, level.clone()),
            Source::File(_, path, ..) => flag(flags::FILE, path.display().to_string()),
            Source::Random(size, seed) => {
                flag(flags::RANDOM, size.clone());
                flag(flags::SEED, seed.to_string());
            }
            Source::Text(_) | Source::Line(..) => {}
        }
        for (name, value) in &self.parameters {
            flag(flags::PARAM, format!("{name}={value}"));
        }
        arguments
    }
}

/// A run to make.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Planned {
    /// Instance, setup, limits and repeat in words. Runs with equal keys are the same run.
    pub key: String,
    pub puzzle: String,
    pub instance: String,
    /// The size of the instance, if it is known.
    pub size: Option<f64>,
    pub seed: Option<u64>,
    /// The setup's name, with its limits if the study varies them.
    pub setup: String,
    /// The number of the repeat, from 1.
    pub repeat: u32,
    pub arguments: Vec<String>,
    pub caps: Caps,
}

impl Planned {
    /// Plans a run; `shown_limits` are the limits to show in the setup's name.
    pub(super) fn new(
        subject: &Subject,
        setup: &Setup,
        caps: &Caps,
        shown_limits: &str,
        repeat: u32,
    ) -> Self {
        let mut arguments = subject.arguments();
        arguments.push(format!("--{}", flags::JSON));
        let memory = caps.memory.map_or("none".to_owned(), exact_size);
        for (name, value) in [
            (flags::STRATEGY, Some(setup.strategy.clone())),
            (flags::HEURISTIC, setup.heuristic.clone()),
            (flags::TIME_LIMIT, caps.time.map(exact_time)),
            (flags::MEMORY_LIMIT, Some(memory)),
            (flags::EXPANSIONS, caps.expansions.map(|number| number.to_string())),
        ] {
            arguments.extend(value.into_iter().flat_map(|value| [format!("--{name}"), value]));
        }
        if let Source::Text(text) | Source::Line(.., text) = &subject.source {
            // A text may begin with a dash.
            arguments.extend(["--".to_owned(), text.clone()]);
        }
        let instance = subject.name();
        // A file whose content has changed is another instance.
        let digest = match &subject.source {
            Source::File(.., text) | Source::Line(.., text) => {
                format!(" ({:016x})", digest(text.as_bytes()))
            }
            _ => String::new(),
        };
        let key = format!("{instance}{digest} | {setup} | {} | {repeat}", caps.text());
        let setup = match shown_limits {
            "" => setup.to_string(),
            shown => format!("{setup} [{shown}]"),
        };
        let seed = match subject.source {
            Source::Random(_, seed) => Some(seed),
            _ => None,
        };
        let (puzzle, size, caps) = (subject.puzzle.to_owned(), subject.size, caps.clone());
        Self { key, puzzle, instance, size, seed, setup, repeat, arguments, caps }
    }

    /// Returns a text that identifies the instance: its name and, for a file, a digest of its content.
    pub(super) fn identity(&self) -> &str {
        // The key begins with it.
        let rest = self.key.strip_prefix(&self.instance).unwrap_or_default();
        &self.key[..self.instance.len() + rest.find(" | ").unwrap_or_default()]
    }

    /// Returns the instance's name without the puzzle's and without parameters.
    pub(super) fn short_name(&self) -> &str {
        let name = self.instance.strip_prefix(&self.puzzle).unwrap_or(&self.instance);
        let parameters = self.parameters().map(|(name, value)| format!(" {name}={value}"));
        name.strip_suffix(&parameters.collect::<String>()).unwrap_or(name).trim_start()
    }

    /// Returns the parameters of the puzzle.
    pub(super) fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        flag_values(&self.arguments, flags::PARAM).filter_map(|text| text.split_once('='))
    }

    /// Returns the value of a flag of `heureka solve`.
    pub(super) fn flag(&self, flag: &str) -> Option<&str> {
        flag_values(&self.arguments, flag).next()
    }

    /// Returns the command line, quoted for a shell.
    #[must_use]
    pub fn command_line(&self) -> String {
        let plain = |word: &str| {
            let safe = |c: char| c.is_ascii_alphanumeric() || "-_=.,/:+".contains(c);
            !word.is_empty() && word.chars().all(safe)
        };
        let quoted = self.arguments.iter().map(|word| {
            if plain(word) { word.clone() } else { format!("'{}'", word.replace('\'', r"'\''")) }
        });
        std::iter::once("heureka".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_is_another_instance_of_the_same_name() {
        let setup: Setup = "bfs".parse().unwrap();
        let run = |source: Source| {
            Planned::new(&Subject::new("tiles", source), &setup, &Caps::default(), "", 1)
        };
        let file = |text: &str| {
            run(Source::File("a | b".to_owned(), PathBuf::from("a | b"), text.to_owned()))
        };
        assert_eq!(file("1").instance, file("2").instance);
        let expected = format!("tiles a | b ({:016x})", digest(b"2"));
        assert_eq!(file("2").identity(), expected);
        let text = run(Source::Text("1 2 | 3 0".to_owned()));
        assert_eq!(text.identity(), text.instance);
    }

    #[test]
    fn arguments_tell_what_ran() {
        let caps = Caps {
            time: Some(Duration::from_millis(1500)),
            memory: Some(1 << 20),
            expansions: Some(7),
            ..Caps::default()
        };
        let parameters =
            [("cols", "3"), ("rows", "2")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let text = Source::Text("1 2 3 4 5 0 --time-limit".to_owned());
        let subject = Subject { parameters: parameters.into(), ..Subject::new("tiles", text) };
        let run = Planned::new(&subject, &"astar -H zero".parse().unwrap(), &caps, "", 1);
        assert_eq!(Caps::of_arguments(&run.arguments), caps);
        assert_eq!(run.short_name(), "1 2 3 4 5 0 --time-limit");
        assert_eq!(run.parameters().collect::<Vec<_>>(), [("cols", "3"), ("rows", "2")]);
        assert_eq!(run.flag(flags::HEURISTIC), Some("zero"));
        let unlimited = Planned::new(&subject, &"bfs".parse().unwrap(), &Caps::default(), "", 1);
        assert_eq!(Caps::of_arguments(&unlimited.arguments), Caps::default());
        assert_eq!(unlimited.flag(flags::HEURISTIC), None);
    }

    #[test]
    fn limits_are_exact() {
        for text in ["60s", "1ms", "1500ms", "3600s", "0.0000005s"] {
            assert_eq!(exact_time(parse_duration(text).unwrap()), text);
        }
        for text in ["0B", "1GiB", "1000MiB", "1024GiB", "3KiB", "1025B"] {
            assert_eq!(exact_size(parse_size(text).unwrap()), text);
        }
    }
}
