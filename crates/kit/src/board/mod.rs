//! The vocabulary of boards, shared by all puzzles: directions, cells, sizes and sets of cells.

mod bit_set;
mod cell;
mod direction;
mod shuffle;
mod size;

pub use bit_set::BitSet;
pub use cell::Cell;
pub use direction::Direction;
pub use shuffle::shuffled;
pub use size::{Size, invalid_size, parse_numbers};
