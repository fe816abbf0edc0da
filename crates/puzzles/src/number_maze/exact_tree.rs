//! The tree of all mazes of a specification, with bounds, for branch and bound.
//!
//! Values are fixed in the order of discovery until the goal is discovered. Then the length is known
//! and whether the solution is unique. The other cells follow, the reachable ones first.
//!
//! The bound grants five points for each cell that can still be discovered, one per layer, and the
//! bonus for uniqueness, minus two points for each certain penalty. A fixed cell with fewer than two
//! moves out is a forced move or a black hole. A discovered cell with one move in is a forced move as
//! soon as no open cell can lead to it. If no open cell can lead to an undiscovered cell, the search
//! never discovers it.
//!
//! Square grids are symmetric about the diagonal from start to goal. The two cells that the start
//! leads to mirror each other, so the tree contains only mazes in which the choice of the second does
//! not precede that of the first.

use super::jumps::JumpTable;
use super::partial_maze::PartialMaze;
use super::{Grid, Spec, targets};
use heureka_core::construct::Branching;
use heureka_kit::board::{BitSet, Size};
use std::collections::BTreeSet;

/// The maximum number of cells.
pub const MAX_CELLS: usize = 64;

/// A partial maze with its choices.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Once the goal is discovered, `seen` holds the reachable cells.
    maze: PartialMaze<u64>,
    /// The cells to which no open cell can lead.
    settled: u64,
    /// The fixed cells without a move out.
    dead_ends: u64,
    choices: [u8; MAX_CELLS],
    /// The length of the solution; 0 until it is known.
    length: u8,
    unique: bool,
}

/// The tree of all mazes of a specification.
#[derive(Debug)]
pub struct ExactTree {
    table: JumpTable<u64>,
    /// The cells that each cell can lead to.
    possible_targets: Vec<u64>,
}

impl ExactTree {
    /// Returns the tree of a specification.
    pub fn new(spec: Spec) -> Self {
        let table = JumpTable::new(spec);
        let possible_targets = (0..table.cells())
            .map(|cell| table.jumps(cell).iter().fold(0, |all, jump| all | jump.targets))
            .collect();
        Self { table, possible_targets }
    }

    /// Returns the cell that gets the next value.
    #[inline(always)]
    fn next_cell(&self, node: &Node) -> usize {
        if node.length == 0 {
            return node.maze.pending.first();
        }
        let open = node.maze.open(&self.table);
        let reachable = open & node.maze.seen;
        if reachable.is_empty() { open.first() } else { reachable.first() }
    }

    /// Returns the first choice for a cell that does not mirror a maze elsewhere in the tree.
    fn first_choice(&self, node: &Node, cell: usize) -> u8 {
        let Size { rows, cols } = self.table.spec.size;
        if rows != cols || node.maze.depth != 1 {
            return 0;
        }
        let image = cell % cols * cols + cell / cols;
        let only = u64::only(0) | u64::only(image);
        if image != cell && node.maze.fixed == only { node.choices[image] } else { 0 }
    }

    /// Returns the cells to which no open cell can lead once this one is fixed.
    #[inline(always)]
    fn settled(&self, node: &Node, cell: usize) -> u64 {
        let open = node.maze.open(&self.table) & !u64::only(cell);
        let mut settled = node.settled;
        (self.possible_targets[cell] & !settled).each(|target| {
            if (self.table.sources(target) & open).is_empty() {
                settled |= u64::only(target);
            }
        });
        settled
    }

    /// Returns the node after a choice, with its bound. Returns `None` if it has no solvable completion
    /// or the bound is below `min_score`.
    #[inline(always)]
    fn child(
        &self,
        node: &Node,
        cell: usize,
        settled: u64,
        choice: u8,
        min_score: i64,
    ) -> Option<(i64, Node)> {
        let jump = &self.table.jumps(cell)[usize::from(choice)];
        let full_bonus = i64::from(self.table.spec.bonus());
        let mut child = Node { maze: node.maze.fix(cell, jump), settled, ..*node };
        if jump.degree == 0 {
            child.dead_ends |= u64::only(cell);
        }
        let longest;
        if child.length > 0 {
            let maze = &mut child.maze;
            if maze.seen.contains(cell) {
                maze.seen |= jump.targets;
            } else {
                maze.narrow = node.maze.narrow;
            }
            maze.next = 0;
            longest = i64::from(child.length);
        } else {
            let next = child.maze.next;
            let discovered = child.maze.discovered();
            let depth = i64::from(child.maze.depth);
            if (next & self.table.goal).is_empty() {
                let discoverable = self.table.all & !discovered & !settled;
                if (discoverable & self.table.goal).is_empty() {
                    return None;
                }
                longest = depth + i64::from(!next.is_empty()) + i64::from(discoverable.count());
            } else {
                longest = depth + 1;
                child.unique = (child.maze.next_several & self.table.goal).is_empty();
            }
        }
        let bonus = if child.unique { full_bonus } else { 0 };
        let certain = 5 * longest + bonus - 2 * i64::from(child.maze.narrow);
        if certain < min_score {
            return None;
        }
        let discovered = child.maze.discovered();
        let forced =
            discovered & settled & !child.maze.entered_twice & !child.dead_ends & !u64::only(0);
        let bound = certain - 2 * i64::from(forced.count());
        if bound < min_score {
            return None;
        }
        if child.length == 0 && child.maze.pending.is_empty() {
            if child.maze.next.is_empty() {
                return None;
            }
            let at_goal = !(child.maze.next & self.table.goal).is_empty();
            if at_goal {
                child.length = child.maze.depth as u8 + 1;
            }
            child.maze = child.maze.advance();
        }
        child.choices[cell & (MAX_CELLS - 1)] = choice;
        Some((bound, child))
    }

    /// Returns the node that the choices lead to, if they are valid.
    pub fn replay(&self, choices: &[u8]) -> Option<Node> {
        let mut node = self.root();
        for &choice in choices {
            if node.maze.open(&self.table).is_empty() {
                return None;
            }
            let cell = self.next_cell(&node);
            let settled = self.settled(&node, cell);
            let choices = usize::from(self.first_choice(&node, cell))..self.table.jumps(cell).len();
            if !choices.contains(&usize::from(choice)) {
                return None;
            }
            node = self.child(&node, cell, settled, choice, i64::MIN)?.1;
        }
        Some(node)
    }

    /// Returns the choices that lead to a solvable maze or to its mirror image.
    pub fn choices(&self, grid: &Grid) -> Option<Vec<u8>> {
        let choices_of = |grid: Grid| {
            let (mut node, mut choices) = (self.root(), vec![]);
            while !node.maze.open(&self.table).is_empty() {
                let cell = self.next_cell(&node);
                let targets = targets(self.table.spec.size, cell, grid.values()[cell]);
                let targets =
                    targets.into_iter().flatten().fold(0, |all, cell| all | u64::only(cell));
                let mut jumps = self.table.jumps(cell).iter();
                let choice = jumps.position(|jump| jump.targets == targets)? as u8;
                if choice < self.first_choice(&node, cell) {
                    return None;
                }
                let settled = self.settled(&node, cell);
                node = self.child(&node, cell, settled, choice, i64::MIN)?.1;
                choices.push(choice);
            }
            Some(choices)
        };
        choices_of(grid.clone()).or_else(|| choices_of(grid.transposed()?))
    }

    /// Returns the mazes that complete candidates represent, at most `max`: mirror images included,
    /// and dead ends with every value that leads nowhere.
    pub fn mazes(&self, candidates: &[Vec<u8>], max: usize) -> BTreeSet<Grid> {
        let spec = self.table.spec;
        let is_dead_end = |cell, value| targets(spec.size, cell, value).iter().all(Option::is_none);
        let mut all = BTreeSet::new();
        for node in candidates.iter().filter_map(|choices| self.replay(choices)) {
            let mut grids: Vec<Vec<u8>> = vec![vec![]];
            for cell in 0..self.table.cells() {
                let jump = self.table.jumps(cell)[usize::from(node.choices[cell])];
                let values = if jump.degree > 0 || u64::only(cell) == self.table.goal {
                    vec![jump.value]
                } else {
                    (spec.low..=spec.high).filter(|&value| is_dead_end(cell, value)).collect()
                };
                let longer =
                    |grid: Vec<u8>| values.iter().map(move |&value| [&grid[..], &[value]].concat());
                grids = grids.into_iter().flat_map(longer).take(max).collect();
            }
            for values in grids {
                let grid = Grid::new(spec.size, values);
                all.extend(grid.transposed());
                all.insert(grid);
                if all.len() >= max {
                    return all;
                }
            }
        }
        all
    }

    /// Returns the score of a complete maze.
    #[inline(never)]
    fn complete_score(&self, node: &Node) -> i64 {
        let out = |cell: usize| self.table.jumps(cell)[usize::from(node.choices[cell])].targets;
        let reachable = node.maze.seen;
        let mut reaching = self.table.goal;
        loop {
            let before = reaching;
            (self.table.all & !reaching).each(|cell| {
                if !(out(cell) & reaching).is_empty() {
                    reaching |= u64::only(cell);
                }
            });
            if before == reaching {
                break;
            }
        }
        let holes = (reachable & !reaching).count() + (reaching & !reachable).count();
        let one_out = (0..self.table.cells() - 1)
            .filter(|&cell| reachable.contains(cell) && out(cell).is_one());
        let one_in = node.maze.entered & !node.maze.entered_twice & !u64::only(0);
        let forced = one_out.count() as u32 + (reaching & one_in).count();
        let bonus = if node.unique { i64::from(self.table.spec.bonus()) } else { 0 };
        5 * i64::from(node.length) + bonus - 2 * i64::from(holes + forced)
    }
}

impl Branching for ExactTree {
    type Node = Node;
    type Choice = u8;

    fn root(&self) -> Node {
        let cells = 0..self.table.cells();
        let unreachable = cells.filter(|&cell| self.table.sources(cell).is_empty());
        Node {
            maze: PartialMaze::start(),
            settled: unreachable.fold(0, |all, cell| all | u64::only(cell)),
            dead_ends: 0,
            choices: [0; MAX_CELLS],
            length: 0,
            unique: true,
        }
    }

    #[inline(always)]
    fn score(&self, node: &Node) -> Option<i64> {
        if node.length == 0 || !node.maze.open(&self.table).is_empty() {
            return None;
        }
        Some(self.complete_score(node))
    }

    #[inline(always)]
    fn branch(&self, node: &Node, min_score: i64, visit: &mut impl FnMut(u8, i64, Node)) {
        let cell = self.next_cell(node);
        let settled = self.settled(node, cell);
        for choice in self.first_choice(node, cell)..self.table.jumps(cell).len() as u8 {
            if let Some((bound, child)) = self.child(node, cell, settled, choice, min_score) {
                visit(choice, bound, child);
            }
        }
    }
}
