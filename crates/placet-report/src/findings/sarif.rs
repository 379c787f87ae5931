//! SARIF 2.1.0 for code scanning, with the properties that placet has values for.

use std::fmt::Write as _;

use placet_lint::{Edit, Finding, Label, Places, Report, Rule, Severity, rules};
use serde::Serialize;

use super::files::Files;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Where the page of each rule is.
const PAGES: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/reference/rules");

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<ResultObject>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    information_uri: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    name: &'static str,
    short_description: Message,
    help: Help,
    help_uri: String,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultObject {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixObject>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
    byte_offset: usize,
    byte_length: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FixObject {
    description: Message,
    artifact_changes: [Change; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    artifact_location: Artifact,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Message,
}

/// Renders the reports of several files as one SARIF 2.1.0 document that ends in a newline.
pub fn render(reports: &[Report<'_>]) -> String {
    let results = reports.iter().flat_map(|report| {
        let files = Files::new(report);
        let result = |finding| result(&files, finding);
        report.findings().iter().map(result).collect::<Vec<_>>()
    });
    let driver = Driver {
        name: "placet",
        version: env!("CARGO_PKG_VERSION"),
        information_uri: env!("CARGO_PKG_REPOSITORY"),
        rules: rules().map(descriptor).collect(),
    };
    let run =
        Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results: results.collect() };
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [run] };
    // Strings and numbers always serialize.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn descriptor(rule: &'static Rule) -> Descriptor {
    let manual = rule.manual();
    Descriptor {
        id: rule.code(),
        name: rule.name(),
        short_description: Message { text: manual.summary() },
        help: Help { text: manual.text().to_owned(), markdown: manual.text().to_owned() },
        help_uri: format!("{PAGES}/{}.md", rule.code()),
        default_configuration: Configuration { level: level(rule.severity()) },
    }
}

fn result(files: &Files<'_>, finding: &Finding) -> ResultObject {
    let location = |label: &Label| {
        let file = files.of(label);
        Location {
            physical_location: PhysicalLocation {
                artifact_location: artifact(file.subject.origin()),
                region: region(&file.places, &label.span),
            },
            message: (!label.text.is_empty()).then(|| Message { text: label.text.to_string() }),
        }
    };
    let own = files.own();
    let (origin, places) = (own.subject.origin(), &own.places);
    let replacement = |edit: &Edit| Replacement {
        deleted_region: region(places, &edit.span),
        inserted_content: Message { text: String::from_utf8_lossy(&edit.content).into_owned() },
    };
    ResultObject {
        rule_id: finding.rule().code(),
        rule_index: rules().position(|rule| rule == finding.rule()),
        level: level(finding.severity()),
        message: Message { text: finding.message().to_owned() },
        locations: vec![location(finding.primary())],
        related_locations: finding.labels().iter().map(location).collect(),
        fixes: finding
            .fix()
            .map(|fix| FixObject {
                description: Message { text: fix.title.to_owned() },
                artifact_changes: [Change {
                    artifact_location: artifact(origin),
                    replacements: fix.edits.iter().map(replacement).collect(),
                }],
            })
            .into_iter()
            .collect(),
    }
}

fn level(severity: Severity) -> &'static str {
    severity.name()
}

/// A URL as it is, or a path as a URI reference (RFC 3986 §4.2), with characters percent-encoded that
/// a reference cannot contain or that would change its meaning.
fn artifact(origin: &str) -> Artifact {
    let is_url = origin.starts_with("http://") || origin.starts_with("https://");
    let mut uri = String::with_capacity(origin.len());
    for byte in origin.bytes() {
        let is_kept = match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&'..=b',' | b';' | b'=' | b'@' => {
                true
            }
            b':' | b'?' | b'#' | b'%' | b'[' | b']' => is_url,
            _ => byte.is_ascii_alphanumeric(),
        };
        if is_kept {
            uri.push(char::from(byte));
        } else if byte == b'\\' && cfg!(windows) {
            uri.push('/');
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Artifact { uri }
}

fn region(places: &Places<'_>, span: &std::ops::Range<usize>) -> Region {
    let (start, end) = (places.of(span.start), places.of(span.end));
    Region {
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
        byte_offset: span.start,
        byte_length: span.len(),
    }
}
