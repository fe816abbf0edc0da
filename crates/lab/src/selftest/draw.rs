//! Random instances, strategies and limits.

use heureka_core::strategy::{ALGORITHMS, OPTIONS};
use heureka_core::{Cost, Limits, Strategy};
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::Parameters;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fmt;

/// Random draws, the same on every machine for the same seed.
#[derive(Debug)]
pub struct Draw(Xoshiro256PlusPlus);

impl Draw {
    /// Starts the draws of one round.
    pub fn new(seed: u64, round: u64) -> Self {
        let mut seeds = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self(Xoshiro256PlusPlus::seed_from_u64(seeds.next_u64() ^ round))
    }

    /// Returns a number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// Returns true with a probability of 1 / `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the items, of which there must be at least one.
    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns an instance: built in, random, or with a changed text.
    pub fn instance(&mut self, entry: &Entry) -> Option<Box<dyn Instance>> {
        let info = entry.info();
        let mut parameters = Parameters::default();
        for parameter in info.parameters {
            if !parameter.values.is_empty() && self.once_in(3) {
                let value = self.one_of(parameter.values).to_owned();
                parameters.0.push((parameter.name.to_owned(), value));
            }
        }
        let instance = if info.small_sizes.is_empty() || self.once_in(16) {
            entry.built_in(&info.instances[self.below(info.instances.len())], &parameters)
        } else {
            entry.random(self.one_of(info.small_sizes), &parameters, self.0.next_u64())
        };
        let instance = instance.ok()?;
        if !self.once_in(3) {
            return Some(instance);
        }
        Some(self.altered(entry, &*instance).unwrap_or(instance))
    }

    /// Returns the instance with a changed text, if that is valid. It may be unsolvable.
    pub fn altered(&mut self, entry: &Entry, instance: &dyn Instance) -> Option<Box<dyn Instance>> {
        entry.parse(&self.changed(&instance.text()), instance.parameters()).ok()
    }

    /// Swaps two characters of a text, or copies one over another, once or twice.
    pub fn changed(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(2) {
            if characters.is_empty() {
                break;
            }
            let (a, b) = (self.below(characters.len()), self.below(characters.len()));
            if self.once_in(2) {
                characters.swap(a, b);
            } else {
                characters[a] = characters[b];
            }
        }
        characters.into_iter().collect()
    }

    /// Returns a strategy with random options.
    pub fn strategy(&mut self) -> Strategy {
        let info = &ALGORITHMS[self.below(ALGORITHMS.len())];
        let argument = match info.name {
            "dls" => self.below(30).to_string(),
            "beam" => (1 + self.below(50)).to_string(),
            "wastar" | "anytime" => format!("{}.{}", 1 + self.below(4), self.below(1000)),
            _ => String::new(),
        };
        let mut parts = vec![argument];
        for option in OPTIONS.iter().filter(|option| info.options.contains(&option.name)) {
            if self.once_in(4) {
                parts.push(format!("{}={}", option.name, self.one_of(option.values).0));
            }
        }
        let text = format!("{}({})", info.name, parts.join(","));
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Returns limits. Each is most often absent; then only [`MAX_EXPANSIONS`] holds.
    pub fn limits(&mut self) -> DrawnLimits {
        let mut maybe = |end: usize| self.once_in(6).then(|| self.below(end));
        DrawnLimits {
            expansions: maybe(100).map(|n| n as u64),
            depth: maybe(25).map(|n| n as u32),
            cost: maybe(40).map(|n| n as Cost),
            memory: maybe(20).map(|n| 1 << n),
        }
    }
}

/// Limits of a search, as numbers that can be compared with its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawnLimits {
    pub expansions: Option<u64>,
    pub depth: Option<u32>,
    pub cost: Option<Cost>,
    pub memory: Option<u64>,
}

/// The limit on expansions if none is drawn, since a search without duplicate detection may be endless.
///
/// Enough for every state of an instance.
pub const MAX_EXPANSIONS: u64 = 45_000;

impl DrawnLimits {
    /// Returns the limits as a search takes them.
    pub fn for_search(&self) -> Limits<'static> {
        let mut limits = Limits::none().expansions(self.expansions.unwrap_or(MAX_EXPANSIONS));
        if let Some(memory) = self.memory {
            limits = limits.memory(memory);
        }
        if let Some(depth) = self.depth {
            limits = limits.depth(depth);
        }
        if let Some(cost) = self.cost {
            limits = limits.cost(cost);
        }
        limits
    }
}

/// Writes the limits as flags of the command line.
impl fmt::Display for DrawnLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " --expansions {}", self.expansions.unwrap_or(MAX_EXPANSIONS))?;
        self.depth.iter().try_for_each(|depth| write!(f, " --depth-limit {depth}"))?;
        self.cost.iter().try_for_each(|cost| write!(f, " --cost-limit {cost}"))?;
        self.memory.iter().try_for_each(|bytes| write!(f, " --memory-limit {bytes}B"))
    }
}
