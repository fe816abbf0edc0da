//! The ready studies and what is written about studies: every file is read, every key is documented.
#![forbid(unsafe_code)]

use heureka_lab::study::{KEYS, Study};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reading a study looks up every name in it: puzzles, levels, strategies, heuristics, setups.
#[test]
fn every_ready_study_is_read() {
    let mut found = 0;
    for file in std::fs::read_dir(root().join("studies")).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let study = Study::read(&text, &path);
        let study = study.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(!study.question.is_empty() && study.scatter.is_some(), "{}", path.display());
        assert!((20..500).contains(&study.runs.len()), "{}", path.display());
        let picture = format!("study-{}.svg", path.file_stem().unwrap().to_string_lossy());
        assert!(root().join("docs/pictures").join(&picture).exists(), "docs/pictures/{picture}");
        found += 1;
    }
    assert!(found >= 5, "{found} studies");
}

#[test]
fn every_key_is_documented() {
    let text = std::fs::read_to_string(root().join("docs/lab.md")).unwrap();
    for key in KEYS {
        let table = if key.table.is_empty() { String::new() } else { format!("`{}`", key.table) };
        let line = format!("| {table} | `{}` | {} | {} |", key.name, key.value, key.help);
        assert!(text.contains(&line), "docs/lab.md missing\n{line}");
    }
}

#[test]
fn the_documented_study_is_one() {
    let text = std::fs::read_to_string(root().join("docs/lab.md")).unwrap();
    let example = text.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let study = Study::read(example, Path::new("example.toml")).unwrap();
    // (astar and idastar with two heuristics each, bfs, greedy) × two limits × three repeats.
    assert_eq!(study.runs.len(), 42 * 6 * 2 * 3);
    assert_eq!(study.runs[0].setup, "astar -H manhattan [64MiB]");
    assert_eq!(study.runs[0].size, Some(6.0));
}

/// Whatever is written, it is read or refused with a place that the text has.
#[test]
fn junk_is_refused_and_no_more() {
    let good = std::fs::read_to_string(root().join("studies/bricks.toml")).unwrap();
    let signs = "[]{}=\"'\\\n.,-#_ 0a\u{3c7}\u{1f9e9}".chars().collect::<Vec<_>>();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut refused = 0;
    for round in 0..3_000 {
        let mut text: Vec<char> = if round % 4 == 0 { vec![] } else { good.chars().collect() };
        for _ in 0..=random.next_u64() % 8 {
            let at = (random.next_u64() % (text.len() as u64 + 1)) as usize;
            let sign = signs[(random.next_u64() % signs.len() as u64) as usize];
            match random.next_u64() % 3 {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text[at] = sign,
                _ => text.insert(at, sign),
            }
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = Study::read(&text, Path::new("junk.toml")) {
            refused += 1;
            assert!(error.line <= text.lines().count() + 1, "{error}: {text}");
            assert!(!error.message.is_empty() && !error.remedy.is_empty(), "{error}: {text}");
        }
    }
    assert!(refused > 1_000, "{refused}");
}
