//! Hidden instances of a puzzle that can be made to lie in every way that has to be found out.

use super::*;
use crate::certificate::Header;
use crate::puzzle::{Card, Level};
use crate::text::{ParseError, plan_words};
use crate::trace::Event;
use heureka_core::heuristic::audit::Finding;
use heureka_core::{Claim, Problem};
use std::fmt::Write;

/// From 0 up to a top by steps of 1 and 2; each step costs 1.
#[derive(Clone)]
struct Stairs {
    top: u32,
    /// The top that the reference rules know.
    real_top: u32,
    /// Whether the top cannot be reached.
    walled: bool,
    heuristic: usize,
}

const STAIRS: Stairs = Stairs { top: 9, real_top: 9, walled: false, heuristic: 0 };

impl Problem for Stairs {
    type State = u32;
    type Key = u32;
    type Action = u32;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.top
    }

    fn successors(&self, &state: &u32, visit: &mut impl FnMut(u32, Cost, u32)) {
        let end = if self.walled { self.top - 1 } else { self.top };
        for step in [2, 1] {
            if state + step <= end {
                visit(step, 1, state + step);
            }
        }
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, &key: &u32) -> u32 {
        key.min(self.top)
    }

    fn h(&self, &state: &u32) -> Cost {
        let left = self.top.saturating_sub(state);
        [left.div_ceil(2), left][self.heuristic]
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}

static INFO: Info = Info {
    name: "stairs",
    title: "Stairs",
    rules: "",
    format: "",
    sizes: "",
    parameters: &[],
    heuristics: &[
        HeuristicInfo { name: "half", summary: "", claim: Claim::Consistent },
        HeuristicInfo { name: "all", summary: "a lie", claim: Claim::Consistent },
    ],
    levels: &[Level { name: "9", text: "9", parameters: &[], optimum: Some(5) }],
    strategy: "astar",
    card: Card {
        performance: "",
        environment: "",
        actuators: "",
        sensors: "",
        state: "",
        action: "",
        goal: "",
        cost: "",
        states: "",
    },
};

impl Puzzle for Stairs {
    type Reference = Self;

    fn info() -> &'static Info {
        &INFO
    }

    fn parse(_: &str, _: &Parameters) -> Result<Self, ParseError> {
        Ok(STAIRS)
    }

    fn random(_: &str, _: &Parameters, _: u64) -> Result<Self, ParseError> {
        Ok(STAIRS)
    }

    fn text(&self) -> String {
        self.top.to_string()
    }

    fn reference(&self) -> Self {
        Self { top: self.real_top, ..self.clone() }
    }

    fn set_heuristic(&mut self, index: usize) {
        self.heuristic = index;
    }

    fn heuristic(&self) -> usize {
        self.heuristic
    }

    fn show_state(&self, state: &u32, out: &mut dyn Write) -> fmt::Result {
        write!(out, "step {state}")
    }

    fn show_action(&self, action: u32, out: &mut dyn Write) -> fmt::Result {
        write!(out, "+{action}")
    }

    fn parse_action(&self, word: &str) -> Option<u32> {
        word.strip_prefix('+')?.parse().ok()
    }

    fn unsolvable(&self) -> Option<String> {
        (self.top == 100).then(|| "too high".to_owned())
    }
}

fn hidden(stairs: Stairs) -> Box<dyn Instance> {
    Typed::boxed(stairs, &Parameters::default())
}

fn solve(instance: &dyn Instance) -> Result<Solution, SolveError> {
    instance.solve(&"astar".parse().unwrap(), &mut Limits::none(), None)
}

#[test]
fn a_plan_that_the_reference_refuses_is_never_returned() {
    let instance = hidden(Stairs { real_top: 10, ..STAIRS });
    assert_eq!(solve(&*instance).unwrap_err(), SolveError::Refused(PlanError::NotAGoal));
    assert!(matches!(
        instance.certify(true, &mut Limits::none()),
        Err(SolveError::Refused(PlanError::NotAGoal))
    ));
    let solution = solve(&*hidden(STAIRS)).unwrap();
    assert_eq!(solution.outcome.cost(), Some(5));
}

#[test]
fn what_is_known_to_be_unsolvable_is_not_searched() {
    let solution = solve(&*hidden(Stairs { top: 100, ..STAIRS })).unwrap();
    assert_eq!(solution.outcome, Outcome::Unsolvable);
    assert_eq!(solution.reason.as_deref(), Some("too high"));
    assert_eq!(solution.stats, Stats::default());
}

#[test]
fn strategies_that_do_not_suit_are_named() {
    let strategy = "bidirectional".parse().unwrap();
    let error = hidden(STAIRS).solve(&strategy, &mut Limits::none(), None).unwrap_err();
    assert!(error.to_string().contains("bidirectional needs"), "{error}");
}

#[test]
fn plans_are_checked_word_by_word() {
    let check = |text: &str| {
        let words: Vec<_> = plan_words(text).collect();
        hidden(STAIRS).check(&words)
    };
    assert_eq!(check("+1 +2 +2 +2 +2"), Ok(5));
    assert_eq!(check("+1"), Err(CheckError::Refused(PlanError::NotAGoal)));
    assert_eq!(check("+2 +3"), Err(CheckError::Refused(PlanError::IllegalMove { step: 2 })));
    let example = Some("+2".to_owned());
    assert_eq!(check("+2 up"), Err(CheckError::NoMove { index: 1, example }));
}

#[test]
fn steps_are_told_until_one_is_wrong() {
    let mut told = vec![];
    let plan = ["+2", "+1", "+7", "+1"].map(str::to_owned);
    hidden(STAIRS).steps(&plan, &mut |action, cost, state| {
        told.push(format!("{action} {cost} {state}"));
    });
    assert_eq!(told, ["+2 1 step 2", "+1 1 step 3"]);
}

#[test]
fn false_claims_are_found_by_an_audit() {
    let mut instance = hidden(STAIRS);
    assert!(!instance.audit(&mut Limits::none()).refuted());
    instance.set_heuristic("all").unwrap();
    let audit = instance.audit(&mut Limits::none());
    assert_eq!(audit.admissibility(), Finding::Refuted);
    assert_eq!(audit.consistency(), Finding::Refuted);
    let example = audit.exact.unwrap().overestimates.1.unwrap();
    assert_eq!((example.state.text.as_str(), example.h, example.exact), ("step 0", 9, 5));
    let example = audit.inconsistencies.1.unwrap();
    assert_eq!((example.action.as_str(), example.next.text.as_str()), ("+2", "step 2"));
}

/// Writes the records of an instance and checks them by the rules of another.
fn certified(claimed: Stairs, real: Stairs) -> Result<Checked, Refusal> {
    let instance = hidden(claimed);
    let (solution, records) = instance.certify(true, &mut Limits::none()).unwrap();
    let mut bytes = vec![];
    records.unwrap().write(&mut bytes).unwrap();
    Header::new(&*instance, &solution).check(&*hidden(real), &bytes, &mut Limits::none())
}

#[test]
fn certificates_hold_for_their_own_instance_only() {
    let walled = Stairs { walled: true, ..STAIRS };
    assert_eq!(certified(STAIRS, STAIRS).unwrap().bound, Some(5));
    assert_eq!(certified(walled.clone(), walled.clone()).unwrap().bound, None);
    assert!(matches!(certified(walled.clone(), STAIRS), Err(Refusal::Records(_))));
    assert!(matches!(certified(STAIRS, walled), Err(Refusal::Plan(_))));
}

#[test]
fn traces_tell_what_the_counts_count() {
    #[derive(Default)]
    struct Log(Vec<String>);
    impl Trace for Log {
        fn event(&mut self, event: &Event<'_>) {
            let (state, action) = (event.state.unwrap_or("-"), event.action.unwrap_or("-"));
            self.0.push(format!("{} {action} {state} {:?} {:?}", event.kind, event.g, event.h));
        }
    }
    let mut log = Log::default();
    let strategy = "ucs".parse().unwrap();
    let solution = hidden(STAIRS).solve(&strategy, &mut Limits::none(), Some(&mut log)).unwrap();
    let number = |kind| log.0.iter().filter(|line| line.starts_with(kind)).count() as u64;
    assert_eq!(number("expand "), solution.stats.expanded);
    assert_eq!(number("duplicate "), solution.stats.duplicates);
    assert_eq!(number("solved "), 1);
    assert!(log.0.contains(&"generate +2 step 2 Some(1) Some(4)".to_owned()), "{:?}", log.0);
}
