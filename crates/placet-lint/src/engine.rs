//! Runs the selected rules on each file.

use crate::config::Config;
use crate::finding::{Finding, Findings};
use crate::page_context::PageContext;
use crate::registry::rules;
use crate::report::Report;
use crate::rule::Check;
use crate::subject::Subject;
use crate::suppress::Suppressions;
use crate::view::View;
use crate::visit::Visit;

/// Runs every rule that the settings select on a file.
///
/// The number of findings is linear in the length of the file. If an HTML page is in the place of a
/// robots.txt, that is the only finding.
pub fn lint<'s>(subject: &'s Subject<'_>, config: &Config) -> Report<'s> {
    let mut found = Found::default();
    let view = View::new(subject, config.families());
    found.check_file(&view, config);
    found.report(subject, &[], &view)
}

/// Runs every rule that the settings select on the files of one URL: on each file by itself, and on
/// all together. Returns a report for each file, in their order.
pub fn lint_visit<'s>(visit: &'s Visit<'_>, config: &Config) -> Vec<Report<'s>> {
    let families = config.families();
    let context = PageContext::new(visit, families);
    let mut together = Found::default();
    together.check_visit(&context, config);
    let report = |(place, subject): (usize, &'s Subject<'_>)| {
        let view = View::new(subject, families);
        let mut found = Found::default();
        found.check_file(&view, config);
        found.take_from(&mut together, place);
        found.report(subject, visit.files(), &view)
    };
    visit.files().iter().enumerate().map(report).collect()
}

/// The findings so far.
#[derive(Debug, Default)]
struct Found {
    findings: Vec<Finding>,
}

impl Found {
    fn check_file(&mut self, view: &View<'_>, config: &Config) {
        for rule in rules() {
            let Check::File(check) = rule.check else { continue };
            let applies = rule.family().is_about(view.kind);
            if !applies || view.is_page && rule.name != "html-page" {
                continue;
            }
            let Some(severity) = config.severity(rule) else { continue };
            let mut found = Findings::new(rule, severity);
            check(view, &mut found);
            self.add(found);
        }
    }

    fn check_visit(&mut self, context: &PageContext<'_>, config: &Config) {
        for rule in rules() {
            let Check::Visit(check) = rule.check else { continue };
            let Some(severity) = config.severity(rule) else { continue };
            let mut found = Findings::new(rule, severity);
            check(context, &mut found);
            self.add(found);
        }
    }

    fn add(&mut self, mut found: Findings) {
        self.findings.append(&mut found.list);
    }

    /// Moves the findings of one file here.
    fn take_from(&mut self, together: &mut Self, place: usize) {
        let own = Some(place);
        for mut finding in together.findings.extract_if(.., |it| it.primary.within == own) {
            let labels = std::iter::once(&mut finding.primary).chain(&mut finding.labels);
            for label in labels.filter(|label| label.within == own) {
                label.within = None;
            }
            self.findings.push(finding);
        }
    }

    fn report<'s>(
        mut self,
        subject: &'s Subject<'_>,
        others: &'s [Subject<'_>],
        view: &View<'_>,
    ) -> Report<'s> {
        let suppressions = Suppressions::read(view);
        if !suppressions.is_empty() {
            self.findings.retain(|finding| !suppressions.cover(finding, view));
        }
        self.findings.sort_by(|one, other| {
            // Findings about several files come after those about this file.
            let place = |finding: &Finding| {
                let of_several = matches!(finding.rule.check, Check::Visit(_));
                (finding.primary.span.start, of_several, finding.rule.code)
            };
            place(one).cmp(&place(other))
        });
        Report::new(subject, others, self.findings)
    }
}
