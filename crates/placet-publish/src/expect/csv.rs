//! Expectations in a table with a column for each thing: CSV (RFC 4180) or TSV.

use csv::{ReaderBuilder, StringRecord, Trim};
use placet::Usage;

use super::{Expectations, InvalidTable, Page, Row};

/// The columns, in the order in which they are written.
pub(super) const COLUMNS: [&str; 6] = ["agent", "usage", "url", "expect", "conditions", "purpose"];

impl Expectations {
    /// Reads a table whose first line names its columns, in any order: `agent`, `url` and `expect`,
    /// and where they matter `usage`, `conditions`, `purpose`. Columns are separated by tabs where
    /// the first line has one, else by commas; lines that begin with `#` are passed over.
    ///
    /// Several conditions or purposes in one cell are separated by white space. An empty cell says
    /// nothing of conditions; `-` says that there are none.
    ///
    /// # Errors
    /// When there is no such table in the text, a column is missing or not known, or a cell has a
    /// value that is none; the message names the line.
    pub fn from_csv(text: &str) -> Result<Self, InvalidTable> {
        let head = text.lines().find(|line| !line.starts_with('#')).unwrap_or_default();
        let delimiter = if head.contains('\t') { b'\t' } else { b',' };
        let mut reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .comment(Some(b'#'))
            .trim(Trim::All)
            .from_reader(text.trim_start_matches('\u{FEFF}').as_bytes());
        let invalid = |error: csv::Error| InvalidTable::new(error.to_string());
        let columns = Columns::new(reader.headers().map_err(invalid)?)?;
        let mut expectations = Self::default();
        for record in reader.records() {
            let record = record.map_err(invalid)?;
            let line = record.position().map_or(1, csv::Position::line);
            let line = usize::try_from(line).unwrap_or(usize::MAX);
            let told = |error: String| InvalidTable::new(format!("line {line}: {error}"));
            let words = |cell: &str| cell.split_whitespace().map(str::to_owned).collect();
            let of = |column: &str| columns.cell(&record, column);
            let row = Row {
                agents: vec![of("agent").to_owned()],
                usages: vec![match of("usage") {
                    "" => Usage::Crawl,
                    name => name.parse().map_err(|error: placet::UnknownUsage| {
                        told(format!("{error}, not {name:?}"))
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
            expectations.add(super::verdict(of("expect")).map_err(told)?, row)?;
        }
        Ok(expectations)
    }
}

/// Where each column stands.
struct Columns(Vec<(String, usize)>);

impl Columns {
    fn new(head: &StringRecord) -> Result<Self, InvalidTable> {
        let mut columns = Vec::new();
        for (at, name) in head.iter().enumerate() {
            if !COLUMNS.contains(&name) {
                let known = COLUMNS.join(", ");
                return Err(InvalidTable::new(format!("line 1: expected {known}, not {name:?}")));
            }
            columns.push((name.to_owned(), at));
        }
        for needed in ["agent", "url", "expect"] {
            if !columns.iter().any(|(name, _)| name == needed) {
                return Err(InvalidTable::new(format!("line 1: there is no column {needed}")));
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
    fn what_cannot_be_used_is_told_with_its_line() {
        for (text, told) in [
            ("", "no column agent"),
            ("agent,url,expect,frob\n", "\"frob\""),
            ("agent,url,expect\na,/,maybe\n", "line 2"),
            ("agent,url,expect,usage\na,/,permit,eat\n", "line 2"),
            ("agent,url,expect\na,/\n", "line: 2"),
        ] {
            let error = Expectations::from_csv(text).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }
}
