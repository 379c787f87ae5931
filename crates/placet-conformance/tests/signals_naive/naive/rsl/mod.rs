//! The family `rsl` (S-061 to S-090, S-122, S-123).

mod document;
mod licence;
mod reference;
mod terms;

use std::collections::BTreeSet;

use document::{Document, Text};
use reference::{Level, Reference, references};
use terms::Terms;

use super::finding::{Finding, Outcome};
use super::site::Site;

/// S-061: what RSL calls a licence to use, for the usages and for `ai-index`.
pub(super) fn covers(token: &str, usage: &str) -> bool {
    let search = [
        "index",
        "present-link",
        "present-snippet",
        "present-oldsnippet",
        "present-thumbnail",
        "present-oldthumbnail",
    ];
    match token {
        "all" => true,
        "ai-all" => ["train-ai", "ai-input", "ai-index"].contains(&usage),
        "ai-train" => usage == "train-ai",
        "ai-input" => usage == "ai-input",
        "ai-index" => usage == "ai-index",
        "search" => search.contains(&usage),
        _ => false,
    }
}

/// What one document says, in the order of the references.
struct Says {
    level: Level,
    /// What counts.
    outcome: Outcome,
    conditions: BTreeSet<String>,
    refusal: Option<(String, usize)>,
    /// S-019: its own terms allow `train-ai`.
    allows_training: bool,
    /// S-090: conformant, of the page itself, with a `content` that matches.
    hides_site: bool,
    problems: BTreeSet<&'static str>,
}

pub(crate) fn find(site: &Site<'_>, usage: &str) -> Finding {
    let mut finding = Finding::default();
    if usage == "crawl" || usage == "follow" {
        return finding;
    }
    let references = references(site, &mut finding);
    let mut says: Vec<Says> =
        references.iter().map(|reference| one(site, reference, usage)).collect();
    // S-090.
    if says.iter().any(|says| says.hides_site) {
        says.retain(|says| says.level == Level::Page);
    }
    finding.problems.extend(says.iter().flat_map(|says| &says.problems));
    // S-089.
    let refusing: Vec<&Says> =
        says.iter().filter(|says| says.outcome == Outcome::Disallow).collect();
    if refusing.is_empty() {
        if says.iter().any(|says| says.outcome == Outcome::Allow) {
            finding.outcome = Outcome::Allow;
        }
        finding.conditions = says.into_iter().flat_map(|says| says.conditions).collect();
        return finding;
    }
    finding.outcome = Outcome::Disallow;
    finding.refusals = refusing.iter().filter_map(|says| says.refusal.clone()).collect();
    finding.spares_training = refusing.iter().all(|says| says.allows_training);
    finding
}

/// What the document of one reference says.
fn one(site: &Site<'_>, reference: &Reference, usage: &str) -> Says {
    let mut finding = Finding::default();
    let mut says = read(site, reference, usage, &mut finding);
    says.problems = finding.problems;
    says
}

fn read(site: &Site<'_>, reference: &Reference, usage: &str, finding: &mut Finding) -> Says {
    let mut says = Says {
        level: reference.level,
        outcome: Outcome::Silent,
        conditions: BTreeSet::new(),
        refusal: None,
        allows_training: false,
        hides_site: false,
        problems: BTreeSet::new(),
    };
    // S-067.
    if reference.in_body {
        finding.report("signal-scope");
    }
    let is_ai = ["mine", "train-ai", "ai-input"].contains(&usage);
    let licence = format!("license={}", reference.url);
    // S-069: not supplied, or unreadable.
    let document = match Document::read(reference.text.as_deref()) {
        Text::Missing => None,
        Text::Unreadable => {
            finding.report("signal-not-conformant");
            None
        }
        Text::Read(document) => Some(document),
    };
    let Some(document) = document else {
        if is_ai {
            says.conditions.insert(licence);
        }
        return says;
    };
    finding.problems.extend(&document.problems);
    let terms = Terms::read(site, &document, &reference.url, finding);
    let own = terms.evaluate(usage, finding);
    says.outcome = own.outcome;
    says.conditions = own.conditions;
    let place = |line| (reference.source.clone(), reference.lines_before + line);
    says.refusal = own.line.map(place);
    says.allows_training =
        terms.evaluate("train-ai", &mut Finding::default()).outcome == Outcome::Allow;
    says.hides_site = reference.level == Level::Page
        && !reference.in_body
        && document.is_conformant
        && terms.has_match();
    // S-070.
    if !document.is_conformant {
        if says.outcome == Outcome::Allow {
            says.outcome = Outcome::Silent;
        }
        if is_ai && says.outcome != Outcome::Disallow {
            says.conditions.insert(licence);
        }
    }
    // S-067: an `allow` from the body does not count.
    if reference.in_body && says.outcome == Outcome::Allow {
        says.outcome = Outcome::Silent;
    }
    says
}
