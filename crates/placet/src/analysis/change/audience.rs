//! Which crawlers get different answers: those that get the same statements of both files are one
//! audience.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use crate::analysis::addressed::collect_addressed;
use crate::law::signals::controlled_by;
use crate::policy::{Acap, Purpose, RobotsPolicy};
use crate::text::limits;
use crate::vocabulary::{Agent, Crawler, agent};

/// A crawler, or all crawlers of a kind, that get the same statements of both files.
#[derive(Debug, Clone)]
pub struct Member {
    crawler: Crawler,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// The crawler that a line most likely means, or that was given.
    Meant,
    /// Another that a line addresses too (RFC 9309 §2.2.1, F-11).
    AddressedToo,
    /// All crawlers that are not named and whose name begins with this, followed by neither letter
    /// nor digit.
    Beginning(Box<str>),
    /// All that are not named.
    Others,
    /// All, since none is named.
    Everyone,
}

impl Member {
    /// The crawler, or one that represents all that are meant.
    pub fn crawler(&self) -> &Crawler {
        &self.crawler
    }

    /// Whether it represents every crawler that neither file names.
    pub fn is_others(&self) -> bool {
        matches!(self.kind, Kind::Others | Kind::Everyone)
    }

    /// The name in an ACAP record that the names of the crawlers it represents begin with. Neither
    /// file names these.
    pub fn beginning(&self) -> Option<&str> {
        match &self.kind {
            Kind::Beginning(name) => Some(name),
            _ => None,
        }
    }

    /// Whether a line most likely means another crawler, and addresses this one too: a line for
    /// `AI2Bot` also addresses `AI` (RFC 9309 §2.2.1).
    pub fn is_addressed_too(&self) -> bool {
        self.kind == Kind::AddressedToo
    }

    fn with_purpose(&self, purpose: &str) -> Self {
        Self { crawler: self.crawler.clone().purpose(purpose), kind: self.kind.clone() }
    }
}

impl fmt::Display for Member {
    /// `GPTBot`, `every other crawler`, `GPTBot for news`; `every crawler` where none is named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Meant | Kind::AddressedToo => f.write_str(self.crawler.agent().user_agent())?,
            Kind::Beginning(name) => write!(f, "{name}-…")?,
            Kind::Others => f.write_str("every other crawler")?,
            Kind::Everyone => f.write_str("every crawler")?,
        }
        self.crawler.purposes().try_for_each(|purpose| write!(f, " for {purpose}"))
    }
}

/// The audiences of files, and how many crawlers were left out.
pub(super) fn of_files(files: Vec<&RobotsPolicy>) -> (Vec<Vec<Member>>, usize) {
    let mut names = Names::default();
    for &policy in &files {
        names.add(policy);
        let references = policy.parts.acap().map_or(0, |acap| acap.references.len());
        (0..references).filter_map(|at| policy.joined(at)).for_each(|it| names.add(it));
    }
    let (members, others, purposes) = names.members();
    let mut together = Together::new(files);
    for member in &members {
        together.add(member.clone());
    }
    // Names times purposes can be many: no more members are made than are kept.
    let mut left = (members.len() + 1).saturating_mul(purposes.len());
    let all = || std::iter::once(&others).chain(&members);
    let special = all().flat_map(|it| purposes.iter().map(|purpose| it.with_purpose(purpose)));
    for member in special {
        if together.is_spent() {
            together.left_out += left;
            break;
        }
        left -= 1;
        together.add(member);
    }
    // All other crawlers come last, and are never omitted.
    together.add_last(others);
    together.done()
}

/// The audiences of the crawlers given.
pub(super) fn of_crawlers(
    files: Vec<&RobotsPolicy>,
    crawlers: &[Crawler],
) -> (Vec<Vec<Member>>, usize) {
    let mut together = Together::new(files);
    for crawler in crawlers {
        together.add(Member { crawler: crawler.clone(), kind: Kind::Meant });
    }
    together.done()
}

/// Groups the crawlers that get the same statements of all files, within the limits.
struct Together<'p> {
    files: Vec<&'p RobotsPolicy>,
    places: HashMap<Vec<usize>, usize>,
    audiences: Vec<Vec<Member>>,
    left_out: usize,
    steps: u64,
}

impl<'p> Together<'p> {
    fn new(files: Vec<&'p RobotsPolicy>) -> Self {
        let (places, audiences) = (HashMap::new(), Vec::new());
        Self { files, places, audiences, left_out: 0, steps: 0 }
    }

    fn is_spent(&self) -> bool {
        self.steps > limits::CHANGE_AUDIENCE_STEPS
    }

    fn add(&mut self, member: Member) {
        if self.is_spent() {
            self.left_out += 1;
        } else {
            self.put(member, limits::CHANGE_CRAWLERS - 1);
        }
    }

    fn add_last(&mut self, member: Member) {
        self.put(member, limits::CHANGE_CRAWLERS);
    }

    /// Adds a crawler to the audience with the same statements, or as a new audience while the
    /// limit allows.
    fn put(&mut self, member: Member, most: usize) {
        let mut addressed = Vec::new();
        for policy in &self.files {
            collect_addressed(policy, member.crawler(), &mut addressed, &mut self.steps);
        }
        let next = self.audiences.len();
        match self.places.get(&addressed).and_then(|&place| self.audiences.get_mut(place)) {
            Some(audience) => audience.push(member),
            None if next < most => {
                self.places.insert(addressed, next);
                self.audiences.push(vec![member]);
            }
            None => self.left_out += 1,
        }
    }

    fn done(mut self) -> (Vec<Vec<Member>>, usize) {
        self.audiences.iter_mut().for_each(tidy);
        (self.audiences, self.left_out)
    }
}

/// Keeps the members that say who is meant. It removes kinds of crawlers from the audience of all
/// other crawlers, crawlers that a line addresses in addition to the one it means, and purposes that make
/// no difference.
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
        Kind::Meant | Kind::Others | Kind::Everyone => true,
        Kind::AddressedToo => !others && meant.is_empty(),
        Kind::Beginning(name) => !others && !meant.contains(name),
    });
    let mut seen = HashSet::new();
    audience.retain(|member| seen.insert(member.to_string()));
}

/// All names that can make crawlers get different answers.
#[derive(Default)]
struct Names {
    /// The index of each name among the members.
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
            if agent::is_global(value) {
                continue;
            }
            let intended = agent::intended_agent(value, parts.profile);
            self.name(intended, Kind::Meant);
            if parts.profile.behaviour().reads_signals {
                for crawler in controlled_by(intended) {
                    self.name(crawler.as_bytes(), Kind::Meant);
                }
            }
            // An empty name equals an empty token there.
            if parts.profile.behaviour().names_by_token_alone || !agent::token(value).is_empty() {
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
            let sender = Agent::from_user_agent(name);
            if sender.name() != &**name {
                self.members.push(Member { crawler: sender.into(), kind: Kind::Meant });
            }
            self.beginnings.insert(name.clone());
        }
        for purpose in acap.purposes.iter().flatten() {
            // A wildcard may match nothing.
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
            None => self.members.push(Member { crawler: Agent::exact(&name).into(), kind }),
        }
    }

    /// A name that begins so, is followed by neither letter nor digit, and is not named.
    fn fresh(&self, beginning: &str) -> Agent {
        let mut name = format!("{beginning}other");
        while self.seen.contains_key(&*name.to_ascii_lowercase()) {
            name.push('s');
        }
        Agent::exact(&name)
    }

    /// Every crawler that may get an answer of its own, one that represents all others, and the
    /// purposes that each of them may have.
    fn members(mut self) -> (Vec<Member>, Member, BTreeSet<Box<str>>) {
        let mut members = std::mem::take(&mut self.members);
        for name in &self.beginnings {
            let crawler = self.fresh(&format!("{name}-")).into();
            members.push(Member { crawler, kind: Kind::Beginning(name.clone()) });
        }
        let kind = if members.is_empty() { Kind::Everyone } else { Kind::Others };
        let others = Member { crawler: self.fresh("").into(), kind };
        (members, others, self.purposes)
    }
}
