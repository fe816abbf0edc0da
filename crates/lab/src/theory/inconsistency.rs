//! Inconsistency: A\* with a heuristic that is admissible but not consistent, with and without
//! reopening closed states.

use super::search_tree::{Fate, Recorder, SearchTree};
use super::{Answer, Error, exhaust, states_along, tree_picture};
use crate::table::Table;
use heureka_core::heuristic::audit::{Audit, audit};
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::{Algorithm, Cost, DEAD_END, Limits, Strategy};
use heureka_kit::puzzle::Puzzle;
use heureka_puzzles::graph::{Go, Graph};
use serde::Serialize;
use std::collections::HashMap;

/// Larger graphs and trees are not drawn.
const MAX_DRAWN_NODES: usize = 120;

/// Both searches of a graph.
#[derive(Debug, Serialize)]
pub struct Inconsistency {
    instance: String,
    pub(super) admissible: Option<bool>,
    consistent: Option<bool>,
    /// The states that the search without reopening expands before it knows their cheapest path.
    early: Vec<Early>,
    pub(super) without: Run,
    pub(super) with: Run,
    #[serde(skip)]
    pub(super) graph: Graph,
    #[serde(skip)]
    audit: Audit<u32, Go>,
}

/// One of the two searches.
#[derive(Debug, Serialize)]
pub(super) struct Run {
    strategy: String,
    pub cost: Cost,
    path: Vec<String>,
    expanded: u64,
    reopened: u64,
    #[serde(rename = "nodes")]
    pub tree: SearchTree,
    #[serde(skip)]
    pub states: Vec<u32>,
}

/// An expansion at more than the cheapest cost.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Early {
    state: String,
    order: Option<u32>,
    g: Cost,
    cheapest: Cost,
}

impl Run {
    fn new(graph: &Graph, reopen: bool, limits: &mut Limits<'_>) -> Result<Self, Error> {
        let strategy = Strategy { reopen, ..Strategy::new(Algorithm::AStar) };
        let mut recorder = Recorder::new(graph);
        let mut search = BestFirst::by_f(graph, Rule::new(&strategy), strategy.ties);
        let outcome = search.run(limits, &mut recorder);
        let states = states_along(graph, &outcome)?;
        Ok(Self {
            strategy: strategy.to_string(),
            cost: outcome.cost().unwrap_or(0),
            path: states.iter().map(|&state| graph.name(state).to_owned()).collect(),
            expanded: search.stats().expanded,
            reopened: search.stats().reopened,
            tree: recorder.tree,
            states,
        })
    }

    pub fn path(&self) -> String {
        self.path.join(" → ")
    }
}

/// Searches a graph with and without reopening.
///
/// # Errors
/// Returns an error if a limit stops a search or no path is found.
pub fn compare(graph: Graph, limits: &mut Limits<'_>) -> Result<Inconsistency, Error> {
    let without = Run::new(&graph, false, limits)?;
    let with = Run::new(&graph, true, limits)?;
    let strategy = Strategy::new(Algorithm::Ucs);
    let mut all = BestFirst::by_f(&graph, Rule::new(&strategy), strategy.ties);
    exhaust(&mut all, limits)?;
    let cheapest: HashMap<u32, Cost> = all.closed().collect();
    drop(all);
    let audit = audit(&graph, limits);
    if let Some(stop) = audit.stopped {
        return Err(Error::Stopped(stop));
    }
    let expansions = without.tree.expansions();
    let early = expansions.iter().map(|&i| &without.tree.nodes[i]).filter_map(|node| {
        let cheapest = *cheapest.get(&node.id)?;
        let early = Early { state: node.state.clone(), order: node.order, g: node.g, cheapest };
        (node.fate == Fate::Expanded && node.g > cheapest).then_some(early)
    });
    Ok(Inconsistency {
        instance: graph.text(),
        admissible: audit.admissible(),
        consistent: audit.consistent(),
        early: early.collect(),
        without,
        with,
        graph,
        audit,
    })
}

fn estimate(h: Cost) -> String {
    if h == DEAD_END { "∞".to_owned() } else { h.to_string() }
}

impl Answer for Inconsistency {
    const TITLE: &'static str = "An inconsistent heuristic";

    fn question(&self) -> String {
        "With an admissible but inconsistent heuristic, A* may expand a state before it knows the \
         cheapest path to it. What does reopening closed states change?"
            .to_owned()
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["", "path found", "cost", "expanded", "reopened"]);
        for (name, run) in [("without reopening", &self.without), ("with reopening", &self.with)] {
            let (path, cost) = (run.path().into(), run.cost.into());
            table.row([name.into(), path, cost, run.expanded.into(), run.reopened.into()]);
        }
        table
    }

    fn explanation(&self) -> Vec<String> {
        let name = |node: u32| self.graph.name(node);
        let mut paragraphs = vec![];
        let over = self.audit.exact.as_ref().and_then(|exact| exact.overestimates.1.as_ref());
        paragraphs.push(match (over, &self.audit.inconsistencies.1) {
            (Some(over), _) => format!(
                "The heuristic is not admissible: h({}) = {}, but a path of cost {} leads to the goal. \
                 So neither search guarantees an optimal path.",
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
                             arc costs. So A* expands every state along its cheapest path and never \
                             needs to reopen one."
                .to_owned(),
        });
        if let Some(Early { state, order, g, cheapest }) = self.early.first() {
            let order = order.unwrap_or_default();
            paragraphs.push(format!(
                "Expansion {order} takes {state} at g = {g}, although a path of cost {cheapest} leads \
                 there. The nodes on that path have a higher f, so A* has not followed it yet."
            ));
        }
        if self.without.cost > self.with.cost {
            let ((longer, more), (path, cost)) =
                [&self.without, &self.with].map(|run| (run.path(), run.cost)).into();
            paragraphs.push(format!(
                "Without reopening, A* discards the cheaper path when it finds it, and returns \
                 {longer} with cost {more}. With reopening, it returns the state to the frontier at \
                 its new cost, expands it again, and finds {path} with cost {cost}: {} less.",
                more - cost
            ));
        } else if self.with.reopened > 0 {
            paragraphs.push("Here reopening does not lead to a cheaper path.".to_owned());
        }
        paragraphs
    }

    fn picture(&self) -> Option<String> {
        let nodes = |run: &Run| run.tree.nodes.len();
        let largest = nodes(&self.without).max(nodes(&self.with)).max(self.graph.nodes() as usize);
        let title = "Search trees of A* without and with reopening";
        (largest <= MAX_DRAWN_NODES).then(|| tree_picture::sheet(self).svg(title, 40.0))
    }

    fn trees(&self) -> Vec<(&'static str, String)> {
        vec![
            ("A* without reopening", self.without.tree.text()),
            ("A* with reopening", self.with.tree.text()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_kit::puzzle::Parameters;
    use heureka_puzzles::graph::INCONSISTENT;

    fn compared(text: &str) -> Inconsistency {
        let graph = Graph::parse(text, &Parameters::default()).unwrap();
        compare(graph, &mut Limits::none()).unwrap()
    }

    #[test]
    fn reopening_finds_the_cheaper_path_of_the_example() {
        let found = compared(INCONSISTENT);
        assert_eq!((found.admissible, found.consistent), (Some(true), Some(false)));
        assert_eq!((found.without.cost, found.with.cost), (11, 9));
        assert_eq!(found.without.path(), "S → B → C → G");
        assert_eq!(found.with.path(), "S → A → C → G");
        assert_eq!((found.without.reopened, found.with.reopened), (0, 1));
        let early = Early { state: "C".to_owned(), order: Some(3), g: 4, cheapest: 2 };
        assert_eq!(found.early, [early]);
        assert_eq!(
            found.without.tree.text(),
            "1. S   0 + 6 = 6\n\
             ├─ 4. A   1 + 7 = 8\n\
             │  └─ ✗ C   2 + 1 = 3   cheaper, but closed at 4\n\
             └─ 2. B   2 + 4 = 6\n   \
             ├─ 3. C   4 + 1 = 5\n   \
             │  └─ 6. G   11 + 0 = 11   goal\n   \
             └─ 5. D   7 + 3 = 10\n      \
             └─ ✗ G   11 + 0 = 11   known at 11\n"
        );
        let with = found.with.tree.text();
        assert!(with.contains("✗ G   11 + 0 = 11   overtaken at 9"), "{with}");
        assert!(with.contains("· D   7 + 3 = 10   in the frontier"), "{with}");
    }

    /// The recorded tree has the engine's expansions, successors and plan.
    #[test]
    fn trees_match_the_engine() {
        let mut reopened = 0;
        for seed in 0..150 {
            let graph = Graph::random("14x40", &Parameters::default(), seed).unwrap();
            let found = compare(graph, &mut Limits::none()).unwrap();
            for run in [&found.without, &found.with] {
                let (nodes, expansions) = (&run.tree.nodes, run.tree.expansions());
                assert_eq!(expansions.len() as u64, run.expanded + 1, "{seed}: with the goal");
                let path = run.tree.path();
                let goal = *path.last().unwrap();
                assert_eq!(expansions.last(), Some(&goal));
                let path: Vec<_> = path.iter().map(|&node| nodes[node].id).collect();
                assert_eq!((path, nodes[goal].g), (run.states.clone(), run.cost), "{seed}");
                let others = expansions.iter().filter(|&&node| node != goal);
                let successors = others.map(|&node| found.graph.arcs(nodes[node].id).len());
                assert_eq!(nodes.len(), successors.sum::<usize>() + 1, "{seed}");
            }
            assert!(found.with.cost <= found.without.cost);
            reopened += found.with.reopened;
            // Without early expansions, reopening changes nothing.
            if found.early.is_empty() {
                assert_eq!(found.with.cost, found.without.cost, "{seed}");
            }
        }
        assert!(reopened > 5, "{reopened}");
    }

    #[test]
    fn draws_every_node_and_crosses_pruned_ones_unless_there_are_too_many() {
        let found = compared(INCONSISTENT);
        let svg = found.picture().unwrap();
        let nodes = found.without.tree.nodes.len() + found.with.tree.nodes.len();
        assert_eq!(svg.matches(" = ").count(), nodes + 1, "with the legend");
        let crosses = svg.matches("stroke=\"#d55e00\" stroke-width=\"0.08\"").count();
        assert_eq!(crosses, 2 * 3);
        let arcs: Vec<_> = (0..100_000).map(|n| format!("{n} -> {}", n + 1)).collect();
        let found = compared(&format!("start 0; goal 100000\n{}", arcs.join("\n")));
        assert!(found.picture().is_none());
        assert_eq!(found.with.tree.text(), "100,001 nodes: too many to print\n");
        // A small tree in a large graph is printed.
        let found = compared(&format!("start 0; goal 2\n{}", arcs.join("\n")));
        assert!(found.picture().is_none() && found.with.tree.text().lines().count() == 3);
    }

    #[test]
    fn explains_other_heuristics() {
        let explanation = |text: &str| compared(text).explanation().join(" ");
        let consistent = explanation("start A; goal C; h A 2; h B 1; A -> B; B -> C");
        assert!(consistent.contains("The heuristic is consistent"), "{consistent}");
        let too_high = explanation("start A; goal C; h A 9; A -> B; B -> C");
        assert!(too_high.contains("not admissible: h(A) = 9, but a path of cost 2"), "{too_high}");
        let graph = Graph::parse("start A; goal B; B -> A", &Parameters::default()).unwrap();
        assert_eq!(compare(graph, &mut Limits::none()).unwrap_err(), Error::Unsolvable);
    }
}
