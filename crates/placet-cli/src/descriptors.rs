//! The limit on open files, and how many sites it allows to ask at once.

use placet_fetch::client::CONNECTIONS;

use crate::output;

/// Open files other than connections: standard streams, the runtime, the store, and abandoned name
/// lookups.
const OTHER_FILES: u64 = 32;

/// How many sites to ask at the same time: `wanted`, or fewer with a message.
pub(crate) fn jobs(wanted: usize) -> usize {
    let Some(limit) = limit() else { return wanted };
    let room = limit.saturating_sub(OTHER_FILES) / CONNECTIONS as u64;
    let room = usize::try_from(room.max(1)).unwrap_or(usize::MAX);
    if room < wanted {
        output::message(&format!(
            "using --jobs {room} instead of {wanted}, because this process may open only {limit} files; \
             raise the limit with ulimit -n"
        ));
    }
    wanted.min(room)
}

#[cfg(unix)]
fn limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

/// Raises the limit on open files as far as this process may.
#[cfg(all(unix, feature = "serve"))]
pub(crate) fn raise() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // If it is not possible, fewer connections are accepted.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

#[cfg(all(not(unix), feature = "serve"))]
pub(crate) fn raise() {}

#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}
