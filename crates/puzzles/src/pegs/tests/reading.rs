//! Texts, right and wrong.

use super::{Board, instance};
use crate::pegs::{Pegs, parse_position, position_text};
use heureka_kit::puzzle::{Parameters, Puzzle};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const TRIANGLE: &str = "0 1 1 1 1\n1 1 1 1 X\n1 1 1 X X\n1 1 X X X\n1 X X X X\n";
const CORNER: &str = "1 0 0 0 0\r\n0 0 0 0 X \r\n0 0 0 X X\r\n0 0 X X X\r\n0 X X X X\r\n\r\n";

fn board(number: &str) -> Parameters {
    Parameters(vec![("board".to_owned(), number.to_owned())])
}

#[test]
fn one_instance_can_be_written_in_many_ways() {
    for text in [
        "6".to_owned(),
        "6 0,0".to_owned(),
        "6 0,0 0,0".to_owned(),
        "6 0 0 0 0 # corner".to_owned(),
        format!("6\n{TRIANGLE}\n{CORNER}"),
        format!("6\r\n\r\n{TRIANGLE}{CORNER}"),
        format!(
            "6 / {} / {}",
            TRIANGLE.trim().replace('\n', "/"),
            CORNER.trim().replace('\n', " / ")
        ),
    ] {
        assert_eq!(instance(&text).text(), "6 0,0 0,0", "{text}");
    }
    for text in [format!("{TRIANGLE}\n{CORNER}"), "0,0 0,0".to_owned(), String::new()] {
        assert_eq!(Pegs::parse(&text, &board("6")).unwrap().text(), "6 0,0 0,0", "{text}");
    }
    // What is no single vacancy is written out, and read back.
    let three = format!("6\n{}\n{CORNER}", TRIANGLE.replacen('1', "0", 2));
    let puzzle = instance(&three);
    assert_eq!(instance(&puzzle.text()).text(), puzzle.text());
    assert!(puzzle.text().starts_with("6 / 0 0 0 1 1 / 1 1 1 1 X /"), "{}", puzzle.text());
}

#[test]
fn mistakes_are_placed_and_explained() {
    let with = |from: &str, to: &str| format!("6\n{}\n{CORNER}", TRIANGLE.replacen(from, to, 1));
    for (text, says) in [
        (String::new(), "which board?"),
        ("7".to_owned(), "line 1, column 1: there is no board 7"),
        ("x 0,0".to_owned(), "line 1, column 1: 'x': expected the number of a board"),
        ("4 0,0 3,3".to_owned(), "line 1, column 3: the English board has no cell at 0,0"),
        ("4 3,3 3,9".to_owned(), "line 1, column 7: the English board has no cell at 3,9"),
        ("4 3,a 3,3".to_owned(), "line 1, column 5: 'a': expected a cell"),
        ("4 3,-3 3,3".to_owned(), "line 1, column 5: '-3': expected a cell"),
        ("4 3,3 3".to_owned(), "line 1, column 7: expected the board's number, the cell"),
        (with("1 X\n", "2 X\n"), "line 3, column 7: '2': expected 1 for a peg"),
        (with("1 X\n", "1 1\n"), "line 3, column 9: the triangle board has no cell at 1,4"),
        (with("1 1 X X X", "1 X X X X"), "line 5, column 3: the triangle board has a cell at 3,1"),
        (with("1 X X X X", "1 X X X"), "line 6: 4 values: a row of the triangle board has 5"),
        (with("1 X X X X", "1 X X X X X"), "line 6, column 11: 'X' is too much"),
        (format!("6\n{TRIANGLE}"), "line 6: 5 rows: a matrix of the triangle board has 5, one"),
        (format!("6\n{TRIANGLE}{CORNER}1 1 1 1 1"), "line 13, column 1: a row too much"),
        (format!("{TRIANGLE}{CORNER}"), "which board?"),
        (format!("4\n{TRIANGLE}{CORNER}"), "line 11: 10 rows: a matrix of the English board has 7"),
        (
            format!("6\n{TRIANGLE}{}", CORNER.replace('1', "0")),
            "line 7: there is no peg at the goal",
        ),
        (
            format!("6\n{}{CORNER}", TRIANGLE.replace('1', "0")),
            "line 2: there is no peg at the start",
        ),
    ] {
        let error = Pegs::parse(&text, &Parameters::default()).unwrap_err().to_string();
        assert!(error.starts_with(says), "{text}: {error}");
    }
    for (parameters, says) in [
        (board("0"), "board=0: expected a whole number from 1 to 4294967295"),
        (board("7"), "board=7: expected a number from 1 to 6"),
        (
            Parameters(vec![("rows".to_owned(), "3".to_owned())]),
            "this puzzle has no setting 'rows'",
        ),
    ] {
        let error = Pegs::parse("", &parameters).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

#[test]
fn a_single_position_is_read_and_written() {
    let triangle = Board::numbered(6).unwrap();
    let position = parse_position(triangle, TRIANGLE).unwrap();
    assert_eq!(position, triangle.full() & !1);
    assert_eq!(position_text(triangle, position), TRIANGLE.trim_end());
    let error = parse_position(triangle, &format!("{TRIANGLE}1")).unwrap_err().to_string();
    assert!(error.starts_with("line 6, column 1: a row too much"), "{error}");
}

#[test]
fn junk_does_not_panic() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(4);
    let signs = ["0", "1", "X", " ", " ", "\n", "/", ",", "4", "6", "#", "-", "ä", "99999999999"];
    for _ in 0..20_000 {
        let length = generator.random_range(0..120);
        let text: String =
            (0..length).map(|_| signs[generator.random_range(0..signs.len())]).collect();
        for parameters in [Parameters::default(), board("6")] {
            if let Ok(puzzle) = Pegs::parse(&text, &parameters) {
                assert_eq!(instance(&puzzle.text()).text(), puzzle.text());
            }
        }
    }
}

#[test]
fn random_instances_are_games() {
    for size in ["1", "2", "3", "4", "5", "6"] {
        for seed in 0..5 {
            let puzzle = Pegs::random(size, &Parameters::default(), seed).unwrap();
            assert_eq!(instance(&puzzle.text()).text(), puzzle.text());
            assert_eq!(puzzle.unsolvable(), None);
        }
    }
    assert!(Pegs::random("7", &Parameters::default(), 1).is_err());
}
