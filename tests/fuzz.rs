//! Runs the fuzz targets on stable Rust: every input of the corpus, then random changes of them.
//!
//! `HEUREKA_FUZZ_SECONDS` sets a time for each target; without it each gets a fixed number of inputs.
//! An input that fails is printed, so that it can be added to the corpus.
#![forbid(unsafe_code)]

#[path = "../fuzz/targets.rs"]
mod targets;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};
use targets::{TARGETS, Target};

/// The inputs of a target without a time.
const INPUTS: usize = 400;
/// The largest input that is made.
const LONGEST: usize = 4_000;
/// How long one input may take, even on a busy machine.
const HANG: Duration = Duration::from_secs(20);
/// Pieces that mean something to some reader.
const WORDS: &[&str] = &[
    "0",
    "1",
    "-1",
    "9",
    "99",
    "4294967295",
    "18446744073709551616",
    "x",
    "3x3",
    ",",
    "/",
    "\n",
    " ",
    "=",
    "-> ",
    "goal ",
    "start ",
    "h ",
    "#",
    ".",
    "S",
    "G",
    "P",
    "(",
    ")",
    "duplicates=none",
    "rows=",
    "puzzle ",
    "claim cost ",
    "claim unsolvable\n",
    "instance ",
    "plan ",
    "records\n",
    "\u{0}",
    "\u{FEFF}",
    "é",
    "done ",
    "open ",
    "[[instances]]\n",
    "seeds = ",
    "random = ",
];

struct Mutator(Xoshiro256PlusPlus);

impl Mutator {
    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end.max(1) as u64) as usize
    }

    /// Changes an input in a few places, or joins parts of two.
    fn change(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let mut data = corpus[self.below(corpus.len())].clone();
        for _ in 0..=self.below(4) {
            let place = self.below(data.len() + 1);
            let end = (place + self.below(8)).min(data.len());
            match self.below(7) {
                0 => drop(data.drain(place..end)),
                1 => {
                    let word = WORDS[self.below(WORDS.len())].bytes();
                    drop(data.splice(place..place, word));
                }
                2 => {
                    let word = WORDS[self.below(WORDS.len())].bytes();
                    drop(data.splice(place..end, word));
                }
                3 => {
                    let other = &corpus[self.below(corpus.len())];
                    let from = self.below(other.len());
                    data.truncate(place);
                    data.extend_from_slice(&other[from..]);
                }
                4 => {
                    let copy = data[place..end].repeat(1 + self.below(9));
                    drop(data.splice(place..place, copy));
                }
                5 if place < data.len() => data[place] ^= 1 << self.below(8),
                _ if place < data.len() => data[place] = self.below(256) as u8,
                _ => {}
            }
        }
        data.truncate(LONGEST);
        data
    }
}

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let files =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    // The order of a folder is arbitrary.
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn run((name, target): Target, data: &[u8]) {
    let started = Instant::now();
    let ended = catch_unwind(|| target(data));
    let text = data.escape_ascii();
    assert!(ended.is_ok(), "{name} fails with the input b\"{text}\"");
    assert!(started.elapsed() < HANG, "{name} hangs with the input b\"{text}\"");
}

#[test]
fn no_input_breaks_a_target() {
    let seconds = std::env::var("HEUREKA_FUZZ_SECONDS").ok();
    let time = seconds.map(|text| Duration::from_secs(text.parse().expect("a number of seconds")));
    for &target in TARGETS {
        let corpus = corpus(target.0);
        assert!(!corpus.is_empty(), "no corpus for {}", target.0);
        for data in &corpus {
            run(target, data);
        }
        let seed = if time.is_some() { u64::from(std::process::id()) } else { 1 };
        let mut mutator = Mutator(Xoshiro256PlusPlus::seed_from_u64(seed));
        let (started, mut inputs) = (Instant::now(), 0);
        while time.map_or(inputs < INPUTS, |time| started.elapsed() < time) {
            run(target, &mutator.change(&corpus));
            inputs += 1;
        }
        println!("{}: {} inputs of the corpus, {inputs} changed", target.0, corpus.len());
    }
}

/// Each target of the fuzzer has its program, and no other.
#[test]
fn every_target_has_a_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    let programs = fs::read_dir(folder).unwrap().count();
    assert_eq!(programs, TARGETS.len());
    for (name, _) in TARGETS {
        let path = format!("../../fuzz/fuzz_targets/{name}.rs");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        assert!(text.contains(&format!("targets::{name}(data)")), "{name}");
    }
}
