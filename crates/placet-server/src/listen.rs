//! Accepts connections, and ends them without losing an answer.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tracing::{debug, info, warn};

use crate::guard::{self, Visit};
use crate::limits;
use crate::state::Shared;

/// What a client gets when there are too many connections.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\
    Connection: close\r\n\r\n";

/// How long to wait after the system has no descriptor for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers requests until `stop` is ready, then finishes those in progress.
pub(crate) async fn run(
    app: Shared,
    router: Router,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
) {
    let places =
        Arc::new(Semaphore::new(app.config.max_connections.clamp(1, Semaphore::MAX_PERMITS)));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(app.config.client_time_limit())
        .max_buf_size(limits::HEAD)
        .half_close(false);
    let connections = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    rest_after(&error).await;
                    continue;
                }
            },
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            app.metrics.refused("connections");
            tokio::spawn(refuse(stream));
            continue;
        };
        // Answers are small, and each is complete.
        let _ = stream.set_nodelay(true);
        let own = Visit { app: Shared::clone(&app), router: router.clone(), peer };
        let own = Arc::new(own);
        let service = service_fn(move |request| guard::guard(Arc::clone(&own), request));
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let connection = connections.watch(connection);
        let app = Shared::clone(&app);
        tokio::spawn(async move {
            app.metrics.connected();
            if let Err(error) = connection.await {
                debug!(%error, "a connection ended with an error");
            }
            app.metrics.disconnected();
            drop(place);
        });
    }
    drop(listener);
    app.drain();
    finish(connections, Duration::from_secs(app.config.grace)).await;
}

/// Waits for the requests in progress.
async fn finish(connections: GracefulShutdown, grace: Duration) {
    info!(connections = connections.count(), "shutting down");
    if timeout(grace, connections.shutdown()).await.is_err() {
        warn!("requests were still in progress after {grace:?}");
    }
}

/// Reports why a connection was not accepted. If the system has no descriptors, another attempt would
/// fail at once.
async fn rest_after(error: &io::Error) {
    debug!(%error, "a connection was not accepted");
    let is_of_client = matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    );
    if !is_of_client {
        sleep(PAUSE).await;
    }
}

async fn refuse(mut stream: TcpStream) {
    let _ = timeout(Duration::from_secs(1), stream.write_all(FULL)).await;
}

/// Listens on an address.
pub(crate) async fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address).await
}
