//! Get a robots.txt: what the server answered, how long it holds, and who shares it.
//!
//! The [machine](Fetch) does no I/O and reads no clock: told what happened to a request, it says
//! what to do next, and in the end what holds. Any HTTP client can drive it; the `client` of this
//! crate does, keeps what holds in a [`store`], and goes to no [`address`] that is no site.
//!
//! # What holds
//! | what happened | [`Standing`] | to the engine |
//! |---|---|---|
//! | 2xx but 206, or 304 for the copy held | `Fetched` | the rules apply (F-31) |
//! | 4xx, more than five redirects | `Unavailable` | silence (F-32, F-33) |
//! | 206, 429, 5xx, no answer, an unusable redirect | `Unreachable` | everything is prohibited (F-34) |
//! | the same, and a copy is kept | `Stale` | the rules of the last good copy (F-35) |
//! | out of reach for 30 days, no copy | `Unavailable` | silence (F-35) |
//!
//! Every answer has its [cause](Entry::cause) and [ends](Entry::expires) within 24 hours (F-36).
//! A failure never becomes a permission, however clocks are set.

pub mod address;
pub mod body;
#[cfg(feature = "client")]
pub mod client;
pub mod settings;
pub mod store;

mod entry;
mod evidence;
mod failure;
mod freshness;
mod machine;
mod origin;
mod pace;
mod site;
mod state;
mod time;

pub use body::BodyProblem;
#[cfg(feature = "client")]
pub use client::{Client, ClientBuilder, ClientError, FetchedPage};
pub use entry::{Body, Digest, Entry, FORMAT, Hop, InvalidDigest, Snapshot, Unreadable};
pub use evidence::{CopyEvidence, Evidence};
pub use failure::Failure;
pub use freshness::Lifetime;
pub use machine::{Action, Event, Fetch, Request};
pub use origin::{InvalidOrigin, Origin};
#[cfg(feature = "embedded")]
pub use pace::FilePacer;
#[cfg(feature = "redis")]
pub use pace::SharedPacer;
pub use pace::{Pace, Pacer};
pub use settings::Settings;
pub use site::Site;
pub use state::{Cause, Standing};
pub use time::Time;
