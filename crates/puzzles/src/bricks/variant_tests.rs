//! Boards of letters, bricks bound to their axis, places to reach.

use super::matrix::*;
use super::tests::{compare, odd_shapes, parameters};
use super::*;
use crate::best_first::best_first;
use crate::breadth_first::breadth_first;
use heureka_core::Limits;
use heureka_core::heuristic::audit::audit;
use heureka_kit::board::Cell;
use heureka_kit::draw::Draw as _;
use heureka_kit::edit::Edit;
use heureka_kit::puzzle::Puzzle;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Board = Bricks<[u64; 8]>;

/// Klotski, where the master stays inside the walls.
const KLOTSKI: &str = "#BAAC#\n#BAAC#\n#DEEF#\n#DGHF#\n#I..J#\n";

fn board(text: &str, settings: &[(&str, &str)]) -> Board {
    Board::parse(text, &parameters(settings)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn optimum(text: &str, settings: &[(&str, &str)]) -> Option<Cost> {
    best_first(&board(text, settings), "astar").outcome.cost()
}

/// Optima and numbers of states of Michael Fogleman's database (<https://www.michaelfogleman.com/rush/>),
/// where these two are the hardest boards without and with walls. Steps by a program of our own.
#[test]
fn rush_hour_lines_have_their_known_optima() {
    for (text, moves, steps, states) in [
        ("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo", 51, 81, 4780),
        ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 60, 103, 2332),
    ] {
        assert_eq!(optimum(text, &[("metric", "moves")]), Some(moves));
        assert_eq!(optimum(text, &[]), Some(steps));
        let puzzle = board(text, &[("metric", "moves")]);
        assert_eq!(breadth_first(&puzzle, vec![puzzle.start()], usize::MAX).len(), states);
        assert_eq!(puzzle.text(), text);
        assert_eq!(board(&text.replace('o', "."), &[]).text(), text);
        // The same rules, given by parameters.
        let rows: Vec<String> = text
            .as_bytes()
            .chunks(6)
            .map(|row| String::from_utf8_lossy(row).into_owned())
            .collect();
        let rows = rows.join("\n").replace('o', ".").replace('x', "#");
        let settings = [("metric", "moves"), ("axis", "long"), ("goal", "A@3,5")];
        assert_eq!(optimum(&rows, &settings), Some(moves));
        assert_eq!(board(&rows, &settings).caveat(), None);
    }
}

#[test]
fn other_boards_have_their_optima() {
    // The published figures of Klotski.
    assert_eq!(optimum(KLOTSKI, &[]), Some(116));
    assert_eq!(optimum(KLOTSKI, &[("metric", "moves"), ("goal", "A@4,3")]), Some(81));
    // A 4 × 4 board of a Rush Hour line: a car has to let the other pass.
    assert_eq!(optimum("oooBAAoBoooooooo", &[]), Some(4));
    // In a matrix: the same place as the goal cells, but any brick may enter it.
    let matrix = "3,3,\n2,0,3,\n0,0,3,\n0,0,0,\n";
    assert_eq!(optimum(matrix, &[("goal", "2@1,3")]), Some(3));
    assert_eq!(optimum(matrix, &[("goal", "3@1,1;2@2,3")]), Some(7));
    assert_eq!(optimum(matrix, &[("goal", "3@2,3")]), Some(1));
    assert_eq!(optimum("4,1,\n2,2,0,-1,\n", &[("axis", "long")]), Some(2));
    assert_eq!(
        optimum("4,2,\n2,2,0,-1,\n0,0,0,0,\n", &[("axis", "long"), ("goal", "2@1,1")]),
        None
    );
}

/// Adds rules at random to a board.
fn with_rules(state: GameState, seed: u64) -> GameState {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let pieces = state.pieces();
    let mut targets = vec![];
    for &piece in pieces.iter().filter(|_| generator.random_range(0..3) == 0) {
        let fits = |place: &Cell| {
            let mut cells = state.moved_to(piece, *place);
            cells.all(|cell| state.at(cell).is_some_and(|number| number != WALL))
        };
        let places: Vec<Cell> = state.cells(|_| true).filter(fits).collect();
        targets.push((piece, places[seed as usize * 7 % places.len()]));
    }
    state.with(Variant { along_axis_only: seed.is_multiple_of(2), targets })
}

#[test]
fn fast_rules_match_the_reference_under_other_rules() {
    for seed in 0..60 {
        let state =
            with_rules(odd_shapes(3 + seed as usize % 2, 3 + seed as usize % 3, seed), seed);
        for metric in [Metric::Steps, Metric::Moves] {
            if needs(&state).shapes <= 8 {
                compare::<[u64; 8]>(&state, metric, 20, seed);
            }
            compare::<List<48, 24>>(&state, metric, 10, seed);
            let mut puzzle =
                Bricks::<List<48, 24>>::new(state.clone(), metric, Labels::Original).unwrap();
            for heuristic in 0..INFO.heuristics.len() {
                puzzle.set_heuristic(heuristic, &mut Limits::none()).unwrap();
                let audit = audit(&puzzle, &mut Limits::none().expansions(2_000));
                assert!(!audit.refuted(), "{state} {:?} {heuristic}", state.variant());
            }
        }
    }
}

#[test]
fn plans_name_bricks_by_their_letters() {
    let puzzle = board("oooBAAoBoooooooo", &[("metric", "moves")]);
    let outcome = best_first(&puzzle, "bfs").outcome;
    let mut view = puzzle.view();
    let mut words = vec![];
    for &slide in &outcome.plan().unwrap().actions {
        words.push(view.show(slide));
        assert_eq!(view.read(words.last().unwrap()), Some(slide));
        view.play(slide).unwrap();
    }
    assert_eq!(words, ["(B,down,down)", "(A,right,right)"]);
    assert_eq!((view.read("(A,down)"), view.read("(Z,up)")), (Some(Slide::NONE), None));
}

/// A start that is set keeps the letters of the bricks with a place, and reads back.
#[test]
fn letters_of_goal_bricks_stay() {
    let settings = &[("goal", "G@1,2;E@4,3")];
    let mut puzzle = board(KLOTSKI, settings);
    let mut state = puzzle.start();
    for step in 0..200 {
        let mut next = vec![];
        puzzle.successors(&state, &mut |_, _, after| next.push(after));
        state = next[step * 7 % next.len()];
        let before = puzzle.text();
        puzzle.set_start(state);
        let text = puzzle.text();
        for letter in ['G', 'E'] {
            assert_eq!(before.matches(letter).count(), text.matches(letter).count());
        }
        let again = board(&text, settings);
        assert_eq!(again.text(), text);
        assert_eq!(again.game_state(&again.start()), puzzle.game_state(&state), "{text}");
    }
}

#[test]
fn errors_of_letters_name_line_and_column() {
    let cases: &[(&str, usize, usize, &str)] = &[
        ("#AA#\n#..", 2, 4, "this row has 3 cells: expected 4"),
        ("#AA#\n#..#.\n", 2, 5, "unexpected extra cell: expected 4 per row"),
        ("#AA#\n#.-#\n", 2, 3, "unexpected '-'"),
        ("AA/.?", 1, 5, "unexpected '?'"),
        ("\n.B\n..\n", 2, 1, "no brick A"),
        ("..\n##\n", 1, 1, "no brick A"),
        ("AA\n..\n.A\n", 3, 2, "this 'A' does not touch the others"),
        ("AAooo", 1, 6, "this line has 5 letters"),
        ("  AAoq", 1, 6, "unexpected 'q'"),
        ("oBBoAABoB", 1, 7, "this 'B' does not touch"),
        ("oooAAoBoo", 1, 7, "brick 'B' has 1 × 1 cells"),
        ("BBoBAAooo", 1, 1, "brick 'B' has 2 × 2 cells"),
        ("oAooAoooo", 1, 2, "is vertical"),
        ("oooooo ooo", 1, 8, "unexpected text after the board"),
        ("oooAA7BBo 3", 1, 6, "unexpected '7'"),
        ("51 oooAAoBBo 4780", 1, 1, "give only the board"),
        ("oooBBoooo", 1, 1, "no brick A"),
    ];
    for &(text, line, column, message) in cases {
        let error = Board::parse(text, &parameters(&[])).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.message.contains(message), "{text:?}: {error}");
    }
    for (name, value, message) in [
        ("goal", "Z@1,1", "goal Z@1,1: there is no brick Z"),
        ("goal", "A@9,1", "goal A@9,1: the board has 5 rows and 6 columns"),
        ("goal", "A@5,3", "goal A@5,3: brick A does not fit there"),
        ("goal", "A@1,1", "goal A@1,1: brick A does not fit there"),
        ("goal", "4,3", "goal 4,3: expected the brick and its place: A@4,3"),
        ("goal", "A@4,3;A@1,3", "goal 'A@1,3': brick A already has a place"),
        ("goal", "@4,3", "goal '@4,3': expected cells"),
        ("goal", "A@4", "goal 'A@4': expected cells"),
        ("axis", "long", "axis=long: brick A is as wide as high"),
        ("axis", "short", "axis=short: expected one of both, long"),
    ] {
        let error = Board::parse(KLOTSKI, &parameters(&[(name, value)])).unwrap_err();
        assert!(error.message.contains(message), "{error}");
    }
    for (text, place) in [
        ("AA.\n...\n", "in the middle of the lower edge"),
        ("A#.\n...\n.#.\n", "in the middle of the lower edge"),
        ("AAxoooooo", "at the right edge"),
        ("AAxxooxxBBxxooxx", "at the right edge"),
    ] {
        let error = Board::parse(text, &parameters(&[])).unwrap_err();
        assert!(error.message.contains(&format!("A does not fit {place}")), "{error}");
    }
    assert!(Board::random("3x3", &parameters(&[("axis", "long")]), 1).is_err());
}

#[test]
fn reads_lines_of_collections() {
    const BOARD: &str = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo";
    let with = |text: &str, given: &[(&str, &str)]| {
        let rows = Board::collection(&text.replace('B', BOARD), &parameters(given)).unwrap();
        let rows = rows.map_err(|error| error.to_string())?;
        assert!(rows.iter().all(|row| row.text == BOARD), "{text}");
        assert!(rows.iter().all(|row| row.parameters[0].1 == "moves"), "{text}");
        Ok::<_, String>(rows.into_iter().map(|row| (row.name, row.published)).collect::<Vec<_>>())
    };
    let read = |text: &str| with(text, &[]).unwrap();
    let row = |name: &str, moves| (Some(name.to_owned()).filter(|name| !name.is_empty()), moves);
    for (line, name, moves) in [
        ("B", "", None),
        ("B 51", "", Some(51.0)),
        ("B\t51", "", Some(51.0)),
        ("1 B", "1", None),
        ("1 B 51", "1", Some(51.0)),
        ("1\tB\t51", "1", Some(51.0)),
        ("51\tB\t4780", "51", Some(4780.0)),
        ("a name\tB\t?", "a name", None),
        ("name B 51", "name", Some(51.0)),
        // Fogleman's own lines have the moves, the board and its states.
        ("51 B 4780", "", Some(51.0)),
        ("51 B 45", "51", Some(45.0)),
    ] {
        assert_eq!(read(line), [row(name, moves)], "{line:?}");
    }
    assert_eq!(read("# boards\n\n1 B 51\n2 B 50\n"), [row("1", Some(51.0)), row("2", Some(50.0))]);
    assert_eq!(read("51 B 4780\n3 B 12"), [row("", Some(51.0)), row("", Some(3.0))]);
    assert!(with("5 B 51", &[]).unwrap_err().contains("ambiguous: '5' can be the number of"));
    // What is published holds for the rules of Rush Hour only.
    for given in [("metric", "steps"), ("axis", "both"), ("goal", "A@3,1")] {
        assert_eq!(with("51 B 4780", &[given]).unwrap(), [row("", None)], "{given:?}");
    }
    for given in [("metric", "moves"), ("axis", "long"), ("labels", "normal")] {
        assert_eq!(with("51 B 4780", &[given]).unwrap(), [row("", Some(51.0))], "{given:?}");
    }
    assert_eq!(Board::collection("5,4, / 1,2,2,1,1,", &parameters(&[])), None);
    for (line, column, message) in [
        ("1 ooooAAoBBo", 13, "this line has 10 letters"),
        ("1 oooAAoBBq 3", 11, "unexpected 'q'"),
        ("1 oooAA7BBo 3", 8, "unexpected '7'"),
        ("1 oooAAoBBo x", 13, "the published cost"),
        ("1 oooAAoBBo 3 4", 15, "unexpected text"),
        ("1 2 oooAAoBBo", 3, "unexpected text"),
        ("7", 1, "no board"),
    ] {
        let text = format!("{BOARD}\n{line}\n");
        let error = Board::collection(&text, &parameters(&[])).unwrap().unwrap_err();
        assert_eq!((error.line, error.column), (2, column), "{line:?}: {error}");
        assert!(error.message.contains(message), "{line:?}: {error}");
    }
}

#[test]
fn results_state_the_rules_that_a_text_implies() {
    let line = "oooBAAoBoooooooo";
    for (text, settings, caveat) in [
        (line, &[][..], "counted in steps"),
        (line, &[("metric", "moves")], "and A has to reach the right edge"),
        (line, &[("axis", "both")], "a Rush Hour line: A has to reach the right edge"),
        (line, &[("goal", "A@2,2")], "a Rush Hour line: bricks move along their longer side"),
        (line, &[("goal", "A@2,2"), ("axis", "long")], ""),
        (KLOTSKI, &[], "no goal is given: A has to reach the middle of the lower edge"),
        (KLOTSKI, &[("goal", "A@4,3")], ""),
    ] {
        let found = board(text, settings).caveat().unwrap_or_default();
        assert!(found.contains(caveat), "{settings:?}: {found}");
        assert_eq!(found.is_empty(), caveat.is_empty(), "{settings:?}: {found}");
    }
}

#[test]
fn boards_of_letters_are_drawn_and_edited() {
    let puzzle = board("oooBAAoBoooooooo", &[]);
    let mut drawn = String::new();
    puzzle.show_state(&puzzle.start(), false, &mut drawn).unwrap();
    assert_eq!(drawn.lines().nth(3), Some("│ A     │ ◇ │   │"), "{drawn}");
    let edit = |from, to| Edit { tool: 0, from, to };
    let down = puzzle.edit(&edit((3.5, 0.5), (3.5, 2.5)));
    assert_eq!(down.as_deref(), Some("ooooAAoooooBoooB"));
    let wall = board("oooBAAoBooooooox", &[]).edit(&edit((0.5, 1.5), (0.5, 0.5)));
    assert_eq!(wall.as_deref(), Some("AAoBoooBooooooox"));
    let rows = board(KLOTSKI, &[]).edit(&edit((1.5, 4.5), (2.5, 4.5)));
    assert_eq!(rows.as_deref(), Some("#BAAC#\n#BAAC#\n#DEEF#\n#DGHF#\n#.I.J#"));
    assert_eq!(board(KLOTSKI, &[]).edit(&edit((0.5, 4.5), (2.5, 4.5))), None);
}
