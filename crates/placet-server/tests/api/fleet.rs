//! Several servers with one Redis.

use std::time::{Duration, Instant};

use placet_testing::Redis;
use serde_json::json;

use crate::support::{Running, Site, config, escaped};

const ROBOTS: &str = "User-agent: *\nCrawl-delay: 5\nDisallow: /drafts/\n";

fn server(redis: &Redis) -> Running {
    let mut config = config();
    config.store = Some(redis.address());
    Running::start(config)
}

fn check(site: &Site, path: &str) -> String {
    format!("/v1/check?url={}&agent=ExampleBot", escaped(&site.url(path)))
}

#[test]
fn a_site_is_asked_once_by_the_whole_fleet() {
    let Some(redis) = Redis::start() else { return };
    let servers = [server(&redis), server(&redis), server(&redis)];
    let site = Site::start(ROBOTS, Duration::from_millis(300));
    std::thread::scope(|scope| {
        for number in 0..12 {
            let (server, site) = (&servers[number % 3], &site);
            scope.spawn(move || {
                let answer = server.get(&check(site, "/drafts/1")).json();
                assert_eq!(answer["verdict"], "prohibit", "{answer}");
            });
        }
    });
    assert_eq!(site.requests(), 1);
}

#[test]
fn the_fleet_shares_its_turns() {
    let Some(redis) = Redis::start() else { return };
    let servers = [server(&redis), server(&redis)];
    let site = Site::start(ROBOTS, Duration::ZERO);
    let question = json!({ "url": site.url("/a"), "agent": "ExampleBot", "longest": 60 });
    let mut waits: Vec<f64> = (0..4)
        .map(|it| servers[it % 2].post("/v1/permits", &question).json()["wait"].as_f64().unwrap())
        .collect();
    waits.sort_by(f64::total_cmp);
    assert!(waits.windows(2).all(|two| two[1] - two[0] > 4.0), "{waits:?}");
}

#[test]
fn a_lost_redis_is_noticed_and_answers_go_on() {
    let Some(mut redis) = Redis::start() else { return };
    let server = server(&redis);
    let site = Site::start(ROBOTS, Duration::ZERO);
    assert_eq!(server.get(&check(&site, "/drafts/1")).json()["verdict"], "prohibit");
    assert_eq!(server.get("/readyz").status, 200);
    redis.kill();
    assert_eq!(server.get(&check(&site, "/drafts/2")).json()["verdict"], "prohibit");
    let other = Site::start(ROBOTS, Duration::ZERO);
    assert_eq!(server.get(&check(&other, "/drafts/1")).json()["verdict"], "prohibit");
    assert_eq!(server.get(&check(&other, "/a")).json()["verdict"], "permit");
    assert_eq!(server.get("/readyz").status, 503);
    // Without the server, it is unknown whether another process makes requests: there is no permit.
    let question = json!({ "url": other.url("/a"), "agent": "ExampleBot" });
    server.post("/v1/permits", &question).assert_problem(503, "overloaded");
    redis.revive();
    let begun = Instant::now();
    while server.get("/readyz").status != 200 {
        assert!(begun.elapsed() < Duration::from_mins(1), "the store is used again");
        // An operation of the store notices that it works.
        let path = format!("/v1/robots?origin={}", escaped("https://unknown.example"));
        server.get(&path);
        std::thread::sleep(Duration::from_millis(100));
    }
}
