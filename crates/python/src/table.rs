//! Problems written in Python, searched by the engine.
//!
//! States are numbered as they appear, and the engine searches over the numbers
//! ([`heureka_kit::numbered`]). Each state is expanded, estimated and tested at most once: the table keeps
//! what Python returned. Python holds its lock only while its code runs. After an exception no more of it
//! runs, and the search stops.

use crate::error::mistake;
use crate::problem::{Source, read_claim};
use heureka_core::abilities::Layers;
use heureka_core::{Claim, Cost, DEAD_END};
use heureka_kit::numbered::{Declared, Numbering, Visit};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyTuple};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// After how many moves of one state to look for Ctrl-C.
const PATIENCE: usize = 4096;

/// Stands for no state.
const NONE: u32 = u32::MAX;

/// A move: its cost and the next state.
#[derive(Clone, Copy)]
struct Edge {
    cost: Cost,
    next: u32,
}

/// What is known of a state.
#[derive(Clone, Copy)]
struct Known {
    /// The next state with the same hash; [`NONE`] if there is none.
    same_hash: u32,
    /// Where its moves are, if they are known.
    moves: Option<(u32, u32)>,
    is_goal: Option<bool>,
    h: Option<Cost>,
}

/// What Python returned so far.
#[derive(Default)]
struct Inner {
    /// The number of the start.
    start: Option<u32>,
    states: Vec<Py<PyAny>>,
    known: Vec<Known>,
    /// The last state with a hash.
    by_hash: HashMap<isize, u32>,
    edges: Vec<Edge>,
    /// By the place of the move in `edges`.
    actions: Vec<Py<PyAny>>,
    max_cost: Cost,
    raised: Option<PyErr>,
}

/// A problem written in Python.
pub struct Table {
    /// The name of its class.
    name: String,
    start: Py<PyAny>,
    is_goal: Py<PyAny>,
    successors: Py<PyAny>,
    h: Option<Py<PyAny>>,
    /// States before a state, and the goals, if the problem can be searched backward.
    reverse: Option<[Py<PyAny>; 2]>,
    claim: Claim,
    /// Whether to estimate states as soon as they appear, since the search will ask for it.
    is_informed: bool,
    inner: Mutex<Inner>,
    /// Stops the search.
    stop: AtomicBool,
}

/// Returns an attribute, if the object has it.
fn attribute<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    match object.getattr_opt(name)? {
        // A property that raises AttributeError exists.
        None if object.get_type().hasattr(name)? => object.getattr(name).map(Some),
        found => Ok(found),
    }
}

/// Returns an attribute, if the object has it, and it is not None.
fn optional<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(attribute(object, name)?.filter(|value| !value.is_none()))
}

impl Table {
    /// Reads the methods of a problem.
    pub fn new(problem: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = problem.py();
        let class = problem.get_type();
        let name = class.name()?.to_str()?.to_owned();
        let required = |member: &str| {
            attribute(problem, member)?.ok_or_else(|| {
                let what = format!("{name} is neither a puzzle nor a problem: it has no {member}");
                let help = "a problem has start, is_goal(state) and successors(state), which yields \
                            (action, cost, state)";
                mistake(py, what, help)
            })
        };
        let start = required("start")?;
        if start.get_type().name()? == "method" {
            let what = format!("start of {name} is a method");
            return Err(mistake(py, what, "make it an attribute or a property: the start itself"));
        }
        let (is_goal, successors) = (required("is_goal")?, required("successors")?);
        let h = optional(problem, "h")?;
        let claim = match (optional(problem, "claim")?, &h) {
            // Without an estimate, h is 0.
            (None, None) => Claim::Consistent,
            (None, Some(_)) => Claim::Nothing,
            (Some(claim), _) => read_claim(&claim)?,
        };
        let reverse = match (optional(problem, "predecessors")?, optional(problem, "goals")?) {
            (Some(predecessors), Some(goals)) => Some([predecessors.unbind(), goals.unbind()]),
            _ => None,
        };
        Ok(Self {
            name,
            start: start.unbind(),
            is_goal: is_goal.unbind(),
            successors: successors.unbind(),
            h: h.map(Bound::unbind),
            reverse,
            claim,
            is_informed: false,
            inner: Mutex::default(),
            stop: AtomicBool::new(false),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls Python, unless an exception was raised before. The table stays locked meanwhile: only one thread
    /// at a time uses it, and no code of the user can.
    fn call<T>(
        &self,
        inner: &mut Inner,
        otherwise: T,
        work: impl FnOnce(Python<'_>, &mut Inner) -> PyResult<T>,
    ) -> T {
        if inner.raised.is_some() {
            return otherwise;
        }
        Python::attach(|py| {
            work(py, inner).unwrap_or_else(|error| {
                inner.raised = Some(error);
                self.stop.store(true, Ordering::Relaxed);
                otherwise
            })
        })
    }

    /// Returns the number of a state.
    fn number(inner: &mut Inner, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        let hash = state.hash()?;
        let first = inner.by_hash.get(&hash).copied().unwrap_or(NONE);
        let mut number = first;
        while number != NONE {
            let known = inner.states[number as usize].bind(state.py());
            if known.is(state) || known.eq(state)? {
                return Ok(number);
            }
            number = inner.known[number as usize].same_hash;
        }
        number = inner.states.len() as u32;
        inner.states.push(state.clone().unbind());
        inner.known.push(Known { same_hash: first, moves: None, is_goal: None, h: None });
        inner.by_hash.insert(hash, number);
        Ok(number)
    }

    /// Returns the moves of a state: where they are.
    fn expand(&self, py: Python<'_>, inner: &mut Inner, state: u32) -> PyResult<(u32, u32)> {
        if let Some(moves) = inner.known[state as usize].moves {
            return Ok(moves);
        }
        let begin = inner.edges.len() as u32;
        let argument = inner.states[state as usize].clone_ref(py);
        let moves = self.successors.bind(py).call1((argument,))?;
        for (count, item) in (1..).zip(moves.try_iter()?) {
            let item = item?;
            if count % PATIENCE == 0 {
                // An endless iterator may run no code of Python, which would let others run and look for signals.
                py.detach(|| ());
                py.check_signals()?;
                if self.stop.load(Ordering::Relaxed) {
                    return Err(PyKeyboardInterrupt::new_err(()));
                }
            }
            let (action, cost, next) = parts(&item)?;
            let cost = read_cost(&cost, &action)?;
            let next = Self::number(inner, &next)?;
            inner.edges.push(Edge { cost, next });
            inner.actions.push(action.unbind());
            if cost > inner.max_cost {
                inner.max_cost = cost;
            }
            if self.is_informed {
                self.estimate(py, inner, next)?;
            }
        }
        let moves = (begin, inner.edges.len() as u32);
        inner.known[state as usize].moves = Some(moves);
        Ok(moves)
    }

    fn estimate(&self, py: Python<'_>, inner: &mut Inner, state: u32) -> PyResult<Cost> {
        let Some(function) = &self.h else { return Ok(0) };
        if let Some(h) = inner.known[state as usize].h {
            return Ok(h);
        }
        let argument = inner.states[state as usize].clone_ref(py);
        let h = read_estimate(&function.bind(py).call1((argument,))?)?;
        inner.known[state as usize].h = Some(h);
        Ok(h)
    }

    fn test(&self, py: Python<'_>, inner: &mut Inner, state: u32) -> PyResult<bool> {
        if let Some(is_goal) = inner.known[state as usize].is_goal {
            return Ok(is_goal);
        }
        let argument = inner.states[state as usize].clone_ref(py);
        let is_goal = self.is_goal.bind(py).call1((argument,))?.is_truthy()?;
        inner.known[state as usize].is_goal = Some(is_goal);
        Ok(is_goal)
    }

    /// Visits moves outside the lock, since the search asks for estimates meanwhile. The number of a move is its
    /// place among all moves, so that it names one of them in searches in both directions.
    fn visit(&self, (begin, end): (u32, u32), visit: &mut Visit<'_>) {
        for index in begin..end {
            let Edge { cost, next } = self.lock().edges[index as usize];
            visit(index, cost, next);
        }
    }
}

/// Returns the action, the cost and the state of a move.
fn parts<'py>(
    item: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    if let Ok(tuple) = item.cast::<PyTuple>()
        && tuple.len() == 3
    {
        return Ok((tuple.get_item(0)?, tuple.get_item(1)?, tuple.get_item(2)?));
    }
    item.extract().map_err(|_| {
        let what = format!("successors(state) returned {}", shown(item));
        mistake(item.py(), what, "yield (action, cost, state) for each move")
    })
}

fn shown(value: &Bound<'_, PyAny>) -> String {
    const MAX: usize = 80;
    let text =
        value.repr().map_or_else(|_| "a value without repr".to_owned(), |text| text.to_string());
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Reads the cost of a move.
pub fn read_cost(cost: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> PyResult<Cost> {
    cost.extract::<Cost>().ok().filter(|&cost| cost < DEAD_END).ok_or_else(|| {
        let what = format!(
            "the cost {} of the action {} is not a whole number from 0 to {}",
            shown(cost),
            shown(action),
            DEAD_END - 1
        );
        let help = if cost.is_instance_of::<PyFloat>() {
            "scale the costs to whole numbers, such as cents instead of dollars"
        } else if !cost.is_instance_of::<PyInt>() {
            "give an int"
        } else if cost.lt(0).unwrap_or(false) {
            "searches need costs that are not negative"
        } else {
            "divide all costs by a common factor"
        };
        mistake(cost.py(), what, help)
    })
}

/// Reads an estimate: a whole number, or none or infinity where no goal is reachable.
fn read_estimate(h: &Bound<'_, PyAny>) -> PyResult<Cost> {
    match h.extract::<Cost>() {
        Ok(number) if number < DEAD_END => Ok(number),
        _ if h.is_none() || h.extract().is_ok_and(|h: f64| h == f64::INFINITY) => Ok(DEAD_END),
        _ => {
            let (value, most) = (shown(h), DEAD_END - 1);
            let what = format!("h(state) returned {value}, not a whole number from 0 to {most}");
            Err(mistake(h.py(), what, "round down; return None where no goal is reachable"))
        }
    }
}

impl Numbering for Table {
    fn start(&self) -> u32 {
        let inner = &mut *self.lock();
        if let Some(start) = inner.start {
            return start;
        }
        let mut start =
            self.call(inner, NONE, |py, inner| Self::number(inner, self.start.bind(py)));
        if start == NONE {
            // The search needs a state to stop at.
            start = inner.states.len() as u32;
            inner.states.push(Python::attach(|py| self.start.clone_ref(py)));
            inner.known.push(Known {
                same_hash: NONE,
                moves: Some((0, 0)),
                is_goal: Some(false),
                h: Some(0),
            });
        }
        inner.start = Some(start);
        start
    }

    fn is_goal(&self, state: u32) -> bool {
        let inner = &mut *self.lock();
        match inner.known[state as usize].is_goal {
            Some(is_goal) => is_goal,
            None => self.call(inner, false, |py, inner| self.test(py, inner, state)),
        }
    }

    fn successors(&self, state: u32, _previous: Option<u32>, visit: &mut Visit<'_>) {
        let moves = {
            let inner = &mut *self.lock();
            match inner.known[state as usize].moves {
                Some(moves) => moves,
                None => self.call(inner, (0, 0), |py, inner| self.expand(py, inner, state)),
            }
        };
        self.visit(moves, visit);
    }

    fn h(&self, state: u32) -> Cost {
        let inner = &mut *self.lock();
        match inner.known[state as usize].h {
            Some(h) => h,
            None if self.h.is_none() => 0,
            None => self.call(inner, 0, |py, inner| self.estimate(py, inner, state)),
        }
    }

    fn declared(&self) -> Declared {
        Declared {
            claim: self.claim,
            layers: Layers::Any,
            has_equal_cost_plans: false,
            is_reversible: self.reverse.is_some(),
            is_ordered: false,
            h_is_invariant: None,
        }
    }

    fn goals(&self, visit: &mut dyn FnMut(u32)) {
        let Some([_, goals]) = &self.reverse else { return };
        let found = self.call(&mut self.lock(), vec![], |py, inner| {
            let goals = goals.bind(py).call0()?;
            let mut found = vec![];
            for goal in goals.try_iter()? {
                let goal = goal?;
                let number = Self::number(inner, &goal)?;
                if !self.test(py, inner, number)? {
                    let what = format!("goals() returned {}, but is_goal rejects it", shown(&goal));
                    return Err(mistake(py, what, "return the states that is_goal accepts"));
                }
                found.push(number);
            }
            Ok(found)
        });
        found.into_iter().for_each(visit);
    }

    fn predecessors(&self, state: u32, visit: &mut Visit<'_>) {
        let Some([predecessors, _]) = &self.reverse else { return };
        let found = self.call(&mut self.lock(), vec![], |py, inner| {
            let argument = inner.states[state as usize].clone_ref(py);
            let mut found = vec![];
            for before in predecessors.bind(py).call1((argument,))?.try_iter()? {
                let before = before?;
                let number = Self::number(inner, &before)?;
                // The moves themselves are those of the state before.
                let (begin, end) = self.expand(py, inner, number)?;
                let known = found.len();
                for index in begin..end {
                    let Edge { cost, next } = inner.edges[index as usize];
                    if next == state {
                        found.push((index, cost, number));
                    }
                }
                if found.len() == known {
                    let what = format!(
                        "predecessors(state) returned {}, but none of its moves leads to the state",
                        shown(&before)
                    );
                    return Err(mistake(
                        py,
                        what,
                        "return the states that have a move to the given one",
                    ));
                }
            }
            Ok(found)
        });
        for (action, cost, before) in found {
            visit(action, cost, before);
        }
    }
}

impl Source for Table {
    fn name(&self) -> &str {
        &self.name
    }

    fn has_h(&self) -> bool {
        self.h.is_some()
    }

    fn expect_estimates(&mut self) {
        self.is_informed = true;
    }

    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn extent(&self) -> (Cost, usize) {
        let inner = self.lock();
        (inner.max_cost, inner.states.len())
    }

    fn take_raised(&self) -> Option<PyErr> {
        self.lock().raised.take()
    }

    fn state<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.lock().states[number as usize].bind(py).clone())
    }

    fn action<'py>(&self, py: Python<'py>, number: u32) -> Option<Bound<'py, PyAny>> {
        Some(self.lock().actions.get(number as usize)?.bind(py).clone())
    }
}
