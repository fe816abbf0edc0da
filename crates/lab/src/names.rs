//! Lookup of puzzles, strategies, heuristics and built-in instances by name, with suggestions for unknown names.

use heureka_core::Strategy;
use heureka_core::strategy::{ALGORITHMS, AlgorithmInfo, StrategyError, plain_name};
use heureka_kit::collection::LINE_FORMAT;
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::{BuiltIn, HeuristicInfo, Info};
use heureka_kit::text::ParseError;
use heureka_puzzles::registry;

/// The name for the strategy that solves an instance fastest.
pub const BEST: &str = "best";

/// Returns where to find the text format of a puzzle.
#[must_use]
pub fn text_format(puzzle: &str) -> String {
    format!("`heureka describe {puzzle}` shows the text format")
}

/// Returns how a line of a collection looks, and where to find the text format of a puzzle.
#[must_use]
pub fn collection_format(puzzle: &str) -> String {
    format!("{LINE_FORMAT}; see docs/collections.md, and {}", text_format(puzzle))
}

/// What is wrong, and what to do.
pub type Advice = (String, String);

/// Returns the puzzle of this name.
///
/// # Errors
/// If there is none.
pub fn puzzle(name: &str) -> Result<&'static Entry, Advice> {
    registry::puzzle(name).ok_or_else(|| no_puzzle(name))
}

/// Returns what to say about a name of no puzzle. It may be that of a built-in instance, misspelled.
fn no_puzzle(name: &str) -> Advice {
    let infos = || registry::PUZZLES.iter().map(Entry::info);
    let known: Vec<_> = infos().map(|info| info.name).collect();
    let levels =
        infos().flat_map(|info| info.instances.iter().map(move |level| (info, level.name)));
    let typed = plain_name(name);
    let distance = |level: &str| strsim::levenshtein(level, &typed);
    // A typo seldom changes the first letter: `puzzle` must not suggest the instance `quzzle`.
    let levels = levels.filter(|(_, level)| level.chars().next() == typed.chars().next());
    let nearest = levels.min_by_key(|(_, level)| distance(level)).filter(|(_, level)| {
        3 * distance(level) <= typed.len() && similar(name, &known).is_empty()
    });
    let help = match nearest {
        Some((info, level)) => {
            let puzzles = known.join(", ");
            format!("did you mean '{level}', an instance of {}? There are: {puzzles}", info.name)
        }
        None => suggest(name, &known),
    };
    (format!("there is no puzzle '{name}'"), help)
}

/// A puzzle as someone named it, and the built-in instance if the name is of one.
#[derive(Clone, Debug)]
pub struct NamedPuzzle {
    /// The name that was given.
    pub typed: String,
    /// The puzzle.
    pub entry: &'static Entry,
    /// The built-in instance.
    pub level: Option<&'static BuiltIn>,
}

/// Names of puzzles and instances that are known elsewhere, the puzzle here, and its built-in instance.
const ALIASES: &[(&[&str], &str, Option<&str>)] = &[
    (&["8-puzzle", "8puzzle", "eight-puzzle"], "tiles", Some("eight")),
    (&["15-puzzle", "15puzzle", "fifteen-puzzle"], "tiles", Some("fifteen")),
    (&["n-puzzle", "sliding-tiles", "sliding-puzzle"], "tiles", None),
    (&["missionaries", "cannibals", "missionaries-and-cannibals", "mcp"], "river", None),
    (&["peg-solitaire", "solitaire"], "pegs", None),
    (&["sbp", "sliding-bricks", "sliding-blocks", "rush-hour"], "bricks", None),
    (&["towers", "tower-of-hanoi", "towers-of-hanoi"], "hanoi", None),
    (&["chi-puzzle", "χ", "χ-puzzle"], "chi", None),
    (&["pac-man"], "pacman", None),
    (&["pancake", "pancake-sorting", "pancake-flipping"], "pancakes", None),
    (&["maze", "number-mazes"], "number-maze", None),
];

/// Returns the puzzle of a name: its own, one known elsewhere, or that of a built-in instance, in any
/// case.
///
/// # Errors
/// If there is none, or if several puzzles have an instance of this name.
pub fn find_puzzle(name: &str) -> Result<NamedPuzzle, Advice> {
    let plain = plain_name(name);
    let found = |entry, level| NamedPuzzle { typed: name.to_owned(), entry, level };
    if let Some(entry) = registry::puzzle(&plain) {
        return Ok(found(entry, None));
    }
    if let Some((_, of, level)) = ALIASES.iter().find(|(names, ..)| names.contains(&&*plain)) {
        let entry = puzzle(of)?;
        return Ok(found(entry, level.map(|level| built_in(entry.info(), level)).transpose()?));
    }
    let levels = |entry: &'static Entry| entry.info().instances.iter().map(move |l| (entry, l));
    let all = registry::PUZZLES.iter().flat_map(levels);
    let same: Vec<_> = all.filter(|(_, level)| level.name == plain).collect();
    match same[..] {
        [] => Err(no_puzzle(name)),
        [(entry, level)] => Ok(found(entry, Some(level))),
        _ => {
            let each = same.iter().map(|(entry, _)| format!("`{} {plain}`", entry.info().name));
            let help = format!("type the puzzle too: {}", each.collect::<Vec<_>>().join(" or "));
            Err((format!("several puzzles have a built-in instance '{plain}'"), help))
        }
    }
}

/// Returns the word for the strategy of a setup: without a strategy and a heuristic [`BEST`], with a heuristic
/// alone the puzzle's default.
#[must_use]
pub fn strategy_word<'a>(
    info: &'static Info,
    strategy: Option<&'a str>,
    heuristic: Option<&str>,
) -> &'a str {
    match (strategy, heuristic) {
        (None, None) => BEST,
        (None, Some(_)) => info.strategy,
        (Some(word), _) => word.trim(),
    }
}

/// Returns the strategy of a setup, and the heuristic unless it is the instance's; for [`BEST`], those of the
/// fastest known setup, unless the heuristic is given.
///
/// # Errors
/// If one of them is unknown.
pub fn choose(
    instance: &dyn Instance,
    strategy: Option<&str>,
    heuristic: Option<&str>,
) -> Result<(Strategy, Option<&'static str>), Advice> {
    let (info, best) = (instance.info(), instance.best());
    let word = strategy_word(info, strategy, heuristic);
    let name = heuristic.or((word == BEST).then_some(best.heuristic));
    let name = name.filter(|&name| name != instance.heuristic().name);
    let found = name.map(|name| self::heuristic(info, name)).transpose()?;
    let strategy = self::strategy(if word == BEST { best.strategy } else { word })?;
    Ok((strategy, found.map(|found| found.name)))
}

/// Selects the heuristic of an instance, and returns the strategy, as [`choose`] does.
///
/// # Errors
/// If one of them is unknown.
pub fn setup(
    instance: &mut dyn Instance,
    strategy: Option<&str>,
    heuristic: Option<&str>,
) -> Result<Strategy, Advice> {
    let (strategy, name) = choose(instance, strategy, heuristic)?;
    if let Some(name) = name {
        let text = |error: ParseError| (error.to_string(), "choose another".to_owned());
        instance.set_heuristic(name).map_err(text)?;
    }
    Ok(strategy)
}

/// Parses a strategy other than [`BEST`].
///
/// # Errors
/// If it is invalid.
pub fn strategy(word: &str) -> Result<Strategy, Advice> {
    word.parse().map_err(|error| match &error {
        StrategyError::UnknownName(name) => {
            let known: Vec<_> = ALGORITHMS.iter().map(|info| info.name).chain([BEST]).collect();
            let advice = if name.split(',').all(|part| AlgorithmInfo::of(part.trim()).is_some()) {
                let each = name.split(',').map(|part| format!("'{}'", part.trim()));
                format!("name one strategy at a time: {}", each.collect::<Vec<_>>().join(", "))
            } else {
                meaning(name).map_or_else(|| suggest(name, &known), str::to_owned)
            };
            (format!("there is no strategy '{name}'"), advice)
        }
        _ => (
            format!("strategy '{word}': {error}"),
            "run `heureka list` to see the strategies and their options".to_owned(),
        ),
    })
}

/// What to use instead of algorithms that are known elsewhere.
const MEANINGS: &[(&[&str], &str)] = &[
    (
        &["hill-climbing", "hillclimbing", "steepest-descent", "gradient-descent", "local-search"],
        "beam:1 and greedy follow the heuristic downhill; descent does so with a perfect one",
    ),
    (
        &["rbfs", "sma*", "ma*", "frontier-search", "recursive-best-first"],
        "idastar finds the same plans in little memory",
    ),
    (
        &["dfbnb", "branch-and-bound", "backtracking"],
        "idastar and astar prove their plans optimal; dfs finds some plan",
    ),
    (&["bellman-ford", "floyd-warshall", "lowest-cost-first"], "ucs finds the cheapest plan"),
    (&["jps", "jump-point-search"], "astar:jumps=yes searches jump points of a grid with moves=8"),
    (&["theta*", "d*", "lpa*"], "astar finds the cheapest plan"),
    (&["ara*", "rwa*", "lazy-astar", "restarting-wa*"], "anytime improves its plan step by step"),
    (&["mm", "nbs", "bs*", "bibfs", "meet-in-the-middle"], "bidirectional searches from both ends"),
    (
        &["simulated-annealing", "annealing", "genetic", "tabu"],
        "these optimize; to find a plan use greedy, beam or wastar",
    ),
    (
        &["minimax", "alpha-beta", "alphabeta", "mcts", "negamax"],
        "these play against an opponent, and a puzzle has none: use astar",
    ),
    (
        &["random", "random-walk"],
        "see `heureka bricks random-walk`; to find a plan use astar or greedy",
    ),
];

/// Returns what to use instead of an algorithm that is known elsewhere.
fn meaning(name: &str) -> Option<&'static str> {
    let name = plain_name(name);
    MEANINGS.iter().find(|(names, _)| names.contains(&&*name)).map(|(_, advice)| *advice)
}

/// Returns what to say where a name is of no puzzle, strategy or heuristic.
#[must_use]
pub fn unknown(name: &str) -> Advice {
    let puzzles = registry::PUZZLES.iter().map(Entry::info);
    let heuristics = puzzles.clone().flat_map(|info| info.heuristics.iter().map(|h| h.name));
    let strategies = ALGORITHMS.iter().map(|info| info.name);
    let all = puzzles.map(|info| info.name).chain(strategies).chain(heuristics);
    let advice = match meaning(name) {
        Some(advice) => advice.to_owned(),
        None => suggest(name, &all.collect::<Vec<_>>()),
    };
    (format!("there is no puzzle, strategy or heuristic '{name}'"), advice)
}

/// Returns the heuristic of this name.
///
/// # Errors
/// If the puzzle has none.
pub fn heuristic(info: &Info, name: &str) -> Result<&'static HeuristicInfo, Advice> {
    info.heuristics.iter().find(|known| known.name == name).ok_or_else(|| {
        let known: Vec<_> = info.heuristics.iter().map(|known| known.name).collect();
        (format!("{} has no heuristic '{name}'", info.name), suggest(name, &known))
    })
}

/// Returns the built-in instance of this name: its own, or one known elsewhere.
#[must_use]
pub fn find_built_in(info: &Info, name: &str) -> Option<&'static BuiltIn> {
    let own = |name: &str| info.instances.iter().find(|known| known.name == name);
    own(name).or_else(|| own(&plain_name(name))).or_else(|| {
        let name = plain_name(name);
        let mut aliases = ALIASES.iter().filter(|(_, of, _)| *of == info.name);
        own(aliases.find(|(names, ..)| names.contains(&&*name))?.2?)
    })
}

/// Returns the built-in instance of this name, as [`find_built_in`] does.
///
/// # Errors
/// If the puzzle has none.
pub fn built_in(info: &Info, name: &str) -> Result<&'static BuiltIn, Advice> {
    find_built_in(info, name).ok_or_else(|| {
        let known: Vec<_> = info.instances.iter().map(|known| known.name).collect();
        let listing = format!("run `heureka describe {}` to see them all", info.name);
        (
            format!("{} has no built-in instance '{name}'", info.name),
            suggest_or(name, &known, &listing),
        )
    })
}

const MAX_LISTED: usize = 20;

/// Returns the known names that are similar to `name`, the most similar first.
#[must_use]
pub fn similar<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    const THRESHOLD: f64 = 0.7;
    let name = name.to_lowercase();
    let similarity = |candidate: &str| strsim::jaro_winkler(&name, &candidate.to_lowercase());
    let all = known.iter().map(|&candidate| (similarity(candidate), candidate));
    let mut found: Vec<_> = all.filter(|&(similarity, _)| similarity > THRESHOLD).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Returns advice for an unknown name.
#[must_use]
pub fn suggest(name: &str, known: &[&str]) -> String {
    suggest_or(name, known, "run `heureka list` to see all names")
}

/// Like [`suggest`]; `listing` says how to see the names if there are too many to list.
#[must_use]
pub fn suggest_or(name: &str, known: &[&str], listing: &str) -> String {
    let similar = similar(name, known);
    if known.len() > MAX_LISTED {
        let near: Vec<_> = similar.iter().take(3).map(|name| format!("'{name}'")).collect();
        return match near.len() {
            0 => listing.to_owned(),
            _ => format!("did you mean {}? {listing}", near.join(" or ")),
        };
    }
    match similar.first() {
        Some(candidate) => format!("did you mean '{candidate}'? There are: {}", known.join(", ")),
        None => format!("there are: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_similar_names() {
        let known = ["hanoi", "tiles", "pegs", "number-maze"];
        for (typed, meant) in [
            ("hanio", "hanoi"),
            ("Hanoi", "hanoi"),
            ("tile", "tiles"),
            ("peg", "pegs"),
            ("number_maze", "number-maze"),
        ] {
            assert_eq!(similar(typed, &known).first(), Some(&meant), "{typed}");
        }
        assert!(["xyz", ""].iter().all(|typed| similar(typed, &known).is_empty()));
        assert!(suggest("xyz", &known).starts_with("there are: hanoi, "));
        assert!(suggest("tile", &known).starts_with("did you mean 'tiles'? There are: hanoi, "));
    }

    #[test]
    fn names_of_instances_and_other_names_stand_for_puzzles() {
        for (typed, puzzle, level) in [
            ("tiles", "tiles", None),
            ("Hanoi", "hanoi", None),
            ("klotski", "bricks", Some("klotski")),
            ("15-puzzle", "tiles", Some("fifteen")),
            ("Towers of Hanoi", "hanoi", None),
        ] {
            let found = find_puzzle(typed).unwrap();
            let level_found = found.level.map(|level| level.name);
            assert_eq!((found.entry.info().name, level_found), (puzzle, level), "{typed}");
        }
        let (what, help) = find_puzzle("cut-off").unwrap_err();
        assert_eq!(what, "several puzzles have a built-in instance 'cut-off'");
        assert_eq!(help, "type the puzzle too: `pacman cut-off` or `grid cut-off`");
        assert!(find_puzzle("tile").unwrap_err().1.contains("did you mean 'tiles'?"));
        let help = find_puzzle("klotsky").unwrap_err().1;
        assert!(help.starts_with("did you mean 'klotski', an instance of bricks?"), "{help}");
        for (names, of, level) in ALIASES {
            let entry = puzzle(of).unwrap();
            assert!(level.is_none_or(|level| built_in(entry.info(), level).is_ok()), "{level:?}");
            assert!(names.iter().all(|name| plain_name(name) == **name), "{names:?}");
        }
    }

    #[test]
    fn algorithms_of_other_books_have_an_answer() {
        for (typed, says) in
            [("Hill_Climbing", "beam:1"), ("SMA*", "idastar"), ("mcts", "opponent")]
        {
            let (_, advice) = strategy(typed).unwrap_err();
            assert!(advice.contains(says), "{typed}: {advice}");
        }
        for (names, advice) in MEANINGS {
            let taken = names.iter().find(|name| strategy(name).is_ok());
            assert_eq!(taken, None, "{advice}");
        }
        assert!(unknown("tile").1.contains("'tiles'"));
    }

    #[test]
    fn suggests_at_most_three_of_many_names() {
        let known: Vec<String> = (0..84).map(|number| format!("Level{number:02}")).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let advice = suggest_or("Level07x", &known, "see the list");
        assert!(advice.starts_with("did you mean 'Level07' or '"), "{advice}");
        assert!(advice.ends_with("? see the list"), "{advice}");
        assert_eq!(advice.matches("Level").count(), 3, "{advice}");
        assert_eq!(suggest_or("qqq", &known, "see the list"), "see the list");
    }
}
