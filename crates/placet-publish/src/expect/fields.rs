//! The crawlers, usages and patterns in the ACAP fields of a robots.txt.

use std::collections::HashMap;

use placet::syntax::Span;
use placet::syntax::acap::{self, Field, UsageName};
use placet::syntax::robots::{Content, Key, Lines};
use placet::{Profile, RobotsPolicy, Usage};

/// The content of the fields, with names resolved.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// The crawlers that records address.
    pub(super) crawlers: Vec<String>,
    /// Patterns, each with a usage that is permitted or prohibited there.
    pub(super) patterns: Vec<(Usage, String)>,
}

impl Fields {
    /// The fields of a file; none in a profile that does not read ACAP.
    pub(super) fn new(policy: &RobotsPolicy) -> Self {
        let mut found = Self::default();
        if policy.profile() != Profile::Full {
            return found;
        }
        let text = policy.text();
        let fields: Vec<Field> = Lines::new(text, policy.profile())
            .filter_map(|line| match line.content {
                Content::Record(record) if record.kind == Key::Acap => {
                    Some(acap::read(text, record.key, record.value))
                }
                _ => None,
            })
            .collect();
        let names = Names::new(text, &fields);
        for field in &fields {
            match field {
                Field::Crawler(name) => found.crawlers.push(lossy(text, *name)),
                Field::Permission { usage, resources, .. } => {
                    for usage in names.usages(text, *usage) {
                        let all = resources.iter().flat_map(|it| names.patterns(text, *it));
                        found.patterns.extend(all.map(|pattern| (usage, pattern)));
                    }
                }
                _ => {}
            }
        }
        found
    }
}

fn lossy(text: &[u8], span: Span) -> String {
    String::from_utf8_lossy(span.of(text)).into_owned()
}

/// The definitions of the file (ACAP 1.0 §2.7).
#[derive(Debug, Default)]
struct Names {
    usages: HashMap<String, Vec<Usage>>,
    sets: HashMap<String, Vec<String>>,
}

impl Names {
    /// In the order of the file: a name that is not yet defined is empty.
    fn new(text: &[u8], fields: &[Field]) -> Self {
        let mut names = Self::default();
        for field in fields {
            match field {
                Field::QualifiedUsage { name, usage: Some(usage), .. } => {
                    let usages = names.usages(text, UsageName::Standard(*usage));
                    names.usages.insert(lossy(text, *name), usages);
                }
                Field::CompositeUsage { name, usages } => {
                    let usages = usages.iter().flat_map(|it| names.usages(text, *it)).collect();
                    names.usages.insert(lossy(text, *name), usages);
                }
                Field::ResourceSet { name, patterns } => {
                    let patterns = patterns.iter().map(|it| lossy(text, *it)).collect();
                    names.sets.insert(lossy(text, *name), patterns);
                }
                _ => {}
            }
        }
        names
    }

    /// The standard usages of a name.
    fn usages(&self, text: &[u8], name: UsageName) -> Vec<Usage> {
        match name {
            UsageName::Standard(name) => {
                let usage = lossy(text, name).to_ascii_lowercase().parse().ok();
                usage.into_iter().filter(|usage: &Usage| usage.is_acap()).collect()
            }
            UsageName::Local(name) => {
                self.usages.get(&lossy(text, name)).cloned().unwrap_or_default()
            }
        }
    }

    /// The patterns of a resource: itself, or those of the set it names.
    fn patterns(&self, text: &[u8], resource: Span) -> Vec<String> {
        let resource = lossy(text, resource);
        match resource.rsplit_once("resource-set:") {
            Some((_, name)) => self.sets.get(name).cloned().unwrap_or_default(),
            None => vec![resource],
        }
    }
}
