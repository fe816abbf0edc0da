//! The keys of a study file: the one list that reading, advice and `docs/lab.md` go by.

/// A key of a study file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The table it stands in; empty at the top.
    pub table: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What may be given.
    pub value: &'static str,
    /// What it means.
    pub help: &'static str,
}

const fn key(
    table: &'static str,
    name: &'static str,
    value: &'static str,
    help: &'static str,
) -> Key {
    Key { table, name, value, help }
}

/// Every key there is.
pub const KEYS: &[Key] = &[
    key("", "title", "a text", "what the report is called; the file's name if not given"),
    key("", "question", "a text", "what the study asks; stands first in the report"),
    key(
        "",
        "strategies",
        "texts",
        "the strategies, such as `astar` or `wastar:1.5`; with a heuristic of its own, `astar -H pdb`; `best` is the puzzle's own choice",
    ),
    key(
        "",
        "heuristics",
        "texts",
        "every strategy that asks a heuristic runs with each of these; the puzzle's first if not given",
    ),
    key("", "repeats", "a number from 1 to 1000", "how often each run is made; 1 if not given"),
    key("", "instances", "tables", "what to solve; each `[[instances]]` adds some of one puzzle"),
    key("", "limits", "a table", "when a run is stopped"),
    key("", "report", "a table", "what the report shows"),
    key("instances", "puzzle", "a text", "the puzzle's name; it must be given"),
    key("instances", "levels", "texts", "built-in instances by name; `all` for all of them"),
    key("instances", "texts", "texts", "instances as texts"),
    key("instances", "files", "texts", "files with an instance each, beside the study's own"),
    key("instances", "random", "texts", "sizes of random instances, such as `3x3`"),
    key(
        "instances",
        "seeds",
        "numbers, or a range such as `\"1-20\"`",
        "one random instance of each size for each seed; 1 if not given",
    ),
    key("instances", "parameters", "a table", "settings of the puzzle, such as `{ rows = 3 }`"),
    key(
        "instances",
        "size",
        "numbers",
        "how large the instances are, for plots of growth: one number for all, or one for each level, text, file and random size; the product of the numbers in a random size if not given",
    ),
    key("instances", "strategies", "texts", "instead of those of the study"),
    key("instances", "heuristics", "texts", "instead of those of the study"),
    key("limits", "time", "times", "such as `\"10s\"`, or `\"none\"`; 60 s if not given"),
    key("limits", "memory", "sizes", "such as `\"256MiB\"`, or `\"none\"`; 1 GiB if not given"),
    key("limits", "expansions", "numbers", "how many nodes may be expanded; any if not given"),
    key(
        "limits",
        "hard-time",
        "a time",
        "the process is killed after this, tables included; twice the time and 10 s if not given",
    ),
    key(
        "limits",
        "hard-memory",
        "a size",
        "the process gets no more address space than this; twice the memory and 1 GiB if not given",
    ),
    key("report", "axis", "a text", "what the instances' size is, such as `counters`"),
    key("report", "scatter", "two texts", "the two setups to hold against each other"),
];

/// The names of a table's keys.
pub(super) fn names(table: &str) -> Vec<&'static str> {
    KEYS.iter().filter(|key| key.table == table).map(|key| key.name).collect()
}
