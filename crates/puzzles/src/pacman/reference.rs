//! Pac-Man by the book: the map is a table of signs, and a step changes two of them.

use crate::pacman::{Direction, Packed};
use heureka_core::{Claim, Cost, Problem};
use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;

/// A row and a column.
type Place = (usize, usize);

/// The heuristic, in the order in which the puzzle lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacmanEstimate {
    /// The way to the nearest pellet and a minimum spanning tree.
    SpanningTree,
    /// The way to the farthest pellet.
    Farthest,
    /// The pellets left.
    Pellets,
    /// The shortest tour, which the reference estimates by nothing.
    Tour,
    /// Nothing.
    Zero,
}

impl PacmanEstimate {
    /// All of them, in their order.
    pub const ALL: [Self; 5] =
        [Self::SpanningTree, Self::Farthest, Self::Pellets, Self::Tour, Self::Zero];
}

/// Pac-Man, slow and obvious. A state is the map itself.
#[derive(Debug)]
pub struct PacmanReference<K> {
    map: Vec<Vec<char>>,
    estimate: PacmanEstimate,
    key: PhantomData<K>,
}

fn places(map: &[Vec<char>], wanted: impl Fn(char) -> bool) -> Vec<Place> {
    let mut found = vec![];
    for (row, signs) in map.iter().enumerate() {
        for (col, &sign) in signs.iter().enumerate() {
            if wanted(sign) {
                found.push((row, col));
            }
        }
    }
    found
}

fn neighbor(map: &[Vec<char>], (row, col): Place, step: Direction) -> Option<Place> {
    let next = match step {
        Direction::Up => (row.checked_sub(1)?, col),
        Direction::Down => (row + 1, col),
        Direction::Left => (row, col.checked_sub(1)?),
        Direction::Right => (row, col + 1),
    };
    let sign = map.get(next.0)?.get(next.1)?;
    (*sign != '%').then_some(next)
}

const STEPS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// How many steps every place is away from one.
fn ways(map: &[Vec<char>], from: Place) -> BTreeMap<Place, Cost> {
    let mut found = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(place) = queue.pop_front() {
        for next in STEPS.into_iter().filter_map(|step| neighbor(map, place, step)) {
            if !found.contains_key(&next) {
                found.insert(next, found[&place] + 1);
                queue.push_back(next);
            }
        }
    }
    found
}

impl<K> PacmanReference<K> {
    /// The instance with this map, where `%` is a wall.
    #[must_use]
    pub fn new(map: Vec<Vec<char>>, estimate: PacmanEstimate) -> Self {
        Self { map, estimate, key: PhantomData }
    }

    fn pacman(map: &[Vec<char>]) -> Place {
        places(map, |sign| sign == 'P')[0]
    }

    /// Kruskal's algorithm: the shortest connections that join what is not yet joined.
    fn spanning_tree(map: &[Vec<char>], pellets: &[Place]) -> Cost {
        let mut group: Vec<usize> = (0..pellets.len()).collect();
        let mut connections = vec![];
        for (a, &place) in pellets.iter().enumerate() {
            let ways = ways(map, place);
            for (b, other) in pellets.iter().enumerate().skip(a + 1) {
                connections.extend(ways.get(other).map(|&steps| (steps, a, b)));
            }
        }
        connections.sort_unstable();
        let mut total = 0;
        for (steps, a, b) in connections {
            let (old, new) = (group[a], group[b]);
            if old != new {
                total += steps;
                group.iter_mut().filter(|g| **g == old).for_each(|g| *g = new);
            }
        }
        total
    }
}

impl<K: Packed> Problem for PacmanReference<K> {
    type State = Vec<Vec<char>>;
    type Key = K;
    type Action = Direction;

    fn start(&self) -> Self::State {
        self.map.clone()
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        !state.iter().flatten().any(|&sign| sign == '.')
    }

    fn successors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Direction, Cost, Self::State),
    ) {
        let from = Self::pacman(state);
        for step in STEPS {
            if let Some(to) = neighbor(state, from, step) {
                let mut next = state.clone();
                next[from.0][from.1] = ' ';
                next[to.0][to.1] = 'P';
                visit(step, 1, next);
            }
        }
    }

    fn pack(&self, state: &Self::State) -> K {
        let at = Self::pacman(state);
        let open = places(&self.map, |sign| sign != '%');
        let pellets = places(&self.map, |sign| sign == '.');
        let left = pellets.iter().enumerate().filter(|(_, place)| state[place.0][place.1] == '.');
        let cell = open.iter().position(|&place| place == at).unwrap_or(0);
        K::pack(cell as u16, left.fold(0, |left, (number, _)| left | 1 << number))
    }

    fn unpack(&self, key: &K) -> Self::State {
        let (cell, left) = key.unpack();
        let open = places(&self.map, |sign| sign != '%');
        let at = open[usize::from(cell).min(open.len() - 1)];
        let mut state = self.map.clone();
        for (number, (row, col)) in places(&self.map, |sign| sign == '.').into_iter().enumerate() {
            if left >> number & 1 == 0 {
                state[row][col] = ' ';
            }
        }
        let start = Self::pacman(&self.map);
        state[start.0][start.1] = ' ';
        state[at.0][at.1] = 'P';
        state
    }

    fn h(&self, state: &Self::State) -> Cost {
        let pellets = places(state, |sign| sign == '.');
        let ways_to = || {
            let ways = ways(state, Self::pacman(state));
            pellets.iter().filter_map(|place| ways.get(place).copied()).collect::<Vec<Cost>>()
        };
        match self.estimate {
            PacmanEstimate::SpanningTree => {
                let nearest = ways_to().into_iter().min().unwrap_or(0);
                nearest + Self::spanning_tree(state, &pellets)
            }
            PacmanEstimate::Farthest => ways_to().into_iter().max().unwrap_or(0),
            PacmanEstimate::Pellets => pellets.len() as Cost,
            PacmanEstimate::Tour | PacmanEstimate::Zero => 0,
        }
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}
