//! Building the policy of a page.

use std::sync::Arc;

use super::media_type::MediaType;
use super::{FieldLine, PageParts, PagePolicy, lower};
use crate::policy::HeaderName;
use crate::syntax::markup::{Markup, Selector};

/// Reads a page; made by [`PagePolicy::builder`].
#[derive(Debug, Clone, Default)]
pub struct PagePolicyBuilder<'p> {
    fields: Vec<(HeaderName, Box<[u8]>)>,
    joined: bool,
    pub(super) head_only: bool,
    pub(super) html: Option<&'p [u8]>,
    pub(super) rendered: Option<&'p [u8]>,
    pub(super) selectors: Vec<Selector>,
}

impl PagePolicyBuilder<'_> {
    /// Adds one field line of the response. Lines of one name are not joined, and keep their order.
    ///
    /// `Robots-Tag` and `X-Robots-Tag` address crawlers. `Content-Type` gives the type of the body
    /// and its encoding. Other fields are ignored.
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

    /// Declares that lines of one name were joined before they came here, so that the rules after
    /// the first of a scope in `X-Robots-Tag` may be for everyone (T-09).
    #[must_use]
    pub fn lines_joined(mut self) -> Self {
        self.joined = true;
        self
    }

    /// Whether a body is HTML by the `Content-Type` field, or may be because there is none.
    pub fn is_html(&self) -> bool {
        self.media_type().is_none_or(|it| it.is_html())
    }

    /// Reads the page.
    pub fn build(self) -> PagePolicy {
        #[cfg(feature = "html")]
        let sent = self.read_html();
        #[cfg(not(feature = "html"))]
        let sent = None;
        let is_given = self.html.is_some();
        self.finish(sent, is_given)
    }

    /// The policy of a page whose HTML is read; `is_given` tells whether there is a body.
    pub(super) fn finish(self, sent: Option<Markup>, is_given: bool) -> PagePolicy {
        let unread = self.media_type().filter(|it| is_given && !it.is_html());
        let documents = sent.map(|markup| (false, markup)).into_iter();
        #[cfg(feature = "html")]
        let documents = documents.chain(self.read_rendered().map(|markup| (true, markup)));
        let documents = documents.collect();
        let fields = FieldLine::numbered(self.fields.into_iter());
        let parts = lower::lower(fields, self.joined, documents);
        let unread = unread.map(|it| it.essence);
        PagePolicy { parts: Arc::new(PageParts { unread, ..parts }) }
    }

    pub(super) fn media_type(&self) -> Option<MediaType> {
        MediaType::of(self.fields.iter().map(|(name, value)| (name.as_str(), &**value)))
    }
}
