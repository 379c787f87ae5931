//! Makes the rows of captures.

use placet::explain::GroupChoice;
use placet::robots::Availability;
use placet::signals::Family;
use placet::syntax::robots::{Key as RecordKey, is_markup};
use placet::{Agent, RobotsPolicy};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::access::Access;
use super::signals::{self, Signals};
use super::{Audit, findings};
use crate::capture::{Capture, Failure, Outcome};
use crate::limits;
use crate::tables::{FileColumns, Key, Rows, SiteRow, TakenRows};

/// Makes the rows of captures, one after the other.
#[derive(Debug)]
pub(crate) struct Auditor<'a> {
    audit: &'a Audit,
    rows: Rows,
    access: Access,
    digest: String,
}

/// A capture that decides, as the engine reads it.
#[derive(Debug)]
pub(super) struct Site<'c> {
    pub(super) key: Key<'c>,
    pub(super) policy: RobotsPolicy,
    /// A URL for each path of the audit.
    pub(super) urls: Vec<String>,
    pub(super) signals: Signals<'c>,
    pub(super) has_acap: bool,
    /// How many records are neither rules nor `User-agent` lines, and how many of them are sitemaps.
    records: (usize, usize),
}

impl<'a> Auditor<'a> {
    pub(crate) fn new(audit: &'a Audit) -> Self {
        let agents: Vec<&str> = audit.agents().collect();
        let rows = Rows::new(&audit.tables, &agents, &audit.usages, &audit.paths);
        Self { audit, rows, access: Access::default(), digest: String::new() }
    }

    /// Whether the rows should be taken before more captures are added.
    pub(crate) fn is_full(&self) -> bool {
        self.rows.bytes >= limits::BATCH_BYTES || self.rows.captures >= limits::CHUNK_CAPTURES
    }

    /// The rows of the captures since the last time; `None` if there were none.
    pub(crate) fn take(&mut self) -> Option<TakenRows> {
        (self.rows.captures > 0).then(|| self.rows.take())
    }

    /// Adds the rows of a capture.
    pub(crate) fn push(&mut self, capture: &Capture) {
        self.rows.captures += 1;
        let key = Key { origin: capture.origin.as_deref(), source: &capture.source };
        let (outcome, error) = outcome(capture);
        self.rows.errors += usize::from(outcome == Outcome::Error);
        if !outcome.decides() {
            let location = location(capture).filter(|_| outcome == Outcome::Redirect);
            let (location, error) = (location.as_deref(), error.as_deref());
            self.push_site(key, capture, outcome, (location, error), None, Vec::new());
            return;
        }
        let read = capture.body.get(..limits::BODY).unwrap_or(&capture.body);
        let builder = RobotsPolicy::builder();
        let policy = match outcome {
            Outcome::Available => builder.parse(read),
            Outcome::Unavailable => builder.without(Availability::Unavailable),
            _ => builder.without(Availability::Unreachable),
        };
        let base = capture.origin.as_deref().unwrap_or_default();
        let urls: Vec<String> = self.audit.paths.iter().map(|path| [base, path].concat()).collect();
        let records = self.push_records(key, &policy);
        let mut signals = Signals::of(records.families, capture.signal_files.as_ref());
        let has_acap = policy.acap_records().next().is_some() || policy.acap_version().is_some();
        signals.find_controls(&policy, &urls, has_acap, self.audit);
        let records = (records.count, records.sitemaps);
        let mut site = Site { key, policy, urls, signals, has_acap, records };
        self.access.push(&site, self.audit, &mut self.rows);
        signals::push(&mut site, self.audit, &mut self.rows);
        let families = site.signals.families(self.audit.families);
        let error = error.as_deref();
        let mut file = None;
        let mut digest = std::mem::take(&mut self.digest);
        if outcome == Outcome::Available {
            findings::push(key, read, &mut self.rows);
            if self.rows.sites.is_some() {
                write_digest(read.get(..placet::limits::FILE_MIN).unwrap_or(read), &mut digest);
                file = Some(file_columns(capture, &site, &digest));
            }
        }
        self.push_site(key, capture, outcome, (None, error), file, families);
        self.digest = digest;
    }

    fn push_site(
        &mut self,
        key: Key<'_>,
        capture: &Capture,
        outcome: Outcome,
        (location, error): (Option<&str>, Option<&str>),
        file: Option<FileColumns<'_>>,
        signals: Vec<&'static str>,
    ) {
        let Some(sites) = &mut self.rows.sites else { return };
        let (time, status) = (capture.time, capture.status);
        sites.push(key, &SiteRow { time, status, outcome, location, error, file, signals });
        self.rows.bytes += key.len() + 200;
    }

    /// Adds the rows of records, and says what they are.
    fn push_records(&mut self, key: Key<'_>, policy: &RobotsPolicy) -> Records {
        let mut found = Records::default();
        for record in policy.records() {
            found.count += 1;
            found.sitemaps += usize::from(record.kind() == RecordKey::Sitemap);
            if let Some(family) = signals::family(record.kind())
                && !found.families.contains(&family)
            {
                found.families.push(family);
            }
            if let Some(records) = &mut self.rows.records {
                self.rows.bytes += records.push(key, &record) + key.len();
            }
        }
        found
    }
}

/// The records of a file that are neither rules nor `User-agent` lines.
#[derive(Debug, Default)]
struct Records {
    count: usize,
    sitemaps: usize,
    /// The families of signals among them.
    families: Vec<Family>,
}

/// What a capture means, and the error that it has.
fn outcome(capture: &Capture) -> (Outcome, Option<String>) {
    match (&capture.failure, capture.status) {
        (Some(Failure::Unavailable(error)), _) => (Outcome::Unavailable, Some(error.clone())),
        (Some(Failure::Unreachable(error)), _) => (Outcome::Unreachable, Some(error.clone())),
        (Some(Failure::Input(error)), _) => (Outcome::Error, Some(error.clone())),
        (None, None) => (Outcome::Available, capture.note.clone()),
        (None, Some(status)) => match Outcome::of_status(status) {
            Outcome::Error => {
                (Outcome::Error, Some(format!("{status} is not a final HTTP status")))
            }
            outcome => (outcome, capture.note.clone()),
        },
    }
}

/// Where a redirect leads, as an absolute URL if that can be known.
fn location(capture: &Capture) -> Option<String> {
    let written = capture.location.as_deref()?;
    let base = Url::parse(&format!("{}/robots.txt", capture.origin.as_deref()?)).ok();
    let resolved = base.and_then(|base| base.join(written).ok());
    Some(resolved.map_or_else(|| written.to_owned(), String::from))
}

fn file_columns<'c>(capture: &Capture, site: &'c Site<'_>, digest: &'c str) -> FileColumns<'c> {
    let policy = &site.policy;
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let (mut groups, mut rules) = (0, 0);
    for group in policy.groups() {
        groups += 1;
        rules += group.rules().count();
    }
    let (records, sitemaps) = site.records;
    FileColumns {
        size: capture.size.unwrap_or(capture.body.len() as u64),
        digest,
        encoding: encoding(policy),
        html: is_markup(policy.text()),
        cut: policy.is_cut() || capture.size.is_some_and(|size| size > capture.body.len() as u64),
        groups: count(groups),
        rules: count(rules),
        records: count(records),
        sitemaps: count(sitemaps),
        problems: count(policy.problems().count() + policy.problems_unlisted()),
        acap: site.has_acap,
        acap_version: policy.acap_version(),
    }
}

/// The encoding of a file; `unknown` for text that is not UTF-8 and has no mark.
fn encoding(policy: &RobotsPolicy) -> &'static str {
    let encoding = policy.encoding();
    if encoding.is_wide() {
        let known = ["UTF-16LE", "UTF-16BE", "UTF-32LE"];
        let name = encoding.to_string();
        return known.into_iter().find(|it| *it == name).unwrap_or("UTF-32BE");
    }
    match std::str::from_utf8(policy.text()) {
        // A character that the limit of the file divides is not invalid.
        Err(error) if error.error_len().is_some() => "unknown",
        _ => "UTF-8",
    }
}

/// The digest of the bytes that are read, as `placet fetch` has it.
fn write_digest(bytes: &[u8], text: &mut String) {
    text.clear();
    text.push_str("sha256:");
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('0');
    for byte in Sha256::digest(bytes) {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 15));
    }
}

/// Whether a group of the file names this agent.
pub(super) fn names(policy: &RobotsPolicy, agent: &Agent) -> bool {
    policy.agent_lines(agent).0 == GroupChoice::Named
}
