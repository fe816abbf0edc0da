//! What unit tests check of every puzzle's rules, on small random instances.
//!
//! `tests/conformance.rs` and `heureka selftest` check more, but build all searches of all puzzles.

use crate::best_first::best_first;
use heureka_core::Limits;
use heureka_core::heuristic::audit::audit;
use heureka_kit::compare_rules::compare_rules;
use heureka_kit::puzzle::{Parameters, Puzzle};
use std::collections::HashSet;

/// Compares fast and reference rules, the claims of every heuristic with exact distances, and texts and
/// moves with what they are read back as.
pub(crate) fn rules_agree<P: Puzzle>(parameters: &[(&str, &str)]) {
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let parameters = Parameters(parameters.iter().map(own).collect());
    for size in P::INFO.small_sizes {
        for seed in 0..4 {
            let mut puzzle = P::random(size, &parameters, seed).unwrap();
            let context = format!("{} {size} seed {seed}", P::INFO.name);
            let again = P::parse(&puzzle.text(), &parameters).unwrap();
            assert_eq!(again.text(), puzzle.text(), "{context}");
            assert!(again.start() == puzzle.start(), "{context}");
            moves_are_read_back(&puzzle, &context);
            let mut costs = HashSet::new();
            for (index, heuristic) in P::INFO.heuristics.iter().enumerate() {
                let context = format!("{context} {}", heuristic.name);
                puzzle.set_heuristic(index, &mut Limits::none()).unwrap();
                assert_eq!(compare_rules(&puzzle, index, 100, seed), Ok(()), "{context}");
                assert!(puzzle.claim() >= heuristic.claim, "{context}");
                let audit = audit(&puzzle, &mut Limits::none().expansions(3_000));
                assert!(!audit.refuted(), "{context}");
                if audit.stopped.is_none() && puzzle.claim().is_admissible() {
                    costs.insert(best_first(&puzzle, "astar").outcome.cost());
                }
            }
            assert!(costs.len() <= 1, "{context}: {costs:?}");
        }
    }
}

/// Checks the words of all moves along a walk, and that the walk's states can be starts.
fn moves_are_read_back<P: Puzzle>(puzzle: &P, context: &str) {
    let (mut state, mut moved) = (puzzle.start(), puzzle.clone());
    for step in 0..20 {
        let mut moves = vec![];
        puzzle.visit_successors(&state, &mut |action, _, next| moves.push((action, next)));
        for &(action, _) in &moves {
            let mut word = String::new();
            puzzle.show_action(action, &mut word).unwrap();
            assert_eq!(puzzle.parse_action(&word), Some(action), "{context}: {word}");
        }
        if moves.is_empty() {
            return;
        }
        state = moves.swap_remove(step % moves.len()).1;
        moved.set_start(state.clone());
        assert!(moved.start() == state, "{context}");
    }
}
