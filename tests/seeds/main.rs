//! The requirements of the documents from which the course projects were made.
//!
//! Each document has a file here. A test is named after the line of the document that states its
//! requirement, and runs the program.
#![forbid(unsafe_code)]

mod bricks;
mod chi;
mod counters;
mod maze;
#[allow(dead_code, reason = "the tests of the program use the rest")]
#[path = "../end_to_end/program.rs"]
mod program;
mod shell;
mod shell_pegs;
mod transcript;

/// The table of requirements is made from the names of the tests.
#[test]
fn every_test_is_named_after_its_document_and_line() {
    let documents = [
        ("bricks", include_str!("bricks.rs")),
        ("chi", include_str!("chi.rs")),
        ("counters", include_str!("counters.rs")),
        ("maze", include_str!("maze.rs")),
        ("shell", include_str!("shell.rs")),
        ("shell", include_str!("shell_pegs.rs")),
    ];
    for (document, source) in documents {
        let tests = source.split("#[test]").skip(1);
        let mut names = tests.filter_map(|text| text.split("fn ").nth(1)?.split('(').next());
        let other = names.find(|name| {
            let line = name.strip_prefix(&format!("{document}_line_"));
            !line.is_some_and(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        });
        assert_eq!(other, None, "{document}");
    }
}
