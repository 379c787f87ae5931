//! Usages and the qualifiers they take.

use super::question::Question;
use super::text::{lower, space_at_start, string, trim};
use super::time::{DAY, days};

/// The kinds of presentation. R-080; the last two are of draft 0.2.
const DERIVATIVES: [&str; 10] = [
    "present-original",
    "present-currentcopy",
    "present-oldcopy",
    "present-snippet",
    "present-thumbnail",
    "present-oldsnippet",
    "present-oldthumbnail",
    "present-link",
    "present-extract",
    "present-oldextract",
];

/// Whether the usage is `present` of a special kind.
pub(crate) fn is_derivative(usage: &str) -> bool {
    DERIVATIVES.contains(&usage)
}

/// Whether ACAP has fields for the usage; all others have no effect.
pub(crate) fn is_standard(usage: &str) -> bool {
    ["crawl", "follow", "index", "preserve", "present", "other"].contains(&usage)
        || is_derivative(usage)
}

/// A qualifier that is valid for its usage.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Condition {
    pub(crate) kind: String,
    pub(crate) value: String,
}

/// What may follow the resource in a field.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Type in lower case, and value.
    Qualifier(String, String),
    /// A word that is none.
    Word(Vec<u8>),
}

/// Splits the text after a resource. R-009: type, optional white space, `=`, optional white space,
/// value; the type is a name.
pub(crate) fn parts(text: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = trim(text);
    while !rest.is_empty() {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        let name_length = rest.iter().take_while(|byte| is_name(byte)).count();
        let (name, after_name) = rest.split_at(name_length);
        let starts_with_letter = name.first().is_some_and(u8::is_ascii_alphabetic);
        if let (true, Some(after)) = (starts_with_letter, trim(after_name).strip_prefix(b"=")) {
            let after = trim(after);
            let (value, left) = after.split_at(word_length(after));
            parts.push(Part::Qualifier(lower(name), string(value)));
            rest = trim(left);
        } else {
            let (word, left) = rest.split_at(word_length(rest));
            parts.push(Part::Word(word.to_vec()));
            rest = trim(left);
        }
    }
    parts
}

fn word_length(text: &[u8]) -> usize {
    (0..text.len()).find(|&at| space_at_start(text.split_at(at).1) > 0).unwrap_or(text.len())
}

/// The conditions of a permission; `None` where anything is not understood: an unknown or
/// mis-combined type, an invalid value, a repetition, a word that is not a qualifier.
pub(crate) fn conditions(usage: &str, text: &[u8]) -> Option<Vec<Condition>> {
    let mut conditions: Vec<Condition> = Vec::new();
    for part in parts(text) {
        let Part::Qualifier(kind, value) = part else { return None };
        let value = valid_value(usage, &kind, &value)?;
        // once, unless stated otherwise. R-096: repeated, unless `any` is among them.
        let before = conditions.iter().filter(|condition| condition.kind == kind);
        let may_repeat = |one: &str| kind == "prohibited-modification" && one != "any";
        for earlier in before {
            if !may_repeat(&earlier.value) || !may_repeat(&value) {
                return None;
            }
        }
        conditions.push(Condition { kind, value });
    }
    Some(conditions)
}

/// The table of qualifiers. Code words compare without case and come out
/// in lower case.
fn valid_value(usage: &str, kind: &str, value: &str) -> Option<String> {
    let presents = usage == "present" || is_derivative(usage);
    let copies = ["present-original", "present-currentcopy", "present-oldcopy"].contains(&usage);
    // no quotation mark, no apostrophe, nothing outside ASCII.
    let is_value = |c: char| c.is_ascii_graphic() && c != '"' && c != '\'';
    if value.is_empty() || !value.chars().all(is_value) {
        return None;
    }
    // compared decoded; what is not a code word is shown as written.
    let word = decoded(value).to_ascii_lowercase();
    match kind {
        //
        "time-limit" if usage == "index" || usage == "preserve" || presents => time_limit(&word),
        //
        "must-use-resource" if usage == "index" || presents => {
            let inside = |extract: &str| match extract.split_once(':') {
                Some(("extract", locator)) => is_element(locator),
                _ => false,
            };
            is_resource(&word, inside).then(|| value.to_owned())
        }
        // R-095; draft 0.2 has it for extracts too.
        "max-length" => {
            let texts =
                ["present-snippet", "present-oldsnippet", "present-extract", "present-oldextract"];
            let number = word.strip_suffix("-chars").or(word.strip_suffix("-words"))?;
            (texts.contains(&usage) && is_number(number)).then_some(word)
        }
        //
        "prohibited-modification" if usage == "present" || copies => {
            let words = ["any", "format", "style", "translation", "annotation"];
            words.contains(&word.as_str()).then_some(word)
        }
        //
        "must-include-resource" if presents => {
            let inside = |role: &str| match role.split_once(':') {
                // icon and text are of draft 0.2.
                Some(("credit" | "link" | "icon" | "text", locator)) => {
                    let names_element =
                        ["id:", "class:", "meta:"].iter().any(|kind| locator.starts_with(kind));
                    if names_element { is_element(locator) } else { !locator.is_empty() }
                }
                _ => false,
            };
            is_resource(&word, inside).then(|| value.to_owned())
        }
        // of draft 0.2.
        "used-resource" if usage == "index" || usage == "present" => {
            let inside = |extract: &str| match extract.split_once(':') {
                Some(("extract", locator)) => is_element(locator),
                _ => false,
            };
            is_resource(&word, inside).then(|| value.to_owned())
        }
        "context" if usage == "present" => (word == "within-frame").then_some(word),
        //
        "prohibited-context" if copies => (word == "within-user-frame").then_some(word),
        "required-context" if copies => (word == "within-original-frame").then_some(word),
        // values unknown, so carried as they are.
        "target-condition" if presents => Some(value.to_owned()),
        "ref" if usage == "other" => Some(value.to_owned()),
        // `location` is for META only.
        _ => None,
    }
}

fn time_limit(word: &str) -> Option<String> {
    // the short form is a synonym of the long one.
    if word == "until-recrawled" || word == "until-recrawl" {
        return Some("until-recrawled".to_owned());
    }
    let is_date = word.strip_prefix("until-").is_some_and(|date| days(date).is_some());
    let is_days = word.strip_suffix("-days").is_some_and(is_number);
    (is_date || is_days).then(|| word.to_owned())
}

/// Any URI, or one of the scheme `the-acap`, in draft 0.2 `acap`, with what that scheme knows.
fn is_resource(word: &str, is_known: impl Fn(&str) -> bool) -> bool {
    word.strip_prefix("the-acap:").or(word.strip_prefix("acap:")).is_none_or(is_known)
}

/// `%nn` is a byte of UTF-8; invalid UTF-8 stays unchanged.
pub(crate) fn decoded(value: &str) -> String {
    let mut text = Vec::new();
    let mut rest = value.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        // The longest run of triplets that is one character.
        let character = (1..=4).find_map(|count| {
            let bytes: Option<Vec<u8>> = (0..count).map(|at| triplet(rest, at * 3)).collect();
            let bytes = bytes?;
            let is_one = std::str::from_utf8(&bytes).is_ok_and(|it| it.chars().count() == 1);
            is_one.then_some(bytes)
        });
        if let Some(bytes) = character {
            rest = rest.split_at(bytes.len() * 3).1;
            text.extend(bytes);
        } else {
            text.push(first);
            rest = others;
        }
    }
    string(&text)
}

fn triplet(text: &[u8], at: usize) -> Option<u8> {
    let triplet = text.get(at..at + 3)?.strip_prefix(b"%")?;
    let is_hex = triplet.iter().all(u8::is_ascii_hexdigit);
    is_hex.then(|| u8::from_str_radix(&string(triplet), 16).ok())?
}

/// The URI of the resource that a condition names, decoded; none where it names an
/// element, or nothing.
pub(crate) fn needed_uri(condition: &Condition) -> Option<String> {
    if !["must-use-resource", "must-include-resource"].contains(&condition.kind.as_str()) {
        return None;
    }
    let plain = decoded(&condition.value);
    let word = plain.to_ascii_lowercase();
    let Some(inside) = word.strip_prefix("the-acap:").or(word.strip_prefix("acap:")) else {
        return Some(plain);
    };
    let (_, locator) = inside.split_once(':')?;
    (!is_element(locator)).then(|| plain.split_at(plain.len() - locator.len()).1.to_owned())
}

/// the URL of a resource, from its URI and the URL that this is relative to, where both are
/// of one origin.
pub(crate) fn on_same_origin(uri: &str, base: &str) -> Option<String> {
    let (scheme, rest) = base.split_once("://")?;
    let (authority, path) = match rest.find(['/', '?', '#']) {
        Some(at) => rest.split_at(at),
        None => (rest, "/"),
    };
    let path = path.split(['?', '#']).next().filter(|path| !path.is_empty()).unwrap_or("/");
    let folder = path.rfind('/').map_or("/", |slash| path.split_at(slash + 1).0);
    let site = format!("{scheme}://{authority}");
    let has_scheme = uri.find([':', '/', '?', '#']).is_some_and(|at| uri[at..].starts_with(':'));
    if has_scheme || uri.starts_with("//") {
        let full = if has_scheme { uri.to_owned() } else { format!("{scheme}:{uri}") };
        let lower = full.to_ascii_lowercase();
        let implied = if scheme == "https" { ":443" } else { ":80" };
        let forms = [format!("{site}{implied}"), site];
        return forms
            .iter()
            .any(|site| {
                let after = lower.strip_prefix(&site.to_ascii_lowercase());
                after.is_some_and(|it| it.is_empty() || it.starts_with(['/', '?', '#']))
            })
            .then_some(full);
    }
    let rest = match uri.chars().next()? {
        '#' => return None,
        '/' => uri.to_owned(),
        '?' => format!("{path}{uri}"),
        _ => format!("{folder}{uri}"),
    };
    Some(format!("{site}{}", without_dots(&rest)))
}

/// RFC 3986 5.2.4: a path without the segments `.` and `..`.
fn without_dots(rest: &str) -> String {
    let (path, query) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        if segment == ".." {
            kept.pop();
        } else if segment != "." {
            kept.push(segment);
            continue;
        }
        if is_last {
            kept.push("");
        }
    }
    format!("/{}{query}", kept.join("/"))
}

fn is_element(locator: &str) -> bool {
    matches!(locator.split_once(':'), Some(("id" | "class" | "meta", name)) if !name.is_empty())
}

/// N is an integer.
fn is_number(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

impl Condition {
    /// Step 6: a time limit that has run out, or a type that the crawler cannot
    /// honour: by default all of §8 but `target-condition`.
    pub(crate) fn fails(&self, question: &Question) -> bool {
        match self.kind.as_str() {
            "time-limit" => self.has_run_out(question),
            "target-condition" => {
                !question.honours.iter().any(|kind| kind.eq_ignore_ascii_case(&self.kind))
            }
            _ => false,
        }
    }

    fn has_run_out(&self, question: &Question) -> bool {
        if self.value == "until-recrawled" {
            return question.recrawled;
        }
        let Some(now) = question.now else { return false };
        if let Some(last_day) = self.value.strip_prefix("until-").and_then(days) {
            return now >= (last_day + 1) * DAY;
        }
        let Some(crawled) = question.crawled else { return false };
        let digits = self.value.strip_suffix("-days").unwrap_or_default();
        // A number too great to count never ends.
        let days: i128 = digits.parse().unwrap_or(i128::from(i64::MAX));
        i128::from(now) >= i128::from(crawled) + days.saturating_mul(i128::from(DAY))
    }
}
