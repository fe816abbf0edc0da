//! A trace of a million events, scrubbed from end to end.

use crate::page::Page;
use crate::{Scenario, Stage};

/// The longest time of a step in the page, in milliseconds. It holds with optimizations only.
const LONGEST: f64 = 100.0;
/// The most bytes of the page's heap.
const HEAP: f64 = 64e6;

/// Returns the scenario.
pub fn scenarios() -> Vec<Scenario> {
    vec![Scenario::new("a million events are scrubbed from end to end", scrub)]
}

/// Moves the scrubber to steps one after the other, and returns the time from each input to the frame that
/// shows it.
const SCRUB: &str = "(async () => {
    const [slider, output, sentence] = ['input[type=range]', 'output', '.sentence'].map((s) => document.querySelector(s));
    const last = Number(slider.max);
    const steps = [...Array(201).keys()].map((i) => Math.round((last * i) / 200));
    steps.push(...Array(200).keys().map((i) => Math.round(last / 2) + i));
    const [times, tasks] = [[], []];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration)));
    observer.observe({ entryTypes: ['longtask'] });
    for (const step of steps) {
        const begun = performance.now();
        const shown = new Promise((done) => {
            const charts = document.querySelector('.charts');
            const watcher = new MutationObserver(() => { watcher.disconnect(); requestAnimationFrame(() => done()); });
            watcher.observe(charts, { childList: true });
        });
        slider.value = String(step);
        slider.dispatchEvent(new Event('input'));
        if (Number(new URLSearchParams(location.search).get('step') ?? 0) === step && step !== steps[steps.indexOf(step) - 1] && step > 0) await shown;
        times.push(performance.now() - begun);
    }
    observer.disconnect();
    globalThis.gc?.();
    return { times, tasks, heap: performance.memory.usedJSHeapSize, text: sentence.textContent, output: output.textContent };
})()";

fn scrub(_: &Stage, page: &Page) {
    page.open("/?view=watch&puzzle=tiles&random=3x3&seed=4&strategy=bfs");
    page.wait("the search is recorded", "document.querySelector('.sentence')?.textContent");
    let events = page.eval("Number(document.querySelector('input[type=range]').max) + 1");
    let events = events.as_u64().expect("a number");
    let scrubbed = page.promise(SCRUB);
    let mut times: Vec<f64> = scrubbed["times"]
        .as_array()
        .expect("times")
        .iter()
        .filter_map(serde_json::Value::as_f64)
        .collect();
    times.sort_by(f64::total_cmp);
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    let heap = scrubbed["heap"].as_f64().expect("bytes");
    println!(
        "{events} events: {} steps, median {median:.0} ms, longest {longest:.0} ms, heap {:.0} MB, long tasks {}",
        times.len(),
        heap / 1e6,
        scrubbed["tasks"]
    );
    assert_eq!(times.len(), 401);
    assert!(heap < HEAP, "the heap has {heap} bytes");
    if !cfg!(debug_assertions) {
        assert!(longest < LONGEST, "a step takes {longest} ms");
    }
}
