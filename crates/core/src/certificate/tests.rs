use super::*;
use crate::test_graph::Graph;
use std::sync::atomic::{AtomicBool, Ordering};

/// The cheapest plan, 0 → 1 → 2 → 4, costs 3.
fn graph() -> Graph {
    let arcs = vec![
        vec![(1, 1), (3, 4)],
        vec![(2, 1)],
        vec![(4, 1), (5, 9)],
        vec![(4, 1)],
        vec![],
        vec![(4, 1)],
    ];
    Graph { goals: vec![4], h: vec![2, 2, 1, 1, 0, 1], ..Graph::new(arcs) }
}

fn valid() -> Certificate<u32> {
    Certificate { bound: Some(3), closed: vec![(0, 0), (1, 1), (2, 2)] }
}

fn check(graph: &Graph, certificate: &Certificate<u32>) -> Result<Checked, CertificateError> {
    super::check(graph, Some(graph.claim), certificate, &mut Limits::none())
}

#[test]
fn accepts_valid_certificates() {
    let checked = Checked { bound: Some(3), states: 3, moves: 5, threads: 1 };
    assert_eq!(check(&graph(), &valid()), Ok(checked));
    // Threads would take longer than so few records.
    let mut threads = Limits::none().with_threads(2);
    assert_eq!(super::check(&graph(), Some(graph().claim), &valid(), &mut threads), Ok(checked));
    // The order is free, the goal may be included, and the bound may be lower.
    let closed = vec![(4, 3), (2, 2), (0, 0), (1, 1)];
    assert!(check(&graph(), &Certificate { bound: Some(3), closed }).is_ok());
    assert!(check(&graph(), &Certificate { bound: Some(2), ..valid() }).is_ok());
    // A bound that h(start) proves needs no records.
    assert!(check(&graph(), &Certificate { bound: Some(2), closed: vec![] }).is_ok());
}

#[test]
fn rejects_every_manipulation() {
    use CertificateError as E;
    let error = |change: &dyn Fn(&mut Certificate<u32>)| {
        let mut certificate = valid();
        change(&mut certificate);
        check(&graph(), &certificate).expect_err("the certificate is invalid")
    };
    assert_eq!(error(&|c| c.bound = Some(4)), E::Gap { from: 3, step: 1, f: 3 });
    assert_eq!(error(&|c| c.bound = None), E::Gap { from: 1, step: 2, f: 5 });
    let cheaper = E::CheaperPath { from: 1, step: 1, to: 2, stated: 2, actual: 1 };
    assert_eq!(error(&|c| c.closed[1].1 = 2), cheaper);
    let cheaper = E::CheaperPath { from: 2, step: 1, to: 3, stated: 2, actual: 1 };
    assert_eq!(error(&|c| c.closed[1].1 = 0), cheaper);
    assert_eq!(error(&|c| c.closed[2].1 = 1), E::Gap { from: 3, step: 1, f: 2 });
    assert_eq!(error(&|c| c.closed[0].1 = 1), E::StartCost(1, 1));
    assert_eq!(error(&|c| c.closed.clear()), E::StartMissing);
    assert_eq!(error(&|c| c.closed.retain(|record| record.0 != 0)), E::StartMissing);
    let without_1 = |c: &mut Certificate<u32>| {
        *c = Certificate { bound: Some(4), closed: vec![(0, 0), (2, 2), (4, 4)] };
    };
    assert_eq!(error(&without_1), E::Gap { from: 1, step: 1, f: 3 });
    assert_eq!(error(&|c| c.closed.push((1, 1))), E::Duplicate(2, 4));
    assert_eq!(error(&|c| c.closed.push((200, 9))), E::InvalidKey(4));
    assert_eq!(error(&|c| c.closed.push((4, 2))), E::CheaperGoal(4, 2));
}

#[test]
fn records_count_as_memory() {
    let mut certificate = valid();
    certificate.closed.reserve_exact(1_000_000);
    // A record takes 8 bytes.
    for (limit, fits) in [(4 << 20, false), (16 << 20, true)] {
        let mut limits = Limits::none().memory(limit);
        let checked = super::check(&graph(), Some(graph().claim), &certificate, &mut limits);
        assert_eq!(checked.is_ok(), fits);
    }
}

#[test]
fn requires_an_admissible_heuristic_and_stops_at_limits() {
    let unclaimed = Graph { claim: Claim::Nothing, ..graph() };
    assert_eq!(check(&unclaimed, &valid()), Err(CertificateError::NotAdmissible));
    let stopped = super::check(
        &graph(),
        Some(Claim::Consistent),
        &valid(),
        &mut Limits::none().expansions(2),
    );
    assert_eq!(stopped, Err(CertificateError::Stopped(Stop::Expansions)));
}

/// A state with a million moves, the first of which sets a flag when it is looked at.
struct Star(AtomicBool);

impl Problem for Star {
    type State = u32;
    type Key = u32;
    type Action = u32;
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, _: &u32) -> bool {
        false
    }
    fn successors(&self, _: &u32, visit: &mut impl FnMut(u32, Cost, u32)) {
        (1..1_000_000).for_each(|end| visit(end, 1, end));
    }
    fn pack(&self, &state: &u32) -> u32 {
        state
    }
    fn unpack(&self, &key: &u32) -> u32 {
        key
    }
    fn h(&self, _: &u32) -> Cost {
        let asked_before = self.0.swap(true, Ordering::Relaxed);
        assert!(!asked_before, "a stopped check asks no more");
        DEAD_END
    }
}

#[test]
fn limits_hold_within_a_record() {
    let (certificate, flag) =
        (Certificate { bound: None, closed: vec![(0, 0)] }, Star(false.into()));
    let mut limits = Limits::none().interrupt(&flag.0);
    let stopped = super::check(&flag, Some(Claim::Consistent), &certificate, &mut limits);
    assert_eq!(stopped, Err(CertificateError::Stopped(Stop::Interrupted)));
}

/// The numbers below a limit, in a row, without a goal.
struct Row(u32);

impl Problem for Row {
    type State = u32;
    type Key = u32;
    type Action = bool;
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, _: &u32) -> bool {
        false
    }
    fn successors(&self, &state: &u32, visit: &mut impl FnMut(bool, Cost, u32)) {
        let neighbors = [(state + 1 < self.0).then_some(state + 1), state.checked_sub(1)];
        neighbors.into_iter().flatten().for_each(|next| visit(next > state, 1, next));
    }
    fn pack(&self, &state: &u32) -> u32 {
        state
    }
    fn unpack(&self, &key: &u32) -> u32 {
        key
    }
}

#[test]
fn threads_return_the_same_as_one() {
    let states = WORTH_THREADS + 3;
    let valid: Vec<_> = (0..states as u32).map(|state| (state, state)).collect();
    let checked = |closed: &[(u32, Cost)], threads, limits: Limits<'_>| {
        let certificate = Certificate { bound: None, closed: closed.to_vec() };
        let row = Row(states as u32);
        super::check(&row, None, &certificate, &mut limits.with_threads(threads))
    };
    let moves = 2 * (states as u64 - 1);
    // The first of several defects, each of which is found from the record before.
    for threads in [1, 2, 4] {
        let result = Checked { bound: None, states: states as u64, moves, threads };
        assert_eq!(checked(&valid, threads, Limits::none()), Ok(result));
        for defects in [[1, 3 * CHUNK], [CHUNK, states - 1], [states - 2, states - 1]] {
            let mut closed = valid.clone();
            for defect in defects {
                closed[defect].1 += 7;
            }
            let first = defects[0];
            let expected = CertificateError::CheaperPath {
                from: first,
                step: 1,
                to: first + 1,
                stated: first as Cost + 7,
                actual: first as u64,
            };
            assert_eq!(checked(&closed, threads, Limits::none()), Err(expected));
        }
        let interrupt = AtomicBool::new(true);
        let stopped = checked(&valid, threads, Limits::none().interrupt(&interrupt));
        assert_eq!(stopped, Err(CertificateError::Stopped(Stop::Interrupted)));
    }
}

#[test]
fn records_and_their_index_count_as_memory() {
    let closed: Vec<(u32, Cost)> = (0..100_000).map(|key| (key, 0)).collect();
    let certificate = Certificate { bound: Some(0), closed };
    let checked = |bytes| {
        let star = Star(false.into());
        super::check(&star, None, &certificate, &mut Limits::none().memory(bytes))
    };
    assert!(checked(3_000_000).is_ok());
    // 800,000 bytes of records, and half as many of their index.
    assert_eq!(checked(1_000_000), Err(CertificateError::Stopped(Stop::Memory)));
    assert_eq!(checked(800_000), Err(CertificateError::Stopped(Stop::Memory)));
    assert_eq!(checked(799_999), Err(CertificateError::Stopped(Stop::Memory)));
}

/// A proof of unsolvability needs all reachable states, or dead ends at the border.
#[test]
fn proves_unsolvability() {
    let mut graph = Graph { goals: vec![], h: vec![0; 6], ..graph() };
    let all = vec![(0, 0), (1, 1), (2, 2), (3, 4), (4, 3), (5, 11)];
    let mut certificate = Certificate { bound: None, closed: all };
    assert!(check(&graph, &certificate).is_ok());
    certificate.closed.pop();
    let gap = CertificateError::Gap { from: 3, step: 2, f: 11 };
    assert_eq!(check(&graph, &certificate), Err(gap));
    graph.h[5] = DEAD_END;
    assert!(check(&graph, &certificate).is_ok());
    graph.goals = vec![3];
    let goal = CertificateError::CheaperGoal(4, 4);
    assert_eq!(check(&graph, &certificate), Err(goal));
    // Large costs must not count as infinite.
    let mut graph = Graph { goals: vec![1], h: vec![0; 2], ..graph };
    graph.arcs = vec![vec![(1, Cost::MAX - 1)], vec![]];
    let mut certificate = Certificate { bound: None, closed: vec![(0, 0)] };
    assert!(check(&graph, &certificate).is_err());
    graph.h = vec![DEAD_END; 2];
    certificate.closed.clear();
    assert!(check(&graph, &certificate).is_ok());
}
