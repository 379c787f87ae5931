//! What is told to the machine, and what it answers.

use std::sync::Arc;

use http::HeaderMap;
use url::Url;

use crate::entry::Entry;
use crate::failure::Failure;

/// What happened.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_enums, reason = "nothing else can happen to a request")]
pub enum Event<'a> {
    /// The answer began. Interim answers (100 to 199) are the client's business.
    Head {
        /// Its status.
        status: u16,
        /// Its fields.
        fields: &'a HeaderMap,
    },
    /// Bytes of the body arrived; told after decompression, so that the ceiling holds for what
    /// they come to (F-37).
    Chunk(&'a [u8]),
    /// The body ended as it should; or it is [enough](Action::Enough).
    End,
    /// Something went wrong.
    Failed(Failure),
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "whoever drives the machine must know every action")]
pub enum Action {
    /// Leave the answer at hand and make this request: a redirect is followed.
    ///
    /// Its host may be another. Whether its address may be connected to is for the client to
    /// check, anew for each request (F-37).
    Request(Request),
    /// Go on reading.
    Read,
    /// Nothing more is needed of the body: stop reading, and tell that it [ended](Event::End).
    Enough,
    /// It is over; this is what holds.
    Done(Arc<Entry>),
}

/// A `GET` request to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// Where to: http or https, without user and fragment (F-37).
    pub url: Url,
    /// The fields it must carry beside the client's own: validators of the copy held.
    pub fields: HeaderMap,
}
