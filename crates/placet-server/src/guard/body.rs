//! Reads the bodies of requests, within limits on bytes and time.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::problem::{Code, Problem};

/// How many bytes a permit is for.
const UNIT: usize = 1024;

/// A body that was read, with the memory that it takes.
pub(super) struct Upload {
    pub(super) bytes: Bytes,
    /// Returned when the request is answered.
    _memory: Option<OwnedSemaphorePermit>,
}

/// The memory for all bodies that are being read or answered.
pub(crate) fn memory(bytes: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new((bytes / UNIT).clamp(1, Semaphore::MAX_PERMITS)))
}

/// Reads a body of at most `longest` bytes within this time. Memory is taken as bytes arrive, so that a client that only
/// announces a large body takes none.
pub(super) async fn read(
    body: Body,
    longest: usize,
    time: Duration,
    memory: &Arc<Semaphore>,
) -> Result<Upload, Problem> {
    let late = |_| {
        let detail = format!("the body took more than {time:?}");
        Problem::new(Code::SlowRequest, detail)
    };
    timeout(time, collect(body, longest, memory)).await.map_err(late)?
}

async fn collect(
    mut body: Body,
    longest: usize,
    memory: &Arc<Semaphore>,
) -> Result<Upload, Problem> {
    let mut bytes = BytesMut::new();
    let mut permit: Option<OwnedSemaphorePermit> = None;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Problem::bad_request("the body is incomplete"))?;
        let Ok(data) = frame.into_data() else { continue };
        let units = |len: usize| len.div_ceil(UNIT);
        let more = units(bytes.len() + data.len()) - units(bytes.len());
        if bytes.len() + data.len() > longest {
            let detail = format!("the body has more than {longest} bytes");
            return Err(Problem::new(Code::TooLarge, detail));
        }
        let more = u32::try_from(more).unwrap_or(u32::MAX);
        if more > 0 {
            let taken = Arc::clone(memory).try_acquire_many_owned(more).map_err(|_| {
                Problem::new(Code::Overloaded, "there is no memory for the body of the request")
            })?;
            match &mut permit {
                Some(permit) => permit.merge(taken),
                None => permit = Some(taken),
            }
        }
        bytes.extend_from_slice(&data);
    }
    Ok(Upload { bytes: bytes.freeze(), _memory: permit })
}
