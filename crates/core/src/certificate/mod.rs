//! Certificates of optimality and unsolvability, and the check that trusts nobody.
//!
//! A best-first search that claims "no plan costs less than C" can write down the states it closed,
//! each with its cost g. Whoever has the rules and an admissible heuristic can then verify the claim
//! without searching: along any plan, the certificate's g never exceeds the cost so far while the
//! plan stays in the set, and once it leaves the set, g plus h says that it costs C at least. Where
//! the costs came from does not matter, so the search need not be trusted, nor the file.
//!
//! The conditions are those of a feasible dual solution of the shortest-path problem, with the
//! heuristic standing in for the part of the space that was never looked at.

mod bytes;

pub use bytes::{DecodeError, KeyBytes, digest};

use crate::store::index::{Index, MOST};
use crate::{Cost, DEAD_END, Gauge, Limits, Problem, Stats, Stop};
use std::fmt;
use std::ops::ControlFlow;

/// The closed states of a search, with what it costs to reach each.
///
/// ```
/// use heureka_core::certificate::{Certificate, check};
/// use heureka_core::{Claim, Cost, Limits, Problem};
///
/// /// From 0 up to 9, by one or by two.
/// struct Stairs;
///
/// impl Problem for Stairs {
///     type State = u8;
///     type Key = u8;
///     type Action = u8;
///     fn start(&self) -> u8 {
///         0
///     }
///     fn is_goal(&self, state: &u8) -> bool {
///         *state == 9
///     }
///     fn successors(&self, &state: &u8, visit: &mut impl FnMut(u8, Cost, u8)) {
///         for step in 1..=2 {
///             if state + step <= 9 {
///                 visit(step, 1, state + step);
///             }
///         }
///     }
///     fn pack(&self, &state: &u8) -> u8 {
///         state
///     }
///     fn unpack(&self, &key: &u8) -> u8 {
///         key.min(10)
///     }
///     fn h(&self, &state: &u8) -> Cost {
///         Cost::from(9u8.saturating_sub(state)) / 2
///     }
///     fn claim(&self) -> Claim {
///         Claim::Consistent
///     }
/// }
///
/// // h(0) is 4, but one odd step is needed: no plan costs less than 5.
/// let closed = vec![(0, 0), (2, 1), (4, 2), (6, 3), (8, 4), (1, 1), (3, 2), (5, 3), (7, 4)];
/// let mut certificate = Certificate { bound: Some(5), closed };
/// assert!(check(&Stairs, &certificate, &mut Limits::none()).is_ok());
/// certificate.bound = Some(6);
/// assert!(check(&Stairs, &certificate, &mut Limits::none()).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<K> {
    /// The claim: no plan costs less than this; `None` claims that there is no plan at all.
    pub bound: Option<Cost>,
    /// The states with their costs, each once, in any order.
    pub closed: Vec<(K, Cost)>,
}

impl<K> Certificate<K> {
    /// Puts the records in the order of their costs, which makes the file small.
    pub fn sort(&mut self) {
        self.closed.sort_by_key(|&(_, g)| g);
    }
}

/// What a check has proved, and what it looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// No plan costs less than this; `None`: there is no plan at all.
    pub bound: Option<Cost>,
    /// States in the certificate.
    pub states: u64,
    /// Moves looked at.
    pub moves: u64,
}

/// Why a certificate proves nothing. Records and moves are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateError {
    /// The heuristic is not claimed to be admissible, so nothing follows from it.
    NotAdmissible,
    /// There are more records than can be told apart.
    TooManyRecords,
    /// A key belongs to no state.
    NoState {
        /// Which record.
        record: usize,
    },
    /// Two records are about the same state.
    Duplicate {
        /// The first of them.
        first: usize,
        /// The second.
        second: usize,
    },
    /// The start is not in the set, and its heuristic value alone does not prove the bound.
    StartMissing,
    /// The start is said to cost something.
    StartCost {
        /// Which record.
        record: usize,
        /// What the certificate says.
        g: Cost,
    },
    /// There is a goal below the bound.
    CheaperGoal {
        /// Which record.
        record: usize,
        /// Its cost.
        g: Cost,
    },
    /// A move within the set makes a state cheaper than the certificate says.
    CheaperWay {
        /// The record the move starts from.
        from: usize,
        /// Which of its moves.
        step: u64,
        /// The record that the move leads to.
        to: usize,
        /// What the certificate says that one costs.
        said: Cost,
        /// What it costs over this move.
        real: u64,
    },
    /// A move leaves the set for a state that might be on a plan below the bound.
    Gap {
        /// The record the move starts from.
        from: usize,
        /// Which of its moves.
        step: u64,
        /// The cost of going there plus the heuristic value there.
        f: u64,
    },
    /// A limit ended the check: nothing is proved or refuted.
    Stopped(Stop),
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAdmissible => f.write_str(
                "the heuristic is not claimed to be admissible, and a proof may not rest on one that overestimates",
            ),
            Self::TooManyRecords => write!(f, "more than {MOST} records cannot be checked"),
            Self::NoState { record } => {
                write!(f, "record {record}: this key belongs to no state of this problem")
            }
            Self::Duplicate { first, second } => {
                write!(f, "records {first} and {second} are about the same state; one cost each, please")
            }
            Self::StartMissing => f.write_str(
                "the start is not in the certificate: is it for another instance of the puzzle?",
            ),
            Self::StartCost { record, g } => {
                write!(f, "record {record}: this is the start, which costs 0, not {g}")
            }
            Self::CheaperGoal { record, g } => {
                write!(f, "record {record}: this is a goal at cost {g}, below the bound claimed")
            }
            Self::CheaperWay { from, step, to, said, real } => write!(
                f,
                "record {to} says {said}, but move {step} from record {from} leads there at cost {real}"
            ),
            Self::Gap { from, step, f: least } => write!(
                f,
                "move {step} from record {from} leaves the set at g + h = {least}, below the bound claimed: \
                 a cheaper plan may lie there"
            ),
            Self::Stopped(why) => {
                write!(f, "the check was stopped ({why}); it has proved nothing, one way or the other")
            }
        }
    }
}

impl std::error::Error for CertificateError {}

/// Checks a certificate by the rules and the heuristic of `problem`, in one pass, with no search.
///
/// The rules may be other code than those the search ran on, and should be. `problem` must claim an
/// admissible heuristic, which is the one thing taken on trust; with `h` = 0 there is nothing to
/// trust. [`Problem::unpack`] is called with whatever keys the certificate holds: on junk it may
/// return any state, which is then found out, but should not panic.
///
/// Together with a plan of cost `bound`, a checked certificate proves that plan optimal. To the
/// limits, a record is an expansion.
///
/// # Errors
/// The first thing that is wrong, or the limit that ended the check.
pub fn check<P: Problem>(
    problem: &P,
    certificate: &Certificate<P::Key>,
    limits: &mut Limits<'_>,
) -> Result<Checked, CertificateError> {
    let claim = problem.claim();
    if !claim.is_admissible() && !claim.is_consistent() {
        return Err(CertificateError::NotAdmissible);
    }
    let closed = &certificate.closed;
    let bound = certificate.bound;
    let index = index(problem, closed)?;
    let find = |key: &P::Key| index.find(key, |i| closed[i].0);

    let start = problem.start();
    match find(&problem.pack(&start)) {
        None if proves(bound, 0, problem.h(&start)) => {}
        None => return Err(CertificateError::StartMissing),
        Some(i) if closed[i].1 > 0 => {
            return Err(CertificateError::StartCost { record: i + 1, g: closed[i].1 });
        }
        Some(_) => {}
    }

    let bytes = index.held().0;
    let gauge = Gauge { frontier: 0, bytes, bytes_after_growth: bytes };
    let mut stats = Stats::default();
    let mut pending = Vec::with_capacity(BATCH * 2);
    for (i, &(key, g)) in closed.iter().enumerate() {
        if let ControlFlow::Break(why) = limits.poll(&stats, || gauge) {
            return Err(CertificateError::Stopped(why));
        }
        stats.expanded += 1;
        // Whatever comes after a state at the bound costs as much: no cost is negative.
        if bound.is_some_and(|bound| g >= bound) {
            continue;
        }
        let state = problem.unpack(&key);
        if problem.is_goal(&state) {
            return Err(CertificateError::CheaperGoal { record: i + 1, g });
        }
        let mut step = 0;
        problem.successors(&state, &mut |_, cost, next| {
            step += 1;
            let key = problem.pack(&next);
            let hash = index.prepare(&key);
            let real = u64::from(g) + u64::from(cost);
            pending.push(Move { from: i + 1, step, key, hash, real });
        });
        stats.generated += step;
        if pending.len() >= BATCH {
            check_moves(problem, certificate, &index, &pending)?;
            pending.clear();
        }
    }
    check_moves(problem, certificate, &index, &pending)?;
    Ok(Checked { bound, states: closed.len() as u64, moves: stats.generated })
}

/// How many moves are gathered before they are looked up.
const BATCH: usize = 256;

/// A move to be looked at.
struct Move<K> {
    /// The record it starts from, counted from 1.
    from: usize,
    /// Which of the moves from there, counted from 1.
    step: u64,
    /// The state it leads to.
    key: K,
    hash: u32,
    /// What that state costs over this move.
    real: u64,
}

fn check_moves<P: Problem>(
    problem: &P,
    certificate: &Certificate<P::Key>,
    index: &Index,
    moves: &[Move<P::Key>],
) -> Result<(), CertificateError> {
    let closed = &certificate.closed;
    for &Move { from, step, ref key, hash, real } in moves {
        if let Some(to) = index.find_hashed(key, hash, |i| closed[i].0) {
            let said = closed[to].1;
            if u64::from(said) > real {
                return Err(CertificateError::CheaperWay { from, step, to: to + 1, said, real });
            }
        } else {
            let h = problem.h(&problem.unpack(key));
            if !proves(certificate.bound, real, h) {
                return Err(CertificateError::Gap { from, step, f: real + u64::from(h) });
            }
        }
    }
    Ok(())
}

/// Whether every plan through a state at cost g with heuristic value h costs the bound at least.
fn proves(bound: Option<Cost>, g: u64, h: Cost) -> bool {
    h == DEAD_END || bound.is_some_and(|bound| g + u64::from(h) >= u64::from(bound))
}

/// The places of the records, if each is about a state of its own.
fn index<P: Problem>(problem: &P, closed: &[(P::Key, Cost)]) -> Result<Index, CertificateError> {
    if closed.len() > MOST {
        return Err(CertificateError::TooManyRecords);
    }
    let mut index = Index::new();
    for (i, (key, _)) in closed.iter().enumerate() {
        if i % BATCH == 0 {
            for (key, _) in closed[i..].iter().take(BATCH) {
                index.prepare(key);
            }
        }
        if problem.pack(&problem.unpack(key)) != *key {
            return Err(CertificateError::NoState { record: i + 1 });
        }
        if let Some(first) = index.find_or_add(key, i, |i| closed[i].0) {
            return Err(CertificateError::Duplicate { first: first + 1, second: i + 1 });
        }
    }
    Ok(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Claim;
    use crate::test_graph::TestGraph;

    /// 0 →1→ 1 →1→ 2 →1→ 4 (goal), 0 →4→ 3 →1→ 4: the cheapest plan costs 3. State 5 is far off.
    fn graph() -> TestGraph {
        TestGraph {
            arcs: vec![(0, 1, 1), (1, 2, 1), (2, 4, 1), (0, 3, 4), (3, 4, 1), (2, 5, 9), (5, 4, 1)],
            goals: vec![4],
            h: vec![2, 2, 1, 1, 0, 1],
            claim: Claim::Consistent,
        }
    }

    fn good() -> Certificate<u8> {
        Certificate { bound: Some(3), closed: vec![(0, 0), (1, 1), (2, 2)] }
    }

    fn verdict(
        graph: &TestGraph,
        certificate: &Certificate<u8>,
    ) -> Result<Checked, CertificateError> {
        check(graph, certificate, &mut Limits::none())
    }

    #[test]
    fn an_honest_certificate_passes() {
        let checked = verdict(&graph(), &good()).expect("it is honest");
        assert_eq!(checked, Checked { bound: Some(3), states: 3, moves: 5 });
        // Any order, and the goal itself, are fine; so is proving less.
        let closed = vec![(4, 3), (2, 2), (0, 0), (1, 1)];
        assert!(verdict(&graph(), &Certificate { bound: Some(3), closed }).is_ok());
        assert!(verdict(&graph(), &Certificate { bound: Some(2), ..good() }).is_ok());
        // What h proves at the start needs no records.
        assert!(verdict(&graph(), &Certificate { bound: Some(2), closed: vec![] }).is_ok());
    }

    #[test]
    fn every_tampering_is_refused() {
        use CertificateError as E;
        let refused = |change: &dyn Fn(&mut Certificate<u8>)| {
            let mut certificate = good();
            change(&mut certificate);
            verdict(&graph(), &certificate).expect_err("it was tampered with")
        };
        assert_eq!(refused(&|c| c.bound = Some(4)), E::Gap { from: 3, step: 1, f: 3 });
        assert_eq!(refused(&|c| c.bound = None), E::Gap { from: 1, step: 2, f: 5 });
        assert_eq!(
            refused(&|c| c.closed[1].1 = 2),
            E::CheaperWay { from: 1, step: 1, to: 2, said: 2, real: 1 }
        );
        assert_eq!(
            refused(&|c| c.closed[1].1 = 0),
            E::CheaperWay { from: 2, step: 1, to: 3, said: 2, real: 1 }
        );
        assert_eq!(refused(&|c| c.closed[2].1 = 1), E::Gap { from: 3, step: 1, f: 2 });
        assert_eq!(refused(&|c| c.closed[0].1 = 1), E::StartCost { record: 1, g: 1 });
        assert_eq!(refused(&|c| c.closed.clear()), E::StartMissing);
        assert_eq!(refused(&|c| c.closed.retain(|r| r.0 != 0)), E::StartMissing);
        let leave_out = |c: &mut Certificate<u8>| {
            c.bound = Some(4);
            c.closed = vec![(0, 0), (2, 2), (4, 4)];
        };
        assert_eq!(refused(&leave_out), E::Gap { from: 1, step: 1, f: 3 });
        assert_eq!(refused(&|c| c.closed.push((1, 1))), E::Duplicate { first: 2, second: 4 });
        assert_eq!(refused(&|c| c.closed.push((1, 9))), E::Duplicate { first: 2, second: 4 });
        assert_eq!(refused(&|c| c.closed.push((200, 9))), E::NoState { record: 4 });
        assert_eq!(refused(&|c| c.closed.push((4, 2))), E::CheaperGoal { record: 4, g: 2 });
    }

    #[test]
    fn a_proof_rests_on_an_admissible_heuristic_only() {
        let unsure = TestGraph { claim: Claim::Nothing, ..graph() };
        assert_eq!(verdict(&unsure, &good()), Err(CertificateError::NotAdmissible));
    }

    /// Without its goal the graph has no plan, which takes all states to prove, or a dead end.
    #[test]
    fn unsolvability_is_proved_too() {
        let mut graph = TestGraph { goals: vec![], h: vec![0; 6], ..graph() };
        let all = vec![(0, 0), (1, 1), (2, 2), (3, 4), (4, 3), (5, 11)];
        let mut certificate = Certificate { bound: None, closed: all };
        assert!(verdict(&graph, &certificate).is_ok());
        certificate.closed.pop();
        assert_eq!(
            verdict(&graph, &certificate),
            Err(CertificateError::Gap { from: 3, step: 2, f: 11 })
        );
        graph.h[5] = DEAD_END;
        assert!(verdict(&graph, &certificate).is_ok());
        graph.goals = vec![3];
        let wrong = CertificateError::CheaperGoal { record: 4, g: 4 };
        assert_eq!(verdict(&graph, &certificate), Err(wrong));
        // Large costs must not pass for infinite ones.
        let mut far = TestGraph { goals: vec![1], h: vec![0; 2], ..graph };
        far.arcs = vec![(0, 1, Cost::MAX - 1)];
        let certificate = Certificate { bound: None, closed: vec![(0, 0)] };
        assert!(verdict(&far, &certificate).is_err());
        far.h = vec![DEAD_END; 2];
        assert!(verdict(&far, &Certificate { bound: None, closed: vec![] }).is_ok());
    }

    #[test]
    fn a_check_can_be_stopped() {
        let stopped = check(&graph(), &good(), &mut Limits::none().expansions(2));
        assert_eq!(stopped, Err(CertificateError::Stopped(Stop::Expansions)));
    }
}
