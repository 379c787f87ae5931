//! Findings as text, with excerpts of the lines concerned.

use std::fmt::Write as _;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use placet_lint::{Applicability, Finding, Label, Report, Severity};

use super::files::{File, Files};
use super::fold::{Folded, fold};
use crate::excerpt::Excerpt;
use crate::text::Style;

/// Labels at most this many lines apart are shown in one excerpt.
const NEAR_LINES: usize = 8;

pub(super) fn render(reports: &[Report<'_>], style: Style) -> String {
    let renderer = style.renderer();
    let mut text = String::new();
    for report in reports {
        let files = Files::new(report);
        for folded in fold(report) {
            text.push_str(&one(&renderer, &files, &folded));
            text.push_str("\n\n");
        }
    }
    text.push_str(&summary(reports));
    text
}

fn one(renderer: &Renderer, files: &Files<'_>, folded: &Folded<'_>) -> String {
    let finding = folded.first;
    let level = match finding.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(finding.message()).id(finding.rule().code());
    let mut group = Group::with_title(title);
    let clusters = clusters(files, finding);
    let excerpts: Vec<Excerpt> = clusters
        .iter()
        .map(|(file, labels)| {
            let spans: Vec<Range<usize>> = labels.iter().map(|it| it.span.clone()).collect();
            Excerpt::new(file.subject.text(), &file.places, &spans)
        })
        .collect();
    for ((file, labels), excerpt) in clusters.iter().zip(&excerpts) {
        let mut snippet = Snippet::source(excerpt.text.as_str())
            .line_start(excerpt.line)
            .path(file.subject.origin());
        for (label, span) in labels.iter().zip(&excerpt.spans) {
            let is_primary = std::ptr::eq(*label, finding.primary());
            let kind = if is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let annotation = kind.span(span.clone());
            snippet = snippet.annotation(match &*label.text {
                "" => annotation,
                text => annotation.label(text),
            });
        }
        group = group.element(snippet);
    }
    if let Some(help) = finding.help() {
        group = group.element(Level::HELP.message(help));
    }
    if let Some(fix) = finding.fix() {
        let flag = match fix.applicability {
            Applicability::Safe => "--fix",
            Applicability::Unsafe => "--fix --unsafe-fixes",
        };
        group = group.element(Level::HELP.message(format!("{flag} can {}", fix.title)));
    }
    if let Some(others) = folded.others(&files.own().places) {
        group = group.element(Level::NOTE.message(others));
    }
    renderer.render(&[group])
}

/// Labels near each other in one file.
type Cluster<'f> = (&'f File<'f>, Vec<&'f Label>);

/// The labels of a finding, grouped by distance; the group with the primary label comes first.
fn clusters<'f>(files: &'f Files<'_>, finding: &'f Finding) -> Vec<Cluster<'f>> {
    let mut labels: Vec<&Label> =
        std::iter::once(finding.primary()).chain(finding.labels()).collect();
    labels.sort_by_key(|label| (label.is_elsewhere(), label.span.start));
    let mut clusters: Vec<Cluster<'_>> = Vec::new();
    for label in labels {
        let file = files.of(label);
        let line = |label: &Label| file.places.line(label.span.start);
        let is_near = |near: &Label| line(label).abs_diff(line(near)) <= NEAR_LINES;
        match clusters.last_mut() {
            Some((same, near))
                if std::ptr::eq(*same, file) && near.last().is_some_and(|it| is_near(it)) =>
            {
                near.push(label);
            }
            _ => clusters.push((file, vec![label])),
        }
    }
    clusters
        .sort_by_key(|(_, labels)| !labels.iter().any(|it| std::ptr::eq(*it, finding.primary())));
    clusters
}

/// The last line: the number of findings.
fn summary(reports: &[Report<'_>]) -> String {
    let count = |severity| reports.iter().map(|report| report.count(severity)).sum::<usize>();
    let counts = [Severity::Error, Severity::Warning, Severity::Note]
        .map(|severity| (count(severity), severity))
        .into_iter()
        .filter(|&(count, _)| count > 0);
    let counts = counts.map(|(count, severity)| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} {severity}{plural}")
    });
    let mut text = counts.collect::<Vec<_>>().join(", ");
    if text.is_empty() {
        return "no findings\n".to_owned();
    }
    let fixable: usize = reports.iter().map(|report| report.fixable(Applicability::Safe)).sum();
    if fixable > 0 {
        let _ = write!(text, "; {fixable} fixable with --fix");
    }
    text.push('\n');
    text
}
