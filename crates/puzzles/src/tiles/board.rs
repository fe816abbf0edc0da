//! The state of a search: the packed cells and derived values.

/// A board with the blank's cell, h and the indices in the walking-distance tables.
///
/// The blank's cell has a word of its own: moves need it at once, while h takes longer to compute.
#[derive(Clone, Copy, Debug)]
pub struct Board<W> {
    pub(super) cells: W,
    pub(super) blank: u64,
    /// One word, which one addition updates: 16 bits each for h, the row walk and the column walk, from the
    /// lowest.
    pub(super) derived: u64,
}

impl<W> Board<W> {
    #[inline]
    pub(super) fn new(cells: W, blank: usize, h: u16, walk: [u16; 2]) -> Self {
        let walks = u64::from(walk[0]) << 16 | u64::from(walk[1]) << 32;
        Self { cells, blank: blank as u64, derived: u64::from(h) | walks }
    }

    #[inline(always)]
    pub(super) fn blank(&self) -> usize {
        self.blank as usize & 31
    }

    #[inline(always)]
    pub(super) fn h(&self) -> u16 {
        self.derived as u16
    }

    /// Returns the index of the row walk (axis 0) or the column walk (axis 1).
    #[inline(always)]
    pub(super) fn walk(&self, axis: u32) -> u16 {
        (self.derived >> Self::walk_shift(axis)) as u16
    }

    /// Returns the position of a walk's index in [`Board::derived`].
    #[inline(always)]
    pub(super) fn walk_shift(axis: u32) -> u32 {
        16 + 16 * axis
    }
}

/// Compares the cells only; the rest follows from them.
impl<W: PartialEq> PartialEq for Board<W> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl<W: Eq> Eq for Board<W> {}
