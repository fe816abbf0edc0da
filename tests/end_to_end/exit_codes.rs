//! Every exit code.

use crate::program::{Scratch, run, run_with_input};

#[test]
fn commands_exit_with_documented_codes() {
    let table: &[(i32, &[&str])] = &[
        (0, &[]),
        (0, &["list"]),
        (0, &["describe", "hanoi"]),
        (0, &["solve", "hanoi"]),
        (0, &["explore", "hanoi"]),
        (0, &["audit", "hanoi"]),
        (0, &["completions", "zsh"]),
        (0, &["man"]),
        (0, &["--help"]),
        (0, &["--version"]),
        (2, &["solve"]),
        (2, &["solve", "nonsense"]),
        (2, &["nonsense"]),
        (2, &["solve", "hanoi", "3"]),
        (10, &["solve", "tiles", "--level", "swapped"]),
        (10, &["solve", "tiles", "1 2 3 4 5 6 8 7 0", "--json"]),
        (11, &["solve", "hanoi", "4 8", "-s", "bfs", "--depth-limit", "5"]),
        (11, &["solve", "hanoi", "4 8", "--cost-limit", "5"]),
        (11, &["solve", "hanoi", "4 8", "-s", "dls(5)"]),
        (20, &["solve", "hanoi", "4 16", "--memory-limit", "1MiB"]),
        (20, &["explore", "hanoi", "4 16", "--memory-limit", "1MiB"]),
        (21, &["solve", "hanoi", "4 16", "--time-limit", "1ms"]),
        (21, &["solve", "hanoi", "4 16", "-s", "idastar", "-H", "misplaced", "--time-limit", "0s"]),
        (21, &["solve", "tiles", "--level", "swapped", "--time-limit", "0s"]),
        (21, &["solve", "counters", "--random", "17x17", "--time-limit", "0s"]),
        (22, &["solve", "hanoi", "4 16", "--expansions", "100"]),
        (22, &["solve", "hanoi", "4 16", "--ask-every", "10"]),
        (22, &["explore", "hanoi", "--expansions", "3"]),
        (31, &["solve", "hanoi", "--file", "/no/such/file"]),
        (31, &["certify", "--check", "/no/such/file"]),
        (32, &["solve", "hanoi", "--svg", "/no/such/file"]),
        (32, &["cluster", "explore", "hanoi", "--checkpoint", "/dev/null/folder"]),
    ];
    for (code, args) in table {
        let run = run(args).exits(*code);
        assert_eq!(run.stdout.is_empty(), matches!(code, 2 | 31 | 32), "{args:?}");
        assert!(matches!(code, 0 | 10) || !run.stderr.is_empty(), "{args:?} needs a message");
    }
}

#[test]
fn answers_decide_whether_a_search_continues() {
    let args = ["solve", "hanoi", "4 5", "-H", "zero", "--ask-every", "100"];
    run_with_input(&args, &"y\n".repeat(20)).exits(0).warns("expanded 100, generated ");
    let some = run_with_input(&args, "yes\nwhat?\nno\n").exits(22);
    some.begins("stopped     declined");
    assert_eq!(some.stderr.matches("continue? [y/n]").count(), 3, "{}", some.stderr);
}

#[test]
fn check_distinguishes_rejected_plans_from_invalid_files() {
    let scratch = Scratch::new();
    for (code, plan) in [
        (0, "1>2 1>3 2>3"),
        (0, "1>2\n1>3 # the large one\n\n2>3\n\nsolved  and so on"),
        (1, "1>2 1>3"),
        (1, "1>2 1>2 2>3"),
        (1, ""),
        (31, "1>2 x>3"),
        (31, "{\"plan\": 7}"),
        (31, "{"),
    ] {
        let file = scratch.write("plan.txt", plan);
        run(&["check", "hanoi", "3 2", "--plan", &file]).exits(code);
    }
}
