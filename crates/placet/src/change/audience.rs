//! Which crawlers are told apart: those to whom both files say the same are one audience.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use super::Pair;
use crate::agent::{self, Agent};
use crate::crawler::Crawler;
use crate::decide::Inquiry;
use crate::law::acap::purposes_of;
use crate::law::rfc9309::{self, Choice};
use crate::limits;
use crate::policy::{Acap, Addressed, Purpose, RobotsPolicy};
use crate::profile::Profile;

/// A crawler, or all crawlers of a kind, among those to whom both files say the same.
#[derive(Debug, Clone)]
pub struct Member {
    crawler: Crawler,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// The crawler that a line most likely means, or that was asked for.
    Meant,
    /// Another that a line addresses too (RFC 9309 §2.2.1, F-11).
    AddressedToo,
    /// All that are not named and whose name begins with this, up to something that is neither
    /// letter nor digit.
    Beginning(Box<str>),
    /// All that are not named.
    Others,
}

impl Member {
    /// The crawler, or one that stands for all that are meant.
    pub fn crawler(&self) -> &Crawler {
        &self.crawler
    }

    /// Whether it stands for every crawler that neither file names.
    pub fn is_others(&self) -> bool {
        self.kind == Kind::Others
    }
}

impl fmt::Display for Member {
    /// `GPTBot`, `every other crawler`, `GPTBot for news`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Meant | Kind::AddressedToo => f.write_str(self.crawler.agent().user_agent())?,
            Kind::Beginning(name) => write!(f, "{name}-…")?,
            Kind::Others => f.write_str("every other crawler")?,
        }
        self.crawler.purposes().try_for_each(|purpose| write!(f, " for {purpose}"))
    }
}

/// The audiences of two files, and how many names were left out.
pub(super) fn of_files(old: &RobotsPolicy, new: &RobotsPolicy) -> (Vec<Vec<Member>>, usize) {
    let mut names = Names::default();
    for policy in [new, old] {
        names.add(policy);
        let references = policy.parts.acap().map_or(0, |acap| acap.references.len());
        (0..references).filter_map(|at| policy.joined(at)).for_each(|it| names.add(it));
    }
    let mut members = names.members();
    // All others come last, and are never left out.
    let left_out = members.len().saturating_sub(limits::CHANGE_CRAWLERS);
    let last = members.pop();
    members.truncate(limits::CHANGE_CRAWLERS - 1);
    members.extend(last);
    (together(old, new, members), left_out)
}

/// The audiences of crawlers that are asked for.
pub(super) fn of_crawlers(
    old: &RobotsPolicy,
    new: &RobotsPolicy,
    crawlers: &[Crawler],
) -> Vec<Vec<Member>> {
    let meant = |crawler: &Crawler| Member { crawler: crawler.clone(), kind: Kind::Meant };
    together(old, new, crawlers.iter().map(meant).collect())
}

/// Puts together those to whom both files say the same.
fn together(old: &RobotsPolicy, new: &RobotsPolicy, members: Vec<Member>) -> Vec<Vec<Member>> {
    let mut places: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut audiences: Vec<Vec<Member>> = Vec::new();
    for member in members {
        let pair = Pair::new(old, new, member.crawler());
        let mut heard = Vec::new();
        for inquiry in [&pair.old, &pair.new] {
            hears(inquiry, &mut heard);
        }
        let place = *places.entry(heard).or_insert(audiences.len());
        match audiences.get_mut(place) {
            Some(audience) => audience.push(member),
            None => audiences.push(vec![member]),
        }
    }
    for audience in &mut audiences {
        tidy(audience);
    }
    audiences
}

/// Leaves the members that say who is meant: a kind of crawlers is no news beside those who behave
/// like all others, nor is who is addressed too, nor a purpose that makes no difference.
fn tidy(audience: &mut Vec<Member>) {
    let plain: HashSet<Box<str>> = audience
        .iter()
        .filter(|member| member.crawler.purposes().next().is_none())
        .map(|member| member.crawler.agent().name().into())
        .collect();
    audience.retain(|member| {
        member.crawler.purposes().next().is_none() || !plain.contains(member.crawler.agent().name())
    });
    let others = audience.iter().any(Member::is_others);
    let meant: HashSet<Box<str>> = audience
        .iter()
        .filter(|member| member.kind == Kind::Meant)
        .map(|member| member.crawler.agent().name().into())
        .collect();
    audience.retain(|member| match &member.kind {
        Kind::Meant | Kind::Others => true,
        Kind::AddressedToo => !others && meant.is_empty(),
        Kind::Beginning(name) => !others && !meant.contains(name),
    });
}

/// What a crawler hears of a file, so that two who hear the same are answered the same.
fn hears(inquiry: &Inquiry, heard: &mut Vec<usize>) {
    let groups = |inquiry: &Inquiry, heard: &mut Vec<usize>| {
        heard.extend([usize::MAX, Arc::as_ptr(&inquiry.policy().parts) as usize]);
        // By name a group holds against ACAP fields for any crawler.
        heard.push(usize::from(inquiry.choice() == Choice::Named));
        heard.extend(inquiry.groups().map(|group| group.index()));
    };
    groups(inquiry, heard);
    inquiry.referred().iter().for_each(|referred| groups(referred, heard));
    let Some(applicable) = inquiry.applicable() else { return };
    heard.extend([usize::MAX, usize::from(applicable.unread.is_some())]);
    for acap in applicable.files.iter().filter_map(|file| file.parts.acap()) {
        heard.push(usize::MAX);
        for (at, record) in acap.records.iter().enumerate() {
            let addressed = record.addresses(inquiry.agent());
            heard.extend(addressed.map(|it| at * 2 + usize::from(it == Addressed::ByName)));
        }
        for purpose in purposes_of(inquiry.crawler()) {
            heard.push(usize::MAX);
            let is = |it: &&Purpose| **it != Purpose::Any && purpose.is_some_and(|p| it.is(p));
            let served =
                acap.purposes.iter().enumerate().filter(|(_, all)| all.iter().any(|it| is(&it)));
            heard.extend(served.map(|(at, _)| at));
        }
    }
}

/// All names by which crawlers can be told apart.
#[derive(Default)]
struct Names {
    /// Where each name stands among the members.
    seen: HashMap<Box<str>, usize>,
    members: Vec<Member>,
    beginnings: Vec<Member>,
    purposes: Vec<Box<str>>,
}

impl Names {
    fn add(&mut self, policy: &RobotsPolicy) {
        let parts = &*policy.parts;
        for line in &parts.agents {
            let value = line.value.of(&parts.text);
            if rfc9309::is_global(value) {
                continue;
            }
            self.name(rfc9309::addressee(value, parts.profile), Kind::Meant);
            // An empty name equals an empty token there.
            if parts.profile == Profile::Google || !agent::token(value).is_empty() {
                self.name(agent::token(value), Kind::AddressedToo);
            }
            self.name(value, Kind::AddressedToo);
        }
        if let Some(acap) = parts.acap() {
            self.add_acap(acap);
        }
    }

    fn add_acap(&mut self, acap: &Acap) {
        for name in acap.records.iter().flat_map(|record| &record.names) {
            self.name(name.as_bytes(), Kind::Meant);
            let sender = Agent::from_text(name);
            if sender.name() != &**name {
                self.members.push(Member { crawler: sender.into(), kind: Kind::Meant });
            }
            if !self.beginnings.iter().any(|it| it.kind == Kind::Beginning(name.clone())) {
                let crawler = Agent::new(name).into();
                self.beginnings.push(Member { crawler, kind: Kind::Beginning(name.clone()) });
            }
        }
        for purpose in acap.purposes.iter().flatten() {
            // A wildcard may stand for nothing.
            let stated: Box<str> = match purpose {
                Purpose::Any => continue,
                Purpose::Name(name) => name.clone(),
                Purpose::Pattern(pattern) => pattern.replace(['*', '$'], "").into(),
            };
            if !self.purposes.contains(&stated) {
                self.purposes.push(stated);
            }
        }
    }

    fn name(&mut self, name: &[u8], kind: Kind) {
        let name = String::from_utf8_lossy(name);
        let place =
            *self.seen.entry(name.to_ascii_lowercase().into()).or_insert(self.members.len());
        match self.members.get_mut(place) {
            Some(member) if kind == Kind::Meant => member.kind = kind,
            Some(_) => {}
            None => self.members.push(Member { crawler: Agent::new(&name).into(), kind }),
        }
    }

    /// A name that begins so, up to something that is neither letter nor digit, and is not named.
    fn fresh(&self, beginning: &str) -> Agent {
        let mut name = format!("{beginning}other");
        while self.seen.contains_key(&*name.to_ascii_lowercase()) {
            name.push('s');
        }
        Agent::new(&name)
    }

    /// Every crawler that may be answered in its own way, with every purpose; all others last.
    fn members(mut self) -> Vec<Member> {
        let mut members = std::mem::take(&mut self.members);
        for member in std::mem::take(&mut self.beginnings) {
            let Kind::Beginning(name) = &member.kind else { continue };
            members.push(Member { crawler: self.fresh(&format!("{name}-")).into(), ..member });
        }
        let others = Member { crawler: self.fresh("").into(), kind: Kind::Others };
        let with = |member: &Member, purpose: &str| Member {
            crawler: member.crawler.clone().purpose(purpose),
            kind: member.kind.clone(),
        };
        let special: Vec<Member> = std::iter::once(&others)
            .chain(&members)
            .flat_map(|member| self.purposes.iter().map(|purpose| with(member, purpose)))
            .take(limits::CHANGE_CRAWLERS)
            .collect();
        members.extend(special);
        members.push(others);
        members
    }
}
