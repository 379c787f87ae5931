//! The manual: the comments at the head of the rules' source files.

use std::fmt::Write as _;

use crate::registry::rules;
use crate::rule::{Family, Rule};

/// The manual page of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manual {
    title: String,
    text: String,
}

/// An example file of a manual page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// Whether the rule finds something in it.
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

/// The list of all rules as a page of Markdown, with a link to the page of each, which is its
/// [`Manual`].
pub fn rules_page() -> String {
    let mut page = String::from(
        "# The rules of `placet lint`\n\n\
         `placet rule ROB101` prints the page of one rule. A test generates these pages from the comments at\n\
         the head of the files under `crates/placet-lint/src/rules/`.\n\n\
         With warnings and errors `placet lint` exits with status 1, with notes only if `--fail-on note` is\n\
         set. The table `lint.rules` of `placet.toml` changes the severity of a rule or turns it `off`; its\n\
         keys are codes, the beginnings of codes, or names.\n\n\
         A safe fix changes no decision in the profiles `full`, `rfc9309` and `google`, and removes no\n\
         comment and no line that may have another meaning. `placet lint --fix` applies only safe fixes, and\n\
         each only if a comparison of the file before and after, like that of `placet diff`, proves for these\n\
         three profiles that no decision changes. A crawler that reads robots.txt in another way may decide\n\
         differently after a fix. `--unsafe-fixes` applies the others as well.\n\n\
         ACAP is the Automated Content Access Protocol, versions 0.2 and 1.0 of 2007 and version 1.1 of\n\
         2009. Its documents are no longer on the web at a stable address, so references to them have no\n\
         link.\n",
    );
    for family in Family::ALL {
        let _ = write!(page, "\n## {}: {}\n\n", family.prefix(), family.title());
        page.push_str("| code | name | severity | what it finds |\n|---|---|---|---|\n");
        for rule in rules().filter(|rule| rule.family() == family) {
            let (code, name, severity) = (rule.code(), rule.name(), rule.severity());
            let summary = rule.manual().summary().replace('|', "\\|");
            let _ =
                writeln!(page, "| [{code}](rules/{code}.md) | `{name}` | {severity} | {summary} |");
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_the_same_sections() {
        let expected = ["What it finds", "Why it matters", "Example", "Fix", "Reference"];
        for rule in rules() {
            let manual = rule.manual();
            let headings: Vec<&str> =
                manual.text().lines().filter_map(|line| line.strip_prefix("## ")).collect();
            // Some rules follow from no document.
            let count = headings.len().max(4);
            assert_eq!(Some(&headings[..]), expected.get(..count), "{rule:?}");
            assert!(manual.text().contains("\nWrite instead:"), "{rule:?}");
            let fix = manual.section("Fix").unwrap_or_default();
            let begins = ["Safe", "Unsafe", "By hand:"].iter().any(|it| fix.starts_with(it));
            assert!(begins, "{rule:?}: {fix}");
        }
    }

    /// Requirement numbers are for the developers of placet.
    #[test]
    fn no_page_has_requirement_numbers() {
        for rule in rules() {
            let manual = rule.manual();
            for word in manual.text().split(|c: char| !c.is_alphanumeric() && c != '-') {
                let number = word.split_once('-').filter(|(it, _)| "FRATS".contains(it));
                let is_number = number.is_some_and(|(letter, digits)| {
                    let is_digit = |byte: u8| byte.is_ascii_digit();
                    !letter.is_empty() && !digits.is_empty() && digits.bytes().all(is_digit)
                });
                assert!(!is_number, "{rule:?}: {word}");
            }
        }
    }
}
