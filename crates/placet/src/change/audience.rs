//! Which crawlers are told apart: those to whom both files say the same are one audience.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use crate::agent::{self, Agent};
use crate::crawler::Crawler;
use crate::law::rfc9309::{self, Choice};
use crate::limits;
use crate::policy::{Acap, AcapRecord, Addressed, Purpose, RobotsPolicy};
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
        let mut heard = Vec::new();
        for policy in [old, new] {
            hears(policy, member.crawler(), &mut heard);
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
    let mut told = HashSet::new();
    audience.retain(|member| told.insert(member.to_string()));
}

/// What a crawler hears of a file, so that two who hear the same are answered the same.
fn hears(policy: &RobotsPolicy, crawler: &Crawler, heard: &mut Vec<usize>) {
    let parts = &*policy.parts;
    let (choice, lines) = rfc9309::addressing(parts, crawler.agent());
    // By name a group holds against ACAP fields for any crawler.
    heard.extend([usize::MAX, usize::from(choice == Choice::Named)]);
    let lines = lines.iter().filter_map(|&line| parts.agents.get(line as usize));
    heard.extend(lines.map(|line| line.group as usize));
    let Some(acap) = parts.acap() else { return };
    heard.push(usize::MAX);
    let by = |record: &AcapRecord| record.addresses(crawler.agent());
    for (at, record) in acap.records.iter().enumerate() {
        heard.extend(by(record).map(|it| at * 2 + usize::from(it == Addressed::ByName)));
    }
    for purpose in crawler.purposes() {
        heard.push(usize::MAX);
        let is = |it: &Purpose| *it != Purpose::Any && it.is(purpose);
        let served = acap.purposes.iter().enumerate().filter(|(_, all)| all.iter().any(is));
        heard.extend(served.map(|(at, _)| at));
    }
    for (at, reference) in acap.references.iter().enumerate() {
        let record = acap.records.get(reference.record as usize);
        if record.and_then(by).is_none() {
            continue;
        }
        heard.extend([usize::MAX, at]);
        // Files that refer on are as good as unreadable.
        if let Some(joined) = policy.joined(at).filter(|joined| !joined.has_references()) {
            hears(joined, crawler, heard);
        }
    }
}

/// All names by which crawlers can be told apart.
#[derive(Default)]
struct Names {
    /// Where each name stands among the members.
    seen: HashMap<Box<str>, usize>,
    members: Vec<Member>,
    /// The names in ACAP records, and the purposes, each once.
    beginnings: BTreeSet<Box<str>>,
    purposes: BTreeSet<Box<str>>,
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
            self.beginnings.insert(name.clone());
        }
        for purpose in acap.purposes.iter().flatten() {
            // A wildcard may stand for nothing.
            let stated: Box<str> = match purpose {
                Purpose::Any => continue,
                Purpose::Name(name) => name.clone(),
                Purpose::Pattern(pattern) => pattern.replace(['*', '$'], "").into(),
            };
            self.purposes.insert(stated);
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
        for name in &self.beginnings {
            let crawler = self.fresh(&format!("{name}-")).into();
            members.push(Member { crawler, kind: Kind::Beginning(name.clone()) });
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
