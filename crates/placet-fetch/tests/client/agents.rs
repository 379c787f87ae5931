//! The client of one crawler: the same decisions as without stored views, and no more requests.

use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use placet::{Agent, Crawler, Profile, Usage};
use placet_fetch::Settings;
use placet_fetch::client::{AgentClient, ClientError};
use placet_fetch::store::Memory;

use super::server::{Reply, Server};
use super::*;

const OTHER: &str = "User-agent: *\nDisallow: /other/\n";

/// A server whose robots.txt can be exchanged, and is valid for an hour.
async fn exchangeable(first: &str) -> (Server, Arc<Mutex<String>>) {
    let text = Arc::new(Mutex::new(first.to_owned()));
    let sent = Arc::clone(&text);
    let reply =
        move |_: &_| Reply::ok(sent.lock().unwrap().clone()).with("cache-control", "max-age=3600");
    (Server::start(move |asked| reply(asked)).await, text)
}

async fn allows(bot: &AgentClient, origin: &str, path: &str) -> bool {
    let url = format!("{origin}{path}");
    let allows = bot.allows(&url).await.unwrap();
    let decision = bot.may(Usage::Crawl, &url).await.unwrap();
    assert_eq!(decision.verdict().is_permit(), allows, "{url}");
    allows
}

#[tokio::test]
async fn a_stored_view_expires_with_its_file() {
    let (server, text) = exchangeable(RULES).await;
    let hands = Hands::new();
    let bot = hands.builder().build().unwrap().for_agent("ExampleBot");
    let origin = server.origin();
    for (forward, expected, hits) in
        [(0, false, 1), (0, false, 1), (3_599, false, 1), (1, true, 2), (10, true, 2)]
    {
        hands.forward(Duration::from_secs(forward));
        assert_eq!(allows(&bot, &origin, "drafts/42").await, expected, "{forward}");
        assert_eq!(allows(&bot, &origin, "other/").await, !expected, "{forward}");
        assert_eq!(server.hits(), hits, "{forward}");
        OTHER.clone_into(&mut text.lock().unwrap());
    }
    // A clock that was set back makes it ask again.
    hands.0.fetch_sub(7_200, Ordering::SeqCst);
    assert!(allows(&bot, &origin, "drafts/42").await);
    assert_eq!(server.hits(), 3);
}

#[tokio::test]
async fn a_view_is_replaced_and_removed_with_its_entry() {
    let (server, text) = exchangeable(RULES).await;
    let client = client();
    let bot = client.for_agent("ExampleBot");
    assert!(!allows(&bot, &server.origin(), "drafts/42").await);
    // Another client fetches a newer file and stores it here.
    OTHER.clone_into(&mut text.lock().unwrap());
    let newer = robots(&super::client(), &server.origin()).await;
    client.store().put(&newer).await.unwrap();
    assert!(allows(&bot, &server.origin(), "drafts/42").await);
    assert_eq!(server.hits(), 2);
    RULES.clone_into(&mut text.lock().unwrap());
    assert!(client.store().remove(newer.url()).await.unwrap());
    assert!(!allows(&bot, &server.origin(), "drafts/42").await);
    assert_eq!(server.hits(), 3);
}

#[tokio::test]
async fn clients_that_share_memory_have_their_own_views() {
    const RULES: &str = "User-agent: A\nDisallow: /a\nUser-agent: B\nDisallow: /b\n\
                         User-agent: *\nDisallow: /index.html\nAllow: /index.htm\n";
    let (server, _) = exchangeable(RULES).await;
    let (hands, memory) = (Hands::new(), Arc::new(Memory::default()));
    let with = |profile, longest| {
        let settings = Settings::new().longest(longest);
        let builder = hands.builder().settings(settings).profile(profile);
        builder.store(memory.clone()).memory(0).build().unwrap()
    };
    let hour = Duration::from_hours(1);
    let (full, google) = (with(Profile::Full, hour), with(Profile::Google, hour));
    let origin = server.origin();
    for _ in 0..2 {
        for (name, [a, b]) in [("A", [false, true]), ("B", [true, false]), ("C", [true, true])] {
            assert_eq!(allows(&full.for_agent(name), &origin, "a").await, a, "{name}");
            assert_eq!(allows(&full.for_agent(name), &origin, "b").await, b, "{name}");
        }
        for (client, profile) in [(&full, Profile::Full), (&google, Profile::Google)] {
            let decision = client.may("A", Usage::Crawl, &origin).await.unwrap();
            assert_eq!(decision.profile(), profile);
        }
        // Crawlers that files treat alike are named as they were given.
        for name in ["A", "a"] {
            let decision = full.may(name, Usage::Crawl, &origin).await.unwrap();
            assert_eq!(decision.agent().name(), name);
        }
    }
    assert_eq!(server.hits(), 1);
    // A shorter limit of one client does not depend on the views of another.
    hands.forward(Duration::from_mins(10));
    let strict = with(Profile::Full, Duration::from_mins(10)).for_agent("A");
    assert!(!allows(&strict, &origin, "a").await);
    assert_eq!(server.hits(), 2);
}

#[tokio::test]
async fn any_spelling_of_a_url_finds_its_own_site() {
    let (server, _) = exchangeable(RULES).await;
    let client = client();
    let bot = client.for_agent("ExampleBot");
    let origin = server.named("a.test");
    assert!(!allows(&bot, &origin, "drafts/").await);
    for url in [
        origin.replace("http", "HTTP") + "drafts/",
        origin.replace("a.test", "A.Test") + "drafts/",
        origin.replace("//", "//user:word@") + "drafts/",
        origin.replace("a.test", "a\t.te\nst") + "drafts/",
        origin.trim_end_matches('/').to_owned() + "\\drafts/",
        format!(" {origin}drafts/ "),
        format!("{origin}x/../drafts/"),
        format!("{origin}%64rafts/"),
    ] {
        assert!(!bot.allows(&url).await.unwrap(), "{url:?}");
    }
    assert!(bot.allows(origin.trim_end_matches('/')).await.unwrap());
    assert_eq!(server.hits(), 1);
    // A name that begins with the name of a stored site is another site.
    for url in [
        origin.replace("a.test", "a.test.b.test"),
        origin.replace("a.test", "b.test"),
        origin.replace("//", "//a.test@c.test/#@"),
    ] {
        let _ = bot.allows(&url).await;
    }
    let hosts: Vec<String> = server.asked().into_iter().map(|asked| asked.host).collect();
    assert_eq!(hosts[..3], ["a.test", "a.test.b.test", "b.test"]);
    for url in ["", "/a", "example.com", "ftp://a.test/", "mailto:a@a.test", "http://", "://"] {
        assert!(matches!(bot.allows(url).await, Err(ClientError::Origin(_))), "{url}");
    }
}

/// Time limits are compared with the time of the question, not with that of the view.
#[tokio::test]
async fn a_stored_view_has_no_time_of_its_own() {
    let rules = "ACAP-crawler: *\nACAP-allow-index: / time-limit=until-2027-06-01\n";
    let server = Server::start(move |_| Reply::ok(rules)).await;
    let hands = Hands::new();
    // The evening of that day in UTC.
    hands.0.store(1_811_890_000, Ordering::SeqCst);
    let bot = hands.builder().build().unwrap().for_agent("ExampleBot");
    let mut verdicts = Vec::new();
    for _ in 0..2 {
        let decision = bot.may(Usage::Index, server.origin()).await.unwrap();
        verdicts.push((decision.verdict().is_permit(), decision.unchecked().len()));
        hands.forward(Duration::from_hours(23));
    }
    assert_eq!(verdicts, [(true, 0), (false, 0)]);
    assert_eq!(server.hits(), 1);
}

/// A file that another one refers to expires by itself.
#[tokio::test]
async fn a_view_of_several_files_is_made_anew() {
    let server = Server::start(|asked| match &*asked.path {
        "/robots.txt" => Reply::ok("ACAP-crawler: *\nACAP-permissions-reference: /more.txt\n"),
        _ => Reply::ok("ACAP-crawler: *\nACAP-disallow-crawl: /x/\n")
            .with("cache-control", "max-age=600"),
    })
    .await;
    let hands = Hands::new();
    let bot = hands.builder().build().unwrap().for_agent("ExampleBot");
    for (forward, hits) in [(0, 2), (599, 2), (1, 3)] {
        hands.forward(Duration::from_secs(forward));
        assert!(!allows(&bot, &server.origin(), "x/").await);
        assert!(allows(&bot, &server.origin(), "y/").await);
        assert_eq!(server.hits(), hits, "{forward}");
    }
}

/// Views count as part of the memory, however many crawlers there are.
#[tokio::test]
async fn views_are_bounded() {
    const BOUND: usize = 1 << 20;
    let rules: Vec<String> = (0..50).map(|at| format!("Disallow: /{at}/")).collect();
    let text = format!("User-agent: *\n{}\n", rules.join("\n"));
    let server = Server::start(move |_| Reply::ok(text.clone())).await;
    let memory = Arc::new(Memory::new(BOUND));
    let client = builder().store(memory.clone()).memory(0).build().unwrap();
    let alone = {
        robots(&client, &server.named("s0.test")).await;
        memory.bytes()
    };
    for crawler in 0..40 {
        let crawler = Crawler::new(Agent::new(&format!("Bot{crawler}")));
        assert!(!allows(&client.for_agent(crawler), &server.named("s0.test"), "7/").await);
        assert!(memory.bytes() <= BOUND / 16);
    }
    assert!(memory.bytes() > 2 * alone);
    let bot = client.for_agent("ExampleBot");
    for site in 1..200 {
        assert!(!allows(&bot, &server.named(&format!("s{site}.test")), "7/").await);
        assert!(memory.bytes() <= BOUND);
    }
    assert_eq!(server.hits(), 200);
}

#[tokio::test]
async fn a_verdict_from_memory_neither_waits_nor_allocates() {
    let (server, _) = exchangeable(RULES).await;
    let bot = client().for_agent("ExampleBot");
    let url = format!("{}drafts/42", server.named("a.test"));
    assert!(!bot.allows(&url).await.unwrap());
    let used = allocation_counter::measure(|| {
        let allows = pin!(bot.allows(&url));
        let verdict = allows.poll(&mut Context::from_waker(Waker::noop()));
        assert!(matches!(verdict, Poll::Ready(Ok(false))));
    });
    assert_eq!(used.count_total, 0);
    assert_eq!(server.hits(), 1);
}
