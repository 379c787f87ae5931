//! Expectations as a table: CSV (RFC 4180) or TSV.

use csv::{ReaderBuilder, StringRecord, Trim};
use placet::Usage;

use super::{Expectations, InvalidTable, Page, Row, cited};
use crate::limits::EXPECTATIONS;

/// The columns, in the order in which they are written.
pub(super) const COLUMNS: [&str; 6] = ["agent", "usage", "url", "expect", "conditions", "purpose"];

impl Expectations {
    /// Reads a table whose first line names its columns, in any order: `agent`, `url` and `expect`,
    /// and optionally `usage`, `conditions`, `purpose`. Columns are separated by tabs if that line has
    /// one, else by commas; lines that are blank or begin with `#` are skipped.
    ///
    /// Several conditions or purposes in one cell are separated by white space. An empty cell means any
    /// conditions; `-` means none.
    ///
    /// # Errors
    /// If the text has no such table, a column is missing or unknown, or the value of a cell is
    /// invalid; the message names the line.
    pub fn from_csv(text: &str) -> Result<Self, InvalidTable> {
        let mut rows = rows(text)?.into_iter();
        let (line, head) = rows.next().unwrap_or((1, StringRecord::new()));
        let columns = Columns::new(line, &head)?;
        let mut expectations = Self::default();
        for (line, record) in rows {
            let invalid = |error: String| InvalidTable::new(format!("line {line}: {error}"));
            if record.len() != head.len() {
                let (expected, found) = (head.len(), record.len());
                return Err(invalid(format!("expected {expected} cells, not {found}")));
            }
            let words = |cell: &str| cell.split_whitespace().map(str::to_owned).collect();
            let of = |column: &str| columns.cell(&record, column);
            let row = Row {
                agents: vec![of("agent").to_owned()],
                usages: vec![match of("usage") {
                    "" => Usage::Crawl,
                    name => name.parse().map_err(|error: placet::error::UnknownUsage| {
                        invalid(format!("{error}, not {}", cited(name)))
                    })?,
                }],
                urls: vec![of("url").to_owned()],
                conditions: match of("conditions") {
                    "" => None,
                    "-" => Some(Vec::new()),
                    cell => Some(words(cell)),
                },
                purposes: words(of("purpose")),
                page: Page::default(),
                line,
            };
            expectations.add(super::verdict(of("expect")).map_err(invalid)?, row)?;
        }
        Ok(expectations)
    }
}

/// The rows of a table, each with the line it begins on.
fn rows(text: &str) -> Result<Vec<(usize, StringRecord)>, InvalidTable> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let is_head = |line: &&str| !line.starts_with('#') && !line.trim().is_empty();
    let head = text.lines().find(is_head).unwrap_or_default();
    let mut reader = ReaderBuilder::new()
        .delimiter(if head.contains('\t') { b'\t' } else { b',' })
        .comment(Some(b'#'))
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut lines = LineCount { text, at: 0, line: 1 };
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| InvalidTable::new(error.to_string()))?;
        let start = record.position().map_or(0, csv::Position::byte);
        let line = lines.of_row(usize::try_from(start).unwrap_or(usize::MAX));
        // White space alone is one empty cell.
        if record.iter().ne([""]) {
            rows.push((line, record));
        }
        // The head, and one row more than the limit, so that exceeding it is reported.
        if rows.len() > EXPECTATIONS + 1 {
            break;
        }
    }
    Ok(rows)
}

/// Counts the lines of a text, once through.
struct LineCount<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl LineCount<'_> {
    /// The line of a row that was read from `start` on: line ends left over from the row before,
    /// blank lines and comments may be between there and its first cell.
    fn of_row(&mut self, start: usize) -> usize {
        self.pass(start.saturating_sub(self.at));
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let ends = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
            let comment = rest.starts_with('#');
            match if comment { rest.find('\n').unwrap_or(rest.len()) } else { ends } {
                0 => return self.line,
                bytes => self.pass(bytes),
            }
        }
    }

    fn pass(&mut self, bytes: usize) {
        let end = self.at.saturating_add(bytes).min(self.text.len());
        let passed = self.text.get(self.at..end).unwrap_or_default();
        self.line += passed.matches('\n').count();
        self.at = end;
    }
}

/// The position of each column.
struct Columns(Vec<(String, usize)>);

impl Columns {
    fn new(line: usize, head: &StringRecord) -> Result<Self, InvalidTable> {
        let invalid = |error: String| InvalidTable::new(format!("line {line}: {error}"));
        let mut columns = Vec::new();
        for (at, name) in head.iter().enumerate() {
            if !COLUMNS.contains(&name) {
                let known = COLUMNS.join(", ");
                return Err(invalid(format!("expected {known}, not {}", cited(name))));
            }
            columns.push((name.to_owned(), at));
        }
        for needed in ["agent", "url", "expect"] {
            if !columns.iter().any(|(name, _)| name == needed) {
                return Err(invalid(format!("there is no column {needed}")));
            }
        }
        Ok(Self(columns))
    }

    fn cell<'r>(&self, record: &'r StringRecord, column: &str) -> &'r str {
        let at = self.0.iter().find(|(name, _)| name == column);
        at.and_then(|&(_, at)| record.get(at)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_tabs_separate() {
        let csv = "# ours\nurl,agent,expect,conditions,usage\n\
            /a,\"Mozilla/5.0 (x, y)\",permit,-,index\n/b, b ,prohibit,,\n";
        let read = Expectations::from_csv(csv).unwrap();
        assert_eq!(read.all[0].agent, "Mozilla/5.0 (x, y)");
        assert_eq!(read.all[0].conditions.as_deref(), Some(&[][..]));
        assert_eq!((read.all[1].agent.as_str(), read.all[1].line), ("b", 4));
        assert_eq!((read.all[1].usage, &read.all[1].conditions), (Usage::Crawl, &None));
        let tsv = "agent\turl\texpect\tconditions\nb\t/,x\tpermit\ta=1 b=2\n";
        let read = Expectations::from_csv(tsv).unwrap();
        assert_eq!(read.all[0].conditions.as_deref().unwrap(), ["a=1", "b=2"]);
    }

    #[test]
    fn an_invalid_table_is_reported_with_its_line() {
        for (text, expected) in [
            ("", "line 1: there is no column agent"),
            ("# a\n\nurl\n", "line 3: there is no column agent"),
            (
                "agent,url,expect,frob\n",
                "line 1: expected agent, usage, url, expect, conditions, purpose, not \"frob\"",
            ),
            (
                "agent,url,expect\na,/,\u{1B}[31m\n",
                "line 2: expected permit or prohibit, not \"\u{FFFD}[31m\"",
            ),
            ("agent,url,expect\n,/,permit\n", "line 2: no crawler or no URL is named"),
            ("agent,url,expect\n\" \",/,permit\n", "line 2: no crawler or no URL is named"),
            ("agent,url,expect\na,,permit\n", "line 2: no crawler or no URL is named"),
            ("agent,url,expect\na,/\n", "line 2: expected 3 cells, not 2"),
            ("agent,url,expect\na,/,permit,index\n", "line 2: expected 3 cells, not 4"),
        ] {
            assert_eq!(Expectations::from_csv(text).unwrap_err().to_string(), expected);
        }
        let usage = "agent,url,expect,usage\na,/,permit,eat\n";
        let error = Expectations::from_csv(usage).unwrap_err().to_string();
        assert!(error.starts_with("line 2: ") && error.ends_with(", not \"eat\""), "{error}");
    }

    #[test]
    fn lines_are_counted_across_blank_lines_and_comments() {
        let faulty = [
            (3, "agent,url,expect\na,/,permit\nb,/,x\n"),
            (6, "agent,url,expect\na,/,permit\n# one\n\n# two\nb,/,x\n"),
            (6, "# one\n# two\nagent,url,expect\n\n# three\nb,/,x\n"),
            (5, "agent,url,expect\n\"a\nb\",/,permit\n \t\nb,/,x"),
            (3, "agent,url,expect\n# a \"quote\nb,/,x\n"),
        ];
        for (line, text) in faulty {
            for text in [text.to_owned(), format!("\u{FEFF}{text}")] {
                for text in [text.replace('\n', "\r\n"), text] {
                    let error = Expectations::from_csv(&text).unwrap_err().to_string();
                    let message = format!("line {line}: expected permit or prohibit, not \"x\"");
                    assert_eq!(error, message, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn a_table_comes_to_no_more_than_the_ceiling() {
        let of = |rows: usize| format!("agent,url,expect\n{}", "a,/,permit\n".repeat(rows));
        assert_eq!(Expectations::from_csv(&of(EXPECTATIONS)).unwrap().all.len(), EXPECTATIONS);
        assert!(Expectations::from_csv(&of(EXPECTATIONS + 1)).is_err());
        assert!(Expectations::from_csv(&of(EXPECTATIONS + 9)).is_err());
    }

    #[test]
    fn the_line_that_names_the_columns_need_not_be_the_first() {
        let rows = "agent\turl\texpect\nb\t/,x\tpermit\n";
        for before in ["\n", "\r\n\r\n", " \n", "# a, b\n", "\u{FEFF}# a, b\n", "\u{FEFF}\n# c\n\n"]
        {
            let read = Expectations::from_csv(&format!("{before}{rows}")).unwrap();
            assert_eq!(read.all.len(), 1);
            assert_eq!(read.all[0].url, "/,x");
            assert_eq!(read.all[0].line, before.lines().count() + 2, "{before:?}");
        }
    }
}
