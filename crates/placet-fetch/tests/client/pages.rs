//! Ordinary pages, by the same rules.

use placet::Usage;
use placet_fetch::client::ClientError;
use placet_fetch::{Failure, FetchedPage};

use super::server::{Raw, Reply, Server};
use super::*;

async fn page(client: &Client, url: &str) -> Result<FetchedPage, ClientError> {
    client.fetch_page(url).await
}

#[tokio::test]
async fn a_page_comes_with_all_its_fields() {
    let server = Server::start(|asked| match &*asked.path {
        "/a" => Reply::ok("<title>a</title>")
            .with("x-robots-tag", "noindex")
            .with("x-robots-tag", "examplebot: nosnippet"),
        "/long" => Reply::ok(vec![b'x'; 1_000_000]),
        "/full" => Reply::ok(vec![b'x'; 100_000]),
        _ => Reply::status(404).with("content-type", "text/html"),
    })
    .await;
    let client = client();
    let found = page(&client, &format!("{}a#part", server.origin())).await.unwrap();
    assert_eq!((found.status, &*found.body), (200, &b"<title>a</title>"[..]));
    assert_eq!(found.fields.get_all("x-robots-tag").iter().count(), 2);
    assert_eq!((found.url.fragment(), found.is_cut, found.redirect()), (None, false, None));
    for (path, is_cut) in [("long", true), ("full", false)] {
        let found = page(&client, &format!("{}{path}", server.origin())).await.unwrap();
        assert_eq!((found.body.len(), found.is_cut), (100_000, is_cut));
    }
    assert_eq!(page(&client, &format!("{}none", server.origin())).await.unwrap().status, 404);
    // Nothing is kept.
    page(&client, &format!("{}a", server.origin())).await.unwrap();
    assert_eq!(server.hits(), 5);
    let wanted = "text/html, application/xhtml+xml, */*;q=0.8";
    assert!(server.asked().iter().all(|asked| asked.field("accept") == Some(wanted)));
}

#[tokio::test]
async fn a_page_says_what_may_be_done_with_it() {
    let server = Server::start(|asked| match &*asked.path {
        "/robots.txt" => Reply::ok(RULES),
        "/text" => {
            Reply::ok("<meta name=robots content=noindex>").with("content-type", "text/plain")
        }
        _ => Reply::ok("<meta name=robots content=nofollow>")
            .with("x-robots-tag", "otherbot: noindex")
            .with("x-robots-tag", "nosnippet"),
    })
    .await;
    let client = client();
    let site = client.site(server.origin()).await.unwrap();
    let bot = site.for_agent("ExampleBot");
    let url = format!("{}a", server.origin());
    let policy = client.fetch_page(&url).await.unwrap().policy();
    let may = |usage| bot.page(&policy).may(usage, &url).unwrap().verdict().is_permit();
    assert!(may(Usage::Index) && !may(Usage::Follow));
    let places: Vec<String> =
        policy.statements().map(|it| format!("{}:{}", it.source(), it.line())).collect();
    assert_eq!(places, ["X-Robots-Tag:1", "X-Robots-Tag:2", "page:1"]);
    let text = client.fetch_page(format!("{}text", server.origin())).await.unwrap();
    assert_eq!(text.policy().statements().count(), 0);
}

#[tokio::test]
async fn redirects_of_pages_are_returned_and_not_followed() {
    let server = Server::start(|asked| match &*asked.path {
        "/moved" => Reply::to(301, "/there"),
        "/away" => Reply::to(302, "http://169.254.169.254/"),
        _ => Reply::to(302, "ftp://example.com/"),
    })
    .await;
    let client = client();
    let target = |path: &str| {
        let url = format!("{}{path}", server.origin());
        let client = client.clone();
        async move { page(&client, &url).await.unwrap().redirect().map(String::from) }
    };
    assert_eq!(target("moved").await, Some(format!("{}there", server.origin())));
    assert_eq!(target("away").await.as_deref(), Some("http://169.254.169.254/"));
    assert_eq!(target("ftp").await, None);
    assert_eq!(server.hits(), 3);
}

#[tokio::test]
async fn an_unavailable_page_is_an_error() {
    let client = client();
    for url in ["ftp://example.com/", "file:///etc/passwd", "data:,x"] {
        assert!(matches!(page(&client, url).await, Err(ClientError::Origin(_))), "{url}");
    }
    let metadata = page(&client, "http://169.254.169.254/latest/").await;
    assert!(matches!(metadata, Err(ClientError::Failed(Failure::Address))));
    let part = Raw::saying("HTTP/1.1 206 Partial Content\r\ncontent-length: 1\r\n\r\nx").await;
    let found = page(&client, &part.origin()).await;
    assert!(matches!(found, Err(ClientError::Failed(Failure::Partial))));
    let cut = Raw::saying("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx").await;
    let retrying = builder().limits(LIMITS.retries(1)).build().unwrap();
    let found = page(&retrying, &cut.origin()).await;
    assert!(matches!(found, Err(ClientError::Failed(Failure::Body))));
    assert_eq!(cut.connections(), 2);
}
