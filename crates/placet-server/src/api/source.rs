//! A file in the body of a request: by digest, as text, or live.

use std::sync::Arc;

use axum::body::Bytes;
use placet::{Profile, RobotsPolicy};
use placet_fetch::{Origin, Standing};
use placet_report::evidence::refused_address;
use placet_report::json::decode_base64;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::files::File;
use crate::problem::{Code, Problem};
use crate::state::App;

/// A file: exactly one of the fields.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    /// The digest of a file that was sent before, or of an earlier live answer.
    pub(crate) digest: Option<String>,
    /// The text of the file.
    pub(crate) robots: Option<String>,
    /// The bytes of the file in base64.
    pub(crate) robots_b64: Option<String>,
    /// A site, whose live robots.txt is fetched or taken from the store.
    pub(crate) site: Option<String>,
}

/// A file that was found, and its name for people.
pub(crate) struct Found {
    pub(crate) file: Arc<File>,
    pub(crate) name: String,
    /// The policy of a live site, joined with the files that it refers to.
    live: Option<RobotsPolicy>,
    /// The value of the `Content-Type` field of a live file.
    pub(crate) content_type: Option<String>,
}

impl Found {
    pub(crate) fn policy(&self) -> RobotsPolicy {
        self.live.clone().unwrap_or_else(|| self.file.policy(Profile::default()).0)
    }
}

impl Source {
    /// Finds or fetches the file.
    pub(crate) async fn find(&self, app: &App) -> Result<Found, Problem> {
        let sent =
            |file| Found { file, name: "robots.txt".to_owned(), live: None, content_type: None };
        match (&self.digest, &self.robots, &self.robots_b64, &self.site) {
            (Some(digest), None, None, None) => {
                let digest = digest
                    .parse()
                    .map_err(|error| Problem::bad_request(format!("`digest`: {error}")))?;
                Ok(sent(app.file(&digest).await?))
            }
            (None, Some(text), None, None) => {
                Ok(sent(Arc::new(File::new(Bytes::copy_from_slice(text.as_bytes())))))
            }
            (None, None, Some(text), None) => {
                let bytes = decode_base64(text)
                    .map_err(|error| Problem::bad_request(format!("`robots_b64`: {error}")))?;
                Ok(sent(Arc::new(File::new(bytes.into()))))
            }
            (None, None, None, Some(site)) => live(app, site).await,
            _ => Err(Problem::bad_request(
                "expected exactly one of `digest`, `robots`, `robots_b64` and `site`",
            )),
        }
    }
}

async fn live(app: &App, site: &str) -> Result<Found, Problem> {
    let origin: Origin = site.parse()?;
    let site = app.client_by_deadline().site(origin.as_str()).await?;
    app.seen(&site).await?;
    let entry = site.entry();
    if let Some(refused) = refused_address(entry) {
        return Err(Problem::new(Code::FetchFailed, refused));
    }
    let is_read = matches!(entry.standing(), Standing::Fetched | Standing::Stale);
    let copy = entry.copy().filter(|_| is_read);
    if entry.standing() == Standing::Unreachable {
        let detail = format!("{} is unreachable: {}", entry.url(), entry.cause());
        return Err(Problem::new(Code::FetchFailed, detail));
    }
    let bytes = copy.map(|copy| Bytes::copy_from_slice(copy.body().bytes())).unwrap_or_default();
    let file = Arc::new(File::new(bytes));
    app.files.put(&file);
    Ok(Found {
        file,
        name: entry.evidence().final_url.to_string(),
        live: Some(site.policy().clone()),
        content_type: copy
            .and_then(|copy| copy.fields().get("content-type"))
            .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()),
    })
}

/// Parses the body of a request.
pub(crate) fn body<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(|error| Problem::bad_request(error.to_string()))
}
