//! Missionaries and cannibals, directly from the statement: tries the loads that fit into the boat
//! and checks every bank.

use super::{Bank, People, River, info};
use heureka_core::{Cost, DEAD_END, Problem};
use std::ops::RangeInclusive;

/// The slow and obvious rules.
#[derive(Debug)]
pub struct RiverReference(pub(super) River);

impl RiverReference {
    /// Returns the people on the far bank; `None` for impossible numbers.
    fn far(&self, bank: Bank) -> Option<People> {
        let ([m, c], [all_m, all_c]) = (bank.people, self.0.all);
        Some([all_m.checked_sub(m)?, all_c.checked_sub(c)?])
    }

    /// Returns whether nobody is eaten on either bank.
    fn is_safe(&self, bank: Bank) -> bool {
        let eaten = |[m, c]: People| m > 0 && c > m;
        self.far(bank).is_some_and(|far| !eaten(bank.people) && !eaten(far))
    }

    /// Returns whether the rules accept the state after a trip.
    fn accepts(&self, bank: Bank) -> bool {
        let Some(far) = self.far(bank) else { return false };
        let [near_is_safe, far_is_safe] = [bank.people, far].map(|[m, c]| c <= m);
        // The published program tests for 3 where it means everybody.
        match bank.people[0] {
            _ if !self.0.published || bank.boat => self.is_safe(bank),
            3 => near_is_safe,
            0 => far_is_safe,
            _ => near_is_safe && far_is_safe,
        }
    }

    /// Returns the numbers of cannibals to try with so many missionaries in the boat. Left out are those
    /// that leave, or bring, too many to where missionaries are: large boats have millions of them.
    pub(super) fn cannibals(&self, bank: Bank, m: u32) -> RangeInclusive<u32> {
        let [near, far] = [bank.people, self.far(bank).unwrap_or_default()];
        let ([left_m, left_c], [there_m, there_c]) =
            if bank.boat { (near, far) } else { (far, near) };
        let most = left_c.min(self.0.capacity - m);
        if self.0.published {
            return 0..=most;
        }
        let (left_m, there_m) = (left_m - m, there_m + m);
        let fewest = if left_m > 0 { left_c.saturating_sub(left_m) } else { 0 };
        let most = if there_m > 0 { most.min(there_m.saturating_sub(there_c)) } else { most };
        fewest..=most
    }

    /// Returns how many people have to cross outbound and inbound.
    fn misplaced(&self, bank: Bank) -> [u64; 2] {
        let missing = |from: Bank, to: Bank| {
            (0..2).map(|kind| u64::from(from.people[kind].saturating_sub(to.people[kind]))).sum()
        };
        [missing(bank, self.0.goal), missing(self.0.goal, bank)]
    }

    /// Finds the fewest trips in which the boat has room for everybody.
    fn trips(&self, bank: Bank) -> Cost {
        let [outbound, inbound] = self.misplaced(bank);
        let capacity = u64::from(self.0.capacity);
        let enough = |trips: &u64| {
            let trips_out = (trips + u64::from(bank.boat)) / 2;
            let trips_in = trips - trips_out;
            // A rower beyond those who have to cross must cross again.
            let seats_out = outbound + trips_in.saturating_sub(inbound);
            let seats_in = inbound + trips_out.saturating_sub(outbound);
            (bank.boat != (trips % 2 == 1)) == self.0.goal.boat
                && seats_out <= trips_out * capacity
                && seats_in <= trips_in * capacity
        };
        // Two more trips need at most one more seat each way and add `capacity`, so enough trips stay
        // enough. In a boat for two, every pair of trips brings one person closer.
        let odd = u64::from(bank.boat != self.0.goal.boat);
        let (mut low, mut high) = (0, outbound + inbound + 2);
        while low < high {
            let pairs = u64::midpoint(low, high);
            if enough(&(2 * pairs + odd)) { high = pairs } else { low = pairs + 1 }
        }
        let trips = 2 * low + odd;
        if enough(&trips) { trips as Cost } else { DEAD_END }
    }
}

impl Problem for RiverReference {
    type State = Bank;
    type Key = u64;
    type Action = People;

    fn start(&self) -> Bank {
        self.0.start
    }

    fn is_goal(&self, &bank: &Bank) -> bool {
        bank == self.0.goal && (self.0.published || self.is_safe(bank))
    }

    fn successors(&self, bank: &Bank, visit: &mut impl FnMut(People, Cost, Bank)) {
        let Some(far) = self.far(*bank) else { return };
        let [at_boat_m, _] = if bank.boat { bank.people } else { far };
        let capacity = self.0.capacity;
        let mut loads: Vec<People> = (0..=capacity.min(at_boat_m))
            .flat_map(|m| self.cannibals(*bank, m).map(move |c| [m, c]))
            .collect();
        loads.sort_unstable_by_key(|&[m, c]| (m + c, m.abs_diff(c), m));
        for load in loads {
            if let Some((cost, next)) = self.apply(bank, load) {
                visit(load, cost, next);
            }
        }
    }

    /// Checks one load without generating the others, of which a large boat has many.
    fn apply(&self, &bank: &Bank, [m, c]: People) -> Option<(Cost, Bank)> {
        let far = self.far(bank)?;
        let [near_m, near_c] = bank.people;
        let [at_boat_m, at_boat_c] = if bank.boat { bank.people } else { far };
        let fits = m <= at_boat_m && c <= at_boat_c && (1..=self.0.capacity).contains(&(m + c));
        if !fits || !self.0.published && !self.is_safe(bank) {
            return None;
        }
        let people = if bank.boat { [near_m - m, near_c - c] } else { [near_m + m, near_c + c] };
        let next = Bank { people, boat: !bank.boat };
        self.accepts(next).then_some((1, next))
    }

    fn pack(&self, bank: &Bank) -> u64 {
        let [missionaries, cannibals] = bank.people.map(u64::from);
        missionaries * (1 << 32) + cannibals * 2 + u64::from(bank.boat)
    }

    /// Maps a key with too many people to a bank with all of them.
    fn unpack(&self, &key: &u64) -> Bank {
        let (missionaries, low) = (key / (1 << 32), key % (1 << 32));
        let [all_m, all_c] = self.0.all;
        let people = [(missionaries as u32).min(all_m), ((low / 2) as u32).min(all_c)];
        Bank { people, boat: low % 2 == 1 }
    }

    fn h(&self, &bank: &Bank) -> Cost {
        match self.0.heuristic {
            info::TRIPS => self.trips(bank),
            info::PEOPLE => self.misplaced(bank).iter().sum::<u64>() as Cost,
            _ => 0,
        }
    }
}
