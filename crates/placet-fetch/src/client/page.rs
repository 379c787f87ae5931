//! Ordinary pages.

use std::ops::ControlFlow;

use http::header::ACCEPT;
use http::{HeaderMap, HeaderValue};
use tokio::time::{Instant, sleep};
use url::Url;

use super::{ClientError, Shared};
use crate::failure::Failure;
use crate::machine::{Request, redirect};

/// What a server answered for a page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FetchedPage {
    /// What was asked for.
    pub url: Url,
    /// The status.
    pub status: u16,
    /// All fields, as they were sent.
    pub fields: HeaderMap,
    /// The body after decompression, up to the ceiling.
    pub body: Vec<u8>,
    /// Whether the body is longer than that.
    pub is_cut: bool,
}

impl FetchedPage {
    /// Where it redirects to, if it does, and that is http or https.
    ///
    /// Whether the crawler may crawl that is another question, to another site perhaps.
    pub fn redirect(&self) -> Option<Url> {
        let redirects = (300..400).contains(&self.status) && self.status != 304;
        redirects.then(|| redirect::target(&self.url, &self.fields, true))?
    }
}

impl Shared {
    /// Gets a page, with further tries where they may help.
    pub(super) async fn page(&self, url: Url) -> Result<FetchedPage, ClientError> {
        let _permit = self.permits.acquire().await.map_err(|_| ClientError::Ended)?;
        let by = Instant::now() + self.limits.total;
        let mut pauses = self.pauses(by);
        loop {
            let failure = match self.try_page(&url, by).await {
                Ok(page) => return Ok(page),
                Err(failure) => failure,
            };
            match pauses.next().filter(|_| failure.is_worth_retrying()) {
                Some(pause) => sleep(pause).await,
                None => return Err(ClientError::Failed(failure)),
            }
        }
    }

    async fn try_page(&self, url: &Url, by: Instant) -> Result<FetchedPage, Failure> {
        let accept = HeaderValue::from_static("text/html, application/xhtml+xml, */*;q=0.8");
        let fields = [(ACCEPT, accept)].into_iter().collect();
        let request = Request { url: url.clone(), fields };
        let answer = self.wire.send(&request, by).await?;
        let (status, fields) = (answer.status, answer.fields.clone());
        let most = self.limits.page_octets;
        let (mut body, mut is_cut) = (Vec::new(), false);
        let read = answer.body(|octets| {
            let room = most.saturating_sub(body.len());
            is_cut = octets.len() > room;
            body.extend_from_slice(octets.get(..room).unwrap_or(octets));
            if is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        read.await?;
        Ok(FetchedPage { url: url.clone(), status, fields, body, is_cut })
    }
}
