//! `placet.arrow.permitted`: a column of booleans.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::builder::BooleanBuilder;
use arrow_array::{
    Array as _, ArrayRef, BooleanArray, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use super::capsule::{export_array, import_column, table_error};
use super::column::Text;
use super::decide::Deciding;
use super::inputs::Columns;
use super::results::{Detail, fields};
use super::rows::Questions;
use crate::agent::{asked_at, crawler};
use crate::names;
use crate::robots::policy_of;

/// One column of results.
#[pyclass(frozen, module = "placet.arrow")]
#[derive(Debug)]
pub(crate) struct Array(BooleanArray);

#[pymethods]
impl Array {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        export_array(py, &self.0)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(export_array(py, &self.0)?.0)
    }

    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.iter().collect::<Vec<_>>())
    }

    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("placet.arrow")?.getattr("_to_pyarrow_array")?.call1((slf,))
    }

    fn __repr__(&self) -> String {
        format!("<Array: {} booleans, {} null>", self.0.len(), self.0.null_count())
    }
}

/// Chunks of one column.
type Chunks = Vec<ArrayRef>;

/// Whether each row permits. Arguments are columns of an Arrow library or single values.
#[pyfunction]
pub(crate) fn permitted(
    py: Python<'_>,
    url: &Bound<'_, PyAny>,
    robots: &Bound<'_, PyAny>,
    agent: &Bound<'_, PyAny>,
    usage: &Bound<'_, PyAny>,
    profile: &Bound<'_, PyAny>,
) -> PyResult<Array> {
    let is_column = |it: &Bound<'_, PyAny>| -> PyResult<bool> {
        Ok(it.hasattr("__arrow_c_array__")? || it.hasattr("__arrow_c_stream__")?)
    };
    let mut questions = Questions {
        robots: None,
        crawler: None,
        usage: None,
        profile: names::profile(Some(profile))?,
        at: asked_at(None)?,
        detail: Detail::Verdict,
        columns: Columns::default(),
    };
    let mut given: Vec<(&str, Chunks)> = Vec::new();
    let mut one_url = None;
    for (name, argument) in [("url", url), ("robots", robots), ("agent", agent), ("usage", usage)] {
        if is_column(argument)? {
            questions.columns.set(name, Some(given.len()));
            given.push((name, import_column(argument)?));
            continue;
        }
        match name {
            "url" => one_url = Some(argument.extract::<String>()?),
            "robots" => {
                let policy = policy_of(argument, Some(profile))?;
                let policy = policy.get();
                questions.robots = Some((policy.inner.clone(), policy.documents.clone()));
            }
            "agent" => questions.crawler = Some(crawler(argument)?),
            _ => questions.usage = Some(names::usage(argument)?),
        }
    }
    let lengths: HashSet<usize> =
        given.iter().map(|(_, chunks)| chunks.iter().map(arrow_array::Array::len).sum()).collect();
    if lengths.len() != 1 {
        let message = if given.is_empty() {
            "no argument is a column of an Arrow library; use AgentPolicy.allows or may for one question"
        } else {
            "the columns have different lengths"
        };
        return Err(PyValueError::new_err(message));
    }
    if let Some((name, _)) =
        given.iter().find(|(_, chunks)| chunks.first().is_some_and(|it| Text::new(it).is_none()))
    {
        return Err(table_error(py, format!("the column {name} is not text")));
    }
    if let Some(url) = one_url {
        questions.columns.url = Some(given.len());
        let rows = given.first().map_or(&[][..], |(_, chunks)| chunks);
        let repeated = |it: &ArrayRef| -> ArrayRef {
            Arc::new(StringArray::from_iter_values(std::iter::repeat_n(&url, it.len())))
        };
        let chunks = rows.iter().map(repeated).collect();
        given.push(("url", chunks));
    }
    let decided = py.detach(|| decide(questions, &given));
    decided.map(Array).map_err(|why| table_error(py, why))
}

fn decide(questions: Questions, given: &[(&str, Chunks)]) -> Result<BooleanArray, ArrowError> {
    let columns: Vec<_> = given
        .iter()
        .map(|(name, chunks)| {
            let kind = chunks.first().map_or(DataType::Null, |it| it.data_type().clone());
            Field::new(*name, kind, true)
        })
        .collect();
    let input = Arc::new(Schema::new(columns));
    let batches: Vec<_> = aligned(given)
        .into_iter()
        .map(|columns| RecordBatch::try_new(Arc::clone(&input), columns))
        .collect();
    let reader = Box::new(RecordBatchIterator::new(batches, input));
    let schema = Schema::new(fields(Detail::Verdict, ""));
    let mut answers = BooleanBuilder::new();
    for batch in Deciding::new(reader, questions, None, Vec::new(), schema, None) {
        let batch = batch?;
        let Some(verdicts) = batch.columns().first().and_then(Text::new) else {
            continue;
        };
        for row in 0..batch.num_rows() {
            answers.append_option(verdicts.get(row).map(|it| it == b"permit"));
        }
    }
    Ok(answers.finish())
}

/// Columns of one length as batches, cut where a chunk of any of them ends.
fn aligned(given: &[(&str, Chunks)]) -> Vec<Vec<ArrayRef>> {
    let full = |chunks: &Chunks| -> Vec<ArrayRef> {
        chunks.iter().filter(|it| !it.is_empty()).cloned().rev().collect()
    };
    let mut rest: Vec<Vec<ArrayRef>> = given.iter().map(|(_, chunks)| full(chunks)).collect();
    let mut batches = Vec::new();
    while let Some(rows) = rest.iter().map(|it| it.last().map_or(0, arrow_array::Array::len)).min()
    {
        if rows == 0 {
            break;
        }
        let mut batch = Vec::new();
        for chunks in &mut rest {
            let Some(chunk) = chunks.pop() else { break };
            batch.push(chunk.slice(0, rows));
            if chunk.len() > rows {
                chunks.push(chunk.slice(rows, chunk.len() - rows));
            }
        }
        batches.push(batch);
    }
    batches
}
