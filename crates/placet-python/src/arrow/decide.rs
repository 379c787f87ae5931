//! `placet.decide`: a stream of batches in, a stream of batches out.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pyo3::prelude::*;

use super::capsule::{import, table_error};
use super::inputs::{Columns, NAMES};
use super::results::{Detail, fields};
use super::rows::Questions;
use super::sites::Fetching;
use super::table::Stream;
use crate::agent::{asked_at, crawler};
use crate::bridge::unknown;
use crate::client::NativeClient;
use crate::names;
use crate::robots::policy_of;

/// How many rows a thread gets at least: below, starting it takes longer.
const SHARE: usize = 2048;

/// Decides about the batches of a reader as they are read.
pub(super) struct Deciding {
    reader: Box<dyn RecordBatchReader + Send>,
    questions: Questions,
    /// Finds the sites of rows.
    fetching: Option<Fetching>,
    schema: SchemaRef,
    kept: Vec<usize>,
    threads: usize,
    ready: VecDeque<RecordBatch>,
}

impl Deciding {
    /// Decides about the batches of a reader: the columns to keep, and the results after them.
    pub(super) fn new(
        reader: Box<dyn RecordBatchReader + Send>,
        questions: Questions,
        fetching: Option<Fetching>,
        kept: Vec<usize>,
        schema: Schema,
        threads: Option<NonZeroUsize>,
    ) -> Self {
        let threads = threads.or_else(|| std::thread::available_parallelism().ok());
        let threads = threads.map_or(1, NonZeroUsize::get);
        let (schema, ready) = (Arc::new(schema), VecDeque::new());
        Self { reader, questions, fetching, schema, kept, threads, ready }
    }

    fn decide(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let rows = batch.num_rows();
        let threads = self.threads.min(rows / SHARE).max(1);
        let share = rows.div_ceil(threads).max(1);
        let parts: Vec<RecordBatch> = (0..rows.max(1))
            .step_by(share)
            .map(|start| batch.slice(start.min(rows), share.min(rows - start.min(rows))))
            .collect();
        let (questions, schema, kept) = (&self.questions, &self.schema, &self.kept);
        let sites = match &self.fetching {
            Some(fetching) => Some(fetching.sites(batch, questions)?),
            None => None,
        };
        let sites = sites.as_ref();
        let decided: Vec<_> = std::thread::scope(|scope| {
            let later: Vec<_> = parts
                .iter()
                .skip(1)
                .map(|part| scope.spawn(move || questions.decide(part, schema, kept, sites)))
                .collect();
            let first = parts.first().map(|part| questions.decide(part, schema, kept, sites));
            let ended = |_| Err(ArrowError::ComputeError("a thread of placet ended".to_owned()));
            let later = later.into_iter().map(|it| it.join().unwrap_or_else(ended));
            first.into_iter().chain(later).collect()
        });
        for part in decided {
            self.ready.push_back(part?);
        }
        Ok(())
    }
}

impl Iterator for Deciding {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.ready.pop_front() {
                return Some(Ok(batch));
            }
            let decided = match self.reader.next()? {
                // Where the clock of the client is a function of Python, its threads need the GIL.
                Ok(batch) if self.fetching.as_ref().is_some_and(|it| it.needs_python) => {
                    Python::attach(|py| py.detach(|| self.decide(&batch)))
                }
                Ok(batch) => self.decide(&batch),
                Err(error) => Err(error),
            };
            if let Err(error) = decided {
                return Some(Err(error));
            }
        }
    }
}

impl RecordBatchReader for Deciding {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Decides about every row of a table, batch by batch. `placet/arrow.py` wraps it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the arguments of placet.decide")]
pub(crate) fn decide_stream(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    agent: Option<&Bound<'_, PyAny>>,
    usage: Option<&Bound<'_, PyAny>>,
    robots: Option<&Bound<'_, PyAny>>,
    client: Option<&Bound<'_, NativeClient>>,
    columns: Vec<(String, String)>,
    keep: Option<Vec<String>>,
    prefix: &str,
    detail: &str,
    profile: Option<&Bound<'_, PyAny>>,
    at: Option<&Bound<'_, PyAny>>,
    threads: Option<NonZeroUsize>,
) -> PyResult<Stream> {
    let detail = match detail {
        "verdict" => Detail::Verdict,
        "reason" => Detail::Reason,
        "full" => Detail::Full,
        other => return Err(unknown(py, "detail", other, vec!["verdict", "reason", "full"])),
    };
    let robots = robots.map(|it| policy_of(it, profile)).transpose()?;
    let own = client.map(|it| it.get().crawler().clone());
    let mut questions = Questions {
        robots: robots.map(|it| (it.get().inner.clone(), it.get().documents.clone())),
        crawler: agent.map(crawler).transpose()?,
        usage: usage.map(names::usage).transpose()?,
        profile: names::profile(profile)?,
        at: asked_at(at)?,
        detail,
        columns: Columns::default(),
    };
    let reader = import(table)?;
    let input = reader.schema();
    questions.columns = find(py, &input, &columns, &questions, client.is_some())?;
    if questions.columns.agent.is_none() {
        questions.crawler = questions.crawler.or(own);
    }
    let fetching = client.map(|it| Fetching::new(py, it.get())).transpose()?;
    let kept = kept(py, &input, keep)?;
    let own = kept.iter().filter_map(|at| input.fields().get(*at)).map(|it| it.as_ref().clone());
    let all: Vec<_> = own.chain(fields(detail, prefix)).collect();
    for (at, field) in all.iter().enumerate() {
        if all.iter().take(at).any(|it| it.name() == field.name()) {
            let message = format!(
                "the result would have two columns {:?}; use prefix=, or keep= other columns",
                field.name()
            );
            return Err(table_error(py, message));
        }
    }
    let schema = Schema::new(all);
    Ok(Stream::new(Box::new(Deciding::new(reader, questions, fetching, kept, schema, threads))))
}

/// Where the questions are. A column that is named must be there.
fn find(
    py: Python<'_>,
    input: &Schema,
    named: &[(String, String)],
    questions: &Questions,
    has_client: bool,
) -> PyResult<Columns> {
    let position = |name: &str| input.fields().iter().position(|it| it.name() == name);
    let mut columns = Columns::default();
    for question in NAMES {
        columns.set(question, position(question));
    }
    for (question, name) in named {
        let at = position(name).ok_or_else(|| {
            table_error(py, format!("the table has no column {name:?}, for {question}"))
        })?;
        if !columns.set(question, Some(at)) {
            return Err(unknown(py, "question column", question, NAMES.to_vec()));
        }
    }
    for (question, at, is_given) in [
        ("url", columns.url, false),
        ("robots", columns.robots, questions.robots.is_some() || has_client),
        ("agent", columns.agent, questions.crawler.is_some() || has_client),
    ] {
        if at.is_none() && !is_given {
            let instead =
                if question == "url" { "" } else { ", and no argument of this name is given" };
            let message = format!("the table has no column {question:?}{instead}; see columns=");
            return Err(table_error(py, message));
        }
    }
    Ok(columns)
}

/// The positions of the columns to keep; all if none are named.
fn kept(py: Python<'_>, input: &Schema, keep: Option<Vec<String>>) -> PyResult<Vec<usize>> {
    let Some(keep) = keep else { return Ok((0..input.fields().len()).collect()) };
    let position = |name: &String| {
        let at = input.fields().iter().position(|it| it.name() == name);
        at.ok_or_else(|| table_error(py, format!("the table has no column {name:?} to keep")))
    };
    keep.iter().map(position).collect()
}
