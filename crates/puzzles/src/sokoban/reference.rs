//! Slow, direct rules for Sokoban: a state is the set of places with boxes, and the first of the places
//! where the player can be.

use super::Push;
use heureka_core::{Cost, DEAD_END, Problem};
use heureka_kit::board::Direction;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A row and a column.
type Place = (usize, usize);

/// Sokoban by direct rules.
#[derive(Debug)]
pub struct SokobanReference<const N: usize> {
    start: (BTreeSet<Place>, Place),
    /// The places that the player could reach if there were no boxes; they number the bits of a key.
    floor: BTreeSet<Place>,
    goals: BTreeSet<Place>,
    heuristic: usize,
    /// The pushes of a lone box from each place to each goal, computed on first use.
    pushes: OnceLock<BTreeMap<Place, BTreeMap<Place, Cost>>>,
}

/// Returns the place that lies one step ahead; walls surround every place.
fn ahead((row, col): Place, step: Direction) -> Place {
    match step {
        Direction::Up => (row - 1, col),
        Direction::Down => (row + 1, col),
        Direction::Left => (row, col - 1),
        Direction::Right => (row, col + 1),
    }
}

/// Returns the places that a walk reaches, where `is_free` allows them.
fn reachable(from: Place, is_free: impl Fn(&Place) -> bool) -> BTreeSet<Place> {
    let (mut reached, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(place) = open.pop() {
        let next = Direction::ALL.map(|step| ahead(place, step));
        open.extend(next.into_iter().filter(|next| is_free(next) && reached.insert(*next)));
    }
    reached
}

impl<const N: usize> SokobanReference<N> {
    pub(super) fn new(rows: &[Vec<char>], heuristic: usize) -> Self {
        let marked = |symbols: &str| -> BTreeSet<Place> {
            let all = rows.iter().enumerate().flat_map(|(row, line)| {
                line.iter().enumerate().map(move |(col, symbol)| ((row, col), *symbol))
            });
            all.filter(|(_, symbol)| symbols.contains(*symbol)).map(|(place, _)| place).collect()
        };
        let player = *marked("@+").first().expect("a level has a player");
        let walls = marked("#");
        let floor = reachable(player, |place| !walls.contains(place));
        let inside = |symbols| marked(symbols).intersection(&floor).copied().collect();
        let (boxes, goals) = (inside("$*"), inside(".*+"));
        let pushes = OnceLock::new();
        let mut reference = Self { start: (boxes, player), floor, goals, heuristic, pushes };
        reference.start.1 = reference.first_of_walk(&reference.start.0, player);
        reference
    }

    fn walk(&self, boxes: &BTreeSet<Place>, from: Place) -> BTreeSet<Place> {
        reachable(from, |place| self.floor.contains(place) && !boxes.contains(place))
    }

    fn first_of_walk(&self, boxes: &BTreeSet<Place>, from: Place) -> Place {
        *self.walk(boxes, from).first().unwrap_or(&from)
    }

    fn number(&self, place: Place) -> usize {
        self.floor.range(..place).count()
    }

    /// Returns the pushes of a lone box from a place to each goal that it reaches.
    fn pushes_from(&self, from: Place) -> BTreeMap<Place, Cost> {
        let (mut found, mut layer) = (BTreeMap::new(), BTreeSet::from([from]));
        for pushes in 0.. {
            found.extend(layer.iter().map(|&place| (place, pushes)));
            let next = layer.iter().flat_map(|&place| Direction::ALL.map(|step| (place, step)));
            let pushed = next.filter(|&(place, step)| {
                self.floor.contains(&ahead(place, step.opposite()))
                    && self.floor.contains(&ahead(place, step))
            });
            let pushed = pushed.map(|(place, step)| ahead(place, step));
            layer = pushed.filter(|place| !found.contains_key(place)).collect();
            if layer.is_empty() {
                break;
            }
        }
        found.retain(|place, _| self.goals.contains(place));
        found
    }

    /// Returns the cost of a cheapest assignment of boxes to goals. Each box in turn takes a goal, and boxes
    /// that had one change to others along the cheapest path (Bellman and Ford).
    fn assignment(&self, options: &[&BTreeMap<Place, Cost>]) -> Option<Cost> {
        let mut owners: BTreeMap<Place, usize> = BTreeMap::new();
        let cost =
            |index: usize, goal: &Place| options[index].get(goal).map(|&cost| i64::from(cost));
        for index in 0..options.len() {
            // For each goal, the least added cost and the goal that its new owner gives up.
            let mut best: BTreeMap<Place, (i64, Option<Place>)> = BTreeMap::new();
            for goal in options[index].keys() {
                best.insert(*goal, (cost(index, goal)?, None));
            }
            for _ in 0..self.goals.len() {
                for (given, &owner) in &owners {
                    let Some(&(added, _)) = best.get(given) else { continue };
                    for goal in options[owner].keys() {
                        let added = added - cost(owner, given)? + cost(owner, goal)?;
                        if best.get(goal).is_none_or(|&(known, _)| added < known) {
                            best.insert(*goal, (added, Some(*given)));
                        }
                    }
                }
            }
            let free = best.iter().filter(|(goal, _)| !owners.contains_key(goal));
            let mut goal = *free.min_by_key(|(_, (added, _))| *added)?.0;
            while let Some(given) = best[&goal].1 {
                owners.insert(goal, owners[&given]);
                goal = given;
            }
            owners.insert(goal, index);
        }
        owners.iter().map(|(goal, &owner)| options[owner].get(goal)).sum()
    }
}

impl<const N: usize> Problem for SokobanReference<N> {
    type State = (BTreeSet<Place>, Place);
    type Key = [u64; N];
    type Action = Push;

    fn start(&self) -> Self::State {
        self.start.clone()
    }

    fn is_goal(&self, (boxes, _): &Self::State) -> bool {
        boxes.is_subset(&self.goals)
    }

    fn successors(
        &self,
        (boxes, player): &Self::State,
        visit: &mut impl FnMut(Push, Cost, Self::State),
    ) {
        for place in self.walk(boxes, *player) {
            for direction in Direction::ALL {
                let from = ahead(place, direction);
                if !boxes.contains(&from) {
                    continue;
                }
                let to = ahead(from, direction);
                if self.floor.contains(&to) && !boxes.contains(&to) {
                    let mut next = boxes.clone();
                    next.remove(&from);
                    next.insert(to);
                    let first = self.first_of_walk(&next, from);
                    visit(Push { cell: self.number(from) as u8, direction }, 1, (next, first));
                }
            }
        }
    }

    fn pack(&self, (boxes, player): &Self::State) -> [u64; N] {
        let mut key = [0; N];
        for number in boxes.iter().map(|&place| self.number(place)) {
            key[number / 64] += 1 << (number % 64);
        }
        key[N - 1] += (self.number(*player) as u64) << 56;
        key
    }

    /// Adds or omits boxes if the key has another number of them, and moves a misplaced player.
    fn unpack(&self, key: &[u64; N]) -> Self::State {
        let (listed, others): (Vec<_>, Vec<_>) = (0..)
            .zip(&self.floor)
            .partition(|(number, _)| key[number / 64] >> (number % 64) & 1 == 1);
        let in_order = listed.iter().chain(&others).map(|(_, place)| **place);
        let boxes: BTreeSet<Place> = in_order.take(self.start.0.len()).collect();
        let player = self.floor.iter().nth((key[N - 1] >> 56) as usize);
        let free = self.floor.iter().filter(|place| !boxes.contains(place));
        let player = player.filter(|place| !boxes.contains(place)).or(free.clone().next());
        let player = self.first_of_walk(&boxes, *player.unwrap_or(&self.start.1));
        (boxes, player)
    }

    fn h(&self, (boxes, _): &Self::State) -> Cost {
        let pushes = self.pushes.get_or_init(|| {
            self.floor.iter().map(|&place| (place, self.pushes_from(place))).collect()
        });
        let options: Vec<_> = boxes.iter().map(|place| &pushes[place]).collect();
        let nearest =
            || options.iter().map(|goals| goals.values().min().copied()).sum::<Option<Cost>>();
        match self.heuristic {
            0 => self.assignment(&options).unwrap_or(DEAD_END),
            1 => nearest().unwrap_or(DEAD_END),
            _ => 0,
        }
    }
}
