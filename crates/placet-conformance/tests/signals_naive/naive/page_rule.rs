//! Rules about a page in `Robots-Tag`, `X-Robots-Tag` and META elements (T-01 to T-14).

use super::field::{content, field};
use super::site::Site;
use super::structured::{Value, list};

/// Rules that take a value.
const WITH_VALUE: [&str; 4] =
    ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];

/// Rules without one.
const WORDS: [&str; 21] = [
    "noindex",
    "nofollow",
    "none",
    "nosnippet",
    "noarchive",
    "nocache",
    "noimageindex",
    "notranslate",
    "noai",
    "noimageai",
    "noml",
    "indexifembedded",
    "all",
    "index",
    "follow",
    "archive",
    "snippet",
    "noodp",
    "noydir",
    "noyaca",
    "nositelinkssearchbox",
];

/// A rule for the crawler that asks.
#[derive(Debug, Clone)]
pub(crate) struct PageRule {
    pub(crate) source: &'static str,
    pub(crate) line: usize,
    /// In lower case.
    pub(crate) word: String,
    pub(crate) value: String,
}

/// T-04: all rules for everyone and for the crawler, and whether a source was cut.
pub(crate) fn page_rules(site: &Site<'_>) -> (Vec<PageRule>, bool) {
    let mut rules = Vec::new();
    let token = site.crawler.token.as_str();
    let is_addressed = |name: &str| name == "*" || name.eq_ignore_ascii_case(token);
    let mut is_cut = false;
    for source in ["Robots-Tag", "X-Robots-Tag"] {
        let field = field(site, source);
        is_cut |= field.is_cut;
        for (line, value) in field.lines {
            let found = if source == "Robots-Tag" { new_form(&value) } else { old_form(&value) };
            for (name, word, value) in found {
                if is_addressed(&name) {
                    rules.push(PageRule { source, line, word, value });
                }
            }
        }
    }
    for meta in site.elements.iter().filter(|element| element.name == "meta" && element.in_head) {
        let (Some(name), Some(value)) = (meta.attribute("name"), meta.attribute("content")) else {
            continue;
        };
        let name = name.trim();
        // T-10.
        if !name.eq_ignore_ascii_case("robots") && !name.eq_ignore_ascii_case(token) {
            continue;
        }
        let (value, cut) = content(value);
        is_cut |= cut;
        for part in value.split(',') {
            let words: Vec<&str> = part.split_whitespace().collect();
            let known = |word: &&str| WORDS.contains(&word.to_ascii_lowercase().as_str());
            let all_known = words.iter().all(known);
            let parts = if all_known { words } else { vec![part] };
            for part in parts {
                let (word, value) = part.split_once(':').unwrap_or((part, ""));
                let (word, value) = (lower(word), lower(value));
                rules.push(PageRule { source: "page", line: meta.line, word, value });
            }
        }
    }
    (rules, is_cut)
}

type Found = (String, String, String);

/// T-01, T-02, T-07: addressees, each with its rules.
fn new_form(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    if let Some(items) = list(text) {
        for (name, parameters) in items {
            let (Value::Token(name) | Value::Text(name)) = name else { continue };
            for (word, value) in parameters {
                let value = match value {
                    Value::Boolean(false) => continue,
                    Value::Token(value) | Value::Text(value) => lower(&value),
                    Value::Boolean(true) | Value::Other => String::new(),
                };
                found.push((name.clone(), word, value));
            }
        }
        return found;
    }
    for member in text.split(',') {
        let mut parts = member.split(';');
        let name = parts.next().unwrap_or_default().trim().trim_matches('"').to_owned();
        for part in parts {
            let (word, value) = part.split_once('=').unwrap_or((part, ""));
            if value.trim() != "?0" {
                found.push((name.clone(), lower(word), lower(value)));
            }
        }
    }
    found
}

/// T-08, T-09: rules, after `name:` for one crawler.
fn old_form(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut scope = "*".to_owned();
    for part in text.split(',') {
        if part.contains(';') {
            found.extend(new_form(part));
            continue;
        }
        let mut rest = part;
        if let Some((name, after)) = part.split_once(':') {
            let name = lower(name);
            if !WITH_VALUE.contains(&name.as_str()) && !WORDS.contains(&name.as_str()) {
                scope = if name == "robots" { "*".to_owned() } else { name };
                rest = after;
            }
        }
        let (word, value) = rest.split_once(':').unwrap_or((rest, ""));
        found.push((scope.clone(), lower(word), lower(value)));
    }
    found
}

fn lower(text: &str) -> String {
    text.trim().to_ascii_lowercase()
}

/// Step 5: what a rule does to a usage, as far as it does not depend on the time. `None` is
/// nothing, an empty condition a prohibition.
pub(crate) fn effect(rule: &PageRule, usage: &str) -> Option<String> {
    let is = |usages: &[&str]| usages.contains(&usage);
    let snippet = is(&["present-snippet", "present-oldsnippet"]);
    let copy = is(&["present-currentcopy", "present-oldcopy"]);
    let prohibition = Some(String::new());
    match (rule.word.as_str(), rule.value.as_str()) {
        ("noindex" | "none", _) if usage == "index" => prohibition,
        ("nofollow" | "none", _) if usage == "follow" => prohibition,
        ("nosnippet", _) | ("max-snippet", "0") if snippet => prohibition,
        ("noarchive" | "nocache", _) if copy => prohibition,
        ("noimageindex", _) if usage == "index" => Some("no-images".to_owned()),
        ("notranslate", _) if usage == "present" || copy => {
            Some("prohibited-modification=translation".to_owned())
        }
        ("max-snippet", number) if snippet => {
            let number: u64 = number.parse().ok()?;
            Some(format!("max-length={number}-chars"))
        }
        _ => None,
    }
}
