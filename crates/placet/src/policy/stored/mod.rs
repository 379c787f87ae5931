//! The tables of a policy in a compact form, so that a store that keeps the text need not parse it
//! again.
//!
//! ```text
//! form | profile | bytes of the text | bytes of its prelude
//! groups       count, then of each how many User-agent lines and rules it has
//! User-agents  of each the place of its name
//! rules        of each the place of its pattern
//! records      count, then of each the places of key and value, and the groups before it
//! ACAP fields  count, then of each the places of key and value
//! ```
//! Form and profile are a byte each, all else are [numbers](number). A position is the distance in
//! lines and bytes from the previous one in its table, and a length.
//!
//! The form omits what the text gives as fast or more safely: the normal forms of patterns, the
//! keys of records, the problems.

mod number;

use std::sync::Arc;

use number::{Reader, Writer};

use super::acap::AcapLine;
use super::availability::Availability;
use super::lower::{count, normal_form, rewrite};
use super::parts::{AgentPart, GroupPart, Parts, ReadText, RecordPart, RulePart};
use super::robots::{RobotsPolicy, RobotsPolicyBuilder};
use super::source::Source;
use crate::syntax::robots::Key;
use crate::vocabulary::Profile;

/// The version of the form. Tables in another one are not read.
const FORM: u8 = 2;

/// The bits of the position of a rule.
const ALLOWS: u32 = 1;
const REWRITTEN: u32 = 2;

impl RobotsPolicy {
    /// The result of parsing, in a form for stores that keep the text too:
    /// [`RobotsPolicyBuilder::restore`] makes the same policy of both, without parsing.
    ///
    /// It does not contain [joined](RobotsPolicy::join) files.
    ///
    /// ```
    /// use placet::{Agent, RobotsPolicy, Usage};
    ///
    /// let text = b"User-agent: *\nDisallow: /drafts/\n";
    /// let tables = RobotsPolicy::parse(text).tables();
    /// let site = RobotsPolicy::builder().restore(text, &tables).unwrap();
    /// let decision = site.for_agent(Agent::new("ExampleBot")).may(Usage::Crawl, "/drafts/42")?;
    /// assert_eq!(decision.to_string(), "robots.txt:2 Disallow: /drafts/");
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    pub fn tables(&self) -> Vec<u8> {
        let parts = &*self.parts;
        let mut to = Writer::new(vec![FORM, parts.profile.behaviour().stored]);
        to.number(count(parts.text.len()));
        to.number(count(parts.prelude_len));
        to.table(count(parts.groups.len()));
        for group in self.groups() {
            to.number(count(group.agents().count()));
            to.number(count(group.rules().count()));
        }
        to.places();
        for agent in &parts.agents {
            to.place(agent.value, agent.line, 0);
        }
        to.places();
        for rule in &parts.rules {
            let rewritten = if rule.form > 1 { REWRITTEN } else { 0 };
            to.place(rule.value, rule.line, rewritten | rule.form & ALLOWS);
        }
        to.table(count(parts.records.len()));
        let mut groups = 0;
        for record in &parts.records {
            to.place(record.key, record.line, 0);
            to.place(record.value, record.line, 0);
            to.number(record.group - groups);
            groups = record.group;
        }
        to.table(count(parts.acap_lines.len()));
        for field in &parts.acap_lines {
            to.place(field.key, field.line, 0);
            to.place(field.value, field.line, 0);
        }
        to.bytes
    }
}

impl RobotsPolicyBuilder {
    /// The policy of a text whose [tables](RobotsPolicy::tables) were kept. `None` if they have
    /// another form or profile, or cannot be those of this text; then
    /// [parse](RobotsPolicyBuilder::parse) it.
    ///
    /// The caller must ensure that they *are* those of this text, by a checksum over both: tables
    /// that were changed deliberately make another policy, though never a panic.
    pub fn restore(self, text: &[u8], tables: &[u8]) -> Option<RobotsPolicy> {
        let read = ReadText::new(text, self.profile, self.ceiling);
        let parts = restore(read, self.profile, tables)?;
        let availability = Availability::Read;
        let source = Source::RobotsTxt;
        Some(RobotsPolicy { parts: Arc::new(parts), joined: None, availability, source })
    }
}

fn restore(read: ReadText<'_>, profile: Profile, tables: &[u8]) -> Option<Parts> {
    let ReadText { text, end, encoding } = read;
    let tables = tables.strip_prefix(&[FORM, profile.behaviour().stored])?;
    let mut from = Reader::new(tables, &text);
    let read = from.number()? as usize;
    let prelude_len = from.number()? as usize;
    if read != text.len() || prelude_len > read {
        return None;
    }
    let mut parts = Parts { profile, end, encoding, prelude_len, ..Parts::default() };
    groups(&mut from, &mut parts, &text)?;
    records(&mut from, &mut parts, &text)?;
    for _ in 0..from.table()? {
        let (key, line, _) = from.place()?;
        let (value, ..) = from.place()?;
        parts.acap_lines.push(AcapLine { key, value, line });
    }
    if !from.is_done() {
        return None;
    }
    parts.text = text.into();
    Some(parts)
}

/// Reads the groups, their `User-agent` lines and their rules.
fn groups(from: &mut Reader<'_>, parts: &mut Parts, text: &[u8]) -> Option<()> {
    let (mut agents, mut rules) = (0_u32, 0_u32);
    for _ in 0..from.table()? {
        parts.groups.push(GroupPart { agents, rules });
        agents = agents.checked_add(from.number()?)?;
        rules = rules.checked_add(from.number()?)?;
    }
    from.places(agents.checked_add(rules)?)?;
    parts.agents.reserve_exact(agents as usize);
    let mut group = 0;
    for agent in 0..agents {
        while parts.groups.get(group as usize + 1).is_some_and(|next| next.agents <= agent) {
            group += 1;
        }
        let (value, line, _) = from.place()?;
        parts.agents.push(AgentPart { value, line, group });
    }
    from.places(rules)?;
    parts.rules.reserve_exact(rules as usize);
    for _ in 0..rules {
        let (value, line, bits) = from.place()?;
        let mut form = bits & ALLOWS;
        if bits & REWRITTEN != 0 {
            let normal = normal_form(value.of(text), parts.profile)?;
            form |= rewrite(&mut parts.rewritten, normal) << 1;
        }
        parts.rules.push(RulePart { value, line, form });
    }
    Some(())
}

/// Reads the records that are not rules.
fn records(from: &mut Reader<'_>, parts: &mut Parts, text: &[u8]) -> Option<()> {
    let mut group = 0_u32;
    for _ in 0..from.table()? {
        let (key, line, _) = from.place()?;
        let (value, ..) = from.place()?;
        group = group.checked_add(from.number()?)?;
        let (kind, _) = Key::recognise_as(key.of(text), parts.profile);
        parts.records.push(RecordPart { key, value, line, group, kind });
    }
    Some(())
}

#[cfg(test)]
mod tests;
