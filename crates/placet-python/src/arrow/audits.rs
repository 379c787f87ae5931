//! `placet.audit`: a table of robots.txt files in, the tables of an audit out.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ArrowError;
use placet_bulk::{Audit, Batches, limits};
use pyo3::prelude::*;

use super::capsule::{import, table_error};
use super::files::{FileColumns, Files};
use super::table::Table;
use crate::bridge::{error, unknown};
use crate::names;

/// Audits every file of a table; the tables by name. `placet/arrow.py` wraps it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the arguments of placet.audit")]
pub(crate) fn audit(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    agents: Option<Vec<String>>,
    usages: &Bound<'_, PyAny>,
    paths: Vec<String>,
    tables: Vec<String>,
    columns: Vec<(String, String)>,
    signals: Option<&Bound<'_, PyAny>>,
    threads: Option<NonZeroUsize>,
) -> PyResult<Vec<(&'static str, Table)>> {
    let audit = settings(py, agents, usages, paths, &tables, signals)?;
    let reader = import(table)?;
    let columns = FileColumns::find(py, &reader.schema(), &columns)?;
    let threads = threads.or_else(|| std::thread::available_parallelism().ok());
    let chunks = Chunks { reader, columns, batch: None, taken: 0 };
    let made = py.detach(|| run(&audit, chunks, threads.map_or(1, NonZeroUsize::get)));
    let made = made.map_err(|why| table_error(py, why))?;
    let table = |table: &placet_bulk::Table| {
        let batches = made.iter().filter_map(|it| it.get(*table)).cloned().collect();
        (table.name(), Table::new(audit.schema(*table), batches))
    };
    Ok(audit.tables().iter().map(table).collect())
}

fn settings(
    py: Python<'_>,
    agents: Option<Vec<String>>,
    usages: &Bound<'_, PyAny>,
    paths: Vec<String>,
    tables: &[String],
    signals: Option<&Bound<'_, PyAny>>,
) -> PyResult<Audit> {
    let known = || placet_bulk::Table::ALL.map(placet_bulk::Table::name).to_vec();
    let table = |name: &String| name.parse().map_err(|_| unknown(py, "table", name, known()));
    let tables: Vec<placet_bulk::Table> = tables.iter().map(table).collect::<PyResult<_>>()?;
    let mut builder = Audit::builder()
        .usages(names::usages(Some(usages))?)
        .paths(paths)
        .tables(tables)
        .families(names::families(signals)?);
    if let Some(agents) = agents {
        builder = builder.agents(agents);
    }
    builder.build().map_err(|why| error(py, "ConfigError", (why.to_string(),)))
}

/// The batches of a reader, cut into pieces of work.
struct Chunks {
    reader: Box<dyn RecordBatchReader + Send>,
    columns: FileColumns,
    /// The batch being cut, and its first row that is left.
    batch: Option<(RecordBatch, usize)>,
    taken: usize,
}

impl Chunks {
    /// The number of a piece, its columns and its rows.
    fn next(&mut self) -> Result<Option<(usize, Files, usize)>, ArrowError> {
        loop {
            let Some((batch, start)) = self.batch.take() else {
                match self.reader.next().transpose()? {
                    Some(batch) => self.batch = Some((batch, 0)),
                    None => return Ok(None),
                }
                continue;
            };
            let rest = batch.num_rows().saturating_sub(start);
            if rest == 0 {
                continue;
            }
            let files = Files::new(&batch.slice(start, rest), self.columns)?;
            let (mut rows, mut bytes) = (0, 0);
            while rows < rest.min(limits::CHUNK_CAPTURES) && bytes < limits::CHUNK_BYTES {
                bytes += files.weight(rows);
                rows += 1;
            }
            self.batch = Some((batch, start + rows));
            self.taken += 1;
            return Ok(Some((self.taken, files, rows)));
        }
    }
}

/// Audits all pieces on some threads. The rows have the order of the input.
fn run(audit: &Audit, chunks: Chunks, threads: usize) -> Result<Vec<Batches>, ArrowError> {
    let chunks = Mutex::new(chunks);
    let work = || {
        let mut made = Vec::new();
        loop {
            let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next()?;
            let Some((number, files, rows)) = next else { return Ok(made) };
            let captures = (0..rows).map(|row| files.capture(row));
            let batches: Vec<Batches> = audit.batches(captures).collect::<Result<_, _>>()?;
            made.push((number, batches));
        }
    };
    let ended = |_| Err(ArrowError::ComputeError("a thread of placet ended".to_owned()));
    let mut made: Vec<(usize, Vec<Batches>)> = Vec::new();
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        for part in others.into_iter().map(|it| it.join().unwrap_or_else(ended)).chain([own]) {
            made.extend(part?);
        }
        Ok::<(), ArrowError>(())
    })?;
    made.sort_unstable_by_key(|(number, _)| *number);
    Ok(made.into_iter().flat_map(|(_, batches)| batches).collect())
}
