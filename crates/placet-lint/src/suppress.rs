//! Comments that suppress findings.

use memchr::memmem;

use crate::config::specificity;
use crate::finding::Finding;
use crate::limits::SUPPRESSED;
use crate::view::View;

const MARK: &[u8] = b"placet:";

/// The comments of a file that suppress findings.
#[derive(Debug, Default)]
pub(crate) struct Suppressions {
    file: Vec<String>,
    /// Each with its line, counted from 0, in the order of the file.
    lines: Vec<(usize, Vec<String>)>,
}

impl Suppressions {
    pub(crate) fn read(view: &View<'_>) -> Self {
        let mut suppressions = Self::default();
        let mut read = 0;
        for at in memmem::find_iter(view.text, MARK) {
            let line = view.line_index(at);
            let Some(span) = view.lines.get(line).map(|line| line.span) else { continue };
            let before = view.text.get(span.start()..at).unwrap_or_default();
            // A comment is read once, however often it contains the mark.
            if at < read || !before.contains(&b'#') {
                continue;
            }
            read = span.end();
            let rest = view.text.get(at + MARK.len()..span.end()).unwrap_or_default();
            let rest = String::from_utf8_lossy(rest);
            let mut words = rest
                .split(|c: char| c == ',' || c.is_whitespace())
                .filter(|word| !word.is_empty())
                .take(SUPPRESSED + 1);
            match words.next() {
                Some("ignore") => {
                    suppressions.lines.push((line, words.map(str::to_owned).collect()));
                }
                Some("ignore-file") if suppressions.file.len() < SUPPRESSED => {
                    suppressions.file.extend(words.map(str::to_owned));
                }
                _ => {}
            }
        }
        suppressions
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.file.is_empty() && self.lines.is_empty()
    }

    /// Whether a comment suppresses the finding: in the whole file, on its line, or on the line
    /// above.
    pub(crate) fn cover(&self, finding: &Finding, view: &View<'_>) -> bool {
        let fits =
            |words: &[String]| words.iter().any(|word| specificity(word, finding.rule).is_some());
        let line = view.line_index(finding.primary.span.start);
        let on = |line: usize| {
            let at = self.lines.binary_search_by_key(&line, |(line, _)| *line);
            at.ok().and_then(|at| self.lines.get(at)).is_some_and(|(_, words)| fits(words))
        };
        fits(&self.file) || on(line) || line.checked_sub(1).is_some_and(on)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Config, Subject, lint};

    fn found(text: &str) -> usize {
        lint(&Subject::new("robots.txt", text.as_bytes()), &Config::default()).findings().len()
    }

    #[test]
    fn a_comment_suppresses_findings_on_its_line_and_the_next() {
        assert_eq!(found("Disallow: /a\n"), 1);
        assert_eq!(found("Disallow: /a # placet: ignore ROB101\n"), 0);
        assert_eq!(found("# placet: ignore rule-outside-group, ROB2\nDisallow: /a\n"), 0);
        assert_eq!(found("# placet: ignore ROB101\n\nDisallow: /a\n"), 1);
        assert_eq!(found("# placet: ignore ROB102\nDisallow: /a\n"), 1);
        assert_eq!(found("Disallow: /placet: ignore ROB101\n"), 1);
    }

    #[test]
    fn a_comment_can_suppress_findings_in_the_file() {
        assert_eq!(found("Disallow: /a\nDisallow: /b\n# placet: ignore-file ROB1\n"), 0);
    }
}
