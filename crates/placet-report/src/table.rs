//! Tables that fit where they are shown.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// Tables with one rule, below their heads.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));

/// A table, ending in a line end; no line ends in white space. Where `width` is given no line is
/// wider: cells are wrapped.
pub(crate) fn table<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
    width: Option<u16>,
) -> String {
    table_of_numbers(head, rows, N, width)
}

/// The same with numbers from a column on, which stand to the right.
pub(crate) fn table_of_numbers<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
    numbers: usize,
    width: Option<u16>,
) -> String {
    let mut table = Table::new();
    table.load_style(STYLE).set_header(head);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.lines().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}
