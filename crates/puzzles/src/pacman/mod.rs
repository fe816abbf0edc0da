//! Pac-Man without ghosts: eat every pellet in a maze in the fewest steps.
//!
//! A state is Pac-Man's cell and the set of remaining pellets. Its key takes 64 bits with up to 48
//! pellets and 128 bits with more.

mod bounds;
mod info;
mod map;
pub mod reference;
#[cfg(test)]
mod tests;

use bounds::{Distances, MAX_TOUR_PELLETS};
use heureka_core::abilities::Reversible;
use heureka_core::{Abilities, Claim, Cost, Limits, Observer, Problem, Stop};
use heureka_kit::board::{Direction, Size, invalid_size, parse_numbers};
use heureka_kit::draw::{Area, Draw, Hue, MOVED_EDGE, Picture, paint};
use heureka_kit::edit::{Cells, Edit};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::{INFO, TOUR};
use map::{Map, NONE};
use reference::PacmanReference;
use std::fmt::{self, Debug, Write};
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// The number of Pac-Man's cell and the set of pellets left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    at: u16,
    left: u128,
}

/// A packed position: the cell in the lowest 16 bits, the pellets above.
pub trait Packed: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The number of pellets that fit.
    const PELLETS: usize;

    /// Packs a cell and a set of pellets.
    fn pack(at: u16, left: u128) -> Self;

    /// Returns the cell and the set of pellets.
    fn unpack(self) -> (u16, u128);
}

impl Packed for u64 {
    const PELLETS: usize = 48;

    #[inline]
    fn pack(at: u16, left: u128) -> Self {
        Self::from(at) | (left as Self) << 16
    }

    #[inline]
    fn unpack(self) -> (u16, u128) {
        (self as u16, u128::from(self >> 16))
    }
}

impl Packed for u128 {
    const PELLETS: usize = 112;

    #[inline]
    fn pack(at: u16, left: u128) -> Self {
        Self::from(at) | left << 16
    }

    #[inline]
    fn unpack(self) -> (u16, u128) {
        (self as u16, self >> 16)
    }
}

/// Returns the number of pellets on a map.
///
/// # Errors
/// If the text is not a map, or has too many pellets.
pub fn pellets(text: &str) -> Result<usize, ParseError> {
    check_pellets(Map::parse(text)?.pellets.len())
}

/// Returns the number of pellets in a size such as `9x16x8`.
///
/// # Errors
/// If the text is not a size, or has too many pellets.
pub fn pellets_of_size(size: &str) -> Result<usize, ParseError> {
    Ok(parse_size(size)?.1)
}

fn check_pellets(pellets: usize) -> Result<usize, ParseError> {
    let max = u128::PELLETS;
    let error = || ParseError::whole(format!("{pellets} pellets: expected at most {max}"));
    (pellets <= max).then_some(pellets).ok_or_else(error)
}

fn parse_size(size: &str) -> Result<(Size, usize), ParseError> {
    let expected = "ROWSxCOLUMNSxPELLETS with sides from 3 to 64, such as 9x16x8";
    match parse_numbers(size, expected)?[..] {
        [rows @ 3..=64, cols @ 3..=64, pellets] => {
            Ok((Size { rows, cols }, check_pellets(pellets)?))
        }
        _ => Err(invalid_size(size, expected)),
    }
}

/// A map to clear.
#[derive(Clone, Debug)]
pub struct Pacman<K> {
    map: Map,
    start: Position,
    /// The bit of the pellet on each cell, or 0.
    pellet: Vec<u128>,
    distances: Arc<Distances>,
    /// The index in `INFO.heuristics`.
    heuristic: usize,
    /// The table of the heuristic `tour` while it is in use.
    tours: Arc<[u16]>,
    key: PhantomData<K>,
}

impl<K: Packed> Pacman<K> {
    fn new(map: Map) -> Self {
        let mut pellet = vec![0; map.cells.len()];
        for (number, &cell) in map.pellets.iter().enumerate() {
            pellet[usize::from(cell)] = 1 << number;
        }
        Self {
            start: Position { at: map.start, left: (1 << map.pellets.len()) - 1 },
            distances: Arc::new(Distances::of(&map)),
            map,
            pellet,
            heuristic: 0,
            tours: Arc::default(),
            key: PhantomData,
        }
    }

    fn all(&self) -> u128 {
        (1 << self.map.pellets.len()) - 1
    }
}

impl<K: Packed> Problem for Pacman<K> {
    type State = Position;
    type Key = K;
    type Action = Direction;

    fn start(&self) -> Position {
        self.start
    }

    fn is_goal(&self, state: &Position) -> bool {
        state.left == 0
    }

    /// Up, down, left, right.
    #[inline]
    fn successors(&self, state: &Position, visit: &mut impl FnMut(Direction, Cost, Position)) {
        for (step, &at) in
            Direction::ALL.into_iter().zip(&self.map.neighbors[usize::from(state.at)])
        {
            if at != NONE {
                let left = state.left & !self.pellet[usize::from(at)];
                visit(step, 1, Position { at, left });
            }
        }
    }

    #[inline]
    fn pack(&self, state: &Position) -> K {
        K::pack(state.at, state.left)
    }

    #[inline]
    fn unpack(&self, key: &K) -> Position {
        let (at, left) = key.unpack();
        Position { at, left }
    }

    fn h(&self, state: &Position) -> Cost {
        let Position { at, left } = *state;
        match self.heuristic {
            1 => self.distances.farthest(at, left),
            2 => left.count_ones(),
            TOUR if !self.tours.is_empty() => self.distances.tour(&self.tours, at, left),
            0 | TOUR => self.distances.spanning_tree(at, left),
            _ => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    // `undoes` stays false: after eating a pellet, a step back leads to a new state.

    fn abilities<O: Observer<Position, Direction>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible()
    }
}

impl<K: Packed> Reversible for Pacman<K> {
    /// The last step eats a pellet, so Pac-Man ends on the cell of one.
    fn goals(&self, visit: &mut impl FnMut(Position)) {
        let start = (self.start.left == 0).then_some(self.start.at);
        for &at in self.map.pellets.iter().chain(&start) {
            visit(Position { at, left: 0 });
        }
    }

    fn predecessors(&self, state: &Position, visit: &mut impl FnMut(Direction, Cost, Position)) {
        let here = self.pellet[usize::from(state.at)];
        for (back, &at) in
            Direction::ALL.into_iter().zip(&self.map.neighbors[usize::from(state.at)])
        {
            // No pellet remains on Pac-Man's previous cell.
            if at == NONE || state.left & self.pellet[usize::from(at)] != 0 {
                continue;
            }
            let step = back.opposite();
            visit(step, 1, Position { at, left: state.left });
            if here != 0 {
                visit(step, 1, Position { at, left: state.left | here });
            }
        }
    }
}

impl<K: Packed> Puzzle for Pacman<K> {
    type Reference = PacmanReference<K>;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, _: &Parameters) -> Result<Self, ParseError> {
        Ok(Self::new(Map::parse(text)?))
    }

    fn random(size: &str, _: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let (size, pellets) = parse_size(size)?;
        Map::random(size, pellets, seed).map(Self::new).ok_or_else(|| {
            ParseError::whole(format!(
                "a {size} map with a wall around it has no room for {pellets} pellets and Pac-Man"
            ))
        })
    }

    fn text(&self) -> String {
        let rows = self.map.symbols(self.start.at, self.start.left);
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        rows.join("\n")
    }

    fn reference(&self) -> PacmanReference<K> {
        let Position { at, left } = self.start;
        let map = self.map.symbols(self.map.start, self.all());
        let (start, heuristic) = (self.map.symbols(at, left), self.heuristic);
        let between = OnceLock::new();
        PacmanReference { map, start, heuristic, between, key: PhantomData }
    }

    fn reference_shares_heuristic(heuristic: usize) -> bool {
        heuristic != TOUR
    }

    /// Ignores a state of a larger map.
    fn set_start(&mut self, state: Position) {
        if usize::from(state.at) < self.map.cells.len() {
            self.start = state;
        }
    }

    fn set_heuristic(&mut self, index: usize, limits: &mut Limits<'_>) -> Result<(), Stop> {
        let solvable = self.unsolvable().is_none();
        let has_table = index == TOUR && self.map.pellets.len() <= MAX_TOUR_PELLETS && solvable;
        let tours = has_table.then(|| self.distances.tours(limits)).transpose()?;
        self.tours = tours.unwrap_or_default().into();
        self.heuristic = index;
        Ok(())
    }

    fn table_bytes(&self) -> u64 {
        self.distances.bytes() + size_of_val(&self.tours[..]) as u64
    }

    fn tools() -> &'static [&'static str] {
        &["wall", "corridor", "pellet", "Pac-Man"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        let mut cells = Cells::of_characters(&self.text());
        let place = cells.at(edit.to, 0.0)?;
        match edit.tool {
            0 => cells.paint(place, "%"),
            1 => cells.paint(place, " "),
            2 => cells.paint(place, "."),
            3 => cells.place(place, "P", " "),
            _ => return None,
        }
        Some(cells.text())
    }

    fn show_action(&self, action: Direction, out: &mut dyn Write) -> fmt::Result {
        out.write_str(action.name())
    }

    fn parse_action(&self, word: &str) -> Option<Direction> {
        Direction::from_name(word)
    }

    fn unsolvable(&self) -> Option<String> {
        let pellet = self.distances.unreachable(self.start.at)?;
        let cell = self.map.cells[usize::from(self.map.pellets[pellet])];
        let (line, column) = (cell.row + 1, cell.col + 1);
        Some(format!("walls cut off the pellet in line {line}, column {column} from Pac-Man"))
    }
}

impl<K: Packed> Draw for Pacman<K> {
    fn show_state(&self, state: &Position, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let rows = self.map.symbols(state.at, state.left);
        for (number, row) in rows.iter().enumerate() {
            if number > 0 {
                out.write_char('\n')?;
            }
            for &symbol in row {
                let (sign, hue) = match symbol {
                    '%' => ('█', Hue::Wall),
                    'P' => ('P', Hue::Yellow),
                    '.' => ('•', Hue::Orange),
                    other => (other, Hue::Ink),
                };
                paint(out, colors, hue, sign)?;
            }
        }
        Ok(())
    }

    /// Writes the symbols that texts have.
    fn note_state(&self, state: &Position, out: &mut dyn Write) -> fmt::Result {
        let rows = self.map.symbols(state.at, state.left).into_iter().map(String::from_iter);
        out.write_str(&rows.collect::<Vec<_>>().join("\n"))
    }

    /// Returns the next cell.
    fn spots(&self, _: &Position, next: &Position) -> Vec<Area> {
        let cell = self.map.cells[usize::from(next.at)];
        vec![[f64::from(cell.col), f64::from(cell.row), 1.0, 1.0]]
    }

    /// Draws walls, pellets and Pac-Man, who looks where he went and leaves a ring where he was.
    fn draw(&self, state: &Position, before: Option<&Position>) -> Picture {
        let center = |at: u16| {
            let cell = self.map.cells[usize::from(at)];
            (f64::from(cell.col) + 0.5, f64::from(cell.row) + 0.5)
        };
        let (now, past) = (center(state.at), before.map(|before| center(before.at)));
        let (dx, dy) = past.map_or((1.0, 0.0), |past| (now.0 - past.0, now.1 - past.1));
        let (width, height) = (self.map.size.cols as f64, self.map.size.rows as f64);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.1, Hue::Ink);
        for (row, symbols) in self.map.symbols(state.at, state.left).into_iter().enumerate() {
            for (col, symbol) in symbols.into_iter().enumerate() {
                let (x, y) = (col as f64 + 0.5, row as f64 + 0.5);
                match symbol {
                    '%' => picture.rect(x - 0.48, y - 0.48, 0.96, 0.96, 0.15, Hue::Blue),
                    '.' => picture.circle(x, y, 0.14, Hue::Goal),
                    // The mouth is open in the direction of the move.
                    'P' => picture.circle(x, y, 0.42, Hue::Yellow).polygon(
                        &[
                            (x, y),
                            (x + 0.5 * dx + 0.3 * dy, y + 0.5 * dy - 0.3 * dx),
                            (x + 0.5 * dx - 0.3 * dy, y + 0.5 * dy + 0.3 * dx),
                        ],
                        0.0,
                        Hue::Ink,
                    ),
                    _ => &mut picture,
                };
            }
        }
        if let Some((x, y)) = past {
            picture.ring(x, y, 0.3, MOVED_EDGE, Hue::Yellow);
        }
        picture
    }
}
