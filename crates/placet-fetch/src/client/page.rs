//! Ordinary pages.

use std::ops::ControlFlow;

use http::header::ACCEPT;
use http::{HeaderMap, HeaderValue};
use placet::PagePolicy;
use placet::page::PagePolicyBuilder;
use tokio::time::{Instant, sleep};
use url::Url;

use super::local::Trouble;
use super::{ClientError, Shared};
use crate::failure::Failure;
use crate::machine::{Request, redirect};

/// The response for a page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FetchedPage {
    /// The URL requested.
    pub url: Url,
    /// The status.
    pub status: u16,
    /// All headers, as sent.
    pub fields: HeaderMap,
    /// The body after decompression, up to the ceiling.
    pub body: Vec<u8>,
    /// Whether the body is longer than that.
    pub is_cut: bool,
}

impl FetchedPage {
    /// The page's statements to crawlers, from its headers and, if it is HTML, its body.
    pub fn policy(&self) -> PagePolicy {
        self.policy_builder().build()
    }

    /// The same as a builder, to add the page after [scripts](PagePolicyBuilder::rendered) ran, or
    /// its [site](PagePolicyBuilder::site).
    pub fn policy_builder(&self) -> PagePolicyBuilder<'_> {
        let fields = self.fields.iter().map(|(name, value)| (shown(name.as_str()), value));
        PagePolicy::builder().headers(fields).html(&self.body)
    }

    /// The target of its redirect, if it has one that is http or https.
    ///
    /// Whether the crawler may crawl the target is a separate question, perhaps to another site.
    pub fn redirect(&self) -> Option<Url> {
        let redirects = (300..400).contains(&self.status) && self.status != 304;
        redirects.then(|| redirect::target(&self.url, &self.fields, true))?
    }
}

/// A header name in its usual case, for reports: `X-Robots-Tag`. The case as sent is not known.
fn shown(name: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    };
    name.split('-').map(capital).collect::<Vec<_>>().join("-")
}

impl Shared {
    /// Fetches a page, with retries after temporary failures.
    pub(super) async fn page(
        &self,
        url: Url,
        asked_by: Option<Instant>,
    ) -> Result<FetchedPage, ClientError> {
        let _permit = self.turn(asked_by).await?;
        let (by, _) = self.due(asked_by);
        let mut pauses = self.pauses(by);
        loop {
            let trouble = match self.try_page(&url, by).await {
                Ok(page) => return Ok(page),
                Err(trouble) => trouble,
            };
            match pauses.next().filter(|_| trouble.is_worth_retrying()) {
                Some(pause) => sleep(pause).await,
                None => return Err(trouble.into()),
            }
        }
    }

    async fn try_page(&self, url: &Url, by: Instant) -> Result<FetchedPage, Trouble> {
        let accept = HeaderValue::from_static("text/html, application/xhtml+xml, */*;q=0.8");
        let fields = [(ACCEPT, accept)].into_iter().collect();
        let request = Request { url: url.clone(), fields };
        let most = self.limits.page_bytes;
        let answer = self.wire.send(&request, most, by).await?;
        let (status, fields) = (answer.status, answer.fields.clone());
        // The missing part may prohibit something (RFC 9111 §3.3).
        if status == 206 {
            return Err(Failure::Partial.into());
        }
        let (mut body, mut is_cut) = (Vec::new(), false);
        let read = answer.body(|bytes| {
            let room = most.saturating_sub(body.len());
            is_cut = bytes.len() > room;
            body.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
            if is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        read.await?;
        Ok(FetchedPage { url: url.clone(), status, fields, body, is_cut })
    }
}
