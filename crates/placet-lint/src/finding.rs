//! Findings and fixes as data.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::rule::Rule;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "every format knows these three")]
pub enum Severity {
    /// The file does what it says, but the reader may want to know.
    Note,
    /// The author most likely meant something else, or crawlers differ.
    Warning,
    /// The line has no effect, or not the one that it says.
    Error,
}

impl Severity {
    /// The name in flags, settings and JSON.
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

/// A span of a file with a remark.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The bytes, in the file that [`Report::file`](crate::Report::file) returns.
    pub span: Range<usize>,
    /// The remark; empty if the message is enough.
    pub text: Cow<'static, str>,
    /// The place of its file among those of the URL, if it is another one than the file of the report.
    pub(crate) within: Option<usize>,
}

impl Label {
    /// Whether it is in another file than the finding; [`Report::file`](crate::Report::file) returns
    /// that file.
    pub fn is_elsewhere(&self) -> bool {
        self.within.is_some()
    }

    pub(crate) fn new(span: Range<usize>, text: impl Into<Cow<'static, str>>) -> Self {
        Self { span, text: text.into(), within: None }
    }
}

/// A part of a file that most likely does not do what its author meant.
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

    /// Its severity by the settings.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The consequence and the cause: lower case, without a full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Its span.
    pub fn primary(&self) -> &Label {
        &self.primary
    }

    /// Other spans that explain it.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// What to do.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The change that resolves it, if there is one.
    pub fn fix(&self) -> Option<&Fix> {
        self.fix.as_ref()
    }
}

/// Whether a fix may be applied without review.
///
/// A rule declares its fix safe. [`fix`](crate::fix()) does not rely on that: it compares the file
/// before and after, and applies only what is proved to change no decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "a fix keeps every decision or it may not")]
pub enum Applicability {
    /// No decision changes in any profile, and no comment and no line whose author may have meant
    /// something else is removed.
    Safe,
    /// It may change a decision, or remove a line that shows what the author meant.
    Unsafe,
}

impl Applicability {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// A change that resolves a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// A short description, as an imperative.
    pub title: &'static str,
    /// The edits, in the order of the file; they do not overlap.
    pub edits: Vec<Edit>,
    /// Whether it may be applied without review.
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

    /// A fix of several edits that together are [safe](Applicability::Safe).
    pub(crate) fn safe_all(title: &'static str, edits: Vec<Edit>) -> Self {
        Self { title, edits, applicability: Applicability::Safe }
    }

    /// A fix of several edits that together are not safe.
    pub(crate) fn risky_all(title: &'static str, edits: Vec<Edit>) -> Self {
        Self { title, edits, applicability: Applicability::Unsafe }
    }

    /// A fix of one edit that is not safe.
    pub(crate) fn risky(title: &'static str, edit: Edit) -> Self {
        Self::new(Applicability::Unsafe, title, edit)
    }
}

/// A replacement of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; empty for an insertion.
    pub span: Range<usize>,
    /// The bytes to write there.
    pub content: Vec<u8>,
}

impl Edit {
    /// Replaces `span` with `content`.
    pub(crate) fn replace(span: Range<usize>, content: impl Into<Vec<u8>>) -> Self {
        Self { span, content: content.into() }
    }

    /// Inserts `content` at `at`.
    pub(crate) fn insert(at: usize, content: impl Into<Vec<u8>>) -> Self {
        Self { span: at..at, content: content.into() }
    }

    /// Deletes `span`.
    pub(crate) fn delete(span: Range<usize>) -> Self {
        Self { span, content: Vec::new() }
    }
}

/// Collects the findings of one rule.
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

    /// Adds a finding at `span`; the result completes it.
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

/// An incomplete finding: the last of its list.
#[derive(Debug)]
pub(crate) struct Draft<'f>(Option<&'f mut Finding>);

impl Draft<'_> {
    /// Adds a remark to the span itself.
    pub(crate) fn label(self, text: impl Into<Cow<'static, str>>) -> Self {
        self.with(|finding| finding.primary.text = text.into())
    }

    /// Adds another span.
    pub(crate) fn also(self, span: Range<usize>, text: impl Into<Cow<'static, str>>) -> Self {
        self.with(|finding| finding.labels.push(Label::new(span, text)))
    }

    /// Sets the place of its file, for findings about several files.
    pub(crate) fn within(self, file: usize) -> Self {
        self.with(|finding| finding.primary.within = Some(file))
    }

    /// Adds a span in another file of the same URL.
    pub(crate) fn also_within(
        self,
        file: usize,
        span: Range<usize>,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        let label = Label { within: Some(file), ..Label::new(span, text) };
        self.with(|finding| finding.labels.push(label))
    }

    /// Adds another span, if there is one.
    pub(crate) fn also_at(self, place: Option<(Range<usize>, &'static str)>) -> Self {
        match place {
            Some((span, text)) => self.also(span, text),
            None => self,
        }
    }

    /// Sets what to do.
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
