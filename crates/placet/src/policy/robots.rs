//! The statements of a robots.txt.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::acap::{Acap, AcapRecordView, AcapStatement, Definitions, Unfit};
use super::availability::Availability;
use super::lower;
use super::parts::{End, Parts, ProblemPart, ReadText, RecordPart};
use super::source::{Source, SourceText};
use super::view::{Group, Record};
use crate::syntax::robots::{Encoding, Garbled, Key, is_markup};
use crate::text::{Problem, ProblemKind, limits};
use crate::vocabulary::{Agent, Condition, Crawler, Profile, agent};

/// The statements of a robots.txt to every crawler.
///
/// Parsing never fails: text that cannot be understood is skipped and listed among the
/// [problems](RobotsPolicy::problems). A policy is immutable and cheap to clone and to share
/// between threads; one parse serves every crawler.
///
/// ```
/// use placet::{Agent, RobotsPolicy, Usage, Verdict};
///
/// let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: /drafts/\n");
/// let decision = site.for_agent(&Agent::new("ExampleBot")).may(Usage::Crawl, "/drafts/42")?;
/// assert_eq!(decision.verdict(), Verdict::Prohibit);
/// assert_eq!(decision.to_string(), "robots.txt:2 Disallow: /drafts/");
/// # Ok::<(), placet::InvalidUrl>(())
/// ```
///
/// # Limits
/// At most [`limits::FILE_MIN`] bytes are read, unless the [builder](RobotsPolicy::builder) has
/// another limit. A policy keeps the text read, at most thirty-two bytes for each rule,
/// `User-agent` line, other record and problem, and the patterns that are not written in normal
/// form. ACAP fields, and the text before the first group, take memory only after a question needs
/// them.
#[derive(Clone)]
pub struct RobotsPolicy {
    pub(crate) parts: Arc<Parts>,
    /// The files that its references resolve to, in order.
    pub(super) joined: Option<Arc<[Option<Self>]>>,
    pub(super) availability: Availability,
    /// Which file it is.
    pub(super) source: Source,
}

impl RobotsPolicy {
    /// Reads a robots.txt with the default profile and limit.
    pub fn parse(text: &[u8]) -> Self {
        Self::builder().parse(text)
    }

    /// Reads a robots.txt with other settings.
    pub fn builder() -> RobotsPolicyBuilder {
        RobotsPolicyBuilder::default()
    }

    /// The policy of a site without a robots.txt: it is silent (RFC 9309 §2.3.1.3, F-33).
    pub fn unavailable() -> Self {
        Self::builder().without(Availability::Unavailable)
    }

    /// The policy of a site whose robots.txt is unreachable: everything is prohibited, whatever a
    /// page says (RFC 9309 §2.3.1.4, F-34).
    ///
    /// ```
    /// use placet::explain::ReasonCode;
    /// use placet::{Agent, RobotsPolicy, Usage, Verdict};
    ///
    /// let site = RobotsPolicy::unreachable();
    /// let decision = site.for_agent(Agent::new("ExampleBot")).may(Usage::Crawl, "/")?;
    /// assert_eq!((decision.verdict(), decision.code()), (Verdict::Prohibit, ReasonCode::Unreachable));
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    pub fn unreachable() -> Self {
        Self::builder().without(Availability::Unreachable)
    }

    /// Whether the file is available.
    pub fn availability(&self) -> Availability {
        self.availability
    }

    /// The version of ACAP that the file declares (R-025).
    pub fn acap_version(&self) -> Option<&str> {
        self.parts.acap()?.version.as_deref()
    }

    /// The permissions and prohibitions of its ACAP fields, in the order of the file; empty in a
    /// profile that does not read them.
    ///
    /// ```
    /// use placet::{RobotsPolicy, Usage};
    ///
    /// let site = RobotsPolicy::parse(b"ACAP-crawler: a\nACAP-disallow-index: news/\n");
    /// let statement = site.acap_statements().next().unwrap();
    /// assert_eq!((statement.usage(), statement.line()), (Usage::Index, 2));
    /// assert_eq!(statement.patterns().unwrap().next(), Some(&b"/news/"[..]));
    /// ```
    pub fn acap_statements(&self) -> impl Iterator<Item = AcapStatement<'_>> {
        super::acap::statements(self.parts.acap(), self.source_text())
    }

    /// Its ACAP records, in the order of the file; empty in a profile that does not read them.
    ///
    /// ```
    /// use placet::RobotsPolicy;
    ///
    /// let site = RobotsPolicy::parse(b"ACAP-crawler: a\nACAP-crawler: b\nACAP-disallow-index: /\n");
    /// let record = site.acap_records().next().unwrap();
    /// assert_eq!(record.names().collect::<Vec<_>>(), ["a", "b"]);
    /// assert_eq!(record.lines().collect::<Vec<_>>(), [1, 2]);
    /// assert_eq!(record.statements().count(), 1);
    /// ```
    pub fn acap_records(&self) -> impl Iterator<Item = AcapRecordView<'_>> {
        super::acap::records(self.parts.acap(), self.source_text())
    }

    /// Whether its conventional records are not for crawlers that read ACAP (R-131, A-36).
    pub fn ignores_conventional_records(&self) -> bool {
        self.parts.acap().is_some_and(|acap| acap.ignores_conventional)
    }

    /// The files that ACAP records refer this crawler to: paths below the root of the site, or
    /// URIs (ACAP 1.0 §2.3.2).
    ///
    /// They are part of the policy of the site. Unless they are [joined](RobotsPolicy::join) to it,
    /// everything is prohibited to the crawler (A-37).
    pub fn references(&self, crawler: &Crawler) -> impl Iterator<Item = &str> {
        let acap = self.parts.acap();
        acap.into_iter().flat_map(|acap| &acap.references).filter_map(move |reference| {
            let record = acap?.records.get(reference.record as usize)?;
            record.addresses(crawler.agent()).map(|_| &*reference.target)
        })
    }

    /// The policy joined with the files that its records refer to: `resolve` returns the text of
    /// each, or `None` where it is unavailable or unreachable.
    ///
    /// A file without a text prohibits everything to the crawlers concerned, and so does a text
    /// that is [not a robots.txt](RobotsPolicy::is_robots_txt) or that refers to further files
    /// (A-37).
    #[must_use]
    pub fn join<T: AsRef<[u8]>>(&self, mut resolve: impl FnMut(&str) -> Option<T>) -> Self {
        let Some(acap) = self.parts.acap() else { return self.clone() };
        let reader = Self::builder().profile(self.parts.profile);
        let joined = acap.references.iter().map(|reference| {
            let text = resolve(&reference.target)?;
            let file = reader.parse_within(text.as_ref(), Some(Arc::clone(&acap.definitions)));
            let source = Source::Referenced(Arc::clone(&reference.target));
            Some(Self { source, ..file })
        });
        Self { joined: Some(joined.collect()), ..self.clone() }
    }

    /// All conditions of its permissions, and of those of the files joined to it.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let joined = self.joined.iter().flat_map(|joined| &**joined).flatten();
        std::iter::once(self)
            .chain(joined)
            .filter_map(|file| file.parts.acap())
            .flat_map(|acap| acap.conditions.iter().chain(acap.definitions.conditions()))
    }

    /// Which file it is: the robots.txt of a site, or one that it refers to.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    fn source_text(&self) -> SourceText<'_> {
        SourceText { source: &self.source, text: &self.parts.text }
    }

    /// The file that a reference, by its index, resolves to.
    pub(crate) fn joined(&self, reference: usize) -> Option<&Self> {
        self.joined.as_ref()?.get(reference)?.as_ref()
    }

    /// Why it cannot be used with a file that refers to it; `None` where it can (A-37).
    pub(crate) fn unfit(&self) -> Option<Unfit> {
        let acap = self.parts.acap();
        if !self.is_robots_txt() {
            Some(Unfit::NoRobotsTxt)
        } else if acap.is_some_and(|acap| acap.refers) {
            Some(Unfit::Refers)
        } else {
            acap.is_some_and(|acap| acap.overflows).then_some(Unfit::TooMuch)
        }
    }

    /// Whether the text is a robots.txt: it is not HTML or XML, and has a record with a known key.
    ///
    /// Any text at `/robots.txt` is read as one (RFC 9309 §2.3.1.1); but where an ACAP record
    /// refers to another text, everything is prohibited (A-37).
    pub fn is_robots_txt(&self) -> bool {
        let parts = &*self.parts;
        let is_record = |record: &RecordPart| record.kind != Key::Unknown;
        let is_rule = |problem: &ProblemPart| problem.kind == ProblemKind::RuleOutsideGroup;
        !is_markup(&parts.text)
            && (!parts.agents.is_empty()
                || !parts.acap_lines.is_empty()
                || parts.plain_records().any(is_record)
                || parts.prelude().problems.listed.iter().any(is_rule))
    }

    /// The profile it was read with.
    pub fn profile(&self) -> Profile {
        self.parts.profile
    }

    /// The text it was read from, up to the limit; decoded where that was UTF-16 or UTF-32. All
    /// spans and lines refer to this text.
    pub fn text(&self) -> &[u8] {
        &self.parts.text
    }

    /// How the file was encoded. A [wide](Encoding::is_wide) encoding is decoded, except in
    /// [`Profile::Google`].
    pub fn encoding(&self) -> Encoding {
        self.parts.encoding
    }

    /// Why the file is not read as its author meant it; `None` where it is. Show this with every
    /// permission.
    ///
    /// ```
    /// use placet::RobotsPolicy;
    ///
    /// let site = RobotsPolicy::parse(b"User-agent: *\nDisallow: \0/\n");
    /// assert_eq!(
    ///     site.garbled().unwrap().to_string(),
    ///     "the file contains a NUL byte; the rest of its line is not read"
    /// );
    /// ```
    pub fn garbled(&self) -> Option<Garbled> {
        self.parts.garbled()
    }

    /// Whether the file is longer than the [ceiling](RobotsPolicyBuilder::ceiling), so that its end
    /// was not read: a rule there closes nothing (RFC 9309 §2.5, F-08).
    pub fn is_cut(&self) -> bool {
        self.parts.end != End::Whole
    }

    /// The problems of the text, in order.
    ///
    /// At most [`limits::PROBLEMS`] are kept;
    /// [`problems_unlisted`](RobotsPolicy::problems_unlisted) counts the rest.
    pub fn problems(&self) -> impl Iterator<Item = Problem<'_>> {
        let text = &self.parts.text;
        let problems = self.parts.problems().into_iter();
        problems.map(|part| Problem::new(part.kind, part.span, part.line, text))
    }

    /// How many problems there were beyond those kept.
    pub fn problems_unlisted(&self) -> usize {
        self.parts.problems_unlisted()
    }

    /// The groups, in the order of the file.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        (0..self.parts.groups.len()).filter_map(|index| self.parts.group(index))
    }

    /// The crawlers that the file addresses, each once, in the order of the file; `*` for all that
    /// it does not name.
    pub fn addressees(&self) -> Vec<Agent> {
        let mut seen = HashSet::new();
        self.parts
            .agents
            .iter()
            .map(|line| agent::intended_agent(line.value.of(&self.parts.text), self.parts.profile))
            .filter(|name| !name.is_empty() && seen.insert(name.to_ascii_lowercase()))
            .map(|name| Agent::exact(&String::from_utf8_lossy(name)))
            .collect()
    }

    /// The records that are neither rules nor `User-agent` lines, ACAP fields among them, in the
    /// order of the file.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        self.parts.records().into_iter().map(|part| Record { parts: &self.parts, part })
    }

    /// The same without the ACAP fields that the profile reads.
    pub(crate) fn plain_records(&self) -> impl Iterator<Item = Record<'_>> {
        self.parts.plain_records().map(|&part| Record { parts: &self.parts, part })
    }

    /// The sitemaps; they belong to no group (RFC 9309 §2.2.4).
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> {
        self.plain_records().filter(|record| record.kind() == Key::Sitemap)
    }

    /// The number of bytes on the heap, including the text.
    pub fn heap_size(&self) -> usize {
        let parts = &*self.parts;
        let rewritten = parts
            .rewritten
            .iter()
            .map(|part| part.bytes.len() + part.in_query.as_ref().map_or(0, |bytes| bytes.len()));
        let prelude = parts.prelude.get();
        size_of::<Parts>()
            + parts.text.len()
            + held(&parts.agents)
            + held(&parts.groups)
            + held(&parts.rules)
            + held(&parts.rewritten)
            + held(&parts.records)
            + parts.problems.get().map_or(0, |it| held(&it.listed))
            + held(&parts.acap_lines)
            + rewritten.sum::<usize>()
            + prelude.map_or(0, |it| held(&it.records) + held(&it.problems.listed))
            + parts.acap().map_or(0, Acap::heap_size)
    }
}

/// The number of bytes of a table, including unused capacity.
fn held<T>(table: &Vec<T>) -> usize {
    table.capacity() * size_of::<T>()
}

impl fmt::Debug for RobotsPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RobotsPolicy")
            .field("profile", &self.parts.profile)
            .field("bytes", &self.parts.text.len())
            .field("groups", &self.parts.groups.len())
            .field("rules", &self.parts.rules.len())
            .finish_non_exhaustive()
    }
}

impl PartialEq for RobotsPolicy {
    fn eq(&self, other: &Self) -> bool {
        self.parts.profile == other.parts.profile
            && self.availability == other.availability
            && self.parts.text == other.parts.text
            && self.parts.end == other.parts.end
            && self.joined == other.joined
            && self.source == other.source
    }
}

impl Eq for RobotsPolicy {}

/// Settings for reading a robots.txt.
#[derive(Debug, Clone, Copy)]
pub struct RobotsPolicyBuilder {
    pub(super) profile: Profile,
    pub(super) ceiling: usize,
}

impl Default for RobotsPolicyBuilder {
    fn default() -> Self {
        Self { profile: Profile::default(), ceiling: limits::FILE_MIN }
    }
}

impl RobotsPolicyBuilder {
    /// Sets the profile.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Sets how many bytes of the file are read.
    ///
    /// RFC 9309 §2.5 requires at least 500 KiB, so a lower limit is raised to that, and one above
    /// [`limits::FILE_MAX`] lowered to it (F-08).
    #[must_use]
    pub fn ceiling(self, bytes: usize) -> Self {
        Self { ceiling: bytes.clamp(limits::FILE_MIN, limits::FILE_MAX), ..self }
    }

    /// Reads a robots.txt.
    pub fn parse(self, text: &[u8]) -> RobotsPolicy {
        self.parse_within(text, None)
    }

    /// The policy of a site whose file is not available; with [`Availability::Read`] that of an
    /// empty file.
    pub fn without(self, availability: Availability) -> RobotsPolicy {
        RobotsPolicy { availability, ..self.parse(b"") }
    }

    /// Reads a file that another refers to, with the definitions of that file (A-37).
    fn parse_within(self, text: &[u8], outer: Option<Arc<Definitions>>) -> RobotsPolicy {
        let read = ReadText::new(text, self.profile, self.ceiling);
        let parts = lower::lower(read, self.profile, outer);
        RobotsPolicy {
            parts: Arc::new(parts),
            joined: None,
            availability: Availability::Read,
            source: Source::RobotsTxt,
        }
    }
}
