//! Runs every command in README.md and docs/theory.md and compares its output with the text.
//!
//! In a `console` block, a line `$ COMMAND` is run by the shell; the lines below it are the expected
//! output on stdout and stderr. A line `…` matches any lines, and `…` at the end of a line matches
//! its rest. Any time, such as `1.6 ms`, matches any other time. Speeds, such as `(2.2 million/s)`,
//! are ignored.
#![forbid(unsafe_code)]
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");
const THEORY: &str = include_str!("../docs/theory.md");

/// Returns the commands of a text and their expected output.
fn commands(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = vec![];
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            commands.push((command, vec![]));
        } else if inside {
            commands.last_mut().expect("a block begins with a command").1.push(line);
        }
    }
    commands
}

/// Replaces times by `TIME` and removes speeds. Keeps the spaces of a line without times, and the
/// indentation of every line. The last column of a table, under the word `time`, is as wide as its times.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut kept: Vec<&str> = vec![];
    let mut i = 0;
    while i < words.len() {
        let next = words.get(i + 1).copied().unwrap_or_default();
        let unit = next.trim_end_matches(',');
        let is_time =
            words[i].parse::<f64>().is_ok() && ["µs", "ms", "s", "min", "h"].contains(&unit);
        let speed = words[i..].iter().take(3).position(|word| word.ends_with("/s)"));
        if is_time {
            // "1 min 29 s" is one time.
            if kept.last() != Some(&"TIME") {
                kept.push(if unit == next { "TIME" } else { "TIME," });
            }
            i += 2;
        } else if let (true, Some(end)) = (words[i].starts_with('('), speed) {
            i += end + 1;
        } else {
            kept.push(words[i]);
            i += 1;
        }
    }
    if !kept.iter().any(|word| word.starts_with("TIME")) && kept.last() != Some(&"time") {
        return line.to_owned();
    }
    line[..line.len() - line.trim_start().len()].to_owned() + &kept.join(" ")
}

/// Returns whether the output matches the expected lines.
fn matches(expected: &[&str], output: &[&str]) -> bool {
    match expected {
        [] => output.is_empty(),
        ["…", rest @ ..] => (0..=output.len()).any(|skipped| matches(rest, &output[skipped..])),
        [first, rest @ ..] => {
            output.first().is_some_and(|line| match first.strip_suffix('…') {
                Some(start) => line.starts_with(start),
                None => without_times(line) == without_times(first),
            }) && matches(rest, &output[1..])
        }
    }
}

/// Runs the commands of a text in a temporary folder, then inspects the folder.
fn check_commands(name: &str, text: &str, at_least: usize, inspect: impl FnOnce(&Path)) {
    let commands = commands(text);
    assert!(commands.len() >= at_least, "{name} has only {} commands", commands.len());
    let program = Path::new(env!("CARGO_BIN_EXE_heureka"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    if let Some(others) = std::env::var_os("PATH") {
        path.push(":");
        path.push(others);
    }
    let folder = std::env::temp_dir().join(format!("heureka-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be created");
    for (command, expected) in commands {
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}; }} 2>&1")])
            .current_dir(&folder)
            .env("PATH", &path)
            .env_remove("CLICOLOR_FORCE")
            .env("HEUREKA_CACHE", "")
            .output()
            .expect("the shell starts");
        let output = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(
            matches(&expected, &output.lines().collect::<Vec<_>>()),
            "$ {command}\n{name} expects:\n{}\n\nThe program prints:\n{output}",
            expected.join("\n")
        );
    }
    inspect(&folder);
    let _ = std::fs::remove_dir_all(folder);
}

/// Returns the targets of links that start with `prefix`.
fn links<'t>(text: &'t str, prefix: &str) -> Vec<&'t str> {
    text.split(prefix).skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

#[test]
fn the_readme_shows_real_output() {
    check_commands("readme", README, 11, |_| {});
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for link in links(README, "](").into_iter().filter(|link| !link.contains("://")) {
        assert!(root.join(link).exists(), "{link}");
    }
}

#[test]
fn the_theory_shows_real_output_and_pictures() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    check_commands("theory", THEORY, 5, |folder| {
        let pictures = links(THEORY, "](pictures/");
        assert!(pictures.len() > 3, "{pictures:?}");
        for picture in pictures {
            let drawn = std::fs::read(folder.join(picture)).expect(picture);
            let shown = std::fs::read(docs.join("pictures").join(picture)).expect(picture);
            assert!(drawn == shown, "docs/pictures/{picture} is out of date");
        }
    });
}

#[test]
fn only_times_and_omissions_may_differ() {
    for (expected, output, same) in [
        (&["a", "…", "d"][..], &["a", "b", "c", "d"][..], true),
        (&["a", "…"], &["a"], true),
        (&["a", "…", "d"], &["a", "b", "c"], false),
        (&["a"], &["a", "b"], false),
        (&["1  …", "2"], &["1  b", "2"], true),
        (&["1  …"], &["1 b"], false),
        (&["time   1.6 ms"], &["time   1 min 29 s (2.5 million/s)"], true),
        (&["time   1.6 ms (300 /s)"], &["time   1.6 s"], true),
        (&["tables 0.1 ms, 4.2 KiB"], &["tables 2.0 s, 4.2 KiB"], true),
        (&["tables 0.1 ms, 4.2 KiB"], &["tables 0.1 ms, 4.3 KiB"], false),
        (&["time   1.6 ms"], &["  time   1.6 ms"], false),
        (&["cost    time", "   5  139 µs"], &["cost   time", "   5  39 µs"], true),
        (&["cost    time", "   5  139 µs"], &["cost  moves    time", "   5  139 µs"], false),
        (&["1 2  3"], &["1 2 3"], false),
        (&["cost 5"], &["cost 6"], false),
    ] {
        assert_eq!(matches(expected, output), same, "{expected:?} {output:?}");
    }
}
