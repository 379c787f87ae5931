//! The client: requests run on threads of a runtime of its own.

use std::future::Future;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use placet::Crawler;
use placet_fetch::address::Reach;
use placet_fetch::client::{ClientError, Limits};
use placet_fetch::store::{Embedded, RedisStore, StoreError};
use placet_fetch::{Client, FetchedPage, FilePacer, Origin, Pace, Pacer, SharedPacer, Time};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use tokio::runtime::Runtime;

use crate::agent::{self, Agent, crawler};
use crate::bridge::{error, invalid_url, member};
use crate::convert::{seconds, tuple};
use crate::headers::Headers;
use crate::names;
use crate::page::PagePolicy;
use crate::site::Site;

/// How often a call that waits looks for signals such as Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long to wait for another process that uses the file of the store.
const FILE_PATIENCE: Duration = Duration::from_secs(10);

/// Makes requests, keeps answers, and keeps the pace. `placet/client.py` wraps it.
#[pyclass(frozen, module = "placet._native")]
#[derive(Debug)]
pub(crate) struct NativeClient {
    shared: Arc<Shared>,
    crawler: Crawler,
    /// The process that created it: threads do not survive a fork.
    process: u32,
    /// None when it is closed.
    runtime: Mutex<Option<Runtime>>,
}

#[derive(Debug)]
struct Shared {
    client: Client,
    pacing: Pacing,
    min_interval: Duration,
}

#[derive(Debug)]
enum Pacing {
    Local(Pacer),
    File(FilePacer),
    Redis(SharedPacer),
}

/// A request to the client.
enum Ask {
    Site(String),
    Page(String),
    Turn(String, Crawler),
    Purge(Option<String>),
}

/// Its result.
enum Reply {
    Site(Box<placet_fetch::Site>),
    Page(Box<FetchedPage>),
    Seconds(f64),
    Count(usize),
}

impl Shared {
    async fn answer(&self, ask: &Ask) -> Result<Reply, ClientError> {
        match ask {
            Ask::Site(url) => Ok(Reply::Site(Box::new(self.client.site(url).await?))),
            Ask::Page(url) => Ok(Reply::Page(Box::new(self.client.fetch_page(url).await?))),
            Ask::Turn(url, crawler) => self.turn(url, crawler).await.map(Reply::Seconds),
            Ask::Purge(url) => self.purge(url.as_deref()).await.map(Reply::Count),
        }
    }

    /// Reserves the next request to a site: the seconds to wait.
    async fn turn(&self, url: &str, crawler: &Crawler) -> Result<f64, ClientError> {
        let site = self.client.site(url).await?;
        let view = site.for_agent(crawler);
        let pace = Pace::of(&view).at_least(self.min_interval);
        let (origin, agent, now) = (site.origin(), view.agent(), Time::now());
        Ok(seconds(match &self.pacing {
            Pacing::Local(pacer) => pacer.next(origin, agent, pace, now).since(now),
            Pacing::File(pacer) => pacer.next(origin, agent, pace, now).await?.since(now),
            Pacing::Redis(pacer) => pacer.next(origin, agent, pace).await?,
        }))
    }

    async fn purge(&self, url: Option<&str>) -> Result<usize, ClientError> {
        let store = self.client.store();
        let urls = match url {
            Some(url) => vec![url.parse::<Origin>()?.robots_txt().clone()],
            None => store.urls().await?,
        };
        let mut removed = 0;
        for url in &urls {
            removed += usize::from(store.remove(url).await?);
        }
        Ok(removed)
    }
}

impl NativeClient {
    fn ask(kind: &str, url: Option<String>, crawler: Crawler) -> Ask {
        let text = url.clone().unwrap_or_default();
        match kind {
            "page" => Ask::Page(text),
            "turn" => Ask::Turn(text, crawler),
            "purge" => Ask::Purge(url),
            _ => Ask::Site(text),
        }
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

/// A reply as a value of Python.
fn result<'py>(
    py: Python<'py>,
    ask: &Ask,
    crawler: &Crawler,
    reply: Result<Reply, ClientError>,
) -> PyResult<Bound<'py, PyAny>> {
    match reply {
        Ok(Reply::Site(site)) => {
            Ok(Bound::new(py, Site::new(py, *site, Some(crawler.clone()))?)?.into_any())
        }
        Ok(Reply::Page(page)) => fetched(py, &page),
        Ok(Reply::Seconds(seconds)) => Ok(seconds.into_pyobject(py)?.into_any()),
        Ok(Reply::Count(count)) => Ok(count.into_pyobject(py)?.into_any()),
        Err(why) => Err(failed(py, ask, &why)),
    }
}

/// URL, status, headers, body, whether it is cut, the target of its redirect, and what it says.
fn fetched<'py>(py: Python<'py>, page: &FetchedPage) -> PyResult<Bound<'py, PyAny>> {
    let lines = page.fields.iter().map(|(name, value)| {
        let name = name.as_str().split('-').map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_ascii_uppercase() + rest
        });
        (name.collect::<Vec<_>>().join("-"), value.as_bytes().to_vec())
    });
    let headers = Headers { lines: lines.collect(), joined: false };
    let shown = tuple(py, &headers.lines, |(name, value)| {
        let value: String = value.iter().map(|byte| char::from(*byte)).collect();
        Ok((name, value).into_pyobject(py)?.into_any())
    })?;
    let body = PyBytes::new(py, &page.body);
    let redirect = page.redirect().map(String::from);
    let policy = PagePolicy::fetched(py, headers, &page.body);
    let fields = (page.url.as_str(), page.status, shown, body, page.is_cut, redirect, policy);
    Ok(fields.into_pyobject(py)?.into_any())
}

fn failed(py: Python<'_>, ask: &Ask, why: &ClientError) -> PyErr {
    let url = match ask {
        Ask::Site(url) | Ask::Page(url) | Ask::Turn(url, _) => url,
        Ask::Purge(url) => url.as_deref().unwrap_or_default(),
    };
    match why {
        ClientError::Store(_) => error(py, "StoreError", (why.to_string(),)),
        ClientError::Origin(_) | ClientError::Url(_) => invalid_url(py, url, why),
        ClientError::Failed(failure) => match member(py, "Failure", failure.name()) {
            Ok(failure) => {
                let message = format!("{url} could not be fetched: {why}");
                error(py, "FetchError", (message, url, failure))
            }
            Err(error) => error,
        },
        ClientError::Ended => error(py, "ClosedError", (why.to_string(),)),
        _ => error(py, "FetchError", (format!("{url} could not be fetched: {why}"), url)),
    }
}

fn store_error(py: Python<'_>, why: &StoreError) -> PyErr {
    error(py, "StoreError", (why.to_string(),))
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
        let mut builder = Client::builder(user_agent)
            .limits(limits)
            .settings(settings)
            .reach(reach)
            .profile(names::profile(Some(profile))?);
        // Stores start tasks when they are opened.
        let entered = runtime.enter();
        let pacing = if store == "memory" {
            Pacing::Local(Pacer::new())
        } else if store.starts_with("redis://") || store.starts_with("rediss://") {
            let shared = RedisStore::new(store).map_err(|why| store_error(py, &why))?;
            builder = builder.store(Arc::new(shared));
            Pacing::Redis(SharedPacer::new(store).map_err(|why| store_error(py, &why))?)
        } else {
            let file =
                Embedded::shared(store, FILE_PATIENCE).map_err(|why| store_error(py, &why))?;
            builder = builder.store(Arc::new(file.clone()));
            Pacing::File(FilePacer::new(file))
        };
        let builder = trust.into_iter().fold(builder, placet_fetch::ClientBuilder::trust);
        let client = builder.build().map_err(|why| invalid(why.to_string()))?;
        drop(entered);
        Ok(Self {
            shared: Arc::new(Shared { client, pacing, min_interval }),
            crawler,
            process: std::process::id(),
            runtime: Mutex::new(Some(runtime)),
        })
    }

    #[getter]
    fn agent(&self) -> Agent {
        Agent(self.crawler.agent().clone())
    }

    #[getter]
    fn crawler(&self) -> agent::Crawler {
        agent::Crawler { inner: self.crawler.clone() }
    }

    #[getter]
    fn closed(&self) -> bool {
        self.runtime.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// The last error of the store, unless it has worked since.
    fn store_error(&self) -> Option<String> {
        self.shared.client.store_error().map(|it| it.to_string())
    }

    /// Asks, and waits for the answer without the GIL. Ctrl-C ends the waiting.
    #[pyo3(signature = (kind, url = None, agent = None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        url: Option<String>,
        agent: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let crawler = self.asking(agent)?;
        let ask = Arc::new(Self::ask(kind, url, crawler.clone()));
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
                Ok(reply) => return result(py, &ask, &crawler, reply),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(failed(py, &ask, &ClientError::Ended));
                }
            }
        }
    }

    /// Asks, and calls `done(result, exception)` on another thread when there is an answer.
    #[pyo3(signature = (done, kind, url = None, agent = None))]
    fn start(
        &self,
        py: Python<'_>,
        done: Py<PyAny>,
        kind: &str,
        url: Option<String>,
        agent: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let crawler = self.asking(agent)?;
        let ask = Self::ask(kind, url, crawler.clone());
        let shared = Arc::clone(&self.shared);
        self.spawn(py, async move {
            let reply = shared.answer(&ask).await;
            // Nothing is called when the interpreter is ending.
            Python::try_attach(|py| {
                let args = match result(py, &ask, &crawler, reply) {
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
