//! The rules of every puzzle once more: slow, obvious, written from the statements.
//!
//! Plans and certificates are checked by these, and tests compare them with the fast rules.

pub mod chi;
pub mod counters;
mod hanoi;
mod pacman;
pub mod tiles;

pub use hanoi::{HanoiEstimate, HanoiReference, Rods as HanoiRods};
pub use pacman::{PacmanEstimate, PacmanReference};
