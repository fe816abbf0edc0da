//! Wrong input of every kind: no panic, the right exit code, and words that help.

use crate::program::{Scratch, command, run};

#[test]
fn wrong_command_lines_are_explained() {
    let table: &[(&[&str], &[&str])] = &[
        (&["solve", "hanio"], &["hanio", "hanoi"]),
        (&["solve", "hanoi", "-s", "astra"], &["no strategy 'astra'", "did you mean 'astar'?"]),
        (&["solve", "hanoi", "-s", "dls"], &["dls needs a number", "heureka list"]),
        (&["solve", "hanoi", "-s", "astar(ties=x)"], &["expected one of high-g"]),
        (&["solve", "hanoi", "-H", "towers"], &["no heuristic 'towers'", "did you mean 'tower'?"]),
        (&["solve", "hanoi", "--level", "3x"], &["no level '3x'", "did you mean '3x3'?"]),
        (
            &["solve", "hanoi", "3 three"],
            &["line 1, column 3", "number of disks", "describe hanoi"],
        ),
        (&["solve", "hanoi", "2 3"], &["from 3 to 16"]),
        (&["solve", "hanoi", ""], &["expected the numbers of rods and disks"]),
        (&["solve", "hanoi", "--random", "big"], &["--random big", "such as 4x8"]),
        (&["solve", "hanoi", "--random", "4x4", "--seed", "x"], &["--seed"]),
        (&["solve", "hanoi", "--rows", "3"], &["no setting 'rows'"]),
        (&["solve", "hanoi", "-p", "rows"], &["NAME=VALUE"]),
        (&["solve", "hanoi", "3 3", "--level", "3x3"], &["cannot be used with"]),
        (&["solve", "hanoi", "--time-limit", "60"], &["such as 500ms"]),
        (&["solve", "hanoi", "--time-limit=-5s"], &["such as 500ms"]),
        (&["solve", "hanoi", "--memory-limit", "4G"], &["such as 4GiB"]),
        (&["solve", "hanoi", "--expansions", "many"], &["--expansions"]),
        (&["solve", "hanoi", "--show", "everything"], &["moves, states, none"]),
        (
            &["solve", "hanoi", "-s", "ids", "--cost-limit", "9"],
            &["ids cannot keep to --cost-limit"],
        ),
        (
            &["solve", "hanoi", "-s", "idastar", "--depth-limit", "9"],
            &["cannot keep to --depth-limit"],
        ),
        (&["solve", "hanoi", "4", "40"], &["column 3", "from 1 to 28 on 4 rods"]),
        (&["solve", "tiles", "1 2 3 4 5 6 7 9 0"], &["column 15: '9'", "from 0 to 8"]),
        (&["solve", "tiles", "1 1 2 0"], &["'1' again, first in line 1, column 1"]),
        (&["solve", "tiles", "1 2 3 4"], &["the blank, 0, is missing"]),
        (&["solve", "tiles", "1 2 3 4 5 0"], &["expected a square board", "rows="]),
        (&["solve", "tiles", "1 2 3 4 5 6 7 8 0", "--rows", "4"], &["expected a multiple of 4"]),
        (&["solve", "tiles", "1 2 3 0", "--rows", "-2"], &["--rows", "a whole number from 0"]),
        (&["solve", "tiles", "1 2 3 0", "-p", "color=red"], &["no setting 'color'", "rows, cols"]),
        (&["solve", "tiles", "--level", "easy", "--rows", "5"], &["level easy: 9 numbers"]),
        (&["solve", "tiles", "--random", "1x9"], &["at least 2 rows"]),
        (&["solve", "tiles", "--random", "9x9"], &["at most 25 cells"]),
        (&["solve", "tiles", "--random", "3x3", "--rows", "4"], &["expected rows=3"]),
        (&["solve", "tiles", "--random", "3x3", "--level", "easy"], &["cannot be used with"]),
        (&["solve", "tiles", "--random", "3x3", "--seed", "-1"], &["--seed", "a whole number"]),
        (&["solve", "tiles", "-s", "wastar:0.5"], &["the weight of h, from 1 to 1000"]),
        (&["solve", "tiles", "-s", "wastar(1.5"], &["closing parenthesis is missing"]),
        (&["solve", "tiles", "-s", "bfs:ties=high-g"], &["bfs does not take the option ties"]),
        (&["solve", "tiles", "-s", "beam:0"], &["states of a layer are kept, 1 or more"]),
        (&["solve", "tiles", "-s", "dls:-1"], &["the deepest level, 0 or more"]),
        (&["solve", "tiles", "-s", ""], &["no strategy ''", "there are: bfs"]),
        (&["solve", "tiles", "--expansions", "-1"], &["--expansions", "a whole number"]),
        (&["solve", "tiles", "--depth-limit", "99999999999"], &["to 4,294,967,295"]),
        (&["certify", "tiles", "-s", "bfs", "--out", "x"], &["astar, ucs"]),
        (&["certify", "--check", "x", "--level", "easy"], &["cannot be used with"]),
        (&["certify", "--check", "x", "-H", "pdb"], &["cannot be used with"]),
        (&["check", "hanoi", "--file", "-", "--plan", "-"], &["both come from the standard input"]),
        (&["list", "extra"], &["'extra'"]),
        (&["describe"], &["<PUZZLE>"]),
        (&["check", "hanoi"], &["--plan"]),
        (&["certify", "hanoi"], &["--out"]),
        (&["certify"], &["--out"]),
        (&["certify", "hanoi", "--check", "x"], &["cannot be used with"]),
        (&["audit", "hanoi", "-H", "misplace"], &["did you mean 'misplaced'?"]),
        (&["completions", "tcsh"], &["bash"]),
        (&["sovle", "hanoi"], &["solve"]),
    ];
    for (args, says) in table {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty(), "{args:?}");
        for text in *says {
            assert!(run.stderr.contains(text), "{args:?} should say {text}: {}", run.stderr);
        }
    }
}

#[test]
fn wrong_files_are_explained_with_their_places() {
    let scratch = Scratch::new();
    let table: &[(&str, &[u8], &str)] = &[
        ("empty", b"", "expected the numbers of rods and disks"),
        ("word", b"# rods, disks\n3 x\n", "line 2, column 3: 'x'"),
        ("rod", b"3 3\n114\n333", "line 2, column 3: '4' is no rod"),
        ("more", b"3 3 111 333\n\n 9", "line 3, column 2: '9' is too much"),
        ("binary", b"3 3\n1\xFF\xFE", "line 2, column 2: this is no text"),
        ("huge", b"99999999999999999999 3", "line 1, column 1"),
        ("zeros", &[0; 100], "expected"),
    ];
    for (name, content, says) in table {
        let file = scratch.write(name, content);
        let run = run(&["solve", "hanoi", "--file", &file]);
        assert_eq!(run.code, 31, "{name}: {}", run.stderr);
        assert!(run.stderr.contains(&file), "{name} should be named: {}", run.stderr);
        assert!(run.stderr.contains(says), "{name} should say {says}: {}", run.stderr);
        assert!(run.stderr.contains("help:"), "{name} should have a remedy: {}", run.stderr);
    }
    let directory = scratch.path("");
    assert_eq!(run(&["solve", "hanoi", "--file", &directory]).code, 31);
    assert_eq!(run(&["certify", "--check", &directory]).code, 31);
    let unwritable = scratch.path("no/such/directory/file");
    assert_eq!(run(&["solve", "hanoi", "--trace", &unwritable]).code, 31);
    assert_eq!(run(&["certify", "hanoi", "--out", &unwritable]).code, 31);
}

#[test]
fn a_wrong_move_in_a_plan_is_named_with_its_place() {
    let scratch = Scratch::new();
    let file = scratch.write("plan", "1>2\n  1>2 2>3");
    let refused = run(&["check", "hanoi", "3 2", "--plan", &file]);
    assert!(refused.stdout.contains("move 2 is illegal"), "{}", refused.stdout);
    assert!(refused.stdout.contains("1>2 in line 2, column 3"), "{}", refused.stdout);
    let file = scratch.write("plan", "1>2\n  left 2>3");
    let wrong = run(&["check", "hanoi", "3 2", "--plan", &file]);
    assert!(wrong.stderr.contains("line 2, column 3: 'left' is no move"), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("moves look like 1>2"), "{}", wrong.stderr);
}

#[test]
fn a_certificate_takes_the_place_of_nothing_but_a_file() {
    let scratch = Scratch::new();
    let folder = scratch.path("folder");
    std::fs::create_dir(&folder).unwrap();
    let pipe = scratch.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    let pipe = made.is_ok_and(|made| made.success()).then_some(pipe);
    for place in [Some(folder), pipe].into_iter().flatten() {
        let refused = run(&["certify", "hanoi", "--out", &place]);
        assert_eq!(refused.code, 31, "{}", refused.stderr);
        assert!(refused.stderr.contains("no ordinary file"), "{}", refused.stderr);
        let there = std::fs::metadata(&place).unwrap();
        assert!(!there.is_file(), "{place} is as it was");
        assert!(std::fs::metadata(format!("{place}.partial")).is_err());
    }
}

#[test]
fn marks_and_line_ends_of_other_systems_do_no_harm() {
    let scratch = Scratch::new();
    for text in ["\u{FEFF}1 2 3\r\n5 6 0\r\n4 7 8\r\n", "1 2 3\n5 6 0\n4 7 8"] {
        let file = scratch.write("board", text);
        let solved = run(&["solve", "tiles", "--file", &file]);
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        assert!(solved.stdout.contains("cost        5 (5 moves)"), "{}", solved.stdout);
    }
}

#[test]
fn an_instance_needs_no_quotes() {
    let quoted = run(&["solve", "hanoi", "3 3 121 333"]);
    let bare = run(&["solve", "hanoi", "3", "3", "121", "333"]);
    assert_eq!((bare.code, quoted.code), (0, 0));
    assert_eq!(bare.stdout.lines().next(), quoted.stdout.lines().next());
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_a_failure() {
    // Opened for writing only, which leaves the device as it is.
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let ended = command(&["solve", "hanoi"]).stdout(full).output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let told = String::from_utf8(ended.stderr).unwrap();
    assert!(told.contains("the result cannot be written"), "{told}");
}
