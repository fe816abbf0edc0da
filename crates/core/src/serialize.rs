//! Serialization of types that are not written field by field: times, ratios and strategies.

use crate::Strategy;
use crate::outcome::Ratio;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// A time as a number of seconds.
pub(crate) mod seconds {
    use super::{Deserialize, Deserializer, Error, Serialize, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        time.as_secs_f64().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(Error::custom)
    }
}

impl From<Ratio> for [u32; 2] {
    fn from(ratio: Ratio) -> Self {
        [ratio.numerator, ratio.denominator]
    }
}

impl TryFrom<[u32; 2]> for Ratio {
    type Error = &'static str;

    fn try_from([numerator, denominator]: [u32; 2]) -> Result<Self, Self::Error> {
        let invalid = "the denominator of a ratio must not be 0";
        if denominator > 0 { Ok(Self::new(numerator, denominator)) } else { Err(invalid) }
    }
}

/// A strategy is serialized as text, such as `wastar(1.5)`.
impl Serialize for Strategy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Strategy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Gap;
    use crate::{Claim, Limits, Optimality, Outcome, Plan, Report, Stats, Stop};
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;

    /// Checks that a value has this JSON and is read back the same.
    #[track_caller]
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
    }

    #[test]
    fn results_survive_a_round_trip() {
        type Ended = Outcome<Plan<char>>;
        let plan = Plan { actions: vec!['a', 'b'], cost: 3 };
        let within = Optimality::Within(Ratio::new(6, 4));
        let json = r#"{"solved":[{"actions":["a","b"],"cost":3},{"within":[3,2]}]}"#;
        check(&Outcome::Solved(plan, within), json);
        check(&Ended::Unsolvable, r#""unsolvable""#);
        check(&Ended::NotFound(Gap::DeadEnd), r#"{"not-found":"dead-end"}"#);
        check(&Ended::Stopped(Stop::Time), r#"{"stopped":"time"}"#);
        check(&"wastar(1.5)".parse::<Strategy>().unwrap(), r#""wastar(1.5)""#);
        for claim in [Claim::Nothing, Claim::Admissible, Claim::Consistent] {
            check(&claim, &format!("\"{}\"", claim.name()));
        }
        let strategy = "bfs".parse().unwrap();
        let graph = crate::test_graph::Graph::new(vec![vec![(0, 1)]]);
        let report = crate::solve(&graph, &strategy, &mut Limits::none(), &mut ()).unwrap();
        let json = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report<_>>(&json).unwrap(), report);
    }

    #[test]
    fn invalid_values_are_rejected() {
        assert!(serde_json::from_str::<Ratio>("[1,0]").is_err());
        assert!(serde_json::from_str::<Strategy>(r#""astra""#).is_err());
        let stats = serde_json::to_string(&Stats::default()).unwrap();
        let negative = stats.replace("\"seconds\":0.0", "\"seconds\":-1.0");
        assert_ne!(stats, negative);
        assert!(serde_json::from_str::<Stats>(&negative).is_err());
    }
}
