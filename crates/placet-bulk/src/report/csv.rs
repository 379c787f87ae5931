//! Reads tables in CSV (RFC 4180), one record at a time.

use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;

use memchr::memchr_iter;

use super::ReportError;
use super::read::{Cell, failed};
use crate::limits;

/// Visits the records of a file with these columns.
pub(super) fn each(
    path: &Path,
    columns: &[&str],
    visit: &mut dyn FnMut(&[Cell<'_>]) -> Result<(), ReportError>,
) -> Result<(), ReportError> {
    let mut records = Records {
        file: BufReader::new(File::open(path).map_err(|error| failed(path, &error))?),
        path,
        line: 0,
        text: Vec::new(),
    };
    let Some(header) = records.next()? else { return Ok(()) };
    let at = |name: &&str| {
        header.iter().position(|it| it == name).ok_or_else(|| ReportError::Row {
            path: path.to_owned(),
            line: 1,
            error: format!("there is no column {name:?}"),
        })
    };
    let at: Vec<usize> = columns.iter().map(at).collect::<Result<_, _>>()?;
    while let Some(fields) = records.next()? {
        let cell = |at: &usize| match fields.get(*at) {
            Some(text) if !text.is_empty() => Cell::Text(text),
            _ => Cell::Null,
        };
        visit(&at.iter().map(cell).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// The records of a file.
struct Records<'p, R> {
    file: R,
    path: &'p Path,
    line: u64,
    text: Vec<u8>,
}

impl<R: BufRead> Records<'_, R> {
    /// The fields of the next record.
    fn next(&mut self) -> Result<Option<Vec<String>>, ReportError> {
        self.text.clear();
        // Line breaks are inside of a field after an odd number of quotes.
        loop {
            let left = limits::LINE.saturating_sub(self.text.len());
            let read = self.file.by_ref().take(left as u64).read_until(b'\n', &mut self.text);
            let read = read.map_err(|error| failed(self.path, &error))?;
            let is_open = memchr_iter(b'"', &self.text).count() % 2 == 1;
            self.line += 1;
            match read {
                0 if self.text.is_empty() => return Ok(None),
                0 if is_open => return Err(self.invalid("a quoted field does not end")),
                _ if !is_open => break,
                _ => {}
            }
        }
        let text = String::from_utf8_lossy(&self.text);
        Ok(Some(fields(text.strip_suffix('\n').map_or(&*text, |it| it.trim_end_matches('\r')))))
    }

    fn invalid(&self, error: &str) -> ReportError {
        ReportError::Row { path: self.path.to_owned(), line: self.line, error: error.to_owned() }
    }
}

/// The fields of a record.
fn fields(text: &str) -> Vec<String> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(character),
        }
    }
    fields.push(field);
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<Vec<String>> {
        let path = Path::new("a.csv");
        let mut records = Records { file: text.as_bytes(), path, line: 0, text: Vec::new() };
        std::iter::from_fn(|| records.next().unwrap()).collect()
    }

    #[test]
    fn quotes_may_contain_commas_quotes_and_line_breaks() {
        let text = "a,\"b,\"\"c\"\"\r\nd\",\r\n,\"\",x\n";
        let expected = [["a", "b,\"c\"\r\nd", ""], ["", "", "x"]];
        assert_eq!(records(text), expected);
    }

    #[test]
    fn a_quote_that_does_not_end_is_an_error() {
        let path = Path::new("a.csv");
        let mut records = Records { file: &b"a,\"b\nc\n"[..], path, line: 0, text: Vec::new() };
        let error = records.next().unwrap_err().to_string();
        assert_eq!(error, "a.csv, line 3: a quoted field does not end");
    }
}
