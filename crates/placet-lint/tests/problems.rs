//! A rule reports every kind of problem that the engine finds.

use placet::limits::{FIELD_VALUE, FILE_MIN, PAGE_DEPTH};
use placet::signals::{SignalFiles, SignalProblemKind};
use placet::syntax::ProblemKind;
use placet::{Profile, RobotsPolicy, Usage};
use placet_lint::{Config, Subject, find, lint};

/// The kind of a sample.
#[derive(Clone, Copy, PartialEq)]
enum Is {
    Robots,
    Fields,
    Page,
}

/// A file with a problem of this kind, and the rule that reports it.
#[expect(clippy::too_many_lines, reason = "a table")]
fn sample(kind: ProblemKind) -> Option<(Is, String, &'static str)> {
    let acap = |line: &str| format!("ACAP-crawler: *\r\n{line}\r\n");
    let group = |line: &str| format!("User-agent: *\n{line}\n");
    let long = "a".repeat(17_000);
    Some(match kind {
        ProblemKind::ByteOrderMark => {
            (Is::Robots, group("").replace('U', "\u{FEFF}U"), "byte-order-mark")
        }
        ProblemKind::Wide | ProblemKind::WideUnread => {
            let units = group("").encode_utf16().flat_map(u16::to_le_bytes).collect();
            (Is::Robots, String::from_utf8(units).ok()?, "utf-16")
        }
        ProblemKind::Unreadable => (Is::Robots, "hello\n".into(), "unreadable-line"),
        ProblemKind::LenientKey => (Is::Robots, group("Dissallow: /a"), "misspelt-key"),
        ProblemKind::MissingColon => (Is::Robots, group("Disallow /a"), "missing-colon"),
        ProblemKind::Nul => (Is::Robots, group("Disallow: /a\0b"), "nul-byte"),
        ProblemKind::NotAscii => (Is::Robots, group("Disallow: /é"), "not-ascii"),
        ProblemKind::PatternWithoutSlash => {
            (Is::Robots, group("Disallow: a"), "pattern-without-slash")
        }
        ProblemKind::AgentUnnamed => {
            (Is::Robots, "User-agent:\nDisallow: /a\n".into(), "agent-unnamed")
        }
        ProblemKind::AgentNotToken => {
            (Is::Robots, "User-agent: a/2\nDisallow: /\n".into(), "agent-not-token")
        }
        ProblemKind::CrawlDelayUnreadable => {
            (Is::Robots, group("Crawl-delay: x"), "crawl-delay-unreadable")
        }
        ProblemKind::RuleOutsideGroup => {
            (Is::Robots, "Disallow: /a\n".into(), "rule-outside-group")
        }
        ProblemKind::LineCut => {
            (Is::Robots, group(&format!("Disallow: /{long}")), "line-cut-by-google")
        }
        ProblemKind::LineDropped | ProblemKind::FileCut => {
            let name =
                if kind == ProblemKind::FileCut { "file-too-long" } else { "line-at-size-limit" };
            (Is::Robots, group(&"Disallow: /a b c\n".repeat(FILE_MIN / 16)), name)
        }
        ProblemKind::RuleInAcapRecord => (Is::Robots, acap("Disallow: /a"), "rule-in-acap-record"),
        ProblemKind::AcapStyle => (Is::Robots, acap("acap-allow-index:/a"), "acap-style"),
        ProblemKind::AcapBlank => (Is::Robots, acap("ACAP-allow-index : /a"), "acap-whitespace"),
        ProblemKind::AcapLineEnd => (Is::Robots, "ACAP-crawler: *\n".into(), "acap-line-end"),
        ProblemKind::AcapUnknown => (Is::Robots, acap("ACAP-allow-frob: /a"), "acap-unknown"),
        ProblemKind::AcapNotUnderstood => {
            (Is::Robots, acap("ACAP-allow-index: /a time-limit=x"), "unknown-qualifier-value")
        }
        ProblemKind::AcapUndefined => {
            (Is::Robots, acap("ACAP-allow-index: the-acap:resource-set:s"), "undefined-name")
        }
        ProblemKind::AcapOutsideRecord => {
            (Is::Robots, "ACAP-allow-index: /a\r\n".into(), "acap-outside-record")
        }
        ProblemKind::AcapMisplaced => {
            (Is::Robots, acap("ACAP-allow-index: /a\r\nACAP-resource-set: s /b"), "acap-misplaced")
        }
        ProblemKind::AcapEmpty => (Is::Robots, acap("ACAP-allow-index:"), "acap-without-resource"),
        ProblemKind::FieldLenient => {
            (Is::Fields, "Robots-Tag: *;noindex;;a\n".into(), "header-not-structured")
        }
        ProblemKind::FieldMember => {
            (Is::Fields, "Robots-Tag: (a b)\n".into(), "unreadable-header-member")
        }
        ProblemKind::FieldCut => {
            let members = "a;noindex, ".repeat(FIELD_VALUE / 8);
            (Is::Fields, format!("Robots-Tag: {members}*;noindex\n"), "value-too-long")
        }
        ProblemKind::FieldDeprecated => {
            (Is::Fields, "X-Robots-Tag: noindex\n".into(), "x-robots-tag-alone")
        }
        ProblemKind::RuleAsToken => {
            (Is::Fields, "Robots-Tag: noindex\n".into(), "rule-in-place-of-agent")
        }
        ProblemKind::RuleUnknown => (Is::Fields, "Robots-Tag: *;frob\n".into(), "rule-unknown"),
        ProblemKind::RuleValue => {
            (Is::Fields, "Robots-Tag: *;max-snippet=x\n".into(), "invalid-rule-value")
        }
        ProblemKind::RuleDate => {
            (Is::Fields, "X-Robots-Tag: unavailable_after: x\n".into(), "unreadable-date")
        }
        ProblemKind::RuleOnlyRestricts => (
            Is::Fields,
            "Robots-Tag: *;noindex;indexifembedded\n".into(),
            "indexifembedded-with-noindex",
        ),
        ProblemKind::MetaInBody => {
            (Is::Page, "<p>a<meta name=robots content=noindex>".into(), "meta-in-body")
        }
        ProblemKind::MetaMalformed => {
            (Is::Page, "<meta name=robots content='ACAP x'>".into(), "meta-malformed")
        }
        ProblemKind::MetaNamedAcap => {
            (Is::Page, "<meta name=ACAP content='disallow-index'>".into(), "meta-named-acap")
        }
        ProblemKind::MetaUnversioned => (
            Is::Page,
            "<meta name=robots content='ACAP allow-present target-condition=x'>".into(),
            "meta-unversioned",
        ),
        ProblemKind::ElementUnknown => {
            (Is::Page, "<p class=the-acap:frob>a".into(), "unknown-acap-class")
        }
        ProblemKind::ElementLocal => {
            (Is::Page, "<p class='the-acap:allow-(snip)'>a".into(), "unknown-acap-class")
        }
        ProblemKind::PageCut => (
            Is::Page,
            "<div class=the-acap:disallow-index>".repeat(PAGE_DEPTH * 2),
            "page-over-limit",
        ),
        _ => return None,
    })
}

/// Whether the engine finds a problem of this kind.
fn has_problem(kind: ProblemKind, is: Is, subject: &Subject<'_>) -> bool {
    let text = subject.text();
    if is == Is::Robots {
        let of_google = matches!(kind, ProblemKind::LineCut | ProblemKind::WideUnread);
        let profile = if of_google { Profile::Google } else { Profile::default() };
        let policy = RobotsPolicy::builder().profile(profile).parse(text);
        return policy.problems().any(|problem| problem.kind() == kind);
    }
    subject.page_policy().is_some_and(|page| page.problems().any(|problem| problem.kind() == kind))
}

#[test]
fn every_kind_of_problem_has_a_rule() {
    for &kind in ProblemKind::ALL {
        let Some((is, text, name)) = sample(kind) else {
            panic!("no sample of {kind:?}: write a rule for it, and one");
        };
        let subject = match is {
            Is::Robots => Subject::new("robots.txt", text.as_bytes()),
            Is::Fields => Subject::fields("headers", text.as_bytes()),
            Is::Page => Subject::page("page.html", text.as_bytes()),
        };
        assert!(has_problem(kind, is, &subject), "{kind:?} is not in its sample");
        assert!(find(name).is_some(), "{name}");
        let report = lint(&subject, &Config::default());
        let found: Vec<_> = report.findings().iter().map(|it| it.rule().name()).collect();
        assert!(found.contains(&name), "{kind:?}: {name} is not among {found:?}");
    }
}

/// Files with a signal problem of this kind, each with its name and the rule that reports it.
#[expect(clippy::too_many_lines, reason = "a table")]
fn signal_samples(kind: SignalProblemKind) -> Vec<(&'static str, String, &'static str)> {
    let group = |line: &str| format!("User-agent: *\n{line}\nAllow: /\n");
    let rule = |location: &str, reservation: &str| {
        format!("[{{\"location\": {location}, \"tdm-reservation\": {reservation}}}]")
    };
    let rsl = |url: &str, terms: &str| {
        format!(
            "<rsl xmlns='https://rslstandard.org/rsl'><content url='{url}'><license>{terms}\
             </license></content></rsl>"
        )
    };
    match kind {
        SignalProblemKind::Unparsable => vec![
            ("robots.txt", group("Content-Usage: Train-AI=n"), "content-usage-unparsable"),
            ("robots.txt", group("Content-Signal: noai"), "content-signal-unparsable"),
        ],
        SignalProblemKind::UnknownKey => vec![
            ("robots.txt", group("Content-Usage: gold=n"), "content-usage-unknown-label"),
            ("robots.txt", group("Content-Signal: gold=no"), "content-signal-unknown-key"),
            (
                "license.xml",
                rsl("/", "<prohibits type='usage'>gold</prohibits>"),
                "rsl-unknown-word",
            ),
        ],
        SignalProblemKind::LegacyLabel => {
            vec![("robots.txt", group("Content-Usage: ai=n"), "content-usage-legacy-label")]
        }
        SignalProblemKind::Value => vec![
            ("robots.txt", group("Content-Usage: train-ai=no"), "content-usage-value"),
            ("robots.txt", group("Content-Signal: ai-train=maybe"), "content-signal-value"),
            ("tdmrep.json", rule("\"/\"", "true"), "tdmrep-rule-ignored"),
            ("trust.txt", "datatrainingallowed=0\n".into(), "trust-txt-value"),
        ],
        SignalProblemKind::Lenient => vec![
            ("robots.txt", group("Content-Signal: ai-train = no"), "content-signal-form"),
            ("tdmrep.json", rule("\"/\"", "\"1\""), "tdmrep-number-in-quotes"),
            ("tdmrep.json", rule("[\"/\"]", "1"), "tdmrep-location-form"),
            ("tdmrep.json", rule("\"/\", \"location\": \"/\"", "1"), "tdmrep-key-repeated"),
            ("license.xml", rsl("/", "<permits type='usage'>all,</permits>"), "rsl-list-form"),
            ("license.xml", rsl("/", "").replace("https:", "http:"), "rsl-namespace"),
        ],
        SignalProblemKind::OutsideGroup => {
            vec![("robots.txt", "Content-Usage: train-ai=n\n".into(), "signal-outside-group")]
        }
        SignalProblemKind::Conflict => vec![
            (
                "robots.txt",
                group("Content-Signal: ai-train=no, ai-train=yes"),
                "signal-repeated-key",
            ),
            (
                "robots.txt",
                group("Content-Signal: ai-train=no\nContent-Signal: ai-train=yes"),
                "signal-conflict",
            ),
            (
                "robots.txt",
                group("Content-Signal: search=yes, use=immediate"),
                "use-below-permission",
            ),
            (
                "trust.txt",
                "datatrainingallowed=no\ndatatrainingallowed=yes\n".into(),
                "trust-txt-repeated",
            ),
        ],
        SignalProblemKind::Pattern => vec![
            ("robots.txt", group("DisallowAITraining: a"), "ai-training-without-slash"),
            ("tdmrep.json", rule("\"a\"", "1"), "tdmrep-location-without-slash"),
            ("license.xml", rsl("a", ""), "rsl-url-matches-nothing"),
        ],
        SignalProblemKind::Scope => vec![(
            "page.html",
            "<p>a<meta name=tdm-reservation content=1>".into(),
            "signal-in-body",
        )],
        SignalProblemKind::Reference => {
            vec![("robots.txt", group("License: MIT"), "license-not-absolute")]
        }
        SignalProblemKind::NotConformant => vec![
            ("license.xml", rsl("/", "<gold/>"), "rsl-not-conformant"),
            ("license.xml", "<rsl/>".into(), "rsl-unreadable"),
        ],
        SignalProblemKind::SearchUnmentioned => vec![(
            "license.xml",
            rsl("/", "<permits type='usage'>ai-input</permits>"),
            "rsl-search-unmentioned",
        )],
        SignalProblemKind::Truncated => {
            let long = " ".repeat(placet::limits::SIGNAL_FILE + 1);
            vec![
                ("tdmrep.json", long.clone(), "tdmrep-not-json"),
                ("license.xml", long, "rsl-unreadable"),
            ]
        }
        SignalProblemKind::Format => vec![
            ("tdmrep.json", "x".into(), "tdmrep-not-json"),
            ("tdmrep.json", "{}".into(), "tdmrep-not-an-array"),
            ("ai.txt", "x\n".into(), "ai-txt-format"),
        ],
        _ => Vec::new(),
    }
}

#[test]
fn every_kind_of_signal_problem_has_a_rule() {
    const URL: &str = "https://a.example/l";
    for &kind in SignalProblemKind::ALL {
        let samples = signal_samples(kind);
        assert!(!samples.is_empty(), "no sample of {kind:?}: write a rule for it, and one");
        for (name, text, rule) in samples {
            let text = text.as_bytes();
            let license = format!("License: {URL}\n");
            let (mut robots, mut files) = (RobotsPolicy::parse(b""), SignalFiles::new());
            let subject = match name {
                "tdmrep.json" => {
                    files = files.tdmrep(text);
                    Subject::tdmrep(name, text)
                }
                "trust.txt" => {
                    files = files.trust_txt(text);
                    Subject::trust_txt(name, text)
                }
                "ai.txt" => {
                    files = files.ai_txt(text);
                    Subject::ai_txt(name, text)
                }
                "license.xml" => {
                    robots = RobotsPolicy::parse(license.as_bytes());
                    files = files.rsl(URL, text);
                    Subject::rsl(name, Some(URL), text)
                }
                "page.html" => Subject::page(name, text),
                _ => {
                    robots = RobotsPolicy::parse(text);
                    Subject::new(name, text)
                }
            };
            let mut bot = robots.for_agent("ExampleBot").signal_files(&files);
            if let Some(page) = subject.page_policy() {
                bot = bot.page(page);
            }
            let usages = [Usage::TrainAi, Usage::Mine, Usage::Index, Usage::AiInput];
            let is_found = usages.into_iter().any(|usage| {
                let decision = bot.may(usage, "https://a.example/").unwrap();
                decision.signal_problems().iter().any(|problem| problem.kind() == kind)
            });
            assert!(is_found, "{kind:?} is not in its sample for {rule}");
            let report = lint(&subject, &Config::default());
            let found: Vec<_> = report.findings().iter().map(|it| it.rule().name()).collect();
            assert!(found.contains(&rule), "{kind:?}: {rule} is not among {found:?}");
        }
    }
}
