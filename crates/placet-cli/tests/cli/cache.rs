//! `cache` and `replay`: what the store holds, and what can be decided from it.

use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{Run, placet_with};
use crate::server::{Server, ok};

/// A site that closes its drafts, asked about once; what it closes differs from then on.
fn asked_once(caches: &Path) -> (Server, String) {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let site = Server::new(move |_| {
        let closed = asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        ok("text/plain", if closed { "User-agent: *\nDisallow: /drafts/\n" } else { "" })
    });
    let url = site.url("/drafts/42");
    let run = check(caches, &url, &["--json"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    let digest = answer["evidence"][0]["digest"].as_str().unwrap().to_owned();
    (site, digest)
}

fn check(caches: &Path, url: &str, more: &[&str]) -> Run {
    let args = ["check", url, "-a", "ExampleBot", "--allow-private"];
    placet_with(caches, &[&args[..], more].concat(), b"")
}

fn listed(caches: &Path) -> Vec<String> {
    let run = placet_with(caches, &["cache", "list", "--json"], b"");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let url = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["url"].as_str().unwrap().to_owned()
    };
    run.out.lines().map(url).collect()
}

#[test]
fn what_is_held_is_listed_shown_and_forgotten() {
    let caches = tempfile::tempdir().unwrap();
    let at = caches.path();
    let empty = placet_with(at, &["cache", "list"], b"");
    assert_eq!((empty.status, empty.out.as_str()), (0, "The store holds nothing.\n"));

    let (site, digest) = asked_once(at);
    assert_eq!(listed(at), [site.url("/robots.txt"), digest.clone()]);
    let table = placet_with(at, &["cache", "list"], b"").out;
    assert!(table.contains(&site.url("/robots.txt")), "{table}");

    let shown = placet_with(at, &["cache", "show", &site.origin], b"");
    assert_eq!(shown.status, 0);
    assert_snapshot!(site.masked(&shown.out));
    let body = placet_with(at, &["cache", "show", &digest, "--body"], b"");
    assert_eq!(body.out, "User-agent: *\nDisallow: /drafts/\n");

    let none = placet_with(at, &["cache", "show", "https://nobody.example"], b"");
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    assert_eq!(none.err, "placet: nothing is held about https://nobody.example/robots.txt\n");

    let other = placet_with(at, &["cache", "purge", "https://nobody.example"], b"");
    assert_eq!((other.status, other.out.as_str()), (0, "0 entries forgotten\n"));
    let purged = placet_with(at, &["cache", "purge", &site.origin], b"");
    assert_eq!((purged.status, purged.out.as_str()), (0, "2 entries forgotten\n"));
    assert_eq!(listed(at), [""; 0]);

    check(at, &site.url("/"), &[]);
    let purged = placet_with(at, &["cache", "purge", "--all"], b"");
    assert_eq!(purged.out, "2 entries forgotten\n");
    assert_eq!(listed(at), [""; 0]);
}

#[test]
fn a_decision_is_made_again_after_the_site_has_gone() {
    let caches = tempfile::tempdir().unwrap();
    let at = caches.path();
    let (site, digest) = asked_once(at);
    let url = site.url("/drafts/42");
    // The site says something else by now.
    assert_eq!(check(at, &url, &["--max-age", "0"]).status, 0);
    let masked = |run: &Run| site.masked(&run.out);
    let again = placet_with(at, &["replay", &digest, &url, "-a", "ExampleBot"], b"");
    assert_eq!((again.status, again.err.as_str()), (1, ""));
    assert_snapshot!(masked(&again));
    let now = placet_with(at, &["replay", &site.origin, &url, "-a", "ExampleBot", "--json"], b"");
    assert_eq!(now.status, 0);
    let now: Value = serde_json::from_str(&now.out).unwrap();
    assert_ne!(now["evidence"][0]["digest"], digest);

    drop(site);
    let gone = placet_with(at, &["replay", &digest, &url, "-a", "ExampleBot"], b"");
    assert_eq!(gone.out, again.out);
}

#[test]
fn what_is_not_held_cannot_be_decided_again() {
    let caches = tempfile::tempdir().unwrap();
    for (what, error) in [
        (
            "https://a.example",
            "nothing is held about https://a.example/robots.txt: `placet cache list` shows what is",
        ),
        ("sha256:12", "\"sha256:12\" is no digest: expected sha256: and 64 hexadecimal digits"),
        ("ftp://a.example", "`ftp` is neither http nor https"),
    ] {
        let run = placet_with(caches.path(), &["replay", what, "/", "-a", "a"], b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert_eq!(run.err, format!("placet: {error}\n"));
    }
    let memory = ["cache", "list", "--store", "memory"];
    let run = placet_with(caches.path(), &memory, b"");
    assert_eq!(run.status, 2);
    assert_eq!(run.err, "placet: a store in memory holds nothing when a command begins\n");
}
