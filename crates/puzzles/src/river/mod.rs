//! Missionaries and cannibals: any numbers, any boat, any goal.
//!
//! A state says who is on the starting bank and where the boat is. Loads are ordered by size, then by
//! balance, then by missionaries: (0,1) (1,0) (1,1) (0,2) (2,0) (1,2) (2,1) ….

mod draw;
mod info;
mod loads;
mod questions;
pub mod reference;

use heureka_core::abilities::Reversible;
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::{
    Abilities, Algorithm, Claim, Cost, DEAD_END, Limits, Observer, Problem, Stop, Strategy,
};
use heureka_kit::board::{invalid_size, parse_numbers};
use heureka_kit::numbers::plural;
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::{ParseError, words};
use info::INFO;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::RiverReference;
use std::array::from_fn;
use std::fmt::{self, Write};

/// The largest number of people of a kind.
const MAX_PEOPLE: u32 = 1_000_000;
/// The largest capacity of a boat.
const MAX_CAPACITY: usize = 2 * MAX_PEOPLE as usize;
/// The maximum number of loads of one trip, so that an expansion stays small.
const MAX_LOADS: u64 = 1 << 16;

/// Missionaries and cannibals.
pub type People = [u32; 2];

/// The people on the starting bank, and whether the boat is there. The default is an empty bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bank {
    /// The people on the bank.
    pub people: People,
    /// Whether the boat is at the bank.
    pub boat: bool,
}

/// One instance of missionaries and cannibals.
#[derive(Clone, Debug)]
pub struct River {
    /// Everybody, on both banks.
    all: People,
    start: Bank,
    goal: Bank,
    capacity: u32,
    /// Whether to use the rules of the published program, whose test of outbound trips is faulty.
    published: bool,
    /// An index into [`Info::heuristics`].
    heuristic: usize,
}

/// Returns whether the missionaries on a bank are safe.
fn safe([missionaries, cannibals]: People) -> bool {
    missionaries == 0 || missionaries >= cannibals
}

impl River {
    /// Returns the opposite bank.
    fn across(&self, bank: Bank) -> Bank {
        let people = from_fn(|kind| self.all[kind] - bank.people[kind]);
        Bank { people, boat: !bank.boat }
    }

    /// Returns whether the missionaries on both banks are safe.
    fn is_safe(&self, bank: Bank) -> bool {
        safe(bank.people) && safe(self.across(bank).people)
    }

    /// Returns whether the published program accepts the state after a trip. Its fault is kept, so
    /// that its runs can be reproduced.
    fn is_accepted_as_published(&self, bank: Bank) -> bool {
        let holds = |[missionaries, cannibals]: People| missionaries >= cannibals;
        let (near, far) = (holds(bank.people), holds(self.across(bank).people));
        match bank.people[0] {
            _ if bank.boat => self.is_safe(bank),
            3 => near,
            0 => far,
            _ => near && far,
        }
    }

    /// Returns the starting bank after a load has crossed, in either direction.
    fn cross(bank: Bank, load: People) -> Bank {
        let moved = |people: u32, load: u32| if bank.boat { people - load } else { people + load };
        Bank { people: from_fn(|kind| moved(bank.people[kind], load[kind])), boat: !bank.boat }
    }

    /// Returns how many people still have to cross outbound and inbound.
    fn misplaced(&self, bank: Bank) -> (i64, i64) {
        let [m, c] = from_fn(|i| i64::from(bank.people[i]) - i64::from(self.goal.people[i]));
        let outbound = m.max(0) + c.max(0);
        (outbound, outbound - m - c)
    }

    /// Returns the minimum number of trips if nobody were eaten.
    ///
    /// With p trips outbound and q inbound, p − q follows from where the boat is and where it ends.
    /// Each trip carries at least one person and at most `capacity`. A rower beyond those who have to
    /// cross must cross again: outbound + max(0, q − inbound) ≤ p · capacity and
    /// inbound + max(0, p − outbound) ≤ q · capacity. Each inequality is a lower bound on q. A trip
    /// lowers the minimum by at most one, so the heuristic is consistent.
    fn trips(&self, bank: Bank) -> Cost {
        let (outbound, inbound) = self.misplaced(bank);
        let ahead = i64::from(bank.boat) - i64::from(self.goal.boat);
        let capacity = i64::from(self.capacity);
        let minimum = |people: i64, per_trip: i64| {
            if people <= 0 { Some(0) } else { (people + per_trip - 1).checked_div(per_trip) }
        };
        let bounds = [
            Some((-ahead).max(0)),
            minimum(outbound - ahead * capacity, capacity),
            minimum(outbound - inbound - ahead * capacity, capacity - 1),
            minimum(inbound, capacity),
            minimum(inbound - outbound + ahead, capacity - 1),
        ];
        let inbound_trips = bounds.into_iter().try_fold(0, |most, bound| Some(most.max(bound?)));
        inbound_trips.and_then(|q| Cost::try_from(2 * q + ahead).ok()).unwrap_or(DEAD_END)
    }
}

impl Problem for River {
    type State = Bank;
    type Key = u64;
    /// The people in the boat.
    type Action = People;

    fn start(&self) -> Bank {
        self.start
    }

    fn is_goal(&self, bank: &Bank) -> bool {
        *bank == self.goal && (self.published || self.is_safe(*bank))
    }

    /// Visits loads by size, then by balance, then by missionaries.
    fn successors(&self, &bank: &Bank, visit: &mut impl FnMut(People, Cost, Bank)) {
        self.loads(bank, &mut |load| {
            let next = Self::cross(bank, load);
            if !self.published || self.is_accepted_as_published(next) {
                visit(load, 1, next);
            }
        });
    }

    #[inline]
    fn pack(&self, bank: &Bank) -> u64 {
        let [missionaries, cannibals] = bank.people.map(u64::from);
        missionaries << 32 | cannibals << 1 | u64::from(bank.boat)
    }

    #[inline]
    fn unpack(&self, &key: &u64) -> Bank {
        Bank { people: [(key >> 32) as u32, key as u32 >> 1], boat: key & 1 == 1 }
    }

    fn h(&self, &bank: &Bank) -> Cost {
        let (outbound, inbound) = self.misplaced(bank);
        match self.heuristic {
            info::TRIPS => self.trips(bank),
            info::PEOPLE => Cost::try_from(outbound + inbound).unwrap_or(DEAD_END),
            _ => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    fn undoes(&self, previous: People, next: People) -> bool {
        previous == next
    }

    /// Under the correct rules, every load can cross back.
    fn abilities<O: Observer<Bank, People>>(&self) -> Abilities<Self, O> {
        let reversible = Abilities::plain().reversible();
        if self.published { reversible } else { reversible.undirected() }
    }
}

impl Reversible for River {
    fn goals(&self, visit: &mut impl FnMut(Bank)) {
        if self.is_goal(&self.goal) {
            visit(self.goal);
        }
    }

    fn predecessors(&self, &bank: &Bank, visit: &mut impl FnMut(People, Cost, Bank)) {
        // The published program checks only the state after a trip.
        if !self.published || self.is_accepted_as_published(bank) {
            self.loads(bank, &mut |load| visit(load, 1, Self::cross(bank, load)));
        }
    }
}

impl Puzzle for River {
    type Reference = RiverReference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let published = parameters.choice("rules", info::RULES)? == Some(1);
        let values: Vec<_> = words(text)?.collect();
        let count = values.len();
        if ![3, 6].contains(&count) {
            let message = format!(
                "{}: expected 3 or 6, M C CAPACITY [M C BOAT], such as '3 3 2'",
                plural(count as u64, "value")
            );
            let place = values.get(6).or(values.last());
            return Err(place.map_or(ParseError::whole(&message), |word| word.error(&message)));
        }
        let number = |index: usize, what: &str, range| {
            values[index].number_in(&format!("{what}, a number from"), range)
        };
        let people = |index: usize, most: People| -> Result<People, ParseError> {
            let missionaries = number(index, "missionaries", 0..=most[0])?;
            Ok([missionaries, number(index + 1, "cannibals", 0..=most[1])?])
        };
        let all = people(0, [MAX_PEOPLE; 2])?;
        let capacity = number(2, "the boat's capacity", 1..=MAX_CAPACITY as u32)?;
        let mut goal = Bank::default();
        if count == 6 {
            goal.people = people(3, all)?;
            goal.boat = number(5, "the boat at the goal (1 = starting bank)", 0..=1)? == 1;
        }
        let start = Bank { people: all, boat: true };
        let river = Self { all, start, goal, capacity, published, heuristic: 0 };
        let loads = river.most_loads();
        if loads > MAX_LOADS {
            return Err(values[2].error(format!(
                "up to {loads} loads of the boat per trip: at most {MAX_LOADS} are supported; use a \
                 smaller boat"
            )));
        }
        Ok(river)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        const EXPECTED: &str = "NxCAPACITY, such as 6x4, with N from 1 to 1000";
        let (most, capacity) = match parse_numbers(size, EXPECTED)?[..] {
            // A boat for one can only take a single person across.
            [1..=1_000, 1] => (1, 1),
            [most @ 1..=1_000, capacity @ 2..=MAX_CAPACITY] => (most as u32, capacity),
            _ => return Err(invalid_size(size, EXPECTED)),
        };
        // Rejects wrong parameters. Below, an instance is invalid only if it has too many loads.
        Self::parse("1 0 1", parameters)?;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let missionaries = generator.random_range(1..=most);
            let cannibals = generator.random_range(0..=missionaries);
            let text = format!("{missionaries} {cannibals} {capacity}");
            let Ok(river) = Self::parse(&text, parameters) else { continue };
            let strategy = Strategy::new(Algorithm::AStar);
            let mut search = BestFirst::by_f(&river, Rule::new(&strategy), strategy.ties);
            if search.run(&mut Limits::none(), &mut ()).plan().is_some() {
                return Ok(river);
            }
        }
    }

    fn text(&self) -> String {
        let Self { all: [missionaries, cannibals], goal, capacity, .. } = self;
        let text = format!("{missionaries} {cannibals} {capacity}");
        if *goal == Bank::default() {
            return text;
        }
        format!("{text} {} {} {}", goal.people[0], goal.people[1], u8::from(goal.boat))
    }

    fn reference(&self) -> RiverReference {
        RiverReference(self.clone())
    }

    fn set_start(&mut self, state: Bank) {
        self.start = state;
    }

    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.heuristic = index;
        Ok(())
    }

    /// Writes `2m1c` for two missionaries and one cannibal, omitting zeros.
    fn show_action(&self, load: People, out: &mut dyn Write) -> fmt::Result {
        let mut parts = load.into_iter().zip(['m', 'c']).filter(|&(number, _)| number > 0);
        parts.try_for_each(|(number, kind)| write!(out, "{number}{kind}"))
    }

    fn parse_action(&self, word: &str) -> Option<People> {
        let number = |digits: &str| digits.parse().ok().filter(|_| !digits.starts_with(['0', '+']));
        match word.split_once('m') {
            Some((m, "")) => Some([number(m)?, 0]),
            Some((m, c)) => Some([number(m)?, number(c.strip_suffix('c')?)?]),
            None => Some([0, number(word.strip_suffix('c')?)?]),
        }
    }

    fn unsolvable(&self) -> Option<String> {
        let outnumbered = |bank: Bank| !self.published && !self.is_safe(bank);
        let stuck = self.trips(self.start) == DEAD_END;
        let reasons = [
            (outnumbered(self.start), "cannibals outnumber missionaries at the start"),
            (outnumbered(self.goal), "cannibals outnumber missionaries at the goal"),
            (stuck && self.all == [0, 0], "nobody is there to row the boat"),
            (stuck, "in a boat for one, whoever crosses has to row it back"),
        ];
        reasons.iter().find(|(holds, _)| *holds).map(|(_, reason)| (*reason).to_owned())
    }

    fn caveat(&self) -> Option<&'static str> {
        self.published.then_some(
            "published, faulty rules: after an outbound trip that leaves three missionaries, the \
             far bank is not checked; the plan may be illegal under the correct rules",
        )
    }
}

#[cfg(test)]
mod tests;
