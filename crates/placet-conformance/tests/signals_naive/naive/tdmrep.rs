//! The family `tdmrep` (S-049 to S-060, S-119 to S-121).

use url::Url;

use super::field::{content, field};
use super::finding::{Finding, Stated};
use super::json::{Json, parse};
use super::robots::{match_length, trim};
use super::site::{Site, is_absolute};

/// S-115.
const CEILING: usize = 512_000;

/// What one source says: each reservation with its line, and the policy.
#[derive(Debug, Default)]
struct Source {
    reservations: Vec<(bool, usize)>,
    policy: Option<String>,
}

pub(crate) fn find(site: &Site<'_>, usage: &str) -> Finding {
    let mut finding = Finding::default();
    // S-049.
    if usage != "mine" {
        return finding;
    }
    let file = in_file(site, &mut finding);
    let fields = in_fields(site, &mut finding);
    let page = in_page(site, &mut finding);
    // S-058: the meta element supersedes the field, the field the file, each property by itself.
    let sources = [("page", &page), ("tdm-reservation", &fields), ("tdmrep.json", &file)];
    let deciding = sources.iter().find(|(_, source)| !source.reservations.is_empty());
    if let Some((name, source)) = deciding {
        let stated = source.reservations.iter();
        let stated: Vec<Stated> =
            stated.map(|&(is_one, line)| Stated::new(is_one, name, line)).collect();
        // S-056: any 1 gives 1.
        finding.add(&stated);
        // S-059, S-060: with 1 the policy is reported.
        if !finding.refusals.is_empty() {
            finding.policy = sources.iter().find_map(|(_, source)| source.policy.clone());
        }
    }
    finding
}

/// Resolves a policy (S-056).
fn policy(site: &Site<'_>, written: &str, base: Option<&Url>, finding: &mut Finding) -> String {
    if !is_absolute(written) {
        finding.report("signal-reference");
    }
    site.absolute(written, base).0
}

/// S-056: the values of a field or a meta element.
fn values(text: &str, line: usize, finding: &mut Finding) -> Vec<(bool, usize)> {
    let mut values = Vec::new();
    for value in text.split(',') {
        match trim(value) {
            "1" => values.push((true, line)),
            "0" => values.push((false, line)),
            _ => finding.report("signal-value"),
        }
    }
    values
}

fn in_fields(site: &Site<'_>, finding: &mut Finding) -> Source {
    let mut source = Source::default();
    let (reservation, policies) = (field(site, "tdm-reservation"), field(site, "tdm-policy"));
    if reservation.is_cut || policies.is_cut {
        finding.report("signal-truncated");
    }
    for (line, value) in reservation.lines {
        source.reservations.extend(values(&value, line, finding));
    }
    let first = policies.lines.iter().find(|(_, value)| !value.is_empty());
    source.policy = first.map(|(_, value)| policy(site, value, None, finding));
    source
}

/// S-057.
fn in_page(site: &Site<'_>, finding: &mut Finding) -> Source {
    let mut source = Source::default();
    for meta in site.elements.iter().filter(|element| element.name == "meta") {
        let (Some(name), Some(value)) = (meta.attribute("name"), meta.attribute("content")) else {
            continue;
        };
        let (value, is_cut) = content(value);
        if name.eq_ignore_ascii_case("tdm-reservation") {
            let mut values = values(value, meta.line, finding);
            if is_cut {
                finding.report("signal-truncated");
            }
            if !meta.in_head {
                finding.report("signal-scope");
                values.retain(|(is_one, _)| *is_one);
            }
            source.reservations.extend(values);
        } else if name.eq_ignore_ascii_case("tdm-policy")
            && meta.in_head
            && source.policy.is_none()
            && !trim(value).is_empty()
        {
            source.policy = Some(policy(site, trim(value), meta.base.as_ref(), finding));
        }
    }
    // S-107: by line, whichever form of the page it is in.
    source.reservations.sort_by_key(|(_, line)| *line);
    source
}

fn in_file(site: &Site<'_>, finding: &mut Finding) -> Source {
    let Some(text) = &site.question.tdmrep else { return Source::default() };
    let json = parse(text.strip_prefix('\u{feff}').unwrap_or(text));
    let rules = match json.filter(|_| text.len() <= CEILING) {
        Some(Json::List(rules)) => rules,
        // S-055: a bare object counts where it reserves.
        Some(Json::Object { line, members }) => {
            if reservation(&members, &mut Finding::default()) != Some(true) {
                finding.report("signal-format");
                return Source::default();
            }
            finding.report("signal-lenient");
            vec![Json::Object { line, members }]
        }
        _ => {
            finding.report("signal-format");
            return Source::default();
        }
    };
    let mut deciding = None;
    for rule in &rules {
        let Some(rule) = Rule::read(rule, finding) else { continue };
        // S-052: the first that matches decides.
        let matches =
            rule.locations.iter().any(|location| match_length(location, &site.target).is_some());
        if matches && deciding.is_none() {
            deciding = Some(rule);
        }
    }
    let Some(rule) = deciding else { return Source::default() };
    let file = site.url.as_ref().and_then(|url| url.join("/.well-known/tdmrep.json").ok());
    let policy = rule.policy.map(|written| policy(site, &written, file.as_ref(), finding));
    Source { reservations: vec![(rule.is_reserved, rule.line)], policy }
}

/// One rule of the file.
struct Rule {
    line: usize,
    locations: Vec<String>,
    is_reserved: bool,
    policy: Option<String>,
}

impl Rule {
    /// `None` where it does not count.
    fn read(rule: &Json, finding: &mut Finding) -> Option<Self> {
        // S-050.
        let Json::Object { line, members } = rule else {
            finding.report("signal-value");
            return None;
        };
        let count = |key: &str| members.iter().filter(|(name, _)| name == key).count();
        // S-120.
        if ["location", "tdm-reservation", "tdm-policy"].iter().any(|key| count(key) > 1) {
            finding.report("signal-lenient");
        }
        let last = |key: &str| members.iter().rfind(|(name, _)| name == key).map(|it| &it.1);
        let locations = match last("location") {
            Some(Json::Text(location)) => vec![location.clone()],
            // S-121.
            Some(Json::List(items)) => {
                finding.report("signal-lenient");
                if items.iter().any(|item| item.text().is_none()) {
                    finding.report("signal-value");
                }
                items.iter().filter_map(Json::text).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        };
        if locations.is_empty() {
            finding.report("signal-value");
            return None;
        }
        // S-054: a protocol error is passed over.
        let is_reserved = reservation(members, finding)?;
        let policy = match last("tdm-policy") {
            None => None,
            Some(Json::Text(policy)) if !policy.is_empty() => Some(policy.clone()),
            Some(_) => {
                finding.report("signal-value");
                None
            }
        };
        let locations: Vec<String> = locations
            .into_iter()
            .map(|location| if is_reserved { plain(&location, finding) } else { location })
            .collect();
        if locations.iter().any(|location| !location.starts_with(['/', '*'])) {
            finding.report("signal-pattern");
        }
        Some(Self { line: *line, locations, is_reserved, policy })
    }
}

/// S-119: a regular expression as a pattern.
fn plain(location: &str, finding: &mut Finding) -> String {
    let plain = location.strip_prefix('^').unwrap_or(location).replace(".*", "*");
    if plain != location {
        finding.report("signal-lenient");
    }
    plain
}

/// S-053, S-120: the reservation of a rule; `None` is a protocol error.
fn reservation(members: &[(String, Json)], finding: &mut Finding) -> Option<bool> {
    let values: Vec<&Json> = members
        .iter()
        .filter(|(key, _)| key == "tdm-reservation")
        .map(|(_, value)| value)
        .collect();
    let is = |value: &Json, number: f64, text: &str| {
        value.is_number(number) || value.text() == Some(text)
    };
    let counting = values.iter().find(|value| is(value, 1.0, "1")).or(values.last());
    if counting.is_some_and(|value| ["1", "0"].map(Some).contains(&value.text())) {
        finding.report("signal-lenient");
    }
    match counting {
        Some(value) if is(value, 1.0, "1") => Some(true),
        Some(value) if is(value, 0.0, "0") => Some(false),
        _ => {
            finding.report("signal-value");
            None
        }
    }
}
