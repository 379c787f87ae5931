//! The manual, made of the comments at the head of the rules' files.

use std::fmt::Write as _;

use crate::registry::rules;
use crate::rule::{Family, Rule};

/// The manual page of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manual {
    title: String,
    text: String,
}

/// A file in a manual page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The rule finds something in it.
    pub is_bad: bool,
    /// The file.
    pub text: String,
}

impl Manual {
    pub(crate) fn new(rule: &Rule) -> Self {
        let comment = rule.source.lines().take_while(|line| line.starts_with("//!"));
        let mut text = String::new();
        for line in comment {
            let line = line.strip_prefix("//!").unwrap_or(line);
            text.push_str(line.strip_prefix(' ').unwrap_or(line));
            text.push('\n');
        }
        let title = format!("{} {} ({})", rule.code(), rule.name(), rule.severity());
        Self { title, text }
    }

    /// Its first line: code, name, severity.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The page without its title, in Markdown.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the rule finds, in one sentence.
    pub fn summary(&self) -> String {
        let section = self.section("What it finds").unwrap_or_default();
        let paragraph = section.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        let end = paragraph.find(". ").map_or(paragraph.len(), |at| at + 1);
        paragraph.get(..end).unwrap_or_default().trim_end_matches('.').to_owned()
    }

    /// The text under a heading.
    pub fn section(&self, heading: &str) -> Option<&str> {
        let start = self.text.find(&format!("## {heading}\n"))?;
        let rest = self.text.get(start..)?.split_once('\n')?.1;
        Some(rest.split("\n## ").next().unwrap_or(rest).trim())
    }

    /// The files in it: those under `Example` before `Write instead` are bad, those after it good.
    pub fn examples(&self) -> Vec<Example> {
        let section = self.section("Example").unwrap_or_default();
        let mut examples = Vec::new();
        let mut is_bad = true;
        let mut block: Option<String> = None;
        for line in section.lines() {
            match (&mut block, line) {
                (None, line) if line.starts_with("```") => block = Some(String::new()),
                (Some(_), "```") => {
                    examples.extend(block.take().map(|text| Example { is_bad, text }));
                }
                (Some(text), line) => {
                    text.push_str(line);
                    text.push('\n');
                }
                (None, line) => is_bad &= !line.starts_with("Write instead"),
            }
        }
        examples
    }
}

impl std::fmt::Display for Manual {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "# {}\n\n{}", self.title, self.text)
    }
}

/// The whole manual as one page of Markdown.
pub fn rules_page() -> String {
    let mut page = String::from(
        "# The rules of `placet lint`\n\n\
         This page is made of the comments at the head of the files under\n\
         `crates/placet-lint/src/rules/`. `placet rule ROB101` prints the page of one rule.\n\n\
         Warnings and errors make the exit status of `placet lint` 1, notes only with `--fail-on note`.\n\
         In `placet.toml` the table `lint.rules` gives a rule another severity, or turns it `off`, by its\n\
         code, the beginning of it or its name.\n\n\
         A safe fix keeps every answer in every profile, and removes no comment and no line that may\n\
         have been meant otherwise. `placet lint --fix` applies no other, and each only where a comparison\n\
         of the file before and after, as `placet diff` does it, proves that no answer changes. The others\n\
         need `--unsafe-fixes`.\n",
    );
    for family in Family::ALL {
        let of_family = || rules().filter(move |rule| rule.family() == family);
        let _ = write!(page, "\n## {}: {}\n\n", family.prefix(), family.title());
        page.push_str("| code | name | severity | what it finds |\n|---|---|---|---|\n");
        for rule in of_family() {
            let (code, name, severity) = (rule.code(), rule.name(), rule.severity());
            let summary = rule.manual().summary().replace('|', "\\|");
            let _ = writeln!(
                page,
                "| [{code}](#{}) | `{name}` | {severity} | {summary} |",
                anchor(rule)
            );
        }
    }
    for rule in rules() {
        let manual = rule.manual();
        let text = manual.text().replace("## ", "#### ");
        let _ = write!(page, "\n### {}\n\n{text}", manual.title());
    }
    page
}

/// The fragment that a heading is reached by.
fn anchor(rule: &Rule) -> String {
    let title = rule.manual().title().to_ascii_lowercase();
    title
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == '-' || *c == ' ')
        .collect::<String>()
        .replace(' ', "-")
}
