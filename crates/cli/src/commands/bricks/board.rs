//! What needs no search: print, solved, moves, apply, compare, normalize, random-walk.

use super::{Apply, Board, Compare, LabelWord, Moves, RandomWalk};
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::json;
use heureka_puzzles::bricks::labels::read_word;
use heureka_puzzles::bricks::matrix::{
    GameState, all_moves, all_moves_help, game_state_solved, normalize_state, output_game_state,
    state_equal,
};
use heureka_puzzles::bricks::read::{read, read_cells};
use heureka_puzzles::bricks::{self, Labeled, Labels, WalkEnd};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// The text of a built-in level, a file or the standard input.
pub fn text(file: &str) -> Result<String, Failure> {
    match bricks::index().iter().find(|level| level.name == file) {
        Some(level) => Ok(level.text.to_owned()),
        None if file != "-" && !Path::new(file).exists() => Err(Failure::input(
            format!("{file}: there is neither a file nor a built-in level of this name"),
            "`heureka describe bricks` tells the levels; - is the standard input",
        )),
        None => choose::read(Path::new(file)),
    }
}

/// The state that was asked for.
fn state(file: &str, goal: Option<&str>) -> Result<GameState, Failure> {
    let goal = goal.map_or(Ok(vec![]), read_cells);
    let goal = goal.map_err(|error| Failure::usage(error.to_string(), ""))?;
    read(&text(file)?, &goal).map_err(|error| {
        Failure::input(
            format!("{file}: {error}"),
            "`heureka describe bricks` tells how states are written",
        )
    })
}

fn load(args: &Board) -> Result<GameState, Failure> {
    state(&args.file, args.goal.as_deref())
}

/// A state, as `--json` prints it.
#[derive(Serialize)]
struct Shown {
    schema: u32,
    state: String,
    solved: bool,
}

impl Shown {
    fn new(state: &GameState) -> Self {
        Self { schema: json::SCHEMA, state: state.to_string(), solved: game_state_solved(state) }
    }
}

fn show(args: &Board, state: &GameState, out: &mut dyn Write) -> Result<Exit, Failure> {
    if args.json {
        json::print(out, &Shown::new(state))?;
    } else {
        output_game_state(state, out)?;
    }
    Ok(Exit::Done)
}

/// Prints a state.
pub fn print(args: &Board, out: &mut dyn Write) -> Result<Exit, Failure> {
    show(args, &load(args)?, out)
}

/// Says whether a state is solved.
pub fn solved(args: &Board, out: &mut dyn Write) -> Result<Exit, Failure> {
    let state = load(args)?;
    if args.json {
        json::print(out, &Shown::new(&state))?;
    } else {
        writeln!(out, "{}", game_state_solved(&state))?;
    }
    Ok(Exit::Done)
}

/// Moves, as `--json` prints them.
#[derive(Serialize)]
struct Listed {
    schema: u32,
    moves: Vec<String>,
}

/// Lists moves.
pub fn moves(args: &Moves, out: &mut dyn Write) -> Result<Exit, Failure> {
    let state = load(&args.board)?;
    let moves = match args.piece {
        Some(piece) if !state.pieces().contains(&piece) => {
            let pieces: Vec<_> = state.pieces().iter().map(ToString::to_string).collect();
            return Err(Failure::usage(
                format!("there is no brick {piece}"),
                format!("there are: {}", pieces.join(", ")),
            ));
        }
        Some(piece) => all_moves_help(&state, piece),
        None => all_moves(&state),
    };
    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
    if args.board.json {
        json::print(out, &Listed { schema: json::SCHEMA, moves })?;
    } else {
        moves.iter().try_for_each(|step| writeln!(out, "{step}"))?;
    }
    Ok(Exit::Done)
}

/// The labels of a word.
pub fn labels(word: LabelWord) -> Labels {
    match word {
        LabelWord::Original => Labels::Original,
        LabelWord::Normal => Labels::Normal,
    }
}

/// Makes moves.
pub fn apply(args: &Apply, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut labeled = Labeled::new(&load(&args.board)?, labels(args.labels));
    for word in &args.moves {
        let Some((piece, path)) = read_word(word) else {
            return Err(Failure::usage(
                format!("'{word}' is no move"),
                "moves look like (5,down); directions are up, down, left, right",
            ));
        };
        labeled.go(piece, &path).map_err(|error| {
            Failure::usage(
                format!("{word}: {error}"),
                "`heureka bricks moves FILE` tells the moves there are",
            )
        })?;
    }
    show(&args.board, labeled.state(), out)
}

/// The result of a comparison, as `--json` prints it.
#[derive(Serialize)]
struct Compared {
    schema: u32,
    equal: bool,
    normalized: bool,
}

/// Compares two states; exit code 1 if they differ.
pub fn compare(args: &Compare, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (mut first, mut second) = (state(&args.first, None)?, state(&args.second, None)?);
    if args.normalized {
        normalize_state(&mut first);
        normalize_state(&mut second);
    }
    let equal = state_equal(&first, &second);
    if args.json {
        let normalized = args.normalized;
        json::print(out, &Compared { schema: json::SCHEMA, equal, normalized })?;
    } else {
        writeln!(out, "{equal}")?;
    }
    Ok(if equal { Exit::Done } else { Exit::Failed })
}

/// Prints the normal form.
pub fn normalize(args: &Board, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut state = load(args)?;
    normalize_state(&mut state);
    show(args, &state, out)
}

/// A random walk, as `--json` prints it.
#[derive(Serialize)]
struct Walked {
    schema: u32,
    seed: u64,
    start: String,
    moves: Vec<String>,
    states: Vec<String>,
    end: &'static str,
}

/// Walks at random.
pub fn random_walk(args: &RandomWalk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut state = load(&args.board)?;
    let start = state.to_string();
    let (mut moves, mut states) = (vec![], vec![]);
    let end = bricks::random_walk(&mut state, args.length, args.seed, |step, state| {
        moves.push(step.to_string());
        states.push(state.to_string());
    });
    if args.board.json {
        let end = match end {
            WalkEnd::Solved => "solved",
            WalkEnd::Length => "length",
            WalkEnd::Stuck => "stuck",
        };
        let (schema, seed) = (json::SCHEMA, args.seed);
        json::print(out, &Walked { schema, seed, start, moves, states, end })?;
        return Ok(Exit::Done);
    }
    write!(out, "{start}")?;
    for (step, state) in moves.iter().zip(&states) {
        write!(out, "{step}\n{state}")?;
    }
    out.flush()?;
    match end {
        WalkEnd::Stuck => advise("no brick can move, so the walk ends here"),
        WalkEnd::Solved => advise("the puzzle is solved, so the walk ends here"),
        WalkEnd::Length => {}
    }
    Ok(Exit::Done)
}
