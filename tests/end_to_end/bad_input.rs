//! Invalid input: no panic, the documented exit code, and a message that helps.

use crate::program::{Run, Scratch, command, run};

#[test]
fn invalid_command_lines_are_explained() {
    let table: &[(&str, &[&str], &[&str])] = &[
        ("solve hanio", &[], &["hanio", "hanoi"]),
        ("solve hanoi", &["-s", "astra"], &["no strategy 'astra'", "did you mean 'astar'?"]),
        ("solve hanoi", &["-s", "dls"], &["dls needs an argument", "heureka list"]),
        ("solve hanoi", &["-s", "astar(ties=x)"], &["expected one of high-g"]),
        ("solve hanoi", &["-H", "towers"], &["no heuristic 'towers'", "did you mean 'tower'?"]),
        ("solve hanoi", &["--level", "3x"], &["no built-in instance '3x'", "did you mean '3x3'?"]),
        ("solve hanoi", &["3 three"], &["line 1, column 3", "number of disks", "describe hanoi"]),
        ("solve hanoi", &[""], &["expected the number of rods"]),
        ("solve hanoi", &["--random", "big"], &["--random big", "such as 4x8"]),
        ("solve hanoi", &["--random", "4x4", "--seed", "x"], &["--seed"]),
        ("solve hanoi", &["--rows", "3"], &["unknown parameter 'rows'"]),
        ("solve hanoi", &["-p", "rows"], &["NAME=VALUE"]),
        ("solve hanoi", &["3 3", "--level", "3x3"], &["cannot be used with"]),
        ("solve hanoi", &["--time-limit", "60x"], &["such as 10, 500ms"]),
        ("solve hanoi", &["--time-limit=-5s"], &["--time-limit"]),
        ("solve hanoi", &["--memory-limit", "4"], &["such as 4GiB"]),
        ("solve hanoi", &["--expansions", "many"], &["--expansions"]),
        ("solve hanoi", &["--expansions", "-1"], &["--expansions"]),
        ("solve hanoi", &["-s", ""], &["strategy"]),
        ("solve hanoi", &["--show", "everything"], &["moves, states, none"]),
        ("solve hanoi -s ids", &["--cost-limit", "9"], &["ids does not support --cost-limit"]),
        ("solve hanoi -s idastar", &["--depth-limit", "9"], &["does not support --depth-limit"]),
        ("solve tiles", &["1 2 3 4 5 0"], &["expected a square board", "rows="]),
        ("solve tiles", &["1 2 3 0", "--rows", "-2"], &["--rows", "a whole number from 0"]),
        ("solve tiles -p color=red", &["1 2 3 0"], &["unknown parameter 'color'", "rows, cols"]),
        (
            "solve tiles",
            &["1 2 3 0", "-p", "goal=top"],
            &["goal=top: expected blank-last, blank-first"],
        ),
        (
            "solve tiles",
            &["1 2 3 0", "-p", "goal=0 1 / 2 x"],
            &["goal=0 1 / 2 x: column 9: 'x': expected a number from 0 to 3"],
        ),
        (
            "solve tiles",
            &["1 2 3 4 5 0", "--cols", "3", "-p", "goal=0 1 / 2 3 / 4 5"],
            &["expected 2 rows of 3 numbers"],
        ),
        (
            "solve tiles",
            &["--level", "easy", "--rows", "5"],
            &["built-in instance 'easy': 9 numbers"],
        ),
        ("solve tiles", &["--random", "3x3", "--rows", "4"], &["rows=4"]),
        ("solve tiles", &["--random", "3x3", "--level", "easy"], &["cannot be used with"]),
        ("solve tiles", &["--random", "3x3", "--seed", "-1"], &["--seed", "a whole number"]),
        ("solve tiles", &["--depth-limit", "99999999999"], &["to 4,294,967,295"]),
        ("solve pancakes", &["3 1 4"], &["line 1, column 5: '4': expected a size from 1 to 3"]),
        ("solve sokoban", &["###/#@x/###"], &["line 1, column 7: 'x': expected # (wall)"]),
        (
            "solve sokoban",
            &["####/#@$./####"],
            &["line 1, column 9: the player can leave the level"],
        ),
        ("solve sokoban", &["--random", "3x3"], &["such as 8x9x3"]),
        ("certify tiles", &["-s", "bfs", "--out", "x"], &["astar, ucs"]),
        ("certify", &["--check", "x", "--level", "easy"], &["cannot be used with"]),
        ("certify", &["--check", "x", "-H", "tower"], &["cannot be used with"]),
        ("check hanoi", &["--file", "-", "--plan", "-"], &["both the instance and the plan"]),
        ("list", &["extra"], &["'extra'"]),
        ("describe", &[], &["<NAME>"]),
        ("describe", &["hill-climbing"], &["puzzle, strategy or heuristic", "beam:1"]),
        ("solve tiles", &["-s", "SMA*"], &["no strategy 'SMA*'", "idastar"]),
        ("check hanoi", &[], &["--plan"]),
        ("certify hanoi", &[], &["--out"]),
        ("certify", &[], &["--out"]),
        ("certify hanoi", &["--check", "x"], &["cannot be used with"]),
        ("audit hanoi", &["-H", "misplace"], &["did you mean 'misplaced'?"]),
        ("completions", &["tcsh"], &["bash"]),
        ("sovle hanoi", &[], &["solve"]),
    ];
    for (command, args, expected) in table {
        let run = run(&[&command.split(' ').collect::<Vec<_>>()[..], args].concat()).exits(2);
        assert_eq!(run.stdout, "", "{command} {args:?}");
        for text in *expected {
            run.warns(text);
        }
    }
}

#[test]
fn errors_in_files_name_the_place() {
    let scratch = Scratch::new();
    let table: &[(&str, &[u8], &str)] = &[
        ("empty", b"", "expected the number of rods"),
        ("word", b"# rods, disks\n3 x\n", "line 2, column 3: 'x'"),
        ("rod", b"3 3\n114\n333", "line 2, column 1: '114'"),
        ("more", b"3 3 111 333\n\n 9", "line 3, column 2: "),
        ("binary", b"3 3\n1\xFF\xFE", "line 2, column 2: not valid UTF-8"),
        ("huge", b"99999999999999999999 3", "line 1, column 1"),
        ("zeros", &[0; 100], "line 1, column 1: invisible character U+0000"),
    ];
    for (name, content, expected) in table {
        let file = scratch.write(name, content);
        run(&["solve", "hanoi", "--file", &file])
            .exits(31)
            .warns(&file)
            .warns(expected)
            .warns("help:");
    }
    let directory = scratch.path("");
    let unwritable = scratch.path("no/such/directory/file");
    for (code, args) in [
        (31, ["solve", "hanoi", "--file", &directory]),
        (31, ["certify", "--json", "--check", &directory]),
        (32, ["solve", "hanoi", "--trace", &unwritable]),
        (32, ["certify", "hanoi", "--out", &unwritable]),
    ] {
        run(&args).exits(code);
    }
}

#[test]
fn errors_in_plans_name_the_place() {
    let scratch = Scratch::new();
    let file = scratch.write("plan", "1>2\n  1>2 2>3");
    let check = ["check", "hanoi", "3 2", "--plan", &file];
    run(&check).begins("rejected    move 2 ").prints("1>2 at line 2, column 3");
    scratch.write("plan", "1>2\n  left 2>3");
    run(&check)
        .warns("line 2, column 3: 'left' is not a move of hanoi")
        .warns("one move per word, such as 1>2");
}

#[test]
fn a_name_that_is_no_instance_is_blamed_on_the_name() {
    for (name, expected) in [("35-puzzle", "there are: fifteen"), ("fiften", "'fifteen'")] {
        for command in ["explore", "solve"] {
            let run = run(&[command, "tiles", name]).exits(2);
            run.warns(format!("tiles has no built-in instance '{name}'")).warns(expected);
        }
    }
    run(&["solve", "tiles", "1 2 3"]).exits(2).warns("invalid instance: ");
}

#[test]
fn options_without_effect_are_rejected() {
    run(&["solve", "tiles", "--seed", "3"]).exits(2).warns("--random <SIZE>");
    run(&["maze", "generate", "3", "3", "1", "2", "--threads", "0"]).exits(2);
    run(&["lab", "run", "study.toml", "--jobs", "0"]).exits(2);
    run(&["solve", "tiles", "--level", "easy", "--level", "eight"]).exits(2);
}

#[test]
fn byte_order_marks_and_carriage_returns_are_ignored() {
    let scratch = Scratch::new();
    for text in ["\u{FEFF}1 2 3\r\n5 6 0\r\n4 7 8\r\n", "1 2 3\n5 6 0\n4 7 8"] {
        let file = scratch.write("board", text);
        run(&["solve", "tiles", "--file", &file]).exits(0).prints("cost        5 (5 moves)");
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
fn unwritable_output_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command(&["solve", "hanoi"]).stdout(full).output().unwrap();
    let stderr = Run::from(output).exits(32).stderr;
    assert!(stderr.starts_with("error: ") && stderr.contains("write"), "{stderr}");
}

#[test]
fn parameters_have_no_invisible_characters() {
    for (value, code) in [("\rA@1,2", "000D"), ("A@1,2\t", "0009"), ("A@1,\u{2028}2", "2028")] {
        let parameter = format!("goal={value}");
        let board = ["solve", "bricks", "AA./...", "-p", &parameter];
        run(&board).exits(2).warns(format!("parameter 'goal': invisible character U+{code}"));
    }
}
