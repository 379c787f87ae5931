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
//! let crawler = site.ask(&Agent::new("ExampleBot"));
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
//! let crawler = site.ask(Agent::new("ExampleBot"));
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
//! # How it goes
//! 1. [`RobotsPolicy::parse`] reads the octets of a file. It never fails: what cannot be read is
//!    passed over and listed among its [problems](RobotsPolicy::problems).
//! 2. [`RobotsPolicy::join`] adds the files that ACAP records [refer](RobotsPolicy::references)
//!    to, where there are any.
//! 3. [`RobotsPolicy::ask`] chooses the groups and records that apply to one [`Crawler`], or
//!    [`Agent`], once.
//! 4. [`Inquiry::may`] decides about one [`Usage`] of one URL and gives a [`Decision`]: the
//!    [`Verdict`], the [`Condition`]s, and every line that took part. [`Inquiry::matrix`] decides
//!    about all usages at once; [`Inquiry::verdict`] gives the verdict on crawling alone.
//! 5. [`Inquiry::extent`] says, without a URL, whether nothing, a part, or all of the site is
//!    closed to the crawler by conventional rules.
//! 6. [`Compare`] says what changes in effect between two files: for whom, for which usages, on
//!    which patterns, with a path that shows it.
//!
//! # Whose rules
//! | [`Profile`] | follows |
//! |---|---|
//! | `full` (the default) | [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309) and ACAP 1.0, with what is known of 1.1 and 0.2 |
//! | `rfc9309` | RFC 9309 alone: what a plain conforming crawler does |
//! | `google` | Google's published matcher, its peculiarities included |
//!
//! # What this crate does not do
//! It does not fetch, cache, log, read the clock or start threads; it holds no state that changes and
//! no `unsafe` code. Every ceiling on its work is in [`limits`].

pub mod pattern;
pub mod syntax;
pub mod write;

mod analysis;
mod evaluate;
mod explain;
mod law;
mod policy;
mod text;
mod vocabulary;

pub use analysis::{
    Audience, Change, Changes, Closed, Compare, Effect, Extent, ExtentLine, Extents, Member,
    Unfinished,
};
pub use evaluate::{Decision, Inquiry, Matched};
pub use explain::{
    Aside, Citation, ClosedElement, Explanation, NotWeighed, Part, Permitted, Reason, Step,
    Unweighed, Why,
};
pub use law::{Choice, Fate, Ground, Law, Outcome, Unchecked};
pub use pattern::{InvalidUrl, Target};
pub use policy::{
    AcapRecordView, AcapStatement, ActionKind, AgentLine, Availability, Fault, Group, HeaderName,
    PagePolicy, PagePolicyBuilder, PageProblem, PageReader, PageStatement, Record, RobotsPolicy,
    RobotsPolicyBuilder, Rule, Source, StatementKind, StatementValue,
};
pub use syntax::html::Progress;
pub use syntax::rule::PageRule;
pub use text::{Problem, ProblemKind, Span, limits};
pub use vocabulary::{
    Agent, AgentProblem, Condition, Crawler, Date, ImagePreview, Length, Locator, Modification,
    Moment, Occasion, Profile, Qualifier, Rank, Resource, RuleKind, TimeLimit, UnknownProfile,
    UnknownUsage, Usage, Verdict,
};
