//! Errors as problem details (RFC 9457).

use std::time::Duration;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use placet_fetch::{ClientError, InvalidOrigin};
use placet_report::json::QuestionError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::limits;

/// The page that describes each code, by its anchor.
const TYPES: &str = "https://placet.github.io/placet/reference/api.html#";

/// What kind of problem it is. Programs should look at this, not at the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    /// The request is not a question that can be answered.
    BadRequest,
    /// The token is missing or wrong.
    Unauthorized,
    /// The request comes from another site, or names another host.
    ForbiddenOrigin,
    /// There is no such path.
    NotFound,
    /// The server does not have the file with this digest.
    UnknownDigest,
    /// The store has no entry for this site.
    NotHeld,
    /// The path does not support this method.
    MethodNotAllowed,
    /// The body is too large.
    TooLarge,
    /// The array has too many questions, or they are about too many sites.
    BatchTooLarge,
    /// The client sends its request too slowly.
    SlowRequest,
    /// The client made too many requests.
    RateLimited,
    /// The server has too many requests.
    Overloaded,
    /// The request took too long.
    Timeout,
    /// The server could not ask the site.
    FetchFailed,
    /// A fault of the server.
    Internal,
}

impl Code {
    /// All codes.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 15] = [
        Self::BadRequest,
        Self::Unauthorized,
        Self::ForbiddenOrigin,
        Self::NotFound,
        Self::UnknownDigest,
        Self::NotHeld,
        Self::MethodNotAllowed,
        Self::TooLarge,
        Self::BatchTooLarge,
        Self::SlowRequest,
        Self::RateLimited,
        Self::Overloaded,
        Self::Timeout,
        Self::FetchFailed,
        Self::Internal,
    ];

    /// The name in `code`, and the end of `type`.
    pub(crate) const fn name(self) -> &'static str {
        self.row().0
    }

    /// The status of the response.
    pub(crate) const fn status(self) -> StatusCode {
        self.row().1
    }

    const fn title(self) -> &'static str {
        self.row().2
    }

    const fn row(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Self::BadRequest => {
                ("bad-request", StatusCode::BAD_REQUEST, "The question cannot be answered")
            }
            Self::Unauthorized => {
                ("unauthorized", StatusCode::UNAUTHORIZED, "A valid token is required")
            }
            Self::ForbiddenOrigin => (
                "forbidden-origin",
                StatusCode::FORBIDDEN,
                "Requests from other sites are not answered",
            ),
            Self::NotFound => ("not-found", StatusCode::NOT_FOUND, "There is no such path"),
            Self::UnknownDigest => {
                ("unknown-digest", StatusCode::NOT_FOUND, "The server does not have this file")
            }
            Self::NotHeld => {
                ("not-held", StatusCode::NOT_FOUND, "The store has no entry for this site")
            }
            Self::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "The path does not support this method",
            ),
            Self::TooLarge => ("too-large", StatusCode::PAYLOAD_TOO_LARGE, "The body is too large"),
            Self::BatchTooLarge => {
                ("batch-too-large", StatusCode::PAYLOAD_TOO_LARGE, "There are too many questions")
            }
            Self::SlowRequest => {
                ("slow-request", StatusCode::REQUEST_TIMEOUT, "The body did not arrive in time")
            }
            Self::RateLimited => (
                "rate-limited",
                StatusCode::TOO_MANY_REQUESTS,
                "This client makes too many requests",
            ),
            Self::Overloaded => {
                ("overloaded", StatusCode::SERVICE_UNAVAILABLE, "The server has too many requests")
            }
            Self::Timeout => {
                ("timeout", StatusCode::SERVICE_UNAVAILABLE, "The request took too long")
            }
            Self::FetchFailed => {
                ("fetch-failed", StatusCode::BAD_GATEWAY, "The server could not ask the site")
            }
            Self::Internal => {
                ("internal", StatusCode::INTERNAL_SERVER_ERROR, "The server has a fault")
            }
        }
    }
}

/// Why a request has no answer.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    code: Code,
    detail: String,
    index: Option<usize>,
    column: Option<usize>,
    retry_after: Option<Duration>,
}

/// A problem in the form of RFC 9457.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemDetails {
    /// A page that describes this kind of problem.
    #[serde(rename = "type")]
    kind: String,
    /// The same as a short name.
    code: Code,
    title: &'static str,
    status: u16,
    /// What is wrong with this request, and what to do.
    detail: String,
    /// The position of the question in an array, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    /// The column of the error in the body or question, in bytes from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Problem {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        let retry_after =
            matches!(code, Code::Overloaded | Code::Timeout).then_some(limits::RETRY_AFTER);
        Self { code, detail: detail.into(), index: None, column: None, retry_after }
    }

    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(Code::BadRequest, detail)
    }

    pub(crate) fn code(&self) -> Code {
        self.code
    }

    pub(crate) fn column(&self) -> Option<usize> {
        self.column
    }

    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }

    /// Adds when to try again.
    pub(crate) fn retry_after(self, wait: Duration) -> Self {
        Self { retry_after: Some(wait), ..self }
    }

    /// Adds the position of the question in an array.
    pub(crate) fn at(self, index: usize) -> Self {
        Self { index: Some(index), ..self }
    }

    pub(crate) fn unknown_digest(digest: &str) -> Self {
        let detail = format!("{digest} is not known here; send the file again with PUT /v1/files");
        Self::new(Code::UnknownDigest, detail)
    }
}

impl From<QuestionError> for Problem {
    fn from(error: QuestionError) -> Self {
        let text = error.to_string();
        // The command line has options for what a question leaves out.
        let detail = text.split(" or use --").next().unwrap_or_default();
        Self { column: error.column(), ..Self::bad_request(detail) }
    }
}

impl From<InvalidOrigin> for Problem {
    fn from(error: InvalidOrigin) -> Self {
        Self::bad_request(error.to_string())
    }
}

impl From<placet::InvalidUrl> for Problem {
    fn from(error: placet::InvalidUrl) -> Self {
        Self::bad_request(error.to_string())
    }
}

impl From<ClientError> for Problem {
    fn from(error: ClientError) -> Self {
        let code = match &error {
            ClientError::Origin(_) | ClientError::Url(_) => Code::BadRequest,
            ClientError::Late | ClientError::Ended => Code::Timeout,
            _ => Code::FetchFailed,
        };
        Self::new(code, error.to_string())
    }
}

impl From<placet_fetch::store::StoreError> for Problem {
    fn from(error: placet_fetch::store::StoreError) -> Self {
        Self::new(Code::Overloaded, format!("the store failed: {error}"))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> axum::response::Response {
        let status = self.code.status();
        let body = ProblemDetails {
            kind: format!("{TYPES}{}", self.code.name()),
            code: self.code,
            title: self.code.title(),
            status: status.as_u16(),
            detail: self.detail,
            index: self.index,
            column: self.column,
        };
        // Strings and numbers always serialize.
        let body = serde_json::to_vec(&body).unwrap_or_default();
        let mut response = Response::new(axum::body::Body::from(body));
        *response.status_mut() = status;
        let fields = response.headers_mut();
        fields.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(wait) = self.retry_after {
            // Rounded up: an earlier request would be refused again.
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            fields.insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        if self.code == Code::Unauthorized {
            fields.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_in_the_reference() {
        let reference = include_str!("../../../docs/src/reference/api.md");
        for code in Code::ALL {
            let (name, status) = (code.name(), code.status().as_u16());
            let heading = format!("\n### {name}\n{status}. ");
            assert!(reference.contains(&heading), "{heading}");
            assert_eq!(serde_json::to_value(code).unwrap(), name);
        }
    }

    #[test]
    fn waits_are_rounded_up() {
        let wait = |millis| {
            let problem = Problem::new(Code::RateLimited, "");
            let response = problem.retry_after(Duration::from_millis(millis)).into_response();
            response.headers()[RETRY_AFTER].to_str().unwrap().to_owned()
        };
        assert_eq!([wait(1), wait(1_000), wait(1_001)], ["1", "1", "2"]);
    }
}
