//! Names that resolve to private addresses (F-37).

use std::net::IpAddr;

use placet_fetch::Failure;
use placet_fetch::client::ClientError;

use super::server::{Names, Reply, Server};
use super::*;

const HERE: [u8; 4] = [127, 0, 0, 1];
/// Systems take it for this machine, so what connects to it gets through.
const NOWHERE: [u8; 4] = [0, 0, 0, 0];

fn resolving(
    reach: Reach,
    answer: impl Fn(usize) -> Vec<IpAddr> + Send + Sync + 'static,
) -> (Client, Arc<Names>) {
    let names = Arc::new(Names::answering(move |turn, _| Ok(answer(turn))));
    // Tried again, a resolver could answer otherwise; it is not.
    let limits = LIMITS.retries(3);
    let client = builder().reach(reach).limits(limits).resolver(names.clone()).build().unwrap();
    (client, names)
}

#[tokio::test]
async fn by_default_only_the_internet_is_gone_to() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let port = server.address.port();
    let (client, names) = resolving(Reach::Public, |_| vec![HERE.into()]);
    let refused = unreachable(Failure::Address);
    assert_eq!(outcome(&client, &server.named("inside.test")).await, refused);
    assert_eq!(names.asked(), 1);
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "localhost",
        "localhost.",
        "x.localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::7f00:1]",
        "[64:ff9b:1:7f00:0:100::]",
        "[2002:7f00:1::1]",
        "[2001:0:808:808::80ff:fffe]",
        "[2606:4700::5efe:7f00:1]",
        "0",
        "0.0.0.0",
        "[::]",
        "%31%32%37.0.0.1",
        "127。0。0。1",
    ] {
        let origin = format!("http://{host}:{port}/");
        assert_eq!(outcome(&client, &origin).await, refused, "{host}");
        let page = client.fetch_page(&origin).await;
        assert!(matches!(page, Err(ClientError::Failed(Failure::Address))), "{host}");
    }
    assert_eq!(server.connections(), 0);
    assert_eq!(names.asked(), 1, "literals and known names are not even resolved");
}

/// Told to go to private networks, the client still goes to no service of a cloud, however its
/// address is written.
#[tokio::test]
async fn private_networks_are_not_everything() {
    let client = client();
    for address in [
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a9fe:a9fe",
        "64:ff9b:1:a9fe:a9:fe00::",
        "64:ff9b:1:a9:fe:a9fe::",
        "64:ff9b:1:0:a9:fea9:fe00:0",
        "2002:a9fe:a9fe::",
        "2001:0:7f00:1::5601:5601",
        "fe80::5efe:a9fe:a9fe",
        "::a9fe:a9fe",
        "fd00:ec2::254",
    ] {
        let address: IpAddr = address.parse().unwrap();
        let literal = if address.is_ipv6() { format!("[{address}]") } else { address.to_string() };
        let origin = format!("http://{literal}/");
        assert_eq!(outcome(&client, &origin).await, unreachable(Failure::Address), "{literal}");
        let (named, _) = resolving(Reach::Private, move |_| vec![address]);
        let origin = "http://inside.test/";
        assert_eq!(outcome(&named, origin).await, unreachable(Failure::Address), "{literal}");
    }
}

/// What resolves to a refused address first and to a good one later gets no second chance.
#[tokio::test]
async fn a_refused_answer_is_final() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let (client, names) =
        resolving(Reach::Private, |turn| vec![if turn == 0 { NOWHERE } else { HERE }.into()]);
    assert_eq!(outcome(&client, &server.named("a.test")).await, unreachable(Failure::Address));
    assert_eq!((names.asked(), server.connections()), (1, 0));
}

/// The client connects to the address that was checked: it does not resolve twice.
#[tokio::test]
async fn an_address_that_changes_after_the_check_is_not_used() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let (client, names) =
        resolving(Reach::Private, |turn| vec![if turn == 0 { HERE } else { NOWHERE }.into()]);
    assert_eq!(outcome(&client, &server.named("a.test")).await, FETCHED);
    assert_eq!((names.asked(), server.connections()), (1, 1));
}

/// A name that is good for the first request and bad for the redirect to itself.
#[tokio::test]
async fn each_hop_is_checked_anew() {
    let server = Server::start(|asked| match &*asked.path {
        "/robots.txt" => Reply::to(302, "/there"),
        _ => Reply::ok("secret"),
    })
    .await;
    let (client, names) =
        resolving(Reach::Private, |turn| vec![if turn == 0 { HERE } else { NOWHERE }.into()]);
    assert_eq!(outcome(&client, &server.named("a.test")).await, unreachable(Failure::Address));
    assert_eq!((names.asked(), server.connections(), server.hits()), (2, 1, 1));
}

#[tokio::test]
async fn of_many_addresses_only_good_ones_are_gone_to() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let metadata = [169, 254, 169, 254];
    let (client, _) =
        resolving(Reach::Private, move |_| vec![NOWHERE.into(), metadata.into(), HERE.into()]);
    assert_eq!(outcome(&client, &server.named("a.test")).await, FETCHED);
    let (client, _) = resolving(Reach::Private, move |_| vec![NOWHERE.into(), metadata.into()]);
    assert_eq!(outcome(&client, &server.named("b.test")).await, unreachable(Failure::Address));
    // A good one beyond those that are looked at does not count.
    let (client, _) = resolving(Reach::Private, move |_| {
        let bad = std::iter::repeat_n(IpAddr::from(NOWHERE), 1_000);
        bad.chain([HERE.into()]).collect()
    });
    assert_eq!(outcome(&client, &server.named("c.test")).await, unreachable(Failure::Address));
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn the_system_resolves_this_machine() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let system = Arc::new(placet_fetch::client::ThreadResolver::system());
    let private = builder().resolver(system.clone()).build().unwrap();
    assert_eq!(outcome(&private, &server.named("localhost")).await, FETCHED);
    let public = builder().reach(Reach::Public).resolver(system).build().unwrap();
    let refused = unreachable(Failure::Address);
    assert_eq!(outcome(&public, &server.named("localhost")).await, refused);
}

#[tokio::test]
async fn a_refused_address_is_not_stored_for_clients_with_other_settings() {
    let server = Server::start(|_| Reply::ok(RULES)).await;
    let store = Arc::new(placet_fetch::store::Memory::default());
    let client = |reach| builder().reach(reach).store(store.clone()).build().unwrap();
    let url = server.origin();
    assert_eq!(outcome(&client(Reach::Public), &url).await, unreachable(Failure::Address));
    let site = client(Reach::Private).site(&url).await.unwrap();
    assert!(!site.is_from_store());
    assert_eq!(site.entry().standing(), Standing::Fetched);
}
