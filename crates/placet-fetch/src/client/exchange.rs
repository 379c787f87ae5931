//! One request and its response, within limits.

use std::fmt;
use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;

use http::header::{HOST, HeaderMap, HeaderValue, TRANSFER_ENCODING};
use http::{Response, Uri};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::client::conn::{http1, http2};
use hyper_util::rt::TokioIo;
use tokio::time::{Instant, timeout_at};
use url::{Position, Url};

use super::connect::{Connection, Connector, Due};
use super::decode::{Decoder, Undecodable};
use super::limits::{READ_AHEAD, received_max};
use super::local::Trouble;
use super::meter::Meter;
use super::tasks::{Ending, Tasks};
use super::{HEAD_MAX, HEADERS_MAX, Limits, classify};
use crate::address::Reach;
use crate::failure::Failure;
use crate::machine::Request;

/// Makes requests.
pub(super) struct Wire {
    pub(super) connector: Connector,
    /// The default headers of every request.
    pub(super) fields: HeaderMap,
    pub(super) reach: Reach,
    pub(super) limits: Limits,
}

/// A response whose head has arrived.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) fields: HeaderMap,
    body: Incoming,
    meter: Arc<Meter>,
    /// The deadline for all of it.
    by: Instant,
    /// Ends the connection when the response is dropped.
    _ending: Ending,
}

impl Wire {
    /// Makes a request, and waits for the head of the response. The number of received bytes is
    /// limited for this much content.
    ///
    /// A host that is an address does not go through the resolver, so it is checked here (F-37).
    pub(super) async fn send(
        &self,
        request: &Request,
        content: usize,
        by: Instant,
    ) -> Result<Answer, Trouble> {
        self.reach.check_host(&request.url).map_err(|_| Failure::Address)?;
        let meter = Meter::new(received_max(content));
        let over = |trouble| if meter.is_over() { Failure::TooMuch.into() } else { trouble };
        let connected_by = Instant::now() + self.limits.connect;
        let due = if by <= connected_by {
            Due { by, late: Failure::TotalTimeout }
        } else {
            Due { by: connected_by, late: Failure::ConnectTimeout }
        };
        let connection = self.connector.open(&request.url, &meter, due).await.map_err(over)?;
        let head_by = connected_by + self.limits.first_byte;
        let asked = timeout_at(head_by.min(by), self.ask(connection, request)).await;
        let (response, ending) = match asked {
            Ok(answer) => answer.map_err(over)?,
            Err(_) if by <= head_by => return Err(Failure::TotalTimeout.into()),
            Err(_) => return Err(Failure::FirstByteTimeout.into()),
        };
        let (head, body) = response.into_parts();
        let fields = head.headers;
        let size: usize =
            fields.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
        if size > HEAD_MAX {
            return Err(Failure::Protocol.into());
        }
        Ok(Answer { status: head.status.as_u16(), fields, body, meter, by, _ending: ending })
    }

    async fn ask(
        &self,
        connection: Connection,
        request: &Request,
    ) -> Result<(Response<Incoming>, Ending), Trouble> {
        let made = self.made(request, connection.is_h2).ok_or(Failure::Other)?;
        let failed = |error: hyper::Error| classify::of_request(&error);
        let (stream, tasks) = (TokioIo::new(connection.stream), Tasks::default());
        if connection.is_h2 {
            let ahead = u32::try_from(READ_AHEAD).unwrap_or(u32::MAX);
            let (mut sender, driver) = http2::Builder::new(tasks.clone())
                .initial_stream_window_size(ahead)
                .initial_connection_window_size(ahead)
                .max_header_list_size(u32::try_from(HEAD_MAX).unwrap_or(u32::MAX))
                .handshake(stream)
                .await
                .map_err(failed)?;
            let response = sender.send_request(made);
            answered(tasks.drive(driver), sender, response).await
        } else {
            let (mut sender, driver) = http1::Builder::new()
                .max_headers(HEADERS_MAX)
                .max_buf_size(READ_AHEAD)
                .handshake(stream)
                .await
                .map_err(failed)?;
            let response = sender.send_request(made);
            answered(tasks.drive(driver), sender, response).await
        }
    }

    /// The request as sent; `None` if its URL is invalid.
    fn made(&self, request: &Request, is_h2: bool) -> Option<http::Request<String>> {
        let url = &request.url;
        let uri = if is_h2 { url.as_str() } else { &url[Position::BeforePath..] };
        let mut made = http::Request::new(String::new());
        *made.uri_mut() = uri.parse::<Uri>().ok()?;
        let mut fields = self.fields.clone();
        fields.extend(request.fields.clone());
        if !is_h2 {
            fields.insert(HOST, host(url)?);
        }
        *made.headers_mut() = fields;
        Some(made)
    }
}

/// The head of the response. The sender is kept with the connection.
async fn answered(
    mut ending: Ending,
    sender: impl Send + 'static,
    response: impl Future<Output = hyper::Result<Response<Incoming>>>,
) -> Result<(Response<Incoming>, Ending), Trouble> {
    ending.keep(sender);
    let response = response.await.map_err(|error| classify::of_request(&error))?;
    Ok((response, ending))
}

/// The host, and the port if it is not the default of the scheme.
fn host(url: &Url) -> Option<HeaderValue> {
    HeaderValue::from_str(&url[Position::BeforeHost..Position::AfterPort]).ok()
}

impl Answer {
    /// Reads and decodes the body until it ends or the receiver has enough; then closes the
    /// connection, even if more would follow.
    pub(super) async fn body(
        mut self,
        mut take: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
    ) -> Result<(), Trouble> {
        if !is_plainly_framed(&self.fields) {
            return Err(Failure::Protocol.into());
        }
        let mut decoder = Decoder::of(&self.fields).map_err(undecodable)?;
        while let Some(chunk) = self.chunk().await? {
            if decoder.push(&chunk, &mut take).map_err(undecodable)?.is_break() {
                return Ok(());
            }
        }
        decoder.finish(&mut take).map_err(|error| undecodable(error).into())
    }

    /// The next part of the body, as sent.
    async fn chunk(&mut self) -> Result<Option<Bytes>, Trouble> {
        loop {
            let frame = poll_fn(|cx| Pin::new(&mut self.body).poll_frame(cx));
            match timeout_at(self.by, frame).await {
                // A frame without data is a trailer.
                Ok(Some(Ok(frame))) => {
                    if let Ok(data) = frame.into_data() {
                        return Ok(Some(data));
                    }
                }
                Ok(None) => return Ok(None),
                Ok(Some(Err(_))) if self.meter.is_over() => return Err(Failure::TooMuch.into()),
                Ok(Some(Err(error))) => return Err(classify::of_body(&error)),
                Err(_) => return Err(Failure::TotalTimeout.into()),
            }
        }
    }
}

fn undecodable(error: Undecodable) -> Failure {
    match error {
        Undecodable::Coding => Failure::Body,
        Undecodable::Padded => Failure::TooMuch,
    }
}

/// Whether the body has no transfer coding, or chunks, which are already joined.
///
/// Another transfer coding would be passed on undecoded, and it was not offered
/// (RFC 9112 §6.1, RFC 9110 §10.1.4).
fn is_plainly_framed(fields: &HeaderMap) -> bool {
    let values = fields.get_all(TRANSFER_ENCODING).into_iter();
    let codings = values.flat_map(|value| value.as_bytes().split(|&byte| byte == b','));
    let mut codings = codings.map(<[u8]>::trim_ascii).filter(|coding| !coding.is_empty());
    let plain = codings.next().is_none_or(|coding| coding.eq_ignore_ascii_case(b"chunked"));
    plain && codings.next().is_none()
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer").field("status", &self.status).finish_non_exhaustive()
    }
}
