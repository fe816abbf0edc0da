//! The database of a study: one `SQLite` file, one transaction a run.
//!
//! Whatever ends the program, finished runs are there and no half of one is. Several processes may
//! write to one file: a run's key is unique, and of two records with one key the first stays.

use super::planned::Caps;
use super::{Ending, Planned, Record, Study};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior};
use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks a file as ours: "Heur" in ASCII.
const APPLICATION: i32 = 0x4865_7572;
/// Raised when tables change.
const SCHEMA: i32 = 1;
/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(120);

const TABLES: &str = "
CREATE TABLE study (
    id INTEGER PRIMARY KEY, definition TEXT NOT NULL, title TEXT NOT NULL, question TEXT NOT NULL,
    axis TEXT NOT NULL, scatter_a TEXT, scatter_b TEXT,
    begun TEXT NOT NULL DEFAULT (datetime('now')));
CREATE TABLE planned (
    key TEXT PRIMARY KEY, study INTEGER NOT NULL, position INTEGER NOT NULL, puzzle TEXT NOT NULL,
    instance TEXT NOT NULL, size REAL, seed INTEGER, setup TEXT NOT NULL, repeat INTEGER NOT NULL,
    arguments TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE run (
    key TEXT PRIMARY KEY, ending TEXT NOT NULL, detail TEXT NOT NULL, optimality TEXT, cost INTEGER,
    length INTEGER, expanded INTEGER, generated INTEGER, duplicates INTEGER, reopened INTEGER,
    max_frontier INTEGER, peak_bytes INTEGER, seconds REAL, table_seconds REAL,
    wall_seconds REAL NOT NULL, version TEXT NOT NULL, machine TEXT NOT NULL, jobs INTEGER NOT NULL,
    ended TEXT NOT NULL DEFAULT (datetime('now'))) WITHOUT ROWID;";

/// The records of a study, on disk.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
}

/// What a database holds, or why it holds nothing.
#[derive(Debug)]
pub struct Kept {
    /// The study as it was last run, without its runs' limits.
    pub study: Study,
    /// The records of its runs and of those of earlier versions of it.
    pub records: Vec<Record>,
}

/// Why records cannot be made, read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabError {
    /// What is wrong, with the file's name.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl LabError {
    pub(super) fn program(path: &Path, error: &std::io::Error) -> Self {
        Self {
            message: format!("{}: {error}", path.display()),
            remedy: "give the path of a heureka program that can be run".to_owned(),
        }
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LabError {}

type Result<T> = std::result::Result<T, LabError>;

impl Database {
    /// Opens a database, or makes it.
    ///
    /// # Errors
    /// If the file is no database of a study, or cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut database = Self::connect(path, flags)?;
        database.prepare().map_err(|error| wrong(path, &error))?;
        database.check()?;
        Ok(database)
    }

    /// Opens a database to read it.
    ///
    /// # Errors
    /// If there is no such file, or it is no database of a study.
    pub fn open(path: &Path) -> Result<Self> {
        // Not read-only: what a killed process has left half done is taken back by whoever is next.
        let database = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        if database.is_blank()? {
            return Err(database.no_study());
        }
        database.check()?;
        Ok(database)
    }

    /// The keys of the runs that a file records; none if there is no such file, or nothing in it yet.
    ///
    /// # Errors
    /// If the file is no database of a study, or cannot be read.
    pub fn keys_in(path: &Path) -> Result<HashSet<String>> {
        if !path.exists() {
            return Ok(HashSet::new());
        }
        let database = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        if database.is_blank()? {
            return Ok(HashSet::new());
        }
        database.check()?;
        database.keys()
    }

    /// Whether the file was made and nothing more: its maker was ended before it wrote.
    fn is_blank(&self) -> Result<bool> {
        let tables = "SELECT count(*) FROM sqlite_schema";
        let tables = self.connection.query_row(tables, [], |row| row.get::<_, i64>(0));
        Ok(tables.map_err(|error| self.wrong(&error))? == 0)
    }

    fn no_study(&self) -> LabError {
        LabError {
            message: format!("{}: no study was run into it", self.path.display()),
            remedy: "run one: `heureka lab run STUDY --db FILE`".to_owned(),
        }
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self> {
        let open = || {
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(PATIENCE)?;
            // The plain journal works on the shared disks of clusters, where a write-ahead log does not.
            connection.pragma_update(None, "synchronous", "FULL")?;
            Ok(connection)
        };
        let connection = open().map_err(|error| wrong(path, &error))?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Makes the tables in a file that is still empty.
    fn prepare(&mut self) -> rusqlite::Result<()> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version: i32 =
            transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let tables: i32 =
            transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if version == 0 && tables == 0 {
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", SCHEMA)?;
            transaction.execute_batch(TABLES)?;
        }
        transaction.commit()
    }

    fn check(&self) -> Result<()> {
        let pragma = |name: &str| -> rusqlite::Result<i32> {
            self.connection.pragma_query_value(None, name, |row| row.get(0))
        };
        let read = || Ok((pragma("application_id")?, pragma("user_version")?));
        let (application, schema) = read().map_err(|error| wrong(&self.path, &error))?;
        if application != APPLICATION {
            return Err(LabError {
                message: format!("{}: this is no database of a study", self.path.display()),
                remedy: "give a file that `heureka lab run` has made, or a new name".to_owned(),
            });
        }
        if schema != SCHEMA {
            return Err(LabError {
                message: format!("{}: made by another version of heureka", self.path.display()),
                remedy: "read it with that version, or run the study into a new file".to_owned(),
            });
        }
        Ok(())
    }

    fn wrong(&self, error: &rusqlite::Error) -> LabError {
        wrong(&self.path, error)
    }

    /// Notes what is to be run. Tells whether an earlier study of another definition is in the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn plan(&mut self, study: &Study) -> Result<bool> {
        self.try_plan(study).map_err(|error| wrong(&self.path, &error))
    }

    fn try_plan(&mut self, study: &Study) -> rusqlite::Result<bool> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let last: Option<(i64, String)> = transaction
            .query_row("SELECT id, definition FROM study ORDER BY id DESC LIMIT 1", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        if let Some((id, definition)) = &last {
            // The same text may mean other runs: a file beside it may have changed.
            let mut keys = transaction
                .prepare("SELECT key FROM planned WHERE study = ?1 ORDER BY position")?;
            let keys = keys.query_map([id], |row| row.get(0))?;
            let keys = keys.collect::<rusqlite::Result<Vec<String>>>()?;
            let same = keys.iter().eq(study.runs.iter().map(|run| &run.key));
            if same && *definition == study.definition {
                return Ok(false);
            }
        }
        write_plan(&transaction, study)?;
        transaction.commit()?;
        Ok(last.is_some())
    }

    /// Whether a run is recorded.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn holds(&self, key: &str) -> Result<bool> {
        let find = || {
            let mut statement = self.connection.prepare("SELECT 1 FROM run WHERE key = ?1")?;
            statement.exists([key])
        };
        find().map_err(|error| self.wrong(&error))
    }

    /// Keeps a record, unless the run is recorded already; tells whether it was not.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, record: &Record) -> Result<bool> {
        self.try_keep(record).map_err(|error| wrong(&self.path, &error))
    }

    fn try_keep(&mut self, record: &Record) -> rusqlite::Result<bool> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // SQLite counts to 2^63.
        let whole = |number: Option<u64>| number.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        let inserted = transaction.execute(
            "INSERT OR IGNORE INTO run (key, ending, detail, optimality, cost, length, expanded, \
             generated, duplicates, reopened, max_frontier, peak_bytes, seconds, table_seconds, \
             wall_seconds, version, machine, jobs) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, \
             ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
            rusqlite::params![
                record.key,
                record.ending.word(),
                record.detail,
                record.optimality,
                whole(record.cost),
                whole(record.length),
                whole(record.expanded),
                whole(record.generated),
                whole(record.duplicates),
                whole(record.reopened),
                whole(record.max_frontier),
                whole(record.peak_bytes),
                record.seconds,
                record.table_seconds,
                record.wall_seconds,
                record.version,
                record.machine,
                record.jobs,
            ],
        )?;
        transaction.commit()?;
        Ok(inserted > 0)
    }

    /// The keys of all records.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn keys(&self) -> Result<HashSet<String>> {
        let read = || {
            let mut statement = self.connection.prepare("SELECT key FROM run")?;
            let keys = statement.query_map([], |row| row.get(0))?;
            keys.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.wrong(&error))
    }

    /// All that is in the file.
    ///
    /// # Errors
    /// If it cannot be read, or no study was ever run into it.
    pub fn read(&self) -> Result<Kept> {
        let kept = self.try_read().map_err(|error| self.wrong(&error))?;
        kept.ok_or_else(|| self.no_study())
    }

    fn try_read(&self) -> rusqlite::Result<Option<Kept>> {
        let last = "SELECT id, definition, title, question, axis, scatter_a, scatter_b FROM study \
                    ORDER BY id DESC LIMIT 1";
        let head = self.connection.query_row(last, [], |row| {
            let (a, b): (Option<String>, Option<String>) = (row.get(5)?, row.get(6)?);
            let study = Study {
                definition: row.get(1)?,
                title: row.get(2)?,
                question: row.get(3)?,
                axis: row.get(4)?,
                scatter: a.zip(b),
                runs: vec![],
            };
            Ok((row.get::<_, i64>(0)?, study))
        });
        let Some((id, mut study)) = head.optional()? else { return Ok(None) };
        let mut statement = self.connection.prepare(
            "SELECT key, puzzle, instance, size, seed, setup, repeat, arguments FROM planned \
             WHERE study = ?1 ORDER BY position",
        )?;
        study.runs = statement.query_map([id], read_planned)?.collect::<rusqlite::Result<_>>()?;
        let mut statement = self.connection.prepare(
            "SELECT key, ending, detail, optimality, cost, length, expanded, generated, duplicates, \
             reopened, max_frontier, peak_bytes, seconds, table_seconds, wall_seconds, version, \
             machine, jobs FROM run ORDER BY key",
        )?;
        let records = statement.query_map([], read_record)?.collect::<rusqlite::Result<_>>()?;
        Ok(Some(Kept { study, records }))
    }
}

fn write_plan(transaction: &Transaction<'_>, study: &Study) -> rusqlite::Result<()> {
    let (a, b) = study.scatter.clone().unzip();
    transaction.execute(
        "INSERT INTO study (definition, title, question, axis, scatter_a, scatter_b) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        rusqlite::params![study.definition, study.title, study.question, study.axis, a, b],
    )?;
    let id = transaction.last_insert_rowid();
    let mut insert = transaction.prepare(
        "INSERT OR REPLACE INTO planned (key, study, position, puzzle, instance, size, seed, setup, \
         repeat, arguments) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for (position, run) in (0i64..).zip(&study.runs) {
        insert.execute(rusqlite::params![
            run.key,
            id,
            position,
            run.puzzle,
            run.instance,
            run.size,
            // Seeds are kept as the same bits.
            run.seed.map(u64::cast_signed),
            run.setup,
            run.repeat,
            run.arguments.join("\0"),
        ])?;
    }
    Ok(())
}

fn read_planned(row: &Row<'_>) -> rusqlite::Result<Planned> {
    let arguments: String = row.get(7)?;
    Ok(Planned {
        key: row.get(0)?,
        puzzle: row.get(1)?,
        instance: row.get(2)?,
        size: row.get(3)?,
        seed: row.get::<_, Option<i64>>(4)?.map(i64::cast_unsigned),
        setup: row.get(5)?,
        repeat: row.get(6)?,
        arguments: arguments.split('\0').map(str::to_owned).collect(),
        caps: Caps::default(),
    })
}

fn read_record(row: &Row<'_>) -> rusqlite::Result<Record> {
    let whole = |column: usize| -> rusqlite::Result<Option<u64>> {
        Ok(row.get::<_, Option<i64>>(column)?.and_then(|n| u64::try_from(n).ok()))
    };
    let word: String = row.get(1)?;
    Ok(Record {
        key: row.get(0)?,
        // A word that is not known comes from elsewhere, and has to be explained.
        ending: Ending::of(&word).unwrap_or(Ending::Garbage),
        detail: row.get(2)?,
        optimality: row.get(3)?,
        cost: whole(4)?,
        length: whole(5)?,
        expanded: whole(6)?,
        generated: whole(7)?,
        duplicates: whole(8)?,
        reopened: whole(9)?,
        max_frontier: whole(10)?,
        peak_bytes: whole(11)?,
        seconds: row.get(12)?,
        table_seconds: row.get(13)?,
        wall_seconds: row.get(14)?,
        version: row.get(15)?,
        machine: row.get(16)?,
        jobs: row.get(17)?,
    })
}

fn wrong(path: &Path, error: &rusqlite::Error) -> LabError {
    let remedy = match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => {
            "give a file that `heureka lab run` has made, or a new name"
        }
        Some(rusqlite::ErrorCode::DatabaseBusy) => "another process writes to it; try again",
        Some(rusqlite::ErrorCode::DiskFull) => "make room; what was finished is kept",
        _ => "give the path of a database that can be read and written",
    };
    LabError { message: format!("{}: {error}", path.display()), remedy: remedy.to_owned() }
}
