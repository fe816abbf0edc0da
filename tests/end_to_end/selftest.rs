//! `heureka selftest`: finds nothing wrong, and a seed repeats a run.

use crate::program::run;

/// Runs for its default time, one minute.
#[test]
fn a_minute_of_random_cases_finds_nothing_wrong() {
    let result = run(&["selftest", "--threads", "1", "--json"]).exits(0).json();
    assert_eq!(result["failures"].as_array().map(Vec::len), Some(0), "{result}");
    let cases = result["cases"].as_u64().unwrap();
    assert!(cases > 1_000, "{cases}");
    assert!(
        result["unsolvable"].as_u64().unwrap() > 0 && result["forgeries"].as_u64().unwrap() > 0
    );
}

/// Nothing tested is not a pass.
#[test]
fn an_empty_test_does_not_pass() {
    for zero in [["--rounds", "0"], ["--hours", "0"]] {
        run(&["selftest", zero[0], zero[1]]).exits(2);
    }
    let untested = run(&["selftest", "--time-limit", "0s"]).exits(21);
    assert!(!untested.prints("no case was run").stdout.contains("passed"), "{untested:?}");
    run(&["selftest", "hanoi", "--hours", "0.0002"]).exits(0).prints("passed");
}

#[test]
fn a_seed_repeats_a_run() {
    let counts = |threads: &str| {
        let args = ["selftest", "river", "grid", "--seed", "3", "--rounds", "20", "--json"];
        let result = run(&[&args[..], &["--threads", threads]].concat()).exits(0).json();
        ["cases", "proofs", "forgeries", "harmless", "seed"].map(|name| result[name].clone())
    };
    assert_eq!(counts("1"), counts("3"));
    let text = run(&["selftest", "hanoi", "--round", "5", "--seed", "3"]).exits(0).stdout;
    assert!(text.contains("passed") && text.contains("seed"), "{text}");
}
