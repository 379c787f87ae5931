//! Questions as JSON objects.

use std::borrow::Cow;
use std::time::SystemTime;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use placet::condition::Qualifier;
use placet::signals::{Families, Family, SignalFiles};
use placet::{Agent, AgentPolicy, AskedAt, Crawler, PagePolicy, Profile, RobotsPolicy, Usage};
use placet_fetch::{Failure, Origin, Standing};
use serde_json::value::RawValue;

use super::fields::{Fields, Pair, QuestionError};
use crate::evidence::ENTRY_KEYS;

/// The keys of a question.
const KEYS: [&str; 28] = [
    "agent",
    "agent_exact",
    "ai_txt",
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
    "rsl",
    "signals",
    "standing",
    "tdmrep",
    "trust_txt",
    "url",
    "usage",
];

/// The keys of test vectors that are not part of the question.
const IGNORED_KEYS: [&str; 9] =
    ["ambiguity", "basis", "expected", "name", "reports", "requirement", "spec", "suite", "why"];

/// The keys that decide which robots.txt a question is about.
const SITE_KEYS: [&str; 7] =
    ["robots", "robots_b64", "robots_file", "refs", "cut", "standing", "failure"];

/// The keys that decide which crawler asks.
const CRAWLER_KEYS: [&str; 5] = ["agent", "agent_exact", "purpose", "honours", "element_level"];

/// A question: one line of input, or one line of the output of `placet fetch`.
#[derive(Debug)]
pub struct Question<'q> {
    fields: Fields<'q>,
}

/// Values for questions that leave them out.
#[derive(Debug, Clone, Default)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct Defaults {
    /// The crawler.
    pub agent: Option<Agent>,
    /// The usage; crawl if this is none.
    pub usage: Option<Usage>,
    /// The URL.
    pub url: Option<String>,
    /// The profile.
    pub profile: Profile,
    /// The time of the usage; if this is none, time limits are not checked.
    pub now: Option<SystemTime>,
    /// The files with signals; those of a question replace or complete them.
    pub files: SignalFiles,
    /// The families of signals to read.
    pub families: Families,
}

/// The robots.txt of a question.
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "a question gives it in one of these ways")]
pub enum RobotsTxt<'q> {
    /// Its text.
    Text(Cow<'q, str>),
    /// Its bytes, in base64.
    Base64(Cow<'q, str>),
    /// The path of a file.
    File(Cow<'q, str>),
    /// The site has no robots.txt, so everything is permitted.
    Unavailable,
    /// It is unreachable, so everything is prohibited.
    Unreachable,
    /// The question does not have one.
    Missing,
}

/// The id of a line, if it is JSON and has one.
pub fn id(line: &str) -> Option<&RawValue> {
    serde_json::from_str(Fields::read(line, "").ok()?.raw("id")?).ok()
}

/// The origin of a line of `placet fetch`.
pub fn origin(line: &str) -> Option<String> {
    let fields = Fields::read(line, "").ok()?;
    fields.get("origin")?.text().ok().map(Cow::into_owned)
}

impl<'q> Question<'q> {
    /// Parses a question.
    ///
    /// A string that is written like `known`, one of the [values](Question::site_values) of an earlier
    /// question, is not parsed again: questions often repeat a robots.txt. `known` may be empty.
    ///
    /// # Errors
    /// When the line is not a JSON object, has an unknown key, or reports that fetching failed.
    pub fn read(line: &'q str, known: &str) -> Result<Self, QuestionError> {
        let fields = Fields::read(line, known)?;
        if fields.has("origin")
            && let Some(error) = fields.get("error")
        {
            return Err(QuestionError::new(format!(
                "robots.txt was not fetched: {}",
                error.text()?
            )));
        }
        if fields.has("standing") {
            fields.refuse_unknown(&[&KEYS, &ENTRY_KEYS, &IGNORED_KEYS])?;
        } else {
            fields.refuse_unknown(&[&KEYS, &IGNORED_KEYS])?;
        }
        Ok(Self { fields })
    }

    /// Parses a question that may also have these keys, and leaves out what `shared` has.
    ///
    /// # Errors
    /// As [`Question::read`].
    pub fn read_with(
        line: &'q str,
        more: &[&'static str],
        shared: Option<&'q Self>,
    ) -> Result<Self, QuestionError> {
        let fields = Fields::read(line, "")?;
        fields.refuse_unknown(&[&KEYS, more])?;
        Ok(Self { fields: fields.or(shared.map(|shared| &shared.fields)) })
    }

    /// The value of any key as written.
    pub fn raw(&self, key: &str) -> Option<&'q str> {
        self.fields.raw(key)
    }

    /// The text of a key that [`read_with`](Question::read_with) added.
    ///
    /// # Errors
    /// When it is not a string.
    pub fn more_text(&self, key: &'static str) -> Result<Option<Cow<'q, str>>, QuestionError> {
        self.text(key)
    }

    /// The same for a value that is true or false.
    ///
    /// # Errors
    /// When it is neither.
    pub fn more_flag(&self, key: &'static str, default: bool) -> Result<bool, QuestionError> {
        self.flag(key, default)
    }

    /// What the line has about the robots.txt, as written. Questions with the same values have the
    /// same [`robots`](Question::robots), [`refs`](Question::refs) and [`is_cut`](Question::is_cut).
    pub fn site_values(&self) -> [Option<&'q str>; SITE_KEYS.len()] {
        SITE_KEYS.map(|key| self.fields.raw(key))
    }

    /// What the line has about the crawler, as written. Questions with the same values have the same
    /// [`crawler`](Question::crawler).
    pub fn crawler_values(&self) -> [Option<&'q str>; CRAWLER_KEYS.len()] {
        CRAWLER_KEYS.map(|key| self.fields.raw(key))
    }

    fn text(&self, key: &'static str) -> Result<Option<Cow<'q, str>>, QuestionError> {
        self.fields.get(key).map(|field| field.text()).transpose()
    }

    fn flag(&self, key: &'static str, default: bool) -> Result<bool, QuestionError> {
        self.fields.get(key).map_or(Ok(default), |field| field.flag())
    }

    /// The id, any JSON value, which the answer repeats.
    pub fn id(&self) -> Option<&'q RawValue> {
        serde_json::from_str(self.fields.raw("id")?).ok()
    }

    /// The origin of a line of `placet fetch`, which the answer repeats.
    ///
    /// # Errors
    /// When it is not a string.
    pub fn origin(&self) -> Result<Option<Cow<'q, str>>, QuestionError> {
        self.text("origin")
    }

    /// The robots.txt.
    ///
    /// # Errors
    /// When it is given twice; when the line comes from `placet fetch` without a body, or from a site
    /// that placet did not ask.
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
                        "placet does not connect to private addresses, so nothing is known about this \
                         site; use `placet fetch --allow-private`",
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
                "the line has no robots.txt; use `placet fetch --with-body`",
            )),
            None => Ok(RobotsTxt::Missing),
        }
    }

    /// Whether a line of `placet fetch` has only the start of the file.
    ///
    /// # Errors
    /// When it is not a boolean.
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
                "`{one}` and `{other}` exclude each other; remove one of them"
            )));
        }
        Ok(())
    }

    /// The profile.
    ///
    /// # Errors
    /// When the profile is unknown.
    pub fn profile(&self, defaults: &Defaults) -> Result<Profile, QuestionError> {
        self.fields.get("profile").map_or(Ok(defaults.profile), |field| {
            field.text()?.parse().map_err(|error| field.error(error))
        })
    }

    /// The usage; the default is crawl.
    ///
    /// # Errors
    /// When the usage is unknown.
    pub fn usage(&self, defaults: &Defaults) -> Result<Usage, QuestionError> {
        let default = defaults.usage.unwrap_or(Usage::Crawl);
        self.fields
            .get("usage")
            .map_or(Ok(default), |field| field.text()?.parse().map_err(|error| field.error(error)))
    }

    /// The crawler: its product token or `User-Agent` field (`agent`), or exactly its product token
    /// (`agent_exact`), with its purposes and the conditions that it can honour.
    ///
    /// # Errors
    /// When there is no agent or more than one, or a condition type is unknown.
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

    /// The time of the usage.
    ///
    /// # Errors
    /// When a time is neither a date nor an RFC 3339 timestamp.
    pub fn asked_at(&self, defaults: &Defaults) -> Result<AskedAt, QuestionError> {
        let mut asked_at = AskedAt::new().recrawled(self.flag("recrawled", false)?);
        let time = |key| -> Result<Option<SystemTime>, QuestionError> {
            let Some(field) = self.fields.get(key) else { return Ok(None) };
            moment(&field.text()?).map(Some).map_err(|error| field.error(error))
        };
        asked_at.now = time("now")?.or(defaults.now);
        asked_at.first_used = time("crawled")?;
        Ok(asked_at)
    }

    /// The texts of the files that robots.txt refers to, by path.
    ///
    /// # Errors
    /// When they are not an object of strings.
    pub fn refs(&self) -> Result<Vec<Pair<'q>>, QuestionError> {
        self.fields.get("refs").map_or(Ok(Vec::new()), |field| field.map())
    }

    /// The policy with the files and families of signals that the question or the defaults have;
    /// `None` if they have none.
    ///
    /// # Errors
    /// When a file is not a string, `rsl` is not an object of strings, or a family is unknown.
    pub fn with_signals(
        &self,
        policy: &AgentPolicy,
        defaults: &Defaults,
    ) -> Result<Option<AgentPolicy>, QuestionError> {
        let rsl = self.fields.get("rsl").map_or(Ok(Vec::new()), |field| field.map())?;
        let texts = [self.text("tdmrep")?, self.text("trust_txt")?, self.text("ai_txt")?];
        let families = match self.fields.get("signals") {
            Some(field) => {
                let names = field.texts()?;
                let parsed = names.iter().map(|name| name.parse::<Family>());
                parsed.collect::<Result<Families, _>>().map_err(|error| field.error(error))?
            }
            None => defaults.families,
        };
        let has_own = !rsl.is_empty() || texts.iter().any(Option::is_some);
        let has_files = has_own || defaults.files.iter().next().is_some();
        if !has_files && families == Families::ALL {
            return Ok(None);
        }
        let policy = policy.families(families);
        if !has_files {
            return Ok(Some(policy));
        }
        let [tdmrep, trust_txt, ai_txt] = &texts;
        let add = |files: SignalFiles,
                   text: &Option<Cow<'q, str>>,
                   read: fn(SignalFiles, &[u8]) -> SignalFiles| match text {
            Some(text) => read(files, text.as_bytes()),
            None => files,
        };
        let files = add(defaults.files.clone(), tdmrep, SignalFiles::tdmrep);
        let files = add(files, trust_txt, SignalFiles::trust_txt);
        let files = add(files, ai_txt, SignalFiles::ai_txt);
        let files = rsl.iter().fold(files, |files, (url, text)| files.rsl(url, text.as_bytes()));
        Ok(Some(policy.signal_files(&files)))
    }

    /// The URL in question. In a line of `placet fetch`, `url` is the URL of robots.txt, so the
    /// default applies.
    ///
    /// # Errors
    /// When there is none, or it belongs to another site than the line.
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
            return Err(QuestionError::new(format!("{url:?} is not a URL of {site}; use a path")));
        }
        Ok(url)
    }

    /// The policy of the page, if the question has header fields or HTML. `site` is the robots.txt,
    /// which can name elements of the page.
    ///
    /// # Errors
    /// When the HTML is given twice, or `html_b64` is not base64.
    pub fn page(&self, site: &RobotsPolicy) -> Result<Option<PagePolicy>, QuestionError> {
        self.refuse_both("html", "html_b64")?;
        let headers = self.fields.get("headers").map_or(Ok(Vec::new()), |field| field.pairs())?;
        let html = match self.fields.get("html_b64") {
            Some(field) => Some(decode_base64(&field.text()?).map_err(|error| field.error(error))?),
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

    /// The id of the element in question.
    ///
    /// # Errors
    /// When it is not a string.
    pub fn element(&self) -> Result<Option<Cow<'q, str>>, QuestionError> {
        self.text("element")
    }
}

/// Decodes base64.
///
/// # Errors
/// When the text is not base64.
pub fn decode_base64(base64: &str) -> Result<Vec<u8>, QuestionError> {
    STANDARD.decode(base64.as_bytes()).map_err(|_| QuestionError::new("not base64"))
}

fn missing(key: &str, option: &str) -> QuestionError {
    QuestionError::new(format!("`{key}` is missing; add it to the question or use {option}"))
}

/// Parses a condition type that a crawler can honour, or cannot with a leading `!`.
///
/// # Errors
/// When the type is unknown.
pub fn honour(text: &str) -> Result<(Qualifier, bool), QuestionError> {
    let name = text.strip_prefix('!').unwrap_or(text);
    let qualifier = Qualifier::of_name(name).ok_or_else(|| {
        let names: Vec<_> = Qualifier::ALL.iter().map(|it| it.name()).collect();
        QuestionError::new(format!(
            "unknown condition type {name:?}, expected one of {}, optionally with a leading !",
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

/// Parses a time: an RFC 3339 timestamp, or a date, which means midnight UTC.
///
/// # Errors
/// When the text is neither.
pub fn moment(text: &str) -> Result<SystemTime, QuestionError> {
    let midnight = || format!("{text}T00:00:00Z").parse::<Timestamp>();
    text.parse::<Timestamp>().or_else(|_| midnight()).map(SystemTime::from).map_err(|_| {
        QuestionError::new(format!("{text:?} is neither a date nor an RFC 3339 timestamp"))
    })
}
