//! Bodies in content codings, and bombs (F-37).

use std::io::Write as _;

use placet_fetch::Failure;

use super::server::{Reply, Server};
use super::*;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn brotli(bytes: &[u8], window: i32) -> Vec<u8> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: 3,
        lgwin: window,
        large_window: window > 24,
        ..Default::default()
    };
    let mut coded = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut coded, &params).unwrap();
    coded
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// The decoded body.
async fn coded(coding: &'static str, body: Vec<u8>) -> Result<Vec<u8>, Failure> {
    let reply = Reply::ok(body).with("content-encoding", coding);
    let server = Server::start(move |_| reply.clone()).await;
    let entry = robots(&client(), &server.origin()).await;
    assert_eq!(server.asked()[0].field("accept-encoding"), Some("gzip, br, zstd"));
    match entry.cause().failure() {
        Some(failure) => Err(failure),
        None => Ok(bytes(&entry).to_vec()),
    }
}

#[tokio::test]
async fn codings_are_undone() {
    let text = RULES.repeat(1_000).into_bytes();
    assert_eq!(coded("gzip", gzip(&text)).await.as_ref(), Ok(&text));
    assert_eq!(coded("br", brotli(&text, 22)).await.as_ref(), Ok(&text));
    assert_eq!(coded("zstd", zstd(&text)).await.as_ref(), Ok(&text));
    assert_eq!(coded("identity", text.clone()).await.as_ref(), Ok(&text));
    assert_eq!(coded("gzip", Vec::new()).await, Ok(Vec::new()));
}

#[tokio::test]
async fn a_body_that_cannot_be_decoded_is_unreachable() {
    let text = RULES.as_bytes().to_vec();
    let (mut spoilt, whole) = (gzip(&text), gzip(&text));
    spoilt[20] ^= 0xFF;
    for (coding, body) in [
        ("gzip", text.clone()),
        ("gzip", spoilt),
        ("gzip", whole[..whole.len() - 1].to_vec()),
        ("br", text.clone()),
        ("zstd", text.clone()),
        ("gzip, gzip", gzip(&whole)),
        ("deflate", text.clone()),
        ("compress", text),
    ] {
        assert_eq!(coded(coding, body).await, Err(Failure::Body), "{coding}");
    }
}

#[tokio::test]
async fn bombs_do_not_go_off() {
    let zeroes = vec![0; 8 * 1024 * 1024];
    let bombs = [("gzip", gzip(&zeroes)), ("br", brotli(&zeroes, 24)), ("zstd", zstd(&zeroes))];
    for (coding, bomb) in bombs {
        assert!(bomb.len() < 40_000, "{coding}");
        assert_eq!(coded(coding, bomb).await.unwrap().len(), 512_001, "{coding}");
    }
    // With windows that only an extension knows, memory would go before anything is handed on.
    assert_eq!(coded("br", brotli(&zeroes, 30)).await, Err(Failure::Body));
}
