//! Batches as CSV and JSON lines.

use std::io::Write as _;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema};

/// The header line of CSV.
pub(super) fn csv_header(schema: &Schema) -> Vec<u8> {
    let mut line = Vec::new();
    for (at, field) in schema.fields().iter().enumerate() {
        if at > 0 {
            line.push(b',');
        }
        quoted(field.name(), &mut line);
    }
    line.extend_from_slice(b"\r\n");
    line
}

/// The rows as CSV (RFC 4180). Null is an empty field, a list has spaces between its items.
pub(super) fn csv(batch: &RecordBatch) -> Vec<u8> {
    let mut text = Vec::new();
    for row in 0..batch.num_rows() {
        for (at, column) in batch.columns().iter().enumerate() {
            if at > 0 {
                text.push(b',');
            }
            csv_value(column, row, &mut text);
        }
        text.extend_from_slice(b"\r\n");
    }
    text
}

fn csv_value(column: &dyn Array, row: usize, text: &mut Vec<u8>) {
    if column.is_null(row) {
        return;
    }
    match column.data_type() {
        DataType::Utf8 => quoted(column.as_string::<i32>().value(row), text),
        DataType::List(_) => {
            let items = column.as_list::<i32>().value(row);
            let mut list = Vec::new();
            for at in 0..items.len() {
                if at > 0 {
                    list.push(b' ');
                }
                match items.data_type() {
                    DataType::Utf8 => {
                        list.extend_from_slice(items.as_string::<i32>().value(at).as_bytes());
                    }
                    _ => scalar(&items, at, &mut list),
                }
            }
            quoted(&String::from_utf8_lossy(&list), text);
        }
        DataType::Timestamp(..) => text.extend_from_slice(timestamp(column, row).as_bytes()),
        _ => scalar(column, row, text),
    }
}

/// A field, in quotes if it needs them.
fn quoted(value: &str, text: &mut Vec<u8>) {
    if memchr::memchr3(b',', b'"', b'\n', value.as_bytes()).is_none() && !value.contains('\r') {
        text.extend_from_slice(value.as_bytes());
        return;
    }
    text.push(b'"');
    for byte in value.bytes() {
        if byte == b'"' {
            text.push(b'"');
        }
        text.push(byte);
    }
    text.push(b'"');
}

/// The rows as JSON objects, one on each line, with every column.
pub(super) fn json_lines(batch: &RecordBatch) -> Vec<u8> {
    let schema = batch.schema();
    let mut text = Vec::new();
    for row in 0..batch.num_rows() {
        for (at, (field, column)) in schema.fields().iter().zip(batch.columns()).enumerate() {
            text.push(if at == 0 { b'{' } else { b',' });
            json_text(field.name(), &mut text);
            text.push(b':');
            json_value(column, row, &mut text);
        }
        text.extend_from_slice(b"}\n");
    }
    text
}

fn json_value(column: &dyn Array, row: usize, text: &mut Vec<u8>) {
    if column.is_null(row) {
        text.extend_from_slice(b"null");
        return;
    }
    match column.data_type() {
        DataType::Utf8 => json_text(column.as_string::<i32>().value(row), text),
        DataType::List(_) => {
            let items = column.as_list::<i32>().value(row);
            text.push(b'[');
            for at in 0..items.len() {
                if at > 0 {
                    text.push(b',');
                }
                json_value(&items, at, text);
            }
            text.push(b']');
        }
        DataType::Timestamp(..) => json_text(&timestamp(column, row), text),
        _ => scalar(column, row, text),
    }
}

fn json_text(value: &str, text: &mut Vec<u8>) {
    // Writing to a vector cannot fail.
    let _ = serde_json::to_writer(text, value);
}

/// A number or a truth value, which JSON and CSV write in the same way.
fn scalar(column: &dyn Array, row: usize, text: &mut Vec<u8>) {
    let _ = match column.data_type() {
        DataType::Int32 => write!(text, "{}", column.as_primitive::<Int32Type>().value(row)),
        DataType::Int64 => write!(text, "{}", column.as_primitive::<Int64Type>().value(row)),
        DataType::Float64 => write!(text, "{}", column.as_primitive::<Float64Type>().value(row)),
        DataType::Boolean => write!(text, "{}", column.as_boolean().value(row)),
        _ => Ok(()),
    };
}

/// A time as RFC 3339 in UTC.
fn timestamp(column: &dyn Array, row: usize) -> String {
    let micros = column.as_primitive::<TimestampMicrosecondType>().value(row);
    let (seconds, fraction) = (micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000));
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // The inverse of the days of a date: the year begins in March.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
    let fraction = if fraction == 0 { String::new() } else { format!(".{fraction:06}") };
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{Int32Array, StringArray, TimestampMicrosecondArray};

    use super::*;

    #[test]
    fn values_are_quoted_where_they_need_it() {
        let columns: Vec<(&str, Arc<dyn Array>)> = vec![
            ("a b", Arc::new(StringArray::from(vec![Some("x,\"y\"\n"), None]))),
            ("n", Arc::new(Int32Array::from(vec![1, -2]))),
            ("t", Arc::new(TimestampMicrosecondArray::from(vec![1_709_210_096_500_000, 0]))),
        ];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        assert_eq!(text(csv_header(&batch.schema())), "a b,n,t\r\n");
        let expected =
            "\"x,\"\"y\"\"\n\",1,2024-02-29T12:34:56.500000Z\r\n,-2,1970-01-01T00:00:00Z\r\n";
        assert_eq!(text(csv(&batch)), expected);
        let expected = "{\"a b\":\"x,\\\"y\\\"\\n\",\"n\":1,\"t\":\"2024-02-29T12:34:56.500000Z\"}\n\
                        {\"a b\":null,\"n\":-2,\"t\":\"1970-01-01T00:00:00Z\"}\n";
        assert_eq!(text(json_lines(&batch)), expected);
    }
}
