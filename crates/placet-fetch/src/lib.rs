//! Fetch robots.txt as RFC 9309 requires, and files with signals about the use of content; cache them
//! while they are valid, and decide by them.
//!
//! # Ask with a URL
//! A client fetches the files that a decision needs, follows redirects, caches the results, and
//! does not connect to private addresses.
//!
//! Numbers such as F-34 or A-37 in these pages are the project's
//! [requirements](https://github.com/placet/placet/blob/main/docs/src/law/requirements.md) and
//! [readings](https://github.com/placet/placet/blob/main/docs/src/law/readings.md).
//!
#![cfg_attr(feature = "client", doc = "```no_run")]
#![cfg_attr(not(feature = "client"), doc = "```ignore")]
//! use placet::Usage;
//! use placet_fetch::Client;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::builder("ExampleBot/1.0 (+https://example.com/bot)").build()?;
//!
//! // From a URL to a verdict, or to a decision with its reasons.
//! let url = "https://example.com/drafts/42";
//! let bot = client.for_agent("ExampleBot");
//! if !bot.allows(url).await? {
//!     println!("{}", bot.may(Usage::Crawl, url).await?);
//! }
//!
//! // Or the site first, for any number of crawlers and URLs of that origin.
//! let site = client.site(url).await?;
//! println!("{} ({}), expires {}", site.origin(), site.entry().cause(), site.expires());
//! for name in ["ExampleBot", "OtherBot"] {
//!     println!("{name}: {}", site.for_agent(name).may(Usage::Crawl, url)?);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Crawl politely
//! A [`Pacer`] waits between two requests as long as the site asks for, and a fetched page has the
//! statements about its own use. `examples/polite_crawler.rs` is a complete crawler.
//!
#![cfg_attr(feature = "client", doc = "```no_run")]
#![cfg_attr(not(feature = "client"), doc = "```ignore")]
//! use std::time::Duration;
//! use placet::Usage;
//! use placet_fetch::{Client, Pace, Pacer};
//!
//! # async fn example(client: Client, url: &str) -> Result<(), Box<dyn std::error::Error>> {
//! let pacer = Pacer::new();
//! let site = client.site(url).await?;
//! let bot = site.for_agent("ExampleBot");
//! if bot.may(Usage::Crawl, url)?.verdict().is_permit() {
//!     let pace = Pace::of(&bot).at_least(Duration::from_secs(1));
//!     pacer.wait(site.origin(), bot.agent(), pace).await;
//!     let page = client.fetch_page(url).await?;
//!     let index = bot.page(&page.policy()).may(Usage::Index, url)?;
//!     println!("index: {}: {index}", index.verdict());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Ask about training AI and mining
//! Signals about the use of content are also in files other than robots.txt: tdmrep.json, trust.txt,
//! ai.txt and RSL documents. `Client::may` fetches those that a question depends on, all at the same
//! time, and stores them as it stores robots.txt. `Client::signal_files` fetches them with their
//! evidence. A file that is missing or unreachable states nothing; an RSL document that is missing
//! becomes a condition.
//!
#![cfg_attr(feature = "client", doc = "```no_run")]
#![cfg_attr(not(feature = "client"), doc = "```ignore")]
//! use placet::Usage;
//! use placet_fetch::Client;
//!
//! # async fn example(client: Client) -> Result<(), Box<dyn std::error::Error>> {
//! let bot = client.for_agent("ExampleBot");
//! let decision = bot.may(Usage::TrainAi, "https://example.com/news/1").await?;
//! if !decision.is_permitted() {
//!     println!("{decision}");     // tdmrep.json:1 {"location": "/", "tdm-reservation": 1}
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Use your own HTTP client
//! [`Fetch`] does no I/O and reads no clock: it takes the events of a request and returns the next
//! [`Action`], and finally the [`Entry`] with the result. `examples/own_client.rs` drives it over a
//! plain socket.
//!
//! ```
//! use placet::{Profile, Usage};
//! use placet_fetch::{Action, Event, Fetch, Origin, Settings, Site, Time};
//!
//! let origin: Origin = "https://example.com/drafts/42".parse()?;
//! let mut fetch = Fetch::new(origin.robots_txt().clone(), Settings::new(), None, Time::now());
//! assert_eq!(fetch.request().url.as_str(), "https://example.com/robots.txt");
//!
//! // Your client makes the request and passes the events on.
//! let fields = http::HeaderMap::new();
//! fetch.handle(Event::Head { status: 200, fields: &fields }, Time::now());
//! fetch.handle(Event::Chunk(b"User-agent: *\nDisallow: /drafts/\n"), Time::now());
//! let Action::Done(entry) = fetch.handle(Event::End, Time::now()) else { unreachable!() };
//!
//! let site = Site::new(entry, Profile::default())?;
//! let decision = site.for_agent("ExampleBot").may(Usage::Crawl, "/drafts/42")?;
//! assert_eq!(decision.to_string(), "robots.txt:2 Disallow: /drafts/");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a response means
//! | what happened | [`Standing`] | for the engine |
//! |---|---|---|
//! | 2xx except 206, or 304 for the cached copy | `Fetched` | the rules apply |
//! | 4xx, more than five redirects | `Unavailable` | everything is permitted |
//! | 206, 429, 5xx, no answer, an unusable redirect | `Unreachable` | everything is prohibited |
//! | the same, with a cached copy | `Stale` | the rules of the last good copy apply |
//! | unreachable for 30 days, no copy | `Unavailable` | everything is permitted |
//!
//! This is RFC 9309, [section 2.3.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1). Every
//! entry has a [cause](Entry::cause) and [expires](Entry::expires) within 24 hours. A failure never
//! becomes a permission, even if a clock is wrong.
//!
//! # Features
//! | feature | default | gives | brings |
//! |---|---|---|---|
//! | `client` | yes | the module `client`, `Pacer::wait` | hyper, rustls, tokio |
//! | `embedded` | yes | `store::Embedded`, `FilePacer`: one file for the processes of a machine | redb, tokio |
//! | `redis` | yes | `store::RedisStore`, `SharedPacer`: Redis or Valkey for a fleet | redis, rustls, tokio |
//!
//! Without these features, the crate has the state machine, [`Site`], [`store::Memory`],
//! [`store::Tiers`] and [`Pacer::next`], and needs no runtime.
//!
//! # Defaults
//! | what | default | changed by |
//! |---|---|---|
//! | a file is valid | as its headers say, at least a minute, at most 24 hours | [`Settings::shortest`], [`Settings::longest`] |
//! | a missing file is cached | at most an hour | [`Settings::unavailable`] |
//! | an unreachable file is tried again | after a minute to an hour | [`Settings::retry`] |
//! | bytes read of a file | 500 KiB | [`Settings::ceiling`] |
//! | time for a file | a minute, including two retries | `client::Limits` |
//! | entries are stored | in memory, at most 256 MiB; also in front of any other store | `ClientBuilder::store`, `memory` |
//! | addresses | public ones only | `ClientBuilder::reach` |
//!
//! # What it does not do
//! It does not find links, render JavaScript, send cookies or passwords, or use a proxy. It fetches a
//! page only when asked, does not follow its redirects, and does not store it. The caller decides
//! first whether the page may be fetched.

#![warn(clippy::exhaustive_structs)]

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
mod signals;
mod site;
mod state;
mod time;

pub use body::BodyProblem;
#[cfg(feature = "client")]
pub use client::{AgentClient, Client, ClientBuilder, ClientError, FetchedPage};
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
pub use signals::{SignalEntries, SignalEntry};
pub use site::Site;
pub use state::{Cause, Standing};
pub use time::Time;

/// The examples of the crate's README, of the project's and of the guide compile and hold.
#[cfg(all(doctest, feature = "client", feature = "redis"))]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Crate;
    #[doc = include_str!("../../../README.md")]
    struct Project;
    #[doc = include_str!("../../../docs/src/guide/embed.md")]
    struct Embed;
    #[doc = include_str!("../../../docs/src/guide/fleet.md")]
    struct Fleet;
}
