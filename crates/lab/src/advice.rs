//! What to say about arguments that do not fit: what is wrong, and what to do. The command line and other
//! programs that take the same arguments say the same.

use crate::names::{self, Advice, NamedPuzzle};
use heureka_core::strategy::AlgorithmInfo;
use heureka_core::{Algorithm, Strategy};
use heureka_kit::entry::Entry;
use heureka_kit::instance::{Instance, SolveError};
use heureka_kit::puzzle::{Info, Parameters};
use heureka_kit::text::ParseError;
use std::path::Path;

/// The maximum number of folder entries to compare.
const MAX_ENTRIES: usize = 1000;

/// Returns what to say about an argument that is not an instance. `command` says what to type if the argument
/// is a command.
#[must_use]
pub fn invalid_instance(
    entry: &Entry,
    parameters: &Parameters,
    text: &str,
    error: &ParseError,
    command: Option<String>,
) -> Advice {
    let info = entry.info();
    let describe = names::text_format(info.name);
    let other = text.split_whitespace().find_map(|word| option(info, word));
    let other = other.or_else(|| other_puzzle(text)).or(command);
    if let Some(other) = other.or_else(|| other_spelling(entry, parameters, text)) {
        return (format!("invalid instance: {error}"), format!("{other}; {describe}"));
    }
    let is_word = !text.contains(char::is_whitespace);
    // The text is not wrong if a parameter is.
    let is_parameter = parameters.0.iter().any(|(name, value)| {
        error.line == 0 && error.message.starts_with(&format!("{name}={value}: "))
    });
    // A word with letters is probably meant as a name or a file.
    let is_name = text.contains(char::is_alphabetic) && !looks_like_board(text) && !is_parameter;
    let is_name = is_word && (is_name || Path::new(text).exists());
    match names::built_in(info, text) {
        Err((what, help)) if is_name => {
            let path = Path::new(text);
            let file = if path.is_dir() { "it is a folder" } else { "there is no such file" };
            let is_file = path.extension().is_some_and(|extension| {
                FILE_EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
            });
            if is_file {
                let near = did_you_mean(path);
                return (format!("{what} and {file}"), format!("{near}{help}; {describe}"));
            }
            let what = format!("{what} and {file}; as a text, it is invalid: {error}");
            (what, format!("{help}; {describe}"))
        }
        _ => (format!("invalid instance: {error}"), describe),
    }
}

/// The extensions of files with instances; `oo.oo` is a board.
const FILE_EXTENSIONS: [&str; 10] =
    ["txt", "map", "scen", "xsb", "sok", "slc", "csv", "json", "md", "dat"];

/// Returns whether a word has signs of a board that names of files do not have: a wall, or a dot at the end
/// of a row.
fn looks_like_board(text: &str) -> bool {
    let is_path = text.starts_with("./") || text.starts_with("../");
    !is_path && text.split('/').any(|row| row.ends_with('.') || row.contains(['#', '?']))
}

/// Returns what to type if a word is the name of an option's value.
fn option(info: &Info, word: &str) -> Option<String> {
    if AlgorithmInfo::of(word).is_some() {
        return Some(format!("'{word}' is a strategy: type -s {word}"));
    }
    let is_heuristic = info.heuristics.iter().any(|heuristic| heuristic.name == word);
    is_heuristic.then(|| format!("'{word}' is a heuristic: type -H {word}"))
}

/// Returns what to type if a text is the name of another puzzle or of its instance.
fn other_puzzle(text: &str) -> Option<String> {
    let NamedPuzzle { entry, level, .. } = names::find_puzzle(text).ok()?;
    let puzzle = entry.info().name;
    Some(match level {
        Some(level) => format!("'{text}' belongs to {puzzle}: type {puzzle} {}", level.name),
        None => format!("'{text}' is a puzzle: type only one puzzle"),
    })
}

/// Returns how to type numbers that are joined: as an instance, or as the size of a random one.
fn other_spelling(entry: &Entry, parameters: &Parameters, text: &str) -> Option<String> {
    /// A larger instance takes too long only to find out whether its size is legal.
    const MAX_BYTES: u64 = 1 << 20;
    let are_numbers = |separator| text.split(separator).all(|n: &str| n.parse::<u32>().is_ok());
    if text.contains('x') && are_numbers('x') {
        let spaced = text.replace('x', " ");
        let is_instance = entry.parse(&spaced, parameters).is_ok();
        let is_size =
            entry.random_bytes(text) <= MAX_BYTES && entry.random(text, parameters, 0).is_ok();
        let instance = is_instance.then(|| format!("type '{spaced}'"));
        let size =
            is_size.then(|| format!("type --random {text} for a random instance of this size"));
        let both: Vec<_> = instance.into_iter().chain(size).collect();
        return Some(both.join(", or ")).filter(|both| !both.is_empty());
    }
    let is_joined = text.len() > 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_joined.then(|| "separate the numbers by spaces".to_owned())
}

/// Returns the advice to read a file with a similar name, if there is one.
#[must_use]
pub fn did_you_mean(path: &Path) -> String {
    similar_file(path).map(|near| format!("did you mean '{near}'? ")).unwrap_or_default()
}

/// Returns the file in the same folder whose name is most similar to that of a missing file.
#[must_use]
pub fn similar_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = folder.unwrap_or(Path::new(".")).read_dir().ok()?.flatten().take(MAX_ENTRIES);
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let names: Vec<_> = files.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let near = names::similar(path.file_name()?.to_str()?, &names);
    Some(path.with_file_name(near.first()?).to_string_lossy().into_owned())
}

/// Returns what to say about the size of a random instance.
#[must_use]
pub fn invalid_size(info: &Info, size: &str, error: &ParseError) -> Advice {
    (format!("--random {size}: {error}"), format!("sizes: {}", info.sizes))
}

/// Returns what to say about an instance whose states are too large to copy.
#[must_use]
pub fn too_large(action: &str) -> Advice {
    let help = "use `heureka solve` and `heureka check`, or a smaller instance";
    (format!("this instance is too large to {action}"), help.to_owned())
}

/// Returns what to say about a search that cannot run, unless that is a bug.
#[must_use]
pub fn unsupported(error: &SolveError) -> Option<Advice> {
    let help = "choose another strategy; run `heureka list` to see them all";
    matches!(error, SolveError::Unsupported(_)).then(|| (error.to_string(), help.to_owned()))
}

/// Rejects depth and cost limits that the strategy would ignore.
///
/// # Errors
/// If such a limit is given.
pub fn horizon(
    strategy: &Strategy,
    depth_limit: Option<u32>,
    cost_limit: Option<u32>,
) -> Result<(), Advice> {
    let info = strategy.algorithm.info();
    for (flag, given, supported) in [
        ("--depth-limit", depth_limit.is_some(), info.depth_limit),
        ("--cost-limit", cost_limit.is_some(), info.cost_limit),
    ] {
        if given && !supported {
            let help = "remove it, or use a strategy with both limits, such as astar or bfs";
            return Err((format!("{strategy} does not support {flag}"), help.to_owned()));
        }
    }
    Ok(())
}

/// Rejects several threads for a search that cannot use them.
///
/// # Errors
/// If the search works on one thread.
pub fn threads(instance: &dyn Instance, strategy: &Strategy, threads: usize) -> Result<(), Advice> {
    const HELP: &str =
        "remove --threads, or use astar, ucs or idastar, without options but symmetry and jumps";
    if threads > 1 && !strategy.can_use_threads() {
        return Err((format!("{strategy} works on one thread"), HELP.to_owned()));
    }
    if threads > 1 && strategy.algorithm == Algorithm::AStar && !instance.claim().is_consistent() {
        let name = instance.heuristic().name;
        let what =
            format!("astar works on one thread with the heuristic {name}, which is not consistent");
        let help = "remove --threads, choose a consistent heuristic (-H), or use idastar";
        return Err((what, help.to_owned()));
    }
    Ok(())
}

/// Rejects a heuristic that cannot support a proof by A\*.
///
/// # Errors
/// If it may overestimate, or if the reference rules do not share it.
pub fn proof_by_astar(instance: &dyn Instance) -> Result<(), Advice> {
    let name = instance.heuristic().name;
    if !instance.claim().is_admissible() {
        let admissible = instance.info().heuristics.iter().filter(|h| h.claim.is_admissible());
        let names: Vec<_> = admissible.map(|h| h.name).collect();
        let what = format!("heuristic '{name}' cannot support a proof: it may overestimate");
        return Err((what, format!("choose an admissible heuristic: {}", names.join(", "))));
    }
    if instance.as_small().is_some_and(|small| !small.reference_shares_heuristic()) {
        let what = format!(
            "heuristic '{name}' cannot support a proof by astar: the reference rules estimate lower values"
        );
        let help = "choose another heuristic, or -s ucs, which uses none";
        return Err((what, help.to_owned()));
    }
    Ok(())
}
