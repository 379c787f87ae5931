//! A single ACAP field.

use super::blank;
use crate::text::Span;

/// An ACAP field. All spans refer to the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    /// The crawler that the record addresses (§2.3.1).
    Crawler(Span),
    /// Where further permissions for it are (§2.3.2).
    PermissionsReference(Span),
    /// The purpose that the following fields are for (§2.3.3).
    UsagePurpose(Span),
    /// A permission or prohibition (§2.4).
    Permission {
        /// Whether it permits.
        allows: bool,
        /// The usage that it refers to.
        usage: UsageName,
        /// The resources that it refers to; exactly one in a well-formed field.
        resources: Vec<Span>,
        /// Its qualifiers.
        qualifiers: Vec<Named>,
    },
    /// Defines a name for a usage with qualifiers (§2.7.1).
    QualifiedUsage {
        /// The defined name.
        name: Span,
        /// The standard usage it restricts.
        usage: Option<Span>,
        /// Its qualifiers.
        qualifiers: Vec<Named>,
        /// Whether there is text among the qualifiers that is not one.
        stray: bool,
    },
    /// Defines a name for several usages (§2.7.2).
    CompositeUsage {
        /// The defined name.
        name: Span,
        /// The usages.
        usages: Vec<UsageName>,
    },
    /// Defines a name for several patterns (§2.7.3).
    ResourceSet {
        /// The defined name.
        name: Span,
        /// The patterns.
        patterns: Vec<Span>,
    },
    /// Requests that all copies be deleted (§2.6.1).
    RequestTakeDown(Span),
    /// Requests that the resource be crawled again (§2.6.2).
    RequestReCrawl(Span),
    /// Tells crawlers that read ACAP to ignore conventional records (§2.9.1).
    IgnoreConventionalRecords,
    /// The version of ACAP (1.1).
    Version(Span),
    /// A field that is in no document.
    Unknown,
}

/// A usage in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a name is in parentheses or it is not")]
pub enum UsageName {
    /// A standard name.
    Standard(Span),
    /// A name defined in the file, in parentheses.
    Local(Span),
}

/// A qualifier: its type and value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Named {
    /// Its type, as written.
    pub name: Span,
    /// Its value, as written.
    pub value: Span,
}

/// Whether a key is that of an ACAP field.
pub(crate) fn is_acap(key: &[u8]) -> bool {
    // Setting this bit changes letters to lower case, and no other byte to a letter.
    let lower = |start: [u8; 4]| u32::from_le_bytes(start) | u32::from_le_bytes([0x20; 4]);
    let is_acap = |start: &[u8; 4]| lower(*start) == u32::from_le_bytes(*b"acap");
    key.first_chunk().is_some_and(is_acap) && key.get(4) == Some(&b'-')
}

/// Whether a key is that of a crawler field.
pub(crate) fn is_crawler(key: &[u8]) -> bool {
    matches!(key, [_, _, _, _, _, b'c' | b'C', ..])
        && key.get(.."acap-crawler".len()).is_some_and(|start| {
            start.eq_ignore_ascii_case(b"acap-crawler")
                && key.get(start.len()..).is_none_or(|rest| blank::skip(rest) == rest.len())
        })
}

/// Whether a line is the only field that has no colon.
pub(crate) fn is_bare(line: &[u8]) -> bool {
    line.eq_ignore_ascii_case(b"acap-ignore-conventional-records")
}

/// Parses a field whose key begins with `ACAP-` in any case.
pub fn read(text: &[u8], key: Span, value: Span) -> Field {
    let key = blank::trim(text, key);
    let value = blank::trim(text, value);
    let name = Span::new(key.start() + 5, key.end());
    let is = |wanted: &str| name.of(text).eq_ignore_ascii_case(wanted.as_bytes());
    let after = |prefix: &str| {
        let start = name.of(text).get(..prefix.len())?;
        start
            .eq_ignore_ascii_case(prefix.as_bytes())
            .then(|| Span::new(name.start() + prefix.len(), name.end()))
    };
    if let Some(usage) = after("allow-") {
        return permission(text, true, usage, value);
    }
    if let Some(usage) = after("disallow-") {
        return permission(text, false, usage, value);
    }
    if is("crawler") {
        Field::Crawler(value)
    } else if is("permissions-reference") {
        Field::PermissionsReference(value)
    } else if is("usage-purpose") {
        Field::UsagePurpose(value)
    } else if is("qualified-usage") {
        qualified(text, value)
    } else if is("composite-usage") {
        let mut words = words(text, value);
        let name = words.next().unwrap_or(value);
        Field::CompositeUsage { name, usages: words.map(|word| usage_name(text, word)).collect() }
    } else if is("resource-set") {
        let mut words = words(text, value);
        let name = words.next().unwrap_or(value);
        Field::ResourceSet { name, patterns: words.collect() }
    } else if is("request-take-down") {
        Field::RequestTakeDown(value)
    } else if is("request-re-crawl") || is("request-recrawl") {
        Field::RequestReCrawl(value)
    } else if is("ignore-conventional-records") && value.is_empty() {
        Field::IgnoreConventionalRecords
    } else if is("version") {
        Field::Version(value)
    } else {
        Field::Unknown
    }
}

fn permission(text: &[u8], allows: bool, usage: Span, value: Span) -> Field {
    let first = Span::new(value.start(), value.start() + blank::word(value.of(text)));
    let mut resources = Vec::new();
    if !first.is_empty() {
        resources.push(first);
    }
    let (qualifiers, more) = qualifiers(text, Span::new(first.end(), value.end()));
    resources.extend(more);
    Field::Permission { allows, usage: usage_name(text, usage), resources, qualifiers }
}

fn qualified(text: &[u8], value: Span) -> Field {
    let mut start = words(text, value);
    let (name, usage) = (start.next().unwrap_or(value), start.next());
    let end = usage.map_or(value.end(), Span::end);
    let (qualifiers, stray) = qualifiers(text, Span::new(end, value.end()));
    Field::QualifiedUsage { name, usage, qualifiers, stray: !stray.is_empty() }
}

/// Parses a usage: `(name)` is a local one, everything else a standard one.
fn usage_name(text: &[u8], written: Span) -> UsageName {
    let written = blank::trim(text, written);
    match written.of(text) {
        [b'(', .., b')'] => {
            let inner = Span::new(written.start() + 1, written.end() - 1);
            UsageName::Local(blank::trim(text, inner))
        }
        _ => UsageName::Standard(written),
    }
}

/// Iterates over the words in a span.
pub(super) fn words(text: &[u8], span: Span) -> impl Iterator<Item = Span> {
    let mut at = span.start();
    std::iter::from_fn(move || {
        let rest = text.get(at..span.end())?;
        let start = at + blank::skip(rest);
        let len = blank::word(text.get(start..span.end())?);
        at = start + len;
        (len > 0).then(|| Span::new(start, at))
    })
}

/// Parses qualifiers, `type = value` with or without white space around `=`. Also returns
/// the words between them that are not qualifiers.
pub(super) fn qualifiers(text: &[u8], span: Span) -> (Vec<Named>, Vec<Span>) {
    let (mut qualifiers, mut others) = (Vec::new(), Vec::new());
    let mut at = span.start();
    let rest = |at: usize| text.get(at..span.end()).unwrap_or_default();
    loop {
        at += blank::skip(rest(at));
        if rest(at).is_empty() {
            return (qualifiers, others);
        }
        let name = Span::new(at, at + name_len(rest(at)));
        let equals = name.end() + blank::skip(rest(name.end()));
        if !name.is_empty() && rest(equals).first() == Some(&b'=') {
            let start = equals + 1 + blank::skip(rest(equals + 1));
            let value = Span::new(start, start + blank::word(rest(start)));
            qualifiers.push(Named { name, value });
            at = value.end();
        } else {
            let word = Span::new(at, at + blank::word(rest(at)));
            others.push(word);
            at = word.end();
        }
    }
}

/// The length of the name that `text` begins with: a letter, then letters, digits, `-`, `_`, `.`
///
pub(super) fn name_len(text: &[u8]) -> usize {
    if !text.first().is_some_and(u8::is_ascii_alphabetic) {
        return 0;
    }
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    text.iter().position(|byte| !part(byte)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(line: &str) -> Field {
        let colon = line.find(':').unwrap_or(line.len());
        let value = (colon + 1).min(line.len());
        read(line.as_bytes(), Span::new(0, colon), Span::new(value, line.len()))
    }

    #[test]
    fn qualifiers_are_read_with_and_without_white_space() {
        let line = "ACAP-allow-index: /x/ time-limit = 3-days a=b /y c =d";
        let Field::Permission { allows: true, resources, qualifiers, .. } = field(line) else {
            panic!("no permission");
        };
        let shown: Vec<_> = resources.iter().map(|span| &line[span.range()]).collect();
        assert_eq!(shown, ["/x/", "/y"]);
        let shown: Vec<_> =
            qualifiers.iter().map(|it| (&line[it.name.range()], &line[it.value.range()])).collect();
        assert_eq!(shown, [("time-limit", "3-days"), ("a", "b"), ("c", "d")]);
    }

    #[test]
    fn a_query_in_a_second_resource_is_not_a_qualifier() {
        let line = "ACAP-disallow-crawl: /a /b?c=d";
        let Field::Permission { resources, qualifiers, .. } = field(line) else {
            panic!("no permission");
        };
        assert_eq!((resources.len(), qualifiers.len()), (2, 0));
    }

    #[test]
    fn fields_are_recognised_in_any_case() {
        assert!(matches!(field("acap-CRAWLER : x"), Field::Crawler(_)));
        assert!(matches!(
            field("ACAP-ignore-conventional-records"),
            Field::IgnoreConventionalRecords
        ));
        assert!(matches!(field("ACAP-frob: x"), Field::Unknown));
        let local = field("ACAP-allow-( basic ): /");
        assert!(matches!(local, Field::Permission { usage: UsageName::Local(_), .. }));
    }
}
