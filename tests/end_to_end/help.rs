//! Help, manual page and completions cover every command.

use crate::program::run;

const COMMANDS: &str = "list describe draw solve race play shell check certify audit explore pegs bricks \
                        chi counters maze lab completions man";
const BRICKS: &str =
    "print solved moves apply compare normalize random-walk bfs dfs ids astar competition";

#[test]
fn every_command_has_help_with_an_example() {
    let bricks = BRICKS.split(' ').map(|name| format!("bricks {name}"));
    for name in COMMANDS.split(' ').map(str::to_owned).chain(bricks) {
        for flag in ["--help", "-h"] {
            let help = run(&name.split(' ').chain([flag]).collect::<Vec<_>>()).exits(0);
            for text in ["Usage: heureka", "Example", &format!("heureka {name}")] {
                help.prints(text);
            }
        }
    }
    let top = run(&["--help"]).stdout;
    assert!(COMMANDS.split(' ').all(|name| top.contains(name)), "{top}");
    assert!(top.contains("Exit codes"), "{top}");
}

#[test]
fn examples_in_the_help_work() {
    for args in [
        &["solve", "hanoi", "4 8"][..],
        &["solve", "hanoi", "-s", "bfs", "--json"],
        &["solve", "hanoi", "4 10", "-s", "astar", "-H", "patterns"],
        &["solve", "tiles", "1 2 3 0 4 5", "--rows", "2"],
        &["solve", "tiles", "--random", "3x3", "--seed", "7"],
        &["draw", "bricks", "klotski"],
        &["audit", "tiles", "--level", "easy", "-H", "pdb"],
        &["audit", "hanoi", "4 6"],
        &["explore", "tiles", "--level", "easy"],
        &["explore", "hanoi", "3 12", "--json"],
        &["pegs", "table", "--board", "4"],
        &["pegs", "hint", "6 0,0"],
        &["pegs", "count", "6 0,0"],
    ] {
        run(args).exits(0);
    }
}

#[test]
fn manual_and_completions_cover_every_command() {
    let manual = run(&["man"]).stdout;
    assert!(manual.contains(".TH heureka"), "{manual}");
    for section in ["HEUREKA BRICKS RANDOM-WALK", "HEUREKA PEGS TABLE", "HEUREKA LAB REPORT"] {
        assert!(manual.contains(&format!(".SH \"{section}\"")), "{section}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let completions = run(&["completions", shell]).stdout;
        for name in COMMANDS.split(' ') {
            assert!(completions.contains(name), "{shell}: {name}");
            assert!(manual.to_lowercase().contains(&format!("heureka {name}")), "{name}");
        }
        // The generator for fish does not complete positional arguments.
        assert!(completions.contains("hanoi") || shell == "fish", "{shell} completes puzzles");
    }
}
