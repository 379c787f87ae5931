//! Findings as JSON: one array, or one object per line.

use placet_lint::{Applicability, Finding, Label, Place, Report, Severity};
use serde::Serialize;

use super::files::Files;

/// The form of a [`Place`].
#[cfg(feature = "schema")]
#[derive(utoipa::ToSchema)]
#[schema(as = Place)]
#[expect(dead_code, reason = "it describes another type")]
struct PlaceSchema {
    /// Counted from 1.
    line: usize,
    /// Counted in characters from 1.
    column: usize,
}

/// A finding with its position, its help and its fix.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FindingJson<'r> {
    file: &'r str,
    code: &'static str,
    name: &'static str,
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    severity: Severity,
    message: &'r str,
    #[cfg_attr(feature = "schema", schema(value_type = PlaceSchema))]
    start: Place,
    #[cfg_attr(feature = "schema", schema(value_type = PlaceSchema))]
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

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct Related<'r> {
    /// The file, if it is not the file of the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r str>,
    #[cfg_attr(feature = "schema", schema(value_type = PlaceSchema))]
    start: Place,
    #[cfg_attr(feature = "schema", schema(value_type = PlaceSchema))]
    end: Place,
    label: &'r str,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct FixObject {
    title: &'static str,
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    applicability: Applicability,
    edits: Vec<EditObject>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct EditObject {
    #[cfg_attr(feature = "schema", schema(value_type = PlaceSchema))]
    start: Place,
    #[cfg_attr(feature = "schema", schema(value_type = PlaceSchema))]
    end: Place,
    content: String,
}

impl<'r> FindingJson<'r> {
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

/// Each finding in a serialized form.
fn each<T>(reports: &[Report<'_>], form: impl Fn(&FindingJson<'_>) -> T) -> Vec<T> {
    let mut all = Vec::new();
    for report in reports {
        let files = Files::new(report);
        let findings = report.findings().iter();
        all.extend(findings.map(|finding| form(&FindingJson::new(&files, finding))));
    }
    all
}

/// Each finding as a JSON value, in the form of [`FindingJson`].
pub fn values(reports: &[Report<'_>]) -> Vec<serde_json::Value> {
    // Strings and numbers always serialize.
    each(reports, |finding| serde_json::to_value(finding).unwrap_or_default())
}

/// Each finding as JSON on one line.
fn objects(reports: &[Report<'_>]) -> Vec<String> {
    each(reports, |finding| serde_json::to_string(finding).unwrap_or_default())
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
