//! Which passage a decision rests on: the text of a document, or how this project reads it.
//!
//! The readings (docs/src/law/readings.md) and the `basis` of the vectors distinguish the two.

use std::fmt;

use crate::evaluate::Decision;
use crate::law::acap::Origin;
use crate::law::{Outcome, ReasonCode, Ruling, Section, SignalOutcome};
use crate::policy::{Named, Resources, Statement, Unfit};
use crate::vocabulary::{Condition, Qualifier, RuleKind, TimeLimit, Usage, Verdict};

/// A passage of a document, and what follows from it in a few words.
///
/// It is shown as its [section](Citation::section).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Citation {
    section: Section,
    message: &'static str,
}

impl Citation {
    fn new(section: Section, message: &'static str) -> Self {
        Self { section, message }
    }

    /// The section, and whether it says so itself.
    pub const fn section(self) -> Section {
        self.section
    }

    /// What follows from it, in a few words.
    pub const fn message(self) -> &'static str {
        self.message
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.section.fmt(f)
    }
}

impl Decision {
    /// The passage that the decision rests on.
    pub fn citation(&self) -> Citation {
        match self.rulings().last() {
            Some(ruling) => self.cited(ruling),
            None => Citation::new(ReasonCode::Silence.section(), ReasonCode::Silence.message()),
        }
    }

    /// The passage that a ruling rests on.
    pub(super) fn cited(&self, ruling: &Ruling) -> Citation {
        let (code, usage) = (ruling.code, ruling.usage);
        let section = match code {
            ReasonCode::Narrowest | ReasonCode::Page | ReasonCode::PageConflict => {
                let special = self.special(ruling).filter(|_| code != ReasonCode::PageConflict);
                if let Some(special) = special {
                    return special;
                }
                // No document says what becomes of fields that name the crawler.
                if weighs_both(ruling) {
                    Section::reading("ACAP part 2 section 2.2.8")
                } else {
                    code.section()
                }
            }
            // ACAP does not define these usages.
            ReasonCode::Silence if !usage.is_acap() => Section::reading("ACAP 0.2 section 4.4"),
            ReasonCode::Unread if self.is_too_much() => {
                let says = "where a file says more than is kept, everything is prohibited";
                return Citation::new(Section::reading("ACAP 1.0 section 2.4.5"), says);
            }
            ReasonCode::Expired => {
                let special = self.special(ruling).is_some_and(|it| it.section.is_reading());
                expired(ruling, special)
            }
            // The note there is on lengths.
            ReasonCode::NotHonoured if failed(ruling) == Some(Qualifier::MaxLength) => {
                Section::text("ACAP 1.0 section 2.5.5.2.3")
            }
            ReasonCode::ResourceClosed => match failed(ruling) {
                Some(Qualifier::MustIncludeResource) => {
                    Section::reading("ACAP 1.0 section 2.5.5.2.5")
                }
                _ if usage.is_presentation() => Section::reading("ACAP 1.0 section 2.5.5.2.2"),
                _ => code.section(),
            },
            ReasonCode::Element if self.is_plain_mark(ruling) => {
                Section::text("ACAP part 2 section 2.2.5")
            }
            // Across families no document says anything; of one it is the document that it follows.
            ReasonCode::Signal => signal_section(ruling).unwrap_or(code.section()),
            // No document that is followed here has `data-nosnippet`.
            ReasonCode::Restricted if ruling.without_snippets.is_some() => {
                Section::reading("Robots-Tag draft section 3.1")
            }
            _ => code.section(),
        };
        Citation::new(section, code.message())
    }

    /// The citation where something else than the narrowest pattern decides among fields.
    fn special(&self, ruling: &Ruling) -> Option<Citation> {
        let matched = || {
            let matched = ruling.statements.iter();
            let matched = matched.filter(|it| it.outcome != Outcome::OtherPurpose);
            matched.filter_map(|it| Some((self.statement(it.entry)?.1, it.outcome, it.as_other)))
        };
        let decided = || self.decided(ruling);
        if decided().any(|it| matches!(it.resources, Resources::Everything)) {
            //
            let says = "a prohibition on a set that is not defined holds everywhere";
            return Some(Citation::new(Section::reading("ACAP 1.0 section 2.4.4"), says));
        }
        if matched().any(|(.., as_other)| as_other) {
            // A permission of `other` has no use that the document knows; ACAP has no other
            // expression for training.
            let is_text = ruling.verdict == Verdict::Prohibit && ruling.usage.is_acap();
            let section = if is_text {
                Section::text("ACAP 1.0 section 2.5.6")
            } else {
                Section::reading("ACAP 1.0 section 2.5.6")
            };
            return Some(Citation::new(
                section,
                "usages without a statement are decided as `other`",
            ));
        }
        let is_special = |it: &Statement| it.usage == ruling.usage;
        let levels = matched().any(|(_, outcome, _)| outcome == Outcome::OverriddenByLevel)
            || (decided().any(is_special) && !decided().all(is_special));
        if levels {
            //
            let says =
                "a kind of presentation takes precedence over present, and conditions add up";
            return Some(Citation::new(Section::reading("ACAP 1.0 section 2.5.5"), says));
        }
        if !decided().any(is_special) && decided().next().is_some() {
            return Some(Citation::new(
                Section::text("ACAP 1.0 section 2.5.5"),
                "present is presentation in any way",
            ));
        }
        // the document compares permissions with prohibitions only.
        let compared = || {
            matched()
                .filter(|(_, outcome, _)| matches!(outcome, Outcome::Decided | Outcome::Broader))
        };
        let permits = |it: &Statement| it.kind == RuleKind::Allow;
        let of_file = ruling.code != ReasonCode::Page;
        (of_file && compared().count() > 1 && compared().all(|(it, ..)| permits(it))).then(|| {
            let says = "of permissions the narrowest counts, and conditions of equal ones add up";
            Citation::new(Section::reading("ACAP 1.0 section 2.4.5"), says)
        })
    }

    /// The statements that decided.
    fn decided<'d>(&'d self, ruling: &'d Ruling) -> impl Iterator<Item = &'d Statement> {
        let decided = ruling.statements.iter().filter(|it| it.outcome == Outcome::Decided);
        decided.filter_map(|it| Some(self.statement(it.entry)?.1))
    }

    /// Whether the file has more statements than are kept.
    fn is_too_much(&self) -> bool {
        let unread = self.applicable().and_then(|applicable| applicable.unread);
        unread.is_some_and(|unread| unread.why == Unfit::TooMuch)
    }

    /// Whether only a mark prohibits, and a usage without a general one: everything else about
    /// class attributes is a reading.
    fn is_plain_mark(&self, ruling: &Ruling) -> bool {
        let marks = self.page_asked().map(|asked| &*asked.policy.parts.marks).unwrap_or_default();
        let mut decided = ruling.marks.iter().filter(|(_, decided)| *decided);
        let names = |place: u32| marks.get(place as usize).map(|mark| &mark.names);
        ruling.verdict == Verdict::Prohibit
            && ruling.usage.general().is_none()
            && ruling.statements.is_empty()
            && decided.all(|&(place, _)| names(place) == Some(&Named::Usage(ruling.usage)))
    }
}

/// The document of the family that decides.
fn signal_section(ruling: &Ruling) -> Option<Section> {
    let signals = ruling.signals.as_deref()?;
    let outcome = match ruling.verdict {
        Verdict::Prohibit => SignalOutcome::Disallow,
        Verdict::Permit => SignalOutcome::Allow,
    };
    let limits = || signals.families.iter().find(|it| !it.conditions.is_empty());
    let family = signals.first(outcome).or_else(limits)?.family;
    Some(Section::reading(family.document()))
}

/// Whether META elements and fields of robots.txt are weighed against each other.
fn weighs_both(ruling: &Ruling) -> bool {
    let weighed = |page: bool| {
        ruling.statements.iter().any(|it| {
            (it.entry.origin == Origin::Page) == page
                && matches!(it.outcome, Outcome::Decided | Outcome::Undetermined)
        })
    };
    weighed(true) && weighed(false)
}

/// The type of the condition that failed.
fn failed(ruling: &Ruling) -> Option<Qualifier> {
    ruling.failed.as_ref().map(Condition::qualifier)
}

/// The section that defines a time limit that has expired. That it counts next to other permissions
/// is a reading.
fn expired(ruling: &Ruling, with_others: bool) -> Section {
    match (with_others, ruling.usage) {
        _ if is_moment(ruling) => ReasonCode::Restricted.section(),
        (true, Usage::Index) => Section::reading("ACAP 1.0 section 2.5.3.1"),
        (true, Usage::Preserve) => Section::reading("ACAP 1.0 section 2.5.4.1"),
        (true, _) => Section::reading("ACAP 1.0 section 2.5.5.2.1"),
        (false, Usage::Preserve) => Section::text("ACAP 1.0 section 2.5.4.1"),
        (false, usage) if usage.is_presentation() => Section::text("ACAP 1.0 section 2.5.5.2.1"),
        (false, _) => ReasonCode::Expired.section(),
    }
}

/// Whether what failed is the rule `unavailable_after`.
fn is_moment(ruling: &Ruling) -> bool {
    matches!(ruling.failed, Some(Condition::TimeLimit(TimeLimit::UntilMoment(_))))
}
