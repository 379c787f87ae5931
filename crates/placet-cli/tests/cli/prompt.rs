//! Output for people: `check`, `records`, errors and help.

use crate::run::{Run, placet};
use insta::assert_snapshot;

const EXAMPLE: &str = "examples/robots.txt";

fn check(url: &str, agent: &str) -> Run {
    placet(&["check", url, "--agent", agent, "--robots", EXAMPLE], b"")
}

#[test]
fn a_prohibition_shows_the_line_and_exits_1() {
    let run = check("https://example.com/drafts/42", "SomeBot");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out);
}

#[test]
fn a_permission_shows_what_it_overrode_and_exits_0() {
    let run = check("https://example.com/drafts/index.html", "SomeBot");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn a_named_group_replaces_the_others() {
    let run = check("/drafts/42", "Mozilla/5.0 (compatible; ExampleBot/2.1)");
    assert_eq!(run.status, 0);
    assert_snapshot!(run.out);
}

#[test]
fn an_empty_robots_txt_permits() {
    let run = placet(&["check", "/a", "-a", "b", "-r", "-"], b"");
    assert_eq!(run.status, 0);
    assert_snapshot!(run.out);
}

#[test]
fn hostile_text_does_not_reach_the_terminal() {
    let robots = b"User-agent: *\r\rDisallow: /\x1B[31m\xFF\xFE a very long line \
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        *\rDisallow: /";
    let run = placet(&["check", "/a", "-a", "\x1B[31mbot", "-r", "-"], robots);
    assert_eq!(run.status, 1);
    assert!(!run.out.contains('\x1B'), "{}", run.out);
    assert_snapshot!(run.out);
}

#[test]
fn a_decision_as_json() {
    let run = placet(&["check", "/archive/2019/a", "-a", "OtherBot", "-r", EXAMPLE, "--json"], b"");
    assert_eq!(run.status, 1);
    assert_snapshot!(run.out);
}

#[test]
fn records_of_the_example() {
    let run = placet(&["records", EXAMPLE], b"");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn records_as_json() {
    let robots =
        b"\xEF\xBB\xBFDisallow: /early\nuseragent: AI2Bot\nDisallow: /\nAllow: /$\nfoo: bar\n<p>\n";
    let run = placet(&["records", "-", "--json"], robots);
    assert_eq!(run.status, 0);
    assert_snapshot!(run.out);
}

#[test]
fn records_of_a_file_without_groups() {
    assert_snapshot!(placet(&["records", "-"], b"Sitemap: https://a.example/s.xml").out);
}

#[test]
fn an_error_is_one_line_and_exits_2() {
    for (args, error) in [
        (
            &["check", "no url", "-a", "a", "-r", EXAMPLE][..],
            "cannot decide about \"no url\": not a URL: expected a path that begins with / or an absolute URL such as https://example.com/page",
        ),
        (
            &["check", "/a", "-a", "a", "-r", "examples"],
            "cannot read examples: it is a directory, expected a file",
        ),
        (
            &["check", "/a", "-a", "a", "-r", "missing.txt"],
            "cannot open missing.txt: No such file or directory (os error 2)",
        ),
        (
            &["records", "missing.txt"],
            "cannot open missing.txt: No such file or directory (os error 2)",
        ),
        (&["decide", "examples"], "cannot read examples: it is a directory, expected a file"),
    ] {
        let run = placet(args, b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert_eq!(run.err, format!("placet: {error}\n"), "{args:?}");
    }
    let run = placet(&["check", "/a", "-a", "a", "-r", EXAMPLE, "--profile", "x"], b"");
    assert_eq!(run.status, 2);
}

#[test]
fn a_file_of_a_hundred_megabytes_is_read_up_to_the_ceiling() {
    let mut robots = b"User-agent: *\nDisallow: /a\n".to_vec();
    robots.resize(100_000_000, b'x');
    let run = placet(&["check", "/a", "-a", "a", "-r", "-"], &robots);
    assert_eq!(run.status, 1, "{}", run.err);
}

#[test]
fn help_texts() {
    for command in [
        &["--help"][..],
        &["check", "--help"],
        &["matrix", "--help"],
        &["explain", "--help"],
        &["test", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
        &["fetch", "--help"],
        &["cache", "--help"],
        &["replay", "--help"],
        &["decide", "--help"],
        &["records", "--help"],
        &["page", "--help"],
        &["extract", "--help"],
        &["diff", "--help"],
        &["fmt", "--help"],
        &["convert", "--help"],
        &["crawlers", "--help"],
    ] {
        let run = placet(command, b"");
        assert_eq!(run.status, 0);
        assert_snapshot!(format!("help-{}", command[0].trim_start_matches('-')), run.out);
    }
}
