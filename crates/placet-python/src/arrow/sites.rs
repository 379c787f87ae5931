//! The sites of rows, which a client finds.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use placet::signals::{Families, SignalFiles};
use placet::{Crawler, Usage};
use placet_fetch::{Origin, Site};
use pyo3::prelude::*;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::inputs::Inputs;
use super::rows::Questions;
use crate::client::NativeClient;

/// How many sites of a batch are asked for at a time; the client limits its connections itself.
const AT_ONCE: usize = 256;

/// A client, for threads without Python.
pub(super) struct Fetching {
    find: Arc<crate::client::Finder>,
    /// Whether the threads of the client need the GIL.
    pub(super) needs_python: bool,
}

/// A site with the files that questions depend on.
type Found = (Site, Option<SignalFiles>);

/// The sites of the rows of a batch, by their origins.
pub(super) struct Sites {
    found: HashMap<String, Result<Found, String>>,
    families: Families,
}

impl Sites {
    pub(super) fn get(&self, origin: &str) -> Result<&Found, String> {
        match self.found.get(origin) {
            Some(Ok(found)) => Ok(found),
            Some(Err(error)) => Err(error.clone()),
            None => Err("the client is closed".to_owned()),
        }
    }

    pub(super) fn families(&self) -> Families {
        self.families
    }
}

/// The origin of a row: of its column `origin`, or of its URL.
pub(super) fn origin_of(inputs: &Inputs, row: usize) -> Result<String, String> {
    let (column, name) = match &inputs.origin {
        Some(origin) => (Some(origin), "origin"),
        None => (inputs.url.as_ref(), "url"),
    };
    let text = Inputs::text(column, row, name)?;
    let origin: Origin =
        text.parse().map_err(|why| format!("{name} {text:?} names no site: {why}"))?;
    Ok(origin.to_string())
}

impl Fetching {
    pub(super) fn new(py: Python<'_>, client: &NativeClient) -> PyResult<Self> {
        let find = client.finder(py)?;
        Ok(Self { needs_python: find.needs_python, find: Arc::new(find) })
    }

    /// Finds the sites of all rows of a batch.
    pub(super) fn sites(
        &self,
        batch: &RecordBatch,
        questions: &Questions,
    ) -> Result<Sites, ArrowError> {
        let inputs = Inputs::new(batch, &questions.columns)?;
        let mut origins: HashMap<String, HashSet<(&str, Usage)>> = HashMap::new();
        for row in 0..batch.num_rows() {
            // Rows without a site, an agent or a usage are errors later.
            let (Ok(origin), Ok(agent), Ok(usage)) = (
                origin_of(&inputs, row),
                questions.agent(&inputs, row),
                questions.usage(&inputs, row),
            ) else {
                continue;
            };
            origins.entry(origin).or_default().insert((agent, usage));
        }
        let crawlers = |asked: HashSet<(&str, Usage)>| -> Vec<(Crawler, Usage)> {
            asked.into_iter().map(|(agent, usage)| (questions.crawler(agent), usage)).collect()
        };
        let origins: Vec<_> =
            origins.into_iter().map(|(origin, asked)| (origin, crawlers(asked))).collect();
        let (sender, replies) = sync_channel(1);
        let find = Arc::clone(&self.find);
        self.find.runtime.spawn(async move {
            let (mut tasks, turns) = (JoinSet::new(), Arc::new(Semaphore::new(AT_ONCE)));
            for (origin, asked) in origins {
                let (find, turns) = (Arc::clone(&find), Arc::clone(&turns));
                tasks.spawn(async move {
                    let _turn = turns.acquire().await;
                    let site = find.site(&origin, asked).await;
                    (origin, site)
                });
            }
            let mut found = HashMap::new();
            while let Some(done) = tasks.join_next().await {
                found.extend(done);
            }
            // The caller may have stopped waiting.
            let _ = sender.send(found);
        });
        // Without a reply the client was closed meanwhile, so no site is found.
        let found = replies.recv().unwrap_or_default();
        Ok(Sites { found, families: self.find.families })
    }
}
