//! The database of a study: a file, or a database on a server that workers on many machines share.
//!
//! Finished runs survive a crash, and no run is stored partially. A worker claims a run before it
//! makes it, and holds a lease while it works. If it dies, the lease lapses and another worker takes the
//! run. Keys are unique, and the first record of a key stays.
//!
//! Both kinds have the same tables and execute the same statements, up to a [`Dialect`].

mod postgres;
mod sqlite;

use super::plan::Caps;
use super::read::add_hard_limits;
use super::{Ending, LabError, Origin, Planned, Record, Study};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, Value, ValueRef};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// The version of the tables.
const SCHEMA: i64 = 3;
/// The oldest version that can be read: it has no leases.
const WITHOUT_LEASES: i64 = 2;

const TABLES: &str = "
CREATE TABLE study (
    id {id}, definition TEXT NOT NULL, title TEXT NOT NULL, question TEXT NOT NULL,
    axis TEXT NOT NULL, scatter_a TEXT, scatter_b TEXT, begun TEXT NOT NULL DEFAULT ({date}));
CREATE TABLE planned (
    key TEXT PRIMARY KEY, study BIGINT NOT NULL, position BIGINT NOT NULL, puzzle TEXT NOT NULL,
    instance TEXT NOT NULL, size DOUBLE PRECISION, seed BIGINT, setup TEXT NOT NULL,
    repeat BIGINT NOT NULL, arguments TEXT NOT NULL, worker TEXT, expires DOUBLE PRECISION) {table};
CREATE TABLE run (
    key TEXT PRIMARY KEY, ending TEXT NOT NULL, detail TEXT NOT NULL, result TEXT,
    wall_seconds DOUBLE PRECISION NOT NULL, version TEXT NOT NULL, machine TEXT NOT NULL,
    jobs BIGINT NOT NULL, ended TEXT NOT NULL DEFAULT ({date}), worker TEXT) {table};
{set version};";

const ADD_LEASES: &str = "
ALTER TABLE planned ADD COLUMN worker TEXT;
ALTER TABLE planned ADD COLUMN expires DOUBLE PRECISION;
ALTER TABLE run ADD COLUMN worker TEXT;
{set version};";

/// Planned runs without a record.
const MISSING: &str = "NOT EXISTS (SELECT 1 FROM run WHERE run.key = planned.key)";

/// Begins a transaction while no other process changes the tables or the plan.
const ALONE: &str = "{begin}; {lock}";

/// The remedy for a database that is not a study's.
const OTHER: &str = "give a database that `heureka lab run` has made, or a new one";

type Result<T> = std::result::Result<T, LabError>;

/// Placeholders in statements, and what replaces them.
type Dialect = &'static [(&'static str, &'static str)];

/// The values of a row.
type Row = Vec<Value>;

/// What a kind of database has of its own.
trait Store: Send {
    fn dialect(&self) -> Dialect;

    /// Executes several statements without results.
    fn batch(&mut self, sql: &str) -> Result<()>;

    /// Executes a statement and returns its rows.
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>>;
}

/// The records of a study, in a file or on a server.
pub struct Database {
    store: Box<dyn Store>,
    name: String,
    /// The version of the tables; `None` if there are no tables.
    version: Option<i64>,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Where a database is.
enum Place<'a> {
    File(&'a Path),
    /// The URL of a server.
    Server(&'a str),
}

impl<'a> Place<'a> {
    /// Reads a path, `sqlite:PATH` or `postgres://…`.
    fn of(path: &'a Path) -> Result<Self> {
        let Some(text) = path.to_str() else { return Ok(Self::File(path)) };
        if let Some(path) = text.strip_prefix("sqlite:") {
            return Ok(Self::File(Path::new(path)));
        }
        let is_scheme =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match text.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Self::Server(text)),
            Some((scheme, _)) if is_scheme(scheme) => {
                let what = format!("unknown kind of database '{scheme}'");
                let remedy = "give a path, sqlite:PATH or postgres://USER@HOST/DATABASE";
                Err(LabError::of(postgres::name(text), what, remedy))
            }
            _ => Ok(Self::File(path)),
        }
    }
}

impl Database {
    /// Opens a database, or creates its tables, and the file if it is one. `path` may be a URL.
    ///
    /// # Errors
    /// If it is not a study's database, or is not writable.
    pub fn create(path: &Path) -> Result<Self> {
        let mut database = Self::with(
            path,
            match Place::of(path)? {
                Place::File(path) => Box::new(sqlite::Sqlite::create(path)?),
                Place::Server(url) => Box::new(postgres::Postgres::open(url)?),
            },
        );
        database.write(ALONE, |database| {
            match database.read_version()? {
                None => database.batch(TABLES)?,
                Some(WITHOUT_LEASES) => database.batch(ADD_LEASES)?,
                _ => return Ok(()),
            }
            database.version = Some(SCHEMA);
            Ok(())
        })?;
        Ok(database)
    }

    /// Opens a database for reading.
    pub(super) fn open(path: &Path) -> Result<Self> {
        Self::open_exactly(path).map_err(|error| {
            // `heureka lab run study.toml` writes study.db.
            let near = path.with_extension("db");
            let is_meant = near != path && near.is_file();
            let remedy = format!("did you mean '{}'?", near.display());
            LabError { remedy: if is_meant { remedy } else { error.remedy.clone() }, ..error }
        })
    }

    fn open_exactly(path: &Path) -> Result<Self> {
        let mut database = Self::with(
            path,
            match Place::of(path)? {
                Place::File(path) => Box::new(sqlite::Sqlite::open(path)?),
                Place::Server(url) => Box::new(postgres::Postgres::open(url)?),
            },
        );
        database.read_version()?;
        Ok(database)
    }

    fn with(path: &Path, store: Box<dyn Store>) -> Self {
        Self { store, name: Self::name_of(path), version: None }
    }

    /// Returns the name of a database for messages: its path, or its URL without the password.
    #[must_use]
    pub fn name_of(path: &Path) -> String {
        match Place::of(path) {
            Ok(Place::File(path)) => path.display().to_string(),
            _ => postgres::name(&path.to_string_lossy()),
        }
    }

    /// Returns whether a path is the URL of a server, or there is such a file.
    #[must_use]
    pub fn may_exist(path: &Path) -> bool {
        match Place::of(path) {
            Ok(Place::File(path)) => path.exists(),
            _ => true,
        }
    }

    /// Returns the keys of the runs that a database records; none if it is missing or empty.
    ///
    /// # Errors
    /// If it is not a study's database, or is not readable.
    pub fn keys_in(path: &Path) -> Result<HashSet<String>> {
        if !Self::may_exist(path) {
            return Ok(HashSet::new());
        }
        let mut database = Self::open(path)?;
        // Its creator may have been killed early.
        if database.version.is_none() { Ok(HashSet::new()) } else { database.keys() }
    }

    /// Replaces what depends on the kind of database.
    fn sql(&self, text: &str) -> String {
        let all = self.store.dialect().iter();
        let sql = all.fold(text.to_owned(), |sql, (name, text)| sql.replace(name, text));
        sql.replace("{number}", &SCHEMA.to_string())
    }

    fn batch(&mut self, text: &str) -> Result<()> {
        self.store.batch(&self.sql(text))
    }

    fn query(&mut self, text: &str, values: &[Value]) -> Result<Vec<Row>> {
        self.store.query(&self.sql(text), values)
    }

    /// Executes a statement and reads its rows.
    fn read_rows<T>(
        &mut self,
        text: &str,
        values: &[Value],
        read: impl Fn(&Row) -> FromSqlResult<T>,
    ) -> Result<Vec<T>> {
        let rows = self.query(text, values)?;
        let rows: FromSqlResult<_> = rows.iter().map(read).collect();
        rows.map_err(|error| LabError::damaged(&self.name, error))
    }

    /// Makes a change in one transaction, which begins with a statement such as [`ALONE`].
    fn write<T>(&mut self, begin: &str, change: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.batch(begin)?;
        let result = change(self).and_then(|result| self.batch("COMMIT").map(|()| result));
        if result.is_err() {
            // The first error says what is wrong.
            let _ = self.batch("ROLLBACK");
        }
        result
    }

    /// Reads the version of the tables; rejects those of other programs and versions.
    fn read_version(&mut self) -> Result<Option<i64>> {
        let read = |row: &Row| Ok((get(row, 0)?, get(row, 1)?));
        let found: Vec<(i64, Option<i64>)> = self.read_rows("{version}", &[], read)?;
        self.version = match found[..] {
            [(0, _)] => None,
            [(_, Some(version @ (WITHOUT_LEASES | SCHEMA)))] => Some(version),
            [(_, Some(version))] => {
                let what = format!("database version {version}, but this program reads {SCHEMA}");
                let remedy =
                    "run the study into a new database, or use the version that made this one";
                return Err(LabError::of(&self.name, what, remedy));
            }
            _ => return Err(LabError::of(&self.name, "not the database of a study", OTHER)),
        };
        Ok(self.version)
    }

    /// Stores the planned runs. Returns whether there is an earlier version of the study.
    ///
    /// # Errors
    /// If the database is not writable.
    pub fn plan(&mut self, study: &Study) -> Result<bool> {
        self.write(ALONE, |database| {
            let last = "SELECT id, definition FROM study ORDER BY id DESC LIMIT 1";
            let last = database.read_rows(last, &[], |row| Ok((get(row, 0)?, get(row, 1)?)))?;
            let last: Option<(i64, String)> = last.into_iter().next();
            if let Some((id, definition)) = &last {
                // The same definition means other runs if an instance file has changed.
                let keys = "SELECT key FROM planned WHERE study = $1 ORDER BY position";
                let keys: Vec<String> =
                    database.read_rows(keys, &[(*id).into()], |row| get(row, 0))?;
                let same = keys.iter().eq(study.runs.iter().map(|run| &run.key));
                if same && *definition == study.definition {
                    return Ok(false);
                }
            }
            database.write_plan(study)?;
            Ok(last.is_some())
        })
    }

    fn write_plan(&mut self, study: &Study) -> Result<()> {
        let (a, b) = study.scatter.clone().unzip();
        let Study { definition, title, question, axis, .. } = study;
        let texts = [definition, title, question, axis].map(|text| text.clone().into());
        let head: Vec<Value> = texts.into_iter().chain([a.into(), b.into()]).collect();
        let insert = "INSERT INTO study (definition, title, question, axis, scatter_a, scatter_b) \
                      VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";
        let id = self.query(insert, &head)?.remove(0).remove(0);
        // A run that is under way keeps its lease.
        let insert = "INSERT INTO planned (key, study, position, puzzle, instance, size, seed, setup, \
                      repeat, arguments) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
                      ON CONFLICT (key) DO UPDATE SET study = excluded.study, \
                      position = excluded.position, puzzle = excluded.puzzle, \
                      instance = excluded.instance, size = excluded.size, seed = excluded.seed, \
                      setup = excluded.setup, repeat = excluded.repeat, \
                      arguments = excluded.arguments";
        for (position, run) in (0i64..).zip(&study.runs) {
            let Planned { key, puzzle, instance, size, seed, setup, repeat, arguments, .. } = run;
            let values: [Value; 10] = [
                key.clone().into(),
                id.clone(),
                position.into(),
                puzzle.clone().into(),
                instance.clone().into(),
                (*size).into(),
                // Integers are signed; the bits are the same.
                seed.map(u64::cast_signed).into(),
                setup.clone().into(),
                (*repeat).into(),
                json(arguments),
            ];
            self.query(insert, &values)?;
        }
        Ok(())
    }

    /// Stores the record of a worker's last run and claims its next one, in one transaction.
    ///
    /// Returns whether the record is stored, which it is not if its run has one of another worker; and
    /// the key of the first of these runs that has no record and no worker.
    pub(super) fn keep_and_claim(
        &mut self,
        record: Option<&Record>,
        keys: &[&str],
        worker: &str,
        lease: Duration,
    ) -> Result<(bool, Option<String>)> {
        self.write("{begin}", |database| {
            let kept = record.map(|record| database.keep(record, worker)).transpose()?;
            Ok((kept.unwrap_or_default(), database.claim(keys, worker, lease)?))
        })
    }

    fn claim(&mut self, keys: &[&str], worker: &str, lease: Duration) -> Result<Option<String>> {
        if keys.is_empty() {
            return Ok(None);
        }
        let claim = format!(
            "UPDATE planned SET worker = $2, expires = {{now}} + $3 WHERE key = (\
             SELECT key FROM planned WHERE key IN ({{keys}}) AND {MISSING} \
             AND (expires IS NULL OR expires < {{now}}) ORDER BY position LIMIT 1 {{skip locked}}) \
             RETURNING key"
        );
        let values = [json(keys), worker.to_owned().into(), lease.as_secs_f64().into()];
        Ok(self.read_rows(&claim, &values, |row| get(row, 0))?.into_iter().next())
    }

    /// Extends the leases of a worker on these runs.
    pub(super) fn renew(&mut self, keys: &[&str], worker: &str, lease: Duration) -> Result<()> {
        let renew = "UPDATE planned SET expires = {now} + $3 WHERE worker = $2 AND key IN ({keys})";
        let values = [json(keys), worker.to_owned().into(), lease.as_secs_f64().into()];
        self.query(renew, &values).map(drop)
    }

    /// Ends the leases of a worker, so that others take its unfinished runs at once.
    pub(super) fn release(&mut self, worker: &str) -> Result<()> {
        let release = format!("UPDATE planned SET expires = 0 WHERE worker = $1 AND {MISSING}");
        self.query(&release, &[worker.to_owned().into()]).map(drop)
    }

    /// Returns the runs under way, each with its worker: those with a lease and without a record.
    pub(super) fn running(&mut self) -> Result<Vec<(String, String)>> {
        if self.version == Some(WITHOUT_LEASES) {
            return Ok(vec![]);
        }
        let running = format!(
            "SELECT key, worker FROM planned WHERE expires > {{now}} AND {MISSING} ORDER BY position"
        );
        self.read_rows(&running, &[], |row| Ok((get(row, 0)?, get(row, 1)?)))
    }

    fn keep(&mut self, record: &Record, worker: &str) -> Result<bool> {
        let Record { key, ending, detail, wall_seconds, origin, run } = record;
        let Origin { version, machine, jobs } = origin.clone();
        let key = Value::from(key.clone());
        let values: [Value; 9] = [
            key.clone(),
            ending.to_string().into(),
            detail.clone().into(),
            run.as_ref().map(json).into(),
            (*wall_seconds).into(),
            version.into(),
            machine.into(),
            jobs.into(),
            worker.to_owned().into(),
        ];
        let insert = "INSERT INTO run (key, ending, detail, result, wall_seconds, version, machine, \
                      jobs, worker) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
                      ON CONFLICT (key) DO NOTHING";
        self.query(insert, &values)?;
        // The insertion may be a repetition of one whose answer was lost with the connection.
        let by = "SELECT worker FROM run WHERE key = $1";
        let by: Vec<Option<String>> = self.read_rows(by, &[key], |row| get(row, 0))?;
        Ok(by.iter().any(|by| by.as_deref() == Some(worker)))
    }

    /// Returns the keys of all records.
    ///
    /// # Errors
    /// If the database is not readable.
    pub fn keys(&mut self) -> Result<HashSet<String>> {
        let keys = self.read_rows("SELECT key FROM run", &[], |row| get(row, 0))?;
        Ok(HashSet::from_iter(keys))
    }

    /// Returns which of these runs have records.
    pub(super) fn recorded(&mut self, keys: &[&str]) -> Result<HashSet<String>> {
        let recorded = "SELECT key FROM run WHERE key IN ({keys})";
        let recorded = self.read_rows(recorded, &[json(keys)], |row| get(row, 0))?;
        Ok(HashSet::from_iter(recorded))
    }

    /// Reads the last version of the study and all records, including those of
    /// runs that only earlier versions have.
    pub(super) fn read(&mut self) -> Result<(Study, Vec<Record>)> {
        let remedy = "run one: `heureka lab run STUDY --db DATABASE`";
        let none = LabError::of(&self.name, "no study was run into it", remedy);
        if self.version.is_none() {
            return Err(none);
        }
        let last = "SELECT id, definition, title, question, axis, scatter_a, scatter_b FROM study \
                    ORDER BY id DESC LIMIT 1";
        let heads: Vec<(i64, Study)> = self.read_rows(last, &[], |row| {
            let (a, b): (Option<String>, Option<String>) = (get(row, 5)?, get(row, 6)?);
            let study = Study {
                definition: get(row, 1)?,
                title: get(row, 2)?,
                question: get(row, 3)?,
                axis: get(row, 4)?,
                scatter: a.zip(b),
                runs: vec![],
            };
            Ok((get(row, 0)?, study))
        })?;
        let (id, mut study) = heads.into_iter().next().ok_or(none)?;
        let planned = "SELECT key, puzzle, instance, size, seed, setup, repeat, arguments \
                       FROM planned WHERE study = $1 ORDER BY position";
        study.runs = self.read_rows(planned, &[id.into()], read_planned)?;
        add_hard_limits(&study.definition, &mut study.runs);
        let records = "SELECT key, ending, detail, result, wall_seconds, version, machine, jobs \
                       FROM run ORDER BY key";
        Ok((study, self.read_rows(records, &[], read_record)?))
    }
}

/// Reads a column of a row.
fn get<T: FromSql>(row: &Row, column: usize) -> FromSqlResult<T> {
    T::column_result(row.get(column).map_or(ValueRef::Null, ValueRef::from))
}

/// Returns a value as JSON text.
fn json<T: serde::Serialize + ?Sized>(value: &T) -> Value {
    // Fails only for keys that are not texts.
    serde_json::to_string(value).map_or(Value::Null, Value::Text)
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> FromSqlResult<T> {
    serde_json::from_str(text).map_err(|error| FromSqlError::Other(error.into()))
}

fn read_planned(row: &Row) -> FromSqlResult<Planned> {
    let arguments: String = get(row, 7)?;
    let arguments: Vec<String> = if arguments.starts_with('[') {
        from_json(&arguments)?
    } else {
        // Version 2.
        arguments.split('\0').map(str::to_owned).collect()
    };
    Ok(Planned {
        key: get(row, 0)?,
        puzzle: get(row, 1)?,
        instance: get(row, 2)?,
        size: get(row, 3)?,
        seed: get::<Option<i64>>(row, 4)?.map(i64::cast_unsigned),
        setup: get(row, 5)?,
        repeat: get(row, 6)?,
        caps: Caps::of_arguments(&arguments),
        arguments,
    })
}

fn read_record(row: &Row) -> FromSqlResult<Record> {
    Ok(Record {
        key: get(row, 0)?,
        ending: get(row, 1)?,
        detail: get(row, 2)?,
        run: get::<Option<String>>(row, 3)?.map(|text| from_json(&text)).transpose()?,
        wall_seconds: get(row, 4)?,
        origin: Origin { version: get(row, 5)?, machine: get(row, 6)?, jobs: get(row, 7)? },
    })
}

impl FromSql for Ending {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        type Error = serde::de::value::Error;
        Self::deserialize(IntoDeserializer::<Error>::into_deserializer(value.as_str()?))
            .map_err(|error| FromSqlError::Other(error.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::{TWICE, study};
    use super::*;

    const LEASE: Duration = Duration::from_secs(60);

    /// A file of version 2 is read, and gets leases when its study is run again.
    #[test]
    fn older_files_get_leases() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        let study = study(TWICE);
        let mut old = Database::create(&path).unwrap();
        old.plan(&study).unwrap();
        let arguments = study.runs[0].arguments.join("\0");
        old.query("UPDATE planned SET arguments = $1", &[arguments.into()]).unwrap();
        old.batch(
            "ALTER TABLE planned DROP COLUMN worker; ALTER TABLE planned DROP COLUMN expires; \
             ALTER TABLE run DROP COLUMN worker; PRAGMA user_version = 2",
        )
        .unwrap();
        let mut read = Database::open(&path).unwrap();
        assert_eq!(read.read().unwrap().0.runs[0], study.runs[0]);
        assert_eq!(read.running().unwrap(), []);
        let key = study.runs[0].key.as_str();
        let mut new = Database::create(&path).unwrap();
        assert_eq!(new.claim(&[key], "a:1:0", LEASE).unwrap().as_deref(), Some(key));
        assert_eq!(new.claim(&[key], "b:1:0", LEASE).unwrap(), None);
        let mut read = Database::open(&path).unwrap();
        assert_eq!(read.running().unwrap(), [(key.to_owned(), "a:1:0".to_owned())]);
        new.release("a:1:0").unwrap();
        assert_eq!(new.claim(&[key], "b:1:0", LEASE).unwrap().as_deref(), Some(key));
    }

    #[test]
    fn a_path_or_a_url_is_a_place() {
        for (text, file) in [
            ("study.db", Some("study.db")),
            ("sqlite:a/b.db", Some("a/b.db")),
            ("./postgres://x", Some("./postgres://x")),
            ("postgres://x/y", None),
            ("postgresql://x/y", None),
        ] {
            match Place::of(Path::new(text)) {
                Ok(Place::File(path)) => assert_eq!(path.to_str(), file),
                Ok(Place::Server(url)) => assert_eq!((url, file), (text, None)),
                Err(error) => panic!("{error}"),
            }
        }
        assert!(Place::of(Path::new("mysql://x/y")).is_err());
    }
}
