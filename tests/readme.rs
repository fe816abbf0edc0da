//! Every command that README.md and docs/theory.md show is run, and prints what they show.
//!
//! In a block marked `console`, a line `$ COMMAND` is given to the shell, and the lines below it are
//! what it prints on stdout and stderr. Three things may differ, and nothing else: a line `…` stands
//! for any lines, also none, and `…` at the end of a line for the rest of it; a time such as `1.6 ms`
//! for any other time; and a speed such as `(2.2 million/s)` for any other, or none.
#![forbid(unsafe_code)]
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");
const THEORY: &str = include_str!("../docs/theory.md");

/// The commands of a text and what they are said to print.
fn commands(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = vec![];
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            found.push((command, vec![]));
        } else if inside {
            found.last_mut().expect("a block begins with a command").1.push(line);
        }
    }
    found
}

/// A line with every time replaced by a sign, and every speed left out. White space stays as it is
/// before the first word, and elsewhere too in lines without a time.
fn without_times(line: &str) -> String {
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut kept: Vec<&str> = vec![];
    let mut timed = false;
    let mut i = 0;
    while i < words.len() {
        let (unit, mark) = words.get(i + 1).map_or(("", ""), |next| {
            let unit = next.trim_end_matches(',');
            (unit, &next[unit.len()..])
        });
        let speed = words[i..].iter().take(3).position(|word| word.ends_with("/s)"));
        if is_number(words[i]) && ["µs", "ms", "s", "min", "h"].contains(&unit) {
            let time = if mark.is_empty() { "TIME" } else { "TIME," };
            // "1 min 29 s" is one time.
            if kept.last() != Some(&"TIME") {
                kept.push(time);
            }
            timed = true;
            i += 2;
        } else if let (true, Some(end)) = (words[i].starts_with('('), speed) {
            i += end + 1;
        } else {
            kept.push(words[i]);
            i += 1;
        }
    }
    if !timed {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len();
    line[..indent].to_owned() + &kept.join(" ")
}

/// Whether lines are as they are said to be.
fn matches(said: &[&str], real: &[&str]) -> bool {
    match said {
        [] => real.is_empty(),
        ["…", rest @ ..] => (0..=real.len()).any(|skipped| matches(rest, &real[skipped..])),
        [first, rest @ ..] => {
            real.first().is_some_and(|line| match first.strip_suffix('…') {
                Some(begin) => line.starts_with(begin),
                None => without_times(line) == without_times(first),
            }) && matches(rest, &real[1..])
        }
    }
}

/// Runs the commands of a text in a folder of their own, and then looks at what they wrote there.
fn runs_as_said(name: &str, text: &str, look: impl FnOnce(&Path)) {
    let program = Path::new(env!("CARGO_BIN_EXE_heureka"));
    let mut path = program.parent().expect("it is in a folder").as_os_str().to_owned();
    if let Some(others) = std::env::var_os("PATH") {
        path.push(":");
        path.push(others);
    }
    let folder = std::env::temp_dir().join(format!("heureka-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    for (command, said) in commands(text) {
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}; }} 2>&1")])
            .current_dir(&folder)
            .env("PATH", &path)
            .env_remove("CLICOLOR_FORCE")
            .output()
            .expect("a shell starts");
        let real = String::from_utf8(output.stdout).expect("UTF-8");
        let lines: Vec<&str> = real.lines().collect();
        assert!(
            matches(&said, &lines),
            "$ {command}\n{name} says:\n{}\n\nIt prints:\n{real}",
            said.join("\n")
        );
    }
    look(&folder);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    assert!(commands(README).len() > 10, "only {} commands", commands(README).len());
    runs_as_said("readme", README, |_| {});
}

/// So do the pictures: those in the repository are those that the commands draw.
#[test]
fn the_theory_shows_what_the_program_prints_and_draws() {
    assert!(commands(THEORY).len() > 4, "only {} commands", commands(THEORY).len());
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    runs_as_said("theory", THEORY, |folder| {
        let links = THEORY.split("](pictures/").skip(1).filter_map(|rest| rest.split(')').next());
        let links: Vec<_> = links.collect();
        assert!(links.len() > 3, "{links:?}");
        for picture in links {
            let drawn = std::fs::read(folder.join(picture)).expect(picture);
            let shown = std::fs::read(docs.join("pictures").join(picture)).expect(picture);
            assert!(drawn == shown, "docs/pictures/{picture} is not what is drawn today");
        }
    });
}

#[test]
fn the_files_that_the_readme_points_to_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for link in README.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(root.join(link).exists(), "{link}");
    }
}

#[test]
fn only_times_and_what_is_left_out_may_differ() {
    for (said, real, same) in [
        (&["a", "…", "d"][..], &["a", "b", "c", "d"][..], true),
        (&["a", "…"], &["a"], true),
        (&["a", "…", "d"], &["a", "b", "c"], false),
        (&["a"], &["a", "b"], false),
        (&["1  …", "2"], &["1  b", "2"], true),
        (&["1  …"], &["1 b"], false),
        (&["time   1.6 ms"], &["time   12 µs"], true),
        (&["time   1.6 ms"], &["time   1 min 29 s (2.5 million/s)"], true),
        (&["time   1.6 ms (300 /s)"], &["time   1.6 s"], true),
        (&["tables 0.1 ms, 4.2 KiB"], &["tables 2.0 s, 4.2 KiB"], true),
        (&["tables 0.1 ms, 4.2 KiB"], &["tables 0.1 ms, 4.3 KiB"], false),
        (&["time   1.6 ms"], &["  time   1.6 ms"], false),
        (&["1 2  3"], &["1 2 3"], false),
        (&["cost 5"], &["cost 6"], false),
    ] {
        assert_eq!(matches(said, real), same, "{said:?} {real:?}");
    }
}
