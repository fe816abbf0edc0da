//! Explains an invalid command line: what is wrong, and what to type instead.

use crate::args;
use crate::exit::Failure;
use crate::names::{self, NamedPuzzle};
use crate::puzzle_arg::{Invalid, kind_of_word};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use heureka_puzzles::registry::PUZZLES;
use std::error::Error as _;
use std::ffi::OsString;

/// Commands of other programs, and what to type here.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["run", "search", "start", "find", "plan"], "heureka solve PUZZLE"),
    (&["show", "info", "rules", "explain"], "heureka describe PUZZLE"),
    (&["ls", "puzzles", "strategies", "heuristics", "algorithms"], "heureka list"),
    (&["compare", "benchmark", "bench"], "heureka race PUZZLE"),
    (&["verify", "validate"], "heureka check PUZZLE --plan FILE"),
    (&["generate", "random", "new", "create"], "heureka draw PUZZLE --random SIZE"),
    (&["print", "view", "picture"], "heureka draw PUZZLE"),
    (&["test"], "heureka selftest"),
    (&["playground", "web", "gui", "ui", "browser"], "heureka serve --open"),
    (&["demo", "tutorial", "game"], "heureka play tiles"),
    (&["version"], "heureka --version"),
];

/// Options of other programs, and the ones that this program has in their place, if the command does.
const OPTIONS: &[(&[&str], &str)] = &[
    (&["--algorithm", "--algo", "--search", "--method", "-a"], "--strategy"),
    (&["--timeout", "--time", "--max-time", "--seconds", "-t"], "--time-limit"),
    (&["--memory", "--mem", "--max-memory", "--ram"], "--memory-limit"),
    (&["--nodes", "--max-nodes", "--limit", "--max-expansions"], "--expansions"),
    (&["--depth", "--max-depth"], "--depth-limit"),
    (&["--input", "--in", "--board-file", "-f", "-i"], "--file"),
    (&["--output", "-o"], "--out"),
    (&["--size", "--shuffle", "--generate"], "--random"),
    (&["--columns"], "--cols"),
    (&["--height"], "--rows"),
    (&["--parameter", "--set", "-D"], "--param"),
    (&["--draw", "--picture", "--image", "--png", "--pdf"], "--svg"),
    (&["--print", "--states", "--steps", "--quiet", "-q"], "--show"),
    (&["--verbose", "-v", "--debug", "--log"], "--trace"),
    (&["--format"], "--json"),
    (&["--count", "--repeat", "--iterations"], "--rounds"),
    (&["--runs", "--times", "-n"], "--repeat"),
    (&["--heuristics", "--h"], "--heuristic"),
    (&["--verify", "--validate"], "--check"),
    (&["--browser"], "--open"),
    (&["-p"], "--port"),
];

/// Options of other programs without an equivalent here, and what to do instead.
const ANSWERS: &[(&[&str], &str)] = &[
    (
        &["--host", "--bind", "--address", "--listen"],
        "leave it out: the server answers only this machine; from another one, use `ssh -L`",
    ),
    (&["--width"], "type -s beam:N for the width of a beam, --cols N for that of a board"),
    (&["--weight", "-w"], "type -s wastar:W with the weight W, such as -s wastar:2"),
    (&["--optimal"], "leave it out: the result says whether it is optimal"),
    (&["--disks", "--rods", "--pegs"], "type rods and disks as the instance, such as hanoi '3 5'"),
    (&["--hint", "--hints"], "type `heureka play PUZZLE`, and there press Tab for a hint"),
];

/// Options of other programs for what is an argument here.
const ARGUMENTS: &[(&[&str], &str)] = &[
    (&["--puzzle", "--problem", "--domain", "--game"], "PUZZLE"),
    (&["--instance", "--board", "--state", "--start", "--initial"], "INSTANCE"),
];

/// Returns the words of a command line. `help --help` is `help`.
pub fn words(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<_> = words.collect();
    if words.get(1).is_some_and(|word| word == "help") {
        words.retain(|word| word != "--help" && word != "-h");
    }
    words
}

/// Rejects an option that is typed with one dash: `-strategy` would be `-s` with a value.
pub fn check_dashes(words: &[OsString]) -> Result<(), Failure> {
    let typed = words.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--");
    let is_short = |word: &&str| word.len() > 2 && word.starts_with('-') && !word.starts_with("--");
    for word in typed.filter(is_short) {
        let option = format!("-{}", word.split('=').next().unwrap_or_default());
        if let Some(help) = find_command(words).last().and_then(|last| own_option(last, &option)) {
            return Err(Failure::usage(format!("'{word}' has one dash"), help));
        }
    }
    Ok(())
}

/// Returns the failure of an invalid command line.
pub fn explain(error: &clap::Error, words: &[OsString]) -> Failure {
    if let Some(Invalid((what, help))) = error.source().and_then(|source| source.downcast_ref()) {
        return Failure::usage(what, help);
    }
    let command = find_command(words);
    let text = error.render().to_string();
    let mut paragraphs = text.trim_start_matches("error: ").split("\n\n").map(joined);
    let what = paragraphs.next().unwrap_or_default();
    let tip = paragraphs.find_map(|text| Some(text.strip_prefix("tip: ")?.to_owned()));
    let given = string(error, ContextKind::InvalidArg);
    let advice = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            return unknown_command(&command, &string(error, ContextKind::InvalidSubcommand));
        }
        ErrorKind::UnknownArgument => instead_of(&command, &given),
        ErrorKind::ArgumentConflict => Some("leave one of them out".to_owned()),
        ErrorKind::InvalidValue if what.ends_with("but none was supplied") => {
            Some("type a value after it".to_owned())
        }
        ErrorKind::MissingRequiredArgument if given.contains("<PUZZLE>") => Some(format!(
            "name a puzzle, such as `{} tiles`; `heureka list` shows them all",
            path(&command)
        )),
        ErrorKind::MissingRequiredArgument if given.contains("<STUDY>") => {
            Some("name the file of a study; `heureka lab init` writes one".to_owned())
        }
        ErrorKind::MissingRequiredArgument if path(&command) == "heureka describe" => Some(
            "name a puzzle, strategy or heuristic, such as `heureka describe tiles`; `heureka list` \
             shows them all"
                .to_owned(),
        ),
        _ => None,
    };
    // Another tip is to type `--`, but an option is rarely meant as a value.
    let similar = tip.and_then(|tip| Some(format!("did you mean {}?", tip.split_once(": ")?.1)));
    let advice = advice.or(similar).or_else(|| {
        let usage = joined(&error.get(ContextKind::Usage)?.to_string());
        Some(format!("type `{}`", usage.strip_prefix("Usage: ")?))
    });
    let help = format!("`{} --help` explains the options", path(&command));
    Failure::usage(what, advice.map_or_else(|| help.clone(), |advice| format!("{advice}; {help}")))
}

/// Returns a text of several lines on one.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a part of an error, or nothing.
fn string(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    }
}

/// Returns the program and the commands that the words begin with.
fn find_command(words: &[OsString]) -> Vec<Command> {
    let mut command = vec![args::command()];
    for word in words.iter().skip(1).filter(|word| *word != "help") {
        let Some(next) = command.last().and_then(|last| last.find_subcommand(word)) else { break };
        command.push(next.clone());
    }
    command
}

/// Returns the words that start a command.
fn path(command: &[Command]) -> String {
    command.iter().map(Command::get_name).collect::<Vec<_>>().join(" ")
}

/// Returns an option of a command as its help shows it, such as `--time-limit <TIME>`.
fn shown(command: &Command, option: &str) -> Option<String> {
    let is_same = |arg: &&Arg| {
        let long = arg.get_long().is_some_and(|long| option == format!("--{long}"));
        long || arg.get_short().is_some_and(|short| option == format!("-{short}"))
    };
    let arg = command.get_arguments().find(is_same)?;
    let value = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    let value = value.map(|names| format!(" <{}>", names.join("> <"))).unwrap_or_default();
    Some(format!("{option}{value}"))
}

fn in_table(table: &[(&[&str], &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(others, _)| others.contains(&word)).map(|(_, own)| *own)
}

/// Returns what to type for an option that the command takes, maybe under another name or as an argument.
fn own_option(command: &Command, option: &str) -> Option<String> {
    let own = shown(command, option).or_else(|| shown(command, in_table(OPTIONS, option)?));
    if let Some(own) = own {
        return Some(format!("type {own}"));
    }
    let argument = in_table(ARGUMENTS, option)?;
    let mut arguments = command.get_positionals();
    arguments.find(|own| own.get_id() == argument.to_lowercase().as_str())?;
    Some(format!("{argument} is an argument: type it without {option}"))
}

/// Returns what to type in place of an unknown argument.
fn instead_of(command: &[Command], given: &str) -> Option<String> {
    let option = given.split('=').next().unwrap_or_default();
    let last = command.last()?;
    if !option.starts_with('-') {
        if let Ok(NamedPuzzle { typed, .. }) = names::find_puzzle(option) {
            return Some(format!("`heureka describe {typed}` describes a puzzle"));
        }
        // A number is often meant for the option that counts something.
        let is_number = option.parse::<u64>().is_ok();
        let count = last.get_arguments().find_map(count).filter(|_| is_number);
        return Some(match count {
            Some(count) => format!("type {count} {option}"),
            None => format!("leave '{option}' out"),
        });
    }
    if let Some(advice) = own_option(last, option) {
        return Some(advice);
    }
    if let Some(answer) = in_table(ANSWERS, option) {
        return Some(answer.to_owned());
    }
    let other_name = in_table(OPTIONS, option);
    if other_name.unwrap_or(option) == "--out" {
        let kinds = [("--html", "a page"), ("--svg", "a picture")];
        let kinds = kinds.iter().filter_map(|(own, kind)| Some((shown(last, own)?, kind)));
        let kinds = kinds
            .map(|(own, kind)| format!("type {own} for {kind}; "))
            .collect::<Vec<_>>()
            .concat();
        return Some(format!("{kinds}to write the output to a file, type `> FILE` at the end"));
    }
    if let Some(name) = option.strip_prefix("--").filter(|name| is_parameter(name))
        && shown(last, "--param").is_some()
    {
        return Some(format!("type -p {name}=VALUE; `heureka describe PUZZLE` shows the values"));
    }
    [Some(option), other_name].into_iter().flatten().find_map(|own| {
        let names = commands_with(&args::command(), "heureka", own);
        (!names.is_empty()).then(|| format!("{own} is an option of {}", names.join(", ")))
    })
}

/// Returns whether a puzzle has a parameter of this name.
fn is_parameter(name: &str) -> bool {
    let parameters = PUZZLES.iter().flat_map(|entry| entry.info().parameters);
    parameters.into_iter().any(|parameter| parameter.name == name)
}

/// Returns an option that takes a number which matters to the result, as it is typed.
fn count(arg: &Arg) -> Option<String> {
    let is_number = arg.get_value_names().is_some_and(|names| names == ["N"]);
    let long = arg.get_long().filter(|long| is_number && !["seed", "threads"].contains(long))?;
    Some(arg.get_short().map_or_else(|| format!("--{long}"), |short| format!("-{short}")))
}

/// Returns the commands that take an option, or if there are none, the commands within them that do.
fn commands_with(command: &Command, path: &str, option: &str) -> Vec<String> {
    let all = || command.get_subcommands().map(|own| (own, format!("{path} {}", own.get_name())));
    let with = all().filter(|(own, _)| shown(own, option).is_some());
    let with: Vec<_> = with.map(|(_, path)| format!("`{path}`")).collect();
    let nested = || all().flat_map(|(own, path)| commands_with(own, &path, option));
    if with.is_empty() { nested().collect() } else { with }
}

/// Returns the failure for a word that is not a command.
fn unknown_command(command: &[Command], word: &str) -> Failure {
    let path = path(command);
    let known = command.iter().last().into_iter().flat_map(Command::get_subcommands);
    let known: Vec<_> = known.map(Command::get_name).collect();
    if let [top, .., last] = command {
        let what = format!("`{path}` has no command '{word}'");
        if known.is_empty() {
            return Failure::usage(what, format!("type `{path} --help`"));
        }
        let is_argument = word.contains(|sign: char| sign.is_ascii_digit() || sign == '.');
        let takes_argument = |name: &&&str| {
            last.find_subcommand(name).is_some_and(|own| own.get_positionals().count() > 0)
        };
        let known = match known.first().filter(takes_argument).filter(|_| is_argument) {
            Some(first) => format!(
                "put a command before it, such as `{path} {first} {word}`; there are: {}",
                known.join(", ")
            ),
            None if known.contains(&"init") && ["new", "create"].contains(&word) => {
                format!("type `{path} init`")
            }
            None => names::suggest(word, &known),
        };
        let puzzle = last.get_name();
        // Some commands need more than a puzzle.
        let takes_puzzle = |own: &Command| {
            let mut required = own.get_arguments().filter(|arg| arg.is_required_set());
            required.all(|arg| arg.get_id() == "puzzle") && own.get_positionals().count() > 0
        };
        let is_top = top.find_subcommand(word).is_some_and(takes_puzzle)
            && names::find_puzzle(puzzle).is_ok();
        let top = if is_top { format!("type `heureka {word} {puzzle}`; ") } else { String::new() };
        return Failure::usage(what, format!("{top}{known}; see `{path} --help`"));
    }
    let (kind, help) = if let Ok(NamedPuzzle { level, .. }) = names::find_puzzle(word) {
        let kind = if level.is_some() { "an instance" } else { "a puzzle" };
        (Some(kind), format!("type `heureka solve {word}`"))
    } else if let Some((kind, example)) = kind_of_word(word) {
        (Some(kind), format!("name the puzzle first, such as `heureka solve {example}`"))
    } else {
        let own = in_table(COMMANDS, word).map(|own| format!("type `{own}`"));
        // A list of all commands is too long: the help has them.
        let similar = || names::suggest_or(word, &known, "");
        (None, own.unwrap_or_else(similar).trim().to_owned())
    };
    let what = match kind {
        Some(kind) => format!("'{word}' is {kind}, not a command"),
        None => format!("there is no command '{word}'"),
    };
    let help = match help.chars().last() {
        None => help,
        Some('?') => format!("{help} "),
        Some(_) => format!("{help}; "),
    };
    Failure::usage(what, format!("{help}`heureka --help` shows the commands"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program's own names come first, so a name in a table would never be looked up.
    #[test]
    fn tables_translate_other_names_to_own_ones() {
        let top = args::command();
        for (others, own) in COMMANDS {
            let own: Vec<OsString> = own.split(' ').map(OsString::from).collect();
            assert!(own[1].to_string_lossy().starts_with("--") || find_command(&own).len() > 1);
            for other in *others {
                assert!(top.find_subcommand(other).is_none(), "{other} is a command");
            }
        }
        for (_, own) in OPTIONS {
            assert!(!commands_with(&top, "heureka", own).is_empty(), "{own}");
        }
    }
}
