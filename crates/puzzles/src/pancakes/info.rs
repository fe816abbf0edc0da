//! Texts about pancakes and the built-in instances.

use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info};

pub(super) static INFO: Info = Info {
    name: "pancakes",
    title: "Pancakes",
    rules: "A stack of pancakes of different sizes lies on a plate. A move flips the upper part of the \
            stack, two pancakes or more, as one piece: their order is reversed. Sort the stack with \
            the smallest pancake on top.",
    format: "the sizes from top to bottom, each number from 1 to N once, with up to 16 pancakes: 3 1 2",
    sizes: "the number of pancakes, 1 to 16, such as 10",
    small_sizes: &["2", "3", "4", "5", "6", "7", "8"],
    parameters: &[],
    heuristics: &[HeuristicInfo::consistent(
        "gap",
        "number of gaps: neighbors whose sizes differ by more than 1; the plate counts as size N + 1; a \
         flip closes at most one gap",
    )],
    instances: &[
        BuiltIn::new("breakfast", "4 6 2 5 1 3", Some(7)),
        BuiltIn::new("ten-high", "5 2 6 4 7 10 9 1 3 8", Some(10)),
        BuiltIn::new("sixteen-high", "11 3 14 7 1 16 9 5 12 2 15 8 4 13 6 10", Some(17)),
    ],
    strategy: "idastar",
    questions: &[],
    card: Card {
        performance: "the number of flips",
        environment: "a stack on a plate; fully observable, deterministic, static, discrete",
        actuators: "a spatula under one of the pancakes",
        sensors: "the size of every pancake",
        state: "the sizes from top to bottom",
        action: "the number of pancakes to flip, from 2 to all",
        transition: "the order of the flipped pancakes is reversed; those below stay",
        goal: "the sizes ascend from top to bottom",
        cost: "1 per flip",
        states: "N! for N pancakes, all reachable",
    },
};
