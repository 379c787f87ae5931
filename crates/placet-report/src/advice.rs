//! What a person should know about a decision that no statement of the site says: how search engines
//! treat closed pages, and how a known crawler departs from RFC 9309.

use placet::explain::{GroupChoice, ReasonCode};
use placet::signals::{Contradiction, Family, SignalOutcome};
use placet::{AgentPolicy, AskedAt, Decision, Target, Usage};
use placet_crawlers::{KnownCrawler, Obeys, known};

/// Advice on a decision of this policy, one note each.
pub fn advice(
    policy: &AgentPolicy,
    decision: &Decision,
    target: &Target<'_>,
    asked_at: &AskedAt,
) -> Vec<String> {
    let agent = decision.agent();
    let of_crawler =
        known(agent.name()).and_then(|it| of_crawler(it, policy.policy().agent_lines(agent).0));
    let of_search = of_search(policy, decision, target, asked_at);
    let mut advice: Vec<String> = of_search.into_iter().chain(of_crawler).collect();
    advice.extend(also_prohibited(policy, decision, target, asked_at));
    advice.extend(contradictions(decision.contradictions()));
    let missing = policy.signal_files_needed(decision.usage(), target);
    if decision.verdict().is_permit() && !missing.is_empty() {
        let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
        advice.push(format!("not read, so not considered: {}", missing.join(", ")));
    }
    advice
}

/// The families of signals that prohibit a usage in addition to what decides.
fn also_prohibited(
    policy: &AgentPolicy,
    decision: &Decision,
    target: &Target<'_>,
    asked_at: &AskedAt,
) -> Option<String> {
    if decision.verdict().is_permit() {
        return None;
    }
    let refusing = |decision: &Decision| -> Vec<Family> {
        let refusing = decision.signals().filter(|it| it.outcome() == SignalOutcome::Disallow);
        refusing.map(|it| it.family()).collect()
    };
    let is_decided_by_first = decision.code() == ReasonCode::Signal;
    let also = refusing(decision).into_iter().skip(usize::from(is_decided_by_first));
    let mut also: Vec<String> = also.map(|it| it.to_string()).collect();
    // A reservation of mining prohibits training (S-019), and decides if nothing else does.
    if decision.usage() == Usage::TrainAi && decision.code() != ReasonCode::NoMine {
        let mine = refusing(&policy.decide_on(Usage::Mine, target, asked_at));
        also.extend(mine.contains(&Family::Tdmrep).then(|| "tdmrep (mining)".to_owned()));
    }
    (!also.is_empty()).then(|| format!("also prohibited by {}", listed(&also)))
}

/// A note for each family that allows what others prohibit.
pub(crate) fn contradictions(all: &[Contradiction]) -> Vec<String> {
    let mut notes = Vec::new();
    for (at, one) in all.iter().enumerate() {
        let is_of_same = |it: &&Contradiction| (it.usage, it.allow) == (one.usage, one.allow);
        if all.iter().take(at).any(|it| is_of_same(&it)) {
            continue;
        }
        let by: Vec<String> =
            all.iter().filter(is_of_same).map(|it| it.disallow.to_string()).collect();
        let who = if by.len() == 1 { "the two" } else { "these" };
        let (allow, by) = (one.allow, listed(&by));
        notes.push(format!("allowed by {allow}, prohibited by {by}: {who} contradict each other"));
    }
    notes
}

/// Words as a list in a sentence.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// How a search engine treats a page that it may not fetch or index.
fn of_search(
    policy: &AgentPolicy,
    decision: &Decision,
    target: &Target<'_>,
    asked_at: &AskedAt,
) -> Option<String> {
    let agent = decision.agent().name();
    let decide = |usage| policy.decide_on(usage, target, asked_at);
    match decision.usage() {
        Usage::Index if !decision.verdict().is_permit() => {
            let crawl = decide(Usage::Crawl);
            let is_closed = !crawl.verdict().is_permit() && crawl.code() != ReasonCode::Unreachable;
            if !is_closed {
                return None;
            }
            Some(if is_by_page(decision) {
                format!(
                    "robots.txt closes this page to {agent}, which then does not see the statement of \
                     the page, and may list the bare URL; see `placet rule MIX101`"
                )
            } else {
                "a search engine may still list the bare URL of a page that it may not crawl; to \
                 prevent that, open the page and send noindex"
                    .to_owned()
            })
        }
        usage if is_presentation(usage) && decision.verdict().is_permit() => {
            let index = decide(Usage::Index);
            let is_out = !index.verdict().is_permit() && is_by_page(&index);
            is_out.then(|| {
                format!("{agent} may not index this page, so a search engine has no result to show")
            })
        }
        _ => None,
    }
}

/// Whether a statement of the page or its header fields decides.
fn is_by_page(decision: &Decision) -> bool {
    decision.reasons().any(|reason| reason.decides() && reason.is_of_page())
}

fn is_presentation(usage: Usage) -> bool {
    matches!(
        usage,
        Usage::Present
            | Usage::PresentOriginal
            | Usage::PresentCurrentcopy
            | Usage::PresentSnippet
            | Usage::PresentThumbnail
            | Usage::PresentLink
            | Usage::PresentExtract
    )
}

/// How a known crawler departs from RFC 9309, where that concerns the groups that were chosen.
fn of_crawler(crawler: &KnownCrawler, choice: GroupChoice) -> Option<String> {
    let KnownCrawler { token, operator, .. } = crawler;
    if crawler.is_control_token() {
        return Some(format!(
            "{token} fetches nothing: it controls what {operator} does with pages that {} fetch",
            crawler.controls.join(", ")
        ));
    }
    if crawler.obeys == Obeys::NotAlways {
        return Some(format!("{token} may not obey robots.txt; see `placet crawlers {token}`"));
    }
    if choice == GroupChoice::Named {
        return None;
    }
    if let Some(also) = &crawler.also {
        return Some(format!(
            "{operator} documents that {token} obeys the group for {also} if no group names it; ask \
             about {also} too"
        ));
    }
    let ignores_star = choice == GroupChoice::Global && crawler.obeys == Obeys::NamedGroups;
    ignores_star.then(|| {
        format!(
            "{operator} documents that {token} does not obey the group for *; name it to close it"
        )
    })
}
