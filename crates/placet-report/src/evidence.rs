//! What is held about a file, and which bytes a decision was made from.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use placet::Decision;
use placet_fetch::{BodyProblem, Entry, Hop, Standing, Time};
use serde::Serialize;

use crate::json;
use crate::screen::{is_hidden, shown};
use crate::table::table;
use crate::unknown::Unknown;
use crate::unread::Unread;

/// The keys of [`Held`], to tell a line of `placet fetch` from other JSON.
pub(crate) const HELD_KEYS: [&str; 17] = [
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

/// What is held about one file: what holds and why, until when, and the bytes used.
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
    #[serde(rename = "octets")]
    bytes: usize,
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

/// What a file holds whose rules apply, as a question of `placet decide` has it.
#[derive(Debug, Serialize)]
pub struct BodySent<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    robots: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    robots_b64: Option<String>,
}

impl<'e> BodySent<'e> {
    /// What the copy of an entry holds, where that is used.
    pub fn of(entry: &'e Entry) -> Option<Self> {
        let used = matches!(entry.standing(), Standing::Fetched | Standing::Stale);
        let bytes = entry.copy().filter(|_| used)?.body().bytes();
        let robots = std::str::from_utf8(bytes).ok();
        let robots_b64 = robots.is_none().then(|| STANDARD.encode(bytes));
        Some(Self { robots, robots_b64 })
    }
}

/// What a decision was made from: files that were fetched, and what was not read of files.
#[derive(Debug, Default, Serialize)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct Basis {
    /// The robots.txt first, then the files it refers to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Held>,
    /// The page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<PageHeld>,
    /// What was not read of files that were.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// What is missing so that it may be no answer.
    #[serde(skip)]
    pub unknown: Option<Unknown>,
}

impl Basis {
    /// Why a decision does not stand, where it does not.
    pub(crate) fn unknown(&self, decision: &Decision) -> Option<String> {
        let unknown = self.unknown.as_ref().filter(|it| it.about(decision));
        unknown.map(|it| it.why().to_owned())
    }
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
    /// How many bytes were read.
    #[serde(rename = "octets", skip_serializing_if = "Option::is_none")]
    pub bytes: Option<usize>,
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
    for problem in entry.body_problems() {
        let unread = Unread::of_entry(entry).filter(|_| problem == BodyProblem::Cut);
        notes.push(unread.map_or_else(|| problem.to_string(), |it| it.note().to_owned()));
    }
    notes.iter().map(|note| visible(note)).collect()
}

/// Which bytes a decision was made from, so that it can be told and made again.
pub fn told(entry: &Entry) -> Vec<String> {
    facts(entry).iter().map(|fact| format!("evidence: {fact}")).collect()
}

fn facts(entry: &Entry) -> [String; 2] {
    let evidence = entry.evidence();
    let bytes = evidence.copy.map(|copy| format!(", {}, {} bytes", copy.digest, copy.bytes));
    let sent = evidence.copy.map(|copy| format!("sent {}, ", second(copy.fetched)));
    let (checked, until) = (second(evidence.checked), second(evidence.expires));
    [
        format!("{} {}{}", evidence.standing, evidence.final_url, bytes.unwrap_or_default()),
        format!("{}checked {checked}, holds until {until}", sent.unwrap_or_default()),
    ]
}

/// What is held about many files as a table, ending in a line end. `width` bounds it; `now` tells
/// what still holds.
pub fn list(entries: &[impl AsRef<Entry>], now: Time, width: Option<u16>) -> String {
    let rows = entries.iter().map(|entry| {
        let entry = entry.as_ref();
        let until = second(entry.expires());
        [
            shown(entry.url().as_str()),
            entry.standing().name().to_owned(),
            entry.cause().to_string(),
            if now < entry.expires() { until } else { format!("{until}, over") },
            entry.copy().map_or_else(|| "-".to_owned(), |it| it.body().bytes().len().to_string()),
        ]
    });
    table(["file", "standing", "cause", "until", "bytes"], rows, width)
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
pub(crate) fn visible(text: &str) -> String {
    text.chars().map(|c| if is_hidden(c) { '\u{FFFD}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_listed() {
        let text = || Some(String::new());
        let held = Held {
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
            copy: Some(CopyHeld {
                digest: String::new(),
                bytes: 0,
                cut: false,
                fetched: text(),
                validated: text(),
            }),
            problems: Vec::new(),
        };
        let written = serde_json::to_value(&held).unwrap();
        // What became of an origin that is none has an error instead.
        let mut keys: Vec<&str> = written.as_object().unwrap().keys().map(|it| &**it).collect();
        keys.push("error");
        keys.sort_unstable();
        assert_eq!(keys, HELD_KEYS);
    }
}
