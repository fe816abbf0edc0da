//! The ready studies and what is written about studies: every file is read, every key is documented.
#![forbid(unsafe_code)]

use heureka_lab::study::{KEYS, Study};
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
        let picture = path.file_stem().unwrap().to_string_lossy().into_owned() + ".svg";
        assert!(root().join("docs/pictures").join(&picture).exists(), "docs/pictures/{picture}");
        found += 1;
    }
    assert!(found >= 4, "{found} studies");
}

#[test]
fn every_key_is_documented() {
    let text = std::fs::read_to_string(root().join("docs/lab.md")).unwrap();
    for key in KEYS {
        let table = if key.table.is_empty() { String::new() } else { format!("`{}`", key.table) };
        let line = format!("| {table} | `{}` | {} | {} |", key.name, key.value, key.help);
        assert!(text.contains(&line), "docs/lab.md lacks\n{line}");
    }
}

#[test]
fn the_documented_study_is_one() {
    let text = std::fs::read_to_string(root().join("docs/lab.md")).unwrap();
    let example = text.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let study = Study::read(example, Path::new("example.toml")).unwrap();
    // (astar and idastar with two heuristics each, bfs, greedy) × two limits × three repeats.
    assert_eq!(study.runs.len(), 42 * 6 * 2 * 3);
    assert_eq!(study.runs[0].setup, "astar -H manhattan [64.0 MiB]");
    assert_eq!(study.runs[0].size, Some(6.0));
}
