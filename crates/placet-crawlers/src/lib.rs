#![doc = include_str!("../README.md")]

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

const DATA: &str = include_str!("../crawlers.toml");

static CRAWLERS: LazyLock<Vec<KnownCrawler>> =
    // A test reads the data, so that it is valid here.
    LazyLock::new(|| toml::from_str::<File>(DATA).unwrap_or_default().crawler);

/// The same, sorted by tokens in lower case.
static BY_TOKEN: LazyLock<Vec<&KnownCrawler>> = LazyLock::new(|| {
    let mut sorted: Vec<_> = CRAWLERS.iter().collect();
    sorted.sort_by_key(|it| it.token.to_ascii_lowercase());
    sorted
});

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    crawler: Vec<KnownCrawler>,
}

/// A crawler, or a token that controls what is done with the pages of others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct KnownCrawler {
    /// The name to write after `User-agent`.
    pub token: String,
    /// Who operates it.
    pub operator: String,
    /// What it fetches pages for; of a control token, what it decides about.
    pub purposes: Vec<Purpose>,
    /// Of a control token the crawlers whose pages it is about. A crawler controls none.
    #[serde(default)]
    pub controls: Vec<String>,
    /// Where its operator documents it, or a public list that names it.
    pub documentation: String,
    /// Whether the documentation is the operator's own.
    #[serde(default = "yes")]
    pub vendor_documented: bool,
    /// Whether it crawls for one of the web search engines with the most users: a site that is
    /// closed to it is not found there.
    #[serde(default)]
    pub major_search: bool,
    /// The other token that it looks for if no group names it.
    #[serde(default)]
    pub also: Option<String>,
    /// Which rules of a robots.txt it obeys.
    #[serde(default)]
    pub obeys: Obeys,
    /// What else a publisher should know.
    #[serde(default)]
    pub note: Option<String>,
}

impl KnownCrawler {
    /// Whether it fetches nothing, and only controls what is done with the pages of other crawlers.
    pub fn is_control_token(&self) -> bool {
        !self.controls.is_empty()
    }

    /// Whether it is found by this text, which is in lower case: each word of it is in the token,
    /// the operator or a purpose, or it is a `User-Agent` string that has the token.
    fn is_found_by(&self, query: &str) -> bool {
        let purposes: Vec<&str> = self.purposes.iter().map(|purpose| purpose.name()).collect();
        let kind = if self.is_control_token() { "control" } else { "" };
        let text = format!("{}\n{}\n{}\n{kind}", self.token, self.operator, purposes.join("\n"));
        let text = text.to_ascii_lowercase();
        query.split_whitespace().all(|word| text.contains(word))
            || has_token(query, &self.token.to_ascii_lowercase())
    }
}

const fn yes() -> bool {
    true
}

/// Whether a text has a token, as a whole.
fn has_token(text: &str, token: &str) -> bool {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    text.match_indices(token).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + token.len()..).unwrap_or_default();
        !before.ends_with(is_inside) && !after.starts_with(is_inside)
    })
}

/// Which rules of a robots.txt a crawler obeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Obeys {
    /// Those of its group, or those for `*` if it has none (RFC 9309).
    #[default]
    Rules,
    /// Those of groups that name it, not those for `*`.
    NamedGroups,
    /// It may fetch what the rules close.
    NotAlways,
}

/// What a crawler fetches pages for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Purpose {
    /// Finding pages for a search engine.
    Search,
    /// Training AI models.
    AiTraining,
    /// Answers that an AI system gives from pages it found.
    AiInput,
    /// One page because a person asked for it.
    UserRequest,
    /// Data sets that others use, for training models too.
    Dataset,
    /// Research and development.
    Research,
    /// Archives of the web.
    Archive,
    /// Previews of links in messages and feeds.
    Preview,
    /// Services for search engine optimisation.
    Seo,
    /// Advertising.
    Ads,
    /// Products and prices.
    Shopping,
    /// Feeds that people subscribe to.
    Feed,
    /// Tools for owners of sites.
    SiteTools,
    /// Something else.
    Other,
}

impl Purpose {
    /// The name in the data, such as `ai-training`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::AiTraining => "ai-training",
            Self::AiInput => "ai-input",
            Self::UserRequest => "user-request",
            Self::Dataset => "dataset",
            Self::Research => "research",
            Self::Archive => "archive",
            Self::Preview => "preview",
            Self::Seo => "seo",
            Self::Ads => "ads",
            Self::Shopping => "shopping",
            Self::Feed => "feed",
            Self::SiteTools => "site-tools",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// All known crawlers, by operators.
pub fn crawlers() -> &'static [KnownCrawler] {
    &CRAWLERS
}

/// The crawler that looks for this token, ignoring case.
pub fn known(token: &str) -> Option<&'static KnownCrawler> {
    let order = |it: &&KnownCrawler| lower(&it.token).cmp(lower(token));
    BY_TOKEN.binary_search_by(order).ok().and_then(|at| BY_TOKEN.get(at).copied())
}

/// The bytes of a text in lower case.
fn lower(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().map(|it| it.to_ascii_lowercase())
}

/// The crawlers that a text is about, ignoring case: its words are in the token, the operator or
/// the purposes, or it is a `User-Agent` string that has the token. An empty text is about all.
pub fn search(query: &str) -> impl Iterator<Item = &'static KnownCrawler> {
    let query = query.to_ascii_lowercase();
    crawlers().iter().filter(move |crawler| crawler.is_found_by(&query))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_data_can_be_read() {
        let file: File = toml::from_str(DATA).unwrap();
        assert_eq!(file.crawler, crawlers());
        assert!(crawlers().len() >= 60, "{}", crawlers().len());
    }

    #[test]
    fn each_crawler_is_listed_once_with_a_name_and_a_source() {
        let mut tokens = BTreeSet::new();
        for it in crawlers() {
            assert!(tokens.insert(it.token.to_ascii_lowercase()), "{} is listed twice", it.token);
            assert_eq!(known(&it.token.to_ascii_uppercase()), Some(it));
            // RFC 9309 has letters, `_` and `-`; operators use digits and dots too.
            let is_name = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
            assert!(it.token.chars().all(is_name) && it.token.len() >= 4, "{it:?}");
            assert!(!it.operator.is_empty() && it.operator.trim() == it.operator, "{it:?}");
            assert!(!it.purposes.is_empty(), "{it:?}");
            let address = it.documentation.strip_prefix("https://").unwrap_or_default();
            assert!(address.contains('.') && !address.contains(' '), "{it:?}");
        }
    }

    #[test]
    fn control_tokens_are_about_crawlers_that_are_listed() {
        let tokens: Vec<&KnownCrawler> =
            crawlers().iter().filter(|it| it.is_control_token()).collect();
        assert_eq!(tokens.len(), 2);
        for token in tokens {
            assert!(token.vendor_documented, "{token:?}");
            for controlled in &token.controls {
                assert!(!known(controlled).unwrap().is_control_token(), "{token:?}");
            }
        }
    }

    #[test]
    fn a_purpose_has_one_name() {
        for it in crawlers() {
            for purpose in &it.purposes {
                let text = format!("purpose = \"{purpose}\"");
                let read: std::collections::BTreeMap<String, Purpose> =
                    toml::from_str(&text).unwrap();
                assert_eq!(read.values().collect::<Vec<_>>(), [purpose]);
            }
        }
    }

    #[test]
    fn words_and_user_agent_strings_find_crawlers() {
        let found = |query: &str| -> Vec<&str> {
            search(query).map(|crawler| crawler.token.as_str()).collect()
        };
        assert_eq!(found("").len(), crawlers().len());
        assert_eq!(found("OpenAI training"), ["GPTBot"]);
        assert_eq!(found("control"), ["Google-Extended", "Applebot-Extended"]);
        assert_eq!(found("Googlebot-Image/1.0"), ["Googlebot-Image"]);
        let sent = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";
        assert_eq!(found(sent), ["bingbot"]);
        assert!(found("no such crawler").is_empty());
    }
}
