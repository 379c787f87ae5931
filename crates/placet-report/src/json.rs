//! Questions and answers for machines: one JSON object each.

use std::borrow::Cow;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use placet::{Agent, Decision, Part, Profile, Reason, Usage};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A question as it stands on one line of input.
///
/// Keys that say nothing about the question (`why`, `expected`, …) are passed over.
#[derive(Debug, Deserialize)]
pub struct Question<'q> {
    /// Any JSON value, given back with the answer.
    #[serde(borrow, default)]
    pub id: Option<&'q RawValue>,
    #[serde(borrow, default)]
    robots: Option<Cow<'q, str>>,
    #[serde(borrow, default)]
    robots_b64: Option<Cow<'q, str>>,
    #[serde(borrow)]
    agent: Cow<'q, str>,
    #[serde(borrow, default)]
    usage: Option<Cow<'q, str>>,
    #[serde(borrow)]
    url: Cow<'q, str>,
    #[serde(borrow, default)]
    profile: Option<Cow<'q, str>>,
    // What this version cannot weigh must not be passed over in silence.
    headers: Option<IgnoredAny>,
    html: Option<IgnoredAny>,
    rendered: Option<IgnoredAny>,
}

/// The id of a line that is no valid question but may have one.
#[derive(Debug, Deserialize)]
pub struct QuestionId<'q> {
    /// Any JSON value, given back with the error.
    #[serde(borrow, default)]
    pub id: Option<&'q RawValue>,
}

/// Why a line is no question that can be answered.
#[derive(Debug)]
pub struct QuestionError(String);

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for QuestionError {}

impl<'q> Question<'q> {
    /// Reads a question.
    ///
    /// # Errors
    /// When the line is no JSON object, or lacks `agent` or `url`.
    pub fn read(line: &'q str) -> Result<Self, QuestionError> {
        serde_json::from_str(line).map_err(|error| QuestionError(error.to_string()))
    }

    /// The octets of the robots.txt; `robots_b64` goes before `robots`.
    ///
    /// # Errors
    /// When there is neither, or the first is no base64.
    pub fn robots(&self) -> Result<Cow<'_, [u8]>, QuestionError> {
        match (&self.robots_b64, &self.robots) {
            (Some(encoded), _) => STANDARD
                .decode(encoded.as_bytes())
                .map(Cow::Owned)
                .map_err(|error| QuestionError(format!("robots_b64: {error}"))),
            (None, Some(text)) => Ok(Cow::Borrowed(text.as_bytes())),
            (None, None) => Err(QuestionError("missing field `robots`".into())),
        }
    }

    /// The text that tells two robots.txt apart without decoding them.
    pub fn robots_written(&self) -> (Option<&str>, Option<&str>) {
        (self.robots_b64.as_deref(), self.robots.as_deref())
    }

    /// The profile asked for, or `default`.
    ///
    /// # Errors
    /// When there is no such profile.
    pub fn profile(&self, default: Profile) -> Result<Profile, QuestionError> {
        self.profile.as_deref().map_or(Ok(default), |name| {
            name.parse().map_err(|error| QuestionError(format!("profile: {error}")))
        })
    }

    /// The usage asked for; crawl where none is named.
    ///
    /// # Errors
    /// When there is no such usage.
    pub fn usage(&self) -> Result<Usage, QuestionError> {
        self.usage.as_deref().map_or(Ok(Usage::Crawl), |name| {
            name.parse().map_err(|error| QuestionError(format!("usage: {error}")))
        })
    }

    /// The crawler, by its name or `User-Agent` field; in Google's profile any text is a name.
    pub fn agent(&self, profile: Profile) -> Agent {
        agent(&self.agent, profile)
    }

    /// The URL asked about.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Refuses what this version cannot weigh in this profile.
    ///
    /// # Errors
    /// When the question is about more than robots.txt and the profile would weigh that.
    pub fn refuse_unread(&self, profile: Profile) -> Result<(), QuestionError> {
        let unread = [
            ("headers", self.headers.is_some()),
            ("html", self.html.is_some()),
            ("rendered", self.rendered.is_some()),
        ];
        match unread.into_iter().find(|(_, given)| *given) {
            Some((key, _)) if profile == Profile::Full => Err(QuestionError(format!(
                "`{key}` is not read by this version; ask without it, or in profile rfc9309"
            ))),
            _ => Ok(()),
        }
    }
}

/// The crawler that text names in a profile: Google's compares any text as it stands.
pub fn agent(text: &str, profile: Profile) -> Agent {
    if profile == Profile::Google { Agent::new(text) } else { Agent::from_text(text) }
}

/// A decision as it stands on one line of output.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    verdict: &'static str,
    conditions: [&'static str; 0],
    profile: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    crawl_delay: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<AnswerReason>>,
}

/// A statement that took part, as it stands in an answer.
#[derive(Debug, Serialize)]
struct AnswerReason {
    part: &'static str,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    octets: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'static str>,
    why: String,
}

impl<'a> Answer<'a> {
    /// The answer with its reasons.
    pub fn new(id: Option<&'a RawValue>, decision: &Decision) -> Self {
        Self {
            id,
            verdict: decision.verdict().name(),
            conditions: [],
            profile: decision.profile().name(),
            crawl_delay: decision.crawl_delay().map(|delay| delay.as_secs_f64()),
            reasons: Some(decision.reasons().map(|it| reason(decision, &it)).collect()),
        }
    }

    /// The answer without reasons.
    pub fn verdict_only(
        id: Option<&'a RawValue>,
        verdict: placet::Verdict,
        profile: Profile,
    ) -> Self {
        Self {
            id,
            verdict: verdict.name(),
            conditions: [],
            profile: profile.name(),
            crawl_delay: None,
            reasons: None,
        }
    }
}

fn reason(decision: &Decision, reason: &Reason<'_>) -> AnswerReason {
    let by = match reason.part() {
        Part::Rule(placet::Outcome::Decided) | Part::Silence(_) => Some(decision.ground()),
        _ => None,
    };
    AnswerReason {
        part: reason.part().name(),
        source: "robots.txt",
        line: reason.line(),
        column: reason.column(),
        text: reason.text().map(str::to_owned),
        octets: reason.octets(),
        by: by.map(placet::Ground::name),
        section: by.map(placet::Ground::section),
        why: reason.why().to_owned(),
    }
}

/// What stands in place of an answer where there is none.
#[derive(Debug, Serialize)]
pub struct Failure<'a> {
    /// The id of the line, `null` where it has none.
    pub id: Option<&'a RawValue>,
    /// What is wrong with the line.
    pub error: String,
}

/// The answer to one question asked at the prompt.
#[derive(Debug, Serialize)]
pub struct Check<'a> {
    agent: &'a str,
    usage: &'static str,
    target: &'a str,
    #[serde(flatten)]
    answer: Answer<'a>,
}

impl<'a> Check<'a> {
    /// The decision with the question it answers.
    pub fn new(decision: &'a Decision) -> Self {
        Self {
            agent: decision.agent().name(),
            usage: decision.usage().name(),
            target: decision.target(),
            answer: Answer::new(None, decision),
        }
    }
}
