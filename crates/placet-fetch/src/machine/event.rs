//! The events that the state machine takes, and the actions that it returns.

use std::sync::Arc;

use http::HeaderMap;
use url::Url;

use crate::entry::Entry;
use crate::failure::Failure;

/// What happened to a request.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_enums, reason = "nothing else can happen to a request")]
pub enum Event<'a> {
    /// The response began. The client handles interim responses (100 to 199).
    Head {
        /// Its status.
        status: u16,
        /// Its headers.
        fields: &'a HeaderMap,
    },
    /// Bytes of the body arrived, after decompression, so that the ceiling applies to the decoded
    /// size (F-37).
    Chunk(&'a [u8]),
    /// The body is complete, or [enough](Action::Enough) of it was read.
    End,
    /// Something went wrong.
    Failed(Failure),
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "a driver of the state machine must handle every action"
)]
pub enum Action {
    /// Drop the current response and make this request: a redirect is followed.
    ///
    /// Its host may be different. The client must check its address for each request (F-37).
    Request(Request),
    /// Go on reading.
    Read,
    /// No more of the body is needed: stop reading, and send [`Event::End`].
    Enough,
    /// The fetch is complete; this is the result.
    Done(Arc<Entry>),
}

/// A `GET` request to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// Where to: http or https, without user and fragment (F-37).
    pub url: Url,
    /// The headers it must have in addition to the client's own: validators of the stored copy.
    pub fields: HeaderMap,
}
