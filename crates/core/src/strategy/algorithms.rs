//! The names, arguments and abilities of all algorithms.

use super::Algorithm;
use crate::outcome::Ratio;

/// The description of an algorithm.
#[derive(Debug)]
pub struct AlgorithmInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// The meaning of its argument and the default, if any.
    pub argument: Option<(&'static str, Option<&'static str>)>,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Which preset of the general search it is.
    pub preset: &'static str,
    /// How it proves that a small instance is unsolvable, if its own search cannot.
    pub proof: Option<&'static str>,
    /// The options that apply to it.
    pub options: &'static [&'static str],
    /// Whether it uses the heuristic.
    pub is_informed: bool,
    /// Whether it supports a depth limit.
    pub depth_limit: bool,
    /// Whether it supports a cost limit.
    pub cost_limit: bool,
    /// The algorithm, with any argument.
    pub(super) algorithm: Algorithm,
}

impl AlgorithmInfo {
    /// Returns the algorithm of this name, or with this alias, in letters of any case.
    #[must_use]
    pub fn of(name: &str) -> Option<&'static Self> {
        let name = plain_name(name);
        ALGORITHMS.iter().find(|info| info.name == name || info.aliases.contains(&&*name))
    }
}

/// Returns a name in small letters, with hyphens between its words.
#[must_use]
pub fn plain_name(name: &str) -> String {
    name.trim().to_lowercase().replace(['_', ' '], "-")
}

const PRIORITY: &[&str] =
    &["ties", "reopen", "parents", "goal-test", "duplicates", "symmetry", "jumps"];
const QUEUE: &[&str] = &["goal-test", "duplicates", "symmetry"];
const DEPTH: &[&str] = &["duplicates", "symmetry"];
const ONE: Ratio = Ratio { numerator: 1, denominator: 1 };

/// Iterations that only raise their bound do not end by themselves.
const SPACE_CHECK: Option<&str> = Some(
    "after 16,384 expansions, and again later, it explores up to 65,536 states breadth-first, which do \
     not count as expanded; if that is the whole space and has no goal, no plan exists",
);

/// An uninformed best-first search.
const DEFAULT: AlgorithmInfo = AlgorithmInfo {
    name: "",
    aliases: &[],
    argument: None,
    summary: "",
    preset: "",
    proof: None,
    options: PRIORITY,
    is_informed: false,
    depth_limit: true,
    cost_limit: true,
    algorithm: Algorithm::Bfs,
};
const INFORMED: AlgorithmInfo = AlgorithmInfo { is_informed: true, ..DEFAULT };
const DEPTH_ONLY: AlgorithmInfo = AlgorithmInfo { options: DEPTH, cost_limit: false, ..DEFAULT };
const UNLIMITED: AlgorithmInfo =
    AlgorithmInfo { options: &[], depth_limit: false, cost_limit: false, ..DEFAULT };

/// Every algorithm, in the order of the help.
pub const ALGORITHMS: &[AlgorithmInfo] = &[
    AlgorithmInfo {
        name: "bfs",
        aliases: &["breadth-first"],
        summary: "breadth-first: fewest moves; optimal if every move costs the same",
        preset: "best-first with a first-in, first-out frontier",
        options: QUEUE,
        ..DEFAULT
    },
    AlgorithmInfo {
        name: "dfs",
        aliases: &["depth-first"],
        summary: "depth-first with a closed list: finds some plan, usually a long one",
        preset: "best-first with a last-in, first-out frontier",
        options: QUEUE,
        algorithm: Algorithm::Dfs,
        ..DEFAULT
    },
    AlgorithmInfo {
        name: "dls",
        aliases: &["depth-limited", "dfs-limited", "limited-dfs"],
        argument: Some(("the maximum depth, 0 or more", None)),
        summary: "depth-limited: depth-first down to a depth; memory grows only with the depth",
        preset: "bounded depth-first, one iteration, bound on depth",
        algorithm: Algorithm::Dls(0),
        ..DEPTH_ONLY
    },
    AlgorithmInfo {
        name: "ids",
        aliases: &["iterative-deepening", "iddfs", "dfid", "id-dfs"],
        summary: "iterative deepening to depth 0, 1, 2, …: fewest moves in little memory",
        preset: "bounded depth-first, bound on depth, raised by one per iteration",
        proof: SPACE_CHECK,
        algorithm: Algorithm::Ids,
        ..DEPTH_ONLY
    },
    AlgorithmInfo {
        name: "ucs",
        aliases: &["uniform-cost", "dijkstra"],
        summary: "uniform cost (Dijkstra): cheapest first, no heuristic; optimal",
        preset: "best-first by f = g",
        algorithm: Algorithm::Ucs,
        ..DEFAULT
    },
    AlgorithmInfo {
        name: "greedy",
        aliases: &["gbfs", "best-first", "greedy-best-first"],
        summary: "greedy best-first: lowest h first; fast, no guarantee",
        preset: "best-first by f = h",
        algorithm: Algorithm::Greedy,
        ..INFORMED
    },
    AlgorithmInfo {
        name: "astar",
        aliases: &["a*", "a-star"],
        summary: "A*: optimal with an admissible heuristic",
        preset: "best-first by f = g + h",
        algorithm: Algorithm::AStar,
        ..INFORMED
    },
    AlgorithmInfo {
        name: "wastar",
        aliases: &["wa*", "wa-star", "weighted-a*", "weighted-astar"],
        argument: Some(("the weight of h, from 1 to 1000", Some("2"))),
        summary: "weighted A*: costs at most the weight times the optimum; much faster",
        preset: "best-first by f = g + weight · h",
        algorithm: Algorithm::WeightedAStar(ONE),
        ..INFORMED
    },
    AlgorithmInfo {
        name: "idastar",
        aliases: &["ida*", "ida", "ida-star"],
        summary: "IDA*: same result as A*; memory grows only with the plan's length",
        preset: "bounded depth-first, bound on f, raised to the next f per iteration",
        proof: SPACE_CHECK,
        options: DEPTH,
        depth_limit: false,
        algorithm: Algorithm::IdaStar,
        ..INFORMED
    },
    AlgorithmInfo {
        name: "bidirectional",
        aliases: &["bidi", "bidirectional-ucs"],
        summary: "uniform cost from start and goal at once; optimal; needs reversible moves",
        preset: "two best-first searches by f = g that meet",
        algorithm: Algorithm::Bidirectional,
        ..UNLIMITED
    },
    AlgorithmInfo {
        name: "beam",
        aliases: &["beam-search"],
        argument: Some(("the number of states kept per layer, 1 or more", Some("100"))),
        summary: "beam: the best states of each layer by h; grow=yes doubles the width until solved",
        preset: "breadth-first layers cut to the width",
        options: &["grow", "symmetry"],
        cost_limit: false,
        algorithm: Algorithm::Beam(1),
        ..INFORMED
    },
    AlgorithmInfo {
        name: "anytime",
        aliases: &["awa*", "anytime-a*"],
        argument: Some(("the initial weight of h, from 1 to 1000", Some("3"))),
        summary: "improves its plan and a lower bound until they meet",
        preset: "best-first by f = g + weight · h, resumed with a lower weight after each plan; after \
                 100,000 expansions and a plan, beams of doubling width and A*, in turns, unless h is not \
                 consistent, depth or cost is limited, the search is traced, or not all duplicates are \
                 dropped",
        options: &["ties", "duplicates", "symmetry"],
        algorithm: Algorithm::Anytime(ONE),
        ..INFORMED
    },
    AlgorithmInfo {
        name: "descent",
        summary: "descends a perfect heuristic; proves its plan optimal, or finds none",
        preset: "one state changed in place; no frontier, no closed list",
        is_informed: true,
        algorithm: Algorithm::Descent,
        ..UNLIMITED
    },
];
