//! From a URL to a site, and to a decision.

use placet::{Agent, Crawler, Usage};
use placet_fetch::client::ClientError;
use url::Url;

use super::server::{Reply, Server};
use super::*;

const TWO: &str = "User-agent: ExampleBot\nDisallow: /drafts/\nUser-agent: *\nDisallow: /\n";

#[tokio::test]
async fn a_site_is_asked_for_with_whatever_names_it() {
    let server = Server::start(|_| Reply::ok(TWO)).await;
    let client = client();
    let text = format!("{}a?b#c", server.origin());
    let (url, origin): (Url, Origin) = (text.parse().unwrap(), text.parse().unwrap());
    let sites = [
        client.site(text.as_str()).await.unwrap(),
        client.site(&text).await.unwrap(),
        client.site(text.clone()).await.unwrap(),
        client.site(&url).await.unwrap(),
        client.site(url.clone()).await.unwrap(),
        client.site(&origin).await.unwrap(),
        client.site_for("ExampleBot", &text).await.unwrap(),
    ];
    assert!(sites.iter().all(|site| *site.origin() == origin));
    let from_store: Vec<bool> = sites.iter().map(placet_fetch::Site::is_from_store).collect();
    assert_eq!(from_store, [false, true, true, true, true, true, true]);
    assert_eq!(server.hits(), 1);
    for url in ["", "/a", "example.com", "ftp://example.com/", "mailto:a@example.com"] {
        let found = client.site(url).await;
        assert!(matches!(found, Err(ClientError::Origin(_))), "{url}");
    }
}

#[tokio::test]
async fn several_crawlers_use_one_site_and_no_other() {
    let server = Server::start(|_| Reply::ok(TWO)).await;
    let site = client().site(server.origin()).await.unwrap();
    let url = format!("{}a", server.origin());
    let crawls = |crawler: Crawler| {
        let bot = site.for_agent(crawler);
        bot.may(Usage::Crawl, &url).unwrap().verdict().is_permit()
    };
    assert!(crawls("ExampleBot".into()) && crawls(Agent::new("ExampleBot/2.1").into()));
    assert!(!crawls(String::from("OtherBot").into()));
    let other = site.for_agent("ExampleBot").may(Usage::Crawl, "https://other.example/a");
    assert!(other.is_err());
}

#[tokio::test]
async fn one_call_decides() {
    let server = Server::start(|_| Reply::ok(TWO)).await;
    let client = client();
    for (name, path, expected) in
        [("ExampleBot", "a", true), ("ExampleBot", "drafts/42", false), ("OtherBot", "a", false)]
    {
        let url = format!("{}{path}", server.origin());
        let decision = client.may(name, Usage::Crawl, &url).await.unwrap();
        assert_eq!(decision.verdict().is_permit(), expected, "{name} {path}");
    }
    assert_eq!(server.hits(), 1);
    let none = client.may("ExampleBot", Usage::Crawl, "/a").await;
    assert!(matches!(none, Err(ClientError::Origin(_))));
}

/// The time of the client is the time that limits are held against, and that sites expire by.
#[tokio::test]
async fn a_site_has_the_time_of_its_client() {
    let rules = "ACAP-crawler: *\nACAP-allow-index: / time-limit=until-2027-06-01\n\
                 ACAP-disallow-index: /never\n";
    let server =
        Server::start(move |_| Reply::ok(rules).with("cache-control", "max-age=3600")).await;
    let hands = Hands::new();
    let store = Arc::new(placet_fetch::store::Memory::default());
    let client = hands.builder().store(store.clone()).build().unwrap();
    let before = client.site(server.origin()).await.unwrap();
    assert_eq!(before.expires(), hands.now() + Duration::from_hours(1));
    let index = |site: &placet_fetch::Site| {
        site.for_agent("ExampleBot").may(Usage::Index, "/").unwrap().verdict().is_permit()
    };
    assert!(index(&before));
    hands.forward(Duration::from_hours(24 * 365));
    assert!(!index(&before));
    // Whoever keeps nothing for long has it expire sooner.
    hands.0.fetch_sub(365 * 86_400, Ordering::SeqCst);
    let strict = placet_fetch::Settings::new().longest(Duration::from_mins(10));
    let strict = hands.builder().settings(strict).store(store).build().unwrap();
    let site = strict.site(server.origin()).await.unwrap();
    assert!(site.is_from_store());
    assert_eq!(site.expires(), hands.now() + Duration::from_mins(10));
}
