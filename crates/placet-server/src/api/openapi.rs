//! `/openapi.json`: the description of the API, made from the code.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{HeaderMap, Response};
use placet_report::json::{Answer, Failure};
use serde_json::{Map, Value};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{IntoParams, Modify, OpenApi, ToSchema};

use super::{check, crawlers, diff, explain, files, lint, matrix, operations, page, permits};
use super::{records, robots, signals};
use crate::decide;
use crate::problem::{Problem, ProblemDetails};
use crate::reply;

/// The description of the API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "placet",
        description = "May this crawler make this use of this URL, on what conditions, and which line \
                       of the site says so?"
    ),
    paths(
        check::check,
        decide::decide,
        matrix::matrix,
        explain::explain,
        signals::signals,
        page::page,
        files::put,
        files::get,
        lint::lint,
        records::records,
        diff::diff,
        crawlers::crawlers,
        robots::get,
        robots::delete,
        permits::permit,
        operations::healthz,
        operations::readyz,
        operations::metrics,
        openapi,
    ),
    components(schemas(ProblemDetails)),
    modifiers(&Common)
)]
struct Description;

/// What all paths have in common.
struct Common;

impl Modify for Common {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let components = description.components.get_or_insert_default();
        components.security_schemes.insert("token".to_owned(), scheme.into());
    }
}

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document = serde_json::to_value(Description::openapi()).unwrap_or_default();
    add_problems(&mut document);
    loosen(&mut document);
    document
});

/// Lets a flattened part that may be missing be missing: it is described as the part or null, but an
/// object without its fields is not null.
fn loosen(schema: &mut Value) {
    if let Some(parts) = schema.get_mut("allOf").and_then(Value::as_array_mut) {
        for part in parts.iter_mut().filter_map(Value::as_object_mut) {
            let Some(Value::Array(mut choices)) = part.remove("oneOf") else { continue };
            let null = serde_json::json!({ "type": "null" });
            let object = serde_json::json!({ "type": "object" });
            choices.iter_mut().filter(|it| **it == null).for_each(|it| *it = object.clone());
            part.insert("anyOf".to_owned(), Value::Array(choices));
        }
    }
    match schema {
        Value::Object(fields) => fields.values_mut().for_each(loosen),
        Value::Array(all) => all.iter_mut().for_each(loosen),
        _ => {}
    }
}

/// Adds to every operation that it can answer with a problem, and that a token may be needed.
fn add_problems(document: &mut Value) {
    let problem = serde_json::json!({
        "description": "A problem (RFC 9457)",
        "content": { "application/problem+json": {
            "schema": { "$ref": "#/components/schemas/ProblemDetails" }
        } }
    });
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let items = paths.into_iter().flat_map(Map::iter_mut).filter_map(|(_, it)| it.as_object_mut());
    for operation in items.flat_map(Map::values_mut).filter_map(Value::as_object_mut) {
        operation.insert("security".to_owned(), serde_json::json!([{}, { "token": [] }]));
        if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
            responses.insert("default".to_owned(), problem.clone());
        }
    }
}

/// The description as pretty JSON that ends in a newline.
pub(crate) fn text() -> String {
    serde_json::to_string_pretty(&*DOCUMENT).unwrap_or_default() + "\n"
}

/// Describes the API for programs.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "operations",
    responses((status = 200, description = "The description of the API", body = Value))
)]
pub(crate) async fn openapi(fields: HeaderMap) -> Result<Response<Body>, Problem> {
    let mut response = reply::tagged(&*DOCUMENT, None, &fields)?;
    let fields = response.headers_mut();
    fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    fields.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

/// The parameters of a question.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes what `Params` reads")]
pub(crate) struct QuestionParams {
    /// The URL: absolute, or a path if there is a `digest`.
    url: String,
    /// The crawler: its product token, or its whole `User-Agent` field. /v1/matrix accepts several.
    #[param(nullable = false)]
    agent: Option<Vec<String>>,
    /// A crawler with exactly this product token.
    #[param(nullable = false)]
    agent_exact: Option<Vec<String>>,
    /// A purpose of the crawler.
    #[param(nullable = false)]
    purpose: Option<Vec<String>>,
    /// What the crawler wants to do: `crawl` by default. /v1/matrix accepts several.
    #[param(nullable = false)]
    usage: Option<Vec<String>>,
    /// The robots.txt: the digest of a file that was sent before. Without it, the site is asked.
    #[param(nullable = false)]
    digest: Option<String>,
    /// `full`, `rfc9309` or `google`.
    #[param(nullable = false)]
    profile: Option<String>,
    /// Whether to fetch the page too, if the crawler may crawl it.
    #[param(nullable = false)]
    page: Option<bool>,
    /// The time of the usage: a date or an RFC 3339 timestamp; now by default.
    #[param(nullable = false)]
    now: Option<String>,
}

/// A question of POST /v1/decide, or what the questions in `questions` share.
///
/// Without `digest`, `robots` and `robots_b64`, the site of `url` is asked.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what `Question` reads")]
pub(crate) struct DecideQuestion {
    /// Any value; the answer returns it.
    id: Option<Value>,
    /// The robots.txt: the digest of a file that was sent before, or of an earlier live answer.
    digest: Option<String>,
    /// The text of the robots.txt.
    robots: Option<String>,
    /// The bytes of the robots.txt in base64.
    robots_b64: Option<String>,
    /// The crawler: its product token, or its whole `User-Agent` field.
    agent: Option<String>,
    /// A crawler with exactly this product token.
    agent_exact: Option<String>,
    /// The URL: absolute, or a path if the question has a robots.txt.
    url: Option<String>,
    /// What the crawler wants to do: `crawl` by default.
    usage: Option<String>,
    /// A purpose of the crawler, or a list.
    purpose: Option<Value>,
    /// A condition type that the crawler can honour, or a list; with `!` one that it cannot.
    honours: Option<Value>,
    /// The time of the usage; now by default.
    now: Option<String>,
    /// When the page was first used.
    crawled: Option<String>,
    /// Whether it was crawled again since then.
    recrawled: Option<bool>,
    /// The files that the robots.txt refers to: path and text.
    refs: Option<Map<String, Value>>,
    /// The text of tdmrep.json.
    tdmrep: Option<String>,
    /// The text of trust.txt.
    trust_txt: Option<String>,
    /// The text of ai.txt.
    ai_txt: Option<String>,
    /// The RSL documents that the site refers to: URL and text.
    rsl: Option<Map<String, Value>>,
    /// The families of signals to read; all by default.
    signals: Option<Vec<String>>,
    /// The header fields of the page: pairs of name and value.
    headers: Option<Vec<Vec<String>>>,
    /// The page as sent.
    html: Option<String>,
    /// The same in base64.
    html_b64: Option<String>,
    /// The page as scripts left it.
    rendered: Option<String>,
    /// The id of an element of the page.
    element: Option<String>,
    /// `false` for a crawler that processes whole pages only.
    element_level: Option<bool>,
    /// `full`, `rfc9309` or `google`.
    profile: Option<String>,
    /// `false` for verdicts without reasons.
    reasons: Option<bool>,
    /// Questions that leave out what this object has.
    #[schema(no_recursion)]
    questions: Option<Vec<DecideQuestion>>,
}

/// One question, or several.
#[derive(ToSchema)]
#[schema(as = DecideRequest)]
#[serde(untagged)]
#[expect(dead_code, clippy::large_enum_variant, reason = "it describes a body")]
pub(crate) enum DecideBody {
    /// One question, or questions that share fields.
    One(DecideQuestion),
    /// Questions.
    Many(Vec<DecideQuestion>),
}

/// The answer to one question, or the answers in the order of the questions.
#[derive(ToSchema)]
#[schema(as = DecideResponse)]
#[serde(untagged)]
#[expect(dead_code, clippy::large_enum_variant, reason = "it describes a body")]
pub(crate) enum DecideAnswers<'a> {
    /// The answer.
    One(Answer<'a>),
    /// The answers.
    Many(Vec<AnswerOrFailure<'a>>),
}

/// An answer, or why there is none.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, clippy::large_enum_variant, reason = "it describes a body")]
pub(crate) enum AnswerOrFailure<'a> {
    /// The answer.
    Answer(Answer<'a>),
    /// Why there is none.
    Failure(Failure<'a>),
}
