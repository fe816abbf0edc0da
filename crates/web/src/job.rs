//! Long-running jobs, with progress events, and cancellation when the client disconnects.

use crate::error::ApiError;
use crate::pool::{CancelOnDrop, Place};
use axum::Json;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use serde_json::Value;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::mpsc;

/// What a job tells while it runs, and in the end.
#[derive(Debug)]
enum Message {
    Progress(Value),
    Done(Value),
    Failed(ApiError),
}

/// What a running job has: whether it is cancelled, and whom it tells of its progress.
#[derive(Debug)]
pub struct Running<'a> {
    /// Whether the client has gone.
    pub cancelled: &'a AtomicBool,
    sender: mpsc::Sender<Message>,
}

impl Running<'_> {
    /// Tells the client how far the job is. A report that does not fit is left out; the next is newer.
    pub fn report(&self, progress: &impl Serialize) {
        if let Ok(progress) = serde_json::to_value(progress) {
            drop(self.sender.try_send(Message::Progress(progress)));
        }
    }
}

/// Runs a job, and answers with its result; or, if the client accepts a stream of events, with progress and
/// the result.
///
/// # Errors
/// Those of the job, if they are not part of a stream.
pub async fn run<T: Serialize>(
    headers: &HeaderMap,
    place: Place,
    work: impl FnOnce(&Running<'_>) -> Result<T, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let cancel = CancelOnDrop::default();
    let cancelled = cancel.flag();
    let (sender, mut receiver) = mpsc::channel(16);
    let progress = sender.clone();
    let job = async move {
        let result = place.run(move || {
            let running = Running { cancelled: &cancelled, sender: progress };
            let result = serde_json::to_value(work(&running)?);
            result.map_err(|error| ApiError::bug(error.to_string()))
        });
        // Without a client, a waiting job gives up its place, and a running one sees that it is cancelled.
        let result = tokio::select! {
            result = result => result,
            () = sender.closed() => return,
        };
        let message = match result {
            Ok(done) => Message::Done(done),
            Err(error) => Message::Failed(error),
        };
        // The client may have disconnected.
        drop(sender.send(message).await);
    };
    tokio::spawn(job);
    if accepts_events(headers) {
        // The stream owns the cancellation: if the client goes, the stream is dropped, and the job stops.
        let events = stream::unfold((receiver, cancel), |(mut receiver, cancel)| async move {
            let message = receiver.recv().await?;
            Some((Ok::<_, Infallible>(event(&message)), (receiver, cancel)))
        });
        return Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response());
    }
    let _cancel = cancel;
    loop {
        match receiver.recv().await {
            Some(Message::Progress(_)) => {}
            Some(Message::Done(done)) => return Ok(Json(done).into_response()),
            Some(Message::Failed(error)) => return Err(error),
            None => return Err(ApiError::bug("the job ended without a result")),
        }
    }
}

/// Returns the time that a request gives for its job, in seconds; or, without one, the first of two values.
/// The second is the maximum.
///
/// # Errors
/// If it is not positive.
pub fn time(
    field: &str,
    seconds: Option<f64>,
    (default, maximum): (f64, f64),
) -> Result<Duration, ApiError> {
    let seconds = seconds.unwrap_or(default);
    if seconds > 0.0 {
        return Ok(Duration::from_secs_f64(seconds.min(maximum)));
    }
    let what = format!("{field}: expected a number greater than 0, found {seconds}");
    Err(ApiError::invalid(what, format!("give a time of at most {maximum} seconds")))
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// Returns a message as an event of the stream.
fn event(message: &Message) -> Event {
    let (name, data) = match message {
        Message::Progress(progress) => ("progress", progress.to_string()),
        Message::Done(done) => ("done", done.to_string()),
        Message::Failed(error) => {
            ("failed", serde_json::to_string(error).unwrap_or_else(|_| "{}".to_owned()))
        }
    };
    Event::default().event(name).data(data)
}
