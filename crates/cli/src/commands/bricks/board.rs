//! The commands without a search: print, solved, moves, apply, compare, normalize, random-walk.

use super::{Board, state};
use crate::exit::{Exit, Failure, advise};
use crate::output::Output;
use crate::seed::Seed;
use crate::units::{whole, whole_in};
use clap::Args;
use heureka_courses::bricks::{
    self, GameState, Labeled, Labels, WalkEnd, all_moves, all_moves_help, game_state_solved,
    normalize_state, read_word, state_equal,
};
use serde_json::{Value, json};
use std::io::Write;

/// Prints a result as JSON or as text.
fn answer(
    output: Output,
    object: &Value,
    text: &str,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    output.either(out, || object, |out| write!(out, "{text}"))?;
    Ok(Exit::Done)
}

/// Returns a state as JSON.
fn object(state: &GameState) -> Value {
    json!({ "state": state.to_string(), "solved": game_state_solved(state) })
}

pub(super) fn show(
    output: Output,
    state: &GameState,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    answer(output, &object(state), &state.to_string(), out)
}

/// Prints whether a state is solved; the exit code is 1 if not.
pub(super) fn solved(args: &Board, out: &mut dyn Write) -> Result<Exit, Failure> {
    let state = args.state()?;
    let solved = game_state_solved(&state);
    answer(args.output, &object(&state), &format!("{solved}\n"), out)?;
    Ok(if solved { Exit::Done } else { Exit::Failed })
}

pub(super) fn normalize(args: &Board, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut state = args.state()?;
    normalize_state(&mut state);
    show(args.output, &state, out)
}

#[derive(Debug, Args)]
pub(super) struct Moves {
    #[command(flatten)]
    board: Board,
    /// List only the moves of this brick.
    #[arg(long, value_name = "N", value_parser = whole_in::<i32>(2..))]
    piece: Option<i32>,
}

pub(super) fn moves(args: &Moves, out: &mut dyn Write) -> Result<Exit, Failure> {
    let state = args.board.state()?;
    let moves = match args.piece {
        Some(piece) if !state.pieces().contains(&piece) => {
            let pieces: Vec<_> = state.pieces().iter().map(ToString::to_string).collect();
            let help = format!("bricks: {}", pieces.join(", "));
            return Err(Failure::usage(format!("there is no brick {piece}"), help));
        }
        Some(piece) => all_moves_help(&state, piece),
        None => all_moves(&state),
    };
    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
    let text: String = moves.iter().flat_map(|step| [step.as_str(), "\n"]).collect();
    answer(args.board.output, &json!({ "moves": moves }), &text, out)
}

#[derive(Debug, Args)]
pub(super) struct Apply {
    #[command(flatten)]
    board: Board,
    /// Moves, such as '(2,left)'.
    #[arg(value_name = "MOVE", required = true)]
    moves: Vec<String>,
    /// Number the bricks as in the file, or as in the normal form of each state.
    #[arg(long, value_parser = ["original", "normal"], default_value = "original")]
    labels: String,
}

pub(super) fn apply(args: &Apply, out: &mut dyn Write) -> Result<Exit, Failure> {
    let labels = if args.labels == "normal" { Labels::Normal } else { Labels::Original };
    let mut labeled = Labeled::new(&args.board.state()?, labels);
    for word in &args.moves {
        let Some((piece, path)) = read_word(word) else {
            let help = "write moves as (5,down); directions are up, down, left, right";
            return Err(Failure::usage(format!("'{word}' is not a move"), help));
        };
        labeled.go(piece, &path).map_err(|error| {
            let help = "run `heureka bricks moves FILE` to see the legal moves";
            Failure::usage(format!("{word}: {error}"), help)
        })?;
    }
    show(args.board.output, labeled.state(), out)
}

#[derive(Debug, Args)]
pub(super) struct Compare {
    /// First state.
    first: String,
    /// Second state.
    second: String,
    /// Compare the normal forms.
    #[arg(long)]
    normalized: bool,
    #[command(flatten)]
    output: Output,
}

/// Compares two states; the exit code is 1 if they differ.
pub(super) fn compare(args: &Compare, out: &mut dyn Write) -> Result<Exit, Failure> {
    let state = |file: &str| -> Result<GameState, Failure> {
        let mut state = state(file, None)?;
        if args.normalized {
            normalize_state(&mut state);
        }
        Ok(state)
    };
    let equal = state_equal(&state(&args.first)?, &state(&args.second)?);
    let compared = json!({ "equal": equal, "normalized": args.normalized });
    answer(args.output, &compared, &format!("{equal}\n"), out)?;
    Ok(if equal { Exit::Done } else { Exit::Failed })
}

#[derive(Debug, Args)]
pub(super) struct RandomWalk {
    #[command(flatten)]
    board: Board,
    /// Make N moves.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>)]
    length: usize,
    #[command(flatten)]
    seed: Seed,
}

pub(super) fn random_walk(args: &RandomWalk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut state = args.board.state()?;
    let seed = args.seed.value();
    let start = state.to_string();
    let mut text = start.clone();
    let (mut moves, mut states) = (vec![], vec![]);
    let end = bricks::random_walk(&mut state, args.length, seed, |step, state| {
        text.extend([step.to_string(), "\n".to_owned(), state.to_string()]);
        moves.push(step.to_string());
        states.push(state.to_string());
    });
    let (end, note) = match end {
        WalkEnd::Solved => ("solved", Some("the walk ends here: the puzzle is solved")),
        WalkEnd::Length => ("length", None),
        WalkEnd::Stuck => ("stuck", Some("the walk ends here: no brick can move")),
    };
    let walked = json!({
        "seed": seed, "start": start, "moves": moves, "states": states, "end": end,
    });
    answer(args.board.output, &walked, &text, out)?;
    if let Some(note) = note.filter(|_| !args.board.output.json) {
        advise(note);
    }
    Ok(Exit::Done)
}
