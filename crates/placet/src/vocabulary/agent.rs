//! The name of a crawler.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::Profile;

/// The name of a crawler, as matched against `User-agent` lines.
///
/// Any text is a name. Characters other than letters, `_` and `-` are reported as a
/// [problem](Agent::problem), because RFC 9309 §2.2.1 does not let a file address them.
///
/// Two agents are equal if every file treats them alike: if their names and their `User-Agent`
/// fields are the same, ignoring ASCII case.
///
/// ```
/// use placet::Agent;
///
/// let agent = Agent::new("Mozilla/5.0 (compatible; ExampleBot/2.1; +https://a.example)");
/// assert_eq!(agent.name(), "ExampleBot");
/// assert_eq!(agent.user_agent(), "Mozilla/5.0 (compatible; ExampleBot/2.1; +https://a.example)");
/// assert_eq!(Agent::new("ExampleBot"), Agent::new("examplebot"));
/// assert_eq!(Agent::exact("examplebot/2.1").name(), "examplebot/2.1");
/// assert!(Agent::new("360Spider").problem().is_some());
/// ```
#[derive(Debug, Clone)]
pub struct Agent {
    name: Arc<str>,
    /// The whole `User-Agent` field, if it is more than the name.
    user_agent: Option<Arc<str>>,
}

impl Agent {
    /// Creates an agent from its name, or from the whole `User-Agent` field that it sends (F-10).
    ///
    /// Text with a product version (`name/1`) or a comment in parentheses is a
    /// [field](Agent::from_user_agent). Any other text is a name. White space around the
    /// text is removed, such as the end of a line that it was read from. For a name that looks like a
    /// field, use [`Agent::exact`].
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        if is_field(text) { Self::from_user_agent(text) } else { Self::exact(text) }
    }

    /// Creates an agent with exactly this name, even if it looks like a `User-Agent` field.
    pub fn exact(name: &str) -> Self {
        Self { name: name.into(), user_agent: None }
    }

    /// Creates the agent that sends this `User-Agent` field (F-10).
    ///
    /// Its name is the product after `compatible;`, otherwise the first product, without its
    /// version. Products that every browser claims to be (`Mozilla`, `AppleWebKit`, `Chrome`, …)
    /// are skipped if there is another.
    pub fn from_user_agent(field: &str) -> Self {
        Self::exact(product(field).unwrap_or(field.trim())).with_user_agent(field)
    }

    /// Sets the `User-Agent` field that it sends: ACAP records may address it by other parts of
    /// that field (ACAP 1.0 §2.3.1, A-09).
    #[must_use]
    pub fn with_user_agent(self, field: &str) -> Self {
        Self { user_agent: Some(field.into()), ..self }
    }

    /// The name as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The `User-Agent` field, or the name if no field is known.
    pub fn user_agent(&self) -> &str {
        self.user_agent.as_deref().unwrap_or(&self.name)
    }

    /// Why `User-agent` lines cannot address this agent as usual, if they cannot.
    pub fn problem(&self) -> Option<AgentProblem> {
        if self.name.is_empty() {
            return Some(AgentProblem::Empty);
        }
        let token = token(self.name.as_bytes()).len();
        (token < self.name.len()).then_some(AgentProblem::NotToken { index: token })
    }
}

impl PartialEq for Agent {
    fn eq(&self, other: &Self) -> bool {
        // Most equal names are spelled alike, which takes less time to find.
        let is_same = |one: &str, other: &str| one == other || one.eq_ignore_ascii_case(other);
        is_same(&self.name, &other.name) && is_same(self.user_agent(), other.user_agent())
    }
}

impl Eq for Agent {}

impl Hash for Agent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for text in [&*self.name, self.user_agent()] {
            text.bytes().for_each(|byte| state.write_u8(byte.to_ascii_lowercase()));
            // UTF-8 never contains this byte, so it separates the two.
            state.write_u8(0xFF);
        }
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl From<&str> for Agent {
    /// Same as [`Agent::new`].
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Agent {
    /// Same as [`Agent::new`].
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

/// Why `User-agent` lines cannot address an agent as usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AgentProblem {
    /// The name is empty: only `*` groups address it.
    Empty,
    /// The name contains characters that a product token cannot; only a `User-agent` value that
    /// equals the whole name addresses it (F-11).
    NotToken {
        /// The index of the first such byte in the name.
        index: usize,
    },
}

impl fmt::Display for AgentProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the crawler has no name; only `*` groups address it"),
            Self::NotToken { index } => write!(
                f,
                "the name of this crawler is not a product token, which has only letters, _ and - (see \
                 byte {}); only a User-agent line with exactly this name addresses it",
                index + 1
            ),
        }
    }
}

/// The leading run of the characters that a product token is made of (RFC 9309 §2.2.1).
///
/// ```text
/// product-token = identifier / "*"
/// identifier    = 1*(%x2D / %x41-5A / %x5F / %x61-7A)
/// ```
pub(crate) fn token(value: &[u8]) -> &[u8] {
    let is_token = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-');
    let end = value.iter().position(|byte| !is_token(byte)).unwrap_or(value.len());
    value.get(..end).unwrap_or(value)
}

/// Whether a `User-agent` value addresses every crawler that no group names: `*`, alone or followed
/// by white space and any text (RFC 9309 §2.2.1, F-12).
pub(crate) fn is_global(value: &[u8]) -> bool {
    matches!(value, [b'*'] | [b'*', b' ' | b'\t' | 0x0B | 0x0C, ..])
}

/// The agent that a `User-agent` value most likely means: the whole value if it can be a name,
/// otherwise its leading token (`Googlebot/2.1`).
pub(crate) fn intended_agent(value: &[u8], profile: Profile) -> &[u8] {
    let token = token(value);
    let is_name = !value.iter().any(|byte| matches!(byte, b' ' | b'\t' | b'/'));
    if is_global(value) {
        b"*"
    } else if !profile.behaviour().names_by_token_alone && (is_name || token.is_empty()) {
        value
    } else {
        token
    }
}

/// Whether text looks like a `User-Agent` field (RFC 9110 §10.1.5): it contains a product with a
/// version, or a comment.
fn is_field(text: &str) -> bool {
    let has_version = |word: &str| {
        word.split_once('/').is_some_and(|(name, version)| {
            let is_name = !name.is_empty() && name.bytes().all(is_token_character);
            is_name && version.bytes().next().is_some_and(is_token_character)
        })
    };
    let has_comment = || text.split_once('(').is_some_and(|(_, rest)| rest.contains(')'));
    text.split([' ', '\t', '(', ')', ';', ',']).any(has_version) || has_comment()
}

/// Whether a token of RFC 9110 §5.6.2 can contain the byte.
fn is_token_character(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// The products that browsers send, and that crawlers copy.
const BROWSERS: [&str; 22] = [
    "Mozilla",
    "AppleWebKit",
    "KHTML",
    "Gecko",
    "Chrome",
    "Chromium",
    "HeadlessChrome",
    "CriOS",
    "Safari",
    "Version",
    "Mobile",
    "Firefox",
    "FxiOS",
    "MSIE",
    "Trident",
    "Edge",
    "Edg",
    "EdgA",
    "OPR",
    "Opera",
    "Presto",
    "SeaMonkey",
];

/// Finds the product that names the crawler in a `User-Agent` field (F-10).
fn product(field: &str) -> Option<&str> {
    let marker = "compatible;";
    let compatible = field
        .char_indices()
        .filter_map(|(at, _)| field.get(at..at + marker.len()).map(|text| (at, text)))
        .find(|(_, text)| text.eq_ignore_ascii_case(marker))
        .and_then(|(at, _)| field.get(at + marker.len()..));
    let own = |name: &&str| !BROWSERS.iter().any(|browser| browser.eq_ignore_ascii_case(name));
    let first = |text| words(text).next().map(|(name, _)| name);
    let versioned = || words(field).find(|(name, version)| *version && own(name));
    compatible
        .and_then(first)
        .filter(own)
        .or_else(|| first(field).filter(own))
        .or_else(|| versioned().map(|(name, _)| name))
        .or_else(|| first(field))
}

/// The words of a field that are where a product can be: at the start, after white space outside
/// comments, or first in a part of a comment. Each comes with whether a version follows it.
fn words(field: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut depth = 0_usize;
    let mut at_start = true;
    field.split_inclusive([' ', '\t', '(', ')', ';', ',']).filter_map(move |piece| {
        let word = piece.trim_end_matches([' ', '\t', '(', ')', ';', ',']);
        let is_product = at_start && !word.is_empty();
        at_start = match piece.chars().next_back() {
            Some('(') => {
                depth += 1;
                true
            }
            Some(')') => {
                depth = depth.saturating_sub(1);
                true
            }
            Some(';' | ',') => true,
            _ => depth == 0 || (at_start && word.is_empty()),
        };
        let (name, version) = word.split_once('/').unwrap_or((word, ""));
        let versioned = version.starts_with(|c: char| c.is_ascii_digit());
        (is_product && !name.is_empty()).then_some((name, versioned))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_that_every_file_treats_alike_are_equal() {
        let hash = |agent: &Agent| {
            let mut state = std::hash::DefaultHasher::new();
            agent.hash(&mut state);
            state.finish()
        };
        let (one, other) = (Agent::new("ExampleBot"), Agent::new("examplebot"));
        assert_eq!((&one, hash(&one)), (&other, hash(&other)));
        // ACAP records may address a crawler by its field (A-09).
        let field = one.clone().with_user_agent("ExampleBot/1.0 News");
        assert_ne!(one, field);
        assert_ne!(field, one.clone().with_user_agent("ExampleBot/1.0"));
        assert_eq!(one, one.clone().with_user_agent("EXAMPLEBOT"));
        assert_eq!(format!("[{one:>12}]"), "[  ExampleBot]");
    }

    #[test]
    fn from_user_agent_finds_the_product() {
        for (field, name) in [
            ("ExampleBot/2.1 (+https://example.com/bot)", "ExampleBot"),
            ("Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com)", "ExampleBot"),
            (
                "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; \
              +http://www.google.com/bot.html) Chrome/1.2.3.4 Safari/537.36",
                "Googlebot",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like \
              Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://a.example)",
                "Applebot",
            ),
            ("Mozilla/5.0 (compatible; archive.org_bot +http://a.example)", "archive.org_bot"),
            ("DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)", "DuckDuckBot"),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) \
              Chrome/120.0 Safari/537.36",
                "Mozilla",
            ),
            ("Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)", "Mozilla"),
            ("curl/8.0", "curl"),
            ("Foo Bar/2.0", "Foo"),
            ("Wget", "Wget"),
            ("Googlebot-Image/1.0", "Googlebot-Image"),
            (
                "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile \
              Safari/537.36 (compatible; Bytespider; spider@a.example)",
                "Bytespider",
            ),
            ("", ""),
        ] {
            assert_eq!(Agent::from_user_agent(field).name(), name, "{field}");
        }
    }

    #[test]
    fn text_with_a_version_or_a_comment_is_a_field() {
        for (text, name) in [
            ("Foo/1.0", "Foo"),
            ("Googlebot/2.1", "Googlebot"),
            ("AI2Bot/1", "AI2Bot"),
            ("Foo/beta", "Foo"),
            ("Foo Bar/2.0", "Foo"),
            ("ExampleBot/1.0 (+x)", "ExampleBot"),
            ("ExampleBot (+https://a.example/bot)", "ExampleBot"),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://a.example)", "Googlebot"),
            ("DuckDuckBot/1.1; (+http://a.example)", "DuckDuckBot"),
            ("Mozilla/5.0 (compatible; ExampleBot", "ExampleBot"),
            ("Foo/1/2", "Foo"),
        ] {
            let agent = Agent::new(text);
            assert_eq!((agent.name(), agent.user_agent()), (name, text));
            assert_eq!((Agent::exact(text).name(), Agent::exact(text).user_agent()), (text, text));
        }
    }

    #[test]
    fn any_other_text_is_a_name() {
        for text in [
            "",
            "/",
            "/1",
            "Foo/",
            "//",
            "a//b",
            "a (b",
            "a) b(",
            "Foo Bar",
            "360Spider!",
            "archive.org_bot",
            "http://a.example",
            "*",
            "бот",
        ] {
            let agent = Agent::new(text);
            assert_eq!((agent.name(), agent.user_agent()), (text, text));
            assert_eq!(Agent::new(&format!(" {text}\r\n")), agent);
        }
    }

    #[test]
    fn names_that_are_not_tokens_have_a_problem() {
        assert_eq!(Agent::new("Example_Bot-x").problem(), None);
        assert_eq!(Agent::new("AI2Bot").problem(), Some(AgentProblem::NotToken { index: 2 }));
        assert_eq!(Agent::new("").problem(), Some(AgentProblem::Empty));
    }
}
