//! Help, manual page and completions cover every command.

use crate::program::run;

/// Returns the commands that the help of a command lists, and theirs, such as `lab report`.
fn commands_of(path: &[&str]) -> Vec<String> {
    let help = run(&[path, &["--help"]].concat()).exits(0).stdout;
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default().split("\n\n").next();
    let names = list.unwrap_or_default().lines().filter_map(|line| {
        // A longer description continues on lines that are indented more.
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then_some(name)
    });
    let nested = names.flat_map(|name| {
        let path = [path, &[name]].concat();
        std::iter::once(path.join(" ")).chain(commands_of(&path))
    });
    nested.collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let commands = commands_of(&[]);
    assert!(
        ["solve", "bricks random-walk", "lab report"]
            .iter()
            .all(|name| commands.iter().any(|own| own == name)),
        "{commands:?}"
    );
    for name in commands {
        for flag in ["--help", "-h"] {
            let help = run(&name.split(' ').chain([flag]).collect::<Vec<_>>()).exits(0);
            for text in ["Usage: heureka", "Example", &format!("heureka {name}")] {
                help.prints(text);
            }
        }
    }
    run(&["--help"]).prints("Exit codes");
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
    let commands = commands_of(&[]);
    for name in &commands {
        let section = format!(".SH \"HEUREKA {}\"", name.to_uppercase());
        assert!(manual.contains(&section), "{section}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let completions = run(&["completions", shell]).stdout;
        for name in commands.iter().flat_map(|name| name.split(' ')) {
            assert!(completions.contains(name), "{shell}: {name}");
        }
        // The generator for fish does not complete positional arguments.
        assert!(completions.contains("hanoi") || shell == "fish", "{shell} completes puzzles");
    }
}
