//! `heureka check`: is somebody's plan a plan?

use crate::args::Check;
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{CAREFUL, GOOD, plural};
use crate::formats::json;
use crate::units::count;
use heureka_core::{Cost, PlanError};
use heureka_kit::instance::{CheckError, Instance};
use heureka_kit::text::{Word, plan_words};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Checks a plan and prints the verdict.
pub fn run(args: &Check, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let standard = |path: &Path| path == Path::new("-");
    if standard(&args.plan) && args.choice.file.as_deref().is_some_and(standard) {
        return Err(Failure::usage(
            "the instance and the plan cannot both come from the standard input",
            "give the path of a file to --file or to --plan",
        ));
    }
    let text = choose::read(&args.plan)?;
    let listed = json_plan(&text, &args.plan)?;
    let mut choice = args.choice.clone();
    if let Some((_, settings)) = &listed {
        let known = |name: &str| choice.parameters.iter().any(|(given, _)| given == name);
        let new: Vec<_> = settings.iter().filter(|(name, _)| !known(name)).cloned().collect();
        // What is given last counts, and --rows and --cols come later still.
        choice.parameters.splice(0..0, new);
    }
    let instance = choose::instance(entry, &choice)?;
    let words: Vec<Word<'_>> = match &listed {
        Some((moves, _)) => moves.iter().map(|text| Word { text, line: 0, column: 0 }).collect(),
        None => plan_words(&text).take_while(|word| !instance.ends_plan(word.text)).collect(),
    };
    match instance.check(&words) {
        Ok(cost) => {
            if args.json {
                print(out, &*instance, &words, Ok(cost))?;
            } else {
                let moves = plural(words.len() as u64, "move");
                writeln!(out, "{GOOD}{:<12}{GOOD:#}{moves}, cost {}", "accepted", count(cost))?;
            }
            Ok(Exit::Done)
        }
        Err(CheckError::NoMove { index, example }) => {
            let word = &words[index];
            let error = word.error(format!("'{}' is no move of {}", word.text, entry.info().name));
            let example = example.map(|word| format!("; moves look like {word}"));
            Err(Failure::input(
                format!("{}: {error}", args.plan.display()),
                format!("write one move per word{}", example.unwrap_or_default()),
            ))
        }
        Err(CheckError::Refused(error)) => {
            let place = match error {
                PlanError::IllegalMove { step } => place(&words[step - 1]),
                _ => String::new(),
            };
            let reason = format!("{error}{place}");
            if args.json {
                print(out, &*instance, &words, Err(&reason))?;
            } else {
                writeln!(out, "{CAREFUL}{:<12}{CAREFUL:#}{reason}", "refused")?;
            }
            Ok(Exit::Failed)
        }
    }
}

/// A result of `heureka check`.
#[derive(Serialize)]
struct Verdict<'a> {
    schema: u32,
    puzzle: &'a str,
    instance: String,
    accepted: bool,
    reason: Option<&'a str>,
    cost: Option<Cost>,
    length: usize,
}

fn print(
    out: &mut dyn Write,
    instance: &dyn Instance,
    words: &[Word<'_>],
    verdict: Result<Cost, &str>,
) -> io::Result<()> {
    json::print(
        out,
        &Verdict {
            schema: json::SCHEMA,
            puzzle: instance.info().name,
            instance: instance.text(),
            accepted: verdict.is_ok(),
            reason: verdict.err(),
            cost: verdict.ok(),
            length: words.len(),
        },
    )
}

fn place(word: &Word<'_>) -> String {
    match word.line {
        0 => format!(": {}", word.text),
        line => format!(": {} in line {line}, column {}", word.text, word.column),
    }
}

/// Moves and settings.
type Listed = (Vec<String>, Vec<(String, String)>);

/// The plan of a result of `heureka solve --json` and the settings that it was found with, if the
/// text is one.
fn json_plan(text: &str, path: &Path) -> Result<Option<Listed>, Failure> {
    if !text.trim_start().starts_with('{') {
        return Ok(None);
    }
    let wrong = |what: String| {
        Failure::input(
            format!("{}: {what}", path.display()),
            "give a list of moves, or a solved result of `heureka solve --json`",
        )
    };
    let value: serde_json::Value = serde_json::from_str(text).map_err(|error| {
        wrong(format!("line {}, column {}: {error}", error.line(), error.column()))
    })?;
    let moves = value.get("plan").and_then(|plan| plan.as_array());
    let moves = moves.and_then(|moves| {
        moves.iter().map(|word| word.as_str().map(str::to_owned)).collect::<Option<_>>()
    });
    let moves = moves.ok_or_else(|| wrong("this JSON object holds no plan".to_owned()))?;
    let settings = value.get("parameters").and_then(|settings| settings.as_object());
    let settings = settings
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    Ok(Some((moves, settings.collect())))
}
