//! Instructions per expansion, counted by valgrind: the same in every run.
//!
//! `cargo bench --bench instructions` needs valgrind. Each search runs in its own process under
//! callgrind; the instructions of a process that does nothing are subtracted.

mod yardsticks;

use heureka_core::search::{BestFirst, DepthFirst, IdaSpecialized, PackedAStar, Rule, Search};
use heureka_core::{Duplicates, Limits, Strategy};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::tiles::{Tiles, measured};
use std::process::Command;
use yardsticks::bookkeeping::Counted;

/// Solves a board, given as an instance and as a packed word; returns the number of expansions.
type Work = fn(&Tiles<u64>, u64) -> u64;

/// What is measured. The first entry does nothing.
const WORK: &[(&str, Work)] = &[
    ("nothing", |_, _| 0),
    ("ida: packed loop by hand", |_, start| yardsticks::ida::packed(start).1.expanded),
    ("ida: Problem trait", |tiles, _| expanded(DepthFirst::ida_star(tiles, Duplicates::Undo))),
    ("ida: specialized by hand", |_, start| yardsticks::ida::specialized(start).1.expanded),
    ("ida: node kinds", |tiles, _| expanded(IdaSpecialized::new(tiles))),
    ("astar: loop by hand", |_, start| yardsticks::astar::run(start).1),
    ("astar: tagged keys", |tiles, _| expanded(PackedAStar::new(tiles))),
    ("astar: best-first", |tiles, _| best_first(&Counted::<_, false>::new(tiles))),
    ("astar: the same, bookkeeping twice", |tiles, _| best_first(&Counted::<_, true>::new(tiles))),
];

fn expanded<S, A>(mut search: impl Search<S, A>) -> u64 {
    search.run(&mut Limits::none(), &mut ());
    search.stats().expanded
}

fn best_first<const COUNTS: bool>(problem: &Counted<'_, Tiles<u64>, COUNTS>) -> u64 {
    let strategy: Strategy = "astar".parse().expect("a strategy");
    expanded(BestFirst::by_f(problem, Rule::new(&strategy), strategy.ties))
}

fn main() {
    // Under `cargo test` there is nothing to check.
    if !std::env::args().any(|argument| argument == "--bench")
        && std::env::var_os("HEUREKA_WORK").is_none()
    {
        return;
    }
    let board = measured().min_by_key(|board| board.expansions).expect("some");
    let tiles = Tiles::<u64>::parse(board.text, &Parameters::default()).expect("a valid board");
    let tiles = tiles.with_heuristic("manhattan").expect("a heuristic of tiles");
    let cells: Vec<u8> = board.text.split(' ').map(|t| t.parse().expect("a number")).collect();
    let run = |work: Work| work(&tiles, yardsticks::pack(&cells));
    let chosen = std::env::var("HEUREKA_WORK").ok();
    if let Some((_, work)) = WORK.iter().find(|(name, _)| Some(*name) == chosen.as_deref()) {
        std::hint::black_box(run(*work));
        return;
    }
    let mut idle = 0;
    for (name, work) in WORK {
        let (instructions, expanded) = (count(name), run(*work));
        if expanded == 0 {
            idle = instructions;
        } else {
            let each = (instructions - idle) as f64 / expanded as f64;
            println!("{name:<36} {each:>8.1} instructions per expansion, {expanded} expansions");
        }
    }
}

/// Counts the instructions of a process.
fn count(name: &str) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().expect("the path of this program"))
        .env("HEUREKA_WORK", name)
        .output()
        .expect("valgrind is needed: apt-get install valgrind");
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find_map(|line| line.split("Collected : ").nth(1));
    line.and_then(|number| number.trim().parse().ok()).expect("a line `Collected` by callgrind")
}
