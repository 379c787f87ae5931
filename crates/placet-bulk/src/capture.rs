//! One answer of one site: what every input is read into.

use std::borrow::Cow;

use placet::signals::SignalFiles;
use url::Url;

use crate::limits;

/// What a site answered to a request for its robots.txt, or why that is unknown.
///
/// ```
/// use placet_bulk::Capture;
///
/// let capture = Capture::file("https://example.com", "list.txt:1", b"User-agent: *\nDisallow: /\n".to_vec());
/// assert_eq!((capture.origin.as_deref(), capture.status), (Some("https://example.com"), None));
/// ```
#[derive(Debug, Clone, Default)]
#[expect(clippy::exhaustive_structs, reason = "callers construct captures of their own inputs")]
pub struct Capture {
    /// The origin of the site, such as `https://example.com`; `None` where the input does not say.
    pub origin: Option<String>,
    /// Where the capture is: the input, and the place in it. It identifies the capture in every table.
    pub source: String,
    /// When it was made, in microseconds since 1970 UTC.
    pub time: Option<i64>,
    /// The HTTP status; `None` for a file without one, which counts as read.
    pub status: Option<u16>,
    /// The value of `Content-Type`.
    pub content_type: Option<String>,
    /// The value of `Location`, for a redirect.
    pub location: Option<String>,
    /// The body, without transfer and content codings; at most [`limits::BODY`] bytes are used.
    pub body: Vec<u8>,
    /// The size of the whole body, where `body` is only its beginning.
    pub size: Option<u64>,
    /// Why there is no answer.
    pub failure: Option<Failure>,
    /// What else the input says about the answer, such as that it cut the body.
    pub note: Option<String>,
    /// Other files of the site that contain signals.
    pub signal_files: Option<SignalFiles>,
}

/// Why there is no file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the site or the input is at fault")]
pub enum Failure {
    /// The site has no robots.txt: everything is permitted (RFC 9309 §2.3.1.3).
    Unavailable(String),
    /// The site was asked and did not answer: everything is prohibited (RFC 9309 §2.3.1.4).
    Unreachable(String),
    /// The input is unreadable here, so that nothing is known about the site.
    Input(String),
}

impl Capture {
    /// A robots.txt that was read.
    pub fn file(origin: &str, source: impl Into<String>, body: Vec<u8>) -> Self {
        let origin = Some(origin.to_owned());
        Self { origin, source: source.into(), body, ..Self::default() }
    }

    /// A place of the input that is unreadable.
    pub fn unreadable(source: impl Into<String>, error: impl Into<String>) -> Self {
        let failure = Some(Failure::Input(error.into()));
        Self { source: source.into(), failure, ..Self::default() }
    }

    /// Reads a response field; only those that an audit uses are kept.
    pub fn header(&mut self, name: &[u8], value: &[u8]) {
        let kept = if name.eq_ignore_ascii_case(b"content-type") {
            &mut self.content_type
        } else if name.eq_ignore_ascii_case(b"location") {
            &mut self.location
        } else {
            return;
        };
        if kept.is_none() {
            *kept = Some(String::from_utf8_lossy(value.trim_ascii()).into_owned());
        }
    }

    /// How much memory it takes, about.
    pub(crate) fn weight(&self) -> usize {
        self.body.len() + self.source.len() + 256
    }
}

/// What a capture means, by RFC 9309 §2.3.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the reference of the tables lists all")]
pub enum Outcome {
    /// The file was read: its rules apply.
    Available,
    /// The site has none: everything is permitted.
    Unavailable,
    /// The site did not answer, or with an error: everything is prohibited.
    Unreachable,
    /// The answer is a redirect. An archive has the answer of the other URL as another capture.
    Redirect,
    /// The input is unreadable: nothing is known.
    Error,
}

impl Outcome {
    /// The outcome of a status: that which `placet fetch` has, except that redirects are not followed.
    pub const fn of_status(status: u16) -> Self {
        match status {
            206 | 429 | 500..=599 => Self::Unreachable,
            200..=299 => Self::Available,
            300..=399 => Self::Redirect,
            400..=499 => Self::Unavailable,
            _ => Self::Error,
        }
    }

    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Unavailable => "unavailable",
            Self::Unreachable => "unreachable",
            Self::Redirect => "redirect",
            Self::Error => "error",
        }
    }

    /// Whether it decides what crawlers may do.
    pub const fn decides(self) -> bool {
        matches!(self, Self::Available | Self::Unavailable | Self::Unreachable)
    }
}

/// The origin of a URL, or of a host name, in normal form: `https` if it has no scheme, the host in
/// lower case, no default port. `None` if it is no HTTP origin.
///
/// ```
/// use placet_bulk::origin;
///
/// assert_eq!(origin("Example.com").as_deref(), Some("https://example.com"));
/// assert_eq!(origin("http://example.com:80/robots.txt").as_deref(), Some("http://example.com"));
/// assert_eq!(origin("mailto:a@example.com"), None);
/// ```
pub fn origin(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > limits::ORIGIN {
        return None;
    }
    let text = if text.contains("://") {
        Cow::Borrowed(text)
    } else if text.split('/').next().is_some_and(|host| host.contains('@')) {
        // An address for mail, not a host name.
        return None;
    } else {
        format!("https://{text}").into()
    };
    origin_of(&Url::parse(&text).ok()?)
}

/// The origin of an HTTP URL.
pub(crate) fn origin_of(url: &Url) -> Option<String> {
    let is_http = matches!(url.scheme(), "http" | "https");
    (is_http && url.host_str().is_some()).then(|| url.origin().ascii_serialization())
}
