//! The tree that a beam builds puzzles in: up to the discovery of the goal, ranked by what is lost
//! already and what is likely to be lost.

use super::board::Board;
use super::partial::Front;
use heureka_core::construct::{Branching, Promising};
use heureka_kit::board::BitSet;

/// What the ranking weighs. Losses are in points of the puzzle's score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// What a discovered cell with one way in is likely to cost if no open cell could lead to it.
    pub forced: f32,
    /// By how much each open cell that could lead to it lowers that.
    pub forced_falls: f32,
    /// The same for a cell that is not discovered yet: it may never be.
    pub lonely: f32,
    /// By how much each open cell that could lead to it lowers that.
    pub lonely_falls: f32,
    /// How many cells may be left undiscovered when the goal is.
    pub left_over: u32,
}

/// Points of score per point of a complete node's estimate.
const SCALE: f32 = 8.0;

/// The tree of partial puzzles.
#[derive(Debug)]
pub struct Building<'b, M> {
    board: &'b Board<M>,
    /// Where the tree begins: with these cells fixed.
    root: Front<M>,
    left_over: u32,
    /// What a cell costs by the number of open cells that could lead to it.
    forced: [f32; 128],
    lonely: [f32; 128],
}

impl<'b, M: BitSet> Building<'b, M> {
    /// The tree of a board's puzzles, ranked by these weights.
    #[must_use]
    pub fn new(board: &'b Board<M>, weights: &Weights) -> Self {
        let falling = |first: f32, by: f32| {
            let mut table = [first; 128];
            (1..128).for_each(|i| table[i] = table[i - 1] * by);
            table
        };
        Self {
            board,
            root: Front::start(),
            left_over: weights.left_over,
            forced: falling(weights.forced, weights.forced_falls),
            lonely: falling(weights.lonely, weights.lonely_falls),
        }
    }

    /// What is likely to be lost by cells with too few ways in.
    #[inline(always)]
    fn likely(&self, node: &Front<M>) -> f32 {
        let open = node.open(self.board);
        let discovered = node.discovered();
        let mut loss = 0.0;
        (node.once_in & !node.twice_in & discovered & !M::only(0)).each(|cell| {
            loss += self.forced[(self.board.sources(cell) & open).count() as usize & 127];
        });
        (self.board.all & !discovered & !self.board.goal).each(|cell| {
            loss += self.lonely[(self.board.sources(cell) & open).count() as usize & 127];
        });
        loss
    }

    /// The same tree from where these values of a whole puzzle lead when the first cells that are
    /// discovered hold them; nothing if the goal is among what they discover.
    #[must_use]
    pub fn rooted(mut self, puzzle: &[u8], fixed: usize) -> Option<Self> {
        for _ in 0..fixed {
            let cell = self.root.waiting.first();
            self.root = self.root.fix(cell, &self.board.jumps(cell)[usize::from(puzzle[cell])]);
            if self.root.waiting.is_empty() {
                self.root = self.root.advance();
            }
            if self.root.waiting.is_empty()
                || !(self.root.discovered() & self.board.goal).is_empty()
            {
                return None;
            }
        }
        Some(self)
    }

    /// Whether a cell is fixed where the tree begins.
    #[must_use]
    pub fn fixes(&self, cell: usize) -> bool {
        self.root.fixed.contains(cell)
    }

    /// The cells that hold the choices on the way from the root to a node, in their order.
    #[must_use]
    pub fn order(&self, choices: &[u8]) -> Vec<u8> {
        let mut node = self.root;
        choices
            .iter()
            .map(|&choice| {
                let cell = node.waiting.first();
                node = node.fix(cell, &self.board.jumps(cell)[usize::from(choice)]);
                if node.waiting.is_empty() {
                    node = node.advance();
                }
                cell as u8
            })
            .collect()
    }
}

impl<M: BitSet> Branching for Building<'_, M> {
    type Node = Front<M>;
    type Choice = u8;

    fn root(&self) -> Front<M> {
        self.root
    }

    /// An estimate for a puzzle whose goal is discovered; the cells that are still open are filled
    /// later.
    fn score(&self, node: &Front<M>) -> Option<i64> {
        let complete = node.waiting.is_empty();
        complete.then(|| {
            let length = f32::from(node.depth + 1);
            let sure = 5.0 * length - 2.0 * f32::from(node.narrow);
            (SCALE * (sure - 0.5 * self.likely(node))) as i64
        })
    }

    #[inline(always)]
    fn branch(&self, node: &Front<M>, least: i64, visit: &mut impl FnMut(u8, i64, Front<M>)) {
        let cell = node.waiting.first();
        let cells = i64::from(self.board.frame().bonus());
        for (choice, jump) in (0..).zip(self.board.jumps(cell)) {
            let mut child = node.fix(cell, jump);
            let left = (self.board.all & !child.discovered()).count();
            let at_goal = !(child.next & self.board.goal).is_empty();
            let longest = i64::from(child.depth) + 1 + if at_goal { 0 } else { i64::from(left) };
            let bound = 5 * longest + cells - 2 * i64::from(child.narrow);
            if bound < least || at_goal && left > self.left_over {
                continue;
            }
            if child.waiting.is_empty() {
                if at_goal {
                    if !(child.twice & self.board.goal).is_empty() {
                        continue;
                    }
                } else if (child.next & !child.twice).is_empty() {
                    // Nothing discovered, or no unique way on.
                    continue;
                } else {
                    child = child.advance();
                }
            }
            visit(choice, bound, child);
        }
    }
}

impl<M: BitSet> Promising for Building<'_, M> {
    type Future = [u64; 2];

    #[inline(always)]
    fn loss(&self, node: &Front<M>) -> f32 {
        let deepest = u32::from(node.depth) + u32::from(!node.next.is_empty());
        let wasted = node.discovered().count() - 1 - deepest;
        5.0 * wasted as f32 + 2.0 * f32::from(node.narrow) + self.likely(node)
    }

    /// A fingerprint: where two different futures share one, a node is lost, as the beam loses many.
    fn future(&self, node: &Front<M>) -> [u64; 2] {
        let parts = [
            node.seen,
            node.waiting,
            node.next,
            node.twice,
            node.several,
            node.fixed,
            node.once_in,
            node.twice_in,
        ];
        let mut mark = [u64::from(node.depth), u64::from(node.narrow)];
        for part in parts {
            for (half, factor) in
                mark.iter_mut().zip([0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f_u64])
            {
                let (low, high) = part.halves();
                *half = (*half ^ low).wrapping_mul(factor).rotate_left(29) ^ high;
                *half = half.wrapping_mul(factor);
            }
        }
        mark
    }
}
