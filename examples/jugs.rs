//! The smallest complete puzzle: water jugs, by the recipe in CONTRIBUTING.md.
//!
//! `cargo run --release --example jugs -- "8/8 0/5 0/3 4"` solves an instance. In the registry's list,
//! `entry::<Jugs>()` would get every strategy, check, certificate, audit and report.
#![forbid(unsafe_code)]

use heureka_core::{Claim, Cost, Limits, Problem};
use heureka_kit::draw::{Draw, Hue, Picture};
use heureka_kit::entry::entry;
use heureka_kit::puzzle::{BuiltIn, Card, HeuristicInfo, Info, Parameters, Puzzle};
use heureka_kit::text::{ParseError, words};
use std::fmt::{self, Write};

static INFO: Info = Info {
    name: "jugs",
    title: "Water jugs",
    rules: "Pour from one jug into another until the first is empty or the second full. Measure the \
            wanted amount in one jug.",
    format: "contents/size for each of two to four jugs, then the wanted amount: 8/8 0/5 0/3 4",
    sizes: "not supported",
    small_sizes: &[],
    parameters: &[],
    heuristics: &[HeuristicInfo::consistent("measured", "0 if a jug holds the amount, else 1")],
    instances: &[BuiltIn::new("classic", "8/8 0/5 0/3 4", Some(6))],
    strategy: "astar",
    questions: &[],
    card: Card {
        performance: "the number of pours",
        environment: "the jugs; fully observable, deterministic, static, discrete",
        actuators: "pour",
        sensors: "the contents of every jug",
        state: "the contents of every jug, one byte each",
        action: "the jug to pour from and the jug to pour into",
        transition: "the second jug gains what fits, and the first one loses as much",
        goal: "a jug holds the wanted amount",
        cost: "1 per pour",
        states: "at most the product of (size + 1)",
    },
};

/// An instance with up to four jugs; missing jugs have size 0.
#[derive(Clone)]
struct Jugs {
    sizes: [u8; 4],
    start: [u8; 4],
    wanted: u8,
}

impl Problem for Jugs {
    type State = [u8; 4];
    type Key = [u8; 4];
    type Action = (u8, u8);

    fn start(&self) -> [u8; 4] {
        self.start
    }
    fn is_goal(&self, jugs: &[u8; 4]) -> bool {
        jugs.contains(&self.wanted)
    }
    fn successors(&self, jugs: &[u8; 4], visit: &mut impl FnMut((u8, u8), Cost, [u8; 4])) {
        for (from, to) in pairs() {
            let poured = jugs[from].min(self.sizes[to] - jugs[to]);
            if poured > 0 {
                let mut next = *jugs;
                next[from] -= poured;
                next[to] += poured;
                visit((from as u8, to as u8), 1, next);
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
        INFO.heuristics[0].claim
    }
}

impl Jugs {
    fn jugs(&self, contents: [u8; 4]) -> String {
        let jugs = contents.iter().zip(self.sizes).filter(|(_, size)| *size > 0);
        jugs.map(|(contents, size)| format!("{contents}/{size}")).collect::<Vec<_>>().join(" ")
    }
}

/// Returns all pairs of different jugs.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..4).flat_map(|from| (0..4).map(move |to| (from, to))).filter(|(from, to)| from != to)
}

/// The reference rules: pour unit by unit. They check plans and certificates.
struct Reference(Jugs);

impl Problem for Reference {
    type State = [u8; 4];
    type Key = [u8; 4];
    type Action = (u8, u8);

    fn start(&self) -> [u8; 4] {
        self.0.start
    }
    fn is_goal(&self, jugs: &[u8; 4]) -> bool {
        jugs.contains(&self.0.wanted)
    }
    fn successors(&self, jugs: &[u8; 4], visit: &mut impl FnMut((u8, u8), Cost, [u8; 4])) {
        for (from, to) in pairs() {
            let mut next = *jugs;
            while next[from] > 0 && next[to] < self.0.sizes[to] {
                next[from] -= 1;
                next[to] += 1;
            }
            if next != *jugs {
                visit((from as u8, to as u8), 1, next);
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
}

impl Puzzle for Jugs {
    type Reference = Reference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, _: &Parameters) -> Result<Self, ParseError> {
        let numbers = words(text)?.map(|word| word.number("a number from 0 to 255"));
        let numbers: Vec<u8> = numbers.collect::<Result<_, _>>()?;
        let (jugs, wanted) = numbers.as_chunks::<2>();
        let valid = jugs.iter().all(|[contents, size]| contents <= size && *size > 0);
        let (true, 2..=4, &[wanted @ 1..=u8::MAX]) = (valid, jugs.len(), wanted) else {
            return Err(ParseError::whole(format!("expected {}", INFO.format)));
        };
        let column = |i: usize| std::array::from_fn(|jug| jugs.get(jug).map_or(0, |jug| jug[i]));
        Ok(Self { start: column(0), sizes: column(1), wanted })
    }
    fn text(&self) -> String {
        format!("{} {}", self.jugs(self.start), self.wanted)
    }
    fn reference(&self) -> Reference {
        Reference(self.clone())
    }
    fn set_start(&mut self, state: [u8; 4]) {
        self.start = state;
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

impl Draw for Jugs {
    fn show_state(&self, jugs: &[u8; 4], _: bool, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&self.jugs(*jugs))
    }

    fn draw(&self, jugs: &[u8; 4], _before: Option<&[u8; 4]>) -> Picture {
        let height = f64::from(*self.sizes.iter().max().unwrap_or(&1));
        let mut picture = Picture::new(4.0 * height, height);
        for (jug, (&contents, size)) in jugs.iter().zip(self.sizes).enumerate() {
            let (x, contents, size) = (jug as f64 * height, f64::from(contents), f64::from(size));
            picture.rect(x, height - contents, 0.8 * height, contents, 0.0, Hue::Blue);
            picture.frame(x, height - size, 0.8 * height, size, 0.02 * height, Hue::Ink);
        }
        picture
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| INFO.instances[0].text.to_owned());
    let instance = entry::<Jugs>().parse(&text, &Parameters::default())?;
    let solution = instance.solve(&INFO.strategy.parse()?, &mut Limits::none(), None)?;
    match solution.outcome.plan().and_then(|plan| plan.as_path()) {
        Some(path) => path.walk(&mut |station| {
            println!("{}  {}", station.action.map_or("   ", |(word, _)| word), station.board());
        }),
        None => println!("unsolvable"),
    }
    Ok(())
}
