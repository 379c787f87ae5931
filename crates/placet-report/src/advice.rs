//! What a person should know about a decision that no statement of the site says: how search engines
//! treat closed pages, and how a known crawler departs from RFC 9309.

use placet::explain::{GroupChoice, ReasonCode};
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
    let (choice, _) = policy.policy().agent_lines(agent);
    let of_crawler = known(agent.name()).and_then(|it| of_crawler(it, choice));
    let of_search = of_search(policy, decision, target, asked_at);
    let mut advice: Vec<String> = of_search.into_iter().chain(of_crawler).collect();
    advice.extend(decision.contradictions().iter().map(|it| {
        format!(
            "{} allows it and {} refuses it: the two contradict each other",
            it.allow, it.disallow
        )
    }));
    let missing = policy.signal_files_needed(decision.usage(), target);
    if decision.verdict().is_permit() && !missing.is_empty() {
        let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
        advice.push(format!("not read, so not considered: {}", missing.join(", ")));
    }
    advice
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
