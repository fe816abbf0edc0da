//! What every request passes: it must be meant for this server, its body must be complete in time, and every
//! answer says what a page may do.

use crate::error::ApiError;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Duration;

/// The most bytes of a request's body.
pub const MAX_BODY: usize = 4 << 20;
/// How long a client may take to send the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A page may load and ask only this server; nothing may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Rejects a request that another site makes in a browser: one with a foreign host, to which that site's
/// name was rebound, or with a foreign origin.
pub async fn reject_foreign(State(port): State<u16>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let text = |name| headers.get(name).map(HeaderValue::to_str);
    // With two hosts, another program may see the other one.
    let has_one_host = headers.get_all(header::HOST).iter().count() == 1;
    let host = text(header::HOST).and_then(Result::ok).is_some_and(|host| is_own(host, port));
    let origin = text(header::ORIGIN).is_none_or(|origin| {
        let uri = origin.ok().and_then(|origin| origin.parse::<Uri>().ok());
        uri.is_some_and(|uri| {
            uri.scheme_str() == Some("http")
                && uri.authority().is_some_and(|authority| is_own(authority.as_str(), port))
        })
    });
    let mut response = if has_one_host && host && origin {
        next.run(request).await
    } else {
        let help = format!("open http://127.0.0.1:{port}/");
        ApiError::new(StatusCode::FORBIDDEN, "this server answers only its own pages", help)
            .into_response()
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Reads the whole body of a request before anything else happens. Rejects one that is too large, at once if
/// its length says so, or that does not come in time.
pub async fn read_body(request: Request, next: Next) -> Response {
    let too_large = || {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large", "send at most 4 MiB")
    };
    let (parts, body) = request.into_parts();
    let length = parts.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if length.and_then(|length| length.parse::<u64>().ok()).is_some_and(|n| n > MAX_BODY as u64) {
        return too_large().into_response();
    }
    match tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        // A body that breaks off has no client that reads the answer.
        Ok(Err(_)) => too_large().into_response(),
        Err(_) => {
            let help = "send the whole body within 10 seconds";
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "the body is incomplete", help)
                .into_response()
        }
    }
}

/// Returns whether a host with its port names this server.
fn is_own(host: &str, port: u16) -> bool {
    let (name, number) = host.rsplit_once(':').unwrap_or((host, "80"));
    ["127.0.0.1", "localhost", "[::1]"].contains(&name) && number.parse() == Ok(port)
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn only_names_of_this_machine_are_own() {
        for own in ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"] {
            assert!(is_own(own, 8000), "{own}");
        }
        for foreign in [
            "127.0.0.1",
            "127.0.0.1:80",
            "example.org:8000",
            "localhost.example.org:8000",
            ":8000",
            "",
            "127.0.0.1:8000@example.org",
            "127.0.0.2:8000",
        ] {
            assert!(!is_own(foreign, 8000), "{foreign}");
        }
        assert!(is_own("localhost", 80));
    }
}
