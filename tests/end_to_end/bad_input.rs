//! Wrong input of every kind: no panic, the right exit code, and words that help.

use crate::program::{Scratch, run};

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
    let unwritable = scratch.path("no/such/directory/file");
    assert_eq!(run(&["solve", "hanoi", "--trace", &unwritable]).code, 31);
    assert_eq!(run(&["certify", "hanoi", "--out", &unwritable]).code, 31);
}

#[test]
fn a_wrong_move_in_a_plan_is_named_with_its_place() {
    let scratch = Scratch::new();
    let file = scratch.write("plan", "1>2\n  1>2 2>3");
    let refused = run(&["check", "hanoi", "3 2", "--plan", &file]);
    assert!(refused.stdout.contains("move 2 is not legal"), "{}", refused.stdout);
    assert!(refused.stdout.contains("1>2 in line 2, column 3"), "{}", refused.stdout);
    let file = scratch.write("plan", "1>2\n  left 2>3");
    let wrong = run(&["check", "hanoi", "3 2", "--plan", &file]);
    assert!(wrong.stderr.contains("line 2, column 3: 'left' is no move"), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("moves look like 1>2"), "{}", wrong.stderr);
}
