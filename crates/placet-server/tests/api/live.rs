//! Questions about live sites, and what is stored about them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use placet_fetch::store::{Embedded, Store as _};
use placet_fetch::{Action, Entry, Event, Fetch, Settings, Time};
use serde_json::{Value, json};

use crate::support::{Running, Site, config, escaped, until};

const ROBOTS: &str = "User-agent: *\nCrawl-delay: 7\nDisallow: /drafts/\n";

fn check(site: &Site, path: &str) -> String {
    format!("/v1/check?url={}&agent=ExampleBot", escaped(&site.url(path)))
}

#[test]
fn many_questions_make_one_request() {
    let (server, site) = (Running::default(), Site::start(ROBOTS, Duration::from_millis(200)));
    std::thread::scope(|scope| {
        for number in 0..20 {
            let (server, site) = (&server, &site);
            scope.spawn(move || {
                let path = if number % 2 == 0 { "/a" } else { "/drafts/" };
                let answer = server.get(&check(site, path)).json();
                let verdict = if number % 2 == 0 { "permit" } else { "prohibit" };
                assert_eq!(answer["verdict"], verdict, "{answer}");
                assert_eq!(answer["evidence"][0]["standing"], "fetched");
            });
        }
    });
    assert_eq!(site.requests(), 1);
}

#[test]
fn a_warm_answer_is_the_same_as_the_first() {
    let (server, site) = (Running::default(), Site::start(ROBOTS, Duration::ZERO));
    let first = server.get(&check(&site, "/drafts/1"));
    let warm = server.get(&check(&site, "/drafts/1"));
    assert_eq!(first.json(), warm.json());
    assert!(warm.field("cache-control").starts_with("private, max-age="));
    let tag = first.field("etag").to_owned();
    let path = check(&site, "/drafts/1");
    let same = server.send("GET", &path, &[("If-None-Match", &tag)], b"");
    assert_eq!((same.status, same.body.len()), (304, 0));
    let changed = server.send("GET", &check(&site, "/a"), &[("If-None-Match", &tag)], b"");
    assert_eq!(changed.status, 200);
    let digest = first.json()["evidence"][0]["digest"].as_str().unwrap().to_owned();
    assert_eq!(server.get(&format!("/v1/files/{digest}")).text(), ROBOTS);
    let by_digest =
        server.get(&format!("/v1/check?url=/drafts/1&agent=ExampleBot&digest={digest}"));
    assert_eq!(by_digest.json()["reasons"], first.json()["reasons"]);
    assert_eq!(site.requests(), 1);
}

#[test]
fn what_is_held_is_shown_and_removed() {
    let (server, site) = (Running::default(), Site::start(ROBOTS, Duration::ZERO));
    let path = format!("/v1/robots?origin={}", escaped(&site.url("")));
    server.get(&path).assert_problem(404, "not-held");
    let fetched = server.get(&format!("{path}&fetch=true&body=true")).json();
    assert_eq!((&fetched["standing"], &fetched["robots"]), (&"fetched".into(), &ROBOTS.into()));
    assert!(fetched["expires_in"].as_u64().unwrap() > 60, "{fetched}");
    let held = server.get(&path).json();
    assert_eq!((&held["digest"], &held["robots"]), (&fetched["digest"], &Value::Null));
    assert_eq!(server.send("DELETE", &path, &[], b"").status, 204);
    server.get(&path).assert_problem(404, "not-held");
    *site.robots.lock().unwrap() = "User-agent: *\nDisallow: /\n".to_owned();
    assert_eq!(server.get(&check(&site, "/a")).json()["verdict"], "prohibit");
    assert_eq!(site.requests(), 2);
}

#[test]
fn decide_asks_sites_and_reports_those_that_are_unreachable() {
    let (server, site) = (Running::default(), Site::start(ROBOTS, Duration::ZERO));
    let questions = json!([
        { "url": site.url("/a"), "agent": "A" },
        { "url": site.url("/drafts/"), "agent": "B", "reasons": false },
        { "url": site.url("/a"), "agent": "A", "usage": "train-ai" },
        { "url": "/a", "agent": "A" },
        { "url": site.url("/a"), "agent": "A", "html": "<p>" },
    ]);
    let answers = server.post("/v1/decide", &questions).json();
    let verdicts: Vec<&Value> =
        answers.as_array().unwrap().iter().map(|it| &it["verdict"]).collect();
    assert_eq!(verdicts[..3], ["permit", "prohibit", "permit"], "{answers}");
    assert!(answers[3]["error"].is_string() && answers[4]["error"].is_string(), "{answers}");
    let closed = "http://127.0.0.1:1/a";
    let check = server.get(&format!("/v1/check?url={}&agent=A", escaped(closed)));
    assert_eq!(check.json()["verdict"], "prohibit");
    assert_eq!(check.json()["evidence"][0]["standing"], "unreachable");
    let many: Vec<Value> = (1..=300)
        .map(|it| json!({ "url": format!("http://127.0.0.1:{it}/"), "agent": "A" }))
        .collect();
    server.post("/v1/decide", &json!(many)).assert_problem(413, "batch-too-large");
}

#[test]
fn the_page_is_fetched_if_asked_for() {
    let (server, site) = (Running::default(), Site::start(ROBOTS, Duration::ZERO));
    let ask = |path: &str| {
        let url = escaped(&site.url(path));
        server.get(&format!("/v1/check?url={url}&agent=A&usage=index&page=true")).json()
    };
    let answer = ask("/noindex");
    assert_eq!((&answer["verdict"], &answer["page"]["status"]), (&"prohibit".into(), &200.into()));
    let missing = ask("/missing");
    assert_eq!((&missing["verdict"], &missing["page"]["status"]), (&"unknown".into(), &404.into()));
    assert!(ask("/drafts/1")["page"]["unheard"].as_str().unwrap().contains("may not crawl"));
}

#[test]
fn permits_keep_the_pace_of_the_site() {
    let (server, site) = (Running::default(), Site::start(ROBOTS, Duration::ZERO));
    let ask = |agent: &str, longest: f64| {
        let question = json!({ "url": site.url("/a"), "agent": agent, "longest": longest });
        server.post("/v1/permits", &question).json()
    };
    let first = ask("ExampleBot", 0.0);
    assert_eq!((&first["permit"], &first["wait"]), (&true.into(), &0.0.into()), "{first}");
    assert_eq!(first["interval"], 7.0);
    assert_eq!(ask("ExampleBot", 1.0)["permit"], false);
    let second = ask("ExampleBot", 100.0);
    let wait = second["wait"].as_f64().unwrap();
    assert!(wait > 5.0 && wait <= 7.0, "{second}");
    let third = ask("EXAMPLEBOT", 100.0)["wait"].as_f64().unwrap();
    assert!(third > wait + 6.0, "{third}");
    assert_eq!(ask("OtherBot", 0.0)["permit"], true);
    let wrong = json!({ "url": site.url("/a"), "agent": "A", "longest": -1 });
    server.post("/v1/permits", &wrong).assert_problem(400, "bad-request");
}

#[test]
fn lint_and_diff_use_live_files() {
    let (server, site) = (Running::default(), Site::start(ROBOTS, Duration::ZERO));
    let lint = server.post("/v1/lint", &json!({ "site": site.url("") })).json();
    assert!(lint["findings"].is_array(), "{lint}");
    let question = json!({ "old": { "site": site.url("") }, "new": { "robots": "" } });
    let diff = server.post("/v1/diff", &question).json();
    assert_eq!((&diff["opens"], &diff["old"]), (&1.into(), &site.url("/robots.txt").into()));
    let gone = json!({ "old": { "site": "http://127.0.0.1:1" }, "new": { "robots": "" } });
    server.post("/v1/diff", &gone).assert_problem(502, "fetch-failed");
}

#[test]
fn a_shutdown_loses_no_answer() {
    let site = Site::start(ROBOTS, Duration::from_millis(700));
    let mut server = Running::default();
    let address = server.address;
    let path = check(&site, "/a");
    let asking = std::thread::spawn(move || {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        let head = crate::support::head("GET", &path, address, &[], 0);
        std::io::Write::write_all(&mut stream, &head).unwrap();
        crate::support::read_reply(&mut std::io::BufReader::new(stream), "GET")
    });
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    server.stop();
    server.wait();
    assert_eq!(asking.join().unwrap().json()["verdict"], "permit");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(std::net::TcpStream::connect(address).is_err());
}

#[test]
fn a_file_store_is_read_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(ROBOTS, Duration::ZERO);
    let config = || {
        let mut config = config();
        config.store = Some(folder.path().join("serve.redb").display().to_string());
        config
    };
    let mut server = Running::start(config());
    let first = server.get(&check(&site, "/drafts/1")).json();
    server.stop();
    server.wait();
    drop(server);
    let server = Running::start(config());
    // It is in memory before anyone asks.
    until("the store is read", || server.get("/metrics").text().contains("placet_entries 1"));
    assert_eq!(server.get(&check(&site, "/drafts/1")).json(), first);
    assert_eq!(site.requests(), 1);
}

/// An entry for the robots.txt of a site that was fetched some time ago and is valid for an hour.
fn entry(site: &Site, ago: Duration) -> Arc<Entry> {
    let now = Time::from_millis(Time::now().as_millis() - u64::try_from(ago.as_millis()).unwrap());
    let url = site.url("/robots.txt").parse().unwrap();
    let mut fetch = Fetch::new(url, Settings::new().shared(true), None, now);
    let fields = [("cache-control", "max-age=3600"), ("content-type", "text/plain")];
    let fields =
        fields.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).into_iter();
    fetch.handle(Event::Head { status: 200, fields: &fields.collect::<HeaderMap>() }, now);
    fetch.handle(Event::Chunk(ROBOTS.as_bytes()), now);
    match fetch.handle(Event::End, now) {
        Action::Done(entry) => entry,
        other => panic!("{other:?}"),
    }
}

#[test]
fn files_that_are_about_to_expire_are_fetched_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("serve.redb");
    let [old, new, idle] = [(); 3].map(|()| Site::start(ROBOTS, Duration::ZERO));
    let store = Embedded::open(&path).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for (site, minutes) in [(&old, 58), (&new, 30), (&idle, 58)] {
        let entry = entry(site, Duration::from_mins(minutes));
        runtime.block_on(async { store.put(&entry).await }).unwrap();
    }
    drop(store);
    let mut config = config();
    config.store = Some(path.display().to_string());
    config.refresh = 1;
    let server = Running::start(config);
    *old.robots.lock().unwrap() = "User-agent: *\nDisallow: /\n".to_owned();
    for site in [&old, &new] {
        assert_eq!(server.get(&check(site, "/a")).json()["verdict"], "permit");
        assert_eq!(site.requests(), 0, "the entry of the store is valid");
    }
    // Nobody waits for the new file.
    until("the file is fetched again", || old.requests() == 1);
    until("it decides", || server.get(&check(&old, "/a")).json()["verdict"] == "prohibit");
    until("it is counted", || server.get("/metrics").text().contains("placet_refreshed_total 1"));
    assert_eq!((old.requests(), new.requests(), idle.requests()), (1, 0, 0));
}

#[test]
fn live_questions_are_decided_in_their_profile() {
    let robots = "User-agent: *\nDisallow: /drafts/\n\nACAP-crawler: *\nACAP-disallow-crawl: /a\n";
    let (server, site) = (Running::default(), Site::start(robots, Duration::ZERO));
    let question =
        |profile: &str| json!({ "url": site.url("/a"), "agent": "A", "profile": profile });
    let mut questions = json!(["full", "google", "full", "google"].map(question));
    for reasons in [true, false] {
        questions[2]["reasons"] = reasons.into();
        questions[3]["reasons"] = reasons.into();
        let answers = server.post("/v1/decide", &questions).json();
        let verdicts: Vec<&Value> =
            answers.as_array().unwrap().iter().map(|it| &it["verdict"]).collect();
        assert_eq!(verdicts, ["prohibit", "permit", "prohibit", "permit"], "{answers}");
        assert_eq!(answers[3]["profile"], "google");
    }
    for (profile, verdict) in [("google", "permit"), ("full", "prohibit"), ("google", "permit")] {
        let path = format!("{}&profile={profile}", check(&site, "/a"));
        assert_eq!(server.get(&path).json()["verdict"], verdict, "{profile}");
    }
    assert_eq!(site.requests(), 1);
    let at = json!({ "url": site.url("/a"), "agent": "A", "now": "2026-01-01" });
    let problem = server.post("/v1/decide", &at);
    problem.assert_problem(400, "bad-request");
    assert!(problem.text().contains("`now` needs `robots` or `digest`"), "{}", problem.text());
}
