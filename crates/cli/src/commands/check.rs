//! `heureka check`: checks a plan against the reference rules.

use crate::args::{Reading, SubjectArgs};
use crate::exit::{Exit, Failure};
use crate::files::{MAX_PLAN, is_stdin, read};
use crate::formats::human::{CAREFUL, GOOD, caveat, effective, headline, line, subject};
use crate::interrupt;
use crate::output::Output;
use crate::units::{count, plural};
use clap::Args;
use heureka_core::Limits;
use heureka_core::plan::PlanError;
use heureka_kit::instance::{CheckError, Instance};
use heureka_kit::text::{Word, plan_words};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  heureka check hanoi '3 2' --plan plan.txt
  heureka solve hanoi --json | heureka check hanoi --plan -

A plan is a list of moves, one per word; `#` starts a comment. The output of
`heureka solve`, as text, drawn by `--show states`, or JSON, is also accepted.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    #[command(flatten)]
    subject: SubjectArgs,
    /// Read the plan from a file (`-` for standard input).
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Check, out: &mut dyn Write) -> Result<Exit, Failure> {
    let choice = &args.subject.choice;
    let instance = choice.file.as_deref().or(choice.file_argument());
    if is_stdin(&args.plan) && instance.is_some_and(is_stdin) {
        let what = "cannot read both the instance and the plan from standard input";
        return Err(Failure::usage(what, "give the path of a file to --file or to --plan"));
    }
    let text = args.output.or_stopped(out, read(&args.plan, MAX_PLAN))?;
    let record = Record::read(&args.plan, &text)?;
    let mut given = args.subject.clone();
    if let Some(record) = &record {
        // The last value of a parameter counts, so the given ones override those of the record.
        given.choice.parameters.splice(0..0, record.parameters.clone());
    }
    let instance =
        args.output.or_stopped(out, given.instance(Reading::unlimited(!is_stdin(&args.plan))))?;
    let words = plan(&*instance, &text, record.as_ref());
    let mut plan = words.iter().map(|word| word.text);
    let result = match instance.check(&mut plan, &mut Limits::none().interrupt(interrupt::flag())) {
        Ok(cost) => Ok(cost),
        Err(CheckError::Stopped(stop)) => {
            let stopped = Failure::stopped(stop, "checking the plan");
            return args.output.or_stopped(out, Err(stopped));
        }
        Err(CheckError::NotAMove { index, example }) => {
            let (word, name) = (&words[index], instance.info().name);
            let error = word.error(format!("'{}' is not a move of {name}", word.text));
            let example = example.map(|word| format!(", such as {word}")).unwrap_or_default();
            let help = format!("write one move per word{example}");
            return Err(Failure::file(&args.plan, error, help));
        }
        Err(CheckError::Invalid(error @ PlanError::IllegalMove { step })) => {
            let Word { text, line, column } = words[step - 1];
            let place = match line {
                0 => String::new(),
                _ => format!(" at line {line}, column {column}"),
            };
            Err(format!("{error}: {text}{place}"))
        }
        Err(error) => Err(error.to_string()),
    };
    let object = || {
        json!({
            "puzzle": instance.info().name,
            "instance": instance.text(),
            "seed": given.choice.random_seed(),
            "parameters": effective(&*instance),
            "caveat": instance.caveat(),
            "accepted": result.is_ok(),
            "reason": result.as_ref().err(),
            "cost": result.as_ref().ok(),
            "length": words.len(),
        })
    };
    args.output.either(out, object, |out| match &result {
        Ok(cost) => {
            let moves = plural(words.len() as u64, "move");
            headline(out, GOOD, "accepted", &format!("{moves}, cost {}", count(*cost)))?;
            line(out, "for", &subject(&*instance))?;
            caveat(out, &*instance)
        }
        Err(reason) => headline(out, CAREFUL, "rejected", reason),
    })?;
    Ok(if result.is_ok() { Exit::Done } else { Exit::Failed })
}

/// The fields of a result of `heureka solve --json` that a check needs.
#[derive(Deserialize)]
pub struct Record {
    plan: Vec<String>,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
}

impl Record {
    /// Reads a result, if the text of the file is JSON.
    pub fn read(path: &Path, text: &str) -> Result<Option<Self>, Failure> {
        let is_json = text.trim_start().starts_with('{');
        is_json.then(|| serde_json::from_str(text)).transpose().map_err(|error| {
            let help = "give a list of moves, or the output of `heureka solve --json`";
            Failure::file(path, format!("not a solved result: {error}"), help)
        })
    }
}

/// Returns the moves of a plan: those of the record, or else of the text.
pub fn plan<'t>(
    instance: &dyn Instance,
    text: &'t str,
    record: Option<&'t Record>,
) -> Vec<Word<'t>> {
    if let Some(record) = record {
        return record.plan.iter().map(|text| Word { text, line: 0, column: 0 }).collect();
    }
    let words = plan_words(text).take_while(|word| !instance.ends_plan(word.text));
    let split = |word: Word<'t>| word.parts(instance.split_moves(word.text).into_iter());
    let mut words: Vec<Word<'t>> = words.flat_map(split).collect();
    while words.last().is_some_and(|word| instance.is_idle(word.text)) {
        words.pop();
    }
    words
}
