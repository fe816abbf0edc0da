//! Large tables, which are built before a search, under its limits, and may be kept between runs.

use crate::certificate::{digest, extend_digest};
use crate::{Limits, Stop};
use std::fmt;
use std::time::{Duration, Instant};

/// Tables that are built faster than this are not kept: they would fill the cache for little.
const WORTH_KEEPING: Duration = Duration::from_millis(300);

/// What a table depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableName {
    title: String,
    digest: u64,
    bytes: u64,
    needed: u64,
}

impl TableName {
    /// Names a table of this many bytes, whose construction needs at most `needed` bytes. Its content
    /// depends on the title, such as `tiles 4x4 pdb`, and on `rules`.
    #[must_use]
    pub fn new(title: String, rules: impl fmt::Debug, bytes: u64, needed: u64) -> Self {
        let digest = digest(format!("{title}\n{bytes}\n{rules:?}").as_bytes());
        Self { title, digest, bytes, needed }
    }

    /// Returns the title, for people.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns a digest of everything that the table depends on, and of the version of its format.
    #[must_use]
    pub fn digest(&self, version: &str) -> u64 {
        extend_digest(self.digest, version.as_bytes())
    }

    /// Returns the size of the table in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// A place where tables are kept between runs.
pub trait TableCache: Sync {
    /// Returns a table if it is there, whole and unchanged.
    ///
    /// # Errors
    /// The limit that stopped the reading.
    fn load(&self, name: &TableName, limits: &mut Limits<'_>) -> Result<Option<Vec<u8>>, Stop>;

    /// Keeps a table if that is possible within the limits.
    fn save(&self, name: &TableName, table: &[u8], limits: &mut Limits<'_>);
}

impl Limits<'_> {
    /// Returns the table of this name: from the cache, or else what `build` returns, which the cache then
    /// keeps if it took long. Both ways need the memory that the construction takes, so that the outcome
    /// of a run does not depend on the cache.
    ///
    /// # Errors
    /// The limit that stopped the construction.
    pub fn table(
        &mut self,
        name: &TableName,
        build: impl FnOnce(&mut Limits<'_>) -> Result<Vec<u8>, Stop>,
    ) -> Result<Vec<u8>, Stop> {
        if !self.is_preparing() {
            return self.preparing(name.needed)?.table(name, build);
        }
        let cache = self.table_cache();
        if let Some(cache) = cache
            && let Some(table) = cache.load(name, self)?
        {
            return Ok(table);
        }
        let begun = Instant::now();
        let table = build(&mut self.building(name.needed)?)?;
        if let Some(cache) = cache
            && begun.elapsed() >= WORTH_KEEPING
        {
            cache.save(name, &table, self);
        }
        Ok(table)
    }
}
