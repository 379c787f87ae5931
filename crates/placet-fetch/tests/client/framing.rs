//! Answers that make sense as HTTP, and those that do not (F-34, F-37).

use placet_fetch::Failure;

use super::server::{Act, Raw};
use super::*;

/// The result of a response with these bytes.
async fn result(answer: impl Into<Vec<u8>>) -> Result<Vec<u8>, Failure> {
    let server = Raw::saying(answer).await;
    let entry = robots(&client(), &server.origin()).await;
    match entry.cause().failure() {
        Some(failure) => Err(failure),
        None => Ok(bytes(&entry).to_vec()),
    }
}

#[tokio::test]
async fn lengths_are_kept_to() {
    for (answer, expected) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc", Ok("abc")),
        ("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdef", Ok("abc")),
        ("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nabc", Ok("")),
        ("HTTP/1.1 200 OK\r\ncontent-length: 3, 3\r\n\r\nabc", Ok("abc")),
        ("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nabc", Err(Failure::Body)),
        ("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n", Err(Failure::Body)),
        ("HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nabc", Err(Failure::Protocol)),
        ("HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\nabc", Err(Failure::Protocol)),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd",
            Err(Failure::Protocol),
        ),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\nabc",
            Err(Failure::Protocol),
        ),
        ("HTTP/1.1 200 OK\r\n\r\nabc", Ok("abc")),
        ("HTTP/1.0 200 OK\r\n\r\nabc", Ok("abc")),
        ("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabc", Ok("abc")),
        ("HTTP/1.1 204 No Content\r\n\r\nabc", Ok("")),
    ] {
        let expected = expected.map(|text: &str| text.as_bytes().to_vec());
        assert_eq!(result(answer).await, expected, "{answer}");
    }
}

#[tokio::test]
async fn chunks_are_put_together() {
    let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    for (body, expected) in [
        ("3\r\nabc\r\n0\r\n\r\n", Ok("abc")),
        ("1\r\na\r\n2\r\nbc\r\n0\r\n\r\n", Ok("abc")),
        ("0003\r\nabc\r\n000\r\n\r\n", Ok("abc")),
        ("A\r\n0123456789\r\n0\r\n\r\n", Ok("0123456789")),
        ("3;x=y\r\nabc\r\n0\r\n\r\n", Ok("abc")),
        ("3\r\nabc\r\n0\r\nx-trailer: 1\r\n\r\n", Ok("abc")),
        ("0\r\n\r\n", Ok("")),
        ("3\r\nabc\r\n", Err(Failure::Body)),
        ("3\r\nab", Err(Failure::Body)),
        ("3\r\nabcd\r\n0\r\n\r\n", Err(Failure::Body)),
        ("x\r\nabc\r\n0\r\n\r\n", Err(Failure::Body)),
        ("-3\r\nabc\r\n0\r\n\r\n", Err(Failure::Body)),
        ("ffffffffffffffffff\r\nabc\r\n0\r\n\r\n", Err(Failure::Body)),
        ("", Err(Failure::Body)),
    ] {
        let expected = expected.map(|text: &str| text.as_bytes().to_vec());
        assert_eq!(result(format!("{head}{body}")).await, expected, "{body}");
    }
    let both = "HTTP/1.1 200 OK\r\ncontent-length: 99\r\ntransfer-encoding: chunked\r\n\r\n\
                3\r\nabc\r\n0\r\n\r\n";
    assert_eq!(result(both).await, Ok(b"abc".to_vec()));
}

/// RFC 9112 §6.1: a transfer coding that was not offered is not passed on as rules.
#[tokio::test]
async fn other_transfer_codings_are_refused() {
    let body = "3\r\nabc\r\n0\r\n\r\n";
    for (coding, expected) in [
        ("chunked", Ok("abc")),
        ("Chunked", Ok("abc")),
        (" , chunked", Ok("abc")),
        ("gzip, chunked", Err(Failure::Protocol)),
        ("gzip,chunked", Err(Failure::Protocol)),
        ("x-gzip, chunked", Err(Failure::Protocol)),
        ("deflate, chunked", Err(Failure::Protocol)),
        ("identity, chunked", Err(Failure::Protocol)),
        ("chunked\r\ntransfer-encoding: chunked", Err(Failure::Protocol)),
        ("gzip\r\ntransfer-encoding: chunked", Err(Failure::Protocol)),
        ("gzip", Err(Failure::Protocol)),
    ] {
        let answer = format!("HTTP/1.1 200 OK\r\ntransfer-encoding: {coding}\r\n\r\n{body}");
        let expected = expected.map(|text: &str| text.as_bytes().to_vec());
        assert_eq!(result(answer).await, expected, "{coding}");
    }
    // What has no body to be read is what its status says.
    let gone = "HTTP/1.1 404 Not Found\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n";
    let server = Raw::saying(gone).await;
    let found = outcome(&client(), &server.origin()).await;
    assert_eq!(found, (Standing::Unavailable, Cause::Status(404)));
}

#[tokio::test]
async fn a_response_that_is_not_http_is_a_failure() {
    for (answer, expected) in [
        ("SSH-2.0-OpenSSH_9.9\r\n", Failure::Protocol),
        ("User-agent: *\nDisallow:\n", Failure::Protocol),
        ("HTTP/3.0 200 OK\r\n\r\n", Failure::Protocol),
        ("HTTP/1.1 20 OK\r\n\r\n", Failure::Protocol),
        ("HTTP/1.1 abc OK\r\n\r\n", Failure::Protocol),
        ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", Failure::Protocol),
        ("HTTP/1.1 200 OK\r\ncontent-le", Failure::Reset),
        ("", Failure::Reset),
    ] {
        assert_eq!(result(answer).await, Err(expected), "{answer}");
    }
}

#[tokio::test]
async fn heads_are_bounded() {
    let field = |bytes: usize| format!("x-long: {}\r\n", "x".repeat(bytes));
    let answer = |fields: String| format!("HTTP/1.1 200 OK\r\n{fields}content-length: 0\r\n\r\n");
    assert_eq!(result(answer(field(60_000))).await, Ok(Vec::new()));
    assert_eq!(result(answer(field(70_000))).await, Err(Failure::Protocol));
    assert_eq!(result(answer(field(2_000_000))).await, Err(Failure::Protocol));
    assert_eq!(result(answer("a: b\r\n".repeat(200))).await, Ok(Vec::new()));
    assert_eq!(result(answer("a: b\r\n".repeat(300))).await, Err(Failure::Protocol));
}

#[tokio::test]
async fn connections_that_break_are_failures() {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nUser-agent: *\n";
    for (acts, expected) in [
        (vec![Act::Reset], Failure::Reset),
        (vec![Act::Hear, Act::Reset], Failure::Reset),
        (vec![Act::Hear, Act::say("HTTP/1.1 2"), Act::Reset], Failure::Reset),
        (
            vec![
                Act::Hear,
                Act::say(head),
                // The bytes are there before the end is, or the end would outrun them.
                Act::Wait(Duration::from_millis(500)),
                Act::Reset,
            ],
            Failure::Body,
        ),
    ] {
        let acts_again = acts.clone();
        let server = Raw::start(move |_| acts_again.clone()).await;
        let found = outcome(&client(), &server.origin()).await;
        assert_eq!(found, unreachable(expected), "{acts:?}");
    }
}
