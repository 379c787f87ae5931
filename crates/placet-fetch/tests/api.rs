//! What callers rely on without asking: types cross threads, and text lines up in tables.

use std::time::Duration;

use placet_fetch::address::{AddressKind, Reach, Refused};
use placet_fetch::body::HtmlKind;
use placet_fetch::store::{Memory, StoreError, TierHealth, Tiers};
use placet_fetch::{
    Action, Body, BodyProblem, Cause, CopyEvidence, Digest, Entry, Evidence, Failure, Fetch, Hop,
    InvalidDigest, InvalidOrigin, Origin, Pace, Pacer, Request, Settings, SignalEntries,
    SignalEntry, Site, Snapshot, Standing, Time, Unreadable,
};

fn crosses_threads<T: Send + Sync + 'static>() {}

#[test]
fn all_types_cross_threads() {
    crosses_threads::<(Action, Body, BodyProblem, Cause, CopyEvidence, Digest, Entry, Evidence)>();
    crosses_threads::<(Failure, Fetch, Hop, InvalidDigest, InvalidOrigin, Origin, Pace, Pacer)>();
    crosses_threads::<(Request, Settings, Site, Snapshot, Standing, Time, Unreadable)>();
    crosses_threads::<(SignalEntries, SignalEntry)>();
    crosses_threads::<(AddressKind, Reach, Refused, HtmlKind)>();
    crosses_threads::<(Memory, StoreError, TierHealth, Tiers)>();
    #[cfg(feature = "embedded")]
    crosses_threads::<(placet_fetch::FilePacer, placet_fetch::store::Embedded)>();
    #[cfg(feature = "embedded")]
    crosses_threads::<(placet_fetch::store::EmbeddedBuilder, placet_fetch::store::Notice)>();
    #[cfg(feature = "redis")]
    crosses_threads::<(placet_fetch::SharedPacer, placet_fetch::store::RedisStore)>();
}

#[cfg(feature = "client")]
#[test]
fn clients_and_what_they_do_cross_threads() {
    use placet_fetch::client::{
        AgentClient, BuildError, Client, ClientBuilder, ClientError, FetchedPage, Limits,
        LocalFailure, ThreadResolver,
    };
    fn is_sent(_: &(impl Send + ?Sized)) {}

    crosses_threads::<(Client, ClientBuilder, ClientError, BuildError, FetchedPage, Limits)>();
    crosses_threads::<(AgentClient, LocalFailure, ThreadResolver)>();
    let client = Client::builder("ExampleBot/1.0").build();
    let Ok(client) = client else { return };
    is_sent(&client.site("https://example.com/"));
    is_sent(&client.site_for("ExampleBot", "https://example.com/"));
    is_sent(&client.may("ExampleBot", placet::Usage::Crawl, "https://example.com/"));
    is_sent(&client.robots("https://example.com/"));
    let bot = client.for_agent("ExampleBot");
    is_sent(&bot.allows("https://example.com/"));
    is_sent(&bot.may(placet::Usage::Crawl, "https://example.com/"));
    is_sent(&bot.may(placet::Usage::TrainAi, "https://example.com/"));
    is_sent(&client.fetch_page("https://example.com/"));
    let Ok(origin) = "https://example.com/".parse() else { return };
    is_sent(&client.signal_files(&origin, [placet::signals::SignalFile::AiTxt]));
}

#[test]
fn text_lines_up() {
    let origin: Origin = "https://a.example/".parse().expect("an origin");
    let shown = |text: String, short: String| {
        assert_eq!(text.chars().count(), 90, "{text:?}");
        assert_eq!(text.trim(), short);
    };
    macro_rules! lines_up {
        ($($value:expr),* $(,)?) => {
            $(shown(format!("{:<90}", $value), format!("{}", $value));)*
            $(shown(format!("{:>90}", $value), format!("{}", $value));)*
        };
    }
    lines_up!(
        origin,
        Digest::of(b""),
        Time::from_secs(784_111_777),
        Time::from_millis(u64::MAX),
        Standing::Fetched,
        Cause::Status(404),
        Cause::TooManyRedirects,
        Cause::Failed(Failure::Dns),
        Failure::Tls,
        AddressKind::Loopback,
        BodyProblem::Json,
        BodyProblem::Html(HtmlKind::Login),
        BodyProblem::MediaType("text/html".into()),
    );
    #[cfg(feature = "client")]
    lines_up!(placet_fetch::client::LocalFailure::Memory);
}

#[test]
fn the_clock_is_that_of_the_system() {
    let before = Time::now();
    assert!(before > Time::from_secs(1_700_000_000));
    assert!(Time::now().since(before) < Duration::from_mins(10));
}

#[cfg(feature = "embedded")]
#[tokio::test]
async fn a_pacer_in_a_file_waits() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let store = placet_fetch::store::Embedded::open(folder.path().join("pace.redb"))?;
    let pacer = placet_fetch::FilePacer::new(store);
    let (origin, agent): (Origin, _) = ("https://a.example/".parse()?, placet::Agent::new("Bot"));
    let begun = std::time::Instant::now();
    for _ in 0..3 {
        pacer.wait(&origin, &agent, Pace::every(Duration::from_millis(60))).await?;
    }
    assert!(begun.elapsed() >= Duration::from_millis(117), "{:?}", begun.elapsed());
    Ok(())
}

#[cfg(feature = "client")]
#[tokio::test]
async fn a_pacer_waits() {
    use std::time::Instant;

    let pacer = Pacer::new();
    let origin: Origin = "https://a.example/".parse().expect("an origin");
    let (agent, pace) = (placet::Agent::new("ExampleBot"), Pace::every(Duration::from_millis(60)));
    let begun = Instant::now();
    for _ in 0..3 {
        pacer.wait(&origin, &agent, pace).await;
    }
    // Clocks of the system have milliseconds, so a part of one may be missing each time.
    assert!(begun.elapsed() >= Duration::from_millis(117), "{:?}", begun.elapsed());
    // Another site is not waited for, and one that is never open is waited for for ever.
    let other: Origin = "https://b.example/".parse().expect("an origin");
    pacer.wait(&other, &agent, Pace::every(Duration::MAX)).await;
    let never = pacer.wait(&other, &agent, Pace::every(Duration::MAX));
    assert!(tokio::time::timeout(Duration::from_millis(50), never).await.is_err());
}
