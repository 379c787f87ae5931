//! The findings of one file.

use crate::finding::{Applicability, Finding, Label, Severity};
use crate::subject::Subject;

/// The findings of one file, in the order of the file.
#[derive(Debug)]
pub struct Report<'s> {
    subject: &'s Subject<'s>,
    others: &'s [Subject<'s>],
    findings: Vec<Finding>,
}

impl<'s> Report<'s> {
    pub(crate) fn new(
        subject: &'s Subject<'s>,
        others: &'s [Subject<'s>],
        findings: Vec<Finding>,
    ) -> Self {
        Self { subject, others, findings }
    }

    /// The file.
    pub fn subject(&self) -> &'s Subject<'s> {
        self.subject
    }

    /// The file of a label: the one of this report, or another one of the same URL.
    pub fn file(&self, label: &Label) -> &'s Subject<'s> {
        label.within.and_then(|place| self.others.get(place)).unwrap_or(self.subject)
    }

    /// The findings.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The number of findings with this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity() == severity).count()
    }

    /// The number of findings with a fix: a safe one, or any if `most` is [`Applicability::Unsafe`].
    pub fn fixable(&self, most: Applicability) -> usize {
        let fixes = self.findings.iter().filter_map(Finding::fix);
        fixes.filter(|fix| fix.applicability <= most).count()
    }

    /// The exit status of a program that shows this report: 1 if a finding has severity `fail_on` or
    /// higher, otherwise 0. Programs use [`Severity::Warning`] by default.
    pub fn status(&self, fail_on: Severity) -> u8 {
        u8::from(self.findings.iter().any(|finding| finding.severity() >= fail_on))
    }
}
