//! Kills at random moments, for every command that writes: each output is the older or the new one,
//! whole, and the same command then completes as if nothing had happened.

use crate::injection::{run_to_end, wait};
use crate::program::Scratch;
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

/// 40 kills, or as many as the environment variable `HEUREKA_KILLS` says, spread over the commands.
#[test]
fn nothing_is_lost_by_kills_at_random_moments() {
    let kills = std::env::var("HEUREKA_KILLS").map_or(40, |number| number.parse().unwrap());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(19);
    let mut all = 0;
    for (number, writer) in WRITERS.iter().enumerate() {
        let share = kills * (number + 1) / WRITERS.len() - kills * number / WRITERS.len();
        let found = kill(writer, share, &mut random);
        println!("{share:4} kills: {found:?}  heureka {}", writer.args.join(" "));
        all += share;
    }
    println!("{all:4} kills, nothing lost");
    assert_eq!(all, kills);
}

/// Kills a command this many times and checks what it leaves; then runs it to its end.
fn kill(writer: &Writer, kills: usize, random: &mut Xoshiro256PlusPlus) -> Found {
    let reference = writer.reference();
    let older = writer.older(&reference);
    let mut scratch = folder_with(&older);
    let started = Instant::now();
    run_to_end(&mut writer.command(&folder_with(&older))).exits(writer.code);
    // A killed run takes as long as this one, or a little longer.
    let longest = started.elapsed().as_micros() as u64 * 5 / 4;
    let mut found = Found::default();
    let mut recorded = records(writer, &scratch);
    let mut killed = 0;
    while killed < kills {
        let mut command = writer.command(&scratch);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let moment = Duration::from_micros(random.next_u64() % longest);
        // Runs that end before do not count as killed; there may be at most as many as kills.
        let is_over = wait(&mut child, moment).is_some();
        killed += usize::from(!is_over);
        found.over += u32::from(is_over);
        assert!(found.over as usize <= 20 + 10 * kills, "{:?} ends too early", writer.args);
        let files = files_in(Path::new(&scratch.path("")));
        found.unfinished += u32::from(files.keys().any(|name| name.starts_with(".heureka-")));
        if writer.is_study() || writer.is_proof() {
            // What they have written is read and continued by the next run.
            let after = records(writer, &scratch);
            assert!(recorded.iter().all(|run| after.contains(run)), "{:?} lost a run", writer.args);
            *(if after == recorded { &mut found.older } else { &mut found.new }) += 1;
            recorded = after;
            continue;
        }
        let is_new = assert_whole(writer, &files, &older, &reference);
        *(if is_new { &mut found.new } else { &mut found.older }) += 1;
        if is_new {
            scratch = folder_with(&older);
        }
    }
    // The same command completes, whatever the kills have left.
    scratch.run(writer.args).exits(writer.code);
    let files = files_in(Path::new(&scratch.path("")));
    if writer.is_study() {
        assert_eq!(report(&scratch, "out"), report(&scratch, "study.db"));
    } else if !writer.is_proof() {
        assert!(assert_whole(writer, &files, &older, &reference), "{:?}", writer.args);
    }
    found
}

/// Asserts that every file is the older or the new one, whole. Returns whether any is new.
fn assert_whole(writer: &Writer, files: &Files, older: &Files, reference: &Files) -> bool {
    let folder = if writer.target() == "folder" { "folder/" } else { "" };
    let mut is_new = false;
    for (name, content) in files.iter().filter(|(name, _)| !name.starts_with(".heureka-")) {
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

/// Returns the recorded runs of a study, or the finished subtrees of a proof: the program reads them.
fn records(writer: &Writer, scratch: &Scratch) -> Vec<String> {
    if writer.is_study() {
        let list = scratch.run(&["lab", "run", "study.toml", "--db", "out", "--list"]).exits(0);
        list.stdout.lines().filter(|line| line.starts_with("done")).map(str::to_owned).collect()
    } else {
        vec![]
    }
}

/// Returns a report without times, which is the same for the same records.
fn report(scratch: &Scratch, database: &str) -> String {
    scratch.run(&["lab", "report", database, "--no-times", "--csv", "report.csv"]).exits(0);
    scratch.read("report.csv")
}
