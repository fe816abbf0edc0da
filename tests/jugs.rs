//! The example of a complete puzzle solves instances and rejects invalid ones.
#![forbid(unsafe_code)]

use std::process::{Command, Output};

fn run(instance: &str) -> Output {
    let mut path = std::env::current_exe().unwrap();
    assert!(path.pop() && path.pop());
    Command::new(path.join("examples/jugs")).arg(instance).output().unwrap()
}

#[test]
fn the_example_solves_its_instances() {
    let text = |instance: &str| String::from_utf8(run(instance).stdout).unwrap();
    let plan = text("8/8 0/5 0/3 4");
    assert_eq!(plan.lines().count(), 7, "{plan}");
    assert!(plan.starts_with("     8/8 0/5 0/3\n1>2  3/8 5/5 0/3\n"), "{plan}");
    // Even jugs cannot measure odd amounts.
    assert_eq!(text("8/8 0/6 0/2 3"), "unsolvable\n");
}

#[test]
fn the_example_rejects_invalid_instances() {
    for instance in
        ["8", "8/8 4", "8/8 0/5 x", "300/5 0/5 4", "0/0 1/1 1", "9/8 0/5 4", "8/8 0/5 0"]
    {
        assert!(!run(instance).status.success(), "{instance}");
    }
}
