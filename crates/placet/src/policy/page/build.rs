//! Gathering what a page says.

use std::sync::Arc;

use super::media_type::MediaType;
use super::{FieldLine, PageParts, PagePolicy, lower};
use crate::policy::{HeaderName, RobotsPolicy};
use crate::syntax::html;
use crate::syntax::html::{Markup, Progress, Settings, Sought};
use crate::text::limits;

/// Gathers what a page says; made by [`PagePolicy::builder`].
#[derive(Debug, Clone, Default)]
pub struct PagePolicyBuilder<'p> {
    fields: Vec<(HeaderName, Box<[u8]>)>,
    joined: bool,
    head_only: bool,
    html: Option<&'p [u8]>,
    rendered: Option<&'p [u8]>,
    sought: Vec<Sought>,
}

impl<'p> PagePolicyBuilder<'p> {
    /// Adds one field line of the response. Lines of one name are kept apart, in their order.
    ///
    /// Those that speak to crawlers are `Robots-Tag` and `X-Robots-Tag`. `Content-Type` tells whether
    /// the body is HTML, and its encoding. Others are passed over.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.fields.push((HeaderName::new(name.trim()), value.as_ref().into()));
        self
    }

    /// Adds field lines, each by its name and value, as [`header`](PagePolicyBuilder::header) does:
    /// an `http::HeaderMap`, or any list of pairs.
    ///
    /// ```
    /// use placet::PagePolicy;
    ///
    /// let fields = [("Content-Type", "text/html"), ("X-Robots-Tag", "noindex")];
    /// assert_eq!(PagePolicy::builder().headers(fields).build().statements().count(), 1);
    /// ```
    #[must_use]
    pub fn headers<N, V>(self, fields: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: AsRef<str>,
        V: AsRef<[u8]>,
    {
        fields.into_iter().fold(self, |page, (name, value)| page.header(name.as_ref(), value))
    }

    /// Declares that field lines of one name were joined to one before they came here, so that
    /// rules behind the first of a scope in `X-Robots-Tag` may be for everyone (T-09).
    #[must_use]
    pub fn lines_joined(mut self) -> Self {
        self.joined = true;
        self
    }

    /// The page as it was sent. Where `Content-Type` says that it is not HTML it is
    /// [not read](PagePolicy::unread_body).
    #[must_use]
    pub fn html(mut self, html: &'p [u8]) -> Self {
        self.html = Some(html);
        self
    }

    /// The page as scripts left it: a client that runs them is bound by both (T-12).
    #[must_use]
    pub fn rendered(mut self, html: &'p [u8]) -> Self {
        self.rendered = Some(html);
        self
    }

    /// The site whose page it is: the elements that conditions in its robots.txt name are looked for
    /// in the HTML, so that decisions can tell [which are absent](crate::Decision::absent).
    #[must_use]
    pub fn site(mut self, site: &RobotsPolicy) -> Self {
        for sought in site.conditions().filter_map(|it| Sought::of(it.element()?)) {
            if self.sought.len() < limits::CONDITION_ELEMENTS && !self.sought.contains(&sought) {
                self.sought.push(sought);
            }
        }
        self
    }

    /// Reads HTML no further than its head: what class attributes say in the body is left out.
    #[must_use]
    pub fn head_only(mut self) -> Self {
        self.head_only = true;
        self
    }

    /// Whether a body is HTML by the `Content-Type` among the fields, or may be because there is none.
    pub fn is_html(&self) -> bool {
        is_html(self.media_type().as_ref())
    }

    /// Reads it all.
    pub fn build(self) -> PagePolicy {
        let media_type = self.media_type();
        let sent = self.html.filter(|_| is_html(media_type.as_ref()));
        let sent = sent.map(|html| html::read(html, self.settings()));
        let is_given = self.html.is_some();
        self.finish(sent, is_given)
    }

    /// Reads the page as it was sent in chunks, as they arrive, in the place of
    /// [`html`](PagePolicyBuilder::html).
    pub fn stream(self) -> PageReader<'p> {
        let media_type = self.media_type();
        let reader = is_html(media_type.as_ref()).then(|| html::Reader::new(self.settings()));
        PageReader { reader, builder: self }
    }

    /// All that was read; `is_given` says whether there is a body.
    fn finish(self, sent: Option<Markup>, is_given: bool) -> PagePolicy {
        let unread = self.media_type().filter(|it| is_given && !it.is_html());
        let rendered = self.rendered.map(|html| html::read(html, self.settings()));
        let documents = sent
            .map(|markup| (false, markup))
            .into_iter()
            .chain(rendered.map(|markup| (true, markup)));
        let fields = FieldLine::numbered(self.fields.into_iter());
        let parts = lower::lower(fields, self.joined, documents.collect());
        let unread = unread.map(|it| it.essence);
        PagePolicy { parts: Arc::new(PageParts { unread, ..parts }) }
    }

    fn media_type(&self) -> Option<MediaType> {
        MediaType::of(self.fields.iter().map(|(name, value)| (name.as_str(), &**value)))
    }

    fn settings(&self) -> Settings {
        let charset = self.media_type().and_then(|it| it.charset);
        let mut settings = Settings { charset, for_crawlers: true, ..Settings::default() };
        settings.head_only = self.head_only;
        for sought in self.sought.iter().cloned() {
            match sought {
                Sought::Id(id) => settings.ids.push(id),
                Sought::Class(class) => settings.classes.push(class),
            }
        }
        settings
    }
}

/// Whether a body is HTML, or may be.
fn is_html(media_type: Option<&MediaType>) -> bool {
    media_type.is_none_or(MediaType::is_html)
}

/// Reads a page in chunks; made by [`PagePolicyBuilder::stream`].
///
/// ```
/// use placet::page::Progress;
/// use placet::PagePolicy;
///
/// let mut page = PagePolicy::builder().head_only().stream();
/// for chunk in [&b"<title>a</title><meta name=rob"[..], b"ots content=noindex><p>b", b"c"] {
///     if page.feed(chunk) == Progress::Enough {
///         break;
///     }
/// }
/// assert_eq!(page.finish().statements().count(), 1);
/// ```
#[derive(Debug)]
pub struct PageReader<'p> {
    builder: PagePolicyBuilder<'p>,
    /// None where the page is not HTML.
    reader: Option<html::Reader>,
}

impl PageReader<'_> {
    /// Takes the next chunk; says whether what follows can still matter.
    pub fn feed(&mut self, chunk: &[u8]) -> Progress {
        self.reader.as_mut().map_or(Progress::Enough, |reader| reader.feed(chunk))
    }

    /// The page is over.
    pub fn finish(self) -> PagePolicy {
        let markup = self.reader.map(html::Reader::finish);
        self.builder.finish(markup, true)
    }
}
