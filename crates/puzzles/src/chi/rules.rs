//! Which tiles may slide into the blank, by its cell, and what that costs; worked out once a board.

use crate::tiles::Shape;
use heureka_core::Cost;

/// The most cells that a board may have.
pub const MOST_CELLS: usize = 36;

/// Room for tiles and cells, a power of two so that a masked number needs no check.
pub(super) const ROOM: usize = 64;

/// A slide between the blank's cell and another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide {
    /// The other cell.
    pub cell: u8,
    pub cost: u8,
}

/// The slides with the blank on one cell: a corner has 6 at most, an inner cell 4; backwards, the
/// inner cell of a 3 × 3 board has 4 more, from the corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slides {
    list: [Slide; 8],
    count: u8,
}

impl Slides {
    const NONE: Self = Self { list: [Slide { cell: 0, cost: 0 }; 8], count: 0 };

    #[inline(always)]
    pub(super) fn all(&self) -> &[Slide] {
        &self.list[..usize::from(self.count & 15).min(8)]
    }

    /// Adds a slide; of two with the same cell the cheaper one stays.
    fn add(&mut self, cell: usize, cost: u8) {
        let count = usize::from(self.count);
        let same = |slide: &&mut Slide| usize::from(slide.cell) == cell;
        if let Some(slide) = self.list[..count].iter_mut().find(same) {
            slide.cost = slide.cost.min(cost);
        } else {
            self.list[count] = Slide { cell: cell as u8, cost };
            self.count += 1;
        }
    }
}

/// All slides of a board.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// By the blank's cell, where a tile may come from.
    pub forward: [Slides; ROOM],
    /// By the blank's cell, where the tile is that went there from the blank's cell. Not the same, as
    /// a tile may slide from an inner cell into a corner but not back.
    pub backward: [Slides; ROOM],
}

impl Rules {
    /// In the order in which moves are played: from above, left, right and below, then the row's
    /// other end, the column's, the inner diagonal and the opposed corner.
    pub(super) fn new(shape: Shape) -> Self {
        let Shape { rows, cols } = shape;
        let mut rules = Self { forward: [Slides::NONE; ROOM], backward: [Slides::NONE; ROOM] };
        for blank in 0..shape.cells() {
            let (row, col) = shape.place(blank);
            let slides = &mut rules.forward[blank];
            if row > 0 {
                slides.add(blank - cols, 1);
            }
            if col > 0 {
                slides.add(blank - 1, 1);
            }
            if col + 1 < cols {
                slides.add(blank + 1, 1);
            }
            if row + 1 < rows {
                slides.add(blank + cols, 1);
            }
            let (other_row, other_col) = (rows - 1 - row, cols - 1 - col);
            let is_corner = (row == 0 || other_row == 0) && (col == 0 || other_col == 0);
            if is_corner {
                slides.add(row * cols + other_col, 2);
                if rows > 2 {
                    slides.add(other_row * cols + col, 2);
                }
                let inner_row = if row == 0 { 1 } else { rows - 2 };
                let inner_col = if col == 0 { 1 } else { cols - 2 };
                slides.add(inner_row * cols + inner_col, 3);
                slides.add(other_row * cols + other_col, 3);
            }
        }
        for blank in 0..shape.cells() {
            for slide in rules.forward[blank].all().to_vec() {
                rules.backward[usize::from(slide.cell)].add(blank, slide.cost);
            }
        }
        rules
    }

    /// By two cells, what it costs at least to bring a tile from the first to the second, if nothing
    /// is in its way.
    pub(super) fn way_costs(&self, cells: usize) -> Vec<Vec<Cost>> {
        let mut costs = vec![vec![Cost::MAX / 2; cells]; cells];
        for (cell, slides) in self.forward.iter().enumerate().take(cells) {
            costs[cell][cell] = 0;
            for slide in slides.all() {
                costs[usize::from(slide.cell)][cell] = Cost::from(slide.cost);
            }
        }
        for over in 0..cells {
            for from in 0..cells {
                for to in 0..cells {
                    let way = costs[from][over] + costs[over][to];
                    costs[from][to] = costs[from][to].min(way);
                }
            }
        }
        costs
    }
}

/// The tiles of the two goals by cell: in the order of the rows, and in that of the columns.
pub(super) fn goals(shape: Shape) -> [Vec<u8>; 2] {
    let n = shape.cells();
    let by_columns = |cell: usize| {
        let (row, col) = shape.place(cell);
        ((col * shape.rows + row + 1) % n) as u8
    };
    [(0..n).map(|cell| ((cell + 1) % n) as u8).collect(), (0..n).map(by_columns).collect()]
}
