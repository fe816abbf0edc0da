//! Reading a study: TOML to planned runs, with the place and the remedy of every mistake.

use super::keys;
use super::planned::{Caps, Planned, Source, Subject};
use super::setup::Setup;
use crate::names::{self, Advice, suggest};
use crate::units::{parse_duration, parse_size};
use heureka_kit::entry::Entry;
use heureka_kit::puzzle::Parameters;
use std::fmt;
use std::path::Path;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A study with more runs than this is a mistake.
const MOST_RUNS: usize = 1_000_000;
const DEFAULT_TIME: Duration = Duration::from_secs(60);
const DEFAULT_MEMORY: u64 = 1 << 30;

/// A study: a question, and the runs that answer it.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// What the report is called.
    pub title: String,
    /// What the study asks.
    pub question: String,
    /// What the instances' size is.
    pub axis: String,
    /// The two setups to hold against each other.
    pub scatter: Option<(String, String)>,
    /// The text it was read from.
    pub definition: String,
    /// Every run, instance by instance in the order of the file.
    pub runs: Vec<Planned>,
}

/// What is wrong with a study, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyError {
    /// The line, from 1; 0 if it is about the study as a whole.
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
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}, column {}: {}", self.column, self.message),
        }
    }
}

impl std::error::Error for StudyError {}

impl Study {
    /// Reads a study. `path` is where it lies: its name is the title if none is given, and files are
    /// looked for beside it.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read(definition: &str, path: &Path) -> Result<Self, StudyError> {
        let reader = Reader { text: definition, folder: path.parent().unwrap_or(Path::new("")) };
        let table = DeTable::parse(definition).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            reader.error(at, error.message(), "docs/lab.md tells how a study is written")
        })?;
        let mut study = reader.study(table.get_ref())?;
        if study.title.is_empty() {
            study.title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        }
        Ok(study)
    }
}

type Value<'a> = Spanned<DeValue<'a>>;
type Read<T> = Result<T, StudyError>;
/// Two setups, and where they are named.
type Scatter = (usize, String, String);

/// Reads the parts of a study and knows where they stand.
struct Reader<'t> {
    text: &'t str,
    folder: &'t Path,
}

/// What is varied, as the top of a study or one of its instances gives it.
#[derive(Clone, Default)]
struct Varied {
    strategies: Vec<(usize, Setup)>,
    heuristics: Vec<(usize, String)>,
}

impl Reader<'_> {
    fn error(
        &self,
        at: usize,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> StudyError {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        StudyError { line, column, message: message.into(), remedy: remedy.into() }
    }

    fn advise(&self, at: usize, (message, remedy): Advice) -> StudyError {
        self.error(at, message, remedy)
    }

    fn expected<T>(&self, value: &Value<'_>, key: &str, what: &str) -> Read<T> {
        let got = match self.text.get(value.span()) {
            Some(text) if text.len() <= 40 && !text.contains('\n') => format!("{key} = {text}"),
            _ => format!("{key} is {}", value.get_ref().type_str()),
        };
        Err(self.error(value.span().start, got, format!("expected {what}")))
    }

    fn empty(&self, list: &Value<'_>, key: &str) -> StudyError {
        self.error(
            list.span().start,
            format!("{key} is empty"),
            "give one at least, or leave it out",
        )
    }

    /// Complains about a key that does not exist.
    fn only(&self, table: &DeTable<'_>, name: &str) -> Read<()> {
        let known = keys::names(name);
        let Some(wrong) = table.keys().find(|key| !known.contains(&&**key.get_ref())) else {
            return Ok(());
        };
        let place = if name.is_empty() { "a study".to_owned() } else { format!("[{name}]") };
        let message = format!("{place} has no key '{}'", wrong.get_ref());
        Err(self.error(wrong.span().start, message, suggest(wrong.get_ref(), &known)))
    }

    fn table<'v, 'i>(&self, value: &'v Value<'i>, key: &str) -> Read<&'v DeTable<'i>> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => self.expected(value, key, "a table"),
        }
    }

    fn string<'v>(&self, value: &'v Value<'_>, key: &str) -> Read<&'v str> {
        match value.get_ref().as_str() {
            Some(text) => Ok(text),
            None => self.expected(value, key, "a text in quotes"),
        }
    }

    fn optional_string(&self, table: &DeTable<'_>, key: &str) -> Read<String> {
        let text = table.get(key).map(|value| self.string(value, key)).transpose()?;
        Ok(text.unwrap_or_default().trim().to_owned())
    }

    fn number(&self, value: &Value<'_>, key: &str) -> Read<u64> {
        let number = value.get_ref().as_integer();
        let number = number.and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
        match number {
            Some(number) => Ok(number),
            None => self.expected(value, key, "a whole number, not negative"),
        }
    }

    /// The values of a list; a single value is a list of one.
    fn list<'v, 'i>(value: &'v Value<'i>) -> Vec<&'v Value<'i>> {
        match value.get_ref() {
            DeValue::Array(array) => array.iter().collect(),
            _ => vec![value],
        }
    }

    /// Texts under a key, with their places; none if the key is not there.
    fn strings(&self, table: &DeTable<'_>, key: &str) -> Read<Vec<(usize, String)>> {
        let Some(value) = table.get(key) else { return Ok(vec![]) };
        let values = Self::list(value).into_iter();
        let place = |value: &Value<'_>| value.span().start;
        values.map(|value| Ok((place(value), self.string(value, key)?.to_owned()))).collect()
    }

    fn varied(&self, table: &DeTable<'_>) -> Read<Varied> {
        let strategies = self.strings(table, "strategies")?.into_iter().map(|(at, text)| {
            let setup = text.parse().map_err(|advice| self.advise(at, advice))?;
            Ok((at, setup))
        });
        let strategies = strategies.collect::<Read<_>>()?;
        Ok(Varied { strategies, heuristics: self.strings(table, "heuristics")? })
    }

    fn study(&self, table: &DeTable<'_>) -> Read<Study> {
        self.only(table, "")?;
        let common = self.varied(table)?;
        let repeats = match table.get("repeats") {
            None => 1,
            Some(value) => match self.number(value, "repeats")? {
                number @ 1..=1000 => number as u32,
                _ => return self.expected(value, "repeats", "a number from 1 to 1000"),
            },
        };
        let caps = self.limits(table)?;
        let (axis, scatter) = self.report(table)?;
        let blocks = match table.get("instances") {
            None => vec![],
            Some(value) => Self::list(value),
        };
        if blocks.is_empty() {
            return Err(self.error(
                0,
                "the study has no instances",
                "add a table [[instances]] with a puzzle and its levels, texts, files or random",
            ));
        }
        let mut runs: Vec<Planned> = vec![];
        for block in blocks {
            let start = block.span().start;
            let (subjects, setups) = self.block(self.table(block, "instances")?, start, &common)?;
            let added = [setups.len(), caps.len(), repeats as usize]
                .iter()
                .fold(subjects.len(), |product, &n| product.saturating_mul(n));
            if runs.len().saturating_add(added) > MOST_RUNS {
                return Err(self.error(
                    start,
                    format!("these are more than {MOST_RUNS} runs"),
                    "make several studies of it",
                ));
            }
            for subject in &subjects {
                for setup in &setups {
                    for (caps, shown) in &caps {
                        runs.extend(
                            (1..=repeats).map(|n| Planned::new(subject, setup, caps, shown, n)),
                        );
                    }
                }
            }
        }
        // What is given twice is run once.
        let mut seen = std::collections::HashSet::new();
        runs.retain(|run| seen.insert(run.key.clone()));
        if let Some((at, a, b)) = &scatter {
            for name in [a, b] {
                let known: Vec<_> = runs.iter().map(|run| run.setup.as_str()).collect();
                if !known.contains(&name.as_str()) {
                    let mut known = known;
                    known.sort_unstable();
                    known.dedup();
                    let message = format!("the study has no setup '{name}'");
                    return Err(self.error(*at, message, suggest(name, &known)));
                }
            }
        }
        Ok(Study {
            title: self.optional_string(table, "title")?,
            question: self.optional_string(table, "question")?,
            axis,
            scatter: scatter.map(|(_, a, b)| (a, b)),
            definition: self.text.to_owned(),
            runs,
        })
    }

    fn report(&self, table: &DeTable<'_>) -> Read<(String, Option<Scatter>)> {
        let Some(value) = table.get("report") else { return Ok((String::new(), None)) };
        let table = self.table(value, "report")?;
        self.only(table, "report")?;
        let axis = self.optional_string(table, "axis")?;
        let Some(value) = table.get("scatter") else { return Ok((axis, None)) };
        let names = self.strings(table, "scatter")?;
        let [(at, a), (_, b)] = &names[..] else {
            return self.expected(value, "scatter", "the names of two setups");
        };
        Ok((axis, Some((*at, a.clone(), b.clone()))))
    }

    /// Every combination of limits, and what tells it apart from the others.
    fn limits(&self, table: &DeTable<'_>) -> Read<Vec<(Caps, String)>> {
        let empty = DeTable::new();
        let table = match table.get("limits") {
            None => &empty,
            Some(value) => self.table(value, "limits")?,
        };
        self.only(table, "limits")?;
        let times = self.quantities(table, "time", parse_duration)?;
        let memories = self.quantities(table, "memory", parse_size)?;
        let hard_times = self.quantities(table, "hard-time", parse_duration)?;
        let hard_memories = self.quantities(table, "hard-memory", parse_size)?;
        for (key, number) in [("hard-time", hard_times.len()), ("hard-memory", hard_memories.len())]
        {
            if let (2.., Some(value)) = (number, table.get(key)) {
                return self.expected(value, key, "one value");
            }
        }
        let counts: Vec<Option<u64>> = match table.get("expansions") {
            None => vec![None],
            Some(value) => {
                let numbers = Self::list(value);
                if numbers.is_empty() {
                    return Err(self.empty(value, "expansions"));
                }
                let numbers = numbers.into_iter();
                numbers.map(|n| Ok(Some(self.number(n, "expansions")?))).collect::<Read<_>>()?
            }
        };
        let times = if times.is_empty() { vec![Some(DEFAULT_TIME)] } else { times };
        let memories = if memories.is_empty() { vec![Some(DEFAULT_MEMORY)] } else { memories };
        let varies = times.len() > 1 || memories.len() > 1 || counts.len() > 1;
        let mut all = vec![];
        for &time in &times {
            for &memory in &memories {
                for &expansions in &counts {
                    let twice = |time: Duration| {
                        time.saturating_mul(2).saturating_add(Duration::from_secs(10))
                    };
                    let hard_time = hard_times.first().copied().unwrap_or(time.map(twice));
                    let room = |bytes: u64| bytes.saturating_mul(2).saturating_add(1 << 30);
                    let hard_memory = hard_memories.first().copied().unwrap_or(memory.map(room));
                    let shown = Caps {
                        time: time.filter(|_| times.len() > 1),
                        memory: memory.filter(|_| memories.len() > 1),
                        expansions: expansions.filter(|_| counts.len() > 1),
                        ..Caps::default()
                    };
                    let shown = if varies { shown.text() } else { String::new() };
                    all.push((Caps { time, memory, expansions, hard_time, hard_memory }, shown));
                }
            }
        }
        Ok(all)
    }

    /// Times or sizes under a key; `none` is no limit.
    fn quantities<T>(
        &self,
        table: &DeTable<'_>,
        key: &str,
        parse: fn(&str) -> Result<T, String>,
    ) -> Read<Vec<Option<T>>> {
        let texts = self.strings(table, key)?.into_iter();
        let read = |(at, text): (usize, String)| match text.as_str() {
            "none" => Ok(None),
            text => parse(text)
                .map(Some)
                .map_err(|expected| self.error(at, format!("{key} = \"{text}\""), expected)),
        };
        texts.map(read).collect()
    }

    /// The instances and setups of one table.
    fn block(
        &self,
        table: &DeTable<'_>,
        start: usize,
        common: &Varied,
    ) -> Read<(Vec<Subject>, Vec<Setup>)> {
        self.only(table, "instances")?;
        let Some(name) = table.get("puzzle") else {
            return Err(self.error(start, "these instances name no puzzle", "add puzzle = \"…\""));
        };
        let at = name.span().start;
        let name = self.string(name, "puzzle")?;
        let entry = names::puzzle(name).map_err(|advice| self.advise(at, advice))?;
        let own = self.varied(table)?;
        let strategies =
            if own.strategies.is_empty() { &common.strategies } else { &own.strategies };
        let heuristics =
            if own.heuristics.is_empty() { &common.heuristics } else { &own.heuristics };
        let each: Vec<_> = heuristics.iter().map(|(_, name)| name.clone()).collect();
        for (at, name) in heuristics {
            let known = names::heuristic(entry.info(), name);
            known.map_err(|advice| self.advise(*at, advice))?;
        }
        let mut setups = vec![];
        for (at, setup) in strategies {
            setup.suits(entry.info()).map_err(|advice| self.advise(*at, advice))?;
            setups.extend(setup.with_each(&each, entry.info()));
        }
        if setups.is_empty() {
            let remedy = "add strategies = [\"astar\", …] to the study or to these instances";
            return Err(self.error(start, "there is no strategy to run", remedy));
        }
        Ok((self.subjects(table, start, entry)?, setups))
    }

    fn subjects(&self, table: &DeTable<'_>, start: usize, entry: &Entry) -> Read<Vec<Subject>> {
        let parameters = self.parameters(table)?;
        let settings = Parameters(parameters.clone());
        let info = entry.info();
        let bad = |at: usize, error: &dyn fmt::Display| {
            let remedy =
                format!("`heureka describe {}` tells how instances are written", info.name);
            self.error(at, error.to_string(), remedy)
        };
        let mut sources: Vec<Vec<Source>> = vec![];
        let mut levels = self.strings(table, "levels")?;
        if let [(at, all)] = &levels[..]
            && all == "all"
        {
            levels = info.levels.iter().map(|level| (*at, level.name.to_owned())).collect();
        }
        for (at, name) in levels {
            let level = names::level(info, &name).map_err(|advice| self.advise(at, advice))?;
            entry.level(level, &settings).map_err(|error| bad(at, &error))?;
            sources.push(vec![Source::Level(name)]);
        }
        for (at, text) in self.strings(table, "texts")? {
            entry.parse(&text, &settings).map_err(|error| bad(at, &error))?;
            sources.push(vec![Source::Text(text)]);
        }
        for (at, name) in self.strings(table, "files")? {
            let path = self.folder.join(&name);
            let text = std::fs::read_to_string(&path).map_err(|error| {
                let message = format!("{}: {error}", path.display());
                self.error(at, message, "files are looked for beside the study")
            })?;
            entry.parse(&text, &settings).map_err(|error| bad(at, &format!("{name}: {error}")))?;
            let real = std::path::absolute(&path).unwrap_or(path);
            sources.push(vec![Source::File(name, real, digest(&text))]);
        }
        let seeds = self.seeds(table)?;
        for (at, size) in self.strings(table, "random")? {
            if let Some(&seed) = seeds.first() {
                entry.random(&size, &settings, seed).map_err(|error| bad(at, &error))?;
            }
            sources.push(seeds.iter().map(|&seed| Source::Random(size.clone(), seed)).collect());
        }
        if sources.is_empty() {
            let remedy = "add levels, texts, files or random";
            return Err(self.error(start, "there is no instance here", remedy));
        }
        let sizes = self.sizes(table, sources.len())?;
        let subjects = sources.into_iter().enumerate().flat_map(|(i, sources)| {
            let parameters = parameters.clone();
            let size = sizes.as_ref().map(|sizes| sizes[i.min(sizes.len() - 1)]);
            sources.into_iter().map(move |source| Subject {
                puzzle: info.name,
                size: size.or_else(|| usual_size(&source)),
                source,
                parameters: parameters.clone(),
            })
        });
        Ok(subjects.collect())
    }

    fn sizes(&self, table: &DeTable<'_>, sources: usize) -> Read<Option<Vec<f64>>> {
        let Some(value) = table.get("size") else { return Ok(None) };
        let numbers = Self::list(value).into_iter();
        let sizes = numbers.map(|value| Ok(self.number(value, "size")? as f64));
        let sizes = sizes.collect::<Read<Vec<_>>>()?;
        if sizes.len() != 1 && sizes.len() != sources {
            let message = format!("there are {} sizes for {sources} instances", sizes.len());
            let remedy = "give one number for all, or one for each level, text, file and random";
            return Err(self.error(value.span().start, message, remedy));
        }
        Ok(Some(sizes))
    }

    fn seeds(&self, table: &DeTable<'_>) -> Read<Vec<u64>> {
        let Some(value) = table.get("seeds") else { return Ok(vec![1]) };
        if Self::list(value).is_empty() {
            return Err(self.empty(value, "seeds"));
        }
        let mut seeds = vec![];
        for value in Self::list(value) {
            let Some(text) = value.get_ref().as_str() else {
                seeds.push(self.number(value, "seeds")?);
                continue;
            };
            let range = text.split_once('-').and_then(|(first, last)| {
                let (first, last): (u64, u64) =
                    (first.trim().parse().ok()?, last.trim().parse().ok()?);
                (first <= last && last - first < MOST_RUNS as u64).then_some(first..=last)
            });
            match range {
                Some(range) => seeds.extend(range),
                None => return self.expected(value, "seeds", "numbers, or a range as \"1-20\""),
            }
        }
        Ok(seeds)
    }

    fn parameters(&self, table: &DeTable<'_>) -> Read<Vec<(String, String)>> {
        let Some(value) = table.get("parameters") else { return Ok(vec![]) };
        let table = self.table(value, "parameters")?;
        let text = |value: &Value<'_>| match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(_) => Ok(self.number(value, "a setting")?.to_string()),
            _ => self.expected(value, "a setting", "a number or a text in quotes"),
        };
        let mut all = table
            .iter()
            .map(|(name, value)| Ok((name.get_ref().to_string(), text(value)?)))
            .collect::<Read<Vec<_>>>()?;
        all.sort();
        Ok(all)
    }
}

/// The product of the numbers in a random size.
fn usual_size(source: &Source) -> Option<f64> {
    let Source::Random(size, _) = source else { return None };
    let numbers = size.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    numbers.map(|part| part.parse::<f64>().ok()).reduce(|a, b| Some(a? * b?)).flatten()
}

/// A digest of a text (FNV-1a), the same everywhere: tells a changed file from the same one and shuffles
/// keys, not more.
#[must_use]
pub fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
