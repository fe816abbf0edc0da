//! Texts, heuristics and built-in instances of peg solitaire.

use super::{Lines, Pegs};
use crate::best_first::best_first;
use crate::breadth_first::breadth_first;
use heureka_core::{Claim, Problem};
use heureka_kit::puzzle::{
    BuiltIn, Card, HeuristicInfo, Info, Parameter, Parameters, Puzzle, Question,
};

/// Indices of [`INFO`]'s heuristics.
pub(super) const PEGS: usize = 0;
pub(super) const PAGODA: usize = 1;
pub(super) const REGIONS: usize = 2;
pub(super) const MOBILITY: usize = 3;
pub(super) const GATHERING: usize = 4;

/// The values of the parameter `metric`.
pub(super) const METRICS: &[&str] = &["jumps", "sweeps"];

pub(super) static INFO: Info = Info {
    name: "pegs",
    title: "Peg solitaire",
    rules: "A peg jumps in a straight line over an adjacent peg into the hole behind it, and the peg \
            jumped over is removed. The goal is a given position. Usually all cells but one hold a \
            peg at the start, and one peg is left at the end. Lines run in two directions, on \
            triangles in three. With metric=sweeps, a run of jumps by one peg, which the literature \
            calls a move, counts once.",
    format: "The number of a board (1 French, 2 Wiegleb, 3 asymmetrical, 4 English, 5 diamond, \
             6 triangle), the cell of the hole at the start and the cell of the last peg, as row \
             and column from 0: '5 2,4 6,4'. One cell means both; by default the board's standard \
             problem. Or the number and two matrices, start and goal, with rows separated by line \
             breaks or slashes, or all on one line: 1 is a peg, 0 a hole, X no cell. The matrix of \
             the triangle has the right angle at 0,0. 'triangle 6' is a triangle of side 6; sides \
             go from 3 to 10. 'any' in place of the last cell or matrix means one peg in any \
             cell: 'triangle 6 0,0 any'. Or a drawing of a board of your own, up to 64 cells: o \
             is a peg, . a hole, a space or # no cell. Its rows and columns are counted from the \
             first with a cell. A first row 'triangle' adds lines along the diagonals on which \
             row and column have the same sum. A row 'goal any', the default, or 'goal 3,3' \
             follows, or a row 'goal' and a second drawing: 'oo.oo / goal 0,2'. Jumps are \
             written \
             5,3>3,3.",
    sizes: "the number of a board, from 1 to 6, or 'triangle' and its side, as in 'triangle 6'",
    small_sizes: &["6", "triangle 4"],
    parameters: &[
        Parameter::shown("board", "the board's number, if the text has none"),
        Parameter {
            name: "lines",
            help: "the directions of a drawing's lines, if it does not name them: rows and columns, or \
                   also the diagonals of triangles",
            values: Lines::NAMES,
            default: None,
        },
        Parameter::shown("goal", "any (one peg in any cell) or a cell, instead of the text's goal"),
        Parameter {
            name: "metric",
            help: "what costs 1: each jump, or each sweep, which is a run of jumps by one peg (in the \
                   literature: a move)",
            values: METRICS,
            default: Some("jumps"),
        },
    ],
    heuristics: &[
        HeuristicInfo::consistent(
            "pegs",
            "surplus of pegs over the goal: exact wherever the goal is reachable; with metric=sweeps 1 \
             if there is a surplus and no sweep can go on, else 0",
        ),
        HeuristicInfo::consistent(
            "pagoda",
            "pegs, with dead ends proved by up to 32 pagoda functions, which linear programming \
             finds on random games in some milliseconds; equals pegs if any peg may be the last, as no \
             pagoda functions are computed then",
        ),
        HeuristicInfo::consistent(
            "regions",
            "pagoda; with metric=sweeps at least the most disjoint regions full of pegs, in each of \
             which a sweep has to begin: no peg from outside can enter a full region or capture in it",
        ),
        HeuristicInfo {
            name: "mobility",
            summary: "number of the board's jumps that are not legal: minus the legal ones, plus a \
                      constant that keeps it from being negative. It is highest at the goal, so \
                      greedy and A* expand every position that can still move before it. A beam \
                      compares positions of one layer and solves with it in milliseconds",
            claim: Claim::Nothing,
        },
        HeuristicInfo {
            name: "gathering",
            summary: "twice the mobility plus the distance of each peg to the goal's nearest peg: a \
                      beam keeps positions that are mobile and compact, and needs less width",
            claim: Claim::Nothing,
        },
        HeuristicInfo::consistent("zero", "always 0: an uninformed search"),
    ],
    instances: &[
        BuiltIn::new("english", "4 3,3 3,3", Some(31)),
        BuiltIn::new("french", "1 2,3 4,3", Some(35)),
        BuiltIn::new("wiegleb", "2 4,4 4,4", Some(43)),
        BuiltIn::new("asymmetrical", "3 4,3 4,3", Some(37)),
        BuiltIn::new("diamond", "5 4,4 4,4", None),
        BuiltIn::new("diamond-pair", "5 2,4 6,4", Some(39)),
        BuiltIn::new("triangle", "6 0,0 0,0", Some(13)),
    ],
    strategy: "astar",
    questions: &[Question {
        question: "Are positions with more legal jumps closer to the goal?",
        answer: "No. The last peg has no jump, so every position that can still move has more legal \
                 jumps than the goal. With `mobility`, greedy and A* expand all of these first. \
                 A beam compares only positions with equally many pegs; there it helps.",
        check: mobility_misleads,
    }],
    card: Card {
        performance: "reaching the goal; all plans have the same number of jumps, but not of sweeps",
        environment: "a board with pegs and holes; fully observable, deterministic, static, \
                      discrete, one agent",
        actuators: "a hand that moves one peg and removes another",
        sensors: "full view of the board",
        state: "a bit for each cell; with metric=sweeps also the peg that jumped last, if it can jump \
                again",
        action: "(from, to): two cells in a line, two apart; it applies if `from` and the cell \
                 between hold pegs and `to` is a hole",
        transition: "`from` and the cell between become holes, `to` holds a peg; all other cells stay",
        goal: "exactly the goal's cells hold pegs, or one peg is left",
        cost: "1 per jump; with metric=sweeps, 1 per run of jumps by one peg",
        states: "at most 2 ^ cells; a sixteenth of them (on the triangle a quarter) share the \
                 start's parities",
    },
};

fn mobility_misleads() -> String {
    let triangle = |heuristic: &str| {
        let standard = Pegs::parse("6", &Parameters::default()).expect("the triangle");
        standard.with_heuristic(heuristic).expect("a heuristic of this puzzle")
    };
    let positions = breadth_first(&triangle("zero"), vec![triangle("zero").start()], usize::MAX);
    let expanded = |strategy, heuristic| best_first(&triangle(heuristic), strategy).stats.expanded;
    format!(
        "of the {} positions of the triangle, greedy expands {} and A* {} with mobility, A* {} with \
         pegs",
        positions.len(),
        expanded("greedy", "mobility"),
        expanded("astar", "mobility"),
        expanded("astar", "pegs"),
    )
}
