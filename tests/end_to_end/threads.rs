//! Work on several threads: equal results, and refusals where only one can work.

use crate::program::{Scratch, run};
use serde_json::Value;

/// Returns a result on some threads, without times and memory, and the number of threads that it names.
fn result(args: &[&str], threads: &str) -> (Value, u64) {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| !["seconds", "peak_bytes", "threads"].contains(&&**name));
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut result = run(&[args, &["--json", "--threads", threads]].concat()).exits(0).json();
    let threads = result["threads"].as_u64().unwrap();
    strip(&mut result);
    (result, threads)
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let scratch = Scratch::new();
    let file = scratch.path("hanoi.cert");
    run(&["certify", "hanoi", "4 8", "--out", &file]).exits(0);
    for args in [
        &["audit", "tiles", "--random", "2x4", "--seed", "1", "-H", "misplaced"][..],
        &["certify", "--check", &file],
        &["explore", "hanoi", "4 9"],
        &["pegs", "table", "--board", "6"],
    ] {
        let (one, threads) = result(args, "1");
        assert_eq!(threads, 1, "{args:?}");
        assert_eq!(result(args, "3"), (one, 3), "{args:?}");
    }
    // So few positions are not worth threads.
    let count = &["pegs", "count", "6"];
    assert_eq!(result(count, "3"), result(count, "1"));
    run(&["certify", "--check", &file, "--threads", "3"]).exits(0).prints("threads     3");
    run(&["certify", "hanoi", "--out", &file, "--threads", "3"]).exits(2).warns("--out");
}

#[test]
fn searches_on_threads_prove_the_same_cost() {
    let stack = &["solve", "pancakes", "--random", "8", "--seed", "1"];
    let board = &["solve", "tiles", "--random", "3x3", "--seed", "1"];
    for (instance, search, threads) in [
        (stack, &["-s", "ucs"][..], 2),
        (board, &["-s", "astar", "-H", "zero"], 2),
        // Too short.
        (board, &["-s", "astar"], 1),
        (board, &["-s", "idastar"], 1),
        // On an array.
        (board, &["-s", "ucs"], 1),
        // Several threads know no depths.
        (stack, &["-s", "ucs", "--depth-limit", "30"], 1),
    ] {
        let args = [&instance[..], search].concat();
        let ((one, _), (two, worked)) = (result(&args, "1"), result(&args, "2"));
        assert_eq!(worked, threads, "{search:?}");
        for field in ["cost", "optimality", "bound", "expanded_below_bound"] {
            assert_eq!(two[field], one[field], "{search:?} {field}");
        }
    }
    let args = [&stack[..], &["-s", "ucs", "--threads", "2"]].concat();
    run(&args).exits(0).prints("threads     2");
    // An exact count needs one thread.
    let stopped = run(&[&args[..], &["--expansions", "9000", "--json"]].concat()).exits(22).json();
    assert_eq!([&stopped["expanded"], &stopped["threads"]], [9000, 1]);
}

#[test]
fn searches_that_use_one_thread_refuse_more() {
    for strategy in [
        "bfs",
        "dfs",
        "greedy",
        "wastar",
        "anytime",
        "beam",
        "bidirectional",
        "astar:reopen=no",
        "astar:goal-test=early",
        "astar:ties=fifo",
        "ucs:parents=first",
        "idastar:duplicates=path",
    ] {
        let solve = |threads| run(&["solve", "hanoi", "3 3", "-s", strategy, "--threads", threads]);
        solve("1").exits(0);
        solve("2").exits(2).warns("works on one thread").warns("use astar, ucs or idastar");
    }
    let solve = &["solve", "graph", "too-high", "-s", "astar", "-H", "given", "--threads", "2"];
    run(solve).exits(2).warns("is not consistent").warns("-H");
}
