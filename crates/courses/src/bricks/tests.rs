//! The assignment's functions and random walks.

use super::*;

const LEVEL0: &str = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,\n";

#[test]
fn writes_and_compares_states() {
    let state = read(LEVEL0, &[]).unwrap();
    let mut out = vec![];
    output_game_state(&state, &mut out).unwrap();
    assert_eq!(out, LEVEL0.as_bytes());
    let next = apply_move_cloning(&state, "(2,left)".parse().unwrap()).unwrap();
    assert!(state_equal(&state, &state.clone()) && !state_equal(&state, &next));
}

#[test]
fn equal_seeds_give_equal_random_walks() {
    let walk = |seed, length| {
        let mut state = read(LEVEL0, &[]).unwrap();
        let mut text = String::new();
        let end = random_walk(&mut state, length, seed, |step, state| {
            let mut normal = state.clone();
            normalize_state(&mut normal);
            assert_eq!(normal, *state);
            text += &step.to_string();
            text += &state.to_string();
        });
        (text, end)
    };
    assert_eq!(walk(7, 20), walk(7, 20));
    assert_ne!(walk(7, 20), walk(8, 20));
    assert_eq!(walk(1, 100_000).1, WalkEnd::Solved);
    let mut stuck = read("3,1,\n2,1,-1,\n", &[]).unwrap();
    assert_eq!(random_walk(&mut stuck, 5, 1, |_, _| {}), WalkEnd::Stuck);
}
