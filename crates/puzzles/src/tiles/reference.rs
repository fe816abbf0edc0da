//! Reference rules of the sliding tiles, on a list of cells.

use super::text::is_board;
use super::{MOVES, Word};
use heureka_core::{Cost, Problem};
use heureka_kit::board::{Direction, Size};
use std::collections::{HashMap, VecDeque};
use std::marker::PhantomData;
use std::sync::OnceLock;

/// The number of tiles by line and line of origin, and the blank's line.
type Walk = (Vec<Vec<u8>>, usize);

/// The reference rules with keys of type `W`.
#[derive(Clone, Debug)]
pub struct Tiles<W> {
    size: Size,
    start: Vec<u8>,
    goal: Vec<u8>,
    heuristic: &'static str,
    /// The walking distances for rows and columns, computed on first use; `None` if too many.
    walks: OnceLock<Option<[HashMap<Walk, Cost>; 2]>>,
    key: PhantomData<fn() -> W>,
}

impl<W> Tiles<W> {
    /// Returns the puzzle with this start and this goal, row by row, 0 for the blank.
    ///
    /// For `pdb` it uses the Manhattan distance, which is never larger.
    #[must_use]
    pub fn new(size: Size, start: Vec<u8>, goal: Vec<u8>, heuristic: &'static str) -> Self {
        Self { size, start, goal, heuristic, walks: OnceLock::new(), key: PhantomData }
    }

    /// Returns the row and the column of a cell.
    fn place(&self, cell: usize) -> [usize; 2] {
        [cell / self.size.cols, cell % self.size.cols]
    }

    /// Returns the row and the column of a tile's place in the goal.
    fn home(&self, tile: u8) -> [usize; 2] {
        self.place(self.goal.iter().position(|&there| there == tile).unwrap_or(0))
    }

    fn manhattan(&self, state: &[u8]) -> usize {
        let mut sum = 0;
        for (cell, &tile) in state.iter().enumerate() {
            if tile > 0 {
                let ([row, col], [home_row, home_col]) = (self.place(cell), self.home(tile));
                sum += row.abs_diff(home_row) + col.abs_diff(home_col);
            }
        }
        sum
    }

    /// Returns two moves for each tile that must leave its line; tries every set of tiles.
    fn conflicts(&self, state: &[u8]) -> usize {
        let mut sum = 0;
        for axis in 0..2 {
            for line in 0..[self.size.rows, self.size.cols][axis] {
                // The places along the line of the tiles in their own line.
                let homes: Vec<usize> = (0..state.len())
                    .filter(|&cell| self.place(cell)[axis] == line)
                    .map(|cell| state[cell])
                    .filter(|&tile| tile > 0 && self.home(tile)[axis] == line)
                    .map(|tile| self.home(tile)[1 - axis])
                    .collect();
                let ascends = |left: &usize| {
                    let stay: Vec<usize> =
                        (0..homes.len()).filter(|i| left >> i & 1 == 0).map(|i| homes[i]).collect();
                    stay.is_sorted()
                };
                let choices = (0..1usize << homes.len()).filter(ascends);
                sum += 2 * choices.map(usize::count_ones).min().unwrap_or(0) as usize;
            }
        }
        sum
    }

    /// Returns the walk of a board by rows (axis 0) or columns (axis 1).
    fn walk(&self, state: &[u8], axis: usize) -> Walk {
        let lines = [self.size.rows, self.size.cols][axis];
        let (mut counts, mut blank) = (vec![vec![0; lines]; lines], 0);
        for (cell, &tile) in state.iter().enumerate() {
            let line = self.place(cell)[axis];
            if tile == 0 {
                blank = line;
            } else {
                counts[line][self.home(tile)[axis]] += 1;
            }
        }
        (counts, blank)
    }
}

/// Returns the moves from every walk to that of the goal; `None` if there are more than 32,768 walks.
fn walks(goal: Walk) -> Option<HashMap<Walk, Cost>> {
    let lines = goal.0.len();
    let mut found = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(walk) = queue.pop_front() {
        let (counts, blank) = &walk;
        let distance = found[&walk];
        for line in (0..lines).filter(|line| line.abs_diff(*blank) == 1) {
            for home in (0..lines).filter(|&home| counts[line][home] > 0) {
                let mut next: Walk = (counts.clone(), line);
                next.0[line][home] -= 1;
                next.0[*blank][home] += 1;
                if !found.contains_key(&next) {
                    found.insert(next.clone(), distance + 1);
                    queue.push_back(next);
                }
            }
        }
        if found.len() > 32_768 {
            return None;
        }
    }
    Some(found)
}

impl<W: Word> Problem for Tiles<W> {
    type State = Vec<u8>;
    type Key = W;
    type Action = Direction;

    fn start(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Vec<u8>) -> bool {
        *state == self.goal
    }

    fn successors(&self, state: &Vec<u8>, visit: &mut impl FnMut(Direction, Cost, Vec<u8>)) {
        let Some(blank) = state.iter().position(|&tile| tile == 0) else { return };
        let [row, col] = self.place(blank);
        for direction in MOVES {
            let (from_row, from_col) = match direction {
                Direction::Up => (row + 1, col),
                Direction::Left => (row, col + 1),
                Direction::Right => (row, col.wrapping_sub(1)),
                Direction::Down => (row.wrapping_sub(1), col),
            };
            if from_row < self.size.rows && from_col < self.size.cols {
                let mut next = state.clone();
                next.swap(blank, from_row * self.size.cols + from_col);
                visit(direction, 1, next);
            }
        }
    }

    fn pack(&self, state: &Vec<u8>) -> W {
        W::of(state).key()
    }

    /// Maps a key of no board to the start.
    fn unpack(&self, key: &W) -> Vec<u8> {
        let cells = W::of_key(*key, self.size.cells());
        let tiles = || (0..self.size.cells()).map(|cell| cells.tile(cell));
        if !is_board(self.size, tiles()) {
            return self.start.clone();
        }
        tiles().map(|tile| tile as u8).collect()
    }

    fn h(&self, state: &Vec<u8>) -> Cost {
        let conflicts = || (self.manhattan(state) + self.conflicts(state)) as Cost;
        let tables = || Some([walks(self.walk(&self.goal, 0))?, walks(self.walk(&self.goal, 1))?]);
        match self.heuristic {
            "zero" => 0,
            "misplaced" => {
                let homes = (0..).zip(state).filter(|(_, tile)| **tile > 0);
                homes.filter(|&(cell, &tile)| self.place(cell) != self.home(tile)).count() as Cost
            }
            "linear-conflict" => conflicts(),
            "walking-distance" => match self.walks.get_or_init(tables) {
                Some([rows, columns]) => rows[&self.walk(state, 0)] + columns[&self.walk(state, 1)],
                None => conflicts(),
            },
            _ => self.manhattan(state) as Cost,
        }
    }
}
