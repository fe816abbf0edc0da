//! A planned run: one setup on one instance under limits.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Limits of a run: those that the search keeps itself, and those by which its process is ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caps {
    /// Time for the search.
    pub time: Option<Duration>,
    /// Memory for the search's own structures.
    pub memory: Option<u64>,
    /// Expansions.
    pub expansions: Option<u64>,
    /// The process is killed after this time.
    pub hard_time: Option<Duration>,
    /// The process gets no more address space than this; kept on Linux.
    pub hard_memory: Option<u64>,
}

impl Caps {
    /// The limits that the search keeps, in words; they are part of a run's key.
    #[must_use]
    pub fn text(&self) -> String {
        let parts = [
            self.time.map(exact_time),
            self.memory.map(exact_size),
            self.expansions.map(|n| format!("{n} expansions")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "no limits".to_owned() } else { parts.join(", ") }
    }
}

/// A time as the command line takes it, without rounding: two limits that differ are never the same.
fn exact_time(time: Duration) -> String {
    match (time.as_secs(), time.subsec_nanos()) {
        (seconds, 0) => format!("{seconds}s"),
        (_, nanos) if nanos % 1_000_000 == 0 => format!("{}ms", time.as_millis()),
        _ => format!("{}s", time.as_secs_f64()),
    }
}

/// A size as the command line takes it, without rounding.
fn exact_size(bytes: u64) -> String {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    let whole = units.into_iter().find(|(_, unit)| bytes > 0 && bytes.is_multiple_of(*unit));
    whole.map_or(format!("{bytes}B"), |(name, unit)| format!("{}{name}", bytes / unit))
}

/// Where an instance comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Level(String),
    Text(String),
    /// The path as the study gives it, where it really is, and a digest of what it holds.
    File(String, PathBuf, u64),
    Random(String, u64),
}

/// An instance of a study.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Subject {
    pub puzzle: &'static str,
    pub source: Source,
    /// Sorted by name.
    pub parameters: Vec<(String, String)>,
    pub size: Option<f64>,
}

impl Subject {
    /// What the instance is called: the same wherever it stands in a study.
    pub fn name(&self) -> String {
        let mut name = match &self.source {
            Source::Level(level) => format!("{} {level}", self.puzzle),
            Source::Text(text) => format!("{} {}", self.puzzle, text.trim().escape_debug()),
            Source::File(path, ..) => format!("{} {path}", self.puzzle),
            Source::Random(size, seed) => format!("{} {size} seed {seed}", self.puzzle),
        };
        for (setting, value) in &self.parameters {
            let _ = write!(name, " {setting}={value}");
        }
        name
    }

    /// The arguments that make `heureka solve` take this instance.
    fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["solve".to_owned(), self.puzzle.to_owned()];
        match &self.source {
            Source::Level(level) => arguments.extend(["--level".to_owned(), level.clone()]),
            Source::File(_, path, _) => {
                arguments.extend(["--file".to_owned(), path.display().to_string()]);
            }
            Source::Random(size, seed) => arguments.extend([
                "--random".to_owned(),
                size.clone(),
                "--seed".to_owned(),
                seed.to_string(),
            ]),
            Source::Text(_) => {}
        }
        for (name, value) in &self.parameters {
            arguments.extend(["--param".to_owned(), format!("{name}={value}")]);
        }
        arguments
    }
}

/// A run that is to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// What it is called: instance, setup, limits and repeat, whatever their order in the study. A run
    /// of the same key is the same run.
    pub key: String,
    /// The puzzle.
    pub puzzle: String,
    /// The instance's name.
    pub instance: String,
    /// How large the instance is, where that is known.
    pub size: Option<f64>,
    /// The seed of a random instance.
    pub seed: Option<u64>,
    /// The setup's name; with its limits, where the study has several.
    pub setup: String,
    /// Which of the repeats, from 1.
    pub repeat: u32,
    /// What the program is given.
    pub arguments: Vec<String>,
    /// The limits.
    pub caps: Caps,
}

impl Planned {
    pub(super) fn new(
        subject: &Subject,
        setup: &super::Setup,
        caps: &Caps,
        shown_limits: &str,
        repeat: u32,
    ) -> Self {
        let mut arguments = subject.arguments();
        arguments.extend(["--json".to_owned(), "--strategy".to_owned(), setup.strategy.clone()]);
        if let Some(name) = &setup.heuristic {
            arguments.extend(["--heuristic".to_owned(), name.clone()]);
        }
        if let Some(time) = caps.time {
            arguments.extend(["--time-limit".to_owned(), exact_time(time)]);
        }
        let memory = caps.memory.map_or("none".to_owned(), exact_size);
        arguments.extend(["--memory-limit".to_owned(), memory]);
        if let Some(expansions) = caps.expansions {
            arguments.extend(["--expansions".to_owned(), expansions.to_string()]);
        }
        if let Source::Text(text) = &subject.source {
            // A text may begin with a dash.
            arguments.extend(["--".to_owned(), text.clone()]);
        }
        let instance = subject.name();
        // A file whose content has changed is another instance.
        let digest = match subject.source {
            Source::File(_, _, digest) => format!(" ({digest:016x})"),
            _ => String::new(),
        };
        let limits = caps.text();
        let key = format!("{instance}{digest} | {setup} | {limits} | {repeat}");
        let setup = match shown_limits {
            "" => setup.to_string(),
            shown => format!("{setup} [{shown}]"),
        };
        Self {
            key,
            puzzle: subject.puzzle.to_owned(),
            instance,
            size: subject.size,
            seed: match subject.source {
                Source::Random(_, seed) => Some(seed),
                _ => None,
            },
            setup,
            repeat,
            arguments,
            caps: caps.clone(),
        }
    }

    /// What the instance is: its name and, of a file, a digest of its content. A file whose content has
    /// changed keeps its name and is another instance.
    #[must_use]
    pub fn identity(&self) -> &str {
        // A key begins with it.
        let rest = self.key.strip_prefix(&self.instance).unwrap_or_default();
        let digest = rest.find(" | ").unwrap_or_default();
        if digest == 0 { &self.instance } else { &self.key[..self.instance.len() + digest] }
    }

    /// The command line, as it can be given to a shell.
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
    use crate::units::{parse_duration, parse_size};

    #[test]
    fn a_changed_file_keeps_its_name_and_is_another_instance() {
        let setup: super::super::Setup = "bfs".parse().unwrap();
        let run = |source: Source| {
            let subject = Subject { puzzle: "tiles", source, parameters: vec![], size: None };
            Planned::new(&subject, &setup, &Caps::default(), "", 1)
        };
        let file = |digest| run(Source::File("a | b".to_owned(), PathBuf::from("a | b"), digest));
        assert_eq!(file(1).instance, file(255).instance);
        assert_eq!(file(255).identity(), "tiles a | b (00000000000000ff)");
        let text = run(Source::Text("1 2 | 3 0".to_owned()));
        assert_eq!(text.identity(), text.instance);
    }

    #[test]
    fn limits_are_told_exactly() {
        for text in ["60s", "1ms", "1500ms", "3600s", "0.0000005s"] {
            assert_eq!(exact_time(parse_duration(text).unwrap()), text);
        }
        for text in ["0B", "1GiB", "1000MiB", "1024GiB", "3KiB", "1025B"] {
            assert_eq!(exact_size(parse_size(text).unwrap()), text);
        }
    }
}
