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
    /// A rule without a pattern has no effect.
    pub(super) rules: Vec<(RuleKind, Option<PathPattern>)>,
    pub(super) others: Vec<Other>,
}

impl Group {
    /// Creates a group for the crawler with this name, or with `*` for all crawlers that no group
    /// names.
    ///
    /// # Errors
    /// If it is neither `*` nor a product token: letters, `_` and `-` (RFC 9309 §2.2.1).
    pub fn new(agent: &str) -> Result<Self, InvalidText> {
        Self::empty().agent(agent)
    }

    /// Creates a group without agents.
    pub(super) fn empty() -> Self {
        Self { agents: Vec::new(), rules: Vec::new(), others: Vec::new() }
    }

    /// Adds another crawler.
    ///
    /// # Errors
    /// Same as for [`Group::new`].
    pub fn agent(mut self, agent: &str) -> Result<Self, InvalidText> {
        let is_token = !agent.is_empty() && agent::token(agent.as_bytes()).len() == agent.len();
        if agent != "*" && !is_token {
            return Err(InvalidText::new("a product token can contain only letters, _ and -"));
        }
        self.agents.push(agent.into());
        Ok(self)
    }

    /// Adds a `Disallow` rule.
    #[must_use]
    pub fn disallow(mut self, pattern: PathPattern) -> Self {
        self.rules.push((RuleKind::Disallow, Some(pattern)));
        self
    }

    /// Adds an `Allow` rule.
    #[must_use]
    pub fn allow(mut self, pattern: PathPattern) -> Self {
        self.rules.push((RuleKind::Allow, Some(pattern)));
        self
    }

    /// Adds an empty `Disallow`, which closes nothing. A group without rules is written with one
    /// unless it is the last of the file, because it would otherwise be merged with the next.
    #[must_use]
    pub fn disallow_nothing(mut self) -> Self {
        self.rules.push((RuleKind::Disallow, None));
        self
    }

    /// Adds another record.
    #[must_use]
    pub fn other(mut self, other: Other) -> Self {
        self.others.push(other);
        self
    }
}

/// A record that is neither a rule nor part of ACAP, such as `Crawl-delay: 5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    pub(super) kind: Key,
    pub(super) key: Box<str>,
    pub(super) value: Box<str>,
}

impl Other {
    /// Creates a record.
    ///
    /// # Errors
    /// If the key is that of a rule, a `User-agent` line or an ACAP field, or contains characters
    /// that no key can contain; or if the value has white space at its start or end, or contains a
    /// `#` or a control character.
    pub fn new(key: &str, value: &str) -> Result<Self, InvalidText> {
        let (kind, well_spelled) = Key::recognise(key.as_bytes());
        // Some parsers recognise keys by their beginning.
        let (begins, _) = Key::recognise_as(key.as_bytes(), Profile::Google);
        let is_mistaken = !well_spelled || kind == Key::Unknown && begins != kind;
        if is_mistaken || matches!(kind, Key::UserAgent | Key::Allow | Key::Disallow | Key::Acap) {
            return Err(InvalidText::new("the key would be read as that of another record"));
        }
        check_word(key)?;
        if key.contains(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.')) {
            return Err(InvalidText::new("a key can contain only letters, digits, -, _ and ."));
        }
        check_value(value)?;
        Ok(Self { kind, key: key.into(), value: value.into() })
    }

    /// Its key in the usual spelling, or as given if it is not known.
    pub(super) fn key(&self) -> &str {
        self.kind.written().unwrap_or(&self.key)
    }
}
