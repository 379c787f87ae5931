//! A rule of the same group with the same pattern in another spelling.
//!
//! Profiles differ in which spellings they treat as equal (F-22): replacing one with the other would
//! open to some crawlers what was closed to them, so the fix adds the other.

use std::collections::HashSet;

use placet::robots::RuleKind;

use crate::finding::{Edit, Fix};
use crate::view::{RuleRow, View};

/// The patterns of all rules as written, with their group and kind.
pub(super) struct Twins<'s>(HashSet<(usize, bool, &'s [u8])>);

impl<'s> Twins<'s> {
    pub(super) fn new(view: &View<'s>) -> Self {
        let key = |row: &RuleRow<'s>| (row.group, allows(row), view.of(row.rule.span().range()));
        Self(view.rules.iter().map(key).collect())
    }

    /// Whether the group of a rule has one of its kind with this pattern.
    pub(super) fn has(&self, row: &RuleRow<'_>, pattern: &[u8]) -> bool {
        self.0.contains(&(row.group, allows(row), pattern))
    }
}

fn allows(row: &RuleRow<'_>) -> bool {
    row.rule.kind() == RuleKind::Allow
}

/// Adds a rule of the same kind with this pattern on the line below.
pub(super) fn add(view: &View<'_>, row: &RuleRow<'_>, pattern: &[u8]) -> Fix {
    let whole = view.whole_line(row.rule.line());
    let text = view.of(whole.clone());
    let ends: [&[u8]; 3] = [b"\r\n", b"\n", b"\r"];
    let end = ends.into_iter().find(|it| text.ends_with(it));
    let key: &[u8] = if allows(row) { b"Allow: " } else { b"Disallow: " };
    let (before, after) = if end.is_some() { (None, end) } else { (Some(&b"\n"[..]), None) };
    let line = [before.unwrap_or_default(), key, pattern, after.unwrap_or_default()].concat();
    Fix::risky("add a rule with the encoded pattern", Edit::insert(whole.end, line))
}
