//! From the answers of the laws to one (decision.md steps 3, 6 and 7).

use std::time::SystemTime;

use crate::condition::{Condition, TimeLimit};
use crate::crawler::Occasion;
use crate::decide::Inquiry;
use crate::decision::Verdict;
use crate::law::acap::{self, Answer, Applicable, Entry, Fate, Field, View};
use crate::law::ground::Ground;
use crate::law::rfc9309::{Access, Choice};
use crate::policy::{AcapPattern, Availability, RulePart};
use crate::target::Target;
use crate::usage::Usage;

/// What one usage comes to, and what took part.
#[derive(Debug, Clone)]
pub(crate) struct Ruling {
    pub(crate) usage: Usage,
    pub(crate) verdict: Verdict,
    pub(crate) ground: Ground,
    pub(crate) conditions: Vec<Condition>,
    /// When the first time limit runs out, where that can be told.
    pub(crate) ends: Option<SystemTime>,
    /// The ACAP statements that took part.
    pub(crate) statements: Vec<Heard>,
    /// The conventional answers, of the file itself and of those it refers to.
    pub(crate) accesses: Vec<Access>,
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

/// One crawler before one URL: what matches it is found once for all usages.
#[derive(Debug)]
pub(crate) struct Hearing<'i> {
    inquiry: &'i Inquiry,
    target: &'i Target<'i>,
    occasion: &'i Occasion,
    /// The fields that match, for each purpose.
    fields: Vec<Vec<Field<'i>>>,
    folded: Vec<u8>,
}

impl<'i> Hearing<'i> {
    pub(crate) fn new(
        inquiry: &'i Inquiry,
        target: &'i Target<'i>,
        occasion: &'i Occasion,
    ) -> Self {
        let folded = target.octets().to_ascii_lowercase();
        let fields = inquiry.applicable().map_or_else(Vec::new, |applicable| {
            let folded = Target::of_octets(&folded);
            applicable.views.iter().map(|view| applicable.matching(view, &folded)).collect()
        });
        Self { inquiry, target, occasion, fields, folded }
    }

    /// The rulings on a usage: the last one holds, those before it led there.
    pub(crate) fn rule(&self, usage: Usage) -> Vec<Ruling> {
        let crawl = self.crawl();
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
            (preserve.verdict == Verdict::Prohibit).then_some((preserve, Ground::NoPreserve))
        } else {
            None
        };
        match needs {
            Some((needed, ground)) if own.verdict == Verdict::Permit => {
                own.verdict = Verdict::Prohibit;
                own.ground = ground;
                own.conditions.clear();
                own.ends = None;
                vec![needed, own]
            }
            _ => vec![own],
        }
    }

    /// Crawl, by ACAP and by RFC 9309: both must permit.
    fn crawl(&self) -> Ruling {
        let mut ruling = self.own(Usage::Crawl);
        if matches!(ruling.ground, Ground::Unread | Ground::Unreachable) {
            return ruling;
        }
        ruling.accesses = self.accesses();
        let closed = ruling.accesses.iter().find(|access| access.verdict() == Verdict::Prohibit);
        if ruling.verdict == Verdict::Permit
            && let Some(closed) = closed
        {
            ruling.verdict = Verdict::Prohibit;
            ruling.ground = closed.ground;
            ruling.conditions.clear();
            ruling.ends = None;
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
                field.pattern.is_some_and(|pattern| pattern.cased == cased)
                    && field.kind != rule.kind()
                    && (field.by_name || inquiry.choice() == Choice::Global)
            };
            !self.fields.is_empty()
                && self
                    .fields
                    .iter()
                    .all(|fields| acap::standing(Usage::Crawl, fields).any(leaves_out))
        };
        self.inquiry
            .conventional()
            .map(|inquiry| Access::new(inquiry, self.target, |rule| contradicted(rule, inquiry)))
            .collect()
    }

    /// What ACAP alone says about a usage, its conditions weighed.
    fn own(&self, usage: Usage) -> Ruling {
        let mut ruling = Ruling {
            usage,
            verdict: Verdict::Permit,
            ground: Ground::Silence,
            conditions: Vec::new(),
            ends: None,
            statements: Vec::new(),
            accesses: Vec::new(),
        };
        match self.inquiry.policy().availability() {
            Availability::Read => {}
            Availability::Unavailable => ruling.ground = Ground::Unavailable,
            Availability::Unreachable => {
                ruling.ground = Ground::Unreachable;
                ruling.verdict = Verdict::Prohibit;
                return ruling;
            }
        }
        let Some(applicable) = self.inquiry.applicable() else { return ruling };
        if applicable.unread.is_some() {
            ruling.verdict = Verdict::Prohibit;
            ruling.ground = Ground::Unread;
            return ruling;
        }
        // A crawler with several purposes is bound by the strictest answer.
        for (view, fields) in applicable.views.iter().zip(&self.fields) {
            let answer = acap::answer(usage, fields);
            self.hear(&mut ruling, applicable, view, fields, &answer);
            if ruling.verdict == Verdict::Prohibit {
                ruling.conditions.clear();
                ruling.ends = None;
                break;
            }
        }
        ruling
    }

    /// Takes the answer for one purpose into the ruling.
    fn hear(
        &self,
        ruling: &mut Ruling,
        applicable: &Applicable,
        view: &View,
        fields: &[Field<'_>],
        answer: &Answer,
    ) {
        let entry = |place: usize| view.entries.get(fields.get(place)?.entry).copied();
        for &(place, fate) in &answer.fates {
            let part = HeardPart::Matches { fate, as_other: answer.as_other };
            ruling.statements.extend(entry(place).map(|entry| Heard { entry, part }));
        }
        self.hear_elsewhere(ruling, applicable, view);
        ruling.statements.dedup();
        let decided: Vec<Entry> = answer.decided().filter_map(entry).collect();
        let statements = decided.iter().filter_map(|entry| applicable.statement(*entry));
        if answer.verdict == Verdict::Prohibit {
            let tied = answer.fates.iter().any(|(_, fate)| *fate == Fate::Undetermined);
            let understood = statements.clone().any(|(_, statement)| statement.fault.is_none());
            ruling.verdict = Verdict::Prohibit;
            ruling.ground = match (understood, tied) {
                (false, _) => Ground::NotUnderstood,
                (true, true) => Ground::Undetermined,
                (true, false) => Ground::Narrowest,
            };
            return;
        }
        if !decided.is_empty() {
            ruling.ground = Ground::Narrowest;
        }
        for (acap, statement) in statements {
            let range = statement.conditions.start as usize..statement.conditions.end as usize;
            for condition in acap.conditions.get(range).unwrap_or_default() {
                if !ruling.conditions.contains(condition) {
                    self.weigh(ruling, condition);
                    ruling.conditions.push(condition.clone());
                }
            }
        }
    }

    /// Statements about the usage that match but are for another purpose.
    fn hear_elsewhere(&self, ruling: &mut Ruling, applicable: &Applicable, view: &View) {
        let folded = Target::of_octets(&self.folded);
        for entry in &view.elsewhere {
            let about = applicable.statement(*entry).is_some_and(|(_, statement)| {
                [Some(ruling.usage), ruling.usage.general()].contains(&Some(statement.usage))
            });
            if about && applicable.matches(*entry, &folded) {
                ruling.statements.push(Heard { entry: *entry, part: HeardPart::OtherPurpose });
            }
        }
    }

    /// A condition against the facts: a limit that has run out, or a type that the crawler cannot
    /// honour, turns the permission into a prohibition.
    fn weigh(&self, ruling: &mut Ruling, condition: &Condition) {
        let mut fail = |ground| {
            ruling.verdict = Verdict::Prohibit;
            ruling.ground = ground;
        };
        if !self.inquiry.crawler().honours(condition.qualifier()) {
            fail(Ground::NotHonoured);
        }
        let Condition::TimeLimit(limit) = condition else { return };
        if *limit == TimeLimit::UntilRecrawled && self.occasion.recrawled {
            fail(Ground::Expired);
        }
        if let Some(end) = limit.ends(self.occasion.first_used) {
            if self.occasion.now.is_some_and(|now| now >= end) {
                fail(Ground::Expired);
            }
            ruling.ends = Some(ruling.ends.map_or(end, |before| before.min(end)));
        }
    }
}
