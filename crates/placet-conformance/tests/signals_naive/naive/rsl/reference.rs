//! Where a site refers to its documents (S-062 to S-067).

use crate::naive::field::field;
use crate::naive::finding::Finding;
use crate::naive::link::links;
use crate::naive::robots::{Record, Robots};
use crate::naive::site::{Site, is_absolute};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Site,
    Page,
}

#[derive(Debug)]
pub(super) struct Reference {
    pub(super) level: Level,
    /// As written where it was absolute, else resolved.
    pub(super) url: String,
    /// What the answer calls the document.
    pub(super) source: String,
    /// How many lines of the source come before the text.
    pub(super) lines_before: usize,
    pub(super) text: Option<String>,
    pub(super) in_body: bool,
}

/// All references, in the order of S-107.
pub(super) fn references(site: &Site<'_>, finding: &mut Finding) -> Vec<Reference> {
    let mut references = in_robots(site, finding);
    references.extend(in_fields(site, finding));
    references.extend(in_page(site, finding));
    references
}

fn to_url(site: &Site<'_>, level: Level, url: String) -> Reference {
    let text = site.question.rsl.get(&url).cloned();
    Reference { level, source: url.clone(), lines_before: 0, url, text, in_body: false }
}

fn in_robots(site: &Site<'_>, finding: &mut Finding) -> Vec<Reference> {
    let robots = Robots::read(&site.question.robots, "");
    if robots.is_cut {
        finding.report("signal-truncated");
    }
    let chosen = robots.chosen(&site.crawler).records;
    let outside: Vec<Record> = robots.outside.into_iter().chain(robots.at_end).collect();
    let mut counting = |records: Vec<Record>| -> Vec<String> {
        let licences = records.into_iter().filter(|record| record.key == "license");
        licences.filter_map(|record| licence(site, &record.value, finding)).collect()
    };
    let mut urls = counting(chosen);
    // S-010, S-063.
    if urls.is_empty() {
        urls = counting(outside);
    }
    urls.into_iter().map(|url| to_url(site, Level::Site, url)).collect()
}

/// S-062: the URL of a `License` record that counts.
fn licence(site: &Site<'_>, value: &str, finding: &mut Finding) -> Option<String> {
    let word = value.split([' ', '\t']).next().unwrap_or_default();
    if word != value {
        finding.report("signal-reference");
    }
    let lower = word.to_ascii_lowercase();
    let is_http = lower.starts_with("http://") || lower.starts_with("https://");
    if is_http && is_absolute(word) {
        return Some(word.to_owned());
    }
    finding.report("signal-reference");
    word.starts_with('/').then(|| site.resolve(word, None))
}

/// Whether a media type is that of RSL, whatever its parameters.
fn is_rsl(media_type: Option<&str>) -> bool {
    let essence = media_type.unwrap_or_default().split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/rsl+xml")
}

/// Whether relation types include `license`.
fn is_license(relations: Option<&str>) -> bool {
    let relations = relations.unwrap_or_default();
    relations.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case("license"))
}

/// S-065.
fn in_fields(site: &Site<'_>, finding: &mut Finding) -> Vec<Reference> {
    let field = field(site, "Link");
    if field.is_cut {
        finding.report("signal-truncated");
    }
    let mut references = Vec::new();
    for link in field.lines.iter().flat_map(|(_, value)| links(value)) {
        let counts = is_license(link.parameter("rel"))
            && is_rsl(link.parameter("type"))
            && link.parameter("anchor").is_none();
        if counts {
            let (url, was_absolute) = site.absolute(&link.target, None);
            if !was_absolute {
                finding.report("signal-reference");
            }
            references.push(to_url(site, Level::Page, url));
        }
    }
    references
}

/// S-066, S-067.
fn in_page(site: &Site<'_>, finding: &mut Finding) -> Vec<Reference> {
    let mut references = Vec::new();
    for element in &site.elements {
        if !is_rsl(element.attribute("type")) {
            continue;
        }
        let mut reference = match (element.name.as_str(), element.attribute("href")) {
            ("link", Some(href)) if is_license(element.attribute("rel")) => {
                let (url, was_absolute) = site.absolute(href.trim(), element.base.as_ref());
                if !was_absolute {
                    finding.report("signal-reference");
                }
                to_url(site, Level::Page, url)
            }
            // S-069: the URL is that of the page as asked.
            ("script", _) => Reference {
                level: Level::Page,
                url: site.question.url.clone(),
                source: "page".to_owned(),
                lines_before: element.line - 1,
                text: Some(element.text.clone()),
                in_body: false,
            },
            _ => continue,
        };
        reference.in_body = !element.in_head;
        references.push(reference);
    }
    references
}
