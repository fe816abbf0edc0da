//! Random boards: bricks laid at random, then the arrangement farthest from any solved one.

use super::matrix::{GameState, MASTER, WALL};
use super::{Arrangement, Bricks, Labels, Metric, Slide};
use heureka_core::search::{BestFirst, Rule};
use heureka_core::{Algorithm, Cost, Limits, Problem, Strategy};
use heureka_kit::text::ParseError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The shortest and the longest side of a random board.
const SIDES: std::ops::RangeInclusive<usize> = 3..=6;
/// Spaces larger than this are looked at in part.
const MOST_STATES: u64 = 30_000;
/// So many boards are laid before giving up; most can be solved.
const TRIES: usize = 1000;
/// The hardest of so many boards that can be solved is taken.
const CANDIDATES: usize = 8;
/// How the states of random boards are kept.
type State = [u64; 8];

/// A random solvable board whose inside has so many columns and rows, such as `4x5`.
///
/// # Errors
/// If the size is none.
pub fn random(size: &str, seed: u64) -> Result<GameState, ParseError> {
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    let sides = size.split_once('x').and_then(|(w, h)| Some((side(w)?, side(h)?)));
    let Some((width, height)) = sides else {
        return Err(ParseError::whole(format!(
            "size '{size}': expected columns x rows from 3x3 to 6x6, such as 4x5"
        )));
    };
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut hardest = None;
    let mut solvable = 0;
    for _ in 0..TRIES {
        let laid = lay(width, height, &mut generator);
        let puzzle = Bricks::<State>::new(laid, Metric::Steps, Labels::Normal)?;
        if let Some((state, steps)) = farthest(&puzzle) {
            solvable += 1;
            if hardest.as_ref().is_none_or(|&(_, most)| steps > most) {
                hardest = Some((puzzle.game_state(&state), steps));
            }
            if solvable == CANDIDATES {
                break;
            }
        }
    }
    hardest.map(|(state, _)| state).ok_or_else(|| {
        ParseError::whole(format!("no board of size {size} came of seed {seed}: try another seed"))
    })
}

/// A board with walls around, an exit and bricks laid at random.
fn lay(width: usize, height: usize, generator: &mut Xoshiro256PlusPlus) -> GameState {
    let mut below = |most: usize| generator.random_range(0..most as u32) as usize;
    let (w, h) = (width + 2, height + 2);
    let mut cells = vec![WALL; w * h];
    let inside = || (1..=height).flat_map(|y| (1..=width).map(move |x| (x, y)));
    for (x, y) in inside() {
        cells[y * w + x] = 0;
    }
    let master = [(2, 2), (2, 2), (2, 2), (2, 1), (1, 2)][below(5)];
    // The exit is as wide as the master.
    let upright = below(2) == 0;
    let (along, sides) = if upright { (height, master.1) } else { (width, master.0) };
    let first = 1 + below(along + 1 - sides);
    let far = below(2) == 1;
    for i in first..first + sides {
        let (x, y) = match (upright, far) {
            (true, true) => (w - 1, i),
            (true, false) => (0, i),
            (false, true) => (i, h - 1),
            (false, false) => (i, 0),
        };
        cells[y * w + x] = -1;
    }
    let lay = |cells: &mut Vec<i32>, at: (usize, usize), shape: &[(usize, usize)], number: i32| {
        let places: Vec<_> = shape.iter().map(|(x, y)| (at.1 + y) * w + at.0 + x).collect();
        let fits = places.iter().all(|&place| cells.get(place) == Some(&0));
        if fits {
            for &place in &places {
                cells[place] = number;
            }
        }
        fits
    };
    let rectangle = |(across, down): (usize, usize)| -> Vec<(usize, usize)> {
        (0..down).flat_map(|y| (0..across).map(move |x| (x, y))).collect()
    };
    let at = (1 + below(width + 1 - master.0), 1 + below(height + 1 - master.1));
    lay(&mut cells, at, &rectangle(master), MASTER);
    let empty = 2 + below(2);
    let corner = |missing: usize| -> Vec<(usize, usize)> {
        let square = [(0, 0), (1, 0), (0, 1), (1, 1)];
        (0..4).filter(|&i| i != missing).map(|i| square[i]).collect()
    };
    let crooked = below(3) == 0;
    let mut number = MASTER + 1;
    loop {
        let free: Vec<_> = inside().filter(|&(x, y)| cells[y * w + x] == 0).collect();
        if free.len() <= empty {
            break;
        }
        let at = free[below(free.len())];
        let shape = match below(10) {
            0..=3 => rectangle((1, 2)),
            4..=6 => rectangle((2, 1)),
            7 if crooked => corner(3),
            8 if crooked => corner(1),
            _ => vec![(0, 0)],
        };
        let room = free.len() - empty;
        if shape.len() <= room && lay(&mut cells, at, &shape, number) {
            number += 1;
        }
    }
    let goal = cells.iter().map(|&number| number == -1).collect();
    GameState::new(w, h, cells, goal)
}

/// The arrangement that takes the most steps to solve, and how many; nothing if none can be solved.
fn farthest(puzzle: &Bricks<State>) -> Option<(State, Cost)> {
    let strategy = Strategy::new(Algorithm::Bfs);
    let rule = Rule::new(&strategy, 0, 0);
    let everything = Everything(puzzle);
    let mut search = BestFirst::breadth_first(&everything, rule);
    search.run(&mut Limits::none().expansions(MOST_STATES), &mut ());
    let solved: Vec<_> =
        search.closed().map(|(state, _)| state).filter(|state| puzzle.is_goal(state)).collect();
    if solved.is_empty() {
        return None;
    }
    let backward = FromAll(puzzle, solved);
    let mut search = BestFirst::breadth_first(&backward, rule);
    search.run(&mut Limits::none().expansions(MOST_STATES), &mut ());
    let mut farthest = None;
    for (state, steps) in search.closed() {
        if let Some(state) = state
            && farthest.is_none_or(|(_, most)| steps > most)
        {
            farthest = Some((state, steps));
        }
    }
    // The first step was to one of the solved states.
    farthest.map(|(state, steps)| (state, steps - 1)).filter(|&(_, steps)| steps > 0)
}

/// All that can be reached, solved or not.
struct Everything<'p, A: Arrangement>(&'p Bricks<A>);

impl<A: Arrangement> Problem for Everything<'_, A> {
    type State = A;
    type Key = A;
    type Action = Slide;
    fn start(&self) -> A {
        self.0.start()
    }
    fn is_goal(&self, _: &A) -> bool {
        false
    }
    fn successors(&self, state: &A, visit: &mut impl FnMut(Slide, Cost, A)) {
        self.0.successors(state, visit);
    }
    fn pack(&self, state: &A) -> A {
        *state
    }
    fn unpack(&self, key: &A) -> A {
        *key
    }
}

/// A start from which one move leads to each of several states.
struct FromAll<'p, A: Arrangement>(&'p Bricks<A>, Vec<A>);

impl<A: Arrangement> Problem for FromAll<'_, A> {
    type State = Option<A>;
    type Key = Option<A>;
    type Action = (usize, Slide);
    fn start(&self) -> Option<A> {
        None
    }
    fn is_goal(&self, _: &Option<A>) -> bool {
        false
    }
    fn successors(
        &self,
        state: &Option<A>,
        visit: &mut impl FnMut((usize, Slide), Cost, Option<A>),
    ) {
        match state {
            None => {
                for (i, &next) in self.1.iter().enumerate() {
                    visit((i, Slide::NONE), 1, Some(next));
                }
            }
            Some(state) => {
                self.0.successors(state, &mut |slide, cost, next| {
                    visit((0, slide), cost, Some(next));
                });
            }
        }
    }
    fn pack(&self, state: &Option<A>) -> Option<A> {
        *state
    }
    fn unpack(&self, key: &Option<A>) -> Option<A> {
        *key
    }
}
