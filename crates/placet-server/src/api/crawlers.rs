//! `GET /v1/crawlers`.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use placet::{Agent, Crawler, Usage};
use placet_crawlers::{KnownCrawler, Purpose, search};
use placet_report::UNKNOWN;
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

use crate::params::Params;
use crate::problem::Problem;
use crate::question::{Subject, max_age};
use crate::reply;
use crate::state::Shared;

const PARAMS: [&str; 7] = ["q", "url", "usage", "digest", "profile", "page", "now"];

/// How long the list may be cached without a question; it changes with a version of the server.
const LIST_AGE: Duration = Duration::from_hours(1);

/// Well-known crawlers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Crawlers {
    crawlers: Vec<CrawlerJson>,
}

/// A well-known crawler, or a control token.
#[derive(Debug, Serialize, ToSchema)]
struct CrawlerJson {
    token: &'static str,
    operator: &'static str,
    purposes: Vec<&'static str>,
    /// The heading under which people look for it.
    group: &'static str,
    /// Whether it fetches nothing, and only controls what is done with the pages of `controls`.
    control: bool,
    controls: Vec<&'static str>,
    documentation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    /// The verdict for the question, if there is one; never for a control token.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    /// The deciding line of robots.txt.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

/// Lists well-known crawlers that match a text, with their verdicts on a question.
#[utoipa::path(
    get,
    path = "/v1/crawlers",
    tag = "decisions",
    params(
        ("q" = Option<String>, Query, description = "Words of token, operator or purpose"),
        ("url" = Option<String>, Query, description = "The URL of a question"),
        ("usage" = Option<String>, Query, description = "The usage of the question"),
        ("digest" = Option<String>, Query, description = "The robots.txt of the question"),
        ("profile" = Option<String>, Query, description = "full, rfc9309 or google"),
        ("page" = Option<bool>, Query, description = "Whether to fetch the page too"),
        ("now" = Option<String>, Query, description = "The time of the usage"),
    ),
    responses((status = 200, description = "The crawlers", body = Crawlers), (status = 304, description = "The client has this answer already"))
)]
pub(crate) async fn crawlers(
    State(app): State<Shared>,
    uri: Uri,
    fields: HeaderMap,
) -> Result<Response, Problem> {
    let params = Params::read(uri.query(), &PARAMS)?;
    let found: Vec<&KnownCrawler> = search(params.one("q")?.unwrap_or_default()).collect();
    if params.one("url")?.is_none() {
        let crawlers = found.into_iter().map(|it| CrawlerJson::new(it, None)).collect();
        return reply::tagged(&Crawlers { crawlers }, Some(LIST_AGE), &fields);
    }
    let subject = Subject::read(&params)?;
    let usage = params.parsed("usage")?.unwrap_or(Usage::Crawl);
    // The files of a crawler without a name are those of all that robots.txt does not name.
    let loaded = app.load_for_all(&subject, &Crawler::new(Agent::exact("*")), &[usage]).await?;
    let age = max_age(loaded.expires, None);
    let crawlers = app
        .heavy(move || {
            let json = |known: &'static KnownCrawler| {
                if known.is_control_token() {
                    return Ok(CrawlerJson::new(known, None));
                }
                if loaded.basis.unknown.is_some() {
                    return Ok(CrawlerJson::new(known, Some((UNKNOWN, None))));
                }
                let crawler = Crawler::new(Agent::exact(&known.token));
                let policy = loaded.policy_for(crawler);
                let target = policy.target(&subject.url)?;
                let decision = policy.decide_on(usage, &target, &subject.asked_at);
                let line = decision.reason().and_then(|reason| reason.line());
                Ok(CrawlerJson::new(known, Some((decision.verdict().name(), line))))
            };
            let crawlers = found.into_iter().map(json).collect::<Result<Vec<_>, Problem>>();
            crawlers.map(|crawlers| Crawlers { crawlers })
        })
        .await??;
    reply::tagged(&crawlers, age, &fields)
}

impl CrawlerJson {
    fn new(known: &'static KnownCrawler, decided: Option<(&'static str, Option<usize>)>) -> Self {
        Self {
            token: &known.token,
            operator: &known.operator,
            purposes: known.purposes.iter().map(|it| it.name()).collect(),
            group: group(known),
            control: known.is_control_token(),
            controls: known.controls.iter().map(|it| &**it).collect(),
            documentation: &known.documentation,
            note: known.note.as_deref(),
            verdict: decided.map(|(verdict, _)| verdict),
            line: decided.and_then(|(_, line)| line),
        }
    }
}

/// The heading under which people look for a crawler: by its most telling purpose.
fn group(known: &KnownCrawler) -> &'static str {
    let has = |wanted: &[Purpose]| known.purposes.iter().any(|it| wanted.contains(it));
    if has(&[Purpose::AiTraining, Purpose::Dataset]) {
        "ai-training"
    } else if has(&[Purpose::AiInput, Purpose::UserRequest]) {
        "ai-assistants"
    } else if has(&[Purpose::Search]) {
        "search"
    } else if has(&[Purpose::Archive]) {
        "archives"
    } else if has(&[Purpose::Seo, Purpose::SiteTools]) {
        "seo-tools"
    } else {
        "other"
    }
}
