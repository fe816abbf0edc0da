//! Eight moves: costs and lengths, maps and scenarios of the Moving AI benchmarks.

use super::scenario::Scenario;
use super::*;
use crate::best_first::best_first;
use crate::rules_agree::rules_agree;
use crate::svg_shapes::points;
use heureka_core::{Limits, Optimality, Outcome, Strategy, solve, validate};
use heureka_kit::draw::Draw;
use heureka_kit::text::folded;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const ISLAND: &str = include_str!("../../data/grid/island.map");
const SCENARIOS: &str = include_str!("../../data/grid/island.scen");

fn parameters(pairs: &[(&str, &str)]) -> Parameters {
    Parameters(pairs.iter().map(|&(name, value)| (name.into(), value.into())).collect())
}

fn parse<const N: usize>(text: &str, pairs: &[(&str, &str)]) -> Result<Grid<N>, ParseError> {
    Grid::parse(text, &parameters(pairs))
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Grid<8>>(&[("moves", "8")]);
}

/// Compares a + b·√2 for two routes without rounding: by squares of whole numbers.
fn is_longer(a: i64, b: i64, other_a: i64, other_b: i64) -> bool {
    let (straight, diagonal) = (i128::from(a - other_a), i128::from(b - other_b));
    let squares = (straight * straight).cmp(&(2 * diagonal * diagonal));
    match (straight > 0, diagonal > 0) {
        (true, true) => true,
        (true, false) => diagonal == 0 || squares.is_gt(),
        (false, true) => straight == 0 || squares.is_lt(),
        (false, false) => false,
    }
}

#[test]
fn costs_compare_lengths_exactly() {
    let cost = |a: i64, b: i64| a * i64::from(STRAIGHT) + b * i64::from(DIAGONAL);
    // The nearest whole numbers of straight moves for every number of diagonal ones: the hardest cases.
    for b in 0..i64::from(STRAIGHT) {
        let a = (b as f64 * std::f64::consts::SQRT_2) as i64;
        for a in a - 1..=a + 2 {
            assert_eq!(cost(0, b) > cost(a, 0), is_longer(0, b, a, 0), "{a} {b}");
            assert_eq!(cost(a, 0) > cost(0, b), is_longer(a, 0, 0, b), "{a} {b}");
        }
    }
    // With one more it fails: 13,860 diagonal moves cost as much as 19,601 straight ones.
    assert_eq!(cost(0, 13_860), cost(19_601, 0));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..20_000 {
        let [a, b, c, d] = [(); 4].map(|()| random.random_range(0..13_860));
        assert_eq!(cost(a, b) > cost(c, d), is_longer(a, b, c, d), "{a} {b} {c} {d}");
    }
}

#[test]
fn a_cost_determines_the_length() {
    let length = |a: u32, b: u32| Moves::Eight.length(a * STRAIGHT + b * DIAGONAL).unwrap();
    assert_eq!(format!("{:.8}", length(0, 3)), "4.24264069");
    assert_eq!((length(0, 0), length(7, 0), length(300_000, 0)), (0.0, 7.0, 300_000.0));
    for (a, b) in [(0, 13_859), (5_000, 10_000), (19_600, 0), (1, 1), (2, 3_000)] {
        let expected = f64::from(a) + f64::from(b) * std::f64::consts::SQRT_2;
        assert!((length(a, b) - expected).abs() < 1e-9, "{a} {b}");
    }
    // More diagonal moves than that are not known from the cost, but the length almost is.
    let expected = 200_000.0 * std::f64::consts::SQRT_2;
    assert!((length(0, 200_000) - expected).abs() < 4e-4);
    assert_eq!((Moves::Four.length(5), Moves::Eight.length(1)), (None, None));
}

#[test]
fn no_move_cuts_a_corner() {
    for (map, cost) in [
        ("S./.G", 19_601),
        ("S#/.G", 27_720),
        ("S./#G", 27_720),
        ("S.../..#./...G", 3 * 13_860 + 19_601),
        ("..../.S#./..G.", 27_720),
    ] {
        let grid = parse::<8>(&format!("moves 8/{map}"), &[]).unwrap();
        assert_eq!(best_first(&grid, "astar").outcome.cost(), Some(cost), "{map}");
        assert_eq!(best_first(&grid.reference(), "ucs").outcome.cost(), Some(cost), "{map}");
    }
    assert!(parse::<8>("moves 8/S#/#G", &[]).unwrap().unsolvable().is_some());
}

#[test]
fn texts_state_the_moves() {
    for (text, given, written) in [
        ("S.#/..G", &[("moves", "8")][..], "moves 8\nS.#\n..G"),
        ("moves 8/S.#/..G", &[], "moves 8\nS.#\n..G"),
        ("moves 8\nS.#\n..G", &[("moves", "8")], "moves 8\nS.#\n..G"),
        ("moves 4/S.#/..G", &[], "S.#\n..G"),
        ("3x4", &[("moves", "8")], "moves 8\n3x4"),
        ("3x4", &[("start", "3,2"), ("goal", "0,0")], "G...\n....\n...S"),
        ("1x3", &[("start", "1,0"), ("goal", "1,0")], ".*."),
        (".../...", &[("start", "2,0"), ("goal", "2,0")], "..S\n..."),
        (".../...", &[("start", "0,1"), ("goal", "0,1")], "...\nG.."),
        (".*#", &[], ".*#"),
        ("type octile/height 2/width 3/map/.@T/GSO", &[("goal", "1,1")], "moves 8\n.##\nSG#"),
        (
            "type octile/height 2/width 3/map/.@T/GS.",
            &[("goal", "0,0"), ("moves", "4")],
            "G##\nS..",
        ),
        // Water is free if the start is in it, and nothing else is.
        (
            "type octile/height 2/width 3/map/W.W/.WW",
            &[("start", "2,0"), ("goal", "1,1")],
            "moves 8\n.#S\n#G.",
        ),
        ("type octile/height 2/width 3/map/W.W/.WS", &[("goal", "1,0")], "moves 8\n#G#\nS#."),
    ] {
        if read(text, &parameters(given)).unwrap().1 == Moves::Four {
            reads_back::<4>(text, given, written);
            assert!(parse::<8>(text, given).is_err(), "{text}");
        } else {
            reads_back::<8>(text, given, written);
            assert!(parse::<4>(text, given).is_err(), "{text}");
        }
    }
}

fn reads_back<const N: usize>(text: &str, given: &[(&str, &str)], written: &str) {
    let grid = parse::<N>(text, given).unwrap();
    assert_eq!(grid.text(), written, "{text}");
    for text in [grid.text(), folded(&grid.text())] {
        let again = parse::<N>(&text, given).unwrap();
        let same = (again.text(), again.map.start, again.map.goal);
        assert_eq!(same, (grid.text(), grid.map.start, grid.map.goal), "{text}");
    }
}

#[test]
fn errors_name_line_and_column() {
    const HEADER: &str = "type octile\nheight 2\nwidth 3\nmap\n";
    let map = |rows: &str| format!("{HEADER}{rows}");
    for (text, given, message) in [
        ("moves\n..", &[][..], "line 1, column 1: expected 'moves 4' or 'moves 8'"),
        ("moves 6\n..", &[], "line 1, column 1: expected 'moves 4'"),
        ("moves 8\n", &[], "the grid is empty"),
        ("moves 8\n..", &[("moves", "4")], "line 1, column 1: 'moves 8' contradicts the parameter"),
        ("..", &[("moves", "5")], "moves=5: expected one of 4, 8"),
        ("type tile", &[], "line 1, column 6: 'tile': expected octile"),
        ("type", &[], "line 1, column 1: 'type': expected 'type octile'"),
        ("type octile", &[], "line 1, column 12: the map ends here: expected height ROWS"),
        ("type octile\nwidth 3", &[], "line 2, column 1: 'width 3': expected 'height ROWS'"),
        ("type octile\nheight x", &[], "line 2, column 8: 'x': expected a number of rows"),
        ("type octile\nheight 2\nwidth 3\nmap x", &[], "line 4, column 1: 'map x': expected 'map'"),
        ("type octile\nheight 0\nwidth 3\nmap", &[], "invalid grid of 0 × 3 cells"),
        (&map("...\n.."), &[], "line 6, column 3: 2 cells: expected 3, the width"),
        (&map("...\n...."), &[], "line 6, column 4: 4 cells: expected 3"),
        (&map("...\n.x."), &[], "line 6, column 2: 'x': expected . or G (ground)"),
        (&map("..."), &[], "line 5, column 4: the map ends here: expected row 2 of 2"),
        (&map("...\n...\n..."), &[], "line 7, column 1: unexpected row: the height is 2"),
        (
            &map("...\n@.."),
            &[],
            "the default start, the bottom left corner, is a wall; give -p start=",
        ),
        (&map("...\n@.."), &[("start", "0,1")], "start=0,1 is a wall; columns"),
        (
            &map("...\n..."),
            &[("start", "3,0")],
            "start=3,0: expected COLUMN,ROW, from 0,0 at the top left to 2,1",
        ),
        (&map("...\n..."), &[("goal", "1")], "goal=1: expected COLUMN,ROW"),
        (
            &map("W..\n..."),
            &[("start", "0,0"), ("goal", "1,0")],
            "line 5, column 2: goal=1,0 is on land, and the start in water: a path in water never leaves it",
        ),
        (
            &map("W..\n..."),
            &[("start", "1,0"), ("goal", "0,0")],
            "goal=0,0 is in water, and the start on land",
        ),
        ("version 1\n0 m.map", &[], "line 1, column 1: this is a list of scenarios, not a map: "),
        ("*S", &[], "line 1, column 2: duplicate S"),
        ("G*", &[], "line 1, column 2: duplicate *"),
        ("S..", &[("start", "1,0")], "start=1,0 contradicts the text, whose S is at 0,0"),
    ] {
        let error = read(text, &parameters(given)).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    let error =
        Grid::<4>::random("5x5", &parameters(&[("start", "0,0")]), 1).unwrap_err().to_string();
    assert!(error.contains("start: a random grid chooses its own start"), "{error}");
}

#[test]
fn solves_every_scenario_at_the_stated_length() {
    let scenarios = scenario::read(SCENARIOS).unwrap();
    assert_eq!(scenarios.len(), 24);
    let heuristics = INFO.heuristics.len();
    for (index, scenario) in scenarios.iter().enumerate() {
        let row = Row::from(scenario.clone());
        assert_eq!(
            (row.file.as_deref(), row.published),
            (Some("island.map"), Some(scenario.length))
        );
        let mut grid = Grid::<8>::parse(ISLAND, &Parameters(row.parameters)).unwrap();
        grid.heuristic = index % heuristics;
        assert_eq!((grid.map.start, grid.map.goal), (scenario.start, scenario.goal));
        let report = best_first(&grid, "astar");
        let plan = report.outcome.plan().unwrap();
        validate(&grid.reference(), plan).unwrap();
        let length = grid.path_length(plan.cost).unwrap();
        assert!((length - scenario.length).abs() < 1e-8, "{scenario:?}: {length}");
    }
}

#[test]
fn scenario_errors_name_line_and_column() {
    let row = "0\tm.map\t3\t2\t0\t0\t2\t1\t2.41421356";
    let expected = Scenario {
        line: 3,
        map: "a/m.map".into(),
        width: 3,
        height: 2,
        start: Cell::new(0, 0),
        goal: Cell::new(1, 2),
        length: 2.414_213_56,
    };
    let text = format!("version 1.0\r\n# a comment\r\n{}\r\n", row.replace("m.map", "a/m.map"));
    assert_eq!(scenario::read(&text), Ok(vec![expected]));
    assert_eq!(scenario::read("version 1\n"), Ok(vec![]));
    for (line, message) in [
        ("0 m.map 3 2 0 0 2 1", "line 2, column 20: 8 fields: expected 9"),
        ("0 m.map 3 2 0 0 2 1 1 1", "line 2, column 23: 10 fields: expected 9"),
        ("x m.map 3 2 0 0 2 1 1", "line 2, column 1: 'x': expected the number of a bucket"),
        ("0 m.map 0 2 0 0 2 1 1", "line 2, column 9: '0': expected a width from 1"),
        ("0 m.map 3 2 3 0 2 1 1", "line 2, column 13: '3': expected a column from 0 to 2"),
        ("0 m.map 3 2 0 0 2 2 1", "line 2, column 19: '2': expected a row from 0 to 1"),
        ("0 m.map 3 2 0 0 2 1 -1", "line 2, column 21: '-1': expected a length"),
        ("0 m.map 3 2 0 0 2 1 nan", "line 2, column 21: 'nan': expected a length"),
        ("0 m.map 3 2 0 0 2 1 1,5", "line 2, column 21: '1,5': expected a length"),
    ] {
        let error = scenario::read(&format!("version 1\n{line}")).unwrap_err().to_string();
        assert!(error.contains(message), "{line}: {error}");
    }
    for (text, message) in [
        ("", "line 1, column 1: the file is empty: expected 'version 1'"),
        (row, "line 1, column 1: expected 'version 1' in the first line"),
        ("version 2", "line 1, column 9: version '2': expected 1"),
    ] {
        let error = scenario::read(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn published_lengths_hold_for_the_cells_and_moves_of_the_file() {
    let row = "0\tm.map\t3\t2\t0\t0\t2\t1\t2.41421356";
    let read = |text: &str, given| Grid::<8>::collection(text, &parameters(given));
    let published = |given| {
        let rows = read(&format!("version 1\n{row}\n"), given).unwrap().unwrap();
        assert_eq!(rows[0].map_size, Some((3, 2)));
        rows[0].published
    };
    assert_eq!(published(&[]), Some(2.414_213_56));
    assert_eq!(published(&[("moves", "8")]), published(&[]));
    assert_eq!(published(&[("moves", "4")]), None);
    assert_eq!(published(&[("goal", "0,0")]), None);
    assert_eq!(scenario::map_size("type octile\nheight 2\nwidth 3\nmap\n...\n..."), Some((3, 2)));
    for (text, message) in [
        (row, "expected 'version 1' in the first line"),
        (ISLAND, "this is a map, not a list of instances: solve it with --file"),
    ] {
        let error = read(text, &[]).unwrap().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    assert_eq!(read("S.G\n", &[]), None);
}

/// A row of a name, a map of four rows and an optimum has nine words, too.
#[test]
fn rows_of_maps_are_no_scenarios() {
    let rows = "a\t.S. / ... / ... / ..G\t4\n";
    assert!(Grid::<4>::collection(rows, &Parameters::default()).is_none());
}

#[test]
fn edits_keep_the_moves() {
    fn edit<const N: usize>(grid: &Grid<N>, tool: usize, x: f64, y: f64) -> Grid<N> {
        let text = grid.edit(&Edit { tool, from: (x, y), to: (x, y) }).unwrap();
        parse(&text, &[]).unwrap()
    }
    let grid = parse::<8>(ISLAND, &[("start", "1,1"), ("goal", "1,3")]).unwrap();
    assert_eq!(edit(&grid, 2, 2.5, 1.5).map.start, Cell::new(1, 2));
    assert!(!edit(&grid, 0, 2.5, 1.5).map.is_free(Cell::new(1, 2)));
    let same = parse::<4>(".*.", &[]).unwrap();
    assert_eq!(
        (edit(&same, 2, 0.5, 0.5).text(), edit(&same, 3, 0.5, 0.5).text()),
        ("SG.".into(), "GS.".into())
    );
    assert_eq!(edit(&same, 0, 0.5, 0.5).text(), "#*.");
    // A picture shows a part of a large map, and an empty map has no rows in its text.
    let large = parse::<8>("moves 8/400x500", &[]).unwrap();
    let edited = edit(&large, 0, 1.5, 0.5);
    assert!(!edited.map.is_free(Cell::new(144, 1)));
    assert_eq!(edited.map.free(), 200_000 - 1);
}

#[test]
fn a_route_has_diagonal_lines() {
    let grid = parse::<8>("moves 8/S.../..../...G", &[]).unwrap();
    let plan = best_first(&grid, "astar").outcome.plan().unwrap().clone();
    assert_eq!(plan.cost, 2 * DIAGONAL + STRAIGHT);
    let mut path = vec![grid.start()];
    for step in plan.actions {
        path.push(step.from(*path.last().unwrap()));
    }
    let svg = grid.draw_route(&mut path.into_iter()).unwrap().svg("", 10.0);
    let line = &points(&svg, "polyline")[0];
    assert_eq!((line[0], line[line.len() - 1]), ((0.5, 0.5), (3.5, 2.5)));
    let differ = |a: f64, b: f64| (a - b).abs() > 1e-9;
    let diagonals =
        line.windows(2).filter(|pair| differ(pair[0].0, pair[1].0) && differ(pair[0].1, pair[1].1));
    assert_eq!((line.len(), diagonals.count()), (4, 2));
}

/// Every jump repeats a move, and A\* over jumps finds plans of the same cost.
#[test]
fn jumps_lead_along_shortest_paths() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let jumps: Strategy = "astar:jumps=yes".parse().unwrap();
    let mut solved = 0;
    for case in 0..600 {
        let (rows, cols) = (random.random_range(1..12), random.random_range(1..150));
        let (rows, cols) = if case % 2 == 0 { (rows, cols) } else { (cols, rows) };
        let mut map = Map::empty(rows, cols).unwrap();
        let walls = [0, 3, 10, 25, 40][case % 5];
        for index in 0..rows * cols {
            if random.random_range(0..100) < walls {
                map.set_wall(map.size().cell(index));
            }
        }
        let mut cell = || map.size().cell(random.random_range(0..rows * cols));
        let (start, goal) = (cell(), cell());
        if !map.is_free(start) || !map.is_free(goal) {
            continue;
        }
        (map.start, map.goal) = (start, goal);
        let mut grid = Grid::<8>::new(map);
        grid.heuristic = case % INFO.heuristics.len();
        let expected = best_first(&grid.reference(), "ucs").outcome.cost();
        let report = solve(&grid, &jumps, &mut Limits::none(), &mut ()).unwrap();
        assert_eq!(report.outcome.cost(), expected, "{}", grid.text());
        if let Some(plan) = report.outcome.plan() {
            validate(&grid.reference(), plan).unwrap();
            solved += 1;
        }
        let is_proved =
            matches!(report.outcome, Outcome::Solved(_, Optimality::Proved) | Outcome::Unsolvable);
        assert!(is_proved, "{:?}", report.outcome);
    }
    assert!(solved > 200, "{solved}");
    let four = parse::<4>("S..G", &[]).unwrap();
    assert!(solve(&four, &jumps, &mut Limits::none(), &mut ()).is_err());
}

/// A space of so many cells is searched in an array of costs by rank.
#[test]
fn searches_of_large_maps_agree_with_best_first_search() {
    for seed in 1..4 {
        let map = Map::random(300, 300, 20, seed).unwrap();
        let context = format!("seed {seed}");
        agrees_with_best_first_search(&Grid::<4>::new(map.clone()), &context);
        let eight = Grid::<8>::new(map);
        let heuristic = eight.default_heuristic();
        agrees_with_best_first_search(&Grid { heuristic, ..eight }, &context);
    }
}

fn agrees_with_best_first_search<const N: usize>(grid: &Grid<N>, context: &str) {
    for word in ["ucs", "astar", "astar(ties=lifo)"] {
        let mut expected = best_first(grid, word);
        let strategy = word.parse().unwrap();
        let mut report = solve(grid, &strategy, &mut Limits::none(), &mut ()).unwrap();
        for stats in [&mut report.stats, &mut expected.stats] {
            (stats.peak_bytes, stats.elapsed) = Default::default();
        }
        let context = format!("{word}, {N} moves, {context}");
        assert_eq!(report.outcome.cost(), expected.outcome.cost(), "{context}");
        assert_eq!(report.stats, expected.stats, "{context}");
        let Outcome::Solved(plan, Optimality::Proved) = report.outcome else { panic!("{context}") };
        assert_eq!(validate(&grid.reference(), &plan), Ok(()), "{context}");
    }
}

#[test]
fn lengths_and_defaults_depend_on_the_moves() {
    let map = Map::empty(3, 5).unwrap();
    let (four, eight) = (Grid::<4>::new(map.clone()), Grid::<8>::new(map));
    assert_eq!((four.default_heuristic(), eight.default_heuristic()), (0, 2));
    assert_eq!((four.bound_length(6), eight.bound_length(6 * STRAIGHT)), (None, Some(6.0)));
}

#[test]
fn cells_are_ranked_row_by_row() {
    let grid = Grid::<4>::new(Map::empty(3, 5).unwrap());
    let cells = (0..3).flat_map(|row| (0..5).map(move |col| Cell::new(row, col)));
    for (rank, cell) in (0..grid.ranks()).zip(cells) {
        assert_eq!((grid.rank(&cell), grid.unrank(rank)), (rank, cell));
    }
    assert_eq!(grid.ranks(), 15);
}
