//! The flags of `heureka solve` that the lab gives to its child processes.

macro_rules! flags {
    ($($name:ident = $text:literal),* $(,)?) => {$(
        #[doc = concat!("`--", $text, "`")]
        pub const $name: &str = $text;
    )*};
}

flags! {
    EXPANSIONS = "expansions",
    FILE = "file",
    HEURISTIC = "heuristic",
    JSON = "json",
    LEVEL = "level",
    MEMORY_LIMIT = "memory-limit",
    PARAM = "param",
    RANDOM = "random",
    SEED = "seed",
    STRATEGY = "strategy",
    TIME_LIMIT = "time-limit",
}
