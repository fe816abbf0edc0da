//! Heuristics against exact distances.

use super::super::{Tiles, info};
use super::{heuristic, ida, parse};
use heureka_core::{Problem, Ranked};
use heureka_kit::puzzle::{Parameters, Puzzle};

/// The exact distances to the goal of all boards of the goal's half, by rank.
fn exact(tiles: &Tiles<u64>) -> Vec<u8> {
    let mut distances = vec![u8::MAX; tiles.ranks() as usize];
    let mut layer = vec![tiles.board(tiles.goal)];
    distances[tiles.rank(&layer[0]) as usize] = 0;
    for distance in 1.. {
        let mut next_layer = Vec::new();
        for state in &layer {
            tiles.successors(state, &mut |_, _, next| {
                let known = &mut distances[tiles.rank(&next) as usize];
                if *known == u8::MAX {
                    *known = distance;
                    next_layer.push(next);
                }
            });
        }
        if next_layer.is_empty() {
            break;
        }
        layer = next_layer;
    }
    distances
}

/// Holds every heuristic against the exact distances, and its claims against every move.
fn claims_hold(goal: &str) {
    let mut tiles = parse(goal).unwrap();
    let distances = exact(&tiles);
    assert!(!distances.contains(&u8::MAX));
    for (i, heuristic) in info::INFO.heuristics.iter().enumerate() {
        tiles.set_heuristic(i);
        for (rank, &distance) in distances.iter().enumerate() {
            let state = tiles.unrank(rank as u64);
            let h = tiles.h(&state);
            assert!(h <= u32::from(distance), "{} says {h} > {distance}", heuristic.name);
            assert_eq!(h % 2, if heuristic.name == "zero" { 0 } else { u32::from(distance) % 2 });
            tiles.successors(&state, &mut |_, cost, next| {
                assert_eq!(tiles.h(&next), tiles.h(&tiles.board(next.cells)));
                assert!(!heuristic.claim.is_consistent() || h <= cost + tiles.h(&next));
            });
        }
    }
}

#[test]
fn tiles_claims_hold_for_the_whole_8_puzzle() {
    claims_hold("1 2 3 4 5 6 7 8 0");
}

#[test]
fn tiles_claims_hold_for_2_by_4_and_4_by_2() {
    claims_hold("1 2 3 4\n5 6 7 0");
    claims_hold("1 2\n3 4\n5 6\n7 0");
}

#[test]
fn tiles_hardest_eights_are_31_moves_away() {
    let tiles = parse("1 2 3 4 5 6 7 8 0").unwrap();
    let distances = exact(&tiles);
    let hardest: Vec<_> = (0..distances.len()).filter(|&rank| distances[rank] == 31).collect();
    assert_eq!(distances.iter().max(), Some(&31));
    let mut levels: Vec<_> = ["eight", "eight-too"]
        .map(|name| info::INFO.levels.iter().find(|level| level.name == name).unwrap())
        .map(|level| tiles.rank(&parse(level.text).unwrap().start()) as usize)
        .to_vec();
    levels.sort_unstable();
    assert_eq!(hardest, levels);
}

#[test]
fn tiles_levels_have_their_optima() {
    for level in info::INFO.levels {
        let own = level.parameters.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned()));
        let mut tiles = Tiles::<u128>::parse(level.text, &Parameters(own.collect())).unwrap();
        match level.optimum {
            None => assert!(tiles.unsolvable().is_some()),
            Some(optimum) => {
                if tiles.shape().cells() <= 16 {
                    tiles.set_heuristic(heuristic("pdb"));
                }
                assert_eq!(ida(&tiles).0, optimum, "{}", level.name);
            }
        }
    }
}
