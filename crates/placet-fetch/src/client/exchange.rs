//! One request and its answer, within limits.

use std::ops::ControlFlow;

use http::{HeaderMap, Method};
use tokio::time::{Instant, timeout_at};

use super::decode::Decoder;
use super::{HEAD_MAX, Limits, classify};
use crate::address::Reach;
use crate::failure::Failure;
use crate::machine::Request;

/// What makes requests.
#[derive(Debug)]
pub(super) struct Wire {
    http: reqwest::Client,
    reach: Reach,
    limits: Limits,
}

/// An answer whose head is there.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) fields: HeaderMap,
    response: reqwest::Response,
    /// When everything must be there.
    by: Instant,
}

impl Wire {
    pub(super) fn new(http: reqwest::Client, reach: Reach, limits: Limits) -> Self {
        Self { http, reach, limits }
    }

    /// Makes a request, and waits for the head of the answer.
    ///
    /// A host that is an address does not go through the resolver, so it is checked here (F-37).
    pub(super) async fn send(&self, request: &Request, by: Instant) -> Result<Answer, Failure> {
        self.reach.check_host(&request.url).map_err(|_| Failure::Address)?;
        let mut made = reqwest::Request::new(Method::GET, request.url.clone());
        *made.headers_mut() = request.fields.clone();
        let head_by = Instant::now() + self.limits.connect + self.limits.first_byte;
        let response = match timeout_at(head_by.min(by), self.http.execute(made)).await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => return Err(classify::of_request(&error)),
            Err(_) if by <= head_by => return Err(Failure::TotalTimeout),
            Err(_) => return Err(Failure::FirstByteTimeout),
        };
        let fields = response.headers().clone();
        let octets: usize =
            fields.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
        if octets > HEAD_MAX {
            return Err(Failure::Protocol);
        }
        Ok(Answer { status: response.status().as_u16(), fields, response, by })
    }
}

impl Answer {
    /// Reads the body, decoded, until it ends or there is enough of it; then the connection is
    /// closed, whatever is still to come.
    pub(super) async fn body(
        mut self,
        mut take: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
    ) -> Result<(), Failure> {
        let mut decoder = Decoder::of(&self.fields).map_err(|_| Failure::Body)?;
        loop {
            let chunk = match timeout_at(self.by, self.response.chunk()).await {
                Ok(Ok(chunk)) => chunk,
                Ok(Err(error)) => return Err(classify::of_body(&error)),
                Err(_) => return Err(Failure::TotalTimeout),
            };
            let Some(chunk) = chunk else {
                return decoder.finish(&mut take).map_err(|_| Failure::Body);
            };
            match decoder.push(&chunk, &mut take) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return Ok(()),
                Err(_) => return Err(Failure::Body),
            }
        }
    }
}
