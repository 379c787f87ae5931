//! Who may ask, how much, and what a browser may do with an answer.

use std::io::{BufReader, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Running, Site, config, escaped, head, read_reply};

#[test]
fn private_addresses_are_never_asked() {
    let mut config = config();
    config.allow_private = false;
    let server = Running::start(config);
    let site = Site::start("User-agent: *\nDisallow:\n", Duration::ZERO);
    let port = site.address.port();
    for host in [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("[::1]:{port}"),
        format!("[::ffff:127.0.0.1]:{port}"),
        format!("2130706433:{port}"),
        format!("0x7f.1:{port}"),
        "10.0.0.1".to_owned(),
        "192.168.1.1".to_owned(),
        "169.254.169.254".to_owned(),
        "0.0.0.0".to_owned(),
        "[fd00::1]".to_owned(),
        "[fe80::1]".to_owned(),
    ] {
        let url = escaped(&format!("http://{host}/a"));
        let check = server.get(&format!("/v1/check?url={url}&agent=A&page=true"));
        assert_eq!(check.json()["verdict"], "unknown", "{host}: {}", check.text());
        let origin = escaped(&format!("http://{host}"));
        server.get(&format!("/v1/robots?origin={origin}&fetch=true&body=true"));
        let questions =
            json!([{ "url": format!("http://{host}/a"), "agent": "A", "usage": "index" }]);
        server.post("/v1/decide", &questions);
        server.post("/v1/lint", &json!({ "site": format!("http://{host}") }));
        let old = json!({ "site": format!("http://{host}") });
        server.post("/v1/diff", &json!({ "old": old, "new": { "robots": "" } }));
        server.post("/v1/permits", &json!({ "url": format!("http://{host}/"), "agent": "A" }));
        server.get(&format!("/v1/signals?url={url}&page=true"));
        server.get(&format!("/v1/crawlers?url={url}"));
    }
    assert_eq!(site.requests(), 0);
}

#[test]
fn tokens_are_required_where_they_are_set() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"correct-horse-battery\n").unwrap();
    let mut config = config();
    config.tokens = Some(file.path().to_owned());
    let server = Running::start(config);
    let path = "/v1/crawlers";
    let missing = server.get(path);
    missing.assert_problem(401, "unauthorized");
    assert_eq!(missing.field("www-authenticate"), "Bearer");
    let with = |token: &str| {
        let field = format!("Bearer {token}");
        server.send("GET", path, &[("Authorization", &field)], b"")
    };
    with("wrong-horse-battery").assert_problem(401, "unauthorized");
    assert_eq!(with("correct-horse-battery").status, 200);
    server.get("/metrics").assert_problem(401, "unauthorized");
    server.send("PUT", "/v1/files", &[], b"x").assert_problem(401, "unauthorized");
    assert_eq!((server.get("/healthz").status, server.get("/robots.txt").status), (200, 200));
}

#[test]
fn other_sites_get_no_answer_through_a_browser() {
    let server = Running::default();
    for field in [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")] {
        let reply = server.send("GET", "/v1/crawlers", &[field], b"");
        reply.assert_problem(403, "forbidden-origin");
    }
    let rebound = [("Host", "evil.example")];
    server.send("GET", "/v1/crawlers", &rebound, b"").assert_problem(403, "forbidden-origin");
    let own = [("Sec-Fetch-Site", "same-origin")];
    assert_eq!(server.send("GET", "/v1/crawlers", &own, b"").status, 200);
}

#[test]
fn every_response_has_the_fields_of_a_safe_page() {
    let server = Running::default();
    for path in ["/", "/robots.txt", "/v1/crawlers", "/v1/check", "/nothing", "/healthz"] {
        let reply = server.get(path);
        let policy = reply.field("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{path}: {policy}");
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(reply.field("x-content-type-options"), "nosniff");
        assert_eq!(reply.field("referrer-policy"), "no-referrer");
        assert_eq!(reply.field("access-control-allow-origin"), "");
    }
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "//etc/passwd"] {
        server.get(path).assert_problem(404, "not-found");
    }
}

#[test]
fn a_client_that_asks_too_often_waits() {
    let mut config = config();
    (config.rate, config.burst) = (1, 5);
    let server = Running::start(config);
    let replies: Vec<_> = (0..8).map(|_| server.get("/v1/crawlers?q=x")).collect();
    assert!(replies[..5].iter().all(|it| it.status == 200));
    let refused = replies.last().unwrap();
    refused.assert_problem(429, "rate-limited");
    assert!(refused.field("retry-after").parse::<u64>().unwrap() >= 1);
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn load_is_refused_and_not_queued() {
    let mut config = config();
    config.max_in_flight = 2;
    let server = Running::start(config);
    let site = Site::start("", Duration::from_millis(1_500));
    let path = format!("/v1/check?url={}&agent=A", escaped(&site.url("/")));
    std::thread::scope(|scope| {
        let waiting: Vec<_> = (0..2).map(|_| scope.spawn(|| server.get(&path))).collect();
        std::thread::sleep(Duration::from_millis(500));
        let refused = server.get("/v1/crawlers");
        refused.assert_problem(503, "overloaded");
        assert_eq!(refused.field("retry-after"), "1");
        assert_eq!(server.get("/healthz").status, 200);
        for it in waiting {
            assert_eq!(it.join().unwrap().json()["verdict"], "permit");
        }
    });
    assert_eq!(server.get("/v1/crawlers").status, 200);
    let metrics = server.get("/metrics").text();
    assert!(metrics.contains("placet_refused_total{reason=\"overloaded\"} 1"), "{metrics}");
}

#[test]
fn connections_over_the_limit_are_refused() {
    let mut config = config();
    config.max_connections = 3;
    let server = Running::start(config);
    let mut open: Vec<TcpStream> = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).unwrap();
        assert_eq!(&start, b"HTTP/1.1 200");
        open.push(stream);
    }
    let mut refused = String::new();
    let mut stream = TcpStream::connect(server.address).unwrap();
    let _ = stream.read_to_string(&mut refused);
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("Retry-After"), "{refused}");
    drop(open);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(server.get("/healthz").status, 200);
}

/// Sends bytes one after the other until the connection ends; what the server answered, and after how
/// long.
fn drip(server: &Running, start: &[u8]) -> (String, Duration) {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    stream.write_all(start).unwrap();
    let (begun, mut answer) = (Instant::now(), Vec::new());
    while begun.elapsed() < Duration::from_secs(30) {
        let _ = stream.write_all(b"a");
        let mut part = [0; 1024];
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(read) => answer.extend_from_slice(&part[..read]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
    (String::from_utf8_lossy(&answer).into_owned(), begun.elapsed())
}

#[test]
fn slow_clients_are_not_waited_for() {
    let mut config = config();
    config.client_timeout = 1;
    let server = Running::start(config);
    let body = |fields| head("POST", "/v1/decide", server.address, fields, 100_000);
    let stream = [("Content-Type", "application/x-ndjson")];
    for (name, start, status) in [
        ("nothing", Vec::new(), ""),
        ("a head", b"GET /healthz HTTP/1.1\r\nX: ".to_vec(), ""),
        ("a body", body(&[]), "408"),
        ("between requests", b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".to_vec(), "200"),
    ] {
        let (answer, took) = drip(&server, &start);
        assert_eq!(answer.split(' ').nth(1).unwrap_or_default(), status, "{name}: {answer}");
        assert!(took < Duration::from_secs(10), "{name}: {took:?}");
        assert!(took > Duration::from_millis(900), "{name}: {took:?}");
    }
    let (answer, _) = drip(&server, &body(&[]));
    assert!(answer.contains("slow-request") && answer.contains("1s"), "{answer}");
    // A stream is slow only if nothing arrives: what is sent byte by byte is read.
    let mut slow = TcpStream::connect(server.address).unwrap();
    slow.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    slow.write_all(&body(&stream)).unwrap();
    let (begun, mut answer) = (Instant::now(), Vec::new());
    let _ = slow.read_to_end(&mut answer);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn hostile_requests_are_refused_and_the_server_goes_on() {
    let server = Running::default();
    let long = "a".repeat(200_000);
    for bytes in [
        b"\x00\x01\x02\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        format!("GET /{long} HTTP/1.1\r\nHost: a\r\n\r\n").into_bytes(),
        format!("GET / HTTP/1.1\r\nX: {long}\r\n\r\n").into_bytes(),
        head("POST", "/v1/decide", server.address, &[], 100_000_000),
    ] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        let _ = stream.write_all(&bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
    let nested = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    let send = |body: &str| server.send("POST", "/v1/decide", &[], body.as_bytes());
    let answers = send(&nested).json();
    assert_eq!(answers[0]["error"], "expected an object", "{answers}");
    let script = json!({ "robots": "<script>alert(1)</script>", "url": "/", "agent": "<b>" });
    let reply = server.post("/v1/decide", &script);
    assert_eq!(reply.field("content-type"), "application/json");
    let stream = TcpStream::connect(server.address).unwrap();
    let mut stream = BufReader::new(stream);
    stream.get_mut().write_all(&head("GET", "/healthz", server.address, &[], 0)).unwrap();
    assert_eq!(read_reply(&mut stream, "GET").status, 200);
}

#[test]
fn operators_see_whether_it_is_alive_and_ready() {
    let server = Running::default();
    assert_eq!(
        (server.get("/healthz").text(), server.get("/readyz").text()),
        ("ok\n".into(), "ready\n".into())
    );
    let digest = server.put_file("User-agent: *\nDisallow: /a\n");
    server.get(&format!("/v1/check?url=/a&agent=A&digest={digest}"));
    let metrics = server.get("/metrics");
    assert!(metrics.field("content-type").starts_with("application/openmetrics-text"));
    let text = metrics.text();
    for line in [
        "placet_decisions_total{verdict=\"prohibit\"} 1",
        "placet_requests_total{path=\"/v1/check\",status=\"200\"} 1",
        "placet_files 1",
        "placet_ready 1",
        "placet_in_flight 1",
        "placet_request_seconds_bucket",
        "# EOF",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}
