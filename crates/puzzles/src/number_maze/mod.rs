//! The number maze: jump from the first cell of a grid to the last, each time exactly as far as the
//! number says on which one stands. And the other way round: find the grid that makes this hardest.

pub mod beam;
pub mod board;
pub mod collect;
pub mod exact;
pub mod explain;
pub mod generate;
pub mod grid;
pub mod incremental;
mod info;
pub mod optimize;
pub mod partial;
pub mod plain;
mod play;
pub mod prove;
pub mod quality;
pub mod reference;
pub mod sheet;

pub use board::{Board, Frame, FrameError};
pub use grid::Grid;
pub use play::NumberMaze;
pub use quality::Quality;

#[cfg(test)]
mod tests;
