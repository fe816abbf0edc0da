//! Tests that pictures mark what the last move changed: where the mark is, in every puzzle with moving
//! pieces.

use crate::bricks::Bricks;
use crate::chi::Chi;
use crate::counters::Counters;
use crate::hanoi::Hanoi;
use crate::pacman::Pacman;
use crate::pancakes::Pancakes;
use crate::pegs::Pegs;
use crate::river::River;
use crate::sokoban::Sokoban;
use crate::tiles::Tiles;
use heureka_kit::draw::{Hue, Picture};
use heureka_kit::puzzle::{Parameters, Puzzle};

/// Returns the shapes that the picture after a move has in addition to that of the state alone.
fn marks<P: Puzzle>(text: &str, word: &str) -> Vec<String> {
    let puzzle = P::parse(text, &Parameters::default()).unwrap();
    let start = puzzle.start();
    let mut view = puzzle.view();
    let action = view.read(word).unwrap();
    view.play(action).expect("a legal move");
    let shapes = |picture: Picture| picture.svg("", 1.0).lines().map(str::to_owned).collect();
    let marked: Vec<String> = shapes(view.draw());
    let (_, state) = puzzle.apply(&start, action).unwrap();
    let plain: Vec<String> = shapes(puzzle.draw(&state, None));
    marked.into_iter().filter(|shape| !plain.contains(shape)).collect()
}

/// Asserts that the marks of a move contain shapes with these attributes and the color of the edge, and
/// no more of them.
#[track_caller]
fn assert_marks<P: Puzzle>(text: &str, word: &str, hue: Hue, expected: &[&str]) {
    let marks = marks::<P>(text, word);
    let dark = marks.iter().filter(|shape| shape.contains(hue.css()));
    let dark: Vec<&String> = dark.collect();
    assert_eq!(dark.len(), expected.len(), "{marks:#?}");
    for (shape, attributes) in dark.iter().zip(expected) {
        assert!(shape.contains(attributes), "expected {attributes}: {marks:#?}");
    }
}

#[test]
fn tiles_mark_the_tile_that_slid() {
    let cell = "x=\"2.1\" y=\"1.1\" width=\"1\"";
    assert_marks::<Tiles<u64>>("1 2 3 4 5 0 7 8 6", "up", Hue::Ink, &[cell]);
    assert_marks::<Chi<u64>>(
        "1 0 3 7 5 2 6 4",
        "3",
        Hue::Ink,
        &["x=\"1.1\" y=\"0.1\" width=\"1\""],
    );
}

#[test]
fn counters_mark_both_that_were_swapped() {
    let cells = ["x=\"0.1\" y=\"0.1\" width=\"1\"", "x=\"1.1\" y=\"1.1\" width=\"1\""];
    assert_marks::<Counters<u64>>("4 2 3 1", "1-4", Hue::Ink, &cells);
}

#[test]
fn bricks_mark_the_brick_that_slid() {
    // One dark square for each cell, and one for the bridge between them.
    let cells = ["x=\"2\" y=\"1\" width=\"1\"", "x=\"2.5\" y=\"1\"", "x=\"3\" y=\"1\" width=\"1\""];
    let board = "6,3,\n1,1,1,1,1,1,\n1,2,2,0,3,-1,\n1,1,1,1,1,1,\n";
    assert_marks::<Bricks<[u32; 4]>>(board, "(2,right)", Hue::Ink, &cells);
}

#[test]
fn pegs_mark_the_jump_and_the_peg_that_is_removed() {
    // From the third row to the top; the rows are 0.866 apart.
    let jump = ["points=\"1.7,2.432 ", "<polygon ", "cx=\"2.7\" cy=\"0.7\" r=\"0.26\""];
    assert_marks::<Pegs>("6", "2,0>0,0", Hue::Ink, &jump);
    assert_marks::<Pegs>("6", "2,0>0,0", Hue::Faint, &["cx=\"2.2\" cy=\"1.566\" r=\"0.26\""]);
}

#[test]
fn hanoi_marks_the_disk_and_where_it_was() {
    assert_marks::<Hanoi>("3 2", "1>3", Hue::Ink, &["x=\"3.78\" y=\"0.82\""]);
    assert_marks::<Hanoi>("3 2", "1>3", Hue::Faint, &["x=\"0.46\" y=\"0.44\""]);
}

#[test]
fn river_marks_those_who_crossed() {
    let crossed =
        ["cx=\"7.2\" cy=\"1.7\"", "cx=\"7.9\" cy=\"1.7\"", "points=\"2.9,1.3 ", "<polygon"];
    assert_marks::<River>("3 3 2", "2c", Hue::Ink, &crossed);
}

#[test]
fn pacman_looks_where_he_went() {
    let (mouth, trace) = ("points=\"1.5,1.5 1.8,2 1.2,2\"", "cx=\"1.5\" cy=\"0.5\" r=\"0.3\"");
    assert_marks::<Pacman<u64>>("%P.\n.  ", "down", Hue::Ink, &[mouth]);
    assert_marks::<Pacman<u64>>("%P.\n.  ", "down", Hue::Yellow, &[trace]);
}

#[test]
fn pancakes_show_the_spatula_and_an_arrow() {
    // Below the second of three pancakes.
    let marks = ["points=\"0.2,2 5.6,2\"", "points=\"6.2,2 ", "<polygon"];
    assert_marks::<Pancakes>("2 1 3", "2", Hue::Ink, &marks);
}

#[test]
fn sokoban_marks_the_box_that_was_pushed() {
    let edge = "x=\"3.06\" y=\"1.06\" width=\"0.88\"";
    assert_marks::<Sokoban<1>>("######/#@$ .#/######", "R", Hue::Ink, &[edge]);
}
