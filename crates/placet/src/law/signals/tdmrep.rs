//! The TDM Reservation Protocol (S-049 to S-060): META elements supersede the response, and that the
//! file.

use super::Sources;
use crate::law::signal_ruling::{FamilyRuling, SignalAt, SignalEffect};
use crate::policy::{At, FileContent, SignalFile};
use crate::syntax::signals::SignalProblemKind;
use crate::syntax::signals::reference::resolve as absolute;
use crate::vocabulary::{Family, Usage};

/// The path of the file, which its policies are relative to.
const FILE: &str = "/.well-known/tdmrep.json";

/// The URL of a policy, where it is, and whether it is written as an absolute one.
type Policy = (String, SignalAt, bool);

pub(super) fn resolve(sources: &Sources<'_>, usage: Usage) -> Option<FamilyRuling> {
    let mut ruling = FamilyRuling::new(Family::Tdmrep);
    // From the strongest source to the weakest; each property by itself (S-058).
    let (mut values, mut policy) = (Vec::new(), None);
    for (reservations, stated) in [of_elements(sources), of_fields(sources)] {
        if reservations.iter().any(|(reserves, _)| *reserves)
            && let Some((_, at)) = reservations.iter().find(|(reserves, _)| !reserves)
        {
            ruling.problem(SignalProblemKind::Conflict, *at);
        }
        if values.is_empty() {
            values = reservations;
        }
        policy = policy.or(report_relative(stated, &mut ruling));
    }
    let (in_file, stated) = of_file(sources, &mut ruling);
    values = if values.is_empty() { in_file.into_iter().collect() } else { values };
    policy = policy.or(report_relative(stated, &mut ruling));
    let is_about = usage == Usage::Mine;
    let reserves = values.iter().any(|(reserves, _)| *reserves);
    for (value, at) in values {
        ruling.cite(
            at,
            match (is_about, value) {
                (false, _) => SignalEffect::Nothing,
                (true, true) => SignalEffect::Refuses,
                (true, false) => SignalEffect::Allows,
            },
        );
    }
    ruling.settle();
    ruling.policy = policy.filter(|_| reserves).map(Into::into);
    ruling.found()
}

/// Reports a policy whose URL is relative (S-056).
fn report_relative(policy: Option<Policy>, ruling: &mut FamilyRuling) -> Option<String> {
    let (url, at, is_absolute) = policy?;
    if !is_absolute {
        ruling.problem(SignalProblemKind::Reference, at);
    }
    Some(url)
}

/// A policy that is written in relation to a URL.
fn policy(written: &str, at: SignalAt, base: &str) -> Policy {
    let (url, is_absolute) = absolute(written, base);
    (url, at, is_absolute)
}

/// What META elements state.
fn of_elements(sources: &Sources<'_>) -> (Vec<(bool, SignalAt)>, Option<Policy>) {
    let Some(page) = sources.page else { return (Vec::new(), None) };
    let signals = &page.element_signals;
    let mut reservations: Vec<&(bool, At)> = signals.reservations.iter().collect();
    // By line, in whichever form of the page it is (S-107).
    reservations.sort_by_key(|(_, at)| page.line(*at));
    let values = reservations.into_iter().map(|(it, at)| (*it, SignalAt::Page(*at))).collect();
    let stated = signals.policies.first().map(|(written, at)| {
        let document = match at {
            At::Meta { document, .. } => *document,
            _ => 0,
        };
        policy(written, SignalAt::Page(*at), &sources.base(document))
    });
    (values, stated)
}

/// What response fields state.
fn of_fields(sources: &Sources<'_>) -> (Vec<(bool, SignalAt)>, Option<Policy>) {
    let Some(page) = sources.page else { return (Vec::new(), None) };
    let signals = &page.field_signals;
    let values = signals.reservations.iter().map(|(it, at)| (*it, SignalAt::Page(*at))).collect();
    let stated = signals.policy.as_ref();
    let url = sources.target.url();
    (values, stated.map(|(written, at)| policy(written, SignalAt::Page(*at), url)))
}

/// What the first rule of the file that matches states (S-052).
fn of_file(
    sources: &Sources<'_>,
    ruling: &mut FamilyRuling,
) -> (Option<(bool, SignalAt)>, Option<Policy>) {
    let found = sources.files.and_then(|files| files.find(&SignalFile::Tdmrep));
    let Some((file, read)) = found else { return (None, None) };
    for &((kind, span), line) in &read.problems {
        ruling.problem(kind, SignalAt::File { file, line, span });
    }
    let FileContent::Tdmrep(rules) = &read.says else { return (None, None) };
    let mut matching = rules.iter().filter(|(_, patterns)| {
        patterns.iter().any(|it| it.len_where_it_matches(sources.target).is_some())
    });
    let Some((rule, _)) = matching.next() else { return (None, None) };
    let at = SignalAt::File { file, line: rule.line, span: rule.span };
    let (base, _) = absolute(FILE, sources.target.url());
    let stated = rule.policy.as_deref().map(|written| policy(written, at, &base));
    (Some((rule.reserves, at)), stated)
}
