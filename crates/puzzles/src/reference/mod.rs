//! The rules of every puzzle once more: slow, obvious, written from the statements.
//!
//! Plans and certificates are checked by these, and tests compare them with the fast rules.

pub mod bricks;
pub mod chi;
pub mod counters;
mod graph;
mod grid;
mod hanoi;
mod number_maze;
mod pacman;
mod pegs;
mod river;
pub mod tiles;

pub use graph::{GraphEstimate, GraphReference};
pub use grid::{GridEstimate, GridReference};
pub use hanoi::{HanoiEstimate, HanoiReference, Rods as HanoiRods};
pub use number_maze::{NumberMazeEstimate, NumberMazeReference, NumberMazeScore};
pub use pacman::{PacmanEstimate, PacmanReference};
pub use pegs::{Matrix as PegsMatrix, PegsEstimate, PegsReference};
pub use river::{RiverEstimate, RiverReference, Side as RiverSide};
