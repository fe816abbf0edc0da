//! A disk that cannot be read: the message names the file. Calls that are interrupted or read only half
//! are repeated.

use crate::injection::{EINTR, EIO, Fault, SHORT, count_calls, run_to_end, spread};
use crate::program::command;
use crate::scratch;

/// Commands with the input that they read, for every kind of input.
const READERS: &[(&str, &[&str])] = &[
    ("disks", &["solve", "hanoi", "--file", "disks"]),
    ("plan", &["check", "hanoi", "--file", "disks", "--plan", "plan"]),
    ("certificate", &["certify", "--check", "certificate"]),
    ("maze", &["maze", "evaluate", "maze"]),
    ("proof", &["maze", "prove", "6", "6", "1", "5", "--time-limit", "0s", "--state", "proof"]),
    ("bricks", &["bricks", "print", "bricks"]),
    ("boards", &["chi", "competition", "boards"]),
    ("graph", &["lab", "inconsistency", "--file", "graph"]),
    ("study.toml", &["lab", "run", "study.toml", "--list"]),
    ("disks", &["lab", "run", "files.toml", "--list"]),
    ("exploration: ", &["explore", "hanoi", "4 5", "--disk", "explored"]),
    (".data: ", &["explore", "hanoi", "4 5", "--time-limit", "0s", "--disk", "stopped"]),
    ("study.db", &["lab", "report", "study.db"]),
    ("study.db", &["lab", "run", "study.toml", "--db", "study.db", "--list"]),
    ("study.db", &["lab", "compare", "study.db", "bfs", "astar -H tower"]),
];

#[test]
fn a_read_error_is_reported_with_the_name_of_the_file() {
    let scratch = scratch();
    let print = |args: &[&str]| scratch.run(args).exits(0).stdout;
    scratch.write("plan", print(&["solve", "hanoi", "3 5"]));
    scratch.write("bricks", print(&["bricks", "print", "level0"]));
    scratch.write("graph", "start A\ngoal C\nA -> B\nB -> C\n");
    scratch.write(
        "files.toml",
        "strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\nfiles = 'disks'\n",
    );
    print(&["certify", "hanoi", "3 8", "--out", "certificate"]);
    scratch.run(&["maze", "prove", "6", "6", "1", "5", "--time-limit", "9ms", "--state", "proof"]);
    let explore = ["explore", "hanoi", "4 5", "--expansions", "500", "--disk", "stopped"];
    scratch.run(&explore).exits(22);
    for (input, args) in READERS {
        let started = || {
            let mut command = command(args);
            command.current_dir(scratch.path(""));
            command
        };
        let expected = run_to_end(&mut started());
        assert!([Some(0), Some(21)].contains(&expected.status.code()), "{args:?}: {expected:#?}");
        let counts = count_calls(&mut started(), &scratch);
        assert!(counts["read"] > 0 && counts["open"] > 0, "{args:?}: {counts:?}");
        let mut reported = false;
        for call in ["open", "read"] {
            for nth in spread(counts[call], 12) {
                for error in [EIO, EINTR, SHORT] {
                    if call == "open" && error == SHORT {
                        continue;
                    }
                    let fault = Fault::new(call, nth, 1, error);
                    let mut command = started();
                    fault.inject(&mut command, &scratch);
                    let ended = run_to_end(&mut command);
                    let context = format!("{args:?}\n{fault}\n{ended:#?}");
                    assert!(!ended.stderr.contains("panicked"), "{context}");
                    if fault.is_gentle() || ended.status.code() == expected.status.code() {
                        assert_eq!(ended.status, expected.status, "{context}");
                        continue;
                    }
                    // What is continued is an output as well, and a study names its instance files.
                    let code = ended.status.code();
                    let continues = ["proof", "exploration: ", ".data: "].contains(input);
                    let opens_output = continues && call == "open" && code == Some(32);
                    assert!(code == Some(31) || opens_output, "{context}");
                    assert!(ended.stderr.contains("help: "), "{context}");
                    reported |= ended.stderr.contains(input);
                }
            }
        }
        assert!(reported, "{args:?}: no message names {input}");
    }
}
