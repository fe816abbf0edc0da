//! The searches. Each can be stopped by its limits and gone on with by calling `run` again.

mod anytime;
mod astar_packed;
mod beam;
mod best_first;
mod bidirectional;
mod depth_first;
mod descent;
mod ida_specialized;
mod plan_path;
mod recursion;
mod solve;

pub use anytime::Anytime;
pub use astar_packed::PackedAStar;
pub use beam::Beam;
pub use best_first::{BestFirst, Rule};
pub use bidirectional::Bidirectional;
pub use depth_first::{ByDepth, ByF, DepthFirst, Measure};
pub use descent::Descent;
pub use ida_specialized::{EnterKind, IdaSpecialized, Kind, Kinds, VisitKinds};
pub(crate) use recursion::Countdown;
pub use solve::{
    Missing, Report, Unsupported, solve, solve_ordered, solve_reversible, solve_tagged,
};
