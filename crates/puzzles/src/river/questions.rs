//! Questions that a course asks about missionaries and cannibals, with answers that are checked.

use super::info::{INFO, PEOPLE, TRIPS};
use super::{People, River};
use crate::best_first::best_first;
use heureka_core::heuristic::audit::audit;
use heureka_core::{Cost, Limits, Plan, validate};
use heureka_kit::puzzle::{Parameters, Puzzle, Question};

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        question: "With a boat for four, why can any number of couples cross?",
        answer: "Two couples row over and one couple rows back: after every two trips, one more \
                 couple is across. Only couples travel, so both banks always hold as many \
                 missionaries as cannibals. From two couples on, n take \
                 2n - 3 trips.",
        check: any_number_crosses,
    },
    Question {
        question: "How many couples can cross in smaller boats?",
        answer: "Three in a boat for two, five in a boat for three. While missionaries are on both \
                 banks, both are balanced, so between such states only couples travel: one over, \
                 one back, which gains nothing. So all missionaries leave in two loads: the first \
                 b row to the cannibals who crossed before, a couple rows back, and the other \
                 n - b + 1 row over. They fit into a boat for b if n is at most 2b - 1.",
        check: smaller_boats,
    },
    Question {
        question: "Is start-side-with-boat admissible and consistent?",
        answer: "Both. It is the exact number of trips if nobody were eaten. Fewer rules make no \
                 plan longer, so it never overestimates; and one trip lowers it by at most 1. It \
                 may rise along a plan, as from 4 to 5 in the middle of 3 3 2. Consistency limits \
                 only how fast it falls.",
        check: keeps_its_claims,
    },
    Question {
        question: "Does start-side-with-boat gain most on large crossings?",
        answer: "No. Large crossings are corridors: almost every reachable state has to be expanded. \
                 With first in, first out among equals and only a closed list, as in the search \
                 shell, it even loses: it gives many states the same value, and copies of waiting \
                 states are expanded again.",
        check: gains,
    },
];

/// Returns the crossing of some couples.
fn couples(number: u32, capacity: u32) -> River {
    let text = format!("{number} {number} {capacity}");
    River::parse(&text, &Parameters::default()).expect("a valid crossing")
}

/// Returns the length of a shortest plan.
fn optimum(river: &River) -> Option<Cost> {
    best_first(river, "ucs").outcome.plan().map(|plan| plan.cost)
}

/// Returns the plan in which two couples row over and one rows back.
fn two_over_one_back(couples: u32) -> Plan<People> {
    let mut actions = vec![[couples.min(2); 2]];
    (2..couples).for_each(|_| actions.extend([[1, 1], [2, 2]]));
    Plan { cost: actions.len() as Cost, actions }
}

fn any_number_crosses() -> String {
    const MOST: u32 = 100;
    let (mut legal, mut shortest) = (0, 0);
    for number in 1..=MOST {
        let (river, plan) = (couples(number, 4), two_over_one_back(number));
        legal += u32::from(validate(&river.reference(), &plan).is_ok());
        shortest += u32::from(optimum(&river) == Some(plan.cost));
    }
    format!(
        "of the crossings with 1 to {MOST} couples, the reference rules accept this plan for \
         {legal}, and a search finds no shorter one for {shortest}"
    )
}

fn smaller_boats() -> String {
    const MOST: u32 = 20;
    let crossing = |capacity: u32| {
        let can_cross = |&number: &u32| optimum(&couples(number, capacity)).is_some();
        let numbers: Vec<_> =
            (1..=MOST).filter(can_cross).map(|number| number.to_string()).collect();
        format!("{} in a boat for {capacity}", numbers.join(", "))
    };
    format!("of 1 to {MOST} couples, these can cross: {}; {}", crossing(2), crossing(3))
}

fn keeps_its_claims() -> String {
    let (mut consistent, mut states, mut moves) = (0, 0, 0);
    for level in INFO.instances {
        let river = River::parse(level.text, &Parameters::default()).expect("a built-in instance");
        let found = audit(&river, &mut Limits::none());
        consistent += usize::from(found.consistent() == Some(true));
        states += found.states;
        moves += found.moves;
    }
    format!(
        "consistent on {consistent} of the {} built-in instances: {states} states and {moves} moves \
         were audited",
        INFO.instances.len()
    )
}

fn gains() -> String {
    let expanded = |number: u32, heuristic: usize| {
        let mut river = couples(number, 4);
        river.heuristic = heuristic;
        best_first(&river, "greedy(ties=fifo,duplicates=closed)").stats.expanded
    };
    let compared = [6, 20, 100].map(|number| {
        let [people, trips] = [PEOPLE, TRIPS].map(|heuristic| expanded(number, heuristic));
        format!("{people} and {trips} nodes for {number} couples")
    });
    format!("with start-side and start-side-with-boat, greedy expands {}", compared.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_hold() {
        let [any_number, smaller, claims, gains] =
            [0, 1, 2, 3].map(|index: usize| (QUESTIONS[index].check)());
        assert!(any_number.contains("for 100, and a search finds no shorter one for 100"));
        assert!(smaller.ends_with("1, 2, 3 in a boat for 2; 1, 2, 3, 4, 5 in a boat for 3"));
        assert!(claims.starts_with("consistent on 15 of the 15 built-in instances"), "{claims}");
        for counts in
            ["16 and 11 nodes for 6 c", "98 and 250 nodes for 20 c", "578 and 41926 nodes"]
        {
            assert!(gains.contains(counts), "{gains}");
        }
    }
}
