//! Formats one line.

use std::borrow::Cow;

use placet::syntax::acap::{self, Field};
use placet::syntax::robots::{Content, Key, Line, Lines, Record, RecordScope};
use placet::{Profile, limits};

/// A formatted line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Formed<'t> {
    /// Without a line end.
    pub(super) text: Cow<'t, [u8]>,
    pub(super) kind: Kind,
    /// A comment in it suppresses lint rules on the next line, which must follow it.
    pub(super) silences: bool,
}

/// The role of a line among its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Blank,
    Comment,
    /// `User-agent`.
    Agent,
    /// `Allow` or `Disallow`.
    Rule,
    /// `ACAP-crawler`.
    Crawler,
    /// A field of ACAP records.
    Permission,
    /// A record of a group that is not a rule.
    OfGroup,
    /// Independent: other records, and lines that are not records.
    Other,
}

/// Formats a line that was read by the RFC's grammar and by Google's.
///
/// After a byte order mark the text can begin with bytes that look like another one, so such a first
/// line is not changed.
pub(super) fn form(text: &[u8], (line, google): (Line, Line)) -> Formed<'_> {
    let whole = line.span.of(text);
    let whole = whole.strip_suffix(b"\n").unwrap_or(whole);
    let whole = whole.strip_suffix(b"\r").unwrap_or(whole);
    let hash = whole.iter().position(|&byte| byte == b'#');
    let comment = hash.and_then(|at| whole.get(at..));
    let silences = comment.is_some_and(|it| it.windows(7).any(|part| part == b"placet:"));
    let kept = |kind| Formed { text: Cow::Borrowed(whole), kind, silences };
    let marked = line.mark > 0 || whole.first() == Some(&0xEF);
    if line.nul || whole.len() > limits::GOOGLE_LINE || marked {
        return kept(Kind::Other);
    }
    let Content::Record(record) = line.content else {
        let kind = match (line.content, comment) {
            (Content::Blank, None) => Kind::Blank,
            (Content::Blank, Some(_)) => Kind::Comment,
            _ => Kind::Other,
        };
        // Text that is not a record keeps its indentation.
        let trimmed = if kind == Kind::Other { trim_end(whole) } else { trim(whole) };
        return Formed { text: Cow::Borrowed(trimmed), ..kept(kind) };
    };
    let mut formed = spelt(text, &record);
    if let Some(comment) = comment {
        formed.push(b' ');
        formed.extend_from_slice(trim_end(comment));
    }
    let kind = kind(text, &record);
    if reads_as(&formed, text, &line, Profile::Full)
        && reads_as(&formed, text, &google, Profile::Google)
    {
        Formed { text: Cow::Owned(formed), kind, silences }
    } else {
        kept(kind)
    }
}

/// A record in the usual spelling, without a comment.
fn spelt(text: &[u8], record: &Record) -> Vec<u8> {
    let (key, value) = (record.key.of(text), record.value.of(text));
    let mut spelt = match record.kind.written() {
        Some(written) => written.as_bytes().to_vec(),
        None if record.kind == Key::Acap => acap_key(text, record),
        None => key.to_vec(),
    };
    let bare = record.kind == Key::Acap
        && acap::read(text, record.key, record.value) == Field::IgnoreConventionalRecords;
    if !bare {
        spelt.push(b':');
    }
    if !value.is_empty() {
        spelt.push(b' ');
        spelt.extend_from_slice(value);
    }
    spelt
}

/// The name of an ACAP field as the documents spell it (ACAP 1.0 §3): `ACAP-` and the rest in lower
/// case, except that a local usage keeps its spelling. An unknown field is not changed.
fn acap_key(text: &[u8], record: &Record) -> Vec<u8> {
    let key = record.key.of(text);
    if acap::read(text, record.key, record.value) == Field::Unknown {
        return key.to_vec();
    }
    let name = key.get("ACAP-".len()..).unwrap_or_default();
    let local = name.iter().position(|&byte| byte == b'(').unwrap_or(name.len());
    let (standard, local) = name.split_at_checked(local).unwrap_or((name, &[]));
    [b"ACAP-", &*standard.to_ascii_lowercase(), local].concat()
}

/// The role of a record among its neighbours.
fn kind(text: &[u8], record: &Record) -> Kind {
    match record.kind {
        Key::UserAgent => Kind::Agent,
        Key::Allow | Key::Disallow => Kind::Rule,
        key if key.scope() == Some(RecordScope::Group) => Kind::OfGroup,
        Key::Acap => match acap::read(text, record.key, record.value) {
            Field::Crawler(_) => Kind::Crawler,
            Field::PermissionsReference(_)
            | Field::UsagePurpose(_)
            | Field::Permission { .. }
            | Field::RequestTakeDown(_)
            | Field::RequestReCrawl(_) => Kind::Permission,
            _ => Kind::Other,
        },
        _ => Kind::Other,
    }
}

/// Whether a line alone is read as it was in the text.
fn reads_as(formed: &[u8], text: &[u8], was: &Line, profile: Profile) -> bool {
    let mut lines = Lines::new(formed, profile);
    let (Some(is), None) = (lines.next(), lines.next()) else { return false };
    let (Content::Record(one), Content::Record(other)) = (is.content, was.content) else {
        return false;
    };
    let acap = |text: &[u8], it: &Record| match it.kind {
        Key::Acap => Some(shape(text, it)),
        _ => None,
    };
    !is.nul
        && is.cut == was.cut
        && one.kind == other.kind
        && one.value.of(formed) == other.value.of(text)
        && acap(formed, &one) == acap(text, &other)
}

/// The role of an ACAP field, regardless of its position.
fn shape(text: &[u8], record: &Record) -> (std::mem::Discriminant<Field>, Vec<u8>) {
    let field = acap::read(text, record.key, record.value);
    let usage = match &field {
        Field::Permission { usage: acap::UsageName::Local(name), .. } => name.of(text).to_vec(),
        _ => record.key.of(text).to_ascii_lowercase(),
    };
    (std::mem::discriminant(&field), usage.trim_ascii().to_vec())
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn trim_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
    text.get(..end).unwrap_or_default()
}

fn trim(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| !is_blank(byte)).unwrap_or(text.len());
    trim_end(text.get(start..).unwrap_or_default())
}
