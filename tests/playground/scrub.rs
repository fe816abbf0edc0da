//! Traces of many events, scrubbed from end to end.

use crate::page::Page;
use crate::{Stage, Test};
use serde_json::Value;

/// The longest time from an input to the frame that shows its step, in milliseconds. Only optimized programs
/// keep it, on a machine that has nothing else to do.
const LONGEST: f64 = 100.0;
/// On a busy machine: the longest time as a multiple of that of a short search.
const LONGEST_FACTOR: f64 = 2.0;
/// A short search, the yardstick.
const SHORT: &str = "/?view=watch&puzzle=tiles&instance=8+6+7+2+5+4+3+0+1&strategy=astar";
/// The most bytes of the page's heap.
const HEAP: f64 = 64e6;
/// How many jumps, and how many single steps.
const STEPS: usize = if cfg!(debug_assertions) { 10 } else { 200 };

/// Searches with many events, and the least number of them.
const SEARCHES: [(&str, &str, &str, u64); 2] =
    [("tiles", "8+6+7+2+5+4+3+0+1", "bfs", 600_000), ("hanoi", "4+9", "bfs", 1_000_000)];

/// Returns the scenarios.
pub fn tests() -> Vec<Test> {
    let scenario = |(puzzle, instance, strategy, least): (&'static str, &'static str, _, _)| {
        let name = format!("{least} events of {strategy} on {puzzle} are scrubbed from end to end");
        let address =
            format!("/?view=watch&puzzle={puzzle}&instance={instance}&strategy={strategy}");
        Test::scenario(name, move |_: &Stage, page: &Page| scrub(page, &address, least)).alone()
    };
    SEARCHES.map(scenario).into()
}

/// Moves the scrubber, and returns the time from each input to the frame that shows it, the long tasks, and
/// the size of the heap.
const SCRUB: &str = "(async (count) => {
    const slider = document.querySelector('input[type=range]');
    const charts = document.querySelector('.charts');
    const last = Number(slider.max);
    const jumps = [...Array(count).keys()].map((i) => Math.round((last * (i + 1)) / count));
    const steps = [...Array(count).keys()].map((i) => Math.round(last / 2) - i);
    const [times, tasks] = [[], []];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration)));
    observer.observe({ entryTypes: ['longtask'] });
    for (const step of [...jumps, ...steps]) {
        const begun = performance.now();
        const shown = new Promise((done) => {
            const watcher = new MutationObserver(() => { watcher.disconnect(); requestAnimationFrame(done); });
            watcher.observe(charts, { childList: true });
        });
        slider.value = String(step);
        slider.dispatchEvent(new Event('input'));
        await shown;
        times.push(performance.now() - begun);
    }
    observer.disconnect();
    globalThis.gc?.();
    return { times, tasks, heap: performance.memory.usedJSHeapSize };
})";

/// Scrubs through a search. Returns the number of its events, and the longest time of a step.
fn measure(page: &Page, address: &str) -> (u64, f64) {
    page.open(address);
    page.wait("the search is recorded", "document.querySelector('.sentence')?.textContent");
    let events = page.eval("Number(document.querySelector('input[type=range]').max) + 1");
    let events = events.as_u64().expect("a number");
    let scrubbed = page.promise(&format!("{SCRUB}({STEPS})"));
    let times = scrubbed["times"].as_array().expect("times").iter();
    let mut times: Vec<f64> = times.filter_map(Value::as_f64).collect();
    times.sort_by(f64::total_cmp);
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    let heap = scrubbed["heap"].as_f64().expect("bytes");
    println!(
        "{events} events, {} steps: median {median:.0} ms, longest {longest:.0} ms, heap {:.0} MB, long tasks {}",
        times.len(),
        heap / 1e6,
        scrubbed["tasks"]
    );
    assert!(heap < HEAP, "the heap has {heap} bytes");
    (events, longest)
}

/// Compares a long search with a short one. Other work on the machine can slow down either, so the
/// comparison has three attempts.
fn scrub(page: &Page, address: &str, least: u64) {
    let is_quick = |_| {
        let (few, yardstick) = measure(page, SHORT);
        let (events, longest) = measure(page, address);
        assert!(events >= least && few < least / 10, "{events} and {few} events");
        longest < LONGEST.max(LONGEST_FACTOR * yardstick)
    };
    assert!((0..3).any(is_quick) || cfg!(debug_assertions), "steps take too long: see above");
}
