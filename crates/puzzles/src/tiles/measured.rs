//! Fifteen-puzzle boards with measured figures, for tests and benches.

/// 32 random boards with their optima and the expansions of IDA\* with Manhattan distance.
pub const TILES15: &str = include_str!("../../data/tiles15.tsv");

/// A board and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The board's text.
    pub text: &'static str,
    /// The length of a shortest plan.
    pub optimum: u32,
    /// How many nodes IDA\* with Manhattan distance expands.
    pub expansions: u64,
}

/// The boards of [`TILES15`].
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
    fn tiles_measured_boards_are_read() {
        assert_eq!(measured().count(), 32);
        assert_eq!(measured().map(|board| board.expansions).sum::<u64>(), 2_392_695_490);
    }
}
