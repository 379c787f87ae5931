//! Explanations for people.

use std::borrow::Cow;
use std::fmt::Write as _;

use placet::Verdict;
use placet::explain::{Explanation, Law, NotApplied, Outcome, Reason, ReasonKind, Step};
use placet::{Decision, Profile, Usage};

use super::source::{ABSENT, counted, is_absent, sources};
use crate::caveat;
use crate::evidence::visible;
use crate::screen::shown;
use crate::sentence;
use crate::text::{Context, SourceNames, condition, crawl_delay};
use crate::unknown::{UNKNOWN, Unknown};

/// How many statements that did not apply are shown. The JSON has more.
const NOT_APPLIED_SHOWN: usize = 40;

/// How many statements of one law are shown.
const STATEMENTS_SHOWN: usize = 60;

/// Renders an explanation as text that ends in a newline. Tables are cut to `width`.
pub fn text(explanation: &Explanation, context: &Context<'_>, width: Option<u16>) -> String {
    let (decision, names) = (explanation.decision(), context.names);
    let unknown = context.unknown(decision);
    let mut lines = vec![headline(decision, unknown)];
    if let Some(Unknown::Site(_)) = unknown {
        lines.extend(context.notes.iter().map(|note| format!("  {note}")));
        return lines.join("\n") + "\n";
    }
    let reasons: Vec<Reason<'_>> = decision.reasons().collect();
    lines.push(format!("  {}", caveat::section(decision)));
    let conditions = decision.conditions().iter();
    lines.extend(conditions.map(|it| format!("  {}", condition(it, &reasons, names))));
    lines.extend(caveat::notes(decision, names).iter().map(|it| format!("  {it}")));
    lines.extend(
        decision
            .actions()
            .map(|it| format!("  the site requests a {} of this resource", it.name())),
    );
    if let Some(delay) = decision.crawl_delay() {
        lines.push(format!("  {}", crawl_delay(delay)));
    }
    let garbled = decision.garbled().map(|garbled| garbled.to_string());
    lines.extend(garbled.iter().chain(context.advice).map(|it| format!("  {it}")));

    lines.push("\nsources".to_owned());
    let sources = sources(decision, names);
    lines.extend(sources.iter().map(|it| format!("  {}: {}", shown(&it.name), it.summary)));
    let notes = context.notes.iter().filter(|note| garbled.as_ref() != Some(note));
    lines.extend(notes.map(|note| format!("  {note}")));

    lines.push(format!("\nlaws in order, profile {}", decision.profile()));
    for (at, step) in explanation.steps().iter().enumerate() {
        let before = explanation.steps().get(..at).unwrap_or_default();
        law(&mut lines, step, before, names, width);
    }
    if explanation.steps().len() < Law::ALL.len() {
        lines.push("   the other laws are skipped".to_owned());
    }
    not_applied(&mut lines, explanation, names, width);
    lines.join("\n") + "\n"
}

fn headline(decision: &Decision, unknown: Option<&Unknown>) -> String {
    let verdict = match (unknown, decision.verdict()) {
        (Some(_), _) => UNKNOWN,
        (None, Verdict::Permit) => "permitted",
        (None, Verdict::Prohibit) => "prohibited",
    };
    format!("{verdict}: {}", visible(&sentence::answer(decision, unknown)))
}

/// One law: the statements that it considered, and the rulings after it.
fn law(
    lines: &mut Vec<String>,
    step: &Step,
    before: &[Step],
    names: &SourceNames,
    width: Option<u16>,
) {
    let law = step.law();
    lines.push(format!("{}. {} ({})", law.number(), law.title(), law.section()));
    for answer in step.answers() {
        let mut reasons: Vec<Reason<'_>> =
            answer.reasons().filter(|it| takes_part(law, it) && it.line().is_some()).collect();
        let contradicted = |it: &Reason<'_>| is_rule(it, &[Outcome::Contradicted]);
        if law == Law::Crawl && !reasons.iter().any(contradicted) {
            reasons.clear();
        }
        if reasons.is_empty() {
            let why = without_statement(law, answer, before, names);
            let result = if changes_nothing(answer, before) {
                "no change".to_owned()
            } else {
                ruling(answer)
            };
            lines.push(format!("   {}: {why} -> {result}", answer.usage()));
        } else {
            lines.push(format!("   {}:", answer.usage()));
            columns(lines, &statements(&reasons, names), STATEMENTS_SHOWN, 0, width);
            let decided = reasons.iter().any(Reason::decides);
            let why = Some(answer.code()).filter(|it| !decided && it.law() == law);
            let why = why.map_or_else(String::new, |code| format!("{} ", code.message()));
            lines.push(format!("     {why}-> {}", ruling(answer)));
        }
    }
}

/// Whether the ruling after a law is the one before it. The first three laws rule independently of
/// each other, so for them and for the one that joins them the ruling is shown.
fn changes_nothing(answer: &Decision, before: &[Step]) -> bool {
    let joined = before.iter().rev().find(|step| step.law() >= Law::Crawl);
    let mut previous = joined.into_iter().flat_map(Step::answers);
    previous.any(|it| it.usage() == answer.usage() && ruling(it) == ruling(answer))
}

/// Whether a statement is shown under a law.
fn takes_part(law: Law, reason: &Reason<'_>) -> bool {
    match law {
        // The rules that ACAP contradicts, and the one that decides instead.
        Law::Crawl => is_rule(reason, &[Outcome::Contradicted, Outcome::Decided]),
        Law::Facts => reason.code().is_some_and(|code| code.law() == Law::Facts),
        Law::Dependence => false,
        _ => reason.law() == law,
    }
}

/// Whether a statement is a rule of RFC 9309 with one of these outcomes.
fn is_rule(reason: &Reason<'_>, outcomes: &[Outcome]) -> bool {
    reason.kind() == ReasonKind::Rule && outcomes.contains(&reason.outcome())
}

/// The columns of a statement.
struct Line {
    mark: char,
    location: String,
    text: String,
    why: String,
}

/// Adds at most `limit` statements as a table, and the number of the rest; `others` are left out
/// already. To fit into `width`, the texts are cut first, then the lines.
fn columns(lines: &mut Vec<String>, all: &[Line], limit: usize, others: usize, width: Option<u16>) {
    let listed = all.get(..limit).unwrap_or(all);
    let widest = |of: fn(&Line) -> &str| {
        listed.iter().map(|line| of(line).chars().count()).max().unwrap_or_default()
    };
    let (locations, texts) = (widest(|line| &line.location), widest(|line| &line.text));
    let (why, width) = (widest(|line| &line.why), width.map_or(usize::MAX, usize::from));
    // 9: the mark with the spaces around it, and the spaces between the columns.
    let texts = texts.min(width.saturating_sub(locations + why + 9).max(TEXT_MIN));
    for Line { mark, location, text, why } in listed {
        let text = cut(text, texts);
        let line = format!("   {mark} {location:locations$}  {text:texts$}  {why}");
        lines.push(cut(&line, width).into_owned());
    }
    let more = all.len() - listed.len() + others;
    if more > 0 {
        lines.push(format!("     and {more} more"));
    }
}

/// How many characters of a statement are shown even in a narrow terminal.
const TEXT_MIN: usize = 16;

/// At most `limit` characters; an ellipsis replaces the rest.
fn cut(text: &str, limit: usize) -> Cow<'_, str> {
    if text.chars().nth(limit).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(limit.saturating_sub(1)).chain(['…']).collect())
}

/// The statements that a law considered; a mark shows which decide.
fn statements(reasons: &[Reason<'_>], names: &SourceNames) -> Vec<Line> {
    let line = |reason: &Reason<'_>| Line {
        mark: if reason.decides() { '>' } else { ' ' },
        location: format!("{}:{}", shown(names.name(reason.source())), reason.line().unwrap_or(1)),
        text: shown(reason.text().unwrap_or_default()),
        why: shown(reason.message()),
    };
    reasons.iter().map(line).collect()
}

/// Why a law rules as it does although no statement is shown for it.
fn without_statement(law: Law, answer: &Decision, before: &[Step], names: &SourceNames) -> String {
    let full = answer.profile() == Profile::Full;
    let verdict_of = |wanted: Law| {
        let step = before.iter().find(|step| step.law() == wanted)?;
        let same = step.answers().iter().find(|it| it.usage() == answer.usage());
        same.map(|it| if it.verdict().is_permit() { "permits" } else { "prohibits" })
    };
    match law {
        Law::Availability => match answer.code().law() {
            Law::Availability => answer.code().message().to_owned(),
            _ if is_absent(answer, names) => format!("robots.txt was {ABSENT}"),
            _ => "robots.txt was read".to_owned(),
        },
        Law::Access => match answer.code().law() {
            Law::Access | Law::Availability => answer.code().message().to_owned(),
            _ => "ACAP-ignore-conventional-records disables these rules".to_owned(),
        },
        Law::Acap | Law::Page if !full => {
            format!("the profile {} does not read ACAP", answer.profile())
        }
        Law::Signals if !full => {
            format!("the profile {} does not read signals", answer.profile())
        }
        Law::Signals if matches!(answer.usage(), Usage::Crawl | Usage::Follow) => {
            format!("no signal is about {}", answer.usage())
        }
        Law::Page | Law::Restrictions if answer.page().is_none() => "no page was read".to_owned(),
        Law::Acap | Law::Page | Law::Restrictions | Law::Signals => "no statement".to_owned(),
        Law::Crawl => format!(
            "RFC 9309 {}, ACAP {}",
            verdict_of(Law::Access).unwrap_or("permits"),
            verdict_of(Law::Acap).unwrap_or("permits")
        ),
        Law::Facts => match (answer.conditions().len(), answer.unchecked().len()) {
            (0, _) => "no conditions".to_owned(),
            (count, 0) => format!("{}, not violated", counted(count, "condition")),
            (count, open) if count == open => {
                format!("{}, not checked", counted(count, "condition"))
            }
            (count, open) => format!("{}, {open} of them not checked", counted(count, "condition")),
        },
        _ if answer.code().law() == Law::Dependence => answer.code().message().to_owned(),
        _ if answer.usage() == Usage::Crawl => "depends on no other usage".to_owned(),
        _ if !answer.verdict().is_permit() => "already prohibited".to_owned(),
        _ => "the usages it depends on are permitted".to_owned(),
    }
}

/// The verdict with its conditions.
fn ruling(answer: &Decision) -> String {
    let mut ruling = answer.verdict().name().to_owned();
    for (at, condition) in answer.conditions().iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(ruling, "{} {condition}", if at == 0 { " on condition" } else { "," });
    }
    ruling
}

fn not_applied(
    lines: &mut Vec<String>,
    explanation: &Explanation,
    names: &SourceNames,
    width: Option<u16>,
) {
    if explanation.not_applied().is_empty() {
        return;
    }
    lines.push("\nstatements that did not apply".to_owned());
    let line = |it: &NotApplied| Line {
        mark: ' ',
        location: format!("{}:{}", shown(names.name(it.source())), it.line()),
        text: shown(it.text()),
        why: it.reason().message().to_owned(),
    };
    let all: Vec<Line> = most_relevant(explanation.not_applied()).into_iter().map(line).collect();
    let others = explanation.not_applied().len() - all.len() + explanation.not_applied_unlisted();
    columns(lines, &all, NOT_APPLIED_SHOWN, others, width);
}

/// The statements to show, in order. If there are too many, those that concern the question come
/// first.
fn most_relevant(all: &[NotApplied]) -> Vec<&NotApplied> {
    let (concerning, others): (Vec<_>, Vec<_>) =
        all.iter().enumerate().partition(|(_, it)| it.concerns());
    let chosen = concerning.into_iter().chain(others).take(NOT_APPLIED_SHOWN);
    let mut chosen: Vec<_> = chosen.collect();
    chosen.sort_unstable_by_key(|&(at, _)| at);
    chosen.into_iter().map(|(_, it)| it).collect()
}
