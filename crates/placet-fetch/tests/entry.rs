//! The stored form, the evidence, and what is made of bodies.

mod common;

use std::sync::Arc;

use common::{DAY, Server, T0, crawl, entry, reply};
use placet::{Agent, Profile, Usage, Verdict};
use placet_fetch::store::{Memory, Store};
use placet_fetch::{BodyProblem, Cause, Entry, FORMAT, Failure, Site, Standing, Unreadable};

/// The stored form of version 3, as written once and for all. A change of the form fails here: it
/// needs a version of its own.
#[test]
fn the_stored_form_stays() {
    let mut server = Server::new([
        reply(301, &[("location", "https://other.example/r")], b""),
        reply(200, &[("etag", "\"a\""), ("cache-control", "max-age=60")], b"User-agent: *\n"),
    ]);
    let fetched = crawl(&mut server, None, T0);
    let stale = crawl(&mut Server::new([reply(503, &[], b"")]), Some(&fetched), T0 + DAY);
    let gone = crawl(&mut Server::new([reply(410, &[], b"")]), None, T0);
    let stored: [(&[u8], Arc<Entry>); 3] = [
        (include_bytes!("data/fetched.v3"), fetched),
        (include_bytes!("data/stale.v3"), stale),
        (include_bytes!("data/gone.v3"), gone),
    ];
    for (bytes, entry) in stored {
        assert_eq!(entry.encode(), bytes, "{}", entry.standing());
        assert_eq!(Entry::decode(bytes).as_ref(), Ok(&*entry));
    }
}

#[test]
fn other_stored_forms_are_refused_by_name() {
    let good = entry("a.example", 100, T0).encode();
    assert_eq!(Entry::decode(b""), Err(Unreadable::Foreign));
    assert_eq!(Entry::decode(b"<html>"), Err(Unreadable::Foreign));
    assert_eq!(Entry::decode(&good[..4]), Err(Unreadable::Foreign));
    assert_eq!(Entry::decode(&good[..7]), Err(Unreadable::Checksum));
    assert_eq!(Entry::decode(&good[..good.len() - 1]), Err(Unreadable::Checksum));
    for version in [0, FORMAT + 1, u8::MAX] {
        let mut other = good.clone();
        other[4] = version;
        assert_eq!(Entry::decode(&other), Err(Unreadable::Version(version)));
    }
}

/// A body or tables that somebody exchanged, checksum and all, are not believed.
#[test]
fn a_wrong_digest_is_refused() {
    let good = entry("a.example", 400, T0);
    let stored = good.encode();
    let body = good.copy().unwrap().body().bytes().len();
    // Of the last byte of the body and of the tables before it.
    for back in [1, body + 1] {
        let mut altered = stored.clone();
        let at = altered.len() - back;
        altered[at] ^= 1;
        let sum = crc32fast::hash(&altered[9..]).to_le_bytes();
        altered[5..9].copy_from_slice(&sum);
        assert_eq!(Entry::decode(&altered), Err(Unreadable::Digest), "{back}");
    }
    let other = entry("b.example", 400, T0);
    assert_eq!(Entry::decode_about(other.url(), &stored), Err(Unreadable::Misplaced));
    let archived = good.archived().unwrap();
    assert_eq!(Entry::decode_about(archived.url(), &archived.encode()), Ok(archived));
    let under = other.archived().unwrap().url().clone();
    let exchanged = good.held_about(under.clone()).encode();
    assert_eq!(Entry::decode_about(&under, &exchanged), Err(Unreadable::Digest));
}

/// What comes from a store says the same as what was put into it, every line and problem of it.
#[test]
fn a_stored_entry_gives_the_same_policy() {
    let text = b"# of a site\nHost: a\nDisallow: /\nUser-agent: *\nDisallow: /%7ea*$\nAllow\n\
        ACAP-crawler: *\nACAP-disallow-index: /b\n";
    let parsed = crawl(&mut Server::new([reply(200, &[], text)]), None, T0);
    let stored = Entry::decode(&parsed.encode()).unwrap();
    for profile in Profile::ALL {
        let [one, other] = [&*parsed, &stored].map(|entry| entry.policy(profile));
        assert_eq!(one.tables(), other.tables());
        let all = |policy: &placet::RobotsPolicy| {
            let problems = policy.problems().map(|problem| problem.to_string());
            let records = policy.records().map(|record| format!("{record:?}"));
            problems.chain(records).collect::<Vec<_>>()
        };
        assert_eq!(all(&one), all(&other));
        for (usage, path) in [(Usage::Crawl, "/~a"), (Usage::Index, "/b"), (Usage::Index, "/c")] {
            let asked = |policy: &placet::RobotsPolicy| {
                policy.for_agent(Agent::new("Bot")).may(usage, path).unwrap().to_string()
            };
            assert_eq!(asked(&one), asked(&other), "{usage} {path}");
        }
    }
}

/// What was decided can be decided again from the archive, after the site has changed.
#[tokio::test]
async fn a_decision_is_made_again() {
    let store = Memory::default();
    let first =
        crawl(&mut Server::new([reply(200, &[], b"User-agent: *\nDisallow: /a\n")]), None, T0);
    store.put(&first).await.unwrap();
    store.put(&Arc::new(first.archived().unwrap())).await.unwrap();
    let evidence = first.evidence();
    let second = crawl(&mut Server::new([reply(200, &[], b"")]), Some(&first), T0 + DAY);
    store.put(&second).await.unwrap();

    let digest = evidence.copy.unwrap().digest;
    let archived = store.get(&digest.key().unwrap(), T0).await.unwrap().unwrap();
    assert_eq!(archived.evidence().copy, evidence.copy);
    assert_eq!(placet_fetch::Digest::of(archived.copy().unwrap().body().bytes()), digest);
    let asked = Site::new(archived, Profile::Full).unwrap().for_agent(Agent::new("Bot"));
    assert_eq!(asked.may(Usage::Crawl, "/a").unwrap().verdict(), Verdict::Prohibit);
    assert_eq!(
        Entry::decode(&second.archived().unwrap().encode()).unwrap().standing(),
        Standing::Fetched
    );
}

#[test]
fn evidence_says_what_was_used() {
    let mut server = Server::new([
        reply(302, &[("location", "https://other.example/r")], b""),
        reply(200, &[], b""),
    ]);
    let fetched = crawl(&mut server, None, T0);
    let later = T0 + DAY;
    let stale = crawl(&mut Server::new([reply(503, &[], b"")]), Some(&fetched), later);
    let evidence = stale.evidence();
    assert_eq!((evidence.standing, evidence.cause), (Standing::Stale, Cause::Status(503)));
    assert_eq!((evidence.checked, evidence.unreachable_since), (later, Some(later)));
    assert_eq!(evidence.final_url.as_str(), "https://other.example/r");
    assert_eq!((evidence.chain.len(), evidence.chain[0].status()), (1, 302));
    let copy = evidence.copy.unwrap();
    assert_eq!((copy.fetched, copy.validated, copy.status, copy.bytes), (T0, T0, 200, 0));
    let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(copy.digest.to_string(), empty);

    let none = common::unreachable_entry("a.example", T0);
    assert_eq!(none.evidence().cause, Cause::Failed(Failure::Dns));
    assert!(none.evidence().copy.is_none() && none.archived().is_none());
}

/// A page served as robots.txt is reported with the decision, and read as the RFC says.
#[test]
fn a_page_is_reported_and_read() {
    let page = b"<html><title>Just a moment...</title>\nUser-agent: *\nDisallow: /a\n</html>";
    let entry =
        crawl(&mut Server::new([reply(200, &[("content-type", "text/html")], page)]), None, T0);
    let site = Site::new(entry, Profile::Full).unwrap();
    let names: Vec<_> = site.body_problems().iter().map(BodyProblem::name).collect();
    assert_eq!(names, ["html-challenge", "media-type"]);
    let asked = site.for_agent(Agent::new("Bot"));
    assert_eq!(asked.may(Usage::Crawl, "/a").unwrap().verdict(), Verdict::Prohibit);
}

/// UTF-16: decoded, but not by Google's matcher, and reported.
#[test]
fn utf_16_is_read() {
    let text = "\u{FEFF}User-agent: *\nDisallow: /a\n";
    let unmarked = || text.chars().skip(1).collect::<String>();
    for bytes in [
        text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
        text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        unmarked().encode_utf16().flat_map(u16::to_le_bytes).collect(),
    ] {
        let entry = crawl(&mut Server::new([reply(200, &[], &bytes)]), None, T0);
        for profile in [Profile::Full, Profile::Rfc9309, Profile::Google] {
            let site = Site::new(Arc::clone(&entry), profile).unwrap();
            let asked = site.for_agent(Agent::new("Bot"));
            let decision = asked.may(Usage::Crawl, "/a").unwrap();
            assert_eq!(decision.verdict().is_permit(), profile == Profile::Google);
            assert_eq!(decision.garbled().unwrap().name(), "utf-16");
            assert_eq!(asked.may(Usage::Crawl, "/b").unwrap().verdict(), Verdict::Permit);
        }
        assert_eq!(entry.body_problems()[0].name(), "utf-16");
    }
}
