//! Forward or backward: is somebody a descendant of somebody? Up from the descendant, down from the
//! ancestor, or both at once.
//!
//! All three are searches of one family tree; every expansion is counted by how far it is from the end
//! where its search began.

use super::{Trouble, states_along};
use crate::number::count;
use crate::plot::{Axis, Mark, Plot, Series};
use crate::report::Report;
use crate::table::{Cell, Table};
use heureka_core::{
    Cost, Edge, Limits, Observer, Outcome, Problem, Reversed, Stats, Strategy, solve,
    solve_reversible,
};
use heureka_kit::draw::{Anchor, Hue, Picture};
use heureka_puzzles::graph::Graph;
use heureka_puzzles::graph::family::Family;
use std::collections::HashSet;

/// More people are not drawn.
pub const MOST_DRAWN: usize = 90;

/// The three searches of one family tree.
#[derive(Debug)]
pub struct Ancestry {
    family: Family,
    /// From the descendant, along parents.
    pub up: Way,
    /// From the ancestor, along children.
    pub down: Way,
    /// From both ends: the part that goes up.
    pub both_up: Way,
    /// From both ends: the part that goes down.
    pub both_down: Way,
    /// The people of the line that was found, the ancestor first.
    line: Vec<u32>,
}

/// What one search expanded, or one half of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// How many people were expanded 0, 1, 2, … generations from where it began.
    pub layers: Vec<u64>,
    /// How many of them led to anybody: not the first generation upwards, nor the last downwards.
    pub leading: u64,
    /// How many people they led to, met before or not.
    pub generated: u64,
    people: HashSet<u32>,
}

impl Way {
    /// How many were expanded in all.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// How many people one leads to on average, of those who lead to anybody.
    #[must_use]
    pub fn branching(&self) -> Option<f64> {
        (self.leading > 0).then(|| self.generated as f64 / self.leading as f64)
    }

    fn expand(&mut self, person: u32, steps: Cost) {
        let steps = steps as usize;
        if self.layers.len() <= steps {
            self.layers.resize(steps + 1, 0);
        }
        self.layers[steps] += 1;
        self.people.insert(person);
    }
}

/// Counts what is expanded, upwards and downwards apart: an arc says which way it is followed.
struct Counts<'f> {
    generation: &'f [u32],
    /// Who was expanded last, unless it is known in which direction.
    pending: Option<(u32, Cost)>,
    up: Way,
    down: Way,
}

impl<'f> Counts<'f> {
    fn new(family: &'f Family) -> Self {
        let (up, down) = (Way::default(), Way::default());
        Self { generation: &family.generation, pending: None, up, down }
    }

    fn arc(&mut self, from: u32, to: u32) {
        let upwards = self.generation[to as usize] < self.generation[from as usize];
        let way = if upwards { &mut self.up } else { &mut self.down };
        if let Some((person, steps)) = self.pending.take() {
            way.expand(person, steps);
            way.leading += 1;
        }
        way.generated += 1;
    }
}

impl<P: Problem<State = u32>> Observer<P> for Counts<'_> {
    fn expanded(&mut self, state: &u32, g: Cost) {
        // Whoever has nobody to lead to was expanded for nothing, in a direction that nobody sees: at
        // the ends of the tree, where there is only one.
        if let Some((person, steps)) = self.pending.replace((*state, g)) {
            let way =
                if self.generation[person as usize] == 0 { &mut self.up } else { &mut self.down };
            way.expand(person, steps);
        }
    }

    fn generated(&mut self, edge: &Edge<'_, P>) {
        self.arc(*edge.from, *edge.to);
    }

    fn duplicate(&mut self, edge: &Edge<'_, P>) {
        self.arc(*edge.from, *edge.to);
    }
}

/// Runs all three.
///
/// # Errors
/// If a limit stops one of them.
pub fn compare(family: Family, limits: &mut Limits<'_>) -> Result<Ancestry, Trouble> {
    let bfs: Strategy = Strategy::new(heureka_core::Algorithm::Bfs);
    let both = Strategy::new(heureka_core::Algorithm::Bidirectional);
    let graph = &family.graph;
    let mut downwards = Counts::new(&family);
    let down = solve(graph, &bfs, limits, &mut downwards).map_err(Trouble::Unsupported)?;
    let line = states_along(graph, &down.outcome)?;
    let back = Reversed::new(graph).ok_or(Trouble::NoWay)?;
    let mut upwards = Counts::new(&family);
    let up = solve(&back, &bfs, limits, &mut upwards).map_err(Trouble::Unsupported)?;
    if let Outcome::Stopped(stop) = up.outcome {
        return Err(Trouble::Stopped(stop));
    }
    let mut halves = Counts::new(&family);
    let met = solve_reversible(graph, &both, limits, &mut halves).map_err(Trouble::Unsupported)?;
    states_along(graph, &met.outcome)?;
    let (up, down) = (settled(upwards, &up.stats), settled(downwards, &down.stats));
    let halves = settled(halves, &met.stats);
    let (up, down, both_up, both_down) = (up.up, down.down, halves.up, halves.down);
    Ok(Ancestry { family, up, down, both_up, both_down, line })
}

/// The counts once the search has ended, which are the engine's.
fn settled<'f>(mut counts: Counts<'f>, stats: &Stats) -> Counts<'f> {
    if let Some((person, steps)) = counts.pending.take() {
        let first = counts.generation[person as usize] == 0;
        let way = if first { &mut counts.up } else { &mut counts.down };
        way.expand(person, steps);
    }
    debug_assert_eq!(counts.up.expanded() + counts.down.expanded(), stats.expanded);
    debug_assert_eq!(counts.up.generated + counts.down.generated, stats.generated);
    counts
}

impl Ancestry {
    /// The family tree.
    #[must_use]
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The ancestor and the descendant by name.
    #[must_use]
    pub fn ends(&self) -> (&str, &str) {
        let name = |person: Option<&u32>| person.map_or("", |&node| self.graph().name(node));
        (name(self.line.first()), name(self.line.last()))
    }

    fn graph(&self) -> &Graph {
        &self.family.graph
    }

    /// How many were expanded from both ends together.
    #[must_use]
    pub fn both(&self) -> u64 {
        self.both_up.expanded() + self.both_down.expanded()
    }

    /// How many generations lie between the two.
    #[must_use]
    pub fn generations(&self) -> usize {
        self.family.people.len() - 1
    }

    /// The expansions by how far they are from where the search began.
    #[must_use]
    pub fn table(&self) -> Table {
        let columns = ["generations away", "up", "down", "both, up", "both, down"];
        let mut table = Table::new(columns);
        let ways = [&self.up, &self.down, &self.both_up, &self.both_down];
        for steps in 0..=self.generations() {
            let layer = |way: &Way| Cell::from(way.layers.get(steps).copied());
            let cells = ways.map(layer);
            if cells.iter().any(|cell| *cell != Cell::Empty) {
                table.row(std::iter::once(Cell::Text(steps.to_string())).chain(cells));
            }
        }
        let sums = ways.map(|way| Cell::from(way.expanded()));
        table.row(std::iter::once(Cell::from("expanded")).chain(sums));
        let branching = ways.map(|way| way.branching().map_or(Cell::Empty, |b| Cell::Real(b, 2)));
        table.row(std::iter::once(Cell::from("branching")).chain(branching));
        table
    }

    /// The expansions as a plot.
    #[must_use]
    pub fn plot(&self) -> Plot {
        let line = |layers: &[u64]| -> Vec<(f64, f64)> {
            let points = layers.iter().enumerate();
            points.map(|(steps, &number)| (steps as f64, number as f64)).collect()
        };
        let long = self.both_up.layers.len().max(self.both_down.layers.len());
        let at = |way: &Way, steps: usize| way.layers.get(steps).copied().unwrap_or(0);
        let both: Vec<u64> =
            (0..long).map(|steps| at(&self.both_up, steps) + at(&self.both_down, steps)).collect();
        let whole = (0..=self.generations()).map(|steps| (steps as f64, steps.to_string()));
        Plot::new(
            "Expansions by generation",
            Axis::linear("generations from where the search began").ticks(whole),
            Axis::log("people expanded"),
        )
        .series(Series::new("up from the descendant", Mark::Line, line(&self.up.layers)))
        .series(Series::new("down from the ancestor", Mark::Line, line(&self.down.layers)))
        .series(Series::new("both at once", Mark::Line, line(&both)))
    }

    /// What there is to see, in paragraphs.
    #[must_use]
    pub fn explanation(&self) -> Vec<String> {
        let branching = |way: &Way| way.branching().unwrap_or(0.0);
        let factor = self.down.expanded() as f64 / self.up.expanded().max(1) as f64;
        let first = format!(
            "Everybody has two parents, so going up branches by {:.2} and takes {} expansions. \
             Everybody with children has several, so going down branches by {:.2} and takes {}: {} \
             times as many.",
            branching(&self.up),
            count(self.up.expanded()),
            branching(&self.down),
            count(self.down.expanded()),
            crate::number::decimal(factor, 1)
        );
        let second = format!(
            "From both ends at once, each side has to come only part of the way, and the side with \
             fewer people waiting goes on: {} expansions, {} up and {} down.",
            count(self.both()),
            count(self.both_up.expanded()),
            count(self.both_down.expanded())
        );
        let third = "Layers grow more slowly where families join: then some are met a second time, \
                     and not expanded again. The last layer ends early, where the other end is found."
            .to_owned();
        vec![first, second, third]
    }

    /// Everybody whom a search expanded, and the line: those that a picture shows.
    fn shown(&self) -> Vec<u32> {
        let ways = [&self.up, &self.down, &self.both_up, &self.both_down];
        let mut shown: Vec<u32> = ways.iter().flat_map(|way| way.people.iter().copied()).collect();
        shown.extend(&self.line);
        shown.sort_unstable();
        shown.dedup();
        shown
    }

    /// The part of the tree that was searched, generation by generation; nothing if it is too large.
    #[must_use]
    pub fn picture(&self) -> Option<Picture> {
        let shown = self.shown();
        (shown.len() <= MOST_DRAWN).then(|| self.drawn(&shown))
    }

    fn drawn(&self, shown: &[u32]) -> Picture {
        const ROW: f64 = 2.6;
        let generation = |person: u32| self.family.generation[person as usize] as usize;
        let mut rows: Vec<Vec<u32>> = vec![vec![]; self.generations() + 1];
        for &person in shown {
            rows[generation(person)].push(person);
        }
        // Wide enough for the legend.
        let most = rows.iter().map(Vec::len).max().unwrap_or(1).max(22) as f64;
        let (left, top) = (4.2, 2.4);
        let (width, height) = (most + left + 0.8, rows.len() as f64 * ROW + top + 0.9);
        let mut x = vec![0.0; self.graph().nodes() as usize];
        // Under their parents, as far as there is room; the first generation over its children.
        let spread = |row: &[u32], x: &mut [f64]| {
            let step = most / row.len() as f64;
            for (place, &person) in row.iter().enumerate() {
                x[person as usize] = left + (place as f64 + 0.5) * step;
            }
        };
        for row in &rows {
            spread(row, &mut x);
        }
        let known: HashSet<u32> = shown.iter().copied().collect();
        for sweep in 0..6 {
            for row in &mut rows {
                let mut keyed: Vec<(f64, u32)> = row
                    .iter()
                    .map(|&person| (self.middle(person, sweep % 2 == 0, &known, &x), person))
                    .collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                *row = keyed.into_iter().map(|(_, person)| person).collect();
                spread(row, &mut x);
            }
        }
        let at = |person: u32| (x[person as usize], top + (generation(person) as f64 + 0.5) * ROW);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.0, Hue::Paper);
        for &person in shown {
            for &(child, _) in self.graph().arcs(person).iter().filter(|arc| known.contains(&arc.0))
            {
                let pair = self.line.windows(2).any(|pair| pair == [person, child]);
                let (thick, hue) = if pair { (0.12, Hue::Red) } else { (0.035, Hue::Gray) };
                picture.line(&[at(person), at(child)], thick, hue);
            }
        }
        for &person in shown {
            let (x, y) = at(person);
            self.person(&mut picture, person, x, y);
        }
        for (number, row) in rows.iter().enumerate() {
            let y = top + (number as f64 + 0.5) * ROW;
            let text = format!("generation {number}");
            picture.text(0.5, y, 0.5, Anchor::Start, Hue::Faint, &text);
            let all = count(self.family.people[number]);
            let text = format!("{} of {all}", row.len());
            picture.text(0.5, y + 0.65, 0.5, Anchor::Start, Hue::Faint, &text);
        }
        Self::legend(&mut picture);
        picture
    }

    /// Where somebody's parents, or children, stand on average.
    fn middle(&self, person: u32, parents: bool, known: &HashSet<u32>, x: &[f64]) -> f64 {
        let (mut sum, mut number) = (0.0, 0.0);
        let mut add = |other: u32| {
            if known.contains(&other) {
                sum += x[other as usize];
                number += 1.0;
            }
        };
        if parents {
            heureka_core::Reversible::predecessors(self.graph(), &person, &mut |_, _, other| {
                add(other);
            });
        } else {
            self.graph().arcs(person).iter().for_each(|&(other, _)| add(other));
        }
        if number > 0.0 { sum / number } else { x[person as usize] }
    }

    /// A disc if the search up expanded somebody, a square around it if the search down did.
    fn person(&self, picture: &mut Picture, person: u32, x: f64, y: f64) {
        if self.down.people.contains(&person) {
            picture.rect(x - 0.4, y - 0.4, 0.8, 0.8, 0.1, Hue::Orange);
        }
        if self.up.people.contains(&person) {
            picture.circle(x, y, 0.32, Hue::Blue);
        }
        let both = self.both_up.people.contains(&person) || self.both_down.people.contains(&person);
        if both {
            picture.circle(x, y, 0.13, Hue::Paper).ring(x, y, 0.13, 0.04, Hue::Ink);
        }
        let (first, last) = (self.line.first(), self.line.last());
        if first == Some(&person) || last == Some(&person) {
            picture.frame(x - 0.55, y - 0.55, 1.1, 1.1, 0.1, Hue::Red);
        }
    }

    fn legend(picture: &mut Picture) {
        let (size, y) = (0.55, 1.0);
        let mut x = 0.8;
        let mut entry = |picture: &mut Picture, text: &str| {
            picture.text(x + 0.65, y + 0.2, size, Anchor::Start, Hue::Ink, text);
            let here = x;
            x += 1.9 + text.len() as f64 * 0.33;
            here
        };
        let at = entry(picture, "expanded going up");
        picture.circle(at, y, 0.32, Hue::Blue);
        let at = entry(picture, "going down");
        picture.rect(at - 0.4, y - 0.4, 0.8, 0.8, 0.1, Hue::Orange);
        let at = entry(picture, "from both ends");
        picture.circle(at, y, 0.13, Hue::Paper).ring(at, y, 0.13, 0.04, Hue::Ink);
        let at = entry(picture, "the line");
        picture.line(&[(at - 0.4, y), (at + 0.4, y)], 0.12, Hue::Red);
    }

    /// The tree, where it is small, and below it the plot.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut report = Report::new("Up or down a family tree");
        let (ancestor, descendant) = self.ends();
        report.paragraph(&format!(
            "Does {descendant} descend from {ancestor}, {} generations before? There are {} people \
             in the tree. It can be searched from the descendant up, from the ancestor down, or from \
             both at once.",
            self.generations(),
            count(self.family.people.iter().sum::<u64>())
        ));
        if let Some(picture) = self.picture() {
            report.figure(&picture.svg("The part of the tree that was searched", 30.0), "");
        }
        report.plot(&self.plot());
        report.table("People expanded", &self.table());
        for paragraph in self.explanation() {
            report.paragraph(&paragraph);
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(generations: u32, children: u32, seed: u64) -> Ancestry {
        compare(Family::new(generations, children, seed).unwrap(), &mut Limits::none()).unwrap()
    }

    /// Up branches by two, down by the number of children, and both ends at once take the fewest.
    #[test]
    fn up_is_narrower_than_down() {
        for (generations, children, seed) in [(5, 3, 1), (6, 4, 2), (7, 4, 1), (4, 6, 9)] {
            let found = compared(generations, children, seed);
            assert!((found.up.branching().unwrap() - 2.0).abs() < f64::EPSILON);
            assert!((found.down.branching().unwrap() - f64::from(children)).abs() < f64::EPSILON);
            let (up, down, both) = (found.up.expanded(), found.down.expanded(), found.both());
            assert!(both < up && up < down, "{generations} {children}: {both} {up} {down}");
            // Nobody has more ancestors than there are ways up, nor more descendants than down.
            for (steps, &number) in found.up.layers.iter().enumerate() {
                assert!(number <= 1 << steps);
            }
            for (steps, &number) in found.down.layers.iter().enumerate() {
                assert!(number <= u64::from(children).pow(steps as u32));
            }
            assert_eq!(found.line.len(), generations as usize + 1);
        }
    }

    /// Each expansion is counted once, as the engine counts it.
    #[test]
    fn counts_are_those_of_the_engine() {
        let found = compared(6, 3, 4);
        let graph = found.graph();
        let strategy = |word: &str| -> Strategy { word.parse().unwrap() };
        let none = &mut Limits::none();
        let down = solve(graph, &strategy("bfs"), none, &mut ()).unwrap().stats;
        let up = Reversed::new(graph).unwrap();
        let up = solve(&up, &strategy("bfs"), none, &mut ()).unwrap().stats;
        let both =
            solve_reversible(graph, &strategy("bidirectional"), none, &mut ()).unwrap().stats;
        assert_eq!((found.up.expanded(), found.down.expanded()), (up.expanded, down.expanded));
        assert_eq!((found.up.generated, found.down.generated), (up.generated, down.generated));
        assert_eq!(found.both(), both.expanded);
    }

    #[test]
    fn small_trees_are_drawn_and_large_ones_plotted() {
        let small = compared(3, 3, 1);
        let svg = small.picture().unwrap().svg("", 10.0);
        let squares = svg.matches("fill=\"#e69f00\"").count() as u64;
        assert_eq!(squares, small.down.expanded() + 1, "and the legend's");
        let large = compared(7, 4, 1);
        assert!(large.picture().is_none());
        assert!(large.plot().svg().contains("up from the descendant"));
    }
}
