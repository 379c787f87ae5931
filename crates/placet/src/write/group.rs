//! Conventional groups and records (RFC 9309).

use super::text::{check_value, check_word};
use super::{InvalidText, PathPattern};
use crate::syntax::robots::Key;
use crate::vocabulary::{Profile, RuleKind, agent};

/// A group: the crawlers it addresses and the rules for them (RFC 9309 §2.1).
///
/// ```
/// use placet::write::{Group, LineEnd, PathPattern, RobotsFile};
///
/// let mut file = RobotsFile::new();
/// file.group(
///     Group::new("*")?
///         .disallow(PathPattern::new("/drafts/")?)
///         .allow(PathPattern::new("/drafts/index.html")?),
/// );
/// assert_eq!(
///     file.print(LineEnd::Lf),
///     "User-agent: *\nDisallow: /drafts/\nAllow: /drafts/index.html\n"
/// );
/// # Ok::<(), placet::write::InvalidText>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub(super) agents: Vec<Box<str>>,
    /// A rule without a pattern closes and opens nothing.
    pub(super) rules: Vec<(RuleKind, Option<PathPattern>)>,
    pub(super) others: Vec<Other>,
}

impl Group {
    /// A group for the crawlers of this name, or for all that no group names: `*`.
    ///
    /// # Errors
    /// When it is neither `*` nor a product token: letters, `_` and `-` (RFC 9309 §2.2.1).
    pub fn new(agent: &str) -> Result<Self, InvalidText> {
        Self::empty().agent(agent)
    }

    pub(super) fn empty() -> Self {
        Self { agents: Vec::new(), rules: Vec::new(), others: Vec::new() }
    }

    /// The same for one more crawler.
    ///
    /// # Errors
    /// As for [`Group::new`].
    pub fn agent(mut self, agent: &str) -> Result<Self, InvalidText> {
        let is_token = !agent.is_empty() && agent::token(agent.as_bytes()).len() == agent.len();
        if agent != "*" && !is_token {
            return Err(InvalidText::new("a product token has only letters, _ and -"));
        }
        self.agents.push(agent.into());
        Ok(self)
    }

    /// The same with a rule that closes.
    #[must_use]
    pub fn disallow(mut self, pattern: PathPattern) -> Self {
        self.rules.push((RuleKind::Disallow, Some(pattern)));
        self
    }

    /// The same with a rule that opens.
    #[must_use]
    pub fn allow(mut self, pattern: PathPattern) -> Self {
        self.rules.push((RuleKind::Allow, Some(pattern)));
        self
    }

    /// The same with an empty `Disallow`, which closes nothing. A group that has no rule and is
    /// not the last of the file is written with one, or it would join the next.
    #[must_use]
    pub fn disallow_nothing(mut self) -> Self {
        self.rules.push((RuleKind::Disallow, None));
        self
    }

    /// The same with another record.
    #[must_use]
    pub fn other(mut self, other: Other) -> Self {
        self.others.push(other);
        self
    }
}

/// A record that is neither a rule nor ACAP's: `Crawl-delay: 5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    pub(super) kind: Key,
    pub(super) key: Box<str>,
    pub(super) value: Box<str>,
}

impl Other {
    /// The record of this key and value.
    ///
    /// # Errors
    /// When the key is that of a rule, of a `User-agent` line or of an ACAP field, or holds what
    /// no key can; when the value has white space at its ends, a `#` or a control character.
    pub fn new(key: &str, value: &str) -> Result<Self, InvalidText> {
        let (kind, spelt) = Key::recognise(key.as_bytes());
        // Some readers know keys by how they begin.
        let (begins, _) = Key::recognise_as(key.as_bytes(), Profile::Google);
        let is_mistaken = !spelt || kind == Key::Unknown && begins != kind;
        if is_mistaken || matches!(kind, Key::UserAgent | Key::Allow | Key::Disallow | Key::Acap) {
            return Err(InvalidText::new("the key is read as that of another record"));
        }
        check_word(key)?;
        if key.contains(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.')) {
            return Err(InvalidText::new("a key has only letters, digits, -, _ and ."));
        }
        check_value(value)?;
        Ok(Self { kind, key: key.into(), value: value.into() })
    }

    /// Its key as it is written: known ones in the usual spelling.
    pub(super) fn key(&self) -> &str {
        self.kind.written().unwrap_or(&self.key)
    }
}
