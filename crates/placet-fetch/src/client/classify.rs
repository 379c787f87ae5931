//! Maps I/O and protocol errors to failures.

use std::error::Error;
use std::io::{self, ErrorKind};

use super::local::{LocalFailure, Trouble};
use crate::failure::Failure;

/// How many causes of an error are examined.
const DEPTH: usize = 16;

/// The failure when connecting fails.
pub(super) fn of_connection(error: &io::Error) -> Trouble {
    by_io(error).unwrap_or(Failure::Refused.into())
}

/// The failure when the TLS handshake fails.
pub(super) fn of_handshake(error: &io::Error) -> Trouble {
    by_io(error).unwrap_or(Failure::Tls.into())
}

/// The failure for an error before the body.
pub(super) fn of_request(error: &hyper::Error) -> Trouble {
    causes(error).find_map(by_type).unwrap_or(Failure::Protocol.into())
}

/// The failure for an error within the body: it cannot be read, unless this machine has a problem.
pub(super) fn of_body(error: &hyper::Error) -> Trouble {
    let local = causes(error).find_map(by_type);
    local.filter(|it| matches!(it, Trouble::Local(_))).unwrap_or(Failure::Body.into())
}

/// The failure for one cause, if its type determines one.
fn by_type(cause: &(dyn Error + 'static)) -> Option<Trouble> {
    if cause.is::<rustls::Error>() {
        Some(Failure::Tls.into())
    } else if let Some(error) = cause.downcast_ref::<hyper::Error>() {
        by_hyper(error).map(Into::into)
    } else {
        cause.downcast_ref::<io::Error>().and_then(by_io)
    }
}

fn by_hyper(error: &hyper::Error) -> Option<Failure> {
    if error.is_parse() {
        Some(Failure::Protocol)
    } else if error.is_incomplete_message() || error.is_closed() || error.is_canceled() {
        Some(Failure::Reset)
    } else {
        None
    }
}

fn by_io(error: &io::Error) -> Option<Trouble> {
    // `source()` of an I/O error skips the error that it wraps; and TLS errors are I/O errors within
    // I/O errors.
    if let Some(inner) = error.get_ref() {
        if inner.is::<rustls::Error>() {
            return Some(Failure::Tls.into());
        }
        if let Some(trouble) = inner.downcast_ref::<io::Error>().and_then(by_io) {
            return Some(trouble);
        }
    }
    if let Some(local) = LocalFailure::of(error) {
        return Some(local.into());
    }
    let failure = match error.kind() {
        ErrorKind::ConnectionRefused | ErrorKind::HostUnreachable => Some(Failure::Refused),
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe
        | ErrorKind::NotConnected
        | ErrorKind::UnexpectedEof => Some(Failure::Reset),
        ErrorKind::TimedOut => Some(Failure::ConnectTimeout),
        _ => None,
    };
    failure.map(Into::into)
}

/// The error and its causes, outermost first.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    let mut next = Some(error);
    std::iter::from_fn(move || {
        let this = next?;
        next = this.source();
        Some(this)
    })
    .take(DEPTH)
}
