//! A web server: HTTP/1.1 and 2, with TLS or without.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::header::HOST;
use http::{HeaderMap, Request, Response, Version};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Barrier;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

/// How many requests are kept; what all of them would take would be taken for the client's.
const KEPT: usize = 100;

/// A request that came in.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// Without the port.
    pub(crate) host: String,
    pub(crate) path: String,
    pub(crate) version: Version,
    pub(crate) fields: HeaderMap,
}

impl Asked {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(|value| value.to_str().unwrap())
    }
}

/// What is answered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) fields: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) after: Duration,
    /// The reply is sent when as many requests wait as the barrier asks for.
    pub(crate) others: Option<Arc<Barrier>>,
}

impl Reply {
    pub(crate) fn status(status: u16) -> Self {
        Self { status, ..Self::default() }
    }

    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, body: body.into(), ..Self::default() }
    }

    pub(crate) fn to(status: u16, location: impl Into<String>) -> Self {
        Self::status(status).with("location", location)
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.fields.push((name, value.into()));
        self
    }

    pub(crate) fn after(self, after: Duration) -> Self {
        Self { after, ..self }
    }

    pub(crate) fn with_others(self, others: Arc<Barrier>) -> Self {
        Self { others: Some(others), ..self }
    }
}

type Handler = dyn Fn(&Asked) -> Reply + Send + Sync;

struct Shared {
    handler: Box<Handler>,
    asked: Mutex<Vec<Asked>>,
    hits: AtomicUsize,
    connections: AtomicUsize,
    busy: AtomicUsize,
    busiest: AtomicUsize,
}

/// A server that stops when it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    scheme: &'static str,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(handler: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Self {
        Self::run(None, Box::new(handler)).await
    }

    pub(crate) async fn start_tls(
        tls: TlsAcceptor,
        handler: impl Fn(&Asked) -> Reply + Send + Sync + 'static,
    ) -> Self {
        Self::run(Some(tls), Box::new(handler)).await
    }

    async fn run(tls: Option<TlsAcceptor>, handler: Box<Handler>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            handler,
            asked: Mutex::default(),
            hits: AtomicUsize::new(0),
            connections: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
            busiest: AtomicUsize::new(0),
        });
        let scheme = if tls.is_some() { "https" } else { "http" };
        let own = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                own.connections.fetch_add(1, Ordering::SeqCst);
                let (own, tls) = (Arc::clone(&own), tls.clone());
                tokio::spawn(async move {
                    match tls {
                        None => serve(own, stream).await,
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(stream).await {
                                serve(own, stream).await;
                            }
                        }
                    }
                });
            }
        });
        Self { address, scheme, shared, task }
    }

    /// An origin of it by a name; every name leads here.
    pub(crate) fn named(&self, name: &str) -> String {
        format!("{}://{name}:{}/", self.scheme, self.address.port())
    }

    /// Its origin by address.
    pub(crate) fn origin(&self) -> String {
        self.named("127.0.0.1")
    }

    /// The first requests.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap().clone()
    }

    pub(crate) fn hits(&self) -> usize {
        self.shared.hits.load(Ordering::SeqCst)
    }

    pub(crate) fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }

    /// How many requests were under way at the same time, at most.
    pub(crate) fn busiest(&self) -> usize {
        self.shared.busiest.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(shared: Arc<Shared>, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) {
    let service = service_fn(|request| {
        let shared = Arc::clone(&shared);
        async move { Ok::<_, Infallible>(answer(&shared, &request).await) }
    });
    let server = auto::Builder::new(TokioExecutor::new());
    // A client that stops reading is no failure of the server.
    let _ = server.serve_connection(TokioIo::new(stream), service).await;
}

async fn answer(shared: &Shared, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    let busy = shared.busy.fetch_add(1, Ordering::SeqCst) + 1;
    shared.busiest.fetch_max(busy, Ordering::SeqCst);
    let host = request.uri().host().map(str::to_owned).or_else(|| {
        let host = request.headers().get(HOST)?.to_str().ok()?;
        Some(host.rsplit_once(':').map_or(host, |(host, _)| host).to_owned())
    });
    let asked = Asked {
        host: host.unwrap_or_default(),
        path: request.uri().path().to_owned(),
        version: request.version(),
        fields: request.headers().clone(),
    };
    let reply = (shared.handler)(&asked);
    shared.hits.fetch_add(1, Ordering::SeqCst);
    {
        let mut kept = shared.asked.lock().unwrap();
        if kept.len() < KEPT {
            kept.push(asked);
        }
    }
    if !reply.after.is_zero() {
        tokio::time::sleep(reply.after).await;
    }
    if let Some(others) = &reply.others {
        others.wait().await;
    }
    shared.busy.fetch_sub(1, Ordering::SeqCst);
    let mut response = Response::builder().status(reply.status);
    for (name, value) in reply.fields {
        response = response.header(name, value);
    }
    response.body(Full::from(reply.body)).unwrap()
}
