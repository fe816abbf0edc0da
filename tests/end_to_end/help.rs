//! Help, manual and completions: there, with examples, and naming every command.

use crate::program::run;

const COMMANDS: &[&str] = &[
    "list",
    "describe",
    "solve",
    "shell",
    "check",
    "certify",
    "audit",
    "explore",
    "pegs",
    "bricks",
    "maze",
    "completions",
    "man",
];

#[test]
fn every_command_has_help_with_an_example() {
    for name in COMMANDS {
        for flag in ["--help", "-h"] {
            let help = run(&[name, flag]);
            assert_eq!(help.code, 0, "{name}");
            assert!(help.stdout.contains("Usage: heureka"), "{name}: {}", help.stdout);
            assert!(help.stdout.contains("Example"), "{name}: {}", help.stdout);
            assert!(help.stdout.contains(&format!("heureka {name}")), "{name}: {}", help.stdout);
        }
    }
    let top = run(&["--help"]).stdout;
    assert!(COMMANDS.iter().all(|name| top.contains(name)), "{top}");
    assert!(top.contains("Exit codes"), "{top}");
}

#[test]
fn the_examples_of_the_help_work() {
    for args in [
        &["solve", "hanoi", "4 8"][..],
        &["solve", "hanoi", "-s", "bfs", "--json"],
        &["solve", "hanoi", "4 10", "-s", "astar", "-H", "patterns"],
        &["solve", "tiles", "1 2 3 0 4 5", "--rows", "2"],
        &["solve", "tiles", "--random", "3x3", "--seed", "7"],
        &["audit", "tiles", "--level", "easy", "-H", "pdb"],
        &["audit", "hanoi", "4 6"],
        &["explore", "tiles", "--level", "easy"],
        &["explore", "hanoi", "3 12", "--json"],
        &["pegs", "table", "--board", "4"],
        &["pegs", "hint", "6 0,0"],
        &["pegs", "count", "6 0,0"],
    ] {
        assert_eq!(run(args).code, 0, "{args:?}");
    }
}

#[test]
fn the_manual_and_the_completions_know_every_command() {
    let manual = run(&["man"]).stdout;
    assert!(manual.contains(".TH heureka"), "{manual}");
    for shell in ["bash", "zsh", "fish"] {
        let completions = run(&["completions", shell]).stdout;
        for name in COMMANDS {
            assert!(completions.contains(name), "{shell}: {name}");
            assert!(manual.to_lowercase().contains(&format!("heureka {name}")), "{name}");
        }
        // The generator for fish knows nothing of words without a flag.
        assert!(completions.contains("hanoi") || shell == "fish", "{shell} completes puzzles");
    }
}
