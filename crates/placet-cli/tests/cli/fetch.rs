//! `placet check` and `placet matrix` with fetched files.

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{Run, placet, placet_with};
use crate::server::{Server, masked_times, ok, status, unreachable};

const RULES: &str = "User-agent: *\nDisallow: /drafts/\nAllow: /drafts/index.html\n";

/// Asks about a URL on loopback.
fn check(url: &str, more: &[&str]) -> Run {
    let args = ["check", url, "-a", "ExampleBot", "--store", "memory", "--allow-private"];
    placet(&[&args[..], more].concat(), b"")
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn a_prohibition_is_shown_with_the_url_of_robots_txt() {
    let site = Server::robots(RULES);
    let run = check(&site.url("/drafts/42"), &[]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(site.masked(&run.out));
    assert_eq!(check(&site.url("/news/1"), &[]).status, 0);
}

#[test]
fn requests_carry_the_user_agent_of_placet_by_default() {
    let site = Server::robots(RULES);
    check(&site.url("/"), &[]);
    check(&site.url("/"), &["--user-agent", "ExampleBot/2.1 (+https://bot.example)"]);
    let names: Vec<_> = site.asked().into_iter().map(|asked| asked.user_agent).collect();
    assert!(names[0].starts_with("placet/") && names[0].contains("(+https://"), "{names:?}");
    assert_eq!(names[1], "ExampleBot/2.1 (+https://bot.example)");
}

#[test]
fn an_unavailable_robots_txt_permits() {
    let site = Server::new(|_| status("404 Not Found"));
    let run = check(&site.url("/drafts/42"), &[]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(site.masked(&run.out));
}

#[test]
fn an_unreachable_robots_txt_prohibits_and_explains() {
    let origin = unreachable();
    let run = check(&origin, &["--timeout", "1"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(masked_times(&run.out.replace(&origin, "http://nobody.example")));

    let site = Server::new(|_| status("503 Service Unavailable"));
    let run = check(&site.url("/"), &["--json"]);
    assert_eq!(run.status, 1);
    let evidence = &json(&run)["evidence"][0];
    assert_eq!(evidence["standing"], "unreachable");
    assert_eq!((&evidence["status"], &evidence["digest"]), (&Value::from(503), &Value::Null));
}

#[test]
fn a_private_address_makes_the_answer_unknown() {
    let site = Server::robots(RULES);
    let caches = tempfile::tempdir().unwrap();
    let url = site.url("/news/1");
    let refused = placet_with(caches.path(), &["check", &url, "-a", "ExampleBot"], b"");
    assert_eq!((refused.status, refused.err.as_str()), (2, ""));
    assert_snapshot!(site.masked(&refused.out));
    assert_eq!(site.paths(), [""; 0]);

    // With --allow-private, the stored refusal is not used.
    let allowed = ["check", &url, "-a", "ExampleBot", "--allow-private"];
    assert_eq!(placet_with(caches.path(), &allowed, b"").status, 0);
}

#[test]
fn redirects_are_reported() {
    let target = Server::robots(RULES);
    let to = target.url("/robots.txt");
    let site = Server::new(move |path| match path {
        "/robots.txt" => status("301 Moved Permanently\r\nLocation: /moved"),
        _ => status(&format!("302 Found\r\nLocation: {to}")),
    });
    let run = check(&site.url("/drafts/42"), &[]);
    assert_eq!(run.status, 1);
    let shown = site.masked(&run.out).replace(&target.origin, "http://target.example");
    assert_snapshot!(shown);
    let run = json(&check(&site.url("/drafts/42"), &["--json"]));
    assert_eq!(run["evidence"][0]["final_url"], target.url("/robots.txt"));
    assert_eq!(run["evidence"][0]["chain"][0]["status"], 301);
    assert_eq!(run["evidence"][0]["chain"][1]["url"], site.url("/moved"));
}

#[test]
fn a_page_served_as_robots_txt_is_noted() {
    let site = Server::new(|_| ok("text/html", "<!doctype html><title>Log in</title>"));
    let run = check(&site.url("/drafts/42"), &[]);
    assert_eq!(run.status, 0);
    assert_snapshot!(site.masked(&run.out));
}

#[test]
fn evidence_is_reported() {
    let site = Server::robots(RULES);
    let run = check(&site.url("/drafts/42"), &["--evidence"]);
    assert_snapshot!("evidence_as_notes", site.masked(&run.out));
    let run = check(&site.url("/drafts/42"), &["--json"]);
    assert_snapshot!("evidence_as_json", site.masked(&run.out));
}

#[test]
fn files_that_acap_refers_to_are_fetched_and_joined() {
    let site = Server::new(|path| match path {
        "/robots.txt" => ok(
            "text/plain",
            "ACAP-crawler: *\nACAP-disallow-crawl: /\nACAP-crawler: ExampleBot\n\
             ACAP-permissions-reference: /acap.txt\n",
        ),
        "/acap.txt" => ok(
            "text/plain",
            "ACAP-crawler: ExampleBot\nACAP-allow-crawl: /\nACAP-disallow-index: /news/\n",
        ),
        _ => status("404 Not Found"),
    });
    let run = check(&site.url("/news/1"), &["--usage", "index", "--json"]);
    let run = json(&run);
    assert_eq!(run["verdict"], "prohibit", "{run:#}");
    assert_eq!(site.paths(), ["/robots.txt", "/acap.txt"]);
    assert_eq!(run["evidence"][1]["url"], site.url("/acap.txt"));
}

#[test]
fn a_stored_answer_saves_a_request() {
    let site = Server::robots(RULES);
    let caches = tempfile::tempdir().unwrap();
    let url = site.url("/drafts/42");
    let args = ["check", &url, "-a", "ExampleBot", "--allow-private"];
    let first = placet_with(caches.path(), &args, b"");
    assert_eq!((first.status, first.err.as_str()), (1, ""));
    let again = placet_with(caches.path(), &args, b"");
    assert_eq!((again.status, again.out), (1, first.out));
    assert_eq!(site.paths(), ["/robots.txt"]);
    assert!(caches.path().join("placet/robots.redb").exists());

    placet_with(caches.path(), &[&args[..], &["--max-age", "0"]].concat(), b"");
    assert_eq!(site.paths(), ["/robots.txt", "/robots.txt"]);
}

#[test]
fn without_a_cache_folder_memory_is_used() {
    let site = Server::robots(RULES);
    let url = site.url("/drafts/42");
    let file = tempfile::NamedTempFile::new().unwrap();
    let args = ["check", &url, "-a", "ExampleBot", "--allow-private"];
    let run = placet_with(file.path(), &args, b"");
    assert_eq!(run.status, 1);
    assert_eq!(run.err.lines().count(), 1);
    assert!(run.err.contains("fetched files are not kept after this run"), "{}", run.err);
    // A store given with --store must work.
    let named = [&args[..], &["--store", "missing/folder/store"]].concat();
    let run = placet(&named, b"");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with("placet: cannot make missing/folder/store: "), "{}", run.err);
}

#[test]
fn an_unreachable_shared_store_is_reported_and_not_needed() {
    let site = Server::robots(RULES);
    let away = unreachable().replace("http://", "redis://");
    let url = site.url("/drafts/42");
    let args = ["check", &url, "-a", "ExampleBot", "--allow-private", "--store", &away];
    let run = placet(&args, b"");
    assert_eq!(run.status, 1);
    assert!(run.err.ends_with("; continuing without the store\n"), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1);
}

#[test]
fn a_question_without_sources_is_an_error() {
    for (args, error) in [
        (
            &["check", "/a", "-a", "a"][..],
            "there is no robots.txt to decide from; use --robots FILE, or an absolute http or https URL",
        ),
        (
            &["check", "https://a.example/", "-a", "a", "--offline"],
            "there is no robots.txt to decide from; use --robots FILE, or an absolute http or https URL",
        ),
        (
            &["check", "ftp://a.example/", "-a", "a"],
            "there is no robots.txt to decide from; use --robots FILE, or an absolute http or https URL",
        ),
        (
            &["check", "/a", "-a", "a", "-r", "examples/robots.txt", "--page"],
            "cannot fetch the page \"/a\": expected an absolute http or https URL",
        ),
        (
            &["check", "https://a.example/", "-a", "a", "--reference", "/x=y"],
            "--reference needs --robots: placet fetches the files that a fetched robots.txt refers to",
        ),
    ] {
        let run = placet(args, b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert_eq!(run.err, format!("placet: {error}\n"), "{args:?}");
    }
}

/// A site with a page that has noindex twice.
fn with_page(robots: &'static str, page: &'static str) -> Server {
    Server::new(move |path| match path {
        "/robots.txt" => ok("text/plain", robots),
        _ => page.to_owned(),
    })
}

const PAGE: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\
    X-Robots-Tag: nofollow\r\nConnection: close\r\n\r\n<meta name=robots content=noindex>";

#[test]
fn a_page_is_fetched_if_the_crawler_may_crawl_it() {
    let site = with_page(RULES, PAGE);
    let run = check(&site.url("/news/1"), &["--page", "--usage", "index"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(site.masked(&run.out));
    assert_eq!(site.paths(), ["/robots.txt", "/news/1"]);

    let follow = check(&site.url("/news/1"), &["--page", "--usage", "follow"]);
    assert_eq!(follow.status, 1);
}

#[test]
fn a_page_that_may_not_be_crawled_is_not_fetched() {
    let site = with_page(RULES, PAGE);
    let run = check(&site.url("/drafts/42"), &["--page", "--usage", "index"]);
    assert_eq!(site.paths(), ["/robots.txt"]);
    assert_eq!(run.err, "");
    assert_snapshot!(site.masked(&run.out));
    // With another spelling of the path.
    check(&site.url("/news/../drafts/42"), &["--page", "--profile", "google"]);
    assert_eq!(site.paths(), ["/robots.txt", "/robots.txt"]);
}

#[test]
fn an_unavailable_page_makes_permissions_unknown() {
    let site =
        with_page(RULES, "HTTP/1.1 302 Found\r\nLocation: /else\r\nConnection: close\r\n\r\n");
    let run = check(&site.url("/news/1"), &["--page", "--usage", "index"]);
    assert_eq!(run.status, 2);
    assert_eq!(run.err, "");
    assert_snapshot!(site.masked(&run.out));
    assert_eq!(site.paths(), ["/robots.txt", "/news/1"]);
    let crawl = check(&site.url("/news/1"), &["--page"]);
    assert_eq!((crawl.status, crawl.err.as_str()), (0, ""));
}

#[test]
fn a_matrix_is_fetched() {
    let site = with_page(RULES, PAGE);
    let url = site.url("/news/1");
    let args = ["matrix", &url, "-a", "ExampleBot", "--store", "memory", "--allow-private"];
    let run = placet(&[&args[..], &["--page", "--evidence"]].concat(), b"");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_snapshot!(site.masked(&run.out));
    let run = placet(&[&args[..], &["--page", "--json"]].concat(), b"");
    assert_eq!(json(&run)["page"]["status"], 200);
    assert_eq!(json(&run)["evidence"][0]["octets"], RULES.len());
}
