//! The files of the page, which the program contains.

use crate::error::ApiError;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::fmt::Write;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

const PAGE: &str = "index.html";

/// Answers with the page itself.
pub async fn page(headers: HeaderMap) -> Response {
    asset(PAGE, &headers)
}

/// Answers with a file of the page.
pub async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    asset(&path, &headers)
}

fn asset(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Assets::get(path) else {
        return ApiError::missing(format!("there is no '{path}'"), "open /").into_response();
    };
    let mut tag = String::from('"');
    for byte in &file.metadata.sha256_hash()[..8] {
        // Writing to a string cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    // A browser asks again each time, so that a page is never of an older version.
    let caching = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    (caching, [(header::CONTENT_TYPE, kind)], file.data).into_response()
}
