//! Texts, heuristics and built-in instances of missionaries and cannibals.

use super::questions::QUESTIONS;
use heureka_core::Claim;
use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info, Parameter};

/// The heuristic that counts trips.
pub(super) const TRIPS: usize = 0;
/// The heuristic that counts people.
pub(super) const PEOPLE: usize = 1;

/// The values of the parameter `rules`.
pub(super) const RULES: &[&str] = &["correct", "published"];

pub(super) static INFO: Info = Info {
    name: "river",
    title: "Missionaries and cannibals",
    rules: "Missionaries and cannibals cross a river in a boat that holds a few of them and needs a \
            rower. Cannibals must not outnumber missionaries on either bank, unless that bank has \
            no missionaries. The people in the boat do not count.",
    format: "M C CAPACITY [M C BOAT]: the missionaries and cannibals, who start on one bank with the \
             boat, and the boat's capacity; then the goal: who is on the starting bank and whether \
             the boat is there (1) or not (0). By default everybody crosses. \
             Examples: '3 3 2', '6 6 4', '4 4 3 1 1 0'.",
    sizes: "NxCAPACITY, such as 6x4: up to N missionaries and as many cannibals",
    small_sizes: &["1x2", "2x2", "3x2", "4x3", "5x3", "7x4", "9x5", "12x6"],
    parameters: &[Parameter {
        name: "rules",
        help: "correct (default), or published: the faulty rules of a published program, to \
               reproduce its runs",
        values: RULES,
        default: Some("correct"),
    }],
    heuristics: &[
        HeuristicInfo::consistent(
            "start-side-with-boat",
            "minimum number of trips for those on the wrong bank if nobody were eaten: outbound \
             trips are full, inbound trips carry one rower",
        ),
        HeuristicInfo {
            name: "start-side",
            summary: "number of people on the wrong bank; several cross in one trip, so it \
                      overestimates",
            claim: Claim::Nothing,
        },
        HeuristicInfo::consistent("zero", "always 0: A* becomes uniform-cost search"),
    ],
    instances: &[
        BuiltIn::new("332", "3 3 2", Some(11)),
        BuiltIn::new("222", "2 2 2", Some(5)),
        BuiltIn::new("442", "4 4 2", None),
        BuiltIn::new("223", "2 2 3", Some(3)),
        BuiltIn::new("333", "3 3 3", Some(5)),
        BuiltIn::new("443", "4 4 3", Some(9)),
        BuiltIn::new("553", "5 5 3", Some(11)),
        BuiltIn::new("663", "6 6 3", None),
        BuiltIn::new("334", "3 3 4", Some(3)),
        BuiltIn::new("444", "4 4 4", Some(5)),
        BuiltIn::new("554", "5 5 4", Some(7)),
        BuiltIn::new("664", "6 6 4", Some(9)),
        BuiltIn::new("522", "5 2 2", Some(11)),
        BuiltIn::new("20-20-4", "20 20 4", Some(37)),
        BuiltIn::new("100-100-4", "100 100 4", Some(197)),
    ],
    strategy: "astar",
    questions: QUESTIONS,
    card: Card {
        performance: "the number of trips",
        environment: "two banks, a boat, people; fully observable, deterministic, static, discrete, \
                      one agent",
        actuators: "the boat and its load",
        sensors: "full view of both banks",
        state: "the missionaries and cannibals on the starting bank, and whether the boat is there",
        action: "(m, c): m missionaries and c cannibals cross with the boat",
        transition: "the boat changes banks; on the starting bank, m missionaries and c cannibals \
                     leave, or arrive if the boat returns",
        goal: "given numbers on the starting bank, usually none, and a given place of the boat",
        cost: "1 per trip",
        states: "2 (M + 1) (C + 1), most of them unsafe: for M = C, about 6 M are safe",
    },
};
