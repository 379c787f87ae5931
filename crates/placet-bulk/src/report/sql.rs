//! Parts of the queries.

use crate::tables::Table;

/// The files of a table, in the folder of the audit.
pub(super) fn files(table: Table) -> String {
    format!("'{table}/*.parquet'")
}

/// The condition on answers that state something about access.
pub(super) const COUNTED: &str = "outcome IN ('available', 'unavailable', 'unreachable')";

/// The number of rows of `sites` with a condition, as a column.
pub(super) fn number_of_sites(condition: &str) -> String {
    let files = files(Table::Sites);
    match condition {
        "" => format!("(SELECT count(*) FROM {files}) AS answers"),
        _ => format!("(SELECT count(*) FROM {files}\n    WHERE {condition}) AS answers"),
    }
}

/// The number of rows with a condition, as a column.
pub(super) fn count_if(condition: &str, name: &str) -> String {
    format!("count(*) FILTER (WHERE {condition}) AS {name}")
}

/// The number of captures with a row that has a condition, as a column.
pub(super) fn captures_if(condition: &str, name: &str) -> String {
    format!("count(DISTINCT (origin, source)) FILTER (WHERE {condition}) AS {name}")
}

/// Columns, one on each line.
pub(super) fn columns(columns: &[String]) -> String {
    columns.join(",\n  ")
}

/// A name in quotes.
pub(super) fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text in quotes.
pub(super) fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
