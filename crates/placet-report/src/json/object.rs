//! Reads JSON objects, and leaves their values as they are written.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Keys, and values as written, in order.
pub(super) type Members<'q> = Vec<(Cow<'q, str>, &'q str)>;

/// The value as a string, if it is one.
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inside = raw.strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') {
        return serde_json::from_str(raw).ok().map(Cow::Owned);
    }
    Some(Cow::Borrowed(inside))
}

/// The members of the object that a line contains; none if it contains anything else.
pub(super) fn members<'q>(line: &'q str, known: &str) -> Option<Members<'q>> {
    // Most questions have no more keys.
    let mut all = Vec::with_capacity(8);
    let mut rest = blank(blank(line).strip_prefix('{')?);
    while !rest.starts_with('}') {
        let (key, after) = value(rest, "")?;
        let (value, after) = value(blank(blank(after).strip_prefix(':')?), known)?;
        all.push((string(key)?, value));
        rest = blank(after);
        if let Some(next) = rest.strip_prefix(',') {
            rest = Some(blank(next)).filter(|next| next.starts_with('"'))?;
        } else if !rest.starts_with('}') {
            return None;
        }
    }
    let after = rest.strip_prefix('}').map(blank);
    after.is_some_and(str::is_empty).then_some(all)
}

/// The text without the white space of JSON at its start.
fn blank(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r'])
}

/// The JSON value that a text starts with, as written, and the text after it.
fn value<'q>(text: &'q str, known: &str) -> Option<(&'q str, &'q str)> {
    // A string ends at its quotation mark, whatever is after it.
    if known.len() > 1 && known.starts_with('"') && text.starts_with(known) {
        return text.split_at_checked(known.len());
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let raw = values.next()?.ok()?;
    Some((raw.get(), text.get(values.byte_offset()..)?))
}

/// The keys and values of an object.
pub(super) struct Object<'q>(pub(super) Members<'q>);

impl<'de: 'q, 'q> Deserialize<'de> for Object<'q> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(std::marker::PhantomData))
    }
}

struct ObjectVisitor<'q>(std::marker::PhantomData<&'q str>);

impl<'de: 'q, 'q> Visitor<'de> for ObjectVisitor<'q> {
    type Value = Object<'q>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            all.push((key, map.next_value::<&'q RawValue>()?.get()));
        }
        Ok(Object(all))
    }
}

#[derive(serde::Deserialize)]
struct Key<'q>(#[serde(borrow)] Cow<'q, str>);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A JSON string that lines repeat.
    const KNOWN: &str = r#""User-agent: *\nDisallow: /\u0061""#;

    /// Texts that are objects, or nearly.
    fn line() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just(KNOWN),
            Just(r#""User-agent: *\n""#),
            Just(r#""robots""#),
            Just(r#""a\"b""#),
            Just("{"),
            Just("}"),
            Just(":"),
            Just(","),
            Just(" "),
            Just("12"),
            Just("-"),
            Just("null"),
            Just("nul"),
            Just("[1,{}]"),
            Just("[1"),
            Just("\""),
            Just("ö"),
            Just("\u{1}"),
        ];
        let member = (
            prop_oneof![Just(r#""robots""#), Just(r#""id""#), Just(r#""a\u0062""#), Just("1")],
            prop_oneof![Just(" : "), Just(":"), Just("")],
            prop_oneof![Just(KNOWN), Just("7"), Just(r#"{"robots":"x"}"#), Just("tru")],
        );
        let members = proptest::collection::vec(member, 0..4).prop_map(|members| {
            let members: Vec<_> =
                members.iter().map(|(key, colon, value)| format!("{key}{colon}{value}")).collect();
            format!("{{{}}}", members.join(","))
        });
        let pieces = proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat());
        prop_oneof![members.clone(), pieces.clone(), (members, pieces).prop_map(|(a, b)| a + &b)]
    }

    proptest! {
        #[test]
        fn an_object_is_read_as_serde_reads_it(line in line()) {
            let expected = serde_json::from_str(&line).ok().map(|Object(all)| all);
            prop_assert_eq!(members(&line, ""), expected.clone());
            prop_assert_eq!(members(&line, KNOWN), expected);
        }
    }
}
