//! The Arrow `PyCapsule` interface: the one place with unsafe code.

#![expect(unsafe_code, reason = "other libraries pass Arrow data as pointers in capsules")]

use std::ffi::CStr;
use std::ptr::NonNull;

use arrow_array::cast::AsArray as _;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{
    Array, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader, make_array,
};
use arrow_schema::{DataType, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::bridge::error;

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

/// A table that any Arrow library exports, as a stream of batches.
pub(crate) fn import(table: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    let py = table.py();
    if table.hasattr("__arrow_c_stream__")? {
        let capsule = table.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        let stream: NonNull<FFI_ArrowArrayStream> = capsule.pointer_checked(Some(STREAM))?.cast();
        // SAFETY: a capsule of this name holds a valid ArrowArrayStream, which is moved out of it.
        let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr()) };
        return Ok(Box::new(reader.map_err(|why| table_error(py, why))?));
    }
    if table.hasattr("__arrow_c_array__")? {
        let array = import_array(table)?;
        let DataType::Struct(_) = array.data_type() else {
            return Err(table_error(py, "one column is no table; pass a table or a record batch"));
        };
        let batch = RecordBatch::from(array.as_struct().clone());
        let schema = batch.schema();
        return Ok(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    }
    let class = table.get_type().name()?;
    Err(pyo3::exceptions::PyTypeError::new_err(format!(
        "expected a table of an Arrow library (pyarrow, polars, pandas, DuckDB, …), not {class}"
    )))
}

/// An array that any Arrow library exports.
fn import_array(array: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let py = array.py();
    let pair = array.call_method0("__arrow_c_array__")?;
    let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = pair.extract()?;
    let schema: NonNull<FFI_ArrowSchema> = schema.pointer_checked(Some(SCHEMA))?.cast();
    let array: NonNull<FFI_ArrowArray> = array.pointer_checked(Some(ARRAY))?.cast();
    // SAFETY: capsules of these names hold a valid ArrowSchema and ArrowArray; the array is moved
    // out of its capsule.
    let (schema, array) = unsafe { (schema.as_ref(), FFI_ArrowArray::from_raw(array.as_ptr())) };
    let kind = DataType::try_from(schema).map_err(|why| table_error(py, why))?;
    // SAFETY: the array has this type, as the producer says.
    let data = unsafe { from_ffi_and_data_type(array, kind) };
    Ok(make_array(data.map_err(|why| table_error(py, why))?))
}

/// The chunks of a column that any Arrow library exports: an array, or a stream of arrays.
pub(crate) fn import_column(column: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    if column.hasattr("__arrow_c_array__")? {
        return Ok(vec![import_array(column)?]);
    }
    let py = column.py();
    let capsule = column.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    let stream: NonNull<FFI_ArrowArrayStream> = capsule.pointer_checked(Some(STREAM))?.cast();
    // SAFETY: a capsule of this name holds a valid ArrowArrayStream, which is moved out of it.
    let reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) };
    let reader = reader.map_err(|why| table_error(py, why))?;
    reader.collect::<Result<_, _>>().map_err(|why| table_error(py, why))
}

/// Capsules with the type of an array and the array.
pub(crate) fn export_array<'py>(
    py: Python<'py>,
    array: &dyn Array,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(|why| table_error(py, why))?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    Ok((schema, PyCapsule::new_with_value(py, array, ARRAY)?))
}

/// A capsule with a stream of batches.
pub(crate) fn export_stream(
    py: Python<'_>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), STREAM)
}

/// A capsule with a schema.
pub(crate) fn export_schema<'py>(
    py: Python<'py>,
    schema: &Schema,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|why| table_error(py, why))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// The exception for a table that cannot be read.
pub(crate) fn table_error(py: Python<'_>, why: impl ToString) -> PyErr {
    error(py, "TableError", (why.to_string(),))
}
