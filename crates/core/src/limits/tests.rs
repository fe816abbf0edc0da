//! Tests of the limits.

use super::*;
use crate::tables::TableName;
use std::cell::RefCell;

/// Polls until a limit stops the loop or `total` expansions are made.
fn run(limits: &mut Limits<'_>, total: u64) -> (u64, Option<Stop>) {
    let mut stats = Stats::default();
    while stats.expanded < total {
        if let ControlFlow::Break(stop) = limits.poll(&stats, Gauge::default) {
            return (stats.expanded, Some(stop));
        }
        stats.expanded += 1;
    }
    (stats.expanded, None)
}

#[test]
fn stops_after_the_exact_number_of_expansions() {
    for max in [0, 1, 2, 1023, 1024, 70_000] {
        let result = run(&mut Limits::none().expansions(max), 100_000);
        assert_eq!(result, (max, Some(Stop::Expansions)));
    }
}

#[test]
fn asks_once_at_every_cutoff() {
    let mut asked = vec![];
    let mut ask = |progress: &Progress<'_>| {
        asked.push(progress.stats.expanded);
        asked.len() < 3
    };
    let result = run(&mut Limits::none().ask_every(700, &mut ask), 100_000);
    assert_eq!(result, (2100, Some(Stop::Declined)));
    assert_eq!(asked, [700, 1400, 2100]);
}

#[test]
fn an_interrupt_overrides_the_answer() {
    let flag = AtomicBool::new(false);
    let mut ask = |_: &Progress<'_>| {
        flag.store(true, Ordering::Relaxed);
        false
    };
    let mut limits = Limits::none().interrupt(&flag).ask_every(10, &mut ask);
    assert_eq!(run(&mut limits, 100), (10, Some(Stop::Interrupted)));
}

#[test]
fn parts_inherit_deadline_and_interrupt() {
    let hour = Duration::from_secs(3600);
    let stop = |mut limits: Limits<'_>| run(&mut limits, 10).1;
    let expired = || Limits::none().time(Duration::ZERO);
    assert_eq!(stop(expired()), Some(Stop::Time));
    assert_eq!(stop(expired().part(hour)), Some(Stop::Time));
    assert_eq!(stop(Limits::none().time(hour).part(Duration::ZERO)), Some(Stop::Time));
    assert_eq!(stop(Limits::none().time(hour).part(hour)), None);
    let flag = AtomicBool::new(true);
    let interrupted = || Limits::none().interrupt(&flag);
    assert_eq!(stop(interrupted()), Some(Stop::Interrupted));
    assert_eq!(stop(interrupted().part(hour)), Some(Stop::Interrupted));
}

#[test]
fn tables_share_the_limits_of_the_search() {
    let announced = RefCell::new(vec![]);
    let mut report = |progress: &Progress<'_>| announced.borrow_mut().extend(progress.building);
    let hour = Duration::from_secs(3600);
    let mut limits = Limits::none().memory(1000).expansions(5).time(hour).report(&mut report);
    assert_eq!(limits.building(1001).unwrap_err(), Stop::Memory);
    let mut building = limits.building(900).unwrap();
    assert_eq!(*announced.borrow(), [900]);
    assert_eq!(run(&mut building, 100), (100, None), "expansions are left to the search");
    building.set_tables(600);
    assert_eq!(building.building(500).unwrap_err(), Stop::Memory);
    assert!(building.building(400).is_ok(), "parts are not announced");
    limits.set_tables(900);
    let gauge = |bytes| Gauge::new(0, (bytes, bytes));
    assert!(limits.check(&Stats::default(), gauge(100)).is_continue());
    let over = limits.check(&Stats::default(), gauge(101));
    assert_eq!(over, ControlFlow::Break(Stop::Memory));
    assert_eq!(*announced.borrow(), [900]);
    let mut expired = Limits::none().time(Duration::ZERO);
    assert_eq!(expired.building(1).unwrap_err(), Stop::Time);
}

/// Returns the limit that is reached with this many bytes, if one is.
fn stop_at(limits: &mut Limits<'_>, bytes: u64) -> Option<Stop> {
    limits.check(&Stats::default(), Gauge::holding(bytes)).break_value()
}

#[test]
fn bytes_held_elsewhere_count() {
    assert_eq!(Gauge::holding(7), Gauge { frontier: 0, bytes: 7, bytes_after_growth: 7 });
    let mut limits = Limits::none().memory(100);
    assert!(limits.hold(60).is_continue());
    assert_eq!(stop_at(&mut limits, 40), None);
    assert_eq!(stop_at(&mut limits, 41), Some(Stop::Memory));
    assert!(limits.hold(40).is_continue());
    assert!(limits.hold(1).is_break());
    assert!(Limits::none().hold(u64::MAX).is_continue());
    let mut limits = Limits::none().memory(100);
    limits.set_tables(30);
    assert!(limits.hold(20).is_continue());
    assert_eq!(limits.tables(), 30);
    for mut part in [limits.part(Duration::from_secs(3600)), limits.building(0).unwrap()] {
        assert_eq!(stop_at(&mut part, 50), None);
        assert_eq!(stop_at(&mut part, 51), Some(Stop::Memory));
    }
}

#[test]
fn parts_work_on_as_many_threads() {
    assert_eq!(Limits::none().threads(), 1);
    let mut limits = Limits::none().with_threads(3);
    assert_eq!([limits.threads(), limits.part(Duration::MAX).threads()], [3, 3]);
    assert_eq!(limits.building(1).unwrap().threads(), 3);
    let mut part = Limits::none().with_table_threads(5).part(Duration::MAX);
    assert_eq!((part.threads(), part.building(1).unwrap().threads()), (1, 5));
    // Several threads cannot stop at an exact count.
    assert_eq!(Limits::none().with_threads(3).expansions(9).threads(), 1);
    let mut ask = |_: &Progress<'_>| true;
    assert_eq!(Limits::none().with_threads(3).ask_every(9, &mut ask).threads(), 1);
}

#[test]
fn tables_are_stopped_by_interrupts_deadlines_and_the_same_clock() {
    let flag = AtomicBool::new(true);
    let stop = |mut limits: Limits<'_>| limits.building(1).err();
    assert_eq!(stop(Limits::none().interrupt(&flag)), Some(Stop::Interrupted));
    assert_eq!(stop(Limits::none().until(Instant::now())), Some(Stop::Time));
    let mut limits = Limits::none().time(Duration::from_millis(5));
    let started = Instant::now();
    while limits.building(1).is_ok() {
        assert!(started.elapsed() < Duration::from_secs(60), "every call starts a new clock");
    }
}

#[test]
fn fast_expansions_are_rarely_interrupted() {
    let (mut limits, mut stats, mut looks) = (Limits::none(), Stats::default(), 0);
    while stats.expanded < 1_000_000 {
        let gauge = || {
            looks += 1;
            Gauge::default()
        };
        assert!(limits.poll(&stats, gauge).is_continue());
        stats.expanded += 1;
    }
    assert!((2..100_000).contains(&looks), "{looks}");
    let limits = limits.expansions(7).depth(8).cost(9);
    assert_eq!(limits.max_expansions(), Some(7));
    assert_eq!((limits.max_depth(), limits.max_cost()), (Some(8), Some(9)));
}

#[test]
fn waiting_for_an_answer_is_not_work() {
    const WAIT: Duration = Duration::from_millis(20);
    let mut ask = |_: &Progress<'_>| {
        std::thread::sleep(WAIT);
        true
    };
    let mut limits = Limits::none().ask_every(100, &mut ask);
    let (wall, stopwatch) = (Instant::now(), limits.stopwatch());
    assert_eq!(run(&mut limits, 1001), (1001, None));
    let work = stopwatch.elapsed(&limits);
    assert!(work > Duration::ZERO && work + 10 * WAIT <= wall.elapsed(), "{work:?}");
}

#[test]
fn waiting_for_an_answer_does_not_count_against_the_time_limit() {
    const WAIT: Duration = Duration::from_millis(20);
    let mut ask = |_: &Progress<'_>| {
        std::thread::sleep(WAIT);
        true
    };
    let mut limits = Limits::none().ask_every(1, &mut ask);
    let begun = Instant::now();
    limits.started = Some(begun);
    let stats = Stats { expanded: 1, ..Stats::default() };
    assert!(limits.check(&stats, Gauge::default()).is_continue());
    assert!(limits.started >= Some(begun + WAIT));
}

#[test]
fn checks_come_at_the_pace_of_a_tick() {
    let [half, twice] = [TICK / 2, TICK * 2];
    let moment = Duration::from_nanos(1);
    for (stride, since, next) in [
        (0, Duration::MAX, 1),
        (8, half.saturating_sub(moment), 16),
        (8, half, 8),
        (8, TICK, 8),
        (8, twice, 8),
        (8, twice + moment, 4),
        (1, twice + moment, 1),
        (MAX_STRIDE, Duration::ZERO, MAX_STRIDE),
    ] {
        assert_eq!(next_stride(stride, since), next, "{stride} {since:?}");
    }
}

#[test]
fn the_next_question_is_due_at_its_cutoff() {
    let mut ask = |_: &Progress<'_>| true;
    let mut limits = Limits::none().ask_every(1000, &mut ask);
    limits.stride = MAX_STRIDE / 2;
    let stats = Stats { expanded: 2300, ..Stats::default() };
    assert!(limits.check(&stats, Gauge::default()).is_continue());
    assert_eq!(limits.due_in(&stats), 700);
}

#[test]
fn parts_of_tables_go_on_with_the_reports() {
    let mut reports = 0;
    let mut report = |_: &Progress<'_>| reports += 1;
    let mut limits = Limits::none().report(&mut report);
    limits.started = Instant::now().checked_sub(Duration::from_millis(150));
    limits.last_report = Duration::from_secs(3600);
    limits.building = Some(2);
    limits.is_announced = true;
    assert!(limits.building(1).is_ok());
    assert_eq!(reports, 0);
}

#[test]
fn tables_are_announced_once_when_the_first_is_built() {
    let announced = RefCell::new(vec![]);
    let mut report = |progress: &Progress<'_>| announced.borrow_mut().push(progress.building);
    let mut limits = Limits::none().with_table_threads(4).report(&mut report);
    limits.started = Instant::now().checked_sub(Duration::from_millis(150));
    let mut all = limits.preparing(5).unwrap();
    assert!(all.check(&Stats::default(), Gauge::default()).is_continue());
    assert_eq!(*announced.borrow(), [], "nothing is built yet");
    // From now on, no other report is due.
    all.last_report = Duration::from_secs(3600);
    assert_eq!((all.building(2).unwrap().threads(), all.building(3).unwrap().threads()), (4, 4));
    assert_eq!(*announced.borrow(), [Some(5)]);
    assert_eq!(limits.threads(), 1, "the search keeps its own number");
}

#[test]
fn zero_never_asks() {
    let mut ask = |_: &Progress<'_>| panic!("asked");
    assert_eq!(run(&mut Limits::none().ask_every(0, &mut ask), 1000), (1000, None));
}

#[test]
fn little_memory_is_checked_often() {
    let stats = Stats { expanded: 10_000, generated: 30_000, ..Stats::default() };
    let due_in = |memory, bytes| {
        let mut limits = Limits::none().memory(memory);
        for _ in 0..40 {
            assert!(limits.check(&stats, Gauge::new(0, (bytes, bytes))).is_continue());
        }
        limits.due_in(&stats)
    };
    assert_eq!(due_in(64 << 10, 32 << 10), 2);
    assert_eq!(due_in(1 << 20, 1 << 20), 64);
    assert_eq!(due_in(4 << 30, 1 << 10), MAX_STRIDE);
}

#[test]
fn the_beginning_of_a_search_has_a_limit_of_its_own() {
    let stopped = || Outcome::<()>::Stopped(Stop::Expansions);
    for (mut limits, limit) in [(Limits::none(), None), (Limits::none().expansions(6), Some(6))] {
        let more = limits.until_expanded(5, |limits| {
            assert_eq!(limits.max_expansions(), Some(5));
            stopped()
        });
        assert_eq!((more, limits.max_expansions()), (None, limit));
    }
    let mut limits = Limits::none();
    let unsolvable = Outcome::<()>::Unsolvable;
    assert_eq!(limits.until_expanded(5, |_| unsolvable.clone()), Some(unsolvable));
    let mut limits = Limits::none().expansions(3);
    let all = limits.until_expanded(5, |limits| {
        assert_eq!(limits.max_expansions(), Some(3));
        stopped()
    });
    assert_eq!((all, limits.max_expansions()), (Some(stopped()), Some(3)));
}

#[test]
fn notes_are_reported_at_once() {
    let notes = RefCell::new(vec![]);
    let mut report = |progress: &Progress<'_>| {
        notes.borrow_mut().extend(progress.note.map(str::to_owned));
    };
    Limits::none().report(&mut report).note("a remark");
    assert_eq!(*notes.borrow(), ["a remark"]);
}

#[test]
fn parts_and_tables_use_the_cache() {
    struct Empty;
    impl TableCache for Empty {
        fn load(&self, _: &TableName, _: &mut Limits<'_>) -> Result<Option<Vec<u8>>, Stop> {
            Ok(None)
        }
        fn save(&self, _: &TableName, _: &[u8], _: &mut Limits<'_>) {}
    }
    let mut limits = Limits::none().with_table_cache(&Empty);
    assert!(limits.part(Duration::MAX).table_cache().is_some());
    assert!(limits.building(1).unwrap().table_cache().is_some());
    assert!(Limits::none().table_cache().is_none());
}

#[test]
fn tables_that_were_announced_are_reported_again() {
    let reports = RefCell::new(vec![]);
    let mut report = |progress: &Progress<'_>| reports.borrow_mut().push(progress.building);
    let mut limits = Limits::none().report(&mut report);
    limits.started = Instant::now().checked_sub(Duration::from_millis(150));
    let mut all = limits.preparing(5).unwrap();
    assert!(all.building(2).is_ok());
    let mut part = all.preparing(3).unwrap();
    part.last_report = Duration::ZERO;
    assert!(part.check(&Stats::default(), Gauge::default()).is_continue());
    assert_eq!(*reports.borrow(), [Some(5); 3]);
}
