//! Missionaries and cannibals by the book: every load is tried, every bank is looked at.

use heureka_core::{Claim, Cost, DEAD_END, Problem};

/// The heuristic, as the reference knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiverEstimate {
    /// Nothing.
    Zero,
    /// Everybody who is on the wrong bank.
    People,
    /// The trips that it takes if nobody is ever eaten.
    Trips,
}

/// Missionaries and cannibals on the starting bank, and whether the boat is there.
pub type Side = (u32, u32, bool);

/// Missionaries and cannibals, slow and obvious.
#[derive(Debug)]
pub struct RiverReference {
    /// Everybody, at the start.
    pub start: Side,
    /// Who shall be on the starting bank in the end.
    pub goal: Side,
    /// How many the boat carries.
    pub capacity: u32,
    /// Whether trips are judged as the published program judges them.
    pub published: bool,
    /// The heuristic.
    pub estimate: RiverEstimate,
}

impl RiverReference {
    /// Who is on the far bank; nothing for numbers that cannot be.
    fn far(&self, (missionaries, cannibals, _): Side) -> Option<(u32, u32)> {
        let far_missionaries = self.start.0.checked_sub(missionaries)?;
        let far_cannibals = self.start.1.checked_sub(cannibals)?;
        Some((far_missionaries, far_cannibals))
    }

    /// Nobody is eaten on either bank.
    fn nobody_is_eaten(&self, side: Side) -> bool {
        let Some(far) = self.far(side) else { return false };
        let eaten = |(missionaries, cannibals)| missionaries > 0 && cannibals > missionaries;
        !eaten((side.0, side.1)) && !eaten(far)
    }

    /// The published program's judgment of the state after a trip.
    fn published_judgment(&self, side: Side) -> bool {
        let Some((far_missionaries, far_cannibals)) = self.far(side) else { return false };
        let (missionaries, cannibals, boat_is_back) = side;
        if boat_is_back {
            return self.nobody_is_eaten(side);
        }
        // It tested for 3 where it meant everybody.
        if missionaries == 3 {
            cannibals <= missionaries
        } else if missionaries == 0 {
            far_cannibals <= far_missionaries
        } else {
            cannibals <= missionaries && far_cannibals <= far_missionaries
        }
    }

    fn accepts(&self, after: Side) -> bool {
        if self.published { self.published_judgment(after) } else { self.nobody_is_eaten(after) }
    }

    /// How many have to go over and how many to come back, both kinds taken together.
    fn to_move(&self, side: Side) -> (u64, u64) {
        let mut over = 0;
        let mut back = 0;
        for (now, then) in [(side.0, self.goal.0), (side.1, self.goal.1)] {
            if now > then {
                over += u64::from(now - then);
            } else {
                back += u64::from(then - now);
            }
        }
        (over, back)
    }

    /// Tries one trip, two trips, three, …, until the boats have room enough.
    fn trips(&self, side: Side) -> Cost {
        // From numbers that cannot be, there is no way.
        if self.far(side).is_none() {
            return DEAD_END;
        }
        let (over, back) = self.to_move(side);
        let room = u64::from(self.capacity);
        // With a boat for two, every pair of trips brings somebody nearer.
        let enough = 2 * (over + back) + 4;
        let (mut trips_over, mut trips_back) = (0, 0);
        let mut boat = side.2;
        for trips in 0..=enough {
            // A trip beyond those that are needed is made by somebody who has to be undone.
            let extra_back = trips_back - back.min(trips_back);
            let extra_over = trips_over - over.min(trips_over);
            let fits =
                over + extra_back <= trips_over * room && back + extra_over <= trips_back * room;
            if boat == self.goal.2 && fits {
                return trips as Cost;
            }
            if boat {
                trips_over += 1;
            } else {
                trips_back += 1;
            }
            boat = !boat;
        }
        DEAD_END
    }
}

impl Problem for RiverReference {
    type State = Side;
    type Key = u64;
    type Action = (u32, u32);

    fn start(&self) -> Side {
        self.start
    }

    fn is_goal(&self, &side: &Side) -> bool {
        side == self.goal && (self.published || self.nobody_is_eaten(side))
    }

    fn successors(&self, &side: &Side, visit: &mut impl FnMut((u32, u32), Cost, Side)) {
        let people = self.start.0.saturating_add(self.start.1);
        for size in 1..=self.capacity.min(people) {
            let mut loads: Vec<(u32, u32)> = (0..=size).map(|m| (m, size - m)).collect();
            loads.sort_by_key(|&(m, c)| (m.abs_diff(c), m));
            for load in loads {
                if let Some((cost, after)) = self.apply(&side, load) {
                    visit(load, cost, after);
                }
            }
        }
    }

    /// Whether one load may cross needs no look at all others, of which a large boat has many.
    fn apply(&self, &side: &Side, (m, c): (u32, u32)) -> Option<(Cost, Side)> {
        let far = self.far(side)?;
        let here = if side.2 { (side.0, side.1) } else { far };
        let fits = m <= here.0 && c <= here.1 && (1..=self.capacity).contains(&(m + c));
        if !fits || !self.published && !self.nobody_is_eaten(side) {
            return None;
        }
        let after =
            if side.2 { (side.0 - m, side.1 - c, false) } else { (side.0 + m, side.1 + c, true) };
        self.accepts(after).then_some((1, after))
    }

    fn pack(&self, &(missionaries, cannibals, boat): &Side) -> u64 {
        u64::from(missionaries) * (1 << 32) + u64::from(cannibals) * 2 + u64::from(boat)
    }

    fn unpack(&self, &key: &u64) -> Side {
        let low = key % (1 << 32);
        ((key / (1 << 32)) as u32, (low / 2) as u32, low % 2 == 1)
    }

    fn h(&self, &side: &Side) -> Cost {
        match self.estimate {
            RiverEstimate::Zero => 0,
            RiverEstimate::People => {
                let (over, back) = self.to_move(side);
                (over + back) as Cost
            }
            RiverEstimate::Trips => self.trips(side),
        }
    }

    fn claim(&self) -> Claim {
        match self.estimate {
            RiverEstimate::People => Claim::Nothing,
            RiverEstimate::Zero | RiverEstimate::Trips => Claim::Consistent,
        }
    }
}
