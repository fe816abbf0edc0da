//! Slow, direct rules for Pac-Man: a state is a table of symbols, and a step changes two of them.

use crate::pacman::Packed;
use heureka_core::{Cost, Problem};
use heureka_kit::board::Direction;
use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;
use std::sync::OnceLock;

/// A row and a column.
type Place = (usize, usize);

/// The distance to an unreachable pellet, the same as in the fast rules.
const UNREACHABLE: Cost = 65_535;

/// Pac-Man by direct rules.
#[derive(Debug)]
pub struct PacmanReference<K> {
    /// The map with all pellets, which numbers them; `%` is a wall.
    pub(super) map: Vec<Vec<char>>,
    pub(super) start: Vec<Vec<char>>,
    pub(super) heuristic: usize,
    /// The distances between the pellets, computed on first use.
    pub(super) between: OnceLock<BTreeMap<(Place, Place), Cost>>,
    pub(super) key: PhantomData<K>,
}

fn places(map: &[Vec<char>], wanted: impl Fn(char) -> bool) -> Vec<Place> {
    let rows = map.iter().enumerate();
    let all = rows.flat_map(|(row, symbols)| (0..symbols.len()).map(move |col| (row, col)));
    all.filter(|&(row, col)| wanted(map[row][col])).collect()
}

fn neighbor(map: &[Vec<char>], (row, col): Place, step: Direction) -> Option<Place> {
    let next = match step {
        Direction::Up => (row.checked_sub(1)?, col),
        Direction::Down => (row + 1, col),
        Direction::Left => (row, col.checked_sub(1)?),
        Direction::Right => (row, col + 1),
    };
    let symbol = map.get(next.0)?.get(next.1)?;
    (*symbol != '%').then_some(next)
}

/// Returns the distances from one place to all reachable ones.
fn distances(map: &[Vec<char>], from: Place) -> BTreeMap<Place, Cost> {
    let mut found = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(place) = queue.pop_front() {
        for next in Direction::ALL.into_iter().filter_map(|step| neighbor(map, place, step)) {
            if !found.contains_key(&next) {
                found.insert(next, found[&place] + 1);
                queue.push_back(next);
            }
        }
    }
    found
}

impl<K> PacmanReference<K> {
    fn pacman(map: &[Vec<char>]) -> Place {
        places(map, |symbol| symbol == 'P')[0]
    }

    /// Returns the distances between all pellets of the map.
    fn steps_between_pellets(&self) -> BTreeMap<(Place, Place), Cost> {
        let pellets = places(&self.map, |symbol| symbol == '.');
        let mut between = BTreeMap::new();
        for &from in &pellets {
            let steps = distances(&self.map, from);
            for &to in &pellets {
                between.insert((from, to), *steps.get(&to).unwrap_or(&UNREACHABLE));
            }
        }
        between
    }

    /// Returns the weight of a minimum spanning tree, by Kruskal's algorithm.
    fn spanning_tree(&self, pellets: &[Place]) -> Cost {
        let mut group: Vec<usize> = (0..pellets.len()).collect();
        let mut edges = vec![];
        let steps = self.between.get_or_init(|| self.steps_between_pellets());
        for (a, &place) in pellets.iter().enumerate() {
            for (b, &other) in pellets.iter().enumerate().skip(a + 1) {
                edges.push((steps[&(place, other)], a, b));
            }
        }
        edges.sort_unstable();
        let mut total = 0;
        for (steps, a, b) in edges {
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
        self.start.clone()
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        !state.iter().flatten().any(|&symbol| symbol == '.')
    }

    fn successors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Direction, Cost, Self::State),
    ) {
        let from = Self::pacman(state);
        for step in Direction::ALL {
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
        let open = places(&self.map, |symbol| symbol != '%');
        let pellets = places(&self.map, |symbol| symbol == '.');
        let left = pellets.iter().enumerate().filter(|(_, place)| state[place.0][place.1] == '.');
        let cell = open.iter().position(|&place| place == at).unwrap_or(0);
        K::pack(cell as u16, left.fold(0, |left, (number, _)| left | 1 << number))
    }

    fn unpack(&self, key: &K) -> Self::State {
        let (cell, left) = key.unpack();
        let open = places(&self.map, |symbol| symbol != '%');
        let at = open[usize::from(cell).min(open.len() - 1)];
        let mut state = self.map.clone();
        for (number, (row, col)) in
            places(&self.map, |symbol| symbol == '.').into_iter().enumerate()
        {
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
        let pellets = places(state, |symbol| symbol == '.');
        let steps = || {
            let distances = distances(state, Self::pacman(state));
            pellets.iter().map(move |place| *distances.get(place).unwrap_or(&UNREACHABLE))
        };
        match self.heuristic {
            0 => steps().min().unwrap_or(0) + self.spanning_tree(&pellets),
            1 => steps().max().unwrap_or(0),
            2 => pellets.len() as Cost,
            // The reference does not compute tours.
            _ => 0,
        }
    }
}
