//! What every request passes: it must be meant for this server, and every answer says what a page may do.

use crate::error::ApiError;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

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
pub async fn own(State(port): State<u16>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let text = |name| headers.get(name).map(HeaderValue::to_str);
    let host = text(header::HOST).and_then(Result::ok).is_some_and(|host| is_own(host, port));
    let origin = text(header::ORIGIN).is_none_or(|origin| {
        let uri = origin.ok().and_then(|origin| origin.parse::<Uri>().ok());
        uri.is_some_and(|uri| {
            uri.scheme_str() == Some("http")
                && uri.authority().is_some_and(|authority| is_own(authority.as_str(), port))
        })
    });
    let mut response = if host && origin {
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
