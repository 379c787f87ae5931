//! `GET` and `DELETE /v1/robots`.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use placet::signals::SignalFile;
use placet::{Agent, Profile, Usage};
use placet_fetch::{Entry, Origin, Site, Time};
use placet_report::evidence::{self, StoredEntry};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

use crate::params::Params;
use crate::problem::{Code, Problem};
use crate::reply;
use crate::state::{App, Shared};

/// What is known about the robots.txt of a site.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Robots<'e> {
    origin: String,
    #[serde(flatten)]
    entry: StoredEntry,
    /// How many seconds until the site is asked again; 0 if it is asked at the next question.
    expires_in: u64,
    #[serde(flatten)]
    body: Option<evidence::Body<'e>>,
}

/// Shows what the store has about a site, or asks the site if `fetch` is true.
#[utoipa::path(
    get,
    path = "/v1/robots",
    tag = "sites",
    params(
        ("origin" = String, Query, description = "The site; https if it has no scheme"),
        ("fetch" = Option<bool>, Query, description = "Whether to ask the site if needed"),
        ("body" = Option<bool>, Query, description = "Whether to add the contents of the file"),
    ),
    responses((status = 200, description = "What is known", body = Robots<'static>), (status = 304, description = "The client has this answer already"))
)]
pub(crate) async fn get(
    State(app): State<Shared>,
    uri: Uri,
    fields: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let params = Params::read(uri.query(), &["origin", "fetch", "body"])?;
    let origin = origin(&params)?;
    let entry = if params.flag("fetch")? {
        let site = app.client_by_deadline().site(origin.as_str()).await?;
        app.seen(&site).await?;
        Some(std::sync::Arc::clone(site.entry()))
    } else {
        app.client.store().get(origin.robots_txt(), Time::now()).await?
    };
    let entry: &Entry = entry.as_deref().ok_or_else(|| {
        let detail = format!("nothing is stored about {origin}; add fetch=true to ask the site");
        Problem::new(Code::NotHeld, detail)
    })?;
    let now = Time::now();
    let valid = entry.holds(now, &app.settings);
    let robots = Robots {
        origin: origin.to_string(),
        entry: StoredEntry::new(entry),
        expires_in: if valid { entry.expires().since(now).as_secs() } else { 0 },
        body: if params.flag("body")? { evidence::Body::of(entry) } else { None },
    };
    reply::tagged(&robots, None, &fields)
}

/// Removes what is stored about a site: its robots.txt, the files it refers to, and its files with
/// signals.
#[utoipa::path(
    delete,
    path = "/v1/robots",
    tag = "sites",
    params(("origin" = String, Query, description = "The site")),
    responses((status = 204, description = "Removed, or there was nothing"))
)]
pub(crate) async fn delete(State(app): State<Shared>, uri: Uri) -> Result<Response<Body>, Problem> {
    let params = Params::read(uri.query(), &["origin"])?;
    let origin = origin(&params)?;
    for url in stored_urls(&app, &origin).await? {
        app.client.store().remove(&url).await?;
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    Ok(response)
}

/// The URLs of the entries of a site.
async fn stored_urls(app: &App, origin: &Origin) -> Result<Vec<Url>, Problem> {
    let store = app.client.store();
    let robots = origin.robots_txt().clone();
    let mut urls = Vec::new();
    let mut files = vec![SignalFile::Tdmrep, SignalFile::TrustTxt, SignalFile::AiTxt];
    if let Some(entry) = store.get(&robots, Time::now()).await?
        && let Ok(site) = Site::new(entry, Profile::default())
    {
        let records = site.policy().acap_records();
        let targets = records.flat_map(|record| record.references()).map(|(_, target)| target);
        urls.extend(targets.filter_map(|target| origin.reference(target)));
        let everyone = site.for_agent(Agent::exact("*"));
        if let Ok(target) = everyone.target(robots.as_str()) {
            files.extend(everyone.signal_files_needed(Usage::TrainAi, &target));
        }
    }
    urls.extend(files.iter().flat_map(|file| origin.signal_urls(file)));
    urls.push(robots);
    Ok(urls)
}

fn origin(params: &Params<'_>) -> Result<Origin, Problem> {
    let text = params.required("origin")?;
    let origin =
        if text.contains("://") { text.parse() } else { format!("https://{text}").parse() };
    Ok(origin?)
}
