//! Lines, white space, and the fields of ACAP.

/// White space in the sense of A-04: everything Unicode calls a space, except line ends.
const SPACES: [char; 23] = [
    '\t', '\u{b}', '\u{c}', ' ', '\u{85}', '\u{a0}', '\u{1680}', '\u{2000}', '\u{2001}',
    '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}', '\u{2006}', '\u{2007}', '\u{2008}', '\u{2009}',
    '\u{200a}', '\u{2028}', '\u{2029}', '\u{202f}', '\u{205f}', '\u{3000}',
];

/// The lines of a file, each without its end, its comment and, on a later line, a byte order mark.
pub(crate) fn lines(file: &[u8]) -> Vec<Vec<u8>> {
    let mut lines = Vec::<Vec<u8>>::new();
    let mut line = Vec::new();
    let mut after_cr = false;
    for &byte in without_mark(file) {
        match byte {
            // F-01, A-04: CR, LF or CRLF.
            b'\n' if after_cr => {}
            b'\n' | b'\r' => lines.push(content(&std::mem::take(&mut line))),
            _ => line.push(byte),
        }
        after_cr = byte == b'\r';
    }
    // F-01, A-04: the last line may lack its end.
    lines.push(content(&line));
    for line in lines.iter_mut().skip(1) {
        // F-01: only a whole one.
        if let Some(rest) = line.strip_prefix(b"\xEF\xBB\xBF") {
            *line = rest.to_vec();
        }
    }
    lines
}

/// F-01: a byte order mark at the start is skipped, a truncated one too.
fn without_mark(file: &[u8]) -> &[u8] {
    for mark in [&b"\xEF\xBB\xBF"[..], b"\xEF\xBB", b"\xEF"] {
        if let Some(rest) = file.strip_prefix(mark) {
            return rest;
        }
    }
    file
}

/// F-06: NUL ends the content of its line. R-002, F-02: so does `#`.
fn content(line: &[u8]) -> Vec<u8> {
    line.iter().copied().take_while(|byte| !matches!(byte, 0 | b'#')).collect()
}

/// How many bytes of white space `text` begins with (0: none), one character at most.
pub(crate) fn space_at_start(text: &[u8]) -> usize {
    let is_space = |space: &[u8]| text.starts_with(space);
    if text.first().is_some_and(u8::is_ascii_graphic) { 0 } else { space(is_space) }
}

fn space_at_end(text: &[u8]) -> usize {
    let is_space = |space: &[u8]| text.ends_with(space);
    if text.last().is_some_and(u8::is_ascii_graphic) { 0 } else { space(is_space) }
}

fn space(is_there: impl Fn(&[u8]) -> bool) -> usize {
    let mut buffer = [0; 4];
    for space in SPACES {
        let encoded = space.encode_utf8(&mut buffer).as_bytes();
        if is_there(encoded) {
            return encoded.len();
        }
    }
    0
}

/// `text` without the white space of A-04 around it.
pub(crate) fn trim(mut text: &[u8]) -> &[u8] {
    while let count @ 1.. = space_at_start(text) {
        text = text.split_at(count).1;
    }
    while let count @ 1.. = space_at_end(text) {
        text = text.split_at(text.len() - count).0;
    }
    text
}

/// The first word of `text` and the rest after it, both trimmed.
pub(crate) fn first_word(text: &[u8]) -> (&[u8], &[u8]) {
    let text = trim(text);
    let end =
        (0..text.len()).find(|&at| space_at_start(text.split_at(at).1) > 0).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, trim(rest))
}

/// The words of `text`, separated by the white space of A-04.
pub(crate) fn words(text: &[u8]) -> Vec<&[u8]> {
    let mut words = Vec::new();
    let mut rest = trim(text);
    while !rest.is_empty() {
        let (word, after) = first_word(rest);
        words.push(word);
        rest = after;
    }
    words
}

/// Bytes as text; invalid UTF-8 equals no name.
pub(crate) fn string(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Bytes as text in lower case (R-004; ASCII only, A-17).
pub(crate) fn lower(bytes: &[u8]) -> String {
    string(bytes).to_ascii_lowercase()
}

/// A line that begins with the token `ACAP-`.
#[derive(Debug)]
pub(crate) struct Field {
    /// Everything before the first colon, in lower case.
    pub(crate) key: String,
    /// Everything after it; `None` if there is no colon.
    pub(crate) value: Option<Vec<u8>>,
}

/// Reads a line as an ACAP field.: white space around key and value is nothing.
pub(crate) fn acap_field(line: &[u8]) -> Option<Field> {
    let line = trim(line);
    if !lower(line).starts_with("acap-") {
        return None;
    }
    Some(match line.iter().position(|&byte| byte == b':') {
        Some(colon) => {
            let (key, value) = line.split_at(colon);
            Field { key: lower(trim(key)), value: Some(trim(value.split_at(1).1).to_vec()) }
        }
        None => Field { key: lower(line), value: None },
    })
}
