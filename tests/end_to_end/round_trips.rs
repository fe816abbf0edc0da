//! What one command writes another reads: plans and certificates, honest and tampered with.

use crate::program::{Scratch, run, run_with_input};

#[test]
fn plans_printed_are_plans_accepted() {
    for instance in ["3 1", "3 5", "4 8", "16 3 g1a 1g2"] {
        for show in [&["--show", "moves"][..], &["--json"]] {
            let solved = run(&[&["solve", "hanoi", instance], show].concat());
            assert_eq!(solved.code, 0);
            let checked =
                run_with_input(&["check", "hanoi", instance, "--plan", "-"], &solved.stdout);
            assert_eq!(checked.code, 0, "{instance}: {}", checked.stderr);
            assert!(checked.stdout.starts_with("accepted"), "{}", checked.stdout);
        }
    }
    // The start is a goal: no moves at all.
    let solved = run(&["solve", "hanoi", "3 2 33"]);
    assert!(solved.stdout.contains("cost        0 (0 moves)"), "{}", solved.stdout);
    let checked = run_with_input(&["check", "hanoi", "3 2 33", "--plan", "-"], &solved.stdout);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
}

#[test]
fn random_instances_come_back_from_their_text() {
    let run_random = run(&["solve", "hanoi", "--random", "4x6", "--seed", "9", "--json"]);
    let result: serde_json::Value = serde_json::from_str(&run_random.stdout).unwrap();
    let again = run(&["solve", "hanoi", result["instance"].as_str().unwrap(), "--json"]);
    let again: serde_json::Value = serde_json::from_str(&again.stdout).unwrap();
    assert_eq!((&again["plan"], &again["expanded"]), (&result["plan"], &result["expanded"]));
}

#[test]
fn certificates_written_are_accepted() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    for (instance, heuristic, strategy) in [
        ("3 4", "tower", "astar"),
        ("4 5", "patterns", "astar"),
        ("4 5", "misplaced", "ucs"),
        ("5 4 1234 4321", "zero", "astar"),
        ("3 2 33", "tower", "astar"),
    ] {
        let written =
            run(&["certify", "hanoi", instance, "-H", heuristic, "-s", strategy, "--out", &file]);
        assert_eq!(written.code, 0, "{instance}: {}", written.stderr);
        let checked = run(&["certify", "--check", &file]);
        assert_eq!(checked.code, 0, "{instance}: {}", checked.stderr);
        assert!(checked.stdout.starts_with("accepted"), "{}", checked.stdout);
    }
}

#[test]
fn unsolvability_is_certified_by_the_whole_space() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    let board = ["certify", "tiles", "1 2 3 5 4 0", "--rows", "2"];
    let written = run(&[&board[..], &["--out", &file]].concat());
    assert_eq!(written.code, 10, "{}", written.stderr);
    let checked = run(&["certify", "--check", &file]);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    assert!(checked.stdout.contains("there is no solution"), "{}", checked.stdout);
    assert!(checked.stdout.contains("360 states"), "{}", checked.stdout);
    // The same records do not prove it of a board that can be solved.
    let bytes = std::fs::read(&file).unwrap();
    let at = bytes.windows(4).position(|w| w == b"5 4 ").unwrap();
    let solvable = [&bytes[..at], b"4 5 ", &bytes[at + 4..]].concat();
    let checked = run(&["certify", "--check", &scratch.write("solvable", solvable)]);
    assert_eq!(checked.code, 30, "{}", checked.stderr);
}

#[test]
fn the_whole_half_of_the_eight_puzzle_proves_that_a_swap_is_unsolvable() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    let written = run(&["certify", "tiles", "1 2 3 4 5 6 8 7 0", "--out", &file]);
    assert_eq!(written.code, 10, "{}", written.stderr);
    let checked = run(&["certify", "--check", &file]);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    assert!(checked.stdout.contains("181,440 states, 483,840 moves"), "{}", checked.stdout);
}

#[test]
fn no_proof_rests_on_an_estimate_that_the_reference_does_not_share() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    let board = ["certify", "tiles", "--level", "eight", "-H", "pdb", "--out", &file];
    let refused = run(&board);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("no proof by astar can rest on 'pdb'"), "{}", refused.stderr);
    assert!(refused.stderr.contains("-s ucs"), "{}", refused.stderr);
    assert!(std::fs::read_dir(scratch.path("")).unwrap().next().is_none(), "nothing is written");
    // Without the estimate the same is proved, and the advice is good.
    assert_eq!(run(&[&board[..], &["-s", "ucs"]].concat()).code, 0);
    assert_eq!(run(&["certify", "--check", &file]).code, 0);
}

#[test]
fn no_proof_leaves_the_older_certificate_alone() {
    let scratch = Scratch::new();
    let file = scratch.write("certificate", "older");
    let stopped = run(&["certify", "hanoi", "4 12", "--expansions", "50", "--out", &file]);
    assert_eq!(stopped.code, 22, "{}", stopped.stderr);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "older");
    assert!(!std::path::Path::new(&scratch.path("certificate.partial")).exists());
}

#[test]
fn tampered_certificates_are_refused() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    assert_eq!(run(&["certify", "hanoi", "3 4", "-H", "zero", "--out", &file]).code, 0);
    let honest = std::fs::read(&file).unwrap();
    let records = honest.windows(9).position(|w| w == b"\nrecords\n").unwrap() + 9;
    let header = String::from_utf8(honest[..records].to_vec()).unwrap();
    let with = |from: &str, to: &str| {
        assert!(header.contains(from), "{from}");
        [header.replacen(from, to, 1).as_bytes(), &honest[records..]].concat()
    };
    let flipped = |at: usize| {
        let mut bytes = honest.clone();
        bytes[at] ^= 1;
        bytes
    };
    let table: Vec<(i32, &str, Vec<u8>)> = vec![
        (0, "honest", honest.clone()),
        (30, "a cost too low", with("cost 15", "cost 14")),
        (30, "a cost too high", with("cost 15", "cost 16")),
        (30, "called unsolvable", with("cost 15", "unsolvable")),
        (30, "another start", with("instance 3 4", "instance 3 4 1112")),
        (30, "another instance", with("instance 3 4", "instance 3 5")),
        (30, "a move left out", with("plan 1>2 ", "plan ")),
        (30, "a word that is no move", with("plan 1>2 ", "plan up ")),
        (30, "a record changed", flipped(records + 50)),
        (30, "the checksum changed", flipped(honest.len() - 1)),
        (30, "cut short", honest[..honest.len() - 20].to_vec()),
        (30, "no records", honest[..records].to_vec()),
        (31, "another puzzle", with("puzzle hanoi", "puzzle chess")),
        (31, "another heuristic", with("heuristic zero", "heuristic one")),
        (31, "no instance", with("instance 3 4", "instance x")),
        (31, "another version", with("certificate 1", "certificate 9")),
        (31, "no header", honest[records..].to_vec()),
        (31, "empty", vec![]),
    ];
    for (code, what, bytes) in table {
        let file = scratch.write("tampered", bytes);
        let checked = run(&["certify", "--check", &file]);
        assert_eq!(checked.code, code, "{what}: {}{}", checked.stdout, checked.stderr);
        assert!(code == 0 || checked.stderr.contains(&file), "{what}: {}", checked.stderr);
    }
}

/// What a plan was found with goes along with it, so that the checker reads it as it was meant.
#[test]
fn a_result_carries_its_settings() {
    for settings in [&["--metric", "moves"][..], &["--labels", "normal"], &["--metric", "steps"]] {
        let solved = run(&[&["bricks", "bfs", "dads-puzzler", "--json"], settings].concat());
        let checked =
            run_with_input(&["check", "bricks", "dads-puzzler", "--plan", "-"], &solved.stdout);
        assert_eq!(checked.code, 0, "{settings:?}: {}{}", checked.stdout, checked.stderr);
    }
    let solved =
        run(&["solve", "river", "6 6 4", "-p", "rules=published", "-s", "greedy", "--json"]);
    let plain = run_with_input(&["check", "river", "6 6 4", "--plan", "-"], &solved.stdout);
    assert_eq!(plain.code, 0, "{}", plain.stdout);
    let given = ["check", "river", "6 6 4", "-p", "rules=true", "--plan", "-"];
    assert_ne!(run_with_input(&given, &solved.stdout).code, 0, "what is given counts");
}
