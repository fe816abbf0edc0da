//! The tree of partial mazes for beam search: up to the discovery of the goal, ranked by certain and
//! likely losses.

use super::jumps::JumpTable;
use super::partial_maze::PartialMaze;
use heureka_core::construct::{Branching, Promising};
use heureka_kit::board::BitSet;

/// The weights of the ranking. Losses are in points of the maze's score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The likely loss for a discovered cell with one move in, if no open cell can lead to it.
    pub forced: f32,
    /// The factor of this loss for each open cell that can lead to it.
    pub forced_decay: f32,
    /// The likely loss for an undiscovered cell, if no open cell can lead to it.
    pub undiscovered: f32,
    /// The factor of this loss for each open cell that can lead to it.
    pub undiscovered_decay: f32,
    /// The maximum number of undiscovered cells when the goal is discovered.
    pub max_undiscovered: u32,
}

/// The scale of a complete node's score, so that fractions of points count.
const SCALE: f32 = 8.0;

/// The tree of partial mazes.
#[derive(Debug)]
pub struct BeamTree<'t, M> {
    table: &'t JumpTable<M>,
    root: PartialMaze<M>,
    max_undiscovered: u32,
    /// The likely loss by the number of open cells that can lead to a cell.
    forced: [f32; 128],
    undiscovered: [f32; 128],
}

impl<'t, M: BitSet> BeamTree<'t, M> {
    /// Returns the tree of all mazes of a table.
    pub fn new(table: &'t JumpTable<M>, weights: &Weights) -> Self {
        let decaying = |first: f32, decay: f32| {
            let mut losses = [first; 128];
            (1..128).for_each(|i| losses[i] = losses[i - 1] * decay);
            losses
        };
        Self {
            table,
            root: PartialMaze::start(),
            max_undiscovered: weights.max_undiscovered,
            forced: decaying(weights.forced, weights.forced_decay),
            undiscovered: decaying(weights.undiscovered, weights.undiscovered_decay),
        }
    }

    /// Moves the root to the node where the first `fixed` discovered cells hold the choices of a
    /// complete maze. Returns `None` if they discover the goal.
    pub fn rooted(mut self, choices: &[u8], fixed: usize) -> Option<Self> {
        for _ in 0..fixed {
            let cell = self.root.pending.first();
            self.root = self.step(&self.root, choices[cell]);
            let at_goal = !(self.root.discovered() & self.table.goal).is_empty();
            if self.root.pending.is_empty() || at_goal {
                return None;
            }
        }
        Some(self)
    }

    /// Returns whether the root fixes a cell.
    pub fn fixes(&self, cell: usize) -> bool {
        self.root.fixed.contains(cell)
    }

    /// Returns the cells that the choices on the path from the root to a node belong to.
    pub fn cells(&self, choices: &[u8]) -> Vec<usize> {
        let mut node = self.root;
        let step = |&choice: &u8| {
            let cell = node.pending.first();
            node = self.step(&node, choice);
            cell
        };
        choices.iter().map(step).collect()
    }

    /// Returns the node after a choice for the first pending cell.
    fn step(&self, node: &PartialMaze<M>, choice: u8) -> PartialMaze<M> {
        let cell = node.pending.first();
        let next = node.fix(cell, &self.table.jumps(cell)[usize::from(choice)]);
        if next.pending.is_empty() { next.advance() } else { next }
    }

    /// Returns the likely loss from cells with fewer than two moves in.
    #[inline(always)]
    fn likely_loss(&self, node: &PartialMaze<M>) -> f32 {
        let open = node.open(self.table);
        let discovered = node.discovered();
        let mut loss = 0.0;
        (node.entered & !node.entered_twice & discovered & !M::only(0)).each(|cell| {
            loss += self.forced[(self.table.sources(cell) & open).count() as usize & 127];
        });
        (self.table.all & !discovered & !self.table.goal).each(|cell| {
            loss += self.undiscovered[(self.table.sources(cell) & open).count() as usize & 127];
        });
        loss
    }
}

impl<M: BitSet> Branching for BeamTree<'_, M> {
    type Node = PartialMaze<M>;
    type Choice = u8;

    fn root(&self) -> PartialMaze<M> {
        self.root
    }

    /// Estimates the score of a maze whose goal is discovered. Its open cells are filled later.
    fn score(&self, node: &PartialMaze<M>) -> Option<i64> {
        node.pending.is_empty().then(|| {
            let length = f32::from(node.depth + 1);
            let certain = 5.0 * length - 2.0 * f32::from(node.narrow);
            (SCALE * (certain - 0.5 * self.likely_loss(node))) as i64
        })
    }

    #[inline(always)]
    fn branch(
        &self,
        node: &PartialMaze<M>,
        min_score: i64,
        visit: &mut impl FnMut(u8, i64, PartialMaze<M>),
    ) {
        let cell = node.pending.first();
        let bonus = i64::from(self.table.spec.bonus());
        for (choice, jump) in (0..).zip(self.table.jumps(cell)) {
            let mut child = node.fix(cell, jump);
            let undiscovered = (self.table.all & !child.discovered()).count();
            let at_goal = !(child.next & self.table.goal).is_empty();
            let further = if at_goal { 0 } else { i64::from(undiscovered) };
            let longest = i64::from(child.depth) + 1 + further;
            let bound = 5 * longest + bonus - 2 * i64::from(child.narrow);
            if bound < min_score || at_goal && undiscovered > self.max_undiscovered {
                continue;
            }
            if child.pending.is_empty() {
                if at_goal {
                    if !(child.next_several & self.table.goal).is_empty() {
                        continue;
                    }
                } else if (child.next & !child.next_several).is_empty() {
                    // No cell discovered, or no unique path to any of them.
                    continue;
                } else {
                    child = child.advance();
                }
            }
            visit(choice, bound, child);
        }
    }
}

impl<M: BitSet> Promising for BeamTree<'_, M> {
    type Future = [u64; 2];

    #[inline(always)]
    fn loss(&self, node: &PartialMaze<M>) -> f32 {
        let deepest = u32::from(node.depth) + u32::from(!node.next.is_empty());
        let wasted = node.discovered().count() - 1 - deepest;
        5.0 * wasted as f32 + 2.0 * f32::from(node.narrow) + self.likely_loss(node)
    }

    /// Returns a fingerprint. A collision loses a node, which a beam tolerates.
    fn future(&self, node: &PartialMaze<M>) -> [u64; 2] {
        let parts = [
            node.seen,
            node.pending,
            node.next,
            node.next_several,
            node.several,
            node.fixed,
            node.entered,
            node.entered_twice,
        ];
        let mut fingerprint = [u64::from(node.depth), u64::from(node.narrow)];
        for part in parts {
            for (word, factor) in
                fingerprint.iter_mut().zip([0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f_u64])
            {
                let (low, high) = part.halves();
                *word = (*word ^ low).wrapping_mul(factor).rotate_left(29) ^ high;
                *word = word.wrapping_mul(factor);
            }
        }
        fingerprint
    }
}
