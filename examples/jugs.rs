//! A new puzzle by the recipe of CONTRIBUTING.md: water jugs, in about a hundred lines.
//!
//! `cargo run --release --example jugs -- "8 5 3 4"` solves it with the strategy and heuristic that
//! it names; in the registry it would have every strategy, limit, check and report.
#![forbid(unsafe_code)]

use heureka_core::{Claim, Cost, Limits, Problem, Strategy};
use heureka_kit::instance::Typed;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level, Parameters, Puzzle};
use heureka_kit::text::{ParseError, words};
use std::fmt::{self, Write};

/// Jugs of given sizes, the first one full: pour until one of them holds the amount wanted.
struct Jugs {
    sizes: [u8; 4],
    wanted: u8,
    heuristic: usize,
}

static INFO: Info = Info {
    name: "jugs",
    title: "Water jugs",
    rules: "Pour from one jug into another until the one is empty or the other full.",
    format: "The sizes of two to four jugs, then the amount wanted: 8 5 3 4. The first is full.",
    sizes: "none",
    parameters: &[],
    heuristics: &[HeuristicInfo {
        name: "measured",
        summary: "0 if some jug holds the amount, else 1",
        claim: Claim::Consistent,
    }],
    levels: &[Level { name: "classic", text: "8 5 3 4", parameters: &[], optimum: Some(6) }],
    strategy: "astar",
    card: Card {
        performance: "number of pourings",
        environment: "the jugs; known, deterministic, static, discrete",
        actuators: "pour",
        sensors: "what every jug holds",
        state: "what every jug holds, a byte each",
        action: "from which jug into which",
        goal: "some jug holds the amount wanted",
        cost: "1 a pouring",
        states: "at most the product of (size + 1)",
    },
};

impl Problem for Jugs {
    type State = [u8; 4];
    type Key = [u8; 4];
    type Action = (u8, u8);

    fn start(&self) -> [u8; 4] {
        [self.sizes[0], 0, 0, 0]
    }
    fn is_goal(&self, jugs: &[u8; 4]) -> bool {
        jugs.contains(&self.wanted)
    }
    fn successors(&self, jugs: &[u8; 4], visit: &mut impl FnMut((u8, u8), Cost, [u8; 4])) {
        for from in 0..4 {
            for to in 0..4 {
                let poured = jugs[from].min(self.sizes[to] - jugs[to]);
                if from != to && poured > 0 {
                    let mut next = *jugs;
                    next[from] -= poured;
                    next[to] += poured;
                    visit((from as u8, to as u8), 1, next);
                }
            }
        }
    }
    fn pack(&self, jugs: &[u8; 4]) -> [u8; 4] {
        *jugs
    }
    fn unpack(&self, key: &[u8; 4]) -> [u8; 4] {
        *key
    }
    fn h(&self, jugs: &[u8; 4]) -> Cost {
        Cost::from(!self.is_goal(jugs))
    }
    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }
}

impl Puzzle for Jugs {
    type Reference = Self;

    fn info() -> &'static Info {
        &INFO
    }
    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        let numbers = words(text).map(|word| word.number("a size from 1 to 255"));
        let numbers: Vec<u8> = numbers.collect::<Result<_, _>>()?;
        let [jugs @ .., wanted] = numbers.as_slice() else {
            return Err(ParseError::whole(INFO.format));
        };
        if !(2..=4).contains(&jugs.len()) || jugs.contains(&0) || *wanted == 0 {
            return Err(ParseError::at(1, 0, INFO.format));
        }
        let mut sizes = [0; 4];
        sizes[..jugs.len()].copy_from_slice(jugs);
        Ok(Self { sizes, wanted: *wanted, heuristic: 0 })
    }
    fn random(_: &str, _: &Parameters, _: u64) -> Result<Self, ParseError> {
        Err(ParseError::whole("there are no random jugs"))
    }
    fn text(&self) -> String {
        let sizes = self.sizes.iter().filter(|&&size| size > 0).chain([&self.wanted]);
        sizes.map(u8::to_string).collect::<Vec<_>>().join(" ")
    }
    fn reference(&self) -> Self {
        Self { ..*self }
    }
    fn set_heuristic(&mut self, index: usize) {
        self.heuristic = index;
    }
    fn heuristic(&self) -> usize {
        self.heuristic
    }
    fn show_state(&self, jugs: &[u8; 4], out: &mut dyn Write) -> fmt::Result {
        let held = jugs.iter().zip(self.sizes).filter(|&(_, size)| size > 0);
        held.enumerate().try_for_each(|(i, (held, size))| {
            write!(out, "{}{held}/{size}", if i > 0 { " " } else { "" })
        })
    }
    fn show_action(&self, (from, to): (u8, u8), out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}>{}", from + 1, to + 1)
    }
    fn parse_action(&self, word: &str) -> Option<(u8, u8)> {
        let (from, to) = word.split_once('>')?;
        let jug = |text: &str| text.parse::<u8>().ok()?.checked_sub(1).filter(|&jug| jug < 4);
        Some((jug(from)?, jug(to)?))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| INFO.levels[0].text.to_owned());
    let instance =
        Typed::boxed(Jugs::parse(&text, &Parameters::default())?, &Parameters::default());
    let strategy: Strategy = INFO.strategy.parse()?;
    let solution = instance.solve(&strategy, &mut Limits::none(), None)?;
    println!("{}", instance.start());
    match solution.outcome.plan() {
        Some(plan) => {
            let mut show = |action: &str, _, state: &str| println!("{action}  {state}");
            instance.steps(&plan.actions, &mut show);
        }
        None => println!("there is no way to measure that"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_core::{Optimality, Outcome, explore};

    #[test]
    fn the_classic_takes_six_pourings() {
        let jugs = Jugs::parse("8 5 3 4", &Parameters::default()).unwrap();
        for strategy in ["bfs", "ucs", "astar", "idastar", "ids", "beam(100)"] {
            let strategy: Strategy = strategy.parse().unwrap();
            let report = jugs.search(&strategy, &mut Limits::none(), &mut ()).unwrap();
            let Outcome::Solved(plan, sure) = report.outcome else { panic!("{strategy}") };
            assert_eq!((plan.cost, sure), (6, Optimality::Proved), "{strategy}");
        }
        assert_eq!(explore(&jugs, &mut Limits::none()).states(), 16);
    }

    #[test]
    fn odd_litres_cannot_be_had_from_even_jugs() {
        let jugs = Jugs::parse("8 6 2 3", &Parameters::default()).unwrap();
        let strategy: Strategy = "astar".parse().unwrap();
        let report = jugs.search(&strategy, &mut Limits::none(), &mut ()).unwrap();
        assert_eq!(report.outcome, Outcome::Unsolvable);
    }

    #[test]
    fn texts_round_trip_and_mistakes_are_told() {
        let jugs = Jugs::parse("8, 5, 3, 4", &Parameters::default()).unwrap();
        assert_eq!(jugs.text(), "8 5 3 4");
        assert_eq!(jugs.parse_action("2>3"), Some((1, 2)));
        for bad in ["", "8", "8 5 x", "300 5 4", "8 0 4", "1 2 3 4 5 6", "8 5 0"] {
            assert!(Jugs::parse(bad, &Parameters::default()).is_err(), "{bad}");
        }
    }
}
