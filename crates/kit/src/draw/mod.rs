//! Pictures of boards: shapes written as SVG, and the palette that pictures and terminals share.

mod cells;
mod hue;
mod picture;
mod strip;
mod text;

pub use cells::{Cell, draw_cells, numbered, write_cells};
pub use hue::{Hue, painted};
pub use picture::{Anchor, Picture};
pub use strip::strip;
pub use text::{Escaped, text_width, truncate, wrap_lines};
