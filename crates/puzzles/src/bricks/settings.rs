//! The parameters of an instance.

use super::goal::Goal;
use super::info::{AXES, LABELS, METRICS};
use super::{Labels, Metric};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::ParseError;

/// The parameters of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The moves that cost 1.
    pub metric: Metric,
    /// The numbers that plans use.
    pub labels: Labels,
    /// The goals that the text does not show.
    pub goal: Goal,
    /// Whether bricks move only along their longer side; if `None`, the format of the text decides.
    pub along_axis_only: Option<bool>,
}

/// Reads the parameters of an instance.
///
/// # Errors
/// If a parameter or its value is unknown.
pub fn settings(parameters: &Parameters) -> Result<Settings, ParseError> {
    let metric = parameters.choice("metric", METRICS)?.unwrap_or(0);
    let labels = parameters.choice("labels", LABELS)?.unwrap_or(0);
    let is_default = parameters.get("axis").is_none_or(str::is_empty);
    let axis = if is_default { None } else { parameters.choice("axis", AXES)? };
    Ok(Settings {
        metric: [Metric::Steps, Metric::Moves][metric],
        labels: [Labels::Original, Labels::Normal][labels],
        goal: parameters.get("goal").map_or(Ok(Goal::default()), Goal::read)?,
        along_axis_only: axis.map(|index| index == 1),
    })
}
