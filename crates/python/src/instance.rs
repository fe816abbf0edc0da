//! Instances of puzzles and their states.

use crate::certificate::Certificate;
use crate::error::{invalid, rejected};
use crate::limits::{self, Limits, Size, Time};
use crate::picture::Picture;
use heureka_core::plan::PlanError;
use heureka_core::{DEAD_END, Stop};
use heureka_kit::encoded::{EncodedSpace, Encoding, Successors};
use heureka_kit::instance::{CheckError, Instance as AnyInstance, Small};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::one_line;
use heureka_lab::advice::{invalid_instance, invalid_size, too_large};
use heureka_lab::names::{self, Advice, NamedPuzzle};
use heureka_lab::{pictures, report};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// An instance with one of its heuristics.
pub type Selected = Arc<dyn AnyInstance>;

/// What an instance shares with its states and results.
pub struct Shared {
    /// The instance, with its own heuristic.
    pub own: Selected,
    pub seed: Option<u64>,
    /// Whether the heuristic was named, and is not the default.
    pub is_named: bool,
    /// The same with other heuristics, whose tables later searches use again.
    others: Mutex<Vec<Selected>>,
}

impl Shared {
    /// Returns the instance with a heuristic.
    pub fn with_heuristic(&self, name: Option<&str>) -> Result<Selected, Advice> {
        let own = &self.own;
        let Some(name) = name.filter(|&name| name != own.heuristic().name) else {
            return Ok(own.clone());
        };
        names::heuristic(own.info(), name)?;
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = others.iter().find(|known| known.heuristic().name == name) {
            return Ok(known.clone());
        }
        let copy = own.starting_at(&own.text()).and_then(|mut copy| {
            copy.set_heuristic(name)?;
            Ok(copy)
        });
        let copy: Selected = copy.map_err(unsuitable)?.into();
        others.push(copy.clone());
        Ok(copy)
    }

    /// Returns the heuristic that was named for every search.
    pub fn named(&self) -> Option<&'static str> {
        self.is_named.then(|| self.own.heuristic().name)
    }

    fn is_same(&self, other: &Self) -> bool {
        let identity = |shared: &Self| {
            (shared.own.info().name, shared.own.parameters().clone(), shared.own.text())
        };
        std::ptr::eq(self, other) || identity(self) == identity(other)
    }
}

/// Returns the advice for a heuristic that an instance cannot have.
fn unsuitable(error: impl ToString) -> Advice {
    (error.to_string(), "choose another heuristic".to_owned())
}

/// Returns an instance as one whose states can be copied.
pub fn small<'a>(
    py: Python<'_>,
    instance: &'a dyn AnyInstance,
    action: &str,
) -> PyResult<&'a dyn Small> {
    instance.as_small().ok_or_else(|| invalid(py, too_large(action)))
}

/// An instance of a puzzle.
///
/// `instance` is the name of a built-in instance, else a text, else a file; by default the first built-in one.
/// `file` is a file, `random` the size of a random instance and `seed` its seed, by default a random one.
/// `heuristic` is what `solve`, `trace`, `certify` and `h` use unless they are given another. `parameters` are
/// those of the puzzle, by name.
#[pyclass(frozen, module = "heureka")]
pub struct Instance {
    pub shared: Arc<Shared>,
}

/// A state of an instance. States are hashable and can be ordered.
#[pyclass(frozen, module = "heureka")]
pub struct State {
    key: Vec<u8>,
    shared: Arc<Shared>,
}

/// Where an instance comes from.
struct Source<'a> {
    text: Option<&'a str>,
    file: Option<&'a Path>,
    random: Option<(&'a str, u64)>,
}

/// Returns the exception for a file that cannot be read, as Python's own functions raise it.
fn named(py: Python<'_>, error: io::Error, path: &Path) -> PyErr {
    let Some(code) = error.raw_os_error() else { return error.into() };
    let text = py.import("os").and_then(|os| os.call_method1("strerror", (code,)));
    text.map_or_else(
        |error| error,
        |text| PyOSError::new_err((code, text.unbind(), path.display().to_string())),
    )
}

/// Makes an instance: the text is the name of a built-in instance, else an instance, else a file.
fn make(
    py: Python<'_>,
    puzzle: &NamedPuzzle,
    parameters: &Parameters,
    source: &Source<'_>,
) -> PyResult<Box<dyn AnyInstance>> {
    let entry = puzzle.entry;
    let info = entry.info();
    let format = || names::text_format(info.name);
    let read = |path: &Path| {
        let text = fs::read_to_string(path).map_err(|error| named(py, error, path))?;
        let made = entry.parse(&text, parameters);
        made.map_err(|error| invalid(py, (format!("{}: {error}", path.display()), format())))
    };
    let built_in = |level| {
        entry.built_in(level, parameters).map_err(|error| {
            invalid(py, (format!("built-in instance '{}': {error}", level.name), format()))
        })
    };
    match *source {
        Source { random: Some((size, seed)), .. } => entry
            .random(size, parameters, seed)
            .map_err(|error| invalid(py, invalid_size(info, size, &error))),
        Source { file: Some(path), .. } => read(path),
        Source { text: Some(text), .. } => match names::find_built_in(info, text) {
            Some(level) => built_in(level),
            None => match entry.parse(text, parameters) {
                Ok(instance) => Ok(instance),
                Err(_) if Path::new(text).is_file() => read(Path::new(text)),
                Err(error) => {
                    Err(invalid(py, invalid_instance(entry, parameters, text, &error, None)))
                }
            },
        },
        Source { .. } => built_in(puzzle.level.unwrap_or(&info.instances[0])),
    }
}

/// Reads the parameters of a puzzle, whose values may be of any type that has a text.
pub fn parameters(given: Option<&Bound<'_, PyDict>>) -> PyResult<Parameters> {
    let mut parameters = vec![];
    for (name, value) in given.into_iter().flatten() {
        parameters.push((name.extract()?, value.str()?.to_str()?.to_owned()));
    }
    Ok(Parameters(parameters))
}

/// Returns the entry of a puzzle by its name.
pub fn find_puzzle(py: Python<'_>, name: &str) -> PyResult<NamedPuzzle> {
    names::find_puzzle(name).map_err(|advice| invalid(py, advice))
}

impl Instance {
    /// Returns the space over the keys of states.
    fn space<T>(
        &self,
        py: Python<'_>,
        action: &str,
        work: impl FnOnce(&dyn EncodedSpace) -> PyResult<T>,
    ) -> PyResult<T> {
        let space = small(py, &*self.shared.own, action)?.encoded(
            Encoding::Keys,
            false,
            &mut heureka_core::Limits::none(),
        );
        match space {
            Ok(Some(space)) => work(&*space),
            // Every puzzle has keys, and no limit is given.
            _ => Err(invalid(py, too_large(action))),
        }
    }

    fn state(&self, key: Vec<u8>) -> State {
        State { key, shared: self.shared.clone() }
    }

    /// Returns the key of a state of this instance.
    fn key<'a>(&self, py: Python<'_>, state: &'a State) -> PyResult<&'a [u8]> {
        if !self.shared.is_same(&state.shared) {
            let what = format!("the state {} belongs to another instance", state.text());
            let help = "use the instance that the state comes from".to_owned();
            return Err(invalid(py, (what, help)));
        }
        Ok(&state.key)
    }

    /// Returns the states along a plan: after each move, the one with the plan's notation.
    pub fn path(&self, py: Python<'_>, plan: &[String]) -> PyResult<Vec<State>> {
        let own = small(py, &*self.shared.own, "copy")?;
        let plan = own.read_plan(&mut plan.iter().map(String::as_str));
        let plan = plan.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let mut notations = vec![];
        if let Some(path) = plan.as_path() {
            path.walk(&mut |station| notations.push(station.notation.to_owned()));
        }
        self.space(py, "copy", |space| {
            let mut keys = vec![space.start()];
            for notation in notations.iter().skip(1) {
                let mut next = Successors::default();
                space.expand(&keys[keys.len() - 1], &mut next);
                let mut next = next.keys.chunks_exact(space.key_size());
                let is_next = |key: &&[u8]| own.write_key(key).as_ref() == Some(notation);
                let key = next.find(is_next).ok_or_else(|| {
                    let what = format!("no move of the plan leads to the state {notation}");
                    PyRuntimeError::new_err(what)
                })?;
                keys.push(key.to_vec());
            }
            Ok(keys.into_iter().map(|key| self.state(key)).collect())
        })
    }

    /// Follows moves by their names in each state, and returns the cost of the plan that visits the same
    /// states. Names of moves may depend on earlier moves: bricks of one shape change places.
    fn follow(&self, py: Python<'_>, moves: &[String]) -> PyResult<Option<u32>> {
        self.space(py, "check", |space| {
            let (mut keys, mut key) = (space.start(), space.start());
            for name in moves {
                let mut next = Successors::default();
                space.expand(&key, &mut next);
                let Some(place) = space.moves(&key).iter().position(|known| known == name) else {
                    return Ok(None);
                };
                let size = space.key_size();
                key = next.keys[place * size..(place + 1) * size].to_vec();
                keys.extend(&key);
            }
            Ok(along(space, &keys))
        })
    }
}

/// Returns the cost of the plan that visits states, if they are a path from the start to a goal.
fn along(space: &dyn EncodedSpace, keys: &[u8]) -> Option<u32> {
    space.plan_along(keys).ok().flatten().map(|plan| plan.cost())
}

#[pymethods]
impl Instance {
    #[new]
    #[pyo3(signature = (puzzle, instance=None, *, file=None, random=None, seed=None, heuristic=None, parameters=None))]
    fn new(
        py: Python<'_>,
        puzzle: &str,
        instance: Option<&str>,
        file: Option<PathBuf>,
        random: Option<&str>,
        seed: Option<&Bound<'_, PyAny>>,
        heuristic: Option<&str>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let seed = limits::optional("seed", seed)?;
        let given = [instance.is_some(), file.is_some(), random.is_some()];
        if given.into_iter().filter(|&given| given).count() > 1 {
            let what = "instance, file and random cannot be given together".to_owned();
            return Err(invalid(py, (what, "give one of them".to_owned())));
        }
        if seed.is_some() && random.is_none() {
            let what = "seed is given without random".to_owned();
            let help = "give the size of a random instance, such as random='3x3'".to_owned();
            return Err(invalid(py, (what, help)));
        }
        // As the command line does, random instances draw a seed; Python's generator draws it, so that
        // `random.seed` repeats it.
        let seed = match (random, seed) {
            (Some(_), None) => {
                Some(py.import("random")?.call_method1("getrandbits", (32,))?.extract()?)
            }
            (_, seed) => seed,
        };
        let puzzle = find_puzzle(py, puzzle)?;
        let parameters = self::parameters(parameters)?;
        let source = Source { text: instance, file: file.as_deref(), random: random.zip(seed) };
        let mut made = make(py, &puzzle, &parameters, &source)?;
        if let Some(name) = heuristic {
            let known = names::heuristic(made.info(), name).map_err(|error| invalid(py, error))?;
            made.set_heuristic(known.name).map_err(|error| invalid(py, unsuitable(error)))?;
        }
        let is_named = heuristic.is_some();
        let shared = Shared { own: made.into(), seed, is_named, others: Mutex::default() };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Generates a random solvable instance; the same seed gives the same instance on every machine.
    #[staticmethod]
    #[pyo3(signature = (puzzle, size, seed=None, *, heuristic=None, parameters=None))]
    fn random(
        py: Python<'_>,
        puzzle: &str,
        size: &str,
        seed: Option<&Bound<'_, PyAny>>,
        heuristic: Option<&str>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Self::new(py, puzzle, None, None, Some(size), seed, heuristic, parameters)
    }

    /// The name of the puzzle.
    #[getter]
    fn puzzle(&self) -> &'static str {
        self.shared.own.info().name
    }

    /// The instance as text, which reads back.
    #[getter]
    fn text(&self) -> String {
        self.shared.own.text()
    }

    /// The seed of a random instance.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.shared.seed
    }

    /// The puzzle's parameters by name, with the defaults of those not given.
    #[getter]
    fn parameters(&self) -> BTreeMap<&'static str, String> {
        let own = &self.shared.own;
        own.parameters().effective(own.info().parameters)
    }

    /// The name of the heuristic.
    #[getter]
    fn heuristic(&self) -> &'static str {
        self.shared.own.heuristic().name
    }

    /// The names of all heuristics of the puzzle.
    #[getter]
    fn heuristics(&self) -> Vec<&'static str> {
        self.shared.own.info().heuristics.iter().map(|heuristic| heuristic.name).collect()
    }

    /// A restriction of every result, such as simplified rules.
    #[getter]
    fn caveat(&self) -> Option<&'static str> {
        self.shared.own.caveat()
    }

    /// The start.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<State> {
        self.space(py, "copy", |space| Ok(self.state(space.start())))
    }

    /// Returns whether a plan may end in a state.
    fn is_goal(&self, py: Python<'_>, state: &State) -> PyResult<bool> {
        let key = self.key(py, state)?;
        self.space(py, "copy", |space| Ok(space.is_goal(key)))
    }

    /// Returns the moves of a state: the name, the cost and the next state of each.
    fn successors(&self, py: Python<'_>, state: &State) -> PyResult<Vec<(String, u32, State)>> {
        let key = self.key(py, state)?;
        self.space(py, "copy", |space| {
            let mut next = Successors::default();
            space.expand(key, &mut next);
            let keys = next.keys.chunks_exact(space.key_size());
            let states = keys.map(|key| self.state(key.to_vec()));
            let moves = space.moves(key).into_iter().zip(next.costs).zip(states);
            Ok(moves.map(|((name, cost), state)| (name, cost, state)).collect())
        })
    }

    /// Estimates the cost from a state to a goal; None if no goal is reachable.
    #[pyo3(signature = (state, heuristic=None))]
    fn h(&self, py: Python<'_>, state: &State, heuristic: Option<&str>) -> PyResult<Option<u32>> {
        let key = self.key(py, state)?;
        let selected = self.shared.with_heuristic(heuristic);
        let selected = selected.map_err(|advice| invalid(py, advice))?;
        small(py, &*selected, "copy")?;
        // Tables may be built here.
        let (flag, limits) = (AtomicBool::new(false), Limits::none());
        let (found, raised) = limits.run(py, &flag, |limits| {
            let Some(small) = selected.as_small() else { return Ok(None) };
            let space = small.encoded(Encoding::Keys, true, limits)?;
            Ok(space.map(|space| space.h(key)))
        });
        match (found, raised) {
            (_, Some(error)) => Err(error),
            (Ok(Some(h)), None) => Ok((h < DEAD_END).then_some(h)),
            (Ok(None), None) => Err(invalid(py, too_large("copy"))),
            (Err::<_, Stop>(stop), None) => Err(PyRuntimeError::new_err(stop.to_string())),
        }
    }

    /// Draws a state, by default the start.
    #[pyo3(signature = (state=None))]
    fn draw(&self, py: Python<'_>, state: Option<&State>) -> PyResult<Picture> {
        match state {
            None => {
                let svg = pictures::board(&*self.shared.own);
                svg.map(|svg| Picture { svg }).map_err(|advice| invalid(py, advice))
            }
            Some(state) => {
                self.key(py, state)?;
                state.draw(py)
            }
        }
    }

    /// Checks a plan by the reference rules and returns its cost. The plan is a list of moves, a list of
    /// states from the start to a goal, or a result.
    fn check(&self, py: Python<'_>, plan: &Bound<'_, PyAny>) -> PyResult<u32> {
        let plan = if plan.is_instance_of::<crate::result::Result>() {
            let plan = plan.getattr("plan")?;
            if plan.is_none() {
                let what = "the result has no plan".to_owned();
                return Err(invalid(py, (what, "`outcome` and `reason` say why".to_owned())));
            }
            plan
        } else {
            plan.clone()
        };
        if plan.is_instance_of::<PyString>() || plan.is_none() {
            let what = format!("expected a list of moves or states, found {}", plan.repr()?);
            return Err(invalid(py, (what, "split a text by str.split()".to_owned())));
        }
        let (mut moves, mut keys, mut states) = (vec![], vec![], 0);
        for item in PyIterator::from_object(&plan)? {
            let item = item?;
            if let Ok(state) = item.cast::<State>() {
                keys.extend(self.key(py, state.get())?);
                states += 1;
            } else {
                moves.push(item.extract::<String>()?);
            }
        }
        if states > 0 {
            let cost = self.space(py, "check", |space| Ok(along(space, &keys)))?;
            let what = "the states are not a path from the start to a goal".to_owned();
            return cost.filter(|_| moves.is_empty()).ok_or_else(|| {
                rejected(py, what, "begin with `start`, and leave out none".to_owned())
            });
        }
        let own = &self.shared.own;
        let (flag, limits) = (AtomicBool::new(false), Limits::none());
        let (checked, raised) = limits
            .run(py, &flag, |limits| own.check(&mut moves.iter().map(String::as_str), limits));
        if let Some(error) = raised {
            return Err(error);
        }
        let error = match checked {
            Ok(cost) => return Ok(cost),
            Err(error) => error,
        };
        if own.as_small().is_some()
            && let Some(cost) = self.follow(py, &moves)?
        {
            return Ok(cost);
        }
        let (what, help) = match error {
            CheckError::NotAMove { index, example } => {
                let what = format!("'{}' is not a move of {}", moves[index], own.info().name);
                let example = example.map(|word| format!(", such as {word}")).unwrap_or_default();
                (what, format!("write one move per word{example}"))
            }
            CheckError::Invalid(error @ PlanError::IllegalMove { step }) => {
                let help = "`successors` has the moves of a state".to_owned();
                (format!("{error}: {}", moves[step - 1]), help)
            }
            error => {
                let help = "check each state on the way with `successors` and `is_goal`";
                (error.to_string(), help.to_owned())
            }
        };
        Err(rejected(py, what, help))
    }

    /// Searches for a proof that a plan is optimal or that none exists, by astar or ucs. Returns a certificate,
    /// which others check without a search.
    #[pyo3(signature = (*, strategy="astar", heuristic=None, time_limit=Time(None), memory_limit=Size::DEFAULT, expansions=None),
           text_signature = "($self, *, strategy='astar', heuristic=None, time_limit=None, memory_limit='4GiB', expansions=None)")]
    fn certify(
        &self,
        py: Python<'_>,
        strategy: &str,
        heuristic: Option<&str>,
        time_limit: Time,
        memory_limit: Size,
        expansions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Certificate> {
        let limits = Limits {
            time: time_limit.0,
            memory: memory_limit.0,
            expansions: limits::optional("expansions", expansions)?,
            ..Limits::none()
        };
        Certificate::make(py, &self.shared, strategy, heuristic, &limits)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.draw(py, None)?.svg)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let text = one_line(&self.text());
        format!("heureka.Instance({:?}, {text:?})", self.puzzle())
    }
}

#[pymethods]
impl State {
    /// The state in the puzzle's notation.
    #[getter]
    fn text(&self) -> String {
        let small = self.shared.own.as_small();
        small.and_then(|small| small.write_key(&self.key)).unwrap_or_default()
    }

    /// Draws the state.
    fn draw(&self, py: Python<'_>) -> PyResult<Picture> {
        let shown = small(py, &*self.shared.own, "draw")?.show_key(&self.key);
        let picture = shown.ok_or_else(|| invalid(py, too_large("draw")))?.picture;
        let svg = picture.svg(self.shared.own.info().title, report::fit_paper(&picture));
        Ok(Picture { svg })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.draw(py)?.svg)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<heureka.State of {}: {}>", self.shared.own.info().name, one_line(&self.text()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key.hash(&mut hasher);
        hasher.finish()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let is_same = |other: &Self| self.key == other.key && self.shared.is_same(&other.shared);
        other.cast::<Self>().is_ok_and(|other| is_same(other.get()))
    }

    /// The order has no meaning, but it is always the same, so that states can break ties in a heap.
    fn __lt__(&self, other: &Self) -> bool {
        self.key < other.key
    }
}
