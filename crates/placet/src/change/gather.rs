//! From what two files say to an audience to the terms of it.

use std::collections::{BTreeSet, HashMap};

use smallvec::SmallVec;

use super::Pair;
use super::contradiction::{Contradictions, LeftOut};
use super::terms::{Changed, Term, Terms};
use super::token::{Said, Saying, Sort, Tokens};
use crate::decide::Inquiry;
use crate::law::combine::{Base, needed_url};
use crate::law::rfc9309::{self, Rank};
use crate::limits;
use crate::pattern::Pattern;
use crate::pattern::reading::Reading;
use crate::policy::{Availability, Resources};
use crate::profile::Profile;

/// The terms of one audience.
pub(super) fn gather<'p>(pair: &'p Pair, ceiling: u64, steps: &mut u64) -> Terms<'p> {
    let mut gather = Gather::default();
    let sides = [(false, &pair.old), (true, &pair.new)];
    for (new, inquiry) in sides.into_iter().filter(|(_, inquiry)| !is_fixed(inquiry)) {
        gather.fields(new, inquiry);
        gather.rules(new, inquiry);
    }
    let fixed = sides.map(|(_, inquiry)| is_fixed(inquiry));
    gather.needs = needs_differ(&pair.old, &pair.new, steps);
    gather.finish(pair.old.policy().profile(), fixed, ceiling, steps)
}

/// Whether a resource that conditions of both files name may be crawled by one of them only: then
/// every permission on such a condition is another one.
fn needs_differ(old: &Inquiry, new: &Inquiry, steps: &mut u64) -> bool {
    let (of_old, of_new) = (needed(old, steps), needed(new, steps));
    let mut of_both = of_old.intersection(&of_new);
    of_both.clone().nth(limits::CONDITION_RESOURCES).is_some()
        || of_both.any(|url| {
            *steps += 1 + super::weight(old) + super::weight(new);
            let verdict = |inquiry: &Inquiry| Some(inquiry.verdict(&inquiry.target(url).ok()?));
            verdict(old) != verdict(new)
        })
}

/// The URLs of the resources that conditions of permissions for the crawler name.
fn needed(inquiry: &Inquiry, steps: &mut u64) -> BTreeSet<String> {
    let asked = super::url("/");
    let Ok(target) = inquiry.target(&asked) else { return BTreeSet::new() };
    let files = inquiry.applicable().into_iter().flat_map(|applicable| &applicable.files);
    let conditions = files.filter_map(|file| file.parts.acap()).flat_map(|acap| &acap.conditions);
    let counted = conditions.inspect(|_| *steps += 1);
    counted.filter_map(|condition| needed_url(condition, &target, Base::Root)).collect()
}

/// Whether the answer is the same whatever the path: the file cannot be reached, or one that it
/// refers to cannot be read (RFC 9309 §2.3.1.4, A-37).
fn is_fixed(inquiry: &Inquiry) -> bool {
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
    /// Conditions can be met by one file only.
    needs: bool,
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
            let conditions = acap.conditions_of(statement).iter().collect();
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
            && self.lanes == [1, 1]
            && !self.needs;
        let tokens = self.tokens(ceiling, steps);
        if fixed[0] != fixed[1] || differs(&self.everything) || self.needs {
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
        let lanes = self.lanes[0].max(self.lanes[1]) * 2;
        let prefixes = Vec::new();
        Terms { all: self.all, lanes, tokens, changed, plain, profile, prefixes }.arrange()
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
