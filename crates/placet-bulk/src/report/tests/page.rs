//! The page: escaped, self-contained, with a query for every number.

use super::{Comparison, Made, captures};
use crate::capture::Capture;
use crate::report::{Listing, Summary, Tally, html, summary_text};
use crate::run::Format;

fn page() -> String {
    let (before, after) =
        (Made::new(Format::Parquet, captures(60, 0)), Made::new(Format::Parquet, captures(60, 1)));
    let changes = Comparison::of(&before.tables(), &after.tables()).unwrap();
    html(&after.summary(), Some(&changes))
}

#[test]
fn every_link_has_a_target_and_every_id_is_unique() {
    let page = page();
    let ids: Vec<&str> =
        page.split(" id=\"").skip(1).map(|it| it.split('"').next().unwrap()).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(ids.len(), unique.len());
    let links = page.split("href=\"").skip(1).map(|it| it.split('"').next().unwrap());
    for link in links {
        assert!(ids.contains(&link.strip_prefix('#').unwrap()), "{link}");
    }
    let queries = ids.iter().filter(|id| id.starts_with("q-")).count();
    assert!(queries >= 20, "{queries}");
}

#[test]
fn the_page_loads_nothing_and_has_no_script() {
    let page = page();
    for text in ["<script", "src=", "url(", "@import", "<link", "http://", "<iframe"] {
        assert!(!page.contains(text), "{text}");
    }
}

#[test]
fn text_of_the_input_is_never_markup() {
    const HOSTILE: &str = "</td><script>alert(\"1\")</script><img src=x onerror='a'>\u{202e}";
    let mut summary = Made::new(Format::Jsonl, captures(20, 0)).summary();
    summary.folder = HOSTILE.to_owned();
    let hostile_tally = |tally: &mut Tally| {
        (tally.title, tally.note, tally.query) = (HOSTILE.into(), HOSTILE.into(), HOSTILE.into());
        tally.rows.iter_mut().flat_map(|row| &mut row.keys).for_each(|key| *key = HOSTILE.into());
    };
    summary.tallies.iter_mut().for_each(hostile_tally);
    let changes = Comparison {
        before: HOSTILE.to_owned(),
        after: HOSTILE.to_owned(),
        tallies: Vec::new(),
        listings: vec![Listing {
            id: "changed-access",
            title: "Sites",
            columns: vec!["origin"],
            rows: vec![vec![HOSTILE.to_owned()]],
            total: 1_234_567,
            query: HOSTILE.to_owned(),
        }],
    };
    let page = html(&summary, Some(&changes));
    for text in ["<script", "<img", "\u{202e}", "</td><s"] {
        assert!(!page.contains(text), "{text}");
    }
    assert!(page.contains("&lt;script&gt;alert(&quot;1&quot;)"));
    assert!(page.contains("1\u{202f}234\u{202f}567"));
    assert!(!summary_text(&summary).contains('\u{202e}'));
}

/// An audit of four sites, with a name that does not depend on where it is.
fn small() -> Summary {
    let captures = vec![
        Capture::file("https://a.example", "1", b"User-agent: GPTBot\nDisallow: /\n".to_vec()),
        Capture::file(
            "https://b.example",
            "2",
            b"User-agent: *\nDisallow: /news/\nContent-Signal: ai-train=no\n".to_vec(),
        ),
        Capture { status: Some(404), ..Capture::file("https://c.example", "3", Vec::new()) },
        Capture { status: Some(503), ..Capture::file("https://d.example", "4", Vec::new()) },
    ];
    let mut summary = Made::with(Format::Parquet, captures, &["GPTBot", "CCBot"]).summary();
    summary.folder = "audit".to_owned();
    summary
}

#[test]
fn a_small_report() {
    let page = html(&small(), None);
    let (_, body) = page.split_once("<body>").unwrap();
    insta::assert_snapshot!("small_page", body);
}

#[test]
fn a_small_summary() {
    insta::assert_snapshot!("small_summary", summary_text(&small()));
    let json = serde_json::to_value(&small().tallies[0]).unwrap();
    let expected = serde_json::json!({"outcome": "available", "answers": 4, "count": 2});
    assert_eq!(json["rows"][0], expected);
}

#[test]
fn an_empty_audit_has_a_page() {
    let summary = Made::new(Format::Csv, Vec::new()).summary();
    assert_eq!((summary.answers, summary.tallies.len()), (0, 0));
    assert!(html(&summary, None).contains("0 answers"));
}
