//! The words of generated cases: few, so that they collide.

use crate::case::Date;

/// 2010-01-10T00:00:00Z, around which everything happens.
pub(crate) const TODAY: i64 = 1_263_081_600;

pub(crate) const URLS: &[&str] = &[
    "http://example.com/a/b",
    "http://example.com/a/b",
    "http://example.com/a/",
    "https://example.com/a/b",
    "http://example.com/x.gif",
    "http://example.com/",
    "/a/b",
];

pub(crate) const PATTERNS: &[&str] =
    &["/", "/", "/", "/a", "/a/", "/a/", "/A/", "/a/b", "/a/b$", "/*b", "/a*", "*.gif", "a/", "/x"];

/// Crawlers that ask.
pub(crate) const AGENTS: &[&str] = &[
    "searchbot",
    "searchbot",
    "SearchBot/2.1",
    "searchbot-images",
    "Mozilla/5.0 (compatible; SearchBot/2.1; +http://search.example/)",
    "otherbot",
];

/// Crawlers that are addressed, in addition to any.
pub(crate) const NAMES: &[&str] =
    &["searchbot", "searchbot", "searchbot", "SEARCHBOT", "searchbot-images", "otherbot", "search"];

/// What may be asked.
pub(crate) const USAGES: &[&str] = &[
    "crawl",
    "crawl",
    "crawl",
    "follow",
    "index",
    "index",
    "index",
    "preserve",
    "present",
    "present-original",
    "present-currentcopy",
    "present-oldcopy",
    "present-snippet",
    "present-snippet",
    "present-thumbnail",
    "present-oldsnippet",
    "present-oldthumbnail",
    "present-link",
    "present-extract",
    "other",
    "train-ai",
    "ai-input",
];

/// Usages that ACAP does not know.
pub(crate) const UNKNOWN_USAGES: &[&str] = &["frob", "train-ai", "(nowhere)", "presents"];

/// Names of local usages, not all of which are defined.
pub(crate) const LOCALS: &[&str] = &["snip", "Basic", "all.of-it"];

/// Resources to be used: of the site, of others, of the page.
pub(crate) const RESOURCES: &[&str] = &[
    "/x.txt",
    "/a/b",
    "b",
    "../a/./b",
    "%61/x",
    "x.gif",
    "?q",
    "%23a",
    "http://example.com/a/",
    "HTTPS://example.com:443/x",
    "//example.com/a",
    "http://other.example/a",
    "the-acap:extract:id:abstract",
];

/// Purposes that crawlers state.
pub(crate) const PURPOSES: &[&str] = &["news", "News", "images", "http://news.search.com/"];

/// Purposes that statements name.
pub(crate) const PURPOSE_PATTERNS: &[&str] =
    &["news", "news", "NEWS", "*", "new*", "images", "http://news."];

pub(crate) const LOCATIONS: &[&str] = &[
    "http://example.com/a/b",
    "http://example.com/a/b",
    "HTTP://Example.COM:80/a/b",
    "http://example.com/a/b#top",
    "https://example.com/a/b",
    "https://example.com:443/a/b",
    "http://example.com/a/",
    "http://example.com:8080/a/b",
    "http://example.com",
    "http://pirate.example/a/b",
    "http://example.com/%61/b",
    "http://example.com/A/b",
    "http://example.com/a%2Fb",
    "http%3A//example.com/a/b",
    "/a/b",
];

/// Words that follow a statement and are not understood.
pub(crate) const WRONG: &[&str] = &[
    "colour=blue",
    "time-limit=3-lines",
    "max-length=30",
    "prohibited-modification=colour",
    "nonsense",
];

/// Rules without a value; some have no effect.
pub(crate) const RULES: &[&str] = &[
    "noindex",
    "nofollow",
    "none",
    "nosnippet",
    "noarchive",
    "nocache",
    "noimageindex",
    "noimageindex",
    "notranslate",
    "notranslate",
    "noai",
    "noimageai",
    "noml",
    "indexifembedded",
    "all",
    "index",
    "follow",
    "noodp",
    "frob",
];

pub(crate) const DATES: &[&Date] = &[
    &date("2010-01-10T00:00:00Z", "Sun, 10 Jan 2010 00:00:00 GMT"),
    &date("2010-01-10T12:00:00Z", "Sun, 10 Jan 2010 12:00:00 GMT"),
    &date("2010-01-09T23:00:00Z", "Sat, 09 Jan 2010 23:00:00 GMT"),
    &date("2010-01-13T00:00:00Z", "Wed, 13 Jan 2010 00:00:00 GMT"),
];

const fn date(rfc3339: &'static str, rfc822: &'static str) -> Date {
    Date { rfc3339, rfc822, is_old: false }
}

/// Versions that META elements declare.
pub(crate) const VERSIONS: &[&str] = &["1.1", "1.1", "1.0", "1.2", "2.0"];

/// Text after `ACAP` that has no effect.
pub(crate) const NOTHINGS: &[&str] =
    &["", "news", "version allow-index", "version disallow-index", "Version", "news Version"];

/// Text between two expressions of one META element.
pub(crate) const BETWEENS: &[&str] = &[", ACAP ", ", ", ", ACAP ", " ACAP "];

pub(crate) const TAGS: &[&str] = &["div", "div", "section", "article", "span", "template"];

pub(crate) const IDS: &[&str] = &["a", "b", "c", "d", "e"];

pub(crate) const WORDS: &[&str] = &["story", "lead", "the-acap:", "the-acap:allow-", "acap"];
