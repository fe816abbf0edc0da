//! Boards and moves: positions of a game, the outlook of each move, and hints.

use crate::app::App;
use crate::error::ApiError;
use crate::pool::CancelOnDrop;
use crate::subject::{Subject, small};
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use heureka_core::{Claim, Cost, Optimality};
use heureka_kit::draw::{Area, Picture};
use heureka_kit::edit::Edit;
use heureka_kit::game::{Choice, Game};
use heureka_kit::hint;
use heureka_kit::instance::{Instance, Small};
use heureka_kit::outlook::{Outlook, Prospect};
use heureka_kit::puzzle::HeuristicInfo;
use heureka_lab::{names, table_cache};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The most frames of one answer.
const MAX_FRAMES: usize = 200;
/// The most moves of a game.
const MAX_MOVES: usize = 100_000;
/// The most states of an instance whose moves are judged.
const MAX_STATES: usize = 200_000;
/// The most instances whose outlook is kept.
const MAX_OUTLOOKS: usize = 8;
/// The pixels per cell of a picture. Pages scale it.
const SCALE: f64 = 48.0;
/// The memory of a hint.
const HINT_BYTES: u64 = 1 << 30;

/// Returns a picture as SVG.
pub fn svg(picture: &Picture, title: &str) -> String {
    picture.svg(title, SCALE)
}

/// An instance, as it was read.
#[derive(Debug, Serialize)]
pub struct Described {
    /// With the seed that makes a random one again.
    subject: Subject,
    title: &'static str,
    /// The text, which reads back.
    text: String,
    parameters: BTreeMap<&'static str, String>,
    caveat: Option<&'static str>,
    /// Why it is unsolvable, if that is known without a search.
    unsolvable: Option<String>,
    best: Setup,
    heuristics: Vec<Heuristic>,
    /// Whether its states can be drawn, played and watched.
    playable: bool,
    svg: Option<String>,
    /// The tools that edit it on its picture.
    tools: &'static [&'static str],
}

#[derive(Debug, Serialize)]
struct Setup {
    strategy: &'static str,
    heuristic: &'static str,
}

#[derive(Debug, Serialize)]
struct Heuristic {
    name: &'static str,
    summary: &'static str,
    claim: &'static str,
}

/// `POST /api/v1/instance`: reads an instance and draws it.
///
/// # Errors
/// What is wrong with the instance, where, and what to do.
pub async fn instance(
    State(app): State<Arc<App>>,
    subject: Result<Json<Subject>, JsonRejection>,
) -> Result<Json<Described>, ApiError> {
    let Json(mut subject) = subject?;
    if subject.random.is_some() {
        subject.seed.get_or_insert_with(fresh_seed);
    }
    let described = app.boards.run(move || describe(subject)).await?;
    Ok(Json(described))
}

/// Returns a seed that differs from call to call, and that JavaScript represents exactly.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(()) % 1_000_000_000
}

fn describe(subject: Subject) -> Result<Described, ApiError> {
    let mut instance = subject.make()?;
    let info = instance.info();
    let best = instance.best();
    let picture = instance.as_small().map(|small| svg(&small.picture(), info.title));
    let mut described = Described {
        title: info.title,
        text: instance.text(),
        parameters: instance.parameters().effective(info.parameters),
        caveat: instance.caveat(),
        unsolvable: instance.unsolvable(),
        best: Setup { strategy: best.strategy, heuristic: best.heuristic },
        heuristics: vec![],
        playable: picture.is_some(),
        svg: picture,
        tools: instance.as_small().map_or(&[], Small::tools),
        subject,
    };
    for &HeuristicInfo { name, summary, claim } in info.heuristics {
        // An instance can confirm more than is claimed of all.
        let claim = match instance.set_heuristic(name).map_or(claim, |()| instance.claim()) {
            Claim::Nothing => "no claims",
            claim => claim.name(),
        };
        described.heuristics.push(Heuristic { name, summary, claim });
    }
    Ok(described)
}

/// A game: an instance and the moves played.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    subject: Subject,
    #[serde(default)]
    moves: Vec<String>,
    /// The first move after which a frame is wanted; by default the last.
    from: Option<usize>,
}

/// The position after some moves.
#[derive(Debug, Serialize)]
pub struct Position {
    frames: Vec<Frame>,
    /// The legal moves at the end.
    moves: Vec<Move>,
    solved: bool,
    cost: Cost,
}

/// A legal move, and the areas of the board that it is about: left, top, width and height.
#[derive(Debug, Serialize)]
struct Move {
    action: String,
    cost: Cost,
    spots: Vec<Area>,
}

#[derive(Debug, Serialize)]
struct Frame {
    index: usize,
    action: Option<String>,
    state: String,
    g: Cost,
    h: Cost,
    svg: String,
}

/// `POST /api/v1/position`: plays moves and draws the boards after them.
///
/// # Errors
/// If the instance is invalid or a move is illegal.
pub async fn position(
    State(app): State<Arc<App>>,
    played: Result<Json<Played>, JsonRejection>,
) -> Result<Json<Position>, ApiError> {
    let Json(played) = played?;
    let position = app.boards.run(move || {
        let instance = played.subject.make()?;
        replay(&*instance, &played)
    });
    Ok(Json(position.await?))
}

fn replay(instance: &dyn Instance, played: &Played) -> Result<Position, ApiError> {
    let (mut game, title) = (small(instance)?.game(), instance.info().title);
    let first = played.from.unwrap_or(played.moves.len());
    let mut frames = vec![];
    let mut g: Cost = 0;
    let mut draw = |game: &dyn Game, index: usize, g| {
        if index >= first && frames.len() < MAX_FRAMES {
            let action = index.checked_sub(1).map(|last| played.moves[last].clone());
            let (state, h) = (game.notation(), game.h());
            frames.push(Frame { index, action, state, g, h, svg: svg(&game.picture(), title) });
        }
    };
    draw(&*game, 0, g);
    play(&mut *game, &played.moves, &mut |game, index, cost| {
        g = g.saturating_add(cost);
        draw(game, index, g);
    })?;
    let moves = game.choices().into_iter();
    let moves = moves.map(|Choice { action, cost, spots }| Move { action, cost, spots });
    Ok(Position { frames, moves: moves.collect(), solved: game.is_solved(), cost: g })
}

fn check_length(moves: &[String]) -> Result<(), ApiError> {
    if moves.len() > MAX_MOVES {
        let error = format!("a game has at most {MAX_MOVES} moves");
        return Err(ApiError::invalid(error, "restart"));
    }
    Ok(())
}

/// Plays moves, and calls `visit` after each with its number and cost.
fn play(
    game: &mut dyn Game,
    moves: &[String],
    visit: &mut dyn FnMut(&dyn Game, usize, Cost),
) -> Result<(), ApiError> {
    check_length(moves)?;
    for (index, word) in moves.iter().enumerate() {
        let Some(cost) = game.play(word) else {
            let error = format!("move {} is illegal: '{word}'", index + 1);
            return Err(ApiError::invalid(error, "choose one of the legal moves"));
        };
        visit(game, index + 1, cost);
    }
    Ok(())
}

/// An edit of an instance on its picture.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditRequest {
    subject: Subject,
    tool: usize,
    from: [f64; 2],
    to: [f64; 2],
}

/// `POST /api/v1/edit`: edits an instance on its picture. The answer is the new instance, or the old one if
/// the edit changes nothing.
///
/// # Errors
/// If the instance would be invalid.
pub async fn edit(
    State(app): State<Arc<App>>,
    request: Result<Json<EditRequest>, JsonRejection>,
) -> Result<Json<Described>, ApiError> {
    let Json(EditRequest { subject, tool, from, to }) = request?;
    let edited = app.boards.run(move || {
        let instance = subject.make()?;
        let small = small(&*instance)?;
        if tool >= small.tools().len() {
            let help = format!("this puzzle has {} tools, counted from 0", small.tools().len());
            return Err(ApiError::invalid(format!("there is no tool {tool}"), help));
        }
        let edit = Edit { tool, from: from.into(), to: to.into() };
        match small.edit(&edit) {
            None => describe(subject),
            Some(text) => {
                let (instance, random, seed) = (Some(text), None, None);
                describe(Subject { instance, random, seed, ..subject })
            }
        }
    });
    Ok(Json(edited.await?))
}

/// An instance and its outlook; `None` if it has too many states.
type KnownOutlook = (Subject, Option<Arc<dyn Outlook>>);

/// The outlooks computed last.
#[derive(Default)]
pub struct Outlooks(Mutex<Vec<KnownOutlook>>);

impl fmt::Debug for Outlooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Outlooks")
    }
}

impl Outlooks {
    /// Returns the outlook of an instance if it has been computed.
    fn known(&self, subject: &Subject) -> Option<Arc<dyn Outlook>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == subject)?.1.clone()
    }

    /// Returns the outlook of an instance; `None` if it has too many states.
    fn get(&self, subject: &Subject) -> Result<Option<Arc<dyn Outlook>>, ApiError> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, outlook)) = lock().iter().find(|(known, _)| known == subject) {
            return Ok(outlook.clone());
        }
        let instance = subject.make()?;
        let outlook: Option<Arc<dyn Outlook>> =
            small(&*instance)?.outlook(MAX_STATES).map(Arc::from);
        let mut kept = lock();
        // Another request may have computed it meanwhile.
        kept.retain(|(known, _)| known != subject);
        if kept.len() == MAX_OUTLOOKS {
            kept.remove(0);
        }
        kept.push((subject.clone(), outlook.clone()));
        Ok(outlook)
    }
}

/// What each legal move leads to; `known` is false if the instance has too many states.
#[derive(Debug, Default, Serialize)]
pub struct Judged {
    known: bool,
    /// The cost of a cheapest plan from here; `null` if there is none.
    rest: Option<Cost>,
    moves: Vec<JudgedMove>,
}

#[derive(Debug, Serialize)]
struct JudgedMove {
    action: String,
    cost: Cost,
    /// The cost of a cheapest plan after the move; `null` if there is none.
    rest: Option<Cost>,
    /// How much more the cheapest plan costs with this move; `null` if there is none.
    loss: Option<Cost>,
}

/// `POST /api/v1/outlook`: judges the legal moves after some moves, where the space is small.
///
/// # Errors
/// If the instance is invalid or a move is illegal.
pub async fn outlook(
    State(app): State<Arc<App>>,
    played: Result<Json<Played>, JsonRejection>,
) -> Result<Json<Judged>, ApiError> {
    let Json(played) = played?;
    let pool = app.boards.clone();
    let judged = pool.run(move || {
        let Some(outlook) = app.outlooks.get(&played.subject)? else {
            return Ok(Judged::default());
        };
        check_length(&played.moves)?;
        let Some((rest, prospects)) = outlook.after(&played.moves) else {
            // The game names the illegal move.
            let instance = played.subject.make()?;
            play(&mut *small(&*instance)?.game(), &played.moves, &mut |_, _, _| {})?;
            return Err(ApiError::bug("the outlook does not know a legal move"));
        };
        let moves = prospects.into_iter().map(|prospect| JudgedMove {
            loss: rest.and_then(|best| {
                Some(prospect.rest?.saturating_add(prospect.cost).saturating_sub(best))
            }),
            action: prospect.action,
            cost: prospect.cost,
            rest: prospect.rest,
        });
        Ok(Judged { known: true, rest, moves: moves.collect() })
    });
    Ok(Json(judged.await?))
}

/// The next move of a plan, or a guess.
#[derive(Debug, Serialize)]
pub struct Hint {
    action: Option<String>,
    /// All moves of the plan.
    plan: Option<Vec<String>>,
    /// What is known of it, as a sentence.
    summary: String,
}

impl Hint {
    fn new(found: hint::Hint) -> Self {
        let (action, plan, summary) = match found {
            hint::Hint::Plan(plan, _) if plan.actions.is_empty() => {
                (None, None, "The puzzle is solved.".to_owned())
            }
            hint::Hint::Plan(plan, known) => {
                let sure = if known == Optimality::Proved { "at best" } else { "in a known plan" };
                let summary = format!("The rest costs {} {sure}.", plan.cost);
                (plan.actions.first().cloned(), Some(plan.actions), summary)
            }
            hint::Hint::Unsolvable => (None, None, "There is no solution from here.".to_owned()),
            hint::Hint::Guess { action: None, .. } => {
                (None, None, "There is no legal move.".to_owned())
            }
            hint::Hint::Guess { action, bound: 0 } => {
                (action, None, "A guess: no plan was found within a second.".to_owned())
            }
            hint::Hint::Guess { action, bound } => {
                let summary = format!(
                    "A guess: no plan was found within a second. The rest costs at least {bound}."
                );
                (action, None, summary)
            }
            hint::Hint::Interrupted => (None, None, "The search was stopped.".to_owned()),
        };
        Self { action, plan, summary }
    }
}

/// `POST /api/v1/hint`: searches for the next move, for at most a second.
///
/// # Errors
/// If the instance is invalid or a move is illegal.
pub async fn hint(
    State(app): State<Arc<App>>,
    played: Result<Json<Played>, JsonRejection>,
) -> Result<Json<Hint>, ApiError> {
    let Json(played) = played?;
    let cancel = CancelOnDrop::default();
    let cancelled = cancel.flag();
    let pool = app.jobs.clone();
    let hint = pool.run(move || {
        let mut instance = played.subject.make()?;
        let strategy = names::setup(&mut *instance, None, None)?;
        let mut game = small(&*instance)?.game();
        play(&mut *game, &played.moves, &mut |_, _, _| {})?;
        // The colors of the moves are right, and quick: a hint must not contradict them.
        if let Some((Some(rest), prospects)) =
            app.outlooks.known(&played.subject).and_then(|outlook| outlook.after(&played.moves))
        {
            let through = |prospect: &Prospect| prospect.rest?.checked_add(prospect.cost);
            let best = prospects.into_iter().find(|prospect| through(prospect) == Some(rest));
            let summary = format!("The rest costs {rest} at best.");
            return Ok(match best {
                Some(best) => Hint { action: Some(best.action), plan: None, summary },
                None => {
                    Hint { action: None, plan: None, summary: "The puzzle is solved.".to_owned() }
                }
            });
        }
        let found = hint::hint(&*game, &strategy, |strategy, time| {
            let limits = table_cache::limits().time(time).memory(HINT_BYTES);
            game.advise(strategy, &mut limits.interrupt(&cancelled))
        });
        Ok(Hint::new(found.map_err(|error| ApiError::bug(error.to_string()))?))
    });
    Ok(Json(hint.await?))
}

#[cfg(test)]
mod tests {
    use super::describe;
    use crate::subject::Subject;

    #[test]
    fn a_heuristic_has_the_claim_that_the_instance_confirms() {
        for (instance, claim) in [("inconsistent", "admissible"), ("too-high", "no claims")] {
            let (puzzle, instance) = ("graph".to_owned(), Some(instance.to_owned()));
            let described = describe(Subject { puzzle, instance, ..Subject::default() });
            let given = described.unwrap().heuristics.into_iter().find(|h| h.name == "given");
            assert_eq!(given.unwrap().claim, claim);
        }
    }
}
