//! What the search shell prints with `--verbose`, read back: every expanded node with its successors, the
//! counts and the solution. So tests can repeat a search by its rules.

use crate::program::Run;

/// A state with its heuristic value and path cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub state: String,
    pub h: i64,
    pub g: i64,
}

/// An expanded node and its successors, each with whether it is a loop.
pub struct Step {
    pub node: Node,
    pub successors: Vec<(Node, bool)>,
}

/// Reads the states in a text, each with the line before it.
fn nodes(text: &str) -> Vec<(&str, Node)> {
    let (mut nodes, mut before) = (vec![], "");
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix("State:") else {
            before = line;
            continue;
        };
        let board = rest.is_empty();
        let rows = lines.by_ref().take(if board { usize::MAX } else { 0 });
        let mut state: Vec<&str> = vec![rest];
        for row in rows {
            state.push(row);
            if row.starts_with("Heuristic") {
                break;
            }
        }
        let text = state.join("\n");
        let (state, values) = text.split_once("Heuristic value: ").unwrap();
        let (h, g) = values.split_once("  |  Path Cost: ").unwrap();
        let state = state.trim().to_owned();
        nodes.push((before, Node { state, h: h.parse().unwrap(), g: g.parse().unwrap() }));
    }
    nodes
}

/// Splits an output into what was printed during the search and its result.
pub fn parts(run: &Run) -> (&str, &str) {
    run.stdout.split_at(run.stdout.rfind("The number of nodes expanded is ").unwrap())
}

/// Reads every expansion of a run with `--verbose`, except for that of the goal.
pub fn steps(run: &Run) -> Vec<Step> {
    let mut steps: Vec<Step> = vec![];
    for (before, node) in nodes(parts(run).0) {
        if before.starts_with("Expanding node ") {
            steps.push(Step { node, successors: vec![] });
        } else {
            let is_loop = before.contains(" is a loop, ");
            assert!(
                is_loop || before.contains(" is not a loop, added to the frontier:"),
                "{before}"
            );
            steps.last_mut().unwrap().successors.push((node, is_loop));
        }
    }
    if run.stdout.contains(", the goal:\n") {
        steps.pop();
    }
    steps
}

/// Reads the states of the solution.
pub fn solution(run: &Run) -> Vec<Node> {
    nodes(parts(run).1).into_iter().map(|(_, node)| node).collect()
}

/// Reads expanded nodes, loops and, if there is a solution, the path cost.
pub fn counts(run: &Run) -> Vec<usize> {
    let sentence = parts(run).1.lines().next().unwrap();
    sentence.split(' ').filter_map(|word| word.parse().ok()).collect()
}
