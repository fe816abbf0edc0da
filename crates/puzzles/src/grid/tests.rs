//! Grids: rules against the reference, known ways, texts good and bad, regions.

use super::reference::GridEstimate;
use super::*;
use heureka_core::{Outcome, solve};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn parse(text: &str) -> Result<Grid, ParseError> {
    Grid::parse(text, &Parameters::default())
}

fn cost(grid: &Grid, strategy: &str) -> Option<Cost> {
    let strategy = strategy.parse().unwrap();
    let report = grid.search(&strategy, &mut Limits::none(), &mut ()).unwrap();
    report.outcome.cost()
}

/// Successors, predecessors, keys, goals and estimates of every cell of random maps.
#[test]
fn both_rules_agree() {
    let mut compared = 0;
    for seed in 0..40 {
        let mut grid = Grid::random("17x23x35", &Parameters::default(), seed).unwrap();
        grid.heuristic = GridEstimate::ALL[seed as usize % 3];
        let reference = grid.reference();
        for rank in 0..grid.ranks() {
            let cell = grid.unrank(rank);
            assert_eq!(grid.rank(&cell), rank);
            if !grid.map.is_free(cell) {
                continue;
            }
            let (key, place) = (grid.pack(&cell), cell.place());
            assert_eq!((reference.pack(&place), reference.unpack(&key)), (key, place));
            assert_eq!(grid.unpack(&key), cell);
            assert_eq!(grid.is_goal(&cell), reference.is_goal(&place));
            assert_eq!(grid.h(&cell), reference.h(&place));
            let (mut fast, mut slow) = (vec![], vec![]);
            grid.successors(&cell, &mut |step, cost, next| fast.push((step, cost, next.place())));
            reference.successors(&place, &mut |step, cost, next| slow.push((step, cost, next)));
            assert_eq!(fast, slow, "{place:?}");
            grid.predecessors(&cell, &mut |step, cost, before| {
                assert_eq!(grid.apply(&before, step), Some((cost, cell)));
            });
            compared += 1;
        }
        assert_eq!(grid.start().place(), reference.start());
    }
    assert!(compared > 9_000, "{compared}");
}

/// Every optimal strategy finds the same cost, and as many regions as the searches see.
#[test]
fn strategies_agree_on_random_maps() {
    for seed in 0..60 {
        let size = format!("{}x{}x{}", 2 + seed % 9, 3 + seed % 14, seed % 50);
        let grid = Grid::random(&size, &Parameters::default(), seed).unwrap();
        assert_eq!(grid.unsolvable(), None, "{size} {seed}");
        let best = cost(&grid, "bfs");
        assert!(best.is_some(), "{size} {seed}");
        for strategy in ["astar", "astar:ties=low-g", "ucs", "bidirectional"] {
            assert_eq!(cost(&grid, strategy), best, "{size} {seed} {strategy}");
        }
    }
}

/// What is said at once about the goal is what a search finds.
#[test]
fn the_goal_is_known_to_be_cut_off_exactly_if_it_is() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(4);
    let (mut open, mut cut) = (0, 0);
    for _ in 0..400 {
        let (rows, cols) = (generator.random_range(1..9), generator.random_range(1..140));
        let mut map = Map::empty(rows, cols).unwrap();
        for row in 0..rows {
            for col in 0..cols {
                let cell = Cell::at(row, col);
                if cell != map.start && cell != map.goal && generator.random_range(0..100) < 30 {
                    map.set_wall(row, col);
                }
            }
        }
        let grid = Grid::new(map);
        let report = solve(&grid, &"bfs".parse().unwrap(), &mut Limits::none(), &mut ()).unwrap();
        if report.outcome == Outcome::Unsolvable {
            let why = grid.unsolvable().expect("walls part them");
            let reached = report.stats.expanded;
            let told = if reached == 1 { "1 cell " } else { &format!("{reached} cells ") };
            assert!(why.contains(&format!(": {told}")), "{why}: {reached}");
            cut += 1;
        } else {
            assert_eq!(grid.unsolvable(), None);
            open += 1;
        }
    }
    assert!(open > 20 && cut > 20, "{open} {cut}");
}

#[test]
fn texts_are_read_and_written() {
    let again = |text: &str| parse(text).unwrap().text();
    assert_eq!(again("3x4"), "3x4");
    assert_eq!(again("....\n....\n....\n"), "3x4");
    assert_eq!(again("S.#/  G"), "S.#\n..G");
    assert_eq!(again("\n#..\n.%@\n\n"), "#.G\nS##");
    // A start that is the goal, in either corner and elsewhere.
    assert_eq!(again("1x1"), "1x1");
    assert_eq!(again("../G."), "..\nG.");
    assert_eq!(again(".S/.."), ".S\n..");
    let grid = parse("#..\nG.S").unwrap();
    assert_eq!((grid.start(), grid.goal()), (Cell::at(1, 2), Cell::at(1, 0)));
    assert_eq!(parse(&grid.text()).unwrap().text(), grid.text());
}

#[test]
fn errors_name_the_place() {
    for (text, message) in [
        ("", "the grid is empty"),
        ("..\n.x", "line 2, column 2: 'x': expected #"),
        ("../.x", "line 1, column 5: 'x': expected #"),
        ("S.\n.S", "line 2, column 2: a second S"),
        ("G.G", "line 1, column 3: a second G"),
        (".\n#", "there is no S, and the bottom left corner"),
        ("#", "there is no S"),
        ("S#", "there is no G, and the top right corner"),
        ("0x5", "a grid of 0 × 5 cells: expected sides from 1 to 65534"),
        ("99999x1", "expected sides"),
        ("60000x60000", "at most 134217728 cells"),
        ("99999999999999999999x1", "expected sides"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    for size in ["", "5", "5x", "5x5x", "5x5x100", "5x5x5x5", "-1x5", "0x0", "axb"] {
        assert!(Grid::random(size, &Parameters::default(), 1).is_err(), "{size}");
    }
    let none = Grid::random("1x1", &Parameters::default(), 1).unwrap_err().to_string();
    assert!(none.contains("no two free ones touch"), "{none}");
}

/// The ends of the longest rows and columns, where a place takes all 16 bits.
#[test]
fn the_longest_sides_are_walked() {
    for (rows, cols) in [(1, 65_534), (65_534, 1), (2, 65_534)] {
        let grid = Grid::new(Map::empty(rows, cols).unwrap());
        assert_eq!(cost(&grid, "astar"), Some((rows + cols - 2) as Cost));
        assert_eq!(grid.unsolvable(), None);
        assert_eq!(grid.explore(&mut Limits::none()).states(), (rows * cols) as u64);
    }
}

#[test]
fn large_grids_are_shown_in_part() {
    let grid = Grid::new(Map::empty(300, 500).unwrap());
    for cell in [grid.start(), grid.goal(), Cell::at(150, 250)] {
        let mut text = String::new();
        grid.show_state(&cell, &mut text).unwrap();
        assert_eq!((text.lines().count(), text.lines().next().unwrap().len()), (40, 78));
        assert_eq!(text.matches('*').count(), 1);
        let svg = grid.draw(&cell).svg("", 10.0);
        assert_eq!(svg.matches("<circle").count(), 2, "one cell and its edge");
    }
}
