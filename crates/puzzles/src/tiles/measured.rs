//! Fifteen-puzzle boards with known results, for tests and benchmarks.

/// 32 random boards with their optima and the expansions of IDA\* with Manhattan distance.
pub const TILES15: &str = include_str!("../../data/tiles15.tsv");

/// A board with known results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The board's text.
    pub text: &'static str,
    /// The length of a shortest plan.
    pub optimum: u32,
    /// The number of nodes that IDA\* with Manhattan distance expands.
    pub expansions: u64,
}

/// Returns the boards of [`TILES15`].
pub fn measured() -> impl Iterator<Item = Measured> {
    TILES15.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('\t');
        Some(Measured {
            text: fields.next()?,
            optimum: fields.next()?.parse().ok()?,
            expansions: fields.next()?.parse().ok()?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_boards() {
        assert_eq!(measured().count(), 32);
        assert_eq!(measured().map(|board| board.expansions).sum::<u64>(), 2_392_695_490);
    }
}
