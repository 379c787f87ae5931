//! The store of a client: memory, a file, or Redis.

use std::sync::Arc;
use std::time::Duration;

use placet_fetch::store::{Embedded, RedisStore, StoreError};
use placet_fetch::{ClientBuilder, FilePacer, Pacer, SharedPacer};
use pyo3::prelude::*;

use super::shared::Pacing;
use crate::bridge::error;

/// How long to wait for another process that uses the file of the store.
const FILE_PATIENCE: Duration = Duration::from_secs(10);

/// Opens a store by its name, with pacing for all that share it.
pub(super) fn open(
    py: Python<'_>,
    store: &str,
    builder: ClientBuilder,
) -> PyResult<(ClientBuilder, Pacing)> {
    let failed = |why: StoreError| error(py, "StoreError", (why.to_string(),));
    if store == "memory" {
        return Ok((builder, Pacing::Local(Pacer::new())));
    }
    if store.starts_with("redis://") || store.starts_with("rediss://") {
        let shared = RedisStore::new(store).map_err(failed)?;
        let pacer = SharedPacer::new(store).map_err(failed)?;
        return Ok((builder.store(Arc::new(shared)), Pacing::Redis(pacer)));
    }
    let file = Embedded::shared(store, FILE_PATIENCE).map_err(failed)?;
    Ok((builder.store(Arc::new(file.clone())), Pacing::File(FilePacer::new(file))))
}
