//! A question, as one JSON object.

use std::borrow::Cow;
use std::time::SystemTime;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use placet::condition::Qualifier;
use placet::{Agent, AskedAt, Crawler, PagePolicy, Profile, RobotsPolicy, Usage};
use placet_fetch::{Failure, Origin, Standing};
use serde_json::value::RawValue;

use super::fields::{Fields, Pair, QuestionError};
use crate::evidence::HELD_KEYS;

/// The keys of a question.
const KEYS: [&str; 23] = [
    "agent",
    "agent_exact",
    "crawled",
    "element",
    "element_level",
    "headers",
    "honours",
    "html",
    "html_b64",
    "id",
    "now",
    "origin",
    "profile",
    "purpose",
    "recrawled",
    "refs",
    "rendered",
    "robots",
    "robots_b64",
    "robots_file",
    "standing",
    "url",
    "usage",
];

/// The keys that test vectors have for people and for runners: they say nothing about the question.
const PASSED_OVER: [&str; 9] =
    ["ambiguity", "basis", "expected", "name", "reports", "requirement", "spec", "suite", "why"];

/// A question as it stands on one line of input, or a line of `placet fetch`.
#[derive(Debug)]
pub struct Question<'q> {
    fields: Fields<'q>,
}

/// What a question has to say where it does not say it itself.
#[derive(Debug, Clone, Default)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct Defaults {
    /// Who asks.
    pub agent: Option<Agent>,
    /// What for; crawl where nobody says.
    pub usage: Option<Usage>,
    /// About which URL.
    pub url: Option<String>,
    /// By whose rules.
    pub profile: Profile,
    /// When; where nobody says, time limits are not checked.
    pub now: Option<SystemTime>,
}

/// The robots.txt that a question is about.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a question says it in one of these ways")]
pub enum RobotsTxt<'q> {
    /// This text.
    Text(Cow<'q, str>),
    /// These bytes, in base64.
    Base64(Cow<'q, str>),
    /// What a file holds.
    File(Cow<'q, str>),
    /// There is none: the site says nothing.
    Unavailable,
    /// It cannot be reached: everything is prohibited.
    Unreachable,
    /// The question does not say.
    Unsaid,
}

impl RobotsTxt<'_> {
    /// The same, apart from the line.
    pub fn into_owned(self) -> RobotsTxt<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Text(text) => RobotsTxt::Text(owned(text)),
            Self::Base64(text) => RobotsTxt::Base64(owned(text)),
            Self::File(path) => RobotsTxt::File(owned(path)),
            Self::Unavailable => RobotsTxt::Unavailable,
            Self::Unreachable => RobotsTxt::Unreachable,
            Self::Unsaid => RobotsTxt::Unsaid,
        }
    }
}

/// The id of a line, where it is JSON that has one.
pub fn id(line: &str) -> Option<&RawValue> {
    Fields::read(line).ok()?.raw("id")
}

/// The origin that a line of `placet fetch` is about.
pub fn origin(line: &str) -> Option<String> {
    let fields = Fields::read(line).ok()?;
    fields.get("origin")?.text().ok().map(Cow::into_owned)
}

impl<'q> Question<'q> {
    /// Reads a question.
    ///
    /// # Errors
    /// When the line is no JSON object, has a key that is not known, or says that fetching failed.
    pub fn read(line: &'q str) -> Result<Self, QuestionError> {
        let fields = Fields::read(line)?;
        if fields.has("origin")
            && let Some(error) = fields.get("error")
        {
            return Err(QuestionError::new(format!("it was not fetched: {}", error.text()?)));
        }
        if fields.has("standing") {
            fields.refuse_unknown(&[&KEYS, &HELD_KEYS, &PASSED_OVER])?;
        } else {
            fields.refuse_unknown(&[&KEYS, &PASSED_OVER])?;
        }
        Ok(Self { fields })
    }

    fn text(&self, key: &'static str) -> Result<Option<Cow<'q, str>>, QuestionError> {
        self.fields.get(key).map(|field| field.text()).transpose()
    }

    fn flag(&self, key: &'static str, default: bool) -> Result<bool, QuestionError> {
        self.fields.get(key).map_or(Ok(default), |field| field.flag())
    }

    /// Any JSON value, given back with the answer.
    pub fn id(&self) -> Option<&'q RawValue> {
        self.fields.raw("id")
    }

    /// The site that a line of `placet fetch` is about, given back with the answer.
    ///
    /// # Errors
    /// When it is no string.
    pub fn origin(&self) -> Result<Option<Cow<'q, str>>, QuestionError> {
        self.text("origin")
    }

    /// The robots.txt.
    ///
    /// # Errors
    /// When it is given twice; when the line is one of `placet fetch` without a body, or about a
    /// site that placet refused to ask.
    pub fn robots(&self) -> Result<RobotsTxt<'q>, QuestionError> {
        self.refuse_both("robots", "robots_b64")?;
        self.refuse_both("robots", "robots_file")?;
        self.refuse_both("robots_b64", "robots_file")?;
        let standing = self.standing()?;
        match standing {
            Some(Standing::Unavailable) => return Ok(RobotsTxt::Unavailable),
            Some(Standing::Unreachable) => {
                let failure = self.text("failure")?;
                if failure.as_deref() == Some(Failure::Address.name()) {
                    return Err(QuestionError::new(
                        "nothing is known of the site: its address is private and was not asked; \
                         `placet fetch --allow-private` asks it",
                    ));
                }
                return Ok(RobotsTxt::Unreachable);
            }
            Some(Standing::Fetched | Standing::Stale) | None => {}
        }
        let given = [
            self.text("robots")?.map(RobotsTxt::Text),
            self.text("robots_b64")?.map(RobotsTxt::Base64),
            self.text("robots_file")?.map(RobotsTxt::File),
        ];
        match given.into_iter().flatten().next() {
            Some(robots) => Ok(robots),
            None if standing.is_some() => Err(QuestionError::new(
                "the line has no robots.txt: `placet fetch --with-body` adds it",
            )),
            None => Ok(RobotsTxt::Unsaid),
        }
    }

    /// Whether the file goes on behind the robots.txt that a line of `placet fetch` has.
    ///
    /// # Errors
    /// When it is neither true nor false.
    pub fn is_cut(&self) -> Result<bool, QuestionError> {
        self.flag("cut", false)
    }

    fn standing(&self) -> Result<Option<Standing>, QuestionError> {
        let Some(field) = self.fields.get("standing") else { return Ok(None) };
        let name = field.text()?;
        let found = Standing::ALL.into_iter().find(|it| it.name() == name);
        let names = Standing::ALL.map(Standing::name).join(", ");
        found.map(Some).ok_or_else(|| field.error(format!("expected one of {names}")))
    }

    fn refuse_both(&self, one: &'static str, other: &'static str) -> Result<(), QuestionError> {
        if self.fields.has(one) && self.fields.has(other) {
            return Err(QuestionError::new(format!(
                "`{one}` and `{other}` are both given: give one of them"
            )));
        }
        Ok(())
    }

    /// The profile asked for.
    ///
    /// # Errors
    /// When there is no such profile.
    pub fn profile(&self, defaults: &Defaults) -> Result<Profile, QuestionError> {
        self.fields.get("profile").map_or(Ok(defaults.profile), |field| {
            field.text()?.parse().map_err(|error| field.error(error))
        })
    }

    /// The usage asked for; crawl where none is named.
    ///
    /// # Errors
    /// When there is no such usage.
    pub fn usage(&self, defaults: &Defaults) -> Result<Usage, QuestionError> {
        let default = defaults.usage.unwrap_or(Usage::Crawl);
        self.fields
            .get("usage")
            .map_or(Ok(default), |field| field.text()?.parse().map_err(|error| field.error(error)))
    }

    /// The crawler, by its name or `User-Agent` field (`agent`), or by a name taken as it is
    /// (`agent_exact`), with its purposes and what it declares to honour.
    ///
    /// # Errors
    /// When nobody says who asks or two names are given, or there is no condition of a type it
    /// declares.
    pub fn crawler(&self, defaults: &Defaults) -> Result<Crawler, QuestionError> {
        self.refuse_both("agent", "agent_exact")?;
        let given = self.text("agent")?.map(|text| Agent::new(&text));
        let exact = self.text("agent_exact")?.map(|name| Agent::exact(&name));
        let agent = given.or(exact).or_else(|| defaults.agent.clone());
        let mut crawler = Crawler::new(agent.ok_or_else(|| missing("agent", "--agent"))?);
        if let Some(purposes) = self.fields.get("purpose") {
            let purposes = purposes.texts()?;
            crawler = purposes.iter().fold(crawler, |crawler, it| crawler.purpose(it));
        }
        if let Some(honours) = self.fields.get("honours") {
            let declared = honours.texts()?;
            let declared = declared.iter().map(|it| honour(it)).collect::<Result<Vec<_>, _>>();
            crawler = declare(crawler, declared.map_err(|error| honours.error(error))?);
        }
        Ok(if self.flag("element_level", true)? { crawler } else { crawler.whole_pages() })
    }

    /// When the use is made.
    ///
    /// # Errors
    /// When a time is neither a date nor an RFC 3339 instant.
    pub fn occasion(&self, defaults: &Defaults) -> Result<AskedAt, QuestionError> {
        let mut occasion = AskedAt::new().recrawled(self.flag("recrawled", false)?);
        let time = |key| -> Result<Option<SystemTime>, QuestionError> {
            let Some(field) = self.fields.get(key) else { return Ok(None) };
            moment(&field.text()?).map(Some).map_err(|error| field.error(error))
        };
        occasion.now = time("now")?.or(defaults.now);
        occasion.first_used = time("crawled")?;
        Ok(occasion)
    }

    /// The texts of the files that records refer to, by path.
    ///
    /// # Errors
    /// When they are no object of strings.
    pub fn refs(&self) -> Result<Vec<Pair<'q>>, QuestionError> {
        self.fields.get("refs").map_or(Ok(Vec::new()), |field| field.map())
    }

    /// The URL asked about. In a line of `placet fetch`, `url` is that of the robots.txt, and the
    /// one asked about is the default.
    ///
    /// # Errors
    /// When nobody says it, or it is one of another site than the line.
    pub fn url(&self, defaults: &Defaults) -> Result<Cow<'q, str>, QuestionError> {
        let site = self.text("origin")?.and_then(|it| it.parse::<Origin>().ok());
        let own = self.text("url")?;
        let own = own.filter(|url| {
            !(self.fields.has("standing")
                && site.as_ref().is_some_and(|site| site.robots_txt().as_str() == url))
        });
        let default = || defaults.url.clone().map(Cow::Owned);
        let url = own.or_else(default).ok_or_else(|| missing("url", "--url"))?;
        if let Some(site) = site
            && !url.starts_with('/')
            && url.parse().as_ref() != Ok(&site)
        {
            return Err(QuestionError::new(format!("{url:?} is no URL of {site}: give a path")));
        }
        Ok(url)
    }

    /// What the page says, where anything of it is given: the fields of its response, its HTML as
    /// it was sent and as scripts left it. `site` is the robots.txt: elements that it names are
    /// looked for.
    ///
    /// # Errors
    /// When the HTML is given twice, or `html_b64` is no base64.
    pub fn page(&self, site: &RobotsPolicy) -> Result<Option<PagePolicy>, QuestionError> {
        self.refuse_both("html", "html_b64")?;
        let headers = self.fields.get("headers").map_or(Ok(Vec::new()), |field| field.pairs())?;
        let html = match self.fields.get("html_b64") {
            Some(field) => Some(decoded(&field.text()?).map_err(|error| field.error(error))?),
            None => self.text("html")?.map(|html| html.into_owned().into_bytes()),
        };
        let rendered = self.text("rendered")?;
        if headers.is_empty() && html.is_none() && rendered.is_none() {
            return Ok(None);
        }
        let mut page = PagePolicy::builder().site(site);
        for (name, value) in &headers {
            page = page.header(name, value.as_bytes());
        }
        if let Some(html) = &html {
            page = page.html(html);
        }
        if let Some(rendered) = &rendered {
            page = page.rendered(rendered.as_bytes());
        }
        Ok(Some(page.build()))
    }

    /// The id of the element asked about.
    ///
    /// # Errors
    /// When it is no string.
    pub fn element(&self) -> Result<Option<Cow<'q, str>>, QuestionError> {
        self.text("element")
    }
}

/// Bytes that are written in base64.
///
/// # Errors
/// When they are not.
pub fn decoded(base64: &str) -> Result<Vec<u8>, QuestionError> {
    STANDARD.decode(base64.as_bytes()).map_err(|_| QuestionError::new("not base64"))
}

fn missing(key: &str, option: &str) -> QuestionError {
    QuestionError::new(format!("`{key}` is missing: give it in the question, or with {option}"))
}

/// A type of condition that a crawler can honour, or with a leading `!` one that it cannot.
///
/// # Errors
/// When there is no such type.
pub fn honour(text: &str) -> Result<(Qualifier, bool), QuestionError> {
    let name = text.strip_prefix('!').unwrap_or(text);
    let qualifier = Qualifier::of_name(name).ok_or_else(|| {
        let names: Vec<_> = Qualifier::ALL.iter().map(|it| it.name()).collect();
        QuestionError::new(format!(
            "there is no condition {name:?}: expected one of {}, or one of them after a !",
            names.join(", ")
        ))
    })?;
    Ok((qualifier, name == text))
}

/// A crawler that declares this much. A type that it cannot honour outweighs the same type declared.
pub fn declare(crawler: Crawler, mut honours: Vec<(Qualifier, bool)>) -> Crawler {
    honours.sort_by_key(|(_, can)| !can);
    honours.into_iter().fold(crawler, |crawler, (qualifier, can)| {
        if can { crawler.can_honour(qualifier) } else { crawler.cannot_honour(qualifier) }
    })
}

/// A moment: a date, at its first instant in UTC, or an RFC 3339 instant.
///
/// # Errors
/// When the text is neither.
pub fn moment(text: &str) -> Result<SystemTime, QuestionError> {
    let midnight = || format!("{text}T00:00:00Z").parse::<Timestamp>();
    text.parse::<Timestamp>().or_else(|_| midnight()).map(SystemTime::from).map_err(|_| {
        QuestionError::new(format!("{text:?} is neither a date nor an RFC 3339 instant"))
    })
}
