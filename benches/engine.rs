//! The engine against its yardsticks, as ratios of times in the same run.
//!
//! `cargo bench --bench engine` measures all groups, `-- ida` those whose name begins with `ida`.
//! Every answer is checked. A missed target fails the run.

#[expect(dead_code, reason = "the other bench uses more of it")]
mod ruler;
mod yardsticks;

use heureka_core::abilities::Ranked;
use heureka_core::explore::{Keep, explore_by_keys, explore_ranked};
use heureka_core::search::{
    BestFirst, DepthFirst, IdaSpecialized, LinkedAStar, PackedAStar, Rule, Search,
};
use heureka_core::strategy::Duplicates;
use heureka_core::{Limits, Outcome, Problem, Stop, Strategy, explore, solve};
use heureka_kit::board::Cell;
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::bricks::{self, Bricks};
use heureka_puzzles::grid::{Grid, Map};
use heureka_puzzles::hanoi::Hanoi;
use heureka_puzzles::pegs::{Board, Goal, Pegs};
use heureka_puzzles::tiles::{Measured, Tiles, measured};
use ruler::{Ruler, Target::AtLeast, Target::AtMost};
use yardsticks::bookkeeping::Counted;
use yardsticks::grid::{ByG, Walls, shortest_path};
use yardsticks::ida::Counts;

/// A fifteen-puzzle with a heuristic.
fn tiles(text: &str, heuristic: &str) -> Tiles<u64> {
    shaped(text, heuristic, &[])
}

fn shaped(text: &str, heuristic: &str, parameters: &[(&str, &str)]) -> Tiles<u64> {
    let parameters = parameters.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect();
    let tiles = Tiles::<u64>::parse(text, &Parameters(parameters)).expect("a valid board");
    tiles.with_heuristic(heuristic).expect("a heuristic of tiles")
}

fn packed(board: &Measured) -> u64 {
    let cells: Vec<u8> =
        board.text.split(' ').map(|tile| tile.parse().expect("a number")).collect();
    yardsticks::pack(&cells)
}

/// Returns the measured boards with at most this many expansions.
fn boards(most: u64) -> Vec<Measured> {
    measured().filter(|board| board.expansions <= most).collect()
}

/// Returns the hardest measured board with at most this many expansions.
fn hardest(most: u64) -> Measured {
    boards(most).into_iter().max_by_key(|board| board.expansions).expect("some")
}

/// Runs a search, asserts that its plan is optimal, and returns the number of expansions.
fn run<S, A>(mut search: impl Search<S, A>, optimum: u32) -> u64 {
    assert_eq!(search.run(&mut Limits::none(), &mut ()).cost(), Some(optimum));
    search.stats().expanded
}

/// Solves boards by IDA\* by hand.
fn ida_by_hand(boards: &[Measured], solve: fn(u64) -> (u32, Counts)) {
    for board in boards {
        let (cost, counts) = solve(packed(board));
        assert_eq!((cost, counts.expanded), (board.optimum, board.expansions));
    }
}

/// Solves a board by IDA\* through the plain trait.
fn plain_ida(board: &Measured) {
    let tiles = tiles(board.text, "manhattan");
    let expanded = run(DepthFirst::ida_star(&tiles, Duplicates::Undo), board.optimum);
    assert_eq!(expanded, board.expansions);
}

/// Solves a board by IDA\* with node kinds.
fn specialized_ida(board: &Measured) {
    let tiles = tiles(board.text, "manhattan");
    assert_eq!(run(IdaSpecialized::new(&tiles), board.optimum), board.expansions);
}

/// Measures a group of rows.
type Group = fn(&mut Ruler);

fn main() {
    let mut ruler = Ruler::from_arguments("The engine against its yardsticks");
    let groups: [(&str, Group); 12] = [
        ("ida: plain", ida_plain),
        ("ida: kinds", ida_kinds),
        ("ida: patterns", ida_patterns),
        ("astar", a_star),
        ("bookkeeping", bookkeeping),
        ("bfs: hanoi", by_keys),
        ("bfs: tiles", by_ranks),
        ("bfs: pegs", by_layers),
        ("count: pegs", solutions),
        ("bricks", bricks),
        ("grid", grid),
        ("memory", memory),
    ];
    for (name, group) in groups {
        if ruler.wants(name) {
            println!("-- {name}");
            group(&mut ruler);
        }
    }
    ruler.finish();
}

/// IDA\* with the plain trait against a hand-written packed loop and against `pathfinding`.
fn ida_plain(ruler: &mut Ruler) {
    let boards = boards(if ruler.checks_only { 2_000_000 } else { 13_000_000 });
    let expanded: u64 = boards.iter().map(|board| board.expansions).sum();
    let ours = || boards.iter().for_each(plain_ida);
    let by_hand = || ida_by_hand(&boards, yardsticks::ida::packed);
    ruler.ratio("ida: Problem trait / packed loop by hand", AtMost(1.3), expanded, ours, by_hand);
    let small = &boards[boards.len() - 3..];
    let expanded: u64 = small.iter().map(|board| board.expansions).sum();
    let theirs = || {
        for board in small {
            assert_eq!(yardsticks::pathfinding::ida(packed(board)), board.optimum);
        }
    };
    let ours = || small.iter().for_each(plain_ida);
    ruler.ratio("ida: pathfinding / Problem trait", AtLeast(8.0), expanded, theirs, ours);
}

/// IDA\* with node kinds against a hand-written specialized loop and against the plain trait.
fn ida_kinds(ruler: &mut Ruler) {
    let boards = boards(if ruler.checks_only { 3_000_000 } else { 70_000_000 });
    let expanded: u64 = boards.iter().map(|board| board.expansions).sum();
    let ours = || boards.iter().for_each(specialized_ida);
    let by_hand = || ida_by_hand(&boards, yardsticks::ida::specialized);
    let plain = || boards.iter().for_each(plain_ida);
    ruler.ratio("ida: node kinds / specialized by hand", AtMost(1.1), expanded, ours, by_hand);
    // The goal was 3, but the plain trait is faster than expected.
    ruler.ratio("ida: Problem trait / node kinds", AtLeast(2.0), expanded, plain, ours);
}

/// IDA\* with pattern databases against node kinds with Manhattan distance, on all 32 boards.
fn ida_patterns(ruler: &mut Ruler) {
    let boards = boards(if ruler.checks_only { 3_000_000 } else { u64::MAX });
    let manhattan: u64 = boards.iter().map(|board| board.expansions).sum();
    let instances: Vec<_> = boards.iter().map(|board| tiles(board.text, "pdb")).collect();
    let by_patterns = || -> u64 {
        let boards = boards.iter().zip(&instances);
        boards
            .map(|(board, tiles)| run(DepthFirst::ida_star(tiles, Duplicates::Undo), board.optimum))
            .sum()
    };
    let fewer = manhattan as f64 / by_patterns() as f64;
    ruler.figure("ida: expansions, Manhattan / patterns", AtLeast(8.0), fewer);
    let by_patterns = || _ = by_patterns();
    let by_distance = || boards.iter().for_each(specialized_ida);
    let name = "ida: Manhattan, node kinds / patterns";
    ruler.ratio(name, AtLeast(2.0), 0, by_distance, by_patterns);
}

/// A\* against a hand-written loop and against `pathfinding`.
fn a_star(ruler: &mut Ruler) {
    let board = hardest(if ruler.checks_only { 10_000_000 } else { 60_000_000 });
    let tiles = tiles(board.text, "manhattan");
    let mut search = PackedAStar::new(&tiles);
    search.run(&mut Limits::none(), &mut ());
    let (expanded, bytes) = (search.stats().expanded, search.stats().peak_bytes);
    let bytes = bytes as f64 / search.stored() as f64;
    ruler.figure("astar: bytes per stored node", AtMost(12.0), bytes);
    drop(search);
    let ours = || _ = run(PackedAStar::new(&tiles), board.optimum);
    let by_hand = || assert_eq!(yardsticks::astar::run(packed(&board)).0, board.optimum);
    let theirs = || assert_eq!(yardsticks::pathfinding::a_star(packed(&board)), board.optimum);
    ruler.ratio("astar: tagged keys / loop by hand", AtMost(1.1), expanded, ours, by_hand);
    ruler.ratio("astar: pathfinding / tagged keys", AtLeast(6.0), expanded, theirs, ours);
    // What all puzzles without spare bits in their keys get.
    let mut search = LinkedAStar::new(&tiles);
    search.run(&mut Limits::none(), &mut ());
    let bytes = search.stats().peak_bytes as f64 / search.stored() as f64;
    ruler.figure("astar: bytes per stored node, linked keys", AtMost(16.0), bytes);
    drop(search);
    let linked = || _ = run(LinkedAStar::new(&tiles), board.optimum);
    ruler.ratio("astar: linked keys / tagged keys", AtMost(1.5), expanded, linked, ours);
}

/// The cost of limits and statistics: A\* with twice the bookkeeping against A\* as it is.
fn bookkeeping(ruler: &mut Ruler) {
    let board = hardest(if ruler.checks_only { 3_000_000 } else { 20_000_000 });
    let tiles = tiles(board.text, "manhattan");
    let strategy: Strategy = "astar".parse().expect("a strategy");
    let rule = Rule::new(&strategy);
    let once = Counted::<_, false>(&tiles);
    let twice = Counted::<_, true>(&tiles);
    let simple = || run(BestFirst::by_f(&once, rule, strategy.ties), board.optimum);
    let doubled = || _ = run(BestFirst::by_f(&twice, rule, strategy.ties), board.optimum);
    let (name, expanded) = ("bookkeeping: twice / once, A*", simple());
    ruler.ratio(name, AtMost(1.02), expanded, doubled, || _ = simple());
}

/// The state space of Hanoi, explored by keys, against `pathfinding`, and by ranks, against a hand-written
/// loop.
fn by_keys(ruler: &mut Ruler) {
    let disks = if ruler.checks_only { 9 } else { 12 };
    let hanoi = Hanoi::parse(&format!("4 {disks}"), &Parameters::default()).expect("small");
    let states = 1 << (2 * disks);
    let found = explore_by_keys(&hanoi, &mut Limits::none(), Keep::ThreeLayers);
    assert_eq!(found.states(), states);
    if !ruler.checks_only {
        let bytes = found.stats.peak_bytes as f64 / states as f64;
        ruler.figure("bfs: bytes per state, by keys, Hanoi", AtMost(14.0), bytes);
    }
    let explored = || explore_by_keys(&hanoi, &mut Limits::none(), Keep::ThreeLayers);
    let ours = || assert_eq!(explored().states(), states);
    let theirs = || assert_eq!(yardsticks::pathfinding::hanoi4(disks) as u64, states);
    ruler.ratio("bfs: pathfinding / by keys, Hanoi", AtLeast(3.0), states, theirs, ours);
    let ranked = || assert_eq!(explore_ranked(&hanoi, &mut Limits::none()).layers, found.layers);
    let by_hand = || assert_eq!(yardsticks::ranked::hanoi4(disks), found.layers);
    // Whole rows of states move together; by hand, one after another.
    let name = "bfs: state by state, by hand / by ranks, Hanoi";
    ruler.ratio(name, AtLeast(1.5), states, by_hand, ranked);
}

/// The state space of tiles, explored by ranks, against a hand-written loop and by keys.
fn by_ranks(ruler: &mut Ruler) {
    let (cols, rows) = if ruler.checks_only { (3, 3) } else { (3, 4) };
    let goal: Vec<String> = (1..cols * rows).chain([0]).map(|tile| tile.to_string()).collect();
    let shape = [("rows", rows.to_string()), ("cols", cols.to_string())];
    let shape: Vec<_> = shape.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let tiles = shaped(&goal.join(" "), "zero", &shape);
    let states = tiles.ranks();
    let deepest = if ruler.checks_only { 31 } else { 53 };
    let found = explore_ranked(&tiles, &mut Limits::none());
    assert_eq!((found.states(), found.layers.len() - 1), (states, deepest));
    let bytes = found.stats.peak_bytes as f64 / states as f64;
    ruler.figure("bfs: bytes per state, by ranks, tiles", AtMost(0.3), bytes);
    let ranked = || assert_eq!(explore_ranked(&tiles, &mut Limits::none()).states(), states);
    let by_keys = || {
        let found = explore_by_keys(&tiles, &mut Limits::none(), Keep::All);
        assert_eq!(found.states(), states);
    };
    let layers =
        if rows == 3 { yardsticks::ranked::layers::<9> } else { yardsticks::ranked::layers::<12> };
    let by_hand = || assert_eq!(layers(), found.layers);
    // Whole rows of states move together; by hand, one after another.
    ruler.ratio(
        "bfs: state by state, by hand / by ranks, tiles",
        AtLeast(3.0),
        states,
        by_hand,
        ranked,
    );
    if !ruler.checks_only {
        ruler.ratio("bfs: by keys / by ranks, tiles", AtLeast(6.0), states, by_keys, ranked);
    }
    assert!(tiles.is_goal(&tiles.start()));
}

/// English peg solitaire up to symmetry, explored by layers, against a hand-written loop. A check
/// stops after the first layers.
fn by_layers(ruler: &mut Ruler) {
    let levels = if ruler.checks_only { 13 } else { 32 };
    let pegs = Pegs::parse("4 3,3 3,3", &Parameters::default()).expect("the usual game");
    let layers = yardsticks::pegs::english(levels);
    let expanded = layers[..levels - usize::from(ruler.checks_only)].iter().sum();
    let explored = || explore(&pegs, &mut Limits::none().expansions(expanded));
    let found = explored();
    assert_eq!(found.layers, layers);
    if !ruler.checks_only {
        assert_eq!(found.states(), 23_475_688);
        assert_eq!(found.unfolded.map(|all| all.iter().sum()), Some(187_636_299u64));
        let bytes = found.stats.peak_bytes as f64 / (1 << 20) as f64;
        ruler.figure("bfs: mebibytes, English pegs", AtMost(130.0), bytes);
    }
    let ours = || assert_eq!(explored().layers, layers);
    let by_hand = || assert_eq!(yardsticks::pegs::english(levels), layers);
    ruler.ratio("bfs: by layers / hand-written, pegs", AtMost(1.0), expanded, ours, by_hand);
}

/// All solutions of English peg solitaire, and the positions on them, against a hand-written count. A check
/// plays a shorter game.
fn solutions(ruler: &mut Ruler) {
    let board = Board::numbered(4).expect("the English board");
    let central = 1 << 16;
    let around = central | 1 << 8 | 1 << 10 | 1 << 22 | 1 << 24;
    let goal = if ruler.checks_only { around } else { central };
    let pegs = Pegs::new(board, board.complement(goal), Goal::Position(goal));
    let found = pegs.count_plans(&mut Limits::none());
    let (layers, plans) = yardsticks::pegs::solutions(goal);
    assert_eq!((&found.layers, found.plans), (&layers, plans));
    if !ruler.checks_only {
        assert_eq!((layers.iter().sum::<u64>(), plans), (1_679_072, 40_861_647_040_079_968));
        let bytes = found.stats.peak_bytes as f64 / (1 << 20) as f64;
        ruler.figure("count: mebibytes, English pegs", AtMost(60.0), bytes);
    }
    let ours = || assert_eq!(pegs.count_plans(&mut Limits::none()).plans, plans);
    let by_hand = || assert_eq!(yardsticks::pegs::solutions(goal).1, plans);
    let expanded = found.stats.expanded;
    ruler.ratio(
        "count: half of the layers / hand-written, pegs",
        AtMost(1.5),
        expanded,
        ours,
        by_hand,
    );
}

/// Klotski, breadth-first, against a hand-written loop on the same masks and against `pathfinding`
/// on matrices.
fn bricks(ruler: &mut Ruler) {
    /// One search takes a few milliseconds.
    const TIMES: u64 = 20;
    let level =
        bricks::INFO.instances.iter().find(|level| level.name == "klotski").expect("a level");
    let klotski = Bricks::<[u32; 4]>::parse(level.text, &Parameters::default()).expect("sound");
    let strategy: Strategy = "bfs".parse().expect("a strategy");
    let rule = Rule::new(&strategy);
    let (steps, expanded) = yardsticks::bricks::klotski();
    assert_eq!(Some(steps), level.optimum);
    let once = || assert_eq!(run(BestFirst::breadth_first(&klotski, rule), steps), expanded);
    let ours = || (0..TIMES).for_each(|_| once());
    let by_hand = || {
        for _ in 0..TIMES {
            assert_eq!(yardsticks::bricks::klotski(), (steps, expanded));
        }
    };
    let metric = Parameters(vec![("metric".to_owned(), "moves".to_owned())]);
    let by_moves = Bricks::<[u32; 4]>::parse(level.text, &metric).expect("sound");
    let moves = || _ = run(BestFirst::breadth_first(&by_moves, rule), 81);
    let moves = || (0..TIMES).for_each(|_| moves());
    ruler.ratio("bricks: Klotski by moves / by steps", AtMost(3.0), TIMES * expanded, moves, ours);
    let theirs = || assert_eq!(yardsticks::bricks::pathfinding(klotski.original()), steps as usize);
    ruler.ratio("bricks: Klotski / loop by hand", AtMost(1.5), TIMES * expanded, ours, by_hand);
    ruler.ratio("bricks: pathfinding, matrices / masks", AtLeast(20.0), expanded, theirs, once);
}

/// A large grid, open and with walls, against `pathfinding`, which hashes, and against arrays by hand in the
/// same order.
fn grid(ruler: &mut Ruler) {
    let side = if ruler.checks_only { 400 } else { 1000 };
    let open = Grid::<4>::new(Map::empty(side, side).expect("not too large"));
    let walls = Grid::<4>::new(Map::random(side, side, 35, 1).expect("not too large"));
    let latest_first = shortest_path::<Vec<Cell>>;
    for (name, grid, word, by_hand, most) in [
        // The goal was 1.3, as for A*.
        ("uniform cost, open", &open, "ucs", latest_first as fn(&Walls, _, _, _) -> _, 1.45),
        ("A*, walls", &walls, "astar", shortest_path::<ByG>, 1.3),
        ("A*, walls, latest first", &walls, "astar:ties=lifo", latest_first, 1.3),
    ] {
        let (start, goal, is_informed) = (grid.start(), grid.map().goal, word != "ucs");
        let theirs = || {
            if is_informed {
                yardsticks::pathfinding::grid_a_star(grid.map(), start, goal)
            } else {
                yardsticks::pathfinding::grid_dijkstra(grid.map(), start, goal)
            }
        };
        let steps = theirs();
        let strategy: Strategy = word.parse().expect("a strategy");
        let ours = || {
            let report = solve(grid, &strategy, &mut Limits::none(), &mut ()).expect("supported");
            assert_eq!(report.outcome.cost(), Some(steps));
            report.stats.expanded
        };
        let expanded = ours();
        let theirs = || assert_eq!(theirs(), steps);
        let ours = || assert_eq!(ours(), expanded);
        ruler.ratio(&format!("grid: pathfinding / {name}"), AtLeast(4.0), expanded, theirs, ours);
        let bits = Walls::of(grid.map());
        let by_hand = || assert_eq!(by_hand(&bits, start, goal, is_informed), (steps, expanded));
        ruler.ratio(&format!("grid: {name} / by hand"), AtMost(most), expanded, ours, by_hand);
    }
}

/// Peak bytes per expanded or waiting node in searches of a fifteen-puzzle.
fn memory(ruler: &mut Ruler) {
    let most = if ruler.checks_only { 1 << 20 } else { 128 << 20 };
    let board = measured().max_by_key(|board| board.expansions).expect("some");
    let tiles = tiles(board.text, "manhattan");
    for (name, target) in [
        ("bfs", 32.0),
        ("ucs", 16.0),
        ("astar", 12.0),
        ("astar:ties=low-g", 32.0),
        ("wastar(1.2)", 32.0),
        ("bidirectional", 36.0),
    ] {
        let limits = &mut Limits::none().memory(most);
        let strategy: Strategy = name.parse().expect("a strategy");
        let report = solve(&tiles, &strategy, limits, &mut ()).expect("supported");
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Memory));
        let nodes = report.stats.expanded + report.stats.max_frontier_with_stale;
        let bytes = report.stats.peak_bytes as f64 / nodes as f64;
        ruler.figure(&format!("memory: bytes per node, {name}"), AtMost(target), bytes);
    }
}
