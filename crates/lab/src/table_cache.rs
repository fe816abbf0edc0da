//! The cache of tables on disk: one file for each table that took long to build.
//!
//! A file has a text of four lines (version, title, digest of what the table depends on, size), the table,
//! and a checksum of both. What is not exactly so is built again and replaced.

use crate::files::{OutputFile, PREFIX};
use crate::study::is_child_of_runner;
use crate::units::size;
use heureka_core::certificate::{digest, extend_digest};
use heureka_core::limits::Gauge;
use heureka_core::parallel::cores;
use heureka_core::tables::{TableCache, TableName};
use heureka_core::{Limits, Stats, Stop};
use std::fs::{self, DirBuilder, DirEntry, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, SystemTime};

/// The environment variable that names the folder; if it is empty, no table is kept.
pub const VARIABLE: &str = "HEUREKA_CACHE";

/// The first line: the version of the format, and that of the program, which builds its tables anew.
const FIRST_LINE: &str = concat!("heureka table 1 ", env!("CARGO_PKG_VERSION"));
/// The end of the names of tables.
const EXTENSION: &str = "table";
/// The number of bytes between two looks at the limits.
const BLOCK: usize = 1 << 20;
/// The size of the checksum.
const CHECKSUM: usize = size_of::<u64>();

/// The cache of this process.
static OPEN: OnceLock<DiskCache> = OnceLock::new();

/// Lets this process keep tables in the user's folder, if there is one. `tell` gets notes about files that
/// cannot be used.
pub fn open(tell: fn(&str)) {
    if let Some(folder) = folder() {
        OPEN.get_or_init(|| DiskCache { folder, tell, has_told: AtomicBool::new(false) });
    }
}

/// Returns whether this process keeps tables.
pub(crate) fn is_open() -> bool {
    OPEN.get().is_some()
}

/// Returns limits that never stop a search. Its tables are built on all cores, and kept if the cache is
/// open. A run of a study uses one core, since other runs may be measured at the same time.
pub fn limits<'a>() -> Limits<'a> {
    let limits = Limits::none().with_table_threads(if is_child_of_runner() { 1 } else { cores() });
    match OPEN.get() {
        Some(cache) => limits.with_table_cache(cache),
        None => limits,
    }
}

/// Returns the folder of the cache: the one that [`VARIABLE`] names, or else the platform's.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let path = |name: &str| std::env::var_os(name).map(PathBuf::from);
    if let Some(folder) = path(VARIABLE) {
        return Some(folder).filter(|folder| !folder.as_os_str().is_empty());
    }
    let absolute = |name: &str| path(name).filter(|path| path.is_absolute());
    let caches = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        absolute("HOME").map(|home| home.join("Library/Caches"))
    } else {
        absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("heureka"))
}

/// Tables in a folder.
#[derive(Debug)]
pub struct DiskCache {
    folder: PathBuf,
    tell: fn(&str),
    /// Whether the user knows that the folder cannot be written.
    has_told: AtomicBool,
}

/// Why a file is not used.
enum Unusable {
    Stopped(Stop),
    Damaged(String),
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Self::Damaged(error.to_string())
    }
}

impl TableCache for DiskCache {
    fn load(&self, name: &TableName, limits: &mut Limits<'_>) -> Result<Option<Vec<u8>>, Stop> {
        let path = self.path(name);
        match read(&path, name, limits) {
            Ok(table) => Ok(table),
            Err(Unusable::Stopped(stop)) => Err(stop),
            Err(Unusable::Damaged(why)) => {
                let table = name.title();
                (self.tell)(&format!(
                    "the table '{table}' is built again: {}: {why}",
                    path.display()
                ));
                Ok(None)
            }
        }
    }

    fn save(&self, name: &TableName, table: &[u8], limits: &mut Limits<'_>) {
        // One note is enough, however many tables there are.
        if let Err(error) = self.write(name, table, limits)
            && !self.has_told.swap(true, Relaxed)
        {
            let folder = self.folder.display();
            (self.tell)(&format!(
                "the cache of tables cannot be written: {folder}: {error}; choose another folder \
                 with {VARIABLE}, or use --no-cache"
            ));
        }
    }
}

impl DiskCache {
    fn path(&self, name: &TableName) -> PathBuf {
        self.folder.join(format!("{:016x}.{EXTENSION}", name.digest(FIRST_LINE)))
    }

    fn write(&self, name: &TableName, table: &[u8], limits: &mut Limits<'_>) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        // Nobody else may replace the tables.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        if self.folder.exists() && !self.folder.is_dir() {
            return Err(ErrorKind::NotADirectory.into());
        }
        builder.recursive(true).create(&self.folder)?;
        let path = self.path(name);
        // What a link or a pipe leads to is not ours.
        if path.symlink_metadata().is_ok_and(|old| !old.is_file() && !old.is_dir()) {
            fs::remove_file(&path)?;
        }
        let mut file = OutputFile::create(&path)?;
        let header = header(name);
        let mut checksum = digest(header.as_bytes());
        file.write_all(header.as_bytes())?;
        for block in table.chunks(BLOCK) {
            // The search that follows says why it stops.
            if check(limits, table.len()).is_break() {
                return Ok(());
            }
            checksum = extend_digest(checksum, block);
            file.write_all(block)?;
        }
        file.write_all(&checksum.to_le_bytes())?;
        file.publish().map(drop)
    }
}

fn header(name: &TableName) -> String {
    let (title, digest, bytes) = (name.title(), name.digest(FIRST_LINE), name.bytes());
    format!("{FIRST_LINE}\n{title}\n{digest:016x}\n{bytes}\n")
}

fn check(limits: &mut Limits<'_>, bytes: usize) -> ControlFlow<Stop> {
    limits.check(&Stats::default(), Gauge::holding(bytes as u64))
}

/// Reads a table; returns `None` if there is no file.
fn read(
    path: &Path,
    name: &TableName,
    limits: &mut Limits<'_>,
) -> Result<Option<Vec<u8>>, Unusable> {
    let damaged = |why: &str| Unusable::Damaged(why.to_owned());
    // A link is not followed: tables are files of this folder.
    let metadata = match path.symlink_metadata() {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        metadata => metadata?,
    };
    if !metadata.is_file() {
        return Err(damaged("not a file"));
    }
    let (expected, bytes) = (header(name), name.bytes() as usize);
    if metadata.len() != (expected.len() + bytes + CHECKSUM) as u64 {
        return Err(damaged("the file is cut, or another one"));
    }
    let mut file = File::open(path)?;
    let mut found = vec![0; expected.len()];
    file.read_exact(&mut found)?;
    if found != expected.as_bytes() {
        return Err(damaged("the file begins with something else"));
    }
    let mut checksum = digest(&found);
    let mut table = vec![0; bytes];
    for block in table.chunks_mut(BLOCK) {
        if let ControlFlow::Break(stop) = check(limits, bytes) {
            return Err(Unusable::Stopped(stop));
        }
        file.read_exact(block)?;
        checksum = extend_digest(checksum, block);
    }
    let mut last = [0; CHECKSUM];
    file.read_exact(&mut last)?;
    if u64::from_le_bytes(last) != checksum {
        return Err(damaged("the checksum does not match"));
    }
    Ok(Some(table))
}

/// A table in the cache.
#[derive(Debug)]
pub struct Kept {
    /// Its title, if it is of this version.
    pub title: Option<String>,
    /// Its file.
    pub path: PathBuf,
    /// The size of the file.
    pub bytes: u64,
    /// The time since it was written.
    pub age: Duration,
}

/// Returns the tables in a folder, by title; none if there is no folder.
///
/// # Errors
/// If the folder cannot be read.
pub fn list(folder: &Path) -> io::Result<Vec<Kept>> {
    let mut tables = vec![];
    for entry in entries(folder, is_table)? {
        let metadata = entry.metadata()?;
        let age = metadata.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
        tables.push(Kept {
            title: title(&entry.path()),
            path: entry.path(),
            bytes: metadata.len(),
            age: age.unwrap_or_default(),
        });
    }
    tables.sort_by(|a, b| (&a.title, &a.path).cmp(&(&b.title, &b.path)));
    Ok(tables)
}

/// Removes all tables of a folder, and files that killed processes left. Returns the tables.
///
/// # Errors
/// If a file cannot be removed.
pub fn clear(folder: &Path) -> io::Result<Vec<Kept>> {
    let tables = list(folder)?;
    let unfinished = entries(folder, |name| name.starts_with(PREFIX))?;
    let unfinished = unfinished.iter().map(DirEntry::path);
    for path in tables.iter().map(|table| table.path.clone()).chain(unfinished) {
        match fs::remove_file(&path) {
            // Another process has removed it.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            removed => removed.map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", path.display()))
            })?,
        }
    }
    Ok(tables)
}

/// Returns whether a file has a name as tables have: a digest in 16 digits, and the extension.
fn is_table(name: &str) -> bool {
    let is_digest = |name: &str| name.len() == 16 && name.bytes().all(|b| b.is_ascii_hexdigit());
    name.split_once('.').is_some_and(|(name, rest)| is_digest(name) && rest == EXTENSION)
}

/// Returns the regular files in a folder whose names fit.
fn entries(folder: &Path, fits: impl Fn(&str) -> bool) -> io::Result<Vec<DirEntry>> {
    let all = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        all => all?,
    };
    let mut entries = all.collect::<io::Result<Vec<_>>>()?;
    entries.retain(|entry| {
        entry.file_name().to_str().is_some_and(&fits)
            && entry.file_type().is_ok_and(|t| t.is_file())
    });
    Ok(entries)
}

/// Reads the title of a table.
fn title(path: &Path) -> Option<String> {
    let mut lines = BufReader::new(File::open(path).ok()?.take(1 << 12)).lines();
    (lines.next()?.ok()? == FIRST_LINE).then_some(())?;
    lines.next()?.ok()
}

/// Returns the sum of the sizes of tables, for people.
#[must_use]
pub fn total(tables: &[Kept]) -> String {
    size(tables.iter().map(|table| table.bytes).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    static NOTES: Mutex<Vec<String>> = Mutex::new(vec![]);

    fn cache(folder: &Path) -> DiskCache {
        DiskCache {
            folder: folder.to_owned(),
            tell: |note| NOTES.lock().unwrap().push(note.into()),
            has_told: AtomicBool::new(false),
        }
    }

    fn name(title: &str) -> TableName {
        TableName::new(title.to_owned(), "rules", 3 << 20, 0)
    }

    fn table() -> Vec<u8> {
        (0..3 << 20).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
    }

    /// Returns the notes about a cache since the last call.
    fn notes(cache: &DiskCache) -> Vec<String> {
        let folder = cache.folder.display().to_string();
        NOTES.lock().unwrap().extract_if(.., |note| note.contains(&folder)).collect()
    }

    fn load(cache: &DiskCache, name: &TableName) -> Option<Vec<u8>> {
        cache.load(name, &mut Limits::none()).unwrap()
    }

    #[test]
    fn whatever_is_not_exactly_the_table_is_built_again_and_replaced() {
        type Damage = fn(&mut Vec<u8>);
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(&folder.path().join("new/folder"));
        let (name, table) = (name("damaged"), table());
        assert_eq!(load(&cache, &name), None);
        cache.save(&name, &table, &mut Limits::none());
        assert_eq!(load(&cache, &name).as_ref(), Some(&table));
        assert_eq!(notes(&cache), Vec::<String>::new());
        let path = cache.path(&name);
        let whole = fs::read(&path).unwrap();
        let damages: [(&str, Damage); 9] = [
            ("cut", |file| file.truncate(file.len() - 1)),
            ("cut in the middle", |file| file.truncate(1 << 20)),
            ("cut in the header", |file| file.truncate(20)),
            ("empty", Vec::clear),
            ("longer", |file| file.push(0)),
            ("flipped in the table", |file| file[1 << 20] ^= 1),
            ("flipped in the checksum", |file| *file.last_mut().unwrap() ^= 128),
            ("another version", |file| file[14] += 1),
            ("foreign", |file| file.fill(b' ')),
        ];
        for (damage, change) in damages {
            let mut file = whole.clone();
            change(&mut file);
            fs::write(&path, file).unwrap();
            assert_eq!(load(&cache, &name), None, "{damage}");
            let notes = notes(&cache);
            assert!(notes.len() == 1 && notes[0].contains("is built again"), "{damage}: {notes:?}");
            cache.save(&name, &table, &mut Limits::none());
            assert!(fs::read(&path).unwrap() == whole, "{damage}");
        }
        // A folder in its place stays, and a search has its table nevertheless.
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(load(&cache, &name), None);
        cache.save(&name, &table, &mut Limits::none());
        let notes = notes(&cache);
        assert!(notes.len() == 2 && notes[1].contains("cannot be written"), "{notes:?}");
        assert!(path.is_dir());
    }

    /// What links and pipes lead to is neither read nor written.
    #[cfg(unix)]
    #[test]
    fn links_are_replaced_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(&folder.path().join("cache"));
        let (name, table) = (name("linked"), table());
        cache.save(&name, &table, &mut Limits::none());
        let (path, other) = (cache.path(&name), folder.path().join("other"));
        fs::rename(&path, &other).unwrap();
        let whole = fs::read(&other).unwrap();
        for target in [&*other, Path::new("/dev/zero"), Path::new("nothing")] {
            fs::remove_file(&path).ok();
            std::os::unix::fs::symlink(target, &path).unwrap();
            assert_eq!(load(&cache, &name), None);
            cache.save(&name, &table, &mut Limits::none());
            assert!(path.symlink_metadata().unwrap().is_file());
            assert_eq!(load(&cache, &name).as_ref(), Some(&table));
            assert!(notes(&cache).iter().all(|note| note.contains("is built again")));
        }
        assert!(fs::read(&other).unwrap() == whole);
    }

    #[test]
    fn a_file_in_place_of_the_folder_is_one_note() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(&folder.path().join("file"));
        fs::write(&cache.folder, "a file").unwrap();
        for title in ["one", "two"] {
            assert_eq!(load(&cache, &name(title)), None);
            cache.save(&name(title), &table(), &mut Limits::none());
        }
        let notes = notes(&cache);
        assert!(notes.len() == 1 && notes[0].contains("not a directory"), "{notes:?}");
    }

    #[test]
    fn tables_of_other_names_and_rules_are_not_mixed_up() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        cache.save(&name("one"), &table(), &mut Limits::none());
        assert_eq!(load(&cache, &name("other")), None);
        let rules = TableName::new("one".to_owned(), "other rules", 3 << 20, 0);
        assert_eq!(load(&cache, &rules), None);
        fs::copy(cache.path(&name("one")), cache.path(&rules)).unwrap();
        assert_eq!(load(&cache, &rules), None);
        assert_eq!(notes(&cache).len(), 1);
    }

    #[test]
    fn limits_stop_reading_and_writing() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let interrupt = AtomicBool::new(true);
        let limits = || Limits::none().interrupt(&interrupt);
        cache.save(&name("stopped"), &table(), &mut limits());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        cache.save(&name("stopped"), &table(), &mut Limits::none());
        assert_eq!(cache.load(&name("stopped"), &mut limits()), Err(Stop::Interrupted));
        let mut no_time = Limits::none().time(Duration::ZERO);
        assert_eq!(cache.load(&name("stopped"), &mut no_time), Err(Stop::Time));
        assert_eq!(notes(&cache), Vec::<String>::new());
    }

    #[test]
    fn lists_and_clears_tables_only() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        for title in ["b", "a"] {
            cache.save(&name(title), &table(), &mut Limits::none());
        }
        let others = ["notes.txt", "dinner.table"].map(|name| folder.path().join(name));
        let damaged = folder.path().join("0123456789abcdef.table");
        for path in others.iter().chain([&damaged, &folder.path().join(".heureka-x")]) {
            fs::write(path, "something else").unwrap();
        }
        let tables = list(folder.path()).unwrap();
        let titles: Vec<_> = tables.iter().map(|table| table.title.as_deref()).collect();
        assert_eq!(titles, [None, Some("a"), Some("b")]);
        assert_eq!(clear(folder.path()).unwrap().len(), 3);
        assert_eq!(entries(folder.path(), |_| true).unwrap().len(), 2);
        assert!(others.iter().all(|path| path.exists()));
        assert_eq!(list(&folder.path().join("missing")).unwrap().len(), 0);
    }
}
