//! tdmrep.json: rules for everyone, of which the first that matches decides (S-052).

use std::fmt::Write as _;

use super::answers::{Stance, Stated, join};
use super::audience::Audience;
use super::classes::Classes;
use super::list::entries;

/// What the file states about each kind of path; nothing where it cannot have a value.
///
/// It speaks to all crawlers alike. Alone it states what is stated to those that robots.txt does not
/// name. Next to other languages it states only what is stated to all, so that it does not contradict
/// them.
pub(super) fn reservations(
    audiences: &[Audience],
    kinds: usize,
    is_alone: bool,
) -> Vec<Option<Stance>> {
    let asked = |it: &&Audience| if is_alone { it.is_others() } else { it.is_open() };
    let of_kind = |kind: usize| {
        let answers = audiences.iter().filter(asked).filter_map(|it| it.answers.get(kind));
        let mut all = answers.map(|it| Stated::of(it, true).reservation());
        let first = all.next().unwrap_or(Some(Stance::Silent));
        all.fold(first, |one, other| {
            let (one, other) = one.zip(other)?;
            let is_refused = |it: Stance| it == Stance::Refused;
            (is_refused(one) == is_refused(other)).then(|| join(one, other))
        })
    };
    (0..kinds).map(of_kind).collect()
}

/// The file for these reservations; `None` if nothing is stated, or if no order of rules states it.
/// `policies` are the URLs of the policies for each kind of path.
pub(super) fn document(
    classes: &Classes,
    reservations: &[Option<Stance>],
    policies: &[Option<&str>],
    is_alone: bool,
) -> Option<String> {
    // Where a path cannot have a value, a permission elsewhere must not reach it.
    let is_strict = reservations.contains(&None);
    let answers: Vec<(Option<Stance>, Option<&str>)> = reservations
        .iter()
        .zip(policies)
        .map(|(reservation, policy)| match reservation {
            Some(Stance::Allowed) if is_strict || !is_alone => (Some(Stance::Silent), None),
            Some(Stance::Refused) => (Some(Stance::Refused), *policy),
            reservation => (*reservation, None),
        })
        .collect();
    let mut entries = entries(classes, &answers, |one, other| match (one.0, other.0) {
        (Some(one_is), Some(other_is)) if is_alone => {
            (Some(join(one_is, other_is)), one.1.or(other.1))
        }
        // Other languages may be exact there.
        (one_is, other_is) => (one_is.filter(|_| one_is == other_is), one.1.or(other.1)),
    });
    // Without a rule the reservation is unset.
    while entries.pop_if(|last| last.answer.0.is_none_or(|it| it == Stance::Silent)).is_some() {}
    // A rule that restores this state does not exist.
    if entries.is_empty() || entries.iter().any(|it| it.answer.0.is_none()) {
        return None;
    }
    let mut text = String::from("[\n");
    for (at, entry) in entries.iter().enumerate() {
        let location = classes.patterns.get(entry.pattern).map_or("/", |it| it);
        let reserved = u8::from(entry.answer.0 == Some(Stance::Refused));
        let _ = write!(
            text,
            "  {{ \"location\": \"{}\", \"tdm-reservation\": {reserved}",
            escaped(location)
        );
        if let Some(policy) = entry.answer.1 {
            let _ = write!(text, ", \"tdm-policy\": \"{}\"", escaped(policy));
        }
        text.push_str(if at + 1 == entries.len() { " }\n" } else { " },\n" });
    }
    text.push_str("]\n");
    Some(text)
}

/// The text as part of a JSON string.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
