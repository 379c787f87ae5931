//! `placet diff`.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::run::{Run, placet};
use crate::server::Server;
use insta::assert_snapshot;
use serde_json::Value;

const OLD: &str = "\
User-agent: *
Disallow: /drafts/
Disallow: /search

User-agent: Googlebot
Disallow: /private
";

const NEW: &str = "\
# Several crawlers are shut out.
User-agent: GPTBot
Disallow: /

User-agent: CCBot
Disallow: /

User-agent: *
Disallow: /drafts
Disallow: /*.pdf$

User-agent: Googlebot
Disallow: /private/
";

/// Two files in a temporary folder.
struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new(old: &str, new: &str) -> Self {
        let files = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::write(files.path("old.txt"), old).unwrap();
        std::fs::write(files.path("new.txt"), new).unwrap();
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compares them; the folder is removed from the output.
    fn diff(&self, args: &[&str], input: &[u8]) -> Run {
        let (old, new) = (self.path("old.txt"), self.path("new.txt"));
        let files = ["diff", old.to_str().unwrap(), new.to_str().unwrap()];
        let mut run = placet(&[&files[..], args].concat(), input);
        let folder = format!("{}/", self.folder.path().display());
        run.out = run.out.replace(&folder, "");
        run.err = run.err.replace(&folder, "");
        run
    }
}

#[test]
fn changes_are_shown_with_a_path_and_lines_and_exit_1() {
    let run = Files::new(OLD, NEW).diff(&[], b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out);
}

#[test]
fn a_change_without_effect_exits_0() {
    let new = "User-Agent: googlebot # another spelling\nDisallow: /p%72ivate\nDisallow: /private/x\n\
               \nuser-agent: *\ndisallow: /search*\nDisallow: /drafts/\n";
    let run = Files::new(OLD, new).diff(&[], b"");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "no change in effect\n", ""));
}

#[test]
fn usages_and_conditions_of_acap_are_compared() {
    let old = include_str!("../../../../examples/acap.txt");
    let new = old
        .replace("time-limit=30-days", "time-limit=7-days")
        .replace("ACAP-disallow-preserve: /\n", "ACAP-allow-preserve: /news/\n")
        .replace("ACAP-allow-present-link: /\n", "");
    let run = Files::new(old, &new).diff(&[], b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out);
}

#[test]
fn fail_on_selects_the_changes_that_fail() {
    let closing = Files::new("", "User-agent: *\nDisallow: /a\n");
    for (args, status) in [
        (&["--fail-on", "closes"][..], 1),
        (&["--fail-on", "opens"], 0),
        (&["--fail-on", "opens,conditions"], 0),
        (&["--fail-on", "opens", "--fail-on", "closes"], 1),
        (&["--fail-on", "closes", "--agent", "Googlebot", "--usage", "index"], 1),
        (&["--profile", "google"], 1),
    ] {
        assert_eq!(closing.diff(args, b"").status, status, "{args:?}");
    }
    let unknown = closing.diff(&["--fail-on", "shuts"], b"");
    assert_eq!(unknown.status, 2);
}

#[test]
fn agent_and_usage_restrict_the_comparison() {
    let run = Files::new(OLD, NEW).diff(&["--agent", "Googlebot", "--usage", "crawl"], b"");
    assert_snapshot!(run.out);
    let run = Files::new(OLD, OLD).diff(&["--agent", "Googlebot"], b"");
    assert_eq!(run.status, 0);
}

/// Rules that make a comparison track which of twenty letters occur in a path.
fn hard(kind: &str) -> String {
    let letters: Vec<String> = ('a'..='t').map(String::from).collect();
    let mut text = String::from("User-agent: *\nDisallow: /\n");
    for letter in &letters {
        writeln!(text, "Disallow: /*{letter}*{letter}{}", "*".repeat(60)).unwrap();
    }
    let (all, shortest) = (letters.join("*"), letters.concat());
    writeln!(text, "{kind}: /*{all}\nDisallow: /{shortest}{}", "*".repeat(90)).unwrap();
    text
}

#[test]
fn an_incomplete_comparison_is_reported_and_exits_2() {
    let files = Files::new(&hard("Allow"), &hard("Disallow"));
    let run = files.diff(&[], b"");
    assert_eq!((run.status, run.err.as_str()), (2, ""));
    assert_snapshot!(run.out);
    // Other changes are still found.
    let closing = hard("Disallow") + "User-agent: a\nDisallow: /\n";
    let opening = hard("Allow") + "User-agent: a\nDisallow:\n";
    let files = Files::new(&opening, &closing);
    assert_eq!(files.diff(&["--fail-on", "closes"], b"").status, 1);
    assert_eq!(files.diff(&["--fail-on", "opens"], b"").status, 2);
}

/// One group each for more crawlers than placet compares; `last` is the rule of the last group.
fn crowd(last: &str) -> String {
    let letters = |at: usize| -> String {
        at.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
    };
    let mut text = String::new();
    for at in 0..2_100 {
        writeln!(text, "User-agent: b{}\nDisallow: /{at}", letters(at)).unwrap();
    }
    writeln!(text, "User-agent: thatone\n{last}").unwrap();
    text
}

#[test]
fn crawlers_that_are_not_compared_are_reported() {
    let files = Files::new(&crowd("Disallow: /x"), &crowd("Disallow: /"));
    let run = files.diff(&["--fail-on", "closes"], b"");
    assert_eq!(
        (run.status, run.out.as_str()),
        (
            2,
            "no change found\n\
             undetermined: no more than 2048 kinds of crawlers are distinguished, so there may be \
             more changes; those listed are certain\n\
             54 more crawlers are named but were not compared\n"
        )
    );
    let list = ["--urls", "-", "--fail-on", "closes"];
    let run = files.diff(&list, b"/a\n/x\n");
    assert_eq!(
        (run.status, run.out.as_str()),
        (
            2,
            "no change found for 2 URLs of standard input\n\
             undetermined: 54 more crawlers are named but were not compared\n"
        )
    );
    let json = files.diff(&["--urls", "-", "--json"], b"/a\n");
    let changes: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((json.status, &changes["crawlers_unlisted"]), (2, &54.into()));
    assert_eq!(changes["undetermined"], serde_json::json!(["crawlers"]));
    // Changes that are found still fail, and a crawler given with --agent is always compared.
    let found = crowd("Disallow: /").replace("Disallow: /7\n", "Disallow: /\n");
    let files = Files::new(&crowd("Disallow: /x"), &found);
    let run = files.diff(&list, b"/a\n");
    assert_eq!(run.status, 1);
    assert!(run.out.ends_with("undetermined: 54 more crawlers are named but were not compared\n"));
    assert_eq!(files.diff(&[&list[..], &["-a", "thatone"]].concat(), b"/a\n").status, 1);
    assert_eq!(files.diff(&[&list[..], &["-a", "nobody"]].concat(), b"/a\n").status, 0);
}

#[test]
fn a_file_does_not_differ_from_itself() {
    let text = crowd("Disallow: /x");
    let files = Files::new(&text, &text);
    for args in [&["--fail-on", "closes"][..], &["--urls", "-"]] {
        assert_eq!(files.diff(args, b"/a\n").status, 0);
    }
    // Nor does a group with the same names, spelt differently.
    let names = crowd("Disallow: /x").replace("Disallow: /", "# ");
    let files = Files::new(&(names.clone() + "Disallow: /y"), &(names + "Disallow: /y*"));
    assert_eq!(files.diff(&[], b"").status, 0);
}

/// The first line of each change between files of these rules, and the path.
fn headlines(old: &str, new: &str) -> Vec<String> {
    let run = Files::new(old, new).diff(&[], b"");
    let mut lines: Vec<&str> = run.out.lines().collect();
    lines.truncate(lines.len() - 1);
    lines.chunks(5).map(|it| format!("{}{}", it[0], it[1])).collect()
}

#[test]
fn headlines_are_exact() {
    let rules = |text: &str| format!("User-agent: *\n{text}");
    for (old, new, expected) in [
        ("", "Disallow: /\n", &["closes the whole site to every crawler  example: /"][..]),
        ("Disallow: /\n", "", &["opens the whole site to every crawler  example: /"]),
        (
            "Disallow: /\nAllow: /ads.txt$\n",
            "Disallow: /\n",
            &["closes the rest of the site to every crawler  example: /ads.txt"],
        ),
        ("", "Disallow: /a\n", &["closes /a to every crawler  example: /a"]),
        (
            "Disallow: /a/b\n",
            "Disallow: /a\n",
            &["closes the rest of /a to every crawler  example: /a"],
        ),
        (
            "Disallow: /a\nAllow: /a/b\n",
            "Disallow: /c\nAllow: /c\n",
            &["opens the rest of /a to every crawler  example: /a"],
        ),
        (
            "Disallow: /a\nAllow: /a/b\n",
            "Disallow: /a/\nAllow: /a/b$\n",
            &[
                "closes part of /a/b to every crawler  example: /a/b0placet",
                "opens part of /a to every crawler  example: /a",
            ],
        ),
        (
            "Disallow: /\n",
            "Disallow: /private\n",
            &["opens part of / to every crawler  example: /"],
        ),
    ] {
        assert_eq!(headlines(&rules(old), &rules(new)), expected, "{old} / {new}");
    }
    let private = "ACAP-crawler: *\nACAP-disallow-crawl: /private\n";
    assert_eq!(
        headlines(&rules("Disallow: /\n"), private),
        ["opens part of / to every crawler  example: /"]
    );
    assert_eq!(headlines("", private), ["closes /private to every crawler  example: /private"]);
    let nothing = "ACAP-crawler: *\nACAP-disallow-index: /\n";
    let indexed = headlines("", nothing);
    assert!(indexed[0].starts_with("closes the whole site to every crawler: index"), "{indexed:?}");
    // A usage that was already closed is not listed.
    let closed = format!("{nothing}User-agent: *\nDisallow: /\n");
    let rest = headlines(nothing, &closed);
    assert!(rest[0].contains("to every crawler: every usage except index  example: /"), "{rest:?}");
}

#[test]
fn text_and_json_have_the_same_counts() {
    let files = Files::new(OLD, NEW);
    for args in [&[][..], &["--usage", "crawl"]] {
        let text = files.diff(args, b"").out;
        let json = files.diff(&[args, &["--json"]].concat(), b"").out;
        let json: Value = serde_json::from_str(&json).unwrap();
        let all = ["closes", "opens", "conditions"].map(|it| json[it].as_u64().unwrap());
        let [closes, opens, conditions] = all;
        let counted = format!(
            "{} changes in effect: {closes} close, {opens} open\n",
            closes + opens + conditions
        );
        assert!(text.ends_with(&counted), "{text}{counted}");
    }
}

#[test]
fn changes_as_json() {
    let run = Files::new(OLD, NEW).diff(&["--json", "--usage", "crawl"], b"");
    assert_eq!(run.status, 1);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["complete"], true);
    assert_eq!(json["closes"], 3);
    assert_snapshot!(run.out);
}

#[test]
fn a_list_of_urls_is_counted() {
    let list = "# of the site\n/drafts/1\n\nhttps://example.com/drafts\n/search?q=a\n/a.pdf\n/b\n";
    let files = Files::new(OLD, NEW);
    let run = files.diff(&["--urls", "-"], list.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out);
    let none = files.diff(&["--urls", "-", "--agent", "Googlebot"], b"/b\n");
    assert_eq!(
        (none.status, none.out.as_str()),
        (0, "no change in effect for 1 URL of standard input\n")
    );
    let opens = files.diff(&["--urls", "-", "--agent", "x", "--fail-on", "opens"], b"/a.pdf");
    assert_eq!(opens.status, 0);
    let wrong = files.diff(&["--urls", "-", "--agent", "Googlebot"], b"/b\nno url\n\xFF\n");
    assert_eq!(
        (wrong.status, wrong.err.as_str()),
        (2, "placet: standard input: 2 lines are not URLs\n")
    );
}

#[test]
fn usages_with_different_counts_have_their_own_rows() {
    let old =
        "ACAP-crawler: *\nACAP-allow-index: /a time-limit=3-days\nACAP-disallow-preserve: /b\n";
    let new = "ACAP-crawler: *\nACAP-allow-index: /a time-limit=4-days\nACAP-disallow-crawl: /c\n";
    let files = Files::new(old, new);
    let run = files.diff(&["--urls", "-"], b"/a\n/a/1\n/b\n/c\n/d\n");
    assert_snapshot!(run.out);
    let json = files.diff(&["--urls", "-", "--json"], b"/a\n/a/1\n/b\n/c\n/d\n");
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let counts = json["urls"]["counts"].as_array().unwrap();
    let of = |usage: &str| counts.iter().find(|it| it["usages"][0] == usage).unwrap();
    assert_eq!(of("index")["conditions"], 2);
    assert_eq!(of("preserve")["opens"], 1);
    assert_eq!(of("crawl")["examples"][0]["url"], "/c");
    assert_eq!(of("crawl")["examples"][0]["line"], 4);
}

#[test]
fn long_lists_are_counted_and_examples_come_first() {
    let mut list = String::new();
    for at in 0..60_000 {
        writeln!(list, "https://example.com/{}/{at}.pdf", if at % 3 == 0 { "drafts" } else { "a" })
            .unwrap();
    }
    let files = Files::new(OLD, NEW);
    let args = ["--urls", "-", "--agent", "x", "--json"];
    let one = files.diff(&[&args[..], &["--threads", "1"]].concat(), list.as_bytes());
    let four = files.diff(&[&args[..], &["--threads", "4"]].concat(), list.as_bytes());
    assert_eq!(one.out, four.out);
    let json: Value = serde_json::from_str(&one.out).unwrap();
    let count = &json["urls"]["counts"][0];
    assert_eq!((&json["urls"]["urls"], &count["closes"]), (&60_000.into(), &40_000.into()));
    assert_eq!(count["examples"][0]["line"], 2);
}

#[test]
fn a_site_is_fetched_and_an_unreachable_one_is_an_error() {
    let site = Server::robots(OLD);
    let files = Files::new(OLD, NEW);
    let new = files.path("new.txt");
    let flags = ["--allow-private", "--store", "memory", "--timeout", "5"];
    let args = ["diff", &site.origin, new.to_str().unwrap(), "--agent", "Googlebot"];
    let run = placet(&[&args[..], &flags].concat(), b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert!(run.out.contains("/robots.txt:6 Disallow: /private\n"), "{}", run.out);
    let away = crate::server::unreachable();
    let args = ["diff", &away, new.to_str().unwrap()];
    let run = placet(&[&args[..], &flags].concat(), b"");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("is unreachable"), "{}", run.err);
}

#[test]
fn an_unreadable_file_is_an_error() {
    assert_eq!(placet(&["diff", "missing.txt", "-"], b"").status, 2);
    let twice = placet(&["diff", "-", "-"], b"");
    assert_eq!(twice.err, "placet: standard input (-) can be used for one file only\n");
}
