//! One field.

use super::blank;
use crate::text::Span;

/// What a field says. All spans point into the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    /// Whom the record is addressed to (§2.3.1).
    Crawler(Span),
    /// Where more is said to them (§2.3.2).
    PermissionsReference(Span),
    /// For which purpose the fields behind it are (§2.3.3).
    UsagePurpose(Span),
    /// A permission or prohibition (§2.4).
    Permission {
        /// It permits.
        allows: bool,
        /// The usage it is about.
        usage: UsageName,
        /// What it is about: one, where the field is well formed.
        resources: Vec<Span>,
        /// The restrictions it carries.
        qualifiers: Vec<Named>,
    },
    /// A usage with qualifiers, under a name (§2.7.1).
    QualifiedUsage {
        /// The name it is given.
        name: Span,
        /// The standard usage it restricts.
        usage: Option<Span>,
        /// The restrictions it carries.
        qualifiers: Vec<Named>,
        /// Something stands among the qualifiers that is none.
        stray: bool,
    },
    /// Several usages, under a name (§2.7.2).
    CompositeUsage {
        /// The name they are given.
        name: Span,
        /// The usages.
        usages: Vec<UsageName>,
    },
    /// Several patterns, under a name (§2.7.3).
    ResourceSet {
        /// The name they are given.
        name: Span,
        /// The patterns.
        patterns: Vec<Span>,
    },
    /// A wish that all copies be erased (§2.6.1).
    RequestTakeDown(Span),
    /// A wish that the resource be crawled again (§2.6.2).
    RequestReCrawl(Span),
    /// The conventional records are not for crawlers that read ACAP (§2.9.1).
    IgnoreConventionalRecords,
    /// The version of ACAP (1.1).
    Version(Span),
    /// A field that no document has.
    Unknown,
}

/// A usage as a field names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a name stands in parentheses or it does not")]
pub enum UsageName {
    /// By a standard name.
    Standard(Span),
    /// By a name defined in the file, in parentheses.
    Local(Span),
}

/// A qualifier: its type and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// Its type, as written.
    pub name: Span,
    /// Its value, as written.
    pub value: Span,
}

/// Whether a key is that of an ACAP field.
pub(crate) fn is_acap(key: &[u8]) -> bool {
    key.first_chunk::<5>().is_some_and(|start| start.eq_ignore_ascii_case(b"acap-"))
}

/// Whether a key is that of a crawler field.
pub(crate) fn is_crawler(key: &[u8]) -> bool {
    matches!(key, [_, _, _, _, _, b'c' | b'C', ..])
        && key.get(.."acap-crawler".len()).is_some_and(|start| {
            start.eq_ignore_ascii_case(b"acap-crawler")
                && key.get(start.len()..).is_none_or(|rest| blank::skip(rest) == rest.len())
        })
}

/// Whether a line is the one field without a colon.
pub(crate) fn is_bare(line: &[u8]) -> bool {
    line.eq_ignore_ascii_case(b"acap-ignore-conventional-records")
}

/// Reads the field of this key and value, of which the key begins with `ACAP-` in any case.
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
    let behind = usage.map_or(value.end(), Span::end);
    let (qualifiers, stray) = qualifiers(text, Span::new(behind, value.end()));
    Field::QualifiedUsage { name, usage, qualifiers, stray: !stray.is_empty() }
}

/// `(name)` is a local usage, everything else a standard one.
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

/// The words of a span.
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

/// Qualifiers, `type = value` with or without white space around `=`, and the words
/// between them that are none.
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
    fn qualifiers_stand_with_and_without_white_space() {
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
    fn a_query_in_a_second_resource_is_no_qualifier() {
        let line = "ACAP-disallow-crawl: /a /b?c=d";
        let Field::Permission { resources, qualifiers, .. } = field(line) else {
            panic!("no permission");
        };
        assert_eq!((resources.len(), qualifiers.len()), (2, 0));
    }

    #[test]
    fn fields_are_told_by_their_names_in_any_case() {
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
