//! Family trees: every person after the first generation has two parents, and every couple has several
//! children. Arcs lead from parents to children. Couples are random, so families merge.

use super::{Arc, Definition, Graph};
use heureka_kit::text::ParseError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const MAX_PEOPLE: u64 = 1_000_000;

/// A family tree, with an ancestor in the first generation and a descendant in the last.
#[derive(Debug)]
pub struct Family {
    /// The graph, with the ancestor as start and the descendant as goal.
    pub graph: Graph,
    /// The generation of every node.
    pub generation: Vec<u32>,
    /// The number of people in each generation.
    pub people: Vec<u64>,
}

/// Returns the number of people in each generation, unless there are too many.
fn people(founders: u64, generations: u32, children: u32) -> Option<Vec<u64>> {
    let mut people = vec![founders];
    let mut sum = founders;
    for _ in 0..generations {
        let next = (people.last()? / 2).checked_mul(u64::from(children))?;
        sum = sum.checked_add(next).filter(|&sum| sum <= MAX_PEOPLE)?;
        people.push(next);
    }
    Some(people)
}

impl Family {
    /// Returns a tree with a number of generations after the first and of children per couple. The first
    /// generation has twice as many people as a descendant has ancestors in it.
    ///
    /// # Errors
    /// If there would be too many people, or fewer than two children per couple.
    pub fn new(generations: u32, children: u32, seed: u64) -> Result<Self, ParseError> {
        let founders = 2u64.checked_shl(generations).unwrap_or(u64::MAX);
        let people = people(founders, generations, children)
            .filter(|_| (1..=20).contains(&generations) && children >= 2)
            .ok_or_else(|| {
                ParseError::whole(format!(
                    "{generations} generations with {children} children per couple: expected 1 to 20 \
                     generations, at least 2 children and at most {MAX_PEOPLE} people"
                ))
            })?;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut parents: Vec<Vec<[u32; 2]>> = vec![];
        for pair in people.windows(2) {
            let mut shuffled: Vec<u32> = (0..pair[0] as u32).collect();
            for place in (1..shuffled.len()).rev() {
                shuffled.swap(place, generator.random_range(0..=place));
            }
            let couples = shuffled.chunks_exact(2);
            let children =
                couples.flat_map(|couple| vec![[couple[0], couple[1]]; children as usize]);
            parents.push(children.collect());
        }
        let last = people.len() - 1;
        let descendant = generator.random_range(0..people[last] as u32);
        // A random parent in each generation.
        let mut ancestor = descendant;
        for generation in parents.iter().rev() {
            ancestor = generation[ancestor as usize][generator.random_range(0..2)];
        }
        Ok(Self::named(&people, &parents, ancestor, descendant))
    }

    /// Builds the graph. Names such as `3.007` are the generation and the number in it, and sort in this
    /// order.
    fn named(people: &[u64], parents: &[Vec<[u32; 2]>], ancestor: u32, descendant: u32) -> Self {
        let last = people.len() - 1;
        let digits = |number: u64| number.to_string().len();
        let width = digits(last as u64);
        let (mut names, mut generation, mut first) = (vec![], vec![], vec![]);
        for (number, &size) in people.iter().enumerate() {
            first.push(names.len() as u32);
            let places = digits(size.saturating_sub(1));
            names.extend((0..size).map(|person| format!("{number:0width$}.{person:0places$}")));
            generation.resize(names.len(), number as u32);
        }
        let mut arcs = vec![];
        for (number, generation) in parents.iter().enumerate() {
            for (child, parents) in generation.iter().enumerate() {
                let to = first[number + 1] + child as u32;
                arcs.extend(parents.iter().map(|parent| Arc {
                    from: first[number] + parent,
                    to,
                    cost: 1,
                    both_ways: false,
                }));
            }
        }
        let h = vec![None; names.len()];
        let goals = vec![first[last] + descendant];
        let graph = Graph::new(Definition { names, arcs, h, start: ancestor, goals });
        Self { graph, generation, people: people.to_vec() }
    }
}
