//! What a document says about a usage (S-071 to S-080, S-123).

use std::collections::BTreeSet;

use super::covers;
use super::document::{Content, Document};
use super::licence::Licence;
use crate::naive::finding::{Finding, Outcome};
use crate::naive::robots::match_length;
use crate::naive::site::Site;

/// The `content` elements that match the URL asked, with the lengths of their patterns.
pub(super) struct Terms<'d> {
    matching: Vec<(usize, &'d Content)>,
    url: &'d str,
}

/// What the terms alone say.
#[derive(Debug, Default)]
pub(super) struct Own {
    pub(super) outcome: Outcome,
    pub(super) conditions: BTreeSet<String>,
    /// The line of what refuses.
    pub(super) line: Option<usize>,
}

impl<'d> Terms<'d> {
    pub(super) fn read(
        site: &Site<'_>,
        document: &'d Document,
        url: &'d str,
        finding: &mut Finding,
    ) -> Self {
        let mut matching = Vec::new();
        for content in &document.contents {
            if let Some(length) = length(site, &content.url, finding) {
                matching.push((length, content));
            }
        }
        Self { matching, url }
    }

    pub(super) fn has_match(&self) -> bool {
        !self.matching.is_empty()
    }

    pub(super) fn evaluate(&self, usage: &str, finding: &mut Finding) -> Own {
        let mut own = Own::default();
        // S-072.
        let Some(longest) = self.matching.iter().map(|(length, _)| *length).max() else {
            return own;
        };
        // S-073.
        if let Some(line) = self.prohibits(usage) {
            own.outcome = Outcome::Disallow;
            own.line = Some(line);
            return own;
        }
        // S-074: the licences of the narrowest elements decide.
        let narrowest = self.matching.iter().filter(|(length, _)| *length == longest);
        let licences: Vec<&Licence> =
            narrowest.flat_map(|(_, content)| &content.licences).collect();
        let granting: Vec<&Licence> =
            licences.iter().copied().filter(|licence| grants(licence, usage)).collect();
        if granting.is_empty() {
            let is_search = covers("search", usage);
            if is_search && licences.iter().any(|licence| is_ai_only(licence)) {
                finding.report("signal-search-unmentioned");
                return own;
            }
            // S-075.
            own.outcome = Outcome::Disallow;
            own.line = licences.iter().filter_map(|licence| licence.permits_line).min();
            return own;
        }
        own.outcome = Outcome::Allow;
        own.conditions = self.conditions(usage, &granting);
        own
    }

    /// S-078, S-080.
    fn conditions(&self, usage: &str, granting: &[&Licence]) -> BTreeSet<String> {
        let index_is_prohibited = self.prohibits("ai-index").is_some();
        let offers: Vec<BTreeSet<String>> = granting
            .iter()
            .map(|licence| {
                let mut conditions = licence.conditions(usage);
                let grants_index = grants(licence, "ai-index") && !index_is_prohibited;
                if usage == "ai-input" && !grants_index {
                    conditions.insert("no-ai-index".to_owned());
                }
                conditions
            })
            .collect();
        let least = offers.iter().find(|offer| offers.iter().all(|other| offer.is_subset(other)));
        least.cloned().unwrap_or_else(|| BTreeSet::from([format!("license={}", self.url)]))
    }

    /// S-073: the line of the first prohibition that no narrower term overrides.
    fn prohibits(&self, usage: &str) -> Option<usize> {
        // Whether it prohibits, the length of its path, its class, its line.
        let mut terms: Vec<(bool, usize, usize, usize)> = Vec::new();
        for (length, content) in &self.matching {
            for licence in &content.licences {
                for (is_prohibition, tokens) in
                    [(false, &licence.permits), (true, &licence.prohibits)]
                {
                    for (token, line) in tokens.iter().filter(|(token, _)| covers(token, usage)) {
                        terms.push((is_prohibition, *length, class(token), *line));
                    }
                }
            }
        }
        let is_overridden = |term: &(bool, usize, usize, usize)| {
            terms.iter().any(|other| {
                let is_as_narrow = other.1 >= term.1 && other.2 >= term.2;
                is_as_narrow && (other.1 > term.1 || other.2 > term.2)
            })
        };
        let left = terms.iter().filter(|term| term.0 && !is_overridden(term));
        left.map(|term| term.3).min()
    }
}

/// S-073: `all` < `ai-all` < single token; `all` < `search`.
fn class(token: &str) -> usize {
    match token {
        "all" => 0,
        "ai-all" => 1,
        _ => 2,
    }
}

/// S-074, S-075: whether a licence alone grants a usage.
fn grants(licence: &Licence, usage: &str) -> bool {
    let narrowest = |tokens: &[(String, usize)]| {
        let covering = tokens.iter().filter(|(token, _)| covers(token, usage));
        covering.map(|(token, _)| class(token)).max()
    };
    let (permitted, prohibited) = (narrowest(&licence.permits), narrowest(&licence.prohibits));
    match (permitted, prohibited) {
        (None, None) => licence.permits_line.is_none(),
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (Some(permitted), Some(prohibited)) => permitted > prohibited,
    }
}

/// S-074: a list that holds AI tokens only, at least one.
fn is_ai_only(licence: &Licence) -> bool {
    let is_ai = |token: &str| ["ai-train", "ai-input", "ai-index", "ai-all"].contains(&token);
    !licence.permits.is_empty() && licence.permits.iter().all(|(token, _)| is_ai(token))
}

/// S-071: the length of the pattern of a `content` that matches.
fn length(site: &Site<'_>, url: &str, finding: &mut Finding) -> Option<usize> {
    if url.is_empty() {
        return Some(0);
    }
    if url.starts_with(['/', '*']) {
        return match_length(url, &site.target);
    }
    let Some((authority, path)) = parts(url) else {
        finding.report("signal-pattern");
        return None;
    };
    if let Some((asked, _)) = parts(&site.question.url)
        && asked != authority
    {
        // S-123.
        finding.report("signal-pattern");
        return None;
    }
    match_length(&path, &site.target)
}

/// The authority of an absolute URL, in lower case and without a default port, and its path and
/// query.
fn parts(url: &str) -> Option<(String, String)> {
    let (scheme, rest) = url.split_once("://")?;
    let port = match scheme.to_ascii_lowercase().as_str() {
        "http" => ":80",
        "https" => ":443",
        _ => return None,
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let authority = authority.to_ascii_lowercase();
    let authority = authority.strip_suffix(port).unwrap_or(&authority).to_owned();
    let path = path.split('#').next().unwrap_or_default();
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    Some((authority, path))
}
