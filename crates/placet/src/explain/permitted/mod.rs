//! The part of a page that is open to a usage.

mod length;
mod text;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::evaluate::{AgentPolicy, Decision, Evaluation};
use crate::law::acap::ElementStatements;
use crate::pattern::Target;
use crate::policy::{Definitions, Document, Mark, PagePolicy};
use crate::syntax::html;
use crate::syntax::html::{Markup, PieceKind, Settings};
use crate::text::Span;
use crate::vocabulary::{AskedAt, Condition, Locator, Resource, Usage, Verdict};
use length::Most;

/// The part of a page that a usage may use; made by [`AgentPolicy::permitted`].
///
/// It excludes the elements that are closed to the usage, and for snippets those marked
/// `data-nosnippet`. Where a permission is for one element or the content of a META element only
/// (`must-use-resource=the-acap:extract:…`), it contains nothing else. Where a permission limits
/// the length (`max-length`), it ends with the last whole word that fits.
///
/// The caller must obey all other [conditions](Permitted::conditions).
#[derive(Debug, Clone)]
pub struct Permitted<'p> {
    page: &'p [u8],
    encoding: &'static str,
    decision: Decision,
    parts: Vec<(Span, PieceKind)>,
    /// A limit was reached, and the rest of the page left out.
    cut: bool,
    shortened: bool,
    conditions: Vec<Condition>,
    absent: Vec<Condition>,
}

impl<'p> Permitted<'p> {
    /// The decision on the page as a whole.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// Whether all of the page is closed to the usage.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether a limit was reached, so that the rest of the page is left out.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Whether the text was cut because it is longer than the conditions allow.
    pub fn is_shortened(&self) -> bool {
        self.shortened
    }

    /// The conditions of the part, each once: those of the [decision](Permitted::decision) on the
    /// page, then those of elements.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Those of the [conditions](Permitted::conditions), including those of elements, that name an
    /// element or a META element that is not in the text (ACAP 1.0 §2.5.3.2 and §2.5.5.2.5, A-46).
    /// [`Decision::absent`] lists the conditions on the page as a whole, in every form of the page.
    ///
    /// Where `must-use-resource` names an absent element, nothing may be used. An absent element of
    /// `must-include-resource` cannot be taken from this page.
    pub fn absent(&self) -> &[Condition] {
        &self.absent
    }

    /// The parts, as ranges of bytes of the page; no two are adjacent.
    pub fn ranges(&self) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (span, _) in &self.parts {
            match ranges.last_mut() {
                Some(last) if last.end == span.start() => last.end = span.end(),
                _ => ranges.push(span.range()),
            }
        }
        ranges
    }

    /// The parts as they are in the page, one after the other, in its encoding.
    pub fn html(&self) -> Cow<'p, [u8]> {
        let ranges = self.ranges();
        let part = |range: &Range<usize>| self.page.get(range.clone()).unwrap_or_default();
        match &*ranges {
            [whole] => Cow::Borrowed(part(whole)),
            ranges => Cow::Owned(ranges.iter().map(part).collect::<Vec<_>>().concat()),
        }
    }

    /// The text of the parts: without tags, comments, scripts and styles, with character references
    /// decoded, white space collapsed, and a line for each block.
    pub fn text(&self) -> String {
        text::text(self.page, self.encoding, &self.parts)
    }
}

impl AgentPolicy {
    /// The part of a page that is open to a usage.
    ///
    /// `html` is the page as it was sent, the same that the [page](AgentPolicy::page) was read
    /// from. Where no page was given, the statements of `html` itself count.
    ///
    /// ```
    /// use placet::{Agent, AskedAt, RobotsPolicy, Usage};
    ///
    /// let html = b"<p>Free.</p><p class=the-acap:disallow-index>Not for indexes.</p>";
    /// let crawler = RobotsPolicy::parse(b"").for_agent(Agent::new("ExampleBot"));
    /// let target = crawler.target("https://example.com/")?;
    /// let permitted = crawler.permitted(Usage::Index, &target, &AskedAt::new(), html);
    /// assert_eq!(permitted.text(), "Free.");
    /// assert_eq!(permitted.ranges(), [0..12]);
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    pub fn permitted<'p>(
        &self,
        usage: Usage,
        target: &Target<'_>,
        asked_at: &AskedAt,
        html: &'p [u8],
    ) -> Permitted<'p> {
        let page = match self.page_asked() {
            Some(asked) => asked.policy.clone(),
            None => PagePolicy::builder().site(self.policy()).html(html).build(),
        };
        let whole = self.with_page(&page, None);
        let suited = match whole.suited(target) {
            Ok(suited) => suited,
            Err(code) => {
                let decision = whole.bar(usage, target, code);
                let (encoding, parts) = ("UTF-8", Vec::new());
                let (conditions, absent) = (Vec::new(), Vec::new());
                let (cut, shortened) = (false, false);
                return Permitted {
                    page: html,
                    encoding,
                    decision,
                    parts,
                    cut,
                    shortened,
                    conditions,
                    absent,
                };
            }
        };
        let (target, asked_at) = (&*suited, &self.asked_at(asked_at));
        let (ids, classes) = self.wanted(&page);
        let charset = page.charset();
        let markup = if page.is_html() {
            let settings = Settings { charset, ids, classes, pieces: true, ..Settings::default() };
            html::read(html, settings)
        } else {
            Markup::plain(html.len(), charset.as_deref())
        };
        let (document, marks) = Document::of_elements(&markup.elements);
        let mut judge = Judge {
            evaluation: whole.evaluation(target, asked_at),
            usage,
            markup: &markup,
            marks: &marks,
            document: &document,
            definitions: whole.page_asked().and_then(|asked| asked.definitions()),
            scopes: HashMap::new(),
            conditions: Vec::new(),
            seen: HashSet::new(),
        };
        let mut parts = judge.parts();
        let conditions = std::mem::take(&mut judge.conditions);
        let most = Most::of(conditions.iter().filter_map(|condition| match condition {
            Condition::MaxLength(length) => Some(*length),
            _ => None,
        }));
        let absent = conditions.iter().filter(|it| judge.is_absent(it)).cloned().collect();
        Permitted {
            page: html,
            encoding: markup.encoding,
            decision: whole.decide_suited(usage, target, asked_at),
            shortened: length::cut(html, markup.encoding, &mut parts, most),
            parts,
            cut: markup.cut.is_some(),
            conditions,
            absent,
        }
    }

    /// The ids and classes that a permission for the crawler might point to.
    fn wanted(&self, page: &PagePolicy) -> (Vec<Box<str>>, Vec<Box<str>>) {
        let (mut ids, mut classes) = (Vec::new(), Vec::new());
        let files = self.applicable().into_iter().flat_map(|applicable| &applicable.files);
        let in_files = files.filter_map(|file| file.parts.acap()).flat_map(|it| &it.conditions);
        for condition in in_files.chain(&page.parts.acap.conditions) {
            match condition.element() {
                Some(Locator::Id(id)) => ids.push(id.clone()),
                Some(Locator::Class(class)) => classes.push(class.clone()),
                Some(Locator::Meta(_) | Locator::Uri(_)) | None => {}
            }
        }
        (ids, classes)
    }
}

/// Answers for each element of a page.
struct Judge<'j> {
    evaluation: Evaluation<'j>,
    usage: Usage,
    markup: &'j Markup,
    marks: &'j [Mark],
    document: &'j Document,
    definitions: Option<&'j Definitions>,
    /// The answers for elements with statements. The content of one without statements has the
    /// answer of the element around it.
    scopes: HashMap<Option<usize>, Scope>,
    /// The conditions of everything permitted, in the order of the page, and as a set.
    conditions: Vec<Condition>,
    seen: HashSet<Condition>,
}

/// What is open.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Scope {
    Nothing,
    Everything,
    /// What is inside all of these elements; nothing where one is not in the page.
    Within(Option<Vec<usize>>),
    /// The content of META elements of this name.
    Meta(Box<str>),
}

impl<'j> Judge<'j> {
    fn parts(&mut self) -> Vec<(Span, PieceKind)> {
        if let Scope::Meta(name) = self.scope(None) {
            // The content of the META element replaces the page.
            let meta = self.markup.metas.iter().find(|it| it.name.eq_ignore_ascii_case(&name));
            return meta.map(|meta| (meta.content_span, PieceKind::Text)).into_iter().collect();
        }
        let outside = self.is_open(None);
        let open: Vec<bool> =
            (0..self.markup.elements.len()).map(|element| self.is_open(Some(element))).collect();
        let is_open = |holder: Option<u32>| match holder {
            None => outside,
            Some(holder) => open.get(holder as usize).copied().unwrap_or_default(),
        };
        let pieces = self.markup.pieces.iter().filter(|piece| is_open(piece.container));
        pieces.map(|piece| (piece.span, piece.kind)).collect()
    }

    /// Whether the direct content of an element, or of the page outside all, is open.
    fn is_open(&mut self, element: Option<usize>) -> bool {
        let speaks = |it: &usize| self.document.marks.get(*it).is_some_and(|it| !it.is_empty());
        let speaker = self.around(element).find(speaks);
        let scope = self.scope(speaker);
        let hidden = self.usage.is_snippet()
            && self.around(element).any(|it| self.element(it).is_some_and(|it| it.nosnippet));
        let inside = match scope {
            Scope::Nothing | Scope::Within(None) | Scope::Meta(_) => false,
            Scope::Everything => true,
            Scope::Within(Some(found)) => {
                found.iter().all(|found| self.around(element).any(|it| it == *found))
            }
        };
        inside && !hidden
    }

    /// What is open in an element with statements, or outside all.
    fn scope(&mut self, speaker: Option<usize>) -> Scope {
        if let Some(known) = self.scopes.get(&speaker) {
            return known.clone();
        }
        let chain = speaker.map(|element| self.document.chain(element));
        self.evaluation.set_element(ElementStatements::new(self.marks, self.definitions, chain));
        let ruled = self.evaluation.rule(self.usage);
        let scope = match ruled.last().filter(|ruling| ruling.verdict == Verdict::Permit) {
            Some(ruling) => {
                for condition in &ruling.conditions {
                    if self.seen.insert(condition.clone()) {
                        self.conditions.push(condition.clone());
                    }
                }
                self.within(&ruling.conditions)
            }
            None => Scope::Nothing,
        };
        self.scopes.insert(speaker, scope.clone());
        scope
    }

    /// What the conditions leave open: R-091, R-107.
    fn within(&self, conditions: &[Condition]) -> Scope {
        let locators: Vec<&Locator> = conditions
            .iter()
            .filter_map(|condition| condition.used().map(Resource::locator))
            .collect();
        match &*locators {
            [] => Scope::Everything,
            [Locator::Meta(name)] => Scope::Meta(name.clone()),
            all => Scope::Within(all.iter().map(|locator| self.located(locator)).collect()),
        }
    }

    /// The element that a locator points to: the first of its class (R-091). Another resource is
    /// not in the page.
    fn located(&self, locator: &Locator) -> Option<usize> {
        self.markup.elements.iter().position(|element| match locator {
            Locator::Id(id) => element.id.as_ref() == Some(id),
            Locator::Class(class) => element.classes.contains(class),
            Locator::Meta(_) | Locator::Uri(_) => false,
        })
    }

    /// Whether a condition names an element or a META element that is not in the page.
    fn is_absent(&self, condition: &Condition) -> bool {
        match condition.element() {
            Some(Locator::Meta(name)) => {
                !self.markup.metas.iter().any(|it| it.name.eq_ignore_ascii_case(name))
            }
            Some(found @ (Locator::Id(_) | Locator::Class(_))) => self.located(found).is_none(),
            Some(Locator::Uri(_)) | None => false,
        }
    }

    /// The element and those around it that are known, the innermost first.
    fn around(&self, element: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(element, |&element| Some(self.element(element)?.parent? as usize))
    }

    fn element(&self, element: usize) -> Option<&'j html::Element> {
        self.markup.elements.get(element)
    }
}
