//! Measures two pieces of work in turn and judges the ratio of their times.

use rustix::time::{ClockId, clock_gettime};

/// How many CPU seconds a pair is given. What takes longer is done once, what takes less again and
/// again, the fastest counting.
const SECONDS: f64 = 20.0;
/// How often at most.
const ROUNDS: usize = 15;

/// CPU seconds of this thread: what other programs do on the machine does not count.
fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// Prints a row for each ratio and remembers whether one missed its target.
pub struct Ruler {
    quick: bool,
    only: Vec<String>,
    missed: usize,
}

impl Ruler {
    pub fn from_arguments() -> Self {
        let arguments: Vec<_> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
        let quick = arguments.iter().any(|argument| argument == "--quick");
        let only = arguments.into_iter().filter(|argument| argument != "--quick").collect();
        println!(
            "{:<42} {:>10} {:>10} {:>9} {:>8} {:>9}",
            "first / second", "first", "second", "M nodes/s", "ratio", "target"
        );
        Self { quick, only, missed: 0 }
    }

    pub fn quick(&self) -> bool {
        self.quick
    }

    /// By how much the short set may miss a target: what runs for milliseconds is measured roughly.
    fn tolerance(&self) -> f64 {
        if self.quick { 1.5 } else { 1.0 }
    }

    /// The time of `first` over that of `second` may be at most `target`.
    pub fn at_most(
        &mut self,
        name: &str,
        target: f64,
        nodes: u64,
        first: impl FnMut(),
        second: impl FnMut(),
    ) {
        let tolerance = self.tolerance();
        self.time(name, nodes, first, second, move |ratio| {
            (ratio <= target * tolerance, format!("≤ {target}"))
        });
    }

    /// The time of `first` over that of `second` must be at least `target`.
    pub fn at_least(
        &mut self,
        name: &str,
        target: f64,
        nodes: u64,
        first: impl FnMut(),
        second: impl FnMut(),
    ) {
        let tolerance = self.tolerance();
        self.time(name, nodes, first, second, move |ratio| {
            (ratio >= target / tolerance, format!("≥ {target}"))
        });
    }

    /// A figure that is no time and must be at least `target`.
    pub fn figure(&mut self, name: &str, target: f64, value: f64) {
        self.row(name, "", "", "", value, (value >= target, format!("≥ {target}")));
    }

    /// A figure that is no time and may be at most `target`.
    pub fn figure_at_most(&mut self, name: &str, target: f64, value: f64) {
        self.row(name, "", "", "", value, (value <= target, format!("≤ {target}")));
    }

    /// Ends the run; with an error if a target was missed.
    pub fn finish(self) {
        if self.missed > 0 {
            println!("{} missed", self.missed);
            std::process::exit(1);
        }
    }

    /// Whether a group of rows is wanted at all.
    pub fn wants(&self, group: &str) -> bool {
        let matches = |word: &String| word.starts_with(group) || group.starts_with(word.as_str());
        self.only.is_empty() || self.only.iter().any(matches)
    }

    fn time(
        &mut self,
        name: &str,
        nodes: u64,
        mut first: impl FnMut(),
        mut second: impl FnMut(),
        judge: impl Fn(f64) -> (bool, String),
    ) {
        let mut best = [f64::INFINITY; 2];
        let mut spent = 0.0;
        for _ in 0..ROUNDS {
            let round_begun = cpu_seconds();
            for (work, best) in
                [&mut first as &mut dyn FnMut(), &mut second].into_iter().zip(&mut best)
            {
                let begun = cpu_seconds();
                work();
                *best = best.min(cpu_seconds() - begun);
            }
            spent += cpu_seconds() - round_begun;
            if spent > SECONDS || self.quick && spent > SECONDS / 10.0 {
                break;
            }
        }
        let [a, b] = best;
        let seconds = |s: f64| format!("{s:.3} s");
        // The rate is that of the engine, which is the faster of a pair or about as fast.
        let rate = format!("{:.1}", nodes as f64 / a.min(b) / 1e6);
        self.row(name, &seconds(a), &seconds(b), &rate, a / b, judge(a / b));
    }

    fn row(
        &mut self,
        name: &str,
        first: &str,
        second: &str,
        rate: &str,
        ratio: f64,
        (met, target): (bool, String),
    ) {
        let verdict = if met { "" } else { "  missed" };
        println!("{name:<42} {first:>10} {second:>10} {rate:>9} {ratio:>8.2} {target:>9}{verdict}");
        self.missed += usize::from(!met);
    }
}
