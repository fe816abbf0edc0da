//! The slides by the blank's cell, with their costs; computed once per board size.

use heureka_core::Cost;
use heureka_kit::board::Size;

/// The maximum number of cells of a board.
pub const MAX_CELLS: usize = 36;

/// An upper bound on tiles and cells; a power of two, so that masked indices need no bounds check.
pub(super) const ROOM: usize = 64;

/// A slide between the blank's cell and another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide {
    /// The other cell.
    pub cell: u8,
    pub cost: u8,
}

/// The slides with the blank on one cell: a corner has at most 6, an inner cell 4. Backward, the
/// inner cell of a 3x3 board has 4 more, from the corners.
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

    /// Adds a slide; of two with the same cell, keeps the cheaper one.
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
    /// By the blank's cell, the cells that a tile can come from.
    pub forward: [Slides; ROOM],
    /// By the blank's cell, the cells that a tile can have gone to. These differ from `forward`,
    /// since a tile can slide diagonally into a corner but not back.
    pub backward: [Slides; ROOM],
}

impl Rules {
    /// Returns the slides in their order: from above, left, right and below, then the row's other
    /// end, the column's, the inner diagonal and the opposite corner.
    pub(super) fn new(size: Size) -> Self {
        let Size { rows, cols } = size;
        let mut rules = Self { forward: [Slides::NONE; ROOM], backward: [Slides::NONE; ROOM] };
        for blank in 0..size.cells() {
            let (row, col) = (blank / cols, blank % cols);
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
        for blank in 0..size.cells() {
            for slide in rules.forward[blank].all().to_vec() {
                rules.backward[usize::from(slide.cell)].add(blank, slide.cost);
            }
        }
        rules
    }

    /// Returns the cost of the cheapest path of a tile between every two cells of an otherwise empty
    /// board.
    pub(super) fn path_costs(&self, cells: usize) -> Vec<Vec<Cost>> {
        let mut costs = vec![vec![Cost::MAX / 2; cells]; cells];
        for (cell, slides) in self.forward.iter().enumerate().take(cells) {
            costs[cell][cell] = 0;
            for slide in slides.all() {
                costs[usize::from(slide.cell)][cell] = Cost::from(slide.cost);
            }
        }
        for via in 0..cells {
            for from in 0..cells {
                for to in 0..cells {
                    let path = costs[from][via] + costs[via][to];
                    costs[from][to] = costs[from][to].min(path);
                }
            }
        }
        costs
    }
}

/// Returns the tiles of the two goals by cell: row-major and column-major.
pub(super) fn goals(size: Size) -> [Vec<u8>; 2] {
    let Size { rows, cols } = size;
    let by_rows = |cell: usize| ((cell + 1) % size.cells()) as u8;
    let by_columns = |cell: usize| by_rows(cell % cols * rows + cell / cols);
    [(0..size.cells()).map(by_rows).collect(), (0..size.cells()).map(by_columns).collect()]
}
