//! The crate `pathfinding` on the same packed states.

use super::{GOAL, Steps, blank, manhattan};
use heureka_kit::board::Cell;
use heureka_puzzles::grid::Map;
use pathfinding::directed::{astar::astar, bfs::bfs_reach, dijkstra::dijkstra, idastar::idastar};

fn successors(steps: &Steps, cells: u64) -> impl Iterator<Item = u64> {
    let to = blank(cells);
    steps.steps[to][..usize::from(steps.count[to])].iter().map(move |step| {
        let tile = cells >> (4 * step.from) & 15;
        cells ^ tile << (4 * step.from) ^ tile << (4 * to)
    })
}

/// Runs its IDA\*; returns the cost of a cheapest plan and the number of expansions.
pub fn ida(start: u64) -> (u32, u64) {
    let steps = Steps::new();
    let mut expanded = 0;
    let found = idastar(
        &start,
        |&cells| {
            expanded += 1;
            successors(&steps, cells).map(|next| (next, 1)).collect::<Vec<_>>()
        },
        |&cells| manhattan(cells),
        |&cells| cells == GOAL,
    );
    (found.expect("solvable").1, expanded)
}

/// Runs its A\*; returns the cost of a cheapest plan and the number of expansions.
pub fn a_star(start: u64) -> (u32, u64) {
    let steps = Steps::new();
    let mut expanded = 0;
    let found = astar(
        &start,
        |&cells| {
            expanded += 1;
            successors(&steps, cells).map(|next| (next, 1)).collect::<Vec<_>>()
        },
        |&cells| manhattan(cells),
        |&cells| cells == GOAL,
    );
    (found.expect("solvable").1, expanded)
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

/// Runs its A\* on a grid; returns the length of a shortest path and the number of expansions.
pub fn grid_a_star(map: &Map, start: Cell, goal: Cell) -> (u32, u64) {
    let mut expanded = 0;
    let found = astar(
        &(start.col, start.row),
        |&cell| {
            expanded += 1;
            neighbors(map, cell)
        },
        |&(x, y)| Cell::new(y, x).manhattan(goal),
        |&cell| cell == (goal.col, goal.row),
    );
    (found.expect("solvable").1, expanded)
}

/// Runs its uniform-cost search on a grid; returns the same as `grid_a_star`.
pub fn grid_dijkstra(map: &Map, start: Cell, goal: Cell) -> (u32, u64) {
    let mut expanded = 0;
    let found = dijkstra(
        &(start.col, start.row),
        |&cell| {
            expanded += 1;
            neighbors(map, cell)
        },
        |&cell| cell == (goal.col, goal.row),
    );
    (found.expect("solvable").1, expanded)
}
