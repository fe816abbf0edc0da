//! A game with its commands: what a typed line does, and the answer to it.

use super::best_cost::{BestCost, MEMORY};
use crate::commands::check;
use crate::exit::Failure;
use crate::files::{self, MAX_PLAN};
use crate::formats::human::{ADVICE, CAREFUL, FAINT, GOOD, optimality};
use crate::units::{count, plural};
use anstyle::Style;
use heureka_core::limits::Progress;
use heureka_core::{Optimality, Outcome, Plan, Report, Strategy};
use heureka_kit::game::Game;
use heureka_kit::hint::{Hint, hint};
use heureka_kit::instance::{Instance, SolveError};
use heureka_kit::read_moves::{Unclear, play_line};
use heureka_lab::table_cache;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The most legal moves that are listed unasked.
const MAX_LISTED: usize = 24;

/// The commands of a game and what they do.
pub const COMMANDS: &[(&str, &str)] = &[
    ("moves", "list the legal moves"),
    ("undo", "take back the last move"),
    ("hint", "show the next move of a solution"),
    ("solve", "show all moves of a solution"),
    ("restart", "start again"),
    ("plan", "show the moves played so far"),
    (SAVE, "write the moves played so far to a new file"),
    (SAVE_OVER, "write them over an existing file"),
    (LOAD, "start again with the moves of a file"),
    ("help", "show the rules and the commands"),
    ("quit", "quit"),
];
const SAVE: &str = "save FILE";
const SAVE_OVER: &str = "save! FILE";
const LOAD: &str = "load FILE";

/// A text in one style, to be wrapped.
pub type Paragraph = (Style, String);

/// The answer to a typed line.
#[derive(Debug, Default)]
pub struct Reply {
    /// Whether the line was about the board, which may have changed.
    pub is_board: bool,
    /// Whether the game is over.
    pub quits: bool,
    /// What to say.
    pub text: Vec<Paragraph>,
}

impl Reply {
    fn text(style: Style, text: impl Into<String>) -> Self {
        Self { text: vec![(style, text.into())], ..Self::default() }
    }

    fn board() -> Self {
        Self { is_board: true, ..Self::default() }
    }
}

/// A game with its commands.
pub struct Session<'a> {
    pub game: Box<dyn Game + 'a>,
    pub instance: &'a dyn Instance,
    pub strategy: Strategy,
    /// The time limit of `solve`.
    pub patience: Duration,
    pub best: &'a BestCost,
    /// The files that the instance may come from, which no result replaces.
    pub inputs: Vec<PathBuf>,
    /// Returns whether the user wants a running search to stop.
    pub stop: &'a dyn Fn() -> bool,
}

impl Session<'_> {
    /// Obeys a typed line: a command, or moves.
    pub fn enter(&mut self, line: &str) -> Result<Reply, Failure> {
        let line = line.trim();
        let Some((command, file)) = self.command(line) else {
            return Ok(match line.strip_prefix(':') {
                Some(_) => Reply::text(CAREFUL, format!("unknown command '{line}'; type help")),
                None => self.play(line),
            });
        };
        Ok(match command {
            "moves" => Reply::text(Style::new(), list_moves(&self.game.moves(), usize::MAX)),
            "undo" if self.game.undo() => Reply::board(),
            "undo" => Reply::text(CAREFUL, "no move to take back"),
            "hint" => self.hint()?,
            "solve" => self.solve()?,
            "restart" => {
                self.game.restart();
                Reply::board()
            }
            "plan" => {
                let mut reply = Reply::text(Style::new(), self.game.played().actions.join(" "));
                reply.text.push((FAINT, self.status()));
                reply
            }
            SAVE | SAVE_OVER | LOAD if file.is_empty() || files::is_stdout(Path::new(file)) => {
                let word = command.trim_end_matches(" FILE");
                Reply::text(CAREFUL, format!("give the path of a file, such as {word} plan.txt"))
            }
            SAVE | SAVE_OVER => {
                let saved = self.save(Path::new(file), command == SAVE_OVER);
                saved.unwrap_or_else(|failure| excuse(&failure))
            }
            LOAD => self.load(Path::new(file)).unwrap_or_else(|failure| excuse(&failure)),
            "help" => self.help(),
            _ => Reply { quits: true, ..Reply::default() },
        })
    }

    /// Returns the command of a line and the file after it. A legal move of the same name goes first,
    /// unless there is a colon before the command.
    fn command<'l>(&self, line: &'l str) -> Option<(&'static str, &'l str)> {
        let text = line.strip_prefix(':').unwrap_or(line);
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if !line.starts_with(':') && self.game.moves().iter().any(|name| name == word) {
            return None;
        }
        let word = if word == "?" { "help" } else { word };
        let mut names = COMMANDS.iter().map(|(name, _)| *name);
        let name = names.find(|name| {
            let (own, takes_file) =
                name.split_once(' ').map_or((*name, false), |(own, _)| (own, true));
            own.eq_ignore_ascii_case(word) && (takes_file || rest.is_empty())
        });
        name.map(|name| (name, rest.trim()))
    }

    fn play(&mut self, line: &str) -> Reply {
        if line.is_empty() {
            return Reply::default();
        }
        if self.game.is_solved() {
            return Reply::text(CAREFUL, "the puzzle is solved: undo or restart to play on");
        }
        let mut reply = Reply::board();
        if let Err(Unclear { text, meanings }) = play_line(&mut *self.game, line) {
            let explained = if meanings.is_empty() {
                format!("illegal move '{text}'; {}", self.legal_moves())
            } else {
                format!("'{text}' fits several {}", list_moves(&meanings, MAX_LISTED))
            };
            reply.text.push((CAREFUL, explained));
        }
        reply
    }

    /// Lists the legal moves, at least the first ones.
    pub fn legal_moves(&self) -> String {
        list_moves(&self.game.moves(), MAX_LISTED)
    }

    /// Returns the moves and the cost so far beside the best possible cost.
    pub fn status(&self) -> String {
        let Plan { actions, cost } = self.game.played();
        let moves = plural(actions.len() as u64, "move");
        format!("{moves}, cost {}{}", count(cost), self.best.beside())
    }

    /// Returns the moves and the cost at the end of the game; of a solution, beside the best possible
    /// cost.
    pub fn summary(&self) -> String {
        let Plan { actions, cost } = self.game.played();
        let text = format!("{}, cost {}", plural(actions.len() as u64, "move"), count(cost));
        if self.game.is_solved() { format!("in {text}{}", self.best.after(cost)) } else { text }
    }

    fn help(&self) -> Reply {
        let mut text = vec![(Style::new(), self.instance.info().rules.to_owned())];
        text.push((FAINT, self.legal_moves()));
        text.extend(COMMANDS.iter().map(|(name, does)| (Style::new(), format!("{name}: {does}"))));
        let short = "Moves can be shortened, such as `8 down` or `8d` for (8,down), `13` for 1>3, `u` for \
                     up. Where a move has the name of a command, type a colon before the command: :undo";
        text.push((FAINT, short.to_owned()));
        Reply { text, ..Reply::default() }
    }

    /// Writes the moves played so far to a file, at request over an existing one.
    fn save(&self, path: &Path, replaces: bool) -> Result<Reply, Failure> {
        files::distinct(&self.inputs, [&path.to_owned()])?;
        let file = path.display();
        if path.is_file() && !replaces {
            let text = format!("{file} exists; to replace it, type save! {file}");
            return Ok(Reply::text(CAREFUL, text));
        }
        let actions = self.game.played().actions;
        let text = if actions.is_empty() { "# no moves".to_owned() } else { actions.join("\n") };
        files::output(path)?.save(text + "\n")?;
        let moves = plural(actions.len() as u64, "move");
        Ok(Reply::text(GOOD, format!("wrote {moves} to {file}")))
    }

    /// Starts again with the moves of a plan, up to the first illegal one.
    pub fn load(&mut self, path: &Path) -> Result<Reply, Failure> {
        let text = files::read(path, MAX_PLAN)?;
        let record = check::Record::read(path, &text)?;
        let words = check::plan(self.instance, &text, record.as_ref());
        self.game.restart();
        let played = words.iter().take_while(|word| self.game.play(word.text).is_some()).count();
        let (file, moves) = (path.display(), plural(played as u64, "move"));
        let (style, text) = match words.get(played) {
            None => (GOOD, format!("played {moves} of {file}")),
            Some(word) => {
                let (number, word) = (played + 1, word.text);
                (CAREFUL, format!("{file}: move {number} is illegal: '{word}'; played {moves}"))
            }
        };
        Ok(Reply { text: vec![(style, text)], ..Reply::board() })
    }

    /// Shows the next move: of a plan, or a guess.
    fn hint(&self) -> Result<Reply, Failure> {
        let found = hint(&*self.game, &self.strategy, |strategy, time| self.search(strategy, time));
        Ok(match found {
            Ok(Hint::Plan(plan, known)) => first_moves(&plan, known, 1),
            Ok(Hint::Unsolvable) => unsolvable(),
            Ok(Hint::Interrupted) => Reply::text(CAREFUL, "no hint: interrupted"),
            Ok(Hint::Guess { action: None, .. }) => {
                Reply::text(CAREFUL, "no legal moves: undo or restart")
            }
            Ok(Hint::Guess { action: Some(action), bound }) => {
                let mut text = "a guess: no plan was found within a second".to_owned();
                if bound > 0 {
                    text = format!("{text}; every plan costs at least {} more", count(bound));
                }
                Reply { text: vec![(ADVICE, action), (FAINT, text)], ..Reply::default() }
            }
            Err(error) => not_searched(error)?,
        })
    }

    /// Shows all moves of a plan.
    fn solve(&self) -> Result<Reply, Failure> {
        let report = match self.search(&self.strategy, self.patience) {
            Ok(report) => report,
            Err(error) => return not_searched(error),
        };
        Ok(match report.outcome {
            Outcome::Solved(plan, known) => first_moves(&plan, known, usize::MAX),
            Outcome::Unsolvable => unsolvable(),
            Outcome::NotFound(gap) => Reply::text(CAREFUL, format!("no plan found: {gap}")),
            Outcome::Stopped(stop) => {
                let remedy = "raise --patience or choose a strategy with -s";
                Reply::text(CAREFUL, format!("no plan found: {stop}; {remedy}"))
            }
        })
    }

    /// Searches from the current state.
    fn search(&self, strategy: &Strategy, time: Duration) -> Result<Report<String>, SolveError> {
        let stopped = AtomicBool::new(false);
        let mut watch = |_: &Progress<'_>| {
            if (self.stop)() {
                stopped.store(true, Ordering::Relaxed);
            }
        };
        let limits = table_cache::limits().time(time).memory(MEMORY);
        self.game.advise(strategy, &mut limits.interrupt(&stopped).report(&mut watch))
    }
}

/// Says why there was no search. An unsuitable strategy must not end the game, so it is an answer.
fn not_searched(error: SolveError) -> Result<Reply, Failure> {
    match error {
        SolveError::Unsupported(error) => {
            let text = format!("no hint: {error}; choose another strategy with -s");
            Ok(Reply::text(CAREFUL, text))
        }
        error => Err(error.into()),
    }
}

/// Shows the first `max` moves of a plan and its cost.
fn first_moves(plan: &Plan<String>, known: Optimality, max: usize) -> Reply {
    let first = &plan.actions[..plan.actions.len().min(max)];
    let rest = format!("remaining cost {}, {}", count(plan.cost), optimality(known));
    Reply { text: vec![(ADVICE, first.join(" ")), (FAINT, rest)], ..Reply::default() }
}

fn unsolvable() -> Reply {
    Reply::text(CAREFUL, "no solution from here: undo or restart")
}

fn excuse(failure: &Failure) -> Reply {
    Reply::text(CAREFUL, format!("{}; {}", failure.what, failure.remedy))
}

fn list_moves(moves: &[String], most: usize) -> String {
    if moves.is_empty() {
        return "no legal moves: undo or restart".to_owned();
    }
    let shown = moves[..moves.len().min(most)].join(" ");
    match moves.len().saturating_sub(most) {
        0 => format!("moves: {shown}"),
        more => format!("moves: {shown} … and {more} more"),
    }
}
