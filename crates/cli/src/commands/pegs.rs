//! `heureka pegs`: decides the problems of a board, rates jumps, and counts solutions.

use crate::args::{Choice, Limit, Reading, Threads};
use crate::choose;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{self, CAREFUL, FAINT, GOOD, HEADING, headline, line, time};
use crate::formats::json::merged;
use crate::interrupt;
use crate::measure::exit;
use crate::names;
use crate::output::Output;
use crate::run::{bar, under_limits};
use crate::units::{count, duration, size, whole, whole_in};
use clap::{Args, Subcommand};
use heureka_core::count_plans::PlanCount;
use heureka_core::{Problem, Stop};
use heureka_kit::puzzle::{Parameters, Puzzle as _};
use heureka_puzzles::pegs::pairs::{Decision, Verdict, decide, pairs};
use heureka_puzzles::pegs::{Board, Goal, Pegs as Puzzle};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub struct Pegs {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Decide all problems that begin with one hole and end with one peg, up to symmetry.
    #[command(after_help = TABLE_EXAMPLES)]
    Table(Table),
    /// Show whether a position is solvable, and which jumps keep it solvable.
    #[command(after_help = HINT_EXAMPLES)]
    Hint(Hint),
    /// Count the solutions, and the positions from which the game can still be won.
    #[command(after_help = COUNT_EXAMPLES)]
    Count(Count),
}

pub const EXAMPLES: &str = "\
Examples:
  heureka pegs table --board 4         decide all problems of the English board
  heureka pegs hint '6 0,0'            show which first jumps can still win
  heureka pegs count '6 0,0'           count positions and solutions";

const TABLE_EXAMPLES: &str = "\
Examples:
  heureka pegs table                   all six boards
  heureka pegs table --board 5 --json  the diamond as JSON

A pair is a vacancy, the first hole, and a survivor, the last peg. The table
omits pairs that parity rules out. Three methods decide a pair: pagoda
functions, growing beams from both ends, and an exhaustive search of the
positions that pagoda functions leave. If none succeeds within the effort, the
pair is open. Each thread decides one pair at a time, in at most 1 GiB.";

const HINT_EXAMPLES: &str = "\
Examples:
  heureka pegs hint '6 0,0'
  heureka pegs hint --file game.txt --effort 1000000";

const COUNT_EXAMPLES: &str = "\
Examples:
  heureka pegs count '6 0,0'
  heureka pegs count --level english --json";

#[derive(Debug, Args)]
struct Table {
    /// Decide only the board with this number, from 1 to 6 [default: all].
    #[arg(long, value_name = "N", value_parser = whole_in::<u32>(1..=6))]
    board: Option<u32>,
    /// Expand at most N positions for a pair.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = whole::<u64>)]
    effort: u64,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Debug, Args)]
struct Hint {
    #[command(flatten)]
    choice: Choice,
    /// Expand at most N positions for a jump.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = whole::<u64>)]
    effort: u64,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct Count {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    limit: Limit,
}

pub fn run(args: &Pegs, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.question {
        Question::Table(args) => table(args, out),
        Question::Hint(args) => hint(args, out),
        Question::Count(args) => counts(args, out),
    }
}

/// Returns the chosen instance, not type-erased.
fn chosen(choice: &Choice, reading: Reading) -> Result<Puzzle, Failure> {
    let text = choose::instance(&names::find_puzzle("pegs")?, choice, reading)?.text();
    Puzzle::parse(&text, &Parameters::default())
        .map_err(|error| Failure::bug(format!("invalid instance text: {error}")))
}

/// A decision about one problem.
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

impl Decided {
    /// Decides an instance.
    fn new(puzzle: &Puzzle, effort: u64) -> Self {
        let Decision { verdict, expanded, elapsed } = decide(puzzle, effort, interrupt::flag());
        let (mut width, mut plan, mut reason) = (None, None, None);
        let (word, how) = match verdict {
            Verdict::Solvable { plan: found, width: of_beam, backward } => {
                width = Some(of_beam);
                plan = Some(found.actions.iter().map(|&jump| puzzle.jump_text(jump)).collect());
                ("solvable", format!("{}beam {of_beam}", if backward { "back " } else { "" }))
            }
            Verdict::Proved(proof) => {
                reason = Some(proof.words(puzzle));
                ("unsolvable", proof.name().to_owned())
            }
            Verdict::Exhausted => ("unsolvable", "exhausted".to_owned()),
            Verdict::Open(Stop::Interrupted) => ("open", "interrupted".to_owned()),
            Verdict::Open(_) => ("open", "effort spent".to_owned()),
        };
        let seconds = elapsed.as_secs_f64();
        Self { verdict: word, how, width, reason, plan, expanded, seconds }
    }
}

/// The problems of a board.
#[derive(Serialize)]
struct BoardTable {
    board: Option<u8>,
    name: &'static str,
    solvable: usize,
    unsolvable: usize,
    open: usize,
    pairs: Vec<Pair>,
}

#[derive(Serialize)]
struct Pair {
    vacancy: String,
    survivor: String,
    #[serde(flatten)]
    decided: Decided,
}

fn table(args: &Table, out: &mut dyn Write) -> Result<Exit, Failure> {
    let boards: Vec<&'static Arc<Board>> = match args.board {
        None => Board::all().collect(),
        Some(number) => Board::numbered(number as usize).into_iter().collect(),
    };
    if !args.output.json {
        let columns =
            "board         vacancy  survivor  verdict     how                expanded  time";
        writeln!(out, "{HEADING}{columns}{HEADING:#}")?;
    }
    let problems =
        boards.iter().flat_map(|&board| pairs(board).into_iter().map(move |pair| (board, pair)));
    let problems: Vec<_> = problems.collect();
    let bar = bar(problems.len(), "pairs");
    let mut decided: Vec<(&Arc<Board>, Pair)> = vec![];
    let threads = args.threads.number().min(problems.len().max(1));
    decide_all(&problems, args.effort, threads, |board, pair| {
        if !args.output.json {
            bar.suspend(|| print_pair(out, board, &pair))?;
        }
        bar.inc(1);
        decided.push((board, pair));
        Ok(())
    })?;
    let mut tables = vec![];
    for board in boards {
        let of_board = decided.extract_if(.., |(of, _)| of.kind == board.kind);
        let pairs: Vec<Pair> = of_board.map(|(_, pair)| pair).collect();
        let count = |verdict| pairs.iter().filter(|pair| pair.decided.verdict == verdict).count();
        tables.push(BoardTable {
            board: board.number(),
            name: board.name(),
            solvable: count("solvable"),
            unsolvable: count("unsolvable"),
            open: count("open"),
            pairs,
        });
    }
    // After an interrupt, only the boards that were begun.
    tables.retain(|table| !table.pairs.is_empty());
    bar.finish_and_clear();
    let object = || json!({ "effort": args.effort, "boards": tables, "threads": threads });
    // The pairs are printed as they are decided; the totals follow.
    args.output.either(out, object, |out| {
        writeln!(out)?;
        tables.iter().try_for_each(
            |BoardTable { name, solvable, unsolvable, open, pairs, .. }| {
                let open = if *open > 0 { format!(", {open} open") } else { String::new() };
                let all = pairs.len();
                write!(out, "{FAINT}{name:<14}{FAINT:#}")?;
                writeln!(out, "{solvable} of {all} solvable, {unsolvable} unsolvable{open}")
            },
        )
    })?;
    Ok(exit())
}

/// Decides problems on several threads until an interrupt. Calls `show` with each, in their order.
fn decide_all(
    problems: &[(&'static Arc<Board>, (u8, u8))],
    effort: u64,
    threads: usize,
    mut show: impl FnMut(&'static Arc<Board>, Pair) -> io::Result<()>,
) -> io::Result<()> {
    let (free, (decided, all_decided)) = (AtomicUsize::new(0), channel());
    thread::scope(|scope| {
        for decided in vec![decided; threads] {
            let free = &free;
            scope.spawn(move || {
                while !interrupt::is_set() {
                    let place = free.fetch_add(1, Relaxed);
                    let Some(&(board, (vacancy, survivor))) = problems.get(place) else { break };
                    let goal = Goal::Position(1 << survivor);
                    let puzzle = Puzzle::new(board, board.complement(1 << vacancy), goal);
                    let pair = Pair {
                        vacancy: board.cell(vacancy).to_string(),
                        survivor: board.cell(survivor).to_string(),
                        decided: Decided::new(&puzzle, effort),
                    };
                    // Nobody listens any more if the output is closed.
                    if decided.send((place, pair)).is_err() {
                        break;
                    }
                }
            });
        }
        let (mut waiting, mut shown) = (BTreeMap::new(), 0);
        for (place, pair) in all_decided {
            waiting.insert(place, pair);
            while let Some(pair) = waiting.remove(&shown) {
                show(problems[shown].0, pair)?;
                shown += 1;
            }
        }
        Ok(())
    })
}

fn print_pair(out: &mut dyn Write, board: &Board, pair: &Pair) -> io::Result<()> {
    let Pair { vacancy, survivor, decided: Decided { verdict, how, expanded, seconds, .. } } = pair;
    let style = if *verdict == "open" { CAREFUL } else { GOOD };
    write!(out, "{:<14}{vacancy:<9}{survivor:<10}", board.name())?;
    write!(out, "{style}{verdict:<12}{style:#}{how:<16}{:>11}", count(*expanded))?;
    writeln!(out, "  {FAINT}{}{FAINT:#}", duration(Duration::from_secs_f64(*seconds)))?;
    out.flush()
}

/// Decides a position and its jumps.
fn hint(args: &Hint, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut puzzle = chosen(&args.choice, Reading::unlimited(true))?;
    let mut successors = vec![];
    puzzle.successors(&puzzle.start(), &mut |jump, _, next| successors.push((jump, next)));
    let bar = bar(1 + successors.len(), "positions");
    let (instance, decided) = (puzzle.text(), Decided::new(&puzzle, args.effort));
    let mut jumps = vec![];
    for (jump, next) in successors.into_iter().take_while(|_| !interrupt::is_set()) {
        bar.inc(1);
        puzzle.set_start(next);
        jumps.push((puzzle.jump_text(jump), Decided::new(&puzzle, args.effort)));
    }
    bar.finish_and_clear();
    let object = || {
        let hint = |(jump, decided): &_| merged([json!({ "jump": jump }), json!(decided)]);
        let jumps: Vec<_> = jumps.iter().map(hint).collect();
        let seed = args.choice.random_seed();
        merged([json!({ "instance": instance, "seed": seed, "jumps": jumps }), json!(decided)])
    };
    args.output.either(out, object, |out| {
        line(out, "position", &format!("{} ({})", decided.verdict, decided.how))?;
        if let Some(reason) = &decided.reason {
            line(out, "because", reason)?;
        }
        for (jump, decided) in &jumps {
            let (style, text) = match decided.verdict {
                "solvable" => (GOOD, "can still win"),
                "unsolvable" => (FAINT, "loses"),
                _ => (CAREFUL, "not decided"),
            };
            writeln!(out, "{jump:<12}{style}{text}{style:#} ({})", decided.how)?;
        }
        Ok(())
    })?;
    if !args.output.json && jumps.iter().any(|(_, decided)| decided.verdict == "open") {
        advise("raise --effort to decide more");
    }
    Ok(exit())
}

/// Counts the solutions, and the positions by layer that are part of one.
fn counts(args: &Count, out: &mut dyn Write) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let puzzle = args.output.or_stopped(out, chosen(&args.choice, args.limit.reading()))?;
    let limit = args.limit.since(begun).on_threads(args.threads.number());
    let found = under_limits(&limit, None, |limits| puzzle.count_plans(limits));
    let PlanCount { plans, layers, stopped, stats, .. } = &found;
    let complete = stopped.is_none();
    let positions: u64 = layers.iter().sum();
    let object = || {
        json!({
            "instance": puzzle.text(),
            "seed": args.choice.random_seed(),
            "complete": complete,
            "reason": stopped.map(Stop::name),
            // Text, as the number may exceed what JSON readers support.
            "solutions": complete.then(|| plans.to_string()),
            "positions": complete.then_some(positions),
            "layers": layers,
            "expanded": stats.expanded,
            "seconds": stats.elapsed.as_secs_f64(),
            "threads": stats.threads,
            "peak_bytes": stats.peak_bytes,
        })
    };
    args.output.either(out, object, |out| {
        if let Some(stop) = stopped {
            headline(out, CAREFUL, "stopped", &stop.to_string())?;
        } else {
            writeln!(out, "{FAINT}{:>11}  {:>15}{FAINT:#}", "jumps", "can still win")?;
            for (jumps, &positions) in layers.iter().enumerate() {
                writeln!(out, "{jumps:>11}  {:>15}", count(positions))?;
            }
            writeln!(out)?;
            let positions = format!("{} up to symmetry can still win", count(positions));
            line(out, "positions", &positions)?;
            line(out, "solutions", &count(*plans))?;
        }
        line(out, "time", &time(stats))?;
        human::threads(out, stats.threads)?;
        line(out, "memory", &format!("{} (peak)", size(stats.peak_bytes)))
    })?;
    Ok(stopped.map_or(Exit::Done, Exit::from))
}
