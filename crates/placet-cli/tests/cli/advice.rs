//! What people expect to be told with a decision, and how they ask several questions at once.

use serde_json::{Value, json};

use crate::run::{Run, placet};

const CLOSED: &[u8] = b"User-agent: GPTBot\nDisallow: /\n";

fn check(robots: &[u8], args: &[&str]) -> Run {
    placet(&[&["check", "--robots", "-"], args].concat(), robots)
}

/// The notes of the decision, in the text and in JSON.
fn notes(robots: &[u8], args: &[&str]) -> [String; 2] {
    let json = check(robots, &[args, &["--json"]].concat()).out;
    let json: Value = serde_json::from_str(&json).unwrap();
    [check(robots, args).out, json["notes"].to_string()]
}

#[test]
fn white_space_around_a_name_does_not_change_the_answer() {
    for name in ["GPTBot ", " GPTBot", "GPTBot\r", "GPTBot\r\n", "\tGPTBot"] {
        assert_eq!(check(CLOSED, &["/", "--agent", name]).status, 1, "{name:?}");
        let question =
            json!({"robots": "User-agent: GPTBot\nDisallow: /\n", "agent": name, "url": "/"});
        let run = placet(&["decide", "--verdict-only"], question.to_string().as_bytes());
        assert!(run.out.contains(r#""verdict":"prohibit""#), "{name:?}: {}", run.out);
    }
}

#[test]
fn a_list_of_names_is_not_one_crawler() {
    let run = check(CLOSED, &["/", "--agent", "Googlebot,GPTBot"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("is not one crawler; repeat --agent"), "{}", run.err);
    assert_eq!(check(CLOSED, &["/", "--agent-exact", "Googlebot,GPTBot"]).status, 0);
    let field = "Mozilla/5.0 (KHTML, like Gecko; compatible; GPTBot/1.3)";
    assert_eq!(check(CLOSED, &["/", "--agent", field]).status, 1);
}

#[test]
fn several_crawlers_and_urls_give_a_table() {
    let run = placet(
        &["check", "/drafts/1", "/b", "-a", "GPTBot", "-a", "b", "-r", "examples/robots.txt"],
        b"",
    );
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    for row in ["GPTBot    /drafts/1   prohibit", "GPTBot    /b          permit"] {
        assert!(run.out.contains(row), "{}", run.out);
    }
    let args = ["check", "/drafts/1", "/b", "-a", "GPTBot", "-r", "examples/robots.txt", "--json"];
    let json: Value = serde_json::from_str(&placet(&args, b"").out).unwrap();
    assert_eq!(json[0]["verdict"], "prohibit");
    assert_eq!(json[1]["target"], "/b");
    for args in [&["/a", "/b", "-a", "x"][..], &["/a", "-a", "x", "-a", "y", "--html", "-"]] {
        assert_eq!(check(CLOSED, args).status, 2, "{args:?}");
    }
    let run = placet(&["matrix", "/", "-a", "x", "-a", "y", "-r", "examples/robots.txt"], b"");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("answers for one crawler"), "{}", run.err);
}

#[test]
fn a_noindex_that_is_never_read_is_noted() {
    let noindex = ["/", "-a", "GPTBot", "-u", "index", "--header", "X-Robots-Tag: noindex"];
    for text in notes(CLOSED, &noindex) {
        assert!(text.contains("does not see the statement of the page"), "{text}");
    }
    for text in notes(CLOSED, &["/", "-a", "GPTBot", "-u", "index"]) {
        assert!(text.contains("may still list the bare URL"), "{text}");
    }
    for text in notes(b"", &noindex) {
        assert!(!text.contains("bare URL"), "{text}");
    }
}

#[test]
fn a_snippet_of_a_page_that_may_not_be_indexed_is_noted() {
    let args = ["/", "-a", "Bot", "-u", "snippet", "--header", "X-Robots-Tag: noindex"];
    for text in notes(b"", &args) {
        assert!(text.contains("Bot may not index this page"), "{text}");
    }
}

#[test]
fn how_a_known_crawler_departs_from_the_rules_is_noted() {
    let star = b"User-agent: *\nDisallow: /\n";
    for (agent, note) in [
        ("AdsBot-Google", "does not obey the group for *"),
        ("Googlebot-Image", "obeys the group for Googlebot if no group names it"),
        ("Google-Extended", "fetches nothing"),
        ("ChatGPT-User", "may not obey robots.txt"),
    ] {
        for text in notes(star, &["/", "-a", agent]) {
            assert!(text.contains(note), "{agent}: {text}");
        }
    }
    let named = b"User-agent: AdsBot-Google\nDisallow: /\n";
    for text in notes(named, &["/", "-a", "AdsBot-Google"]) {
        assert!(!text.contains("group for *"), "{text}");
    }
}

#[test]
fn a_name_that_lines_cannot_address_is_noted_everywhere() {
    let robots = b"User-agent: MJ12bot\nDisallow: /\n";
    for text in notes(robots, &["/", "-a", "MJ12bot"]) {
        assert!(text.contains("only a User-agent line with exactly this name"), "{text}");
    }
    for text in notes(robots, &["/", "-a", "MJ12bot", "-p", "google"]) {
        assert!(text.contains("so no line names this crawler"), "{text}");
    }
}

#[test]
fn a_web_page_in_place_of_a_robots_txt_is_noted() {
    let page = b"<!DOCTYPE html>\n<p>Not found\n";
    for text in notes(page, &["/", "-a", "Bot"]) {
        assert!(text.contains("is a web page or XML, not a robots.txt"), "{text}");
    }
    let json = placet(&["records", "-", "--json"], page).out;
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["html"], true);
    assert!(placet(&["records", "-"], page).out.starts_with("note: the file is a web page"));
    let run = placet(&["diff", "examples/robots.txt", "-"], page);
    assert!(run.out.contains("also: the new file: the file is a web page"), "{}", run.out);
}

#[test]
fn changed_delays_and_sitemaps_are_listed_without_changing_the_status() {
    let new = std::fs::read_to_string("../../examples/robots.txt").unwrap();
    let new = new.replace("Crawl-delay: 5", "Crawl-delay: 600");
    let new: String = new.split_inclusive('\n').filter(|it| !it.starts_with("Sitemap")).collect();
    let run = placet(&["diff", "examples/robots.txt", "-"], new.as_bytes());
    assert_eq!(run.status, 0, "{}", run.out);
    for line in ["no change in effect\n", ": 5 s before, 600 s after\n", "also: removed: Sitemap "]
    {
        assert!(run.out.contains(line), "{}", run.out);
    }
}

#[test]
fn what_was_not_read_of_a_page_is_noted() {
    let long = format!("X-Robots-Tag: {}noindex", "nofollow, ".repeat(2_000));
    for text in notes(b"", &["/", "-a", "Bot", "-u", "index", "--header", &long]) {
        assert!(text.contains("X-Robots-Tag:1: the value is longer than 8 KiB"), "{text}");
    }
}

#[test]
fn unanswered_questions_are_counted_on_standard_error() {
    let run = placet(&["decide"], b"{\"agent\": \"a\", \"file\": \"x\"}\n\nno JSON\n");
    assert_eq!(run.status, 2);
    assert_eq!(run.err, "placet: 2 questions are not answered; the first is line 1\n");
    assert!(run.out.contains("did you mean `robots_file`?"), "{}", run.out);
    assert_eq!(run.out.lines().count(), 2);
}
