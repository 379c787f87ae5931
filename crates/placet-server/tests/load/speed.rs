//! How many questions are answered in a second.

use serde_json::{Value, json};

use crate::client::{Connection, get, measure, send};
use crate::{config, counts, length, site, start};

const CONNECTIONS: usize = 64;

const ROBOTS: &str = "User-agent: *\nDisallow: /drafts/\nDisallow: /search\nAllow: /search/about\n\
    Disallow: /*.pdf$\n\nUser-agent: ExampleBot\nDisallow: /private/\nCrawl-delay: 1\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_warm_check_next_to_a_route_that_returns_a_constant() {
    let (server, site) = (start(config()).await, site(ROBOTS).await);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let bare = listener.local_addr().unwrap();
    let router = axum::Router::new().route("/", axum::routing::get(|| async { "permit" }));
    tokio::spawn(async move { axum::serve(listener, router).await });

    let check = get(&format!("/v1/check?url=http://{site}/news/1&agent=ExampleBot"));
    let mut connection = Connection::open(server).await.unwrap();
    let (_, body) = connection.ask(&check).await.unwrap();
    let answer: Value = serde_json::from_slice(body).unwrap();
    assert_eq!(answer["verdict"], "permit", "{answer}");
    // In turns, so that both meet the same machine.
    let mut ratios = Vec::new();
    for _ in 0..5 {
        let constant = measure(bare, CONNECTIONS, &get("/"), length()).await;
        let checks = measure(server, CONNECTIONS, &check, length()).await;
        println!("constant {constant:?}, check {checks:?}");
        ratios.push(checks.per_second / constant.per_second);
    }
    ratios.sort_by(f64::total_cmp);
    println!("a warm check has {:.2} of the speed of a constant", ratios[2]);
    assert!(!counts() || ratios[2] >= 0.7, "{ratios:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_in_batches() {
    let server = start(config()).await;
    let mut connection = Connection::open(server).await.unwrap();
    let (_, body) = connection.ask(&send("PUT", "/v1/files", ROBOTS.as_bytes())).await.unwrap();
    let kept: Value = serde_json::from_slice(body).unwrap();
    let rows: Vec<Value> = (0..10_000)
        .map(|it| {
            let path = ["/news/", "/drafts/", "/search/about?q=", "/a/b.pdf?"][it % 4];
            json!({ "url": format!("{path}{it}") })
        })
        .collect();
    let body = json!({
        "digest": kept["digest"], "agent": "OtherBot", "reasons": false, "questions": rows,
    });
    let request = send("POST", "/v1/decide", body.to_string().as_bytes());
    let (status, answer) = connection.ask(&request).await.unwrap();
    let answers: Vec<Value> = serde_json::from_slice(answer).unwrap();
    assert_eq!((status, answers.len()), (200, 10_000));
    for (at, answer) in answers.iter().enumerate() {
        let verdict = ["permit", "prohibit", "permit", "permit"][at % 4];
        assert_eq!(answer["verdict"], verdict, "{at}");
    }
    let measured = measure(server, 4, &request, length() * 5).await;
    let questions = measured.per_second * 10_000.0;
    println!("{questions:.0} questions a second in batches, p99 of a batch {:?}", measured.p99);
    assert!(!counts() || questions >= 1_000_000.0, "{questions}");
}
