//! `placet diff`: what changes in effect, and the exit status.

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

/// Two files in a folder of their own.
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

    /// Compares them; what is printed does not show where they lie.
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
fn what_closes_and_opens_is_shown_with_a_path_and_lines_and_exits_1() {
    let run = Files::new(OLD, NEW).diff(&[], b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out);
}

#[test]
fn a_change_of_words_alone_is_none_and_exits_0() {
    let new = "User-Agent: googlebot # said otherwise\nDisallow: /p%72ivate\nDisallow: /private/x\n\
               \nuser-agent: *\ndisallow: /search*\nDisallow: /drafts/\n";
    let run = Files::new(OLD, new).diff(&[], b"");
    assert_eq!(
        (run.status, run.out.as_str(), run.err.as_str()),
        (0, "nothing changes in effect\n", "")
    );
}

#[test]
fn uses_and_conditions_of_acap_are_compared() {
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
fn what_fails_can_be_chosen() {
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
fn who_and_what_is_asked_for_narrows_the_answer() {
    let run = Files::new(OLD, NEW).diff(&["--agent", "Googlebot", "--usage", "crawl"], b"");
    assert_snapshot!(run.out);
    let run = Files::new(OLD, OLD).diff(&["--agent", "Googlebot"], b"");
    assert_eq!(run.status, 0);
}

/// Which of twenty letters a path has had must be known to tell whether it is allowed.
fn hard(kind: &str) -> String {
    let letters: Vec<String> = ('a'..='t').map(String::from).collect();
    let mut text = String::from("User-agent: *\nDisallow: /\n");
    for letter in &letters {
        writeln!(text, "Disallow: /*{letter}*{letter}{}", "*".repeat(60)).unwrap();
    }
    let all = letters.join("*");
    writeln!(text, "{kind}: /*{all}*z*z\nDisallow: /*z*z{}", "*".repeat(90)).unwrap();
    text
}

#[test]
fn what_cannot_be_found_out_is_said_and_exits_2() {
    let files = Files::new(&hard("Allow"), &hard("Disallow"));
    let run = files.diff(&[], b"");
    assert_eq!((run.status, run.err.as_str()), (2, ""));
    assert_snapshot!(run.out);
    // Something else that closes is found all the same.
    let closing = hard("Disallow") + "User-agent: a\nDisallow: /\n";
    let opening = hard("Allow") + "User-agent: a\nDisallow:\n";
    let files = Files::new(&opening, &closing);
    assert_eq!(files.diff(&["--fail-on", "closes"], b"").status, 1);
    assert_eq!(files.diff(&["--fail-on", "opens"], b"").status, 2);
}

/// A group of its own for each of more crawlers than are told apart; the last rule is given.
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
fn crawlers_that_are_left_out_are_told_of_and_leave_it_open() {
    let files = Files::new(&crowd("Disallow: /x"), &crowd("Disallow: /"));
    let run = files.diff(&["--fail-on", "closes"], b"");
    assert_eq!(
        (run.status, run.out.as_str()),
        (
            2,
            "no change was found\n\
             undetermined: no more than 2048 kinds of crawlers are told apart, so there may be \
             more; what is told is certain\n\
             54 more crawlers are named and were not asked\n"
        )
    );
    let list = ["--urls", "-", "--fail-on", "closes"];
    let run = files.diff(&list, b"/a\n/x\n");
    assert_eq!(
        (run.status, run.out.as_str()),
        (
            2,
            "no change was found for 2 URLs of standard input\n\
             undetermined: 54 more crawlers are named and were not asked\n"
        )
    );
    let json = files.diff(&["--urls", "-", "--json"], b"/a\n");
    let told: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((json.status, &told["crawlers_unlisted"]), (2, &54.into()));
    assert_eq!(told["undetermined"], serde_json::json!(["crawlers"]));
    // What is found counts all the same, and who is asked for is not left out.
    let found = crowd("Disallow: /").replace("Disallow: /7\n", "Disallow: /\n");
    let files = Files::new(&crowd("Disallow: /x"), &found);
    let run = files.diff(&list, b"/a\n");
    assert_eq!(run.status, 1);
    assert!(run.out.ends_with("undetermined: 54 more crawlers are named and were not asked\n"));
    assert_eq!(files.diff(&[&list[..], &["-a", "thatone"]].concat(), b"/a\n").status, 1);
    assert_eq!(files.diff(&[&list[..], &["-a", "nobody"]].concat(), b"/a\n").status, 0);
}

#[test]
fn a_file_beside_itself_passes_however_many_it_names() {
    let text = crowd("Disallow: /x");
    let files = Files::new(&text, &text);
    for args in [&["--fail-on", "closes"][..], &["--urls", "-"]] {
        assert_eq!(files.diff(args, b"/a\n").status, 0);
    }
    // So do names that stand in one group, whatever the words.
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
fn headlines_claim_no_more_than_is_so() {
    let rules = |text: &str| format!("User-agent: *\n{text}");
    for (old, new, expected) in [
        ("", "Disallow: /\n", &["closes the whole site to every crawler  such as /"][..]),
        ("Disallow: /\n", "", &["opens the whole site to every crawler  such as /"]),
        (
            "Disallow: /\nAllow: /ads.txt$\n",
            "Disallow: /\n",
            &["closes what was left of the site to every crawler  such as /ads.txt"],
        ),
        ("", "Disallow: /a\n", &["closes /a to every crawler  such as /a"]),
        (
            "Disallow: /a\nAllow: /a/b\n",
            "Disallow: /a/\nAllow: /a/b$\n",
            &[
                "closes something within /a/b to every crawler  such as /a/b0placet",
                "opens something within /a to every crawler  such as /a",
            ],
        ),
        (
            "Disallow: /\n",
            "Disallow: /private\n",
            &["opens something within / to every crawler  such as /"],
        ),
    ] {
        assert_eq!(headlines(&rules(old), &rules(new)), expected, "{old} / {new}");
    }
    let private = "ACAP-crawler: *\nACAP-disallow-crawl: /private\n";
    assert_eq!(
        headlines(&rules("Disallow: /\n"), private),
        ["opens something within / to every crawler  such as /"]
    );
    assert_eq!(headlines("", private), ["closes /private to every crawler  such as /private"]);
    let nothing = "ACAP-crawler: *\nACAP-disallow-index: /\n";
    let indexed = headlines("", nothing);
    assert!(indexed[0].starts_with("closes the whole site to every crawler: index"), "{indexed:?}");
    // What was closed for one use already is not told to close.
    let closed = format!("{nothing}User-agent: *\nDisallow: /\n");
    let rest = headlines(nothing, &closed);
    assert!(rest[0].contains("to every crawler: every use but index  such as /"), "{rest:?}");
}

#[test]
fn text_and_json_count_the_same() {
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
fn machines_are_told_in_json() {
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
        (0, "nothing changes for 1 URL of standard input\n")
    );
    let opens = files.diff(&["--urls", "-", "--agent", "x", "--fail-on", "opens"], b"/a.pdf");
    assert_eq!(opens.status, 0);
    let wrong = files.diff(&["--urls", "-", "--agent", "Googlebot"], b"/b\nno url\n\xFF\n");
    assert_eq!(
        (wrong.status, wrong.err.as_str()),
        (2, "placet: 2 lines of standard input are no URL\n")
    );
}

#[test]
fn uses_are_counted_one_by_one_where_they_differ() {
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
fn long_lists_are_counted_on_all_threads_and_examples_are_the_first() {
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
fn a_site_is_fetched_and_one_out_of_reach_is_no_answer() {
    let site = Server::robots(OLD);
    let files = Files::new(OLD, NEW);
    let new = files.path("new.txt");
    let flags = ["--allow-private", "--store", "memory", "--timeout", "5"];
    let args = ["diff", &site.origin, new.to_str().unwrap(), "--agent", "Googlebot"];
    let run = placet(&[&args[..], &flags].concat(), b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert!(run.out.contains("/robots.txt:6 Disallow: /private\n"), "{}", run.out);
    let away = crate::server::nobody();
    let args = ["diff", &away, new.to_str().unwrap()];
    let run = placet(&[&args[..], &flags].concat(), b"");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("could not be reached"), "{}", run.err);
}

#[test]
fn what_cannot_be_read_is_an_error() {
    assert_eq!(placet(&["diff", "missing.txt", "-"], b"").status, 2);
    let twice = placet(&["diff", "-", "-"], b"");
    assert_eq!(twice.err, "placet: standard input can stand for one file only\n");
}
