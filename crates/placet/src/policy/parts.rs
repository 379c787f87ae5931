//! The tables of a policy, which the lines of a file are lowered to.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::acap::{Acap, AcapLine, Definitions};
use super::robots_signals::RobotsSignals;
use super::rule_index::RuleIndex;
use crate::pattern::Pattern;
use crate::syntax::robots::{Encoding, Garbled, Key};
use crate::text::{ProblemKind, Span, limits};
use crate::vocabulary::{Profile, RuleKind};

/// The tables of a policy. All spans point into `text`.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) text: Box<[u8]>,
    pub(crate) profile: Profile,
    pub(crate) agents: Vec<AgentPart>,
    pub(crate) groups: Vec<GroupPart>,
    pub(crate) rules: Vec<RulePart>,
    /// The normal forms of patterns that are written in another form.
    pub(crate) rewritten: Vec<RewrittenPart>,
    pub(crate) records: Vec<RecordPart>,
    /// The first index over rules that was built; it links to the others.
    pub(super) rule_index: OnceLock<Arc<RuleIndex>>,
    /// How the text ends.
    pub(super) end: End,
    /// How it was encoded before it was decoded.
    pub(super) encoding: Encoding,
    /// Another reason why it is garbled; determined on demand.
    pub(super) garbled: OnceLock<Option<Garbled>>,
    /// The problems after the prelude, without those of ACAP fields; determined while parsing, or
    /// on demand where the tables come from a store.
    pub(super) problems: OnceLock<Problems>,
    /// How many bytes are before the first group. No table covers them.
    pub(super) prelude_len: usize,
    /// Their records; parsed on demand, because no decision depends on them.
    pub(super) prelude: OnceLock<Prelude>,
    /// The ACAP fields, where the profile reads them.
    pub(crate) acap_lines: Vec<AcapLine>,
    /// Their statements; parsed on demand, because most files have none and most questions do not
    /// need them.
    pub(super) acap: OnceLock<(Acap, Vec<ProblemPart>)>,
    /// Signals about the use of content; parsed when the first question about a usage other than
    /// crawling needs them.
    pub(super) signals: OnceLock<Option<Box<RobotsSignals>>>,
    /// The ACAP definitions of the referring file.
    pub(super) outer: Option<Arc<Definitions>>,
}

/// How the text that is read ends.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// As the file does.
    #[default]
    Whole,
    /// At the limit, where a line ends.
    Cut,
    /// At the limit, within a line.
    CutInLine,
}

impl End {
    /// The bytes of a file that are read, and how they end.
    fn at(text: &[u8], ceiling: usize) -> (&[u8], Self) {
        match text.split_at_checked(ceiling) {
            None | Some((_, [])) => (text, Self::Whole),
            Some((read, [b'\n' | b'\r', ..])) => (read, Self::Cut),
            Some((read, _)) => (read, Self::CutInLine),
        }
    }
}

/// The text of a file, as far as it is read.
#[derive(Debug)]
pub(super) struct ReadText<'t> {
    pub(super) text: Cow<'t, [u8]>,
    pub(super) end: End,
    pub(super) encoding: Encoding,
}

impl<'t> ReadText<'t> {
    /// The first `ceiling` bytes of a file (F-08), decoded where they are UTF-16 or UTF-32. Google's
    /// matcher decodes nothing.
    pub(super) fn new(file: &'t [u8], profile: Profile, ceiling: usize) -> Self {
        let encoding = Encoding::of(file);
        if !encoding.is_wide() || !profile.behaviour().decodes_wide {
            let (text, end) = End::at(file, ceiling);
            return Self { text: Cow::Borrowed(text), end, encoding };
        }
        let (read, rest) = file.split_at_checked(ceiling).unwrap_or((file, &[]));
        // The limit may be inside a character; the incomplete one is removed.
        let text = encoding.decode(read).into_bytes();
        let next = rest.get(..encoding.width()).map(|it| encoding.decode(it));
        let end = match next.as_deref() {
            _ if rest.is_empty() => End::Whole,
            Some("\n" | "\r") => End::Cut,
            _ => End::CutInLine,
        };
        Self { text: Cow::Owned(text), end, encoding }
    }
}

/// A `User-agent` line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AgentPart {
    pub(crate) value: Span,
    pub(crate) line: u32,
    pub(crate) group: u32,
}

/// Where the lines and rules of a group begin; they end where those of the next do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GroupPart {
    pub(crate) agents: u32,
    pub(crate) rules: u32,
}

/// An `allow` or `disallow` line of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RulePart {
    pub(crate) value: Span,
    pub(crate) line: u32,
    /// Bit 0: it allows. The rest: one more than its index in `rewritten`, or 0.
    pub(crate) form: u32,
}

/// The normal form of a pattern that is written in another form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RewrittenPart {
    pub(crate) bytes: Box<[u8]>,
    pub(crate) in_query: Option<Box<[u8]>>,
    pub(crate) len: u32,
}

/// A record without effect on crawling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecordPart {
    pub(crate) key: Span,
    pub(crate) value: Span,
    pub(crate) line: u32,
    /// One more than its group, or 0 before the first.
    pub(crate) group: u32,
    pub(crate) kind: Key,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProblemPart {
    pub(crate) span: Span,
    pub(crate) line: u32,
    pub(crate) kind: ProblemKind,
}

/// What is wrong with a text: the first [`limits::PROBLEMS`], and how many more there are.
/// Unreadable lines are listed with the comments and white space at their end.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    pub(crate) listed: Vec<ProblemPart>,
    pub(crate) unlisted: usize,
}

impl Problems {
    #[inline]
    pub(super) fn list(&mut self, problem: ProblemPart) {
        if self.listed.len() < limits::PROBLEMS {
            self.listed.push(problem);
        } else {
            self.unlisted += 1;
        }
    }
}

/// The text before the first group.
#[derive(Debug)]
pub(crate) struct Prelude {
    pub(crate) records: Vec<RecordPart>,
    pub(crate) problems: Problems,
}

impl Parts {
    /// Whether the file is longer than the ceiling.
    pub(super) fn is_cut(&self) -> bool {
        self.end != End::Whole
    }

    fn rewritten(&self, rule: RulePart) -> Option<&RewrittenPart> {
        self.rewritten.get((rule.form as usize >> 1).checked_sub(1)?)
    }

    /// The bytes of a rule's normal form, where it has only one.
    pub(crate) fn normal_form(&self, rule: RulePart) -> Option<&[u8]> {
        match self.rewritten(rule) {
            Some(normal) => normal.in_query.is_none().then_some(&*normal.bytes),
            None => Some(rule.value.of(&self.text)),
        }
    }

    /// The bytes of a rule's normal form; of two the one before the `?` of a URL.
    pub(crate) fn path_form(&self, rule: RulePart) -> &[u8] {
        self.rewritten(rule).map_or(rule.value.of(&self.text), |normal| &normal.bytes)
    }

    /// The pattern of a rule, in normal form.
    pub(crate) fn pattern(&self, rule: RulePart) -> Pattern<'_> {
        match self.rewritten(rule) {
            Some(normal) => {
                Pattern::new(&normal.bytes, normal.in_query.as_deref(), normal.len as usize)
            }
            None => Pattern::new(rule.value.of(&self.text), None, rule.value.len()),
        }
    }
}

impl Parts {
    /// Returns the index over the rules of these groups, which crawlers share.
    pub(crate) fn rule_index(&self, groups: &[u32]) -> Arc<RuleIndex> {
        RuleIndex::shared(&self.rule_index, groups)
    }

    /// Whether a rule cannot match a path: they differ before the first wildcard or anchor of the
    /// rule, or a byte after it is not in the path, which `has` says. Faster than matching, and true
    /// of most rules that do not match.
    #[inline]
    pub(crate) fn differs_at_once(
        &self,
        rule: RulePart,
        path: &[u8],
        has: impl Fn(u8) -> bool,
    ) -> bool {
        // A rewritten rule may differ from the path only in its spelling.
        let written = if rule.form >> 1 == 0 { rule.value.of(&self.text) } else { &[] };
        // Google's matcher takes a bare `*` in a path as it is, so equal bytes may be a wildcard.
        let ends = |(written, path): (&u8, &u8)| written != path || *written == b'*';
        let Some(at) = written.iter().zip(path).position(ends) else { return false };
        let rest = written.get(at..).unwrap_or_default();
        match rest.first() {
            // The folder of an `index.htm` may match without those bytes.
            Some(b'*') => {
                !self.profile.behaviour().opens_folder_of_index
                    && rest.iter().any(|&byte| !matches!(byte, b'*' | b'$') && !has(byte))
            }
            Some(b'$') => false,
            _ => true,
        }
    }
}

impl RulePart {
    pub(crate) fn kind(self) -> RuleKind {
        if self.form & 1 == 1 { RuleKind::Allow } else { RuleKind::Disallow }
    }
}
