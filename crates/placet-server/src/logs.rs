//! Structured logs on standard error.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::Subscriber;

use crate::config::{Config, LogFormat};

/// Writes log lines to standard error, as the settings say. Only the first call of a process has an
/// effect.
pub fn start_logs(config: &Config) {
    let filter = EnvFilter::try_new(&config.log_level).unwrap_or_else(|_| EnvFilter::new("info"));
    let logs = Subscriber::builder().with_env_filter(filter).with_writer(std::io::stderr);
    let _ = match config.log {
        LogFormat::Text => tracing::subscriber::set_global_default(logs.finish()),
        LogFormat::Json => {
            tracing::subscriber::set_global_default(logs.json().flatten_event(true).finish())
        }
    };
}
