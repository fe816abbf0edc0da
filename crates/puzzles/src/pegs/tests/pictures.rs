//! Boards as text and as pictures.

use super::instance;
use heureka_core::Problem;
use heureka_kit::puzzle::Puzzle;

#[test]
fn boards_are_drawn() {
    let draw = |text: &str| {
        let puzzle = instance(text);
        let mut drawn = String::new();
        puzzle.show_state(&puzzle.start(), &mut drawn).unwrap();
        drawn
    };
    let english =
        "    ● ● ●\n    ● ● ●\n● ● ● ● ● ● ●\n● ● ● · ● ● ●\n● ● ● ● ● ● ●\n    ● ● ●\n    ● ● ●";
    assert_eq!(draw("4"), english);
    assert_eq!(draw("6 1,0"), "    ●\n   · ●\n  ● ● ●\n ● ● ● ●\n● ● ● ● ●");
}

#[test]
fn pictures_have_a_hole_for_each_cell_and_a_disc_for_each_peg() {
    for text in ["1", "2", "3", "4", "5", "6"] {
        let puzzle = instance(text);
        let svg = puzzle.draw(&puzzle.start()).svg("start", 40.0);
        let circles = svg.matches("<circle").count();
        let cells = puzzle.board().len();
        assert_eq!(circles, 2 * cells + cells - 1, "{text}");
    }
}
