//! Gathers the statements of files to a crawler as terms.

use std::collections::{HashMap, HashSet};

use smallvec::SmallVec;

use super::contradiction::{Contradictions, LeftOut, matches_more};
use super::signals::{self, SignalContent};
use super::terms::{Term, Terms};
use super::token::{FieldContent, PatternFields, Sort, Tokens};
use crate::evaluate::AgentPolicy;
use crate::law::acap::Origin;
use crate::law::rfc9309;
use crate::pattern::Pattern;
use crate::pattern::automaton::Automaton;
use crate::policy::{AcapPattern, Resources};
use crate::vocabulary::{Condition, Profile, Rank, RuleKind, Usage};

/// A line, and the term that its pattern is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Use {
    /// `None` where it is about everything.
    pub(crate) term: Option<u32>,
    pub(crate) line: u32,
    pub(crate) by: By,
}

/// What sort of line it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// It is a conventional rule.
    Rule { lane: usize, rank: Rank },
    /// It is an ACAP field of the file at this index among those that apply. Whether a permission
    /// on conditions opens or closes depends on the conditions.
    Field { file: u32, closes: Option<bool> },
}

/// What distinguishes two terms: normal forms, anchor, and the scope of a field.
type Key<'p> = (&'p [u8], Option<&'p [u8]>, bool, Option<&'p [u8]>);

/// The terms while they are gathered.
#[derive(Default)]
pub(crate) struct Gather<'p> {
    places: HashMap<Key<'p>, usize>,
    pub(crate) all: Vec<Term<'p>>,
    /// The fields about each term.
    pub(crate) fields: Vec<Vec<FieldContent<'p>>>,
    /// Rules of each term that an ACAP field may leave out, by lane.
    pub(crate) doubtful: Vec<Vec<(usize, Rank)>>,
    /// The fields about everything.
    pub(crate) everything: Vec<FieldContent<'p>>,
    /// The signals about each term.
    pub(crate) signals: Vec<Vec<SignalContent<'p>>>,
    /// The signals about every path.
    pub(crate) signals_everywhere: Vec<SignalContent<'p>>,
    /// The patterns, in lower case, of fields that matter even where another is narrower, because
    /// they may leave a rule out.
    kept: HashSet<Box<[u8]>>,
    /// The lines in order, without those of rules that are always left out.
    pub(crate) uses: Vec<Use>,
    /// How many lanes each side has.
    pub(crate) lanes: [usize; 2],
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
            reading: if scope.is_some() { Automaton::folded } else { Automaton::new }(pattern),
            scope,
            ranks: SmallVec::new(),
            token: None,
            reserved: false,
            shown,
        });
        self.fields.push(Vec::new());
        self.doubtful.push(Vec::new());
        self.signals.push(Vec::new());
    }

    /// Adds the fields about these usages, in the old or the new file.
    pub(crate) fn fields(
        &mut self,
        new: bool,
        agent_policy: &'p AgentPolicy,
        wanted: impl Fn(Usage) -> bool,
    ) {
        let Some(applicable) = agent_policy.applicable() else { return };
        for (view, entry) in (0..)
            .zip(&applicable.views)
            .flat_map(|(at, view)| view.entries.iter().map(move |entry| (at, *entry)))
        {
            let Some((acap, statement)) = applicable.statement(entry) else { continue };
            let Origin::File(file) = entry.origin else { continue };
            if !wanted(statement.usage) {
                continue;
            }
            let conditions: Vec<&Condition> = acap.conditions_of(statement).iter().collect();
            let closes = match statement.kind {
                RuleKind::Disallow => Some(true),
                RuleKind::Allow => conditions.is_empty().then_some(false),
            };
            let by = By::Field { file, closes };
            let line = statement.line;
            let sort = Sort {
                new,
                view,
                usage: statement.usage,
                by_name: entry.by_name,
                purposes: entry.purposes,
            };
            let content = FieldContent { sort, kind: statement.kind, conditions };
            if matches!(statement.resources, Resources::Everything) {
                self.everything.push(content.clone());
                self.uses.push(Use { term: None, line, by });
            }
            for pattern in acap.patterns_of(statement).unwrap_or_default() {
                let at = self.term(pattern.pattern(), Some(pattern.scope()), &pattern.cased);
                self.fields.get_mut(at).into_iter().for_each(|fields| fields.push(content.clone()));
                self.uses.push(Use { term: Some(narrow(at)), line, by });
            }
        }
    }

    /// Adds the conventional rules of the old or the new file, and of those it refers to.
    pub(crate) fn rules(&mut self, new: bool, agent_policy: &'p AgentPolicy) {
        let left_out = Contradictions::new(agent_policy);
        for (at, file) in agent_policy.conventional().enumerate() {
            let lane = at * 2 + usize::from(new);
            if let Some(lanes) = self.lanes.get_mut(usize::from(new)) {
                *lanes = at + 1;
            }
            let parts = &*file.policy().parts;
            for rule in file.rules() {
                let own = parts.pattern(rule.part);
                let when = left_out.of(own, rule.kind(), file.choice());
                if when == LeftOut::Perhaps && matches_more(own) {
                    self.kept.insert(AcapPattern::of_rule(own).to_ascii_lowercase().into());
                }
                for pattern in rfc9309::patterns(parts, rule.part).filter(|it| !it.is_void()) {
                    let rank = Rank::new(pattern.len(), rule.kind());
                    if when == LeftOut::Always {
                        continue;
                    }
                    let at = self.term(pattern, None, rule.part.value.of(&parts.text));
                    let by = By::Rule { lane, rank };
                    self.uses.push(Use { term: Some(narrow(at)), line: rule.part.line, by });
                    if when == LeftOut::Never {
                        self.rank(at, lane, rank);
                    } else {
                        self.doubtful.get_mut(at).into_iter().for_each(|it| it.push((lane, rank)));
                    }
                }
            }
        }
    }

    /// Adds the signals of the old or the new file.
    pub(crate) fn signals(&mut self, new: bool, agent_policy: &'p AgentPolicy) {
        for signal in signals::of(new, agent_policy) {
            let about = match signal.pattern {
                Some(pattern) => {
                    let at = self.term(pattern, None, signal.shown);
                    self.signals.get_mut(at)
                }
                None => Some(&mut self.signals_everywhere),
            };
            if let Some(about) = about {
                about.push(signal.content);
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

    /// Adds a term that every path matches, and returns its index.
    pub(crate) fn whole(&mut self) -> u32 {
        let place = narrow(self.all.len());
        self.push(Pattern::EVERYTHING, None, b"/");
        place
    }

    /// Excludes `/robots.txt`.
    pub(crate) fn reserve(&mut self) {
        for (body, anchored) in [(&b"/robots.txt"[..], true), (b"/robots.txt?", false)] {
            self.push(Pattern::from_body(body, None, anchored), None, body);
            self.all.last_mut().into_iter().for_each(|term| term.reserved = true);
        }
    }

    /// The terms, and the lines whose patterns they are.
    pub(crate) fn finish(
        mut self,
        profile: Profile,
        ceiling: u64,
        steps: &mut u64,
    ) -> (Terms<'p>, Vec<Use>) {
        *steps += self.all.len() as u64;
        for fields in &mut self.fields {
            fields.sort_unstable();
            fields.dedup();
        }
        let tokens = self.tokens(ceiling, steps);
        let lanes = self.lanes[0].max(self.lanes[1]) * 2;
        let terms = Terms { all: self.all, lanes, tokens, profile, prefixes: Vec::new() };
        (terms.arrange(), self.uses)
    }

    /// Gives their tokens to the terms that have any.
    fn tokens(&mut self, ceiling: u64, steps: &mut u64) -> Tokens {
        let mut places = Vec::new();
        let mut all: Vec<PatternFields<'p>> = Vec::new();
        for (at, (term, fields)) in self.all.iter().zip(&mut self.fields).enumerate() {
            if let Some(scope) = term.scope {
                places.push(at);
                let kept = self.kept.contains(&*term.shown.to_ascii_lowercase());
                all.push(PatternFields { scope, contents: std::mem::take(fields), kept });
            }
        }
        let mut tokens = Tokens::new(&all, ceiling, steps);
        for (&place, &token) in places.iter().zip(&tokens.of) {
            self.all.get_mut(place).into_iter().for_each(|term| term.token = Some(token));
        }
        let more = self.doubtful.iter().zip(&self.signals);
        for (term, (doubtful, signals)) in self.all.iter_mut().zip(more) {
            // Terms of rules or signals and of fields are never the same.
            let has_own = !doubtful.is_empty() || !signals.is_empty();
            term.token = term.token.or_else(|| has_own.then(|| tokens.add()));
        }
        tokens
    }
}

/// An index among the terms.
fn narrow(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
