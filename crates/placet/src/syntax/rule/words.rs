//! Rules as words between commas: in META elements and in the old form of `X-Robots-Tag` (T-09,
//! T-10).
//!
//! ```text
//! part = *( name ":" ) *( rule / rule (":" / "=") value )
//! ```
//!
//! Not only commas separate rules but also white space, `;` and quotes, since every rule only
//! restricts (T-03).

use super::{Valued, Word, date};
use crate::syntax::acap::leading_blank;
use crate::syntax::rule::PageRule;
use crate::text::{ProblemKind, Span};

/// An item found in a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece {
    Rule(PageRule, Span),
    Problem(ProblemKind, Span),
    /// The name that opens a scope.
    Scope(Span),
}

/// A parser that reads a text part by part.
#[derive(Debug)]
pub(crate) struct Words<'t> {
    text: &'t [u8],
    at: usize,
    /// Whether `name:` opens a scope.
    scopes: bool,
    /// Whether the ceiling cut off the text here.
    cut: bool,
}

impl<'t> Words<'t> {
    /// Parses the content of a META element.
    pub(crate) fn new(text: &'t [u8], cut: bool) -> Self {
        Self { text, at: 0, scopes: false, cut }
    }

    /// Parses the old form of `X-Robots-Tag`, starting at `at`.
    pub(crate) fn scoped(text: &'t [u8], at: usize) -> Self {
        Self { text, at, scopes: true, cut: false }
    }

    /// The index of the next part; `None` after the last.
    pub(crate) fn next_part(&self) -> Option<usize> {
        (self.at < self.text.len()).then_some(self.at)
    }

    /// Parses up to and including the next comma that ends a part, and passes every item to
    /// `found`.
    pub(crate) fn part(&mut self, mut found: impl FnMut(Piece)) {
        let mut unknown: Option<Span> = None;
        loop {
            self.skip();
            let Some(byte) = self.peek() else { break };
            if matches!(byte, b',' | b';') {
                self.at += 1;
                if byte == b',' {
                    break;
                }
                report_unknown(&mut unknown, &mut found);
            } else if byte == b':' && self.scopes {
                let colon = Span::new(self.at, self.at + 1);
                let problem = Piece::Problem(ProblemKind::FieldMember, colon);
                found(unknown.take().map_or(problem, Piece::Scope));
                self.at += 1;
            } else {
                let word = self.word();
                let Some(known) = Word::of(word.of(self.text)) else {
                    let start = unknown.map_or(word.start(), Span::start);
                    unknown = Some(Span::new(start, word.end()));
                    continue;
                };
                report_unknown(&mut unknown, &mut found);
                let piece = match known {
                    Word::Plain(rule) => Some(self.plain(rule, word)),
                    Word::Valued(rule) => self.valued(rule, word),
                };
                piece.into_iter().for_each(&mut found);
            }
        }
        report_unknown(&mut unknown, &mut found);
    }

    /// A rule without a value. Its name is never a scope: after a colon, the next rule follows
    /// (T-09).
    fn plain(&mut self, rule: PageRule, word: Span) -> Piece {
        self.sign();
        Piece::Rule(rule, word)
    }

    /// A rule with its value; `None` if the ceiling may have cut off the value.
    fn valued(&mut self, rule: Valued, word: Span) -> Option<Piece> {
        let end = self.at;
        if !self.sign() {
            self.at = end;
            let kind = rule.with(b"").err().unwrap_or(ProblemKind::RuleValue);
            return Some(Piece::Problem(kind, word));
        }
        self.skip();
        let start = self.at;
        if rule == Valued::UnavailableAfter {
            return self.date(word);
        }
        while self.peek().is_some_and(|byte| !matches!(byte, b',' | b';' | b'"' | b'\''))
            && self.blank() == 0
        {
            self.at += 1;
        }
        let value = Span::new(start, self.at);
        let whole = Span::new(word.start(), if value.is_empty() { word } else { value }.end());
        Some(match rule.with(value.of(self.text)) {
            Ok(rule) => Piece::Rule(rule, whole),
            Err(kind) => {
                let next = Words { at: start, ..*self }.word();
                if Word::of(next.of(self.text)).is_some() {
                    // The value is missing, and the next rule follows.
                    self.at = start;
                    return Some(Piece::Problem(kind, word));
                }
                Piece::Problem(kind, whole)
            }
        })
    }

    /// Parses a date: the longest one possible, otherwise everything up to the next comma before a
    /// known rule or a scope (T-09).
    fn date(&mut self, word: Span) -> Option<Piece> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if let Some((len, moment)) = date::prefix(rest) {
            self.at += len;
            // A date may continue after what looks like its end.
            let complete = !self.cut || self.at < self.text.trim_ascii_end().len();
            let whole = Span::new(word.start(), self.at);
            return complete.then_some(Piece::Rule(PageRule::UnavailableAfter(moment), whole));
        }
        let mut end = self.at;
        while let Some(byte) = self.text.get(end) {
            if matches!(byte, b',' | b';') && (Words { at: end + 1, ..*self }).begins_part() {
                break;
            }
            end += 1;
        }
        self.at = end;
        let written = Span::new(word.start(), end).of(self.text).trim_ascii_end();
        let whole = Span::new(word.start(), word.start() + written.len());
        Some(Piece::Problem(ProblemKind::RuleDate, whole))
    }

    /// Whether a known rule or a scope begins here.
    fn begins_part(mut self) -> bool {
        self.skip();
        let word = self.word();
        let digit = word.of(self.text).first().is_none_or(u8::is_ascii_digit);
        let name = self.scopes && !digit && {
            self.skip();
            self.peek() == Some(b':')
        };
        name || Word::of(word.of(self.text)).is_some()
    }

    /// Skips `:` or `=`, if one follows.
    fn sign(&mut self) -> bool {
        let before = self.at;
        self.skip();
        let found = matches!(self.peek(), Some(b':' | b'='));
        self.at = if found { self.at + 1 } else { before };
        found
    }

    /// Reads a word of at least one byte.
    fn word(&mut self) -> Span {
        let start = self.at;
        while let Some(byte) = self.peek() {
            let ends = matches!(byte, b',' | b';' | b':' | b'=' | b'"' | b'\'');
            if self.at > start && (ends || self.blank() > 0) {
                break;
            }
            self.at += 1;
        }
        Span::new(start, self.at)
    }

    /// Skips white space and quotes.
    fn skip(&mut self) {
        loop {
            self.at += match self.peek() {
                Some(b'"' | b'\'') => 1,
                _ => match self.blank() {
                    0 => return,
                    len => len,
                },
            };
        }
    }

    /// The number of bytes of the white space here. Control characters count as white space.
    fn blank(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        match rest.first() {
            Some(0..=b' ' | 0x7F) => 1,
            _ => leading_blank(rest),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }
}

/// Reports words that are not a rule.
fn report_unknown(unknown: &mut Option<Span>, found: &mut impl FnMut(Piece)) {
    if let Some(span) = unknown.take() {
        found(Piece::Problem(ProblemKind::RuleUnknown, span));
    }
}
