//! `heureka play`: plays an instance at the terminal, with undo and hints.

use crate::args::{Search, SubjectArgs};
use crate::ask::answer;
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{ADVICE, CAREFUL, FAINT, GOOD, HEADING, optimality, plural, wrap};
use crate::interrupt;
use crate::units::parse_duration;
use clap::Args;
use heureka_core::{Limits, Outcome, Strategy};
use heureka_kit::game::Game;
use heureka_kit::instance::SolveError;
use heureka_kit::text::plan_words;
use std::io::{self, Write};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  heureka play hanoi '3 4'
  heureka play pacman rooms
  heureka play tiles --random 3x3 --seed 5

Enter one or more moves per line, or `help` to see the other commands.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    #[command(flatten)]
    subject: SubjectArgs,
    #[command(flatten)]
    search: Search,
    /// Limit the search time for a hint.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "20s")]
    patience: Duration,
}

/// The commands of the game: word, letter, meaning.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("moves", "m", "list the legal moves"),
    ("undo", "u", "take back the last move"),
    ("hint", "h", "show the next move of a solution"),
    ("solve", "s", "show all moves of a solution"),
    ("restart", "r", "start again"),
    ("plan", "p", "show the moves played so far"),
    ("help", "?", "list the commands"),
    ("quit", "q", "quit"),
];

pub fn run(args: &Play, out: &mut dyn Write) -> Result<Exit, Failure> {
    let info = args.subject.puzzle.info();
    let (instance, strategy) = choose::search(&args.subject, &args.search, None)?;
    let playable = instance.as_small().ok_or_else(|| choose::too_large("play"))?;
    let game = &mut *playable.game();
    writeln!(out, "{HEADING}{}{HEADING:#}\n{}\n", info.title, wrap(info.rules.split(' '), 0))?;
    if let Some(reason) = instance.unsolvable() {
        let text = format!("This instance is unsolvable: {reason}.");
        writeln!(out, "{CAREFUL}{}{CAREFUL:#}\n", wrap(text.split(' '), 0))?;
    }
    writeln!(out, "{}\n{FAINT}{}{FAINT:#}", game.board(), legal_moves(game))?;
    writeln!(out, "{FAINT}enter moves, or `help` to see the other commands{FAINT:#}")?;
    // From now on, Ctrl-C interrupts.
    interrupt::flag();
    let mut failure = None;
    while !game.is_solved() {
        write!(out, "{ADVICE}{}>{ADVICE:#} ", game.played().actions.len())?;
        out.flush()?;
        let line = match answer() {
            Ok(Some(line)) => line,
            end => {
                writeln!(out)?;
                // The result of the game comes before the failure.
                failure = end.err();
                break;
            }
        };
        match expand(line.trim(), game) {
            "" => {}
            "quit" => break,
            "moves" => writeln!(out, "{}", legal_moves(game))?,
            "undo" if game.undo() => writeln!(out, "{}", game.board())?,
            "undo" => writeln!(out, "no move to take back")?,
            "restart" => {
                game.restart();
                writeln!(out, "{}", game.board())?;
            }
            "plan" => {
                let plan = game.played();
                writeln!(out, "{}", wrap(plan.actions.iter().map(String::as_str), 0))?;
            }
            "hint" => hint(out, game, &strategy, args.patience, 1)?,
            "solve" => hint(out, game, &strategy, args.patience, usize::MAX)?,
            "help" => {
                writeln!(out, "{}", legal_moves(game))?;
                for (word, letter, meaning) in COMMANDS {
                    writeln!(out, "  {word:<8} {letter}  {meaning}")?;
                }
            }
            moves => play(out, game, moves)?,
        }
    }
    let plan = game.played();
    let moves = plural(plan.actions.len() as u64, "move");
    if game.is_solved() {
        writeln!(out, "{GOOD}solved{GOOD:#} in {moves}, cost {}", plan.cost)?;
    } else {
        writeln!(out, "unsolved after {moves}, cost {}", plan.cost)?;
    }
    failure.map_or(Ok(Exit::Done), Err)
}

/// Returns the command that a letter abbreviates, unless the letter is a legal move.
fn expand<'l>(line: &'l str, game: &dyn Game) -> &'l str {
    match COMMANDS.iter().find(|(_, letter, _)| *letter == line) {
        Some((word, _, _)) if !game.moves().iter().any(|name| name == line) => word,
        _ => line,
    }
}

fn legal_moves(game: &dyn Game) -> String {
    let moves = game.moves();
    if moves.is_empty() {
        return "no legal moves: undo or restart".to_owned();
    }
    wrap(std::iter::once("moves:").chain(moves.iter().map(String::as_str)), 0)
}

/// Plays moves up to the first illegal one.
fn play(out: &mut dyn Write, game: &mut dyn Game, moves: &str) -> io::Result<()> {
    for word in plan_words(moves).map(|word| word.text) {
        if game.is_solved() {
            break;
        }
        if game.play(word).is_none() {
            let (board, moves) = (game.board(), legal_moves(game));
            return writeln!(out, "{board}\n{CAREFUL}illegal move '{word}'{CAREFUL:#}; {moves}");
        }
    }
    writeln!(out, "{}", game.board())
}

/// Shows the first `max` moves of a solution from the current state.
fn hint(
    out: &mut dyn Write,
    game: &dyn Game,
    strategy: &Strategy,
    patience: Duration,
    max: usize,
) -> Result<(), Failure> {
    let mut limits = Limits::none().interrupt(interrupt::flag()).time(patience);
    match game.advise(strategy, &mut limits) {
        // An unsuitable strategy must not end the game.
        Err(SolveError::Unsupported(error)) => {
            writeln!(out, "no hint: {error}; choose another strategy with -s")?;
        }
        Err(error) => return Err(error.into()),
        Ok(Outcome::Solved(plan, known)) => {
            let words = plan.actions.iter().take(max).map(String::as_str);
            writeln!(out, "{ADVICE}{}{ADVICE:#}", wrap(words, 0))?;
            let known = optimality(known);
            writeln!(out, "{FAINT}remaining cost {}, {known}{FAINT:#}", plan.cost)?;
        }
        Ok(Outcome::Unsolvable) => {
            writeln!(out, "{CAREFUL}no solution from here: undo or restart{CAREFUL:#}")?;
        }
        Ok(Outcome::NotFound(gap)) => writeln!(out, "no hint: {gap}")?,
        Ok(Outcome::Stopped(stop)) => {
            writeln!(out, "no hint: {stop}; raise --patience or choose a strategy with -s")?;
        }
    }
    Ok(())
}
