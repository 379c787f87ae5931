//! What was found in one file.

use crate::finding::{Applicability, Finding, Label, Severity};
use crate::subject::Subject;

/// What was found in one file, in its order.
#[derive(Debug)]
pub struct Report<'s> {
    subject: &'s Subject<'s>,
    beside: &'s [Subject<'s>],
    findings: Vec<Finding>,
}

impl<'s> Report<'s> {
    pub(crate) fn new(
        subject: &'s Subject<'s>,
        beside: &'s [Subject<'s>],
        findings: Vec<Finding>,
    ) -> Self {
        Self { subject, beside, findings }
    }

    /// The file.
    pub fn subject(&self) -> &'s Subject<'s> {
        self.subject
    }

    /// The file that a place of a finding is in: the one reported on, or another that was met
    /// together with it.
    pub fn file(&self, label: &Label) -> &'s Subject<'s> {
        let other = |kind| self.beside.iter().find(|file| file.kind() == kind);
        label.within.and_then(other).unwrap_or(self.subject)
    }

    /// What was found.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// How many findings are of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity() == severity).count()
    }

    /// How many findings have a fix that may be applied: a safe one, or an unsafe one where such
    /// are wanted.
    pub fn fixable(&self, most: Applicability) -> usize {
        let fixes = self.findings.iter().filter_map(Finding::fix);
        fixes.filter(|fix| fix.applicability <= most).count()
    }

    /// The exit status of a program that shows this report: 1 where a finding is of severity
    /// `fail_on` or a higher one, else 0. Programs use [`Severity::Warning`] unless told otherwise:
    /// a note is worth knowing, and no reason to stop anything.
    pub fn status(&self, fail_on: Severity) -> u8 {
        u8::from(self.findings.iter().any(|finding| finding.severity() >= fail_on))
    }
}
