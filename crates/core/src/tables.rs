//! Large tables, which are built before a search, under its limits, and may be kept between runs.

use crate::certificate::{digest, extend_digest};
use crate::{Limits, Stop};
use std::fmt;
use std::sync::OnceLock;

/// Tables whose construction needs fewer bytes are not kept: one core builds them in a fraction of a
/// second.
const WORTH_KEEPING: u64 = 3 << 20;

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

/// A callback for a finished table: the index of its name, the table, and limits for writing it.
pub type Finish<'a> = &'a (dyn Fn(usize, Vec<u8>, &mut Limits<'_>) + Sync);

impl Limits<'_> {
    /// Returns the table of this name: from the cache, or else what `build` returns, which the cache then
    /// keeps if it is large. Both ways need the memory that the construction takes, so that the outcome
    /// of a run does not depend on the cache.
    ///
    /// # Errors
    /// The limit that stopped the construction.
    pub fn table(
        &mut self,
        name: &TableName,
        build: impl FnOnce(&mut Limits<'_>) -> Result<Vec<u8>, Stop>,
    ) -> Result<Vec<u8>, Stop> {
        let mut found = vec![];
        let build = |_: &[usize], finish: Finish<'_>, limits: &mut Limits<'_>| {
            let table = build(limits)?;
            finish(0, table, limits);
            Ok(())
        };
        self.tables_at_once(std::slice::from_ref(name), build, &mut |_, table| {
            found = table;
        })?;
        Ok(found)
    }

    /// Calls `keep` with the index and the table of each of these names. `build` gets the indices of the
    /// missing tables, and calls `finish` when one is built. So it is passed to `keep` even if a limit stops
    /// others, and written to the cache if the limits leave time for that.
    ///
    /// # Errors
    /// The limit that stopped the construction; [`Stop::Memory`] unless all tables can be built at the same
    /// time.
    ///
    /// # Panics
    /// Panics if `build` succeeds without a call for each missing table.
    pub fn tables_at_once(
        &mut self,
        names: &[TableName],
        build: impl FnOnce(&[usize], Finish<'_>, &mut Limits<'_>) -> Result<(), Stop>,
        keep: &mut dyn FnMut(usize, Vec<u8>),
    ) -> Result<(), Stop> {
        let needed = names.iter().map(|name| name.needed).sum();
        if !self.is_preparing() {
            let kept = names.iter().map(|name| name.bytes).sum();
            return self.preparing(needed)?.announcing(kept).tables_at_once(names, build, keep);
        }
        drop(self.preparing(needed)?);
        let is_large = |name: &TableName| name.needed >= WORTH_KEEPING;
        let cache = self.table_cache();
        let mut missing = vec![];
        for (index, name) in names.iter().enumerate() {
            let cache = cache.filter(|_| is_large(name));
            match cache.map_or(Ok(None), |cache| cache.load(name, self))? {
                Some(table) => keep(index, table),
                None => missing.push(index),
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        // Several threads may finish tables.
        let mut tables: Vec<_> = names.iter().map(|_| OnceLock::new()).collect();
        let finish = |index: usize, table: Vec<u8>, limits: &mut Limits<'_>| {
            let name: &TableName = &names[index];
            if let Some(cache) = cache.filter(|_| is_large(name)) {
                cache.save(name, &table, limits);
            }
            let _ = tables[index].set(table);
        };
        // Small tables are not announced: the large ones of the same heuristic may come from the cache.
        let ended = if missing.iter().any(|&index| is_large(&names[index])) {
            build(&missing, &finish, &mut self.building(needed)?)
        } else {
            build(&missing, &finish, &mut self.preparing(needed)?)
        };
        for index in missing {
            match tables[index].take() {
                Some(table) => keep(index, table),
                None => assert!(ended.is_err(), "all missing tables are built"),
            }
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Progress;
    use std::cell::Cell;
    use std::sync::Mutex;

    /// A cache that holds at most one table.
    #[derive(Default)]
    struct Shelf(Mutex<Option<(TableName, Vec<u8>)>>);

    impl TableCache for Shelf {
        fn load(&self, name: &TableName, _: &mut Limits<'_>) -> Result<Option<Vec<u8>>, Stop> {
            let kept = self.0.lock().unwrap();
            Ok(kept.as_ref().filter(|kept| kept.0 == *name).map(|kept| kept.1.clone()))
        }

        fn save(&self, name: &TableName, table: &[u8], _: &mut Limits<'_>) {
            *self.0.lock().unwrap() = Some((name.clone(), table.to_vec()));
        }
    }

    #[test]
    fn large_tables_are_built_once_and_always_need_their_memory() {
        let (shelf, built) = (Shelf::default(), Cell::new(0));
        let limits = || Limits::none().with_table_cache(&shelf);
        let get = |needed, mut limits: Limits<'_>| {
            let name = TableName::new("test".to_owned(), (), 2, needed);
            limits.table(&name, |_| {
                built.set(built.get() + 1);
                Ok(vec![1, 2])
            })
        };
        for times in 1..=2 {
            assert_eq!(get(WORTH_KEEPING - 1, limits()), Ok(vec![1, 2]));
            assert_eq!(built.get(), times, "small tables are not kept");
        }
        for _ in 0..2 {
            assert_eq!(get(WORTH_KEEPING, limits()), Ok(vec![1, 2]));
            assert_eq!(built.get(), 3);
        }
        assert_eq!(get(WORTH_KEEPING, limits().memory(WORTH_KEEPING - 1)), Err(Stop::Memory));
        assert_eq!(get(WORTH_KEEPING, Limits::none()), Ok(vec![1, 2]));
        assert_eq!(built.get(), 4);
    }

    #[test]
    fn only_large_tables_that_are_built_are_announced() {
        let (shelf, announced) = (Shelf::default(), Cell::new(0));
        for times in [1, 1] {
            let mut report = |_: &Progress<'_>| announced.set(announced.get() + 1);
            let mut limits = Limits::none().with_table_cache(&shelf).report(&mut report);
            let mut all = limits.preparing(WORTH_KEEPING + 1).unwrap();
            for needed in [WORTH_KEEPING, 1] {
                let name = TableName::new("test".to_owned(), (), 2, needed);
                all.table(&name, |_| Ok(vec![1, 2])).unwrap();
            }
            assert_eq!(announced.get(), times);
        }
    }

    #[test]
    fn the_announcement_has_the_size_of_the_tables() {
        let mut announced = None;
        let mut report = |progress: &Progress<'_>| announced = progress.building;
        let name = TableName::new("test".to_owned(), (), 2, WORTH_KEEPING);
        let table = Limits::none().report(&mut report).table(&name, |_| Ok(vec![1, 2]));
        assert_eq!((table, announced), (Ok(vec![1, 2]), Some(2)));
    }

    #[test]
    fn only_missing_tables_are_built() {
        let shelf = Shelf::default();
        let names =
            ["a", "b", "c"].map(|title| TableName::new(title.to_owned(), (), 1, WORTH_KEEPING));
        for (known, missing) in
            [(None, vec![0, 1, 2]), (Some(1), vec![0, 2]), (Some(0), vec![1, 2])]
        {
            *shelf.0.lock().unwrap() = known.map(|index| (names[index].clone(), vec![index as u8]));
            let limits = || Limits::none().with_table_cache(&shelf);
            let mut tables = vec![vec![]; 3];
            let build = |indices: &[usize], finish: Finish<'_>, limits: &mut Limits<'_>| {
                assert_eq!(indices, missing);
                for &index in indices {
                    finish(index, vec![index as u8], limits);
                }
                Ok(())
            };
            let mut keep = |index: usize, table| tables[index] = table;
            assert_eq!(limits().tables_at_once(&names, build, &mut keep), Ok(()));
            assert_eq!(tables, [[0], [1], [2]]);
            // The last one was kept.
            assert_eq!(limits().table(&names[2], |_| unreachable!()), Ok(vec![2]));
            let mut few = limits().memory(3 * WORTH_KEEPING - 1);
            let ended = few.tables_at_once(&names, |_, _, _| unreachable!(), &mut |_, _| ());
            assert_eq!(ended, Err(Stop::Memory));
            // Also for tables that are parts of others, and in the cache.
            let mut few = limits().memory(WORTH_KEEPING - 1);
            let mut parts = few.preparing(0).unwrap();
            assert_eq!(parts.table(&names[2], |_| unreachable!()), Err(Stop::Memory));
        }
    }

    #[test]
    fn finished_tables_are_kept_if_others_are_stopped() {
        let (shelf, mut kept) = (Shelf::default(), vec![]);
        let names = ["a", "b"].map(|title| TableName::new(title.to_owned(), (), 1, WORTH_KEEPING));
        let mut limits = Limits::none().with_table_cache(&shelf);
        let build = |_: &[usize], finish: Finish<'_>, limits: &mut Limits<'_>| {
            finish(1, vec![7], limits);
            Err(Stop::Time)
        };
        let ended = limits.tables_at_once(&names, build, &mut |index, table| {
            kept.push((index, table));
        });
        assert_eq!((ended, kept), (Err(Stop::Time), vec![(1, vec![7])]));
        assert_eq!(limits.table(&names[1], |_| unreachable!()), Ok(vec![7]));
    }

    #[test]
    fn names_depend_on_everything() {
        let name = |title: &str, rules, bytes| TableName::new(title.to_owned(), rules, bytes, 0);
        let names = [name("a", 1, 1), name("b", 1, 1), name("a", 2, 1), name("a", 1, 2)];
        let digests = names.iter().flat_map(|name| ["1", "2"].map(|version| name.digest(version)));
        assert_eq!(digests.collect::<std::collections::HashSet<_>>().len(), 8);
    }
}
