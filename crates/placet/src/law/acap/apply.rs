//! Which statements apply to a crawler (ACAP 1.0 §2.2, §2.3; docs/src/law/decision.md steps 2a and 2b).

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{Entry, Field, Origin, Purposes, Reach};
use crate::pattern::{Index, Pattern, Target};
use crate::policy::{
    Acap, AcapPattern, Addressed, Purpose, Resources, RobotsPolicy, Statement, Unfit,
};
use crate::text::{Span, limits};
use crate::vocabulary::{Crawler, Rank, Usage};

/// The statements that apply to a crawler, in the file and in those that it refers to.
#[derive(Debug, Clone)]
pub(crate) struct Applicable {
    /// The file itself, then the files that records refer the crawler to.
    pub(crate) files: Vec<RobotsPolicy>,
    /// One for each purpose of the crawler, or one for a crawler that states none.
    pub(crate) views: Vec<View>,
    /// The reason why everything is prohibited, where there is one.
    pub(crate) unread: Option<Unread>,
}

/// A reference that cannot be followed, or the first line of a file that is too large to keep.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unread {
    pub(crate) line: u32,
    pub(crate) span: Span,
    pub(crate) why: Unfit,
}

/// The statements that apply for one purpose.
#[derive(Debug, Clone, Default)]
pub(crate) struct View {
    pub(crate) entries: Vec<Entry>,
    /// Statements for other purposes.
    pub(crate) elsewhere: Vec<Entry>,
    /// The entries that are about everything.
    unbounded: Vec<u32>,
    /// The patterns of all others.
    uses: Vec<Use>,
    /// The index that finds the patterns that match, where there are many.
    index: Option<Index>,
}

impl Applicable {
    /// `None` where the file has no ACAP field that can apply to any crawler.
    pub(crate) fn new(policy: &RobotsPolicy, crawler: &Crawler) -> Option<Self> {
        let acap = policy.parts.acap()?;
        let mut files = vec![policy.clone()];
        let mut unread = acap.overflows.then_some(Unread {
            line: 1,
            span: Span::new(0, 0),
            why: Unfit::TooMuch,
        });
        for (at, reference) in acap.references.iter().enumerate() {
            let record = acap.records.get(reference.record as usize);
            if record.and_then(|record| record.addresses(crawler.agent())).is_none() {
                continue;
            }
            let joined = policy.joined(at);
            match joined.map_or(Some(Unfit::Missing), RobotsPolicy::unfit) {
                None => files.extend(joined.cloned()),
                Some(why) => {
                    let (line, span) = (reference.line, reference.span);
                    unread = unread.or(Some(Unread { line, span, why }));
                }
            }
        }
        let sources = || {
            let places = (0..).map(Origin::File).zip(&files);
            places.filter_map(|(origin, file)| Some((origin, file.parts.acap()?)))
        };
        let views =
            purposes_of(crawler).map(|purpose| View::new(sources(), crawler, purpose)).collect();
        let mut applicable = Self { files, views, unread };
        applicable.arrange();
        Some(applicable)
    }

    /// Whether a statement in the files can change the answer of conventional rules about crawling.
    pub(crate) fn bears_on_crawling(&self) -> bool {
        let entries = self.views.iter().flat_map(|view| &view.entries);
        let mut statements = entries.filter_map(|entry| self.statement(*entry));
        let ignores =
            |file: &RobotsPolicy| file.parts.acap().is_some_and(|acap| acap.ignores_conventional);
        self.unread.is_some()
            || self.files.len() > 1
            || self.files.iter().any(ignores)
            || statements.any(|(_, it)| matches!(it.usage, Usage::Crawl | Usage::Other))
    }

    /// The statement of an entry, where it is in one of the files.
    pub(crate) fn statement(&self, entry: Entry) -> Option<(&Acap, &Statement)> {
        let acap = self.file(entry)?.parts.acap()?;
        Some((acap, acap.statements.get(entry.statement as usize)?))
    }

    /// The file that contains the statement of an entry.
    pub(crate) fn file(&self, entry: Entry) -> Option<&RobotsPolicy> {
        match entry.origin {
            Origin::File(place) => self.files.get(place as usize),
            Origin::Page => None,
        }
    }

    /// Whether a statement is about the target.
    pub(crate) fn matches(&self, entry: Entry, folded: &Target<'_>) -> bool {
        self.statement(entry).is_some_and(|(acap, statement)| {
            acap.patterns_of(statement).is_none_or(|patterns| {
                patterns.iter().any(|pattern| pattern.pattern().matches(folded))
            })
        })
    }

    /// Adds the fields of a view that match the target, one for each pattern of a set.
    pub(crate) fn add_matching<'p>(
        &'p self,
        view: &'p View,
        folded: &Target<'_>,
        fields: &mut Vec<Field<'p>>,
    ) {
        let field = |at: u32, reach| {
            let entry = *view.entries.get(at as usize)?;
            let (_, statement) = self.statement(entry)?;
            Some(Field { entry, reach, usage: statement.usage, kind: statement.kind })
        };
        // Few match.
        let mut found: SmallVec<[(u32, Reach<'_>); 8]> =
            view.unbounded.iter().map(|&at| (at, Reach::Everything)).collect();
        let mut add = |use_of: &Use| {
            let acap = self.files.get(use_of.file as usize).and_then(|it| it.parts.acap());
            let pattern = acap.and_then(|acap| acap.patterns.get(use_of.pattern as usize));
            let reach = pattern.map(Reach::Pattern);
            found.extend(use_of.entries.iter().filter_map(|&at| Some((at, reach?))));
        };
        match &view.index {
            Some(index) => {
                let places = index.matching(folded);
                places.iter().filter_map(|&place| view.uses.get(place as usize)).for_each(add);
            }
            None => view
                .uses
                .iter()
                .filter(|use_of| self.pattern(use_of).is_some_and(|it| it.matches(folded)))
                .for_each(&mut add),
        }
        found.sort_by_key(|&(at, _)| at);
        fields.extend(found.into_iter().filter_map(|(at, reach)| field(at, reach)));
    }

    fn pattern(&self, use_of: &Use) -> Option<Pattern<'_>> {
        let acap = self.files.get(use_of.file as usize)?.parts.acap()?;
        acap.patterns.get(use_of.pattern as usize).map(AcapPattern::pattern)
    }

    /// Indexes the patterns of each view.
    fn arrange(&mut self) {
        let mut views = std::mem::take(&mut self.views);
        for view in &mut views {
            view.gather(self);
            if view.uses.len() > limits::RULES_UNINDEXED {
                let placed = (0..).zip(&view.uses);
                let ranked = placed
                    .filter_map(|(place, use_of)| Some((self.pattern(use_of)?, Rank::NONE, place)));
                view.index = Some(Index::new(view.uses.len(), ranked));
            }
        }
        self.views = views;
    }
}

/// A pattern, and the entries of a view whose statements are about it.
#[derive(Debug, Clone)]
struct Use {
    file: u32,
    pattern: u32,
    /// An entry about a set is listed under each of its patterns.
    entries: Arc<[u32]>,
}

/// The purposes to ask for, one after the other: a single `None` for a crawler that states none
///
pub(crate) fn purposes_of(crawler: &Crawler) -> impl Iterator<Item = Option<&str>> {
    let none = crawler.purposes().next().is_none().then_some(None);
    none.into_iter().chain(crawler.purposes().map(Some))
}

impl View {
    /// The statements of these places that apply to the crawler for a purpose.
    pub(crate) fn new<'a>(
        sources: impl Iterator<Item = (Origin, &'a Acap)>,
        crawler: &Crawler,
        purpose: Option<&str>,
    ) -> Self {
        let mut view = Self::default();
        for (origin, acap) in sources {
            let addressed: Vec<Option<Addressed>> =
                acap.records.iter().map(|record| record.addresses(crawler.agent())).collect();
            for (at, statement) in (0..).zip(&acap.statements) {
                let Some(Some(addressed)) = addressed.get(statement.record as usize) else {
                    continue;
                };
                let purposes = (statement.purposes as usize)
                    .checked_sub(1)
                    .and_then(|place| acap.purposes.get(place));
                // A bare `*` is equivalent to no purpose.
                let general = purposes.is_none_or(|all| all.contains(&Purpose::Any));
                let special = purpose.zip(purposes).is_some_and(|(stated, all)| {
                    all.iter().any(|it| *it != Purpose::Any && it.is(stated))
                });
                let by_name = *addressed == Addressed::ByName;
                let purposes = Purposes { general, special };
                let entry = Entry { origin, statement: at, by_name, purposes };
                let serves = general || special;
                if serves {
                    view.entries.push(entry);
                } else {
                    view.elsewhere.push(entry);
                }
            }
        }
        view
    }

    /// Gathers the patterns that statements are about, each once.
    fn gather(&mut self, applicable: &Applicable) {
        let mut ranges: BTreeMap<(u32, u32, u32), Vec<u32>> = BTreeMap::new();
        for (at, entry) in (0..).zip(&self.entries) {
            let Origin::File(file) = entry.origin else { continue };
            match applicable.statement(*entry).map(|(_, statement)| &statement.resources) {
                Some(Resources::Patterns(range)) => {
                    ranges.entry((file, range.start, range.end)).or_default().push(at);
                }
                Some(Resources::Everything) => self.unbounded.push(at),
                Some(Resources::Page) | None => {}
            }
        }
        for ((file, start, end), entries) in ranges {
            let entries: Arc<[u32]> = entries.into();
            let uses =
                (start..end).map(|pattern| Use { file, pattern, entries: Arc::clone(&entries) });
            self.uses.extend(uses);
        }
    }
}
