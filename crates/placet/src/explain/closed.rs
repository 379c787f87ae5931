//! Elements that a permission of the page excludes.

use std::borrow::Cow;

use crate::evaluate::Decision;
use crate::policy::{At, PageParts, Source};

/// An element of the page that is closed to a usage that the page itself permits.
#[derive(Debug, Clone, Copy)]
pub struct ClosedElement<'d> {
    parts: &'d PageParts,
    at: At,
}

impl<'d> ClosedElement<'d> {
    /// The page as it was sent, or as scripts left it.
    pub fn source(&self) -> Source {
        self.parts.source(self.at)
    }

    /// The line of its start tag, counted from 1.
    pub fn line(&self) -> usize {
        self.parts.line(self.at)
    }

    /// The column that it begins at, counted in bytes from 1.
    pub fn column(&self) -> usize {
        self.parts.column(self.at)
    }

    /// Its tag name, and its id where it has one.
    pub fn element(&self) -> (&'d str, Option<&'d str>) {
        self.parts.element(self.at).map_or(("", None), |it| (&it.tag, it.id.as_deref()))
    }

    /// Its start tag as written, or the beginning of that; what is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'d, str> {
        String::from_utf8_lossy(self.parts.text(self.at))
    }
}

impl Decision {
    /// Whether the permission covers only a part of the page: some
    /// [elements](Decision::closed_elements) are closed to the usage and must be left out.
    pub fn is_partial(&self) -> bool {
        !self.closed().is_empty()
    }

    /// The elements that the permission excludes: their class attribute prohibits the usage, or one
    /// that it depends on (ACAP Part 2 §2.2.5); for snippets also those marked `data-nosnippet`.
    /// Everything inside them is closed too, unless an element in between permits it again. Empty
    /// where the page as a whole is prohibited.
    ///
    /// Where the question was about one element, only those inside it are listed, or those that
    /// could be. `AgentPolicy::permitted` extracts the rest of the page.
    pub fn closed_elements(&self) -> impl Iterator<Item = ClosedElement<'_>> {
        let parts = self.page().map(|page| &*page.parts);
        let closed = self.closed().iter();
        closed.filter_map(move |&at| Some(ClosedElement { parts: parts?, at }))
    }
}
