//! Servers that send without end, in every way there is: no more is taken than an answer may have.

use std::io::Write as _;

use placet_fetch::Failure;
use placet_fetch::client::{ClientError, received_max};

use super::server::{Act, Authority, Raw};
use super::*;

/// What the systems on both sides hold of what was sent and not taken.
const HELD: usize = 2 * 1024 * 1024;

/// How many bytes may leave a server for one answer.
const MOST: usize = received_max(512_000) + HELD;

const HEAD: &str = "HTTP/1.1 200 OK\r\n";

fn play(head: impl Into<Vec<u8>>, flood: impl Into<Vec<u8>>) -> Vec<Act> {
    vec![Act::Hear, Act::Say(head.into()), Act::Flood(flood.into())]
}

/// The result of a play, which must end in time.
async fn flooded(name: &str, acts: Vec<Act>) -> Cause {
    let server = Raw::start(move |_| acts.clone()).await;
    let (_, cause) = outcome(&client(), &server.origin()).await;
    let (sent, connections) = (server.sent().await, server.connections());
    assert!(sent <= MOST * connections, "{name}: {sent} bytes on {connections} connections");
    cause
}

/// Interim answers, heads, chunks and trailers that do not end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn protocol_overhead_counts() {
    let chunked = format!("{HEAD}transfer-encoding: chunked\r\n\r\n");
    let line = vec![b'x'; 4_096];
    for (name, acts) in [
        ("100", play("", "HTTP/1.1 100 Continue\r\n\r\n")),
        ("102", play("", "HTTP/1.1 102 Processing\r\n\r\n")),
        ("103", play("", "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n")),
        ("empty lines", play("", "\r\n")),
        ("reason", play("HTTP/1.1 200 ", "x")),
        ("field", play(format!("{HEAD}x: "), line.clone())),
        ("fields", play(HEAD, "x: y\r\n")),
        ("chunk extension", play(format!("{chunked}1;"), line.clone())),
        ("chunk extensions", play(chunked.clone(), "1;extension=1234567890\r\n#\r\n")),
        ("chunk size", play(chunked.clone(), "0")),
        ("trailer", play(format!("{chunked}0\r\nx: "), line.clone())),
        ("trailers", play(format!("{chunked}0\r\n"), "x: y\r\n")),
    ] {
        let cause = flooded(name, acts).await;
        let failure = cause.failure();
        let expected = [Failure::TooMuch, Failure::Protocol, Failure::Body, Failure::Reset];
        assert!(failure.is_some_and(|it| expected.contains(&it)), "{name}: {cause:?}");
    }
    // Only the meter stops these.
    for status in ["100 Continue", "103 Early Hints"] {
        let acts = play("", format!("HTTP/1.1 {status}\r\n\r\n"));
        assert_eq!(flooded(status, acts).await, Cause::Failed(Failure::TooMuch));
    }
}

/// Codings that go on without output.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn input_without_output_counts() {
    let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    member.write_all(b"").unwrap();
    let member = member.finish().unwrap();
    let gzip = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];
    let named = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 255];
    let zstd = [0x28, 0xB5, 0x2F, 0xFD, 0, 13 << 3];
    let empty = [&zstd[..], &[1, 0, 0]].concat();
    let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 0, 4, 0, 0][..], &[0; 1_024]].concat();
    let metadata = [&[0xD6, 0x3F][..], &[b'x'; 256]].concat();
    let scenarios: [(&str, &str, &[u8], &[u8]); 11] = [
        ("empty blocks", "gzip", &gzip, &[0, 0, 0, 255, 255]),
        ("empty coded blocks", "gzip", &gzip, &[0x02, 0x08, 0x20, 0x80, 0x00]),
        ("empty members", "gzip", b"", &member),
        ("name", "gzip", &named, b"x"),
        ("metadata", "br", &[0x0C], &metadata),
        ("empty metadata", "br", &[0x0C], &[0x06]),
        ("skippable frames", "zstd", b"", &skipped),
        ("empty skippable frames", "zstd", b"", &[0x5F, 0x2A, 0x4D, 0x18, 0, 0, 0, 0]),
        ("one skippable frame", "zstd", &[0x50, 0x2A, 0x4D, 0x18, 255, 255, 255, 255], b"x"),
        ("empty frames", "zstd", b"", &empty),
        ("empty zstd blocks", "zstd", &zstd, &[0, 0, 0]),
    ];
    for (name, coding, begin, unit) in scenarios {
        let head = format!("{HEAD}content-encoding: {coding}\r\n\r\n");
        let acts = play([head.as_bytes(), begin].concat(), unit);
        let cause = flooded(name, acts).await;
        let expected = if name == "name" { Failure::Body } else { Failure::TooMuch };
        assert_eq!(cause, Cause::Failed(expected), "{name}");
    }
}

/// Bytes after the response are not read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_taken_once_there_is_enough() {
    let gone = "HTTP/1.1 404 Not Found\r\n\r\n";
    let moved = "HTTP/1.1 302 Found\r\nlocation: /robots.txt\r\n\r\n";
    let zstd = [0x28, 0xB5, 0x2F, 0xFD, 0, 13 << 3, 0x80, 0x3E, 0];
    let coded = [format!("{HEAD}content-encoding: zstd\r\n\r\n").as_bytes(), &zstd[..6]].concat();
    let block = [&zstd[6..], &vec![b'#'; 2_000]].concat();
    for (name, acts, expected) in [
        ("body", play(format!("{HEAD}\r\n"), "# and on\n"), Cause::Status(200)),
        ("zstd", play(coded, block), Cause::Status(200)),
        ("after", play(format!("{HEAD}content-length: 2\r\n\r\n#\n"), "x"), Cause::Status(200)),
        ("404", play(gone, "x"), Cause::Status(404)),
        ("redirects", play(moved, "x"), Cause::TooManyRedirects),
        ("206", play("HTTP/1.1 206 Part\r\n\r\n", "x"), Cause::Failed(Failure::Partial)),
    ] {
        assert_eq!(flooded(name, acts).await, expected, "{name}");
    }
}

/// Frames of HTTP/2 that carry nothing, on top of TLS, which counts too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_http2_count() {
    let authority = Authority::new();
    let client = builder().trust(authority.der()).build().unwrap();
    let frame = |kind: u8, flags: u8, stream: u8, content: &[u8]| {
        let length = u8::try_from(content.len()).unwrap();
        [&[0, 0, length, kind, flags, 0, 0, 0, stream], content].concat()
    };
    let settings = frame(4, 0, 0, b"");
    // :status 200 and 103, by the static table and as a literal.
    let (ok, hints) = (frame(1, 4, 1, &[0x88]), frame(1, 4, 1, b"\x08\x03103"));
    for (name, begin, flood) in [
        ("settings", vec![], settings.clone()),
        ("pings", vec![], frame(6, 0, 0, &[0; 8])),
        ("acknowledged pings", vec![], frame(6, 1, 0, &[0; 8])),
        ("windows", vec![], frame(8, 0, 0, &[0, 0, 0, 1])),
        ("unknown frames", vec![], frame(0x77, 0, 0, &[0; 200])),
        ("priorities", vec![], frame(2, 0, 3, &[0, 0, 0, 0, 1])),
        ("interim answers", vec![], hints),
        ("continuations", frame(1, 0, 1, &[0x88]), frame(9, 0, 1, b"")),
        ("empty data", ok.clone(), frame(0, 0, 1, b"")),
        ("padded data", ok, frame(0, 8, 1, &[100; 101])),
    ] {
        let tls = authority.acceptor(&["127.0.0.1"], &["h2"]);
        let begin = [settings.clone(), begin].concat();
        let acts = vec![Act::say(begin), Act::Flood(flood)];
        let server = Raw::start_tls(tls, move |_| acts.clone()).await;
        let (standing, cause) = outcome(&client, &server.origin()).await;
        assert_eq!(standing, Standing::Unreachable, "{name}: {cause:?}");
        let sent = server.sent().await;
        assert!(sent <= MOST, "{name}: {sent}");
    }
}

/// Pages by the same rule, with their own ceiling.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_bounded_too() {
    let acts = play("", "HTTP/1.1 103 Early Hints\r\n\r\n");
    let server = Raw::start(move |_| acts.clone()).await;
    let found = client().fetch_page(server.origin()).await;
    assert!(matches!(found, Err(ClientError::Failed(Failure::TooMuch))));
    assert!(server.sent().await <= received_max(PAGE_BYTES) + HELD);
}

/// What an honest server sends is far below: lines in chunks and records of their own.
#[tokio::test]
async fn honest_overhead_is_no_flood() {
    let line = "Disallow: /a-path-of-some-length/\n";
    let chunk = format!("{:x}\r\n{line}\r\n", line.len());
    let head = format!("{HEAD}transfer-encoding: chunked\r\n\r\n");
    let mut acts = vec![Act::Hear, Act::say(head)];
    acts.extend(vec![Act::say(chunk); 512_000 / line.len()]);
    acts.push(Act::say("0\r\n\r\n"));
    let authority = Authority::new();
    let tls = authority.acceptor(&["127.0.0.1"], &["http/1.1"]);
    let server = Raw::start_tls(tls, move |_| acts.clone()).await;
    let client = builder().trust(authority.der()).build().unwrap();
    let entry = robots(&client, &server.origin()).await;
    assert_eq!((entry.standing(), entry.cause()), FETCHED);
    assert_eq!(bytes(&entry).len(), 512_000 / line.len() * line.len());
}
