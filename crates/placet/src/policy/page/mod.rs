//! The statements of a page: in the fields of its response and in its HTML.

mod build;
mod element_signals;
mod field_signals;
mod header;
mod lower;
mod mark;
mod media_type;
#[cfg(feature = "html")]
mod read;
mod unite;
mod view;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub use build::PagePolicyBuilder;
#[cfg(feature = "html")]
pub use read::PageReader;
pub use view::{PageProblem, PageStatement};

pub(crate) use element_signals::LicenseSource;
pub(crate) use mark::{Mark, Named};

use element_signals::ElementSignals;
use field_signals::FieldSignals;

use media_type::MediaType;

use super::acap::Acap;
use super::source::HeaderName;
use crate::syntax::html::{Element, Meta, Position, Selector};
use crate::syntax::rule::{Addressee, PageRule};
use crate::text::{ProblemKind, Span, limits};
use crate::vocabulary::{Agent, Locator};

/// The statements of a page to every crawler: in the fields of its response and in its HTML.
///
/// Reading never fails: text that cannot be understood is skipped and listed among the
/// [problems](PagePolicy::problems). A policy is immutable and cheap to clone and to share. It does
/// not keep the page, only its statements.
///
/// Without the feature `html` it reads header fields only.
///
/// ```
/// use placet::{Agent, PagePolicy, RobotsPolicy, Usage};
///
/// let page = PagePolicy::builder()
///     .header("Robots-Tag", "*;max-snippet=50, ExampleBot;noindex")
///     .build();
/// let crawler = RobotsPolicy::parse(b"").for_agent(Agent::new("ExampleBot")).page(&page);
///
/// let index = crawler.may(Usage::Index, "https://example.com/")?;
/// assert_eq!(index.to_string(), "Robots-Tag:1 noindex");
/// let snippet = crawler.may(Usage::PresentSnippet, "https://example.com/")?;
/// assert_eq!(snippet.conditions()[0].to_string(), "max-length=50-chars");
/// # Ok::<(), placet::InvalidUrl>(())
/// ```
///
/// # Limits
/// What is kept of a page is bounded by [`limits`](crate::limits), whatever its length.
#[derive(Clone)]
pub struct PagePolicy {
    pub(crate) parts: Arc<PageParts>,
}

/// The statements of a page, in tables.
#[derive(Debug, Default)]
pub(crate) struct PageParts {
    /// The field lines of the response, in order.
    pub(crate) fields: Vec<FieldLine>,
    /// The page as it was sent, and as scripts left it.
    pub(crate) documents: Vec<Document>,
    /// Rules in headers and META elements.
    pub(crate) restrictions: Vec<Restriction>,
    /// ACAP in META elements, one record each.
    pub(crate) acap: Acap,
    /// Where the META element of each record is.
    pub(crate) metas: Vec<At>,
    /// ACAP in class attributes, document by document, element by element.
    pub(crate) marks: Vec<Mark>,
    /// Signals about the use of content in fields.
    pub(crate) field_signals: FieldSignals,
    /// The same in elements.
    pub(crate) element_signals: ElementSignals,
    pub(crate) problems: Vec<(ProblemKind, At)>,
    /// The media type of a body that was given and is not HTML.
    pub(crate) unread: Option<Box<str>>,
}

/// A field line of a response.
#[derive(Debug, Clone)]
pub(crate) struct FieldLine {
    pub(crate) name: HeaderName,
    pub(crate) value: Box<[u8]>,
    /// Which line of that name it is, counted from 1.
    pub(crate) number: u32,
}

impl FieldLine {
    /// The lines of a response, numbered for each name in the order received.
    pub(crate) fn numbered(lines: impl Iterator<Item = (HeaderName, Box<[u8]>)>) -> Vec<Self> {
        let mut counts: HashMap<HeaderName, u32> = HashMap::new();
        let numbered = lines.map(|(name, value)| {
            let number = counts.entry(name.clone()).or_default();
            *number = number.saturating_add(1);
            Self { name, value, number: *number }
        });
        numbered.collect()
    }
}

/// What is kept of an HTML document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Document {
    /// It is the page as scripts left it.
    pub(crate) rendered: bool,
    pub(crate) encoding: &'static str,
    /// The META elements that address crawlers.
    pub(crate) metas: Vec<Meta>,
    pub(crate) elements: Vec<Element>,
    /// The element around each.
    pub(crate) parents: Vec<Option<u32>>,
    /// The marks of each element, as a range of the page's.
    pub(crate) marks: Vec<Range<usize>>,
    /// The ids inside those, each with the innermost element; `None` for an id outside all of them.
    pub(crate) ids: Vec<(Box<str>, Option<u32>)>,
    pub(crate) ids_overflow: bool,
    pub(crate) cut: Option<Position>,
    pub(crate) shortened: Option<Position>,
    /// The elements that were searched for; empty where the body was not read.
    pub(crate) sought: Vec<Selector>,
}

/// A rule in a header or META element.
#[derive(Debug, Clone)]
pub(crate) struct Restriction {
    pub(crate) addressee: Addressee,
    pub(crate) rule: PageRule,
    pub(crate) at: At,
}

impl Restriction {
    /// Whether it binds the crawler: it is for everyone, or for the token of the crawler, compared
    /// as a whole and ignoring case (T-02, T-04).
    pub(crate) fn binds(&self, agent: &Agent) -> bool {
        match &self.addressee {
            Addressee::Everyone => true,
            Addressee::Crawler(name) => name.eq_ignore_ascii_case(agent.name()),
        }
    }
}

/// Where something is, by indices in the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum At {
    /// In a field line, with the bytes of its value.
    Field { line: u32, span: Span },
    /// In a META element.
    Meta { document: u32, meta: u32 },
    /// In the start tag of an element.
    Element { document: u32, element: u32 },
    /// Where a document was cut.
    Cut { document: u32 },
    /// In the first tag with a value that was cut.
    Shortened { document: u32 },
}

impl At {
    /// The document that contains it, by index; the first for something in a field.
    fn document(self) -> u32 {
        match self {
            Self::Field { .. } => 0,
            Self::Meta { document, .. }
            | Self::Element { document, .. }
            | Self::Cut { document }
            | Self::Shortened { document } => document,
        }
    }
}

impl PagePolicy {
    /// Starts reading a page.
    pub fn builder<'p>() -> PagePolicyBuilder<'p> {
        PagePolicyBuilder::default()
    }

    /// Whether statements are read from the header field of this name: `Robots-Tag`,
    /// `X-Robots-Tag`, and the signals `Content-Usage`, `Content-Signal`, `tdm-reservation`,
    /// `tdm-policy` and `Link`.
    pub fn reads_header(name: &str) -> bool {
        header::is_read(name) || FieldSignals::reads(name)
    }

    /// All statements of the page, to any crawler: fields first, then the HTML in order.
    pub fn statements(&self) -> impl Iterator<Item = PageStatement<'_>> {
        view::statements(&self.parts)
    }

    /// The problems of the page.
    pub fn problems(&self) -> impl Iterator<Item = PageProblem<'_>> {
        self.parts.problems.iter().map(|&(kind, at)| PageProblem { parts: &self.parts, kind, at })
    }

    /// The version of ACAP that its META elements declare (R-152).
    pub fn acap_version(&self) -> Option<&str> {
        self.parts.acap.version.as_deref()
    }

    /// The character encoding of the HTML; `None` without HTML.
    pub fn encoding(&self) -> Option<&'static str> {
        self.parts.documents.first().map(|document| document.encoding)
    }

    /// The media type of a body that was given and not read, because it is not HTML. No statement
    /// of such a body takes part in a decision.
    pub fn unread_body(&self) -> Option<&str> {
        self.parts.unread.as_deref()
    }

    /// The media type that the response declares.
    fn media_type(&self) -> Option<MediaType> {
        MediaType::of(self.parts.fields.iter().map(|line| (line.name.as_str(), &*line.value)))
    }

    /// The charset that the response declares.
    pub(crate) fn charset(&self) -> Option<Box<str>> {
        self.media_type()?.charset
    }

    /// Whether a body of the response is HTML, or may be.
    pub(crate) fn is_html(&self) -> bool {
        self.media_type().is_none_or(|it| it.is_html())
    }
}

impl fmt::Debug for PagePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PagePolicy")
            .field("fields", &self.parts.fields.len())
            .field("documents", &self.parts.documents.len())
            .field("rules", &self.parts.restrictions.len())
            .field("statements", &self.parts.acap.statements.len())
            .field("elements", &self.parts.marks.len())
            .finish_non_exhaustive()
    }
}

impl PageParts {
    /// Whether a field, an element or a rule says anything about the use of content.
    pub(crate) fn has_signals(&self) -> bool {
        !self.field_signals.is_empty()
            || !self.element_signals.is_empty()
            || self.restrictions.iter().any(|it| it.rule.is_signal())
    }

    /// For each element with this id, in each document, the elements around it with statements, the
    /// innermost first, each as the range of its marks.
    ///
    /// All elements with the id count, so that the strictest answer applies. Where not all ids of a
    /// document are known, an unknown id could be anywhere: then each statement counts as if it
    /// were about that element alone.
    pub(crate) fn chains<'p>(
        &'p self,
        id: &'p str,
    ) -> impl Iterator<Item = Vec<Range<usize>>> + 'p {
        self.documents.iter().flat_map(move |document| match document.places(id) {
            Places::Anywhere => document.marks.iter().map(|range| vec![range.clone()]).collect(),
            Places::At(places) => {
                let chain = |place: Option<usize>| place.map(|it| document.chain(it));
                places.into_iter().map(|place| chain(place).unwrap_or_default()).collect::<Vec<_>>()
            }
        })
    }

    /// Whether the page has no element of this id or class, after a search of the whole page in
    /// every form given.
    pub(crate) fn lacks(&self, locator: &Locator) -> bool {
        let sought = match locator {
            Locator::Id(id) => Selector::Id(id.clone()),
            Locator::Class(class) => Selector::Class(class.clone()),
            Locator::Uri(_) | Locator::Meta(_) => return false,
        };
        let lacks = |document: &Document| {
            let is_it = |element: &Element| match &sought {
                Selector::Id(id) => element.id.as_ref() == Some(id),
                Selector::Class(class) => element.classes.contains(class),
            };
            document.cut.is_none()
                && document.sought.contains(&sought)
                && !document.elements.iter().any(is_it)
        };
        !self.documents.is_empty() && self.documents.iter().all(lacks)
    }

    /// The element marked `data-nosnippet` around one with this id, or possibly around it.
    pub(crate) fn without_snippets(&self, id: &str) -> Option<At> {
        (0..).zip(&self.documents).find_map(|(document, of)| {
            let hides = |element: &usize| of.elements.get(*element).is_some_and(|it| it.nosnippet);
            let element = match of.places(id) {
                Places::Anywhere => (0..of.elements.len()).find(hides),
                Places::At(places) => {
                    places.into_iter().flatten().find_map(|place| of.around(place).find(hides))
                }
            };
            Some(At::Element { document, element: u32::try_from(element?).ok()? })
        })
    }
}

/// Where the elements with one id are.
enum Places {
    /// In these innermost known elements, or these elements themselves; `None` is outside all of
    /// them.
    At(Vec<Option<usize>>),
    /// They could be anywhere.
    Anywhere,
}

impl Document {
    /// A document of these elements alone, and their marks.
    pub(crate) fn of_elements(elements: &[Element]) -> (Self, Vec<Mark>) {
        let (mut document, mut marks) = (Self::default(), Vec::new());
        for (place, element) in (0..).zip(elements) {
            let from = marks.len();
            marks.extend(mark::marks(0, place, element));
            document.marks.push(from..marks.len());
            document.parents.push(element.parent);
        }
        (document, marks)
    }

    /// Where the elements with this id are; outside all known elements where there is none.
    fn places(&self, id: &str) -> Places {
        let own = (0..).zip(&self.elements).filter(|(_, it)| it.id.as_deref() == Some(id));
        let held = self.ids.iter().filter(|(held, _)| **held == *id);
        let all = own
            .map(|(place, _)| Some(place))
            .chain(held.map(|(_, holder)| holder.map(|holder| holder as usize)));
        let mut places: Vec<Option<usize>> = Vec::new();
        for place in all {
            if places.len() > limits::SAME_ID {
                return Places::Anywhere;
            }
            if !places.contains(&place) {
                places.push(place);
            }
        }
        if places.is_empty() && self.is_partly_known() {
            return Places::Anywhere;
        }
        if places.is_empty() {
            places.push(None);
        }
        Places::At(places)
    }

    /// For each element the innermost around it, or itself, for which `test` is true.
    pub(crate) fn nearest(&self, test: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut known: Vec<Option<Option<usize>>> = vec![None; self.parents.len()];
        for element in 0..known.len() {
            // Each element is visited once; the result is passed down to those inside it.
            let mut path = Vec::new();
            let mut found = None;
            for at in self.around(element).take(known.len()) {
                match known.get(at).copied().flatten() {
                    Some(it) => {
                        found = it;
                        break;
                    }
                    None => path.push(at),
                }
            }
            for at in path.into_iter().rev() {
                found = if test(at) { Some(at) } else { found };
                if let Some(known) = known.get_mut(at) {
                    *known = Some(found);
                }
            }
        }
        known.into_iter().map(Option::flatten).collect()
    }

    /// For each element, whether it is inside an element with this id, or could be.
    pub(crate) fn inside(&self, id: &str) -> Vec<bool> {
        match self.places(id) {
            Places::At(places) if places.iter().all(Option::is_some) => {
                let around = self.nearest(|element| places.contains(&Some(element)));
                let is_inside = |parent: &Option<u32>| {
                    parent.is_some_and(|it| around.get(it as usize).is_some_and(Option::is_some))
                };
                self.parents.iter().map(is_inside).collect()
            }
            _ => vec![true; self.parents.len()],
        }
    }

    /// Whether there may be ids that are not known.
    fn is_partly_known(&self) -> bool {
        self.ids_overflow || self.cut.is_some()
    }

    /// An element and those known around it, the innermost first.
    fn around(&self, innermost: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(innermost), |&element| {
            self.parents.get(element).copied().flatten().map(|parent| parent as usize)
        })
    }

    /// The marks of an element and of those around it, the innermost first.
    pub(crate) fn chain(&self, innermost: usize) -> Vec<Range<usize>> {
        self.around(innermost)
            .filter_map(|element| self.marks.get(element).cloned())
            .filter(|range| !range.is_empty())
            .collect()
    }
}
