//! The searches. Each can be stopped by its limits and gone on with by calling `run` again.

mod anytime;
mod beam;
mod best_first;
mod bidirectional;
mod depth_first;
mod descent;
mod kinds;
mod recursion;
mod solve;
mod tagged;
mod way;

pub use anytime::Anytime;
pub use beam::Beam;
pub use best_first::{BestFirst, Rule};
pub use bidirectional::Bidirectional;
pub use depth_first::{ByDepth, ByF, DepthFirst, Measure};
pub use descent::Descent;
pub use kinds::{EnterKind, IdaKinds, Kind, Kinds, VisitKinds};
pub(crate) use recursion::Countdown;
pub use solve::{Lack, Report, Unsupported, solve, solve_ordered, solve_reversible, solve_tagged};
pub use tagged::TaggedAStar;
