//! Plans and certificates written by one command and read by another, intact and tampered with.

use crate::program::{Scratch, object, run, run_with_input};

#[test]
fn printed_plans_are_accepted() {
    for instance in ["3 1", "3 5", "4 8", "16 3 g1a 1g2", "3 2 33"] {
        for show in [&["--show", "moves"][..], &["--json"]] {
            let solved = run(&[&["solve", "hanoi", instance], show].concat()).exits(0);
            let check = ["check", "hanoi", instance, "--plan", "-"];
            run_with_input(&check, &solved.stdout).exits(0).begins("accepted");
        }
    }
}

/// Other programs write solutions of Sokoban without spaces.
#[test]
fn solutions_without_spaces_are_accepted() {
    let solved = object(&["solve", "sokoban", "depot"]);
    let words = solved["plan"].as_array().unwrap().iter().map(|word| word.as_str().unwrap());
    let solution: String = words.collect();
    let check = ["check", "sokoban", "depot", "--plan", "-"];
    run_with_input(&check, &solution).exits(0).prints("accepted    14 moves, cost 14");
    // Steps after the last push are no moves, so the solution only lacks its end.
    let cut = run_with_input(&check, &solution[..solution.len() - 1]).exits(1);
    cut.prints("rejected    the moves are legal but do not end in a goal");
    run_with_input(&check, &format!("x{solution}")).warns("column 1: 'x");
}

#[test]
fn the_text_of_a_random_instance_reproduces_it() {
    let solve = |instance: &[&str]| object(&[&["solve", "hanoi"], instance].concat());
    let random = solve(&["--random", "4x6", "--seed", "9"]);
    let again = solve(&[random["instance"].as_str().unwrap()]);
    assert_eq!((&again["plan"], &again["expanded"]), (&random["plan"], &random["expanded"]));
}

#[test]
fn written_certificates_are_accepted() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    for args in [
        ["3 4", "-H", "tower"],
        ["4 5", "-H", "patterns"],
        ["4 5", "-H", "misplaced"],
        ["5 4 1234 4321", "-H", "zero"],
        ["3 2 33", "-H", "tower"],
    ] {
        let strategy = if args[2] == "misplaced" { "ucs" } else { "astar" };
        let certify = ["certify", "hanoi", "-s", strategy, "--out", &file];
        run(&[&certify[..], &args].concat()).exits(0);
        run(&["certify", "--check", &file]).exits(0).begins("accepted");
    }
}

#[test]
fn all_reachable_states_certify_unsolvability() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    for (board, rows, states) in [
        ("1 2 3 4 5 6 8 7 0", "3", "181,440 states, 483,840 moves"),
        ("1 2 3 5 4 0", "2", "360 states"),
    ] {
        run(&["certify", "tiles", board, "--rows", rows, "--out", &file]).exits(10);
        run(&["certify", "--check", &file]).exits(0).prints("no solution exists").prints(states);
    }
    // The same records do not prove that a solvable board is unsolvable.
    let bytes = std::fs::read(&file).unwrap();
    let at = bytes.windows(4).position(|w| w == b"5 4 ").unwrap();
    let solvable = [&bytes[..at], b"4 5 ", &bytes[at + 4..]].concat();
    run(&["certify", "--check", &scratch.write("solvable", solvable)]).exits(30);
}

#[test]
fn rejects_proofs_by_a_heuristic_that_the_reference_does_not_share() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    let board = ["certify", "tiles", "--level", "eight", "-H", "pdb", "--out", &file];
    run(&board).exits(2).warns("'pdb' cannot support a proof by astar").warns("-s ucs");
    assert!(std::fs::read_dir(scratch.path("")).unwrap().next().is_none(), "nothing is written");
    // The advice works.
    run(&[&board[..], &["-s", "ucs"]].concat()).exits(0);
    run(&["certify", "--check", &file]).exits(0);
}

#[test]
fn a_stopped_run_keeps_the_older_certificate() {
    let scratch = Scratch::new();
    let file = scratch.write("certificate", "older");
    run(&["certify", "hanoi", "4 12", "--expansions", "50", "--out", &file]).exits(22);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "older");
    assert_eq!(scratch.files("").len(), 1, "nothing else is left");
}

#[test]
fn tampered_certificates_are_rejected() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    run(&["certify", "hanoi", "3 4", "-H", "zero", "--out", &file]).exits(0);
    let intact = std::fs::read(&file).unwrap();
    let records = intact.windows(9).position(|w| w == b"\nrecords\n").unwrap() + 9;
    let header = String::from_utf8(intact[..records].to_vec()).unwrap();
    let with = |from: &str, to: &str| {
        assert!(header.contains(from), "{from}");
        [header.replacen(from, to, 1).as_bytes(), &intact[records..]].concat()
    };
    let flipped = |at: usize| [&intact[..at], &[intact[at] ^ 1], &intact[at + 1..]].concat();
    let table: Vec<(i32, &str, Vec<u8>)> = vec![
        (0, "intact", intact.clone()),
        (30, "cost too low", with("cost 15", "cost 14")),
        (30, "cost too high", with("cost 15", "cost 16")),
        (30, "claimed unsolvable", with("cost 15", "unsolvable")),
        (30, "other start", with("instance 3 4", "instance 3 4 1112")),
        (30, "other instance", with("instance 3 4", "instance 3 5")),
        (30, "missing move", with("plan 1>2 ", "plan ")),
        (30, "invalid move", with("plan 1>2 ", "plan up ")),
        (30, "changed record", flipped(records + 50)),
        (30, "changed checksum", flipped(intact.len() - 1)),
        (30, "truncated", intact[..intact.len() - 20].to_vec()),
        (30, "no records", intact[..records].to_vec()),
        (31, "no cost", with("cost 15", "cost 4294967295")),
        (31, "unknown puzzle", with("puzzle hanoi", "puzzle chess")),
        (31, "unknown heuristic", with("heuristic zero", "heuristic one")),
        (31, "invalid instance", with("instance 3 4", "instance x")),
        (31, "unknown version", with("certificate 1", "certificate 9")),
        (31, "no header", intact[records..].to_vec()),
        (31, "empty", vec![]),
    ];
    for (code, case, bytes) in table {
        let file = scratch.write("tampered", bytes);
        let checked = run(&["certify", "--check", &file]).exits(code);
        assert!(code == 0 || checked.stderr.contains(&file), "{case}: {}", checked.stderr);
    }
}

#[test]
fn check_uses_the_parameters_of_the_result() {
    for settings in [&["--metric", "moves"][..], &["--labels", "normal"], &["--metric", "steps"]] {
        let solved = run(&[&["bricks", "bfs", "dads-puzzler", "--json"], settings].concat());
        run_with_input(&["check", "bricks", "dads-puzzler", "--plan", "-"], &solved.stdout)
            .exits(0);
    }
    let solved =
        run(&["solve", "river", "6 6 4", "-p", "rules=published", "-s", "greedy", "--json"]);
    let check = ["check", "river", "6 6 4", "--plan", "-"];
    run_with_input(&check, &solved.stdout).exits(0);
    // Parameters on the command line override them.
    let given = [&check[..], &["-p", "rules=true"]].concat();
    assert_ne!(run_with_input(&given, &solved.stdout).code, 0);
}
