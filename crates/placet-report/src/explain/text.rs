//! For people.

use std::borrow::Cow;
use std::fmt::Write as _;

use placet::Verdict;
use placet::explain::{Explanation, Law, NotApplied, Outcome, Reason, ReasonKind, Step};
use placet::{Decision, Profile, Usage};

use super::source::{ABSENT, counted, is_absent, sources};
use crate::caveat;
use crate::evidence::visible;
use crate::screen::shown;
use crate::text::{Beside, Origins, condition, title};
use crate::unknown::{UNKNOWN, Unknown};

/// How many statements that had no part are shown; the JSON has more.
const ASIDE: usize = 40;

/// How many statements of one law are shown.
const HEARD: usize = 60;

/// The explanation as text, ending in a line end; where `width` is given, no statement of a table is
/// wider.
pub fn text(explanation: &Explanation, beside: &Beside<'_>, width: Option<u16>) -> String {
    let (decision, origins) = (explanation.decision(), beside.origins);
    let unknown = beside.unknown(decision);
    let mut lines = vec![headline(decision, unknown)];
    if let Some(Unknown::Site(_)) = unknown {
        lines.extend(beside.told.iter().map(|note| format!("  {note}")));
        return lines.join("\n") + "\n";
    }
    let reasons: Vec<Reason<'_>> = decision.reasons().collect();
    lines.push(format!("  {}", caveat::ground(decision)));
    let conditions = decision.conditions().iter();
    lines.extend(conditions.map(|it| format!("  {}", condition(it, &reasons, origins))));
    lines.extend(caveat::notes(decision, origins).iter().map(|it| format!("  {it}")));
    lines.extend(decision.actions().map(|it| format!("  the site asks for a {}", it.name())));
    if let Some(delay) = decision.crawl_delay() {
        lines.push(format!("  crawl-delay asks for {} s between requests", delay.as_secs_f64()));
    }
    lines.extend(decision.agent().problem().map(|it| format!("  {it}")));
    let garbled = decision.garbled().map(|garbled| garbled.to_string());
    lines.extend(garbled.iter().map(|it| format!("  {it}")));

    lines.push("\nwhat was heard".to_owned());
    let sources = sources(decision, origins);
    lines.extend(sources.iter().map(|it| format!("  {}: {}", shown(&it.name), it.holds)));
    let told = beside.told.iter().filter(|note| garbled.as_ref() != Some(note));
    lines.extend(told.map(|note| format!("  {note}")));

    lines.push(format!("\nthe laws in their order, profile {}", decision.profile()));
    for (at, step) in explanation.steps().iter().enumerate() {
        let before = explanation.steps().get(..at).unwrap_or_default();
        law(&mut lines, step, before, origins, width);
    }
    if explanation.steps().len() < Law::ALL.len() {
        lines.push("   the laws behind it are not asked".to_owned());
    }
    aside(&mut lines, explanation, origins, width);
    lines.join("\n") + "\n"
}

fn headline(decision: &Decision, unknown: Option<&Unknown>) -> String {
    let verdict = match (unknown, decision.verdict()) {
        (Some(_), _) => UNKNOWN,
        (None, Verdict::Permit) => "permitted",
        (None, Verdict::Prohibit) => "prohibited",
    };
    format!("{verdict}: {}", visible(&title(decision, unknown)))
}

/// One law: what it heard, what that comes to, what it leaves.
fn law(
    lines: &mut Vec<String>,
    step: &Step,
    before: &[Step],
    origins: &Origins,
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
            let said = silence(law, answer, before, origins);
            lines.push(format!("   {}: {said} -> {}", answer.usage(), left(answer)));
        } else {
            lines.push(format!("   {}:", answer.usage()));
            columns(lines, &heard(&reasons, origins), HEARD, 0, width);
            let decided = reasons.iter().any(Reason::decides);
            let why = Some(answer.code()).filter(|it| !decided && it.law() == law);
            let why = why.map_or_else(String::new, |code| format!("{} ", code.message()));
            lines.push(format!("     {why}-> {}", left(answer)));
        }
    }
}

/// Whether a statement is shown under a law.
fn takes_part(law: Law, reason: &Reason<'_>) -> bool {
    match law {
        // What is left out, and what decides without it.
        Law::Crawl => is_rule(reason, &[Outcome::Contradicted, Outcome::Decided]),
        Law::Facts => reason.code().is_some_and(|code| code.law() == Law::Facts),
        Law::Dependence => false,
        _ => reason.law() == law,
    }
}

/// Whether a statement is a conventional rule with one of these outcomes.
fn is_rule(reason: &Reason<'_>, outcomes: &[Outcome]) -> bool {
    reason.kind() == ReasonKind::Rule && outcomes.contains(&reason.outcome())
}

/// A statement in columns.
struct Line {
    mark: char,
    place: String,
    text: String,
    why: String,
}

/// Statements in columns, no more than `most` of them; `others` are left out already. Where they are
/// wider than `width`, the texts are cut, and then the lines.
fn columns(lines: &mut Vec<String>, all: &[Line], most: usize, others: usize, width: Option<u16>) {
    let listed = all.get(..most).unwrap_or(all);
    let widest = |of: fn(&Line) -> &str| {
        listed.iter().map(|line| of(line).chars().count()).max().unwrap_or_default()
    };
    let (places, texts) = (widest(|line| &line.place), widest(|line| &line.text));
    let (why, width) = (widest(|line| &line.why), width.map_or(usize::MAX, usize::from));
    // The mark with the space around it, and the space between the columns.
    let texts = texts.min(width.saturating_sub(places + why + 9).max(TEXT_LEAST));
    for Line { mark, place, text, why } in listed {
        let text = cut(text, texts);
        let line = format!("   {mark} {place:places$}  {text:texts$}  {why}");
        lines.push(cut(&line, width).into_owned());
    }
    let more = all.len() - listed.len() + others;
    if more > 0 {
        lines.push(format!("     and {more} more"));
    }
}

/// How much of a statement is shown however narrow the terminal.
const TEXT_LEAST: usize = 16;

/// No more than so many characters, the last a sign where there were more.
fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(most.saturating_sub(1)).chain(['…']).collect())
}

/// The statements that a law heard, those that decided with a mark.
fn heard(reasons: &[Reason<'_>], origins: &Origins) -> Vec<Line> {
    let line = |reason: &Reason<'_>| Line {
        mark: if reason.decides() { '>' } else { ' ' },
        place: format!("{}:{}", shown(origins.name(reason.source())), reason.line().unwrap_or(1)),
        text: shown(reason.text().unwrap_or_default()),
        why: shown(reason.message()),
    };
    reasons.iter().map(line).collect()
}

/// What to say where a law hears no statement.
fn silence(law: Law, answer: &Decision, before: &[Step], origins: &Origins) -> String {
    let full = answer.profile() == Profile::Full;
    let verdict_of = |wanted: Law| {
        let step = before.iter().find(|step| step.law() == wanted)?;
        let same = step.answers().iter().find(|it| it.usage() == answer.usage());
        same.map(|it| if it.verdict().is_permit() { "permits" } else { "prohibits" })
    };
    match law {
        Law::Availability => match answer.code().law() {
            Law::Availability => answer.code().message().to_owned(),
            _ if is_absent(answer, origins) => ABSENT.to_owned(),
            _ => "it was read".to_owned(),
        },
        Law::Access => match answer.code().law() {
            Law::Access | Law::Availability => answer.code().message().to_owned(),
            _ => "ACAP-ignore-conventional-records takes it away".to_owned(),
        },
        Law::Acap | Law::Page if !full => {
            format!("the profile {} does not read ACAP", answer.profile())
        }
        Law::Page | Law::Restrictions if answer.page().is_none() => "no page was heard".to_owned(),
        Law::Acap | Law::Page | Law::Restrictions => "nothing is said".to_owned(),
        Law::Crawl => format!(
            "RFC 9309 {}, ACAP {}",
            verdict_of(Law::Access).unwrap_or("permits"),
            verdict_of(Law::Acap).unwrap_or("permits")
        ),
        Law::Facts => match (answer.conditions().len(), answer.unchecked().len()) {
            (0, _) => "no condition to weigh".to_owned(),
            (count, 0) => format!("{} against which no fact speaks", counted(count, "condition")),
            (count, open) if count == open => {
                format!("{}, not checked", counted(count, "condition"))
            }
            (count, open) => format!("{}, {open} of them not checked", counted(count, "condition")),
        },
        _ if answer.code().law() == Law::Dependence => answer.code().message().to_owned(),
        _ if answer.usage() == Usage::Crawl => "needs no other usage".to_owned(),
        _ if !answer.verdict().is_permit() => "prohibited already".to_owned(),
        _ => "what it needs is permitted".to_owned(),
    }
}

/// What an answer comes to.
fn left(answer: &Decision) -> String {
    let mut left = answer.verdict().name().to_owned();
    for (at, condition) in answer.conditions().iter().enumerate() {
        // A string takes all that is written to it.
        let _ = write!(left, "{} {condition}", if at == 0 { " on condition" } else { "," });
    }
    left
}

fn aside(
    lines: &mut Vec<String>,
    explanation: &Explanation,
    origins: &Origins,
    width: Option<u16>,
) {
    if explanation.not_applied().is_empty() {
        return;
    }
    lines.push("\nwhat had no part".to_owned());
    let line = |it: &NotApplied| Line {
        mark: ' ',
        place: format!("{}:{}", shown(origins.name(it.source())), it.line()),
        text: shown(it.text()),
        why: it.reason().message().to_owned(),
    };
    let all: Vec<Line> = foremost(explanation.not_applied()).into_iter().map(line).collect();
    let others = explanation.not_applied().len() - all.len() + explanation.not_applied_unlisted();
    columns(lines, &all, ASIDE, others, width);
}

/// What is shown of the statements that had no part, in their order: where there are too many, those
/// first that are about what was asked about.
fn foremost(all: &[NotApplied]) -> Vec<&NotApplied> {
    let (concerning, others): (Vec<_>, Vec<_>) =
        all.iter().enumerate().partition(|(_, it)| it.concerns());
    let mut foremost: Vec<_> = concerning.into_iter().chain(others).take(ASIDE).collect();
    foremost.sort_unstable_by_key(|&(at, _)| at);
    foremost.into_iter().map(|(_, it)| it).collect()
}
