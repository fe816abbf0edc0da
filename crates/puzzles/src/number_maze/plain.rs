//! The evaluator for boards of any size: both searches from scratch, over lists that are made once.

use super::board::Frame;
use super::grid::Grid;
use super::quality::Quality;
use heureka_core::local::{Candidate, Generator};
use rand::RngExt;

/// The distance of a cell that cannot be reached.
pub const FAR: u32 = u32::MAX;
const NOBODY: u16 = u16::MAX;

/// A puzzle of any size, and what the searches found of it.
#[derive(Clone, Debug)]
pub struct Plain {
    frame: Frame,
    values: Vec<u8>,
    /// Moves from the start to each cell.
    from_start: Vec<u32>,
    /// Moves from each cell to the goal.
    to_goal: Vec<u32>,
    /// Whether a cell is reached by more than one shortest way.
    several: Vec<bool>,
    ways_out: Vec<u8>,
    ways_in: Vec<u16>,
    /// For every cell the last move into it, and for every move the one before it: moves are numbered
    /// by four times their cell and their direction.
    last_in: Vec<u16>,
    before: Vec<u16>,
    queue: Vec<u16>,
    quality: Quality,
}

impl Plain {
    /// The puzzle of a grid, evaluated.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let cells = grid.values().len();
        let mut plain = Self {
            frame: grid.frame(),
            values: grid.values().to_vec(),
            from_start: vec![FAR; cells],
            to_goal: vec![FAR; cells],
            several: vec![false; cells],
            ways_out: vec![0; cells],
            ways_in: vec![0; cells],
            last_in: vec![NOBODY; cells],
            before: vec![NOBODY; 4 * cells],
            queue: Vec::with_capacity(cells),
            quality: Quality { cells: cells as u32, ..Quality::default() },
        };
        plain.evaluate(i64::MIN);
        plain
    }

    /// A puzzle of random values of a frame, which later changes keep to.
    #[must_use]
    pub fn random(frame: Frame, generator: &mut Generator) -> Self {
        let range = frame.low() as u8..=frame.high() as u8;
        let values = (0..frame.cells()).map(|_| generator.random_range(range.clone())).collect();
        Self { frame, ..Self::new(&Grid::new(frame.cols(), values)) }
    }

    /// Searches both ways; gives up as soon as the score cannot reach `least`, and says so.
    fn evaluate(&mut self, least: i64) -> bool {
        let goal = self.values.len() - 1;
        self.forward();
        let quality = &mut self.quality;
        quality.length = if self.from_start[goal] == FAR { 0 } else { self.from_start[goal] };
        quality.unique = quality.solvable() && !self.several[goal];
        // Only penalties are missing.
        let so_far = Quality { cells: quality.cells, length: quality.length, ..Quality::default() };
        let bonus = if quality.unique { i64::from(quality.cells) } else { 0 };
        if so_far.rank() + bonus < least {
            return false;
        }
        self.backward();
        let quality = &mut self.quality;
        (quality.black_holes, quality.white_holes) = (0, 0);
        (quality.forced_forward, quality.forced_backward) = (0, 0);
        for cell in 0..=goal {
            let (reachable, reaching) = (self.from_start[cell] != FAR, self.to_goal[cell] != FAR);
            quality.black_holes += u32::from(reachable && !reaching);
            quality.white_holes += u32::from(reaching && !reachable);
            let forced = reachable && cell != goal && self.ways_out[cell] == 1;
            quality.forced_forward += u32::from(forced);
            let forced = reaching && cell != 0 && self.ways_in[cell] == 1;
            quality.forced_backward += u32::from(forced);
        }
        quality.rank() >= least
    }

    fn forward(&mut self) {
        let goal = self.values.len() - 1;
        self.from_start.fill(FAR);
        self.several.fill(false);
        self.from_start[0] = 0;
        self.queue.clear();
        self.queue.push(0);
        let mut at = 0;
        while let Some(&cell) = self.queue.get(at) {
            at += 1;
            let cell = usize::from(cell);
            if cell == goal {
                continue;
            }
            let Self { frame, values, from_start, several, queue, .. } = self;
            let (moves, again) = (from_start[cell] + 1, several[cell]);
            frame.targets(cell, usize::from(values[cell]), |target| {
                if from_start[target] == FAR {
                    from_start[target] = moves;
                    several[target] = again;
                    queue.push(target as u16);
                } else if from_start[target] == moves {
                    several[target] = true;
                }
            });
        }
    }

    fn backward(&mut self) {
        let goal = self.values.len() - 1;
        let Self { frame, values, to_goal, ways_out, ways_in, last_in, before, queue, .. } = self;
        to_goal.fill(FAR);
        ways_in.fill(0);
        last_in.fill(NOBODY);
        for cell in 0..goal {
            let mut out = 0;
            frame.targets(cell, usize::from(values[cell]), |target| {
                let number = 4 * cell + usize::from(out);
                before[number] = last_in[target];
                last_in[target] = number as u16;
                ways_in[target] += 1;
                out += 1;
            });
            ways_out[cell] = out;
        }
        ways_out[goal] = 0;
        to_goal[goal] = 0;
        queue.clear();
        queue.push(goal as u16);
        let mut at = 0;
        while let Some(&cell) = queue.get(at) {
            at += 1;
            let moves = to_goal[usize::from(cell)] + 1;
            let mut number = last_in[usize::from(cell)];
            while number != NOBODY {
                let source = usize::from(number) / 4;
                if to_goal[source] == FAR {
                    to_goal[source] = moves;
                    queue.push(source as u16);
                }
                number = before[usize::from(number)];
            }
        }
    }

    /// What is counted of the puzzle.
    #[must_use]
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// The puzzle as a grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        Grid::new(self.frame.cols(), self.values.clone())
    }

    /// The moves from the start to each cell; [`FAR`] where there is no way.
    #[must_use]
    pub fn from_start(&self) -> &[u32] {
        &self.from_start
    }

    /// The moves from each cell to the goal; [`FAR`] where there is no way.
    #[must_use]
    pub fn to_goal(&self) -> &[u32] {
        &self.to_goal
    }

    /// How many moves lead out of each cell.
    #[must_use]
    pub fn ways_out(&self) -> &[u8] {
        &self.ways_out
    }

    /// How many moves lead into each cell.
    #[must_use]
    pub fn ways_in(&self) -> &[u16] {
        &self.ways_in
    }
}

impl Candidate for Plain {
    /// A cell and its new value.
    type Change = (usize, u8);

    fn score(&self) -> i64 {
        self.quality.rank()
    }

    fn propose(&self, generator: &mut Generator) -> (usize, u8) {
        let cell = generator.random_range(0..self.values.len() - 1);
        (cell, generator.random_range(self.frame.low() as u8..=self.frame.high() as u8))
    }

    fn try_change(&mut self, &(cell, value): &(usize, u8), threshold: i64) -> Option<i64> {
        let before = (self.values[cell], self.quality);
        self.values[cell] = value;
        if self.evaluate(threshold) {
            return Some(self.quality.rank());
        }
        // The distances are those of the refused puzzle now; only a new evaluation reads them.
        (self.values[cell], self.quality) = before;
        None
    }
}
