//! Decoding in pieces of any size, and bodies that cannot be decoded.

use std::io::Write as _;

use http::HeaderValue;

use super::*;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn br(bytes: &[u8], params: &::brotli::enc::BrotliEncoderParams) -> Vec<u8> {
    let mut coded = Vec::new();
    ::brotli::BrotliCompress(&mut &*bytes, &mut coded, params).unwrap();
    coded
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    br(bytes, &::brotli::enc::BrotliEncoderParams { quality: 3, ..Default::default() })
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

const CODING: Undecodable = Undecodable::Coding;

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

/// Decodes a body that arrives in chunks of a size, taking at most `most` bytes.
fn decode(coding: &str, body: &[u8], chunk: usize, most: usize) -> Result<Vec<u8>, Undecodable> {
    let mut decoder = decoder(coding)?;
    let mut all = Vec::new();
    let mut take = |bytes: &[u8]| {
        assert!(coding == "identity" || bytes.len() <= PIECE);
        all.extend_from_slice(bytes);
        if all.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    for bytes in body.chunks(chunk) {
        if decoder.push(bytes, &mut take)?.is_break() {
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
        for bytes in [&text[..0], &text[..1], &text[..40], &text] {
            let body = encode(bytes);
            for chunk in [1, 7, 1_000, usize::MAX] {
                let decoded = decode(coding, &body, chunk, usize::MAX);
                assert_eq!(decoded.as_deref(), Ok(bytes), "{coding} {chunk}");
            }
        }
        assert_eq!(decode(coding, b"", 1, 1), Ok(Vec::new()), "{coding}");
    }
}

#[test]
fn truncated_or_damaged_bodies_are_refused() {
    let text = b"User-agent: *\nDisallow: /drafts/\n".repeat(300);
    for (coding, encode) in &CODINGS[1..] {
        let body = encode(&text);
        for end in 1..body.len() {
            assert_eq!(decode(coding, &body[..end], 64, usize::MAX), Err(CODING), "{coding}");
        }
        assert_eq!(decode(coding, &text, 64, usize::MAX), Err(CODING), "{coding}");
        let with_more = [&body[..], b"\nAllow: /"].concat();
        assert_eq!(decode(coding, &with_more, 64, usize::MAX), Err(CODING), "{coding}");
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
fn codings_that_were_not_offered_are_refused() {
    for coding in ["gzip, gzip", "br, gzip", "deflate", "compress", "aes128gcm", "gzip;q=1", "ü"] {
        let value = HeaderValue::from_bytes(coding.as_bytes()).unwrap();
        let fields = [(CONTENT_ENCODING, value)].into_iter().collect();
        assert!(Decoder::of(&fields).is_err(), "{coding}");
    }
    for (coding, body) in [
        ("", b"a".to_vec()),
        ("identity", b"a".to_vec()),
        ("identity, gzip", gzip(b"a")),
        ("gzip,", gzip(b"a")),
        ("GZip", gzip(b"a")),
    ] {
        assert_eq!(decode(coding, &body, 64, usize::MAX), Ok(b"a".to_vec()), "{coding}");
    }
}

/// A few kilobytes that decompress to megabytes are decoded only as far as they are taken.
#[test]
fn bombs_are_left_alone_once_there_is_enough() {
    let zeroes = vec![0; 32 * 1024 * 1024];
    // The same byte 128 Ki times, again and again.
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0, 13 << 3];
    frame.extend([0x02, 0, 0x10, 0].repeat(255));
    frame.extend([0x03, 0, 0x10, 0]);
    let bombs = [("gzip", gzip(&zeroes)), ("br", brotli(&zeroes)), ("zstd", frame)];
    for (coding, body) in &bombs {
        assert!(body.len() < 100 * 1024);
        let mut taken = 0;
        let used = allocation_counter::measure(|| {
            taken = decode(coding, body, usize::MAX, 500_000).unwrap().len();
        });
        // What is taken, and what the decoder needs: of zstd, its window and twice that again.
        let most = if *coding == "gzip" { 3 } else { 40 } * 1024 * 1024;
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
    assert_eq!(decode("br", &br(&zeroes, &params), usize::MAX, 1), Err(CODING));

    // 16 MiB, where 8 are allowed; the last byte of the header is the power of two.
    for (window, expected) in [(13, Ok(b"a".to_vec())), (14, Err(CODING)), (31, Err(CODING))] {
        let frame = [&[0x28, 0xB5, 0x2F, 0xFD, 0, window << 3][..], &[9, 0, 0, b'a']].concat();
        assert_eq!(decode("zstd", &frame, usize::MAX, 2), expected, "{window}");
    }
}

/// What another encoder makes: zstd 1.5, with Huffman codes, sequences and a checksum.
#[test]
fn frames_of_the_reference_implementation_are_decoded() {
    let lines = (0..100).map(|n| format!("Disallow: /drafts/{}/{}\n", n * 7 % 31, n * n));
    let text = lines.collect::<Vec<_>>().concat();
    let frame = include_bytes!("reference.zst");
    for chunk in [1, 100, usize::MAX] {
        assert_eq!(decode("zstd", frame, chunk, usize::MAX).unwrap(), text.as_bytes());
    }
    // Some bits mean nothing; none leads to something else, since there is a checksum.
    for at in 0..frame.len() {
        let mut spoilt = frame.to_vec();
        spoilt[at] ^= 0x10;
        let decoded = decode("zstd", &spoilt, 64, usize::MAX);
        assert!(decoded.is_err() || decoded == Ok(text.clone().into_bytes()), "{at}");
    }
}

/// However large its window is, a frame is decoded as far as it is taken before it is over.
#[test]
fn frames_are_decoded_before_they_are_over() {
    let text = b"User-agent: *\nDisallow: /drafts/\n".repeat(40_000);
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0, 13 << 3];
    for block in text.chunks(1_000) {
        frame.extend_from_slice(&u32::try_from(block.len() << 3).unwrap().to_le_bytes()[..3]);
        frame.extend_from_slice(block);
    }
    let decoded = decode("zstd", &frame, 5_000, 500_000).unwrap();
    assert!(decoded.len() >= 500_000);
    assert_eq!(decoded, text[..decoded.len()]);
    // It is not over, though.
    assert_eq!(decode("zstd", &frame, 5_000, usize::MAX), Err(CODING));
}

/// Endless input without output is rejected soon.
#[test]
fn input_without_output_is_counted() {
    let header = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];
    let named = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 255];
    let frame = [0x28, 0xB5, 0x2F, 0xFD, 0, 13 << 3];
    let empty = gzip(b"");
    let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0][..], b"abcd"].concat();
    let endless = [0x5F, 0x2A, 0x4D, 0x18, 255, 255, 255, 255];
    let metadata = [&[0xD6, 0x3F][..], &[b'x'; 256]].concat();
    let empty_frame = [&frame[..], &[1, 0, 0]].concat();
    let scenarios: [(&str, &[u8], &[u8]); 10] = [
        ("gzip", &header, &[0, 0, 0, 255, 255]), // empty blocks
        ("gzip", &header, &[0x02, 0x08, 0x20, 0x80, 0x00]),
        ("gzip", &named, b"x"),
        ("gzip", b"", &empty),
        ("br", &[0xAC, 0x7F], &[b'x'; 256]),
        ("br", &[0x0C], &[0x06]), // empty metadata
        ("br", &[0x0C], &metadata),
        ("zstd", b"", &skipped),
        ("zstd", &endless, b"x"),
        ("zstd", b"", &empty_frame),
    ];
    let blocks: (&str, &[u8], &[u8]) = ("zstd", &frame, &[0, 0, 0]);
    for (coding, begin, unit) in scenarios.into_iter().chain([blocks]) {
        let mut decoder = decoder(coding).unwrap();
        let (mut body, mut pushed) = (begin.to_vec(), 0);
        let outcome = loop {
            body.extend(unit.iter().copied().cycle().take(unit.len() * 100));
            pushed += body.len();
            let mut take = |_: &[u8]| ControlFlow::Continue(());
            match decoder.push(&body, &mut take) {
                Ok(_) if pushed < 100 * OVERHEAD => body.clear(),
                Ok(_) => break None,
                Err(error) => break Some(error),
            }
        };
        assert!(outcome.is_some() && pushed <= 3 * OVERHEAD, "{coding} {unit:?} {pushed}");
    }
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
        for (place, byte) in spoilt {
            if let Some(byte_there) = body.get_mut(place % length) {
                *byte_there = byte;
            }
        }
        let decoded = decode(name, &body, chunk, 1_000_000);
        proptest::prop_assert!(decoded.is_err() || decoded.is_ok_and(|all| all.len() < 2_000_000));
    }
}
