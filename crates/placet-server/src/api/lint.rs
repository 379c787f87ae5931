//! `POST /v1/lint`.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use placet_lint::{Config, Subject};
use placet_report::findings::{FindingJson, values};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::source::{Source, body};
use crate::problem::Problem;
use crate::reply;
use crate::state::Shared;

/// A file to lint.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LintQuestion)]
pub(crate) struct Question {
    /// The digest of a file that was sent before, or of an earlier live answer.
    digest: Option<String>,
    /// The text of the file.
    robots: Option<String>,
    /// The bytes of the file in base64.
    robots_b64: Option<String>,
    /// A site, whose live robots.txt is fetched or taken from the store.
    site: Option<String>,
    /// What the file is; a robots.txt if this is not given.
    #[serde(default)]
    kind: Kind,
    /// The name of the file in the findings.
    name: Option<String>,
    /// Only these rules: codes, prefixes of codes or names.
    #[serde(default)]
    select: Vec<String>,
    /// Not these rules.
    #[serde(default)]
    ignore: Vec<String>,
}

/// What a file is.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = FileKind)]
enum Kind {
    #[default]
    Robots,
    Fields,
    Page,
    Tdmrep,
    Rsl,
    TrustTxt,
    AiTxt,
}

/// The findings in a file, in its order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Findings {
    /// The digest of the file, for further questions about a live file.
    digest: String,
    #[schema(value_type = Vec<FindingJson<'static>>)]
    findings: Vec<serde_json::Value>,
}

/// Finds lines that do not do what their author meant, with fixes as edits.
#[utoipa::path(
    post,
    path = "/v1/lint",
    tag = "files",
    request_body = Question,
    responses((status = 200, description = "The findings", body = Findings))
)]
pub(crate) async fn lint(State(app): State<Shared>, request: Bytes) -> Result<Response, Problem> {
    let Question { digest, robots, robots_b64, site, kind, name, select, ignore } = body(&request)?;
    let source = Source { digest, robots, robots_b64, site };
    let config = config(select, ignore)?;
    let found = source.find(&app).await?;
    let findings = app
        .heavy(move || {
            let (bytes, name) = (found.file.bytes(), name.unwrap_or(found.name));
            let subject = match kind {
                Kind::Robots => Subject::new(&name, bytes),
                Kind::Fields => Subject::fields(&name, bytes),
                Kind::Page => Subject::page(&name, bytes),
                Kind::Tdmrep => Subject::tdmrep(&name, bytes),
                Kind::Rsl => Subject::rsl(&name, None, bytes),
                Kind::TrustTxt => Subject::trust_txt(&name, bytes),
                Kind::AiTxt => Subject::ai_txt(&name, bytes),
            };
            let subject = subject.served_as(found.content_type.as_deref().unwrap_or_default());
            let report = placet_lint::lint(&subject, &config);
            let findings = values(std::slice::from_ref(&report));
            Findings { digest: found.file.digest().to_string(), findings }
        })
        .await?;
    reply::json(&findings)
}

fn config(select: Vec<String>, ignore: Vec<String>) -> Result<Config, Problem> {
    let mut config = Config::default();
    if !select.is_empty() {
        config.select = select;
    }
    config.ignore = ignore;
    config.check().map_err(|error| Problem::bad_request(error.to_string()))?;
    Ok(config)
}
