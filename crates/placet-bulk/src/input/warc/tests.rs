//! Good and damaged WARC files.

use std::io::{Read, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::{gzip, plain};
use crate::capture::{Capture, Failure};

const TEXT: &str = "User-agent: *\nDisallow: /\n";

fn record(kind: &str, uri: &str, block: &str) -> Vec<u8> {
    let length = block.len();
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2024-02-29T12:34:56Z\r\n\
         Content-Type: application/http\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
    )
    .into_bytes()
}

fn response(host: &str, status: u16, fields: &str, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 {status} X\r\n{fields}\r\n{body}");
    record("response", &format!("https://{host}/robots.txt"), &block)
}

fn packed(record: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(record).unwrap();
    packed.finish().unwrap()
}

fn read_plain(bytes: Vec<u8>) -> Vec<Capture> {
    plain("a.warc".into(), std::io::Cursor::new(bytes)).collect()
}

fn read_gzip(bytes: Vec<u8>) -> Vec<Capture> {
    gzip("a.warc.gz".into(), std::io::Cursor::new(bytes)).collect()
}

/// The host of each capture, and whether it was read.
fn hosts(captures: &[Capture]) -> Vec<(&str, bool)> {
    let mut hosts = Vec::new();
    for Capture { origin, failure, .. } in captures {
        let origin = origin.as_deref().unwrap_or("?");
        hosts.push((origin.strip_prefix("https://").unwrap_or(origin), failure.is_none()));
    }
    hosts
}

fn error(capture: &Capture) -> &str {
    match &capture.failure {
        Some(Failure::Input(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// Three responses among records of other types and other URLs.
fn file() -> Vec<Vec<u8>> {
    vec![
        record("warcinfo", "x", "software: x\r\n"),
        record("request", "https://a.example/robots.txt", "GET /robots.txt HTTP/1.1\r\n\r\n"),
        response("a.example", 200, "Content-Type: text/plain\r\n", TEXT),
        record("metadata", "https://a.example/robots.txt", "fetchTimeMs: 1\r\n"),
        response("b.example", 301, "Location: https://www.b.example/robots.txt\r\n", ""),
        record("response", "https://b.example/page", "HTTP/1.1 200 OK\r\n\r\nhello"),
        response("c.example", 404, "", "none"),
    ]
}

#[test]
fn responses_are_read_with_status_fields_body_and_offset() {
    for captures in [
        read_plain(file().concat()),
        read_gzip(file().iter().flat_map(|it| packed(it)).collect()),
        // One member for all records.
        read_gzip(packed(&file().concat())),
    ] {
        let [a, b, c] = captures.as_slice() else { panic!("{captures:?}") };
        assert_eq!((a.origin.as_deref(), a.status), (Some("https://a.example"), Some(200)));
        assert_eq!((a.body.as_slice(), a.size), (TEXT.as_bytes(), Some(TEXT.len() as u64)));
        assert_eq!(a.time, Some(1_709_210_096_000_000));
        assert_eq!(a.content_type.as_deref(), Some("text/plain"));
        assert_eq!(b.status, Some(301));
        assert_eq!(b.location.as_deref(), Some("https://www.b.example/robots.txt"));
        assert_eq!(c.status, Some(404));
    }
    let captures = read_plain(file().concat());
    let offset = file()[0].len() + file()[1].len();
    assert_eq!(captures[0].source, format!("a.warc@{offset}"));
    let captures = read_gzip(file().iter().flat_map(|it| packed(it)).collect());
    let offset = packed(&file()[0]).len() + packed(&file()[1]).len();
    assert_eq!(captures[0].source, format!("a.warc.gz@{offset}"));
}

#[test]
fn codings_are_removed() {
    let chunked = "4\r\nUser\r\n16\r\n-agent: *\nDisallow: /\n\r\n0\r\n\r\n";
    let captures =
        read_plain(response("a.example", 200, "Transfer-Encoding: chunked\r\n", chunked));
    assert_eq!(String::from_utf8_lossy(&captures[0].body), TEXT);
    let mut block = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
    block.extend(packed(TEXT.as_bytes()));
    let mut bytes = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: <https://a.example/robots.txt>\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    )
    .into_bytes();
    bytes.extend(block);
    let captures = read_plain(bytes);
    assert_eq!(String::from_utf8_lossy(&captures[0].body), TEXT);
}

#[test]
fn a_truncated_file_gives_an_error_row_and_keeps_the_rest() {
    let whole = [response("a.example", 200, "", TEXT), response("b.example", 200, "", TEXT)];
    for cut in 1..whole[1].len() - 4 {
        let mut bytes = whole.concat();
        bytes.truncate(whole[0].len() + cut);
        let captures = read_plain(bytes);
        assert_eq!(captures.len(), 2, "{cut}");
        assert_eq!(hosts(&captures)[0], ("a.example", true));
        assert!(
            error(&captures[1]).contains(&format!("a.warc at byte {}", whole[0].len())),
            "{captures:?}"
        );
    }
    let members: Vec<Vec<u8>> = whole.iter().map(|it| packed(it)).collect();
    for cut in 1..members[1].len() {
        let mut bytes = members.concat();
        bytes.truncate(members[0].len() + cut);
        let captures = read_gzip(bytes);
        assert_eq!(captures.len(), 2, "{cut}");
        assert!(captures[0].failure.is_none());
        let place = format!("a.warc.gz at byte {}", members[0].len());
        assert!(error(&captures[1]).contains(&place), "{captures:?}");
    }
}

#[test]
fn a_member_that_is_cut_or_damaged_does_not_hide_the_next_one() {
    let members: Vec<Vec<u8>> = ["a.example", "b.example", "c.example"]
        .map(|host| packed(&response(host, 200, "", TEXT)))
        .into();
    for cut in 1..members[1].len() {
        let mut bytes = members[0].clone();
        bytes.extend(&members[1][..cut]);
        bytes.extend(&members[2]);
        let captures = read_gzip(bytes);
        let hosts = hosts(&captures);
        assert_eq!(hosts.first(), Some(&("a.example", true)), "{cut}");
        assert_eq!(hosts.last(), Some(&("c.example", true)), "{cut}");
        assert!(captures.len() >= 3 && captures.iter().any(|it| it.failure.is_some()), "{cut}");
    }
    for at in 0..members[1].len() {
        let mut bytes = members.concat();
        bytes[members[0].len() + at] ^= 0x55;
        let captures = read_gzip(bytes);
        assert!(captures[0].failure.is_none(), "{at}");
        let last = captures.last().unwrap();
        assert_eq!(last.origin.as_deref(), Some("https://c.example"), "{at}");
        assert!(last.failure.is_none(), "{at}");
    }
}

#[test]
fn a_wrong_length_does_not_hide_the_next_record() {
    for wrong in ["0", "1", "30", "60", "150", "99999999999", "-1", "x", ""] {
        let bad = response("b.example", 200, "", TEXT);
        let text = String::from_utf8(bad).unwrap();
        let at = text.find("Content-Length: ").unwrap() + 16;
        let end = at + text[at..].find('\r').unwrap();
        let bad = format!("{}{wrong}{}", &text[..at], &text[end..]);
        let good = [response("a.example", 200, "", TEXT), response("c.example", 200, "", TEXT)];
        let bytes = [good[0].clone(), bad.clone().into_bytes(), good[1].clone()].concat();
        let captures = read_plain(bytes);
        let hosts = hosts(&captures);
        assert_eq!(hosts.first(), Some(&("a.example", true)), "{wrong}");
        assert_eq!(hosts.last(), Some(&("c.example", true)), "{wrong}: {captures:?}");
        assert!(captures.iter().any(|it| it.failure.is_some()), "{wrong}");
        let members = [packed(&good[0]), packed(bad.as_bytes()), packed(&good[1])].concat();
        let captures = read_gzip(members);
        assert_eq!(captures.len(), 3, "{wrong}");
        assert!(captures[0].failure.is_none() && captures[2].failure.is_none(), "{wrong}");
        assert!(error(&captures[1]).contains("a.warc.gz at byte"), "{wrong}");
        assert_eq!(captures[1].origin.as_deref(), Some("https://b.example"));
    }
}

/// A reader of a header, many equal bytes, and a footer.
struct Large {
    head: Vec<u8>,
    middle: u64,
    tail: Vec<u8>,
}

impl Read for Large {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let part = if !self.head.is_empty() {
            &mut self.head
        } else if self.middle > 0 {
            let count = buffer.len().min(usize::try_from(self.middle).unwrap());
            buffer[..count].fill(b'#');
            self.middle -= count as u64;
            return Ok(count);
        } else {
            &mut self.tail
        };
        let count = part.len().min(buffer.len());
        buffer[..count].copy_from_slice(&part[..count]);
        part.drain(..count);
        Ok(count)
    }
}

#[test]
fn a_record_of_200_mb_is_cut_and_the_next_one_is_read() {
    let http = format!("HTTP/1.1 200 OK\r\n\r\n{TEXT}");
    let middle = 200_000_000;
    let length = http.len() as u64 + middle;
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/robots.txt\r\n\
         Content-Length: {length}\r\n\r\n{http}"
    );
    let mut tail = b"\r\n\r\n".to_vec();
    tail.extend(response("b.example", 200, "", TEXT));
    let large = || Large { head: head.clone().into_bytes(), middle, tail: tail.clone() };
    let captures: Vec<Capture> = plain("a.warc".into(), large()).collect();
    assert_eq!(hosts(&captures), [("a.example", true), ("b.example", true)]);
    assert_eq!(captures[0].size, Some(TEXT.len() as u64 + middle));
    assert_eq!(captures[0].body.len(), crate::limits::BODY);
}

#[test]
fn records_that_are_no_answer_are_errors() {
    let revisit = record("revisit", "https://a.example/robots.txt", "HTTP/1.1 200 OK\r\n\r\n");
    assert!(error(&read_plain(revisit)[0]).contains("revisit"));
    let other = record("response", "https://a.example/robots.txt", "hello");
    assert!(error(&read_plain(other)[0]).contains("not an HTTP response"));
    let url = record("response", "x://a.example/robots.txt", "HTTP/1.1 200 OK\r\n\r\n");
    assert!(error(&read_plain(url)[0]).contains("not an HTTP URL"));
    let long = "x".repeat(100_000);
    let bytes =
        [format!("WARC/1.0\r\nA: {long}").into_bytes(), response("b.example", 200, "", TEXT)];
    let captures = read_plain(bytes.concat());
    assert!(error(&captures[0]).contains("longer than"), "{captures:?}");
}

#[test]
fn too_much_damage_ends_an_input() {
    let mut bytes = Vec::new();
    for _ in 0..2_000 {
        bytes.extend_from_slice(b"WARC/1.0\r\nContent-Length: x\r\n\r\n");
    }
    let captures = read_plain(bytes);
    assert_eq!(captures.len(), crate::limits::DAMAGED + 1);
    assert!(error(captures.last().unwrap()).contains("the rest is not read"));
}
