//! The few words the generator plays with, so that what it writes collides.

/// URLs and patterns that have to do with each other.
pub(crate) struct Family {
    pub(crate) urls: &'static [&'static str],
    pub(crate) patterns: &'static [&'static [u8]],
}

const FOLDERS: Family = Family {
    urls: &["/a/b/c", "/a/b/", "/a/b", "/A/B/c", "/a/", "/a", "/a/x.gif", "/b/a/", "/acb#a", "/"],
    patterns: &[
        b"/", b"/", b"/a", b"/a/", b"/a/", b"/A/", b"/a/b", b"/a/b/", b"/a/B/", b"/a/b/c", b"/a*",
        b"/a/*", b"/*", b"/*/b", b"*b", b"a/", b"a/b", b"/a/b$", b"/a$", b"/a/$", b"*", b"$",
        b"/a**b", b"/a*b", b"/%61/", b"/a/%62", b"/*c$", b"/b/", b"/x/", b"/*/", b"/*/*", b"/a/*c",
    ],
};

const FILES: Family = Family {
    urls: &["/pic/1.gif", "/Pic/1.GIF", "/pic/1.gif?x=1", "/pic/1.html", "/1.gif", "/pic/"],
    patterns: &[
        b"/",
        b"*.gif",
        b"*.gif$",
        b"/*.GIF",
        b"/*.gif$",
        b"/pic/",
        b"pic/",
        b"/PIC/",
        b"/pic/*.gif",
        b"/*.g",
        b"/pic/1.gif$",
        b"/pic/1*",
        b"/*?",
        b"*/1.",
        b"/*.htm",
        b"/pic/*1.gif$",
    ],
};

const QUERIES: Family = Family {
    urls: &[
        "/s?q=a/b",
        "/s?q=a%2Fb",
        "/s?q=a%2fB",
        "/s?u=http%3A//x",
        "/s",
        "/s?",
        "?q=a",
        "/s%3Fq=a",
        "/s?q=a#b",
        "/s?q=a%26b",
        "/s?q=a&b",
        "/S?Q=A/B",
    ],
    patterns: &[
        b"/",
        b"/s",
        b"/s?",
        b"/s?q=",
        b"/s?q=a/b",
        b"/s?q=a%2fb",
        b"/s?q=a%2Fb$",
        b"/*?",
        b"/s$",
        b"s?q=*b",
        b"/s%3Fq",
        b"/*q=a",
        b"?q",
        b"/*%2F",
        b"/s?u=http:",
        b"/s?u=http%3a",
        b"/s?q=a&b",
        b"/s?q%3da%26b",
        b"/*/b",
    ],
};

const ENCODINGS: Family = Family {
    urls: &[
        "/caf\u{e9}/x",
        "/caf%c3%a9/x",
        "/caf%E9/",
        "/~joe/a",
        "/%7Ejoe/a",
        "/a%2Fb",
        "/a/b",
        "/p$q",
        "/p%24q",
        "/p*q",
        "/p%2aq",
        "/x%20y",
        "/x|y",
        "/x[1]",
        "/x%5B1%5d",
        "/100%25",
        "/100%",
    ],
    patterns: &[
        b"/",
        b"/caf\xC3\xA9/",
        b"/CAF%C3%A9/",
        b"/caf%c3",
        b"/caf\xE9",
        b"/caf%E9/",
        b"/~joe/",
        b"/%7ejoe",
        b"/~",
        b"/a%2fb",
        b"/a%2F",
        b"/a/b",
        b"/a",
        b"/x[1]",
        b"/x%5b1%5D",
        b"/x%5B",
        b"/x[*]$",
        b"/p$q",
        b"/p%24q",
        b"/p%24",
        b"/p$",
        b"/p*q",
        b"/p%2Aq",
        b"/p",
        b"/x%20y",
        b"/x",
        b"/x|y",
        b"/x%7Cy",
        b"/100%",
        b"/100%25",
        b"/*",
        b"/*q",
    ],
};

const ROOTS: Family = Family {
    urls: &["/robots.txt", "/robots.txt?v=1", "/Robots.txt", "", "/", "/robots.txt/"],
    patterns: &[
        b"/",
        b"/robots.txt",
        b"/robots.txt$",
        b"/$",
        b"/r",
        b"*",
        b"robots",
        b"/*.txt",
        b"$",
    ],
};

/// More often folders.
pub(crate) const FAMILIES: &[&Family] = &[
    &FOLDERS, &FOLDERS, &FOLDERS, &FOLDERS, &FOLDERS, &FILES, &FILES, &QUERIES, &ENCODINGS,
    &ENCODINGS, &ROOTS,
];

/// Crawlers, and names that address them or nearly do.
pub(crate) struct Crawlers {
    pub(crate) agents: &'static [&'static str],
    pub(crate) names: &'static [&'static str],
}

const SEARCHBOT: Crawlers = Crawlers {
    agents: &[
        "searchbot",
        "SearchBot",
        "searchbot/2.1",
        "searchbot-images",
        "Mozilla/5.0 (compatible; SearchBot/2.1; +http://search.example/)",
    ],
    names: &[
        "searchbot",
        "searchbot",
        "SearchBot",
        "SEARCHBOT",
        "searchbot-images",
        "search",
        "bot",
        "searchbot/2.1",
        "SearchBot/2.1; +http",
        "Mozilla",
        "otherbot",
        "o'bot",
        "",
    ],
};

const DIGITS: Crawlers = Crawlers {
    agents: &["008", "AI2Bot", "AI2Bot/1.0"],
    names: &["008", "AI2Bot", "ai2bot", "AI", "AI2Bot/1.0", "00"],
};

const WORDS: Crawlers = Crawlers {
    agents: &["Isposure Agent", "Isposure", "MSNPTC/1.0"],
    names: &["Isposure Agent", "Isposure", "isposure agent", "Agent", "MSNPTC/1.0", "msnptc"],
};

/// More often searchbot.
pub(crate) const CRAWLERS: &[&Crawlers] =
    &[&SEARCHBOT, &SEARCHBOT, &SEARCHBOT, &SEARCHBOT, &DIGITS, &WORDS];

/// What may be asked.
pub(crate) const USAGES: &[&str] = &[
    "crawl",
    "crawl",
    "crawl",
    "follow",
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
    "other",
    "train-ai",
    "ai-input",
    "present-extract",
];

/// Usages that ACAP does not know.
pub(crate) const UNKNOWN_USAGES: &[&str] =
    &["frob", "train-ai", "ai-input", "present-", "presents", "", "(nowhere)"];

/// Purposes that crawlers state.
pub(crate) const PURPOSES: &[&str] =
    &["news", "News", "newsletter", "images", "http://news.search.com/", "http://News.Search.org"];

/// Purposes that files name.
pub(crate) const PURPOSE_PATTERNS: &[&str] = &[
    "news",
    "NEWS",
    "news",
    "*",
    "*",
    "news*",
    "news$",
    "*s",
    "images",
    "http://news.search.*/",
    "http://news.",
    "http://*.com/$",
    "",
];

/// Names of resource sets; the last is never defined.
pub(crate) const SETS: &[&str] = &["open", "open", "shut", "Mix", "OPEN", "nowhere"];

/// Names of local usages; the last is never defined.
pub(crate) const LOCALS: &[&str] = &["snip", "keep", "Keep", "basic", "basic", "all", "undefined"];

/// The targets of references; the last never exists.
pub(crate) const REFERENCES: &[&str] =
    &["/s.txt", "/s.txt", "/t.txt", "http://other.example/r.txt", "/gone.txt"];
