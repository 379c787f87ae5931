//! Many connections, slow clients, and a server that is killed.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::client::{Connection, get};
use crate::{config, length, site, start};

const ROBOTS: &str = "User-agent: *\nDisallow: /drafts/\n";

/// How many connections this process, and a server that it starts, may have.
fn room() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let current = getrlimit(Resource::Nofile).current.unwrap_or(100_000);
    usize::try_from(current).unwrap().saturating_sub(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_idle_connections_delay_nobody() {
    let wanted = if length() >= Duration::from_secs(1) { 10_000 } else { 1_000 };
    let count = wanted.min(room());
    if count < wanted {
        placet_testing::skip("the limit on open files is too low for 10,000 connections");
    }
    // Another process, so that each end has a limit of its own.
    let (_process, server) = spawn(std::path::Path::new("memory"));
    let mut idle = Vec::new();
    for _ in 0..count {
        let mut connection = Connection::open(server).await.unwrap();
        let (status, _) = connection.ask(&get("/healthz")).await.unwrap();
        assert_eq!(status, 200);
        idle.push(connection);
    }
    let mut connection = Connection::open(server).await.unwrap();
    let (_, metrics) = connection.ask(&get("/metrics")).await.unwrap();
    let metrics = String::from_utf8_lossy(metrics);
    assert!(metrics.contains(&format!("placet_connections {}", count + 1)), "{metrics}");
    let asked = Instant::now();
    for _ in 0..100 {
        let (status, _) = connection.ask(&get("/v1/crawlers?q=openai")).await.unwrap();
        assert_eq!(status, 200);
    }
    println!("{count} idle connections; 100 requests took {:?}", asked.elapsed());
    assert!(asked.elapsed() < Duration::from_secs(5));
    // They still work.
    for connection in idle.iter_mut().step_by(97) {
        let (status, _) = connection.ask(&get("/healthz")).await.unwrap();
        assert_eq!(status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_delay_nobody() {
    let mut config = config();
    config.max_in_flight = 16;
    let server = start(config).await;
    // Some send a head byte by byte, others a body.
    let slow: Vec<_> = (0..400)
        .map(|number| {
            tokio::spawn(async move {
                let mut stream = TcpStream::connect(server).await?;
                if number % 2 == 0 {
                    let head = b"POST /v1/decide HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{";
                    stream.write_all(head).await?;
                }
                loop {
                    stream.write_all(b"G").await?;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                #[expect(unreachable_code, reason = "it gives the type")]
                std::io::Result::Ok(())
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut connection = Connection::open(server).await.unwrap();
    let asked = Instant::now();
    for _ in 0..200 {
        let (status, _) = connection.ask(&get("/v1/crawlers?q=openai")).await.unwrap();
        assert_eq!(status, 200);
    }
    println!("400 slow clients; 200 requests took {:?}", asked.elapsed());
    assert!(asked.elapsed() < Duration::from_secs(10));
    slow.iter().for_each(tokio::task::JoinHandle::abort);
}

/// A server in another process, which prints its address.
#[test]
#[ignore = "another test runs it as a process"]
fn serve_in_a_process() {
    let Some(store) = std::env::var_os("PLACET_SERVE_STORE") else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut config = config();
        config.store = store.into_string().ok();
        println!("\nlistens on {}", start(config).await);
        std::future::pending::<()>().await;
    });
}

/// A process that is killed when it is dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn spawn(store: &std::path::Path) -> (Process, std::net::SocketAddr) {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "endurance::serve_in_a_process", "--ignored", "--nocapture"])
        .env("PLACET_SERVE_STORE", store)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = Process(child.unwrap());
    let mut lines = BufReader::new(child.0.stdout.take().unwrap()).lines();
    let address = lines.find_map(|line| line.ok()?.strip_prefix("listens on ")?.parse().ok());
    (child, address.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_gives_no_wrong_answer() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("serve.redb");
    let site = site(ROBOTS).await;
    let kills = if length() >= Duration::from_secs(1) { 10 } else { 2 };
    let answers = Arc::new(AtomicUsize::new(0));
    for _ in 0..kills {
        let (server, address) = spawn(&store);
        let stop = Arc::new(AtomicBool::new(false));
        let askers: Vec<_> = (0..8)
            .map(|number| {
                let (stop, answers) = (Arc::clone(&stop), Arc::clone(&answers));
                tokio::spawn(async move {
                    let Ok(mut connection) = Connection::open(address).await else { return };
                    let (path, verdict) =
                        if number % 2 == 0 { ("/a", "permit") } else { ("/drafts/", "prohibit") };
                    let path = format!("/v1/check?url=http://{site}{path}{number}&agent=A");
                    while !stop.load(Ordering::Relaxed) {
                        // A connection that ends in the middle is not an answer.
                        let Ok((status, body)) = connection.ask(&get(&path)).await else { return };
                        let answer: Value = serde_json::from_slice(body).unwrap();
                        assert_eq!(
                            (status, &answer["verdict"]),
                            (200, &verdict.into()),
                            "{answer}"
                        );
                        answers.fetch_add(1, Ordering::Relaxed);
                    }
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(400)).await;
        drop(server);
        stop.store(true, Ordering::Relaxed);
        for asker in askers {
            asker.await.unwrap();
        }
    }
    let answers = answers.load(Ordering::Relaxed);
    println!("{answers} right answers around {kills} kills");
    assert!(answers > 0);
}
