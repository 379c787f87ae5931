//! `placet serve`.

use std::io::Write as _;

use anyhow::{Context as _, Result};
use placet_server::{Config, Server, start_logs, stop_signal};
use tokio::runtime::Runtime;

use crate::args::Serve;
use crate::{Status, descriptors, store};

/// The default file in the user's cache folder. The server keeps it open, so it is not the file that
/// commands share.
const FILE: &str = "placet/serve.redb";

pub(crate) fn run(args: &Serve) -> Result<Status> {
    let environment = |name: &str| std::env::var_os(name)?.into_string().ok();
    let mut config = Config::load(args.config.as_deref(), environment, args.table())?;
    if config.store.is_none() {
        config.store = store::cache_file(FILE).map(|path| path.display().to_string());
    }
    start_logs(&config);
    descriptors::raise();
    let runtime = Runtime::new().context("cannot start the threads of the server")?;
    runtime.block_on(async {
        let server = Server::bind(config).await?;
        let mut out = std::io::stdout();
        // A closed standard output does not stop a server.
        let _ = writeln!(out, "placet listens on http://{}/", server.address());
        let _ = out.flush();
        server.run(stop_signal()).await;
        anyhow::Ok(())
    })?;
    // Name lookups and stores that hang do not delay the end.
    runtime.shutdown_background();
    Ok(Status::Yes)
}
