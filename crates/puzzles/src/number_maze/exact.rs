//! The tree of all puzzles of a frame, with bounds, for branch and bound.
//!
//! Values are fixed in the order of discovery until the goal is discovered: then the length is known
//! and whether the solution is unique. The other cells follow, those that can be reached first.
//!
//! The bound is what five points for each cell that may still be discovered, one at a time, and the
//! bonus for uniqueness would give, less two for each penalty that is certain: a fixed cell with fewer
//! than two ways out is a forced move or a black hole, and so is a discovered cell with one way in to
//! which no open cell can lead any more. A cell that is not discovered and to which no open cell can
//! lead never will be.
//!
//! Square grids are symmetric about the diagonal from start to goal. Both cells that the start leads
//! to are each other's images, so only puzzles are looked at where the upper one's choice does not
//! come after the other's.

use super::board::{Board, Frame};
use super::grid::Grid;
use super::partial::Front;
use heureka_core::construct::Branching;
use heureka_kit::board::BitSet;
use std::collections::BTreeSet;

/// A puzzle in the making.
#[derive(Clone, Copy, Debug)]
pub struct Node<M, const N: usize> {
    /// From the discovery of the goal on, `seen` holds the cells that can be reached.
    front: Front<M>,
    /// The cells to which no open cell can lead any more.
    settled: M,
    /// The fixed cells that lead nowhere.
    dead: M,
    choices: [u8; N],
    /// The length of the solution, once it is known.
    length: u8,
    unique: bool,
}

/// The tree of all puzzles of a frame.
#[derive(Debug)]
pub struct AllPuzzles<M, const N: usize> {
    board: Board<M>,
    /// The cells that each cell can lead to.
    leads: Vec<M>,
}

impl<M: BitSet, const N: usize> AllPuzzles<M, N> {
    /// The tree of a frame.
    #[must_use]
    pub fn new(frame: Frame) -> Self {
        let board = Board::new(frame, true);
        let leads = (0..frame.cells())
            .map(|cell| board.jumps(cell).iter().fold(M::EMPTY, |all, jump| all | jump.targets))
            .collect();
        Self { board, leads }
    }

    /// The cell whose value is fixed next.
    #[inline(always)]
    fn next_cell(&self, node: &Node<M, N>) -> usize {
        if node.length == 0 {
            return node.front.waiting.first();
        }
        let open = node.front.open(&self.board);
        let reachable = open & node.front.seen;
        if reachable.is_empty() { open.first() } else { reachable.first() }
    }

    /// The image of a cell on the other side of the diagonal.
    fn mirrored(&self, cell: usize) -> usize {
        let side = self.board.frame().cols();
        cell % side * side + cell / side
    }

    /// The first choice for a cell that is not a mirror image of one looked at elsewhere.
    fn first_choice(&self, node: &Node<M, N>, cell: usize) -> u8 {
        let frame = self.board.frame();
        if frame.rows() != frame.cols() || node.front.depth != 1 {
            return 0;
        }
        let image = self.mirrored(cell);
        let only = M::only(0) | M::only(image);
        if image != cell && node.front.fixed == only { node.choices[image] } else { 0 }
    }

    /// What is left of the cells to which an open cell can lead when this one is fixed.
    #[inline(always)]
    fn settled(&self, node: &Node<M, N>, cell: usize) -> M {
        let open = node.front.open(&self.board) & !M::only(cell);
        let mut settled = node.settled;
        (self.leads[cell] & !settled).each(|target| {
            if (self.board.sources(target) & open).is_empty() {
                settled |= M::only(target);
            }
        });
        settled
    }

    /// The node after a choice and its bound; nothing if no solvable puzzle can come of it or the
    /// bound is below `least`.
    #[inline(always)]
    fn child(
        &self,
        node: &Node<M, N>,
        cell: usize,
        settled: M,
        choice: u8,
        least: i64,
    ) -> Option<(i64, Node<M, N>)> {
        let jump = &self.board.jumps(cell)[usize::from(choice)];
        let full_bonus = i64::from(self.board.frame().bonus());
        let mut child = Node { front: node.front.fix(cell, jump), settled, ..*node };
        if jump.degree == 0 {
            child.dead |= M::only(cell);
        }
        let longest;
        if child.length > 0 {
            let front = &mut child.front;
            if front.seen.contains(cell) {
                front.seen |= jump.targets;
            } else {
                front.narrow = node.front.narrow;
            }
            front.next = M::EMPTY;
            longest = i64::from(child.length);
        } else {
            let next = child.front.next;
            let discovered = child.front.discovered();
            let depth = i64::from(child.front.depth);
            if (next & self.board.goal).is_empty() {
                let coming = self.board.all & !discovered & !settled;
                if (coming & self.board.goal).is_empty() {
                    return None;
                }
                longest = depth + i64::from(!next.is_empty()) + i64::from(coming.count());
            } else {
                longest = depth + 1;
                child.unique = (child.front.twice & self.board.goal).is_empty();
            }
        }
        let bonus = if child.unique { full_bonus } else { 0 };
        let sure = 5 * longest + bonus - 2 * i64::from(child.front.narrow);
        if sure < least {
            return None;
        }
        let discovered = child.front.discovered();
        let lonely = discovered & settled & !child.front.twice_in & !child.dead & !M::only(0);
        let bound = sure - 2 * i64::from(lonely.count());
        if bound < least {
            return None;
        }
        if child.length == 0 && child.front.waiting.is_empty() {
            if child.front.next.is_empty() {
                return None;
            }
            let at_goal = !(child.front.next & self.board.goal).is_empty();
            if at_goal {
                child.length = child.front.depth as u8 + 1;
            }
            child.front = child.front.advance();
        }
        child.choices[cell & (N - 1)] = choice;
        Some((bound, child))
    }

    /// The node that choices lead to, if they lead to one.
    fn replay(&self, choices: &[u8]) -> Option<Node<M, N>> {
        let mut node = self.root();
        for &choice in choices {
            if node.front.open(&self.board).is_empty() {
                return None;
            }
            let cell = self.next_cell(&node);
            let settled = self.settled(&node, cell);
            if usize::from(choice) >= self.board.jumps(cell).len() {
                return None;
            }
            node = self.child(&node, cell, settled, choice, i64::MIN)?.1;
        }
        Some(node)
    }

    /// Whether choices lead to a node of the tree.
    #[must_use]
    pub fn leads_somewhere(&self, choices: &[u8]) -> bool {
        self.replay(choices).is_some()
    }

    /// The puzzles that complete candidates stand for: their mirror images too, and every value that
    /// leads nowhere where one does.
    #[must_use]
    pub fn puzzles(&self, candidates: &[Vec<u8>], most: usize) -> BTreeSet<Grid> {
        let mut all = BTreeSet::new();
        for node in candidates.iter().filter_map(|choices| self.replay(choices)) {
            let mut grids = vec![vec![]];
            for cell in 0..self.board.frame().cells() {
                let jump = self.board.jumps(cell)[usize::from(node.choices[cell])];
                let values = if jump.degree > 0 || M::only(cell) == self.board.goal {
                    vec![jump.value]
                } else {
                    self.dead_ends(cell)
                };
                grids = grids
                    .into_iter()
                    .flat_map(|grid: Vec<u8>| {
                        values.iter().map(move |&value| {
                            let mut longer = grid.clone();
                            longer.push(value);
                            longer
                        })
                    })
                    .take(most)
                    .collect();
            }
            for values in grids {
                let grid = Grid::new(self.board.frame().cols(), values);
                all.extend(grid.transposed());
                all.insert(grid);
                if all.len() >= most {
                    return all;
                }
            }
        }
        all
    }

    /// The values that lead nowhere from a cell.
    fn dead_ends(&self, cell: usize) -> Vec<u8> {
        let frame = self.board.frame();
        (frame.low()..=frame.high())
            .filter(|&value| {
                let mut leads = false;
                frame.targets(cell, value, |_| leads = true);
                !leads
            })
            .map(|value| value as u8)
            .collect()
    }
}

impl<M: BitSet, const N: usize> Branching for AllPuzzles<M, N> {
    type Node = Node<M, N>;
    type Choice = u8;

    fn root(&self) -> Node<M, N> {
        let cells = 0..self.board.frame().cells();
        let unreachable = cells.filter(|&cell| self.board.sources(cell).is_empty());
        Node {
            front: Front::start(),
            settled: unreachable.fold(M::EMPTY, |all, cell| all | M::only(cell)),
            dead: M::EMPTY,
            choices: [0; N],
            length: 0,
            unique: true,
        }
    }

    #[inline(always)]
    fn score(&self, node: &Node<M, N>) -> Option<i64> {
        if node.length == 0 || !node.front.open(&self.board).is_empty() {
            return None;
        }
        Some(self.judge(node))
    }

    #[inline(always)]
    fn branch(&self, node: &Node<M, N>, least: i64, visit: &mut impl FnMut(u8, i64, Node<M, N>)) {
        let cell = self.next_cell(node);
        let settled = self.settled(node, cell);
        for choice in self.first_choice(node, cell)..self.board.jumps(cell).len() as u8 {
            if let Some((bound, child)) = self.child(node, cell, settled, choice, least) {
                visit(choice, bound, child);
            }
        }
    }
}

impl<M: BitSet, const N: usize> AllPuzzles<M, N> {
    /// The score of a complete puzzle.
    #[inline(never)]
    fn judge(&self, node: &Node<M, N>) -> i64 {
        let cells = self.board.frame().cells();
        let out = |cell: usize| self.board.jumps(cell)[usize::from(node.choices[cell])].targets;
        let reachable = node.front.seen;
        let mut reaching = self.board.goal;
        loop {
            let before = reaching;
            (self.board.all & !reaching).each(|cell| {
                if !(out(cell) & reaching).is_empty() {
                    reaching |= M::only(cell);
                }
            });
            if before == reaching {
                break;
            }
        }
        let holes = (reachable & !reaching).count() + (reaching & !reachable).count();
        let narrow = (0..cells - 1).filter(|&cell| reachable.contains(cell) && out(cell).is_one());
        let one_in = node.front.once_in & !node.front.twice_in & !M::only(0);
        let forced = narrow.count() as u32 + (reaching & one_in).count();
        let bonus = if node.unique { i64::from(self.board.frame().bonus()) } else { 0 };
        5 * i64::from(node.length) + bonus - 2 * i64::from(holes + forced)
    }
}
