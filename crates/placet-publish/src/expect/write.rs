//! Writes a generated set as a `placet.toml` or as a table.

use std::fmt::Write as _;

use super::csv::COLUMNS;
use super::first::{First, FirstTable};
use super::{Expectations, InvalidTable};

/// The text of a `placet.toml` with this set, and the rest of `before` unchanged.
///
/// Existing expectations in `before` are replaced only if `replace` is set.
///
/// # Errors
/// If there are expectations and `replace` is not set, or the text cannot be split safely.
pub fn with_settings(
    before: &str,
    file: &str,
    set: &First,
    replace: bool,
) -> Result<String, InvalidTable> {
    let has_test = before.lines().any(begins_test) || Expectations::from_toml(before).is_ok();
    if has_test && !replace {
        return Err(InvalidTable::new("it already has a table `test`"));
    }
    let mut text = without_test(before).trim_end().to_owned();
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(&toml(file, set));
    // The rest may contain the table in a form that was not recognised.
    Expectations::from_toml(&text)?;
    if rest(before)? != rest(&text)? {
        return Err(InvalidTable::new("its table `test` cannot be separated from the rest"));
    }
    Ok(text)
}

/// Whether a line begins the table `test`, or one within it.
fn begins_test(line: &str) -> bool {
    let line = line.trim_start();
    let name = line.trim_start_matches('[').trim_start();
    let within = |rest: &str| rest.trim_start().starts_with(['.', ']']);
    line.starts_with('[') && name.strip_prefix("test").is_some_and(within)
}

/// The text without the table `test` and its subtables. Comments after their last line belong to the
/// next table and stay.
fn without_test(text: &str) -> String {
    let mut ours = false;
    let mut kept = String::new();
    let mut held = String::new();
    for line in text.split_inclusive('\n') {
        let content = line.trim_start();
        if content.starts_with('[') {
            ours = begins_test(line);
            if !ours {
                kept.push_str(&held);
            }
            held.clear();
        }
        if !ours {
            kept.push_str(line);
        } else if content.starts_with('#') || (content.is_empty() && !held.is_empty()) {
            held.push_str(line);
        } else if !content.is_empty() {
            held.clear();
        }
    }
    kept + &held
}

/// The settings outside the table `test`.
fn rest(text: &str) -> Result<toml::Table, InvalidTable> {
    let settings = toml::from_str(text);
    let mut settings: toml::Table = settings
        .map_err(|error: toml::de::Error| InvalidTable::new(error.to_string().trim_end()))?;
    settings.remove("test");
    Ok(settings)
}

/// The set as the table `test`.
fn toml(file: &str, set: &First) -> String {
    let mut text = format!(
        "[test]\n# Expected decisions; `placet test` checks them.\nfile = {}\n",
        quoted(file)
    );
    for table in &set.tables {
        // Writing to a string does not fail.
        let _ = write!(text, "\n[[test.expect]]\nagent = {}\n", list(&table.agents));
        if table.usage != placet::Usage::Crawl {
            let _ = writeln!(text, "usage = {}", quoted(table.usage.name()));
        }
        let _ = writeln!(text, "url = {}", list(&table.urls));
        let _ = writeln!(text, "expect = {}", quoted(table.verdict.name()));
        if has_conditions(table) {
            let _ = writeln!(text, "conditions = {}", list(&table.conditions));
        }
    }
    text
}

/// Whether conditions are written: there are some, or could be.
fn has_conditions(table: &FirstTable) -> bool {
    !table.conditions.is_empty()
        || (table.verdict.is_permit() && table.usage != placet::Usage::Crawl)
}

/// A text, or several as a list, a line each where there are many.
fn list(texts: &[String]) -> String {
    match texts {
        [] => "[]".to_owned(),
        [one] => quoted(one),
        _ => {
            let lines: Vec<String> =
                texts.iter().map(|it| format!("    {},\n", quoted(it))).collect();
            format!("[\n{}]", lines.concat())
        }
    }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The set as a table with a line for each expectation; columns are separated by `delimiter`.
pub fn table(set: &First, delimiter: u8) -> String {
    let mut writer =
        csv::WriterBuilder::new().delimiter(delimiter).comment(Some(b'#')).from_writer(Vec::new());
    // Writing to memory does not fail, and every line has all columns.
    let _ = writer.write_record(COLUMNS);
    for it in &set.tables {
        let FirstTable { agents, usage, urls, verdict, conditions } = it;
        let none = if has_conditions(it) { "-" } else { "" };
        let conditions = if conditions.is_empty() { none.to_owned() } else { conditions.join(" ") };
        for agent in agents {
            for url in urls {
                let row = [agent, usage.name(), url, verdict.name(), &conditions, ""];
                let _ = writer.write_record(row);
            }
        }
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
