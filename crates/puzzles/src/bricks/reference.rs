//! Slow, direct rules for sliding bricks: states are matrices in normal form.
//!
//! The moves are those of [`crate::bricks::matrix`]. Of the fast rules, only the numbering of places and
//! shapes is used, to write the same keys.

use crate::bricks::info::{MANHATTAN, OBSTRUCTED, ZERO};
use crate::bricks::matrix::{
    EMPTY, GOAL, GameState, MASTER, Move, WALL, all_moves, all_moves_help, apply_move_cloning,
    game_state_solved, is_along_axis, normalize_state,
};
use crate::bricks::{Arrangement, Board, Mask, Metric, Slide};
use heureka_core::{Cost, DEAD_END, Problem};
use heureka_kit::board::{BitSet as _, Cell, Direction};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::OnceLock;

/// By a brick's first cell: its distance to its goal, and the cells that it must cross.
type Distances = HashMap<Cell, (Cost, HashSet<Cell>)>;

/// Sliding bricks by direct rules.
#[derive(Debug)]
pub struct BricksReference<A: Arrangement> {
    start: GameState,
    board: Board<A::Mask>,
    metric: Metric,
    heuristic: usize,
    /// The bricks with a goal, the master first, and their distances.
    distances: OnceLock<Vec<(i32, Distances)>>,
}

impl<A: Arrangement> BricksReference<A> {
    /// Returns the instance that starts in a state; the board defines the keys.
    #[must_use]
    pub fn new(start: &GameState, board: Board<A::Mask>, metric: Metric, heuristic: usize) -> Self {
        let mut start = start.clone();
        normalize_state(&mut start);
        Self { start, board, metric, heuristic, distances: OnceLock::new() }
    }

    /// Returns the state with the bricks of a key, if there are as many of each shape as at the start
    /// and each of their cells is free.
    fn placed(&self, key: &A) -> Option<GameState> {
        let Board { frame, shapes, counts, .. } = &self.board;
        let mut state = self.start.without_bricks();
        let masks = key.masks(&self.board);
        let mut free = (MASTER + 1..).filter(|&number| self.start.target(number).is_none());
        for (i, ((shape, &count), mask)) in
            shapes.iter().zip(counts).zip(masks.as_ref()).enumerate()
        {
            if mask.count() as usize != count {
                return None;
            }
            for anchor in mask.places() {
                let number = self.board.owner(i).or_else(|| free.next())?;
                for &offset in shape.cells() {
                    let cell = frame.cell(anchor + usize::from(offset))?;
                    let is_free = matches!(state.at(cell)?, EMPTY | GOAL);
                    is_free.then(|| state.put(cell, number))?;
                }
            }
        }
        normalize_state(&mut state);
        Some(state)
    }

    fn first_cell(state: &GameState, piece: i32) -> Cell {
        state.brick(piece).next().unwrap_or_default()
    }

    /// Returns the states that one brick can reach while the others stay.
    fn along_paths(state: &GameState, piece: i32) -> Vec<GameState> {
        let mut reached = vec![state.clone()];
        let mut expanded = 0;
        while let Some(from) = reached.get(expanded).cloned() {
            expanded += 1;
            for step in all_moves_help(&from, piece) {
                if let Ok(next) = apply_move_cloning(&from, step)
                    && !reached.contains(&next)
                {
                    reached.push(next);
                }
            }
        }
        reached.split_off(1)
    }

    /// Returns the cells of a brick if its first cell is here, or `None` if it would cover a wall.
    fn brick_at(&self, piece: i32, here: Cell) -> Option<Vec<Cell>> {
        let cells = self.start.moved_to(piece, here);
        cells.map(|cell| (self.start.at(cell)? != WALL).then_some(cell)).collect()
    }

    /// Returns the directions in which a brick may move: all, or those along its longer side.
    fn directions(&self, piece: i32) -> Vec<Direction> {
        let may = |&direction: &Direction| is_along_axis(&self.start, Move { piece, direction });
        Direction::ALL.into_iter().filter(may).collect()
    }

    /// Returns a brick's distances to its goal on the board without other bricks, on paths that do not
    /// cover `avoided`.
    fn walks(&self, piece: i32, avoided: Option<Cell>) -> HashMap<Cell, Cost> {
        let fits = |cell: Cell| {
            let cells = self.brick_at(piece, cell)?;
            (!avoided.is_some_and(|avoided| cells.contains(&avoided))).then_some(cells)
        };
        let is_at_goal = |cell: &Cell| {
            let covers = |cells: Vec<Cell>| self.start.goal().all(|goal| cells.contains(&goal));
            fits(*cell).is_some_and(|cells| piece != MASTER || covers(cells))
                && self.start.target(piece).is_none_or(|target| target == *cell)
        };
        let directions = self.directions(piece);
        let mut queue: VecDeque<Cell> = self.start.cells(|_| true).filter(is_at_goal).collect();
        let mut known: HashMap<Cell, Cost> = queue.iter().map(|&cell| (cell, 0)).collect();
        while let Some(cell) = queue.pop_front() {
            for next in directions.iter().map(|&direction| cell.neighbor(direction)) {
                if !known.contains_key(&next) && fits(next).is_some() {
                    known.insert(next, known[&cell] + 1);
                    queue.push_back(next);
                }
            }
        }
        known
    }

    fn distances(&self, piece: i32) -> Distances {
        let walks = self.walks(piece, None).into_iter();
        let mut table: Distances =
            walks.map(|(cell, cost)| (cell, (cost, HashSet::new()))).collect();
        for avoided in self.start.cells(|number| number != WALL) {
            let without = self.walks(piece, Some(avoided));
            for (_, (_, crossed)) in
                table.iter_mut().filter(|(cell, _)| !without.contains_key(cell))
            {
                crossed.insert(avoided);
            }
        }
        table
    }

    /// Returns the distance of a brick to its goal by the heuristic.
    fn distance(&self, state: &GameState, (piece, table): &(i32, Distances)) -> Option<Cost> {
        let first = Self::first_cell(state, *piece);
        let distance = if self.heuristic == MANHATTAN {
            let goals = table.iter().filter(|(_, (walk, _))| *walk == 0);
            goals.map(|(goal, _)| goal.manhattan(first)).min()
        } else {
            table.get(&first).map(|(walk, _)| *walk)
        };
        distance
            .map(|distance| if self.metric == Metric::Moves { distance.min(1) } else { distance })
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
        let mut emit = |piece, mut next: GameState| {
            let place = |state| self.board.frame.place(Self::first_cell(state, piece)) as u16;
            let slide = Slide { from: place(state), to: place(&next) };
            normalize_state(&mut next);
            visit(slide, 1, next);
        };
        let order = |piece: i32| (piece != MASTER, Self::first_cell(state, piece));
        match self.metric {
            Metric::Steps => {
                // Goal bricks keep their numbers, so in general numbers do not follow the cells.
                let mut moves = all_moves(state);
                moves.sort_by_key(|step| order(step.piece));
                for step in moves {
                    if let Ok(next) = apply_move_cloning(state, step) {
                        emit(step.piece, next);
                    }
                }
            }
            Metric::Moves => {
                for piece in state.pieces() {
                    for next in Self::along_paths(state, piece) {
                        emit(piece, next);
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
            let has_goal = piece == MASTER || state.target(piece).is_some();
            let owner = has_goal.then_some(piece);
            let mut shapes = self.board.shapes.iter().enumerate();
            let shape = shapes
                .position(|(i, shape)| self.board.owner(i) == owner && shape.cells() == cells);
            if let Some(shape) = shape {
                anchors[shape].push(places[0]);
            }
        }
        A::of(&self.board, &anchors)
    }

    /// Maps a key of no state to the start.
    fn unpack(&self, key: &A) -> GameState {
        self.placed(key).unwrap_or_else(|| self.start.clone())
    }

    fn h(&self, state: &GameState) -> Cost {
        if self.heuristic == ZERO {
            return 0;
        }
        let tables = self.distances.get_or_init(|| {
            let others = self.start.variant().targets.iter().map(|target| target.0);
            let pieces = std::iter::once(MASTER).chain(others.filter(|&piece| piece != MASTER));
            pieces.map(|piece| (piece, self.distances(piece))).collect()
        });
        let distances = tables.iter().map(|table| self.distance(state, table));
        let Some(distance) = distances.sum::<Option<Cost>>() else { return DEAD_END };
        let first = Self::first_cell(state, MASTER);
        let crossed = tables[0].1.get(&first).filter(|_| self.heuristic == OBSTRUCTED);
        let cells = crossed.into_iter().flat_map(|(_, crossed)| crossed);
        let bricks = cells.filter_map(|&cell| state.at(cell));
        let bricks = bricks.filter(|&piece| piece > MASTER && state.target(piece).is_none());
        distance + bricks.collect::<HashSet<_>>().len() as Cost
    }
}
