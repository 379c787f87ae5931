//! The statements of two files to an audience, and those that only one of them has.

use std::collections::BTreeSet;

use super::Pair;
use super::finding::Within;
use crate::analysis::paths;
use crate::analysis::paths::{FieldContent, Gather, Sort, Term, Terms, Wanted, signals};
use crate::evaluate::AgentPolicy;
use crate::law::{Base, needed_url};
use crate::pattern::Target;
use crate::policy::{AcapPattern, Availability};
use crate::text::limits;
use crate::vocabulary::Rank;

/// The terms of two files, and those that only one has or that have different effects. Where no
/// such term matches a path, both files have the same statements about it.
pub(super) struct Compared<'p> {
    pub(super) terms: Terms<'p>,
    pub(super) changed: Vec<Wanted>,
    /// Each side consists of the conventional rules of one file.
    pub(super) plain: bool,
}

impl<'p> Compared<'p> {
    /// The statements of both files to one audience.
    pub(super) fn new(pair: &'p Pair, ceiling: u64, steps: &mut u64) -> Self {
        let mut gather = Gather::default();
        let sides = [(false, &pair.old), (true, &pair.new)];
        let fixed = sides.map(|(_, agent_policy)| is_fixed(agent_policy));
        for (new, agent_policy) in
            sides.into_iter().filter(|(_, agent_policy)| !is_fixed(agent_policy))
        {
            gather.fields(new, agent_policy, |_| true);
            gather.rules(new, agent_policy);
            gather.signals(new, agent_policy);
        }
        let mut changed = Vec::new();
        for (at, term) in (0_u32..).zip(&gather.all) {
            changed.extend(
                changed_ranks(&term.ranks).map(|rule| Wanted { term: at, rule: Some(rule) }),
            );
        }
        for (at, (fields, doubtful)) in (0_u32..).zip(gather.fields.iter().zip(&gather.doubtful)) {
            if differs(fields) || changed_ranks(doubtful).next().is_some() {
                changed.push(Wanted { term: at, rule: None });
            }
        }
        let mut signals = signals::differ(&gather.signals_everywhere);
        for (at, contents) in (0_u32..).zip(&gather.signals).filter(|(_, it)| signals::differ(it)) {
            changed.push(Wanted { term: at, rule: None });
            // It decides whether a record outside any group applies, whatever the path.
            signals |=
                !gather.signals_everywhere.is_empty() || contents.iter().any(|it| it.is_outside);
        }
        let needs = needs_differ(&pair.old, &pair.new, steps);
        let plain = fixed == [false, false]
            && !needs
            && gather.everything.is_empty()
            && gather.fields.iter().all(Vec::is_empty)
            && gather.doubtful.iter().all(Vec::is_empty)
            && !signals
            && gather.signals.iter().all(Vec::is_empty)
            && gather.lanes == [1, 1];
        if fixed[0] != fixed[1] || differs(&gather.everything) || needs || signals {
            changed.push(Wanted { term: gather.whole(), rule: None });
        }
        let profile = pair.old.policy().profile();
        if profile.behaviour().opens_robots_txt && !changed.is_empty() {
            gather.reserve();
        }
        let (terms, _) = gather.finish(profile, ceiling, steps);
        Self { terms, changed, plain }
    }

    /// The changed pattern that contains a change: the longest of a statement that decided, by its
    /// value, else the longest that matches the path.
    pub(super) fn nearest(&self, values: &[String], path: &str) -> Within {
        let place =
            |changed: &Wanted| Some((changed.term, self.terms.all.get(changed.term as usize)?));
        let changed = || self.changed.iter().filter_map(place);
        let length = |(_, term): &(u32, &Term<'_>)| term.reading.pattern().body().len();
        let decided = values.iter().filter_map(|value| {
            let rooted = AcapPattern::new(value.as_bytes());
            changed().find(|(_, term)| {
                let own = if term.is_folded() { &rooted.cased } else { value.as_bytes() };
                term.shown == own
            })
        });
        let folded = path.to_ascii_lowercase();
        let matches = |(_, term): &(u32, &Term<'_>)| {
            let path = if term.is_folded() { &folded } else { path };
            term.reading.pattern().matches(&Target::of_bytes(path.as_bytes()))
        };
        let decided = decided.max_by_key(length);
        let nearest = decided.or_else(|| changed().filter(matches).max_by_key(length));
        nearest.map_or_else(
            || Within { pattern: "/".into(), term: None },
            |(place, term)| Within::of(term, place),
        )
    }
}

/// Whether only one of the files permits crawling a resource that conditions of both name: then
/// every permission on such a condition differs.
fn needs_differ(old: &AgentPolicy, new: &AgentPolicy, steps: &mut u64) -> bool {
    let (of_old, of_new) = (needed(old, steps), needed(new, steps));
    let mut of_both = of_old.intersection(&of_new);
    of_both.clone().nth(limits::CONDITION_RESOURCES).is_some()
        || of_both.any(|url| {
            *steps += 1 + paths::weight(old) + paths::weight(new);
            let verdict = |agent_policy: &AgentPolicy| {
                Some(agent_policy.verdict(&agent_policy.target(url).ok()?))
            };
            verdict(old) != verdict(new)
        })
}

/// The URLs of the resources that conditions of permissions for the crawler name.
fn needed(agent_policy: &AgentPolicy, steps: &mut u64) -> BTreeSet<String> {
    let asked = paths::url("/", agent_policy.policy().profile());
    let Ok(target) = agent_policy.target(&asked) else { return BTreeSet::new() };
    let files = agent_policy.applicable().into_iter().flat_map(|applicable| &applicable.files);
    let conditions = files.filter_map(|file| file.parts.acap()).flat_map(|acap| &acap.conditions);
    let counted = conditions.inspect(|_| *steps += 1);
    counted.filter_map(|condition| needed_url(condition, &target, Base::Root)).collect()
}

/// Whether the answer is the same whatever the path: the file cannot be reached, or one that it
/// refers to cannot be read (RFC 9309 §2.3.1.4, A-37).
fn is_fixed(agent_policy: &AgentPolicy) -> bool {
    agent_policy.policy().availability() == Availability::Unreachable
        || agent_policy.applicable().is_some_and(|applicable| applicable.unread.is_some())
}

/// The rules that the other lane does not have, or has with another rank.
fn changed_ranks(ranks: &[(usize, Rank)]) -> impl Iterator<Item = (usize, Rank)> {
    ranks.iter().copied().filter(|(lane, rank)| !ranks.contains(&(lane ^ 1, *rank)))
}

/// Whether the two files differ.
fn differs(fields: &[FieldContent<'_>]) -> bool {
    fields.iter().any(|one| {
        !fields.iter().any(|other| {
            let sort = Sort { new: !one.sort.new, ..one.sort };
            other.sort == sort && other.kind == one.kind && other.conditions == one.conditions
        })
    })
}
