//! placet as a service: decisions over HTTP for fleets of crawlers, and a page for people.
//!
//! ```no_run
//! use placet_server::{Config, Server};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server::bind(Config::default()).await?;
//! println!("http://{}/", server.address());
//! server.run(async { tokio::signal::ctrl_c().await.unwrap_or_default() }).await;
//! # Ok(())
//! # }
//! ```
//!
//! The page of the API in the book lists the paths; `/openapi.json` describes them for programs.
//!
//! # What it does
//! - It answers from memory, then from a store, then from the site, with the client of
//!   [`placet_fetch`]: one request per file however many ask, private addresses refused.
//! - Without tokens it listens on loopback addresses only.
//! - Bodies, batches, requests in progress, connections, rates and times are [limited](limits). A
//!   request over a limit is refused at once with a problem document (RFC 9457).
//! - When it shuts down, it finishes the requests in progress.

pub mod config;
pub mod limits;

mod api;
mod assets;
mod decide;
mod files;
mod guard;
mod listen;
mod logs;
mod metrics;
mod params;
mod problem;
mod question;
mod refresh;
mod reply;
mod shown;
mod signal;
mod state;
mod store;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

pub use config::{Config, InvalidConfig};
pub use logs::start_logs;
pub use signal::stop_signal;
pub use state::StartError;

use state::{App, Shared};

/// The description of the API in `OpenAPI` 3.1, as JSON that ends in a newline.
pub fn openapi() -> String {
    api::openapi::text()
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    app: Shared,
    router: Router,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the store and listens on the address of the settings.
    ///
    /// # Errors
    /// If the store cannot be opened, the tokens cannot be read, or the address is in use.
    pub async fn bind(config: Config) -> Result<Self, StartError> {
        let address = config.listen;
        let app = Arc::new(App::new(config)?);
        let failed = |error| StartError::Listen { address, error };
        let listener = listen::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let router = api::router(&app);
        Ok(Self { app, router, listener, address })
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` is ready, then finishes those in progress.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut background = JoinSet::new();
        background.spawn(refresh::warm(Arc::clone(&self.app)));
        background.spawn(refresh::keep_fresh(Arc::clone(&self.app)));
        listen::run(self.app, self.router, self.listener, stop).await;
        // The store is closed when nothing uses it any more.
        background.shutdown().await;
    }
}
