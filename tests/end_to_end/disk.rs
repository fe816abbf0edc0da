//! Explorations with their data on disk: equal to those in memory, resumed after stops and kills, and refused
//! if the folder has something else or is damaged.

use crate::program::{Run, Scratch, assert_documented, assert_fields, command, object};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Spaces of every kind, with a low memory limit: by ranks, and by keys that are layered, undirected or
/// neither.
const SPACES: &[(&str, &[&str])] = &[
    ("96KiB", &["tiles", "eight"]),
    // Its rules have tables.
    ("768KiB", &["tiles", "--random", "2x5", "--seed", "1"]),
    ("96KiB", &["hanoi", "4 6"]),
    ("96KiB", &["chi", "--random", "2x4", "--seed", "1"]),
    ("96KiB", &["pegs", "6"]),
    ("96KiB", &["bricks", "klotski"]),
    ("256KiB", &["graph", "--random", "900x4000", "--seed", "1"]),
    ("96KiB", &["pacman", "--random", "9x16x8", "--seed", "1"]),
    ("96KiB", &["river"]),
    ("1MiB", &["counters", "--random", "3x3", "--seed", "1"]),
];

/// The fields that do not depend on where the data is.
const FIELDS: [&str; 9] = [
    "complete",
    "reason",
    "states",
    "depth",
    "layers",
    "unfolded",
    "expanded",
    "generated",
    "duplicates",
];

#[track_caller]
fn assert_equal(found: &Value, expected: &Value, context: &str) {
    for field in FIELDS {
        assert_eq!(found[field], expected[field], "{field}: {context}");
    }
}

/// Returns the command that explores on disk.
fn on_disk<'a>(space: &[&'a str], args: &[&'a str]) -> Vec<&'a str> {
    let disk: &[&str] = &["--disk", "space", "--json", "--memory-limit"];
    [&["explore"], space, disk, args].concat()
}

#[test]
fn counts_are_equal_to_those_in_memory() {
    for (memory, space) in SPACES {
        let expected = object(&[&["explore"], *space].concat());
        for limits in [[memory, "--threads", "1"], ["2MiB", "--threads", "3"]] {
            let scratch = Scratch::new();
            let args = on_disk(space, &limits);
            let run = scratch.run(&args).exits(0);
            let context = format!("{args:?}");
            let found = run.json();
            assert_equal(&found, &expected, &context);
            assert_documented(&args, &found);
            assert!(found["peak_bytes"].as_u64().unwrap() <= 2 << 20, "{found}");
            assert!(found["disk_bytes"].as_u64().unwrap() > 0, "{found}");
            // Only the result is left, and the same command prints it again.
            assert_eq!(scratch.files("space").len(), 2, "{context}");
            assert_eq!(scratch.run(&args).exits(0).json()["layers"], expected["layers"]);
        }
    }
}

/// The space of a test that stops and kills: by ranks, and by keys that may recur in any layer.
const STOPPED: [&[&str]; 3] =
    [&["tiles", "--random", "2x4", "--seed", "1"], &["bricks", "klotski"], &["pegs", "6"]];

/// Each stop leaves what the next run needs; the counts are those of a run without stops.
#[test]
fn stops_lose_nothing() {
    for space in STOPPED {
        let expected = object(&[&["explore"], space].concat());
        let scratch = Scratch::new();
        let states = expected["states"].as_u64().unwrap();
        for part in 1..=5 {
            let limit = (states * part / 6).to_string();
            let args = on_disk(space, &["96KiB", "--expansions", &limit]);
            let stopped = scratch.run(&args).exits(22);
            stopped.warns("run the same command, with a higher limit, to resume");
            let expected = json!({ "complete": false, "reason": "expansions" });
            assert_fields(&stopped.json(), &expected);
            assert_eq!(stopped.json()["expanded"].to_string(), limit, "{space:?}");
        }
        scratch.run(&on_disk(space, &["96KiB", "--time-limit", "0s"])).exits(21);
        // Other limits are allowed later.
        let found = scratch.run(&on_disk(space, &["1MiB", "--threads", "2"])).exits(0).json();
        assert_equal(&found, &expected, &format!("{space:?}"));
    }
}

#[cfg(unix)]
#[test]
fn kills_and_ctrl_c_lose_nothing() {
    for (number, space) in STOPPED.into_iter().enumerate() {
        let expected = object(&[&["explore"], space].concat());
        let scratch = Scratch::new();
        let args = on_disk(space, &["96KiB", "--disk-limit", "4MiB"]);
        let (mut kills, mut resumed) = (0, 0);
        for attempt in 0.. {
            let mut command = command(&args);
            command.current_dir(scratch.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            // Moments that differ, and get later until the exploration ends before one.
            let moment = 3_000 * (attempt + 1) + 977 * (number as u64 + attempt) % 5_000;
            std::thread::sleep(Duration::from_micros(moment));
            if attempt % 4 == 3 {
                // It may have ended, or not have begun to handle signals.
                crate::program::interrupt(&child);
            } else {
                child.kill().unwrap();
            }
            let output = child.wait_with_output().unwrap();
            resumed += u32::from(Path::new(&scratch.path("space/exploration")).exists());
            match output.status.code() {
                Some(0) => break,
                Some(23) | None => kills += 1,
                Some(_) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
            }
        }
        assert!(kills > 0 && resumed > 0, "{space:?}: {kills} kills, resumed {resumed} times");
        let found = scratch.run(&args).exits(0).json();
        assert_equal(&found, &expected, &format!("{space:?} after {kills} kills"));
    }
}

#[test]
fn the_disk_limit_holds_and_a_higher_one_resumes() {
    for space in STOPPED {
        let expected = object(&[&["explore"], space].concat());
        let scratch = Scratch::new();
        let mut limit = 2 << 10;
        loop {
            let text = format!("{limit}B");
            let run = scratch.run(&on_disk(space, &["96KiB", "--disk-limit", &text]));
            let found = run.json();
            assert!(found["disk_bytes"].as_u64().unwrap() <= limit, "{found}");
            if run.code == 0 {
                assert_equal(&found, &expected, &format!("{space:?}"));
                break;
            }
            let run = run.exits(24);
            run.warns("run the same command with a higher --disk-limit to resume");
            assert_eq!(found["reason"], "disk");
            limit += limit / 2;
        }
        assert!(limit > 2 << 10, "{space:?} needs more than the lowest limit");
    }
}

/// Creates a folder with an exploration that was stopped.
fn stopped(space: &[&str]) -> Scratch {
    let scratch = Scratch::new();
    scratch.run(&on_disk(space, &["96KiB", "--expansions", "1000"])).exits(22);
    scratch
}

#[test]
fn damaged_and_missing_files_are_refused() {
    for space in STOPPED {
        let scratch = stopped(space);
        let files = scratch.files("space");
        assert!(files.len() > 2, "{files:?}");
        let resume = on_disk(space, &["96KiB"]);
        for name in files.iter().filter(|name| *name != "lock") {
            let path = scratch.path(&format!("space/{name}"));
            let whole = std::fs::read(&path).unwrap();
            let refuse = |damaged: Option<Vec<u8>>| {
                match damaged {
                    Some(bytes) => std::fs::write(&path, bytes).unwrap(),
                    None => std::fs::remove_file(&path).unwrap(),
                }
                // A copy, as files may be removed before the damaged one is read.
                let copy = Scratch::new();
                std::fs::create_dir(copy.path("space")).unwrap();
                for name in scratch.files("space") {
                    let name = format!("space/{name}");
                    std::fs::copy(scratch.path(&name), copy.path(&name)).unwrap();
                }
                let run = copy.run(&resume).exits(31);
                run.warns("space").warns("help: ");
                if damaged_names(&run, name) {
                    return;
                }
                // Without a manifest, the folder is not an exploration.
                assert_eq!(name, "exploration", "{run:?}");
                run.warns("the folder has other files");
            };
            for place in [0, whole.len() / 2, whole.len() - 1] {
                let mut flipped = whole.clone();
                flipped[place] ^= 1;
                refuse(Some(flipped));
            }
            refuse(Some(whole[..whole.len() - 1].to_vec()));
            refuse(Some(vec![]));
            refuse(None);
            std::fs::write(&path, &whole).unwrap();
        }
        scratch.run(&resume).exits(0);
    }
}

fn damaged_names(run: &Run, name: &str) -> bool {
    run.stderr.contains(&format!("space/{name}: "))
}

#[test]
fn other_folders_are_refused_and_stale_files_removed() {
    let scratch = stopped(STOPPED[0]);
    let resume = on_disk(STOPPED[0], &["96KiB"]);
    let other = scratch.run(&on_disk(STOPPED[1], &["96KiB"])).exits(31);
    other.warns("the folder has an exploration of tiles").warns("help: ");
    let low = scratch.run(&on_disk(STOPPED[0], &["8KiB"])).exits(20);
    low.warns("the memory limit is too low").warns("--memory-limit");
    // Left by a killed process.
    scratch.write("space/999999.data", "stale");
    scratch.write("space/.heureka-x", "stale");
    scratch.write("space/notes.txt", "mine");
    scratch.run(&resume).exits(0);
    let names = scratch.files("space");
    assert_eq!(names.iter().collect::<Vec<_>>(), ["exploration", "lock", "notes.txt"]);
    // Another version.
    let text = scratch.read("space/exploration").replacen("exploration 1", "exploration 0", 1);
    scratch.write("space/exploration", text);
    scratch.run(&resume).exits(31).warns("expected 'heureka exploration 1 ");
    std::fs::create_dir(scratch.path("mine")).unwrap();
    scratch.write("mine/notes.txt", "mine");
    let mine = ["explore", "hanoi", "--disk", "mine"];
    scratch.run(&mine).exits(31).warns("the folder has other files");
    assert_eq!(scratch.files("mine").into_iter().collect::<Vec<_>>(), ["notes.txt"]);
    scratch.write("file", "mine");
    scratch.run(&["explore", "hanoi", "--disk", "file"]).exits(32).warns("help: ");
    scratch.run(&["explore", "hanoi", "--disk-limit", "1GiB"]).exits(2).warns("--disk");
}

#[test]
fn one_process_at_a_time_uses_a_folder() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("space")).unwrap();
    let lock = std::fs::File::create(scratch.path("space/lock")).unwrap();
    lock.lock().unwrap();
    let args = on_disk(STOPPED[0], &["96KiB"]);
    let refused = scratch.run(&args).exits(31);
    refused.warns("another process is exploring in this folder").warns("help: ");
    drop(lock);
    scratch.run(&args).exits(0);
}
