//! Findings as JSON: one array, or one object per line.

use placet_lint::{Applicability, Finding, Label, Place, Report, Severity};
use serde::Serialize;

use super::files::Files;

#[derive(Serialize)]
struct Object<'r> {
    file: &'r str,
    code: &'static str,
    name: &'static str,
    severity: Severity,
    message: &'r str,
    start: Place,
    end: Place,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'r str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<Related<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixObject>,
}

#[derive(Serialize)]
struct Related<'r> {
    /// The file, if it is not the file of the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r str>,
    start: Place,
    end: Place,
    label: &'r str,
}

#[derive(Serialize)]
struct FixObject {
    title: &'static str,
    applicability: Applicability,
    edits: Vec<EditObject>,
}

#[derive(Serialize)]
struct EditObject {
    start: Place,
    end: Place,
    content: String,
}

impl<'r> Object<'r> {
    fn new(files: &'r Files<'_>, finding: &'r Finding) -> Self {
        let primary = finding.primary();
        let related = |label: &'r Label| {
            let file = files.of(label);
            Related {
                file: label.is_elsewhere().then(|| file.subject.origin()),
                start: file.places.of(label.span.start),
                end: file.places.of(label.span.end),
                label: &label.text,
            }
        };
        let own = files.own();
        let places = &own.places;
        Self {
            file: own.subject.origin(),
            code: finding.rule().code(),
            name: finding.rule().name(),
            severity: finding.severity(),
            message: finding.message(),
            start: places.of(primary.span.start),
            end: places.of(primary.span.end),
            label: &primary.text,
            related: finding.labels().iter().map(related).collect(),
            help: finding.help(),
            fix: finding.fix().map(|fix| FixObject {
                title: fix.title,
                applicability: fix.applicability,
                edits: fix
                    .edits
                    .iter()
                    .map(|edit| EditObject {
                        start: places.of(edit.span.start),
                        end: places.of(edit.span.end),
                        content: String::from_utf8_lossy(&edit.content).into_owned(),
                    })
                    .collect(),
            }),
        }
    }
}

/// Each finding as JSON on one line.
fn objects(reports: &[Report<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    for report in reports {
        let files = Files::new(report);
        for finding in report.findings() {
            let object = Object::new(&files, finding);
            // Strings and numbers always serialize.
            lines.push(serde_json::to_string(&object).unwrap_or_default());
        }
    }
    lines
}

pub(super) fn render(reports: &[Report<'_>]) -> String {
    let objects = objects(reports);
    if objects.is_empty() {
        return "[]\n".to_owned();
    }
    format!("[\n  {}\n]\n", objects.join(",\n  "))
}

pub(super) fn render_lines(reports: &[Report<'_>]) -> String {
    objects(reports).into_iter().map(|object| object + "\n").collect()
}
