//! Stored files, and the bytes that a decision is based on.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use placet::Decision;
use placet::signals::SignalFile;
use placet_fetch::{BodyProblem, Entry, Hop, SignalEntry, Standing, Time};
use serde::Serialize;

use crate::json;
use crate::screen::{is_hidden, shown};
use crate::table::table;
use crate::unknown::Unknown;
use crate::unread::Unread;

/// The keys of [`StoredEntry`], which a line of `placet fetch` has.
pub(crate) const ENTRY_KEYS: [&str; 17] = [
    "cause",
    "chain",
    "checked",
    "cut",
    "digest",
    "error",
    "failure",
    "fetched",
    "final_url",
    "octets",
    "problems",
    "standing",
    "status",
    "unreachable_since",
    "until",
    "url",
    "validated",
];

/// A stored entry as JSON: whether the file applies and why, until when, and its bytes.
///
/// Times are in RFC 3339. `final_url` and `chain` describe where the stored copy came from, or where
/// the last attempt ended if there is no copy.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StoredEntry {
    url: String,
    standing: &'static str,
    cause: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    final_url: String,
    chain: Vec<HopJson>,
    checked: Option<String>,
    until: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreachable_since: Option<String>,
    #[serde(flatten)]
    copy: Option<CopyJson>,
    problems: Vec<Problem>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct HopJson {
    status: u16,
    url: String,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct CopyJson {
    digest: String,
    #[serde(rename = "octets")]
    bytes: usize,
    cut: bool,
    fetched: Option<String>,
    validated: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = BodyProblem))]
struct Problem {
    kind: &'static str,
    message: String,
}

impl StoredEntry {
    /// The JSON form of an entry.
    pub fn new(entry: &Entry) -> Self {
        let evidence = entry.evidence();
        let hop = |hop: &Hop| HopJson { status: hop.status(), url: hop.url().to_string() };
        Self {
            url: evidence.url.to_string(),
            standing: evidence.standing.name(),
            cause: evidence.cause.to_string(),
            failure: evidence.cause.failure().map(placet_fetch::Failure::name),
            status: evidence.cause.status(),
            final_url: evidence.final_url.to_string(),
            chain: evidence.chain.iter().map(hop).collect(),
            checked: exact(evidence.checked),
            until: exact(evidence.expires),
            unreachable_since: evidence.unreachable_since.and_then(exact),
            copy: evidence.copy.map(|copy| CopyJson {
                digest: copy.digest.to_string(),
                bytes: copy.bytes,
                cut: copy.cut,
                fetched: exact(copy.fetched),
                validated: exact(copy.validated),
            }),
            problems: entry
                .body_problems()
                .iter()
                .map(|it| Problem { kind: it.name(), message: it.to_string() })
                .collect(),
        }
    }
}

/// The contents of a robots.txt that applies, in the keys of a question of `placet decide`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RobotsBody))]
pub struct Body<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    robots: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    robots_b64: Option<String>,
}

impl<'e> Body<'e> {
    /// The contents of the stored copy, if it applies.
    pub fn of(entry: &'e Entry) -> Option<Self> {
        let used = matches!(entry.standing(), Standing::Fetched | Standing::Stale);
        let bytes = entry.copy().filter(|_| used)?.body().bytes();
        let robots = std::str::from_utf8(bytes).ok();
        let robots_b64 = robots.is_none().then(|| STANDARD.encode(bytes));
        Some(Self { robots, robots_b64 })
    }
}

/// The files that a decision is based on.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct Basis {
    /// The fetched robots.txt, then the files that it refers to, then the files with signals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<StoredEntry>,
    /// The request for the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<PageRequest>,
    /// The parts of files that were not read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// The source that is missing, if any.
    #[serde(skip)]
    pub unknown: Option<Unknown>,
}

impl Basis {
    /// Why a decision is unknown, if it is.
    pub(crate) fn unknown(&self, decision: &Decision) -> Option<String> {
        let unknown = self.unknown.as_ref().filter(|it| it.applies_to(decision));
        unknown.map(|it| it.reason().to_owned())
    }
}

/// The outcome of the request for a page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct PageRequest {
    /// The URL of the page.
    pub url: String,
    /// The status of the response, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How many bytes were read.
    #[serde(rename = "octets", skip_serializing_if = "Option::is_none")]
    pub bytes: Option<usize>,
    /// Why the decision does not use the page.
    #[serde(rename = "unheard", skip_serializing_if = "Option::is_none")]
    pub not_used: Option<String>,
}

/// What the reader of a decision should know if the crawler may not crawl the page.
pub const PAGE_CLOSED: &str = "the page was not fetched, because the crawler may not crawl it, so this \
    decision uses robots.txt only";

impl PageRequest {
    /// A request without a usable response.
    pub fn failed(url: &str, why: impl Into<String>) -> Self {
        Self { url: url.to_owned(), status: None, bytes: None, not_used: Some(why.into()) }
    }

    /// A page that was not requested, because this decision does not let the crawler crawl it.
    pub fn closed(url: &str, crawl: &Decision) -> Self {
        Self::failed(url, format!("the crawler may not crawl it: {crawl}"))
    }

    /// A response: its status, the target of its redirect, and how many bytes were read. A redirect or
    /// an error is not the page.
    pub fn answered(url: &str, status: u16, redirect: Option<&str>, bytes: usize) -> Self {
        let not_used = match redirect {
            Some(to) => Some(format!("it redirects to {to}; check that URL instead")),
            None if (200..300).contains(&status) => None,
            None => Some(format!("the server answered {status}")),
        };
        Self { url: url.to_owned(), status: Some(status), bytes: Some(bytes), not_used }
    }
}

/// Why nothing is known about a site, if placet refused its address. The site was not asked, so it
/// is not unreachable in the sense of RFC 9309.
pub fn refused_address(entry: &Entry) -> Option<String> {
    let is_refused = entry.standing() == Standing::Unreachable
        && entry.cause().failure() == Some(placet_fetch::Failure::Address);
    let url = entry.url();
    is_refused.then(|| {
        format!("{url} has a private or reserved address, which placet does not connect to")
    })
}

/// What the reader of a decision should know about the file: that it is unavailable or unreachable
/// and why, redirects, and problems with its contents.
pub fn notes(entry: &Entry) -> Vec<String> {
    let evidence = entry.evidence();
    let url = evidence.url.as_str();
    let mut notes = Vec::new();
    match evidence.standing {
        Standing::Fetched => {}
        Standing::Unavailable => notes.push(format!("{url} is unavailable: {}", evidence.cause)),
        Standing::Unreachable => notes.push(format!(
            "{url} is unreachable: {}; placet asks again after {}",
            evidence.cause,
            second(evidence.expires)
        )),
        Standing::Stale => {
            let date = evidence.copy.map_or_else(String::new, |copy| second(copy.validated));
            notes.push(format!(
                "{url} is unreachable: {}; using the copy from {date}",
                evidence.cause
            ));
        }
    }
    if !evidence.chain.is_empty() {
        let hops: Vec<String> =
            evidence.chain.iter().map(|hop| format!("{} ({})", hop.url(), hop.status())).collect();
        notes.push(format!("redirected: {} -> {}", hops.join(" -> "), evidence.final_url));
    }
    // The decision itself notes that the file is a web page.
    let is_noted = |it: &BodyProblem| it.name() == "html";
    for problem in entry.body_problems().into_iter().filter(|it| !is_noted(it)) {
        let unread = Unread::of_entry(entry).filter(|_| problem == BodyProblem::Cut);
        notes.push(unread.map_or_else(|| problem.to_string(), |it| it.note().to_owned()));
    }
    notes.iter().map(|note| visible(note)).collect()
}

/// What the reader of a decision should know about a file with signals: that it is unreachable and
/// why, or that it is not what its name says. That a site does not have the file is the rule, unless
/// the site refers to it.
pub fn signal_notes(it: &SignalEntry) -> Vec<String> {
    let evidence = it.entry().evidence();
    let url = evidence.url.as_str();
    let is_document = matches!(it.file(), SignalFile::Tdmrep | SignalFile::Rsl(_));
    let note = match evidence.standing {
        Standing::Unreachable => {
            let cause = evidence.cause;
            format!("{url} is unreachable: {cause}; its statements are not considered")
        }
        Standing::Unavailable if matches!(it.file(), SignalFile::Rsl(_)) => {
            let cause = evidence.cause;
            format!("the licence {url} is unavailable: {cause}; its terms are not known")
        }
        Standing::Stale => {
            let date = evidence.copy.map_or_else(String::new, |copy| second(copy.validated));
            format!("{url} is unreachable: {}; using the copy from {date}", evidence.cause)
        }
        _ if it.is_web_page() => format!("{url} is a web page, so it is not considered"),
        _ if evidence.copy.is_some_and(|copy| copy.cut) && is_document => {
            format!("{url} is longer than the limit, so it counts as unreadable")
        }
        _ if evidence.copy.is_some_and(|copy| copy.cut) => {
            format!("{url} is longer than the limit, and the rest is ignored")
        }
        _ => return Vec::new(),
    };
    vec![visible(&note)]
}

/// The bytes that a decision is based on, so that `placet replay` can repeat it.
pub fn lines(entry: &Entry) -> Vec<String> {
    facts(entry).iter().map(|fact| format!("evidence: {fact}")).collect()
}

fn facts(entry: &Entry) -> [String; 2] {
    let evidence = entry.evidence();
    let bytes = evidence.copy.map(|copy| format!(", {}, {} bytes", copy.digest, copy.bytes));
    let fetched = evidence.copy.map(|copy| format!("fetched {}, ", second(copy.fetched)));
    let (checked, until) = (second(evidence.checked), second(evidence.expires));
    [
        format!("{} {}{}", evidence.standing, evidence.final_url, bytes.unwrap_or_default()),
        format!("{}checked {checked}, expires {until}", fetched.unwrap_or_default()),
    ]
}

/// Renders entries as a table that ends in a newline, at most `width` wide. `now` decides which
/// entries have expired.
pub fn list(entries: &[impl AsRef<Entry>], now: Time, width: Option<u16>) -> String {
    let rows = entries.iter().map(|entry| {
        let entry = entry.as_ref();
        let until = second(entry.expires());
        [
            shown(entry.url().as_str()),
            entry.standing().name().to_owned(),
            entry.cause().to_string(),
            if now < entry.expires() { until } else { format!("{until}, expired") },
            entry.copy().map_or_else(|| "-".to_owned(), |it| it.body().bytes().len().to_string()),
        ]
    });
    table(["file", "standing", "cause", "expires", "bytes"], rows, width)
}

/// Renders an entry as text that ends in a newline.
pub fn text(entry: &Entry) -> String {
    let mut lines = vec![entry.url().to_string()];
    lines.extend(facts(entry).into_iter().chain(notes(entry)).map(|line| format!("  {line}")));
    lines.join("\n") + "\n"
}

/// A time in RFC 3339, if it is in the range of that format.
fn exact(time: Time) -> Option<String> {
    json::timestamp(time.to_system()?)
}

/// The same without fractions of a second, for people.
fn second(time: Time) -> String {
    exact(Time::from_secs(time.as_millis() / 1_000)).unwrap_or_else(|| time.to_string())
}

/// Replaces characters that a terminal would interpret.
pub(crate) fn visible(text: &str) -> String {
    text.chars().map(|c| if is_hidden(c) { '\u{FFFD}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_listed() {
        let text = || Some(String::new());
        let entry = StoredEntry {
            url: String::new(),
            standing: "",
            cause: String::new(),
            failure: Some(""),
            status: Some(0),
            final_url: String::new(),
            chain: Vec::new(),
            checked: text(),
            until: text(),
            unreachable_since: text(),
            copy: Some(CopyJson {
                digest: String::new(),
                bytes: 0,
                cut: false,
                fetched: text(),
                validated: text(),
            }),
            problems: Vec::new(),
        };
        let written = serde_json::to_value(&entry).unwrap();
        // A name that is not an origin has an error instead.
        let mut keys: Vec<&str> = written.as_object().unwrap().keys().map(|it| &**it).collect();
        keys.push("error");
        keys.sort_unstable();
        assert_eq!(keys, ENTRY_KEYS);
    }
}
