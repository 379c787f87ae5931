//! Finds the lines that matter.

use std::collections::HashSet;
use std::sync::Arc;

use super::example::Example;
use super::judge::{Decider, Judge};
use super::plain::{Outranking, Settled, is_plain};
use super::{Closed, Extent, ExtentLine};
use crate::analysis::paths::{Aim, Budget, By, Found, Gather, Met, Terms, Use, Walk, Wanted};
use crate::evaluate::AgentPolicy;
use crate::law::rfc9309::{self, Conventional};
use crate::pattern::Pattern;
use crate::policy::{RobotsPolicy, Source};
use crate::text::limits::EXTENT_TRIED;
use crate::vocabulary::{Rank, RuleKind, Usage};

/// A line with one of its patterns, or silence.
struct Candidate<'p> {
    pattern: Pattern<'p>,
    /// Whether the pattern is known to be [plain](is_plain).
    is_plain: bool,
    decider: Decider,
    found: Matters,
}

/// Whether a candidate decides about some path.
enum Matters {
    Yes(RuleKind, Example),
    No,
    Unknown,
}

impl<'p> Candidate<'p> {
    fn new(pattern: Pattern<'p>, decider: Decider) -> Self {
        Self { pattern, is_plain: false, decider, found: Matters::Unknown }
    }

    fn silence() -> Self {
        Self::new(Pattern::EVERYTHING, Decider::Silence)
    }

    fn is_unknown(&self) -> bool {
        matches!(self.found, Matters::Unknown)
    }

    /// Whether it is known to do so, if it opens or closes.
    fn does(&self, wanted: RuleKind) -> bool {
        matches!(self.found, Matters::Yes(kind, _) if kind == wanted)
    }

    /// Whether it may do so, as far as is known.
    fn may(&self, wanted: RuleKind) -> bool {
        self.is_unknown() && self.decider.kind().is_none_or(|kind| kind == wanted)
    }

    /// The goal of a walk along all paths that this term matches.
    fn aim(&self, term: u32) -> (Wanted, Aim) {
        let (rule, aim) = match self.decider {
            Decider::Silence => (None, Aim::Silence),
            Decider::Line(_, By::Rule { lane, rank }) => (Some((lane, rank)), Aim::Decides),
            Decider::Line(_, By::Field { .. }) => (None, Aim::Decides),
        };
        (Wanted { term, rule }, aim)
    }
}

/// The state of the search for candidates that matter.
pub(super) struct Survey<'p> {
    agent_policy: &'p AgentPolicy,
    judge: Judge<'p>,
    candidates: Vec<Candidate<'p>>,
    /// The rules that can outrank another one about its simplest text, where only rules matter and not
    /// too many of them are not plain.
    outranking: Option<Outranking<'p>>,
    /// The terms, and the index of each candidate's term; gathered when they are needed.
    terms: Option<(Terms<'p>, Vec<u32>)>,
    budget: Budget,
}

impl<'p> Survey<'p> {
    /// The candidates that may open or close a path to the crawler, to be examined within so many
    /// steps.
    pub(super) fn new(agent_policy: &'p AgentPolicy, ceiling: u64) -> Self {
        let budget = Budget { steps: 0, ceiling };
        let bears =
            agent_policy.applicable().is_some_and(|applicable| applicable.bears_on_crawling());
        if bears {
            Self::of_all(agent_policy, budget)
        } else {
            Self::of_rules(agent_policy, budget)
        }
    }

    /// For files where only conventional rules affect crawling.
    fn of_rules(agent_policy: &'p AgentPolicy, budget: Budget) -> Self {
        let parts = &*agent_policy.policy().parts;
        let rules = agent_policy.rules().flat_map(|rule| {
            let patterns = rfc9309::patterns(parts, rule.part).filter(|it| !it.is_void());
            patterns.map(move |pattern| {
                let rank = Rank::new(pattern.len(), rule.kind());
                let decider = Decider::Line(rule.part.line, By::Rule { lane: 0, rank });
                Candidate { is_plain: is_plain(pattern), ..Candidate::new(pattern, decider) }
            })
        });
        let mut candidates = Vec::with_capacity(1 + agent_policy.rules().count());
        candidates.push(Candidate::silence());
        candidates.extend(rules);
        // Below a rule that matches every path none decides.
        let ranks =
            candidates.iter().filter(|it| it.pattern.is_everything()).map(|it| it.decider.rank());
        let universal = ranks.max().unwrap_or_default();
        for candidate in candidates.iter_mut().filter(|it| it.decider.rank() < universal) {
            candidate.found = Matters::No;
        }
        let rules =
            candidates.iter().skip(1).map(|it| (it.pattern, it.is_plain, it.decider.rank()));
        let outranking = Outranking::new(parts.profile, rules);
        let judge =
            Judge::of_rules(agent_policy, if outranking.is_some() { EXTENT_TRIED } else { 0 });
        Self { agent_policy, judge, candidates, outranking, terms: None, budget }
    }

    /// For files where ACAP fields or other files affect it too.
    fn of_all(agent_policy: &'p AgentPolicy, mut budget: Budget) -> Self {
        let (terms, uses, whole) = gather(agent_policy, &mut budget);
        let mut candidates = vec![Candidate::silence()];
        let mut places = vec![whole];
        for Use { term, line, by } in uses {
            let place = term.unwrap_or(whole);
            if let Some(term) = terms.all.get(place as usize) {
                candidates.push(Candidate::new(term.reading.pattern(), Decider::Line(line, by)));
                places.push(place);
            }
        }
        let judge = Judge::of_all(agent_policy);
        let terms = Some((terms, places));
        Self { agent_policy, judge, candidates, outranking: None, terms, budget }
    }

    pub(super) fn extent(mut self) -> Extent {
        // The quick check comes first for all of them: two examples settle most files. It leaves
        // steps for the rest.
        let ceiling = self.budget.ceiling;
        self.budget.ceiling = ceiling / 2;
        self.look();
        self.budget.ceiling = ceiling;
        if self.candidates.iter().any(Candidate::is_unknown) {
            self.walk();
        }
        let some = |is: &dyn Fn(&Candidate<'_>) -> bool| self.candidates.iter().any(is);
        let (allow, disallow) = (RuleKind::Allow, RuleKind::Disallow);
        let closed = match (some(&|it| it.does(disallow)), some(&|it| it.does(allow))) {
            (true, true) => Closed::Part,
            (false, _) if !some(&|it| it.may(disallow)) => Closed::Nothing,
            (true, _) if !some(&|it| it.may(allow)) => Closed::Everything,
            _ => Closed::Undetermined,
        };
        let complete = !some(&|it| it.is_unknown());
        let steps = self.budget.steps;
        Extent { closed, lines: self.lines(), complete, steps }
    }

    /// Tries the texts nearest to each pattern.
    fn look(&mut self) {
        let Self { judge, candidates, outranking, budget, .. } = self;
        for candidate in candidates.iter_mut().filter(|it| it.is_unknown()) {
            if budget.is_spent() {
                return;
            }
            let Candidate { pattern, is_plain, decider, .. } = *candidate;
            // Silence, too: no plain rule matches its text, `/`, unless it matches every path, and then
            // silence decides nothing.
            if let Some(outranking) = outranking
                && let Some(kind) = decider.kind()
                && let Some(settled) =
                    outranking.settle((pattern, is_plain), decider.rank(), &mut budget.steps)
            {
                candidate.found = match settled {
                    Settled::Decides(path) => Matters::Yes(kind, path),
                    Settled::Never => Matters::No,
                };
                continue;
            }
            for text in pattern.simplest() {
                if budget.is_spent() {
                    return;
                }
                if let Some((kind, path)) =
                    judge.decides(pattern, decider, &text, &mut budget.steps)
                {
                    candidate.found = Matters::Yes(kind, path);
                    break;
                }
            }
        }
    }

    /// Visits all paths that the patterns match.
    fn walk(&mut self) {
        let Self { agent_policy, judge, candidates, terms, budget, .. } = self;
        let (terms, places) = terms.get_or_insert_with(|| {
            let (terms, uses, whole) = gather(agent_policy, budget);
            let places = uses.iter().map(|it| it.term.unwrap_or(whole));
            (terms, std::iter::once(whole).chain(places).collect())
        });
        let unknown = candidates.iter_mut().zip(places).filter(|(it, _)| it.is_unknown());
        let most = budget.ceiling;
        budget.in_rounds(unknown.collect(), most, |(candidate, place), own| {
            let (wanted, aim) = candidate.aim(**place);
            let mut walk = Walk::new(terms, wanted, aim, own);
            let mut met_before: HashSet<Met> = HashSet::new();
            loop {
                let (path, met) = match walk.next(own.ceiling, &mut own.steps) {
                    Found::Path(path, met) => (path, met),
                    Found::Nothing => {
                        candidate.found = Matters::No;
                        return true;
                    }
                    Found::Unknown => return false,
                };
                // Paths that meet the same terms have the same answer.
                if !met_before.insert(met) {
                    continue;
                }
                let (pattern, decider) = (candidate.pattern, candidate.decider);
                if let Some((kind, path)) = judge.decides(pattern, decider, &path, &mut own.steps) {
                    candidate.found = Matters::Yes(kind, path);
                    return true;
                }
            }
        });
    }

    /// The lines that matter, each once, those of the file itself first.
    fn lines(self) -> Box<[ExtentLine]> {
        let agent_policy = self.agent_policy;
        let files = agent_policy.applicable().map_or(&[][..], |applicable| &applicable.files);
        let sources: Vec<&Source> = files.iter().map(RobotsPolicy::source).collect();
        let place_of = |file: &Conventional| {
            let parts = &file.policy().parts;
            files.iter().position(|it| Arc::ptr_eq(&it.parts, parts)).unwrap_or_default()
        };
        let of_lanes: Vec<usize> = agent_policy.conventional().map(place_of).collect();
        let line = |candidate: Candidate<'p>| {
            let Candidate {
                decider: Decider::Line(line, by), found: Matters::Yes(kind, path), ..
            } = candidate
            else {
                return None;
            };
            let file = match by {
                By::Rule { lane, .. } => of_lanes.get(lane / 2).copied().unwrap_or_default(),
                By::Field { file, .. } => file as usize,
            };
            // Two references can be to one file.
            let source = sources.get(file).copied().unwrap_or(&Source::RobotsTxt);
            let file = sources.iter().position(|it| *it == source).unwrap_or_default();
            Some(((file, line), ExtentLine::new(source.clone(), line as usize, kind, path)))
        };
        let mut lines: Vec<_> = self.candidates.into_iter().filter_map(line).collect();
        lines.sort_by_key(|&(place, _)| place);
        // One line can have several patterns, each a candidate.
        lines.dedup_by_key(|&mut (place, _)| place);
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// The terms of all statements that affect crawling, their lines, and the index of a term that
/// every path matches.
fn gather<'p>(agent_policy: &'p AgentPolicy, budget: &mut Budget) -> (Terms<'p>, Vec<Use>, u32) {
    let mut gather = Gather::default();
    // Statements about `other` apply to usages that no statement is about.
    gather.fields(false, agent_policy, |usage| matches!(usage, Usage::Crawl | Usage::Other));
    gather.rules(false, agent_policy);
    let whole = gather.whole();
    gather.reserve();
    let profile = agent_policy.policy().profile();
    let (terms, uses) = gather.finish(profile, budget.ceiling / 4, &mut budget.steps);
    (terms, uses, whole)
}
