//! The two files of a run.

use super::*;

const SIZE: Size = Size { rows: 2, cols: 4 };
const BOARD: [u8; 8] = [1, 0, 3, 7, 5, 2, 6, 4];

fn search(algorithm: Algorithm, heuristic: Option<&'static str>) -> (String, Run) {
    let task = Task { algorithm, heuristic };
    let (instance, mut file) = (task.instance(SIZE).unwrap(), vec![]);
    let run = task.run(&*instance, &BOARD, &mut Limits::none(), &mut file).unwrap();
    (String::from_utf8(file).unwrap(), run)
}

#[test]
fn names_follow_the_course() {
    let names: Vec<_> = Task::all(&["h1", "h2"]).iter().map(Task::name).collect();
    assert_eq!(names, ["ucs", "gbfs-h1", "gbfs-h2", "astar-h1", "astar-h2"]);
}

#[test]
fn search_files_list_the_nodes_in_order() {
    for (algorithm, first, last) in [
        (Algorithm::AStar, "8 0 8 1 0 3 7 5 2 6 4", "8 8 0 1 2 3 4 5 6 7 0"),
        (Algorithm::Ucs, "0 0 0 1 0 3 7 5 2 6 4", "0 8 0 1 2 3 4 5 6 7 0"),
    ] {
        let heuristic = (algorithm == Algorithm::AStar).then_some("exact");
        let (file, run) = search(algorithm, heuristic);
        assert_eq!((file.lines().next(), file.lines().last()), (Some(first), Some(last)));
        assert_eq!(file.lines().count() as u64, run.stats.expanded + 1);
        assert_eq!(run.cost(), Some(8));
    }
}

#[test]
fn solution_files_list_the_moves() {
    let (_, run) = search(Algorithm::AStar, Some("h2"));
    let mut file = vec![];
    write_solution(&mut file, &BOARD, run.outcome.plan().unwrap(), 0.5).unwrap();
    let file = String::from_utf8(file).unwrap();
    let lines: Vec<_> = file.lines().collect();
    assert_eq!((lines[0], lines[lines.len() - 1]), ("0 0 1 0 3 7 5 2 6 4", "8 0.500000"));
    assert!(lines[lines.len() - 2].ends_with(" 1 2 3 4 5 6 7 0"), "{file}");
    assert!(lines.iter().all(|line| line.split(' ').count() == 10 || line.starts_with("8 0.")));
}

#[test]
fn rejects_boards_of_another_size() {
    let instance = instance(SIZE, "exact").unwrap();
    let strategy = Strategy::new(Algorithm::AStar);
    let result = solve(&*instance, &[1, 2, 3, 0], &strategy, &mut Limits::none(), None);
    assert!(matches!(result, Err(RunError::Board(_))));
}
