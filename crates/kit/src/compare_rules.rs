//! Comparison of a puzzle's fast rules with its reference rules.

use crate::puzzle::Puzzle;
use heureka_core::{Cost, Problem};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A random walk returns to the start after this many moves.
const LONGEST_WALK: usize = 200;

/// The successors of successors to check per state, on average. More moves mean fewer states.
const WORK_PER_STATE: usize = 1_000;

/// The moves of a state: action, cost and resulting key.
type Moves<P> = Vec<(<P as Problem>::Action, Cost, <P as Problem>::Key)>;

/// Compares the rules on states along random walks from the start; on fewer if they have many moves.
///
/// Checks moves, costs, goals, keys and, if shared, the heuristic; and that declared abilities are
/// consistent with the moves.
///
/// # Errors
/// The first difference, with the state where it occurs.
pub fn compare_rules<P: Puzzle>(
    puzzle: &P,
    heuristic: usize,
    states: usize,
    seed: u64,
) -> Result<(), String> {
    let reference = puzzle.reference();
    let abilities = puzzle.abilities::<()>();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut state, mut walked, mut work) = (puzzle.start(), 0, 0);
    if puzzle.pack(&state) != reference.pack(&reference.start()) {
        return Err("the starts differ".to_owned());
    }
    while walked < states && work <= states * WORK_PER_STATE {
        let differs = |what: &str| {
            let mut text = format!("{what} in\n");
            // Writing to a string cannot fail.
            let _ = puzzle.show_state(&state, false, &mut text);
            Err(text)
        };
        let key = puzzle.pack(&state);
        let same = reference.unpack(&key);
        if puzzle.unpack(&key) != state || reference.pack(&same) != key {
            return differs("the key does not lead back to the state");
        }
        if puzzle.is_goal(&state) != reference.is_goal(&same) {
            return differs("the goal tests differ");
        }
        if P::reference_shares_heuristic(heuristic) && puzzle.h(&state) != reference.h(&same) {
            return differs("the heuristics differ");
        }
        let mut moves: Moves<P> = vec![];
        let mut same_h = true;
        puzzle.successors(&state, &mut |a, c, next| {
            let key = puzzle.pack(&next);
            same_h &= puzzle.h(&next) == puzzle.h(&puzzle.unpack(&key));
            moves.push((a, c, key));
        });
        if !same_h {
            return differs("the heuristic of a successor depends on the path");
        }
        let mut expected: Moves<P> = vec![];
        reference.visit_successors(&same, &mut |a, c, next| {
            expected.push((a, c, reference.pack(&next)));
        });
        if moves.len() != expected.len() || moves.iter().any(|m| !expected.contains(m)) {
            return differs("the moves differ");
        }
        for &(action, cost, next_key) in &moves {
            let next = puzzle.unpack(&next_key);
            let mut undoes_wrongly = false;
            puzzle.visit_successors(&next, &mut |back, _, after| {
                undoes_wrongly |= puzzle.undoes(action, back) && after != state;
            });
            if undoes_wrongly {
                return differs("`undoes` is true for a move that does not undo the other");
            }
            if let Some(reverse) = &abilities.reverse {
                let mut is_listed = false;
                (reverse.predecessors)(puzzle, &next, &mut |a, c, before| {
                    is_listed |= (a, c) == (action, cost) && before == state;
                });
                if !is_listed {
                    return differs("a successor does not list the state as its predecessor");
                }
            }
        }
        if let Some(reverse) = &abilities.reverse {
            let mut is_sound = true;
            (reverse.predecessors)(puzzle, &state, &mut |action, cost, before| {
                let after = puzzle.apply(&before, action);
                is_sound &= after.is_some_and(|after| after == (cost, state.clone()));
            });
            if !is_sound {
                return differs("a predecessor does not lead to the state");
            }
        }
        if let Some(symmetry) = &abilities.symmetry {
            let canonical = (symmetry.canonical)(puzzle, &state);
            if (symmetry.canonical)(puzzle, &canonical) != canonical
                || puzzle.is_goal(&canonical) != puzzle.is_goal(&state)
            {
                return differs("the representative is not symmetric to the state");
            }
        }
        walked += 1;
        work += moves.len() * moves.len();
        state = match moves.len() as u64 {
            0 => puzzle.start(),
            _ if walked % LONGEST_WALK == 0 => puzzle.start(),
            len => puzzle.unpack(&moves[(random.next_u64() % len) as usize].2),
        };
    }
    Ok(())
}
