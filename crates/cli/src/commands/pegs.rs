//! `heureka pegs`: what only peg solitaire is asked. Which problems of a board can be solved, and
//! which jumps keep a position winnable.

use crate::args::{Choice, Limit};
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, FAINT, GOOD, HEADING, line, time};
use crate::formats::json;
use crate::interrupt;
use crate::run::under_limits;
use crate::units::{count, duration, size, whole};
use clap::{Args, Subcommand};
use heureka_core::{Problem, Stop};
use heureka_kit::puzzle::{Parameters, Puzzle as _};
use heureka_puzzles::pegs::pairs::{Decision, Verdict, Way, decide, pairs};
use heureka_puzzles::pegs::{Board, Jump, Pegs as Puzzle};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, Write};

/// What to ask.
#[derive(Debug, Args)]
pub struct Pegs {
    #[command(subcommand)]
    pub question: Question,
}

/// Questions about peg solitaire.
#[derive(Debug, Subcommand)]
pub enum Question {
    /// Decide every problem with one hole at the start and one peg at the end, up to symmetry.
    #[command(after_help = TABLE_EXAMPLES)]
    Table(Table),
    /// Tell whether a position can still be won, and which jumps keep it so.
    #[command(after_help = HINT_EXAMPLES)]
    Hint(Hint),
    /// Count the positions that can still win, and the solutions.
    #[command(after_help = COUNT_EXAMPLES)]
    Count(Count),
}

/// Examples of all questions.
pub const EXAMPLES: &str = "\
Examples:
  heureka pegs table --board 4         all problems of the English board
  heureka pegs hint '6 0,0'            which first jumps can still win
  heureka pegs count '6 0,0'           positions that can win, and solutions";

const TABLE_EXAMPLES: &str = "\
Examples:
  heureka pegs table                   all six boards
  heureka pegs table --board 5 --json  the diamond, for programs

Pairs of a vacancy and a survivor that parity rules out are left out. A pair is
decided by pagoda functions, by beams from both ends that grow until one finds
a plan or drops nothing, or by walking all that pagoda functions leave. What
the effort does not decide is called open.";

const HINT_EXAMPLES: &str = "\
Examples:
  heureka pegs hint '6 0,0'
  heureka pegs hint --file game.txt --effort 1000000";

const COUNT_EXAMPLES: &str = "\
Examples:
  heureka pegs count '6 0,0'
  heureka pegs count --level english --json";

/// Which problem.
#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    pub choice: Choice,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit: Limit,
}

/// Which boards, and how hard to try.
#[derive(Debug, Args)]
pub struct Table {
    /// The board's number, from 1 to 6; all if not given.
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub board: Option<u32>,
    /// The most positions that each search for a pair may expand.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub effort: u64,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Which position, and how hard to try.
#[derive(Debug, Args)]
pub struct Hint {
    #[command(flatten)]
    pub choice: Choice,
    /// The most positions that each search may expand.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub effort: u64,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Answers.
pub fn run(args: &Pegs, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.question {
        Question::Table(args) => table(args, out),
        Question::Hint(args) => hint(args, out),
        Question::Count(args) => counts(args, out),
    }
}

/// A decision for programs.
#[derive(Serialize)]
struct Decided {
    verdict: &'static str,
    how: String,
    width: Option<u32>,
    reason: Option<String>,
    plan: Option<Vec<String>>,
    expanded: u64,
    seconds: f64,
}

/// The words for a verdict, and for how it was found.
fn words(verdict: &Verdict) -> (&'static str, String) {
    match verdict {
        Verdict::Solvable(_, Way::Beam(width)) => ("solvable", format!("beam {width}")),
        Verdict::Solvable(_, Way::BeamBackwards(width)) => {
            ("solvable", format!("back beam {width}"))
        }
        Verdict::Proved(proof) => ("unsolvable", proof.name().to_owned()),
        Verdict::Exhausted => ("unsolvable", "exhausted".to_owned()),
        Verdict::Open(Stop::Interrupted) => ("open", "interrupted".to_owned()),
        Verdict::Open(_) => ("open", "effort spent".to_owned()),
    }
}

fn jump_text(puzzle: &Puzzle, jump: Jump) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = puzzle.show_action(jump, &mut text);
    text
}

fn decided(puzzle: &Puzzle, decision: &Decision) -> Decided {
    let (verdict, how) = words(&decision.verdict);
    let (mut width, mut reason, mut plan) = (None, None, None);
    match &decision.verdict {
        Verdict::Solvable(found, Way::Beam(by) | Way::BeamBackwards(by)) => {
            width = Some(*by);
            plan = Some(found.actions.iter().map(|&jump| jump_text(puzzle, jump)).collect());
        }
        Verdict::Proved(proof) => reason = Some(proof.words(puzzle)),
        Verdict::Exhausted | Verdict::Open(_) => {}
    }
    let (expanded, seconds) = (decision.expanded, decision.elapsed.as_secs_f64());
    Decided { verdict, how, width, reason, plan, expanded, seconds }
}

/// The table for programs.
#[derive(Serialize)]
struct Tabled {
    schema: u32,
    effort: u64,
    boards: Vec<BoardTable>,
}

#[derive(Serialize)]
struct BoardTable {
    board: u8,
    name: &'static str,
    solvable: usize,
    unsolvable: usize,
    open: usize,
    pairs: Vec<PairRow>,
}

#[derive(Serialize)]
struct PairRow {
    vacancy: String,
    survivor: String,
    #[serde(flatten)]
    decided: Decided,
}

fn place(board: &Board, cell: u8) -> String {
    let (row, column) = board.place(cell);
    format!("{row},{column}")
}

fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
        bar.set_style(style);
    }
    bar
}

fn table(args: &Table, out: &mut dyn Write) -> Result<Exit, Failure> {
    let boards: Vec<&'static Board> = match args.board {
        None => Board::all().collect(),
        Some(number) => Board::numbered(number as usize).into_iter().collect(),
    };
    if boards.is_empty() {
        return Err(Failure::usage(
            "there is no board of this number",
            "give a number from 1 to 6; `heureka describe pegs` tells the boards",
        ));
    }
    if !args.json {
        heading(out)?;
    }
    let bar = spinner();
    let mut tables = vec![];
    for board in boards {
        let pairs = pairs(board);
        let mut table = BoardTable {
            board: board.number,
            name: board.name,
            solvable: 0,
            unsolvable: 0,
            open: 0,
            pairs: vec![],
        };
        for (number, &(vacancy, survivor)) in pairs.iter().enumerate() {
            bar.set_message(format!(
                "{} board, pair {} of {}",
                board.name,
                number + 1,
                pairs.len()
            ));
            let puzzle = Puzzle::new(board, board.full() & !(1 << vacancy), 1 << survivor);
            let decision = decide(&puzzle, args.effort, interrupt::flag());
            let decided = decided(&puzzle, &decision);
            *match decided.verdict {
                "solvable" => &mut table.solvable,
                "unsolvable" => &mut table.unsolvable,
                _ => &mut table.open,
            } += 1;
            let row = PairRow {
                vacancy: place(board, vacancy),
                survivor: place(board, survivor),
                decided,
            };
            if !args.json {
                bar.suspend(|| pair_line(out, board, &row, &decision))?;
            }
            table.pairs.push(row);
            if decision.verdict == Verdict::Open(Stop::Interrupted) {
                break;
            }
        }
        tables.push(table);
        if interrupted(&tables) {
            break;
        }
    }
    bar.finish_and_clear();
    let exit = if interrupted(&tables) { Exit::Interrupted } else { Exit::Done };
    if args.json {
        json::print(out, &Tabled { schema: json::SCHEMA, effort: args.effort, boards: tables })?;
    } else {
        writeln!(out)?;
        for table in &tables {
            let all = table.pairs.len();
            let open =
                if table.open > 0 { format!(", {} open", table.open) } else { String::new() };
            let text =
                format!("{} of {all} solvable, {} not{open}", table.solvable, table.unsolvable);
            writeln!(out, "{FAINT}{:<14}{FAINT:#}{text}", table.name)?;
        }
    }
    Ok(exit)
}

fn interrupted(tables: &[BoardTable]) -> bool {
    tables
        .last()
        .and_then(|table| table.pairs.last())
        .is_some_and(|row| row.decided.how == "interrupted")
}

fn heading(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{HEADING}{:<14}{:<9}{:<10}{:<12}{:<16}{:>11}  time{HEADING:#}",
        "board", "vacancy", "survivor", "verdict", "how", "expanded"
    )
}

fn pair_line(
    out: &mut dyn Write,
    board: &Board,
    row: &PairRow,
    decision: &Decision,
) -> io::Result<()> {
    let decided = &row.decided;
    let style = if decided.verdict == "open" { CAREFUL } else { GOOD };
    writeln!(
        out,
        "{:<14}{:<9}{:<10}{style}{:<12}{style:#}{:<16}{:>11}  {FAINT}{}{FAINT:#}",
        board.name,
        row.vacancy,
        row.survivor,
        decided.verdict,
        decided.how,
        count(decided.expanded),
        duration(decision.elapsed),
    )?;
    out.flush()
}

/// Hints for programs.
#[derive(Serialize)]
struct Hinted {
    schema: u32,
    instance: String,
    #[serde(flatten)]
    decided: Decided,
    jumps: Vec<JumpRow>,
}

#[derive(Serialize)]
struct JumpRow {
    jump: String,
    #[serde(flatten)]
    decided: Decided,
}

/// The instance that was asked for, with its type.
fn chosen(choice: &Choice) -> Result<Puzzle, Failure> {
    let entry = choose::puzzle("pegs")?;
    let text = choose::instance(entry, choice)?.text();
    Puzzle::parse(&text, &Parameters::default())
        .map_err(|error| Failure::bug(format!("our own text: {error}"), "please report it"))
}

/// Counts for programs. The number of solutions is a text, as it may be beyond what numbers hold.
#[derive(Serialize)]
struct Counted {
    schema: u32,
    instance: String,
    complete: bool,
    reason: Option<&'static str>,
    solutions: Option<String>,
    positions: Option<u64>,
    layers: Vec<u64>,
    expanded: u64,
    seconds: f64,
    peak_bytes: u64,
}

fn counts(args: &Count, out: &mut dyn Write) -> Result<Exit, Failure> {
    let puzzle = chosen(&args.choice)?;
    let found = under_limits(&args.limit, None, |limits| puzzle.winning(limits));
    let complete = found.stopped.is_none();
    let positions: u64 = found.layers.iter().sum();
    let exit = found.stopped.map_or(Exit::Done, Exit::from);
    if args.json {
        json::print(
            out,
            &Counted {
                schema: json::SCHEMA,
                instance: puzzle.text(),
                complete,
                reason: found.stopped.map(json::stop),
                solutions: complete.then(|| found.plans.to_string()),
                positions: complete.then_some(positions),
                layers: found.layers,
                expanded: found.stats.expanded,
                seconds: found.stats.elapsed.as_secs_f64(),
                peak_bytes: found.stats.peak_bytes,
            },
        )?;
        return Ok(exit);
    }
    if let Some(stop) = found.stopped {
        writeln!(out, "{CAREFUL}{:<12}{CAREFUL:#}{stop}", "stopped")?;
    } else {
        writeln!(out, "{FAINT}{:>11}  {:>15}{FAINT:#}", "jumps", "can still win")?;
        for (jumps, &positions) in found.layers.iter().enumerate() {
            writeln!(out, "{jumps:>11}  {:>15}", count(positions))?;
        }
        writeln!(out)?;
        line(out, "positions", &format!("{} up to symmetry can still win", count(positions)))?;
        line(out, "solutions", &count(found.plans))?;
    }
    line(out, "time", &time(&found.stats))?;
    line(out, "memory", &format!("{} at most", size(found.stats.peak_bytes)))?;
    Ok(exit)
}

fn hint(args: &Hint, out: &mut dyn Write) -> Result<Exit, Failure> {
    let puzzle = chosen(&args.choice)?;
    let (board, start, goal) = (puzzle.board(), puzzle.start(), puzzle.goal());
    let bar = spinner();
    bar.set_message("the position itself");
    let whole = decide(&puzzle, args.effort, interrupt::flag());
    let mut nexts = vec![];
    puzzle.successors(&start, &mut |jump, _, next| nexts.push((jump, next)));
    let mut jumps = vec![];
    let mut stopped = whole.verdict == Verdict::Open(Stop::Interrupted);
    for (jump, next) in nexts {
        if stopped {
            break;
        }
        bar.set_message(format!("after {}", jump_text(&puzzle, jump)));
        let after = Puzzle::new(board, next, goal);
        let decision = decide(&after, args.effort, interrupt::flag());
        stopped = decision.verdict == Verdict::Open(Stop::Interrupted);
        jumps.push(JumpRow { jump: jump_text(&puzzle, jump), decided: decided(&after, &decision) });
    }
    bar.finish_and_clear();
    let exit = if stopped { Exit::Interrupted } else { Exit::Done };
    let decided = decided(&puzzle, &whole);
    if args.json {
        let (schema, instance) = (json::SCHEMA, puzzle.text());
        json::print(out, &Hinted { schema, instance, decided, jumps })?;
        return Ok(exit);
    }
    line(out, "position", &format!("{} ({})", decided.verdict, decided.how))?;
    if let Some(reason) = &decided.reason {
        line(out, "because", reason)?;
    }
    for row in &jumps {
        let (style, text) = match row.decided.verdict {
            "solvable" => (GOOD, "can still win"),
            "unsolvable" => (FAINT, "loses"),
            _ => (CAREFUL, "not decided"),
        };
        writeln!(out, "{:<12}{style}{text}{style:#} ({})", row.jump, row.decided.how)?;
    }
    out.flush()?;
    if jumps.iter().any(|row| row.decided.verdict == "open") {
        advise("raise --effort to decide more");
    }
    Ok(exit)
}
