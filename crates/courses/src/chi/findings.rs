//! What the analysis finds, in words with figures: heuristics and searches compared pair by pair.

use super::analysis::Row;
use crate::mean;
use heureka_lab::units::{decimal, duration};
use std::time::Duration;

/// Returns the name of a search in words, such as `A* with h2`.
fn words(search: &str) -> String {
    let (algorithm, heuristic) = search.split_once('-').unwrap_or((search, ""));
    let algorithm = match algorithm {
        "ucs" => "uniform cost",
        "gbfs" => "greedy search",
        _ => "A*",
    };
    if heuristic.is_empty() {
        algorithm.to_owned()
    } else {
        format!("{algorithm} with {heuristic}")
    }
}

/// Compares two searches on the boards that both solved.
fn compare(first: &[Row], second: &[Row]) -> Option<String> {
    let other = |row: &Row| second.iter().find(|other| other.puzzle == row.puzzle);
    let pairs = first.iter().filter_map(|row| Some((row, other(row)?)));
    let pairs = pairs.filter(|(a, b)| a.cost.is_some() && b.cost.is_some());
    let sides: [Vec<&Row>; 2] = pairs.unzip::<_, _, Vec<_>, Vec<_>>().into();
    let boards = sides[0].len();
    let means = |value: fn(&Row) -> f64| {
        sides.each_ref().map(|rows| mean(rows.iter().map(|row| value(row))).unwrap_or(0.0))
    };
    let nodes = means(|row| row.search_length as f64);
    let cost = means(|row| row.cost.map_or(0.0, f64::from));
    let time = means(|row| row.seconds).map(|seconds| duration(Duration::from_secs_f64(seconds)));
    let optimal = sides
        .each_ref()
        .map(|rows| rows.iter().filter(|row| row.is_optimal() == Some(true)).count());
    let lengths =
        || sides[0].iter().zip(&sides[1]).map(|(a, b)| (a.search_length, b.search_length));
    let (fewer, more) =
        (lengths().filter(|(a, b)| a < b).count(), lengths().filter(|(a, b)| a > b).count());
    let mut sentence = format!(
        "{} searched {} nodes on average, {} {} ({} times as many); fewer on {fewer} of {boards} \
         boards and more on {more}. The plans cost {:.2} and {:.2} on average, and {} and {} of \
         {boards} are optimal. A board took {} and {}.",
        words(&first[0].search),
        decimal(nodes[0], 1),
        words(&second[0].search),
        decimal(nodes[1], 1),
        decimal(nodes[1] / nodes[0], 1),
        cost[0],
        cost[1],
        optimal[0],
        optimal[1],
        time[0],
        time[1],
    );
    sentence[..1].make_ascii_uppercase();
    (boards > 0).then_some(sentence)
}

/// Compares the pairs of searches that were run and solved a board in common.
fn compare_all(searches: &[&[Row]], pairs: &[(&str, &str)]) -> Vec<String> {
    let find = |name: &str| searches.iter().find(|runs| runs[0].search == name);
    pairs.iter().filter_map(|(a, b)| compare(find(a)?, find(b)?)).collect()
}

/// Compares h1 with h2, by A\* and by greedy search.
pub(super) fn heuristics(searches: &[&[Row]]) -> Vec<String> {
    compare_all(searches, &[("astar-h2", "astar-h1"), ("gbfs-h2", "gbfs-h1")])
}

/// Compares uniform cost, A\* and greedy search.
pub(super) fn algorithms(searches: &[&[Row]]) -> Vec<String> {
    compare_all(
        searches,
        &[
            ("astar-h2", "ucs"),
            ("gbfs-h1", "astar-h1"),
            ("gbfs-h2", "astar-h2"),
            ("gbfs-h2", "ucs"),
        ],
    )
}

/// Returns the best searches and what was not solved.
pub(super) fn summary(searches: &[&[Row]]) -> Vec<String> {
    let mut findings = vec![];
    let shortest_path = |searches: &[&[Row]]| {
        let length = |runs: &[Row]| mean(runs.iter().map(|row| row.search_length as f64));
        let paths =
            searches.iter().filter_map(|runs| Some((length(runs)?, runs[0].search.clone())));
        paths.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let always_optimal = |runs: &[Row]| runs.iter().all(|row| row.is_optimal() == Some(true));
    let always: Vec<_> = searches.iter().copied().filter(|runs| always_optimal(runs)).collect();
    if let Some((length, search)) = shortest_path(&always) {
        findings.push(format!(
            "{} of {} searches found an optimal plan for every board; of these, {search} has the \
             shortest search path, {length:.1} nodes on average.",
            always.len(),
            searches.len()
        ));
    }
    if let Some((length, search)) = shortest_path(searches) {
        findings.push(format!("The shortest search path of all: {search}, {length:.1} nodes."));
    }
    let runs = || searches.iter().copied().flatten();
    findings.push(match runs().filter(|row| row.cost.is_none()).count() {
        0 => "Every search solved every board.".to_owned(),
        n => format!("{n} searches were stopped by a limit and found no solution."),
    });
    findings
}
