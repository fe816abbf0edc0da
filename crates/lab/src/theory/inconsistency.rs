//! Inconsistency: what A\* does with a heuristic that never overestimates, but falls by more than a
//! move costs.
//!
//! Without opening closed states again, and with it, each as a whole search tree.

use super::search_tree::{Fate, Grows, SearchTree, Why};
use super::{Trouble, states_along};
use crate::report::Report;
use crate::table::{Cell, Table};
use heureka_core::heuristic::audit::{Audit, audit};
use heureka_core::search::{BestFirst, Rule};
use heureka_core::{Algorithm, Cost, DEAD_END, Limits, Outcome, Strategy};
use heureka_kit::draw::Picture;
use heureka_puzzles::graph::{Go, Graph};
use std::collections::HashMap;
use std::fmt::Write;

/// Trees and graphs of more nodes are not drawn.
pub const MOST_DRAWN: usize = 120;
/// Trees of more nodes are not told.
const MOST_TOLD: usize = 2000;

/// Both searches of one graph.
#[derive(Debug)]
pub struct Inconsistency {
    pub(super) graph: Graph,
    /// Is the heuristic admissible, is it consistent, and where not?
    pub audit: Audit<u32, Go>,
    /// A\* that never opens a closed state again.
    pub without: Run,
    /// A\* that does.
    pub with: Run,
    /// The states that were expanded before the cheapest way to them was known, without reopening.
    pub early: Vec<Early>,
}

/// One of the two searches.
#[derive(Debug)]
pub struct Run {
    /// The strategy.
    pub strategy: Strategy,
    /// Its tree.
    pub tree: SearchTree,
    /// The nodes along the way found.
    pub way: Vec<u32>,
    /// What it costs.
    pub cost: Cost,
    /// Nodes expanded, and how many of them again.
    pub expanded: u64,
    /// How many states were opened again.
    pub reopened: u64,
}

/// A state that was expanded too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Early {
    /// The state.
    pub state: u32,
    /// As which one it was expanded.
    pub number: u32,
    /// At which cost.
    pub g: Cost,
    /// What the cheapest way there costs.
    pub cheapest: Cost,
}

fn run(graph: &Graph, reopen: bool, limits: &mut Limits<'_>) -> Result<Run, Trouble> {
    let strategy = Strategy { reopen, ..Strategy::new(Algorithm::AStar) };
    let mut grows = Grows { graph, tree: SearchTree::new(graph) };
    let mut search = BestFirst::by_f(graph, Rule::new(&strategy, 1, 1), &strategy);
    let outcome = search.run(limits, &mut grows);
    let way = states_along(graph, &outcome)?;
    let (cost, stats) = (outcome.cost().unwrap_or(0), search.stats());
    let (expanded, reopened) = (stats.expanded, stats.reopened);
    Ok(Run { strategy, tree: grows.tree, way, cost, expanded, reopened })
}

/// What the cheapest way from the start to every state costs.
fn cheapest(graph: &Graph, limits: &mut Limits<'_>) -> Result<HashMap<u32, Cost>, Trouble> {
    let strategy = Strategy::new(Algorithm::Ucs);
    let mut search = BestFirst::by_f(graph, Rule::new(&strategy, 1, 0), &strategy);
    loop {
        match search.run(limits, &mut ()) {
            Outcome::Solved(..) => {}
            Outcome::Stopped(stop) => return Err(Trouble::Stopped(stop)),
            Outcome::Unsolvable | Outcome::NotFound(_) => return Ok(search.closed().collect()),
        }
    }
}

/// Searches a graph both ways.
///
/// # Errors
/// If a limit stops it, or there is no way.
pub fn compare(graph: Graph, limits: &mut Limits<'_>) -> Result<Inconsistency, Trouble> {
    let without = run(&graph, false, limits)?;
    let with = run(&graph, true, limits)?;
    let cheapest = cheapest(&graph, limits)?;
    let audit = audit(&graph, limits);
    if let Some(stop) = audit.stopped {
        return Err(Trouble::Stopped(stop));
    }
    let early = without.tree.taken().into_iter().filter_map(|place| {
        let node = &without.tree.nodes()[place];
        let Fate::Expanded(number) = node.fate else { return None };
        let cheapest = *cheapest.get(&node.state)?;
        let early = Early { state: node.state, number, g: node.g, cheapest };
        (node.g > cheapest).then_some(early)
    });
    let early = early.collect();
    Ok(Inconsistency { graph, audit, without, with, early })
}

fn estimate(h: Cost) -> String {
    if h == DEAD_END { "∞".to_owned() } else { h.to_string() }
}

impl Inconsistency {
    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The way through a run, by names.
    #[must_use]
    pub fn way(&self, run: &Run) -> String {
        let names: Vec<_> = run.way.iter().map(|&node| self.graph.name(node)).collect();
        names.join(" → ")
    }

    /// A tree as text, a line a node.
    #[must_use]
    pub fn text(&self, run: &Run) -> String {
        let nodes = run.tree.nodes().len();
        if nodes > MOST_TOLD {
            return format!("{} nodes: too many to tell\n", crate::number::count(nodes as u64));
        }
        let mut text = String::new();
        self.branch(run, 0, "", "", &mut text);
        text
    }

    fn branch(&self, run: &Run, place: usize, before: &str, below: &str, text: &mut String) {
        let node = &run.tree.nodes()[place];
        let sign = match node.fate {
            Fate::Expanded(number) | Fate::Goal(number) => format!("{number}."),
            Fate::Waiting => "·".to_owned(),
            Fate::Pruned(_) => "✗".to_owned(),
        };
        let f = node.f().map_or("∞".to_owned(), |f| f.to_string());
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "{before}{sign} {}   {} + {} = {f}",
            self.graph.name(node.state),
            node.g,
            estimate(node.h)
        );
        if let Some(said) = Self::said(node.fate) {
            let _ = write!(text, "   {said}");
        }
        text.push('\n');
        let children: Vec<_> = run.tree.children(place).collect();
        for (number, &child) in children.iter().enumerate() {
            let (twig, trunk) =
                if number + 1 < children.len() { ("├─ ", "│  ") } else { ("└─ ", "   ") };
            self.branch(run, child, &format!("{below}{twig}"), &format!("{below}{trunk}"), text);
        }
    }

    /// What has to be said of a node beside its numbers.
    fn said(fate: Fate) -> Option<String> {
        match fate {
            Fate::Expanded(_) => None,
            Fate::Waiting => Some("waits".to_owned()),
            Fate::Goal(_) => Some("goal".to_owned()),
            Fate::Pruned(Why::NoCheaper(known)) => Some(format!("known at {known}")),
            Fate::Pruned(Why::Closed(known)) => Some(format!("cheaper, but closed at {known}")),
            Fate::Pruned(Why::Overtaken(better)) => Some(format!("overtaken at {better}")),
            Fate::Pruned(Why::DeadEnd) => Some("dead end".to_owned()),
        }
    }

    /// Both results side by side.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(["", "way found", "cost", "expanded", "opened again"]);
        for (name, run) in [("without reopening", &self.without), ("with reopening", &self.with)] {
            let (cost, numbers) = (run.cost, [run.expanded, run.reopened]);
            let texts = [Cell::from(name), self.way(run).into(), cost.into()];
            table.row(texts.into_iter().chain(numbers.map(Cell::from)));
        }
        table
    }

    /// What there is to see, in paragraphs.
    #[must_use]
    pub fn explanation(&self) -> Vec<String> {
        let name = |node: u32| self.graph.name(node);
        let mut paragraphs = vec![];
        let over = self.audit.exact.as_ref().and_then(|exact| exact.overestimates.1.as_ref());
        paragraphs.push(match (over, &self.audit.inconsistencies.1) {
            (Some(over), _) => format!(
                "The heuristic is not admissible: h({}) = {}, but a way of {} leads to the goal. So \
                 no A* can promise anything here.",
                name(over.state),
                estimate(over.h),
                over.exact
            ),
            (None, Some(i)) => format!(
                "The heuristic never overestimates, so it is admissible. But it is not consistent: \
                 the arc from {} to {} costs {}, and along it h falls from {} to {}.",
                name(i.state),
                name(i.next),
                i.cost,
                estimate(i.h),
                estimate(i.next_h)
            ),
            (None, None) => "The heuristic is consistent: along no arc does h fall by more than the \
                             arc costs. Then the cheapest way to a state is known when it is \
                             expanded, and nothing has to be opened again."
                .to_owned(),
        });
        if let Some(early) = self.early.first() {
            paragraphs.push(format!(
                "{} is expanded as number {} at g = {}, while a way of {} leads there: f along that \
                 way is still higher, so A* has not followed it yet.",
                name(early.state),
                early.number,
                early.g,
                early.cheapest
            ));
        }
        if self.without.cost > self.with.cost {
            paragraphs.push(format!(
                "Without reopening, the cheaper way is dropped when it arrives, and the search ends \
                 with {} for {}. Reopening puts the state back at its new cost, expands it once \
                 more, and finds {} for {}: {} less.",
                self.way(&self.without),
                self.without.cost,
                self.way(&self.with),
                self.with.cost,
                self.without.cost - self.with.cost
            ));
        } else if self.with.reopened > 0 {
            paragraphs.push(
                "Reopening put states back, but the way found is no cheaper for it here."
                    .to_owned(),
            );
        }
        paragraphs
    }

    /// Whether both trees are small enough to be drawn.
    #[must_use]
    pub fn can_be_drawn(&self) -> bool {
        let nodes = |run: &Run| run.tree.nodes().len();
        nodes(&self.without).max(nodes(&self.with)).max(self.graph.nodes() as usize) <= MOST_DRAWN
    }

    /// The graph and both trees; nothing if they are too large.
    #[must_use]
    pub fn picture(&self) -> Option<Picture> {
        self.can_be_drawn().then(|| super::drawn_trees::sheet(self))
    }

    /// A page with all of it.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut report = Report::new("An inconsistent heuristic");
        report.paragraph(
            "A* with a heuristic that is admissible but not consistent may expand a state before it \
             knows the cheapest way there. The same graph searched twice: once without, once with \
             opening closed states again.",
        );
        match self.picture() {
            Some(picture) => {
                report.figure(&picture.svg("The graph and both search trees", 40.0), "");
            }
            None => report.paragraph("The trees are too large to be drawn."),
        }
        report.table("Both searches", &self.table());
        report.heading("What there is to see");
        for paragraph in self.explanation() {
            report.paragraph(&paragraph);
        }
        for (title, run) in [("Without reopening", &self.without), ("With reopening", &self.with)] {
            report.heading(title);
            report.lines(&self.text(run));
        }
        report.paragraph(
            "A line is a node: the number of its expansion, its state, and g + h = f. ✗ marks nodes \
             that are crossed out, · one that still waits.",
        );
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_kit::puzzle::{Parameters, Puzzle};
    use heureka_puzzles::graph::INCONSISTENT;

    fn compared(text: &str) -> Inconsistency {
        let graph = Graph::parse(text, &Parameters::default()).unwrap();
        compare(graph, &mut Limits::none()).unwrap()
    }

    #[test]
    fn the_example_shows_what_it_is_for() {
        let found = compared(INCONSISTENT);
        assert_eq!((found.audit.admissible(), found.audit.consistent()), (Some(true), Some(false)));
        assert_eq!((found.without.cost, found.with.cost), (11, 9));
        assert_eq!(found.way(&found.without), "S → B → C → G");
        assert_eq!(found.way(&found.with), "S → A → C → G");
        assert_eq!((found.without.reopened, found.with.reopened), (0, 1));
        let early = found.early[0];
        assert_eq!(found.graph.name(early.state), "C");
        assert_eq!((early.number, early.g, early.cheapest), (3, 4, 2));
        assert_eq!(
            found.text(&found.without),
            "1. S   0 + 6 = 6\n\
             ├─ 4. A   1 + 7 = 8\n\
             │  └─ ✗ C   2 + 1 = 3   cheaper, but closed at 4\n\
             └─ 2. B   2 + 4 = 6\n   \
             ├─ 3. C   4 + 1 = 5\n   \
             │  └─ 6. G   11 + 0 = 11   goal\n   \
             └─ 5. D   7 + 3 = 10\n      \
             └─ ✗ G   11 + 0 = 11   known at 11\n"
        );
        let with = found.text(&found.with);
        assert!(with.contains("✗ G   11 + 0 = 11   overtaken at 9"), "{with}");
        assert!(with.contains("· D   7 + 3 = 10   waits"), "{with}");
    }

    /// The tree is that of the engine's search: as many nodes as it generated, as many taken as it
    /// expanded, and its way is the plan.
    #[test]
    fn trees_agree_with_the_engine() {
        let mut reopened = 0;
        for seed in 0..150 {
            let graph = Graph::random("14x40", &Parameters::default(), seed).unwrap();
            let found = compare(graph, &mut Limits::none()).unwrap();
            for run in [&found.without, &found.with] {
                let taken = run.tree.taken();
                assert_eq!(taken.len() as u64, run.expanded + 1, "{seed}: and the goal");
                let goal = run.tree.goal().unwrap();
                assert_eq!(taken.last(), Some(&goal));
                let nodes = run.tree.nodes();
                let way: Vec<_> =
                    run.tree.way_to(goal).iter().map(|&place| nodes[place].state).collect();
                assert_eq!(way, run.way, "{seed}");
                assert_eq!(nodes[goal].g, run.cost);
                // Successors of what was expanded, and nothing else.
                let made: usize = taken
                    .iter()
                    .filter(|&&place| place != goal)
                    .map(|&place| found.graph.arcs(nodes[place].state).len())
                    .sum();
                assert_eq!(nodes.len(), made + 1, "{seed}");
            }
            assert!(found.with.cost <= found.without.cost);
            reopened += found.with.reopened;
            // Where nothing was expanded too early, reopening has nothing to repair.
            if found.early.is_empty() {
                assert_eq!(found.with.cost, found.without.cost, "{seed}");
            }
            let picture = found.picture();
            assert_eq!(picture.is_some(), found.can_be_drawn());
        }
        assert!(reopened > 5, "{reopened}");
    }

    #[test]
    fn every_node_is_drawn_and_the_pruned_are_crossed() {
        let found = compared(INCONSISTENT);
        let svg = found.picture().unwrap().svg("", 10.0);
        let nodes = found.without.tree.nodes().len() + found.with.tree.nodes().len();
        assert_eq!(svg.matches(" = ").count(), nodes + 1, "and the legend");
        let pruned = 2 + 1;
        let crosses = svg.matches("stroke=\"#d55e00\" stroke-width=\"0.08\"").count();
        assert_eq!(crosses, 2 * pruned);
    }

    /// A way of a hundred thousand arcs is neither drawn nor told node by node.
    #[test]
    fn large_trees_are_no_trouble() {
        let arcs: Vec<_> = (0..100_000).map(|n| format!("{n} -> {}", n + 1)).collect();
        let found = compared(&format!("start 0; goal 100000\n{}", arcs.join("\n")));
        assert!(found.picture().is_none());
        assert_eq!(found.text(&found.with), "100,001 nodes: too many to tell\n");
        // Nor is a small tree in a large graph.
        let found = compared(&format!("start 0; goal 2\n{}", arcs.join("\n")));
        assert!(found.picture().is_none() && found.text(&found.with).lines().count() == 3);
    }

    #[test]
    fn other_heuristics_are_told_apart() {
        let said = |text: &str| compared(text).explanation().join(" ");
        let consistent = said("start A; goal C; h A 2; h B 1; A -> B; B -> C");
        assert!(consistent.contains("The heuristic is consistent"), "{consistent}");
        let too_high = said("start A; goal C; h A 9; A -> B; B -> C");
        assert!(too_high.contains("not admissible: h(A) = 9, but a way of 2"), "{too_high}");
        let graph = Graph::parse("start A; goal B; B -> A", &Parameters::default()).unwrap();
        assert_eq!(compare(graph, &mut Limits::none()).unwrap_err(), Trouble::NoWay);
    }
}
