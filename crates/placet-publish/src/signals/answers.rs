//! What a site answers about every usage of a path, whether or not the path may be crawled.

use placet::condition::UseLevel;
use placet::explain::{Law, ReasonCode};
use placet::pattern::Pattern;
use placet::signals::{Family, SignalOutcome};
use placet::{AgentPolicy, AskedAt, Condition, Decision, Target, Usage};

use super::audience::Audience;
use super::{Preference, SEARCH, Site};

/// What is stated about a usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stance {
    /// Nothing, so it is permitted.
    Silent,
    /// It is permitted expressly.
    Allowed,
    /// It is prohibited.
    Refused,
}

/// The answer about one usage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) usage: Usage,
    pub(super) stance: Stance,
    pub(super) conditions: Vec<Condition>,
}

/// The answers about all usages but crawling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answers {
    pub(super) all: Vec<Answer>,
    /// The URL of the policy that a reservation of text and data mining names.
    pub(super) policy: Option<String>,
}

impl Answers {
    /// The answers of a policy about a URL.
    pub(super) fn of(policy: &AgentPolicy, url: &str) -> Self {
        let Ok(target) = policy.target(url) else {
            return Self { all: Vec::new(), policy: None };
        };
        let asked_at = AskedAt::new();
        let mut found = Self { all: Vec::new(), policy: None };
        for decision in policy.matrix(&target, &asked_at) {
            if decision.usage() == Usage::Crawl {
                continue;
            }
            if decision.usage() == Usage::Mine {
                let policies = decision.signals().find_map(|it| it.policy().map(str::to_owned));
                found.policy = policies;
            }
            found.all.push(match decision.code() {
                ReasonCode::NoCrawl => before_crawling(policy, decision.usage(), &target),
                _ => Answer::of(&decision),
            });
        }
        found
    }

    pub(super) fn stance(&self, usage: Usage) -> Stance {
        let found = self.all.iter().find(|it| it.usage == usage);
        found.map_or(Stance::Silent, |it| it.stance)
    }
}

impl Answers {
    /// The lowest level of use that a condition sets. No other language has such a condition.
    fn level(&self) -> UseLevel {
        let level = |it: &Condition| match it {
            Condition::MaxUse(level) => Some(*level),
            _ => None,
        };
        let levels = self.all.iter().flat_map(|it| &it.conditions).filter_map(level);
        levels.min().unwrap_or(UseLevel::Full)
    }
}

impl Answer {
    fn of(decision: &Decision) -> Self {
        let allows = || decision.signals().any(|it| it.outcome() == SignalOutcome::Allow);
        let stance = if !decision.is_permitted() {
            Stance::Refused
        } else if decision.code() == ReasonCode::Narrowest || allows() {
            Stance::Allowed
        } else {
            Stance::Silent
        };
        Self { usage: decision.usage(), stance, conditions: decision.conditions().to_vec() }
    }

    fn refuse(&mut self) {
        self.stance = Stance::Refused;
        self.conditions.clear();
    }
}

/// The answer that would be given if the path could be crawled: rules about crawling stay in
/// robots.txt, and where they close a path nothing else matters.
fn before_crawling(policy: &AgentPolicy, usage: Usage, target: &Target<'_>) -> Answer {
    let explained = policy.explain(usage, target, &AskedAt::new());
    let after = |law: Law| {
        let step = explained.steps().iter().find(|step| step.law() == law);
        step.map_or(&[][..], |step| step.answers())
    };
    let facts = after(Law::Facts);
    let Some(own) = facts.last() else { return Answer::of(explained.decision()) };
    let mut answer = Answer::of(own);
    // The dependences that do not involve crawling (docs/src/law/decision.md step 8).
    let is_prohibited = |all: &[Decision], needed: Usage| {
        all.iter().any(|it| it.usage() == needed && !it.is_permitted())
    };
    if usage.shows_copy() && is_prohibited(facts, Usage::Preserve) {
        answer.refuse();
    }
    if usage == Usage::TrainAi {
        let mine = after(Law::Signals).iter().find(|it| it.usage() == Usage::Mine);
        if mine.is_some_and(|mine| !mine.is_permitted() && !lets_train(mine, own)) {
            answer.refuse();
        }
    }
    answer
}

/// Whether only RSL refuses mining, and itself allows training (S-019).
fn lets_train(mine: &Decision, train: &Decision) -> bool {
    let refusing = || mine.signals().filter(|it| it.outcome() == SignalOutcome::Disallow);
    let rsl_allows = || {
        let mut families = train.signals();
        families.any(|it| it.family() == Family::Rsl && it.outcome() == SignalOutcome::Allow)
    };
    mine.code() == ReasonCode::Signal
        && refusing().all(|it| it.family() == Family::Rsl)
        && rsl_allows()
}

impl Site {
    /// What the source answers to an audience about a path, with the preferences of the publisher.
    pub(super) fn answers(&self, audience: &Audience, path: &str) -> Answers {
        let mut answers = Answers::of(&audience.source, &format!("{}{path}", self.url));
        let wanted = |usage: Usage| {
            let about = self.preferences.iter().filter(|it| it.usages.contains(&usage));
            let matching = about.filter(|it| it.matches(path));
            matching.max_by_key(|it| (it.pattern.len(), !it.allow))
        };
        for answer in &mut answers.all {
            // Without mining no training (S-019).
            let mine = || wanted(Usage::Mine).filter(|it| !it.allow);
            let mine = || (answer.usage == Usage::TrainAi).then(mine).flatten();
            let Some(wanted) = wanted(answer.usage).or_else(mine) else { continue };
            answer.conditions.clear();
            answer.stance = if wanted.allow { Stance::Allowed } else { Stance::Refused };
        }
        answers
    }
}

impl Preference {
    fn matches(&self, path: &str) -> bool {
        let target = Target::new(path, placet::Profile::Full);
        let pattern = Pattern::from_normal_form(self.pattern.as_bytes());
        target.is_ok_and(|target| pattern.is_some_and(|it| it.matches(&target)))
    }
}

/// What the languages of signals state about a path: each has words for some of these only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) train: Stance,
    pub(super) input: Stance,
    pub(super) search: Stance,
    pub(super) mine: Stance,
    /// How far content may be used: `use` in `Content-Signal`, which grants nothing.
    pub(super) level: UseLevel,
}

impl Stated {
    /// What to state for these answers. `TDMRep` has no word for training alone, so where it is written
    /// too, a refusal of training is one of mining in every language, unless mining is allowed.
    pub(super) fn of(answers: &Answers, reserves: bool) -> Self {
        let train = answers.stance(Usage::TrainAi);
        let mut mine = answers.stance(Usage::Mine);
        if reserves && train == Stance::Refused && mine == Stance::Silent {
            mine = Stance::Refused;
        }
        let search = SEARCH.map(|usage| answers.stance(usage));
        let refused = search.iter().filter(|it| **it == Stance::Refused).count();
        let search = match refused {
            0 => answers.stance(Usage::Index),
            4 => Stance::Refused,
            // No word stands for a part of it.
            _ => Stance::Silent,
        };
        let level = answers.level();
        Self { train, input: answers.stance(Usage::AiInput), search, mine, level }
    }

    /// The same with nothing about mining, for languages that have no word for it.
    pub(super) fn without_mining(self) -> Self {
        Self { mine: Stance::Silent, ..self }
    }

    /// What is stated where both are: a refusal counts, and otherwise silence.
    pub(super) fn join(self, other: Self) -> Self {
        Self {
            train: join(self.train, other.train),
            input: join(self.input, other.input),
            search: join(self.search, other.search),
            mine: join(self.mine, other.mine),
            level: self.level.min(other.level),
        }
    }

    /// What `TDMRep` states. It cannot express that training is permitted though mining is not: a
    /// reservation refuses both.
    pub(super) fn reservation(self) -> Option<Stance> {
        match (self.mine, self.train) {
            (Stance::Refused, Stance::Silent | Stance::Allowed) => None,
            (mine, _) => Some(mine),
        }
    }
}

/// What is stated where both are: a refusal counts, and otherwise silence.
pub(super) fn join(one: Stance, other: Stance) -> Stance {
    match (one, other) {
        (Stance::Refused, _) | (_, Stance::Refused) => Stance::Refused,
        (Stance::Allowed, Stance::Allowed) => Stance::Allowed,
        _ => Stance::Silent,
    }
}
