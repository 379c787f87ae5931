//! `placet.decide`: a stream of batches in, a stream of batches out.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pyo3::prelude::*;

use super::capsule::{import, table_error};
use super::rows::{Columns, Detail, Questions, fields};
use super::table::Stream;
use crate::agent::{asked_at, crawler};
use crate::bridge::unknown;
use crate::names;
use crate::robots::policy_of;

/// How many rows a thread gets at least: below, starting it takes longer.
const SHARE: usize = 2048;

/// Decides about the batches of a reader as they are read.
struct Deciding {
    reader: Box<dyn RecordBatchReader + Send>,
    questions: Questions,
    schema: SchemaRef,
    kept: Vec<usize>,
    threads: usize,
    ready: VecDeque<RecordBatch>,
}

impl Deciding {
    fn decide(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let rows = batch.num_rows();
        let threads = self.threads.min(rows / SHARE).max(1);
        let share = rows.div_ceil(threads).max(1);
        let parts: Vec<RecordBatch> = (0..rows.max(1))
            .step_by(share)
            .map(|start| batch.slice(start.min(rows), share.min(rows - start.min(rows))))
            .collect();
        let (questions, schema, kept) = (&self.questions, &self.schema, &self.kept);
        let decided: Vec<_> = std::thread::scope(|scope| {
            let later: Vec<_> = parts
                .iter()
                .skip(1)
                .map(|part| scope.spawn(move || questions.decide(part, schema, kept)))
                .collect();
            let first = parts.first().map(|part| questions.decide(part, schema, kept));
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
    let mut questions = Questions {
        robots: robots.map(|it| it.get().inner.clone()),
        crawler: agent.map(crawler).transpose()?,
        usage: usage.map(names::usage).transpose()?,
        profile: names::profile(profile)?,
        at: asked_at(at)?,
        detail,
        columns: Columns::default(),
    };
    let reader = import(table)?;
    let input = reader.schema();
    questions.columns = find(py, &input, &columns, &questions)?;
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
    let schema = Arc::new(Schema::new(all));
    let threads = threads.or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    let ready = VecDeque::new();
    Ok(Stream::new(Box::new(Deciding { reader, questions, schema, kept, threads, ready })))
}

/// Where the questions are. A column that is named must be there.
fn find(
    py: Python<'_>,
    input: &Schema,
    named: &[(String, String)],
    questions: &Questions,
) -> PyResult<Columns> {
    let position = |name: &str| input.fields().iter().position(|it| it.name() == name);
    let mut columns = Columns::default();
    let known = ["url", "robots", "status", "agent", "usage", "html", "x_robots_tag"];
    let mut set = |question: &str, at: Option<usize>| {
        let place = match question {
            "url" => &mut columns.url,
            "robots" => &mut columns.robots,
            "status" => &mut columns.status,
            "agent" => &mut columns.agent,
            "usage" => &mut columns.usage,
            "html" => &mut columns.html,
            "x_robots_tag" => &mut columns.x_robots_tag,
            _ => return false,
        };
        *place = at;
        true
    };
    for question in known {
        set(question, position(question));
    }
    for (question, name) in named {
        let at = position(name).ok_or_else(|| {
            table_error(py, format!("the table has no column {name:?}, for {question}"))
        })?;
        if !set(question, Some(at)) {
            return Err(unknown(py, "question column", question, known.to_vec()));
        }
    }
    for (question, at, is_given) in [
        ("url", columns.url, false),
        ("robots", columns.robots, questions.robots.is_some()),
        ("agent", columns.agent, questions.crawler.is_some()),
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
