//! What is said of the puzzle: rules, format, heuristics, built-in levels.

use super::levels;
use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level, Parameter};
use std::sync::LazyLock;

/// Everything that is said of the puzzle.
pub(super) static INFO: LazyLock<Info> = LazyLock::new(|| Info {
    name: "bricks",
    title: "Sliding bricks",
    rules: "Bricks of any shape lie on a board with walls. A brick may slide up, down, left or right \
            into empty cells; it cannot turn. Bring the master brick, number 2, onto every cell of \
            the goal, which no other brick may enter.",
    format: "Width and height in the first line, then the rows of a matrix, numbers separated by \
             commas: -1 goal, 0 empty, 1 wall, 2 master brick, 3 and more the other bricks; equal \
             numbers are one rigid brick, wherever its cells lie. Moves are (piece,direction), such \
             as (4,down); with metric=moves a path, such as (4,down,right).",
    sizes: "columns x rows inside the walls, such as 4x5; from 3x3 to 6x6",
    parameters: &[
        Parameter {
            name: "metric",
            help: "what costs one: steps, a brick goes one cell (the default); or moves, a brick \
                   goes along any path",
        },
        Parameter {
            name: "labels",
            help: "numbers of bricks in plans: original, as in the text (the default); or normal, \
                   those of each state's normal form",
        },
        Parameter {
            name: "goal",
            help: "cells of the goal that the master brick covers already, as row,column counted \
                   from 1: 1,2;1,3",
        },
    ],
    heuristics: &[
        HeuristicInfo {
            name: "obstructed",
            summary: "the master's way to the goal around the walls, plus one for each brick on a \
                      cell that it has to cross",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "walk",
            summary: "the master's way to the goal around the walls, as if it were alone",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "manhattan",
            summary: "the master's distance from the goal along rows and columns",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "zero",
            summary: "nothing: a blind search",
            claim: Claim::Consistent,
        },
    ],
    levels: levels::index()
        .iter()
        .map(|level| Level {
            name: level.name,
            text: level.text,
            parameters: &[],
            optimum: level.steps,
        })
        .collect::<Vec<_>>()
        .leak(),
    strategy: "bfs",
    card: Card {
        performance: "the number of steps, or of moves with metric=moves; fewer is better",
        environment: "a board with walls, bricks and a goal; fully observable, deterministic, static, \
                      discrete, one agent",
        actuators: "slide a brick one cell up, down, left or right; with metric=moves along any path",
        sensors: "where every brick is",
        state: "for each shape of brick a set of places, as bits: where the first cells of its bricks \
                are; bricks of one shape are interchangeable",
        action: "a brick, told by the place of its first cell, and the place where that goes; the \
                 cells it leaves become empty, or goal if they belong to the goal",
        goal: "the master brick covers every cell of the goal",
        cost: "1 a step; with metric=moves, 1 a move",
        states: "at most the number of ways to lay the bricks on the board, shapes being equal; the \
                 exact number depends on the board (Klotski: 25,955 that are not solved)",
    },
});
