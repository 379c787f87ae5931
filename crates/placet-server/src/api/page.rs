//! `GET /v1/page`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use placet::Usage;
use placet_fetch::{ClientError, FetchedPage};
use serde::Serialize;
use utoipa::ToSchema;

use super::openapi::QuestionParams;
use crate::files::File;
use crate::params::Params;
use crate::problem::Problem;
use crate::question::{PARAMS, Subject, live_url, requested};
use crate::reply;
use crate::state::{App, Shared};

/// The response header fields that decisions depend on.
const READ: [&str; 7] = [
    "robots-tag",
    "x-robots-tag",
    "content-usage",
    "content-signal",
    "tdm-reservation",
    "tdm-policy",
    "link",
];

/// A page as the server of the site sent it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Page {
    /// The URL.
    url: String,
    /// The status of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    /// The header fields that decisions depend on, as pairs of name and value.
    #[schema(value_type = Vec<Vec<String>>)]
    fields: Vec<(String, String)>,
    /// The digest of the body, for GET /v1/files.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// The size of the body in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    octets: Option<usize>,
    /// Why the page was not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<String>,
}

/// Fetches a page, if the crawler may crawl it, and keeps its body, so that it can be shown and sent
/// with questions.
#[utoipa::path(
    get,
    path = "/v1/page",
    tag = "files",
    params(QuestionParams),
    responses((status = 200, description = "The page, or why it was not read", body = Page))
)]
pub(crate) async fn page(State(app): State<Shared>, uri: Uri) -> Result<Response, Problem> {
    let params = Params::read(uri.query(), &PARAMS)?;
    let subject = Subject { page: false, digest: None, ..Subject::read(&params)? };
    let url = live_url(&subject.url)?;
    let unread = |why: String| Page {
        url: url.to_string(),
        status: None,
        fields: Vec::new(),
        digest: None,
        octets: None,
        unread: Some(why),
    };
    let loaded = app.load(&subject, &params.crawler()?, &[Usage::Crawl]).await?;
    if let Some(unknown) = &loaded.basis.unknown {
        return reply::json(&unread(unknown.reason().to_owned()));
    }
    let target = loaded.target(&subject)?;
    if !loaded.policy.verdict_on(Usage::Crawl, &target, &subject.asked_at).is_permit() {
        return reply::json(&unread("the crawler may not crawl the page".to_owned()));
    }
    match app.client_by_deadline().fetch_page(&url).await {
        Ok(page) => match requested(&url, &page).not_used {
            Some(why) => reply::json(&Page { status: Some(page.status), ..unread(why) }),
            None => reply::json(&app.keep(page).await?),
        },
        Err(error @ (ClientError::Local(_) | ClientError::Late)) => Err(error.into()),
        Err(error) => reply::json(&unread(error.to_string())),
    }
}

impl App {
    /// Keeps the body of a page.
    async fn keep(self: &Arc<Self>, page: FetchedPage) -> Result<Page, Problem> {
        let is_read = |name: &str| READ.contains(&name);
        let fields = page.fields.iter().filter(|(name, _)| is_read(name.as_str()));
        let shown = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let fields = fields.map(|(name, value)| (name.to_string(), shown(value.as_bytes())));
        let (url, status, fields) = (page.url.to_string(), Some(page.status), fields.collect());
        let own = Arc::clone(self);
        let kept = self.heavy(move || {
            let file = Arc::new(File::new(page.body.into()));
            own.files.put(&file);
            (file.digest().to_string(), file.bytes().len())
        });
        let (digest, octets) = kept.await?;
        let (digest, octets) = (Some(digest), Some(octets));
        Ok(Page { url, status, fields, digest, octets, unread: None })
    }
}
