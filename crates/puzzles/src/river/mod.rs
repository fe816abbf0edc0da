//! Missionaries and cannibals: any numbers, any boat, any goal.
//!
//! A state says who stands on the starting bank and where the boat is. Loads go by their size, then
//! the more balanced ones first, then those with fewer missionaries: (0,1) (1,0) (1,1) (0,2) (2,0)
//! (1,2) (2,1) …. Of the loads of one size only few can leave both banks safe, and those are made
//! directly, so that large boats cost little.

mod draw;
mod info;
mod loads;
pub mod reference;

use heureka_core::{
    Algorithm, Claim, Cost, DEAD_END, Exploration, Limits, Observer, Problem, Report, Reversed,
    Reversible, Strategy, Undirected, Unsupported, explore, solve, solve_reversible,
};
use heureka_kit::draw::Picture;
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::{ParseError, Word, words};
use info::INFO;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::{RiverEstimate, RiverReference};
use std::fmt::{self, Write};

/// The most people of a kind.
const MOST: u32 = 1_000_000;
/// The most people of a kind in a random instance, which has to be solved before it is given away.
const MOST_AT_RANDOM: u32 = 1_000;

/// Who stands on the starting bank, and whether the boat is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    /// Missionaries here.
    pub missionaries: u32,
    /// Cannibals here.
    pub cannibals: u32,
    /// Whether the boat is here.
    pub boat: bool,
}

/// By whose rules people cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// On neither bank are missionaries outnumbered, unless there are none.
    Correct,
    /// Those of a published program, whose test of outbound trips is faulty.
    Published,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heuristic {
    StartSideWithBoat,
    StartSide,
    Zero,
}

/// One instance of missionaries and cannibals.
#[derive(Debug)]
pub struct River {
    /// Everybody, here.
    start: Bank,
    goal: Bank,
    capacity: u32,
    rules: Rules,
    heuristic: Heuristic,
}

/// Whether missionaries are safe on a bank.
fn safe(missionaries: u32, cannibals: u32) -> bool {
    missionaries == 0 || missionaries >= cannibals
}

impl River {
    /// The other bank, as it would be told from there.
    fn across(&self, bank: Bank) -> Bank {
        Bank {
            missionaries: self.start.missionaries - bank.missionaries,
            cannibals: self.start.cannibals - bank.cannibals,
            boat: !bank.boat,
        }
    }

    /// Whether missionaries are safe on both banks.
    fn is_safe(&self, bank: Bank) -> bool {
        let across = self.across(bank);
        safe(bank.missionaries, bank.cannibals) && safe(across.missionaries, across.cannibals)
    }

    /// What the published program takes for safe after a trip: a fault of it, kept to repeat its runs.
    fn is_safe_as_published(&self, bank: Bank) -> bool {
        let across = self.across(bank);
        let here = bank.missionaries >= bank.cannibals;
        let there = across.missionaries >= across.cannibals;
        match bank.missionaries {
            _ if bank.boat => self.is_safe(bank),
            3 => here,
            0 => there,
            _ => here && there,
        }
    }

    /// The state after a load has crossed, by whichever bank the boat is at.
    fn cross(bank: Bank, (missionaries, cannibals): (u32, u32)) -> Bank {
        if bank.boat {
            Bank {
                missionaries: bank.missionaries - missionaries,
                cannibals: bank.cannibals - cannibals,
                boat: false,
            }
        } else {
            Bank {
                missionaries: bank.missionaries + missionaries,
                cannibals: bank.cannibals + cannibals,
                boat: true,
            }
        }
    }

    /// The bank where the boat is.
    fn landing(&self, bank: Bank) -> Bank {
        if bank.boat { bank } else { self.across(bank) }
    }

    /// How many people are still to go over, and how many to come back.
    fn misplaced(&self, bank: Bank) -> (i64, i64) {
        let differences = [
            i64::from(bank.missionaries) - i64::from(self.goal.missionaries),
            i64::from(bank.cannibals) - i64::from(self.goal.cannibals),
        ];
        let over = differences.iter().filter(|&&d| d > 0).sum();
        let back = -differences.iter().filter(|&&d| d < 0).sum::<i64>();
        (over, back)
    }

    /// The fewest trips if nobody ate anybody: each takes at least one and at most a boatful, and who
    /// rows the wrong way has to come again.
    ///
    /// With p trips over and q back, p − q is given by where the boat is and where it ends. The trips
    /// over hold those who go over for good and whoever goes back beyond those who stay there, and
    /// the same the other way: over + max(0, q − back) ≤ p · capacity and
    /// back + max(0, p − over) ≤ q · capacity. Every bound on q is a least one. A trip made leaves one
    /// trip less to make, so the estimate is consistent.
    fn trips(&self, bank: Bank) -> Cost {
        let (over, back) = self.misplaced(bank);
        let ahead = i64::from(bank.boat) - i64::from(self.goal.boat);
        let capacity = i64::from(self.capacity);
        let least = |people: i64, per_trip: i64| match per_trip {
            0 if people > 0 => None,
            0 => Some(0),
            _ => Some(people.max(0).div_euclid(per_trip) + i64::from(people.max(0) % per_trip > 0)),
        };
        let bounds = [
            Some((-ahead).max(0)),
            least(over - ahead * capacity, capacity),
            least(over - back - ahead * capacity, capacity - 1),
            least(back, capacity),
            least(back - over + ahead, capacity - 1),
        ];
        let trips_back = bounds.into_iter().try_fold(0, |most, bound| Some(most.max(bound?)));
        trips_back.and_then(|back| Cost::try_from(2 * back + ahead).ok()).unwrap_or(DEAD_END)
    }
}

impl Problem for River {
    type State = Bank;
    type Key = u64;
    /// The missionaries and cannibals in the boat.
    type Action = (u32, u32);

    fn start(&self) -> Bank {
        self.start
    }

    fn is_goal(&self, bank: &Bank) -> bool {
        *bank == self.goal && (self.rules == Rules::Published || self.is_safe(*bank))
    }

    /// By the size of the load, then the more balanced ones, then those with fewer missionaries.
    fn successors(&self, &bank: &Bank, visit: &mut impl FnMut((u32, u32), Cost, Bank)) {
        match self.rules {
            Rules::Correct if self.is_safe(bank) => {
                self.safe_loads(bank, &mut |load| visit(load, 1, Self::cross(bank, load)));
            }
            Rules::Correct => {}
            Rules::Published => self.all_loads(bank, &mut |load| {
                let next = Self::cross(bank, load);
                if self.is_safe_as_published(next) {
                    visit(load, 1, next);
                }
            }),
        }
    }

    fn pack(&self, bank: &Bank) -> u64 {
        u64::from(bank.missionaries) << 32 | u64::from(bank.cannibals) << 1 | u64::from(bank.boat)
    }

    fn unpack(&self, &key: &u64) -> Bank {
        Bank { missionaries: (key >> 32) as u32, cannibals: key as u32 >> 1, boat: key & 1 == 1 }
    }

    fn h(&self, &bank: &Bank) -> Cost {
        match self.heuristic {
            Heuristic::StartSideWithBoat => self.trips(bank),
            Heuristic::StartSide => {
                let (over, back) = self.misplaced(bank);
                Cost::try_from(over + back).unwrap_or(DEAD_END)
            }
            Heuristic::Zero => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic()].claim
    }

    fn undoes(&self, previous: (u32, u32), next: (u32, u32)) -> bool {
        previous == next
    }
}

/// By the correct rules who rowed over can row back.
impl Undirected for River {}

impl Reversible for River {
    fn goals(&self, visit: &mut impl FnMut(Bank)) {
        if self.is_goal(&self.goal) {
            visit(self.goal);
        }
    }

    fn predecessors(&self, &bank: &Bank, visit: &mut impl FnMut((u32, u32), Cost, Bank)) {
        let mut before = |load| visit(load, 1, Self::cross(bank, load));
        match self.rules {
            Rules::Correct if self.is_safe(bank) => self.safe_loads(bank, &mut before),
            // The published program looks only at where a trip leads.
            Rules::Published if self.is_safe_as_published(bank) => {
                self.all_loads(bank, &mut before);
            }
            _ => {}
        }
    }
}

/// Three numbers of one state: missionaries, cannibals, and a last one of its own.
fn parse_three<'t>(
    words: &mut impl Iterator<Item = Word<'t>>,
    expected: &str,
) -> Result<Option<[Word<'t>; 3]>, ParseError> {
    let Some(first) = words.next() else { return Ok(None) };
    match (words.next(), words.next()) {
        (Some(second), Some(third)) => Ok(Some([first, second, third])),
        (last, _) => {
            let last = last.unwrap_or(first);
            Err(last.error(format!("'{}' is the last number: expected {expected}", last.text)))
        }
    }
}

/// A number of people, at most so many.
fn parse_people(word: &Word<'_>, kind: &str, most: u32) -> Result<u32, ParseError> {
    let expected = format!("the number of {kind}, from 0 to {most}");
    let number: u32 = word.number(&expected)?;
    if number > most {
        return Err(word.error(format!("{number} {kind}: expected {expected}")));
    }
    Ok(number)
}

fn parse_capacity(word: &Word<'_>) -> Result<u32, ParseError> {
    let expected = format!("how many the boat carries, from 1 to {}", 2 * MOST);
    match word.number(&expected)? {
        capacity if (1..=2 * MOST).contains(&capacity) => Ok(capacity),
        other => Err(word.error(format!("a boat for {other}: expected {expected}"))),
    }
}

fn parse_rules(parameters: &Parameters) -> Result<Rules, ParseError> {
    parameters.only(INFO.parameters)?;
    let chosen = parameters.choice("rules", &["correct", "published"])?;
    Ok([Rules::Correct, Rules::Published][chosen.unwrap_or(0)])
}

impl Puzzle for River {
    type Reference = RiverReference;

    fn info() -> &'static Info {
        &INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let rules = parse_rules(parameters)?;
        let mut words = words(text);
        let three = parse_three(&mut words, "missionaries, cannibals and the boat's capacity")?;
        let Some([missionaries, cannibals, capacity]) = three else {
            return Err(ParseError::whole(
                "expected missionaries, cannibals and the boat's capacity, such as '3 3 2'",
            ));
        };
        let start = Bank {
            missionaries: parse_people(&missionaries, "missionaries", MOST)?,
            cannibals: parse_people(&cannibals, "cannibals", MOST)?,
            boat: true,
        };
        let capacity = parse_capacity(&capacity)?;
        let mut goal = Bank { missionaries: 0, cannibals: 0, boat: false };
        let three = parse_three(&mut words, "the goal's missionaries, cannibals and boat")?;
        if let Some([missionaries, cannibals, boat]) = three {
            goal = Bank {
                missionaries: parse_people(&missionaries, "missionaries", start.missionaries)?,
                cannibals: parse_people(&cannibals, "cannibals", start.cannibals)?,
                boat: match boat.text {
                    "0" => false,
                    "1" => true,
                    other => {
                        return Err(boat.error(format!(
                            "'{other}': expected where the boat ends, 1 here or 0 across"
                        )));
                    }
                },
            };
        }
        match words.next() {
            None => {
                Ok(Self { start, goal, capacity, rules, heuristic: Heuristic::StartSideWithBoat })
            }
            Some(more) => Err(more.error(format!(
                "'{}' is too much: after the goal's boat nothing is expected",
                more.text
            ))),
        }
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let rules = parse_rules(parameters)?;
        let Some((people, capacity)) = size.split_once('x') else {
            return Err(ParseError::whole(format!(
                "'{size}' is no size: expected the most of a kind and the boat, such as 6x4"
            )));
        };
        let word = |text| Word { text, line: 0, column: 0 };
        let capacity = parse_capacity(&word(capacity))?;
        let most = parse_people(&word(people), "missionaries", MOST_AT_RANDOM)?;
        if most == 0 {
            return Err(ParseError::whole("0x…: expected at least one missionary"));
        }
        // A boat for one brings nobody across but a single one.
        let most = if capacity == 1 { 1 } else { most };
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let goal = Bank { missionaries: 0, cannibals: 0, boat: false };
        loop {
            let missionaries = generator.random_range(1..=most);
            let cannibals = generator.random_range(0..=missionaries);
            let start = Bank { missionaries, cannibals, boat: true };
            let heuristic = Heuristic::StartSideWithBoat;
            let river = Self { start, goal, capacity, rules, heuristic };
            let strategy = Strategy::new(Algorithm::AStar);
            let report = solve(&river, &strategy, &mut Limits::none(), &mut ());
            if report.is_ok_and(|report| report.outcome.plan().is_some()) {
                return Ok(river);
            }
        }
    }

    fn text(&self) -> String {
        let Self { start, goal, capacity, .. } = self;
        let mut text = format!("{} {} {capacity}", start.missionaries, start.cannibals);
        if *goal != (Bank { missionaries: 0, cannibals: 0, boat: false }) {
            let boat = u8::from(goal.boat);
            let _ = write!(text, " {} {} {boat}", goal.missionaries, goal.cannibals);
        }
        text
    }

    fn reference(&self) -> RiverReference {
        let people = |bank: Bank| (bank.missionaries, bank.cannibals, bank.boat);
        RiverReference {
            start: people(self.start),
            goal: people(self.goal),
            capacity: self.capacity,
            published: self.rules == Rules::Published,
            estimate: match self.heuristic {
                Heuristic::StartSideWithBoat => RiverEstimate::Trips,
                Heuristic::StartSide => RiverEstimate::People,
                Heuristic::Zero => RiverEstimate::Zero,
            },
        }
    }

    fn set_heuristic(&mut self, index: usize) {
        self.heuristic =
            [Heuristic::StartSideWithBoat, Heuristic::StartSide, Heuristic::Zero][index];
    }

    fn heuristic(&self) -> usize {
        self.heuristic as usize
    }

    fn show_state(&self, &bank: &Bank, out: &mut dyn Write) -> fmt::Result {
        self.write_banks(bank, false, out)
    }

    fn paint_state(&self, &bank: &Bank, out: &mut dyn Write) -> fmt::Result {
        self.write_banks(bank, true, out)
    }

    fn note_state(&self, bank: &Bank, out: &mut dyn Write) -> fmt::Result {
        write!(out, "< {},{},{},>", bank.missionaries, bank.cannibals, u8::from(bank.boat))
    }

    fn draw(&self, &bank: &Bank) -> Picture {
        self.picture(bank)
    }

    /// `2m1c`: two missionaries and a cannibal; a kind that stays is left out.
    fn show_action(
        &self,
        (missionaries, cannibals): (u32, u32),
        out: &mut dyn Write,
    ) -> fmt::Result {
        if missionaries > 0 {
            write!(out, "{missionaries}m")?;
        }
        if cannibals > 0 {
            write!(out, "{cannibals}c")?;
        }
        Ok(())
    }

    fn parse_action(&self, word: &str) -> Option<(u32, u32)> {
        let number = |digits: &str| {
            let plain = !digits.starts_with(['0', '+']);
            digits.parse().ok().filter(|_| plain)
        };
        let (missionaries, rest) = match word.split_once('m') {
            Some((digits, rest)) => (number(digits)?, rest),
            None => (0, word),
        };
        let cannibals = match rest.strip_suffix('c') {
            Some(digits) => number(digits)?,
            None if rest.is_empty() && missionaries > 0 => 0,
            None => return None,
        };
        Some((missionaries, cannibals))
    }

    fn unsolvable(&self) -> Option<String> {
        let Bank { missionaries, cannibals, .. } = self.start;
        if self.rules == Rules::Correct && !self.is_safe(self.start) {
            return Some(format!(
                "{missionaries} missionaries are outnumbered by {cannibals} cannibals before \
                 anybody moves"
            ));
        }
        if self.rules == Rules::Correct && !self.is_safe(self.goal) {
            return Some("missionaries are outnumbered in the goal itself".to_owned());
        }
        (self.trips(self.start) == DEAD_END).then(|| {
            "whoever rows a boat for one across has to row it back before anybody else can go"
                .to_owned()
        })
    }

    fn caveat(&self) -> Option<&'static str> {
        (self.rules == Rules::Published).then_some(
            "by the published, faulty rules: after a trip out that leaves three missionaries, the \
             far bank is not looked at; such a plan may be illegal by the true rules",
        )
    }

    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<(u32, u32)>, Unsupported> {
        solve_reversible(self, strategy, limits, observer)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        Reversed::new(self).map(|back| explore(&back, limits))
    }
}

#[cfg(test)]
mod tests;
