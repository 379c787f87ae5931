use super::*;
use crate::policy::{ActionKind, RobotsPolicy};
use crate::vocabulary::Usage;

fn pattern(text: &str) -> PathPattern {
    PathPattern::new(text).unwrap()
}

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn usage(usage: Usage) -> QualifiedUsage {
    QualifiedUsage::new(usage).unwrap()
}

/// Writes the text again, and checks that the result is read as the text was.
fn again(text: &str) -> String {
    let read = RobotsPolicy::parse(text.as_bytes());
    let file = RobotsFile::from_policy(&read);
    for line_end in [LineEnd::Lf, LineEnd::CrLf] {
        let printed = file.print(line_end);
        let again = RobotsPolicy::parse(printed.as_bytes());
        assert!(same_meaning(&read, &again), "{text}\n---\n{printed}");
        assert_eq!(RobotsFile::from_policy(&again).print(line_end), printed);
    }
    file.print(LineEnd::Lf)
}

#[test]
fn parts_are_printed_in_the_order_of_the_documents() {
    let mut file = RobotsFile::new();
    file.version("1.1").unwrap();
    file.sitemap("https://example.com/s.xml").unwrap();
    let quoted = usage(Usage::PresentSnippet).on("max-length=20-words".parse().unwrap()).unwrap();
    file.qualified_usage(name("quote"), quoted).unwrap();
    let parts = [Constituent::Usage(Usage::Index), Constituent::Local(name("Quote"))];
    file.composite_usage(name("basic"), parts).unwrap();
    file.resource_set(name("open"), [pattern("/news/"), pattern("*.html$")]).unwrap();
    file.ignore_conventional_records();
    let open = || Resources::set(name("OPEN"));
    let news = SubRecord::new(
        Purpose::new("http://news.*/").unwrap(),
        Field::allow_local(name("basic"), open()),
    )
    .purpose(Purpose::new("news").unwrap());
    let old = Request::new(ActionKind::TakeDown, Location::new("/old").unwrap());
    let record = Record::new(Crawlers::named(["ExampleBot", "Other Bot/2.0"]).unwrap(), news)
        .and(Field::disallow(Usage::Other, pattern("/")).unwrap())
        .and(old);
    file.record(record).unwrap();
    file.reference(Reference::new(Crawlers::any(), Location::new("/more.txt").unwrap()));
    file.group(Group::new("a").unwrap());
    let delay = Other::new("crawl-delay", "5").unwrap();
    file.group(Group::new("b").unwrap().agent("*").unwrap().allow(pattern("/x")).other(delay));
    let printed = file.print(LineEnd::CrLf);
    assert_eq!(
        printed.replace("\r\n", "\n"),
        "##ACAP version=1.1

Sitemap: https://example.com/s.xml

User-agent: a
Disallow:

User-agent: b
User-agent: *
Allow: /x
Crawl-delay: 5

ACAP-ignore-conventional-records
ACAP-version: 1.1

ACAP-qualified-usage: quote present-snippet max-length=20-words
ACAP-composite-usage: basic index (Quote)
ACAP-resource-set: open /news/ *.html$

ACAP-crawler: ExampleBot
ACAP-crawler: Other Bot/2.0
ACAP-disallow-other: /
ACAP-request-take-down: /old
ACAP-usage-purpose: http://news.*/
ACAP-usage-purpose: news
ACAP-allow-(basic): the-acap:resource-set:OPEN

ACAP-crawler: *
ACAP-permissions-reference: /more.txt
"
    );
    let read = RobotsPolicy::parse(printed.as_bytes());
    assert_eq!(read.problems().count(), 0);
    again(&printed);
}

#[test]
fn texts_that_the_documents_forbid_are_rejected() {
    for text in ["", "1a", "a b", "ä", "a/b"] {
        assert!(Name::new(text).is_err(), "{text}");
    }
    for text in ["", "a", "/a b", "/a#b", "/a$b", "/\u{a0}", "/a\n"] {
        assert!(PathPattern::new(text).is_err(), "{text}");
    }
    for text in ["", "*", "008", "a#b", "a ", "ä"] {
        assert!(Crawlers::named([text]).is_err(), "{text}");
    }
    assert!(Crawlers::named(["o'bot", "A b/1.0"]).is_ok());
    assert!(Crawlers::named([]).is_err());
    for text in ["", "a/1", "008", "a b"] {
        assert!(Group::new(text).is_err(), "{text}");
    }
    for key in ["", "Disallowed", "user-agent", "ACAP-crawler", "a b", "a:b", "Site-map"] {
        assert!(Other::new(key, "x").is_err(), "{key}");
    }
    for text in ["", "a", "/a*", "/a b", "/a#b"] {
        assert!(Location::new(text).is_err(), "{text}");
    }
    assert!(Location::new("http://other.example/r.txt").is_ok());
    assert!(QualifiedUsage::new(Usage::TrainAi).is_err());
    assert!(QualifiedUsage::new(Usage::PresentExtract).is_err());
    assert!(Field::disallow(Usage::AiInput, pattern("/")).is_err());
    for text in ["time-limit", "frob=1", "time-limit=3-day", "must-use-resource=/a#b"] {
        assert!(text.parse::<crate::Condition>().is_err(), "{text}");
    }
}

#[test]
fn conditions_must_suit_their_usage_and_not_repeat() {
    let on = |start: &QualifiedUsage, text: &str| start.clone().on(text.parse().unwrap());
    assert!(on(&usage(Usage::Crawl), "time-limit=3-days").is_err());
    let once = on(&usage(Usage::Present), "time-limit=3-days").unwrap();
    assert!(on(&once, "time-limit=4-days").is_err());
    let style = on(&once, "prohibited-modification=style").unwrap();
    assert!(on(&style, "prohibited-modification=any").is_err());
    assert!(on(&style, "prohibited-modification=format").is_ok());
    let target = crate::Condition::TargetCondition("a b".into());
    assert!(once.clone().on(target).is_err());
    assert!(once.on(crate::Condition::TargetCondition("é".into())).is_err());
}

#[test]
fn names_are_defined_once_and_before_they_are_used() {
    let mut file = RobotsFile::new();
    let kept = usage(Usage::Preserve).on("time-limit=3-days".parse().unwrap()).unwrap();
    assert!(file.qualified_usage(name("none"), usage(Usage::Index)).is_err());
    file.qualified_usage(name("kept"), kept.clone()).unwrap();
    let error = file.qualified_usage(name("KEPT"), kept).unwrap_err();
    assert_eq!(error.to_string(), "KEPT: the name is already defined");
    let local = |text| [Constituent::Local(name(text))];
    assert!(file.composite_usage(name("a"), local("b")).is_err());
    assert!(file.composite_usage(name("a"), []).is_err());
    assert!(file.composite_usage(name("a"), [Constituent::Usage(Usage::TrainAi)]).is_err());
    file.composite_usage(name("a"), local("kept")).unwrap();
    assert!(file.composite_usage(name("c"), local("a")).is_err());
    assert!(file.resource_set(name("s"), []).is_err());
    file.resource_set(name("s"), [pattern("/")]).unwrap();
    assert!(file.resource_set(name("S"), [pattern("/")]).is_err());
    let record = |field| Record::new(Crawlers::any(), field);
    let error = file.record(record(Field::allow_local(name("x"), pattern("/")))).unwrap_err();
    assert_eq!(error.to_string(), "x is not defined in this file");
    let set = Resources::set(name("x"));
    assert!(file.record(record(Field::disallow(Usage::Crawl, set).unwrap())).is_err());
    assert!(file.record(record(Field::allow_local(name("A"), Resources::set(name("s"))))).is_ok());
    assert!(!file.has_references());
}

#[test]
fn faulty_records_are_written_as_they_were_read() {
    let printed = again(
        "ACAP-crawler: a\nACAP-crawler: *\nACAP-allow-index: /x frob=1\n\
         ACAP-disallow-crawl: the-acap:resource-set:nowhere\n\
         ACAP-permissions-reference: /r.txt\nACAP-usage-purpose: News\nACAP-allow-follow: a/\n\
         ACAP-crawler: b\nACAP-allow-frob: /\nACAP-crawler:\nACAP-allow-crawl: /\n",
    );
    assert_eq!(
        printed,
        "ACAP-crawler: *
ACAP-permissions-reference: /r.txt

ACAP-crawler: a
ACAP-disallow-index: /x
ACAP-disallow-crawl: the-acap:resource-set:undefined
ACAP-usage-purpose: news
ACAP-allow-follow: /a/

ACAP-crawler: *
ACAP-disallow-index: /x
ACAP-disallow-crawl: the-acap:resource-set:undefined
ACAP-usage-purpose: news
ACAP-allow-follow: /a/
"
    );
}

#[test]
fn unusual_files_are_written_as_they_were_read() {
    for text in [
        "",
        "##ACAP version=0.2\nACAP-crawler: *\nACAP-allow-crawl: /",
        "##ACAP version=1#1\nACAP-crawler: *\nACAP-allow-crawl: /",
        "ACAP-version: 1.1 beta\nACAP-crawler: *\nACAP-allow-crawl: /",
        "ACAP-ignore-conventional-records\nACAP-crawler: x\nUser-agent: *\nDisallow: /",
        "ACAP-ignore-conventional-records\nUser-agent: *\nDisallow: /",
        "ACAP-resource-set: undefined /a /b\nACAP-resource-set: e\nACAP-crawler: *\n\
         ACAP-disallow-crawl: the-acap:resource-set:undefined the-acap:resource-set:x\n\
         ACAP-disallow-index: the-acap:resource-set:e",
        "ACAP-resource-set: a/b /a /b\nACAP-resource-set: set-1 /a\nACAP-crawler: *\n\
         ACAP-disallow-crawl: the-acap:resource-set:a/b",
        "ACAP-resource-set: a /a /b\nACAP-resource-set: b /a /b\nACAP-crawler: *\n\
         ACAP-disallow-crawl: the-acap:resource-set:b\n\
         ACAP-disallow-index: the-acap:resource-set:a",
        "User-agent: *\nUser-agent: \u{e9}\nDisallow: /a b\u{e9}\nCrawl-delay: x\nSitemap: s\nfoo: b",
        "Crawl-delay: 1\nDisallow: /\nUser-agent:\nAllow:\nUser-agent: a",
        "ACAP-crawler: *\nACAP-usage-purpose:\nACAP-allow-present-extract: / max-length=2-words",
    ] {
        again(text);
    }
}

#[test]
fn other_profiles_keep_acap_fields_as_written() {
    let text = "ACAP-crawler: *\nUser-agent: a\nDisallow: /x\nACAP-ignore-conventional-records\n";
    for profile in [crate::Profile::Rfc9309, crate::Profile::Google] {
        let reader = RobotsPolicy::builder().profile(profile);
        let read = reader.parse(text.as_bytes());
        let printed = RobotsFile::from_policy(&read).print(LineEnd::Lf);
        assert!(same_meaning(&read, &reader.parse(printed.as_bytes())), "{printed}");
    }
}

#[test]
fn a_file_with_too_many_statements_prohibits_everything() {
    let count = crate::text::limits::ACAP_STATEMENTS / 4_096 + 1;
    let text = format!(
        "ACAP-composite-usage: a{}\nACAP-crawler: *\n{}",
        " crawl".repeat(4_096),
        "ACAP-allow-(a): /\n".repeat(count)
    );
    let printed = RobotsFile::from_policy(&RobotsPolicy::parse(text.as_bytes())).print(LineEnd::Lf);
    let site = RobotsPolicy::parse(printed.as_bytes());
    let crawler = site.for_agent(crate::Agent::new("x"));
    for usage in Usage::ALL {
        assert!(!crawler.may(usage, "/").unwrap().verdict().is_permit(), "{usage}");
    }
}

#[test]
fn files_with_other_content_differ_in_meaning() {
    let base =
        "User-agent: a\nDisallow: /x\nACAP-crawler: *\nACAP-allow-index: / time-limit=3-days\n";
    let read = |text: &str| RobotsPolicy::parse(text.as_bytes());
    for (from, to) in [
        ("User-agent: a", "User-agent: b"),
        ("Disallow: /x", "Disallow: /y"),
        ("Disallow: /x", "Allow: /x"),
        ("crawler: *", "crawler: a"),
        ("allow-index: /", "allow-index: /x"),
        ("allow-index", "allow-follow"),
        ("3-days", "4-days"),
        ("ACAP-allow", "ACAP-usage-purpose: x\nACAP-allow"),
        ("ACAP-crawler", "ACAP-ignore-conventional-records\nACAP-crawler"),
        ("ACAP-crawler", "ACAP-version: 1.1\nACAP-crawler"),
        ("User-agent", "Foo: x\nUser-agent"),
        ("ACAP-allow", "ACAP-request-re-crawl: /\nACAP-allow"),
        ("ACAP-allow", "ACAP-permissions-reference: /\nACAP-allow"),
    ] {
        assert!(!same_meaning(&read(base), &read(&base.replace(from, to))), "{to}");
    }
    assert!(same_meaning(&read(base), &read(&base.replace('\n', "\r\n\r\n"))));
}
