//! Traces: the events of a search, one at a time while it runs.
//!
//! The search runs on a thread of its own, at most 1,024 events ahead of the reader, then waits. Closing or
//! dropping the trace ends it, and so does the end of the interpreter.

use crate::error::{invalid, unsolved};
use crate::instance::Instance;
use crate::limits::Limits;
use crate::problem::{self, Source, finish, source};
use crate::result::{Result as SearchResult, Subject, choose};
use heureka_core::observe::Pruned;
use heureka_kit::numbered::trace_numbered;
use heureka_kit::trace::{Event, EventKind, TracedNode};
use heureka_lab::{RunRecord, names};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{mem, process};

/// How many events the search may be ahead of the reader.
const AHEAD: usize = 1024;
/// The stack of the search, in which methods of the user may call other searches.
const STACK: usize = 64 << 20;
/// How often a waiting reader looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(100);

const KINDS: [EventKind; 7] = [
    EventKind::Expand,
    EventKind::Generate,
    EventKind::Duplicate,
    EventKind::Reopen,
    EventKind::Prune,
    EventKind::Bound,
    EventKind::Solved,
];

/// A state or an action of an event.
enum Label {
    Text(String),
    Object(Py<PyAny>),
}

/// An event that outlives the search's next step.
struct Row {
    kind: EventKind,
    node: Option<Node>,
    bound: Option<u32>,
    weight: Option<f64>,
    reason: Option<Pruned>,
}

struct Node {
    id: u64,
    parent: Option<u64>,
    action: Option<Label>,
    g: u32,
    h: Option<u32>,
    f: Option<f64>,
    state: Option<Label>,
}

type Finish = Box<dyn FnOnce(Python<'_>) -> PyResult<SearchResult> + Send>;

enum Message {
    Event(Row),
    End(Finish),
}

/// Sends events to the reader.
struct Sender {
    to: SyncSender<Message>,
    kinds: Vec<EventKind>,
    channel: Arc<Channel>,
    /// The problem in Python that the numbers of nodes belong to.
    table: Option<Arc<dyn Source>>,
}

impl Sender {
    fn node(&self, node: &TracedNode<'_>) -> Node {
        let text = |text: &str| Label::Text(text.to_owned());
        let (mut action, mut state) = (node.action.map(text), node.state.map(text));
        if let Some(table) = &self.table {
            Python::attach(|py| {
                let taken = node.step.and_then(|(_, number)| table.action(py, number));
                action = taken.map(|taken| Label::Object(taken.unbind()));
                let number = node.number.and_then(|number| table.state(py, number).ok());
                state = number.map(|state| Label::Object(state.unbind()));
            });
        }
        let TracedNode { id, parent, g, h, f, .. } = *node;
        Node { id, parent, action, g, h, f, state }
    }
}

impl heureka_kit::trace::Trace for Sender {
    fn event(&mut self, event: &Event<'_>) {
        if !self.wants(event.kind) {
            return;
        }
        let Event { kind, bound, weight, reason, .. } = *event;
        let node = event.node.as_ref().map(|node| self.node(node));
        let row = Row { kind, node, bound, weight, reason };
        if self.to.send(Message::Event(row)).is_err() {
            self.channel.stop.store(true, Ordering::Relaxed);
        }
    }

    fn wants(&self, kind: EventKind) -> bool {
        self.kinds.contains(&kind) && !self.channel.stop.load(Ordering::Relaxed)
    }

    fn wants_states(&self) -> bool {
        self.table.is_none()
    }
}

/// Where the reader takes messages of a search, and stops it.
struct Channel {
    from: Mutex<Option<Receiver<Message>>>,
    stop: AtomicBool,
    /// The process of the search; a fork of it has no such thread.
    process: u32,
    table: Option<Weak<dyn Source>>,
}

impl Channel {
    fn is_here(&self) -> bool {
        self.process == process::id()
    }

    /// Stops the search.
    fn close(&self) {
        if !self.is_here() {
            return;
        }
        self.stop.store(true, Ordering::Relaxed);
        if let Some(table) = self.table.as_ref().and_then(Weak::upgrade) {
            table.stop().store(true, Ordering::Relaxed);
        }
        // Objects in unread events may close the trace when they die, so they die outside the lock.
        let unread = self.from.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(unread);
    }
}

/// The searches that run.
static RUNNING: Mutex<Vec<(Arc<Channel>, JoinHandle<()>)>> = Mutex::new(vec![]);

/// Stops the searches of all traces, and waits for their end: no thread may call Python after its end.
#[pyfunction]
pub fn close_traces(py: Python<'_>) {
    let running = mem::take(&mut *RUNNING.lock().unwrap_or_else(PoisonError::into_inner));
    let (running, forked): (Vec<_>, Vec<_>) =
        running.into_iter().partition(|(channel, _)| channel.is_here());
    mem::forget(forked);
    py.detach(|| {
        for (channel, _) in &running {
            channel.close();
        }
        for (_, thread) in running {
            // A search that panicked has ended, too.
            let _ = thread.join();
        }
    });
}

/// The events of a search, as an iterator.
#[pyclass(frozen, module = "heureka")]
pub struct Trace {
    channel: Arc<Channel>,
    result: Mutex<Option<Py<SearchResult>>>,
}

impl Drop for Trace {
    fn drop(&mut self) {
        self.channel.close();
    }
}

/// Starts a search. `work` runs it and returns how to make its result.
fn start(
    py: Python<'_>,
    kinds: Option<Vec<String>>,
    table: Option<Arc<dyn Source>>,
    work: impl FnOnce(&mut Sender, &AtomicBool) -> Finish + Send + 'static,
) -> PyResult<Trace> {
    let names = KINDS.map(EventKind::name);
    let kind = |name: &String| {
        let found = KINDS.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| {
            let what = format!("there is no event '{name}'");
            invalid(py, (what, names::suggest(name, &names)))
        })
    };
    let kinds = match kinds {
        Some(kinds) => kinds.iter().map(kind).collect::<PyResult<_>>()?,
        None => KINDS.to_vec(),
    };
    let (to, from) = sync_channel(AHEAD);
    let channel = Arc::new(Channel {
        from: Mutex::new(Some(from)),
        stop: AtomicBool::new(false),
        process: process::id(),
        table: table.as_ref().map(Arc::downgrade),
    });
    let mut sender = Sender { to, kinds, channel: channel.clone(), table };
    let thread = thread::Builder::new().name("heureka trace".to_owned()).stack_size(STACK);
    let thread = thread.spawn(move || {
        let channel = sender.channel.clone();
        let finish = work(&mut sender, &channel.stop);
        // Nobody may be left to read it.
        let _ = sender.to.send(Message::End(finish));
    })?;
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.retain(|(_, thread)| !thread.is_finished());
    running.push((channel.clone(), thread));
    Ok(Trace { channel, result: Mutex::default() })
}

/// Traces a search on an instance.
#[pyfunction]
pub fn trace_instance(
    py: Python<'_>,
    instance: &Instance,
    strategy: Option<&str>,
    heuristic: Option<&str>,
    limits: &Limits,
    kinds: Option<Vec<String>>,
) -> PyResult<Trace> {
    let shared = instance.shared.clone();
    let (selected, strategy) = choose(py, &shared, strategy, heuristic, limits)?;
    let limits = limits.clone();
    start(py, kinds, None, move |sender, stop| {
        let solution = selected.solve(&strategy, &mut limits.until(stop), Some(sender));
        let record = solution.map(|solution| RunRecord::new(&*selected, &strategy, &solution));
        Box::new(move |py| {
            let record = record.map_err(|error| unsolved(py, &error))?;
            Ok(SearchResult { record, subject: Subject::Instance(shared) })
        })
    })
}

/// Traces a search on a problem in Python.
#[pyfunction]
pub fn trace_problem(
    py: Python<'_>,
    problem: &Bound<'_, PyAny>,
    strategy: Option<&str>,
    limits: &Limits,
    kinds: Option<Vec<String>>,
) -> PyResult<Trace> {
    let table: Arc<dyn Source> = source(problem)?.into();
    let strategy = problem::choose(py, &*table, strategy, limits)?;
    let limits = limits.clone();
    start(py, kinds, Some(table.clone()), move |sender, stop| {
        // Two flags stop the search: an exception in Python, and a reader who left.
        let mut watch = |_: &heureka_core::limits::Progress<'_>| {
            if table.stop().load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let mut until = limits.until(stop).report(&mut watch);
        let report = trace_numbered(&*table, &strategy, &mut until, sender);
        Box::new(move |py| finish(py, &*table, &strategy, &limits, report, None))
    })
}

fn dictionary(py: Python<'_>, row: Row) -> PyResult<Bound<'_, PyDict>> {
    let event = PyDict::new(py);
    event.set_item("event", row.kind.name())?;
    let label = |label: Label| match label {
        Label::Text(text) => text.into_pyobject(py).map(Bound::into_any),
        Label::Object(object) => Ok(object.into_bound(py)),
    };
    if let Some(node) = row.node {
        event.set_item("node", node.id)?;
        if let Some(parent) = node.parent {
            event.set_item("parent", parent)?;
        }
        if let Some(action) = node.action {
            event.set_item("action", label(action)?)?;
        }
        event.set_item("g", node.g)?;
        if let Some(h) = node.h {
            event.set_item("h", h)?;
        }
        if let Some(f) = node.f {
            event.set_item("f", f)?;
        }
        if let Some(state) = node.state {
            event.set_item("state", label(state)?)?;
        }
    }
    if let Some(bound) = row.bound {
        event.set_item("bound", bound)?;
    }
    if let Some(weight) = row.weight {
        event.set_item("weight", weight)?;
    }
    if let Some(reason) = row.reason {
        event.set_item("why", reason.name())?;
    }
    Ok(event)
}

#[pymethods]
impl Trace {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if !self.channel.is_here() {
            return Err(PyRuntimeError::new_err(
                "the trace belongs to the process before the fork",
            ));
        }
        let receive = || {
            let mut from = self.channel.from.lock().unwrap_or_else(PoisonError::into_inner);
            let message = from.as_ref()?.recv_timeout(PATIENCE);
            if matches!(message, Ok(Message::End(_)) | Err(RecvTimeoutError::Disconnected)) {
                *from = None;
            }
            Some(message)
        };
        loop {
            // Another reader may hold the lock, so the wait for it is without the GIL, too.
            match py.detach(receive) {
                Some(Ok(Message::Event(row))) => return dictionary(py, row).map(Some),
                Some(Ok(Message::End(finish))) => {
                    let result = Py::new(py, finish(py)?)?;
                    *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                    return Ok(None);
                }
                Some(Err(RecvTimeoutError::Timeout)) => py.check_signals()?,
                Some(Err(RecvTimeoutError::Disconnected)) => {
                    return Err(PyRuntimeError::new_err("the search of the trace failed"));
                }
                None => return Ok(None),
            }
        }
    }

    /// Stops the search.
    fn close(&self) {
        self.channel.close();
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.result.try_lock().map_or(Ok(()), |result| visit.call(&*result))
    }

    /// The result of the search; None until its last event was read.
    #[getter]
    fn result(&self, py: Python<'_>) -> Option<Py<SearchResult>> {
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        result.as_ref().map(|result| result.clone_ref(py))
    }
}
