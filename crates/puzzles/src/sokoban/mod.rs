//! Sokoban: push every box to a goal, in the fewest pushes.
//!
//! A state is the set of cells with boxes, and the region where the player can walk, named by its first
//! cell. Its key has N words: a bit per cell, and the region in the highest byte. So it has up to 64 N − 8
//! cells. The heuristic, a minimum matching of boxes and goals, is that of Junghanns and Schaeffer,
//! "Sokoban: Enhancing general single-agent search methods using domain knowledge", Artificial Intelligence
//! 129, 2001.

mod draw;
mod info;
mod level;
mod matching;
pub mod reference;
#[cfg(test)]
mod tests;

use heureka_core::abilities::Reversible;
use heureka_core::{Abilities, Claim, Cost, DEAD_END, Limits, Observer, Problem, Stop};
use heureka_kit::board::{Direction, invalid_size, parse_numbers};
use heureka_kit::collection::Rows;
use heureka_kit::edit::{Cells, Edit};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::{INFO, MATCHING, NEAREST};
use level::{Level, MAX_BOXES, MAX_CELLS, NONE, is_folded, levels};
use matching::min_cost_assignment;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::SokobanReference;
use std::fmt::{self, Write};
use std::sync::Arc;

/// The pulls that make a random level.
const PULLS: usize = 500;

/// Boxes, and where the player is.
#[derive(Clone, Copy, Debug)]
pub struct Position<const N: usize> {
    boxes: [u64; N],
    /// The first cell of the region where the player can walk.
    region: u8,
    /// The player's own cell, for the walk to the next push; not part of the state's identity.
    player: u8,
}

impl<const N: usize> PartialEq for Position<N> {
    fn eq(&self, other: &Self) -> bool {
        (self.boxes, self.region) == (other.boxes, other.region)
    }
}

impl<const N: usize> Eq for Position<N> {}

/// A push: the cell of the box, and the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    cell: u8,
    direction: Direction,
}

/// A level to solve, with keys of N words.
#[derive(Clone, Debug)]
pub struct Sokoban<const N: usize> {
    level: Arc<Level>,
    start: Position<N>,
    /// For each goal, the pushes of a lone box from every cell, or [`NONE`].
    pushes: Arc<Vec<Vec<u8>>>,
    /// The pushes to the nearest goal, and its number.
    nearest: Arc<Vec<(u8, u8)>>,
    /// The index in `INFO.heuristics`.
    heuristic: usize,
}

/// Returns the number of cells of a level.
///
/// # Errors
/// If the text is not a level.
pub fn cells(text: &str) -> Result<usize, ParseError> {
    Ok(Level::parse(text)?.0.cells.len())
}

#[inline(always)]
fn has<const N: usize>(set: &[u64; N], cell: u8) -> bool {
    set[usize::from(cell / 64)] >> (cell % 64) & 1 == 1
}

#[inline(always)]
fn toggle<const N: usize>(set: &mut [u64; N], cell: u8) {
    set[usize::from(cell / 64)] ^= 1 << (cell % 64);
}

/// Returns the cells of a set, ascending.
#[inline(always)]
fn members<const N: usize>(set: [u64; N]) -> impl Iterator<Item = u8> {
    set.into_iter().zip((0..).step_by(64)).flat_map(|(mut word, first)| {
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as u8;
            word &= word.wrapping_sub(1);
            (bit < 64).then(|| first + bit)
        })
    })
}

impl<const N: usize> Sokoban<N> {
    fn new((level, boxes, player): (Level, Vec<u8>, u8)) -> Self {
        let pushes: Vec<Vec<u8>> = level.goals.iter().map(|&goal| level.pushes_to(goal)).collect();
        let nearest =
            |cell: usize| pushes.iter().map(|to| to[cell]).zip(0..).min().unwrap_or_default();
        let nearest = (0..level.cells.len()).map(nearest).collect();
        let mut set = [0; N];
        for cell in boxes {
            toggle(&mut set, cell);
        }
        let start = Position { boxes: set, region: 0, player };
        let (level, pushes, nearest) = (Arc::new(level), Arc::new(pushes), Arc::new(nearest));
        let mut puzzle = Self { level, start, pushes, nearest, heuristic: 0 };
        puzzle.start = puzzle.position(set, player);
        puzzle
    }

    #[inline(always)]
    fn neighbor(&self, cell: u8, direction: Direction) -> Option<u8> {
        let neighbor = self.level.neighbors[usize::from(cell)][direction as usize];
        (neighbor != NONE).then_some(neighbor)
    }

    /// Returns the cells that the player can walk to.
    #[inline]
    fn region(&self, boxes: &[u64; N], player: u8) -> [u64; N] {
        let mut blocked = *boxes;
        toggle(&mut blocked, player);
        let mut queue = [player; MAX_CELLS];
        let (mut next, mut end) = (0, 1);
        while next < end {
            for &to in &self.level.neighbors[usize::from(queue[next])] {
                if to != NONE && !has(&blocked, to) {
                    toggle(&mut blocked, to);
                    queue[end] = to;
                    end += 1;
                }
            }
            next += 1;
        }
        std::array::from_fn(|word| blocked[word] ^ boxes[word])
    }

    #[inline]
    fn position(&self, boxes: [u64; N], player: u8) -> Position<N> {
        let region = members(self.region(&boxes, player)).next().unwrap_or(player);
        Position { boxes, region, player }
    }

    /// Returns a shortest walk of the player to a cell.
    fn walk(&self, state: &Position<N>, to: u8) -> Option<String> {
        let mut blocked = state.boxes;
        toggle(&mut blocked, state.player);
        let mut paths = vec![(state.player, String::new())];
        let mut next = 0;
        while let Some((cell, path)) = paths.get(next).cloned() {
            if cell == to {
                return Some(path);
            }
            for step in Direction::ALL {
                let neighbor = self.neighbor(cell, step).filter(|&to| !has(&blocked, to));
                if let Some(neighbor) = neighbor {
                    toggle(&mut blocked, neighbor);
                    paths.push((neighbor, format!("{path}{}", &step.name()[..1])));
                }
            }
            next += 1;
        }
        None
    }

    /// Returns a random room with all boxes on goals, if its cells are enough. Of a thousand inner cells,
    /// some are walls.
    fn solved_room(
        (rows, cols): (usize, usize),
        boxes: usize,
        walls: u32,
        generator: &mut impl Rng,
    ) -> Option<Self> {
        let mut symbols = vec![vec!['#'; cols]; rows];
        for symbol in symbols[1..rows - 1].iter_mut().flat_map(|row| &mut row[1..cols - 1]) {
            if generator.random_range(0..1_000) >= walls {
                *symbol = ' ';
            }
        }
        for piece in std::iter::repeat_n('*', boxes).chain(['@']) {
            let mut free: Vec<_> = symbols.iter_mut().flatten().filter(|s| **s == ' ').collect();
            let last = free.len().checked_sub(1)?;
            *free[generator.random_range(0..=last)] = piece;
        }
        let text: Vec<String> = symbols.into_iter().map(String::from_iter).collect();
        let puzzle = Self::new(Level::parse(&text.join("\n")).ok()?);
        (puzzle.level.goals.len() == boxes).then_some(puzzle)
    }

    fn text_of(&self, state: &Position<N>) -> String {
        let rows = self.level.symbols(members(state.boxes), state.player);
        rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("\n")
    }
}

impl<const N: usize> Problem for Sokoban<N> {
    type State = Position<N>;
    type Key = [u64; N];
    type Action = Push;

    fn start(&self) -> Position<N> {
        self.start
    }

    fn is_goal(&self, state: &Position<N>) -> bool {
        members(state.boxes).all(|cell| self.nearest[usize::from(cell)].0 == 0)
    }

    /// Box by box in the order of the cells, each up, down, left and right.
    #[inline]
    fn successors(&self, state: &Position<N>, visit: &mut impl FnMut(Push, Cost, Position<N>)) {
        let region = self.region(&state.boxes, state.region);
        for cell in members(state.boxes) {
            for direction in Direction::ALL {
                let behind = self.neighbor(cell, direction.opposite());
                let Some(to) = self.neighbor(cell, direction) else { continue };
                if behind.is_some_and(|behind| has(&region, behind)) && !has(&state.boxes, to) {
                    let mut boxes = state.boxes;
                    toggle(&mut boxes, cell);
                    toggle(&mut boxes, to);
                    visit(Push { cell, direction }, 1, self.position(boxes, cell));
                }
            }
        }
    }

    #[inline]
    fn pack(&self, state: &Position<N>) -> [u64; N] {
        let mut key = state.boxes;
        key[N - 1] |= u64::from(state.region) << 56;
        key
    }

    #[inline]
    fn unpack(&self, key: &[u64; N]) -> Position<N> {
        let (mut boxes, region) = (*key, (key[N - 1] >> 56) as u8);
        boxes[N - 1] &= u64::MAX >> 8;
        Position { boxes, region, player: region }
    }

    #[inline]
    fn h(&self, state: &Position<N>) -> Cost {
        const FAR: i32 = 1 << 20;
        let mut cells = [0; MAX_BOXES];
        let (mut count, mut sum, mut taken) = (0, 0, 0_u64);
        for cell in members(state.boxes).filter(|_| self.heuristic <= NEAREST) {
            let (pushes, goal) = self.nearest[usize::from(cell)];
            if pushes == NONE {
                return DEAD_END;
            }
            sum += Cost::from(pushes);
            taken |= 1 << goal;
            cells[count] = usize::from(cell);
            count += 1;
        }
        // If every box has its own nearest goal, no assignment is cheaper.
        if self.heuristic != MATCHING || taken.count_ones() == count as u32 {
            return sum;
        }
        let cost = |index: usize, goal: usize| match self.pushes[goal][cells[index]] {
            NONE => FAR,
            pushes => i32::from(pushes),
        };
        let cost = min_cost_assignment(count, self.pushes.len(), cost);
        if cost < FAR { cost.unsigned_abs() } else { DEAD_END }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    fn abilities<O: Observer<Position<N>, Push>>(&self) -> Abilities<Self, O> {
        let boxes = members(self.start.boxes).count();
        let all = Abilities::plain();
        if boxes == self.level.goals.len() { all.reversible() } else { all }
    }
}

/// If there are as many boxes as goals.
impl<const N: usize> Reversible for Sokoban<N> {
    /// One state for each region around the boxes.
    fn goals(&self, visit: &mut impl FnMut(Position<N>)) {
        let mut boxes = [0; N];
        self.level.goals.iter().for_each(|&goal| toggle(&mut boxes, goal));
        for player in (0..self.level.cells.len() as u8).filter(|&cell| !has(&boxes, cell)) {
            let position = self.position(boxes, player);
            if position.region == player {
                visit(position);
            }
        }
    }

    /// Pulls.
    fn predecessors(&self, state: &Position<N>, visit: &mut impl FnMut(Push, Cost, Position<N>)) {
        let region = self.region(&state.boxes, state.region);
        for from in members(state.boxes) {
            for direction in Direction::ALL {
                let back = direction.opposite();
                let cell = self.neighbor(from, back).filter(|&cell| has(&region, cell));
                let Some((cell, player)) =
                    cell.zip(cell.and_then(|cell| self.neighbor(cell, back)))
                else {
                    continue;
                };
                if !has(&state.boxes, player) {
                    let mut boxes = state.boxes;
                    toggle(&mut boxes, from);
                    toggle(&mut boxes, cell);
                    visit(Push { cell, direction }, 1, self.position(boxes, player));
                }
            }
        }
    }
}

impl<const N: usize> Puzzle for Sokoban<N> {
    type Reference = SokobanReference<N>;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, _: &Parameters) -> Result<Self, ParseError> {
        Level::parse(text).map(Self::new)
    }

    /// A level takes several lines, unless slashes end its rows.
    fn collection(text: &str, _: &Parameters) -> Option<Rows> {
        (!text.lines().any(is_folded)).then(|| levels(text))
    }

    /// Begins with the boxes on their goals, pulls them at random, and keeps the state with the highest h.
    fn random(size: &str, _: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let expected = "ROWSxCOLUMNSxBOXES with sides from 3 and at most 248 cells inside the wall, such as 8x9x3";
        let (rows, cols, boxes) = match parse_numbers(size, expected)?[..] {
            [rows @ 3..=250, cols @ 3..=250, boxes] if (rows - 2) * (cols - 2) <= MAX_CELLS => {
                (rows, cols, boxes)
            }
            _ => return Err(invalid_size(size, expected)),
        };
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut best: Option<(Self, Cost)> = None;
        // The share of walls falls from 15 percent to 0.
        for walls in (0..=150).rev().step_by(10) {
            let Some(mut puzzle) = Self::solved_room((rows, cols), boxes, walls, &mut generator)
            else {
                continue;
            };
            let (mut state, mut highest) = (puzzle.start, 0);
            for _ in 0..PULLS {
                let mut before = vec![];
                puzzle.predecessors(&state, &mut |_, _, pulled| before.push(pulled));
                let Some(last) = before.len().checked_sub(1) else { break };
                state = before[generator.random_range(0..=last)];
                let h = puzzle.h(&state);
                if h > highest {
                    (puzzle.start, highest) = (state, h);
                }
            }
            if highest > best.as_ref().map_or(0, |(_, h)| *h) {
                best = Some((puzzle, highest));
            }
            if highest >= 4 * boxes as Cost {
                break;
            }
        }
        let none = format!(
            "no level found for {rows}x{cols}x{boxes}: use a larger room, fewer boxes (at most {MAX_BOXES}) \
             or another seed"
        );
        best.map(|(puzzle, _)| puzzle).ok_or_else(|| ParseError::whole(none))
    }

    fn text(&self) -> String {
        self.text_of(&self.start)
    }

    fn reference(&self) -> SokobanReference<N> {
        let rows = self.level.symbols(members(self.start.boxes), self.start.player);
        SokobanReference::new(&rows, self.heuristic)
    }

    /// Ignores a state of a larger level.
    fn set_start(&mut self, state: Position<N>) {
        let cells = self.level.cells.len();
        let is_inside = (cells..64 * N).all(|cell| !has(&state.boxes, cell as u8));
        if usize::from(state.player) < cells && is_inside {
            self.start = state;
        }
    }

    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.heuristic = index;
        Ok(())
    }

    fn table_bytes(&self) -> u64 {
        (self.level.cells.len() * (self.pushes.len() + 1)) as u64
    }

    fn tools() -> &'static [&'static str] {
        &["wall", "floor", "goal", "box", "player"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        let text = self.text();
        let mut cells = Cells::of_characters(&text);
        let (row, col) = cells.at(edit.to, 0.0)?;
        let symbol = text.lines().nth(row)?.chars().nth(col)?;
        let is_goal = matches!(symbol, '.' | '*' | '+');
        match (edit.tool, symbol) {
            (0, _) => cells.paint((row, col), "#"),
            (1, _) => cells.paint((row, col), " "),
            (2, '$') => cells.paint((row, col), "*"),
            (2, '@') => cells.paint((row, col), "+"),
            (2, _) => cells.paint((row, col), "."),
            (3, _) => cells.paint((row, col), if is_goal { "*" } else { "$" }),
            (4, _) => {
                cells.place((row, col), "@", " ");
                cells.place((row, col), "+", ".");
                cells.paint((row, col), if is_goal { "+" } else { "@" });
            }
            _ => return None,
        }
        Some(cells.text())
    }

    /// Writes row and column of the box, counted from 1, and the direction.
    fn show_action(&self, Push { cell, direction }: Push, out: &mut dyn Write) -> fmt::Result {
        let cell = self.level.cells[usize::from(cell)];
        write!(out, "{},{}-{}", cell.row + 1, cell.col + 1, direction.name())
    }

    fn parse_action(&self, word: &str) -> Option<Push> {
        let (cell, direction) = word.split_once('-')?;
        let (row, col) = cell.split_once(',')?;
        let place = (row.parse().ok()?, col.parse().ok()?);
        let cell =
            self.level.cells.iter().position(|cell| (cell.row + 1, cell.col + 1) == place)?;
        Some(Push { cell: cell as u8, direction: Direction::from_name(direction)? })
    }

    /// Writes the letters of the walk, then that of the push in upper case: the notation LURD.
    fn show_action_in(&self, state: &Position<N>, push: Push, out: &mut dyn Write) -> fmt::Result {
        let behind = self.neighbor(push.cell, push.direction.opposite());
        match behind.and_then(|behind| self.walk(state, behind)) {
            Some(walk) => write!(out, "{walk}{}", push.direction.name()[..1].to_uppercase()),
            None => self.show_action(push, out),
        }
    }

    fn parse_action_in(&self, state: &Position<N>, word: &str) -> Option<Push> {
        let (push, walk) = word.as_bytes().split_last()?;
        let step = |letter: u8| {
            Direction::ALL.into_iter().find(|step| step.name().as_bytes()[0] == letter)
        };
        let walked = walk.iter().try_fold(state.player, |player, &letter| {
            self.neighbor(player, step(letter)?).filter(|&to| !has(&state.boxes, to))
        });
        let direction = step(push.to_ascii_lowercase()).filter(|_| push.is_ascii_uppercase());
        match (walked, direction) {
            (Some(player), Some(direction)) => {
                Some(Push { cell: self.neighbor(player, direction)?, direction })
            }
            _ => self.parse_action(word),
        }
    }

    /// Splits solutions without spaces after every push.
    fn split_moves<'w>(&self, word: &'w str) -> Vec<&'w str> {
        word.split_inclusive(|letter: char| letter.is_ascii_uppercase()).collect()
    }

    /// Steps after the last push.
    fn is_idle(&self, word: &str) -> bool {
        word.bytes().all(|letter| b"lurd".contains(&letter))
    }

    fn unsolvable(&self) -> Option<String> {
        let dead =
            members(self.start.boxes).find(|&cell| self.nearest[usize::from(cell)].0 == NONE)?;
        let cell = self.level.cells[usize::from(dead)];
        let (line, column) = (cell.row + 1, cell.col + 1);
        Some(format!("no pushes can bring the box in row {line}, column {column} to a goal"))
    }
}
