//! Prints a file.

use std::fmt;

use super::field::{Specification, Statement};
use super::file::{AcapRecord, LocalUsage};
use super::record::General;
use super::{Constituent, Crawlers, Field, Group, Other, Record, RobotsFile};
use crate::vocabulary::RuleKind;

/// How lines end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(clippy::exhaustive_enums, reason = "a lone CR is only read, never written")]
pub enum LineEnd {
    /// LF, as in most files.
    #[default]
    Lf,
    /// CR LF, the only line end in ACAP's grammar.
    CrLf,
}

impl LineEnd {
    /// The bytes of the line end.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }
}

impl RobotsFile {
    /// Returns the text of the file, in the order that the documents require (R-020, R-021, R-024,
    /// the version, conventional records, `ACAP-ignore-conventional-records`, definitions,
    /// ACAP records. Blank lines separate them, and every line has a line end.
    pub fn print(&self, line_end: LineEnd) -> String {
        let mut out = Out { text: String::new(), line_end, open: false };
        let has_acap = self.ignores_conventional
            || !self.usages.is_empty()
            || !self.sets.is_empty()
            || !self.records.is_empty();
        let version = self.version.as_deref().filter(|_| has_acap);
        if let Some(version) = version {
            out.line(&["##ACAP version=", version]);
        }
        out.block();
        out.others(&self.others);
        for (at, group) in self.groups.iter().enumerate() {
            out.block();
            out.group(group, at + 1 == self.groups.len());
        }
        out.block();
        if self.ignores_conventional {
            out.line(&["ACAP-ignore-conventional-records"]);
        }
        if let Some(version) = version.filter(|version| needs_field(version)) {
            out.field("ACAP-version", version);
        }
        out.block();
        for (name, usage) in &self.usages {
            out.local(name.as_str(), usage);
        }
        for (name, patterns) in &self.sets {
            let mut value = name.to_string();
            for pattern in patterns {
                spaced(&mut value, pattern);
            }
            out.field("ACAP-resource-set", &value);
        }
        let undefined = self.undefined();
        for record in &self.records {
            out.block();
            out.record(record, &undefined);
        }
        out.block();
        out.others(&self.unread);
        out.text
    }

    /// A name that no set has.
    fn undefined(&self) -> String {
        let taken = |name: &str| self.sets.iter().any(|(it, _)| it.as_str() == name);
        let mut name = "undefined".to_owned();
        while taken(&name) {
            name.push('-');
        }
        name
    }
}

/// Whether a version needs a field in addition to the comment: every version but 1.0, unless a
/// field cannot contain it.
fn needs_field(version: &str) -> bool {
    let trimmed = version.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    !matches!(version, "" | "1.0") && trimmed == version && !version.contains(['#', '\0'])
}

/// Appends a word to a value.
fn spaced(value: &mut String, word: impl fmt::Display) {
    value.push(' ');
    value.push_str(&word.to_string());
}

struct Out {
    text: String,
    line_end: LineEnd,
    /// Whether the current block has a line.
    open: bool,
}

impl Out {
    /// Begins a block: a blank line separates the next line from the previous block.
    fn block(&mut self) {
        self.open = false;
    }

    fn line(&mut self, pieces: &[&str]) {
        if !self.open && !self.text.is_empty() {
            self.text += self.line_end.as_str();
        }
        self.open = true;
        for piece in pieces {
            self.text += piece;
        }
        self.text += self.line_end.as_str();
    }

    fn field(&mut self, key: &str, value: &str) {
        let space = if value.is_empty() { "" } else { " " };
        self.line(&[key, ":", space, value]);
    }

    fn others(&mut self, others: &[Other]) {
        for other in others {
            self.field(other.key(), &other.value);
        }
    }

    fn group(&mut self, group: &Group, is_last: bool) {
        for agent in &group.agents {
            self.field("User-agent", agent);
        }
        for (kind, pattern) in &group.rules {
            let key = match kind {
                RuleKind::Allow => "Allow",
                RuleKind::Disallow => "Disallow",
            };
            self.field(key, pattern.as_ref().map_or("", |pattern| pattern.as_str()));
        }
        if group.rules.is_empty() && !is_last {
            self.field("Disallow", "");
        }
        self.others(&group.others);
    }

    fn local(&mut self, name: &str, usage: &LocalUsage) {
        let mut value = name.to_owned();
        match usage {
            LocalUsage::Qualified(usage) => {
                spaced(&mut value, usage.usage);
                for condition in &usage.conditions {
                    spaced(&mut value, condition);
                }
                self.field("ACAP-qualified-usage", &value);
            }
            LocalUsage::NotUnderstood(usage) => {
                spaced(&mut value, usage);
                spaced(&mut value, "not-understood");
                self.field("ACAP-qualified-usage", &value);
            }
            LocalUsage::Composite(constituents) => {
                for constituent in constituents {
                    match constituent {
                        Constituent::Usage(usage) => spaced(&mut value, usage),
                        Constituent::Local(name) => spaced(&mut value, format_args!("({name})")),
                    }
                }
                self.field("ACAP-composite-usage", &value);
            }
        }
    }

    fn record(&mut self, record: &AcapRecord, undefined: &str) {
        match record {
            AcapRecord::Fields(record) => self.fields(record, undefined),
            AcapRecord::Reference(reference) => {
                self.crawlers(&reference.crawlers);
                for target in &reference.targets {
                    self.field("ACAP-permissions-reference", &target.0);
                }
            }
        }
    }

    fn crawlers(&mut self, crawlers: &Crawlers) {
        if crawlers.names.is_empty() {
            self.field("ACAP-crawler", "*");
        }
        for name in &crawlers.names {
            self.field("ACAP-crawler", name);
        }
    }

    fn fields(&mut self, record: &Record, undefined: &str) {
        self.crawlers(&record.crawlers);
        for general in &record.general {
            match general {
                General::Field(field) => self.permission(field, undefined),
                General::Request(request) => {
                    let key = format!("ACAP-request-{}", request.kind.name());
                    self.field(&key, &request.resource.0);
                }
            }
        }
        for sub_record in &record.sub_records {
            for purpose in &sub_record.purposes {
                self.field("ACAP-usage-purpose", &purpose.0);
            }
            for field in &sub_record.fields {
                self.permission(field, undefined);
            }
        }
    }

    fn permission(&mut self, field: &Field, undefined: &str) {
        let set = |name: &str| format!("the-acap:resource-set:{name}");
        let mut value = match &field.resources.0 {
            Specification::Pattern(pattern) => pattern.as_str().to_owned(),
            Specification::Set(name) => set(name.as_str()),
            Specification::Everything => set(undefined),
        };
        let key = match &field.statement {
            Statement::Allow(usage) => {
                for condition in &usage.conditions {
                    spaced(&mut value, condition);
                }
                format!("ACAP-allow-{}", usage.usage)
            }
            Statement::AllowLocal(name) => format!("ACAP-allow-({name})"),
            Statement::Disallow(usage) => format!("ACAP-disallow-{usage}"),
        };
        self.field(&key, &value);
    }
}
