//! Decide what a crawler may do with a URL, and show the line that says so.
//!
//! ```
//! use placet::{Agent, RobotsPolicy, Usage, Verdict};
//!
//! let site = RobotsPolicy::parse(
//!     b"User-agent: *\n\
//!       Disallow: /drafts/\n\
//!       Allow: /drafts/index.html\n",
//! );
//! let crawler = site.for_agent(&Agent::new("ExampleBot"));
//!
//! let decision = crawler.may(Usage::Crawl, "https://example.com/drafts/42")?;
//! assert_eq!(decision.verdict(), Verdict::Prohibit);
//! assert_eq!(decision.to_string(), "robots.txt:2 Disallow: /drafts/");
//! # Ok::<(), placet::InvalidUrl>(())
//! ```
//!
//! # Not only crawling
//! A site can say what may be done with a page after it is fetched: the Automated Content Access
//! Protocol ([ACAP](https://www.the-acap.org), 2007 to 2009) adds fields to robots.txt for
//! following, indexing, preserving, presenting; for whom, for which service, for how long.
//!
//! ```
//! use placet::{Agent, RobotsPolicy, Usage};
//!
//! let site = RobotsPolicy::parse(
//!     b"ACAP-crawler: *\n\
//!       ACAP-allow-index: /news/ time-limit=30-days\n\
//!       ACAP-disallow-preserve: /\n",
//! );
//! let crawler = site.for_agent(Agent::new("ExampleBot"));
//!
//! let index = crawler.may(Usage::Index, "/news/1")?;
//! assert!(index.verdict().is_permit());
//! assert_eq!(index.conditions()[0].to_string(), "time-limit=30-days");
//!
//! let preserve = crawler.may(Usage::Preserve, "/news/1")?;
//! assert_eq!(preserve.to_string(), "robots.txt:3 ACAP-disallow-preserve: /");
//! # Ok::<(), placet::InvalidUrl>(())
//! ```
//!
//! # How it works
//! 1. [`RobotsPolicy::parse`] reads the bytes of a file. It never fails: text that cannot be
//!    understood is skipped and listed among its [problems](RobotsPolicy::problems).
//! 2. [`RobotsPolicy::join`] adds the files that ACAP records [refer](RobotsPolicy::references)
//!    to, where there are any.
//! 3. [`RobotsPolicy::for_agent`] chooses the groups and records that apply to a crawler, once. The
//!    crawler is given as text, as an [`Agent`] or as a [`Crawler`].
//! 4. [`AgentPolicy::allows`] answers whether it may crawl a URL. [`AgentPolicy::may`] decides about
//!    one [`Usage`] of a URL and returns a [`Decision`]: the [`Verdict`], the [`Condition`]s, and every
//!    statement that took part. [`AgentPolicy::matrix`] decides about all usages at once.
//! 5. [`AgentPolicy::page`] adds what a page says, read by [`PagePolicy`];
//!    [`AgentPolicy::signal_files`] adds files that hold signals about the use of content.
//!
//! # Modules by need
//! | to | use |
//! |---|---|
//! | show why a decision came about | [`explain`] |
//! | list groups, rules and records of a robots.txt | [`robots`], [`acap`], [`statement`] |
//! | see what signals say about training AI and other uses | [`signals`] |
//! | read a page, or take out the part that is open | [`page`] |
//! | obey the conditions of a permission | [`condition`] |
//! | know how much of a site is closed, without a URL | [`extent`] |
//! | compare two files | [`compare`] |
//! | reason about path patterns | [`pattern`] |
//! | write robots.txt, headers or META elements | [`write`](mod@write) |
//! | read one grammar alone, with spans and problems | [`syntax`] |
//! | know what is bounded, and why | [`limits`] |
//!
//! # Whose rules
//! | [`Profile`] | follows |
//! |---|---|
//! | `full` (the default) | [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309), ACAP 1.0, with what is known of 1.1 and 0.2, and [signals] about the use of content |
//! | `rfc9309` | RFC 9309 alone: what a plain conforming crawler does |
//! | `google` | Google's published matcher, its peculiarities included |
//!
//! Numbers such as F-34 or A-37 in these pages are the project's
//! [requirements](https://github.com/placet/placet/blob/main/docs/src/law/requirements.md) and
//! [readings](https://github.com/placet/placet/blob/main/docs/src/law/readings.md).
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `html` | yes | reading the HTML of pages: META elements, class attributes, `data-nosnippet`; without it [`PagePolicy`] reads header fields only |
//! | `serde` | no | `Serialize` and `Deserialize` for [`Agent`], [`Usage`], [`Verdict`], [`Profile`], [`Condition`] and the small types next to them, by the names that JSON output uses |
//!
//! # What this crate does not do
//! It does not fetch, cache, log, read the clock or start threads; it has no mutable state and no
//! `unsafe` code. Every bound on its work is in [`limits`].

#![warn(clippy::exhaustive_structs)]
#![cfg_attr(
    not(feature = "html"),
    allow(dead_code, reason = "the statements of HTML keep their types, though none is read")
)]

pub mod explain;
pub mod pattern;
pub mod syntax;
pub mod write;

mod analysis;
mod evaluate;
mod law;
mod policy;
#[cfg(feature = "serde")]
mod serialize;
mod text;
mod vocabulary;

pub use evaluate::{AgentPolicy, Decision};
pub use pattern::{InvalidUrl, Target};
pub use policy::{PagePolicy, RobotsPolicy};
pub use text::limits;
pub use vocabulary::{Agent, AskedAt, Condition, Crawler, Profile, Usage, Verdict};

/// What a robots.txt contains: groups, rules, records.
pub mod robots {
    pub use crate::policy::{AgentLine, Availability, Group, Record, RobotsPolicyBuilder, Rule};
    pub use crate::vocabulary::{Rank, RuleKind};
}

/// What a page contains: its statements, and the part of it that is open.
pub mod page {
    pub use crate::explain::ClosedElement;
    #[cfg(feature = "html")]
    pub use crate::explain::Permitted;
    #[cfg(feature = "html")]
    pub use crate::policy::PageReader;
    pub use crate::policy::{PagePolicyBuilder, PageProblem, PageStatement};
    #[cfg(feature = "html")]
    pub use crate::syntax::html::Progress;
    pub use crate::syntax::rule::PageRule;
}

/// Where statements are, and what they say as types.
pub mod statement {
    pub use crate::policy::{HeaderName, Source, StatementKind, StatementValue};
}

/// Signals about the use of content: which are read, and what they say family by family.
pub mod signals {
    pub use crate::explain::{
        Contradiction, FamilyDecision, SignalEffect, SignalOutcome, SignalProblem, SignalStatement,
    };
    pub use crate::policy::{SignalFile, SignalFiles};
    pub use crate::syntax::signals::SignalProblemKind;
    pub use crate::vocabulary::{Families, Family, UnknownFamily};
}

/// What ACAP adds to a robots.txt: records, statements, requests.
pub mod acap {
    pub use crate::policy::{AcapRecordView, AcapStatement, ActionKind, Fault};
}

/// What a permission can depend on, as types.
pub mod condition {
    pub use crate::vocabulary::{
        Date, ImagePreview, Length, Locator, Modification, Moment, Qualifier, Resource, TimeLimit,
        UseLevel,
    };
}

/// What changes in effect between two files: for whom, for which usages, on which patterns.
pub mod compare {
    pub use crate::analysis::{Audience, Change, Changes, Compare, Effect, Member, Unfinished};
}

/// How much of a site is closed, without a URL.
pub mod extent {
    pub use crate::analysis::{Closed, Extent, ExtentLine, Extents};
}

/// Errors and problems of names.
pub mod error {
    pub use crate::vocabulary::{AgentProblem, UnknownProfile, UnknownUsage};
}

/// The examples of the crate's README compile and hold.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
