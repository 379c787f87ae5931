//! One member of the list: a product token with its rules.

use std::borrow::Cow;

use sfv::{BareItemFromInput, Parser};

use super::{is_list, quoted};
use crate::syntax::rule::{Addressee, Directives, PageRule, Valued, Word, date};
use crate::text::{ProblemKind, Span};
use crate::vocabulary::Moment;

/// A member of the list, as far as it can be understood.
///
/// In a valid list, items and values are those of RFC 9651. Otherwise a product token may also be
/// text that is not a Token, and a rule may be in upper case, have `:` for `=`, or a value without
/// quotes; a date without quotes may contain commas (T-07).
///
/// If a parameter is repeated, the last one counts (RFC 9651 §4.2.3.2). In a member that is not
/// valid all of them count, since every rule only restricts (T-03).
#[derive(Debug)]
pub(in crate::syntax) struct Member {
    item: Span,
    addressee: Option<Addressee>,
    parameters: Vec<Parameter>,
    /// Whether RFC 9651 accepts the member.
    structured: bool,
    end: usize,
}

#[derive(Debug)]
struct Parameter {
    span: Span,
    name: Span,
    value: Option<Span>,
    /// Text between the value and the end of the parameter.
    stray: Option<Span>,
}

impl Member {
    /// Parses the member that begins at `at`; `mask` is the [mask](quoted::mask) of the text.
    pub(in crate::syntax) fn read(text: &[u8], mask: &[u8], at: usize) -> Self {
        let mut end = delimiter(mask, at);
        let item = trim(text, at, end);
        let mut parameters = Vec::new();
        while mask.get(end) == Some(&b';') {
            let start = end + 1;
            let parameter = Parameter::read(text, mask, start);
            end = delimiter(mask, parameter.span.end().max(start));
            parameters.push(parameter);
        }
        let structured = is_list(text.get(at..end).unwrap_or_default());
        Self { item, addressee: addressee(item.of(text)), parameters, structured, end }
    }

    /// The index of its comma, or the end of the text.
    pub(in crate::syntax) fn end(&self) -> usize {
        self.end
    }

    /// Whether it names a crawler or `*`.
    pub(in crate::syntax) fn is_addressed(&self) -> bool {
        self.addressee.is_some()
    }

    /// Adds its rules and problems to `out`.
    pub(in crate::syntax) fn add_to(&self, text: &[u8], out: &mut Directives) {
        let Some(addressee) = &self.addressee else {
            let end = self.parameters.last().map_or(self.item.end(), |last| last.span.end());
            // An empty member is already reported with the list.
            if !self.item.is_empty() || !self.parameters.is_empty() {
                let whole = Span::new(self.item.start(), end.max(self.item.end()));
                out.problem(ProblemKind::FieldMember, whole);
            }
            return;
        };
        let name = match addressee {
            Addressee::Everyone => "*",
            Addressee::Crawler(name) => name,
        };
        if Word::of(name.as_bytes()).is_some() {
            out.problem(ProblemKind::RuleAsToken, self.item);
        }
        let mut rest = &*self.parameters;
        while let [parameter, others @ ..] = rest {
            rest = others;
            let same = |it: &Parameter| it.name.of(text) == parameter.name.of(text);
            if parameter.span.is_empty() || self.structured && others.iter().any(same) {
                continue;
            }
            match parameter.rule(text) {
                Ok(Some(rule)) => out.rule(addressee, rule, parameter.span),
                Ok(None) => {}
                Err(kind) => out.problem(kind, parameter.span),
            }
            if let Some(stray) = parameter.stray {
                out.problem(ProblemKind::FieldMember, stray);
            }
        }
    }
}

impl Parameter {
    fn read(text: &[u8], mask: &[u8], start: usize) -> Self {
        let end = delimiter(mask, start);
        let sign = quoted::find(mask.get(..end).unwrap_or_default(), start, b"=:");
        let name = trim(text, start, sign.unwrap_or(end));
        let value = sign.map(|sign| trim(text, sign + 1, end));
        let span = Span::new(name.start(), value.unwrap_or(name).end().max(name.end()));
        let plain = Self { span, name, value, stray: None };
        let Some(value) = value else { return plain };
        if Word::of(name.of(text)) != Some(Word::Valued(Valued::UnavailableAfter)) {
            return plain;
        }
        // A date with a comma makes the value invalid, so this does not happen in a valid list.
        let rest = text.get(value.start()..).unwrap_or_default();
        let Some((len, _)) = date::prefix(rest) else { return plain };
        let value = Span::new(value.start(), value.start() + len);
        let stray = trim(text, value.end(), delimiter(mask, value.end()));
        let stray = Some(stray).filter(|stray| !stray.is_empty());
        let span = Span::new(name.start(), value.end());
        Self { span, name, value: Some(value), stray }
    }

    /// The rule that it states; `None` if it is switched off, as in `noindex=?0`.
    fn rule(&self, text: &[u8]) -> Result<Option<PageRule>, ProblemKind> {
        let word = Word::of(self.name.of(text)).ok_or(ProblemKind::RuleUnknown)?;
        let value = self.value.map_or(Value::Flag(true), |value| Value::read(value.of(text)));
        match word {
            Word::Plain(rule) => match value {
                Value::Flag(holds) => Ok(holds.then_some(rule)),
                Value::Text(text) if text.is_empty() => Ok(Some(rule)),
                Value::Text(text) if is_one_of(&text, &["1", "true"]) => Ok(Some(rule)),
                Value::Text(text) if is_one_of(&text, &["0", "false"]) => Ok(None),
                _ => Err(ProblemKind::RuleValue),
            },
            Word::Valued(rule) => match value {
                Value::Text(text) => rule.with(&text).map(Some),
                Value::Moment(moment) if rule == Valued::UnavailableAfter => {
                    Ok(Some(PageRule::UnavailableAfter(moment)))
                }
                // Reported in the same way as an empty value.
                _ => rule.with(b"").map(Some),
            },
        }
    }
}

/// The value of a parameter.
enum Value<'t> {
    Flag(bool),
    /// A Token, a String, or an Integer as written; any text if the list is invalid.
    Text(Cow<'t, [u8]>),
    Moment(Moment),
    /// A value that no rule takes.
    Other,
}

impl<'t> Value<'t> {
    fn read(written: &'t [u8]) -> Self {
        let owned = |text: &str| Self::Text(Cow::Owned(text.as_bytes().to_vec()));
        match bare(written) {
            None | Some(BareItemFromInput::Integer(_)) => Self::Text(Cow::Borrowed(written)),
            Some(BareItemFromInput::Boolean(holds)) => Self::Flag(holds),
            Some(BareItemFromInput::Token(token)) => owned(token.as_str()),
            Some(BareItemFromInput::String(string)) => owned(string.as_str()),
            Some(BareItemFromInput::DisplayString(string)) => owned(&string),
            Some(BareItemFromInput::Date(date)) => {
                let moment = Moment::from_unix(date.unix_seconds().into());
                moment.map_or(Self::Other, Self::Moment)
            }
            Some(BareItemFromInput::Decimal(_) | BareItemFromInput::ByteSequence(_)) => Self::Other,
        }
    }
}

/// Parses a bare item (RFC 9651 §4.2.3.1).
fn bare(written: &[u8]) -> Option<BareItemFromInput<'_>> {
    Parser::new(written).parse_item().ok()
}

/// The addressee that an item names: a Token, a String, or any text that can be a name.
fn addressee(item: &[u8]) -> Option<Addressee> {
    match bare(item) {
        Some(BareItemFromInput::Token(token)) => Addressee::of_name(token.as_str()),
        Some(BareItemFromInput::String(string)) => Addressee::of_name(string.as_str()),
        Some(_) => None,
        None => {
            let part = |c: char| {
                c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~/".contains(c) || c.is_alphanumeric()
            };
            let name = std::str::from_utf8(item).ok()?;
            name.chars().all(part).then(|| Addressee::of_name(name))?
        }
    }
}

fn is_one_of(text: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(text))
}

/// The index of the next `,` or `;` at or after `at`, or the end.
fn delimiter(mask: &[u8], at: usize) -> usize {
    quoted::find(mask, at, b",;").unwrap_or(mask.len())
}

/// The span from `start` to `end` without leading and trailing white space.
fn trim(text: &[u8], start: usize, end: usize) -> Span {
    let whole = text.get(start..end).unwrap_or_default();
    let start = start + (whole.len() - whole.trim_ascii_start().len());
    Span::new(start, start + whole.trim_ascii().len())
}
