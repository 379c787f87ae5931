//! The files that contain the findings of a report.

use placet_lint::{Finding, Label, Places, Report, Subject};

/// A file with its lines.
pub(super) struct File<'r> {
    pub(super) subject: &'r Subject<'r>,
    pub(super) places: Places<'r>,
}

/// The files of a report: its own first, then the others that its labels point to.
pub(super) struct Files<'r> {
    report: &'r Report<'r>,
    own: File<'r>,
    others: Vec<File<'r>>,
}

impl<'r> Files<'r> {
    pub(super) fn new(report: &'r Report<'_>) -> Self {
        let file = |subject: &'r Subject<'r>| File { subject, places: Places::new(subject.text()) };
        let own = file(report.subject());
        let mut others: Vec<File<'r>> = Vec::new();
        let labels = report.findings().iter().flat_map(Finding::labels);
        for label in labels.filter(|label| label.is_elsewhere()) {
            let subject = report.file(label);
            if !others.iter().any(|it| std::ptr::eq(it.subject, subject)) {
                others.push(file(subject));
            }
        }
        Self { report, own, others }
    }

    /// The file of the report.
    pub(super) fn own(&self) -> &File<'r> {
        &self.own
    }

    /// The file that a label points to.
    pub(super) fn of(&self, label: &Label) -> &File<'r> {
        let subject = self.report.file(label);
        self.others.iter().find(|it| std::ptr::eq(it.subject, subject)).unwrap_or(&self.own)
    }
}
