//! Sliding bricks by the book: states are matrices in normal form, and every rule looks at cells.
//!
//! The moves are those of [`crate::bricks::matrix`], which follow the assignment's text; of the fast
//! rules only the numbering of places and shapes is used, to write the same keys.

use crate::bricks::matrix::{
    Cell, Direction, GameState, MASTER, WALL, all_moves, all_moves_help, apply_move_cloning,
    game_state_solved, normalize_state,
};
use crate::bricks::{Arrangement, Board, Estimate, Mask, Metric, Slide};
use heureka_core::{Claim, Cost, DEAD_END, Problem};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::OnceLock;

/// By the master's first cell: its way to the goal, and the cells it has to cross.
type Parents = HashMap<Cell, (Cost, HashSet<Cell>)>;

/// Sliding bricks, slow and obvious.
#[derive(Debug)]
pub struct BricksReference<A: Arrangement> {
    start: GameState,
    board: Board<A::Mask>,
    metric: Metric,
    estimate: Estimate,
    /// The cells of the master brick from its first one on, as columns and rows.
    master: Vec<(isize, usize)>,
    /// By the master's first cell: its way to the goal, and the cells it has to cross.
    ways: OnceLock<Parents>,
}

impl<A: Arrangement> BricksReference<A> {
    /// The instance that begins in a state; the board says how keys are written.
    #[must_use]
    pub fn new(
        start: &GameState,
        board: Board<A::Mask>,
        metric: Metric,
        estimate: Estimate,
    ) -> Self {
        let mut start = start.clone();
        normalize_state(&mut start);
        let cells: Vec<_> = start.brick(MASTER).collect();
        let offset =
            |cell: &Cell| (cell.0.cast_signed() - cells[0].0.cast_signed(), cell.1 - cells[0].1);
        let master = cells.iter().map(offset).collect();
        Self { start, board, metric, estimate, master, ways: OnceLock::new() }
    }

    fn first_cell(state: &GameState, piece: i32) -> Cell {
        state.brick(piece).next().unwrap_or_default()
    }

    fn slide(&self, piece: i32, before: &GameState, after: &GameState) -> Slide {
        let place = |state| self.board.frame.place(Self::first_cell(state, piece)) as u16;
        Slide { from: place(before), to: place(after) }
    }

    /// Everything that a brick alone can do, as the states after it.
    fn along_paths(state: &GameState, piece: i32) -> Vec<GameState> {
        let mut known = vec![state.clone()];
        let mut looked_at = 0;
        while let Some(from) = known.get(looked_at).cloned() {
            looked_at += 1;
            for step in all_moves_help(&from, piece) {
                if let Ok(next) = apply_move_cloning(&from, step)
                    && !known.contains(&next)
                {
                    known.push(next);
                }
            }
        }
        known.split_off(1)
    }

    /// The cells under the master if its first cell is here; nothing if it would lie on a wall.
    fn master_at(&self, (x, y): Cell) -> Option<Vec<Cell>> {
        let cells = self.master.iter().map(|&(dx, dy)| {
            let cell = (x.checked_add_signed(dx)?, y + dy);
            (self.start.at(cell)? != WALL).then_some(cell)
        });
        cells.collect()
    }

    /// The way of the master to the goal from every cell, alone on the board, never on `avoided`.
    fn ways(&self, avoided: Option<Cell>) -> HashMap<Cell, Cost> {
        let goal: Vec<_> = self.start.goal().collect();
        let all =
            (0..self.start.height()).flat_map(|y| (0..self.start.width()).map(move |x| (x, y)));
        let stands = |cell: Cell| {
            let cells = self.master_at(cell)?;
            (!avoided.is_some_and(|avoided| cells.contains(&avoided))).then_some(cells)
        };
        let mut known: HashMap<Cell, Cost> = HashMap::new();
        let mut waiting = VecDeque::new();
        for cell in all {
            if stands(cell).is_some_and(|cells| goal.iter().all(|goal| cells.contains(goal))) {
                known.insert(cell, 0);
                waiting.push_back(cell);
            }
        }
        while let Some(cell) = waiting.pop_front() {
            for next in Direction::ALL.into_iter().filter_map(|direction| direction.next(cell)) {
                if !known.contains_key(&next) && stands(next).is_some() {
                    known.insert(next, known[&cell] + 1);
                    waiting.push_back(next);
                }
            }
        }
        known
    }

    /// The ways around the walls, and the cells without which there is no way.
    fn table(&self) -> Parents {
        let mut table: HashMap<_, _> = self
            .ways(None)
            .into_iter()
            .map(|(cell, cost)| (cell, (cost, HashSet::new())))
            .collect();
        for y in 0..self.start.height() {
            for x in 0..self.start.width() {
                if self.start.at((x, y)) == Some(WALL) {
                    continue;
                }
                let without = self.ways(Some((x, y)));
                for (cell, (_, crossed)) in &mut table {
                    if !without.contains_key(cell) {
                        crossed.insert((x, y));
                    }
                }
            }
        }
        table
    }

    /// The distance along rows and columns to the nearest cell from which the goal is covered.
    fn manhattan(ways: &Parents, (x, y): Cell) -> Cost {
        let goals = ways.iter().filter(|(_, (walk, _))| *walk == 0);
        let apart = goals.map(|(goal, _)| goal.0.abs_diff(x) + goal.1.abs_diff(y));
        apart.min().map_or(DEAD_END, |least| least as Cost)
    }
}

impl<A: Arrangement> Problem for BricksReference<A> {
    type State = GameState;
    type Key = A;
    type Action = Slide;

    fn start(&self) -> GameState {
        self.start.clone()
    }

    fn is_goal(&self, state: &GameState) -> bool {
        game_state_solved(state)
    }

    fn successors(&self, state: &GameState, visit: &mut impl FnMut(Slide, Cost, GameState)) {
        let mut tell = |piece, mut next: GameState| {
            let slide = self.slide(piece, state, &next);
            normalize_state(&mut next);
            visit(slide, 1, next);
        };
        match self.metric {
            Metric::Steps => {
                for step in all_moves(state) {
                    if let Ok(next) = apply_move_cloning(state, step) {
                        tell(step.piece, next);
                    }
                }
            }
            Metric::Moves => {
                for piece in state.pieces() {
                    for next in Self::along_paths(state, piece) {
                        tell(piece, next);
                    }
                }
            }
        }
    }

    fn pack(&self, state: &GameState) -> A {
        let mut anchors = vec![vec![]; self.board.shapes.len()];
        for piece in state.pieces() {
            let places: Vec<_> = state.brick(piece).map(|c| self.board.frame.place(c)).collect();
            let cells: Vec<_> = places.iter().map(|place| (place - places[0]) as u16).collect();
            let mut shapes = self.board.shapes.iter().enumerate();
            let shape = shapes
                .find(|(i, shape)| (*i == 0) == (piece == MASTER) && shape.cells() == cells)
                .map(|(i, _)| i);
            if let Some(shape) = shape {
                anchors[shape].push(places[0]);
            }
        }
        A::of(&self.board, &anchors)
    }

    fn unpack(&self, key: &A) -> GameState {
        let mut state = self.start.without_bricks();
        let masks = key.masks(&self.board);
        let mut next = MASTER;
        for (shape, mask) in self.board.shapes.iter().zip(masks.as_ref()) {
            for anchor in mask.places() {
                // A key from a file may be none of ours; whatever comes of it does not pack to it
                // again.
                for &cell in shape.cells() {
                    if let Some(cell) = self.board.frame.cell(anchor + usize::from(cell)) {
                        state.put(cell, next);
                    }
                }
                next += 1;
            }
        }
        normalize_state(&mut state);
        state
    }

    fn h(&self, state: &GameState) -> Cost {
        let first = Self::first_cell(state, MASTER);
        if self.estimate == Estimate::Zero {
            return 0;
        }
        let ways = self.ways.get_or_init(|| self.table());
        let (walk, crossed) = match ways.get(&first) {
            Some((walk, crossed)) => (*walk, Some(crossed)),
            None => (DEAD_END, None),
        };
        let distance =
            if self.estimate == Estimate::Manhattan { Self::manhattan(ways, first) } else { walk };
        if distance == DEAD_END {
            return DEAD_END;
        }
        let least = if self.metric == Metric::Moves { distance.min(1) } else { distance };
        let (Estimate::Obstructed, Some(crossed)) = (self.estimate, crossed) else { return least };
        let in_the_way: HashSet<_> = crossed
            .iter()
            .filter_map(|&cell| state.at(cell))
            .filter(|&number| number > MASTER)
            .collect();
        least + in_the_way.len() as Cost
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}
