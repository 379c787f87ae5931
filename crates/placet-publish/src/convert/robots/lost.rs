//! The ACAP fields that robots.txt has no word for.

use std::collections::BTreeMap;

use placet::acap::AcapStatement;
use placet::statement::StatementKind;
use placet::syntax::acap::{self, Field};
use placet::syntax::robots::{Content, Key, Lines};
use placet::{RobotsPolicy, Usage};

use crate::convert::{Loss, LossKind};

/// What of the ACAP fields of a file is lost, in the order of its lines.
pub(super) fn lost(policy: &RobotsPolicy) -> Vec<Loss> {
    let text = policy.text();
    let mut said: BTreeMap<usize, Vec<AcapStatement<'_>>> = BTreeMap::new();
    for statement in policy.acap_statements() {
        said.entry(statement.line()).or_default().push(statement);
    }
    let mut losses = Vec::new();
    for line in Lines::new(text, policy.profile()) {
        let Content::Record(record) = line.content else { continue };
        if record.kind != Key::Acap {
            continue;
        }
        let number = line.number as usize;
        let lost = match acap::read(text, record.key, record.value) {
            Field::PermissionsReference(_) => {
                Some((LossKind::Reference, "what the other file says is not taken in".to_owned()))
            }
            Field::RequestTakeDown(_) | Field::RequestReCrawl(_) => {
                Some((LossKind::Request, "robots.txt has no word for it".to_owned()))
            }
            Field::Permission { .. } => said.get(&number).and_then(|said| of_line(said)),
            _ => None,
        };
        if let Some((kind, why)) = lost {
            let written = text.get(record.key.start()..record.value.end()).unwrap_or_default();
            let words = String::from_utf8_lossy(written);
            losses.push(Loss::new(kind, Some(number), why).of(words));
        }
    }
    losses
}

/// What is lost of the statements of one field: the least that robots.txt can say counts.
fn of_line(said: &[AcapStatement<'_>]) -> Option<(LossKind, String)> {
    let usages: Vec<&str> = said
        .iter()
        .map(AcapStatement::usage)
        .filter(|&it| it != Usage::Crawl)
        .map(Usage::name)
        .collect();
    if said.iter().any(|it| !it.is_general()) {
        return Some((LossKind::Purpose, "robots.txt knows no purposes".to_owned()));
    }
    if said.iter().any(|it| it.usage() == Usage::Other && it.kind() == StatementKind::Prohibit) {
        return Some((LossKind::Usage, "what it closes beside crawling is lost".to_owned()));
    }
    if usages.is_empty() {
        return None;
    }
    let kind = if said.iter().any(|it| !it.conditions().is_empty()) {
        LossKind::Condition
    } else {
        LossKind::Usage
    };
    let conditions: Vec<String> =
        said.iter().flat_map(AcapStatement::conditions).map(ToString::to_string).collect();
    let on = if conditions.is_empty() {
        String::new()
    } else {
        format!(" on condition of {}", conditions.join(", "))
    };
    Some((kind, format!("robots.txt has no word for {}{on}", usages.join(", "))))
}
