//! The ACAP fields that robots.txt cannot express.

use std::collections::BTreeMap;

use placet::acap::AcapStatement;
use placet::statement::StatementKind;
use placet::syntax::acap::{self, Field};
use placet::syntax::robots::{Content, Key, Lines};
use placet::{RobotsPolicy, Usage};

use crate::convert::{Loss, LossKind};

/// The losses of the ACAP fields of a file, in the order of its lines.
pub(super) fn lost(policy: &RobotsPolicy) -> Vec<Loss> {
    let text = policy.text();
    let mut statements: BTreeMap<usize, Vec<AcapStatement<'_>>> = BTreeMap::new();
    for statement in policy.acap_statements() {
        statements.entry(statement.line()).or_default().push(statement);
    }
    let mut losses = Vec::new();
    for line in Lines::new(text, policy.profile()) {
        let Content::Record(record) = line.content else { continue };
        if record.kind != Key::Acap {
            continue;
        }
        let number = line.number as usize;
        let lost = match acap::read(text, record.key, record.value) {
            Field::PermissionsReference(_) => Some((
                LossKind::Reference,
                "the statements of the other file are not converted".to_owned(),
            )),
            Field::RequestTakeDown(_) | Field::RequestReCrawl(_) => {
                Some((LossKind::Request, "robots.txt cannot express it".to_owned()))
            }
            Field::Permission { .. } => {
                statements.get(&number).and_then(|statements| of_line(statements))
            }
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

/// The loss of one field: that of the statement that robots.txt expresses least.
fn of_line(statements: &[AcapStatement<'_>]) -> Option<(LossKind, String)> {
    let usages: Vec<&str> = statements
        .iter()
        .map(AcapStatement::usage)
        .filter(|&it| it != Usage::Crawl)
        .map(Usage::name)
        .collect();
    if statements.iter().any(|it| !it.is_general()) {
        return Some((LossKind::Purpose, "robots.txt has no purposes".to_owned()));
    }
    if statements
        .iter()
        .any(|it| it.usage() == Usage::Other && it.kind() == StatementKind::Prohibit)
    {
        return Some((
            LossKind::Usage,
            "its prohibitions of other usages than crawling are lost".to_owned(),
        ));
    }
    if usages.is_empty() {
        return None;
    }
    let kind = if statements.iter().any(|it| !it.conditions().is_empty()) {
        LossKind::Condition
    } else {
        LossKind::Usage
    };
    let conditions: Vec<String> =
        statements.iter().flat_map(AcapStatement::conditions).map(ToString::to_string).collect();
    let on = if conditions.is_empty() {
        String::new()
    } else {
        format!(" on condition of {}", conditions.join(", "))
    };
    Some((kind, format!("robots.txt cannot express {}{on}", usages.join(", "))))
}
