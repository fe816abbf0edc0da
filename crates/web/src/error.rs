//! Errors as the API answers them: a status, what is wrong, where, and what to do.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use heureka_kit::text::ParseError;
use heureka_lab::names::Advice;
use serde::Serialize;

/// What is wrong with a request, or why it cannot be answered.
#[derive(Clone, Debug, Serialize)]
pub struct ApiError {
    #[serde(skip)]
    status: StatusCode,
    /// What is wrong.
    error: String,
    /// What to do.
    help: Option<String>,
    /// The line of the text, counted from 1.
    line: Option<usize>,
    /// The column of the text, counted from 1.
    column: Option<usize>,
}

impl ApiError {
    /// Returns an error with a status and a remedy.
    pub fn new(status: StatusCode, error: impl Into<String>, help: impl Into<String>) -> Self {
        let help = Some(help.into()).filter(|help| !help.is_empty());
        Self { status, error: error.into(), help, line: None, column: None }
    }

    /// Returns an error about the content of a request.
    pub fn invalid(error: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error, help)
    }

    /// Returns an error about something that is not here, or no longer.
    pub fn missing(error: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error, help)
    }

    /// Returns an error about a text, with its place.
    pub fn text(error: &ParseError, help: impl Into<String>) -> Self {
        let place = |number: usize| Some(number).filter(|&number| number > 0);
        let (line, column) = (place(error.line), place(error.column));
        Self { line, column, ..Self::invalid(&*error.message, help) }
    }

    /// Returns an error of the program.
    pub fn bug(error: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error, "this is a bug: please report it")
    }

    /// Returns the answer to a request that would have to wait behind too many others.
    pub fn busy() -> Self {
        let help = "wait for a running job, or cancel one";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too many jobs are waiting", help)
    }
}

impl From<Advice> for ApiError {
    fn from((error, help): Advice) -> Self {
        Self::invalid(error, help)
    }
}

/// What the readers of requests say, and the same in words for users of the page.
const WORDS: [(&str, &str); 6] = [
    ("Failed to deserialize the JSON body into the target type", "the request is invalid"),
    ("Failed to parse the request body as JSON", "the request is not JSON"),
    ("Invalid URL: ", ""),
    ("Failed to deserialize query string", "the address is invalid"),
    ("`u64`", "whole number"),
    ("`usize`", "whole number"),
];

fn in_words(text: &str) -> String {
    let text = WORDS.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let number = "expected a whole number from 0 on";
    text.replace("expected u64", number).replace("expected usize", number)
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        let help =
            "send a JSON object as docs/api.md describes it, with content-type application/json";
        Self::new(rejection.status(), in_words(&rejection.body_text()), help)
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status(), in_words(&rejection.body_text()), "see docs/api.md")
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        Self::new(rejection.status(), in_words(&rejection.body_text()), "see docs/api.md")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(self)).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
