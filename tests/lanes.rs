//! Puzzles with several representations: every size is solved with the one that fits it.
#![forbid(unsafe_code)]

use heureka_core::{Limits, Optimality, Outcome};
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::bricks::matrix::{apply_move, game_state_solved, normalize_state};
use heureka_puzzles::bricks::{INFO, is_matrix, read};
use heureka_puzzles::counters::{optimum, reading};
use heureka_puzzles::registry::puzzle;

fn bricks(text: &str, (name, value): (&str, &str)) -> Result<Box<dyn Instance>, String> {
    let parameters = Parameters(vec![(name.to_owned(), value.to_owned())]);
    puzzle("bricks").unwrap().parse(text, &parameters).map_err(|error| error.to_string())
}

fn random(name: &str, size: &str, seed: u64) -> Result<Box<dyn Instance>, String> {
    let instance = puzzle(name).unwrap().random(size, &Parameters::default(), seed);
    instance.map_err(|error| error.to_string())
}

fn solve<'a>(instance: &'a dyn Instance, strategy: &str) -> Solution<'a> {
    let mut limits = Limits::none().expansions(2_000_000);
    instance.solve(&strategy.parse().unwrap(), &mut limits, None).unwrap()
}

#[test]
fn chi_boards_of_every_size_are_solved() {
    for size in ["4x4", "4x5", "5x5", "6x6"] {
        let instance = random("chi", size, 5).unwrap();
        assert!(solve(&*instance, "wastar(5)").outcome.plan().is_some(), "{size}");
    }
}

/// The tables of `exact` are indexed by boards of their own size only.
#[test]
fn chi_starts_elsewhere_only_on_boards_of_the_same_size() {
    let entry = puzzle("chi").unwrap();
    let mut instance = entry.parse("1 0 3 7 5 2 6 4", &Parameters::default()).unwrap();
    instance.set_heuristic("exact").unwrap();
    let other = instance.starting_at("6 4 2 0 3 5 1 7").unwrap();
    assert_eq!(other.text(), "6 4 2 0\n3 5 1 7\n");
    for text in ["8 1 2 3 4 5 6 7 0", "1 2 3 0", "1 0 3 7 5 2 6 6"] {
        assert!(instance.starting_at(text).is_err(), "{text}");
    }
}

/// Covers keys of every type, and boards that are changed in place.
#[test]
fn descent_is_optimal_on_counters_of_every_size() {
    for side in [1usize, 2, 3, 4, 5, 6, 8, 9, 16, 17, 40] {
        let instance = random("counters", &format!("{side}x{side}"), 3).unwrap();
        let exact = optimum(&reading::read(&instance.text()).unwrap());
        let Outcome::Solved(plan, optimality) = solve(&*instance, "descent").outcome else {
            panic!("{side}")
        };
        assert_eq!((plan.cost(), optimality), (exact, Optimality::Proved), "{side}");
        assert_eq!(instance.as_small().is_none(), side > 16);
    }
}

#[test]
fn large_counters_support_only_descent() {
    let mut instance = random("counters", "20x20", 1).unwrap();
    assert!(instance.solve(&"astar".parse().unwrap(), &mut Limits::none(), None).is_err());
    for (name, expected) in [
        ("cycles", Some(Optimality::Proved)),
        ("misplaced", Some(Optimality::NotClaimed)),
        ("manhattan", Some(Optimality::NotClaimed)),
        ("half-misplaced", None),
    ] {
        instance.set_heuristic(name).unwrap();
        assert_eq!(instance.starting_at(&instance.text()).unwrap().heuristic().name, name);
        assert_eq!(solve(&*instance, "descent").outcome.optimality(), expected, "{name}");
    }
    for text in ["1-1", "0-1", "1-401", "1", "a-b", "1-2-3", "-", "2-1"] {
        assert!(instance.check(&mut std::iter::once(text), &mut Limits::none()).is_err(), "{text}");
    }
}

#[test]
fn bricks_read_their_parameters() {
    let moved = "5,4,\n1,-1,-1,1,1,\n1,2,2,3,1,\n1,0,0,4,1,\n1,1,1,1,1,\n";
    let instance = bricks(moved, ("goal", "1,2;1,3")).unwrap();
    assert_eq!(solve(&*instance, "bfs").outcome.plan().unwrap().cost(), 1);
    for parameter in [("metric", "miles"), ("labels", "x"), ("goal", "1"), ("rows", "3")] {
        assert!(bricks(INFO.instances[0].text, parameter).is_err(), "{parameter:?}");
    }
    let text = random("bricks", "3x5", 1).unwrap().text();
    assert!(text.starts_with("7,5,\n"), "{text}");
    for size in ["2x9", "7x7"] {
        let error = random("bricks", size, 1).err().unwrap();
        assert!(error.contains("expected ROWSxCOLUMNS from 3x3 to 6x6"), "{error}");
    }
}

/// Replays plans on the matrix, independent of the search.
#[test]
fn labels_stay_with_their_bricks() {
    let mut differ = 0;
    for level in INFO.instances.iter().filter(|level| is_matrix(level.text)) {
        let plans = ["original", "normal"].map(|labels| {
            let instance = bricks(level.text, ("labels", labels)).unwrap();
            let words = solve(&*instance, "bfs").outcome.plan().expect(level.name).words();
            let mut state = read::read(level.text, &[]).unwrap();
            for word in &words {
                if labels == "normal" {
                    normalize_state(&mut state);
                }
                apply_move(&mut state, word.parse().unwrap()).unwrap();
            }
            assert!(game_state_solved(&state), "{} {labels}", level.name);
            words
        });
        differ += usize::from(plans[0] != plans[1]);
    }
    assert!(differ > 3, "the labelings are the same");
}

/// The board has many bricks, more than 64 cells and no walls on the border.
#[test]
fn large_brick_boards_are_solved() {
    let mut rows = vec![vec![0; 16]; 16];
    (rows[0][0], rows[15][15]) = (2, -1);
    for (number, brick) in (3..).zip(0..30) {
        let (row, col) = (2 + brick / 5 * 2, 1 + brick % 5 * 3);
        rows[row][col..col + 2].fill(number);
    }
    let row = |row: &Vec<i32>| row.iter().map(i32::to_string).collect::<Vec<_>>().join(",");
    let text = rows.iter().map(row).collect::<Vec<_>>().join("\n");
    let instance = bricks(&format!("16,16,\n{text}"), ("metric", "steps")).unwrap();
    assert_eq!(solve(&*instance, "astar").outcome.plan().unwrap().cost(), 30);
    let wide = format!("40,20,\n{}", format!("-1,{}2,\n", "0,".repeat(38)).repeat(20));
    let error = bricks(&wide, ("metric", "steps")).err().unwrap();
    assert!(error.contains("16 × 16"), "{error}");
}
