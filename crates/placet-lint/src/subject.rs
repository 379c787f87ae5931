//! What is linted.

use std::borrow::Cow;

use placet::{PagePolicy, RobotsPolicy};

/// A file with its name, read by placet's engine.
#[derive(Debug)]
pub struct Subject<'t> {
    origin: String,
    text: &'t [u8],
    kind: Kind,
    policy: RobotsPolicy,
    page: Option<PagePolicy>,
    /// Where the values of the field lines begin that speak to crawlers.
    values: Vec<(String, usize)>,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Robots,
    Fields,
    Page,
}

impl Kind {
    /// What files of this kind are called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Robots => "a robots.txt",
            Self::Fields => "the fields of a response",
            Self::Page => "a page",
        }
    }
}

/// A field line of a response.
pub(crate) struct FieldLine<'t> {
    pub(crate) name: Cow<'t, str>,
    pub(crate) value: &'t [u8],
    /// Where the value begins.
    pub(crate) start: usize,
}

impl FieldLine<'_> {
    /// Whether it speaks to crawlers.
    fn speaks(&self) -> bool {
        ["robots-tag", "x-robots-tag"].iter().any(|it| self.name.eq_ignore_ascii_case(it))
    }
}

/// The field lines of a text; what is none is passed over, status lines among it.
pub(crate) fn field_lines(text: &[u8]) -> impl Iterator<Item = FieldLine<'_>> {
    let mut at = 0;
    text.split_inclusive(|&octet| octet == b'\n').filter_map(move |line| {
        at += line.len();
        let colon = line.iter().position(|&octet| octet == b':')?;
        let (name, value) = (line.get(..colon)?, line.get(colon + 1..)?);
        Some(FieldLine {
            name: String::from_utf8_lossy(name.trim_ascii()),
            value: value.trim_ascii(),
            start: at - value.trim_ascii_start().len(),
        })
    })
}

impl<'t> Subject<'t> {
    /// The robots.txt `text`; `origin` is its path or URL, which reports name it by.
    pub fn new(origin: &str, text: &'t [u8]) -> Self {
        Self {
            origin: origin.to_owned(),
            text,
            kind: Kind::Robots,
            policy: RobotsPolicy::parse(text),
            page: None,
            values: Vec::new(),
        }
    }

    /// The fields of a response, one a line, as `curl -I` prints them. A status line is passed
    /// over.
    pub fn fields(origin: &str, text: &'t [u8]) -> Self {
        let mut builder = PagePolicy::builder();
        let mut values = Vec::new();
        for line in field_lines(text).filter(FieldLine::speaks) {
            values.push((line.name.to_ascii_lowercase(), line.start));
            builder = builder.header(&line.name, line.value);
        }
        let page = Some(builder.build());
        let policy = RobotsPolicy::parse(b"");
        Self { origin: origin.to_owned(), text, kind: Kind::Fields, policy, page, values }
    }

    /// The HTML page `text`.
    pub fn page(origin: &str, text: &'t [u8]) -> Self {
        let page = Some(PagePolicy::builder().html(text).build());
        let policy = RobotsPolicy::parse(b"");
        let origin = origin.to_owned();
        Self { origin, text, kind: Kind::Page, policy, page, values: Vec::new() }
    }

    /// Another text of the same kind and name.
    #[must_use]
    pub fn with_text<'o>(&self, text: &'o [u8]) -> Subject<'o> {
        match self.kind {
            Kind::Robots => Subject::new(&self.origin, text),
            Kind::Fields => Subject::fields(&self.origin, text),
            Kind::Page => Subject::page(&self.origin, text),
        }
    }

    /// Its path or URL.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// All of its octets, those included that lie behind the engine's ceiling.
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// What the engine reads in it as a robots.txt; nothing where it is none.
    pub fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    /// What the engine reads in it as a page or the fields of one, where it is that.
    pub fn page_policy(&self) -> Option<&PagePolicy> {
        self.page.as_ref()
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// Where the value of a field line begins that speaks to crawlers: which of those with this name
    /// it is, counted from 1.
    pub(crate) fn value(&self, name: &str, line: usize) -> Option<usize> {
        let of_name = self.values.iter().filter(|(own, _)| own.eq_ignore_ascii_case(name));
        of_name.map(|(_, start)| *start).nth(line.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_fields_are_found_where_they_stand() {
        let text = b"HTTP/2 200\r\nDate: x\r\nX-Robots-Tag:  noindex\r\nrobots-tag:*;none\r\n\
                     x-robots-tag: all\r\n";
        let subject = Subject::fields("headers", text);
        let value = |name: &str, line: usize| &text[subject.value(name, line).unwrap()..];
        assert!(value("X-Robots-Tag", 1).starts_with(b"noindex"));
        assert!(value("Robots-Tag", 1).starts_with(b"*;none"));
        assert!(value("X-Robots-Tag", 2).starts_with(b"all"));
        assert_eq!(subject.page_policy().unwrap().statements().count(), 3);
    }
}
