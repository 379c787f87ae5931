//! The signals of a robots.txt, and of files that were supplied, that the answers for a crawler depend
//! on.

use std::collections::HashSet;

use crate::evaluate::AgentPolicy;
use crate::law::rfc9309::{Conventional, GroupChoice, addressing};
use crate::law::signals::controlling_token;
use crate::pattern::{OwnedPattern, Pattern};
use crate::policy::{FileContent, Files, ReadFile, RecordAt, RobotsPolicy};
use crate::syntax::signals::rsl::Content;
use crate::vocabulary::{Agent, Family, RuleKind};

/// A statement about the use of content, and its pattern.
#[derive(Debug)]
pub(crate) struct Signal<'p> {
    /// `None` where it is about every path.
    pub(crate) pattern: Option<Pattern<'p>>,
    /// The pattern as written.
    pub(crate) shown: &'p [u8],
    pub(crate) content: SignalContent<'p>,
}

/// What is stated. Where two sides have the same contents for a pattern, they state the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SignalContent<'p> {
    pub(crate) new: bool,
    family: Family,
    /// It is in a group for the crawler, or for the token that controls it.
    is_own: bool,
    /// It also counts outside any group. There it applies where no record of the crawler's groups
    /// states the same, whatever the path (S-010).
    pub(crate) is_outside: bool,
    kind: Option<RuleKind>,
    value: &'p [u8],
    /// What else distinguishes it: the place of a rule in tdmrep.json, where the first that matches
    /// counts, or the address of an RSL document, whose terms count together.
    other: usize,
}

/// Whether signals can affect the answers for a crawler.
pub(crate) fn has_signals(agent_policy: &AgentPolicy) -> bool {
    let policy = agent_policy.policy();
    let families = [Family::Aipref, Family::ContentSignal, Family::Rsl, Family::AiTraining];
    let reads = |family: &Family| agent_policy.reads(*family);
    let is_in_records = policy.parts.signals().is_some() && families.iter().any(reads);
    let is_of_token = || token_groups(policy, agent_policy.agent()).is_some();
    is_in_records
        || reads(&Family::ControlToken) && is_of_token()
        || files(agent_policy).next().is_some()
}

/// The files that were supplied, where signals are read, each with its family.
fn files(agent_policy: &AgentPolicy) -> impl Iterator<Item = (Family, &ReadFile)> {
    let is_read = agent_policy.policy().profile().behaviour().reads_signals;
    let files = agent_policy.files().filter(|_| is_read).into_iter().flat_map(Files::iter);
    let files = files.filter_map(|read| {
        let family = match &read.says {
            FileContent::Tdmrep(_) => Family::Tdmrep,
            FileContent::TrustTxt(_) => Family::TrustTxt,
            FileContent::AiTxt(_) => Family::AiTxt,
            FileContent::Rsl(_) => Family::Rsl,
            FileContent::Absent => return None,
        };
        Some((family, read))
    });
    files.filter(|(family, _)| agent_policy.reads(*family))
}

/// How many statements the supplied files have.
pub(crate) fn in_files(agent_policy: &AgentPolicy) -> usize {
    let count = |(_, read): (Family, &ReadFile)| match &read.says {
        FileContent::Tdmrep(rules) => rules.len(),
        FileContent::AiTxt(Some(policy)) => policy.parts.rules.len(),
        FileContent::Rsl(document) => 1 + document.contents.len(),
        _ => 1,
    };
    files(agent_policy).map(count).sum()
}

/// The groups for the token that controls a crawler, where they can make a difference. If it falls
/// back to the crawler's own groups, they refuse what may not be crawled anyway.
pub(crate) fn token_groups(policy: &RobotsPolicy, agent: &Agent) -> Option<Conventional> {
    let parts = &*policy.parts;
    let is_read = parts.profile.behaviour().reads_signals;
    let token = controlling_token(agent).filter(|_| is_read)?;
    let addressed = addressing(parts, &token);
    let is_own = addressed.0 != GroupChoice::Named && addressed == addressing(parts, agent);
    // ACAP can open what the rules of these groups close.
    (!is_own || parts.acap().is_some()).then(|| Conventional::new(policy.clone(), &token))
}

/// The signals for a crawler in the old or the new file.
pub(crate) fn of<'p>(new: bool, agent_policy: &'p AgentPolicy) -> Vec<Signal<'p>> {
    let mut all = Vec::new();
    let policy = agent_policy.policy();
    let (parts, groups) = (&*policy.parts, agent_policy.own());
    let has = |at: RecordAt| at.group.is_some_and(|group| groups.has(group as usize));
    let mut add = |family, at: RecordAt, is_own: bool, kind, path: Option<&'p OwnedPattern>| {
        if !agent_policy.reads(family) {
            return;
        }
        let value = at.at().1.of(&parts.text);
        let word = value.split(u8::is_ascii_whitespace).next();
        let is_outside = at.is_outside;
        let content = SignalContent { new, family, is_own, is_outside, kind, value, other: 0 };
        let pattern = path.map(OwnedPattern::pattern);
        all.push(Signal { pattern, shown: word.unwrap_or_default(), content });
    };
    if let Some(signals) = parts.signals() {
        let lines = groups.line_places().iter();
        let runs: Vec<u32> =
            lines.filter_map(|&line| signals.runs.get(line as usize).copied()).collect();
        for it in &signals.usages {
            if it.run.is_some_and(|run| runs.contains(&run)) {
                add(Family::Aipref, it.at, true, None, it.path.as_ref());
            }
        }
        for it in signals.signals.iter().filter(|it| has(it.at) || it.at.is_outside) {
            add(Family::ContentSignal, it.at, has(it.at), None, it.path.as_ref());
        }
        for it in signals.licenses.iter().filter(|it| has(it.at) || it.at.is_outside) {
            add(Family::Rsl, it.at, has(it.at), None, None);
        }
        for it in signals.trainings.iter().filter(|it| has(it.at)) {
            let kind = if it.allows { RuleKind::Allow } else { RuleKind::Disallow };
            add(Family::AiTraining, it.at, true, Some(kind), Some(&it.pattern));
        }
    }
    let reads_token = agent_policy.reads(Family::ControlToken);
    let token_groups = || token_groups(policy, agent_policy.agent());
    if let Some(groups) = reads_token.then(token_groups).flatten() {
        let is_own = groups.choice() == GroupChoice::Named;
        for rule in groups.rule_parts() {
            let value = rule.value.of(&parts.text);
            let (family, kind) = (Family::ControlToken, Some(rule.kind()));
            let is_outside = false;
            let content = SignalContent { new, family, is_own, is_outside, kind, value, other: 0 };
            all.push(Signal { pattern: Some(parts.pattern(rule)), shown: value, content });
        }
    }
    for (family, read) in files(agent_policy) {
        of_file(new, family, read, agent_policy.agent(), &mut all);
    }
    all.retain(|it| !it.pattern.is_some_and(|pattern| pattern.is_void()));
    all
}

/// The signals for a crawler in a file that was supplied.
fn of_file<'p>(
    new: bool,
    family: Family,
    read: &'p ReadFile,
    agent: &Agent,
    all: &mut Vec<Signal<'p>>,
) {
    let mut add = |pattern: Option<Pattern<'p>>, shown: &'p [u8], kind, value, other| {
        let (is_own, is_outside) = (true, false);
        let content = SignalContent { new, family, is_own, is_outside, kind, value, other };
        all.push(Signal { pattern, shown, content });
    };
    let kind = |allows| Some(if allows { RuleKind::Allow } else { RuleKind::Disallow });
    match &read.says {
        FileContent::Tdmrep(rules) => {
            for (place, (rule, patterns)) in rules.iter().enumerate() {
                for (written, pattern) in rule.locations.iter().zip(patterns) {
                    let (shown, kind) = (written.as_bytes(), kind(!rule.reserves));
                    add(Some(pattern.pattern()), shown, kind, shown, place);
                }
            }
        }
        FileContent::TrustTxt(read) => {
            for training in &read.training {
                add(None, b"", kind(training.allows), b"", 0);
            }
        }
        FileContent::AiTxt(Some(policy)) => {
            let groups = Conventional::new(policy.clone(), agent);
            for rule in groups.rule_parts() {
                let value = rule.value.of(&policy.parts.text);
                add(Some(policy.parts.pattern(rule)), value, Some(rule.kind()), value, 0);
            }
        }
        FileContent::Rsl(document) => {
            let other = std::ptr::from_ref(read).addr();
            // Whether it can be read matters everywhere.
            add(None, b"", None, b"", other);
            for pattern in document.contents.iter().filter_map(Content::pattern) {
                let pattern = pattern.pattern();
                add(Some(pattern), pattern.body(), None, b"", other);
            }
        }
        FileContent::AiTxt(None) | FileContent::Absent => {}
    }
}

/// Whether the two files differ in these.
pub(crate) fn differ(contents: &[SignalContent<'_>]) -> bool {
    let all: HashSet<&SignalContent<'_>> = contents.iter().collect();
    contents.iter().any(|one| {
        let counterpart = SignalContent { new: !one.new, ..one.clone() };
        !all.contains(&counterpart)
    })
}
