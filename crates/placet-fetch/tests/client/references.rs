//! Files that ACAP records refer to, fetched and joined.

use placet::{Agent, Crawler, Usage, Verdict};

use super::server::{Reply, Server};
use super::*;

/// What a crawler may do at `/x/1` and `/y` by a robots.txt that refers to these targets.
async fn verdicts(client: &Client, server: &Server, name: &str, crawler: &str) -> [Verdict; 2] {
    let crawler = Crawler::new(Agent::new(crawler));
    let site = client.site_for(&crawler, server.named(name)).await.unwrap();
    let agent_policy = site.for_agent(crawler);
    ["/x/1", "/y"].map(|path| agent_policy.may(Usage::Crawl, path).unwrap().verdict())
}

const TARGET: &str = "ACAP-crawler: searchbot\nACAP-disallow-crawl: /x/\n";
const JOINED: [Verdict; 2] = [Verdict::Prohibit, Verdict::Permit];
const NOTHING: [Verdict; 2] = [Verdict::Prohibit, Verdict::Prohibit];
const ALL: [Verdict; 2] = [Verdict::Permit, Verdict::Permit];

fn referring(targets: &[&str]) -> Reply {
    let line = |target: &&str| format!("ACAP-permissions-reference: {target}\n");
    let lines: String = targets.iter().map(line).collect();
    Reply::ok(format!("ACAP-crawler: searchbot\n{lines}"))
}

/// Its names say what their robots.txt refers to.
async fn server(elsewhere: String) -> Server {
    Server::start(move |asked| match (&*asked.host, &*asked.path) {
        ("gone.test", "/robots.txt") => referring(&["/gone.txt"]),
        ("down.test", "/robots.txt") => referring(&["/down.txt"]),
        ("moved.test", "/robots.txt") => referring(&["/moved.txt"]),
        ("endless.test", "/robots.txt") => referring(&["/endless.txt"]),
        ("nested.test", "/robots.txt") => referring(&["/nested.txt"]),
        ("itself.test", "/robots.txt") => referring(&["/robots.txt"]),
        ("ftp.test", "/robots.txt") => referring(&["ftp://example.com/x"]),
        ("inside.test", "/robots.txt") => referring(&["http://169.254.169.254/x"]),
        ("half.test", "/robots.txt") => referring(&["/ok.txt", "/gone.txt"]),
        ("three.test", "/robots.txt") => referring(&["/ok.txt?1", "/ok.txt?2", "/ok.txt?3"]),
        ("four.test", "/robots.txt") => {
            referring(&["/ok.txt?1", "/ok.txt?2", "/ok.txt?3", "/ok.txt?4"])
        }
        ("away.test", "/robots.txt") => referring(&[&elsewhere]),
        ("html.test", "/robots.txt") => referring(&["/html.txt"]),
        ("xml.test", "/robots.txt") => referring(&["/xml.txt"]),
        ("prose.test", "/robots.txt") => referring(&["/prose.txt"]),
        ("empty.test", "/robots.txt") => referring(&["/empty.txt"]),
        (_, "/html.txt") => Reply::ok(format!("<!doctype html>\n<pre>\n{TARGET}</pre>")),
        (_, "/xml.txt") => Reply::ok("<?xml version='1.0'?><permissions/>"),
        (_, "/prose.txt") => Reply::ok("Not found: please log in\n"),
        (_, "/empty.txt") => Reply::ok(""),
        (_, "/ok.txt") => Reply::ok(TARGET),
        (_, "/moved.txt") => Reply::to(302, "/ok.txt"),
        (_, "/endless.txt") => Reply::to(302, "/endless.txt"),
        ("good.test", "/robots.txt") | (_, "/nested.txt") => referring(&["/ok.txt"]),
        (_, "/down.txt") => Reply::status(503),
        _ => Reply::status(404),
    })
    .await
}

#[tokio::test]
async fn referenced_files_are_joined_and_unreadable_ones_prohibit() {
    let other = Server::start(|_| Reply::ok(TARGET)).await;
    let server = server(format!("{}terms.txt", other.named("other.test"))).await;
    let client = client();
    for (name, expected, hits) in [
        ("good.test", JOINED, 2),
        ("gone.test", NOTHING, 2),
        ("down.test", NOTHING, 2),
        ("moved.test", JOINED, 3),
        ("endless.test", NOTHING, 7),
        ("nested.test", NOTHING, 2),
        ("itself.test", NOTHING, 1),
        ("ftp.test", NOTHING, 1),
        ("inside.test", NOTHING, 1),
        // One that cannot be read decides; the other is not asked for any more.
        ("half.test", NOTHING, 2),
        ("three.test", JOINED, 4),
        ("four.test", NOTHING, 4),
        ("away.test", JOINED, 1),
        ("html.test", NOTHING, 2),
        ("xml.test", NOTHING, 2),
        ("prose.test", NOTHING, 2),
        ("empty.test", NOTHING, 2),
    ] {
        let before = server.hits();
        assert_eq!(verdicts(&client, &server, name, "searchbot").await, expected, "{name}");
        assert_eq!(server.hits() - before, hits, "{name}");
        // What holds is not asked for again.
        assert_eq!(verdicts(&client, &server, name, "searchbot").await, expected, "{name}");
        assert_eq!(server.hits() - before, hits, "{name}");
    }
    assert_eq!(other.hits(), 1);
    assert_eq!(other.asked()[0].path, "/terms.txt");
}

#[tokio::test]
async fn others_are_not_concerned_and_nothing_is_fetched_for_them() {
    let server = server(String::new()).await;
    let found = verdicts(&client(), &server, "gone.test", "otherbot").await;
    assert_eq!((found, server.hits()), (ALL, 1));
}

/// A site that is fetched for any crawler has the files that any of them is referred to; one that
/// cannot be read concerns those who are referred to it.
#[tokio::test]
async fn one_site_serves_all_crawlers() {
    let server = Server::start(|asked| match &*asked.path {
        "/robots.txt" => Reply::ok(
            "ACAP-crawler: searchbot\nACAP-permissions-reference: /ok.txt\n\
             ACAP-crawler: lostbot\nACAP-permissions-reference: /gone.txt\n\
             ACAP-crawler: latebot\nACAP-permissions-reference: /zz.txt\n\
             ACAP-crawler: lastbot\nACAP-permissions-reference: /zzz.txt\n",
        ),
        "/ok.txt" | "/zz.txt" | "/zzz.txt" => Reply::ok(TARGET),
        _ => Reply::status(404),
    })
    .await;
    let client = client();
    for from_store in [false, true] {
        let site = client.site(server.origin()).await.unwrap();
        assert_eq!(site.is_from_store(), from_store);
        let verdicts = |name: &str| {
            let bot = site.for_agent(name);
            ["/x/1", "/y"].map(|path| bot.may(Usage::Crawl, path).unwrap().verdict())
        };
        assert_eq!(verdicts("searchbot"), JOINED);
        assert_eq!(verdicts("lostbot"), NOTHING);
        assert_eq!(verdicts("otherbot"), ALL);
        // The file says nothing about this one, but was read; there were too many for the last.
        assert_eq!(verdicts("latebot"), ALL);
        assert_eq!(verdicts("lastbot"), NOTHING);
        assert_eq!(server.hits(), 4);
    }
}

#[tokio::test]
async fn every_file_is_part_of_the_evidence() {
    let server = server(String::new()).await;
    let site = client().site_for("searchbot", server.named("good.test")).await.unwrap();
    let evidence = site.evidence();
    let paths: Vec<&str> = evidence.iter().map(|file| file.url.path()).collect();
    assert_eq!(paths, ["/robots.txt", "/ok.txt"]);
    assert!(evidence.iter().all(|file| file.copy.is_some()));
}
