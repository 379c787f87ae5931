//! Several servers with one Redis.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Running, Site, config, escaped};

const ROBOTS: &str = "User-agent: *\nCrawl-delay: 5\nDisallow: /drafts/\n";

/// A Redis server that stops when it is dropped.
struct Redis {
    port: u16,
    process: Child,
}

impl Redis {
    /// None where there is none to start, which is reported as skipped.
    fn start() -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let Some(process) = Self::spawn(port) else {
            placet_testing::skip("redis-server is not installed");
            return None;
        };
        Some(Self { port, process })
    }

    fn spawn(port: u16) -> Option<Child> {
        let process = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no", "--dir", "/tmp"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "the server starts");
            std::thread::sleep(Duration::from_millis(10));
        }
        Some(process)
    }

    fn server(&self) -> Running {
        let mut config = config();
        config.store = Some(format!("redis://127.0.0.1:{}/", self.port));
        Running::start(config)
    }

    fn stop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    fn revive(&mut self) {
        self.process = Self::spawn(self.port).unwrap();
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn check(site: &Site, path: &str) -> String {
    format!("/v1/check?url={}&agent=ExampleBot", escaped(&site.url(path)))
}

#[test]
fn a_site_is_asked_once_by_the_whole_fleet() {
    let Some(redis) = Redis::start() else { return };
    let servers = [redis.server(), redis.server(), redis.server()];
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
    let servers = [redis.server(), redis.server()];
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
    let server = redis.server();
    let site = Site::start(ROBOTS, Duration::ZERO);
    assert_eq!(server.get(&check(&site, "/drafts/1")).json()["verdict"], "prohibit");
    assert_eq!(server.get("/readyz").status, 200);
    redis.stop();
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
