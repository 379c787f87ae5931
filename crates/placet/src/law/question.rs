//! The input of a law: the question and the statements about it.

use smallvec::SmallVec;

use super::acap::{self, Applicable, ElementStatements, Entry, Field, Origin, Reach, View};
use super::page_context::PageContext;
use super::rfc9309::Conventional;
use super::ruling::Ruling;
use crate::pattern::Target;
use crate::policy::{Acap, Availability, Files, Statement};
use crate::vocabulary::{AskedAt, Crawler, Families, Profile, Usage};

/// Which crawler asks, about which resource, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'q> {
    pub(crate) crawler: &'q Crawler,
    pub(crate) target: &'q Target<'q>,
    pub(crate) asked_at: &'q AskedAt,
    /// Makes the ruling on crawling another URL of the site, where it prohibits: a condition can
    /// depend on it.
    pub(crate) closed: fn(&Question<'_>, &Statements<'_>, &str) -> Option<Ruling>,
    /// Makes the ruling on a usage before conditions are checked against the facts: another usage can
    /// depend on it.
    pub(crate) before_facts: fn(&Question<'_>, &Statements<'_>, Usage) -> Ruling,
}

/// The statements to the crawler, and those among them about the resource.
#[derive(Debug, Clone)]
pub(crate) struct Statements<'q> {
    pub(crate) profile: Profile,
    pub(crate) site: SiteStatements<'q>,
    /// The page, where one is asked about.
    pub(crate) page: Option<&'q PageContext>,
    /// The ACAP statements about the resource, purpose by purpose; for each purpose those of files,
    /// then those of the page.
    fields: Vec<Field<'q>>,
    /// For each purpose, where the statements of files end, and where those of the page end.
    ends: SmallVec<[(usize, usize); 1]>,
    /// The statements about the element that is asked about.
    element: ElementStatements<'q>,
    /// The path in lower case, as the ACAP statements of files compare it; empty where there are
    /// none.
    folded: SmallVec<[u8; 64]>,
}

/// The statements of a site to a crawler, about any resource.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SiteStatements<'q> {
    /// The conventional records of the file.
    pub(crate) own: &'q Conventional,
    /// Those of the files that it refers the crawler to.
    pub(crate) referred: &'q [Conventional],
    /// The ACAP statements of all these files.
    pub(crate) applicable: Option<&'q Applicable>,
    /// The families of signals that are read.
    pub(crate) families: Families,
    /// The files of signals that were supplied.
    pub(crate) files: Option<&'q Files>,
}

impl<'q> SiteStatements<'q> {
    /// The files whose conventional records count, the site's own first.
    pub(crate) fn conventional(self) -> impl Iterator<Item = &'q Conventional> {
        std::iter::once(self.own).chain(self.referred).filter(|file| file.counts())
    }

    /// Whether there is a robots.txt.
    pub(super) fn availability(self) -> Availability {
        self.own.policy().availability()
    }
}

/// Where ACAP statements are considered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    /// In robots.txt and the files it refers to.
    Files,
    /// There and in the page.
    FilesAndPage,
}

impl<'q> Statements<'q> {
    /// Finds the statements about the target.
    pub(crate) fn new(
        crawler: &Crawler,
        target: &Target<'_>,
        site: SiteStatements<'q>,
        page: Option<&'q PageContext>,
    ) -> Self {
        let mut folded = SmallVec::new();
        if site.applicable.is_some() {
            folded.extend_from_slice(target.bytes());
            folded.make_ascii_lowercase();
        }
        let mut fields = Vec::new();
        let mut ends = SmallVec::new();
        for (purpose, _) in acap::purposes_of(crawler).enumerate() {
            if let Some(applicable) = site.applicable
                && let Some(view) = applicable.views.get(purpose)
            {
                applicable.add_matching(view, &Target::of_bytes(&folded), &mut fields);
            }
            let of_files = fields.len();
            if let Some(page) = page
                && let Some(view) = page.views.get(purpose)
            {
                fields.extend(view.entries.iter().filter_map(|entry| {
                    let (_, statement) = page.statement(*entry)?;
                    let (usage, kind) = (statement.usage, statement.kind);
                    Some(Field { entry: *entry, reach: Reach::Page, usage, kind })
                }));
            }
            ends.push((of_files, fields.len()));
        }
        let element = page.map_or_else(ElementStatements::default, PageContext::says);
        let profile = site.own.policy().profile();
        Self { profile, site, page, fields, ends, element, folded }
    }

    /// The statements of the site alone about another target.
    pub(crate) fn of_site(&self, crawler: &Crawler, target: &Target<'_>) -> Self {
        Self::new(crawler, target, self.site, None)
    }

    /// Changes the element asked about.
    pub(crate) fn set_element(&mut self, says: ElementStatements<'q>) {
        self.element = says;
    }

    /// The ACAP statements about the resource, purpose by purpose.
    pub(super) fn fields(&self, place: Where) -> impl Iterator<Item = &[Field<'q>]> {
        let mut start = 0;
        self.ends.iter().map(move |&(of_files, of_page)| {
            let end = if place == Where::Files { of_files } else { of_page };
            self.fields.get(std::mem::replace(&mut start, of_page)..end).unwrap_or_default()
        })
    }

    /// The statements about the element that is asked about.
    pub(super) fn element(&self, place: Where) -> Option<&ElementStatements<'q>> {
        Some(&self.element).filter(|_| place == Where::FilesAndPage)
    }

    /// Whether there are ACAP statements for another purpose than this one.
    pub(super) fn has_other_purposes(&self, purpose: usize) -> bool {
        let has = |views: &[View]| views.get(purpose).is_some_and(|it| !it.elsewhere.is_empty());
        self.site.applicable.is_some_and(|it| has(&it.views))
            || self.page.is_some_and(|it| has(&it.views))
    }

    /// The ACAP statements that match and are for another purpose than this one.
    pub(super) fn other_purposes(
        &self,
        place: Where,
        purpose: usize,
    ) -> impl Iterator<Item = Entry> {
        let of = move |views: &'q [View]| {
            views.get(purpose).into_iter().flat_map(|view| view.elsewhere.iter().copied())
        };
        let folded = Target::of_bytes(&self.folded);
        let files = self.site.applicable.into_iter().flat_map(move |applicable| {
            let folded = folded.clone();
            of(&applicable.views).filter(move |entry| applicable.matches(*entry, &folded))
        });
        let page = self.page.filter(|_| place == Where::FilesAndPage);
        files.chain(page.into_iter().flat_map(move |page| of(&page.views)))
    }

    /// The statement of an entry, in the files or in the page.
    pub(crate) fn statement(&self, entry: Entry) -> Option<(&'q Acap, &'q Statement)> {
        match entry.origin {
            Origin::File(_) => self.site.applicable?.statement(entry),
            Origin::Page => self.page?.statement(entry),
        }
    }
}
