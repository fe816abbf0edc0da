//! Reading and writing maps, regions, large grids.

use super::*;
use crate::best_first::best_first;
use crate::rules_agree::rules_agree;
use crate::svg_shapes::points;
use heureka_core::{Limits, Outcome, explore};
use heureka_kit::draw::Draw;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn parse(text: &str) -> Result<Grid<4>, ParseError> {
    Grid::<4>::parse(text, &Parameters::default())
}

#[test]
fn regions_agree_with_searches() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(4);
    let (mut open, mut cut) = (0, 0);
    for _ in 0..400 {
        let (rows, cols) = (generator.random_range(1..9), generator.random_range(1..140));
        let mut map = Map::empty(rows, cols).unwrap();
        for index in 0..rows * cols {
            let cell = map.size().cell(index);
            if cell != map.start && cell != map.goal && generator.random_range(0..100) < 30 {
                map.set_wall(cell);
            }
        }
        let grid = Grid::<4>::new(map);
        let report = best_first(&grid, "ucs");
        if report.outcome == Outcome::Unsolvable {
            let reason = grid.unsolvable().expect("separate regions");
            assert!(reason.contains(&format!(": {})", report.stats.expanded)), "{reason}");
            cut += 1;
        } else {
            assert_eq!(grid.unsolvable(), None);
            open += 1;
        }
    }
    assert!(open > 20 && cut > 20, "{open} {cut}");
}

#[test]
fn reads_and_writes_maps() {
    let written = |text: &str| parse(text).unwrap().text();
    assert_eq!(written("3x4"), "3x4");
    assert_eq!(written("....\n....\n....\n"), "3x4");
    assert_eq!(written("S.#/  G"), "S.#\n..G");
    assert_eq!(written("\n#..\n.%@\n\n"), "#.G\nS##");
    // The start is the goal, in either corner and elsewhere.
    assert_eq!(written("1x1"), "1x1");
    assert_eq!(written("../G."), "..\nG.");
    assert_eq!(written(".S/.."), ".S\n..");
    let grid = parse("#..\nG.S").unwrap();
    assert_eq!((grid.start(), grid.map.goal), (Cell::new(1, 2), Cell::new(1, 0)));
    assert_eq!(parse(&grid.text()).unwrap().text(), grid.text());
}

#[test]
fn errors_name_line_and_column() {
    for (text, message) in [
        ("", "the grid is empty"),
        ("..\n.x", "line 2, column 2: 'x': expected #"),
        ("../.x", "line 1, column 5: 'x': expected #"),
        ("S.\n.S", "line 2, column 2: duplicate S"),
        ("G.G", "line 1, column 3: duplicate G"),
        (".\n#", "no S, and the default start, the bottom left corner"),
        ("#", "no S"),
        ("S#", "no G, and the default goal, the top right corner"),
        ("0x5", "invalid grid of 0 × 5 cells: expected sides from 1 to 65534"),
        ("99999x1", "expected sides"),
        ("60000x60000", "at most 134217728 cells"),
        ("99999999999999999999x1", "expected ROWSxCOLUMNS"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    assert!(Grid::<4>::random("5x5x100", &Parameters::default(), 1).is_err());
    let none = Grid::<4>::random("1x1", &Parameters::default(), 1).unwrap_err().to_string();
    assert!(none.contains("no two adjacent free cells"), "{none}");
}

/// Coordinates take all 16 bits on the longest sides.
#[test]
fn solves_grids_with_the_longest_sides() {
    for (rows, cols) in [(1, 65_534), (65_534, 1), (2, 65_534)] {
        let grid = Grid::<4>::new(Map::empty(rows, cols).unwrap());
        assert_eq!(best_first(&grid, "astar").outcome.cost(), Some((rows + cols - 2) as Cost));
        assert_eq!(grid.unsolvable(), None);
        assert_eq!(explore(&grid, &mut Limits::none()).states(), (rows * cols) as u64);
    }
}

#[test]
fn shows_a_part_of_large_grids() {
    let grid = Grid::<4>::new(Map::empty(300, 500).unwrap());
    for cell in [grid.start(), grid.map.goal, Cell::new(150, 250)] {
        let mut text = String::new();
        grid.show_state(&cell, false, &mut text).unwrap();
        assert_eq!((text.lines().count(), text.lines().next().unwrap().chars().count()), (40, 78));
        assert_eq!(text.matches('*').count(), 1);
        let svg = grid.draw(&cell, None).svg("", 10.0);
        let marks = if cell == grid.start() { 0 } else { 2 };
        assert_eq!(svg.matches("<circle").count(), marks, "one cell with its outline");
    }
}

#[test]
fn a_route_passes_through_all_cells_of_the_path() {
    for (rows, cols) in [(4, 6), (300, 500), (1, 200)] {
        let grid = Grid::<4>::new(Map::empty(rows, cols).unwrap());
        let path: Vec<Cell> = (0..cols)
            .map(|col| Cell::new(0, col as u16))
            .chain((1..rows).map(|row| Cell::new(row as u16, cols as u16 - 1)))
            .collect();
        let picture = grid.draw_route(&mut path.iter().copied()).unwrap();
        assert_eq!(picture.size(), (cols as f64, rows as f64));
        let svg = picture.svg("", 10.0);
        let center = |cell: &Cell| (f64::from(cell.col) + 0.5, f64::from(cell.row) + 0.5);
        assert_eq!(points(&svg, "polyline")[0], path.iter().map(center).collect::<Vec<_>>());
        // Start and goal are named, and some cells show how many moves lead there.
        let texts = svg.matches("</text>").count();
        assert!(svg.contains(">S</text>") && svg.contains(">G</text>"));
        assert!((4..=14).contains(&texts), "{texts} texts");
    }
    // A short route on a large map shows only its surroundings.
    let grid = Grid::<4>::new(Map::empty(300, 500).unwrap());
    let short = [Cell::new(150, 250), Cell::new(150, 251)];
    let picture = grid.draw_route(&mut short.into_iter()).unwrap();
    assert_eq!(picture.size(), (256.0, 256.0));
    assert_eq!(points(&picture.svg("", 10.0), "polyline")[0].len(), 2);
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Grid<4>>(&[]);
}
