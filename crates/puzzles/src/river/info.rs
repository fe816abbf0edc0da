//! What is said of missionaries and cannibals.

use heureka_core::Claim;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level, Parameter};

const fn level(name: &'static str, text: &'static str, optimum: Option<u32>) -> Level {
    Level { name, text, parameters: &[], optimum }
}

pub(super) static INFO: Info = Info {
    name: "river",
    title: "Missionaries and cannibals",
    rules: "Missionaries and cannibals want to cross a river in a boat that carries a few of them \
            and does not row by itself. On neither bank may missionaries be outnumbered by \
            cannibals, unless there are none on that bank; in the boat everybody behaves.",
    format: "M C CAPACITY [M C BOAT]: the missionaries and cannibals, who all begin on one bank with \
             the boat, and how many it carries; then who shall be on that bank in the end, and \
             whether the boat (1) or not (0). Without a goal everybody crosses. \
             Examples: '3 3 2', '6 6 4', '4 4 3 1 1 0'.",
    sizes: "NxCAPACITY, such as 6x4: at most N missionaries and no more cannibals",
    parameters: &[Parameter {
        name: "rules",
        help: "correct, or published: those of a program with a fault, to repeat its runs",
    }],
    heuristics: &[
        HeuristicInfo {
            name: "start-side-with-boat",
            summary: "the fewest trips for those on the wrong bank if nobody were eaten: each over \
                      takes a boatful, each back at least one",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "start-side",
            summary: "people on the starting bank, those who stay there not counted; a boatful \
                      crosses in one trip, so it overestimates",
            claim: Claim::Nothing,
        },
        HeuristicInfo {
            name: "zero",
            summary: "nothing: A* becomes uniform cost",
            claim: Claim::Consistent,
        },
    ],
    levels: &[
        level("332", "3 3 2", Some(11)),
        level("222", "2 2 2", Some(5)),
        level("442", "4 4 2", None),
        level("223", "2 2 3", Some(3)),
        level("333", "3 3 3", Some(5)),
        level("443", "4 4 3", Some(9)),
        level("553", "5 5 3", Some(11)),
        level("663", "6 6 3", None),
        level("334", "3 3 4", Some(3)),
        level("444", "4 4 4", Some(5)),
        level("554", "5 5 4", Some(7)),
        level("664", "6 6 4", Some(9)),
        level("522", "5 2 2", Some(11)),
        level("20-20-4", "20 20 4", Some(37)),
        level("100-100-4", "100 100 4", Some(197)),
    ],
    strategy: "astar",
    card: Card {
        performance: "the number of trips",
        environment: "two banks, a boat, people; fully observable, deterministic, static, discrete, \
                      one agent",
        actuators: "the boat with whom it takes",
        sensors: "sight of both banks",
        state: "the missionaries and cannibals on the starting bank, and whether the boat is there",
        action: "(m, c): so many get on where the boat is and get off on the other bank",
        goal: "given numbers on the starting bank, usually nobody, and a given place of the boat",
        cost: "1 a trip",
        states: "2 (M + 1) (C + 1), most of them not safe: with M = C, about 6 M are",
    },
};
