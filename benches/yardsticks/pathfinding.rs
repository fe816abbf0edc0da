//! The crate `pathfinding` on the same packed states.

use super::{GOAL, Steps, blank, manhattan};
use heureka_kit::board::Cell;
use heureka_puzzles::grid::Map;
use pathfinding::directed::{astar::astar, bfs::bfs_reach, dijkstra::dijkstra, idastar::idastar};

/// Returns the boards after one slide.
fn successors(steps: &Steps, cells: u64) -> Vec<(u64, u32)> {
    let to = blank(cells);
    let slides = steps.steps[to][..usize::from(steps.count[to])].iter().map(move |step| {
        let tile = cells >> (4 * step.from) & 15;
        (cells ^ tile << (4 * step.from) ^ tile << (4 * to), 1)
    });
    slides.collect()
}

/// Returns the cost of a cheapest plan by its IDA\*.
pub fn ida(start: u64) -> u32 {
    let steps = Steps::new();
    let next = |&cells: &u64| successors(&steps, cells);
    idastar(&start, next, |&cells| manhattan(cells), |&cells| cells == GOAL).expect("solvable").1
}

/// Returns the cost of a cheapest plan by its A\*.
pub fn a_star(start: u64) -> u32 {
    let steps = Steps::new();
    let next = |&cells: &u64| successors(&steps, cells);
    astar(&start, next, |&cells| manhattan(cells), |&cells| cells == GOAL).expect("solvable").1
}

/// Returns the number of states that its breadth-first search reaches on Hanoi with four rods, two
/// bits per disk.
pub fn hanoi4(disks: u32) -> usize {
    let places = (0..disks).fold(0u64, |bits, disk| bits | 1 << (2 * disk));
    bfs_reach(0u64, |&state| {
        let mut tops = [64; 4];
        for (rod, top) in tops.iter_mut().enumerate() {
            let differ = state ^ (places * rod as u64);
            *top = (!(differ | differ >> 1) & places).trailing_zeros();
        }
        let mut next = Vec::with_capacity(12);
        for from in 0..4 {
            for to in 0..4 {
                if tops[from] < tops[to] {
                    next.push(state ^ ((from ^ to) as u64) << tops[from]);
                }
            }
        }
        next
    })
    .count()
}

/// Returns the free cells around a cell, without an allocation.
fn neighbors(map: &Map, (x, y): (u16, u16)) -> impl Iterator<Item = ((u16, u16), u32)> {
    let around = [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)];
    around.into_iter().filter(|&(x, y)| map.is_free(Cell::new(y, x))).map(|cell| (cell, 1))
}

/// Returns the length of a shortest path through a grid by its A\*.
pub fn grid_a_star(map: &Map, start: Cell, goal: Cell) -> u32 {
    let found = astar(
        &(start.col, start.row),
        |&cell| neighbors(map, cell),
        |&(x, y)| Cell::new(y, x).manhattan(goal),
        |&cell| cell == (goal.col, goal.row),
    );
    found.expect("a path").1
}

/// Returns the length of a shortest path through a grid by its uniform-cost search.
pub fn grid_dijkstra(map: &Map, start: Cell, goal: Cell) -> u32 {
    let is_goal = |&cell: &(u16, u16)| cell == (goal.col, goal.row);
    let found = dijkstra(&(start.col, start.row), |&cell| neighbors(map, cell), is_goal);
    found.expect("a path").1
}
