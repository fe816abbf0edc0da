//! Ancestry: a search in a family tree up from the descendant, down from the ancestor, or from both
//! ends.

use super::{Answer, Error, states_along};
use crate::plot::{Axis, Mark, Plot, Series};
use crate::table::{Cell, Table};
use crate::units::{count, decimal};
use heureka_core::abilities::Reversible;
use heureka_core::observe::{Edge, Node};
use heureka_core::reversed::Reversed;
use heureka_core::{Algorithm, Cost, Limits, Observer, Outcome, Stats, Strategy, solve};
use heureka_kit::draw::{Anchor, Hue, Picture};
use heureka_puzzles::graph::family::Family;
use serde::Serialize;
use std::collections::BTreeSet;

/// Larger trees are not drawn.
const MAX_DRAWN_PEOPLE: usize = 90;

/// The three searches of one family tree.
#[derive(Debug, Serialize)]
pub struct Ancestry {
    /// The number of people in each generation.
    people: Vec<u64>,
    ancestor: String,
    descendant: String,
    up: Side,
    down: Side,
    /// The upward part of the search from both ends.
    both_up: Side,
    /// The downward part of the search from both ends.
    both_down: Side,
    #[serde(skip)]
    family: Family,
    /// The people on the path, the ancestor first.
    #[serde(skip)]
    path: Vec<u32>,
}

/// The expansions of a search in one direction.
#[derive(Debug, Default, Serialize)]
struct Side {
    expanded: u64,
    /// Expanded people with a successor.
    internal: u64,
    /// Their successors, including duplicates.
    generated: u64,
    /// Expansions by the number of generations from the start of the search.
    layers: Vec<u64>,
    /// Successors per expanded person with a successor.
    branching: Option<f64>,
    #[serde(skip)]
    people: BTreeSet<u32>,
}

impl Side {
    fn expand(&mut self, person: u32, steps: Cost) {
        let steps = steps as usize;
        self.layers.resize(self.layers.len().max(steps + 1), 0);
        self.layers[steps] += 1;
        self.expanded += 1;
        self.people.insert(person);
    }

    fn layer(&self, steps: usize) -> Option<u64> {
        self.layers.get(steps).copied()
    }
}

/// Counts expansions by direction. The generations of an arc's ends determine its direction.
#[derive(Default)]
struct Counts<'f> {
    generation: &'f [u32],
    /// The person expanded last, until the first arc determines the direction.
    pending: Option<(u32, Cost)>,
    up: Side,
    down: Side,
}

impl Counts<'_> {
    fn arc(&mut self, from: u32, to: u32) {
        let upwards = self.generation[to as usize] < self.generation[from as usize];
        let side = if upwards { &mut self.up } else { &mut self.down };
        if let Some((person, steps)) = self.pending.take() {
            side.expand(person, steps);
            side.internal += 1;
        }
        side.generated += 1;
    }

    /// Counts a pending person. Without successors it is in the first generation, going up, or in
    /// the last, going down.
    fn flush(&mut self) {
        if let Some((person, steps)) = self.pending.take() {
            let first = self.generation[person as usize] == 0;
            if first { &mut self.up } else { &mut self.down }.expand(person, steps);
        }
    }

    /// Returns the counts upwards and downwards; they add up to the engine's.
    fn finish(mut self, stats: &Stats) -> (Side, Side) {
        self.flush();
        for side in [&mut self.up, &mut self.down] {
            let branching = side.generated as f64 / side.internal as f64;
            side.branching = (side.internal > 0).then_some(branching);
        }
        debug_assert_eq!(self.up.expanded + self.down.expanded, stats.expanded);
        debug_assert_eq!(self.up.generated + self.down.generated, stats.generated);
        (self.up, self.down)
    }
}

impl<A> Observer<u32, A> for Counts<'_> {
    fn expanded(&mut self, node: &Node<'_, u32>) {
        self.flush();
        self.pending = Some((*node.state, node.g));
    }

    fn generated(&mut self, edge: &Edge<'_, u32, A>) {
        self.arc(*edge.from, *edge.to);
    }

    fn duplicate(&mut self, edge: &Edge<'_, u32, A>) {
        self.arc(*edge.from, *edge.to);
    }
}

/// Runs the three searches.
///
/// # Errors
/// Returns an error if a limit stops one of them.
pub fn compare(family: Family, limits: &mut Limits<'_>) -> Result<Ancestry, Error> {
    let [bfs, both] = [Algorithm::Bfs, Algorithm::Bidirectional].map(Strategy::new);
    let graph = &family.graph;
    let counts = || Counts { generation: &family.generation, ..Counts::default() };
    let search = |strategy: &Strategy, limits: &mut Limits<'_>| {
        let mut counts = counts();
        let solution = solve(graph, strategy, limits, &mut counts).map_err(Error::Unsupported)?;
        let path = states_along(graph, &solution.outcome)?;
        Ok((path, counts.finish(&solution.stats)))
    };
    let (path, (_, down)) = search(&bfs, limits)?;
    let reversed = Reversed::new(graph).ok_or(Error::Unsolvable)?;
    let mut counts = counts();
    let solution = solve(&reversed, &bfs, limits, &mut counts).map_err(Error::Unsupported)?;
    if let Outcome::Stopped(stop) = solution.outcome {
        return Err(Error::Stopped(stop));
    }
    let (up, _) = counts.finish(&solution.stats);
    let (_, (both_up, both_down)) = search(&both, limits)?;
    let name = |person: Option<&u32>| person.map_or("", |&node| graph.name(node)).to_owned();
    Ok(Ancestry {
        people: family.people.clone(),
        ancestor: name(path.first()),
        descendant: name(path.last()),
        up,
        down,
        both_up,
        both_down,
        family,
        path,
    })
}

impl Ancestry {
    fn sides(&self) -> [&Side; 4] {
        [&self.up, &self.down, &self.both_up, &self.both_down]
    }

    fn both(&self) -> u64 {
        self.both_up.expanded + self.both_down.expanded
    }

    /// Returns the number of generations between ancestor and descendant.
    fn generations(&self) -> usize {
        self.people.len() - 1
    }

    /// Returns everybody to draw: the expanded people and the path.
    fn drawn_people(&self) -> BTreeSet<u32> {
        let expanded = self.sides().into_iter().flat_map(|side| &side.people);
        expanded.chain(&self.path).copied().collect()
    }

    /// Draws these people in rows, one per generation.
    fn draw(&self, people: &BTreeSet<u32>) -> Picture {
        const ROW: f64 = 2.6;
        let graph = &self.family.graph;
        let generation = |person: u32| self.family.generation[person as usize] as usize;
        let mut rows: Vec<Vec<u32>> = vec![vec![]; self.generations() + 1];
        for &person in people {
            rows[generation(person)].push(person);
        }
        // The legend needs 22 units.
        let longest = rows.iter().map(Vec::len).max().unwrap_or(1).max(22) as f64;
        let (left, top) = (4.2, 2.4);
        let (width, height) = (longest + left + 0.8, rows.len() as f64 * ROW + top + 0.9);
        let mut x = vec![0.0; graph.nodes() as usize];
        let spread = |row: &[u32], x: &mut [f64]| {
            let step = longest / row.len() as f64;
            for (i, &person) in row.iter().enumerate() {
                x[person as usize] = left + (i as f64 + 0.5) * step;
            }
        };
        for row in &rows {
            spread(row, &mut x);
        }
        // Sort each row by the mean position of parents and of children alternately, to avoid
        // crossings.
        for sweep in 0..6 {
            for row in &mut rows {
                let key = |&person: &u32| (self.mean_x(person, sweep % 2 == 0, people, &x), person);
                let mut keyed: Vec<(f64, u32)> = row.iter().map(key).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                *row = keyed.into_iter().map(|(_, person)| person).collect();
                spread(row, &mut x);
            }
        }
        let at = |person: u32| (x[person as usize], top + (generation(person) as f64 + 0.5) * ROW);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.0, Hue::Paper);
        for &person in people {
            for &(child, _) in graph.arcs(person).iter().filter(|arc| people.contains(&arc.0)) {
                let on_path = self.path.windows(2).any(|pair| pair == [person, child]);
                let (thickness, hue) = if on_path { (0.12, Hue::Red) } else { (0.035, Hue::Gray) };
                picture.line(&[at(person), at(child)], thickness, hue);
            }
        }
        for &person in people {
            let (x, y) = at(person);
            self.draw_person(&mut picture, person, x, y);
        }
        for (number, row) in rows.iter().enumerate() {
            let y = top + (number as f64 + 0.5) * ROW;
            let drawn = format!("{} of {}", row.len(), count(self.people[number]));
            for (y, text) in [(y, format!("generation {number}")), (y + 0.65, drawn)] {
                picture.text(0.5, y, 0.5, Anchor::Start, Hue::Faint, &text);
            }
        }
        picture.legend(
            (0.4, 1.0),
            0.55,
            &[
                (1.05, &|picture, x, y| draw_up(picture, x + 0.4, y), "expanded going up"),
                (1.05, &|picture, x, y| draw_down(picture, x + 0.4, y), "going down"),
                (1.05, &|picture, x, y| draw_both(picture, x + 0.4, y), "from both ends"),
                (1.05, &|picture, x, y| draw_path(picture, x + 0.4, y), "path"),
            ],
        );
        picture
    }

    /// Returns the mean position of a person's parents or children.
    fn mean_x(&self, person: u32, parents: bool, drawn: &BTreeSet<u32>, x: &[f64]) -> f64 {
        let mut relatives = vec![];
        if parents {
            self.family.graph.predecessors(&person, &mut |_, _, parent| relatives.push(parent));
        } else {
            relatives.extend(self.family.graph.arcs(person).iter().map(|&(child, _)| child));
        }
        relatives.retain(|relative| drawn.contains(relative));
        let sum: f64 = relatives.iter().map(|&relative| x[relative as usize]).sum();
        if relatives.is_empty() { x[person as usize] } else { sum / relatives.len() as f64 }
    }

    fn draw_person(&self, picture: &mut Picture, person: u32, x: f64, y: f64) {
        if self.down.people.contains(&person) {
            draw_down(picture, x, y);
        }
        if self.up.people.contains(&person) {
            draw_up(picture, x, y);
        }
        if self.both_up.people.contains(&person) || self.both_down.people.contains(&person) {
            draw_both(picture, x, y);
        }
        if [self.path.first(), self.path.last()].contains(&Some(&person)) {
            picture.frame(x - 0.55, y - 0.55, 1.1, 1.1, 0.1, Hue::Red);
        }
    }
}

fn draw_up(picture: &mut Picture, x: f64, y: f64) {
    picture.circle(x, y, 0.32, Hue::Blue);
}

fn draw_down(picture: &mut Picture, x: f64, y: f64) {
    picture.rect(x - 0.4, y - 0.4, 0.8, 0.8, 0.1, Hue::Orange);
}

fn draw_both(picture: &mut Picture, x: f64, y: f64) {
    picture.circle(x, y, 0.13, Hue::Paper).ring(x, y, 0.13, 0.04, Hue::Ink);
}

fn draw_path(picture: &mut Picture, x: f64, y: f64) {
    picture.line(&[(x - 0.4, y), (x + 0.4, y)], 0.12, Hue::Red);
}

impl Answer for Ancestry {
    const TITLE: &'static str = "Up or down a family tree";

    fn question(&self) -> String {
        format!(
            "Does {} descend from {}, {} generations earlier? The tree has {} people.",
            self.descendant,
            self.ancestor,
            self.generations(),
            count(self.people.iter().sum::<u64>())
        )
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["generations away", "up", "down", "both, up", "both, down"]);
        let mut row = |name: String, cells: [Cell; 4]| {
            table.row(std::iter::once(Cell::Text(name)).chain(cells));
        };
        for steps in 0..=self.generations() {
            let cells = self.sides().map(|side| Cell::from(side.layer(steps)));
            if cells.iter().any(|cell| *cell != Cell::Empty) {
                row(steps.to_string(), cells);
            }
        }
        row("expanded".to_owned(), self.sides().map(|side| side.expanded.into()));
        row("branching".to_owned(), self.sides().map(|side| Cell::real(side.branching, 2)));
        table
    }

    fn explanation(&self) -> Vec<String> {
        let factor = self.down.expanded as f64 / self.up.expanded.max(1) as f64;
        let [up, down, both_up, both_down] = self.sides().map(|side| count(side.expanded));
        let [by_up, by_down, ..] = self.sides().map(|side| side.branching.unwrap_or(0.0));
        let (factor, both) = (decimal(factor, 1), count(self.both()));
        vec![
            format!(
                "Everybody has two parents, so the search up branches by {by_up:.2} and takes {up} \
                 expansions. Couples have several children, so the search down branches by \
                 {by_down:.2} and takes {down}: {factor} times as many."
            ),
            format!(
                "From both ends, each side covers only part of the distance, and the side with the \
                 smaller frontier continues: {both} expansions, {both_up} up and {both_down} down."
            ),
            "Layers grow more slowly where families join: people reached a second time are \
             duplicates, which are not expanded again. The last layer is incomplete, since the search \
             stops at the goal."
                .to_owned(),
        ]
    }

    fn picture(&self) -> Option<String> {
        let people = self.drawn_people();
        let title = "The part of the tree that was searched";
        (people.len() <= MAX_DRAWN_PEOPLE).then(|| self.draw(&people).svg(title, 30.0))
    }

    fn plot(&self) -> Option<Plot> {
        let line = |name: &str, sides: &[&Side]| {
            let length = sides.iter().map(|side| side.layers.len()).max().unwrap_or(0);
            let sum = |steps| sides.iter().filter_map(|side| side.layer(steps)).sum::<u64>();
            let points = (0..length).map(|steps| (steps as f64, sum(steps) as f64));
            Series::new(name, Mark::Line, points)
        };
        let ticks = (0..=self.generations()).map(|steps| (steps as f64, steps.to_string()));
        let x = Axis::linear("generations from the start of the search").ticks(ticks);
        let plot = Plot::new("Expansions by generation", x, Axis::log("people expanded"))
            .series(line("up from the descendant", &[&self.up]))
            .series(line("down from the ancestor", &[&self.down]))
            .series(line("from both ends", &[&self.both_up, &self.both_down]));
        Some(plot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(generations: u32, children: u32, seed: u64) -> Ancestry {
        compare(Family::new(generations, children, seed).unwrap(), &mut Limits::none()).unwrap()
    }

    /// Up branches by two, down by the number of children, and both ends take the fewest
    /// expansions.
    #[test]
    fn searching_up_expands_fewer_than_down() {
        for (generations, children, seed) in [(5, 3, 1), (6, 4, 2), (7, 4, 1), (4, 6, 9)] {
            let found = compared(generations, children, seed);
            assert!((found.up.branching.unwrap() - 2.0).abs() < f64::EPSILON);
            assert!((found.down.branching.unwrap() - f64::from(children)).abs() < f64::EPSILON);
            let (up, down, both) = (found.up.expanded, found.down.expanded, found.both());
            assert!(both < up && up < down, "{generations} {children}: {both} {up} {down}");
            for (side, branching) in [(&found.up, 2), (&found.down, u64::from(children))] {
                let mut layers = (0..).zip(&side.layers);
                assert!(layers.all(|(steps, &number)| number <= branching.pow(steps)));
            }
            assert_eq!(found.path.len(), generations as usize + 1);
        }
    }

    #[test]
    fn counts_match_the_engine() {
        let found = compared(6, 3, 4);
        let graph = &found.family.graph;
        let strategy = |word: &str| -> Strategy { word.parse().unwrap() };
        let none = &mut Limits::none();
        let down = solve(graph, &strategy("bfs"), none, &mut ()).unwrap().stats;
        let up = Reversed::new(graph).unwrap();
        let up = solve(&up, &strategy("bfs"), none, &mut ()).unwrap().stats;
        let both = solve(graph, &strategy("bidirectional"), none, &mut ()).unwrap().stats;
        assert_eq!((found.up.expanded, found.down.expanded), (up.expanded, down.expanded));
        assert_eq!((found.up.generated, found.down.generated), (up.generated, down.generated));
        assert_eq!(found.both(), both.expanded);
    }

    #[test]
    fn draws_small_trees_and_plots_large_ones() {
        let small = compared(3, 3, 1);
        let svg = small.picture().unwrap();
        let squares = svg.matches("fill=\"#e69f00\"").count() as u64;
        assert_eq!(squares, small.down.expanded + 1, "with the legend");
        let large = compared(7, 4, 1);
        assert!(large.picture().is_none());
        assert!(large.svg().unwrap().contains("up from the descendant"));
    }
}
