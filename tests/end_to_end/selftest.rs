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
