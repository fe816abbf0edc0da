//! A database in a file: `SQLite`, compiled in. Several processes may write to one file.

use super::{Dialect, LabError, OTHER, Result, Row, Store};
use crate::exit::Exit;
use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, OpenFlags, ffi, params_from_iter};
use std::path::Path;
use std::time::Duration;

/// How long to wait for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(120);

/// The application id marks a file as a study's database: "Heur" in ASCII.
const DIALECT: Dialect = &[
    ("{begin}", "BEGIN IMMEDIATE"),
    // A transaction that writes locks the file.
    ("{lock}", ""),
    ("{skip locked}", ""),
    (
        "{version}",
        "SELECT (SELECT count(*) FROM sqlite_schema), CASE application_id WHEN 0x48657572 THEN \
         user_version END FROM pragma_application_id, pragma_user_version",
    ),
    ("{set version}", "PRAGMA application_id = 0x48657572; PRAGMA user_version = {number}"),
    ("{id}", "INTEGER PRIMARY KEY"),
    ("{date}", "datetime('now')"),
    ("{now}", "unixepoch('subsec')"),
    ("{table}", "WITHOUT ROWID"),
    ("{keys}", "SELECT value FROM json_each($1)"),
    // Here, a dollar begins a name: parameters have the order of their first use, not of the numbers.
    ("$", "?"),
];

/// Extended error codes of a failed read.
const READ_ERRORS: [i32; 3] =
    [ffi::SQLITE_IOERR_READ, ffi::SQLITE_IOERR_SHORT_READ, ffi::SQLITE_IOERR_CORRUPTFS];

pub(super) struct Sqlite {
    connection: Connection,
    name: String,
}

impl Sqlite {
    /// Opens a file, or creates it.
    pub fn create(path: &Path) -> Result<Self> {
        let is_input = path.is_file();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        Self::connect(path, flags).map_err(|error| LabError {
            exit: if is_input { error.exit } else { Exit::Output },
            ..error
        })
    }

    /// Opens a file. Not read-only: the next process rolls back what a killed one left unfinished.
    pub fn open(path: &Path) -> Result<Self> {
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
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
        let name = path.display().to_string();
        let connection = open().map_err(|error| explain(&name, &error, true))?;
        Ok(Self { connection, name })
    }
}

impl Store for Sqlite {
    fn dialect(&self) -> Dialect {
        DIALECT
    }

    fn batch(&mut self, sql: &str) -> Result<()> {
        self.connection.execute_batch(sql).map_err(|error| explain(&self.name, &error, false))
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        let mut reads = true;
        let mut query = || {
            let mut statement = self.connection.prepare(sql)?;
            reads = statement.readonly();
            let columns = statement.column_count();
            let row = |row: &rusqlite::Row<'_>| (0..columns).map(|i| row.get(i)).collect();
            statement.query_map(params_from_iter(values), row)?.collect::<rusqlite::Result<_>>()
        };
        query().map_err(|error| explain(&self.name, &error, reads))
    }
}

fn explain(name: &str, error: &rusqlite::Error, reads: bool) -> LabError {
    let code = error.sqlite_error_code();
    if matches!(error, rusqlite::Error::FromSqlConversionFailure(..)) {
        return LabError::damaged(name, error);
    }
    let remedy = match code {
        Some(ErrorCode::NotADatabase) => OTHER,
        Some(ErrorCode::DatabaseBusy) => "another process writes to it; try again",
        Some(ErrorCode::DiskFull) => "free some space; finished runs are stored",
        Some(ErrorCode::SystemIoFailure) => "check the disk; finished runs are stored",
        _ => "give the path of a readable and writable database",
    };
    let extended = error.sqlite_error().map_or(0, |error| error.extended_code);
    let exit = match code {
        Some(ErrorCode::DiskFull | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            Exit::Output
        }
        Some(ErrorCode::SystemIoFailure) if !READ_ERRORS.contains(&extended) => Exit::Output,
        // The database is open: its journal cannot be created.
        Some(ErrorCode::CannotOpen) if !reads => Exit::Output,
        _ => Exit::Input,
    };
    LabError { exit, ..LabError::of(name, error, remedy) }
}
