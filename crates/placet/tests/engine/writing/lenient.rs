//! Files with the mistakes that people make.

use proptest::prelude::*;
use proptest::sample::select;

/// A line with or without a mistake.
fn line() -> impl Strategy<Value = String> {
    const USAGES: &[&str] = &[
        "crawl",
        "crawl",
        "index",
        "present",
        "PRESENT-snippet",
        "preserve",
        "other",
        "follow",
        "frob",
        "(snip)",
        "( All )",
        "(nobody)",
        "present-extract",
        "train-ai",
        "present-oldcopy",
    ];
    const RESOURCES: &[&str] = &[
        "/",
        "/a",
        "a/",
        "/A/",
        "*.gif",
        "/*.gif$",
        "/a$b",
        "/caf\u{e9}",
        "/%7Ea",
        "/*%2fb",
        "",
        "/%%34%31",
        "/*%%32F",
        "?b",
        "the-acap:resource-set:open",
        "acap:Resource-Set:shut",
        "the-acap:resource-set:nowhere",
        "/a /b",
        "/x\u{a0}/y",
        "/a\u{1}b",
        "the-acap:resource-set:a/b",
    ];
    const QUALIFIERS: &[&str] = &[
        "",
        "",
        "",
        " time-limit = 3-days",
        " Max-Length=20-Words",
        " colour=red",
        " max-length=9",
        " prohibited-modification=style prohibited-modification=FORMAT",
        " time-limit=until-recrawl",
        " must-use-resource=the-ACAP:extract:id:B",
        " ref=\u{e9}",
        " time-limit=3-days time-limit=4-days",
        " time-limit=99999999999999999999-days",
        " target-condition=a%22",
        " ref='x'",
    ];
    const OTHERS: &[&str] = &[
        "",
        "# x",
        "##ACAP version=0.2",
        "ACAP-version: 1.1",
        "ACAP-ignore-conventional-records",
        "ACAP-Ignore-Conventional-Records: yes",
        "ACAP-frob: /",
        "noise",
        "Sitemap: http://a/s.xml",
        "Crawl-delay: 3",
        "X-y z: \u{e9} w",
        "ACAP-request-take-down: /a b",
        "acap-request-recrawl:/x",
        "ACAP-permissions-reference: /r.txt",
        "ACAP-permissions-reference:",
        "acap-allow-crawl /a",
        "ACAP-qualified-usage: snip present-snippet max-length=9-words",
        "ACAP-qualified-usage: snip index",
        "ACAP-qualified-usage: x y",
        "ACAP-composite-usage: all index (snip)",
        "ACAP-composite-usage: All crawl present (all)",
        "ACAP-composite-usage: all",
        "ACAP-resource-set: open",
        "ACAP-resource-set: a/b /a /b",
        "ACAP-resource-set: shut /a /%7eb /\u{e9}",
        "ACAP-resource-set: OPEN a/ *.gif",
        "ACAP-resource-set: set-1 /q /r",
    ];
    prop_oneof![
        3 => select(&["*", "*", "bot", "Bot/1.0", "other  bot", "", "008", "* x", "\u{fffd}"][..])
            .prop_map(|name| format!("ACAP-crawler: {name}")),
        5 => (any::<bool>(), select(USAGES), select(RESOURCES), select(QUALIFIERS)).prop_map(
            |(allow, usage, resource, qualifier)| {
                let verb = if allow { "allow" } else { "disallow" };
                format!("ACAP-{verb}-{usage}: {resource}{qualifier}")
            }
        ),
        1 => select(&["news", "News", "*", "http://a.*/", "", "a b"][..])
            .prop_map(|purpose| format!("ACAP-usage-purpose: {purpose}")),
        1 => select(&["*", "bot", "Bot/1.0", "other", "", "* x", "\u{e9}"][..])
            .prop_map(|name| format!("User-agent: {name}")),
        2 => (select(&["Allow", "Disallow", "disalow"][..]), select(RESOURCES))
            .prop_map(|(key, pattern)| format!("{key}: {pattern}")),
        4 => select(OTHERS).prop_map(str::to_owned),
    ]
}

/// A file with everything that can go wrong.
pub(crate) fn lenient() -> impl Strategy<Value = Vec<u8>> {
    let blank = select(&["", "", "", " ", "\t", "\u{a0}", " # c", "\0x"][..]);
    let end = select(&["\n", "\n", "\r\n", "\r"][..]);
    let invalid = prop::option::weighted(0.1, any::<prop::sample::Index>());
    (prop::collection::vec((line(), blank, end, any::<u8>()), 0..25), invalid).prop_map(
        |(lines, invalid)| {
            let mut text = Vec::new();
            for (line, blank, end, shape) in lines {
                let line = match shape {
                    0..20 => line.to_ascii_lowercase(),
                    20..40 => line.replacen(": ", " :", 1),
                    _ => line,
                };
                text.extend_from_slice(line.as_bytes());
                text.extend_from_slice(blank.as_bytes());
                text.extend_from_slice(end.as_bytes());
            }
            if let Some(at) = invalid.filter(|_| !text.is_empty()) {
                let at = at.index(text.len());
                text.insert(at, 0xE9);
            }
            text
        },
    )
}
