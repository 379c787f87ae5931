//! The files that are linted.

use std::borrow::Cow;
use std::collections::HashMap;

use placet::limits::SIGNAL_FILE;
use placet::signals::{SignalFile, SignalFiles};
use placet::syntax::signals::rsl::{self, RslDocument};
use placet::syntax::signals::tdmrep::{self, TdmFile};
use placet::syntax::signals::trust_txt::{self, TrustTxt};
use placet::{PagePolicy, RobotsPolicy};

/// A file with its name, read by placet's engine.
#[derive(Debug)]
pub struct Subject<'t> {
    origin: String,
    text: &'t [u8],
    kind: Kind,
    policy: RobotsPolicy,
    page: Option<PagePolicy>,
    /// Where the values of header lines with statements begin, by their names in lower case.
    values: HashMap<String, Vec<usize>>,
    media_type: Option<String>,
    signals: SignalText,
}

/// What a file of signals contains.
#[derive(Debug)]
pub(crate) enum SignalText {
    /// It is another file.
    None,
    Tdmrep(TdmFile),
    TrustTxt(TrustTxt),
    /// An RSL document, and the URL by which the site refers to it, if that is known.
    Rsl(RslDocument, Option<String>),
    /// The file is missing.
    Missing(SignalFile, Missing),
}

/// Why a file with signals is missing that crawlers look for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// It cannot be fetched, for this reason.
    Unavailable(String),
    /// The server sends a web page in its place.
    WebPage,
}

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Robots,
    Fields,
    Page,
    Tdmrep,
    Rsl,
    TrustTxt,
    AiTxt,
    /// A file with signals that is missing.
    Missing,
}

impl Kind {
    /// The kinds of which one URL has at most one file.
    pub(crate) const SINGLE: [Self; 6] =
        [Self::Robots, Self::Fields, Self::Page, Self::Tdmrep, Self::TrustTxt, Self::AiTxt];

    /// Whether it is in the grammar of robots.txt.
    pub(crate) const fn has_records(self) -> bool {
        matches!(self, Self::Robots | Self::AiTxt)
    }

    /// What messages call a file of this kind.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Robots => "a robots.txt",
            Self::Fields => "a response header",
            Self::Page => "a page",
            Self::Tdmrep => "a tdmrep.json",
            Self::Rsl => "an RSL document",
            Self::TrustTxt => "a trust.txt",
            Self::AiTxt => "an ai.txt",
            Self::Missing => "a missing file",
        }
    }
}

/// A line of a response header.
pub(crate) struct FieldLine<'t> {
    pub(crate) name: Cow<'t, str>,
    pub(crate) value: &'t [u8],
    /// Where the value begins.
    pub(crate) start: usize,
}

/// The header lines of a text; other lines, such as a status line, are skipped.
pub(crate) fn field_lines(text: &[u8]) -> impl Iterator<Item = FieldLine<'_>> {
    let mut at = 0;
    text.split_inclusive(|&byte| byte == b'\n').filter_map(move |line| {
        at += line.len();
        let colon = line.iter().position(|&byte| byte == b':')?;
        let (name, value) = (line.get(..colon)?, line.get(colon + 1..)?);
        Some(FieldLine {
            name: String::from_utf8_lossy(name.trim_ascii()),
            value: value.trim_ascii(),
            start: at - value.trim_ascii_start().len(),
        })
    })
}

/// Whether the text has a header line of this name.
pub(crate) fn has_field(text: &[u8], name: &str) -> bool {
    field_lines(text).any(|line| line.name.eq_ignore_ascii_case(name))
}

impl<'t> Subject<'t> {
    /// The robots.txt `text`; reports name it by `origin`, its path or URL.
    pub fn new(origin: &str, text: &'t [u8]) -> Self {
        Self { policy: RobotsPolicy::parse(text), ..Self::empty(origin, text, Kind::Robots) }
    }

    /// A file without what is read of it.
    fn empty(origin: &str, text: &'t [u8], kind: Kind) -> Self {
        Self {
            origin: origin.to_owned(),
            text,
            kind,
            policy: RobotsPolicy::parse(b""),
            page: None,
            values: HashMap::new(),
            media_type: None,
            signals: SignalText::None,
        }
    }

    /// The header of a response, one field per line, as `curl -I` prints it. A status line is
    /// skipped.
    pub fn fields(origin: &str, text: &'t [u8]) -> Self {
        let mut builder = PagePolicy::builder();
        let mut values: HashMap<String, Vec<usize>> = HashMap::new();
        for line in field_lines(text).filter(|line| PagePolicy::reads_header(&line.name)) {
            builder = builder.header(&line.name, line.value);
            values.entry(line.name.to_ascii_lowercase()).or_default().push(line.start);
        }
        let page = Some(builder.build());
        Self { page, values, ..Self::empty(origin, text, Kind::Fields) }
    }

    /// The HTML page `text`.
    pub fn page(origin: &str, text: &'t [u8]) -> Self {
        let page = Some(PagePolicy::builder().html(text).build());
        Self { page, ..Self::empty(origin, text, Kind::Page) }
    }

    /// The `/.well-known/tdmrep.json` of a site.
    pub fn tdmrep(origin: &str, text: &'t [u8]) -> Self {
        let signals = SignalText::Tdmrep(tdmrep::read(text, SIGNAL_FILE));
        Self { signals, ..Self::empty(origin, text, Kind::Tdmrep) }
    }

    /// An RSL document, with the URL by which robots.txt, header or page refer to it, if that is
    /// known.
    pub fn rsl(origin: &str, url: Option<&str>, text: &'t [u8]) -> Self {
        let document = rsl::read(text, SIGNAL_FILE);
        let signals = SignalText::Rsl(document, url.map(str::to_owned));
        Self { signals, ..Self::empty(origin, text, Kind::Rsl) }
    }

    /// The trust.txt of a site.
    pub fn trust_txt(origin: &str, text: &'t [u8]) -> Self {
        let signals = SignalText::TrustTxt(trust_txt::read(text));
        Self { signals, ..Self::empty(origin, text, Kind::TrustTxt) }
    }

    /// The ai.txt of a site.
    pub fn ai_txt(origin: &str, text: &'t [u8]) -> Self {
        Self { policy: RobotsPolicy::parse(text), ..Self::empty(origin, text, Kind::AiTxt) }
    }

    /// A file with signals that crawlers look for and do not find. Reports name it by `origin`, its
    /// URL.
    pub fn missing(origin: &str, file: SignalFile, why: Missing) -> Self {
        let signals = SignalText::Missing(file, why);
        Self { signals, ..Self::empty(origin, b"", Kind::Missing) }
    }

    /// The same file, served with this `Content-Type` (RFC 9110 §8.3).
    #[must_use]
    pub fn served_as(mut self, content_type: &str) -> Self {
        let kind = content_type.split(';').next().unwrap_or_default().trim();
        self.media_type = (!kind.is_empty()).then(|| kind.to_ascii_lowercase());
        self
    }

    /// Another text of the same kind and name.
    #[must_use]
    pub fn with_text<'o>(&self, text: &'o [u8]) -> Subject<'o> {
        let subject = match self.kind {
            Kind::Robots => Subject::new(&self.origin, text),
            Kind::Fields => Subject::fields(&self.origin, text),
            Kind::Page => Subject::page(&self.origin, text),
            Kind::Tdmrep => Subject::tdmrep(&self.origin, text),
            Kind::Rsl => Subject::rsl(&self.origin, self.rsl_url(), text),
            Kind::TrustTxt => Subject::trust_txt(&self.origin, text),
            Kind::AiTxt => Subject::ai_txt(&self.origin, text),
            Kind::Missing => Subject::empty(&self.origin, text, Kind::Missing),
        };
        Subject { media_type: self.media_type.clone(), ..subject }
    }

    /// Its path or URL.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// All of its bytes, including those after the engine's ceiling.
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// The policy of a robots.txt or an ai.txt; an empty one for other files.
    pub fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }

    /// The policy of a page or a response header; `None` for other files.
    pub fn page_policy(&self) -> Option<&PagePolicy> {
        self.page.as_ref()
    }

    /// Its media type, without parameters and in lower case, if it is known.
    pub(crate) fn media_type(&self) -> Option<&str> {
        self.media_type.as_deref()
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn signals(&self) -> &SignalText {
        &self.signals
    }

    /// The URL by which the site refers to an RSL document.
    pub(crate) fn rsl_url(&self) -> Option<&str> {
        match &self.signals {
            SignalText::Rsl(_, url) => url.as_deref(),
            _ => None,
        }
    }

    /// Adds the file to those that signals are read from, if it is one.
    pub(crate) fn add_to(&self, files: SignalFiles) -> SignalFiles {
        match self.kind {
            Kind::Tdmrep => files.tdmrep(self.text),
            Kind::TrustTxt => files.trust_txt(self.text),
            Kind::AiTxt => files.ai_txt(self.text),
            Kind::Rsl => match self.rsl_url() {
                Some(url) => files.rsl(url, self.text),
                None => files,
            },
            Kind::Missing => match &self.signals {
                SignalText::Missing(file, _) => files.unavailable(file.clone()),
                _ => files,
            },
            Kind::Robots | Kind::Fields | Kind::Page => files,
        }
    }

    /// Where the value of a header line with statements begins. The lines of each name are counted
    /// from 1.
    pub(crate) fn value(&self, name: &str, line: usize) -> Option<usize> {
        self.values.get(&name.to_ascii_lowercase())?.get(line.checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_header_lines_are_located() {
        let text = b"HTTP/2 200\r\nDate: x\r\nX-Robots-Tag:  noindex\r\nrobots-tag:*;none\r\n\
                     x-robots-tag: all\r\n";
        let subject = Subject::fields("headers", text);
        assert!(text[subject.value("X-Robots-Tag", 1).unwrap()..].starts_with(b"noindex"));
        assert!(text[subject.value("robots-tag", 1).unwrap()..].starts_with(b"*;none"));
        assert_eq!((subject.value("robots-tag", 2), subject.value("date", 1)), (None, None));
        assert_eq!(subject.page_policy().unwrap().statements().count(), 3);
    }
}
