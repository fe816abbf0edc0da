//! `heureka play`: a puzzle at the terminal, move by move, with undo and hints.

use super::solve::failure;
use crate::args::Play;
use crate::ask::answer;
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{ADVICE, CAREFUL, FAINT, GOOD, HEADING, optimality, plural, wrap};
use crate::interrupt;
use heureka_core::{Limits, Optimality, Outcome, Strategy};
use heureka_kit::game::Game;
use heureka_kit::instance::SolveError;
use heureka_kit::text::plan_words;
use std::io::{self, Write};
use std::time::Duration;

/// What a player can say beside moves, and what it means.
const WORDS: &[(&str, &str, &str)] = &[
    ("moves", "m", "the legal moves"),
    ("undo", "u", "take the last move back"),
    ("hint", "h", "the next move of a solution from here"),
    ("solve", "s", "all moves of a solution from here"),
    ("restart", "r", "begin anew"),
    ("plan", "p", "the moves played so far"),
    ("help", "?", "these words"),
    ("quit", "q", "leave; so does the end of the input"),
];

/// What the player's hints come from.
struct Coach {
    strategy: Strategy,
    patience: Duration,
}

/// Plays until the puzzle is solved or the player leaves.
pub fn run(args: &Play, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entry = choose::puzzle(&args.puzzle)?;
    let info = entry.info();
    let (word, heuristic) = (args.strategy.as_deref(), args.heuristic.as_deref());
    let (chosen, strategy) = choose::search(entry, &args.choice, word, heuristic)?;
    let coach = Coach { strategy, patience: args.patience };
    let Some(mut game) = chosen.instance.game() else {
        return Err(choose::too_large(&*chosen.instance));
    };
    writeln!(out, "{HEADING}{}{HEADING:#}\n{}\n", info.title, wrap(info.rules.split(' '), 0))?;
    if let Some(why) = chosen.instance.unsolvable() {
        let text = format!("This one cannot be solved: {why}.");
        writeln!(out, "{CAREFUL}{}{CAREFUL:#}\n", wrap(text.split(' '), 0))?;
    }
    writeln!(out, "{}\n{FAINT}{}{FAINT:#}", game.board(), legal(&*game))?;
    writeln!(out, "{FAINT}`help` tells what else you can say{FAINT:#}")?;
    while !game.solved() {
        write!(out, "{ADVICE}{}>{ADVICE:#} ", game.played().actions.len())?;
        out.flush()?;
        let Some(line) = answer() else {
            writeln!(out)?;
            return leave(out, &*game);
        };
        match meant(line.trim(), &*game) {
            "" => {}
            "quit" => return leave(out, &*game),
            "moves" => writeln!(out, "{}", legal(&*game))?,
            "undo" if game.undo() => writeln!(out, "{}", game.board())?,
            "undo" => writeln!(out, "this is the start: there is nothing to take back")?,
            "restart" => {
                game.restart();
                writeln!(out, "{}", game.board())?;
            }
            "plan" => {
                let plan = game.played();
                writeln!(out, "{}", wrap(plan.actions.iter().map(String::as_str), 0))?;
            }
            "hint" => hint(out, &*game, &coach, 1)?,
            "solve" => hint(out, &*game, &coach, usize::MAX)?,
            "help" => help(out, &*game)?,
            moves => play(out, &mut *game, moves)?,
        }
    }
    let plan = game.played();
    let moves = plural(plan.actions.len() as u64, "move");
    writeln!(out, "{GOOD}solved{GOOD:#} in {moves}, cost {}", plan.cost)?;
    Ok(Exit::Done)
}

/// The word that a letter is short for, unless the letter is a move.
fn meant<'l>(line: &'l str, game: &dyn Game) -> &'l str {
    match WORDS.iter().find(|(_, short, _)| *short == line) {
        Some((word, _, _)) if !game.moves().iter().any(|name| name == line) => word,
        _ => line,
    }
}

fn leave(out: &mut dyn Write, game: &dyn Game) -> Result<Exit, Failure> {
    let plan = game.played();
    let moves = plural(plan.actions.len() as u64, "move");
    writeln!(out, "left unsolved after {moves}, cost {}", plan.cost)?;
    Ok(Exit::Done)
}

fn legal(game: &dyn Game) -> String {
    let moves = game.moves();
    if moves.is_empty() {
        return "there is no legal move: undo or restart".to_owned();
    }
    let words = std::iter::once("moves:").chain(moves.iter().map(String::as_str));
    wrap(words, 0)
}

/// Plays moves until one is not legal.
fn play(out: &mut dyn Write, game: &mut dyn Game, moves: &str) -> io::Result<()> {
    for word in plan_words(moves).map(|word| word.text) {
        if game.play(word).is_none() {
            writeln!(out, "{}", game.board())?;
            writeln!(out, "{CAREFUL}'{word}' is no legal move here{CAREFUL:#}; {}", legal(game))?;
            return Ok(());
        }
        if game.solved() {
            break;
        }
    }
    writeln!(out, "{}", game.board())
}

/// Tells the first `most` moves of a solution from here.
fn hint(out: &mut dyn Write, game: &dyn Game, coach: &Coach, most: usize) -> Result<(), Failure> {
    let mut limits = Limits::none().interrupt(interrupt::flag()).time(coach.patience);
    let outcome = match game.advise(&coach.strategy, &mut limits) {
        // A strategy that does not suit is no reason to lose the game.
        Err(SolveError::Unsupported(error)) => {
            writeln!(out, "no hint: {error}; -s chooses another search")?;
            return Ok(());
        }
        other => other.map_err(|error| failure(&error))?,
    };
    match outcome {
        Outcome::Solved(plan, sure) => {
            let words = plan.actions.iter().take(most).map(String::as_str);
            writeln!(out, "{ADVICE}{}{ADVICE:#}", wrap(words, 0))?;
            let sure = match sure {
                Optimality::Proved => "no way from here is cheaper".to_owned(),
                other => optimality(other),
            };
            writeln!(out, "{FAINT}cost to the goal {}: {sure}{FAINT:#}", plan.cost)?;
        }
        Outcome::Unsolvable => {
            writeln!(out, "{CAREFUL}no way leads to the goal from here: undo{CAREFUL:#}")?;
        }
        Outcome::NotFound(gap) => writeln!(out, "no hint: {gap}")?,
        Outcome::Stopped(stop) => {
            writeln!(out, "no hint: {stop}; --patience allows for more, -s for another search")?;
        }
    }
    Ok(())
}

fn help(out: &mut dyn Write, game: &dyn Game) -> io::Result<()> {
    writeln!(out, "{}", legal(game))?;
    for (word, short, meaning) in WORDS {
        writeln!(out, "  {word:<8} {short}  {meaning}")?;
    }
    Ok(())
}
