//! Answers as JSON objects.

use std::time::SystemTime;

use jiff::Timestamp;
use placet::explain::{Reason, ReasonKind};
use placet::syntax::robots::Garbled;
use placet::{Condition, Decision, Profile, Usage, Verdict};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::caveat::{self, Caveats};
use crate::evidence::Basis;
use crate::signals::{self, ContradictionJson, FamilyJson};
use crate::text::SourceNames;
use crate::unknown::{UNKNOWN, Unknown};
use crate::unread::Unread;

/// A decision as one line of output.
///
/// ```
/// use placet::{RobotsPolicy, Usage};
/// use placet_report::json::Answer;
///
/// let bot = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts/\n").for_agent("ExampleBot");
/// let decision = bot.may(Usage::Crawl, "https://example.com/drafts/42")?;
/// let json = serde_json::to_string(&Answer::new(None, &decision))?;
/// assert!(json.starts_with(r#"{"verdict":"prohibit""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<serde_json::Value>))]
    id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'a str>,
    verdict: &'static str,
    conditions: Vec<String>,
    /// The conditions that name an element which the page does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    absent: Vec<String>,
    profile: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actions: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crawl_delay: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<ReasonFields<'static>>>))]
    reasons: Option<Vec<AnswerReason<'a>>>,
    /// What each family of signals states about the usage.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signals: Vec<FamilyJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contradictions: Vec<ContradictionJson>,
    /// What the decision does not cover.
    #[serde(flatten)]
    caveats: Caveats,
    /// What to know before relying on the verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    unread: &'a [Unread],
}

/// A statement that took part in a decision on a usage.
#[derive(Debug)]
pub(crate) struct AnswerReason<'d> {
    reason: Reason<'d>,
    decided: Usage,
}

/// The same as an object.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Reason))]
pub(crate) struct ReasonFields<'r> {
    part: &'static str,
    source: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<&'static str>,
    /// The resource that the statement is about, if it is not the one in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'r str>,
    #[serde(rename = "octets", skip_serializing_if = "Option::is_none")]
    bytes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<String>,
    /// The conditions that the statement sets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sets: Vec<String>,
    why: &'r str,
}

impl<'a> Answer<'a> {
    /// An answer with reasons.
    pub fn new(id: Option<&'a RawValue>, decision: &'a Decision) -> Self {
        Self {
            absent: decision.absent().map(ToString::to_string).collect(),
            ends: decision.ends().and_then(timestamp),
            actions: decision.actions().map(placet::acap::ActionKind::name).collect(),
            crawl_delay: decision.crawl_delay().map(|delay| delay.as_secs_f64()),
            reasons: Some(decision.reasons().map(|it| AnswerReason::new(it, decision)).collect()),
            signals: signals::families(decision, &SourceNames::default()),
            contradictions: signals::contradictions(decision).collect(),
            ..Self::verdict_only(id, decision)
        }
    }

    /// An answer without reasons.
    pub fn verdict_only(id: Option<&'a RawValue>, decision: &Decision) -> Self {
        Self {
            caveats: Caveats::new(decision),
            notes: notes(decision),
            ..Self::brief(id, decision.verdict(), decision.conditions(), decision.profile())
        }
    }

    /// Adds a note if the robots.txt is garbled.
    #[must_use]
    pub fn with_garbled(self, garbled: Option<Garbled>) -> Self {
        Self { notes: garbled.iter().map(ToString::to_string).collect(), ..self }
    }

    /// A verdict with its conditions.
    pub fn brief(
        id: Option<&'a RawValue>,
        verdict: Verdict,
        conditions: &[Condition],
        profile: Profile,
    ) -> Self {
        Self {
            id,
            origin: None,
            verdict: verdict.name(),
            conditions: conditions.iter().map(ToString::to_string).collect(),
            absent: Vec::new(),
            profile: profile.name(),
            ends: None,
            actions: Vec::new(),
            crawl_delay: None,
            reasons: None,
            signals: Vec::new(),
            contradictions: Vec::new(),
            caveats: Caveats::default(),
            notes: Vec::new(),
            unread: &[],
        }
    }

    /// Adds the origin of the site.
    #[must_use]
    pub fn with_origin(self, origin: Option<&'a str>) -> Self {
        Self { origin, ..self }
    }

    /// Adds which parts of files were not read.
    #[must_use]
    pub fn with_unread(self, unread: &'a [Unread]) -> Self {
        Self { unread, ..self }
    }

    /// Makes the verdict unknown if the missing source could change it.
    pub(crate) fn or_unknown(self, unknown: Option<&Unknown>, decision: &Decision) -> Self {
        let Some(unknown) = unknown.filter(|it| it.applies_to(decision)) else { return self };
        Self {
            verdict: UNKNOWN,
            conditions: Vec::new(),
            absent: Vec::new(),
            ends: None,
            // If only the page is missing, the reasons from robots.txt remain.
            reasons: match unknown {
                Unknown::Site(_) => self.reasons.map(|_| Vec::new()),
                Unknown::Page(_) => self.reasons,
            },
            ..self
        }
    }
}

/// What to know before relying on the verdict.
fn notes(decision: &Decision) -> Vec<String> {
    let garbled = decision.garbled().map(|garbled| garbled.to_string());
    garbled.into_iter().chain(caveat::notes(decision, &SourceNames::default())).collect()
}

/// A time in RFC 3339, if it is in the range of that format.
pub fn timestamp(time: SystemTime) -> Option<String> {
    Timestamp::try_from(time).ok().map(|time| time.to_string())
}

impl<'d> AnswerReason<'d> {
    pub(crate) fn new(reason: Reason<'d>, decision: &Decision) -> Self {
        Self { reason, decided: decision.usage() }
    }
}

impl Serialize for AnswerReason<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reason = &self.reason;
        let fields = ReasonFields {
            part: part(reason),
            source: reason.source().name(),
            usage: (reason.usage() != self.decided).then(|| reason.usage().name()),
            resource: reason.resource(),
            line: reason.line(),
            column: reason.column(),
            text: reason.text(),
            bytes: reason.bytes(),
            by: reason.code().map(placet::explain::ReasonCode::name),
            section: reason.citation().map(|it| it.to_string()),
            sets: reason.sets().iter().map(ToString::to_string).collect(),
            why: reason.message(),
        };
        fields.serialize(serializer)
    }
}

/// What became of a rule or an ACAP statement, and what sort of statement any other is.
fn part(reason: &Reason<'_>) -> &'static str {
    match reason.kind() {
        ReasonKind::Group => "group",
        ReasonKind::Element => "element",
        ReasonKind::PageRule => "restriction",
        ReasonKind::Reference => "reference",
        ReasonKind::Directive => "directive",
        ReasonKind::Silence => "silence",
        _ => reason.outcome().name(),
    }
}

/// The output for a line without an answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Failure<'a> {
    /// The id of the line, or `null`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<serde_json::Value>))]
    pub id: Option<&'a RawValue>,
    /// The site of a line of `placet fetch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The line number in the input, from 1.
    pub line: u64,
    /// The column of the error, in bytes from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is wrong with the line.
    pub error: String,
}

/// The answer to one question on the command line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Check<'a> {
    agent: &'a str,
    usage: &'static str,
    target: &'a str,
    #[serde(flatten)]
    answer: Answer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<String>,
    #[serde(flatten)]
    basis: Basis,
}

impl<'a> Check<'a> {
    /// A decision with its question and the files that it is based on.
    pub fn new(decision: &'a Decision, basis: Basis) -> Self {
        Self {
            agent: decision.agent().name(),
            usage: decision.usage().name(),
            target: decision.target(),
            answer: Answer::new(None, decision).or_unknown(basis.unknown.as_ref(), decision),
            unknown: basis.unknown(decision),
            basis,
        }
    }

    /// Adds what else to know about the decision.
    #[must_use]
    pub fn with_notes(mut self, notes: &[String]) -> Self {
        self.answer.notes.extend_from_slice(notes);
        self
    }
}
