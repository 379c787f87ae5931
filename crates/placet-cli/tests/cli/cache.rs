//! `placet cache` and `placet replay`.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{Run, placet_with};
use crate::server::{Server, ok, status};

/// A site that closes its drafts for the first request, and something else from then on.
fn asked_once(caches: &Path) -> (Server, String) {
    let asked = AtomicUsize::new(0);
    let site = Server::new(move |_| {
        let closed = asked.fetch_add(1, Ordering::SeqCst) == 0;
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
fn entries_are_listed_shown_and_removed() {
    let caches = tempfile::tempdir().unwrap();
    let at = caches.path();
    let empty = placet_with(at, &["cache", "list"], b"");
    assert_eq!((empty.status, empty.out.as_str()), (0, "The store is empty.\n"));

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
    assert_eq!(none.err, "placet: the store has no entry for https://nobody.example/robots.txt\n");

    let other = placet_with(at, &["cache", "purge", "https://nobody.example"], b"");
    assert_eq!((other.status, other.out.as_str()), (0, "removed 0 entries\n"));
    let purged = placet_with(at, &["cache", "purge", &site.origin], b"");
    assert_eq!((purged.status, purged.out.as_str()), (0, "removed 2 entries\n"));
    assert_eq!(listed(at), [""; 0]);

    check(at, &site.url("/"), &[]);
    let purged = placet_with(at, &["cache", "purge", "--all"], b"");
    assert_eq!(purged.out, "removed 2 entries\n");
    assert_eq!(listed(at), [""; 0]);
}

#[test]
fn a_decision_is_repeated_after_the_site_is_gone() {
    let caches = tempfile::tempdir().unwrap();
    let at = caches.path();
    let (site, digest) = asked_once(at);
    let url = site.url("/drafts/42");
    // The site has changed its robots.txt.
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

/// `--reference` selects earlier versions of referenced files.
#[test]
fn a_decision_is_repeated_with_referenced_files() {
    let caches = tempfile::tempdir().unwrap();
    let at = caches.path();
    let times = AtomicUsize::new(0);
    let site = Server::new(move |path| match path {
        "/robots.txt" => {
            ok("text/plain", "ACAP-crawler: *\nACAP-permissions-reference: /more.txt\n")
        }
        "/more.txt" if times.fetch_add(1, Ordering::SeqCst) == 0 => {
            ok("text/plain", "ACAP-crawler: *\nACAP-disallow-crawl: /a\n")
        }
        "/more.txt" => ok("text/plain", "ACAP-crawler: *\nACAP-allow-crawl: /\n"),
        _ => status("404 Not Found"),
    });
    let url = site.url("/a");
    let first = check(at, &url, &["--json"]);
    assert_eq!(first.status, 1, "{}", first.err);
    let evidence: Value = serde_json::from_str(&first.out).unwrap();
    let digest = |file: usize| evidence["evidence"][file]["digest"].as_str().unwrap().to_owned();
    assert_eq!(check(at, &url, &["--max-age", "0"]).status, 0);

    let replay = |more: &[&str]| {
        let digest = digest(0);
        let asked = ["replay", &digest, &url, "-a", "ExampleBot"];
        placet_with(at, &[&asked, more].concat(), b"")
    };
    assert_eq!(replay(&[]).status, 0, "with the latest copy");
    for target in ["/more.txt", &*site.url("/more.txt")] {
        let again = replay(&["--reference", &format!("{target}={}", digest(1))]);
        assert_eq!((again.status, again.err.as_str()), (1, ""));
    }
    let other = replay(&["--reference", &format!("/other.txt={}", digest(1))]);
    assert_eq!((other.status, other.out.as_str()), (2, ""));
    let message = "placet: robots.txt does not refer ExampleBot to \"/other.txt\", and the decision \
                   depends on no such file with signals\n";
    assert_eq!(other.err, message);
    let unknown = format!("sha256:{}", "0".repeat(64));
    let gone = replay(&["--reference", &format!("/more.txt={unknown}")]);
    assert_eq!((gone.status, gone.out.as_str()), (2, ""));
    let message = format!(
        "placet: the store does not have {unknown}; `placet cache list` shows its entries\n"
    );
    assert_eq!(gone.err, message);
}

#[test]
fn a_decision_without_an_entry_is_an_error() {
    let caches = tempfile::tempdir().unwrap();
    for (what, error) in [
        (
            "https://a.example",
            "the store has no entry for https://a.example/robots.txt; `placet cache list` shows its entries",
        ),
        ("sha256:12", "\"sha256:12\" is not a digest: expected sha256: and 64 hexadecimal digits"),
        ("ftp://a.example", "`ftp` is neither http nor https"),
    ] {
        let run = placet_with(caches.path(), &["replay", what, "/", "-a", "a"], b"");
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert_eq!(run.err, format!("placet: {error}\n"));
    }
    let memory = ["cache", "list", "--store", "memory"];
    let run = placet_with(caches.path(), &memory, b"");
    assert_eq!(run.status, 2);
    assert_eq!(
        run.err,
        "placet: a store in memory is always empty at the start; use a file or redis://\n"
    );
}

/// A redis-server for this test, stopped on drop.
struct Redis(Child, String);

impl Redis {
    /// None with a message if redis-server is not installed.
    fn start() -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(process) = process else {
            placet_testing::skip("redis-server is not installed");
            return None;
        };
        let server = Self(process, format!("redis://127.0.0.1:{port}/"));
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "the server starts");
            std::thread::sleep(Duration::from_millis(10));
        }
        Some(server)
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Two machines with separate caches and a shared store send one request.
#[test]
fn a_fleet_shares_one_cache() {
    let Some(redis) = Redis::start() else { return };
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let site = Server::robots("User-agent: *\nDisallow: /drafts/\n");
    let url = site.url("/drafts/42");
    for caches in [&one, &other] {
        let run = check(caches.path(), &url, &["--store", &redis.1]);
        assert_eq!((run.status, run.err.as_str()), (1, ""));
    }
    assert_eq!(site.asked().len(), 1);

    let shared =
        |args: &[&str]| placet_with(other.path(), &[args, &["--store", &redis.1]].concat(), b"");
    let listed = shared(&["cache", "list"]);
    assert!(listed.out.contains(&site.url("/robots.txt")), "{}", listed.out);
    let again = shared(&["replay", &site.origin, &url, "-a", "ExampleBot"]);
    assert_eq!((again.status, again.err.as_str()), (1, ""));
    let purged = shared(&["cache", "purge", "--all"]);
    assert_eq!((purged.status, purged.out.as_str()), (0, "removed 2 entries\n"));
    assert_eq!(shared(&["cache", "list"]).out, "The store is empty.\n");
}

/// A damaged store is moved away, reported once, and replaced.
#[test]
fn a_damaged_store_does_not_stop_a_command() {
    let ways: [fn(&mut Vec<u8>); 3] = [
        |file| file.fill(0),
        |file| file.iter_mut().skip(4_096).for_each(|byte| *byte = 0),
        |file| *file = b"<html>not a store</html>".repeat(500),
    ];
    for damage in ways {
        let caches = tempfile::tempdir().unwrap();
        let at = caches.path();
        let (site, _) = asked_once(at);
        let file = at.join("placet/robots.redb");
        let good = std::fs::read(&file).unwrap();
        for command in [
            &["check", &site.url("/"), "-a", "ExampleBot", "--allow-private"][..],
            &["fetch", &site.origin, "--allow-private"],
            &["cache", "list"],
            &["cache", "purge", "--all"],
            &["cache", "purge", &site.origin],
        ] {
            let mut damaged = good.clone();
            damage(&mut damaged);
            std::fs::write(&file, damaged).unwrap();
            let run = placet_with(at, command, b"");
            assert_eq!(run.status, 0, "{command:?} {}", run.err);
            assert_eq!(run.err.matches("cannot be read").count(), 1, "{command:?} {}", run.err);
            assert!(run.err.contains("robots.redb.damaged"), "{}", run.err);
            assert!(!run.err.contains("panicked"), "{}", run.err);
            let again = placet_with(at, command, b"");
            assert_eq!((again.status, again.err.as_str()), (0, ""), "{command:?}");
        }
    }
}

/// Altered bytes in the store are detected.
#[test]
fn altered_bytes_are_not_replayed() {
    let caches = tempfile::tempdir().unwrap();
    let at = caches.path();
    let (site, digest) = asked_once(at);
    let file = at.join("placet/robots.redb");
    let altered = std::fs::read(&file).unwrap();
    let altered = altered.windows(8).enumerate().filter(|(_, it)| it == b"/drafts/");
    let places: Vec<usize> = altered.map(|(place, _)| place).collect();
    let mut bytes = std::fs::read(&file).unwrap();
    for place in places {
        bytes[place + 1] = b'D';
    }
    std::fs::write(&file, bytes).unwrap();
    let url = site.url("/drafts/42");
    let run = placet_with(at, &["replay", &digest, &url, "-a", "ExampleBot"], b"");
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("damaged") || run.err.contains("is not used"), "{}", run.err);
}

#[test]
fn messages_do_not_contain_passwords() {
    for store in [
        "http://user:secret@host/",
        "redis:/user:secret@host",
        "REDIS://user:secret@127.0.0.1:1/",
        "rediss://user:secret@127.0.0.1:1/",
        "redis://user:secret@host:port/",
    ] {
        for command in [&["cache", "list"][..], &["fetch", "http://127.0.0.1:1"]] {
            let run = crate::run::placet(&[command, &["--store", store]].concat(), b"");
            assert!(!run.err.contains("secret"), "{}", run.err);
            assert!(!run.out.contains("secret"), "{}", run.out);
        }
    }
}
