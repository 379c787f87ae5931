//! `placet lint` with the files of a URL, fetched or local.

use std::path::Path;

use crate::run::placet;
use crate::server::{Server, ok, status, unreachable};
use insta::assert_snapshot;

const ROBOTS: &str = "User-agent: *\nDisallow: /drafts/\nDisallow: /assets/\n";
const DRAFT: &str = "<title>Draft</title>\n<meta name=robots content=noindex>\n";
const NEWS: &str = "<title>News</title>\n<meta name=robots content=index>\n\
                    <script src=/assets/app.js></script>\n<img src=/images/1.png>\n";

/// A site with two pages, one of them with a Robots-Tag field.
fn site() -> Server {
    Server::new(|path| match path {
        "/robots.txt" | "/Robots.txt" | "/news/robots.txt" => ok("text/plain", ROBOTS),
        "/drafts/1" => ok("text/html", DRAFT),
        "/news/1" => ok("text/html; charset=utf-8", NEWS).replace(
            "Connection:",
            "Robots-Tag: *;noindex\r\nX-Robots-Tag: noindex\r\nConnection:",
        ),
        "/feed" => ok("application/json", "{\"a\": \"<meta name=robots content=frob>\"}"),
        "/old" => "HTTP/1.1 301 Moved\r\nLocation: /news/1\r\nContent-Length: 0\r\n\
                   Connection: close\r\n\r\n"
            .to_owned(),
        _ => status("404 Not Found"),
    })
}

#[test]
fn an_unreadable_noindex_is_found_on_a_live_page() {
    let site = site();
    let run = placet(&["lint", &site.url("/drafts/1"), "--allow-private"], b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(site.masked(&run.out));
    assert_eq!(site.paths()[..2], ["/robots.txt", "/drafts/1"]);
    assert!(site.asked().iter().all(|asked| asked.user_agent.starts_with("placet/")));
}

#[test]
fn response_page_and_resources_are_linted_together() {
    let site = site();
    let run = placet(&["lint", &site.url("/news/1"), "--allow-private"], b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(site.masked(&run.out));
}

#[test]
fn an_origin_and_a_file_that_is_not_html_are_linted_alone() {
    let site = site();
    for url in [site.origin.clone(), site.url("/robots.txt"), site.url("/feed")] {
        let run = placet(&["lint", &url, "--allow-private"], b"");
        let found = (run.status, run.out.as_str(), run.err.as_str());
        assert_eq!(found, (0, "no findings\n", ""), "{url}");
    }
    let looked_for =
        ["/.well-known/tdmrep.json", "/trust.txt", "/.well-known/trust.txt", "/ai.txt"];
    let mut paths = site.paths();
    for path in looked_for {
        assert_eq!(paths.iter().filter(|it| *it == path).count(), 3, "{path}");
    }
    paths.retain(|path| !looked_for.contains(&&**path));
    assert_eq!(paths, ["/robots.txt", "/robots.txt", "/robots.txt", "/feed"]);
}

#[test]
fn a_robots_txt_at_the_wrong_url_is_reported() {
    let site = site();
    let urls = [site.url("/Robots.txt"), site.url("/news/robots.txt")];
    let run = placet(&["lint", &urls[0], &urls[1], "--allow-private", "-f", "concise"], b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(site.masked(&run.out), @r"
    http://site.example/Robots.txt:1:1: error ROB129 file-name-case: crawlers do not find this file: they request `/robots.txt`, not `/Robots.txt`
    http://site.example/news/robots.txt:1:1: error ROB130 file-not-at-root: crawlers do not find this file: they request `/robots.txt`, not `/news/robots.txt`
    ");
}

#[test]
fn a_robots_txt_that_is_served_as_a_page_is_reported() {
    let site = Server::new(|path| match path {
        "/robots.txt" => ok("text/html; charset=utf-8", ROBOTS),
        _ => status("404 Not Found"),
    });
    for url in [site.origin.clone(), site.url("/robots.txt")] {
        let run = placet(&["lint", &url, "--allow-private", "-f", "concise"], b"");
        let found = "http://site.example/robots.txt:1:1: warning MIX108 wrong-media-type: some crawlers \
                     do not read this robots.txt: the server sends it as `text/html`, not as \
                     `text/plain`\n";
        assert_eq!((run.status, &*site.masked(&run.out)), (1, found), "{url}");
    }
}

#[test]
fn a_site_without_a_robots_txt_is_linted() {
    let site = Server::new(|path| match path {
        "/" => ok("text/html", "<p>a<meta name=robots content=noindex>"),
        _ => status("404 Not Found"),
    });
    let run = placet(&["lint", &site.url("/"), "--allow-private", "-f", "concise"], b"");
    assert_eq!(run.status, 1);
    assert_snapshot!(site.masked(&run.err), @"placet: http://site.example/robots.txt is unavailable, so nothing is closed: the server answered 404");
    assert_snapshot!(site.masked(&run.out), @"http://site.example/:1:5: error HTM101 meta-in-body: crawlers do not obey this element: it is in the body of the page");
}

#[test]
fn a_fetch_error_exits_2_with_the_reason() {
    let site = site();
    let message = |url: &str, flags: &[&str]| {
        let run = placet(&[&["lint", url], flags].concat(), b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{url}");
        site.masked(&run.err)
    };
    let private = ["--allow-private"];
    assert_snapshot!(message(&site.url("/none"), &private), @"placet: cannot fetch http://site.example/none: the server answered 404");
    assert_snapshot!(message(&site.url("/old"), &private), @"placet: http://site.example/old redirects to http://site.example/news/1; lint that URL instead");
    assert_snapshot!(message(&site.origin, &[]), @"placet: http://site.example/robots.txt has a private or reserved address, which placet does not connect to; use --allow-private");
    let refused = message(&unreachable(), &["--allow-private", "--timeout", "1"]);
    assert!(refused.contains("cannot fetch"), "{refused}");
    assert_snapshot!(message(&site.origin, &["--fix", "--allow-private"]), @"placet: cannot fix a fetched file in place; use --diff to show what would change");
}

#[test]
fn a_group_that_names_placet_is_obeyed() {
    let site = Server::robots("User-agent: placet\nDisallow: /a\n");
    let run = placet(&["lint", &site.url("/a"), "--allow-private"], b"");
    assert_eq!(run.status, 2);
    assert_snapshot!(site.masked(&run.err));
    assert_eq!(site.paths(), ["/robots.txt"]);
}

#[test]
fn fixes_of_a_url_are_shown() {
    let site = Server::robots("User-agent: *\nDissallow: /a\n");
    let run = placet(&["lint", &site.origin, "--allow-private", "--fix", "--diff"], b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert!(run.out.contains("\n+Disallow: /a\n"), "{}", run.out);
}

/// Writes the files of a page and returns their paths.
fn files(folder: &Path) -> Vec<String> {
    let headers = "HTTP/1.1 200 OK\r\nRobots-Tag: *;noindex\r\nX-Robots-Tag: noindex\r\n\r\n";
    let texts = [("robots.txt", ROBOTS), ("headers.txt", headers), ("news.html", NEWS)];
    let write = |(name, text): (&str, &str)| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    texts.into_iter().map(write).collect()
}

#[test]
fn files_of_one_url_are_linted_together() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    let mut args = vec!["lint", &files[0], &files[1], &files[2], "-f", "concise"];
    let alone = placet(&args, b"");
    assert_eq!((alone.status, alone.out.as_str()), (0, ""));
    args.extend(["--url", "https://example.com/news/1"]);
    let together = placet(&args, b"");
    assert_eq!((together.status, together.err.as_str()), (1, ""));
    let place = folder.path().to_str().unwrap();
    assert_snapshot!(together.out.replace(place, "FOLDER"), @r"
    FOLDER/news.html:2:1: warning MIX103 meta-contradicts-header: `index` has no effect: `noindex` in the header is stricter and wins
    FOLDER/news.html:3:1: warning MIX104 resource-closed: the page is incomplete for crawlers: robots.txt closes `/assets/app.js`
    ");
}

#[test]
fn one_url_has_one_file_of_a_kind() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    let message = |url: &str, file: &str| placet(&["lint", &files[0], file, "--url", url], b"").err;
    let other = folder.path().join("other.txt");
    std::fs::write(&other, ROBOTS).unwrap();
    assert_snapshot!(message("https://example.com/a", other.to_str().unwrap()), @r#"placet: cannot lint the files of "https://example.com/a": two files are a robots.txt; one URL has one"#);
    assert_snapshot!(message("/a", &files[1]), @r#"placet: cannot lint the files of "/a": expected an absolute http or https URL"#);
    assert_snapshot!(message("https://example.com/a", "https://example.com/b"), @"placet: --url is for local files; a fetched file already has a URL");
}

/// A site whose robots.txt and page refer to licences, of which some are missing.
fn licensing() -> Server {
    let page = "<!doctype html><title>a</title>\n\
                <link rel=license type=application/rsl+xml href=/page.xml>\n";
    let robots = "License: https://127.0.0.1:1/other.xml\nLicense: /gone.xml\nUser-agent: a\n\
                  License: /broken.xml\nDisallow: /x\n";
    Server::new(move |path| match path {
        "/robots.txt" => ok("text/plain", robots),
        "/" => ok("text/html", page),
        "/page.xml" | "/trust.txt" => ok("text/html", "<!doctype html><title>Not found</title>"),
        "/broken.xml" => ok("application/rsl+xml", "<rsl>"),
        "/.well-known/tdmrep.json" => status("503 Service Unavailable"),
        "/ai.txt" => ok("application/octet-stream", "User-agent: *\nDisallow: /\n"),
        _ => status("404 Not Found"),
    })
}

#[test]
fn signal_files_of_a_live_site_are_linted() {
    let site = licensing();
    let signals = ["--allow-private", "--select", "SIG", "-f", "concise"];
    let run = placet(&[&["lint", &site.url("/")], &signals[..]].concat(), b"");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_snapshot!(site.masked(&run.out));
    let run =
        placet(&[&["lint", &site.origin], &signals[..], &["--signals", "none"]].concat(), b"");
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    let fetched = site.paths().len();
    let given = ["--tdmrep", "examples/tdmrep.json", "--ai-txt", "examples/robots.txt"];
    let run = placet(&[&["lint", &site.origin], &signals[..], &given].concat(), b"");
    assert!(!run.out.contains("tdmrep.json`"), "{}", run.out);
    let paths = site.paths().split_off(fetched);
    assert!(!paths.iter().any(|it| it.contains("tdmrep") || it == "/ai.txt"), "{paths:?}");
}

#[test]
fn the_url_of_a_signal_file_is_in_json_and_sarif() {
    let site = licensing();
    let lint = |format: &str| {
        let args = ["lint", &site.origin, "--allow-private", "--select", "SIG606", "-f", format];
        let run = placet(&args, b"");
        assert_eq!(run.status, 1, "{}", run.err);
        let text = site.masked(&run.out);
        serde_json::from_str::<serde_json::Value>(&text).unwrap()
    };
    let url = "http://site.example/.well-known/tdmrep.json";
    let json = lint("json");
    let files: Vec<&str> = json.to_string().matches(url).map(|_| url).collect();
    assert!(!files.is_empty(), "{json}");
    let sarif = lint("sarif");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let uri = |it: &serde_json::Value| {
        it["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone()
    };
    assert!(results.iter().any(|it| uri(it) == url), "{sarif}");
    let message = |it: &serde_json::Value| it["message"]["text"].to_string();
    assert!(
        results.iter().any(|it| message(it).contains("http://site.example/gone.xml")),
        "{sarif}"
    );
}

#[test]
fn signals_of_a_live_site_that_contradict_each_other_are_found() {
    let site = Server::new(|path| match path {
        "/robots.txt" => ok("text/plain", "User-agent: *\nContent-Signal: ai-train=yes\n"),
        "/.well-known/tdmrep.json" => {
            ok("application/json", r#"[{"location": "/", "tdm-reservation": 1}]"#)
        }
        _ => status("404 Not Found"),
    });
    for url in [site.origin.clone(), site.url("/.well-known/tdmrep.json")] {
        let run = placet(&["lint", &url, "--allow-private", "-f", "concise"], b"");
        assert_eq!((run.status, run.err.as_str()), (1, ""));
        assert!(run.out.contains("SIG602"), "{}", run.out);
    }
}
