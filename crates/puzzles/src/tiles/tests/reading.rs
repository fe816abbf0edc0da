//! Texts, random boards, and which boards can be solved.

use super::super::{Shape, Tiles, cells, cells_of_size};
use super::{below, parse, random};
use heureka_core::Problem;
use heureka_kit::puzzle::{Parameters, Puzzle};

fn with(parameters: &[(&str, &str)]) -> Parameters {
    Parameters(parameters.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect())
}

#[test]
fn tiles_shapes_are_read() {
    let shape = |text: &str, parameters: &[(&str, &str)]| {
        let tiles = Tiles::<u128>::parse(text, &with(parameters)).unwrap();
        (tiles.shape().rows, tiles.shape().cols)
    };
    assert_eq!(shape("1,2/3,0", &[]), (2, 2));
    assert_eq!(shape("1 2 3 4 5 0", &[("rows", "3")]), (3, 2));
    assert_eq!(shape("1 2 3 4 5 0", &[("cols", "3")]), (2, 3));
    assert_eq!(shape("1 2 3 4 5 0", &[("cols", "3"), ("rows", "2")]), (2, 3));
    assert_eq!(shape("# six\n1 2 3\n\n4 5 0 # done", &[]), (2, 3));
    assert_eq!(shape("1\n2\n3\n0", &[]), (2, 2));
    assert_eq!(shape("1 2 3 4 5 6 7\n8 0", &[]), (3, 3));
    assert_eq!(cells("1 2 3\n4 5 0", &with(&[])), Ok(6));
    assert_eq!(cells_of_size("5"), Ok(25));
    assert!(Tiles::<u64>::random("5x5", &with(&[]), 1).is_err());
}

#[test]
fn tiles_errors_say_where_and_what() {
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);
    let cases: &[Case] = &[
        ("", &[], "an empty text: expected the numbers of a board"),
        (
            "1 2 3 4 0",
            &[],
            "5 numbers: expected a square board such as 3 × 3 or 4 × 4, lines of equal length, or rows=… or cols=…",
        ),
        ("0", &[], "a board of 1 × 1: expected at least 2 rows and 2 columns"),
        (
            "1 2 3 4 5 0",
            &[("rows", "6")],
            "a board of 6 × 1: expected at least 2 rows and 2 columns",
        ),
        ("1 2 3 4 5 0", &[("rows", "4")], "6 numbers: expected a multiple of 4, as rows=4"),
        ("1 2 3 0", &[("rows", "1")], "rows=1: expected a whole number from 2 to 4294967295"),
        ("1 2 3 0", &[("rows", "6"), ("cols", "6")], "a board of 6 × 6: expected at most 25 cells"),
        ("1 2 3 0", &[("depth", "6")], "this puzzle has no setting 'depth'; it has rows, cols"),
        ("1 2\n3 x", &[], "line 2, column 3: 'x': expected a number from 0 to 3"),
        ("1 2\n-3 0", &[], "line 2, column 1: '-3': expected a number from 0 to 3"),
        ("0 1 2 4", &[], "line 1, column 7: '4': expected a number from 0 to 3"),
        (
            "1 2 3 4",
            &[],
            "line 1, column 7: '4': expected a number from 0 to 3; the blank, 0, is missing",
        ),
        (
            "0 1 2 1",
            &[],
            "line 1, column 7: '1' again, first in line 1, column 3: expected each number once",
        ),
        (
            "3 1 2 1",
            &[],
            "line 1, column 7: '1' again, first in line 1, column 3: expected each number once; the blank, 0, is missing",
        ),
        (
            "1 2 3 0 4",
            &[("rows", "2"), ("cols", "2")],
            "line 1, column 9: '4': expected nothing more after the 4 numbers of a 2 × 2 board",
        ),
        (
            "1 2 0",
            &[("rows", "2"), ("cols", "2")],
            "line 1, column 6: the board ends after 3 numbers: expected 4, missing 3",
        ),
        (
            "1 2 3 0 5 6 7 8 9 10 11 12 13 14 15 16 4",
            &[("cols", "17")],
            "a board of 1 × 17: expected at least 2 rows and 2 columns",
        ),
    ];
    for (text, parameters, expected) in cases {
        let error = Tiles::<u64>::parse(text, &with(parameters)).unwrap_err();
        assert_eq!(error.to_string(), *expected, "{text}");
    }
    let wide = (0..25).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(
        parse(&wide).unwrap_err().to_string(),
        "a board of 5 × 5: expected at most 16 cells"
    );
    assert!(Tiles::<u128>::parse(&wide, &with(&[])).is_ok());
}

#[test]
fn tiles_random_errors() {
    let error = |size: &str, parameters: &[(&str, &str)]| {
        Tiles::<u64>::random(size, &with(parameters), 1).unwrap_err().to_string()
    };
    assert_eq!(error("big", &[]), "size 'big': expected rows x columns, such as 4x4");
    assert_eq!(error("4x", &[]), "size '4x': expected rows x columns, such as 4x4");
    assert_eq!(error("1x9", &[]), "a board of 1 × 9: expected at least 2 rows and 2 columns");
    assert_eq!(error("6", &[]), "a board of 6 × 6: expected at most 25 cells");
    assert_eq!(error("3x4", &[("rows", "4")]), "size 3x4: expected rows=3 or no rows at all");
    let huge = format!("{}x{}", usize::MAX, usize::MAX);
    assert!(error(&huge, &[]).ends_with("expected at most 25 cells"));
}

#[test]
fn tiles_parsing_never_panics() {
    let letters: Vec<char> = "0123456789 -/,\n\r\t#xä·9999999999999".chars().collect();
    let mut seed = 3;
    for _ in 0..5_000 {
        let length = below(40, &mut seed);
        let text: String = (0..length).map(|_| letters[below(letters.len(), &mut seed)]).collect();
        let value: String = (0..2).map(|_| letters[below(letters.len(), &mut seed)]).collect();
        for parameters in [with(&[]), with(&[("rows", &value)]), with(&[("cols", "3")])] {
            let read = Tiles::<u128>::parse(&text, &parameters);
            assert!(read.is_ok() || !read.unwrap_err().message.is_empty());
            let random = Tiles::<u128>::random(&text, &parameters, seed);
            assert!(random.is_ok() || !random.unwrap_err().message.is_empty());
        }
    }
}

#[test]
fn tiles_texts_are_read_back() {
    for size in ["2x2", "3x3", "2x5", "4x4", "2x8", "8x2", "5x5", "12x2", "3x8"] {
        let tiles: Tiles<u128> = random(size, 7, "zero");
        let again = Tiles::<u128>::parse(&tiles.text(), &Parameters::default()).unwrap();
        assert_eq!((again.shape(), again.start()), (tiles.shape(), tiles.start()));
    }
}

#[test]
fn tiles_random_boards_can_be_solved_and_never_change() {
    for seed in 0..1_000 {
        for size in ["3x3", "2x3", "3x2", "4x4"] {
            assert_eq!(random::<u64>(size, seed, "zero").unsolvable(), None);
        }
    }
    let board = random::<u64>("4", 1, "zero").text();
    assert_eq!(board, "1 6 10 13\n2 9 15 0\n14 3 12 8\n7 4 5 11\n");
}

#[test]
fn tiles_boards_look_good() {
    let tiles = parse("9 3 1 2 10 4 7 12 6 0 5 15 8 13 11 14").unwrap();
    let mut shown = String::new();
    tiles.show_state(&tiles.start(), &mut shown).unwrap();
    assert_eq!(shown, " 9  3  1  2\n10  4  7 12\n 6  ·  5 15\n 8 13 11 14");
    for slide in super::super::Slide::ALL {
        let mut word = String::new();
        tiles.show_action(slide, &mut word).unwrap();
        assert_eq!(tiles.parse_action(&word), Some(slide));
    }
    assert_eq!(tiles.parse_action("sideways"), None);
}

/// Which boards of a shape can be solved, by going everywhere from the goal.
fn parity_is_right(shape: Shape) {
    let n = shape.cells();
    let goal: Vec<String> = (1..n).chain([0]).map(|tile| tile.to_string()).collect();
    let rows = shape.rows.to_string();
    let tiles =
        Tiles::<u64>::parse(&goal.join(" "), &with(&[("rows", &rows)])).unwrap().reference();
    let mut reached = std::collections::HashSet::from([tiles.start()]);
    let mut open = vec![tiles.start()];
    while let Some(state) = open.pop() {
        assert!(!shape.odd(&state));
        tiles.successors(&state, &mut |_, _, next| {
            if reached.insert(next.clone()) {
                open.push(next);
            }
        });
    }
    // As many boards are even as are reached, so none other is.
    assert_eq!(reached.len(), (3..=n).product::<usize>());
}

#[test]
fn tiles_parity_tells_which_boards_can_be_solved() {
    parity_is_right(Shape { rows: 2, cols: 3 });
    parity_is_right(Shape { rows: 3, cols: 2 });
    parity_is_right(Shape { rows: 3, cols: 3 });
    parity_is_right(Shape { rows: 2, cols: 4 });
    assert!(parse("1 2 3 4 5 6 8 7 0").unwrap().unsolvable().is_some());
}
