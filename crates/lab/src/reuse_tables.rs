//! Tables of heuristics that later runs of the same process reuse.

use crate::names::Advice;
use heureka_kit::instance::Instance;
use heureka_kit::text::ParseError;

/// Instances whose tables later runs reuse, one for each heuristic.
#[derive(Default)]
pub(crate) struct Tables(Vec<Box<dyn Instance>>);

impl Tables {
    /// Returns the instance with a heuristic, or with its own, and with tables if some that fit are known.
    pub(crate) fn switch(
        &mut self,
        current: Box<dyn Instance>,
        heuristic: Option<&str>,
    ) -> Result<Box<dyn Instance>, Advice> {
        let name = heuristic.unwrap_or(current.heuristic().name);
        let text = current.text();
        let known = self.0.iter().rev().find(|known| {
            let has_tables = known.table_bytes() > 0 && known.heuristic().name == name;
            has_tables && known.parameters() == current.parameters()
        });
        if let Some(known) = known.and_then(|known| known.starting_at(&text).ok()) {
            return Ok(known);
        }
        if name == current.heuristic().name {
            return Ok(current);
        }
        let select = || {
            let mut copy = current.starting_at(&text)?;
            copy.set_heuristic(name)?;
            Ok(copy)
        };
        let next = select().map_err(|error: ParseError| (error.to_string(), String::new()))?;
        self.keep(current);
        Ok(next)
    }

    /// Keeps an instance for later runs with its heuristic.
    pub(crate) fn keep(&mut self, instance: Box<dyn Instance>) {
        self.0.retain(|known| known.heuristic().name != instance.heuristic().name);
        self.0.push(instance);
    }
}
