//! What is held about a file, and which octets a decision was made from.

use comfy_table::{ContentArrangement, Table};
use placet_fetch::{Entry, Hop, Standing, Time};
use serde::Serialize;

use crate::json;
use crate::records::{STYLE, shown};

/// What is held about one file: what holds and why, until when, and the octets used.
///
/// Times are RFC 3339. Where there is a copy, `final_url` and `chain` say where it came from;
/// otherwise where the last attempt ended.
#[derive(Debug, Serialize)]
pub struct Held {
    url: String,
    standing: &'static str,
    cause: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    final_url: String,
    chain: Vec<HopHeld>,
    checked: Option<String>,
    until: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreachable_since: Option<String>,
    #[serde(flatten)]
    copy: Option<CopyHeld>,
    problems: Vec<Problem>,
}

#[derive(Debug, Serialize)]
struct HopHeld {
    status: u16,
    url: String,
}

#[derive(Debug, Serialize)]
struct CopyHeld {
    digest: String,
    octets: usize,
    cut: bool,
    fetched: Option<String>,
    validated: Option<String>,
}

#[derive(Debug, Serialize)]
struct Problem {
    kind: &'static str,
    message: String,
}

impl Held {
    /// What an entry holds.
    pub fn new(entry: &Entry) -> Self {
        let evidence = entry.evidence();
        let hop = |hop: &Hop| HopHeld { status: hop.status(), url: hop.url().to_string() };
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
            copy: evidence.copy.map(|copy| CopyHeld {
                digest: copy.digest.to_string(),
                octets: copy.octets,
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

/// What a decision was made from, where that was fetched.
#[derive(Debug, Default, Serialize)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct Basis {
    /// The robots.txt first, then the files it refers to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Held>,
    /// The page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<PageHeld>,
}

/// What became of the request for a page.
#[derive(Debug, Serialize)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct PageHeld {
    /// What was to be asked for.
    pub url: String,
    /// The status of the answer, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How many octets were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub octets: Option<usize>,
    /// Why the page took no part in the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unheard: Option<String>,
}

/// What a reader of a decision should know of the file it was made from: that there is none, or
/// why it could not be had, where it was found, and what makes it doubtful.
pub fn notes(entry: &Entry) -> Vec<String> {
    let evidence = entry.evidence();
    let url = evidence.url.as_str();
    let mut notes = Vec::new();
    match evidence.standing {
        Standing::Fetched => {}
        Standing::Unavailable => notes.push(format!("there is no {url}: {}", evidence.cause)),
        Standing::Unreachable => notes.push(format!(
            "{url} could not be had: {}; it is asked for again after {}",
            evidence.cause,
            second(evidence.expires)
        )),
        Standing::Stale => {
            let of = evidence.copy.map_or_else(String::new, |copy| second(copy.validated));
            notes.push(format!(
                "{url} could not be had: {}; its copy of {of} is used",
                evidence.cause
            ));
        }
    }
    if !evidence.chain.is_empty() {
        let hops: Vec<String> =
            evidence.chain.iter().map(|hop| format!("{} ({})", hop.url(), hop.status())).collect();
        notes.push(format!("redirected: {} -> {}", hops.join(" -> "), evidence.final_url));
    }
    notes.extend(entry.body_problems().iter().map(ToString::to_string));
    notes.iter().map(|note| visible(note)).collect()
}

/// Which octets a decision was made from, so that it can be told and made again.
pub fn told(entry: &Entry) -> Vec<String> {
    facts(entry).iter().map(|fact| format!("evidence: {fact}")).collect()
}

fn facts(entry: &Entry) -> [String; 2] {
    let evidence = entry.evidence();
    let octets = evidence.copy.map(|copy| format!(", {}, {} octets", copy.digest, copy.octets));
    let sent = evidence.copy.map(|copy| format!("sent {}, ", second(copy.fetched)));
    let (checked, until) = (second(evidence.checked), second(evidence.expires));
    [
        format!("{} {}{}", evidence.standing, evidence.final_url, octets.unwrap_or_default()),
        format!("{}checked {checked}, holds until {until}", sent.unwrap_or_default()),
    ]
}

/// What is held about many files as a table, ending in a line end. `width` bounds it; `now` tells
/// what still holds.
pub fn list(entries: &[impl AsRef<Entry>], now: Time, width: Option<u16>) -> String {
    let mut table = Table::new();
    table.load_style(STYLE).set_header(["file", "standing", "cause", "until", "octets"]);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.add_rows(entries.iter().map(|entry| {
        let entry = entry.as_ref();
        let until = second(entry.until());
        [
            shown(entry.url().as_str()),
            entry.standing().name().to_owned(),
            entry.cause().to_string(),
            if now < entry.until() { until } else { format!("{until}, over") },
            entry.copy().map_or_else(|| "-".to_owned(), |it| it.body().octets().len().to_string()),
        ]
    }));
    format!("{table}\n")
}

/// What is held about one file, for people, ending in a line end.
pub fn text(entry: &Entry) -> String {
    let mut lines = vec![entry.url().to_string()];
    lines.extend(facts(entry).into_iter().chain(notes(entry)).map(|line| format!("  {line}")));
    lines.join("\n") + "\n"
}

/// A moment in RFC 3339, where that can.
fn exact(time: Time) -> Option<String> {
    json::shown(time.to_system()?)
}

/// The same to the second, for people.
fn second(time: Time) -> String {
    exact(Time::from_secs(time.as_millis() / 1_000)).unwrap_or_else(|| time.to_string())
}

/// Nothing of what a server sent is obeyed by a terminal.
fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect()
}
