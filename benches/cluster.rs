//! The workers of a cluster against the sequential exploration, as ratios of CPU time in the same run: how
//! much of its rate a worker has.
//!
//! `cargo bench --bench cluster` measures all groups, `-- hanoi` one. Every answer is checked. A missed
//! target fails the run.

#[expect(dead_code, reason = "the other benches use more of it")]
mod ruler;

use heureka_cluster::Cluster;
use heureka_core::explore::{Keep, explore_by_keys};
use heureka_core::{Limits, explore};
use heureka_kit::encoded::Encoding;
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::hanoi::Hanoi;
use heureka_puzzles::pegs::Pegs;
use heureka_puzzles::registry::puzzle;
use heureka_puzzles::tiles::Tiles;
use ruler::{Ruler, Target::AtLeast};

fn main() {
    let mut ruler = Ruler::from_arguments("Threads and workers").by_all_threads();
    let small = ruler.checks_only;
    if ruler.wants("hanoi") {
        let disks = if small { 7 } else { 12 };
        let (text, states) = (format!("4 {disks}"), 1 << (2 * disks));
        let hanoi: Hanoi = parsed(&text);
        compare(&mut ruler, "hanoi", &text, Encoding::Keys, states, || {
            explore_by_keys(&hanoi, &mut Limits::none(), Keep::ThreeLayers).states()
        });
    }
    if ruler.wants("tiles") {
        let (text, states) = if small {
            ("1 2 3 / 4 5 6 / 7 8 0", 181_440)
        } else {
            ("1 2 3 / 4 5 6 / 7 8 9 / 10 11 0", 239_500_800)
        };
        let tiles = parsed::<Tiles<u64>>(text).with_heuristic("zero").expect("a heuristic");
        compare(&mut ruler, "tiles", text, Encoding::Keys, states, || {
            explore_by_keys(&tiles, &mut Limits::none(), Keep::ThreeLayers).states()
        });
    }
    if ruler.wants("pegs") && !small {
        let english: Pegs = parsed("4 3,3 3,3");
        compare(&mut ruler, "pegs", "4 3,3 3,3", Encoding::Representatives, 23_475_688, || {
            explore(&english, &mut Limits::none()).states()
        });
    }
    ruler.finish();
}

fn parsed<P: Puzzle>(text: &str) -> P {
    P::parse(text, &Parameters::default()).expect("a valid instance")
}

/// Measures the sequential exploration over that of one worker and of two.
fn compare(
    ruler: &mut Ruler,
    name: &str,
    text: &str,
    encoding: Encoding,
    states: u64,
    sequential: impl Fn() -> u64,
) {
    let entry = puzzle(name).expect("a puzzle");
    let mut instance = entry.parse(text, &Parameters::default()).expect("a valid instance");
    // Not every puzzle has it.
    let _ = instance.set_heuristic("zero");
    let small = instance.as_small().expect("states can be copied");
    let space = small.encoded(encoding, false, &mut Limits::none()).expect("no tables");
    let space = space.expect("such keys");
    for workers in [1, 2] {
        let cluster = Cluster::local(workers);
        let name = format!("cluster: {name}, sequential / {workers} of a cluster");
        ruler.ratio(
            &name,
            AtLeast(0.6),
            states,
            || assert_eq!(sequential(), states),
            || {
                let found = heureka_cluster::explore(&cluster, "", &*space, &mut Limits::none());
                assert_eq!(found.expect("no connections").states(), states);
            },
        );
    }
}
