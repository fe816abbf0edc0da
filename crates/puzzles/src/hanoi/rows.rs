//! Rows of 64 states that move together: with four rods, the positions of the three smallest disks.
//!
//! A larger disk moves in all states of a row whose small disks lie on the other two rods.

use super::Hanoi;
use heureka_core::Problem as _;
use heureka_core::abilities::{OneByOne, Rows};

/// The number of small disks.
const SMALL: u32 = 3;

/// The rows of a tower.
pub(super) struct HanoiRows<'p> {
    hanoi: &'p Hanoi,
    /// The moves of small disks; empty unless there are four rods and more than three disks.
    small: Vec<SmallMove>,
    /// By two rods: the states in which no small disk lies on them.
    free: [[u64; 4]; 4],
    /// The large disks alone.
    large: Hanoi,
}

/// A move of a small disk from one rod to another.
struct SmallMove {
    /// The states in which it is possible.
    from: u64,
    /// The change of the position in the row.
    change: i32,
}

/// Returns the states of a row that satisfy a condition on the rods of the disks.
fn states(condition: impl Fn(&dyn Fn(u32) -> u32) -> bool) -> u64 {
    let holds = |state: u32| condition(&|disk| state >> (2 * disk) & 3);
    (0..64).filter(|&state| holds(state)).fold(0, |states, state| states | 1 << state)
}

impl<'p> HanoiRows<'p> {
    pub fn new(hanoi: &'p Hanoi) -> Self {
        let has_rows = hanoi.rods == 4 && u32::from(hanoi.disks) > SMALL;
        let large = Hanoi::new(4, if has_rows { hanoi.disks - SMALL as u8 } else { 1 });
        let mut free = [[0; 4]; 4];
        let mut small = vec![];
        for (from, to) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))) {
            let is_free = |rod: &dyn Fn(u32) -> u32, disk| rod(disk) != from && rod(disk) != to;
            free[from as usize][to as usize] =
                states(|rod| (0..SMALL).all(|disk| is_free(rod, disk)));
            for disk in 0..SMALL {
                let is_possible = |rod: &dyn Fn(u32) -> u32| {
                    rod(disk) == from && (0..disk).all(|disk| is_free(rod, disk))
                };
                if from != to && has_rows {
                    let change = (to.cast_signed() - from.cast_signed()) << (2 * disk);
                    small.push(SmallMove { from: states(is_possible), change });
                }
            }
        }
        Self { hanoi, small, free, large }
    }
}

impl Rows for HanoiRows<'_> {
    #[inline(always)]
    fn expand(&self, first: u64, states: &[u64], visit: &mut impl FnMut(u64, u64)) -> u64 {
        if self.small.is_empty() {
            return OneByOne(self.hanoi).expand(first, states, visit);
        }
        let rows = (first..).zip(states).filter(|&(_, &states)| states != 0);
        rows.map(|(row, &states)| self.expand_row(row, states, visit)).sum()
    }
}

impl HanoiRows<'_> {
    #[inline(always)]
    fn expand_row(&self, row: u64, states: u64, visit: &mut impl FnMut(u64, u64)) -> u64 {
        let (mut generated, mut within) = (0, 0);
        for &SmallMove { from, change } in &self.small {
            let moving = states & from;
            generated += u64::from(moving.count_ones());
            within |= if change > 0 { moving << change } else { moving >> -change };
        }
        if within != 0 {
            visit(row, within);
        }
        self.large.successors(&row, &mut |(from, to), _, next| {
            let moving = states & self.free[usize::from(from & 3)][usize::from(to & 3)];
            if moving != 0 {
                generated += u64::from(moving.count_ones());
                visit(next, moving);
            }
        });
        generated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules_agree::rows_agree;

    #[test]
    fn rows_move_as_their_states_do() {
        for (rods, disks) in [(4, 4), (4, 5), (4, 9), (3, 8), (5, 4), (4, 2)] {
            rows_agree(&Hanoi::new(rods, disks), rods == 4 && disks > 3);
        }
    }
}
