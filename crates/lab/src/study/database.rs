//! The database of a study: one `SQLite` file, one transaction per run.
//!
//! Finished runs survive a crash, and no run is stored partially. Several processes may write to
//! one file: keys are unique, and the first record of a key stays.

use super::plan::Caps;
use super::read::add_hard_limits;
use super::{Ending, Origin, Planned, Record, Study};
use crate::exit::Exit;
use rusqlite::types::{FromSql, FromSqlError, Type};
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior, ffi,
};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks a file as a study's database: "Heur" in ASCII.
const APPLICATION: i32 = 0x4865_7572;
/// The version of the tables.
const SCHEMA: i32 = 2;
/// How long to wait for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(120);

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
    key TEXT PRIMARY KEY, ending TEXT NOT NULL, detail TEXT NOT NULL, result TEXT,
    wall_seconds REAL NOT NULL, version TEXT NOT NULL, machine TEXT NOT NULL, jobs INTEGER NOT NULL,
    ended TEXT NOT NULL DEFAULT (datetime('now'))) WITHOUT ROWID;";

/// The records of a study, on disk.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
}

/// The reason why runs cannot be made, read or stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabError {
    /// What is wrong, with the file's name.
    pub message: String,
    /// What to do.
    pub remedy: String,
    /// The exit code: invalid input, or an output that cannot be written.
    pub exit: Exit,
}

impl LabError {
    /// Returns the error of an invalid input.
    pub(super) fn input(message: String, remedy: &str) -> Self {
        Self { message, remedy: remedy.to_owned(), exit: Exit::Input }
    }

    fn new(path: &Path, what: &dyn fmt::Display, remedy: &str) -> Self {
        Self::input(format!("{}: {what}", path.display()), remedy)
    }

    pub(super) fn program(path: &Path, error: &std::io::Error) -> Self {
        Self::new(path, error, "give the path of an executable heureka program")
    }

    fn sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        let remedy = match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => OTHER_FILE,
            Some(rusqlite::ErrorCode::DatabaseBusy) => "another process writes to it; try again",
            Some(rusqlite::ErrorCode::DiskFull) => "free some space; finished runs are stored",
            Some(rusqlite::ErrorCode::SystemIoFailure) => {
                "check the disk; finished runs are stored"
            }
            _ => "give the path of a readable and writable database",
        };
        if matches!(
            error,
            rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
        ) {
            let remedy = "run the study into a new file, or restore a copy of this one";
            return Self::new(path, &format_args!("the database is damaged: {error}"), remedy);
        }
        let extended = error.sqlite_error().map_or(0, |error| error.extended_code);
        let exit = match error.sqlite_error_code() {
            Some(
                rusqlite::ErrorCode::DiskFull
                | rusqlite::ErrorCode::ReadOnly
                | rusqlite::ErrorCode::PermissionDenied,
            ) => Exit::Output,
            Some(rusqlite::ErrorCode::SystemIoFailure) if !READ_ERRORS.contains(&extended) => {
                Exit::Output
            }
            _ => Exit::Input,
        };
        Self { exit, ..Self::new(path, error, remedy) }
    }
}

/// Extended error codes of a failed read.
const READ_ERRORS: [i32; 3] =
    [ffi::SQLITE_IOERR_READ, ffi::SQLITE_IOERR_SHORT_READ, ffi::SQLITE_IOERR_CORRUPTFS];

/// The remedy for a file that is not a study's database.
const OTHER_FILE: &str = "give a file that `heureka lab run` has made, or a new name";

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LabError {}

type Result<T> = std::result::Result<T, LabError>;

impl Database {
    /// Opens a database, or creates it.
    ///
    /// # Errors
    /// If the file is not a study's database, or is not writable.
    pub fn create(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let is_input = path.is_file();
        let mut database = Self::connect(path, flags).map_err(|error| LabError {
            exit: if is_input { error.exit } else { Exit::Output },
            ..error
        })?;
        database.write(|transaction| {
            let version: i32 =
                transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
            if version == 0 && count_tables(transaction)? == 0 {
                transaction.pragma_update(None, "application_id", APPLICATION)?;
                transaction.pragma_update(None, "user_version", SCHEMA)?;
                transaction.execute_batch(TABLES)?;
            }
            Ok(())
        })?;
        database.check()?;
        Ok(database)
    }

    /// Opens a database for reading.
    pub(super) fn open(path: &Path) -> Result<Self> {
        Self::open_unless_blank(path)?.ok_or_else(|| no_study(path))
    }

    /// Opens a database; returns `None` if it has no tables because its creator was killed early.
    fn open_unless_blank(path: &Path) -> Result<Option<Self>> {
        // Not read-only: the next process rolls back what a killed one left unfinished.
        let database = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        if database.attempt(count_tables)? == 0 {
            return Ok(None);
        }
        database.check()?;
        Ok(Some(database))
    }

    /// Returns the keys of the runs that a file records; none if it is missing or empty.
    ///
    /// # Errors
    /// If the file is not a study's database, or is not readable.
    pub fn keys_in(path: &Path) -> Result<HashSet<String>> {
        if !path.exists() {
            return Ok(HashSet::new());
        }
        Self::open_unless_blank(path)?.map_or(Ok(HashSet::new()), |database| database.keys())
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self> {
        let open = || {
            // A relative path, so that SQLite gives no name a special meaning, such as `:memory:`.
            let connection = Connection::open_with_flags(Path::new(".").join(path), flags)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            // The plain journal works on the shared disks of clusters; a write-ahead log does not.
            connection.pragma_update(None, "synchronous", "FULL")?;
            Ok(connection)
        };
        let connection = open().map_err(|error| LabError::sqlite(path, &error))?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Runs a query and names the file if it fails.
    fn attempt<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        query(&self.connection).map_err(|error| LabError::sqlite(&self.path, &error))
    }

    /// Makes a change in one transaction.
    fn write<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let write = |connection: &mut Connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = change(&transaction)?;
            transaction.commit().map(|()| result)
        };
        write(&mut self.connection).map_err(|error| {
            let failure = LabError::sqlite(&self.path, &error);
            match error.sqlite_error_code() {
                // The database is open: its journal cannot be created.
                Some(rusqlite::ErrorCode::CannotOpen) => LabError { exit: Exit::Output, ..failure },
                _ => failure,
            }
        })
    }

    fn check(&self) -> Result<()> {
        let pragma = |name| {
            self.attempt(|connection| {
                connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0))
            })
        };
        if pragma("application_id")? != APPLICATION {
            return Err(LabError::new(&self.path, &"not the database of a study", OTHER_FILE));
        }
        let version = pragma("user_version")?;
        if version != SCHEMA {
            let what = format!("database version {version}, but this program reads {SCHEMA}");
            let remedy = "run the study into a new file, or use the version that made this one";
            return Err(LabError::new(&self.path, &what, remedy));
        }
        Ok(())
    }

    /// Stores the planned runs. Returns whether the file has an earlier version of the study.
    ///
    /// # Errors
    /// If the file is not writable.
    pub fn plan(&mut self, study: &Study) -> Result<bool> {
        self.write(|transaction| {
            let last = "SELECT id, definition FROM study ORDER BY id DESC LIMIT 1";
            let last = transaction.query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?)));
            let last: Option<(i64, String)> = last.optional()?;
            if let Some((id, definition)) = &last {
                // The same definition means other runs if an instance file has changed.
                let mut keys = transaction
                    .prepare("SELECT key FROM planned WHERE study = ?1 ORDER BY position")?;
                let keys = keys.query_map([id], |row| row.get(0))?;
                let keys = keys.collect::<rusqlite::Result<Vec<String>>>()?;
                let same = keys.iter().eq(study.runs.iter().map(|run| &run.key));
                if same && *definition == study.definition {
                    return Ok(false);
                }
            }
            write_plan(transaction, study)?;
            Ok(last.is_some())
        })
    }

    pub(super) fn holds(&self, key: &str) -> Result<bool> {
        self.attempt(|connection| {
            connection.prepare("SELECT 1 FROM run WHERE key = ?1")?.exists([key])
        })
    }

    /// Stores a record unless its run has one; returns whether it was stored.
    pub(super) fn keep(&mut self, record: &Record) -> Result<bool> {
        self.write(|transaction| {
            let result = record.run.as_ref().map(serde_json::to_string).transpose();
            let result =
                result.map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
            let Record { key, ending, detail, wall_seconds, origin, .. } = record;
            let (ending, Origin { version, machine, jobs }) = (ending.to_string(), origin);
            let inserted = transaction.execute(
                "INSERT OR IGNORE INTO run (key, ending, detail, result, wall_seconds, version, \
                 machine, jobs) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                (key, ending, detail, result, wall_seconds, version, machine, jobs),
            )?;
            Ok(inserted > 0)
        })
    }

    /// Returns the keys of all records.
    ///
    /// # Errors
    /// If the file is not readable.
    pub fn keys(&self) -> Result<HashSet<String>> {
        self.attempt(|connection| {
            let mut statement = connection.prepare("SELECT key FROM run")?;
            statement.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// Reads the last version of the study and all records, including those of
    /// runs that only earlier versions have.
    pub(super) fn read(&self) -> Result<(Study, Vec<Record>)> {
        self.attempt(Self::try_read)?.ok_or_else(|| no_study(&self.path))
    }

    fn try_read(connection: &Connection) -> rusqlite::Result<Option<(Study, Vec<Record>)>> {
        let last = "SELECT id, definition, title, question, axis, scatter_a, scatter_b FROM study \
                    ORDER BY id DESC LIMIT 1";
        let head = connection.query_row(last, [], |row| {
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
        let mut statement = connection.prepare(
            "SELECT key, puzzle, instance, size, seed, setup, repeat, arguments FROM planned \
             WHERE study = ?1 ORDER BY position",
        )?;
        study.runs = statement.query_map([id], read_planned)?.collect::<rusqlite::Result<_>>()?;
        add_hard_limits(&study.definition, &mut study.runs);
        let mut statement = connection.prepare(
            "SELECT key, ending, detail, result, wall_seconds, version, machine, jobs FROM run \
             ORDER BY key",
        )?;
        let records = statement.query_map([], read_record)?.collect::<rusqlite::Result<_>>()?;
        Ok(Some((study, records)))
    }
}

fn no_study(path: &Path) -> LabError {
    let remedy = "run one: `heureka lab run STUDY --db FILE`";
    LabError::new(path, &"no study was run into it", remedy)
}

fn count_tables(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
}

fn write_plan(transaction: &Transaction<'_>, study: &Study) -> rusqlite::Result<()> {
    let (a, b) = study.scatter.clone().unzip();
    transaction.execute(
        "INSERT INTO study (definition, title, question, axis, scatter_a, scatter_b) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        (&study.definition, &study.title, &study.question, &study.axis, a, b),
    )?;
    let id = transaction.last_insert_rowid();
    let mut insert = transaction.prepare(
        "INSERT OR REPLACE INTO planned (key, study, position, puzzle, instance, size, seed, setup, \
         repeat, arguments) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for (position, run) in (0i64..).zip(&study.runs) {
        let Planned { key, puzzle, instance, size, setup, repeat, .. } = run;
        // SQLite's integers are signed; the bits are the same.
        let (seed, arguments) = (run.seed.map(u64::cast_signed), run.arguments.join("\0"));
        insert
            .execute((key, id, position, puzzle, instance, size, seed, setup, repeat, arguments))?;
    }
    Ok(())
}

fn read_planned(row: &Row<'_>) -> rusqlite::Result<Planned> {
    let arguments: String = row.get(7)?;
    let arguments: Vec<String> = arguments.split('\0').map(str::to_owned).collect();
    Ok(Planned {
        key: row.get(0)?,
        puzzle: row.get(1)?,
        instance: row.get(2)?,
        size: row.get(3)?,
        seed: row.get::<_, Option<i64>>(4)?.map(i64::cast_unsigned),
        setup: row.get(5)?,
        repeat: row.get(6)?,
        caps: Caps::of_arguments(&arguments),
        arguments,
    })
}

fn read_record(row: &Row<'_>) -> rusqlite::Result<Record> {
    let result: Option<String> = row.get(3)?;
    let result = result.map(|text| serde_json::from_str(&text)).transpose();
    Ok(Record {
        key: row.get(0)?,
        ending: row.get(1)?,
        detail: row.get(2)?,
        run: result.map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(3, Type::Text, error.into())
        })?,
        wall_seconds: row.get(4)?,
        origin: Origin { version: row.get(5)?, machine: row.get(6)?, jobs: row.get(7)? },
    })
}

impl FromSql for Ending {
    fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
        type Error = serde::de::value::Error;
        Self::deserialize(IntoDeserializer::<Error>::into_deserializer(value.as_str()?))
            .map_err(|error| FromSqlError::Other(error.into()))
    }
}
