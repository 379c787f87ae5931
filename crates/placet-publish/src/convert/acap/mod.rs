//! From conventional groups to ACAP records, for crawling.

mod fields;

use placet::syntax::robots::Key;
use placet::write::{Crawlers, Field, LineEnd, PathPattern, QualifiedUsage, Record, RobotsFile};
use placet::{Agent, Inquiry, RobotsPolicy, RuleKind, Usage, limits};

use super::compare::{ANOTHER, compare, compare_names};
use super::glob::{Glob, Steps};
use super::{Converted, Loss, LossKind, Unconvertible};
use fields::{Fields, Own, Rule};

/// What is written beside the ACAP records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::exhaustive_enums, reason = "either the source stays or it does not")]
pub enum AcapForm {
    /// The source as it is, before them: crawlers that do not know ACAP go by it (ACAP 1.0 §2.9.2,
    /// R-024).
    #[default]
    Beside,
    /// Nothing but sitemaps.
    Alone,
}

/// Says the conventional rules of a robots.txt in ACAP's words: every crawler may crawl what it could.
///
/// - Each rule has its field; an empty `Disallow` permits everything, rather than leaving a record
///   without fields, which would run into the next (A-45).
/// - A group that names a crawler replaces `*` (RFC 9309 §2.2.1), but a record that names it overrides
///   field by field (R-060). So where `*` says anything, its record begins with a permission of
///   everything. The same holds where one crawler's name begins with another's: a record for
///   `Bot` addresses `Bot-Images`, too (A-09).
/// - Where the longest pattern is not the narrowest, more fields say so: see `fields.rs`.
/// - `/robots.txt` stays open (RFC 9309 §2.2.2).
///
/// Letters in patterns are not told apart in ACAP (R-072). What closes for that alone is noted, what
/// opens is a loss. Beside the source, which ACAP crawlers honour too (A-24), nothing opens.
///
/// ```
/// use placet_publish::convert::{AcapForm, to_acap};
///
/// let text = b"User-agent: *\nDisallow: /a/\nUser-agent: b\nDisallow:\n";
/// let converted = to_acap(text, AcapForm::Alone)?;
/// assert_eq!(
///     String::from_utf8_lossy(&converted.text),
///     "##ACAP version=1.0\n\n\
///      ACAP-crawler: *\n\
///      ACAP-disallow-crawl: /a/\n\n\
///      ACAP-crawler: b\n\
///      ACAP-allow-crawl: /\n"
/// );
/// # Ok::<(), placet_publish::convert::Unconvertible>(())
/// ```
///
/// # Errors
/// When it has ACAP fields already, has no group, or is not to be compared within
/// [`PATTERN_STEPS`](crate::limits::PATTERN_STEPS) and [`FIELDS`](crate::limits::FIELDS).
pub fn to_acap(text: &[u8], form: AcapForm) -> Result<Converted, Unconvertible> {
    let policy = RobotsPolicy::parse(text);
    if let Some(field) = policy.records().find(|record| record.kind() == Key::Acap) {
        return Err(Unconvertible::Already(field.line()));
    }
    if policy.groups().next().is_none() {
        return Err(Unconvertible::Nothing);
    }
    let mut converted = Converted { text: Vec::new(), losses: Vec::new(), notes: Vec::new() };
    let mut file = RobotsFile::new();
    for plan in plans(&policy, &mut converted)? {
        if let Some(record) = plan.record(&mut converted) {
            file.record(record).map_err(|_| Unconvertible::Unwritable)?;
        }
    }
    if form == AcapForm::Alone {
        others(&policy, &mut file, &mut converted.losses);
    }
    converted.text = written(&file, text, form);
    if converted.text.len() > limits::FILE_MIN {
        let why = "the result is longer than the 500 KiB that all crawlers read";
        converted.losses.push(Loss::new(LossKind::Length, None, why));
    }
    examples(&policy, &mut converted);
    Ok(converted)
}

/// Looks for URLs that are answered otherwise.
fn examples(policy: &RobotsPolicy, converted: &mut Converted) {
    // Those that cannot be named are told already.
    let named = |agent: &Agent| Crawlers::named([agent.name()]).is_ok();
    let agents = policy.addressees().into_iter().filter(named);
    let agents: Vec<Agent> = agents.chain([Agent::new(ANOTHER)]).collect();
    let rules = policy.groups().flat_map(|group| group.rules().collect::<Vec<_>>());
    let rules = rules.filter_map(|rule| rule.normal_form());
    let mut patterns: Vec<String> =
        rules.map(|normal| String::from_utf8_lossy(normal).into_owned()).collect();
    patterns.sort_unstable();
    patterns.dedup();
    patterns.push("/robots.txt".to_owned());
    let law = "letters in patterns are not told apart in ACAP";
    let after = RobotsPolicy::parse(&converted.text);
    compare(policy, &after, &agents, &patterns).tell(law, converted);
    compare_names(policy, &after, &agents, &patterns, converted);
}

/// A record in the making.
#[derive(Debug)]
struct Plan {
    /// Nobody named: any crawler.
    names: Vec<String>,
    rules: Vec<Rule>,
    /// The plans that address these crawlers as well.
    above: Vec<usize>,
    fields: Vec<(RuleKind, String, Option<usize>)>,
}

/// The records, in the order in which the file first addresses their crawlers.
fn plans(policy: &RobotsPolicy, out: &mut Converted) -> Result<Vec<Plan>, Unconvertible> {
    let mut agents = policy.addressees();
    let any = policy.ask(&Agent::new("*"));
    let any_rules = rules(&any, &mut out.losses, &mut out.notes);
    // A name is heard after those that it begins with.
    let mut order: Vec<usize> = (0..agents.len()).collect();
    order.sort_by_key(|&at| agents.get(at).map_or(0, |agent| agent.name().len()));
    let mut plans: Vec<(usize, Plan)> = Vec::new();
    for at in order {
        let Some(agent) = agents.get_mut(at) else { continue };
        if agent.name() == "*" {
            let (rules, names) = (any_rules.clone(), Vec::new());
            plans.push((at, Plan { names, rules, above: Vec::new(), fields: Vec::new() }));
            continue;
        }
        if let Err(error) = Crawlers::named([agent.name()]) {
            let line = policy.ask(&*agent).lines().next().map(|line| line.line());
            out.losses.push(Loss::new(LossKind::Name, line, error.to_string()).of(agent.name()));
            continue;
        }
        let own = rules(&policy.ask(&*agent), &mut Vec::new(), &mut Vec::new());
        let above: Vec<usize> = (0..)
            .zip(&plans)
            .filter(|(_, (_, plan))| plan.names.iter().any(|name| begins(agent.name(), name)))
            .map(|(place, _)| place)
            .collect();
        let same = plans
            .iter_mut()
            .find(|(_, plan)| !plan.names.is_empty() && plan.rules == own && plan.above == above);
        match same {
            Some((first, plan)) => {
                *first = at.min(*first);
                plan.names.push(agent.name().to_owned());
            }
            None => {
                let names = vec![agent.name().to_owned()];
                plans.push((at, Plan { names, rules: own, above, fields: Vec::new() }));
            }
        }
    }
    fill(&mut plans, &any_rules, &mut out.losses)?;
    plans.sort_by_key(|&(first, _)| first);
    Ok(plans.into_iter().map(|(_, plan)| plan).collect())
}

/// Whether a record for `start` addresses the crawler (A-09).
fn begins(name: &str, start: &str) -> bool {
    let (name, start) = (name.to_ascii_lowercase(), start.to_ascii_lowercase());
    name.strip_prefix(&start)
        .is_some_and(|rest| rest.chars().next().is_some_and(|next| !next.is_alphanumeric()))
}

/// Finds the fields of all records.
fn fill(
    plans: &mut [(usize, Plan)],
    any: &[Rule],
    losses: &mut Vec<Loss>,
) -> Result<(), Unconvertible> {
    let mut fields = Fields::new();
    let mut owns: Vec<Own> = Vec::new();
    for (_, plan) in plans.iter_mut() {
        let places = |own: &Own| own.places.clone();
        let above: Vec<usize> =
            plan.above.iter().filter_map(|&at| owns.get(at)).flat_map(places).collect();
        if !plan.names.is_empty() && (!any.is_empty() || !above.is_empty()) {
            let glob = Glob::everything();
            plan.rules.insert(0, Rule { kind: RuleKind::Allow, glob, line: None });
        }
        let own = fields.add(&plan.rules, &above)?;
        for line in &own.unsaid {
            let name = plan.names.first().map_or("*", |name| name);
            let why = format!("no field can say it for {name} beside those of a shorter name");
            losses.push(Loss::new(LossKind::Law, *line, why));
        }
        owns.push(own);
    }
    fields.set_stars()?;
    for ((_, plan), own) in plans.iter_mut().zip(&owns) {
        let own = own.places.iter().filter_map(|&place| fields.get(place));
        plan.fields = own.map(|field| (field.kind, field.text(), field.line)).collect();
        plan.fields.sort_by_key(|&(_, _, line)| line);
    }
    Ok(())
}

/// The rules for a crawler, the lightest first (RFC 9309 §2.2.2, F-23, F-24).
fn rules(site: &Inquiry, losses: &mut Vec<Loss>, notes: &mut Vec<Loss>) -> Vec<Rule> {
    let mut weighed: Vec<(usize, Rule)> = Vec::new();
    for rule in site.rules() {
        let (kind, line) = (rule.kind(), Some(rule.line()));
        let Some(normal) = rule.normal_form() else {
            let why = "it is read in two ways, before and behind the ? of a URL";
            losses.push(Loss::new(LossKind::Pattern, line, why).of(rule.text()));
            continue;
        };
        if normal.is_empty() {
            if kind == RuleKind::Disallow {
                let glob = Glob::everything();
                weighed.push((0, Rule { kind: RuleKind::Allow, glob, line }));
            }
            continue;
        }
        let sets = Glob::of(normal);
        if sets.is_empty() {
            let why = "it matches nothing and is left out; in ACAP it would";
            notes.push(Loss::new(LossKind::NotUnderstood, line, why).of(rule.text()));
        }
        let weight = rule.octets() * 2 + usize::from(kind == RuleKind::Allow);
        weighed.extend(sets.into_iter().map(|glob| (weight, Rule { kind, glob, line })));
    }
    weighed.sort_by_key(|&(weight, _)| weight);
    let mut rules: Vec<Rule> = weighed.into_iter().map(|(_, rule)| rule).collect();
    let open = [&b"/robots.txt$"[..], b"/robots.txt?"].into_iter().flat_map(Glob::of);
    let open: Vec<Rule> = open.filter_map(|glob| kept_open(glob, &rules)).collect();
    rules.extend(open);
    rules
}

/// The rule that keeps the file itself open, with a query or without, where rules would close it
/// (RFC 9309 §2.2.2, F-26).
fn kept_open(glob: Glob, rules: &[Rule]) -> Option<Rule> {
    let mut steps = Steps::new();
    let closing = rules.iter().filter(|rule| rule.kind == RuleKind::Disallow);
    // Where it takes too long to find out, one more field does no harm.
    closing.into_iter().find(|it| it.glob.overlaps(&glob, &mut steps) != Ok(false))?;
    let line = rules.iter().filter_map(|rule| rule.line).max();
    Some(Rule { kind: RuleKind::Allow, glob, line })
}

impl Plan {
    /// The record; none where it says nothing.
    fn record(&self, out: &mut Converted) -> Option<Record> {
        let crawlers = if self.names.is_empty() {
            Crawlers::any()
        } else {
            Crawlers::named(self.names.iter().map(|name| &**name)).ok()?
        };
        let mut record: Option<Record> = None;
        for (kind, text, line) in &self.fields {
            let Some(field) = field(*kind, text) else {
                let why = "it cannot be written as an ACAP pattern";
                out.losses.push(Loss::new(LossKind::Pattern, *line, why).of(text));
                continue;
            };
            record = Some(match record {
                Some(record) => record.and(field),
                None => Record::new(crawlers.clone(), field),
            });
        }
        record
    }
}

/// A field, if it is read as it is meant.
fn field(kind: RuleKind, text: &str) -> Option<Field> {
    let pattern = PathPattern::new(text).ok()?;
    if pattern.as_str().contains('%') {
        // What looks like a triplet in a normal form would be one.
        let probe = format!("User-agent: *\nDisallow: {pattern}");
        let probe = RobotsPolicy::parse(probe.as_bytes());
        let rule = probe.groups().next()?.rules().next()?;
        if rule.normal_form() != Some(text.as_bytes()) {
            return None;
        }
    }
    match kind {
        RuleKind::Allow => Some(Field::allow(QualifiedUsage::new(Usage::Crawl).ok()?, pattern)),
        RuleKind::Disallow => Field::disallow(Usage::Crawl, pattern).ok(),
    }
}

/// Keeps the records that are for everyone, and tells of the others.
fn others(policy: &RobotsPolicy, file: &mut RobotsFile, losses: &mut Vec<Loss>) {
    for record in policy.records() {
        let kept = record.kind() == Key::Sitemap && file.sitemap(&record.value()).is_ok();
        if !kept {
            let text = format!("{}: {}", record.key(), record.value());
            let why = "ACAP has no field for it";
            losses.push(Loss::new(LossKind::Record, Some(record.line()), why).of(text));
        }
    }
}

/// The text of the result, with the line ends of the source.
fn written(file: &RobotsFile, source: &[u8], form: AcapForm) -> Vec<u8> {
    let line_end =
        if source.windows(2).any(|it| it == b"\r\n") { LineEnd::CrLf } else { LineEnd::Lf };
    let printed = file.print(line_end);
    if form == AcapForm::Alone {
        return printed.into_bytes();
    }
    if printed.is_empty() {
        return source.to_vec();
    }
    let end = line_end.as_str();
    let (version, records) = printed.split_once(end).unwrap_or((&printed, ""));
    let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    let finished = source.ends_with(b"\n") || source.ends_with(b"\r");
    let mut text = [version, end, end].concat().into_bytes();
    text.extend_from_slice(source);
    if !finished {
        text.extend_from_slice(end.as_bytes());
    }
    text.extend_from_slice(records.as_bytes());
    text
}
