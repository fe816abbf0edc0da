//! What a certificate claims, the limits of its check, and a second checker that agrees.

use crate::program::{Run, Scratch, assert_fields, run, spawn};
use heureka_core::certificate::digest;
use heureka_puzzles::registry::PUZZLES;
use serde_json::json;
use std::io::Write;
use std::process::Command;

/// Parameters that change the rules stand in the claim, and --expect compares them.
#[test]
fn a_claim_names_its_parameters() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    let certify = ["certify", "river", "4 4 3", "-p", "rules=published", "--out", &file];
    run(&certify).exits(0).prints("with rules=published").prints("faulty rules");
    let claim = "cost 7 is optimal (7 moves) for river '4 4 3' with rules=published";
    let check = ["certify", "--check", &file];
    run(&check).exits(0).begins("accepted").prints(claim).prints("faulty rules");
    let object = run(&[&check[..], &["--json"]].concat()).exits(0).json();
    assert_fields(&object, &json!({ "parameters": { "rules": "published" }, "cost": 7 }));
    assert!(object["caveat"].as_str().unwrap().contains("faulty"), "{object}");

    let expect = |args: &[&str]| run(&[&check[..], &["--expect"], args].concat());
    expect(&["river", "443", "-p", "rules=published"]).exits(0);
    for (args, difference) in [
        (&["river", "443"][..], "rules=published, expected rules=correct"),
        (&["river", "443", "-p", "rules=correct"], "expected rules=correct"),
        (&["river", "3 3 2", "-p", "rules=published"], "'4 4 3', expected '3 3 2'"),
        (&["hanoi"], "river, expected hanoi"),
    ] {
        expect(args).exits(30).warns(difference);
    }
    run(&["certify", "--check", &file, "river"]).exits(2).warns("--expect");
    // A plan is checked against the same complete claim.
    let plan = scratch.write("plan", "2c 1c 2c 1c 2m 1m1c 2m 1c 2c 1c 2c");
    let check = ["check", "river", "332", "--plan", &plan];
    run(&check).exits(0).prints("river '3 3 2' with rules=correct");
    assert_eq!(run(&[&check[..], &["--json"]].concat()).json()["parameters"]["rules"], "correct");
}

/// In a Rush Hour line, bricks move along their longer side unless a parameter says otherwise.
#[test]
fn a_stated_default_is_the_default_also_if_the_text_decides_it() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    let line = ["bricks", "oooAAoBBo"];
    let axes: [&[&str]; 2] = [&[], &["-p", "axis=long"]];
    for written in axes {
        run(&[&["certify"], &line[..], written, &["--out", &file]].concat()).exits(0);
        let expect = ["certify", "--check", &file, "--expect"];
        for expected in axes {
            run(&[&expect[..], &line, expected].concat()).exits(0);
        }
        let both = run(&[&expect[..], &line, &["-p", "axis=both"]].concat()).exits(30);
        both.warns("axis=long, expected axis=both");
    }
}

/// Neither a parameter nor a long text hides the goal of a graph.
#[test]
fn a_claim_shows_the_whole_instance() {
    let scratch = Scratch::new();
    let arcs: Vec<_> = (10..60).map(|node| format!("N{node} -> N{}", node + 1)).collect();
    let text = format!("start N10; goal N60; {}", arcs.join("; "));
    let file = scratch.path("certificate");
    run(&["certify", "graph", &text, "-p", "goal=N12", "--out", &file]).exits(0);
    let accepted = run(&["certify", "--check", &file]).exits(0);
    accepted.prints("start N10 / goal N12").prints("N59 -> N60").prints("goal=N12");
    run(&["certify", "--check", &file, "--expect", "graph", &text]).exits(30).warns("N60");
}

/// The printed instance is one line, and reads back to the instance of the claim: no name looks like the
/// end of a row.
#[test]
fn the_printed_instance_is_what_the_claim_is_about() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    let graph = scratch.write("graph", "start A\ngoal G / h X 5\nA -> X 1\nX -> G 7\n");
    for args in [
        &["graph", "--file", &graph][..],
        &["tiles", "--random", "4x2"],
        &["chi", "--random", "4x2"],
        &["pacman"],
        &["sokoban"],
        &["bricks", "level0"],
        &["grid", "--random", "9x30"],
        &["pegs", "6 0,0 / 0,0"],
    ] {
        run(&[&["certify", "--out", &file], args].concat()).exits(0);
        let accepted = run(&["certify", "--check", &file]).exits(0);
        let instance = accepted.stdout.lines().find_map(|line| line.strip_prefix("instance    "));
        let instance = instance.expect("a line with the instance");
        assert_ne!(instance, "", "{args:?}");
        run(&["certify", "--check", &file, "--expect", args[0], instance]).exits(0);
    }
    let hidden = "start A; goal G/H; A -> G/H";
    run(&["solve", "graph", hidden]).exits(2).warns("line 1, column 17");
    for c in ['\u{200B}', '\u{202E}', '\u{7}'] {
        let named = format!("start A; goal G{c}; A -> G{c}");
        let code = format!("line 1, column 16: invisible character U+{:04X}", u32::from(c));
        run(&["solve", "graph", &named]).exits(2).warns(code);
    }
}

#[test]
fn a_claim_is_written_in_good_order() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    run(&["certify", "bricks", "level0", "--out", &file]).exits(0);
    run(&["certify", "--check", &file]).exits(0).prints("goal=default");
    run(&["certify", "hanoi", "3 1 3 3", "--out", &file]).exits(0).prints("records     1 state\n");
    run(&["certify", "--check", &file]).exits(0).prints("checked     1 state, 0 moves\n");
}

/// A text that repeats what a parameter says is read back.
#[test]
fn certificates_of_instances_with_parameters_are_read() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    for args in [
        &["pegs", "0,0", "-p", "board=6"][..],
        &["tiles", "1 2 3 4 0 5", "-p", "rows=2"],
        &["tiles", "1 2 0 / 4 5 3", "-p", "goal=1 2 3 / 0 4 5"],
        &["bricks", "level0", "-p", "metric=moves", "-p", "labels=normal"],
    ] {
        run(&[&["certify", "--out", &file], args].concat()).exits(0);
        run(&[&["certify", "--check", &file, "--expect"], args].concat()).exits(0);
    }
}

#[test]
fn an_instance_known_to_be_unsolvable_is_announced_before_the_search() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    for puzzle in [["tiles", "swapped"], ["pegs", "diamond"]] {
        let certify = ["certify", puzzle[0], puzzle[1], "--out", &file, "--expansions", "9"];
        run(&certify).exits(22).warns("no solution exists, proved without a search");
    }
}

/// A proof by uniform-cost search relies on no heuristic.
#[test]
fn a_proof_without_a_heuristic_says_so() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    run(&["certify", "graph", "too-high", "-s", "ucs", "--out", &file]).exits(0);
    run(&["certify", "--check", &file]).exits(0).prints("no heuristic");
}

#[test]
fn an_unsolvable_instance_has_no_plan() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    run(&["certify", "number-maze", "unsolvable", "-s", "ucs", "--out", &file]).exits(10);
    let bytes = std::fs::read(&file).unwrap();
    let at = bytes.windows(9).position(|bytes| bytes == b"\nrecords\n").unwrap();
    std::fs::write(&file, [&bytes[..at], b"\nplan R", &bytes[at..]].concat()).unwrap();
    let rejected = run(&["certify", "--check", &file]).exits(30);
    rejected.warns("the claim is 'unsolvable', but the certificate has a plan");
    assert_eq!(second_opinion(&[file]), [30]);
}

/// The successors of one state are many and far apart, but checking them is quick.
#[test]
fn large_instances_are_checked_within_their_limits() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    let limits = ["--time-limit", "20s", "--memory-limit", "64MiB"];
    for instance in [
        &["river", "1000000 1000000 300 999999 999999 0"][..],
        &["river", "1000000 1000 60 1000000 999 0"],
        &["hanoi", "16 14 11111111111111 11111111111112", "-H", "misplaced"],
        &["hanoi", "3 28 1111111111111111111111111111 1111111111111111111111111112", "-H", "tower"],
        &["grid", "11000x11000"],
    ] {
        run(&[&["certify"], instance, &["--out", &file]].concat()).exits(0);
        run(&[&["certify", "--check", &file], &limits[..]].concat()).exits(0);
    }
}

/// A file that exceeds the memory limit is not read.
#[test]
fn a_file_beyond_the_memory_limit_is_not_read() {
    let scratch = Scratch::new();
    let file = scratch.path("huge");
    std::fs::File::create(&file).unwrap().set_len(1 << 40).unwrap();
    let stopped = run(&["certify", "--check", &file, "--memory-limit", "1MiB"]).exits(20);
    stopped.prints("memory limit");
    let limit = ["--memory-limit", "1KiB", "--json"];
    let small = scratch.path("certificate");
    run(&["certify", "hanoi", "4 6", "-s", "ucs", "--out", &small]).exits(0);
    let object = run(&[&["certify", "--check", &small], &limit[..]].concat()).exits(20).json();
    assert_fields(&object, &json!({ "accepted": null, "reason": "memory" }));
}

/// A pipe has no size, but the same limit.
#[cfg(unix)]
#[test]
fn a_pipe_beyond_the_memory_limit_is_like_a_file() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    run(&["certify", "hanoi", "4 6", "-s", "ucs", "--out", &file]).exits(0);
    for path in ["-", "/dev/stdin"] {
        let check = ["certify", "--check", path, "--json", "--memory-limit"];
        let piped = |limit: &str| {
            let mut child = spawn(&[&check[..], &[limit]].concat());
            // The program may exit before it has read everything.
            let _ = child.stdin.take().unwrap().write_all(&std::fs::read(&file).unwrap());
            Run::of(child)
        };
        let stopped = piped("1KiB").exits(20).json();
        assert_fields(&stopped, &json!({ "accepted": null, "reason": "memory" }));
        assert_fields(&piped("1GiB").exits(0).json(), &json!({ "accepted": true }));
    }
}

/// Both checkers reject instances that are not those of a puzzle.
#[test]
fn odd_instances_are_rejected_with_a_reason() {
    let scratch = Scratch::new();
    let mut files = vec![];
    for (puzzle, texts) in [
        (
            "graph",
            &["", "x", "->", "A ->", "start", "start A / goal", "from to / A B / start A / goal B"]
                [..],
        ),
        ("number-maze", &["1 2 / 1 1 0 / 1 1 0", "1 1 / 1", "1 1 / 1 1"]),
        ("grid", &["", "..\n.", "S.S", "x.."]),
        ("hanoi", &["3", "3 x", "3 2 1", "3 2 44"]),
        ("pegs", &["7", "x", ""]),
        ("tiles", &["", "1 2 3", "1 2 3 4"]),
        ("river", &["1 1", "x"]),
        ("counters", &["", "1 2", "1 1 2 3"]),
    ] {
        for text in texts {
            let lines = text.replace('\n', "\ninstance ");
            let header = format!(
                "heureka certificate 1\npuzzle {puzzle}\nheuristic none\nclaim unsolvable\ninstance {lines}\nrecords\n"
            );
            let name = format!("{puzzle}-{}", files.len());
            let mut records = b"HEUREKA\0\x01\0\0\0\x08\0\0\0".to_vec();
            records.resize(32, 0);
            records.extend(digest(&records).to_le_bytes());
            files.push(scratch.write(&name, [header.as_bytes(), &records].concat()));
        }
    }
    for (file, (code, message)) in files.iter().zip(second_opinions(&files)) {
        let text = std::fs::read(file).unwrap();
        let context = format!("{}: {message}", String::from_utf8_lossy(&text));
        assert_ne!(run(&["certify", "--check", file]).code, 0, "{context}");
        assert!([30, 31].contains(&code) && message.contains(": "), "{context}");
    }
}

/// Returns the exit codes of the second checker for some certificates.
fn second_opinion(files: &[String]) -> Vec<i32> {
    second_opinions(files).into_iter().map(|(code, _)| code).collect()
}

/// Returns the exit codes and messages of the second checker for some certificates.
fn second_opinions(files: &[String]) -> Vec<(i32, String)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check_certificate.py");
    let output = Command::new("python3").arg(script).args(files).output();
    let stdout = String::from_utf8(output.expect("python3 is installed").stdout).unwrap();
    let code = |line: &str| match line.split(':').next() {
        Some("accepted") => 0,
        Some("rejected") => 30,
        Some("unreadable") => 31,
        _ => NOT_SUPPORTED,
    };
    stdout.lines().map(|line| (code(line), line.to_owned())).collect()
}

/// The second checker's code for a puzzle or heuristic that it does not know.
const NOT_SUPPORTED: i32 = 40;

/// Certificates of all built-in instances that both checkers support, and forgeries of them.
#[test]
fn a_second_checker_agrees() {
    let scratch = Scratch::new();
    let (mut files, mut groups) = (vec![], vec![]);
    for entry in PUZZLES {
        for level in entry.info().instances {
            for strategy in ["astar", "ucs"] {
                let group = format!("{}-{}-{strategy}", entry.info().name, level.name);
                let file = scratch.path(&group);
                let limit = ["--expansions", "2000", "-s", strategy, "--out", &file];
                let certify = ["certify", entry.info().name, level.name];
                let code = run(&[&certify[..], &limit[..]].concat()).code;
                if ![0, 10].contains(&code) {
                    continue;
                }
                let begin = files.len();
                files.push(file.clone());
                // Every third forgery of a certificate, and others of the next one.
                let forged = forgeries(&std::fs::read(&file).unwrap());
                for (what, bytes) in forged.into_iter().skip(groups.len() % 3).step_by(3) {
                    files.push(scratch.write(&format!("{group}: {what}"), bytes));
                }
                groups.push(begin..files.len());
            }
        }
    }
    let second = second_opinion(&files);
    assert_eq!(second.len(), files.len());
    let mut compared = [0; 2];
    for group in groups.into_iter().filter(|group| second[group.start] != NOT_SUPPORTED) {
        assert_eq!(second[group.start], 0, "{}", files[group.start]);
        for case in group {
            let first = run(&["certify", "--check", &files[case]]).code;
            assert_eq!(first, second[case], "{}", files[case]);
            compared[usize::from(first != 0)] += 1;
        }
    }
    assert!(compared[0] > 40 && compared[1] > 150, "{compared:?}");
}

/// Returns variants of a certificate, most of which prove nothing.
fn forgeries(intact: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let split = intact.windows(9).position(|bytes| bytes == b"\nrecords\n").unwrap() + 9;
    let (header, records) = intact.split_at(split);
    let text = std::str::from_utf8(header).unwrap();
    let with_header =
        |from: &str, to: &str| [text.replacen(from, to, 1).as_bytes(), records].concat();
    let with_records = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut records = records[..records.len() - 8].to_vec();
        change(&mut records);
        let sum = digest(&records).to_le_bytes();
        [header, &records, &sum].concat()
    };
    let key = usize::from(records[12]);
    let count = |records: &mut Vec<u8>, by: i8| records[24] = records[24].wrapping_add_signed(by);
    let mut forged = vec![
        ("claimed cost", with_header("claim cost ", "claim cost 1")),
        ("claimed unsolvable", with_header("claim unsolvable", "claim cost 3")),
        ("parameter", with_header("heuristic", "param rules=published\nheuristic")),
        ("illegal move", with_header("\nplan", "\nplan x")),
        ("bound", with_records(&|records| records[20] ^= 1)),
        ("bound removed", with_records(&|records| records[16..24].fill(0))),
        ("size of keys", with_records(&|records| records[12] ^= 1)),
        ("number of records", with_records(&|records| records[24] ^= 1)),
        ("checksum", [&intact[..intact.len() - 1], &[intact[intact.len() - 1] ^ 1]].concat()),
        ("cut short", intact[..intact.len() - 9].to_vec()),
    ];
    if records.len() > 40 {
        let last = records.len() - 8 - key;
        forged.push(("cost of the first run", with_records(&|records| records[32] += 1)));
        forged.push(("junk record", with_records(&|records| records[last..].fill(0x5A))));
        forged.push(("flipped bit", with_records(&|records| records[last] ^= 4)));
        forged.push((
            "added record",
            with_records(&|records| {
                records.extend([1, 0, 0, 0, 1, 0, 0, 0]);
                records.extend(std::iter::repeat_n(0, key));
                count(records, 1);
            }),
        ));
        // The first run has one record: the start.
        forged.push((
            "dropped record",
            with_records(&|records| {
                drop(records.drain(32..40 + key));
                count(records, -1);
            }),
        ));
    }
    // A parameter that the puzzle does not take is a matter of the command line's rules.
    forged.retain(|(what, _)| *what != "parameter" || text.contains("puzzle river"));
    forged
}
