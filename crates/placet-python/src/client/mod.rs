//! The client: requests run on threads of a runtime of its own.

mod ask;
mod finder;
mod reply;
mod shared;
mod store;

use std::future::Future;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use placet::Crawler;
use placet_fetch::Client;
use placet_fetch::address::Reach;
use placet_fetch::client::{ClientError, Limits};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tokio::runtime::Runtime;

use self::ask::Ask;
pub(crate) use self::finder::Finder;
use self::reply::{failed, result};
use self::shared::{Shared, clock_of};
use self::store::open;
use crate::agent::{self, Agent, crawler};
use crate::bridge::error;
use crate::convert::datetime;
use crate::names;

/// How often a call that waits looks for signals such as Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// Makes requests, keeps answers, and keeps the pace. `placet/client.py` wraps it.
#[pyclass(frozen, module = "placet._native")]
#[derive(Debug)]
pub(crate) struct NativeClient {
    shared: Arc<Shared>,
    crawler: Crawler,
    /// Whether the clock is a function of Python, for which a thread needs the GIL.
    has_clock: bool,
    /// The process that created it: threads do not survive a fork.
    process: u32,
    /// None when it is closed.
    runtime: Mutex<Option<Runtime>>,
}

impl NativeClient {
    /// The crawler that asks where no other is named.
    pub(crate) fn crawler(&self) -> &Crawler {
        &self.crawler
    }

    /// What finds sites on threads without Python.
    pub(crate) fn finder(&self, py: Python<'_>) -> PyResult<Finder> {
        self.spawn(py, async {})?;
        let runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner);
        let runtime = runtime.as_ref().map(|it| it.handle().clone());
        let runtime = runtime.ok_or_else(|| error(py, "ClosedError", ("the client is closed",)))?;
        let (shared, families) = (Arc::clone(&self.shared), self.shared.families);
        Ok(Finder { shared, runtime, families, needs_python: self.has_clock })
    }

    /// Starts a task on the runtime.
    fn spawn(
        &self,
        py: Python<'_>,
        task: impl Future<Output = ()> + Send + 'static,
    ) -> PyResult<()> {
        if self.process != std::process::id() {
            let message =
                "the client was created before the process forked; create one per process";
            return Err(error(py, "ClosedError", (message,)));
        }
        match &*self.runtime.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(runtime) => {
                runtime.spawn(task);
                Ok(())
            }
            None => Err(error(py, "ClosedError", ("the client is closed",))),
        }
    }

    fn asking(&self, agent: Option<&Bound<'_, PyAny>>) -> PyResult<Crawler> {
        agent.map_or_else(|| Ok(self.crawler.clone()), crawler)
    }
}

#[pymethods]
impl NativeClient {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the settings of a client")]
    fn new(
        py: Python<'_>,
        user_agent: String,
        agent: Option<&Bound<'_, PyAny>>,
        store: &str,
        profile: &Bound<'_, PyAny>,
        timeout: f64,
        connect_timeout: f64,
        retries: u32,
        max_connections: usize,
        max_age: f64,
        max_bytes: usize,
        max_page_bytes: usize,
        min_interval: f64,
        allow_private: bool,
        refuse_forbidden: bool,
        trust: Vec<Vec<u8>>,
        signals: Option<&Bound<'_, PyAny>>,
        clock: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let invalid = |why: String| error(py, "ConfigError", (why,));
        let span = |name: &str, seconds: f64| {
            Duration::try_from_secs_f64(seconds).map_err(|_| {
                invalid(format!("{name} is {seconds}; use a number of seconds from 0 on"))
            })
        };
        let limits = Limits::new()
            .total(span("timeout", timeout)?)
            .connect(span("connect_timeout", connect_timeout)?)
            .retries(retries)
            .origins(max_connections.max(1))
            .page_bytes(max_page_bytes);
        let settings = placet_fetch::Settings::new()
            .longest(span("max_age", max_age)?)
            .ceiling(max_bytes)
            .refuse_forbidden(refuse_forbidden);
        let min_interval = span("min_interval", min_interval)?;
        let reach = if allow_private { Reach::Private } else { Reach::Public };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("placet")
            .enable_all()
            .build()?;
        let crawler = match agent {
            Some(agent) => crawler(agent)?,
            None => Crawler::new(placet::Agent::from_user_agent(&user_agent)),
        };
        let families = names::families(signals)?;
        let profile = names::profile(Some(profile))?;
        let (has_clock, clock) = (clock.is_some(), clock_of(clock));
        let read = Arc::clone(&clock);
        let builder = Client::builder(user_agent)
            .limits(limits)
            .settings(settings)
            .reach(reach)
            .profile(profile)
            .clock(move || read());
        // Stores start tasks when they are opened.
        let entered = runtime.enter();
        let (builder, pacing) = open(py, store, builder)?;
        let builder = trust.into_iter().fold(builder, placet_fetch::ClientBuilder::trust);
        let client = builder.build().map_err(|why| invalid(why.to_string()))?;
        drop(entered);
        let shared = Shared { client, pacing, min_interval, clock, profile, families };
        Ok(Self {
            shared: Arc::new(shared),
            crawler,
            has_clock,
            process: std::process::id(),
            runtime: Mutex::new(Some(runtime)),
        })
    }

    #[getter]
    fn agent(&self) -> Agent {
        Agent(self.crawler.agent().clone())
    }

    #[getter(crawler)]
    fn own_crawler(&self) -> agent::Crawler {
        agent::Crawler { inner: self.crawler.clone() }
    }

    #[getter]
    fn closed(&self) -> bool {
        self.runtime.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// The present by the client's own clock; None if it has none.
    fn now<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.has_clock.then(|| (self.shared.clock)()).and_then(|it| datetime(py, it.to_system()))
    }

    /// The last error of the store, unless it has worked since.
    fn store_error(&self) -> Option<String> {
        self.shared.client.store_error().map(|it| it.to_string())
    }

    /// Asks, and waits for the answer without the GIL. Ctrl-C ends the waiting.
    #[pyo3(signature = (kind, url = None, agent = None, more = None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        url: Option<String>,
        agent: Option<&Bound<'py, PyAny>>,
        more: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let crawler = self.asking(agent)?;
        let ask = Arc::new(Ask::new(kind, url, crawler.clone(), more)?);
        let (sender, mut replies) = sync_channel(1);
        let (shared, asked) = (Arc::clone(&self.shared), Arc::clone(&ask));
        self.spawn(py, async move {
            let reply = shared.answer(&asked).await;
            // The caller may have stopped waiting.
            let _ = sender.send(reply);
        })?;
        loop {
            // It goes to the other side and comes back, because it cannot be shared.
            let received;
            (received, replies) = py.detach(move || (replies.recv_timeout(PATIENCE), replies));
            match received {
                Ok(reply) => return result(py, &ask, &crawler, self.shared.families, reply),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(failed(py, &ask, &ClientError::Ended));
                }
            }
        }
    }

    /// Asks, and calls `done(result, exception)` on another thread when there is an answer.
    #[pyo3(signature = (done, kind, url = None, agent = None, more = None))]
    fn start(
        &self,
        py: Python<'_>,
        done: Py<PyAny>,
        kind: &str,
        url: Option<String>,
        agent: Option<&Bound<'_, PyAny>>,
        more: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let crawler = self.asking(agent)?;
        let ask = Ask::new(kind, url, crawler.clone(), more)?;
        let shared = Arc::clone(&self.shared);
        self.spawn(py, async move {
            let reply = shared.answer(&ask).await;
            // Nothing is called when the interpreter is ending.
            Python::try_attach(|py| {
                let args = match result(py, &ask, &crawler, shared.families, reply) {
                    Ok(value) => (value.unbind(), py.None()),
                    Err(error) => (py.None(), error.into_value(py).into_any()),
                };
                if let Err(error) = done.call1(py, args) {
                    error.write_unraisable(py, None);
                }
                // Dropped with the GIL, so that the last reference is.
                drop(done);
            });
        })
    }

    /// Ends the threads. Requests under way are given up.
    fn close(&self, py: Python<'_>) {
        let runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(runtime) = runtime else { return };
        if self.process == std::process::id() {
            py.detach(|| runtime.shutdown_timeout(Duration::from_millis(500)));
        } else {
            // Its threads are in the parent process.
            std::mem::forget(runtime);
        }
    }

    #[expect(clippy::unused_self, reason = "a method of Python")]
    fn __reduce__(&self) -> PyResult<Py<PyTuple>> {
        Err(pyo3::exceptions::PyTypeError::new_err(
            "a client does not pickle; create one per process",
        ))
    }
}

impl Drop for NativeClient {
    fn drop(&mut self) {
        let runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(runtime) = runtime {
            if self.process == std::process::id() {
                runtime.shutdown_background();
            } else {
                std::mem::forget(runtime);
            }
        }
    }
}
