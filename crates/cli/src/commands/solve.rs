//! `heureka solve`: the main command.

use crate::args::{Show, Solve};
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::{human, json};
use crate::run::under_limits;
use heureka_core::Strategy;
use heureka_kit::instance::{Instance, Solution, SolveError};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The side of a cell in a picture.
const PIXELS: f64 = 36.0;

/// Solves an instance and prints the result.
pub fn run(args: &Solve, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let (word, heuristic) = (args.strategy.as_deref(), args.heuristic.as_deref());
    let (chosen, strategy) = choose::search(entry, &args.choice, word, heuristic)?;
    choose::horizon(&strategy, &args.horizon)?;
    let draws = args.svg.is_some() || args.show == Show::States;
    if draws && chosen.instance.too_large().is_some() {
        return Err(choose::too_large(&*chosen.instance));
    }
    if let (Some(name), false) = (&args.heuristic, strategy.algorithm.is_informed()) {
        advise(&format!("{strategy} looks at no heuristic, so -H {name} changes nothing"));
    }
    let solution = search(args, &*chosen.instance, &strategy)?;
    if let Some(path) = &args.svg {
        draw(path, &*chosen.instance, &solution)?;
    }
    if args.json {
        json::solution(out, &chosen, &strategy, &solution)?;
    } else {
        human::solution(out, &chosen, &strategy, &solution, args.show)?;
    }
    out.flush()?;
    if let Some(text) = human::advice(&strategy, &solution) {
        advise(&text);
    }
    Ok(exit(&solution))
}

fn search(args: &Solve, instance: &dyn Instance, strategy: &Strategy) -> Result<Solution, Failure> {
    let (limit, horizon) = (&args.limit, Some(&args.horizon));
    let Some(path) = &args.trace else {
        let solved = under_limits(limit, horizon, |limits| instance.solve(strategy, limits, None));
        return solved.map_err(|error| failure(&error));
    };
    let file = File::create(path).map_err(|error| unwritable(path, &error))?;
    let mut trace = json::TraceWriter::new(BufWriter::new(file));
    let solved =
        under_limits(limit, horizon, |limits| instance.solve(strategy, limits, Some(&mut trace)));
    trace.finish().map_err(|error| unwritable(path, &error))?;
    solved.map_err(|error| failure(&error))
}

/// Writes the film strip of a solution; without one, the start alone.
fn draw(path: &Path, instance: &dyn Instance, solution: &Solution) -> Result<(), Failure> {
    let plan = solution.outcome.plan().map_or(&[][..], |plan| &plan.actions);
    let info = instance.info();
    let title = match plan.len() {
        0 => format!("{}: the start", info.title),
        _ => format!("{}: {}", info.title, human::plural(plan.len() as u64, "move")),
    };
    let svg = instance.film(plan).svg(&title, PIXELS);
    save(path, &svg)
}

/// Writes a whole file.
pub fn save(path: &Path, content: &str) -> Result<(), Failure> {
    std::fs::write(path, content).map_err(|error| unwritable(path, &error))
}

/// A file that cannot be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::input(
        format!("{}: {error}", path.display()),
        "give the path of a file that can be written",
    )
}

/// What a search that came to no result means to the user.
pub fn failure(error: &SolveError) -> Failure {
    match error {
        SolveError::Unsupported(error) => Failure::usage(
            error.to_string(),
            "choose another strategy; `heureka list` tells them all",
        ),
        SolveError::Refused(_) => {
            Failure::bug(error.to_string(), "please report it with the command line that led to it")
        }
    }
}

/// How the program ends after a search.
pub fn exit(solution: &Solution) -> Exit {
    let (outcome, reason) = json::outcome(solution);
    Exit::of(outcome, reason.as_ref())
}
