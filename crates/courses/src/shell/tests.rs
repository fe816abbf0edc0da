//! Specifications, states and built-in files: right ones are read, wrong ones told by their lines.

use super::*;
use heureka_puzzles::registry;

#[test]
fn every_built_in_file_is_read() {
    let names = builtin_names();
    assert_eq!(names.len(), 22 + 63, "9 + 12 + 1 and 2 + 7 * 7 + 12");
    for name in &names {
        let text = builtin(name).unwrap();
        if name.contains("Spec") {
            let specification = Specification::parse(&text).unwrap();
            assert_eq!(name.starts_with("MCP"), specification.problem == ShellProblem::Mcp);
            assert_eq!(
                name.contains("DLS") || name == "PegSpec2",
                specification.strategy == ShellStrategy::Dls,
                "{name}"
            );
            let crlf = text.replace('\n', " \t\r\n") + "\r\n\r\n";
            assert_eq!(Specification::parse(&crlf), Ok(specification));
        } else if name.starts_with("InitialStateMCP") {
            let goal = builtin("GoalStateMCP000").unwrap();
            let states = States::join(ShellProblem::Mcp, &text, &goal).unwrap();
            let river = registry::puzzle("river").unwrap();
            let river = river.parse(&states.text, &Parameters::default()).unwrap();
            assert_eq!(river.text(), text.trim());
        }
    }
    for name in
        ["", "MCPSpec", "MCPSpec3", "MCPSpec1BFS", "InitialStateMCP999", "PegSpec1DFSShape7"]
    {
        assert_eq!(builtin(name), None, "{name}");
    }
}

#[test]
fn boards_are_those_of_the_seed() {
    for (shape, cells, row) in [
        (1, 37, "0 0 0 1 0 0 0"),
        (2, 45, "0 0 0 0 1 0 0 0 0"),
        (3, 39, "0 0 0 1 0 0 0 0"),
        (4, 33, "0 0 0 1 0 0 0"),
        (5, 41, "0 0 0 0 1 0 0 0 0"),
        (6, 15, "1 0 0 0 0"),
    ] {
        let goal = builtin(&format!("GoalStatePegs{shape}")).unwrap();
        let start = builtin(&format!("InitialStatePegs{shape}")).unwrap();
        assert!(goal.lines().any(|line| line == row), "{goal}");
        let count = |text: &str, sign| text.matches(sign).count();
        assert_eq!((count(&goal, '0') + 1, count(&goal, '1')), (cells, 1));
        assert_eq!((count(&start, '1') + 1, count(&start, '0')), (cells, 1));
        let outline = |text: &str| text.replace('1', "0");
        assert_eq!(outline(&goal), outline(&start));
    }
    assert!(builtin("InitialStatePegs1").unwrap().lines().nth(2) == Some("1 1 1 0 1 1 1"));
}

#[test]
fn mistakes_in_a_specification_are_told_by_their_lines() {
    for (text, says) in [
        ("", "line 1: nothing here: expected a strategy, one of DFS, BFS"),
        ("XYZ\n0\n0\nMCP", "line 1: 'XYZ': expected a strategy"),
        ("DFS", "line 2: nothing here: expected the depth cutoff"),
        ("DFS\n3\n0\nMCP", "line 2: '3': expected the depth cutoff, 0 as"),
        ("DLS\n0\n0\nMCP", "line 2: '0': expected the depth cutoff, a whole number above 0"),
        ("DLS\n-4\n0\nMCP", "line 2: '-4'"),
        ("DFS\n0\nmany\nMCP", "line 3: 'many': expected the exploration cutoff"),
        ("DFS\n\n0\nMCP", "line 2: nothing here"),
        ("DFS\n0\n0\nChess", "line 4: 'Chess': expected the problem, MCP or Pegs"),
        ("DFS\n0\n0\nMCP\n4", "line 5: '4': expected nothing, as MCP has no board"),
        ("DFS\n0\n0\nPegs", "line 5: nothing here: expected the shape"),
        ("DFS\n0\n0\nPegs\n7", "line 5: '7': expected the shape of the board, from 1 to 6"),
        ("DFS\n0\n0\nPegs\n4\n\n9", "line 7: '9': expected nothing after the fifth line"),
    ] {
        let error = Specification::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
}

#[test]
fn mistakes_in_states_are_told_by_their_files() {
    let mcp = ShellProblem::Mcp;
    for (initial, goal, file, says) in [
        ("", "0 0 0", File::Initial, "line 1: nothing here"),
        ("3 3", "0 0 0", File::Initial, "line 1: 2 numbers"),
        ("3 3 2 1", "0 0 0", File::Initial, "line 1, column 7: '1' is too much"),
        ("3 3 2", "0 0", File::Goal, "line 1: 2 numbers"),
        ("3\n3 0", "0 0 0", File::Initial, "line 2, column 3: a boat for 0"),
        ("3 3 2", "\n0 4 0", File::Goal, "line 2, column 3: 4 cannibals"),
        ("3 3 2\n\n\n", "0 0 2", File::Goal, "line 1, column 5: '2'"),
    ] {
        let river = registry::puzzle("river").unwrap();
        let mistake = States::join(mcp, initial, goal)
            .and_then(|states| {
                let parsed = river.parse(&states.text, &mcp.parameters());
                parsed.map_err(|error| states.locate(error))
            })
            .err()
            .unwrap();
        assert_eq!(mistake.file, file, "{initial:?} {goal:?}");
        assert!(mistake.error.to_string().starts_with(says), "{}", mistake.error);
    }
    let pegs = ShellProblem::Pegs(6);
    let blank = States::join(pegs, "1 1\n\n1 1", "0 0").unwrap_err();
    assert_eq!((blank.file, blank.error.line), (File::Initial, 2));
    let board = builtin("GoalStatePegs6").unwrap();
    assert_eq!(States::join(pegs, &board, " \n").unwrap_err().file, File::Goal);
    let short = States::join(pegs, &board, "0 0 0 0 1\n0 0 0 0 X").unwrap_err();
    assert_eq!((short.file, short.error.line), (File::Goal, 2));
    assert!(short.error.message.contains("2 rows: the board of shape 6 has 5"));
    assert!(States::join(pegs, &board, &board).is_ok());
}
