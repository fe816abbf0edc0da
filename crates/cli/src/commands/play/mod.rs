//! `heureka play`: plays an instance, on a full screen in a terminal and by lines elsewhere.

mod best_cost;
mod frame;
mod lines;
mod screen;
mod session;

use crate::args::{Reading, Search, SubjectArgs, Tables};
use crate::choose;
use crate::exit::{Exit, Failure};
use crate::formats::human::{CAREFUL, GOOD};
use crate::interrupt;
use crate::terminal;
use crate::units::parse_duration;
use best_cost::BestCost;
use clap::Args;
use heureka_lab::advice;
use screen::Keys;
use session::{Paragraph, Session};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  heureka play hanoi '3 4'
  heureka play pacman rooms
  heureka play tiles --random 3x3 --seed 5
  heureka play bricks --load plan.txt

In a terminal, the arrow keys play moves that are directions; a number typed
before selects a piece. Enter plays what is typed, Backspace undoes, Tab hints,
F1 helps and Esc quits.

Moves can be shortened: `8 down` or `8d` for (8,down), `13` for 1>3, `u` for up.
Commands are whole words: moves, undo, hint, solve, restart, plan, save FILE,
save! FILE to replace a file, load FILE, help, quit. Where a move has such a
name, type `:undo`.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    #[command(flatten)]
    subject: SubjectArgs,
    #[command(flatten)]
    search: Search,
    /// Limit the search time of `solve`; a hint takes at most a second.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "20s")]
    patience: Duration,
    /// Play the moves of a file first: a plan, or what `save` wrote.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Play, out: &mut dyn Write) -> Result<Exit, Failure> {
    // Notes would disturb the screen.
    args.tables.open_with(|_| ());
    let info = args.subject.info();
    let (instance, strategy) =
        choose::search(&args.subject, &args.search, Reading::unlimited(false))?;
    let playable = instance.as_small().ok_or_else(|| advice::too_large("play"))?;
    // From now on, Ctrl-C interrupts.
    interrupt::flag();
    let keys = terminal::is_available().then(Keys::listen);
    let stop = &|| interrupt::is_set() || keys.as_ref().is_some_and(Keys::request_stop);
    let best = BestCost::default();
    let patience = args.patience;
    let game = playable.game();
    let inputs = args.subject.choice.inputs();
    let (instance, best) = (&*instance, &best);
    let mut session = Session { game, instance, strategy, patience, best, inputs, stop };
    let mut intro: Vec<Paragraph> = vec![];
    if let Some(reason) = instance.unsolvable() {
        intro.push((CAREFUL, format!("This instance is unsolvable: {reason}.")));
    }
    if let Some(path) = &args.load {
        intro.extend(session.load(path)?.text);
    }
    let failure = std::thread::scope(|scope| {
        let search = scope.spawn(|| best.search(instance));
        let ended = match &keys {
            Some(keys) => screen::play(&mut session, keys, info, intro),
            None => lines::play(&mut session, info, &intro, out),
        };
        if session.game.is_solved() && ended.is_ok() {
            // It takes at most a second from the start of the game.
            let _ = search.join();
        }
        best.cancel();
        ended
    })
    .err();
    if session.game.is_solved() {
        writeln!(out, "{GOOD}solved{GOOD:#} {}", session.summary())?;
    } else {
        writeln!(out, "unsolved after {}", session.summary())?;
    }
    // The result of the game comes before the failure.
    failure.map_or(Ok(Exit::Done), Err)
}
