//! The value of `Content-Signal`: pairs of a key and an answer (Content Signals Policy).
//!
//! ```text
//! value = pair *( "," pair )
//! pair  = key "=" ( "yes" / "no" )
//! ```
//!
//! No document has a grammar of its own for it, and what is evidently a refusal is read as one
//! (S-041 to S-044, S-118).

use super::problem::{SignalProblemAt, SignalProblemKind};
use crate::text::Span;
use crate::vocabulary::UseLevel;

/// A key with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignalKey {
    /// `search`.
    Search,
    /// `ai-input`.
    AiInput,
    /// `ai-train`.
    AiTrain,
}

/// What a pair states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stated {
    /// The answer to a key: whether it allows.
    Answer(SignalKey, bool),
    /// The highest level of use.
    Use(UseLevel),
}

impl Stated {
    /// Whether both are about one key.
    fn is_about(self, other: Self) -> bool {
        match (self, other) {
            (Self::Answer(one, _), Self::Answer(other, _)) => one == other,
            (Self::Use(_), Self::Use(_)) => true,
            _ => false,
        }
    }

    /// Whether it asks for more than another about the same key.
    fn is_stricter(self, other: Self) -> bool {
        match (self, other) {
            (Self::Answer(_, one), Self::Answer(_, other)) => !one && other,
            (Self::Use(one), Self::Use(other)) => one < other,
            _ => false,
        }
    }
}

/// What a value states.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signals {
    /// What it states about each key, once, with the pair that states it: of several the strictest.
    pub stated: Vec<(Stated, Span)>,
    /// What is wrong.
    pub problems: Vec<SignalProblemAt>,
}

impl Signals {
    fn state(&mut self, stated: Stated, span: Span) {
        match self.stated.iter_mut().find(|(it, _)| it.is_about(stated)) {
            None => self.stated.push((stated, span)),
            Some(before) => {
                if before.0 != stated {
                    self.problems.push((SignalProblemKind::Conflict, span));
                }
                if stated.is_stricter(before.0) {
                    *before = (stated, span);
                }
            }
        }
    }
}

/// Reads pairs.
///
/// ```
/// use placet::syntax::signals::content_signal::{self, SignalKey, Stated};
///
/// let read = content_signal::read(b"search=yes, ai-train=no");
/// assert_eq!(read.stated[1].0, Stated::Answer(SignalKey::AiTrain, false));
/// assert!(read.problems.is_empty());
/// ```
pub fn read(text: &[u8]) -> Signals {
    let mut out = Signals::default();
    let mut start = 0;
    let ends = (0..).zip(text).filter(|(_, byte)| matches!(byte, b',' | b';')).map(|it| it.0);
    for end in ends.chain(std::iter::once(text.len())) {
        part(text, Span::new(start, end), &mut out);
        if text.get(end) == Some(&b';') {
            out.problems.push((SignalProblemKind::Lenient, Span::new(end, end + 1)));
        }
        start = end + 1;
    }
    out
}

/// Reads what is between two commas: one pair, or several that blanks separate.
fn part(text: &[u8], within: Span, out: &mut Signals) {
    let mut cursor = Cursor { text, at: within.start(), end: within.end() };
    let mut first = true;
    loop {
        cursor.blanks();
        if cursor.at >= cursor.end {
            return;
        }
        let start = cursor.at;
        if !std::mem::take(&mut first) {
            out.problems.push((SignalProblemKind::Lenient, Span::new(start, start)));
        }
        pair(&mut cursor, start, out);
    }
}

/// Reads one pair, or something that is none.
fn pair(cursor: &mut Cursor<'_>, start: usize, out: &mut Signals) {
    let key = cursor.run(b"=:");
    let before = cursor.at;
    let blank = cursor.blanks();
    match cursor.peek() {
        Some(b'=') => {
            cursor.at += 1;
            let after = cursor.blanks();
            if after && is_answered(key) && cursor.is_pair() {
                // The value is missing before the next pair (S-118).
                let span = Span::new(start, before);
                return out.problems.push((SignalProblemKind::Lenient, span));
            }
            let value = cursor.run(b"");
            let span = Span::new(start, cursor.at);
            if (blank || after) && !value.is_empty() {
                out.problems.push((SignalProblemKind::Lenient, span));
            }
            stated(key, value, span, out);
        }
        Some(b':') => {
            cursor.at += 1;
            let colon = cursor.at;
            let after = cursor.blanks();
            let value = cursor.run(b"");
            let span = Span::new(start, cursor.at);
            if is_answered(key) && refuses(value) {
                out.problems.push((SignalProblemKind::Lenient, span));
                stated(key, value, span, out);
            } else if !after && value.contains(&b'=') {
                out.problems.push((SignalProblemKind::UnknownKey, span));
            } else {
                // After a blank another part begins.
                cursor.at = if after { colon } else { cursor.at };
                let span = Span::new(start, cursor.at);
                out.problems.push((SignalProblemKind::Unparsable, span));
            }
        }
        _ => {
            cursor.at = before;
            out.problems.push((SignalProblemKind::Unparsable, Span::new(start, before)));
        }
    }
}

/// Takes what a pair states.
fn stated(key: &[u8], value: &[u8], span: Span, out: &mut Signals) {
    let is = |known: &str| key.eq_ignore_ascii_case(known.as_bytes());
    if is("use") {
        return match UseLevel::of_name(value) {
            Some(level) => out.state(Stated::Use(level), span),
            None => out.problems.push((SignalProblemKind::Value, span)),
        };
    }
    let unquoted = value.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\""));
    let (value, quoted) = match unquoted.filter(|it| refuses(it)) {
        Some(inner) => (inner, true),
        None => (value, false),
    };
    let own = match () {
        () if is("search") => Some(SignalKey::Search),
        () if is("ai-input") => Some(SignalKey::AiInput),
        () if is("ai-train") => Some(SignalKey::AiTrain),
        () => None,
    };
    let alike = match () {
        () if is("train-ai") => Some(SignalKey::AiTrain),
        () if is("ai-use") => Some(SignalKey::AiInput),
        () => None,
    };
    if own.is_none() {
        let kind = if key.is_empty() {
            SignalProblemKind::Unparsable
        } else {
            SignalProblemKind::UnknownKey
        };
        out.problems.push((kind, span));
    }
    // A word of another vocabulary counts only where it refuses (S-044).
    let Some(key) = own.or(alike.filter(|_| refuses(value))) else { return };
    let is_value = |known: &str| value.eq_ignore_ascii_case(known.as_bytes());
    if quoted {
        out.problems.push((SignalProblemKind::Lenient, span));
    }
    if !is_value("yes") && !is_value("no") {
        out.problems.push((SignalProblemKind::Value, span));
    }
    if is_value("yes") || refuses(value) {
        out.state(Stated::Answer(key, is_value("yes")), span);
    }
}

/// Whether it is a key with an answer, or a word of another vocabulary for one (S-036, S-044).
fn is_answered(key: &[u8]) -> bool {
    let known = ["search", "ai-input", "ai-train", "train-ai", "ai-use"];
    known.iter().any(|it| it.as_bytes().eq_ignore_ascii_case(key))
}

/// Whether a value refuses (S-043).
fn refuses(value: &[u8]) -> bool {
    let known = ["no", "n", "false", "0", "disallow"];
    known.iter().any(|it| it.as_bytes().eq_ignore_ascii_case(value))
}

/// Where reading has come to.
struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
    end: usize,
}

impl<'t> Cursor<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied().filter(|_| self.at < self.end)
    }

    /// Passes over blanks; says whether there were any.
    fn blanks(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at > start
    }

    /// Passes over what is neither a blank nor one of `stops`, and gives it.
    fn run(&mut self, stops: &[u8]) -> &'t [u8] {
        let start = self.at;
        while self.peek().is_some_and(|byte| !byte.is_ascii_whitespace() && !stops.contains(&byte))
        {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Whether a key and `=` follow.
    fn is_pair(&self) -> bool {
        let mut ahead = Cursor { ..*self };
        let key = ahead.run(b"=");
        ahead.blanks();
        !key.is_empty() && ahead.peek() == Some(b'=')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> (Vec<String>, Vec<&'static str>) {
        let read = read(text.as_bytes());
        let shown = |(stated, _): &(Stated, Span)| match stated {
            Stated::Answer(key, allows) => format!("{key:?}={allows}"),
            Stated::Use(level) => format!("Use={}", level.name()),
        };
        let mut problems: Vec<_> = read.problems.iter().map(|it| it.0.name()).collect();
        problems.sort_unstable();
        problems.dedup();
        (read.stated.iter().map(shown).collect(), problems)
    }

    #[test]
    fn pairs_are_read() {
        for (text, stated, problems) in [
            ("search=yes, ai-train=no", &["Search=true", "AiTrain=false"][..], &[][..]),
            (" AI-Train=NO ,Use=Reference", &["AiTrain=false", "Use=reference"], &[]),
            ("search=yes; ai-train=no", &["Search=true", "AiTrain=false"], &["signal-lenient"]),
            ("search=yes ai-train=no", &["Search=true", "AiTrain=false"], &["signal-lenient"]),
            ("ai-train = no", &["AiTrain=false"], &["signal-lenient"]),
            ("ai-train=n", &["AiTrain=false"], &["signal-value"]),
            ("ai-train=true", &[], &["signal-value"]),
            ("ai-train=", &[], &["signal-value"]),
            ("train-ai=no", &["AiTrain=false"], &["signal-unknown-key"]),
            ("train-ai=yes, foo=no", &[], &["signal-unknown-key"]),
            ("ai-use=0", &["AiInput=false"], &["signal-unknown-key", "signal-value"]),
            ("ai-train: no", &["AiTrain=false"], &["signal-lenient"]),
            ("ai-train:no", &["AiTrain=false"], &["signal-lenient"]),
            ("ai-train : no", &["AiTrain=false"], &["signal-lenient"]),
            ("ai-train: yes", &[], &["signal-lenient", "signal-unparsable"]),
            ("ai-train:yes", &[], &["signal-unparsable"]),
            ("foo: ai-train=no", &["AiTrain=false"], &["signal-lenient", "signal-unparsable"]),
            ("ai-train=\"no\"", &["AiTrain=false"], &["signal-lenient"]),
            ("ai-train=\"yes\"", &[], &["signal-value"]),
            ("search= ai-train=no", &["AiTrain=false"], &["signal-lenient"]),
            ("use= ai-train=no", &[], &["signal-lenient", "signal-value"]),
            ("ai-train=no, ai-train=yes", &["AiTrain=false"], &["signal-conflict"]),
            ("use=full, use=immediate", &["Use=immediate"], &["signal-conflict"]),
            ("use=some", &[], &["signal-value"]),
            ("noai", &[], &["signal-unparsable"]),
            ("", &[], &[]),
            (" ,, ", &[], &[]),
        ] {
            let stated = stated.iter().map(ToString::to_string).collect();
            assert_eq!(shown(text), (stated, problems.to_vec()), "{text}");
        }
    }
}
