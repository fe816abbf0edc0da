//! Instances of a puzzle with every kind of fault that must be detected.

use super::*;
use crate::certificate::Header;
use crate::draw::Draw;
use crate::puzzle::{BuiltIn, Card};
use crate::trace::Event;
use heureka_core::Problem;
use heureka_core::heuristic::audit::Finding;
use heureka_core::plan::PlanError;
use std::fmt::{self, Write};

/// Climb to the top by steps of 1 and 2; each step costs 1.
#[derive(Clone)]
struct Stairs {
    start: u32,
    top: u32,
    /// The top that the reference rules know.
    real_top: u32,
    /// Whether the top is unreachable.
    walled: bool,
    heuristic: usize,
}

const STAIRS: Stairs = Stairs { start: 0, top: 9, real_top: 9, walled: false, heuristic: 0 };

impl Problem for Stairs {
    type State = u32;
    type Key = u32;
    type Action = u32;

    fn start(&self) -> u32 {
        self.start
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
    small_sizes: &[],
    parameters: &[],
    heuristics: &[
        HeuristicInfo { name: "half", summary: "", claim: Claim::Consistent },
        HeuristicInfo { name: "all", summary: "a lie", claim: Claim::Consistent },
    ],
    instances: &[BuiltIn { name: "9", text: "9", parameters: &[], optimum: Some(5) }],
    strategy: "astar",
    questions: &[],
    card: Card {
        performance: "",
        environment: "",
        actuators: "",
        sensors: "",
        state: "",
        action: "",
        transition: "",
        goal: "",
        cost: "",
        states: "",
    },
};

impl Puzzle for Stairs {
    type Reference = Self;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, _: &Parameters) -> Result<Self, ParseError> {
        let (start, top) = text.split_once('-').unwrap_or(("0", text));
        let number = |text: &str| text.parse().map_err(|_| ParseError::whole("not a number"));
        Ok(Stairs { start: number(start)?, top: number(top)?, ..STAIRS })
    }

    fn random(_: &str, _: &Parameters, _: u64) -> Result<Self, ParseError> {
        Ok(STAIRS)
    }

    fn text(&self) -> String {
        format!("{}-{}", self.start, self.top)
    }

    fn reference(&self) -> Self {
        Self { top: self.real_top, ..self.clone() }
    }

    fn set_start(&mut self, state: u32) {
        self.start = state;
    }

    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.heuristic = index;
        Ok(())
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

impl Draw for Stairs {
    fn show_state(&self, state: &u32, _colors: bool, out: &mut dyn Write) -> fmt::Result {
        write!(out, "step {state}")
    }
}

fn hidden(stairs: Stairs) -> Box<dyn Instance> {
    Typed::boxed(|| Ok(stairs), &Parameters::default()).unwrap()
}

fn solve(instance: &dyn Instance) -> Result<Solution<'_>, SolveError> {
    instance.solve(&"astar".parse().unwrap(), &mut Limits::none(), None)
}

fn cost(solution: &Solution<'_>) -> Option<Cost> {
    solution.outcome.plan().map(|plan| plan.cost())
}

#[test]
fn plans_rejected_by_the_reference_are_not_returned() {
    let instance = hidden(Stairs { real_top: 10, ..STAIRS });
    let invalid = SolveError::InvalidPlan(PlanError::NotAGoal);
    assert_eq!(solve(&*instance).err(), Some(invalid.clone()));
    let small = instance.as_small().unwrap();
    assert_eq!(small.certify(true, &mut Limits::none()).err(), Some(invalid.clone()));
    let advice = small.game().advise(&"astar".parse().unwrap(), &mut Limits::none());
    assert_eq!(advice, Err(invalid));
    assert_eq!(cost(&solve(&*hidden(STAIRS)).unwrap()), Some(5));
}

#[test]
fn known_unsolvable_instances_are_not_searched() {
    let instance = hidden(Stairs { top: 100, ..STAIRS });
    let solution = solve(&*instance).unwrap();
    assert!(matches!(solution.outcome, Outcome::Unsolvable));
    assert_eq!(solution.reason.as_deref(), Some("too high"));
    assert_eq!(solution.stats, Stats::default());
}

#[test]
fn unsupported_strategies_are_errors() {
    let strategy = "bidirectional".parse().unwrap();
    let error = hidden(STAIRS).solve(&strategy, &mut Limits::none(), None).err().unwrap();
    assert!(error.to_string().contains("bidirectional needs"), "{error}");
}

#[test]
fn instances_can_start_elsewhere() {
    let mut instance = hidden(STAIRS);
    instance.set_heuristic("all").unwrap();
    let rest = instance.starting_at("4-9").unwrap();
    assert_eq!((rest.text().as_str(), rest.heuristic().name), ("4-9", "all"));
    assert_eq!(cost(&solve(&*rest).unwrap()), Some(3));
    assert!(instance.starting_at("4-8").is_err(), "another top is another instance");
}

#[test]
fn plans_are_checked_word_by_word() {
    let check = |text: &str| hidden(STAIRS).check(&mut text.split(' '), &mut Limits::none());
    assert_eq!(check("+1 +2 +2 +2 +2"), Ok(5));
    assert_eq!(check("+1"), Err(CheckError::Invalid(PlanError::NotAGoal)));
    assert_eq!(check("+2 +3"), Err(CheckError::Invalid(PlanError::IllegalMove { step: 2 })));
    let example = Some("+2".to_owned());
    assert_eq!(check("+2 up"), Err(CheckError::NotAMove { index: 1, example }));
}

#[test]
fn a_plan_is_walked_state_by_state() {
    let instance = hidden(Stairs { top: 3, real_top: 3, ..STAIRS });
    let solution = solve(&*instance).unwrap();
    let plan = solution.outcome.plan().unwrap();
    assert_eq!((plan.words(), plan.len()), (vec!["+1".to_owned(), "+2".to_owned()], 2));
    let mut stations = vec![];
    plan.as_path().unwrap().walk(&mut |station| {
        let (word, cost) = station.action.unwrap_or(("-", 0));
        stations.push(format!("{word} {cost} {} {} {}", station.board(), station.g, station.h));
    });
    assert_eq!(stations, ["- 0 step 0 0 2", "+1 1 step 1 1 1", "+2 1 step 3 2 0"]);
}

#[test]
fn audits_find_false_claims() {
    let mut instance = hidden(STAIRS);
    let audit = |instance: &dyn Instance| instance.as_small().unwrap().audit(&mut Limits::none());
    assert!(!audit(&*instance).refuted());
    instance.set_heuristic("all").unwrap();
    let audit = audit(&*instance);
    assert_eq!(audit.admissibility(), Finding::Refuted);
    assert_eq!(audit.consistency(), Finding::Refuted);
    let example = audit.exact.unwrap().overestimates.1.unwrap();
    assert_eq!((example.state.text.as_str(), example.h, example.exact), ("step 0", 9, 5));
    let example = audit.inconsistencies.1.unwrap();
    assert_eq!((example.action.as_str(), example.next.text.as_str()), ("+2", "step 2"));
}

/// Writes the records of an instance and checks them by the rules of another.
fn certified(claimed: Stairs, real: Stairs) -> Result<Checked, Rejection> {
    let instance = hidden(claimed);
    let certifiable = instance.as_small().unwrap();
    let (solution, records) = certifiable.certify(true, &mut Limits::none()).unwrap();
    let mut bytes = vec![];
    records.unwrap().write(&mut bytes).unwrap();
    Header::new(&*instance, true, &solution).check(&*hidden(real), &bytes, &mut Limits::none())
}

#[test]
fn certificates_hold_for_their_own_instance_only() {
    let walled = Stairs { walled: true, ..STAIRS };
    assert_eq!(certified(STAIRS, STAIRS).unwrap().bound, Some(5));
    assert_eq!(certified(walled.clone(), walled.clone()).unwrap().bound, None);
    assert!(matches!(certified(walled.clone(), STAIRS), Err(Rejection::Records(_))));
    assert!(matches!(certified(STAIRS, walled), Err(Rejection::Plan(_))));
}

/// The events of a trace: kind, number, parent, move, state, g, h, f and reason.
#[derive(Default)]
struct Log(Vec<String>);

impl Trace for Log {
    fn event(&mut self, event: &Event<'_>) {
        let Some(node) = event.node else { return };
        self.0.push(format!(
            "{} {} {:?} {} {} {} {:?} {:?} {}",
            event.kind.name(),
            node.id,
            node.parent,
            node.action.unwrap_or("-"),
            node.state.unwrap_or("-"),
            node.g,
            node.h,
            node.f,
            event.reason.map_or("-", heureka_core::observe::Pruned::name),
        ));
    }
}

/// Every strategy reports what it counts, and every node is traced back to the start.
#[test]
fn traces_are_complete() {
    let words = "bfs dfs dls(3) ids ucs greedy astar wastar idastar beam(1) beam(1,grow=yes) \
                 anytime astar(duplicates=none) bfs(duplicates=closed)";
    for word in words.split_whitespace() {
        for mut limits in [Limits::none(), Limits::none().depth(3), Limits::none().cost(3)] {
            let mut log = Log::default();
            let instance = hidden(STAIRS);
            let strategy = word.parse().unwrap();
            let Ok(solution) = instance.solve(&strategy, &mut limits, Some(&mut log)) else {
                continue;
            };
            let number = |kind| log.0.iter().filter(|line| line.starts_with(kind)).count() as u64;
            let counts = ["expand ", "duplicate ", "reopen ", "prune "].map(number);
            let stats = solution.stats;
            let expected = [stats.expanded, stats.duplicates, stats.reopened, stats.pruned];
            assert_eq!(counts, expected, "{word}: {:#?}", log.0);
            let mut known = std::collections::HashSet::from(["0".to_owned()]);
            for line in &log.0 {
                let [kind, id, parent, ..] = line.split(' ').collect::<Vec<_>>()[..] else {
                    panic!()
                };
                let parent = parent.trim_start_matches("Some(").trim_end_matches(')');
                assert!(parent == "None" || known.contains(parent), "{word}: {line}");
                if kind != "expand" && kind != "solved" {
                    known.insert(id.to_owned());
                }
                assert!(known.contains(id), "{word}: {line}");
            }
        }
    }
}

#[test]
fn traced_nodes_carry_their_values() {
    let mut log = Log::default();
    let strategy = "astar".parse().unwrap();
    hidden(STAIRS).solve(&strategy, &mut Limits::none(), Some(&mut log)).unwrap();
    let expected = "generate 1 Some(0) +2 step 2 1 Some(4) Some(5.0) -";
    assert!(log.0.contains(&expected.to_owned()), "{:#?}", log.0);
}
