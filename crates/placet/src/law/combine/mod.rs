//! From the answers of the laws to one (docs/decision.md steps 3 to 7).

mod closed;
mod facts;
mod page;
mod resource;

use std::time::SystemTime;

use crate::evaluate::inquiry::Inquiry;
use crate::explain::Unchecked;
use crate::law::acap;
use crate::law::acap::{Answer, ElementSays, Entry, Fate, Field, Origin, Reach, Said, View};
use crate::law::ground::Ground;
use crate::law::order::Law;
use crate::law::rfc9309::{Access, Choice};
use crate::pattern::Target;
use crate::policy::{AcapPattern, At, Availability, Resources, RulePart};
use crate::vocabulary::{Condition, Occasion, Usage, Verdict};

pub(crate) use resource::{Base, needed_url};

/// What one usage comes to, and what took part.
#[derive(Debug, Clone)]
pub(crate) struct Ruling {
    pub(crate) usage: Usage,
    pub(crate) verdict: Verdict,
    pub(crate) ground: Ground,
    pub(crate) conditions: Vec<Condition>,
    /// When the first time limit runs out, where that can be told.
    pub(crate) ends: Option<SystemTime>,
    /// The time limits that could not be held against a time.
    pub(crate) unchecked: Vec<Unchecked>,
    /// The ACAP statements that took part.
    pub(crate) statements: Vec<Heard>,
    /// The conventional answers, of the file itself and of those it refers to.
    pub(crate) accesses: Vec<Access>,
    /// The class tokens that took part, by their places in the page, and whether each decided.
    pub(crate) marks: Vec<(u32, bool)>,
    /// The rules in header and META that took part, by their places in the page, and whether each
    /// decided.
    pub(crate) restrictions: Vec<(u32, bool)>,
    /// The element marked `data-nosnippet` that keeps what was asked about out of snippets.
    pub(crate) without_snippets: Option<At>,
    /// The condition that cannot be met, where one prohibits.
    pub(crate) failed: Option<Condition>,
    /// The ruling on crawling the resource that it needs, where that prohibits.
    pub(crate) needs: Option<Box<Ruling>>,
    /// The resource it is about, where that is not the one asked about.
    pub(crate) resource: Option<Box<str>>,
}

impl Ruling {
    fn new(usage: Usage) -> Self {
        Self {
            usage,
            verdict: Verdict::Permit,
            ground: Ground::Silence,
            conditions: Vec::new(),
            ends: None,
            unchecked: Vec::new(),
            statements: Vec::new(),
            accesses: Vec::new(),
            marks: Vec::new(),
            restrictions: Vec::new(),
            without_snippets: None,
            failed: None,
            needs: None,
            resource: None,
        }
    }

    /// A prohibition of what the policy cannot judge.
    pub(crate) fn barred(usage: Usage, ground: Ground) -> Self {
        let mut ruling = Self::new(usage);
        ruling.prohibit(ground);
        ruling
    }

    /// A time limit runs out then, where that can be told.
    fn end_by(&mut self, end: Option<SystemTime>) {
        self.ends = [self.ends, end].into_iter().flatten().min();
    }

    /// Prohibits on this ground. What the ruling permitted before is void, and so are its
    /// conditions.
    fn prohibit(&mut self, ground: Ground) {
        self.verdict = Verdict::Prohibit;
        self.ground = ground;
        self.conditions.clear();
        self.unchecked.clear();
        self.ends = None;
    }

    /// The ruling, behind the one on the resource that it needs.
    fn unrolled(mut self) -> Vec<Self> {
        let needs = self.needs.take().map(|needed| *needed);
        needs.into_iter().chain([self]).collect()
    }
}

/// An ACAP statement that took part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heard {
    pub(crate) entry: Entry,
    pub(crate) part: HeardPart,
}

/// The part a statement had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeardPart {
    /// It matches the resource, and this became of it.
    Matches { fate: Fate, as_other: bool },
    /// It is for a purpose that the crawler does not state.
    OtherPurpose,
}

/// One crawler before one URL: what is about it is found once for all usages.
#[derive(Debug)]
pub(crate) struct Hearing<'i> {
    inquiry: &'i Inquiry,
    target: &'i Target<'i>,
    occasion: &'i Occasion,
    /// The fields about it, for each purpose.
    fields: Vec<Vec<Field<'i>>>,
    element: ElementSays<'i>,
    folded: Vec<u8>,
    /// The last law that is applied.
    last: Law,
}

impl<'i> Hearing<'i> {
    pub(crate) fn new(
        inquiry: &'i Inquiry,
        target: &'i Target<'i>,
        occasion: &'i Occasion,
    ) -> Self {
        Self::until(Law::Dependence, inquiry, target, occasion)
    }

    /// The same with the laws behind `last` left out.
    pub(crate) fn until(
        last: Law,
        inquiry: &'i Inquiry,
        target: &'i Target<'i>,
        occasion: &'i Occasion,
    ) -> Self {
        let page = inquiry.page_asked().filter(|_| last >= Law::Page);
        let element = page.map_or_else(ElementSays::default, |page| page.says());
        let folded = target.octets().to_ascii_lowercase();
        let mut fields: Vec<Vec<Field<'i>>> =
            acap::purposes_of(inquiry.crawler()).map(|_| Vec::new()).collect();
        if let Some(applicable) = inquiry.applicable().filter(|_| last >= Law::Acap) {
            let folded = Target::of_octets(&folded);
            for (fields, view) in fields.iter_mut().zip(&applicable.views) {
                fields.extend(applicable.matching(view, &folded));
            }
        }
        if let Some(page) = page {
            for (fields, view) in fields.iter_mut().zip(&page.views) {
                fields.extend(view.entries.iter().filter_map(|entry| {
                    let (_, statement) = page.statement(*entry)?;
                    let (usage, kind) = (statement.usage, statement.kind);
                    Some(Field { entry: *entry, reach: Reach::Page, usage, kind })
                }));
            }
        }
        Self { inquiry, target, occasion, fields, element, folded, last }
    }

    /// Asks about another element of the page from here on.
    pub(crate) fn hear_element(&mut self, says: ElementSays<'i>) {
        self.element = says;
    }

    /// The rulings on a usage: the last one holds, those before it led there.
    pub(crate) fn rule(&self, usage: Usage) -> Vec<Ruling> {
        self.rule_after(self.crawl(), usage)
    }

    /// The rulings on each of these usages; that on crawling, which all depend on, is made once.
    pub(crate) fn rule_all<'u>(
        &'u self,
        usages: &'u [Usage],
    ) -> impl Iterator<Item = Vec<Ruling>> + use<'u, 'i> {
        let crawl = self.crawl();
        usages.iter().map(move |&usage| self.rule_after(crawl.clone(), usage))
    }

    fn rule_after(&self, crawl: Ruling, usage: Usage) -> Vec<Ruling> {
        // Availability comes first of all.
        if crawl.ground == Ground::Unreachable {
            return vec![Ruling { usage, ..crawl }];
        }
        if usage == Usage::Crawl {
            return vec![crawl];
        }
        let mut own = self.own(usage);
        // No crawl, no use; no copy kept, no copy shown.
        let needs = if crawl.verdict == Verdict::Prohibit {
            Some((crawl, Ground::NoCrawl))
        } else if usage.shows_copy() {
            let preserve = self.own(Usage::Preserve);
            // What the copy depends on may have run out too.
            if own.verdict == Verdict::Permit {
                own.unchecked.extend(preserve.unchecked.iter().copied());
            }
            (preserve.verdict == Verdict::Prohibit).then_some((preserve, Ground::NoPreserve))
        } else {
            None
        };
        match needs {
            Some((needed, ground)) if own.verdict == Verdict::Permit => {
                own.prohibit(ground);
                vec![needed, own]
            }
            _ => own.unrolled(),
        }
    }

    /// The rulings on a usage as the laws so far leave it, whatever depends on other usages aside.
    pub(crate) fn so_far(&self, usage: Usage) -> Vec<Ruling> {
        if usage == Usage::Crawl { vec![self.crawl()] } else { self.own(usage).unrolled() }
    }

    /// Crawl, by ACAP and by RFC 9309: both must permit.
    fn crawl(&self) -> Ruling {
        let mut ruling = self.own(Usage::Crawl);
        let alone = matches!(self.last, Law::Availability | Law::Acap);
        if alone || matches!(ruling.ground, Ground::Unread | Ground::Unreachable) {
            return ruling;
        }
        ruling.accesses = self.accesses();
        let closed = ruling.accesses.iter().find(|access| access.verdict() == Verdict::Prohibit);
        if ruling.verdict == Verdict::Permit
            && let Some(closed) = closed
        {
            ruling.prohibit(closed.ground);
        } else if ruling.ground == Ground::Silence
            && let Some(own) = ruling.accesses.first()
        {
            ruling.ground = own.ground;
        }
        ruling
    }

    /// The conventional answers, without rules that ACAP contradicts on the same pattern.
    fn accesses(&self) -> Vec<Access> {
        let contradicted = |rule: RulePart, inquiry: &Inquiry| {
            let pattern = inquiry.policy().parts.pattern(rule);
            let cased = AcapPattern::of_rule(pattern);
            let leaves_out = |field: &Field<'_>| {
                matches!(field.reach, Reach::Pattern(pattern) if pattern.cased == cased)
                    && field.kind != rule.kind()
                    && (field.entry.by_name || inquiry.choice() == Choice::Global)
            };
            self.fields.iter().all(|fields| acap::standing(Usage::Crawl, fields).any(leaves_out))
        };
        self.inquiry
            .conventional()
            .map(|inquiry| Access::new(inquiry, self.target, |rule| contradicted(rule, inquiry)))
            .collect()
    }

    /// What ACAP says about a usage, with what header and META restrict, conditions weighed; the
    /// conventional answer and what depends on other usages aside.
    fn own(&self, usage: Usage) -> Ruling {
        let mut ruling = Ruling::new(usage);
        match self.inquiry.policy().availability() {
            Availability::Read => {}
            Availability::Unavailable => ruling.ground = Ground::Unavailable,
            Availability::Unreachable => {
                ruling.prohibit(Ground::Unreachable);
                return ruling;
            }
        }
        let unread = self.inquiry.applicable().is_some_and(|it| it.unread.is_some());
        if unread && self.last >= Law::Acap {
            ruling.prohibit(Ground::Unread);
            return ruling;
        }
        // A crawler with several purposes is bound by the strictest answer.
        for (at, fields) in self.fields.iter().enumerate() {
            let answer = acap::answer(usage, fields, &self.element);
            self.hear(&mut ruling, at, fields, &answer);
            if ruling.verdict == Verdict::Prohibit {
                break;
            }
        }
        ruling.marks.extend(self.element.void().map(|mark| (mark, false)));
        if self.last >= Law::Page {
            self.coarsen(&mut ruling);
        }
        if self.last >= Law::Restrictions {
            self.restrict(&mut ruling);
        }
        ruling
    }

    /// Takes the answer for one purpose into the ruling.
    fn hear(&self, ruling: &mut Ruling, at: usize, fields: &[Field<'_>], answer: &Answer) {
        let entry = |place: usize| fields.get(place).map(|field| field.entry);
        let mut decided: Vec<Entry> = answer.decided().filter_map(entry).collect();
        let elsewhere = self.leave_elsewhere(answer.verdict, &mut decided);
        for (fate, entry) in answer.fates.iter().filter_map(|it| Some((it.1, entry(it.0)?))) {
            let fate = if elsewhere.contains(&entry) { Fate::Elsewhere } else { fate };
            let part = HeardPart::Matches { fate, as_other: answer.as_other };
            ruling.statements.push(Heard { entry, part });
        }
        self.hear_elsewhere(ruling, at);
        ruling.statements.dedup();
        let statements = decided.iter().filter_map(|entry| self.inquiry.statement(*entry));
        let said = answer.element.as_ref();
        if let Some(Said { prohibits, permits, .. }) = said {
            let permitted = answer.verdict == Verdict::Permit;
            ruling.marks.extend(prohibits.iter().map(|&mark| (mark, true)));
            ruling.marks.extend(permits.iter().map(|&mark| (mark, permitted)));
        }
        if said.is_some_and(|said| said.verdict() == answer.verdict) {
            ruling.ground = Ground::Element;
        } else if !decided.is_empty() {
            let in_page = decided.iter().any(|entry| entry.origin == Origin::Page);
            ruling.ground = if in_page { Ground::Page } else { Ground::Narrowest };
        }
        if answer.verdict == Verdict::Prohibit {
            let tied = answer.fates.iter().filter(|(_, fate)| *fate == Fate::Undetermined);
            let tied: Vec<Entry> = tied.filter_map(|(place, _)| entry(*place)).collect();
            let in_page = tied.iter().any(|entry| entry.origin == Origin::Page);
            let understood = statements.clone().any(|(_, statement)| statement.fault.is_none());
            let ground = match ruling.ground {
                Ground::Element => Ground::Element,
                _ if !understood => Ground::NotUnderstood,
                Ground::Page if in_page => Ground::PageConflict,
                Ground::Page => Ground::Page,
                _ if !tied.is_empty() => Ground::Undetermined,
                ground => ground,
            };
            return ruling.prohibit(ground);
        }
        for (acap, statement) in statements {
            let base = match statement.resources {
                Resources::Page => Base::Page,
                Resources::Patterns(_) | Resources::Everything => Base::Root,
            };
            for condition in acap.conditions_of(statement) {
                self.add(ruling, condition, base);
            }
        }
        // What class attributes name is defined in robots.txt.
        for condition in said.into_iter().flat_map(|said| &said.conditions) {
            self.add(ruling, condition, Base::Root);
        }
    }

    /// Statements about the usage that are for another purpose.
    fn hear_elsewhere(&self, ruling: &mut Ruling, at: usize) {
        if self.last < Law::Acap {
            return;
        }
        let folded = Target::of_octets(&self.folded);
        let about = |entry: &Entry| {
            self.inquiry.statement(*entry).is_some_and(|(_, statement)| {
                [Some(ruling.usage), ruling.usage.general()].contains(&Some(statement.usage))
            })
        };
        let views = |views: &'i [View]| views.get(at).into_iter().flat_map(|view| &view.elsewhere);
        let files = self.inquiry.applicable().into_iter().flat_map(|applicable| {
            views(&applicable.views).filter(|entry| applicable.matches(**entry, &folded))
        });
        let page = self.inquiry.page_asked().filter(|_| self.last >= Law::Page);
        let page = page.into_iter().flat_map(|page| views(&page.views));
        let heard = files.chain(page).filter(|entry| about(entry));
        let part = HeardPart::OtherPurpose;
        let heard: Vec<Heard> = heard.map(|entry| Heard { entry: *entry, part }).collect();
        ruling.statements.extend(heard);
    }
}
