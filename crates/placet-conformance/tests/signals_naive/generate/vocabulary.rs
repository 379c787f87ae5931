//! The words that questions are made of.

/// Paths, each with patterns that may match it.
pub(super) const PAGES: [(&str, &[&str]); 6] = [
    ("/", &["/", "/$", "/*", "/a", "*"]),
    (
        "/a/b.html",
        &["/", "/a", "/a/", "/a/b.html", "/a/b.html$", "/*.html$", "*.html", "/A/", "/c/"],
    ),
    ("/img/x.jpg", &["/", "/img/", "*.jpg", "*.jpg$", "/img/*.jpg", "/i", "*.png", "/img/y"]),
    ("/news/1?q=a%2Fb", &["/", "/news/", "/news/*?", "/news/1?q=a", "/*q=", "/news/2", "/news/1$"]),
    ("/%E4%B8%AD/p", &["/", "/中/", "/%e4%b8%ad", "/*/p$", "/%E4", "/p"]),
    ("/robots.txt", &["/", "/robots.txt", "/r", "*.txt$", "/a"]),
];

pub(super) const AGENTS: &[&str] = &[
    "ExampleBot",
    "OtherBot",
    "Googlebot",
    "googlebot",
    "Googlebot-Image",
    "Googlebot-News",
    "Googlebot-Video",
    "Googlebot-Extended",
    "Google-Extended",
    "Applebot",
    "Applebot-Extended",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; ExampleBot/1.0)",
];

/// Values of `User-agent`, apart from `*` and the crawler that asks.
pub(super) const NAMES: &[&str] = &[
    "OtherBot",
    "Googlebot",
    "Google-Extended",
    "google-extended",
    "Applebot",
    "Applebot-Extended",
    "ExampleBot/2.0",
    "",
];

pub(super) const USAGES: &[&str] = &[
    "crawl",
    "follow",
    "index",
    "preserve",
    "present",
    "present-original",
    "present-currentcopy",
    "present-oldcopy",
    "present-snippet",
    "present-thumbnail",
    "present-oldsnippet",
    "present-oldthumbnail",
    "present-link",
    "present-extract",
    "present-oldextract",
    "other",
    "mine",
    "train-ai",
    "ai-input",
];

pub(super) const HONOURS: &[&str] = &[
    "license",
    "payment",
    "attribution",
    "reporting",
    "token",
    "user",
    "not-user",
    "geo",
    "not-geo",
    "max-use",
];

/// Where documents are.
pub(super) const LICENCES: &[&str] = &[
    "https://example.com/license.xml",
    "https://example.com/a/two.xml",
    "https://cdn.example.net/l.xml",
];
