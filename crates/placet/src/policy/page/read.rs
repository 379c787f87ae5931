//! Reading the HTML of a page.

use super::{PagePolicy, PagePolicyBuilder};
use crate::policy::RobotsPolicy;
use crate::syntax::html;
use crate::syntax::html::{Markup, Progress, Selector, Settings};
use crate::text::limits;

/// These need the feature `html`.
impl<'p> PagePolicyBuilder<'p> {
    /// Adds the page as it was sent. It is [not read](PagePolicy::unread_body) where `Content-Type`
    /// has another type than HTML.
    ///
    /// ```
    /// use placet::{PagePolicy, RobotsPolicy, Usage};
    ///
    /// let page = PagePolicy::builder().html(b"<meta name=robots content=noarchive>").build();
    /// let bot = RobotsPolicy::parse(b"").for_agent("ExampleBot").page(&page);
    /// let decision = bot.may(Usage::PresentCurrentcopy, "https://example.com/")?;
    /// assert_eq!(decision.to_string(), "page:1 <meta name=robots content=noarchive>");
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn html(mut self, html: &'p [u8]) -> Self {
        self.html = Some(html);
        self
    }

    /// Adds the page as scripts left it. A client that runs scripts is bound by both (T-12).
    #[must_use]
    pub fn rendered(mut self, html: &'p [u8]) -> Self {
        self.rendered = Some(html);
        self
    }

    /// Names the site whose page it is. The HTML is searched for the elements that conditions in its
    /// robots.txt name, so that decisions can list [those absent](crate::Decision::absent).
    #[must_use]
    pub fn site(mut self, site: &RobotsPolicy) -> Self {
        for selector in site.conditions().filter_map(|it| Selector::of(it.element()?)) {
            if self.selectors.len() < limits::CONDITION_ELEMENTS
                && !self.selectors.contains(&selector)
            {
                self.selectors.push(selector);
            }
        }
        self
    }

    /// Reads HTML no further than its head, without the class attributes of the body.
    #[must_use]
    pub fn head_only(mut self) -> Self {
        self.head_only = true;
        self
    }

    /// Reads the page as it was sent in chunks, as they arrive, instead of
    /// [`html`](PagePolicyBuilder::html).
    pub fn stream(self) -> PageReader<'p> {
        let chunks = match self.is_html() {
            false => Chunks::Ignored,
            true if self.head_only => Chunks::Read(html::Reader::new(self.settings())),
            true => Chunks::Kept(Vec::new()),
        };
        PageReader { chunks, builder: self }
    }

    /// The markup of the page as it was sent, where it is HTML.
    pub(super) fn read_html(&self) -> Option<Markup> {
        let html = self.html.filter(|_| self.is_html())?;
        Some(html::read(html, self.settings()))
    }

    /// The markup of the page as scripts left it.
    pub(super) fn read_rendered(&self) -> Option<Markup> {
        Some(html::read(self.rendered?, self.settings()))
    }

    fn settings(&self) -> Settings {
        let charset = self.media_type().and_then(|it| it.charset);
        let mut settings = Settings { charset, for_crawlers: true, ..Settings::default() };
        settings.head_only = self.head_only;
        for selector in self.selectors.iter().cloned() {
            match selector {
                Selector::Id(id) => settings.ids.push(id),
                Selector::Class(class) => settings.classes.push(class),
            }
        }
        settings
    }
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
///
/// # Limits
/// Keeps up to [`limits::PAGE_AT_ONCE`] bytes, because a page is read several times as fast at once. A
/// longer page is read as it arrives.
#[derive(Debug)]
pub struct PageReader<'p> {
    builder: PagePolicyBuilder<'p>,
    chunks: Chunks,
}

/// What becomes of the chunks.
#[derive(Debug)]
enum Chunks {
    /// The page is not HTML.
    Ignored,
    Kept(Vec<u8>),
    Read(html::Reader),
}

impl PageReader<'_> {
    /// Takes the next chunk. Returns whether further chunks can matter.
    pub fn feed(&mut self, chunk: &[u8]) -> Progress {
        if let Chunks::Kept(page) = &mut self.chunks {
            if page.len() + chunk.len() <= limits::PAGE_AT_ONCE {
                page.extend_from_slice(chunk);
                return Progress::More;
            }
            let mut reader = html::Reader::new(self.builder.settings());
            reader.feed(page);
            self.chunks = Chunks::Read(reader);
        }
        match &mut self.chunks {
            Chunks::Read(reader) => reader.feed(chunk),
            Chunks::Ignored | Chunks::Kept(_) => Progress::Enough,
        }
    }

    /// Ends the page.
    pub fn finish(self) -> PagePolicy {
        let markup = match self.chunks {
            Chunks::Ignored => None,
            Chunks::Kept(page) => Some(html::read(&page, self.builder.settings())),
            Chunks::Read(reader) => Some(reader.finish()),
        };
        self.builder.finish(markup, true)
    }
}
