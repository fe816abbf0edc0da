//! The state of a search: a board and what is known of it.

/// A board with the blank's cell, its h and its place in the tables of walking distance.
///
/// All but the cells is in one word, so that most moves change it by one addition.
#[derive(Clone, Copy, Debug)]
pub struct Board<W> {
    pub(super) cells: W,
    /// From the lowest bits up, 16 bits each: the blank's cell, h, the walks of rows and columns.
    pub(super) known: u64,
}

/// What h counts in [`Board::known`].
pub(super) const ONE_H: u64 = 1 << 16;

impl<W> Board<W> {
    pub(super) fn new(cells: W, blank: usize, h: u16, walk: [u16; 2]) -> Self {
        let walks = u64::from(walk[0]) << 32 | u64::from(walk[1]) << 48;
        Self { cells, known: blank as u64 | u64::from(h) << 16 | walks }
    }

    #[inline(always)]
    pub(super) fn blank(&self) -> usize {
        self.known as usize & 31
    }

    #[inline(always)]
    pub(super) fn h(&self) -> u16 {
        (self.known >> 16) as u16
    }

    /// The number of the walk of rows (axis 0) or of columns (axis 1).
    #[inline(always)]
    pub(super) fn walk(&self, axis: u32) -> u16 {
        (self.known >> Self::walk_shift(axis)) as u16
    }

    /// Where that number is.
    #[inline(always)]
    pub(super) fn walk_shift(axis: u32) -> u32 {
        32 + 16 * axis
    }
}

/// All that is known follows from the cells.
impl<W: PartialEq> PartialEq for Board<W> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl<W: Eq> Eq for Board<W> {}
