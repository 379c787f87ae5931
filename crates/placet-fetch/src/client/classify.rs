//! What an error of the HTTP client means.

use std::error::Error;
use std::io::{self, ErrorKind};

use super::resolve::Unresolved;
use crate::address::Refused;
use crate::failure::Failure;

/// How deep causes are looked for.
const DEPTH: usize = 16;

/// What an error before the body means.
pub(super) fn of_request(error: &reqwest::Error) -> Failure {
    let connecting = error.is_connect();
    match causes(error).find_map(by_type) {
        Some(failure) => failure,
        None if error.is_timeout() && connecting => Failure::ConnectTimeout,
        None if error.is_timeout() => Failure::FirstByteTimeout,
        None if connecting => Failure::Refused,
        None if error.is_request() => Failure::Protocol,
        None => Failure::Other,
    }
}

/// What an error within the body means: that it cannot be read, however it came to that.
pub(super) fn of_body(error: &reqwest::Error) -> Failure {
    if error.is_timeout() { Failure::TotalTimeout } else { Failure::Body }
}

/// What one cause means by its type, where that tells.
fn by_type(cause: &(dyn Error + 'static)) -> Option<Failure> {
    if cause.is::<Refused>() {
        Some(Failure::Address)
    } else if cause.is::<Unresolved>() {
        Some(Failure::Dns)
    } else if cause.is::<rustls::Error>() {
        Some(Failure::Tls)
    } else if let Some(error) = cause.downcast_ref::<hyper::Error>() {
        by_hyper(error)
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

fn by_io(error: &io::Error) -> Option<Failure> {
    // What an I/O error is made of is not among its causes, only the causes of that are; and the
    // errors of TLS come as I/O errors within I/O errors.
    if let Some(inner) = error.get_ref() {
        if inner.is::<rustls::Error>() {
            return Some(Failure::Tls);
        }
        if let Some(failure) = inner.downcast_ref::<io::Error>().and_then(by_io) {
            return Some(failure);
        }
    }
    match error.kind() {
        ErrorKind::ConnectionRefused
        | ErrorKind::HostUnreachable
        | ErrorKind::NetworkUnreachable
        | ErrorKind::AddrNotAvailable => Some(Failure::Refused),
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe
        | ErrorKind::NotConnected
        | ErrorKind::UnexpectedEof => Some(Failure::Reset),
        ErrorKind::TimedOut => Some(Failure::ConnectTimeout),
        _ => None,
    }
}

/// The error and what caused it, the outermost first.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    let mut next = Some(error);
    std::iter::from_fn(move || {
        let this = next?;
        next = this.source();
        Some(this)
    })
    .take(DEPTH)
}
