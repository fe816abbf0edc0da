//! Instructions per expansion, counted by valgrind: the same in every run.
//!
//! `cargo bench --bench instructions` needs valgrind. Each search runs in its own process under
//! callgrind; the instructions of a process that does nothing are subtracted.

mod yardsticks;

use heureka_core::search::{
    BestFirst, DepthFirst, IdaSpecialized, LinkedAStar, PackedAStar, Rule, Search,
};
use heureka_core::strategy::Duplicates;
use heureka_core::{Limits, Problem, Strategy, solve};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::bricks::{self, Bricks};
use heureka_puzzles::grid::{Grid, Map};
use heureka_puzzles::tiles::{Tiles, measured};
use std::process::Command;
use yardsticks::bookkeeping::Counted;

/// The instances. Each process prepares all of them, so that preparing cancels out.
struct Instances {
    tiles: Tiles<u64>,
    packed: u64,
    klotski: Bricks<[u32; 4]>,
    grid: Grid<4>,
}

/// Solves an instance; returns the number of expansions.
type Work = fn(&Instances) -> u64;

/// What is measured.
const WORK: &[(&str, Work)] = &[
    ("nothing", |_| 0),
    ("ida: packed loop by hand", |on| yardsticks::ida::packed(on.packed).1.expanded),
    ("ida: Problem trait", |on| expanded(DepthFirst::ida_star(&on.tiles, Duplicates::Undo))),
    ("ida: specialized by hand", |on| yardsticks::ida::specialized(on.packed).1.expanded),
    ("ida: node kinds", |on| expanded(IdaSpecialized::new(&on.tiles))),
    ("astar: loop by hand", |on| yardsticks::astar::run(on.packed).1),
    ("astar: tagged keys", |on| expanded(PackedAStar::new(&on.tiles))),
    ("astar: linked keys", |on| expanded(LinkedAStar::new(&on.tiles))),
    ("astar: best-first", |on| by_f("astar", &Counted::<_, false>(&on.tiles))),
    ("astar: the same, bookkeeping twice", |on| by_f("astar", &Counted::<_, true>(&on.tiles))),
    ("bfs: Klotski by hand", |_| yardsticks::bricks::klotski().1),
    ("bfs: Klotski", |on| {
        let rule = Rule::new(&"bfs".parse().expect("a strategy"));
        expanded(BestFirst::breadth_first(&on.klotski, rule))
    }),
    ("ucs: grid, best-first", |on| by_f("ucs", &on.grid)),
    ("ucs: grid, array of costs", |on| {
        let strategy = "ucs".parse().expect("a strategy");
        let found = solve(&on.grid, &strategy, &mut Limits::none(), &mut ());
        found.expect("supported").stats.expanded
    }),
];

fn expanded<S, A>(mut search: impl Search<S, A>) -> u64 {
    search.run(&mut Limits::none(), &mut ());
    search.stats().expanded
}

fn by_f(strategy: &str, problem: &impl Problem) -> u64 {
    let strategy: Strategy = strategy.parse().expect("a strategy");
    expanded(BestFirst::by_f(problem, Rule::new(&strategy), strategy.ties))
}

impl Instances {
    fn new() -> Self {
        let board = measured().min_by_key(|board| board.expansions).expect("some");
        let tiles = Tiles::<u64>::parse(board.text, &Parameters::default()).expect("valid");
        let cells: Vec<u8> = board.text.split(' ').map(|t| t.parse().expect("a number")).collect();
        let klotski =
            bricks::INFO.instances.iter().find(|level| level.name == "klotski").expect("some");
        Self {
            tiles: tiles.with_heuristic("manhattan").expect("a heuristic of tiles"),
            packed: yardsticks::pack(&cells),
            klotski: Bricks::parse(klotski.text, &Parameters::default()).expect("valid"),
            grid: Grid::<4>::new(Map::random(300, 300, 35, 1).expect("not too large")),
        }
    }
}

fn main() {
    let chosen = std::env::var("HEUREKA_WORK").ok();
    if let Some((_, work)) = WORK.iter().find(|(name, _)| Some(*name) == chosen.as_deref()) {
        println!("{}", work(&Instances::new()));
        return;
    }
    // Under `cargo test` there is nothing to check.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let (preparing, _) = count(WORK[0].0);
    for (name, _) in &WORK[1..] {
        let (instructions, expanded) = count(name);
        let each = (instructions - preparing) as f64 / expanded as f64;
        println!("{name:<36} {each:>8.1} instructions per expansion, {expanded} expansions");
    }
}

/// Returns the instructions of a process that does one piece of work, and its expansions.
fn count(name: &str) -> (u64, u64) {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().expect("the path of this program"))
        .env("HEUREKA_WORK", name)
        .output()
        .expect("valgrind is needed: apt-get install valgrind");
    let text = String::from_utf8_lossy(&output.stderr);
    let collected = text.lines().find_map(|line| line.split("Collected : ").nth(1));
    let number = |text: &str| text.trim().parse().expect("a number");
    let expansions = String::from_utf8_lossy(&output.stdout);
    (number(collected.expect("a line `Collected` by callgrind")), number(&expansions))
}
