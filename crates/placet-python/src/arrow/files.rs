//! A table of robots.txt files as captures: what `placet.audit` takes.

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema};
use placet_bulk::{Capture, Failure, limits, origin};
use pyo3::prelude::*;

use super::capsule::table_error;
use super::column::{Text, integers};
use super::inputs::{HeaderColumn, times};
use crate::bridge::unknown;
use crate::convert::micros;

/// The names of the columns, as `columns=` takes them.
const NAMES: [&str; 8] =
    ["origin", "robots", "status", "headers", "time", "source", "size", "error"];

/// The positions of the columns, in the order of [`NAMES`]; None if there is none.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FileColumns([Option<usize>; NAMES.len()]);

impl FileColumns {
    /// Finds the columns of a table. A column that is named must be there.
    pub(super) fn find(
        py: Python<'_>,
        input: &Schema,
        named: &[(String, String)],
    ) -> PyResult<Self> {
        let position = |name: &str| input.fields().iter().position(|it| it.name() == name);
        let mut found = Self(NAMES.map(position));
        for (column, name) in named {
            let at = position(name).ok_or_else(|| {
                table_error(py, format!("the table has no column {name:?}, for {column}"))
            })?;
            let place = NAMES.iter().position(|it| it == column);
            let place = place.and_then(|place| found.0.get_mut(place));
            *place.ok_or_else(|| unknown(py, "column", column, NAMES.to_vec()))? = Some(at);
        }
        for (name, at) in NAMES.iter().zip(found.0).take(2) {
            if at.is_none() {
                let message = format!("the table has no column {name:?}; see columns=");
                return Err(table_error(py, message));
            }
        }
        Ok(found)
    }
}

/// The columns of a batch.
pub(super) struct Files {
    origin: Option<Text>,
    robots: Option<Text>,
    status: Option<Vec<Option<i64>>>,
    headers: Option<HeaderColumn>,
    time: Option<Vec<Option<i64>>>,
    source: Option<Text>,
    size: Option<Vec<Option<i64>>>,
    error: Option<Text>,
}

impl Files {
    pub(super) fn new(batch: &RecordBatch, columns: FileColumns) -> Result<Self, ArrowError> {
        let array = |at: Option<usize>| at.and_then(|at| batch.columns().get(at));
        let wrong = |name: &str, expected: &str| {
            ArrowError::SchemaError(format!("the column {name} is not {expected}"))
        };
        let text = |at: Option<usize>, name: &str| match array(at) {
            Some(array) => Text::new(array).map(Some).ok_or_else(|| wrong(name, "text")),
            None => Ok(None),
        };
        let numbers = |at: Option<usize>, name: &str| match array(at) {
            Some(array) => {
                integers(array).map(Some).ok_or_else(|| wrong(name, "a column of integers"))
            }
            None => Ok(None),
        };
        let [origin, robots, status, headers, time, source, size, error] = columns.0;
        let headers = array(headers).map(|array| {
            let expected = "a map, a list of structs with name and value, or text";
            HeaderColumn::new(array).ok_or_else(|| wrong("headers", expected))
        });
        let time = array(time).map(|array| {
            let times = times(array);
            let times =
                times.ok_or_else(|| wrong("time", "a column of timestamps with a time zone"))?;
            Ok::<_, ArrowError>(times.into_iter().map(|it| it.and_then(micros)).collect())
        });
        Ok(Self {
            origin: text(origin, "origin")?,
            robots: text(robots, "robots")?,
            status: numbers(status, "status")?,
            headers: headers.transpose()?,
            time: time.transpose()?,
            source: text(source, "source")?,
            size: numbers(size, "size")?,
            error: text(error, "error")?,
        })
    }

    /// How many bytes the file of a row has.
    pub(super) fn weight(&self, row: usize) -> usize {
        self.robots.as_ref().and_then(|it| it.get(row)).map_or(0, <[u8]>::len)
    }

    /// The capture of a row. As `placet audit` reads the row of a Parquet file.
    pub(super) fn capture(&self, row: usize) -> Capture {
        let text = |column: &Option<Text>| {
            let bytes = column.as_ref().and_then(|it| it.get(row))?;
            Some(String::from_utf8_lossy(bytes).into_owned())
        };
        let number = |column: &Option<Vec<Option<i64>>>| {
            column.as_ref().and_then(|it| it.get(row).copied().flatten())
        };
        let written = text(&self.origin).unwrap_or_default();
        let origin = origin(&written);
        let source = text(&self.source)
            .or_else(|| origin.as_ref().map(|it| format!("{it}/robots.txt")))
            .unwrap_or_else(|| written.clone());
        let mut capture =
            Capture { origin, source, time: number(&self.time), ..Capture::default() };
        let status = number(&self.status);
        capture.status = status.and_then(|it| u16::try_from(it).ok());
        let body = self.robots.as_ref().and_then(|it| it.get(row));
        capture.failure = if let Some(error) = text(&self.error) {
            Some(Failure::Input(error))
        } else if capture.origin.is_none() {
            let written: String = written.chars().take(80).collect();
            Some(Failure::Input(format!("{written:?} is not an HTTP origin")))
        } else if status.is_some() && capture.status.is_none() {
            Some(Failure::Input("the status is not a number from 100 to 599".to_owned()))
        } else {
            let is_silent = status.is_none() && body.is_none();
            is_silent.then(|| Failure::Unreachable("no status and no body".to_owned()))
        };
        for (name, value) in self.headers.as_ref().and_then(|it| it.get(row)).into_iter().flatten()
        {
            capture.header(name, value);
        }
        let body = body.unwrap_or_default();
        let size = number(&self.size).and_then(|it| u64::try_from(it).ok());
        capture.size = Some(size.unwrap_or(body.len() as u64));
        capture.body = body.get(..limits::BODY).unwrap_or(body).to_vec();
        capture
    }
}
