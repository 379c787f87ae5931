//! tdmrep.json: rules for everyone, of which the first that matches decides (S-052).

use std::fmt::Write as _;

use super::answers::{Said, Stance, join};
use super::classes::Classes;
use super::list::entries;

/// The file for what is stated to crawlers that robots.txt does not name; `None` if nothing is stated
/// about mining. `policies` are the URLs of the policies for each kind of path.
pub(super) fn document(
    classes: &Classes,
    said: &[Said],
    policies: &[Option<&str>],
) -> Option<String> {
    let answers: Vec<(Stance, Option<&str>)> = said
        .iter()
        .zip(policies)
        .map(|(it, policy)| (it.mine, policy.filter(|_| it.mine == Stance::Refused)))
        .collect();
    let mut entries = entries(classes, &answers, |one, other| {
        (join(one.0, other.0), one.1.or(other.1))
    });
    // Without a rule the reservation is unset.
    entries.pop_if(|last| last.answer.0 == Stance::Silent);
    if entries.is_empty() {
        return None;
    }
    let mut text = String::from("[\n");
    for (at, entry) in entries.iter().enumerate() {
        let location = classes.patterns.get(entry.pattern).map_or("/", |it| it);
        let reserved = u8::from(entry.answer.0 == Stance::Refused);
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
