//! What a rule finds, as data.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::rule::Rule;
use crate::subject::Kind;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "every format knows these three")]
pub enum Severity {
    /// Worth knowing; the file does what it says.
    Note,
    /// The author most likely meant something else, or some crawlers read something else.
    Warning,
    /// The line has no effect, or another one than it says.
    Error,
}

impl Severity {
    /// The name used at the prompt, in settings and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A place in a file, and what there is to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The bytes concerned, in the file that [`Report::file`](crate::Report::file) gives.
    pub span: Range<usize>,
    /// A few words; empty where the message says all.
    pub text: Cow<'static, str>,
    /// Which of the files that were met together it stands in; none where that is the file of the
    /// report.
    pub(crate) within: Option<Kind>,
}

impl Label {
    /// Whether it is in another file than the finding; [`Report::file`](crate::Report::file) has
    /// which.
    pub fn is_elsewhere(&self) -> bool {
        self.within.is_some()
    }

    pub(crate) fn new(span: Range<usize>, text: impl Into<Cow<'static, str>>) -> Self {
        Self { span, text: text.into(), within: None }
    }
}

/// Something that the author of the file most likely did not mean.
#[derive(Debug, Clone)]
pub struct Finding {
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    pub(crate) message: Cow<'static, str>,
    pub(crate) primary: Label,
    pub(crate) labels: Vec<Label>,
    pub(crate) help: Option<Cow<'static, str>>,
    pub(crate) fix: Option<Fix>,
}

impl Finding {
    /// The rule that found it.
    pub fn rule(&self) -> &'static Rule {
        self.rule
    }

    /// How much it matters, by the settings.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// What is wrong: lower case, without a full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it stands.
    pub fn primary(&self) -> &Label {
        &self.primary
    }

    /// Other places that have to do with it.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// What to do about it.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The change that does away with it, where there is one.
    pub fn fix(&self) -> Option<&Fix> {
        self.fix.as_ref()
    }
}

/// Whether a fix may be applied without being looked at.
///
/// Safe is what the rule says of its own fix. [`fix`](crate::fix()) does not take its word: it
/// compares the file before and after, and leaves alone what is not proved to change nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "a fix keeps every decision or it may not")]
pub enum Applicability {
    /// Every crawler gets the same answer in every profile, no comment is removed, and no line
    /// whose author may have meant something else.
    Safe,
    /// It may change an answer, or remove a line that shows what the author meant.
    Unsafe,
}

impl Applicability {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// A change that does away with a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in a few words.
    pub title: &'static str,
    /// The edits, in the order of the file; they do not overlap.
    pub edits: Vec<Edit>,
    /// Whether it may be applied unseen.
    pub applicability: Applicability,
}

impl Fix {
    /// A fix of one edit.
    pub(crate) fn new(applicability: Applicability, title: &'static str, edit: Edit) -> Self {
        Self { title, edits: vec![edit], applicability }
    }

    /// A fix of one edit that is [safe](Applicability::Safe).
    pub(crate) fn safe(title: &'static str, edit: Edit) -> Self {
        Self::new(Applicability::Safe, title, edit)
    }

    /// A fix of several edits that, made together, are [safe](Applicability::Safe).
    pub(crate) fn safe_all(title: &'static str, edits: Vec<Edit>) -> Self {
        Self { title, edits, applicability: Applicability::Safe }
    }

    /// A fix of several edits that, made together, are not safe.
    pub(crate) fn risky_all(title: &'static str, edits: Vec<Edit>) -> Self {
        Self { title, edits, applicability: Applicability::Unsafe }
    }

    /// A fix of one edit that is not safe.
    pub(crate) fn risky(title: &'static str, edit: Edit) -> Self {
        Self::new(Applicability::Unsafe, title, edit)
    }
}

/// Bytes that take the place of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty where something is only put in.
    pub span: Range<usize>,
    /// What is put there.
    pub content: Vec<u8>,
}

impl Edit {
    /// Puts `content` in place of `span`.
    pub(crate) fn replace(span: Range<usize>, content: impl Into<Vec<u8>>) -> Self {
        Self { span, content: content.into() }
    }

    /// Puts `content` in at `at`.
    pub(crate) fn insert(at: usize, content: impl Into<Vec<u8>>) -> Self {
        Self { span: at..at, content: content.into() }
    }

    /// Takes `span` out.
    pub(crate) fn delete(span: Range<usize>) -> Self {
        Self { span, content: Vec::new() }
    }
}

/// The findings of one rule in one file, as the rule hands them in.
#[derive(Debug)]
pub(crate) struct Findings {
    rule: &'static Rule,
    severity: Severity,
    pub(crate) list: Vec<Finding>,
}

impl Findings {
    pub(crate) fn new(rule: &'static Rule, severity: Severity) -> Self {
        Self { rule, severity, list: Vec::new() }
    }

    /// Adds a finding at `span`, which can then be completed.
    pub(crate) fn at(
        &mut self,
        span: Range<usize>,
        message: impl Into<Cow<'static, str>>,
    ) -> Draft<'_> {
        let finding = Finding {
            rule: self.rule,
            severity: self.severity,
            message: message.into(),
            primary: Label::new(span, ""),
            labels: Vec::new(),
            help: None,
            fix: None,
        };
        self.list.push(finding);
        Draft(self.list.last_mut())
    }
}

/// A finding being put together: the last of its list.
#[derive(Debug)]
pub(crate) struct Draft<'f>(Option<&'f mut Finding>);

impl Draft<'_> {
    /// Says something about the place itself.
    pub(crate) fn label(self, text: impl Into<Cow<'static, str>>) -> Self {
        self.with(|finding| finding.primary.text = text.into())
    }

    /// Shows another place.
    pub(crate) fn also(self, span: Range<usize>, text: impl Into<Cow<'static, str>>) -> Self {
        self.with(|finding| finding.labels.push(Label::new(span, text)))
    }

    /// Says which of the files that were met together it stands in.
    pub(crate) fn within(self, kind: Kind) -> Self {
        self.with(|finding| finding.primary.within = Some(kind))
    }

    /// Shows a place in another file that was met together with this one.
    pub(crate) fn also_within(
        self,
        kind: Kind,
        span: Range<usize>,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        let label = Label { within: Some(kind), ..Label::new(span, text) };
        self.with(|finding| finding.labels.push(label))
    }

    /// Shows another place, where there is one.
    pub(crate) fn also_at(self, place: Option<(Range<usize>, &'static str)>) -> Self {
        match place {
            Some((span, text)) => self.also(span, text),
            None => self,
        }
    }

    /// Says what to do.
    pub(crate) fn help(self, help: impl Into<Cow<'static, str>>) -> Self {
        self.with(|finding| finding.help = Some(help.into()))
    }

    /// Adds a fix.
    pub(crate) fn fix(self, fix: impl Into<Option<Fix>>) -> Self {
        self.with(|finding| finding.fix = fix.into())
    }

    fn with(mut self, change: impl FnOnce(&mut Finding)) -> Self {
        if let Some(finding) = &mut self.0 {
            change(finding);
        }
        self
    }
}
