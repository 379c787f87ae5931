//! One request per file for all callers, and a limit on concurrent origins.

use tokio::task::JoinSet;

use super::server::{Reply, Server};
use super::*;

const WHILE: Duration = Duration::from_millis(100);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_askers_make_one_request() {
    let server = Server::start(|_| Reply::ok(RULES).after(WHILE)).await;
    let client = client();
    let mut askers = JoinSet::new();
    for _ in 0..1_000 {
        let (client, origin) = (client.clone(), server.origin());
        askers.spawn(async move { robots(&client, &origin).await });
    }
    let entries = askers.join_all().await;
    assert_eq!((entries.len(), server.hits()), (1_000, 1));
    assert!(entries.iter().all(|entry| Arc::ptr_eq(entry, &entries[0])));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn askers_who_come_and_go_make_one_request_too() {
    let server = Server::start(|_| Reply::ok(RULES).after(WHILE)).await;
    let client = client();
    let mut askers = JoinSet::new();
    for turn in 0..200 {
        let (client, origin) = (client.clone(), server.origin());
        let ask = async move { robots(&client, &origin).await };
        // Half of them lose patience, the first among them; some come when it is over.
        let patience = if turn % 2 == 0 { Duration::from_millis(turn / 4) } else { WHILE * 100 };
        askers.spawn(async move {
            tokio::time::sleep(Duration::from_millis(turn)).await;
            tokio::time::timeout(patience, ask).await.ok()
        });
    }
    let entries = askers.join_all().await;
    assert!(entries.iter().flatten().count() >= 100);
    assert_eq!(server.hits(), 1);
}

#[tokio::test]
async fn it_is_stored_even_if_the_caller_stops_waiting() {
    let server = Server::start(|_| Reply::ok(RULES).after(10 * WHILE)).await;
    let client = client();
    let origin = server.origin();
    let ask = robots(&client, &origin);
    assert!(tokio::time::timeout(WHILE / 4, ask).await.is_err());
    assert_eq!(outcome(&client, &server.origin()).await, FETCHED);
    assert_eq!(server.hits(), 1);
}

#[tokio::test]
async fn so_many_origins_are_asked_at_the_same_time_and_no_more() {
    let server = Server::start(|_| Reply::ok(RULES).after(WHILE / 10)).await;
    let client = builder().limits(LIMITS.origins(4)).build().unwrap();
    let mut askers = JoinSet::new();
    for name in 0..40 {
        let (client, origin) = (client.clone(), server.named(&format!("n{name}.test")));
        askers.spawn(async move { outcome(&client, &origin).await });
    }
    assert!(askers.join_all().await.iter().all(|found| *found == FETCHED));
    assert_eq!(server.hits(), 40);
    assert!(server.busiest() <= 4, "{}", server.busiest());
}
