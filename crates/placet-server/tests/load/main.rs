//! How much the server answers, and what it does with many connections, slow clients and kills.
//!
//! `PLACET_SERVE_LOAD` is the length of each measurement in tenths of a second: 2 by default, more in a
//! long run. The required figures are checked in a release build only; a debug build prints them.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "test code may stop at once, and shows what it measured"
)]

mod client;
mod endurance;
mod speed;

use std::net::SocketAddr;
use std::time::Duration;

use placet_server::{Config, Server};

/// How long to measure.
fn length() -> Duration {
    let tenths = std::env::var_os("PLACET_SERVE_LOAD").and_then(|it| it.to_str()?.parse().ok());
    Duration::from_millis(100 * tenths.unwrap_or(2))
}

/// Whether the build is one whose figures count.
fn counts() -> bool {
    !cfg!(debug_assertions)
}

fn config() -> Config {
    let mut config = Config::default();
    config.listen = "127.0.0.1:0".parse().unwrap();
    config.store = Some("memory".to_owned());
    config.allow_private = true;
    "warn".clone_into(&mut config.log_level);
    config
}

/// Starts a server in the current runtime.
async fn start(config: Config) -> SocketAddr {
    let server = Server::bind(config).await.unwrap();
    let address = server.address();
    tokio::spawn(server.run(std::future::pending()));
    address
}

/// A site on this machine with this robots.txt, in the current runtime.
async fn site(robots: &'static str) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router =
        axum::Router::new().route("/robots.txt", axum::routing::get(move || async move { robots }));
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}
