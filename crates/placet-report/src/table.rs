//! Tables.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// The only line is below the header.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));

/// Renders a table that ends in a newline, without trailing whitespace. Cells are wrapped so that no
/// line is wider than `width`.
pub(crate) fn table<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
    width: Option<u16>,
) -> String {
    table_of_numbers(head, rows, N, width)
}

/// The same with right-aligned numbers from the column `numbers` on.
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
