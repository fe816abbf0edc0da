//! What unit tests check of every puzzle's rules, on small random instances.
//!
//! `tests/conformance.rs` and `heureka selftest` check more, but build all searches of all puzzles.

use crate::best_first::best_first;
use heureka_core::abilities::{OneByOne, Ranked, Rows};
use heureka_core::certificate::KeyBytes;
use heureka_core::heuristic::audit::audit;
use heureka_core::{Cost, Limits, Problem};
use heureka_kit::compare_rules::compare_rules;
use heureka_kit::puzzle::{Parameters, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, HashSet};

/// The puzzles that leave [`Problem::undoes`] at its default.
const NEVER_UNDO: [&str; 5] = ["graph", "number-maze", "pacman", "pegs", "sokoban"];

/// Compares the moves of rows of states with those of the states. `is_faster` tells whether whole rows
/// need fewer visits than their states.
pub(crate) fn rows_agree<P: Ranked>(problem: &P, is_faster: bool) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (rows, count) = (problem.rows(), problem.ranks().div_ceil(64));
    let rest = problem.ranks() % 64;
    for case in 0..300 {
        let first = random.next_u64() % count;
        let most = if case % 2 == 0 { 1 } else { 1 + random.next_u64() % 600 };
        let states = |row| {
            let all = if row + 1 == count && rest > 0 { (1 << rest) - 1 } else { u64::MAX };
            match case % 3 {
                0 => all,
                1 => all & random.next_u64(),
                _ => all & random.next_u64() & random.next_u64() & random.next_u64(),
            }
        };
        let states: Vec<u64> = (first..count.min(first + most)).map(states).collect();
        let [fast, slow] =
            [expand_rows(&rows, first, &states), expand_rows(&OneByOne(problem), first, &states)];
        assert_eq!((fast.0, &fast.1), (slow.0, &slow.1), "row {first}, states {states:x?}");
        assert!(states != [u64::MAX] || (fast.2 < slow.2) == is_faster, "row {first}");
        if let Some(color) = rows.color(first).filter(|_| most == 1) {
            let mut reached = fast.1.keys();
            assert!(reached.all(|&row| rows.color(row) == Some(!color)), "row {first}");
        }
    }
}

/// Returns the number of successors, the successors by row, and the number of visits.
fn expand_rows(rows: &impl Rows, first: u64, states: &[u64]) -> (u64, BTreeMap<u64, u64>, usize) {
    let (mut found, mut visits) = (BTreeMap::new(), 0);
    let generated = rows.expand(first, states, &mut |row, states| {
        *found.entry(row).or_default() |= states;
        visits += 1;
    });
    (generated, found, visits)
}

/// Compares fast and reference rules, the claims of every heuristic with exact distances, and texts and
/// moves with what they are read back as. Some heuristics differ.
pub(crate) fn rules_agree<P: Puzzle<Key: KeyBytes>>(parameters: &[(&str, &str)]) {
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let parameters = Parameters(parameters.iter().map(own).collect());
    // The values of each heuristic along all walks, by the fast and by the reference rules.
    let mut estimates: Vec<[Vec<Cost>; 2]> = vec![Default::default(); P::INFO.heuristics.len()];
    for size in P::INFO.small_sizes {
        for seed in 0..4 {
            let mut puzzle = P::random(size, &parameters, seed).unwrap();
            let context = format!("{} {size} seed {seed}", P::INFO.name);
            let again = P::parse(&puzzle.text(), &parameters).unwrap();
            assert_eq!(again.text(), puzzle.text(), "{context}");
            assert!(again.start() == puzzle.start(), "{context}");
            let walk = walk(&puzzle, &context);
            any_key_is_of_a_state(&puzzle, seed, &context);
            let mut costs = HashSet::new();
            for (index, heuristic) in P::INFO.heuristics.iter().enumerate() {
                let context = format!("{context} {}", heuristic.name);
                puzzle.set_heuristic(index, &mut Limits::none()).unwrap();
                let reference = puzzle.reference();
                for key in &walk {
                    estimates[index][0].push(puzzle.h(&puzzle.unpack(key)));
                    estimates[index][1].push(reference.h(&reference.unpack(key)));
                }
                assert_eq!(compare_rules(&puzzle, index, 100, seed), Ok(()), "{context}");
                assert!(puzzle.claim() >= heuristic.claim, "{context}");
                let audit = audit(&puzzle, &mut Limits::none().expansions(3_000));
                assert!(!audit.refuted(), "{context}");
                if audit.stopped.is_none() && puzzle.claim().is_admissible() {
                    costs.insert(solve(&puzzle, &context));
                }
            }
            assert!(costs.len() <= 1, "{context}: {costs:?}");
        }
    }
    for (index, [fast, reference]) in estimates.iter().enumerate() {
        let context = format!("{} {}", P::INFO.name, P::INFO.heuristics[index].name);
        let differs = estimates.iter().any(|[other, _]| other != fast);
        assert!(differs || estimates.len() == 1, "{context}: all heuristics are the same");
        assert_eq!(P::reference_shares_heuristic(index), fast == reference, "{context}");
    }
}

/// Checks the words of all moves along a walk, which moves undo each other, and that the walk's states
/// can be starts. Returns their keys.
fn walk<P: Puzzle>(puzzle: &P, context: &str) -> Vec<P::Key> {
    let (mut state, mut moved) = (puzzle.start(), puzzle.clone());
    let mut keys = vec![];
    for step in 0..20 {
        keys.push(puzzle.pack(&state));
        let mut moves = vec![];
        puzzle.visit_successors(&state, &mut |action, _, next| moves.push((action, next)));
        for (action, next) in &moves {
            let mut word = String::new();
            puzzle.show_action(*action, &mut word).unwrap();
            assert_eq!(puzzle.parse_action(&word), Some(*action), "{context}: {word}");
            puzzle.visit_successors(next, &mut |back, _, after| {
                let undoes = after == state && !NEVER_UNDO.contains(&P::INFO.name);
                assert_eq!(puzzle.undoes(*action, back), undoes, "{context}: {word}, {back:?}");
            });
        }
        if moves.is_empty() {
            break;
        }
        state = moves.swap_remove(step % moves.len()).1;
        moved.set_start(state.clone());
        assert!(moved.start() == state, "{context}");
        assert_eq!(compare_rules(&moved, 0, 1, 0), Ok(()), "{context}");
    }
    keys
}

/// Checks that the reference rules unpack any key to a valid state.
fn any_key_is_of_a_state<P: Puzzle<Key: KeyBytes>>(puzzle: &P, seed: u64, context: &str) {
    let (reference, mut other) = (puzzle.reference(), puzzle.clone());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..20 {
        let mut bytes = vec![];
        puzzle.pack(&puzzle.start()).put(&mut bytes);
        let at = random.next_u64() as usize % bytes.len();
        random.fill_bytes(&mut bytes[at..]);
        let key = reference.pack(&reference.unpack(&P::Key::get(&bytes)));
        assert!(reference.pack(&reference.unpack(&key)) == key, "{context}");
        other.set_start(puzzle.unpack(&key));
        assert_eq!(compare_rules(&other, 0, 1, 0), Ok(()), "{context}");
    }
}

/// Returns the cost of a cheapest plan. A reversible puzzle lists the state where it ends as a goal.
fn solve<P: Puzzle>(puzzle: &P, context: &str) -> Option<Cost> {
    let outcome = best_first(puzzle, "astar").outcome;
    let plan = outcome.plan()?;
    let end = plan.actions.iter().fold(puzzle.start(), |state, &action| {
        puzzle.apply(&state, action).expect("a legal plan").1
    });
    if let Some(reverse) = &puzzle.abilities::<()>().reverse {
        let mut goals = vec![];
        (reverse.goals)(puzzle, &mut |goal| goals.push(goal));
        assert!(goals.contains(&end), "{context}: the end of the plan is not listed");
        assert!(goals.iter().all(|goal| puzzle.is_goal(goal)), "{context}");
    }
    Some(plan.cost)
}
