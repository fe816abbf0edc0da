//! The vocabulary of boards: directions, cells, sizes and sets of cells.

mod direction;

pub use direction::Direction;
