//! Checks the studies in `studies/` and the documentation of studies in `docs/lab.md`.
#![forbid(unsafe_code)]

use heureka_lab::study::{Study, StudyError, TEMPLATE};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reading a study looks up every puzzle, level, strategy, heuristic and setup in it.
#[test]
fn every_study_is_valid() {
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

fn error(text: &str) -> StudyError {
    Study::read(text, Path::new("x.toml")).unwrap_err()
}

/// Returns every key that a study can have, with its table. The advice for an unknown key lists them.
fn keys() -> Vec<(&'static str, String)> {
    let mut all = vec![];
    for (table, header) in
        [("", ""), ("limits", "[limits]"), ("report", "[report]"), ("instances", "[[instances]]")]
    {
        let error = error(&format!("{header}\nqqqq = 1"));
        assert_eq!((error.line, error.message.as_str()), (2, "unknown key 'qqqq'"));
        let keys = error.remedy.split_once("there are: ").unwrap().1;
        all.extend(keys.split(", ").map(|key| (table, key.to_owned())));
    }
    all
}

#[test]
fn every_key_is_documented() {
    let text = std::fs::read_to_string(root().join("docs/lab.md")).unwrap();
    let keys = keys();
    for (table, key) in &keys {
        let table = if table.is_empty() { String::new() } else { format!("`{table}`") };
        let row = format!("| {table} | `{key}` |");
        assert!(text.contains(&row), "docs/lab.md has no row {row}");
    }
    let rows = text.lines().skip_while(|line| !line.starts_with("| table | key |"));
    let rows = rows.take_while(|line| line.starts_with('|'));
    assert_eq!(rows.count(), keys.len() + 2);
}

/// Every key is in the template, and those that are off can be switched on.
#[test]
fn the_template_has_every_key() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("boards")).unwrap();
    std::fs::write(folder.path().join("boards/1.txt"), "1 2 3\n4 5 6\n7 0 8\n").unwrap();
    std::fs::write(folder.path().join("boards.lst"), "1 2 3 4 5 6 0 7 8\n").unwrap();
    let read = |text: &str| Study::read(text, &folder.path().join("study.toml"));
    let study = read(TEMPLATE).unwrap();
    assert!((50..500).contains(&study.runs.len()), "{}", study.runs.len());
    let mut found: BTreeSet<(String, String)> = BTreeSet::new();
    let mut table = "";
    for line in TEMPLATE.lines() {
        let bare = line.strip_prefix('#').unwrap_or(line);
        match bare.split_once(" = ") {
            // A comment has a blank after its mark.
            Some((key, _)) if !key.contains(' ') => {
                found.insert((table.to_owned(), key.to_owned()));
                if bare != line {
                    let changed = read(&TEMPLATE.replace(line, bare));
                    let changed = changed.unwrap_or_else(|error| panic!("{line}: {error}"));
                    assert_ne!(changed.runs, study.runs, "{line}");
                }
            }
            _ if bare.starts_with('[') => table = bare.trim_matches(['[', ']']),
            _ => {}
        }
    }
    for (table, key) in keys() {
        let is_table = table.is_empty() && TEMPLATE.contains(&format!("[{key}]"));
        assert!(is_table || found.contains(&(table.to_owned(), key.clone())), "{table} {key}");
    }
}

#[test]
fn the_documented_study_is_valid() {
    let text = std::fs::read_to_string(root().join("docs/lab.md")).unwrap();
    let example = text.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let study = Study::read(example, Path::new("example.toml")).unwrap();
    // (astar and idastar with two heuristics each, bfs, greedy) × two limits × three repeats.
    assert_eq!(study.runs.len(), 42 * 6 * 2 * 3);
    assert_eq!(study.runs[0].setup, "astar -H manhattan [64MiB]");
    assert_eq!(study.runs[0].size, Some(6.0));
}

/// Every text is read, or rejected with a position in it.
#[test]
fn rejects_junk_without_panics() {
    let good = std::fs::read_to_string(root().join("studies/bricks.toml")).unwrap();
    let characters = "[]{}=\"'\\\n.,-#_ 0a\u{3c7}\u{1f9e9}".chars().collect::<Vec<_>>();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut rejected = 0;
    for round in 0..3_000 {
        let mut text: Vec<char> = if round % 4 == 0 { vec![] } else { good.chars().collect() };
        for _ in 0..=random.next_u64() % 8 {
            let at = (random.next_u64() % (text.len() as u64 + 1)) as usize;
            let character = characters[(random.next_u64() % characters.len() as u64) as usize];
            match random.next_u64() % 3 {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text[at] = character,
                _ => text.insert(at, character),
            }
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = Study::read(&text, Path::new("junk.toml")) {
            rejected += 1;
            assert!(error.line <= text.lines().count() + 1, "{error}: {text}");
            assert!(!error.message.is_empty() && !error.remedy.is_empty(), "{error}: {text}");
        }
    }
    assert!(rejected > 1_000, "{rejected}");
}
