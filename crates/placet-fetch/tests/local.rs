//! Problems of this machine are reported as such and not stored.
//!
//! It is a process of its own, because it uses up what all its tests share.
#![cfg(all(unix, feature = "client"))]

use std::fs::File;
use std::net::{IpAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use placet_fetch::address::Reach;
use placet_fetch::client::{Client, ClientError, Limits, LocalFailure, ThreadResolver};
use placet_fetch::store::{Memory, Store as _};
use placet_fetch::{Failure, Origin};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Opens files until no more can be.
fn exhaust() -> Vec<File> {
    std::iter::from_fn(|| File::open("/dev/null").ok()).collect()
}

#[tokio::test]
async fn a_machine_that_can_open_no_more_files_says_nothing_about_a_site() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: Some(200), ..limit }).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let store = Arc::new(Memory::default());
    let limits = Limits::new().retries(1).pause(Duration::from_millis(1));
    let client = Client::builder("ExampleBot/1.0")
        .reach(Reach::Private)
        .limits(limits)
        .resolver(Arc::new(ThreadResolver::new(|_| Ok(vec![IpAddr::from([127, 0, 0, 1])]))))
        .store(store.clone())
        .build()
        .unwrap();
    let system = Client::builder("ExampleBot/1.0")
        .reach(Reach::Private)
        .limits(limits)
        .store(store.clone())
        .build()
        .unwrap();

    let files = exhaust();
    let here: Origin = format!("http://127.0.0.1:{port}/").parse().unwrap();
    let named: Origin = format!("http://a.test:{port}/").parse().unwrap();
    for (client, origin) in [(&client, &here), (&client, &named), (&system, &named)] {
        let found = client.robots(origin).await;
        let expected = matches!(found, Err(ClientError::Local(LocalFailure::Descriptors)));
        assert!(expected, "{origin}: {found:?}");
        let page = client.fetch_page(origin.robots_txt()).await;
        assert!(matches!(page, Err(ClientError::Local(LocalFailure::Descriptors))), "{origin}");
    }
    drop(files);
    assert!(store.urls().await.unwrap().is_empty(), "nothing was kept");

    // When it can again, the site is asked, and what it says is kept.
    drop(listener);
    let entry = client.robots(&here).await.unwrap();
    assert_eq!(entry.cause().failure(), Some(Failure::Refused));
    assert_eq!(store.urls().await.unwrap().len(), 1);
}
