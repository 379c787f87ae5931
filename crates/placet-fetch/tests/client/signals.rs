//! Files with signals: fetched when a question depends on them, together, and stored as robots.txt is.

use std::time::Instant;

use placet::signals::{Families, Family, SignalFile, SignalOutcome};
use placet::{Decision, Profile, Usage};
use placet_fetch::store::Embedded;
use placet_fetch::{SignalEntries, SignalEntry};
use tokio::sync::Barrier;

use super::server::{Reply, Server};
use super::*;

const RESERVED: &str = r#"[{"location": "/", "tdm-reservation": 1}]"#;
const RSL: &str = r#"<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
    <prohibits type="usage">ai-input</prohibits></license></content></rsl>"#;

const TDMREP: &str = "/.well-known/tdmrep.json";

/// A server with these files; anything else is missing.
async fn site(files: &'static [(&'static str, &'static str)]) -> Server {
    Server::start(move |asked| match files.iter().find(|(path, _)| *path == asked.path) {
        Some((_, text)) => Reply::ok(*text),
        None => Reply::status(404),
    })
    .await
}

/// The paths that were requested, sorted.
fn paths(server: &Server) -> Vec<String> {
    let mut paths: Vec<String> = server.asked().into_iter().map(|asked| asked.path).collect();
    paths.sort();
    paths
}

async fn may(client: &Client, usage: Usage, server: &Server) -> Decision {
    client.may("ExampleBot", usage, server.origin()).await.unwrap()
}

/// The entries of files of a server.
async fn entries(client: &Client, server: &Server, files: &[SignalFile]) -> SignalEntries {
    let origin = server.origin().parse().unwrap();
    client.signal_files(&origin, files.to_vec()).await.unwrap()
}

#[tokio::test]
async fn a_file_is_fetched_if_the_question_depends_on_it() {
    let all = ["/.well-known/tdmrep.json", "/.well-known/trust.txt", "/ai.txt", "/trust.txt"];
    for (usage, needed) in [
        (Usage::Crawl, &[][..]),
        (Usage::Follow, &[]),
        (Usage::Index, &[]),
        (Usage::AiInput, &[]),
        (Usage::Mine, &[TDMREP]),
        (Usage::TrainAi, &all),
    ] {
        let server = site(&[]).await;
        assert!(may(&client(), usage, &server).await.is_permitted(), "{usage}");
        let mut expected = needed.to_vec();
        expected.push("/robots.txt");
        expected.sort_unstable();
        assert_eq!(paths(&server), expected, "{usage}");
    }
}

#[tokio::test]
async fn nothing_is_fetched_for_a_crawler_a_profile_or_families_that_do_not_need_it() {
    // What may not be crawled may not be used.
    let server = site(&[("/robots.txt", "User-agent: *\nDisallow: /\n")]).await;
    assert!(!may(&client(), Usage::TrainAi, &server).await.is_permitted());
    assert_eq!(server.hits(), 1);

    let server = site(&[(TDMREP, RESERVED), ("/ai.txt", "User-agent: *\nDisallow: /\n")]).await;
    let plain = builder().profile(Profile::Rfc9309).build().unwrap();
    assert!(may(&plain, Usage::TrainAi, &server).await.is_permitted());
    let bot = client().for_agent("ExampleBot");
    let none = bot.clone().families(Families::NONE);
    assert!(none.may(Usage::TrainAi, server.origin()).await.unwrap().is_permitted());
    assert_eq!(paths(&server), ["/robots.txt", "/robots.txt"]);

    // The stored view of the robots.txt is that of the families.
    let tdmrep = bot.clone().families([Family::Tdmrep].into_iter().collect());
    let decision = tdmrep.may(Usage::TrainAi, server.origin()).await.unwrap();
    assert_eq!(decision.to_string(), r#"tdmrep.json:1 {"location": "/", "tdm-reservation": 1}"#);
    assert_eq!(paths(&server), [TDMREP, "/robots.txt", "/robots.txt"]);
    let decision = bot.may(Usage::TrainAi, server.origin()).await.unwrap();
    assert_eq!(decision.to_string(), "ai.txt:2 Disallow: /");
    assert_eq!(server.hits(), 6);
}

#[tokio::test]
async fn files_are_requested_at_the_same_time() {
    let waiting = Arc::new(Barrier::new(4));
    let own = Arc::clone(&waiting);
    let server = Server::start(move |asked| match &*asked.path {
        "/robots.txt" => Reply::ok("License: /a.xml\n"),
        // None is answered before all four are requested.
        TDMREP | "/trust.txt" | "/ai.txt" | "/a.xml" => {
            Reply::status(404).with_others(Arc::clone(&own))
        }
        _ => Reply::status(404),
    })
    .await;
    let decision = may(&client(), Usage::TrainAi, &server).await;
    let conditions: Vec<String> = decision.conditions().iter().map(ToString::to_string).collect();
    assert_eq!((server.busiest(), server.hits()), (4, 6), "{conditions:?}");
}

#[tokio::test]
async fn missing_files_are_stored_until_they_expire() {
    let hands = Hands::new();
    let client = hands.builder().build().unwrap();
    let server = site(&[("/robots.txt", RULES)]).await;
    for (forward, hits) in [(0, 5), (0, 5), (3_599, 5), (1, 9), (60, 9)] {
        hands.forward(Duration::from_secs(forward));
        assert!(may(&client, Usage::TrainAi, &server).await.is_permitted());
        assert_eq!(server.hits(), hits, "{forward}");
    }
}

#[tokio::test]
async fn clients_share_files_through_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("placet.redb");
    let files = &[(TDMREP, RESERVED), ("/trust.txt", "datatrainingallowed=no\n")];
    let server = site(files).await;
    for from_store in [false, true] {
        let store = Arc::new(Embedded::open(&path).unwrap());
        let client = builder().store(store).build().unwrap();
        let files = [SignalFile::Tdmrep, SignalFile::TrustTxt, SignalFile::AiTxt];
        let found = entries(&client, &server, &files).await;
        assert_eq!(found.is_from_store(), from_store);
        assert!(!may(&client, Usage::TrainAi, &server).await.is_permitted());
        assert_eq!(server.hits(), 4, "{from_store}");
    }
}

#[tokio::test]
async fn a_redirect_is_followed_but_not_to_a_private_address() {
    let server = Server::start(|asked| match &*asked.path {
        TDMREP => Reply::to(301, "/tdm"),
        "/tdm" => Reply::ok(RESERVED),
        "/ai.txt" => Reply::to(302, "http://169.254.169.254/ai.txt"),
        "/robots.txt" => Reply::ok("License: http://169.254.169.254/license.xml\n"),
        _ => Reply::status(404),
    })
    .await;
    let (client, inside) = (client(), SignalFile::Rsl("http://169.254.169.254/l.xml".into()));
    let found = entries(&client, &server, &[SignalFile::Tdmrep, SignalFile::AiTxt, inside]).await;
    let states: Vec<_> =
        found.iter().map(|it| (it.entry().standing(), it.entry().cause())).collect();
    assert_eq!(states, [FETCHED, unreachable(Failure::Address), unreachable(Failure::Address)]);
    assert_eq!(found.evidence()[0].final_url.path(), "/tdm");
    assert!(!may(&client, Usage::Mine, &server).await.is_permitted());
    // The site did not supply its licence, so the crawler needs one.
    let decision = may(&client, Usage::AiInput, &server).await;
    let reason = decision.to_string();
    assert!(!decision.is_permitted() && reason.contains("license"), "{reason}");
}

#[tokio::test]
async fn only_the_internet_is_gone_to_by_default() {
    let server = site(&[(TDMREP, RESERVED)]).await;
    let public = builder().reach(Reach::Public).build().unwrap();
    let found = entries(&public, &server, &[SignalFile::Tdmrep]).await;
    let entry = found.iter().next().unwrap().entry();
    assert_eq!((entry.standing(), entry.cause()), unreachable(Failure::Address));
    // A refusal is a setting of the client, so it is not stored.
    assert_eq!((server.hits(), public.store().urls().await.unwrap().len()), (0, 0));
}

#[tokio::test]
async fn a_file_that_is_too_long_is_not_read() {
    let long = |start: &str| format!("{start}{}", " ".repeat(512_001 - start.len()));
    let (tdmrep, rsl) = (long(RESERVED), long(RSL));
    let server = Server::start(move |asked| match &*asked.path {
        "/robots.txt" => Reply::ok("License: /l.xml\n"),
        TDMREP => Reply::ok(tdmrep.clone()),
        "/l.xml" => Reply::ok(rsl.clone()),
        _ => Reply::status(404),
    })
    .await;
    let client = client();
    let decision = may(&client, Usage::Mine, &server).await;
    let outcomes: Vec<_> = decision.signals().map(|it| (it.family(), it.outcome())).collect();
    assert_eq!(outcomes, [(Family::Rsl, SignalOutcome::Silent)]);
    let problems = decision.signal_problems().into_iter();
    let kinds: Vec<&str> = problems.map(|it| it.kind().name()).collect();
    assert!(kinds.contains(&"signal-format"), "{kinds:?}");
    assert!(kinds.contains(&"signal-not-conformant"), "{kinds:?}");
    // Nor is the rest received.
    let found = entries(&client, &server, &[SignalFile::Tdmrep]).await;
    let copy = found.evidence()[0].copy.unwrap();
    assert_eq!((copy.bytes, copy.cut), (512_001, true));
}

#[tokio::test]
async fn the_content_decides_what_a_file_is() {
    const PAGE: &str = "<!doctype html><pre>\ndatatrainingallowed=no\n</pre>";
    let server = Server::start(|asked| match &*asked.path {
        "/robots.txt" => Reply::ok("License: /l.xml\n"),
        // A site that sends a page for every URL has its trust.txt in the other place.
        "/.well-known/trust.txt" => Reply::ok("datatrainingallowed=no\n"),
        // No document defines a media type, or it does not matter (S-068).
        TDMREP => Reply::ok(RESERVED).with("content-type", "text/html"),
        "/l.xml" => Reply::ok(RSL).with("content-type", "text/plain"),
        _ => Reply::ok(PAGE).with("content-type", "text/plain"),
    })
    .await;
    let client = client();
    let found = entries(&client, &server, &[SignalFile::TrustTxt, SignalFile::AiTxt]).await;
    let read: Vec<(&str, bool, bool)> = found
        .iter()
        .map(|it| (it.entry().url().path(), it.is_web_page(), it.text().is_some()))
        .collect();
    assert_eq!(
        read,
        [
            ("/trust.txt", true, false),
            ("/.well-known/trust.txt", false, true),
            ("/ai.txt", true, false)
        ]
    );
    for (usage, family) in [
        (Usage::TrainAi, Family::TrustTxt),
        (Usage::Mine, Family::Tdmrep),
        (Usage::AiInput, Family::Rsl),
    ] {
        let decision = may(&client, usage, &server).await;
        let families: Vec<Family> = decision.signals().map(|it| it.family()).collect();
        assert!(!decision.is_permitted() && families.contains(&family), "{usage}: {decision}");
    }
}

#[tokio::test]
async fn an_unreachable_file_states_nothing_and_its_last_copy_counts() {
    let hands = Hands::new();
    let client = hands.builder().build().unwrap();
    let is_up = Arc::new(AtomicU64::new(0));
    let up = Arc::clone(&is_up);
    let server = Server::start(move |asked| match (&*asked.path, up.load(Ordering::SeqCst)) {
        (TDMREP, 1) => Reply::ok(RESERVED),
        (TDMREP, _) => Reply::status(503),
        _ => Reply::status(404),
    })
    .await;
    let standing = async || {
        let found = entries(&client, &server, &[SignalFile::Tdmrep]).await;
        found.iter().next().unwrap().entry().standing()
    };
    assert!(may(&client, Usage::Mine, &server).await.is_permitted());
    assert_eq!(standing().await, Standing::Unreachable);
    hands.forward(Duration::from_mins(1));
    is_up.store(1, Ordering::SeqCst);
    assert!(!may(&client, Usage::Mine, &server).await.is_permitted());
    hands.forward(Duration::from_hours(24));
    is_up.store(0, Ordering::SeqCst);
    assert!(!may(&client, Usage::Mine, &server).await.is_permitted());
    assert_eq!(standing().await, Standing::Stale);
}

#[tokio::test]
async fn all_files_share_the_deadline_of_the_question() {
    let server = Server::start(|asked| match &*asked.path {
        "/robots.txt" => Reply::ok(RULES),
        _ => Reply::status(404).after(Duration::from_secs(30)),
    })
    .await;
    let client = client();
    let begun = Instant::now();
    let hurried = client.by(begun + Duration::from_secs(2));
    // trust.txt has two places, which take no longer together.
    assert!(may(&hurried, Usage::TrainAi, &server).await.is_permitted());
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    // What is late only because of the question is not stored.
    let stored = client.store().urls().await.unwrap();
    assert_eq!(stored.len(), 1, "{stored:?}");
}

#[tokio::test]
async fn the_number_of_documents_is_limited() {
    let server = Server::start(|asked| match &*asked.path {
        "/robots.txt" => {
            Reply::ok("License: /0.xml\nLicense: /1.xml\nLicense: /2.xml\nLicense: /3.xml\n")
        }
        _ => Reply::ok(RSL),
    })
    .await;
    may(&client(), Usage::AiInput, &server).await;
    // The limit of these tests is 3.
    assert_eq!(paths(&server), ["/0.xml", "/1.xml", "/2.xml", "/robots.txt"]);
}

#[tokio::test]
async fn a_decision_can_be_repeated_from_the_stored_bytes() {
    let server = site(&[(TDMREP, RESERVED), ("/robots.txt", RULES)]).await;
    let client = client();
    let site = client.site(server.origin()).await.unwrap();
    let found = entries(&client, &server, &[SignalFile::Tdmrep]).await;
    let digest = found.evidence()[0].copy.unwrap().digest;
    let archived = Arc::new(found.iter().next().unwrap().entry().archived().unwrap());
    client.store().put(&archived).await.unwrap();

    let now = Time::now();
    let stored = client.store().get(&digest.key().unwrap(), now).await.unwrap().unwrap();
    let url = site.origin().signal_urls(&SignalFile::Tdmrep).remove(0);
    let entry = SignalEntry::new(SignalFile::Tdmrep, Arc::new(stored.held_about(url)));
    let again = SignalEntries::new([entry]);
    let decide = |entries: &SignalEntries| {
        let bot = site.for_agent("ExampleBot").signal_files(&entries.files());
        bot.may(Usage::TrainAi, "/").unwrap().to_string()
    };
    assert_eq!(decide(&again), decide(&found));
    assert_eq!(again.evidence()[0].copy, found.evidence()[0].copy);
    assert!(again.is_from_store() && again.expires().is_some());
}
