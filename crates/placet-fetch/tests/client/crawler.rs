//! A crawler that uses nothing but the public API keeps to what sites say.

#[path = "../../examples/polite_crawler.rs"]
#[expect(dead_code, reason = "the example has a main function of its own")]
mod polite_crawler;

use std::sync::Mutex;
use std::time::Instant;

use super::server::{Reply, Server};
use super::*;
use polite_crawler::{Visit, crawl};

fn html(body: &str) -> Reply {
    Reply::ok(body).with("content-type", "text/html")
}

#[tokio::test]
async fn a_polite_crawler_can_be_built() {
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&asked);
    let server = Server::start(move |asked| {
        let asked_for = format!("{}{}", asked.host, asked.path);
        log.lock().unwrap().push(asked_for.clone());
        match &*asked_for {
            "a.test/robots.txt" => Reply::ok(
                "User-agent: *\nDisallow: /\n\
                 User-agent: ExampleBot\nCrawl-delay: 0.2\nDisallow: /private/\n",
            ),
            "a.test/" => html(
                "<a href=\"/next#top\"> <a href=\"/private/x\"> <a href=\"/moved\">
                 <a href=\"/last\"> <a href=\"mailto:a@a.test\">",
            ),
            "a.test/next" => html("<a href=\"/unknown\">").with("x-robots-tag", "nofollow"),
            "a.test/moved" => Reply::to(302, "/private/y"),
            "a.test/last" => html("<meta name=robots content=noindex><a href=\"/\">"),
            "down.test/robots.txt" => Reply::status(503),
            _ => Reply::status(404),
        }
    })
    .await;
    let other: url::Url = server.named("down.test").parse().unwrap();
    let client = client();

    let start = server.named("a.test").parse().unwrap();
    let begun = Instant::now();
    let mut visits = crawl(&client, start, 20, Duration::ZERO).await.unwrap();
    // Four pages with 200 ms between them; the clock of the system has milliseconds.
    assert!(begun.elapsed() >= Duration::from_millis(590), "{:?}", begun.elapsed());
    visits.extend(crawl(&client, other, 20, Duration::ZERO).await.unwrap());
    let outcomes = visits
        .iter()
        .map(|Visit { url, outcome }| (url.path(), outcome.split(':').next().unwrap_or_default()));
    assert_eq!(
        outcomes.collect::<Vec<_>>(),
        [
            ("/", "keeps 121 bytes"),
            ("/next", "keeps 19 bytes"),
            ("/private/x", "not requested"),
            ("/moved", "redirects"),
            ("/last", "not kept"),
            ("/private/y", "not requested"),
            ("/", "not requested"),
        ]
    );
    assert!(visits[2].outcome.ends_with("robots.txt:5 Disallow: /private/"));
    assert!(visits[4].outcome.contains("noindex"));
    let asked = asked.lock().unwrap();
    let expected = ["robots.txt", "", "next", "moved", "last"].map(|path| format!("a.test/{path}"));
    assert_eq!(asked[..5], expected);
    assert_eq!(asked[5..], ["down.test/robots.txt"]);
}
