//! File patterns of studies: `*` stands for any characters of a name, `?` for one.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Returns the files that match a pattern relative to a folder, each with its name as the pattern would
/// give it. Files are ordered by their names, folder by folder.
///
/// A path that exists, or that has no pattern in it, is itself. Hidden files match only if the pattern
/// begins with a dot.
pub(super) fn files(folder: &Path, pattern: &str) -> io::Result<Vec<(String, PathBuf)>> {
    let whole = folder.join(pattern);
    if !is_pattern(pattern) || whole.exists() {
        return Ok(vec![(pattern.to_owned(), whole)]);
    }
    let (name, path) = if pattern.starts_with('/') { ("/", Path::new("/")) } else { ("", folder) };
    let mut found = vec![(name.to_owned(), path.to_owned())];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        let mut next = vec![];
        for (name, path) in found {
            let gap = if name.is_empty() || name.ends_with('/') { "" } else { "/" };
            if is_pattern(part) {
                let inner = matching(&path, part)?.into_iter();
                next.extend(inner.map(|(inner, path)| (format!("{name}{gap}{inner}"), path)));
            } else {
                next.push((format!("{name}{gap}{part}"), path.join(part)));
            }
        }
        found = next;
    }
    found.retain(|(_, path)| path.is_file());
    Ok(found)
}

fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// Returns what matches in a folder, by name; nothing if there is no such folder.
fn matching(folder: &Path, part: &str) -> io::Result<Vec<(String, PathBuf)>> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = match folder.read_dir() {
        Err(error) if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {
            return Ok(vec![]);
        }
        entries => entries?,
    };
    let mut found = vec![];
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if matches(part, &name) && (part.starts_with('.') || !name.starts_with('.')) {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// Returns whether a name matches a pattern. The time is at most the product of their lengths.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to continue if the rest does not match: after the last star, which takes one more character.
    let mut retry = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => {
                let Some((after, from)) = retry else { return false };
                retry = Some((after, from + 1));
                (p, n) = (after, from + 1);
            }
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks_match() {
        for (pattern, name) in [
            ("*", ""),
            ("*.txt", "a.txt"),
            ("a*b*c", "a-bb-bc"),
            ("**a?", "aaab"),
            ("?χ", "1χ"),
            ("a.txt", "a.txt"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("?", ""), ("*.txt", "a.text"), ("a*b", "ab!"), ("a?", "a"), ("", "a"), ("b*", "ab")]
        {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
        // Backtracking over every star would take longer than anyone waits.
        assert!(!matches(&"*a".repeat(40), &"a".repeat(200).replace("aaaaa", "aaaab")));
    }

    #[test]
    fn files_are_in_the_order_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b/2.txt", "b/10.txt", "a/1.txt", "a/1.text", "a/.1.txt", "[a]*.txt"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let names = |pattern: &str| -> Vec<String> {
            let found = files(folder.path(), pattern).unwrap();
            for (name, path) in &found {
                assert!(path.ends_with(name) || !path.exists(), "{name} {}", path.display());
            }
            found.into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names("?/*.txt"), ["a/1.txt", "b/10.txt", "b/2.txt"]);
        assert_eq!(names("a/.*"), ["a/.1.txt"]);
        assert_eq!(names("missing/*.txt"), [""; 0]);
        assert_eq!(names("a//1.t?t"), ["a/1.txt"]);
        // Folders do not match, and a name without a pattern is itself.
        assert_eq!(names("*"), ["[a]*.txt"]);
        assert_eq!(names("[a]*.txt"), ["[a]*.txt"]);
        assert_eq!(names("nope.txt"), ["nope.txt"]);
        let absolute = format!("{}/b/1*", folder.path().display());
        assert_eq!(names(&absolute), [format!("{}/b/10.txt", folder.path().display())]);
    }
}
