//! Pictures of boards: shapes that become SVG, and the colors that pictures and terminals share.

mod cells;
mod hue;
mod picture;
mod strip;

pub use cells::{Cell, draw_cells, numbered, write_cells};
pub use hue::{Hue, painted};
pub use picture::{Anchor, Escaped, Picture};
pub use strip::{LONGEST_STRIP, strip};
