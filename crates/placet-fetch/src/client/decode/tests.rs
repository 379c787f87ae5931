//! What each coding comes to, in any pieces, and what it does not.

use std::io::Write as _;

use http::HeaderValue;

use super::*;

fn gzip(octets: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(octets).unwrap();
    encoder.finish().unwrap()
}

fn br(octets: &[u8], params: &::brotli::enc::BrotliEncoderParams) -> Vec<u8> {
    let mut coded = Vec::new();
    ::brotli::BrotliCompress(&mut &*octets, &mut coded, params).unwrap();
    coded
}

fn brotli(octets: &[u8]) -> Vec<u8> {
    br(octets, &::brotli::enc::BrotliEncoderParams { quality: 3, ..Default::default() })
}

fn zstandard(octets: &[u8]) -> Vec<u8> {
    ::zstd::stream::encode_all(octets, 3).unwrap()
}

type Encode = fn(&[u8]) -> Vec<u8>;
const CODINGS: [(&str, Encode); 5] = [
    ("identity", <[u8]>::to_vec),
    ("gzip", gzip),
    ("X-GZIP", gzip),
    ("br", brotli),
    ("zstd", zstandard),
];

fn decoder(coding: &str) -> Result<Decoder, Undecodable> {
    let value = HeaderValue::from_str(coding).unwrap();
    Decoder::of(&[(CONTENT_ENCODING, value)].into_iter().collect())
}

/// What a body comes to when it arrives in chunks of a size and no more than `most` is taken.
fn decode(coding: &str, body: &[u8], chunk: usize, most: usize) -> Result<Vec<u8>, Undecodable> {
    let mut decoder = decoder(coding)?;
    let mut all = Vec::new();
    let mut take = |octets: &[u8]| {
        assert!(coding == "identity" || octets.len() <= PIECE);
        all.extend_from_slice(octets);
        if all.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    for octets in body.chunks(chunk) {
        if decoder.push(octets, &mut take)?.is_break() {
            return Ok(all);
        }
    }
    decoder.finish(&mut take)?;
    Ok(all)
}

#[test]
fn every_coding_is_undone_in_any_pieces() {
    let text = b"User-agent: *\nDisallow: /drafts/\n".repeat(3_000);
    for (coding, encode) in CODINGS {
        for octets in [&text[..0], &text[..1], &text[..40], &text] {
            let body = encode(octets);
            for chunk in [1, 7, 1_000, usize::MAX] {
                let decoded = decode(coding, &body, chunk, usize::MAX);
                assert_eq!(decoded.as_deref(), Ok(octets), "{coding} {chunk}");
            }
        }
        assert_eq!(decode(coding, b"", 1, 1), Ok(Vec::new()), "{coding}");
    }
}

#[test]
fn what_is_cut_or_spoilt_is_not_undone() {
    let text = b"User-agent: *\nDisallow: /drafts/\n".repeat(300);
    for (coding, encode) in &CODINGS[1..] {
        let body = encode(&text);
        for end in 1..body.len() {
            assert_eq!(decode(coding, &body[..end], 64, usize::MAX), Err(Undecodable), "{coding}");
        }
        assert_eq!(decode(coding, &text, 64, usize::MAX), Err(Undecodable), "{coding}");
        let behind = [&body[..], b"\nAllow: /"].concat();
        assert_eq!(decode(coding, &behind, 64, usize::MAX), Err(Undecodable), "{coding}");
    }
}

#[test]
fn members_and_frames_follow_each_other() {
    for (coding, encode) in [("gzip", gzip as Encode), ("zstd", zstandard)] {
        let body = [encode(b"one\n"), encode(b"two\n")].concat();
        for chunk in [1, 5, usize::MAX] {
            assert_eq!(decode(coding, &body, chunk, usize::MAX).unwrap(), b"one\ntwo\n");
        }
    }
}

#[test]
fn codings_that_nobody_asked_for_are_refused() {
    for coding in ["gzip, gzip", "br, gzip", "deflate", "compress", "aes128gcm", "gzip;q=1", "ü"] {
        let value = HeaderValue::from_bytes(coding.as_bytes()).unwrap();
        let fields = [(CONTENT_ENCODING, value)].into_iter().collect();
        assert!(Decoder::of(&fields).is_err(), "{coding}");
    }
    for coding in ["", "identity", "identity, gzip", "gzip,", "GZip"] {
        assert!(decoder(coding).is_ok(), "{coding}");
    }
}

/// A few kilobytes that stand for megabytes are decoded no further than they are taken.
#[test]
fn bombs_are_left_alone_once_there_is_enough() {
    let zeroes = vec![0; 32 * 1024 * 1024];
    for (coding, encode) in &CODINGS[1..] {
        let body = encode(&zeroes);
        assert!(body.len() < 100 * 1024);
        let mut taken = 0;
        let used = allocation_counter::measure(|| {
            taken = decode(coding, &body, usize::MAX, 500_000).unwrap().len();
        });
        // What is taken, and what the decoder needs; zstd allocates where it is not counted.
        let most = if *coding == "br" { 40 } else { 3 } * 1024 * 1024;
        assert!(used.bytes_max < most, "{coding} {used:?}");
        assert!((500_000..500_000 + PIECE).contains(&taken), "{coding} {taken}");
    }
}

#[test]
fn windows_larger_than_the_specifications_allow_are_refused() {
    let zeroes = vec![0; 4 * 1024 * 1024];
    let params = ::brotli::enc::BrotliEncoderParams {
        quality: 3,
        large_window: true,
        lgwin: 28,
        ..Default::default()
    };
    assert_eq!(decode("br", &br(&zeroes, &params), usize::MAX, 1), Err(Undecodable));

    let mut encoder = ::zstd::stream::Encoder::new(Vec::new(), 3).unwrap();
    encoder.window_log(27).unwrap();
    encoder.write_all(&zeroes).unwrap();
    assert_eq!(decode("zstd", &encoder.finish().unwrap(), usize::MAX, 1), Err(Undecodable));
}

proptest::proptest! {
    /// Whatever arrives, in whichever pieces, it is decoded or refused.
    #[test]
    fn anything_can_arrive(
        coding in 0..CODINGS.len(),
        text in "[a-z:/ \n]{0,200}",
        spoilt in proptest::collection::vec((proptest::prelude::any::<usize>(), 0_u8..), 0..4),
        chunk in 1_usize..50,
    ) {
        let (name, encode) = CODINGS[coding];
        let mut body = encode(text.as_bytes());
        let length = body.len().max(1);
        for (place, octet) in spoilt {
            if let Some(octet_there) = body.get_mut(place % length) {
                *octet_there = octet;
            }
        }
        let decoded = decode(name, &body, chunk, 1_000_000);
        proptest::prop_assert!(decoded.is_err() || decoded.is_ok_and(|all| all.len() < 2_000_000));
    }
}
