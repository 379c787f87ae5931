//! Results: a table, or a stream of batches.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::cast::AsArray as _;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{DataType, SchemaRef};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList, PyTuple};

use super::capsule::{export_schema, export_stream, table_error};
use super::column::{Text, integers};
use super::inputs::times;
use crate::convert::datetime;

/// A stream of results that is computed while it is read. It can be read once.
#[pyclass(frozen, module = "placet.arrow")]
pub(crate) struct Stream {
    schema: SchemaRef,
    reader: Mutex<Option<Box<dyn RecordBatchReader + Send>>>,
}

impl Stream {
    pub(super) fn new(reader: Box<dyn RecordBatchReader + Send>) -> Self {
        Self { schema: reader.schema(), reader: Mutex::new(Some(reader)) }
    }

    fn take(&self) -> PyResult<Box<dyn RecordBatchReader + Send>> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner).take();
        reader.ok_or_else(|| PyValueError::new_err("the stream was read already"))
    }
}

#[pymethods]
impl Stream {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        export_stream(py, self.take()?)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_schema(py, &self.schema)
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// The next batch as a table.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let mut reader = self.take()?;
        let batch = py.detach(|| reader.next());
        *self.reader.lock().unwrap_or_else(PoisonError::into_inner) = Some(reader);
        let batch = batch.transpose().map_err(|why| table_error(py, why))?;
        Ok(batch.map(|batch| Table { schema: Arc::clone(&self.schema), batches: vec![batch] }))
    }

    fn read_all(&self, py: Python<'_>) -> PyResult<Table> {
        let reader = self.take()?;
        let batches = py.detach(|| reader.collect::<Result<Vec<_>, _>>());
        let batches = batches.map_err(|why| table_error(py, why))?;
        Ok(Table { schema: Arc::clone(&self.schema), batches })
    }

    fn __repr__(&self) -> String {
        format!("<Stream of {}>", names(&self.schema).join(", "))
    }
}

/// A table of results.
#[pyclass(frozen, module = "placet.arrow")]
#[derive(Debug)]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

fn names(schema: &SchemaRef) -> Vec<String> {
    schema.fields().iter().map(|it| it.name().clone()).collect()
}

impl Table {
    pub(super) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }

    fn bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut written = || {
            let mut writer = arrow_ipc::writer::StreamWriter::try_new(&mut bytes, &self.schema)?;
            self.batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.finish()
        };
        written().map_err(|why| table_error(py, why))?;
        Ok(bytes)
    }

    /// The first rows as dictionaries.
    fn rows<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyList>> {
        let rows = PyList::empty(py);
        let fields = self.schema.fields();
        let all = self
            .batches
            .iter()
            .flat_map(|batch| (0..batch.num_rows()).map(move |row| (batch, row)));
        for (batch, row) in all.take(most) {
            let object = PyDict::new(py);
            for (field, array) in fields.iter().zip(batch.columns()) {
                object.set_item(field.name(), cell(py, array, row)?)?;
            }
            rows.append(object)?;
        }
        Ok(rows)
    }
}

/// One value of a column.
fn cell<'py>(py: Python<'py>, array: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    if let Some(text) = Text::new(array) {
        let Some(bytes) = text.get(row) else { return Ok(py.None().into_bound(py)) };
        let is_binary =
            matches!(text, Text::Binary(_) | Text::LargeBinary(_) | Text::BinaryView(_));
        return match std::str::from_utf8(bytes) {
            Ok(text) if !is_binary => text.into_bound_py_any(py),
            _ => PyBytes::new(py, bytes).into_bound_py_any(py),
        };
    }
    match array.data_type() {
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
        DataType::Boolean => array.as_boolean().value(row).into_bound_py_any(py),
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(row);
            let list =
                (0..items.len()).map(|at| cell(py, &items, at)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, list)?.into_any())
        }
        DataType::Struct(fields) => {
            let object = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                object.set_item(field.name(), cell(py, column, row)?)?;
            }
            Ok(object.into_any())
        }
        other => {
            let one = array.slice(row, 1);
            let time = || datetime(py, times(&one)?.into_iter().next().flatten());
            if let Some(Some(number)) = integers(&one).and_then(|it| it.into_iter().next()) {
                number.into_bound_py_any(py)
            } else if let Some(time) = time() {
                Ok(time)
            } else {
                Err(PyTypeError::new_err(format!(
                    "to_pylist does not know the type {other}; use to_pyarrow, or keep= other \
                     columns"
                )))
            }
        }
    }
}

/// The table of a pickle.
#[pyfunction]
pub(crate) fn restore_table(py: Python<'_>, bytes: &[u8]) -> PyResult<Table> {
    let reader = arrow_ipc::reader::StreamReader::try_new(bytes, None);
    let reader = reader.map_err(|why| table_error(py, why))?;
    let schema = reader.schema();
    let batches = reader.collect::<Result<Vec<_>, _>>().map_err(|why| table_error(py, why))?;
    Ok(Table { schema, batches })
}

#[pymethods]
impl Table {
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    #[getter]
    fn column_names(&self) -> Vec<String> {
        names(&self.schema)
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        export_stream(py, Box::new(RecordBatchIterator::new(batches, Arc::clone(&self.schema))))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_schema(py, &self.schema)
    }

    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.rows(py, usize::MAX)
    }

    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_pyarrow")
    }

    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_polars")
    }

    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_pandas")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.schema == other.schema && self.batches == other.batches
        })
    }

    fn __repr__(&self) -> String {
        format!("<Table: {} rows of {}>", self.num_rows(), names(&self.schema).join(", "))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let args = (names(&self.schema), self.rows(py, 10)?, self.num_rows());
        py.import("placet._html")?.getattr("table")?.call1(args)?.extract()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("placet._native")?.getattr("restore_table")?;
        Ok((restore, (PyBytes::new(py, &self.bytes(py)?),).into_pyobject(py)?))
    }
}

/// The table as one of another library; `placet/arrow.py` knows them.
fn converted<'py>(table: &Bound<'py, Table>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    table.py().import("placet.arrow")?.getattr(format!("_{name}"))?.call1((table,))
}
