//! Explorations within small limits, compared with explorations in memory.

use super::*;
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::registry::puzzle;

fn instance(name: &str, text: &str) -> Box<dyn Instance> {
    puzzle(name).unwrap().parse(text, &Parameters::default()).unwrap()
}

/// Explores on disk in steps of so many expansions, or at once if that is 0.
fn in_steps(instance: &dyn Instance, memory: u64, step: u64, threads: usize) -> OnDisk {
    let folder = tempfile::tempdir().unwrap();
    let small = instance.as_small().unwrap();
    for steps in 1.. {
        let limits = Limits::none().memory(memory).with_threads(threads);
        let mut limits = if step > 0 { limits.expansions(steps * step) } else { limits };
        let found = explore(instance, small, folder.path(), u64::MAX, &mut limits).unwrap();
        assert!(found.exploration.stats.peak_bytes <= memory, "{found:?}");
        if found.exploration.stopped.is_none() {
            return found;
        }
        assert_eq!(found.exploration.stats.expanded, steps * step);
    }
    unreachable!()
}

#[test]
fn explorations_in_memory_and_on_disk_are_equal() {
    for (name, text) in [
        ("tiles", "1 2 3 4 5 6 7 8 0"),
        ("hanoi", "4 5"),
        ("pegs", "6"),
        ("chi", "1 2 3 / 4 5 0"),
        ("river", "3 3 2"),
        ("counters", "4 3 / 2 1"),
    ] {
        let instance = instance(name, text);
        let expected = instance.as_small().unwrap().explore(&mut Limits::none());
        for (step, threads) in [(0, 1), (0, 2), (expected.states() / 5, 1)] {
            let found = in_steps(&*instance, 128 << 10, step, threads).exploration;
            let context = format!("{name} {text}, {step}, {threads}");
            assert_eq!(found.layers, expected.layers, "{context}");
            assert_eq!(found.unfolded, expected.unfolded, "{context}");
            let counts = |found: &Exploration| {
                let Stats { expanded, generated, duplicates, max_frontier, .. } = found.stats;
                [expanded, generated, duplicates, max_frontier]
            };
            assert_eq!(counts(&found), counts(&expected), "{context}");
        }
    }
}
