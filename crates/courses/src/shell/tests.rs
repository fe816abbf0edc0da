//! Specifications, states and built-in files: valid ones are read, invalid ones rejected by line.

use super::*;

#[test]
fn every_builtin_file_is_valid() {
    let names = builtin_names();
    assert_eq!(names.len(), 22 + 63, "9 + 12 + 1 and 2 + 7 * 7 + 12");
    let read = |name: &str| builtin(name).unwrap();
    for name in &names {
        let text = read(name);
        if name.contains("Spec") {
            let specification = Specification::parse(&text).unwrap();
            let is_dls = matches!(specification.algorithm, Algorithm::Dls(_));
            assert_eq!(name.contains("DLS") || name == "PegSpec2", is_dls, "{name}");
            assert_eq!(name.starts_with("MCP"), specification.problem == ShellProblem::Mcp);
            let crlf = text.replace('\n', " \t\r\n") + "\r\n\r\n";
            assert_eq!(Specification::parse(&crlf), Ok(specification));
            let spaced = format!("\n{}", text.replace('\n', "\n\n \n"));
            assert_eq!(Specification::parse(&spaced), Ok(specification));
        } else if let Some(rest) = name.strip_prefix("InitialState") {
            let (specification, goal) = match rest.strip_prefix("Pegs") {
                Some(n) => (format!("PegSpec1DFSShape{n}"), format!("GoalStatePegs{n}")),
                None => ("MCPSpec1".to_owned(), "GoalStateMCP000".to_owned()),
            };
            let specification = Specification::parse(&read(&specification)).unwrap();
            let instance = specification.instance(&text, &read(&goal), false).unwrap();
            assert!(rest.starts_with("Pegs") || instance.text() == text.trim(), "{name}");
            let [spaced, goal] = [&text, &read(&goal)].map(|text| text.replace('\n', "\n\n"));
            let spaced = specification.instance(&spaced, &goal, false).unwrap();
            assert_eq!(spaced.text(), instance.text(), "{name}");
        }
    }
    for name in
        ["", "MCPSpec", "MCPSpec3", "MCPSpec1BFS", "InitialStateMCP999", "PegSpec1DFSShape7"]
    {
        assert_eq!(builtin(name), None, "{name}");
    }
}

#[test]
fn builtin_boards_are_those_of_the_course() {
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
    }
    assert!(builtin("InitialStatePegs1").unwrap().lines().nth(2) == Some("1 1 1 0 1 1 1"));
}

#[test]
fn invalid_specifications_are_rejected_by_line() {
    for (text, message) in [
        ("", "line 1: missing value: expected a strategy, one of DFS, BFS"),
        ("XYZ\n0\n0\nMCP", "line 1: 'XYZ': expected a strategy"),
        ("DFS", "line 2: missing value: expected the depth cutoff"),
        ("DFS\n3\n0\nMCP", "line 2: '3': expected the depth cutoff, 0 unless"),
        ("DLS\n0\n0\nMCP", "line 2: '0': expected the depth cutoff of DLS, a number above 0"),
        ("DLS\n-4\n0\nMCP", "line 2: '-4'"),
        ("DFS\n\n0\nMCP", "line 4: 'MCP': expected the exploration cutoff"),
        ("DFS\n\n0\n\n0\n\nMCP\n\n4", "line 9: unexpected extra value '4'"),
        ("\nDFS\n\n0\n\n", "line 5: missing value: expected the exploration cutoff"),
        ("DFS\n0\nmany\nMCP", "line 3: 'many': expected the exploration cutoff"),
        ("DFS\n0\n0\nChess", "line 4: 'Chess': expected the problem, MCP or Pegs"),
        ("DFS\n0\n0\nMCP\n4", "line 5: unexpected extra value '4'"),
        ("DFS\n0\n0\nPegs", "line 5: missing value: expected the shape"),
        ("DFS\n0\n0\nPegs\n7", "line 5: '7': expected the shape of the board, from 1 to 6"),
        ("DFS\n0\n0\nPegs\n4\n\n9", "line 7: unexpected extra value '9'"),
    ] {
        let error = Specification::parse(text).unwrap_err().error.to_string();
        assert!(error.starts_with(message), "{text:?}: {error}");
    }
}

#[test]
fn invalid_states_are_rejected_by_file_and_line() {
    let board = builtin("GoalStatePegs6").unwrap();
    let short = "0 0 0 0 1\n0 0 0 0 X";
    let wrong = board.replacen('X', "1", 1);
    let (mcp, pegs) = ("MCPSpec1", "PegSpec1DFSShape6");
    for (spec, initial, goal, file, message) in [
        (mcp, "", "0 0 0", File::Initial, "line 1: no values: expected 3, M C CAPACITY"),
        (mcp, "3 3", "0 0 0", File::Initial, "line 1, column 3: 2 values: expected 3"),
        (mcp, "3 3 2 1", "0 0 0", File::Initial, "line 1, column 7: 4 values"),
        (mcp, "3 3 2", "0 0", File::Goal, "line 1, column 3: 2 values: expected 3, M C BOAT"),
        (mcp, "3\n3 0", "0 0 0", File::Initial, "line 2, column 3: '0': expected the boat's"),
        (mcp, "3 3 2", "\n0 4 0", File::Goal, "line 2, column 3: '4': expected cannibals"),
        (mcp, "3 3 2\n\n\n", "0 0 2", File::Goal, "line 1, column 5: '2': expected the boat"),
        (pegs, "", &board, File::Initial, "line 1: 0 rows: the board of shape 6 has 5"),
        (pegs, "1 1\n\n1 1", &board, File::Initial, "line 3: 2 rows: the board of shape 6 has 5"),
        (pegs, &board, short, File::Goal, "line 2: 2 rows: the board of shape 6 has 5"),
        (pegs, &board, &wrong, File::Goal, "line 2, column 9: '1' at 1,4 of the triangle"),
    ] {
        let specification = Specification::parse(&builtin(spec).unwrap()).unwrap();
        let found = specification.instance(initial, goal, false).err().unwrap();
        assert_eq!(found.file, file, "{initial:?} {goal:?}");
        assert!(found.error.to_string().starts_with(message), "{}", found.error);
    }
}
