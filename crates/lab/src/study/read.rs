//! Reads a study file: turns TOML into planned runs, and reports a mistake with position and remedy.

use super::glob;
use super::list::List;
use super::plan::{Caps, Planned, Source, Subject};
use super::setup::Setup;
use crate::files::{MAX_INSTANCE, read_text};
use crate::names::{self, Advice, suggest, suggest_or};
use crate::units::{count, parse_duration, parse_size, plural, size};
use heureka_core::{Limits, Strategy};
use heureka_kit::collection::Row;
use heureka_kit::entry::Entry;
use heureka_kit::instance::{Instance, SolveError};
use heureka_kit::puzzle::Parameters;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;

const MAX_RUNS: usize = 1_000_000;
/// The maximum number of repeats of each run.
pub const MAX_REPEATS: u32 = 1000;
/// The longest line of a list. Linux takes arguments of up to 128 KiB.
const MAX_LINE: usize = 100 << 10;
const DEFAULT_TIME: Duration = Duration::from_secs(60);
const DEFAULT_MEMORY: u64 = 1 << 30;

/// A study: a question, and the runs that answer it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Study {
    /// The title of the report.
    pub title: String,
    /// What the study asks.
    pub question: String,
    /// What the size of an instance means.
    pub axis: String,
    /// The two setups to compare.
    pub scatter: Option<(String, String)>,
    /// The text of the study file.
    pub definition: String,
    /// Every run, instance by instance in the order of the file.
    pub runs: Vec<Planned>,
}

/// A mistake in a study: what is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for StudyError {}

impl Study {
    /// Reads a study. Without a title it gets the file name of `path`. Instance files are relative to
    /// the folder of `path`.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read(definition: &str, path: &Path) -> Result<Self, StudyError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut study = parse(definition, folder).map_err(|Mistake { at, message, remedy }| {
            let before = definition.get(..at).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            StudyError { line, column, message, remedy }
        })?;
        if study.title.is_empty() {
            study.title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        }
        Ok(study)
    }
}

/// Adds the hard limits of a study file to its runs, whose arguments have only the others.
pub(super) fn add_hard_limits(definition: &str, runs: &mut [Planned]) {
    let Ok(file) = toml::from_str::<File>(definition) else { return };
    let Ok(known) = file.limits.combinations() else { return };
    for run in runs {
        let same = |caps: &Caps| {
            let search = |caps: &Caps| (caps.time, caps.memory, caps.expansions);
            search(caps) == search(&run.caps)
        };
        if let Some((caps, _)) = known.iter().find(|(caps, _)| same(caps)) {
            run.caps = caps.clone();
        }
    }
}

/// A mistake at a byte of the text.
struct Mistake {
    at: usize,
    message: String,
    remedy: String,
}

impl Mistake {
    fn new(at: usize, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { at, message: message.into(), remedy: remedy.into() }
    }

    fn at(at: usize) -> impl Fn(Advice) -> Self {
        move |(message, remedy)| Self::new(at, message, remedy)
    }
}

impl From<toml::de::Error> for Mistake {
    fn from(error: toml::de::Error) -> Self {
        let at = error.span().map_or(0, |span| span.start);
        let message = error.message();
        if message.starts_with("unknown field") {
            // Serde quotes the key, then the known ones.
            let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
            let message = format!("unknown key '{}'", names[0]);
            // Only the top level has this key.
            if names[1..].contains(&"instances") && BLOCK_KEYS.contains(&names[0]) {
                return Self::new(at, message, "put it under [[instances]]");
            }
            return Self::new(at, message, suggest(names[0], &names[1..]));
        }
        Self::new(at, message, "docs/lab.md describes every key of a study")
    }
}

/// The keys that only instances have.
const BLOCK_KEYS: [&str; 9] =
    ["puzzle", "levels", "texts", "files", "lists", "random", "seeds", "parameters", "size"];

type Read<T> = Result<T, Mistake>;

/// A study file.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    title: String,
    question: String,
    strategies: List<String>,
    heuristics: List<String>,
    repeats: Option<Spanned<u32>>,
    instances: Vec<Spanned<Block>>,
    limits: LimitKeys,
    report: ReportKeys,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct LimitKeys {
    time: List<String>,
    memory: List<String>,
    expansions: List<u64>,
    hard_time: Option<Spanned<String>>,
    hard_memory: Option<Spanned<String>>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ReportKeys {
    axis: String,
    scatter: Option<Spanned<(String, String)>>,
}

/// Instances of one puzzle.
#[derive(Default, Deserialize)]
#[serde(
    default,
    deny_unknown_fields,
    expecting = "a table [[instances]] with puzzle = \"…\" and levels, texts, files, lists or random"
)]
struct Block {
    puzzle: Option<Spanned<String>>,
    levels: List<String>,
    texts: List<String>,
    files: List<String>,
    lists: List<String>,
    random: List<String>,
    seeds: List<Seeds>,
    parameters: BTreeMap<String, Value>,
    size: List<u64>,
    strategies: List<String>,
    heuristics: List<String>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number, or a range such as \"1-20\"")]
enum Seeds {
    Number(u64),
    Range(String),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number or a string")]
enum Value {
    Number(u64),
    Text(String),
}

fn parse(definition: &str, folder: &Path) -> Read<Study> {
    let file: File = toml::from_str(definition)?;
    let repeats = match &file.repeats {
        None => 1,
        Some(repeats) if (1..=MAX_REPEATS).contains(repeats.get_ref()) => *repeats.get_ref(),
        Some(repeats) => {
            let (at, message) = (repeats.span().start, format!("repeats = {}", repeats.get_ref()));
            let remedy = format!("expected a number from 1 to {}", count(MAX_REPEATS));
            return Err(Mistake::new(at, message, remedy));
        }
    };
    let caps = file.limits.combinations()?;
    if file.instances.is_empty() {
        let remedy =
            "add a table [[instances]] with a puzzle and its levels, texts, files, lists or random";
        return Err(Mistake::new(0, "the study has no instances", remedy));
    }
    let mut runs: Vec<Planned> = vec![];
    for block in &file.instances {
        let start = block.span().start;
        let (subjects, setups) = block.get_ref().plan(start, &file, folder)?;
        let added = [setups.len(), caps.len(), repeats as usize]
            .iter()
            .fold(subjects.len(), |product, &n| product.saturating_mul(n));
        if runs.len().saturating_add(added) > MAX_RUNS {
            let message = format!("more than {MAX_RUNS} runs");
            return Err(Mistake::new(start, message, "split the study"));
        }
        for subject in &subjects {
            for setup in &setups {
                for (caps, shown) in &caps {
                    let repeats = 1..=repeats;
                    runs.extend(repeats.map(|n| Planned::new(subject, setup, caps, shown, n)));
                }
            }
        }
    }
    let mut seen = HashSet::new();
    runs.retain(|run| seen.insert(run.key.clone()));
    if let Some(scatter) = &file.report.scatter {
        let known: BTreeSet<&str> = runs.iter().map(|run| run.setup.as_str()).collect();
        let known: Vec<&str> = known.into_iter().collect();
        let (a, b) = scatter.get_ref();
        if let Some(name) = [a, b].into_iter().find(|name| !known.contains(&name.as_str())) {
            let message = format!("the study has no setup '{name}'");
            return Err(Mistake::new(
                scatter.span().start,
                message,
                suggest_or(name, &known, "give two of the study's setups"),
            ));
        }
    }
    Ok(Study {
        title: file.title.trim().to_owned(),
        question: file.question.trim().to_owned(),
        axis: file.report.axis.trim().to_owned(),
        scatter: file.report.scatter.map(Spanned::into_inner),
        definition: definition.to_owned(),
        runs,
    })
}

/// Reads a time or a size; `none` means no limit.
fn quantity<T>(value: &Spanned<String>, parse: fn(&str) -> Result<T, String>) -> Read<Option<T>> {
    let (at, text) = (value.span().start, value.get_ref());
    if text == "none" {
        return Ok(None);
    }
    let invalid = |remedy| Mistake::new(at, format!("invalid limit \"{text}\""), remedy);
    parse(text).map(Some).map_err(invalid)
}

impl LimitKeys {
    /// Returns every combination of limits, each with the limits to show in names.
    fn combinations(&self) -> Read<Vec<(Caps, String)>> {
        fn read<T: Copy>(
            list: &List<String>,
            parse: fn(&str) -> Result<T, String>,
            default: T,
        ) -> Read<Vec<Option<T>>> {
            let all = list.0.iter().map(|value| quantity(value, parse));
            if list.0.is_empty() { Ok(vec![Some(default)]) } else { all.collect() }
        }
        let times = read(&self.time, parse_duration, DEFAULT_TIME)?;
        let memories = read(&self.memory, parse_size, DEFAULT_MEMORY)?;
        let counts: Vec<Option<u64>> = match self.expansions.0.len() {
            0 => vec![None],
            _ => self.expansions.values().map(|(_, &count)| Some(count)).collect(),
        };
        let hard_time = self.hard_time.as_ref().map(|value| quantity(value, parse_duration));
        let hard_memory = self.hard_memory.as_ref().map(|value| quantity(value, parse_size));
        let (hard_time, hard_memory) = (hard_time.transpose()?, hard_memory.transpose()?);
        let longer = |t: Duration| t.saturating_mul(2).saturating_add(Duration::from_secs(10));
        let larger = |bytes: u64| bytes.saturating_mul(2).saturating_add(1 << 30);
        let mut all = vec![];
        for &time in &times {
            for &memory in &memories {
                for &expansions in &counts {
                    let shown = Caps {
                        time: time.filter(|_| times.len() > 1),
                        memory: memory.filter(|_| memories.len() > 1),
                        expansions: expansions.filter(|_| counts.len() > 1),
                        ..Caps::default()
                    };
                    let caps = Caps {
                        time,
                        memory,
                        expansions,
                        hard_time: hard_time.unwrap_or(time.map(longer)),
                        hard_memory: hard_memory.unwrap_or(memory.map(larger)),
                    };
                    let varies = times.len() * memories.len() * counts.len() > 1;
                    all.push((caps, if varies { shown.text() } else { String::new() }));
                }
            }
        }
        Ok(all)
    }
}

impl Block {
    /// Returns the instances and the setups; `start` is where the table begins.
    fn plan(&self, start: usize, file: &File, folder: &Path) -> Read<(Vec<Subject>, Vec<Setup>)> {
        let Some(puzzle) = &self.puzzle else {
            return Err(Mistake::new(start, "missing key 'puzzle'", "add puzzle = \"…\""));
        };
        let entry = names::puzzle(puzzle.get_ref()).map_err(Mistake::at(puzzle.span().start))?;
        let info = entry.info();
        let mut heuristics = vec![];
        for (at, name) in self.heuristics.or(&file.heuristics).values() {
            names::heuristic(info, name).map_err(Mistake::at(at))?;
            heuristics.push(name.clone());
        }
        let (mut setups, mut strategies) = (vec![], vec![]);
        for (at, text) in self.strategies.or(&file.strategies).values() {
            let setup: Setup = text.parse().map_err(Mistake::at(at))?;
            setup.suits(info).map_err(Mistake::at(at))?;
            setups.extend(setup.with_each(&heuristics, info));
            // `best` is what the instance itself chooses.
            strategies.extend(setup.strategy.parse().ok().map(|strategy| (at, strategy)));
        }
        if setups.is_empty() {
            let remedy = "add strategies = [\"astar\", …] to the study or to these instances";
            return Err(Mistake::new(start, "no strategy to run", remedy));
        }
        Ok((self.subjects(start, entry, folder, &strategies)?, setups))
    }

    /// Returns the instances, which must support the strategies; each strategy with its place.
    fn subjects(
        &self,
        start: usize,
        entry: &Entry,
        folder: &Path,
        strategies: &[(usize, Strategy)],
    ) -> Read<Vec<Subject>> {
        let info = entry.info();
        let mut groups: Vec<(usize, Vec<Source>)> = vec![];
        for (at, name) in self.levels.values() {
            if name == "all" && self.levels.0.len() == 1 {
                let all = info.instances.iter().map(|level| Source::BuiltIn(level.name.to_owned()));
                groups.extend(all.map(|source| (at, vec![source])));
            } else {
                groups.push((at, vec![Source::BuiltIn(name.clone())]));
            }
        }
        for (at, text) in self.texts.values() {
            groups.push((at, vec![Source::Text(text.clone())]));
        }
        for (at, pattern) in self.files.values() {
            let each = texts(folder, at, pattern)?.into_iter().map(|(name, path, text)| {
                let path = std::path::absolute(&path).unwrap_or(path);
                Source::File(name, path, text)
            });
            groups.push((at, each.collect()));
        }
        let parameters = self.parameters.iter().map(|(name, value)| match value {
            Value::Number(number) => (name.clone(), number.to_string()),
            Value::Text(text) => (name.clone(), text.clone()),
        });
        let parameters: Vec<_> = parameters.collect();
        let all = Parameters(parameters.clone());
        for (at, pattern) in self.lists.values() {
            let mut lines = vec![];
            for (name, _, text) in texts(folder, at, pattern)? {
                lines.extend(list(at, &name, &text, entry, &all)?);
            }
            groups.push((at, lines));
        }
        let seeds = self.seeds()?;
        for (at, size) in self.random.values() {
            let each = seeds.iter().map(|&seed| Source::Random(size.clone(), seed));
            groups.push((at, each.collect()));
        }
        if groups.is_empty() {
            let remedy = "add levels, texts, files, lists or random";
            return Err(Mistake::new(start, "no instance in this table", remedy));
        }
        let sizes: Vec<f64> = self.size.values().map(|(_, &size)| size as f64).collect();
        if let Some(first) = self.size.0.first()
            && ![1, groups.len()].contains(&sizes.len())
        {
            let [sizes, items] = [(sizes.len(), "size"), (groups.len(), "item")]
                .map(|(number, noun)| plural(number as u64, noun));
            let message = format!("{sizes} for {items}");
            let remedy = "give one number for all, or one for each item of levels, texts, files, lists and random";
            return Err(Mistake::new(first.span().start, message, remedy));
        }
        let mut subjects = vec![];
        for (nth, (at, sources)) in groups.into_iter().enumerate() {
            for (i, source) in sources.into_iter().enumerate() {
                let size = sizes.get(nth).or(sizes.first()).copied();
                let size = size.or_else(|| product_of_sides(&source));
                let parameters = parameters.clone();
                let subject = Subject { parameters, size, ..Subject::new(info.name, source) };
                // All random instances of a size are valid if one is.
                if i == 0 || !matches!(subject.source, Source::Random(..)) {
                    let instance = subject.instance().map_err(Mistake::at(at))?;
                    for &(at, strategy) in strategies {
                        supports(&*instance, &strategy).map_err(Mistake::at(at))?;
                    }
                }
                subjects.push(subject);
            }
        }
        Ok(subjects)
    }

    fn seeds(&self) -> Read<Vec<u64>> {
        let mut all = vec![];
        for (at, seeds) in self.seeds.values() {
            match seeds {
                Seeds::Number(seed) => all.push(*seed),
                Seeds::Range(text) => {
                    let range = text.split_once('-').and_then(|(first, last)| {
                        let (first, last): (u64, u64) =
                            (first.trim().parse().ok()?, last.trim().parse().ok()?);
                        (first <= last && last - first < MAX_RUNS as u64).then_some(first..=last)
                    });
                    all.extend(range.ok_or_else(|| {
                        let message = format!("invalid seeds \"{text}\"");
                        Mistake::new(at, message, "expected a number, or a range such as \"1-20\"")
                    })?);
                }
            }
        }
        Ok(if all.is_empty() { vec![1] } else { all })
    }
}

/// Reads the files that match a pattern, each with its name and path.
fn texts(folder: &Path, at: usize, pattern: &str) -> Read<Vec<(String, PathBuf, String)>> {
    let help = "give a path relative to the study file; in names, * and ? are patterns";
    let unreadable = |path: &Path, error: &io::Error| {
        Mistake::new(at, format!("{}: {error}", path.display()), help)
    };
    if pattern.contains("**") {
        let remedy = "give a pattern for each level of folders, such as \"*/*.txt\"";
        return Err(Mistake::new(at, format!("\"{pattern}\": ** is not supported"), remedy));
    }
    let files =
        glob::files(folder, pattern).map_err(|error| unreadable(&folder.join(pattern), &error))?;
    if files.is_empty() {
        let message = format!("no file matches \"{pattern}\" in {}", shown(folder));
        return Err(Mistake::new(at, message, help));
    }
    let read = |(name, path): (String, PathBuf)| {
        let text = read_text(&path, MAX_INSTANCE).map_err(|error| unreadable(&path, &error))?;
        Ok((name, path, text))
    };
    files.into_iter().map(read).collect()
}

/// Returns a folder's name, which is empty for the current one.
fn shown(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { "this folder".into() } else { folder.display().to_string() }
}

/// Returns the instances of a collection.
fn list(
    at: usize,
    name: &str,
    text: &str,
    entry: &Entry,
    parameters: &Parameters,
) -> Read<Vec<Source>> {
    let format = || names::collection_format(entry.info().name);
    let rows = entry
        .collection(text, parameters)
        .map_err(|error| Mistake::new(at, format!("{name}: {error}"), format()))?;
    let mut sources = vec![];
    for Row { line, text, file, parameters, .. } in rows {
        if file.is_some() || !parameters.is_empty() {
            let message =
                format!("{name}: line {line}: this collection names other files or parameters");
            let remedy = format!("use `heureka solve {} --batch {name}`", entry.info().name);
            return Err(Mistake::new(at, message, remedy));
        }
        if text.len() > MAX_LINE {
            let message = format!("{name}: line {line}: longer than {}", size(MAX_LINE as u64));
            return Err(Mistake::new(
                at,
                message,
                "put this instance into a file and use files = …",
            ));
        }
        sources.push(Source::Line(name.to_owned(), line, text));
    }
    let empty = || {
        let help = "give a file with one instance per line";
        Mistake::new(at, format!("{name}: no instance in this file"), help)
    };
    if sources.is_empty() { Err(empty()) } else { Ok(sources) }
}

/// Checks that an instance supports a strategy.
fn supports(instance: &dyn Instance, strategy: &Strategy) -> Result<(), Advice> {
    // The search stops before its first expansion.
    match instance.solve(strategy, &mut Limits::none().expansions(0), None) {
        Err(SolveError::Unsupported(error)) => {
            let message = format!("{}: {error}", instance.info().name);
            Err((message, "remove it, or give these instances their own strategies".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Returns the product of the numbers in a random size.
fn product_of_sides(source: &Source) -> Option<f64> {
    let Source::Random(size, _) = source else { return None };
    let numbers = size.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    numbers.map(|part| part.parse::<f64>().ok()).reduce(|a, b| Some(a? * b?)).flatten()
}
