//! Reads a line of JSON as an object, with error messages for people.

use std::borrow::Cow;
use std::fmt;

use serde_json::error::Category;
use serde_json::value::RawValue;

use super::object::{Members, Object, members, string};

/// Why a line is not a valid question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionError {
    message: String,
    column: Option<usize>,
}

impl QuestionError {
    /// An error about the whole question.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), column: None }
    }

    /// An error at a column of the line, in bytes from 1.
    pub fn at(column: usize, message: impl Into<String>) -> Self {
        Self { message: message.into(), column: Some(column) }
    }

    /// The column of the error, if it has one.
    pub fn column(&self) -> Option<usize> {
        self.column
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for QuestionError {}

/// A pair of strings: a name and a value, or a path and a text.
pub type Pair<'q> = (Cow<'q, str>, Cow<'q, str>);

/// The keys and values of an object, in order.
#[derive(Debug)]
pub(super) struct Fields<'q> {
    line: &'q str,
    all: Members<'q>,
    /// The bits of the keys. Most keys are asked for in vain, and hardly any has the bit of another.
    bits: u64,
    /// The object that has the keys which this one leaves out.
    shared: Option<&'q Fields<'q>>,
}

impl<'q> Fields<'q> {
    /// Parses a line that contains one JSON object. A value that is a string as `known` writes it is
    /// not parsed again.
    pub(super) fn read(line: &'q str, known: &str) -> Result<Self, QuestionError> {
        let all = match members(line, known) {
            Some(all) => all,
            // It finds out what is wrong.
            None => serde_json::from_str(line)
                .map(|Object(all)| all)
                .map_err(|error| syntax_error(line, &error))?,
        };
        let bits = all.iter().fold(0, |bits, (key, _)| bits | bit(key));
        Ok(Self { line, all, bits, shared: None })
    }

    /// The same, with the keys of another object where this one does not have them.
    pub(super) fn or(self, shared: Option<&'q Fields<'q>>) -> Self {
        Self { shared, ..self }
    }

    /// The value of a key; none if it is missing or null.
    pub(super) fn get(&self, key: &'static str) -> Option<Field<'q>> {
        let raw = self.raw(key)?;
        let line = if self.own(key).is_some() { self.line } else { "" };
        (raw != "null").then_some(Field { key, raw, line })
    }

    /// The value of a key as written, including null.
    pub(super) fn raw(&self, key: &str) -> Option<&'q str> {
        self.own(key).or_else(|| self.shared?.own(key))
    }

    fn own(&self, key: &str) -> Option<&'q str> {
        if self.bits & bit(key) == 0 {
            return None;
        }
        self.all.iter().find(|(it, _)| it == key).map(|(_, raw)| *raw)
    }

    /// Whether a key has a value.
    pub(super) fn has(&self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// Rejects unknown and repeated keys: ignoring them would answer a different question.
    pub(super) fn refuse_unknown(&self, known: &[&[&'static str]]) -> Result<(), QuestionError> {
        let known = || known.iter().copied().flatten().copied();
        for (at, (key, _)) in self.all.iter().enumerate() {
            let error = if !known().any(|it| it == key) {
                // `file` is short for `robots_file` rather than a misspelt `id`.
                let longer = known().find(|it| it.rsplit('_').next() == Some(key));
                let nearest = longer.or_else(|| nearest(key, known())).unwrap_or_default();
                format!("unknown key `{}`; did you mean `{nearest}`?", cut(key))
            } else if self.all.iter().take(at).any(|(it, _)| it == key) {
                format!("the key `{key}` occurs twice")
            } else {
                continue;
            };
            let column = match key {
                // The quotation mark before it.
                Cow::Borrowed(key) => column(self.line, key).map(|it| it - 1),
                Cow::Owned(_) => None,
            };
            return Err(QuestionError { message: error, column });
        }
        Ok(())
    }
}

/// A bit by the length of a key and its ends. The factors give almost all keys of questions bits of
/// their own.
fn bit(key: &str) -> u64 {
    let ends = key.as_bytes().first().zip(key.as_bytes().last());
    let (first, last) =
        ends.map_or((0, 0), |(first, last)| (usize::from(*first), usize::from(*last)));
    1 << ((28 * key.len() + 62 * first + last) % 64)
}

/// A key with a value other than null.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'q> {
    key: &'static str,
    raw: &'q str,
    line: &'q str,
}

impl<'q> Field<'q> {
    fn expected(&self, what: &str) -> QuestionError {
        let found = match self.raw.as_bytes().first() {
            Some(b'"') => "a string",
            Some(b'[') => "a list",
            Some(b'{') => "an object",
            Some(b't') => "true",
            Some(b'f') => "false",
            Some(b'n') => "null",
            _ => "a number",
        };
        self.error(format!("expected {what}, found {found}"))
    }

    /// An error about the value.
    pub(super) fn error(&self, message: impl fmt::Display) -> QuestionError {
        QuestionError {
            message: format!("`{}`: {message}", self.key),
            column: column(self.line, self.raw),
        }
    }

    /// The value as a string.
    pub(super) fn text(&self) -> Result<Cow<'q, str>, QuestionError> {
        string(self.raw).ok_or_else(|| self.expected("a string"))
    }

    /// The value as true or false.
    pub(super) fn flag(&self) -> Result<bool, QuestionError> {
        serde_json::from_str(self.raw).map_err(|_| self.expected("true or false"))
    }

    /// The value as strings: one, or a list of them.
    pub(super) fn texts(&self) -> Result<Vec<Cow<'q, str>>, QuestionError> {
        if let Some(one) = string(self.raw) {
            return Ok(vec![one]);
        }
        let list = serde_json::from_str::<Vec<&RawValue>>(self.raw).ok();
        let texts = list.and_then(|list| list.into_iter().map(|it| string(it.get())).collect());
        texts.ok_or_else(|| self.expected("a string or a list of strings"))
    }

    /// The value as pairs of strings.
    pub(super) fn pairs(&self) -> Result<Vec<Pair<'q>>, QuestionError> {
        let list = serde_json::from_str::<Vec<(&RawValue, &RawValue)>>(self.raw).ok();
        let pair = |(name, value): (&'q RawValue, &'q RawValue)| {
            string(name.get()).zip(string(value.get()))
        };
        let pairs = list.and_then(|list| list.into_iter().map(pair).collect());
        pairs.ok_or_else(|| self.error("expected a list of pairs of strings"))
    }

    /// The value as an object of strings.
    pub(super) fn map(&self) -> Result<Vec<Pair<'q>>, QuestionError> {
        let object = serde_json::from_str::<Object<'_>>(self.raw).ok();
        let texts = object.and_then(|Object(all)| {
            all.into_iter().map(|(key, value)| Some((key, string(value)?))).collect()
        });
        texts.ok_or_else(|| self.error("expected an object whose values are strings"))
    }
}

/// The column where a part of a line starts, in bytes from 1.
fn column(line: &str, part: &str) -> Option<usize> {
    let before = (part.as_ptr() as usize).checked_sub(line.as_ptr() as usize)?;
    (before <= line.len()).then_some(before + 1)
}

/// The start of a key, without control characters.
fn cut(key: &str) -> String {
    const SHOWN: usize = 40;
    let shown: String = key.chars().take(SHOWN).filter(|it| !it.is_control()).collect();
    if key.chars().nth(SHOWN).is_some() { shown + "…" } else { shown }
}

/// Describes a syntax error in the terms of JSON, not of the parser.
fn syntax_error(line: &str, error: &serde_json::Error) -> QuestionError {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    let what = match (error.classify(), message) {
        (Category::Eof, _) => "the JSON value is not complete",
        (Category::Data, _) => "expected an object",
        (_, "expected value" | "expected ident") => "expected a value",
        (_, "trailing characters") => "unexpected text after the JSON value",
        (_, "trailing comma") => "unexpected comma at the end",
        (_, "key must be a string") => "a key must be a string in quotation marks",
        (_, "recursion limit exceeded") => "the value is nested too deeply",
        (_, "expected `:`") => "expected a colon",
        (_, "expected `,` or `}`") => "expected a comma or a closing brace",
        (_, "expected `,` or `]`") => "expected a comma or a closing bracket",
        (_, "invalid escape") => "invalid escape in a string",
        (_, it) if it.starts_with("control character") => "a control character must be escaped",
        (_, "invalid number") => "invalid number",
        _ => "not valid JSON",
    };
    // serde counts up to the invalid character; an empty line has none.
    QuestionError::at(error.column().clamp(1, line.len().max(1)), what)
}

/// The known word with the smallest edit distance.
fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    /// No key is nearly as long; only the start of a longer word is compared.
    const COMPARED: usize = 64;
    let word: Vec<u8> = word.bytes().take(COMPARED).map(|it| it.to_ascii_lowercase()).collect();
    known.min_by_key(|known| distance(&word, known.as_bytes()))
}

/// The Levenshtein distance.
fn distance(one: &[u8], other: &[u8]) -> usize {
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (at, a) in one.iter().enumerate() {
        let mut left = at + 1;
        let mut row = vec![left];
        for (b, cells) in other.iter().zip(above.windows(2)) {
            let (corner, over) = (cells.first(), cells.last());
            let changed = corner.map_or(usize::MAX, |it| it + usize::from(a != b));
            left = changed.min(left + 1).min(over.map_or(usize::MAX, |it| it + 1));
            row.push(left);
        }
        above = row;
    }
    above.last().copied().unwrap_or(usize::MAX)
}
