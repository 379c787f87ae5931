//! `placet explain`.

use insta::assert_snapshot;
use placet_conformance::{Vector, vectors};
use serde_json::Value;

use crate::run::{Run, placet};
use crate::server::{Server, masked_times, unreachable};

fn explain(args: &[&str], input: &[u8]) -> Run {
    let run = placet(&[&["explain"], args].concat(), input);
    assert_eq!(run.err, "");
    run
}

#[test]
fn a_conventional_file() {
    let run = explain(&["/drafts/42", "-a", "SomeBot", "-r", "examples/robots.txt"], b"");
    assert_eq!(run.status, 1);
    assert_snapshot!(run.out);
}

#[test]
fn a_named_group_replaces_the_star_group() {
    let run = explain(&["/archive/2019/a", "-a", "OtherBot", "-r", "examples/robots.txt"], b"");
    assert_eq!(run.status, 1);
    assert_snapshot!(run.out);
}

#[test]
fn rules_for_other_crawlers_are_listed_one_by_one() {
    let robots = b"User-agent: foo\nDisallow: /a\n\nUser-agent: bar\nUser-agent: *\nDisallow: /b\n\
        Allow: /b/open\n\nUser-agent: baz\nDisallow: /\n";
    let run = explain(&["/b", "-a", "foo", "-r", "-"], robots);
    assert_eq!(run.status, 0);
    assert_snapshot!(run.out);
    // `*` applies to a crawler that no group names; the other groups do not.
    let run = explain(&["/b", "-a", "other", "-r", "-"], robots);
    assert_eq!(run.status, 1);
    assert_snapshot!("named_groups_are_for_others", run.out);
}

#[test]
fn with_many_statements_those_about_the_url_are_shown() {
    let others: Vec<String> =
        (0..50).map(|at| format!("User-agent: b{at}\nDisallow: /{at}\n")).collect();
    let others = others.concat();
    let robots = format!("{others}User-agent: *\nDisallow: /x\nUser-agent: foo\nDisallow: /y\n");
    let run = explain(&["/x/1", "-a", "foo", "-r", "-"], robots.as_bytes());
    assert!(run.out.contains("Disallow: /x "), "{}", run.out);
    assert!(run.out.ends_with("     and 63 more\n"), "{}", run.out);
    let shown = run.out.split("statements that did not apply\n").nth(1).unwrap();
    let lines: Vec<usize> = shown
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("standard input:"))
        .map(|line| line.split_whitespace().next().unwrap().parse().unwrap())
        .collect();
    assert!(lines.len() == 40 && lines.is_sorted(), "{lines:?}");
    let json = explain(&["/x/1", "-a", "foo", "-r", "-", "--json"], robots.as_bytes());
    let explained: Value = serde_json::from_str(&json.out).unwrap();
    let not_applied = explained["aside"].as_array().unwrap();
    let concerning: Vec<_> =
        not_applied.iter().filter(|it| it["concerns"] == true).map(|it| &it["line"]).collect();
    assert_eq!((not_applied.len(), concerning), (103, vec![&101.into(), &102.into()]));
}

#[test]
fn a_missing_robots_txt_is_not_shown_as_read() {
    for args in
        [&["/", "--html", "examples/page.html"][..], &["/", "--header", "Robots-Tag: *;noai"]]
    {
        let run = explain(&[args, &["-a", "X"]].concat(), b"");
        let none = "not given, so the site is treated as having no statements";
        assert!(run.out.contains(&format!("  robots.txt: {none}\n")), "{}", run.out);
        assert!(
            run.out.contains(&format!("   crawl: robots.txt was {none} -> permit\n")),
            "{}",
            run.out
        );
        assert!(!run.out.contains("robots.txt was read"), "{}", run.out);
    }
    // An empty file is read.
    let run = explain(&["/", "-a", "X", "-r", "-"], b"");
    assert!(run.out.contains("   crawl: robots.txt was read -> permit\n"), "{}", run.out);
    assert!(run.out.contains("  standard input: no bytes, "), "{}", run.out);
}

#[test]
fn acap_with_the_dependencies_of_a_copy() {
    let args = ["/news/1", "-a", "ExampleBot", "-u", "present-currentcopy", "-r", "-"];
    let robots = b"User-agent: *\nDisallow: /news/\n\nACAP-crawler: *\nACAP-allow-crawl: /news/\n\
        ACAP-disallow-preserve: /\nACAP-allow-present: /news/ time-limit=30-days\n\
        ACAP-disallow-index: /\nACAP-crawler: ExampleBot\nACAP-allow-follow: /\n";
    let run = explain(&args, robots);
    assert_eq!(run.status, 1);
    assert_snapshot!(run.out);
}

#[test]
fn a_page_with_header_meta_and_elements() {
    let args = ["/", "-a", "ExampleBot", "-u", "present-snippet", "--html", "examples/page.html"];
    let header = ["--header", "Robots-Tag: *;max-snippet=20, OtherBot;noindex", "--offline"];
    let run = explain(&[&args[..], &header].concat(), b"");
    assert_eq!(run.status, 0);
    assert_snapshot!(run.out);
    let element = ["/", "-a", "ExampleBot", "-u", "index", "--html", "examples/page.html"];
    let run = explain(&[&element[..], &["--element", "quote", "--offline"]].concat(), b"");
    assert_eq!(run.status, 1);
    assert_snapshot!("an_element_of_a_page", run.out);
}

#[test]
fn expired_conditions() {
    let args = ["/a", "-a", "b", "-u", "index", "-r", "-", "--now", "2030-01-01"];
    let robots = b"ACAP-crawler: *\nACAP-allow-index: / time-limit=until-2029-12-31\n";
    let run = explain(&args, robots);
    assert_eq!(run.status, 1);
    assert_snapshot!(run.out);
}

#[test]
fn the_profile_google_reads_rfc_9309_only() {
    let args = ["/news/1", "-a", "ExampleBot", "-r", "examples/acap.txt", "-p", "google"];
    let run = explain(&args, b"");
    assert_eq!(run.status, 0);
    assert_snapshot!(run.out);
}

#[test]
fn an_unreachable_robots_txt_skips_the_other_laws() {
    let origin = unreachable();
    let args = [&*origin, "-a", "b", "-u", "index", "--store", "memory", "--allow-private"];
    let run = explain(&[&args[..], &["--timeout", "1"]].concat(), b"");
    assert_eq!(run.status, 1);
    assert_snapshot!(masked_times(&run.out.replace(&origin, "http://nobody.example")));
}

#[test]
fn an_unreadable_referenced_file_prohibits_everything() {
    let robots = b"User-agent: *\nAllow: /\nACAP-crawler: *\nACAP-permissions-reference: /a.txt\n";
    let run = explain(&["/x", "-a", "b", "-r", "-"], robots);
    assert_eq!(run.status, 1);
    assert_snapshot!(run.out);
}

#[test]
fn several_urls_share_one_request() {
    let site = Server::robots("User-agent: *\nDisallow: /drafts/\n");
    let (one, two) = (site.url("/drafts/1"), site.url("/news/1"));
    let args = [&*one, &two, "-a", "b", "--store", "memory", "--allow-private", "--json"];
    let run = explain(&args, b"");
    assert_eq!(run.status, 1);
    let explained: Value = serde_json::from_str(&run.out).unwrap();
    let verdicts: Vec<_> = explained.as_array().unwrap().iter().map(|it| &it["verdict"]).collect();
    assert_eq!(verdicts, ["prohibit", "permit"]);
    assert_eq!(site.paths(), ["/robots.txt"]);
}

#[test]
fn page_options_need_a_single_url() {
    for more in [&["--header", "Robots-Tag: *;noindex", "--offline"][..], &["-r", "-"]] {
        let run = placet(&[&["explain", "/a", "/b", "-a", "b"], more].concat(), b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{more:?}");
    }
}

#[test]
fn an_explanation_as_json() {
    let args = ["/drafts/42", "-a", "SomeBot", "-u", "index", "-r", "-", "--json"];
    let run = explain(&args, b"User-agent: *\nDisallow: /drafts/\nDisallow: /search\n");
    assert_snapshot!(run.out);
}

#[test]
fn hostile_text_does_not_reach_the_terminal() {
    let robots = b"User-agent: *\rDisallow: /\x1B[31m\xFF*\rDisallow: /\x1B[1mb";
    let run = explain(&["/\u{1B}[31m", "-a", "\u{1B}[31mbot", "-r", "-"], robots);
    assert!(!run.out.contains('\x1B'), "{}", run.out);
}

/// Every how many vectors to run; the tests of the library run all of them.
const STRIDE: usize = 10;

/// A question as arguments; none if the command line has no option for it.
fn arguments(vector: &Vector, folder: &std::path::Path) -> Option<Vec<String>> {
    let known = ["purpose", "html", "now"];
    if vector.more.keys().any(|key| !known.contains(&&**key)) {
        return None;
    }
    let robots = folder.join("robots.txt");
    std::fs::write(&robots, vector.robots()).unwrap();
    let mut args = vec![vector.url.clone(), format!("--agent={}", vector.agent)];
    args.push(format!("--robots={}", robots.display()));
    args.push(format!("--usage={}", vector.usage));
    args.push(format!("--profile={}", vector.profile));
    args.extend(vector.text("purpose").map(|it| format!("--purpose={it}")));
    args.extend(vector.text("now").map(|it| format!("--now={it}")));
    if let Some(html) = vector.text("html") {
        let page = folder.join("page.html");
        std::fs::write(&page, html).unwrap();
        args.push(format!("--html={}", page.display()));
    }
    (!vector.url.starts_with('-')).then_some(args)
}

#[test]
fn it_agrees_with_check() {
    let folder = tempfile::tempdir().unwrap();
    let mut asked = 0;
    for path in ["rep", "acap", "robots-tag"] {
        for vector in vectors(path).unwrap().iter().step_by(STRIDE) {
            let Some(args) = arguments(vector, folder.path()) else { continue };
            let ask = |command: &str| {
                let mut all = vec![command, "--json"];
                all.extend(args.iter().map(String::as_str));
                let run = placet(&all, b"");
                let answer: Value = serde_json::from_str(&run.out).unwrap_or_default();
                (run.status, answer["verdict"].clone(), answer["reasons"].clone())
            };
            let check = ask("check");
            assert_ne!(check.0, 2, "{}", vector.id);
            assert_eq!(ask("explain"), check, "{}", vector.id);
            asked += 1;
        }
    }
    assert!(asked > 80, "{asked}");
}
