//! Plans against brute force, reading of maps.

use super::*;
use crate::best_first::best_first;
use crate::rules_agree::rules_agree;
use heureka_core::Outcome;

fn parse(text: &str) -> Result<Pacman<u64>, ParseError> {
    Pacman::parse(text, &Parameters::default())
}

fn random(size: &str, seed: u64) -> Pacman<u64> {
    Pacman::random(size, &Parameters::default(), seed).unwrap()
}

/// Returns the fewest steps by trying every order of the pellets.
fn brute_force(puzzle: &Pacman<u64>) -> Cost {
    fn visit(all: &[Vec<u16>], cells: &[u16], at: u16, left: u128, best: &mut Cost, g: Cost) {
        if g >= *best {
            return;
        }
        if left == 0 {
            *best = g;
        }
        for (number, &cell) in cells.iter().enumerate() {
            if left >> number & 1 == 1 {
                let steps = Cost::from(all[usize::from(at)][usize::from(cell)]);
                visit(all, cells, cell, left & !(1 << number), best, g + steps);
            }
        }
    }
    let map = &puzzle.map;
    // All distances by Floyd and Warshall, independent of the breadth-first search.
    let cells = map.cells.len();
    let mut all = vec![vec![1000; cells]; cells];
    for (cell, row) in all.iter_mut().enumerate() {
        row[cell] = 0;
        for &next in map.neighbors[cell].iter().filter(|&&next| next != NONE) {
            row[usize::from(next)] = 1;
        }
    }
    for via in 0..cells {
        for from in 0..cells {
            for to in 0..cells {
                all[from][to] = all[from][to].min(all[from][via] + all[via][to]);
            }
        }
    }
    let mut best = Cost::MAX;
    visit(&all, &map.pellets, map.start, puzzle.all(), &mut best, 0);
    best
}

#[test]
fn plans_match_brute_force() {
    for pellets in 1..=12 {
        for seed in 0..3 {
            let mut puzzle = random(&format!("7x9x{pellets}"), seed);
            let optimum = brute_force(&puzzle);
            for heuristic in 0..INFO.heuristics.len() {
                // Weak heuristics are slow with many pellets.
                if pellets > 8 && matches!(heuristic, 1 | 2 | 4) {
                    continue;
                }
                puzzle.set_heuristic(heuristic, &mut Limits::none()).unwrap();
                let cost = best_first(&puzzle, "astar").outcome.cost();
                assert_eq!(cost, Some(optimum), "{heuristic}\n{}", puzzle.text());
                if heuristic == TOUR {
                    assert_eq!(puzzle.h(&puzzle.start()), optimum, "{}", puzzle.text());
                }
            }
        }
    }
}

#[test]
fn detects_unreachable_pellets() {
    let cut = parse("%P%.%\n% % %\n%.% %").unwrap();
    let reason = cut.unsolvable().unwrap();
    assert!(reason.contains("line 1, column 4"), "{reason}");
    assert_eq!(best_first(&cut, "ucs").outcome, Outcome::Unsolvable);
    let done = parse(" P ").unwrap();
    assert!(done.unsolvable().is_none() && done.is_goal(&done.start()));
    let mut goals = vec![];
    done.goals(&mut |goal| goals.push(goal));
    assert_eq!(goals, [done.start()]);
}

/// Beyond 16 pellets, `tour` is the spanning tree.
#[test]
fn only_tours_of_few_pellets_have_a_table() {
    for pellets in [2, 17] {
        let mut puzzle = random(&format!("9x9x{pellets}"), 1);
        let (cells, h) = (puzzle.map.cells.len(), puzzle.h(&puzzle.start()));
        let distances = (2 * pellets * cells) as u64;
        for heuristic in 0..INFO.heuristics.len() {
            puzzle.set_heuristic(heuristic, &mut Limits::none()).unwrap();
            let tours = if (pellets, heuristic) == (2, TOUR) { 2 * (2 << 2) } else { 0 };
            assert_eq!(puzzle.table_bytes(), distances + tours, "{pellets} {heuristic}");
            assert!(heuristic != TOUR || tours > 0 || puzzle.h(&puzzle.start()) == h);
        }
    }
    let mut puzzle = random("9x9x2", 1);
    let mut build = |bytes| puzzle.set_heuristic(TOUR, &mut Limits::none().memory(bytes));
    assert_eq!((build(16), build(15)), (Ok(()), Err(Stop::Memory)));
}

#[test]
fn draws_walls_pellets_and_pac_man() {
    let puzzle = parse("%P.\n.  ").unwrap();
    let mut text = String::new();
    puzzle.show_state(&puzzle.start(), false, &mut text).unwrap();
    assert_eq!(text, "█P•\n•  ");
    let mut noted = String::new();
    puzzle.note_state(&puzzle.start(), &mut noted).unwrap();
    assert_eq!(noted, "%P.\n.  ");
    let mut colored = String::new();
    puzzle.show_state(&puzzle.start(), true, &mut colored).unwrap();
    let mut expected = String::new();
    for (symbol, hue) in [('█', Hue::Wall), ('P', Hue::Yellow), ('•', Hue::Orange)] {
        paint(&mut expected, true, hue, symbol).unwrap();
    }
    assert!(colored.starts_with(&expected), "{colored}");
    let mut picture = Picture::new(3.0, 2.0);
    picture.rect(0.0, 0.0, 3.0, 2.0, 0.1, Hue::Ink);
    picture.rect(0.02, 0.02, 0.96, 0.96, 0.15, Hue::Blue);
    picture.circle(1.5, 0.5, 0.42, Hue::Yellow);
    picture.polygon(&[(1.5, 0.5), (2.0, 0.2), (2.0, 0.8)], 0.0, Hue::Ink);
    picture.circle(2.5, 0.5, 0.14, Hue::Goal).circle(0.5, 1.5, 0.14, Hue::Goal);
    assert_eq!(puzzle.draw(&puzzle.start(), None).svg("", 10.0), picture.svg("", 10.0));
}

#[test]
fn reads_lenient_maps() {
    for text in ["P.", "\n\n#P.#\r\n#  #\r\n\r\n", "  \n P.\n%%%\n  ", ".\nP\n.%.%"] {
        let puzzle = parse(text).unwrap();
        let again = parse(&puzzle.text()).unwrap();
        assert_eq!(again.text(), puzzle.text(), "{text:?}");
        assert_eq!(again.start(), puzzle.start(), "{text:?}");
    }
    assert_eq!(parse("  \n P.").unwrap().text(), "   \n P.");
}

#[test]
fn errors_name_line_and_column() {
    for (text, message) in [
        ("", "the map is empty"),
        ("\n\n", "the map is empty"),
        ("%%%\n%.%", "no P on the map"),
        ("%P.\n.P", "line 2, column 2: duplicate P"),
        ("P.\n%x", "line 2, column 2: 'x': expected % or #"),
        ("P\t.", "line 1, column 2: '\\t': expected"),
        (&format!("P{}", " ".repeat(70_000)), "expected at most 65535 cells"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    assert!(pellets(&format!("P{}", ".".repeat(113))).is_err());
    assert_eq!(pellets(&format!("P{}", ".".repeat(112))), Ok(112));
    for size in ["9x9", "2x9x1", "9x65x1", "9x9x113"] {
        assert!(pellets_of_size(size).is_err(), "{size}");
    }
    assert!(Pacman::<u64>::random("3x3x1", &Parameters::default(), 1).is_err());
    assert!(Pacman::<u64>::random("3x4x1", &Parameters::default(), 1).is_ok());
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Pacman<u64>>(&[]);
    rules_agree::<Pacman<u128>>(&[]);
}
