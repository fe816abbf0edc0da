//! Moves to the four or eight adjacent cells, their costs, and lengths of routes.

use heureka_core::Cost;
use heureka_kit::board::Cell;

/// The cost of a straight move where there are diagonal ones.
///
/// A diagonal move is √2 times as long. The fraction [`DIAGONAL`] / [`STRAIGHT`] = 19,601 / 13,860 is a
/// convergent of √2, 2·10⁻⁹ too large. So a comparison of costs is one of lengths, exactly, while the
/// routes differ by fewer than 13,860 diagonal moves: let one have B more of them, and the other n more
/// straight ones. The fractions could disagree about which is longer only if n / B were between √2 and
/// 19,601 / 13,860, or equal to the latter. But no fraction with a denominator below 13,860 is as near to
/// √2 as the convergent (the law of best approximations), and it is in lowest terms.
pub const STRAIGHT: Cost = 13_860;

/// The cost of a diagonal move.
pub const DIAGONAL: Cost = 19_601;

/// Which adjacent cells a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Up, down, left and right, each at cost 1.
    Four,
    /// Diagonally as well, if both cells beside the diagonal are free.
    Eight,
}

impl Moves {
    /// The words for the variants, in their order.
    pub(super) const WORDS: [&'static str; 2] = ["4", "8"];

    /// Returns the variant of an index in [`Moves::WORDS`].
    pub(super) const fn of(index: usize) -> Self {
        if index == 0 { Self::Four } else { Self::Eight }
    }

    /// Returns the cost of a straight move.
    #[must_use]
    #[inline]
    pub const fn straight(self) -> Cost {
        match self {
            Self::Four => 1,
            Self::Eight => STRAIGHT,
        }
    }

    /// Returns the value of a heuristic, given by its index in `INFO.heuristics`.
    ///
    /// All of these are consistent with four and with eight moves. With four, they are rounded down to
    /// whole moves: costs are whole too, so they stay consistent.
    #[inline(always)]
    pub(super) fn h(self, heuristic: usize, state: Cell, goal: Cell) -> Cost {
        let (rows, cols) = (state.row.abs_diff(goal.row), state.col.abs_diff(goal.col));
        let (long, short) = (Cost::from(rows.max(cols)), Cost::from(rows.min(cols)));
        let straight = self.straight();
        match (heuristic, self) {
            (0, Self::Four) => long + short,
            // A diagonal move covers a row and a column.
            (0, Self::Eight) => (u64::from(long + short) * u64::from(DIAGONAL) / 2) as Cost,
            (1, _) => long * straight,
            (2, Self::Four) => long + short * (DIAGONAL - STRAIGHT) / STRAIGHT,
            (2, Self::Eight) => long * STRAIGHT + short * (DIAGONAL - STRAIGHT),
            (3, _) => {
                let [long, short] = [long, short].map(|side| u64::from(side) * u64::from(straight));
                (long * long + short * short).isqrt() as Cost
            }
            _ => 0,
        }
    }

    /// Returns the length of a route of a cost, if that is another number.
    ///
    /// Below 19,601, the length of 13,860 diagonal moves, the cost determines how many moves are diagonal.
    /// Beyond, this is the least possible number of them, so the length may be 0.00003 too large per
    /// 19,601.
    #[must_use]
    pub fn length(self, cost: Cost) -> Option<f64> {
        // 19,601 · 5,741 is 1 modulo 13,860.
        const INVERSE: u64 = 5_741;
        let cost = u64::from(cost);
        let diagonal = cost * INVERSE % u64::from(STRAIGHT);
        let straight = cost.checked_sub(diagonal * u64::from(DIAGONAL))? / u64::from(STRAIGHT);
        let length = straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2;
        (self == Self::Eight).then_some(length)
    }
}

/// A move. The order of the variants is the order in which moves are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Step {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row up and one column to the left.
    UpLeft,
    /// One row up and one column to the right.
    UpRight,
    /// One row down and one column to the left.
    DownLeft,
    /// One row down and one column to the right.
    DownRight,
}

impl Step {
    /// All moves in their order.
    pub const ALL: [Self; 8] = [
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
        Self::UpLeft,
        Self::UpRight,
        Self::DownLeft,
        Self::DownRight,
    ];

    /// The diagonal moves in their order.
    pub const DIAGONAL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// Returns whether the move is diagonal.
    #[inline(always)]
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self as u8 >= Self::UpLeft as u8
    }

    /// Returns the name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
            Self::UpLeft => "up-left",
            Self::UpRight => "up-right",
            Self::DownLeft => "down-left",
            Self::DownRight => "down-right",
        }
    }

    /// Returns the move with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.name() == name)
    }

    /// Returns the opposite move.
    #[inline(always)]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
        }
    }

    /// Returns the straight moves on both sides of a diagonal one, as bits by their order; 0 for a straight
    /// move.
    #[inline(always)]
    #[must_use]
    pub(super) const fn beside(self) -> u8 {
        static BESIDE: [u8; 8] = [0, 0, 0, 0, 0b0101, 0b1001, 0b0110, 0b1010];
        BESIDE[self as usize]
    }

    /// Returns the adjacent cell. Coordinates wrap around below 0.
    #[inline(always)]
    #[must_use]
    pub const fn from(self, cell: Cell) -> Cell {
        Self::leads(self as usize, cell)
    }

    /// Returns the adjacent cell to which a move leads, given by its index in [`Step::ALL`].
    #[inline(always)]
    pub(super) const fn leads(index: usize, Cell { row, col }: Cell) -> Cell {
        const BACK: u16 = u16::MAX;
        const CHANGES: [(u16, u16); 8] =
            [(BACK, 0), (1, 0), (0, BACK), (0, 1), (BACK, BACK), (BACK, 1), (1, BACK), (1, 1)];
        let (rows, cols) = CHANGES[index];
        Cell { row: row.wrapping_add(rows), col: col.wrapping_add(cols) }
    }
}
