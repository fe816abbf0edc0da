//! Pac-Man without ghosts: the fewest steps through a maze that eat every pellet.
//!
//! A state is the cell where Pac-Man is and the set of pellets that are left. Its key takes 64 bits
//! on maps of up to 48 pellets and 128 on larger ones.

mod bounds;
mod info;
mod map;
pub mod reference;
#[cfg(test)]
mod tests;

use bounds::{Distances, MOST_TOURED};
use heureka_core::{
    Claim, Cost, Exploration, Limits, Observer, Problem, Report, Reversed, Reversible, Strategy,
    Unsupported, explore, solve_reversible,
};
pub use heureka_kit::board::Direction;
use heureka_kit::draw::{Hue, Picture, painted};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use map::{Map, NONE};
use reference::{PacmanEstimate, PacmanReference};
use std::fmt::{self, Debug, Write};
use std::hash::Hash;

/// Where Pac-Man is, and the pellets left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    at: u16,
    left: u128,
}

/// What is kept of a position: the cell in the lowest 16 bits, the pellets above.
pub trait Packed: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// How many pellets it has room for.
    const PELLETS: usize;

    /// Packs a cell and a set of pellets.
    fn pack(at: u16, left: u128) -> Self;

    /// The cell and the pellets.
    fn unpack(self) -> (u16, u128);
}

impl Packed for u64 {
    const PELLETS: usize = 48;

    fn pack(at: u16, left: u128) -> Self {
        Self::from(at) | (left as Self) << 16
    }

    fn unpack(self) -> (u16, u128) {
        (self as u16, u128::from(self >> 16))
    }
}

impl Packed for u128 {
    const PELLETS: usize = 112;

    fn pack(at: u16, left: u128) -> Self {
        Self::from(at) | left << 16
    }

    fn unpack(self) -> (u16, u128) {
        (self as u16, self >> 16)
    }
}

/// How many pellets a map has, where that many fit into a key.
///
/// # Errors
/// If the text is no map, or has too many of them.
pub fn pellets(text: &str) -> Result<usize, ParseError> {
    let pellets = Map::parse(text)?.pellets.len();
    check_pellets(pellets)
}

/// As [`pellets`], of a size.
///
/// # Errors
/// If it is no size, or one of too many pellets.
pub fn pellets_of_size(size: &str) -> Result<usize, ParseError> {
    Ok(parse_size(size)?.2)
}

fn check_pellets(pellets: usize) -> Result<usize, ParseError> {
    if pellets > u128::PELLETS {
        return Err(ParseError::whole(format!(
            "the map has {pellets} pellets: expected at most {}",
            u128::PELLETS
        )));
    }
    Ok(pellets)
}

fn parse_size(size: &str) -> Result<(usize, usize, usize), ParseError> {
    let wrong = || {
        ParseError::whole(format!(
            "'{size}' is no size: expected rows, columns and pellets, such as 9x16x8, with sides \
             of 3 to 64"
        ))
    };
    let numbers: Result<Vec<usize>, _> = size.split('x').map(str::parse).collect();
    match numbers.map_err(|_| wrong())?[..] {
        [rows @ 3..=64, cols @ 3..=64, pellets] => Ok((rows, cols, check_pellets(pellets)?)),
        _ => Err(wrong()),
    }
}

/// One map to be cleared.
#[derive(Debug)]
pub struct Pacman<K> {
    map: Map,
    /// The bit of the pellet on every cell; 0 where there is none.
    pellet: Vec<u128>,
    distances: Distances,
    heuristic: PacmanEstimate,
    /// Only while the heuristic `tour` is in use.
    tours: Vec<u16>,
    key: std::marker::PhantomData<K>,
}

impl<K: Packed> Pacman<K> {
    fn new(map: Map) -> Self {
        let mut pellet = vec![0; map.places.len()];
        for (number, &cell) in map.pellets.iter().enumerate() {
            pellet[usize::from(cell)] = 1 << number;
        }
        Self {
            distances: Distances::of(&map),
            map,
            pellet,
            heuristic: PacmanEstimate::SpanningTree,
            tours: vec![],
            key: std::marker::PhantomData,
        }
    }

    fn all(&self) -> u128 {
        (1 << self.map.pellets.len()) - 1
    }

    fn write_map(&self, state: &Position, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let rows = self.map.signs(state.at, state.left);
        for (number, row) in rows.iter().enumerate() {
            if number > 0 {
                out.write_char('\n')?;
            }
            for &sign in row {
                match sign {
                    _ if !colors => out.write_char(sign)?,
                    '%' => painted(out, Hue::Wall, sign)?,
                    'P' => painted(out, Hue::Yellow, sign)?,
                    _ => painted(out, Hue::Orange, sign)?,
                }
            }
        }
        Ok(())
    }
}

impl<K: Packed> Problem for Pacman<K> {
    type State = Position;
    type Key = K;
    type Action = Direction;

    fn start(&self) -> Position {
        Position { at: self.map.start, left: self.all() }
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

    fn pack(&self, state: &Position) -> K {
        K::pack(state.at, state.left)
    }

    fn unpack(&self, key: &K) -> Position {
        let (at, left) = key.unpack();
        // Keys from outside may name cells that are not there.
        Position { at: at.min(self.map.places.len() as u16 - 1), left: left & self.all() }
    }

    fn h(&self, state: &Position) -> Cost {
        let Position { at, left } = *state;
        match self.heuristic {
            PacmanEstimate::SpanningTree => self.distances.spanning_tree(at, left),
            PacmanEstimate::Farthest => self.distances.farthest(at, left),
            PacmanEstimate::Pellets => left.count_ones(),
            PacmanEstimate::Tour if self.tours.is_empty() => self.distances.spanning_tree(at, left),
            PacmanEstimate::Tour => self.distances.tour(&self.tours, at, left),
            PacmanEstimate::Zero => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic()].claim
    }

    // `undoes` stays false: the step back leads to another state where a pellet was eaten.
}

impl<K: Packed> Reversible for Pacman<K> {
    /// The last step ate a pellet, so every goal that is met is on the cell of one.
    fn goals(&self, visit: &mut impl FnMut(Position)) {
        let start = self.map.pellets.is_empty().then_some(self.map.start);
        for &at in self.map.pellets.iter().chain(&start) {
            visit(Position { at, left: 0 });
        }
    }

    fn predecessors(&self, state: &Position, visit: &mut impl FnMut(Direction, Cost, Position)) {
        let here = self.pellet[usize::from(state.at)];
        for (back, &at) in
            Direction::ALL.into_iter().zip(&self.map.neighbors[usize::from(state.at)])
        {
            // Where Pac-Man stood, nothing was left.
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

    fn info() -> &'static Info {
        &INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        Ok(Self::new(Map::parse(text)?))
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        let (rows, cols, pellets) = parse_size(size)?;
        Map::random(rows, cols, pellets, seed).map(Self::new).ok_or_else(|| {
            ParseError::whole(format!(
                "a map of {rows} × {cols} cells with walls around it has no room for {pellets} \
                 pellets and Pac-Man"
            ))
        })
    }

    fn text(&self) -> String {
        let rows = self.map.signs(self.map.start, self.all());
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        rows.join("\n")
    }

    fn reference(&self) -> PacmanReference<K> {
        PacmanReference::new(self.map.signs(self.map.start, self.all()), self.heuristic)
    }

    fn reference_shares_heuristic(&self) -> bool {
        self.heuristic != PacmanEstimate::Tour
    }

    fn set_heuristic(&mut self, index: usize) {
        self.heuristic = PacmanEstimate::ALL[index];
        self.tours = vec![];
        // Where a pellet is cut off no tour is of use, since no search is needed.
        if self.heuristic == PacmanEstimate::Tour
            && self.map.pellets.len() <= MOST_TOURED
            && self.unsolvable().is_none()
        {
            self.tours = self.distances.tours();
        }
    }

    fn heuristic(&self) -> usize {
        self.heuristic as usize
    }

    fn table_bytes(&self) -> u64 {
        self.distances.bytes() + size_of_val(&self.tours[..]) as u64
    }

    fn show_state(&self, state: &Position, out: &mut dyn Write) -> fmt::Result {
        self.write_map(state, false, out)
    }

    fn paint_state(&self, state: &Position, out: &mut dyn Write) -> fmt::Result {
        self.write_map(state, true, out)
    }

    fn draw(&self, state: &Position) -> Picture {
        let (width, height) = (self.map.cols as f64, self.map.rows as f64);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.1, Hue::Ink);
        for (row, signs) in self.map.signs(state.at, state.left).into_iter().enumerate() {
            for (col, sign) in signs.into_iter().enumerate() {
                let (x, y) = (col as f64 + 0.5, row as f64 + 0.5);
                match sign {
                    '%' => picture.rect(x - 0.48, y - 0.48, 0.96, 0.96, 0.15, Hue::Blue),
                    '.' => picture.circle(x, y, 0.14, Hue::Goal),
                    // The mouth, open to the right.
                    'P' => picture.circle(x, y, 0.42, Hue::Yellow).polygon(
                        &[(x, y), (x + 0.5, y - 0.3), (x + 0.5, y + 0.3)],
                        0.0,
                        Hue::Ink,
                    ),
                    _ => &mut picture,
                };
            }
        }
        picture
    }

    fn show_action(&self, action: Direction, out: &mut dyn Write) -> fmt::Result {
        out.write_str(action.name())
    }

    fn parse_action(&self, word: &str) -> Option<Direction> {
        Direction::from_name(word)
    }

    fn unsolvable(&self) -> Option<String> {
        let pellet = self.distances.cut_off(self.map.start)?;
        let (row, col) = self.map.places[usize::from(self.map.pellets[pellet])];
        Some(format!(
            "walls cut off the pellet in line {}, column {} from Pac-Man",
            row + 1,
            col + 1
        ))
    }

    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Direction>, Unsupported> {
        solve_reversible(self, strategy, limits, observer)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration>
    where
        K: heureka_core::store::SetKey,
    {
        Reversed::new(self).map(|back| explore(&back, limits))
    }
}
