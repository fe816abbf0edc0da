//! Rules, heuristics and symmetries of puzzles.

use crate::common::{Graph, Random};
use crate::program::{Scratch, object, run};
use crate::strategies;
use heureka_core::{Cost, DEAD_END, Limits, Outcome, Strategy};
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::registry::puzzle;
use std::collections::{HashSet, VecDeque};

fn instance(name: &str, text: &str) -> Box<dyn Instance> {
    puzzle(name).unwrap().parse(text, &Parameters::default()).unwrap()
}

/// Returns the cost of a plan, or `None` if the instance is unsolvable.
#[track_caller]
fn cost(instance: &dyn Instance, strategy: &str) -> Option<Cost> {
    let strategy: Strategy = strategy.parse().unwrap();
    match instance.solve(&strategy, &mut Limits::none(), None).unwrap().outcome {
        Outcome::Solved(plan, _) => Some(plan.cost()),
        Outcome::Unsolvable => None,
        _ => panic!("{strategy} does not decide {}", instance.text()),
    }
}

/// Returns the heuristic value of a board of tiles: the f of the start.
fn estimate(board: &str, heuristic: &str) -> u64 {
    let strategy = ["-s", "astar:ties=fifo", "-H", heuristic, "--expansions", "1", "--json"];
    run(&[&["solve", "tiles", board], &strategy[..]].concat()).json()["bound"].as_u64().unwrap()
}

/// The blank was counted like a tile, and the estimate was too high: `aimacode/aima-java#73`,
/// `IIC2613-Inteligencia-Artificial-2021-2/Syllabus#12`. One move before the goal, both the last tile
/// and the blank are misplaced, which makes 2.
#[test]
fn the_blank_is_not_a_tile() {
    for heuristic in ["manhattan", "linear-conflict", "walking-distance", "pdb"] {
        assert_eq!(estimate("1 2 3 / 4 5 6 / 7 0 8", heuristic), 1, "{heuristic}");
    }
    // No estimate is too high on any of the 181,440 boards.
    for audit in object(&["audit", "tiles", "--level", "eight"])["heuristics"].as_array().unwrap() {
        assert_eq!(
            (&audit["complete"], &audit["overestimates"]),
            (&true.into(), &0.into()),
            "{audit}"
        );
    }
}

/// Linear conflicts were counted by pairs, or one tile was taken to resolve conflicts that it has no
/// part in: `jDramaix/SlidingPuzzle#1`, `runelite/runelite#4278`, `entangledloops/slidingpuzzle#1`. In
/// 3 1 2, one tile must leave the row, not two; in 6 5 4, two, not three; in 2 1 4 3, two, not one.
#[test]
fn a_tile_leaves_its_line_once() {
    for (board, conflicts) in [
        ("3 1 2 / 4 5 6 / 7 8 0", 1),
        ("1 2 3 / 6 5 4 / 8 7 0", 2 + 1),
        ("2 1 4 3 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", 2),
    ] {
        let manhattan = estimate(board, "manhattan");
        assert_eq!(estimate(board, "linear-conflict"), manhattan + 2 * conflicts, "{board}");
    }
}

/// Writes a board of tiles as text.
fn board_text(cells: &[u8], cols: usize) -> String {
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    cells.chunks(cols).map(row).collect::<Vec<_>>().join("\n")
}

/// Calls `visit` with every board that one move leads to.
fn slide(cells: &[u8], cols: usize, mut visit: impl FnMut(Vec<u8>)) {
    let blank = cells.iter().position(|&tile| tile == 0).unwrap();
    for other in 0..cells.len() {
        let same_row = blank / cols == other / cols && blank.abs_diff(other) == 1;
        if same_row || blank.abs_diff(other) == cols {
            let mut next = cells.to_vec();
            next.swap(blank, other);
            visit(next);
        }
    }
}

/// Returns the goal of a board of tiles.
fn goal(cells: usize) -> Vec<u8> {
    (1..cells as u8).chain([0]).collect()
}

/// The test of solvability was wrong on boards of even width: `KDE/kdeplasma-addons#1`. Users asked in
/// vain about boards that are not square, and about a blank away from its corner:
/// `cedricblondeau/sliding-puzzle#1`, `arnisritins/15-Puzzle#1`. Here it is compared with the boards
/// that moves really lead to.
#[test]
fn solvable_boards_are_those_that_moves_lead_to() {
    let is_solvable =
        |cells: &[u8], cols| instance("tiles", &board_text(cells, cols)).unsolvable().is_none();
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let mut solvable = HashSet::from([goal(rows * cols)]);
        let mut queue = VecDeque::from([goal(rows * cols)]);
        while let Some(board) = queue.pop_front() {
            slide(&board, cols, |next| {
                if solvable.insert(next.clone()) {
                    queue.push_back(next);
                }
            });
        }
        for board in &solvable {
            let mut swapped = board.clone();
            let mut tiles = (0..board.len()).filter(|&cell| board[cell] != 0);
            swapped.swap(tiles.next().unwrap(), tiles.next().unwrap());
            assert!(is_solvable(board, cols), "{rows}x{cols} {board:?}");
            assert!(!solvable.contains(&swapped), "{rows}x{cols} {swapped:?}");
            assert!(!is_solvable(&swapped, cols), "{rows}x{cols} {swapped:?}");
        }
    }
    let mut random = Random(1);
    for (rows, cols) in [(3, 3), (3, 4), (4, 3), (4, 4), (2, 7), (5, 5)] {
        let mut board = goal(rows * cols);
        for _ in 0..200 {
            let mut neighbors = vec![];
            slide(&board, cols, |next| neighbors.push(next));
            board = neighbors.swap_remove(random.below(neighbors.len()));
            assert!(is_solvable(&board, cols), "{rows}x{cols} {board:?}");
        }
        let (one, two) =
            (board.iter().position(|&it| it == 1), board.iter().position(|&it| it == 2));
        board.swap(one.unwrap(), two.unwrap());
        assert!(!is_solvable(&board, cols), "{rows}x{cols} {board:?}");
    }
}

/// Half of the random boards had no solution, and some had a tile twice: `GazePlay/GazePlay#1308`,
/// `Nazariglez/notan#124`.
#[test]
fn random_boards_are_valid_and_solvable() {
    let tiles = puzzle("tiles").unwrap();
    for size in ["2x2", "2x3", "3x2", "3x3", "3x4", "4x3", "4x4", "5x5"] {
        for seed in 0..20 {
            let board = tiles.random(size, &Parameters::default(), seed).unwrap();
            assert_eq!(board.unsolvable(), None, "{size} {seed}");
            let mut sorted: Vec<u8> =
                board.text().split_whitespace().map(|tile| tile.parse().unwrap()).collect();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..sorted.len() as u8), "{size} {seed} {sorted:?}");
        }
    }
    for board in ["1 2 3 / 4 5 6 / 7 7 0", "1 2 3 / 4 5 6 / 7 9 0", "1 2 3 / 4 5 6 / 7 8 1"] {
        assert!(tiles.parse(board, &Parameters::default()).is_err(), "{board}");
    }
}

/// Searches that keep one of several symmetric states returned plans that are not optimal or that
/// cannot be played: `jeantimex/klotski#34`, `Smattr/rumur#12`. A move of the state that was kept may
/// be another move of the state that is meant.
#[test]
fn plans_of_symmetric_states_can_be_played() {
    let mut random = Random(2);
    let mut solved = 0;
    for _ in 0..200 {
        let classes = 3 + random.below(6);
        let graph = Graph::random(classes, 2 * classes, 5, &mut random).mirrored();
        let best = Some(graph.distances()[0]).filter(|&cost| cost != DEAD_END);
        for strategy in ["ucs(symmetry=yes)", "astar(symmetry=yes)", "anytime(symmetry=yes)"] {
            // This validates the plan by the moves of the graph itself.
            assert_eq!(graph.outcome(strategy).cost(), best, "{strategy} {graph:?}");
        }
        solved += u32::from(best.is_some_and(|cost| cost > 0));
    }
    assert!(solved > 50, "{solved}");
    let scratch = Scratch::new();
    for board in ["1", "3", "4", "6"] {
        let args = ["pegs", board, "-s", "beam:300,symmetry=yes", "-H", "gathering"];
        let plan = object(&[&["solve"], &args[..]].concat())["plan"].clone();
        let words: Vec<_> =
            plan.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        let file = scratch.write("plan.txt", words.join(" "));
        run(&["check", "pegs", board, "--plan", &file]).exits(0);
    }
}

/// The fewest steps were presented as the fewest moves, where a move is any number of steps of one
/// brick: `jeantimex/klotski#34`. Here the plan of the fewest steps, with steps joined to moves, has
/// more moves than necessary.
#[test]
fn fewest_steps_are_not_fewest_moves() {
    let steps = object(&["solve", "bricks", "--level", "pantry", "-s", "bfs"]);
    let plan = steps["plan"].as_array().unwrap();
    let brick =
        |step: &serde_json::Value| step.as_str().unwrap().split(',').next().map(str::to_owned);
    let changes = plan.windows(2).filter(|pair| brick(&pair[0]) != brick(&pair[1])).count();
    let moves =
        object(&["solve", "bricks", "--level", "pantry", "-s", "bfs", "-p", "metric=moves"]);
    assert_eq!((&moves["optimality"], &moves["cost"]), (&"proved".into(), &moves["length"]));
    let fewest = moves["cost"].as_u64().unwrap() as usize;
    assert!(fewest < changes + 1, "{fewest} moves, {} from the fewest steps", changes + 1);
}

/// Two states that differ only in the order of equal boxes counted as different:
/// `jameshong92/sokoban-solver#1`. A master brick and two equal bricks on 3 × 3 cells have 9 · 28
/// positions, and 36 with the master on the goal. In order, the bricks would have twice as many.
#[test]
fn equal_bricks_are_interchangeable() {
    let text = "5,5,\n1,1,1,1,1,\n1,2,0,0,1,\n1,0,3,0,-1,\n1,0,0,4,1,\n1,1,1,1,1,\n";
    let bricks = instance("bricks", text);
    let exploration = bricks.as_small().unwrap().explore(&mut Limits::none());
    assert_eq!(exploration.states(), 9 * 28 + 36);
}

/// People in the boat counted as people on the bank ahead, and safe crossings were forbidden:
/// `dhairyagothi/100_days_100_web_project#4578`. This search of its own looks at both banks when the
/// boat has landed.
#[test]
fn people_in_the_boat_are_on_no_bank() {
    for people in 1..=5_u8 {
        for seats in 2..=4 {
            let is_safe = |[m, c]: [u8; 2]| m == 0 || m >= c;
            let start = ([people, people], true);
            let mut seen = HashSet::from([start]);
            let mut queue = VecDeque::from([(start, 0)]);
            let mut fewest = None;
            while let Some((([m, c], is_here), trips)) = queue.pop_front() {
                if ([m, c], is_here) == ([0, 0], false) {
                    fewest = Some(trips);
                    break;
                }
                for load in (0..=seats).flat_map(|m| (0..=seats - m).map(move |c| [m, c])) {
                    let side = if is_here { [m, c] } else { [people - m, people - c] };
                    if load == [0, 0] || load[0] > side[0] || load[1] > side[1] {
                        continue;
                    }
                    let left = [side[0] - load[0], side[1] - load[1]];
                    let near = if is_here { left } else { [people - left[0], people - left[1]] };
                    let far = [people - near[0], people - near[1]];
                    if is_safe(near) && is_safe(far) && seen.insert((near, !is_here)) {
                        queue.push_back(((near, !is_here), trips + 1));
                    }
                }
            }
            let text = format!("{people} {people} {seats}");
            for strategy in ["bfs", "astar", "bidirectional"] {
                assert_eq!(cost(&*instance("river", &text), strategy), fewest, "{text} {strategy}");
            }
        }
    }
}

/// With a fourth rod, a recipe for three rods took too many moves: `bschwb/cis194-solutions#5`. A
/// search took 9 moves where 7 are enough: `RobertSasak/Prolog-Planning-Library#7`. The fewest moves
/// follow from the formula of Frame and Stewart, which is proved for four rods (Bousch 2014).
#[test]
fn towers_move_in_the_fewest_moves() {
    let three = |disks: u32| (1 << disks) - 1;
    let mut four = vec![0];
    for disks in 1..=8 {
        let with = |aside: u32| 2 * four[aside as usize] + three(disks - aside);
        four.push((0..disks).map(with).min().unwrap());
        for (rods, fewest) in [(3, three(disks)), (4, four[disks as usize])] {
            let tower = instance("hanoi", &format!("{rods} {disks}"));
            for strategy in ["astar", "bidirectional"] {
                assert_eq!(cost(&*tower, strategy), Some(fewest), "{rods} {disks} {strategy}");
            }
        }
    }
}

/// Cells at the right edge had the first cell of the next row as a neighbor, and steps went diagonally
/// where all others were blocked: `TimKam/JS-son#44`, `brianhonohan/sketchbook#351`,
/// `snowkit/old-haxe-alpha#94`. Such steps would reach the goal of the first map in 2, of
/// the last in 1, and of the other two at all.
#[test]
fn steps_neither_leave_the_map_nor_cut_corners() {
    let tests = [("..S/.##/G..", Some(4)), ("#.S/G##", None), ("S#/#G", None), ("S#/.G", Some(2))];
    for (map, fewest) in tests {
        let grid = instance("grid", map);
        for strategy in strategies() {
            assert_eq!(cost(&*grid, strategy), fewest, "{map:?} {strategy}");
        }
    }
}

/// A start or a goal on a wall was accepted, and the search found no path, or one out of the wall:
/// `DevonCrawford/A-Pathfinding-Visualization#17`, `Doezer/Questarr#964`. Without S and G, start and
/// goal are corners of the map.
#[test]
fn start_and_goal_are_not_walls() {
    let grid = puzzle("grid").unwrap();
    for (map, word) in [("../#.", "start"), (".#/..", "goal")] {
        let error = grid.parse(map, &Parameters::default()).err().expect("an invalid map");
        assert!(error.to_string().contains(word), "{map:?}: {error}");
    }
    assert!(grid.parse("../..", &Parameters::default()).is_ok());
}

/// Among plans of the same cost, each start of the program chose another one, by the order of a hash
/// table: `Mudlet/Mudlet#10181`, `godotengine/godot#43452`, `Dev1an/A-Star#10`,
/// `OpenRailAssociation/osrd#12396`. On an open grid of 12 × 12, 705,432 plans have the same cost.
#[test]
fn every_process_finds_the_same_plan() {
    for strategy in ["bfs", "dfs", "ucs", "astar", "wastar", "bidirectional", "beam", "anytime"] {
        let args = ["solve", "grid", "12x12", "-s", strategy, "-H", "longer-side"];
        let counts = || {
            let mut result = object(&args);
            for time in ["seconds", "table_seconds"] {
                result[time].take();
            }
            result
        };
        let first = counts();
        assert!(first["plan"].is_array(), "{strategy}");
        for _ in 0..3 {
            assert_eq!(counts(), first, "{strategy}");
        }
    }
}
