//! All that an answer to an audience can depend on: patterns of either file, and what matching one
//! comes to.

use std::collections::HashMap;
use std::fmt;

use smallvec::SmallVec;

use super::Pair;
use super::token::{Said, Saying, Sort, Tokens};
use crate::decide::Inquiry;
use crate::law::rfc9309::{self, Choice, Rank};
use crate::pattern::Pattern;
use crate::pattern::reading::Reading;
use crate::policy::{AcapPattern, Availability, Resources, RuleKind};
use crate::profile::Profile;
use crate::target::Target;
use crate::usage::Usage;

/// A pattern, and what matching it comes to.
#[derive(Debug)]
pub(super) struct Term<'p> {
    pub(super) reading: Reading<'p>,
    /// The scope of an ACAP field, which is matched with paths in lower case.
    scope: Option<&'p [u8]>,
    /// The highest rank of a rule of this pattern in each lane that has one.
    pub(super) ranks: SmallVec<[(usize, Rank); 2]>,
    /// What it comes to among ACAP fields.
    pub(super) token: Option<u32>,
    /// It is `/robots.txt`, which is left aside (RFC 9309 §2.2.2).
    pub(super) reserved: bool,
    /// As people read it.
    shown: &'p [u8],
}

impl Term<'_> {
    /// Whether it is matched with paths in lower case.
    pub(super) fn is_folded(&self) -> bool {
        self.scope.is_some()
    }
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.shown))
    }
}

/// A term that not both files have, or not to the same effect. Where no such term matches a path,
/// the same is said of it in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) term: u32,
    /// The conventional rule: its lane and rank.
    pub(super) rule: Option<(usize, Rank)>,
}

/// All terms of an audience. A lane is the conventional side of one file: even ones are of the old
/// robots.txt and what it refers to, each beside its like of the new.
#[derive(Debug)]
pub(super) struct Terms<'p> {
    pub(super) all: Vec<Term<'p>>,
    pub(super) lanes: usize,
    pub(super) tokens: Tokens,
    pub(super) changed: Vec<Changed>,
    /// Conventional rules of one file on either side are all there is.
    pub(super) plain: bool,
    pub(super) profile: Profile,
    /// What every path that a term matches begins with, in lower case and in order.
    prefixes: Vec<(Vec<u8>, u32)>,
}

impl<'p> Terms<'p> {
    pub(super) fn new(pair: &'p Pair, ceiling: u64, steps: &mut u64) -> Self {
        let mut gather = Gather::default();
        let sides = [(false, &pair.old), (true, &pair.new)];
        for (new, inquiry) in sides.into_iter().filter(|(_, inquiry)| !is_fixed(inquiry)) {
            gather.fields(new, inquiry);
            gather.rules(new, inquiry);
        }
        let fixed = sides.map(|(_, inquiry)| is_fixed(inquiry));
        gather.finish(pair.old.policy().profile(), fixed, ceiling, steps)
    }

    /// The changed pattern that a change lies within: the longest of a statement that decided, by
    /// its value, else the longest that matches the path.
    pub(super) fn nearest(&self, values: &[String], path: &str) -> String {
        let changed =
            || self.changed.iter().filter_map(|changed| self.all.get(changed.term as usize));
        let length = |term: &&Term<'_>| term.reading.pattern().body().len();
        let decided = values.iter().filter_map(|value| {
            let rooted = AcapPattern::new(value.as_bytes());
            changed().find(|term| {
                let own = if term.is_folded() { &rooted.cased } else { value.as_bytes() };
                term.shown == own
            })
        });
        let folded = path.to_ascii_lowercase();
        let matches = |term: &&Term<'_>| {
            let path = if term.is_folded() { &folded } else { path };
            term.reading.pattern().matches(&Target::of_octets(path.as_bytes()))
        };
        let decided = decided.max_by_key(length);
        let nearest = decided.or_else(|| changed().filter(matches).max_by_key(length));
        nearest.map_or_else(|| "/".to_owned(), ToString::to_string)
    }

    /// The terms that can match a path which this one matches too.
    pub(super) fn beside(&self, term: u32, steps: &mut u64) -> Vec<u32> {
        let Some(wanted) = self.all.get(term as usize) else { return Vec::new() };
        let prefix = wanted.reading.literal_prefix().to_ascii_lowercase();
        let from = self.prefixes.partition_point(|(it, _)| *it < prefix);
        let longer = self.prefixes.get(from..).unwrap_or_default();
        let mut found: Vec<u32> = longer
            .iter()
            .take_while(|(it, _)| it.starts_with(&prefix))
            .map(|&(_, term)| term)
            .collect();
        for len in 0..prefix.len() {
            let start = prefix.get(..len).unwrap_or_default();
            let from = self.prefixes.partition_point(|(it, _)| &**it < start);
            let same = self.prefixes.get(from..).unwrap_or_default();
            found.extend(same.iter().take_while(|(it, _)| &**it == start).map(|&(_, term)| term));
        }
        *steps += (found.len() + prefix.len()) as u64;
        found.sort_unstable();
        found
    }
}

/// Whether the answer is the same whatever the path: the file cannot be reached, or one that it
/// refers to cannot be read (RFC 9309 §2.3.1.4, A-37).
pub(super) fn is_fixed(inquiry: &Inquiry) -> bool {
    inquiry.policy().availability() == Availability::Unreachable
        || inquiry.applicable().is_some_and(|applicable| applicable.unread.is_some())
}

/// What tells two terms apart: normal forms, anchor, and the scope of a field.
type Key<'p> = (&'p [u8], Option<&'p [u8]>, bool, Option<&'p [u8]>);

#[derive(Default)]
struct Gather<'p> {
    places: HashMap<Key<'p>, usize>,
    all: Vec<Term<'p>>,
    /// What fields say of each term.
    said: Vec<Vec<Saying<'p>>>,
    /// Rules of each term that an ACAP field may leave out, by lane.
    doubtful: Vec<Vec<(usize, Rank)>>,
    /// What is said of everything.
    everything: Vec<Saying<'p>>,
    lanes: [usize; 2],
}

/// Whether an ACAP field leaves a rule out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LeftOut {
    Never,
    Always,
    /// Where no record that names the crawler speaks of crawling the path.
    Perhaps,
}

impl<'p> Gather<'p> {
    fn term(&mut self, pattern: Pattern<'p>, scope: Option<&'p [u8]>, shown: &'p [u8]) -> usize {
        let key = (pattern.body(), pattern.in_query(), pattern.is_anchored(), scope);
        let next = self.all.len();
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.push(pattern, scope, shown);
        }
        place
    }

    fn push(&mut self, pattern: Pattern<'p>, scope: Option<&'p [u8]>, shown: &'p [u8]) {
        self.all.push(Term {
            reading: Reading::new(pattern),
            scope,
            ranks: SmallVec::new(),
            token: None,
            reserved: false,
            shown,
        });
        self.said.push(Vec::new());
        self.doubtful.push(Vec::new());
    }

    fn fields(&mut self, new: bool, inquiry: &'p Inquiry) {
        let Some(applicable) = inquiry.applicable() else { return };
        for (view, entry) in (0..)
            .zip(&applicable.views)
            .flat_map(|(at, view)| view.entries.iter().map(move |entry| (at, *entry)))
        {
            let Some((acap, statement)) = applicable.statement(entry) else { continue };
            let range = statement.conditions.start as usize..statement.conditions.end as usize;
            let conditions = acap.conditions.get(range).unwrap_or_default().iter().collect();
            let sort = Sort {
                new,
                view,
                usage: statement.usage,
                by_name: entry.by_name,
                purposes: entry.purposes,
            };
            let saying = Saying { sort, kind: statement.kind, conditions };
            if matches!(statement.resources, Resources::Everything) {
                self.everything.push(saying.clone());
            }
            for pattern in acap.patterns_of(statement).unwrap_or_default() {
                let at = self.term(pattern.pattern(), Some(pattern.scope()), &pattern.cased);
                self.said.get_mut(at).into_iter().for_each(|said| said.push(saying.clone()));
            }
        }
    }

    fn rules(&mut self, new: bool, inquiry: &'p Inquiry) {
        let left_out = Contradictions::new(inquiry);
        for (at, file) in inquiry.conventional().enumerate() {
            let lane = at * 2 + usize::from(new);
            if let Some(lanes) = self.lanes.get_mut(usize::from(new)) {
                *lanes = at + 1;
            }
            let parts = &*file.policy().parts;
            for rule in file.rules() {
                let fate = left_out.of(parts.pattern(rule.part), rule.kind(), file.choice());
                for pattern in rfc9309::patterns(parts, rule.part).filter(|it| !it.is_void()) {
                    let rank = Rank::new(pattern.len(), rule.kind());
                    match fate {
                        LeftOut::Always => {}
                        LeftOut::Never => {
                            let at = self.term(pattern, None, rule.part.value.of(&parts.text));
                            self.rank(at, lane, rank);
                        }
                        LeftOut::Perhaps => {
                            let at = self.term(pattern, None, rule.part.value.of(&parts.text));
                            self.doubtful
                                .get_mut(at)
                                .into_iter()
                                .for_each(|it| it.push((lane, rank)));
                        }
                    }
                }
            }
        }
    }

    /// Of several rules of one pattern the highest counts.
    fn rank(&mut self, term: usize, lane: usize, rank: Rank) {
        let Some(term) = self.all.get_mut(term) else { return };
        match term.ranks.iter_mut().find(|(its, _)| *its == lane) {
            Some((_, highest)) => *highest = rank.max(*highest),
            None => term.ranks.push((lane, rank)),
        }
    }

    fn finish(
        mut self,
        profile: Profile,
        fixed: [bool; 2],
        ceiling: u64,
        steps: &mut u64,
    ) -> Terms<'p> {
        *steps += self.all.len() as u64;
        let mut changed = Vec::new();
        for said in self.said.iter_mut().chain([&mut self.everything]) {
            said.sort_unstable();
            said.dedup();
        }
        for (at, term) in (0_u32..).zip(&self.all) {
            changed.extend(
                changed_ranks(&term.ranks).map(|rule| Changed { term: at, rule: Some(rule) }),
            );
        }
        for (at, (said, doubtful)) in (0_u32..).zip(self.said.iter().zip(&self.doubtful)) {
            if differs(said) || changed_ranks(doubtful).next().is_some() {
                changed.push(Changed { term: at, rule: None });
            }
        }
        let plain = fixed == [false, false]
            && self.everything.is_empty()
            && self.said.iter().all(Vec::is_empty)
            && self.doubtful.iter().all(Vec::is_empty)
            && self.lanes == [1, 1];
        let tokens = self.tokens(ceiling, steps);
        if fixed[0] != fixed[1] || differs(&self.everything) {
            let term = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
            self.push(Pattern::from_body(b"/", None, false), None, b"/");
            changed.push(Changed { term, rule: None });
        }
        if profile != Profile::Google && !changed.is_empty() {
            for (body, anchored) in [(&b"/robots.txt"[..], true), (b"/robots.txt?", false)] {
                self.push(Pattern::from_body(body, None, anchored), None, body);
                self.all.last_mut().into_iter().for_each(|term| term.reserved = true);
            }
        }
        let mut prefixes: Vec<_> = (0..)
            .zip(&self.all)
            .map(|(at, term)| (term.reading.literal_prefix().to_ascii_lowercase(), at))
            .collect();
        prefixes.sort_unstable();
        let lanes = self.lanes[0].max(self.lanes[1]) * 2;
        Terms { all: self.all, lanes, tokens, changed, plain, profile, prefixes }
    }

    /// Gives their tokens to the terms that have any.
    fn tokens(&mut self, ceiling: u64, steps: &mut u64) -> Tokens {
        let mut places = Vec::new();
        let mut all: Vec<Said<'p>> = Vec::new();
        for (at, (term, said)) in self.all.iter().zip(&mut self.said).enumerate() {
            if let Some(scope) = term.scope {
                places.push(at);
                all.push((scope, std::mem::take(said)));
            }
        }
        let mut tokens = Tokens::new(&all, ceiling, steps);
        for (&place, &token) in places.iter().zip(&tokens.of) {
            self.all.get_mut(place).into_iter().for_each(|term| term.token = Some(token));
        }
        for (term, doubtful) in self.all.iter_mut().zip(&self.doubtful) {
            // Terms of rules and of fields are never the same.
            term.token = term.token.or_else(|| (!doubtful.is_empty()).then(|| tokens.add()));
        }
        tokens
    }
}

/// The rules that the lane beside has not, or not with the same rank.
fn changed_ranks(ranks: &[(usize, Rank)]) -> impl Iterator<Item = (usize, Rank)> {
    ranks.iter().copied().filter(|(lane, rank)| !ranks.contains(&(lane ^ 1, *rank)))
}

/// Whether the two files say different things.
fn differs(said: &[Saying<'_>]) -> bool {
    said.iter().any(|one| {
        !said.iter().any(|other| {
            let sort = Sort { new: !one.sort.new, ..one.sort };
            other.sort == sort && other.kind == one.kind && other.conditions == one.conditions
        })
    })
}

/// The ACAP fields about crawling that can leave out a conventional rule on the same pattern.
struct Contradictions<'p> {
    on: HashMap<&'p [u8], Vec<(RuleKind, Sort)>>,
    /// Those of records that name the crawler.
    named: Vec<Sort>,
    views: usize,
}

impl<'p> Contradictions<'p> {
    fn new(inquiry: &'p Inquiry) -> Self {
        let mut found = Self { on: HashMap::new(), named: Vec::new(), views: 0 };
        let Some(applicable) = inquiry.applicable() else { return found };
        found.views = applicable.views.len();
        for entry in applicable.views.iter().flat_map(|view| &view.entries) {
            let Some((acap, statement)) = applicable.statement(*entry) else { continue };
            if statement.usage != Usage::Crawl {
                continue;
            }
            let sort = Sort {
                new: false,
                view: 0,
                usage: Usage::Crawl,
                by_name: entry.by_name,
                purposes: entry.purposes,
            };
            if entry.by_name && !found.named.contains(&sort) {
                found.named.push(sort);
            }
            for pattern in acap.patterns_of(statement).unwrap_or_default() {
                found.on.entry(&pattern.cased).or_default().push((statement.kind, sort));
            }
        }
        found
    }

    fn of(&self, pattern: Pattern<'_>, kind: RuleKind, choice: Choice) -> LeftOut {
        if self.on.is_empty() {
            return LeftOut::Never;
        }
        let fields = self.on.get(&*AcapPattern::of_rule(pattern)).map_or(&[][..], Vec::as_slice);
        let against = || {
            let other = fields.iter().filter(move |(its, _)| *its != kind).map(|(_, sort)| *sort);
            other.filter(move |sort| sort.by_name || choice == Choice::Global)
        };
        let stands = |sort: Sort| {
            let silences = |it: &Sort| it.purposes.same(sort.purposes);
            sort.by_name || !self.named.iter().any(silences)
        };
        if against().next().is_none() {
            LeftOut::Never
        } else if self.views == 1 && against().any(stands) {
            LeftOut::Always
        } else {
            LeftOut::Perhaps
        }
    }
}
