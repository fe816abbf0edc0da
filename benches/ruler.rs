//! Measures pairs of computations in turn and judges the ratio of their times.
//!
//! `cargo bench` measures and judges; a missed target fails the run. Under `cargo test` every
//! computation runs once on a small set, and only its answer is checked: no clock can fail a test.
//! `--write` also writes the measured rows into docs/performance.md. If all groups are measured, it removes
//! rows with the prefixes of the measured ones that no bench measures any more.

use rustix::time::{ClockId, clock_gettime};

/// The seconds given to a pair. Short computations are repeated, and the fastest run counts.
const SECONDS: f64 = 20.0;
/// The maximum number of repetitions.
const ROUNDS: usize = 15;

/// Returns the time of a clock.
fn seconds(clock: ClockId) -> f64 {
    let now = clock_gettime(clock);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// Prints a row for each ratio and counts missed targets.
pub struct Ruler {
    /// Whether answers are checked without measuring, on a small set.
    pub checks_only: bool,
    /// By default the CPU time of this thread, which other programs do not affect.
    clock: ClockId,
    groups: Vec<String>,
    /// The title of the rows in docs/performance.md, if they are to be written.
    page: Option<&'static str>,
    rows: Vec<Row>,
    missed: usize,
}

/// A measured row: its name, both times, the rate, the ratio and the target.
type Row = [String; 6];

/// What a value has to reach.
#[derive(Clone, Copy)]
pub enum Target {
    AtLeast(f64),
    AtMost(f64),
}

impl Ruler {
    /// Reads the arguments: names select groups of rows; cargo adds `--bench` under `cargo bench`. `title`
    /// names the rows in docs/performance.md.
    pub fn from_arguments(title: &'static str) -> Self {
        let (flags, groups): (Vec<_>, Vec<_>) =
            std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
        let checks_only = !flags.iter().any(|flag| flag == "--bench");
        if !checks_only {
            println!(
                "{:<42} {:>10} {:>10} {:>9} {:>8} {:>9}",
                "first / second", "first", "second", "M nodes/s", "ratio", "target"
            );
        }
        let page = flags.iter().any(|flag| flag == "--write").then_some(title);
        let clock = ClockId::ThreadCPUTime;
        Self { checks_only, clock, groups, page, rows: vec![], missed: 0 }
    }

    /// Measures the time that passes, for work on several threads.
    pub fn by_the_wall(self) -> Self {
        Self { clock: ClockId::Monotonic, ..self }
    }

    /// Measures the CPU time of all threads.
    pub fn by_all_threads(self) -> Self {
        Self { clock: ClockId::ProcessCPUTime, ..self }
    }

    /// Measures the time of `first` over that of `second`.
    pub fn ratio(
        &mut self,
        name: &str,
        target: Target,
        nodes: u64,
        mut first: impl FnMut(),
        mut second: impl FnMut(),
    ) {
        let mut best = [f64::INFINITY; 2];
        let mut spent = 0.0;
        for _ in 0..ROUNDS {
            let round_begun = seconds(self.clock);
            let works = [&mut first as &mut dyn FnMut(), &mut second];
            for (work, best) in works.into_iter().zip(&mut best) {
                let begun = seconds(self.clock);
                work();
                *best = best.min(seconds(self.clock) - begun);
            }
            spent += seconds(self.clock) - round_begun;
            if self.checks_only || spent > SECONDS {
                break;
            }
        }
        let [a, b] = best;
        let in_seconds = |s: f64| format!("{s:.3} s");
        // The engine is the faster of the two or close to it.
        let rate = nodes as f64 / a.min(b) / 1e6;
        let rate = if nodes > 0 { format!("{rate:.1}") } else { String::new() };
        self.row(name, target, a / b, &[in_seconds(a), in_seconds(b), rate]);
    }

    /// Judges a value that is not a time, such as bytes per state.
    pub fn figure(&mut self, name: &str, target: Target, value: f64) {
        self.row(name, target, value, &[const { String::new() }; 3]);
    }

    /// Ends the run, with an error if a target was missed.
    pub fn finish(self) {
        if let Some(title) = self.page.filter(|_| !self.checks_only) {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/performance.md");
            let page = std::fs::read_to_string(path).expect("docs/performance.md");
            let page = with_rows(&page, title, &self.rows, self.groups.is_empty());
            let page = page.expect("the title of these rows");
            std::fs::write(path, page).expect("a writable docs/performance.md");
        }
        if self.missed > 0 {
            println!("{} missed", self.missed);
            std::process::exit(1);
        }
    }

    /// Returns whether a group of rows is selected.
    pub fn wants(&self, group: &str) -> bool {
        let matches = |word: &String| word.starts_with(group) || group.starts_with(word.as_str());
        self.groups.is_empty() || self.groups.iter().any(matches)
    }

    fn row(&mut self, name: &str, target: Target, value: f64, columns: &[String; 3]) {
        if self.checks_only {
            return println!("checked {name}");
        }
        let (is_met, target) = match target {
            Target::AtLeast(target) => (value >= target, format!("≥ {target}")),
            Target::AtMost(target) => (value <= target, format!("≤ {target}")),
        };
        let [first, second, rate] = columns;
        let verdict = if is_met { "" } else { ", missed" };
        println!("{name:<42} {first:>10} {second:>10} {rate:>9} {value:>8.2} {target:>9}{verdict}");
        self.missed += usize::from(!is_met);
        let row = [name, first, second, rate, &format!("{value:.2}"), &(target + verdict)];
        self.rows.push(row.map(str::to_owned));
    }
}

/// Returns a page whose table below a title has some rows, in addition to or instead of its own. If they are
/// all of their bench, other rows with the same prefixes are removed.
fn with_rows(page: &str, title: &str, rows: &[Row], are_all: bool) -> Option<String> {
    let cells = |row: &Row| format!("| {} |", row.join(" | "));
    let name = |line: &str| line.trim_start_matches("| ").split(" | ").next().map(str::to_owned);
    let (before, rest) = page.split_once(&format!("\n## {title}\n"))?;
    let (text, rest) = rest.split_once("\n| ")?;
    let (table, after) = rest.split_once("\n\n")?;
    let mut lines: Vec<String> = format!("| {table}").lines().map(str::to_owned).collect();
    let prefix = |name: &str| name.split(':').next().map(str::to_owned);
    lines.retain(|line| {
        let Some(name) = name(line).filter(|_| are_all) else { return true };
        let is_measured = rows.iter().any(|row| row[0] == name);
        is_measured || !rows.iter().any(|row| prefix(&row[0]) == prefix(&name))
    });
    for row in rows {
        match lines.iter_mut().find(|line| name(line).as_ref() == Some(&row[0])) {
            Some(line) => *line = cells(row),
            None => lines.push(cells(row)),
        }
    }
    Some(format!("{before}\n## {title}\n{text}\n{}\n\n{after}", lines.join("\n")))
}
