//! The report of a study: unexplained runs first, then tables and plots, then provenance.
//!
//! The same records give the same bytes. Without times, so do two studies of the same runs.

use super::{Attribute, Ending, Matrix, Planned, Record, Results, Summary, index, plots, summary};
use crate::flags;
use crate::units::count;
use crate::{Cell, Plot, Provenance, Report, Table};
use heureka_kit::text::folded;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Duration;

/// The maximum number of instances in a table; CSV lists all.
const MAX_ROWS: usize = 500;

/// The report of a study.
#[derive(Debug)]
pub struct Overview<'a> {
    results: &'a Results,
    times: bool,
    /// The runs that need an explanation, each with what is wrong.
    pub unexplained: Vec<(String, String)>,
    matrices: Vec<Matrix>,
}

impl<'a> Overview<'a> {
    /// Makes a report; without `times` it omits timings.
    #[must_use]
    pub fn new(results: &'a Results, times: bool) -> Self {
        let (unexplained, mut matrices) = (results.unexplained(), results.matrices());
        let records = matrices.iter_mut().flat_map(|matrix| matrix.records.values_mut());
        for record in records.filter(|record| !times && is_timed(record)) {
            record.run = None;
        }
        Self { results, times, unexplained, matrices }
    }

    /// Returns how many runs are recorded, in a sentence.
    #[must_use]
    pub fn progress(&self) -> String {
        let (done, all) = (self.results.recorded().count(), self.results.study.runs.len());
        let [recorded, runs, missing] = [done, all, all - done].map(|number| count(number as u64));
        let mut text = match all - done {
            0 => format!("All runs are recorded: {runs}."),
            _ => format!("Recorded runs: {recorded} of {runs}; {missing} are missing."),
        };
        for (number, what) in [
            (self.results.unplanned, "records belong to runs that the study no longer has"),
            (
                self.results.duplicates,
                "runs are in more than one database; the first record counts",
            ),
        ] {
            if number > 0 {
                let _ = write!(text, " {} {what}.", count(number as u64));
            }
        }
        text
    }

    /// Returns the runs that need an explanation as a table.
    pub fn unexplained_table(&self) -> Table {
        let mut table = Table::new(["run", "what happened"]);
        for (run, what) in &self.unexplained {
            table.row([run.as_str().into(), what.as_str().into()]);
        }
        table
    }

    /// Returns how the runs of every setup ended, as a table.
    pub fn endings(&self) -> Table {
        let runs = || self.results.recorded();
        let endings: BTreeSet<Ending> = runs().map(|(_, record)| record.ending).collect();
        let names = ["puzzle", "setup"].map(str::to_owned).into_iter();
        let mut table = Table::new(names.chain(endings.iter().map(ToString::to_string)));
        // A setup may be in several matrices of a puzzle.
        let mut setups: Vec<(&str, &str)> = vec![];
        for matrix in &self.matrices {
            for setup in &matrix.setups {
                index(&mut setups, (&matrix.puzzle, setup));
            }
        }
        for (puzzle, setup) in setups {
            let mut row = vec![puzzle.into(), setup.into()];
            for &ending in &endings {
                let number = runs().filter(|(run, record)| {
                    run.puzzle == puzzle && run.setup == setup && record.ending == ending
                });
                row.push(number.count().into());
            }
            table.row(row);
        }
        table
    }

    /// Returns one attribute, instance by instance.
    fn by_instance(matrix: &Matrix, attribute: &Attribute) -> Table {
        let setups = matrix.setups.iter().map(String::as_str);
        let mut table = Table::new(std::iter::once("instance").chain(setups));
        for i in 0..matrix.instances.len() {
            let cells = (0..matrix.setups.len()).map(|s| {
                let Some(record) = matrix.record(i, s) else { return Cell::Empty };
                match attribute.value(record) {
                    Some(value) if record.ending.is_stopped() => {
                        Cell::Word(format!("≥ {}", attribute.cell(Some(value)).text()))
                    }
                    // A bare number belongs to an answer.
                    Some(value) if record.ending.is_decided() => attribute.cell(Some(value)),
                    _ => Cell::Word(record.ending.to_string()),
                }
            });
            let name = Cell::Text(matrix.short(i).to_owned());
            table.row(std::iter::once(name).chain(cells));
        }
        table
    }

    /// Returns the report, which is printed with [`Overview::provenance`].
    pub fn report(&self) -> Report {
        let study = &self.results.study;
        let mut report = Report::new(&study.title);
        if !study.question.is_empty() {
            report.paragraph(&study.question);
        }
        let none =
            if self.unexplained.is_empty() { " There are no unexplained errors." } else { "" };
        report.paragraph(&(self.progress() + none));
        if !self.unexplained.is_empty() {
            report.heading("Unexplained");
            let caption = "Runs that failed unexpectedly, or contradict others";
            report.table(caption, &self.unexplained_table());
        }
        for matrix in &self.matrices {
            let title = format!(": {}", matrix.title());
            let of = if self.matrices.len() > 1 { title } else { String::new() };
            report.heading(&format!("Setups{of}"));
            for Summary { table, caption, .. } in summary::of(matrix, self.times) {
                report.table(&caption, &table);
            }
            for (_, plot) in plots::of(matrix, study, self.times) {
                report.plot(&plot);
            }
            report.heading(&format!("Instance by instance{of}"));
            if matrix.instances.len() > MAX_ROWS {
                let number = count(matrix.instances.len() as u64);
                let text = format!("There are {number} instances; the CSV file lists them all.");
                report.paragraph(&text);
                continue;
            }
            for (name, caption) in
                [("expanded", "Expanded"), ("loops", "Loops"), ("cost", "Cost"), ("time", "Time")]
            {
                if let Some(attribute) =
                    Attribute::shown(self.times).find(|known| known.name == name)
                {
                    report.table(caption, &Self::by_instance(matrix, attribute));
                }
            }
        }
        report.heading("How the runs ended");
        report.table("", &self.endings());
        report.heading("The study");
        report.lines("toml", study.definition.trim_end());
        report
    }

    /// Returns where the records come from: possibly several versions and machines.
    pub fn provenance(&self) -> Provenance {
        let facts = |each: fn(&Record) -> String| {
            let all = self.results.recorded().map(|(_, record)| each(record));
            let all = Vec::from_iter(all.collect::<BTreeSet<String>>());
            if all.is_empty() { "–".to_owned() } else { all.join("; ") }
        };
        let runs = &self.results.study.runs;
        let seeds: BTreeSet<u64> = runs.iter().filter_map(|run| run.seed).collect();
        let example = runs.first().map(Planned::command_line);
        let provenance = Provenance::default()
            .and("program", facts(|record| record.origin.version.clone()))
            .and("machine", facts(|record| record.origin.machine.clone()))
            .and("seeds", ranges(seeds))
            .and("runs", count(runs.len() as u64))
            .and("first run", example.unwrap_or_default())
            .and("reported by", format!("Heureka {}", env!("CARGO_PKG_VERSION")));
        // Parallel runs slow each other down.
        if self.times {
            return provenance
                .and("runs at a time", facts(|record| record.origin.jobs.to_string()));
        }
        provenance
    }

    /// Returns the plots, each with a file name.
    #[must_use]
    pub fn plots(&self) -> Vec<(String, Plot)> {
        let of = |matrix| plots::of(matrix, &self.results.study, self.times);
        self.matrices.iter().flat_map(of).collect()
    }

    /// Returns the tables that compare the setups of every matrix, titled by its puzzle.
    #[must_use]
    pub fn summaries(&self) -> Vec<(String, Vec<Summary>)> {
        let all = self.matrices.iter();
        all.map(|matrix| (matrix.title(), summary::of(matrix, self.times))).collect()
    }

    /// Returns every recorded run as an object: what ran, how it ended, and what it counted.
    #[must_use]
    pub fn rows(&self) -> Vec<Map<String, Value>> {
        let row = |(run, record): (&Planned, &Record)| {
            let result = record.run.as_ref();
            let caps = &run.caps;
            let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
            let mut row = json!({
                "key": run.key,
                "puzzle": run.puzzle,
                "instance": run.instance,
                "name": run.short_name(),
                "board": result.map(|result| folded(&result.instance)),
                "parameters": run.parameters().collect::<BTreeMap<_, _>>(),
                "size": run.size,
                "seed": run.seed,
                "setup": run.setup,
                "strategy": result.map_or(run.flag(flags::STRATEGY), |run| Some(&run.strategy)),
                "heuristic":
                    result.map_or(run.flag(flags::HEURISTIC), |run| run.heuristic.as_deref()),
                "time_limit": seconds(caps.time),
                "memory_limit": caps.memory,
                "expansion_limit": caps.expansions,
                "hard_time_limit": seconds(caps.hard_time),
                "hard_memory_limit": caps.hard_memory,
                "repeat": run.repeat,
                "version": record.origin.version,
                "machine": record.origin.machine,
                "jobs": record.origin.jobs,
                "ending": record.ending,
                "detail": record.detail,
                "wall_seconds": record.wall_seconds,
            });
            let result = json!(result.filter(|_| self.times || !is_timed(record)));
            for name in RESULT_COLUMNS.split(' ').chain(TIME_COLUMNS) {
                if row.get(name).is_none() {
                    row[name] = result.get(name).cloned().unwrap_or_default();
                }
            }
            for name in TIME_COLUMNS.into_iter().filter(|_| !self.times) {
                row[name] = Value::Null;
            }
            row.as_object().cloned().unwrap_or_default()
        };
        self.results.recorded().map(row).collect()
    }

    /// Returns every recorded run as a line of comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let times: &[&str] = if self.times { &TIME_COLUMNS } else { &[] };
        let names =
            || RUN_COLUMNS.split(' ').chain(RESULT_COLUMNS.split(' ')).chain(times.iter().copied());
        let mut table = Table::new(names());
        for row in self.rows() {
            table.row(names().map(|name| match &row[name] {
                Value::String(text) => Cell::Text(text.clone()),
                Value::Number(number) => match (number.as_u64(), number.as_f64()) {
                    (Some(number), _) => Cell::Whole(number),
                    (None, Some(number)) if number.fract() == 0.0 => Cell::Real(number, 0),
                    (None, number) => Cell::Real(number.unwrap_or(f64::NAN), 9),
                },
                Value::Object(values) => {
                    let each = values.iter().map(|(name, value)| match value {
                        Value::String(text) => format!("{name}={text}"),
                        value => format!("{name}={value}"),
                    });
                    Cell::Text(each.collect::<Vec<_>>().join(" "))
                }
                _ => Cell::Empty,
            }));
        }
        table.csv()
    }
}

/// Returns whether the counts of a run depend on a clock.
fn is_timed(record: &Record) -> bool {
    record.ending == Ending::Time
}

/// What ran and how it ended, in the order of the columns of CSV.
const RUN_COLUMNS: &str = "puzzle instance name board parameters size seed setup strategy heuristic \
                    time_limit memory_limit expansion_limit hard_time_limit hard_memory_limit \
                    repeat version machine ending detail";
/// The fields of a result that a report lists.
const RESULT_COLUMNS: &str = "optimality cost length expanded generated duplicates reopened max_frontier \
                      peak_bytes";
/// Times, and the number of runs at a time, which changes them.
const TIME_COLUMNS: [&str; 4] = ["seconds", "table_seconds", "wall_seconds", "jobs"];

/// Returns ascending numbers as ranges.
fn ranges(numbers: impl IntoIterator<Item = u64>) -> String {
    let mut parts: Vec<(u64, u64)> = vec![];
    for number in numbers {
        match parts.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let text = |&(first, last): &(u64, u64)| match last - first {
        0 => first.to_string(),
        _ => format!("{first} to {last}"),
    };
    match parts.len() {
        0 => "none".to_owned(),
        _ => parts.iter().map(text).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::{results, row};
    use super::*;

    #[test]
    fn marks_counts_of_stopped_runs() {
        let results = results(|run, record| {
            record.ending = match (run.instance.as_str(), run.setup.as_str()) {
                ("tiles easy", "bfs") => Ending::NotFound,
                ("tiles eight", "bfs") => Ending::Memory,
                ("tiles eight", _) => Ending::Time,
                _ => Ending::Solved,
            };
        });
        let table = |times| {
            let overview = Overview::new(&results, times);
            let expanded = Attribute::of("expanded").unwrap();
            let table = Overview::by_instance(&overview.matrices[0], expanded);
            ["easy", "eight"].map(|name| row(&table, name)[1..].join(" "))
        };
        assert_eq!(table(true), ["10 not found", "≥ 10 ≥ 10"]);
        assert_eq!(table(false), ["10 not found", "time ≥ 10"]);
        // Rows without times omit what depends on a clock, too.
        let rows = Overview::new(&results, false).rows();
        let counts = |ending: Ending| {
            let row = rows.iter().find(|row| row["ending"] == ending.to_string()).unwrap();
            ["expanded", "generated", "max_frontier", "peak_bytes"].map(|name| row[name].as_u64())
        };
        assert_eq!(counts(Ending::Time), [None; 4]);
        assert_eq!(counts(Ending::Memory), [10, 20, 4, 100].map(Some));
    }

    #[test]
    fn shows_seeds_as_ranges() {
        assert_eq!(ranges([]), "none");
        assert_eq!(ranges([1, 2, 3, 7, 9, 10]), "1 to 3, 7, 9 to 10");
        assert_eq!(ranges([u64::MAX]), u64::MAX.to_string());
    }
}
