//! A question, as one JSON object.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::time::SystemTime;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use placet::{Agent, Crawler, Occasion, PagePolicy, Profile, Qualifier, Usage};
use serde::Deserialize;
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
    #[serde(borrow, default)]
    agent: Option<Cow<'q, str>>,
    #[serde(borrow, default)]
    agent_exact: Option<Cow<'q, str>>,
    #[serde(borrow, default)]
    usage: Option<Cow<'q, str>>,
    #[serde(borrow)]
    url: Cow<'q, str>,
    #[serde(borrow, default)]
    profile: Option<Cow<'q, str>>,
    #[serde(borrow, default)]
    purpose: OneOrMany<'q>,
    #[serde(borrow, default)]
    now: Option<Cow<'q, str>>,
    #[serde(borrow, default)]
    crawled: Option<Cow<'q, str>>,
    #[serde(default)]
    recrawled: bool,
    #[serde(borrow, default)]
    honours: Vec<Cow<'q, str>>,
    #[serde(borrow, default)]
    refs: BTreeMap<Cow<'q, str>, Cow<'q, str>>,
    #[serde(borrow, default)]
    headers: Vec<(Cow<'q, str>, Cow<'q, str>)>,
    #[serde(borrow, default)]
    html: Option<Cow<'q, str>>,
    #[serde(borrow, default)]
    html_b64: Option<Cow<'q, str>>,
    #[serde(borrow, default)]
    rendered: Option<Cow<'q, str>>,
    #[serde(borrow, default)]
    element: Option<Cow<'q, str>>,
    #[serde(default = "yes")]
    element_level: bool,
}

fn yes() -> bool {
    true
}

/// A text, or a list of texts.
#[derive(Debug, Default, Deserialize)]
#[serde(untagged)]
enum OneOrMany<'q> {
    #[default]
    None,
    One(#[serde(borrow)] Cow<'q, str>),
    Many(#[serde(borrow)] Vec<Cow<'q, str>>),
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
    /// When the line is no JSON object, or lacks `url`.
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

    /// The crawler, by its name or `User-Agent` field (`agent`), or by a name taken as it is
    /// (`agent_exact`), with its purposes and what it declares to honour.
    ///
    /// # Errors
    /// When there is neither name or both, or no qualifier of a name it declares.
    pub fn crawler(&self) -> Result<Crawler, QuestionError> {
        let agent = match (&self.agent, &self.agent_exact) {
            (Some(text), None) => Agent::new(text),
            (None, Some(name)) => Agent::exact(name),
            (Some(_), Some(_)) => {
                return Err(QuestionError("`agent` and `agent_exact` exclude each other".into()));
            }
            (None, None) => return Err(QuestionError("missing field `agent`".into())),
        };
        let mut crawler = Crawler::new(agent);
        match &self.purpose {
            OneOrMany::None => {}
            OneOrMany::One(purpose) => crawler = crawler.purpose(purpose),
            OneOrMany::Many(purposes) => {
                crawler = purposes.iter().fold(crawler, |crawler, it| crawler.purpose(it));
            }
        }
        for name in &self.honours {
            let qualifier = Qualifier::of_name(name)
                .ok_or_else(|| QuestionError(format!("honours: there is no qualifier {name:?}")))?;
            crawler = crawler.can_honour(qualifier);
        }
        Ok(if self.element_level { crawler } else { crawler.whole_pages() })
    }

    /// When the use is made.
    ///
    /// # Errors
    /// When a time is neither a date nor an RFC 3339 instant.
    pub fn occasion(&self) -> Result<Occasion, QuestionError> {
        let mut occasion = Occasion::new().recrawled(self.recrawled);
        if let Some(now) = &self.now {
            occasion = occasion.now(moment(now)?);
        }
        if let Some(crawled) = &self.crawled {
            occasion = occasion.first_used(moment(crawled)?);
        }
        Ok(occasion)
    }

    /// The texts of the files that records refer to, by path.
    pub fn refs(&self) -> &BTreeMap<Cow<'q, str>, Cow<'q, str>> {
        &self.refs
    }

    /// The URL asked about.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What the page says, where anything of it is given: the fields of its response, its HTML as
    /// it was sent (`html_b64` goes before `html`) and as scripts left it.
    ///
    /// # Errors
    /// When `html_b64` is no base64.
    pub fn page(&self) -> Result<Option<PagePolicy>, QuestionError> {
        let decoded = self.html_b64.as_deref().map(|encoded| {
            let decoded = STANDARD.decode(encoded.as_bytes());
            decoded.map_err(|error| QuestionError(format!("html_b64: {error}")))
        });
        let decoded = decoded.transpose()?;
        let html = decoded.as_deref().or(self.html.as_deref().map(str::as_bytes));
        if self.headers.is_empty() && html.is_none() && self.rendered.is_none() {
            return Ok(None);
        }
        let mut page = PagePolicy::builder();
        for (name, value) in &self.headers {
            page = page.header(name, value.as_bytes());
        }
        if let Some(html) = html {
            page = page.html(html);
        }
        if let Some(rendered) = &self.rendered {
            page = page.rendered(rendered.as_bytes());
        }
        Ok(Some(page.build()))
    }

    /// The id of the element asked about.
    pub fn element(&self) -> Option<&str> {
        self.element.as_deref()
    }
}

/// A moment: a date, at its first instant in UTC, or an RFC 3339 instant.
///
/// # Errors
/// When the text is neither.
pub fn moment(text: &str) -> Result<SystemTime, QuestionError> {
    let midnight = || format!("{text}T00:00:00Z").parse::<Timestamp>();
    text.parse::<Timestamp>()
        .or_else(|_| midnight())
        .map(SystemTime::from)
        .map_err(|_| QuestionError(format!("{text:?} is neither a date nor an RFC 3339 instant")))
}
