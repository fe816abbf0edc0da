//! Kills at random moments, for every command that writes: each output is the older or the new one,
//! whole, and the same command then completes as if nothing had happened.

use crate::injection::{run_to_end, wait};
use crate::program::{Scratch, command};
use crate::writing::assert_explored;
use crate::{Files, WRITERS, Writer, files_in, folder_with, is_complete};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// What the kills of a command found.
#[derive(Debug, Default)]
struct Found {
    /// Runs that were over before the kill.
    over: u32,
    older: u32,
    new: u32,
    /// Kills that left an unfinished file beside the output.
    unfinished: u32,
}

/// Returns 40, or the value of the environment variable `HEUREKA_KILLS`.
fn number_of_kills() -> u32 {
    std::env::var("HEUREKA_KILLS").map_or(40, |number| number.parse().unwrap())
}

/// The kills are spread over the commands.
#[test]
fn nothing_is_lost_by_kills_at_random_moments() {
    let (kills, mut random) = (number_of_kills(), Xoshiro256PlusPlus::seed_from_u64(19));
    let mut all = 0;
    for (number, writer) in WRITERS.iter().enumerate() {
        let up_to = |number: usize| kills * number as u32 / WRITERS.len() as u32;
        let share = up_to(number + 1) - up_to(number);
        let found = kill(writer, share, &mut random);
        println!("{share:4} kills: {found:?}  heureka {}", writer.args.join(" "));
        all += share;
    }
    println!("{all:4} kills, nothing lost");
    assert_eq!(all, kills);
}

/// Kills a command this many times and checks what it leaves; then runs it to its end.
fn kill(writer: &Writer, kills: u32, random: &mut Xoshiro256PlusPlus) -> Found {
    let reference = writer.reference();
    let older = writer.older(&reference);
    let mut scratch = folder_with(&older);
    let mut recorded = records(writer, &scratch);
    let started = Instant::now();
    run_to_end(&mut writer.command(&folder_with(&older))).exits(writer.code);
    let mut longest = started.elapsed();
    let (mut found, mut killed) = (Found::default(), 0);
    while killed < kills {
        let all_recorded = recorded.len() == 4;
        let starts_anew = if writer.is_study() { all_recorded } else { !writer.continues() };
        if starts_anew {
            scratch = folder_with(&older);
            recorded = records(writer, &scratch);
        }
        let mut command = writer.command(&scratch);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let micros = random.next_u64() % longest.as_micros() as u64;
        if let Some(end) = wait(&mut child, Duration::from_micros(micros)) {
            // Too late; the machine may be less busy than it was.
            assert_eq!(end.code(), Some(writer.code), "{:?}", writer.args);
            found.over += 1;
            longest = longest * 9 / 10;
        } else {
            killed += 1;
            longest = longest * 21 / 20;
        }
        let files = files_in(Path::new(&scratch.path("")));
        found.unfinished += u32::from(files.keys().any(|name| name.contains(".heureka-")));
        let is_new = if writer.is_exploration() {
            // The program checks its files when it reads them, which the next run does.
            files != older
        } else if writer.is_proof() {
            // The program checks the file when it reads it, which the next run does.
            files["out"] != older["out"]
        } else if writer.is_study() {
            let after = records(writer, &scratch);
            assert!(recorded.iter().all(|run| after.contains(run)), "{:?} lost a run", writer.args);
            let before = std::mem::replace(&mut recorded, after);
            before != recorded
        } else {
            assert_whole(writer, &files, &older, &reference)
        };
        *(if is_new { &mut found.new } else { &mut found.older }) += 1;
    }
    // The same command completes, whatever the last kill has left.
    scratch.run(writer.args).exits(writer.code);
    let files = files_in(Path::new(&scratch.path("")));
    if writer.is_study() {
        assert_eq!(report(&scratch, "out"), report(&scratch, "study.db"));
    } else if writer.is_exploration() {
        assert_explored(writer, &scratch);
    } else if !writer.is_proof() {
        assert!(assert_whole(writer, &files, &older, &reference), "{:?}", writer.args);
    }
    found
}

/// Asserts that every file is the older or the new one, whole. Returns whether any is new.
fn assert_whole(writer: &Writer, files: &Files, older: &Files, reference: &Files) -> bool {
    let folder = if writer.target() == "folder" { "folder/" } else { "" };
    let mut is_new = false;
    for (name, content) in files.iter().filter(|(name, _)| !name.contains(".heureka-")) {
        if older.get(name) != Some(content) {
            let written = name.strip_prefix(folder).and_then(|name| reference.get(name));
            let whole = written.is_some_and(|expected| is_complete(content, expected));
            assert!(whole, "{:?} leaves a damaged {name}", writer.args);
            is_new = true;
        }
    }
    assert!(older.keys().all(|name| files.contains_key(name)), "{:?} removes files", writer.args);
    is_new
}

/// Returns the recorded runs of a study, and nothing for other commands.
fn records(writer: &Writer, scratch: &Scratch) -> Vec<String> {
    if !writer.is_study() {
        return vec![];
    }
    let list = scratch.run(&["lab", "run", "study.toml", "--db", "out", "--list"]).exits(0);
    list.stdout.lines().filter(|line| line.starts_with("done")).map(str::to_owned).collect()
}

/// A proof that is killed, stopped and resumed has the result of one that is not.
#[test]
fn a_killed_proof_is_resumed_and_ends_with_the_same_result() {
    let args = ["maze", "prove", "4", "4", "1", "3", "--json"];
    let saved = [&args[..], &["--state", "proof"]].concat();
    let part = [&saved[..], &["--time-limit", "20ms"]].concat();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let scratch = Scratch::new();
    let mut resumable = 0;
    for _ in 0..number_of_kills() / 4 {
        let mut command = command(&part);
        command.current_dir(scratch.path("")).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let end = wait(&mut child, Duration::from_micros(random.next_u64() % 60_000));
        let codes = [Some(0), Some(21)];
        assert!(end.is_none_or(|end| codes.contains(&end.code())), "the proof is lost: {end:?}");
        resumable += u32::from(Path::new(&scratch.path("proof")).exists());
    }
    let resumed = scratch.run(&saved).exits(0).json();
    let expected = scratch.run(&args).exits(0).json();
    for field in ["complete", "score", "count", "puzzles"] {
        assert_eq!(resumed[field], expected[field], "{field}");
    }
    assert!(resumable > 0, "nothing was saved");
}

/// Returns a report without times, which is the same for the same records.
fn report(scratch: &Scratch, database: &str) -> String {
    scratch.run(&["lab", "report", database, "--no-times", "--csv", "report.csv"]).exits(0);
    scratch.read("report.csv")
}
