//! Tables on one thread against two, as ratios of times in the same run.
//!
//! `cargo bench --bench tables` measures all groups on two idle cores, `-- pdb` those whose name begins
//! with `pdb`. Both numbers of threads must give the same table. A missed target fails the run.

#[expect(dead_code, reason = "the other bench uses more of it")]
mod ruler;

use heureka_core::Limits;
use heureka_kit::board::Size;
use heureka_puzzles::chi::exact;
use heureka_puzzles::tiles::build_patterns;
use ruler::{Ruler, Target::AtLeast};
use std::cell::OnceCell;

fn main() {
    let mut ruler = Ruler::from_arguments("Threads and workers").by_the_wall();
    let small = ruler.checks_only;
    let size = if small { Size { rows: 2, cols: 5 } } else { Size { rows: 4, cols: 4 } };
    compare(&mut ruler, "pdb: one / two threads, 4x4", 1.8, |threads| {
        let mut limits = Limits::none().with_table_threads(threads);
        build_patterns(size, &mut limits).expect("no limit").concat()
    });
    let size = if small { Size { rows: 2, cols: 4 } } else { Size { rows: 3, cols: 4 } };
    compare(&mut ruler, "exact: one / two threads, 3x4", 1.8, |threads| {
        exact::table(size, &mut Limits::none().with_threads(threads)).to_bytes()
    });
    ruler.finish();
}

/// Measures the construction of a table on one thread over the same on two.
fn compare(ruler: &mut Ruler, name: &str, target: f64, build: impl Fn(usize) -> Vec<u8>) {
    if !ruler.wants(name.split(':').next().unwrap_or_default()) {
        return;
    }
    let first = OnceCell::new();
    let work = |threads| {
        let table = build(threads);
        assert!(first.get_or_init(|| table.clone()) == &table, "{threads} threads");
    };
    ruler.ratio(name, AtLeast(target), 0, || work(1), || work(2));
}
