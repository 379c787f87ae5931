//! How many files this process may open, and what that leaves room for.

use placet_fetch::client::CONNECTIONS;

use crate::output;

/// What is open besides connections: standard streams, the runtime, the store, lookups of names
/// that nobody waits for any more.
const BESIDES: u64 = 32;

/// How many sites can be asked at the same time, of so many that were wanted. That it is fewer is
/// told.
pub(crate) fn jobs(wanted: usize) -> usize {
    let Some(limit) = limit() else { return wanted };
    let room = limit.saturating_sub(BESIDES) / CONNECTIONS as u64;
    let room = usize::try_from(room.max(1)).unwrap_or(usize::MAX);
    if room < wanted {
        output::tell(&format!(
            "--jobs {wanted} is lowered to {room}: this process may open {limit} files (ulimit -n)"
        ));
    }
    wanted.min(room)
}

#[cfg(unix)]
fn limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}
