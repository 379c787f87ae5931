//! Tables as text, to compare them.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use placet_bulk::{Audit, Capture, Dataset, Table};

/// The rows of a batch: each value as text, null as `-`.
pub(crate) fn rows(batch: &RecordBatch) -> Vec<Vec<String>> {
    let value = |row: usize| batch.columns().iter().map(|it| text(it, row)).collect();
    (0..batch.num_rows()).map(value).collect()
}

fn text(column: &dyn Array, row: usize) -> String {
    if column.is_null(row) {
        return "-".into();
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        DataType::Timestamp(..) => {
            column.as_primitive::<TimestampMicrosecondType>().value(row).to_string()
        }
        DataType::List(_) => {
            let items = column.as_list::<i32>().value(row);
            let items: Vec<String> = (0..items.len()).map(|at| text(&items, at)).collect();
            format!("[{}]", items.join(" "))
        }
        other => panic!("{other}"),
    }
}

/// The rows of a table for some captures.
pub(crate) fn of_captures(audit: &Audit, table: Table, captures: Vec<Capture>) -> Vec<Vec<String>> {
    let batches = audit.batches(captures).map(|it| rows(it.unwrap().get(table).unwrap()));
    batches.flatten().collect()
}

/// The rows of a table in a folder.
pub(crate) fn of_folder(folder: &std::path::Path, table: Table) -> Vec<Vec<String>> {
    let dataset = Dataset::open(folder).unwrap();
    dataset.batches(table, &[]).flat_map(|batch| rows(&batch.unwrap())).collect()
}

/// Some values of rows, by the names of their columns.
pub(crate) fn columns(
    audit: &Audit,
    table: Table,
    rows: &[Vec<String>],
    names: &[&str],
) -> Vec<String> {
    let schema = audit.schema(table);
    let places: Vec<usize> = names.iter().map(|name| schema.index_of(name).unwrap()).collect();
    let shown = |row: &Vec<String>| {
        places.iter().map(|at| row[*at].clone()).collect::<Vec<_>>().join(" | ")
    };
    rows.iter().map(shown).collect()
}
