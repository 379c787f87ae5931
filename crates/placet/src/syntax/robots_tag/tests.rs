use std::convert::Infallible;

use proptest::prelude::*;
use sfv::visitor::{
    EntryVisitor, Ignored, InnerListVisitor, ItemVisitor, ListVisitor, ParameterVisitor,
};
use sfv::{BareItem, BareItemFromInput, KeyRef, Parser};

use super::*;
use crate::syntax::rule::{Addressee, PageRule};
use crate::text::limits;

/// `name rule` for each rule, and the name and text of each problem.
fn shown(value: &str) -> (Vec<String>, Vec<(&'static str, String)>) {
    let directives = read(value.as_bytes());
    let text = |span: Span| String::from_utf8_lossy(span.of(value.as_bytes())).into_owned();
    let rules = directives.rules.iter().map(|it| match &it.addressee {
        Addressee::Everyone => format!("* {}", it.rule),
        Addressee::Crawler(name) => format!("{name} {}", it.rule),
    });
    let problems = directives.problems.iter().map(|(kind, span)| (kind.name(), text(*span)));
    (rules.collect(), problems.collect())
}

#[test]
fn lists_are_read() {
    for (value, rules) in [
        ("", &[][..]),
        ("*;nosnippet, ExampleBot;noindex", &["* nosnippet", "ExampleBot noindex"]),
        ("*;noindex, ExampleBot", &["* noindex"]),
        ("*", &[]),
        ("*;nosnippet;noindex", &["* nosnippet", "* noindex"]),
        ("  *; noindex ,  ExampleBot;nosnippet  ", &["* noindex", "ExampleBot nosnippet"]),
        ("*;noindex\t,\tb;none", &["* noindex", "b none"]),
        ("\"_bot\";noindex", &["_bot noindex"]),
        ("\"*\";noindex", &["* noindex"]),
        (r#""a\"b, c";noindex"#, &["a\"b, c noindex"]),
        ("*;noindex=?0;nosnippet=?1", &["* nosnippet"]),
        (
            "*;noindex=1, b;noindex=true, c;noindex=0, d;noindex=\"FALSE\"",
            &["* noindex", "b noindex"],
        ),
        ("*;max-snippet=20", &["* max-snippet:20"]),
        ("*;max-snippet=\"20\"", &["* max-snippet:20"]),
        ("*;max-snippet=50;max-snippet=20", &["* max-snippet:20"]),
        ("*;noindex;none;noindex=?0, *;noai", &["* none", "* noai"]),
        (
            "*;max-image-preview=none, b;max-image-preview=\"Large\"",
            &["* max-image-preview:none", "b max-image-preview:large"],
        ),
        (
            "*;unavailable_after=\"Sat, 25 Jun 2010 15:00:00 PST\";noindex",
            &["* unavailable_after:2010-06-25T23:00:00Z", "* noindex"],
        ),
        ("*;unavailable_after=@1767225600", &["* unavailable_after:2026-01-01T00:00:00Z"]),
        ("*;unavailable_after=20260101", &["* unavailable_after:2026-01-01T00:00:00Z"]),
        ("a;none, A;noai", &["a none", "A noai"]),
    ] {
        let rules = rules.iter().map(ToString::to_string).collect();
        assert_eq!(shown(value), (rules, vec![]), "{value}");
    }
}

#[test]
fn invalid_lists_are_read_member_by_member() {
    for (value, rules) in [
        ("*;NoIndex", &["* noindex"][..]),
        ("*;noindex,", &["* noindex"]),
        (",*;noindex,,b;none", &["* noindex", "b none"]),
        ("*;;noindex;", &["* noindex"]),
        ("* ;noindex", &["* noindex"]),
        ("_bot;noindex, 360Spider;none", &["_bot noindex", "360Spider none"]),
        ("*;noindex=", &["* noindex"]),
        ("*;Max-Snippet=50;max-snippet=20", &["* max-snippet:50", "* max-snippet:20"]),
        ("*;max-snippet=5;max-snippet=9,", &["* max-snippet:9"]),
        ("*;noindex =?1", &["* noindex"]),
        ("*;max-snippet:20;max-video-preview = 5", &["* max-snippet:20", "* max-video-preview:5"]),
        (
            "*;unavailable_after=2026-01-01;noindex",
            &["* unavailable_after:2026-01-01T00:00:00Z", "* noindex"],
        ),
        (
            "*;unavailable_after=Sat, 25 Jun 2010 15:00:00 PST, b;noindex",
            &["* unavailable_after:2010-06-25T23:00:00Z", "b noindex"],
        ),
        (
            "*;unavailable_after: 2026-01-01T00:00:00Z",
            &["* unavailable_after:2026-01-01T00:00:00Z"],
        ),
        ("é;noindex", &["é noindex"]),
    ] {
        let rules = rules.iter().map(ToString::to_string).collect();
        assert_eq!(shown(value), (rules, vec![("field-lenient", value.to_owned())]), "{value}");
    }
}

#[test]
fn unknown_members_rules_and_values_are_problems() {
    for (value, rules, problems) in [
        ("noindex", &[][..], &[("rule-as-token", "noindex")][..]),
        ("noindex;none", &["noindex none"], &[("rule-as-token", "noindex")]),
        ("*;x=1;none", &["* none"], &[("rule-unknown", "x=1")]),
        (
            "*;noindex, 5;none, ?1;none",
            &["* noindex"],
            &[("field-member", "5;none"), ("field-member", "?1;none")],
        ),
        ("(a b);noindex, *;none", &["* none"], &[("field-member", "(a b);noindex")]),
        ("\"\";none", &[], &[("field-member", "\"\";none")]),
        ("*;noindex=maybe", &[], &[("rule-value", "noindex=maybe")]),
        (
            "*;max-snippet, *;max-snippet=20.0, *;max-snippet=-2",
            &[],
            &[
                ("rule-value", "max-snippet"),
                ("rule-value", "max-snippet=20.0"),
                ("rule-value", "max-snippet=-2"),
            ],
        ),
        (
            "*;max-snippet=@20;unavailable_after=?1, *;unavailable_after=x",
            &[],
            &[
                ("rule-value", "max-snippet=@20"),
                ("rule-date", "unavailable_after=?1"),
                ("rule-date", "unavailable_after=x"),
            ],
        ),
        (
            "*;noindex;indexifembedded",
            &["* noindex", "* indexifembedded"],
            &[("rule-only-restricts", "indexifembedded")],
        ),
        (
            "*;none, b;indexifembedded, *;all",
            &["* none", "b indexifembedded", "* all"],
            &[("rule-only-restricts", "indexifembedded")],
        ),
        ("b;none, *;indexifembedded", &["b none", "* indexifembedded"], &[]),
        (
            "*;noindex, @@@;x",
            &["* noindex"],
            &[("field-lenient", "*;noindex, @@@;x"), ("field-member", "@@@;x")],
        ),
        (
            "googlebot: noindex",
            &[],
            &[("field-lenient", "googlebot: noindex"), ("field-member", "googlebot: noindex")],
        ),
        (
            "\"a;none, *;none",
            &["* none"],
            &[("field-lenient", "\"a;none, *;none"), ("field-member", "\"a;none")],
        ),
        (";noindex", &[], &[("field-lenient", ";noindex"), ("field-member", ";noindex")]),
        (
            "*;unavailable_after=2026-01-01 x;none",
            &["* unavailable_after:2026-01-01T00:00:00Z", "* none"],
            &[("field-lenient", "*;unavailable_after=2026-01-01 x;none"), ("field-member", "x")],
        ),
    ] {
        let problems = problems.iter().map(|(kind, text)| (*kind, (*text).to_owned()));
        let rules = rules.iter().map(ToString::to_string).collect();
        assert_eq!(shown(value), (rules, problems.collect()), "{value}");
    }
}

#[test]
fn complete_members_within_the_ceiling_are_read() {
    let others = (0..2_000).map(|number| format!("b{number:04};nosnippet"));
    let members: Vec<String> = std::iter::once("*;noindex".to_owned()).chain(others).collect();
    let value = members.join(", ");
    let directives = read(value.as_bytes());
    // 9 bytes, then 17 each; the comma that ends a member must be within the ceiling too.
    assert_eq!(directives.rules.len(), 1 + (limits::FIELD_VALUE - 10) / 17);
    assert_eq!(directives.problems.len(), 1);
    let (kind, span) = directives.problems[0];
    assert_eq!((kind, span.end()), (ProblemKind::FieldCut, value.len()));
    assert_eq!(&value[span.start()..=span.start()], ",");
}

#[test]
fn names_that_are_too_long_address_no_crawler() {
    let value = format!("{};none, b;none", "a".repeat(limits::AGENT_NAME + 1));
    let (rules, problems) = shown(&value);
    assert_eq!(rules, ["b none"]);
    assert_eq!(problems[0].0, "field-member");
}

/// The result of a structured parser: the items that are names, and their parameters.
#[derive(Default)]
struct Parsed(Vec<(BareItem, Vec<(String, BareItem)>)>);

struct Entry<'p>(&'p mut Parsed);

struct Parameters<'p>(&'p mut Parsed);

impl<'de> ListVisitor<'de> for &mut Parsed {
    type Out = ();
    type Error = Infallible;

    fn entry(&mut self) -> Result<impl EntryVisitor<'de>, Infallible> {
        Ok(Entry(self))
    }

    fn finish(self) -> Result<(), Infallible> {
        Ok(())
    }
}

impl<'de> EntryVisitor<'de> for Entry<'_> {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'de>, Infallible> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'de>, Infallible> {
        Ok(Ignored)
    }
}

impl<'de> ItemVisitor<'de> for Entry<'_> {
    type Out = ();
    type Error = Infallible;

    fn bare_item(
        self,
        item: BareItemFromInput<'de>,
    ) -> Result<impl ParameterVisitor<'de, Out = ()>, Infallible> {
        self.0.0.push((item.into(), Vec::new()));
        Ok(Parameters(self.0))
    }
}

impl<'de> ParameterVisitor<'de> for Parameters<'_> {
    type Out = ();
    type Error = Infallible;

    fn parameter(
        &mut self,
        key: &'de KeyRef,
        value: BareItemFromInput<'de>,
    ) -> Result<(), Infallible> {
        let (_, parameters) = self.0.0.last_mut().unwrap();
        parameters.retain(|(known, _)| known != key.as_str());
        parameters.push((key.as_str().to_owned(), value.into()));
        Ok(())
    }

    fn finish(self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The flags and numbers that a structured parser finds.
fn flags(value: &str) -> Option<Vec<(String, String)>> {
    let mut parsed = Parsed::default();
    Parser::new(value.trim_matches([' ', '\t'])).parse_list_with_visitor(&mut parsed).ok()?;
    let mut flags = Vec::new();
    for (item, parameters) in parsed.0 {
        let name = match item {
            BareItem::Token(token) => token.as_str().to_owned(),
            BareItem::String(string) => string.as_str().to_owned(),
            _ => continue,
        };
        for (key, value) in parameters.iter().filter(|_| !name.is_empty()) {
            match (key.as_str(), value) {
                ("noindex" | "none" | "noai", BareItem::Boolean(true)) => {
                    flags.push((name.clone(), key.clone()));
                }
                ("max-snippet", BareItem::Integer(number)) if i64::from(*number) >= -1 => {
                    flags.push((name.clone(), format!("max-snippet:{number}")));
                }
                _ => {}
            }
        }
    }
    Some(flags)
}

fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "*",
        "a",
        "B",
        "_",
        "5",
        "\"",
        "\"x\"",
        "\\",
        ",",
        ", ",
        ";",
        "; ",
        "=",
        "?0",
        "?1",
        "%\"",
        "(",
        ")",
        ":",
        "@1",
        "noindex",
        "none",
        "noai",
        "NoIndex",
        ";noindex",
        ";none=?1",
        ", *;",
        "max-snippet=",
        "20",
        "-1",
        "unavailable_after=",
        "2026-01-01",
        "Sat, 25 Jun 2010",
        " ",
        "\t",
        "é",
        ":YQ==:",
        "%\"a\\\"",
    ])
}

proptest! {
    #[test]
    fn spans_of_any_bytes_are_within_them(value in prop::collection::vec(any::<u8>(), 0..200)) {
        let directives = read(&value);
        for span in directives.rules.iter().map(|it| it.span).chain(directives.problems.iter().map(|it| it.1)) {
            prop_assert!(span.end() <= value.len());
        }
    }

    /// In a valid list, the rules are those that a structured parser finds.
    #[test]
    fn lists_are_read_as_lists(pieces in prop::collection::vec(piece(), 0..12)) {
        let value = pieces.concat();
        let directives = read(value.as_bytes());
        let strict = flags(&value);
        let is_lenient = directives.problems.iter().any(|(kind, _)| *kind == ProblemKind::FieldLenient);
        prop_assert_eq!(is_lenient, strict.is_none());
        let read: Vec<_> = directives
            .rules
            .iter()
            .filter(|it| {
                let flag = matches!(it.rule, PageRule::NoIndex | PageRule::None | PageRule::NoAi);
                flag || matches!(it.rule, PageRule::MaxSnippet(_))
            })
            .map(|it| match &it.addressee {
                Addressee::Everyone => ("*".to_owned(), it.rule.to_string()),
                Addressee::Crawler(name) => (name.to_string(), it.rule.to_string()),
            })
            .collect();
        if let Some(strict) = strict {
            prop_assert_eq!(read, strict, "{}", value);
        }
    }
}

/// The rules of one line, and its problems.
type Line = (Vec<String>, Vec<(&'static str, String)>);

/// The rules and problems of each of several lines.
fn several(values: &[&str]) -> Vec<Line> {
    let bytes: Vec<&[u8]> = values.iter().map(|value| value.as_bytes()).collect();
    let lines = read_lines(&bytes).into_iter().zip(values);
    lines
        .map(|(directives, value)| {
            let text = |span: Span| String::from_utf8_lossy(span.of(value.as_bytes())).into_owned();
            let rules = directives.rules.iter().map(|it| it.rule.to_string()).collect();
            let problems = directives.problems.iter().map(|(kind, at)| (kind.name(), text(*at)));
            (rules, problems.collect())
        })
        .collect()
}

#[test]
fn all_lines_are_one_list() {
    let rules = |rules: &[&str]| rules.iter().map(ToString::to_string).collect::<Vec<_>>();
    let lenient = |text: &str| vec![("field-lenient", text.to_owned())];
    assert_eq!(
        several(&["*;noindex, a;none", "*;nosnippet"]),
        [(rules(&["noindex", "none"]), vec![]), (rules(&["nosnippet"]), vec![])]
    );
    // A string, and so a member, can go on on the next line.
    assert_eq!(
        several(&["*;x=\"a", "b\";noindex"]),
        [(vec![], vec![("rule-unknown", "x=\"a".to_owned())]), (rules(&["noindex"]), vec![])]
    );
    assert_eq!(
        several(&["*;unavailable_after=\"Sat", "25 Jun 2010 15:00:00 PST\""])[0].0,
        ["unavailable_after:2010-06-25T23:00:00Z"]
    );
    // One invalid line makes the whole list invalid; the lines are then read one by one.
    assert_eq!(
        several(&["*;noindex", "*;NoSnippet", "*;none"]),
        [
            (rules(&["noindex"]), vec![]),
            (rules(&["nosnippet"]), lenient("*;NoSnippet")),
            (rules(&["none"]), vec![]),
        ]
    );
    assert_eq!(several(&["*;noindex", ""]), [(rules(&["noindex"]), vec![]), (vec![], lenient(""))]);
    assert_eq!(several(&[""]), [(vec![], vec![])]);
    // An open quote hides nothing of the next line.
    let [(first, _), (second, _)] =
        several(&["*;x=\"a;noindex", "*;nosnippet"]).try_into().unwrap();
    assert_eq!((first, second), (rules(&["noindex"]), rules(&["nosnippet"])));
}
