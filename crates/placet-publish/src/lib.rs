//! Tools for publishers of robots.txt and other crawler policies.
//!
//! - [`mod@format`]: one stable form, with the same meaning in every profile.
//! - [`convert`]: the same policy in another language, and what is lost.
//! - [`signals`]: the same policy as `Content-Usage`, `Content-Signal`, tdmrep.json and RSL.
//! - [`expect`]: expectations of a policy, and whether they are met.
//!
//! ```
//! use placet::{AskedAt, RobotsPolicy};
//! use placet_publish::convert::{AcapForm, to_acap};
//! use placet_publish::expect::Expectations;
//! use placet_publish::format::format;
//!
//! let file = format(b"useragent:*\nDisallow :/drafts/")?;
//! assert_eq!(file, b"User-agent: *\nDisallow: /drafts/\n");
//!
//! let acap = to_acap(&file, AcapForm::Alone)?;
//! assert!(acap.text.ends_with(b"ACAP-disallow-crawl: /drafts/\r\n"));
//! assert!(acap.losses.is_empty());
//!
//! let table = "[[test.expect]]\nagent = 'ExampleBot'\nurl = '/drafts/1'\nexpect = 'prohibit'\n";
//! let site = RobotsPolicy::parse(&file);
//! for expected in &Expectations::from_toml(table)?.all {
//!     let bot = site.for_agent(expected.agent());
//!     assert!(expected.is_met_by(&expected.decide(&bot, &AskedAt::new())?));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features and defaults
//! There are no features. Nothing here reads a file or makes a request. Every limit is in
//! [`limits`].

pub mod convert;
pub mod expect;
pub mod format;
pub mod limits;
pub mod signals;
