//! A decision as one sentence.

use placet::explain::ReasonCode;
use placet::{Decision, Usage, Verdict};

use crate::unknown::Unknown;

/// The answer in one sentence: `GPTBot may not use / to train AI`.
pub(crate) fn answer(decision: &Decision, unknown: Option<&Unknown>) -> String {
    let (agent, action) = (agent(decision), action(decision.usage(), decision.target()));
    match (unknown, decision.verdict()) {
        (Some(unknown), _) => {
            format!("cannot tell whether {agent} may {action}: {}", unknown.reason())
        }
        (None, Verdict::Permit) => format!("{agent} may {action}"),
        (None, Verdict::Prohibit) if decision.code() == ReasonCode::Unreachable => {
            format!("{agent} may not {action} while robots.txt is unreachable")
        }
        (None, Verdict::Prohibit) => format!("{agent} may not {action}"),
    }
}

/// The agent of a decision, for a sentence.
pub(crate) fn agent(decision: &Decision) -> &str {
    match decision.agent().name() {
        "" => "a crawler without a name",
        name => name,
    }
}

/// What a usage does with a target, as a verb phrase.
fn action(usage: Usage, target: &str) -> String {
    let verb = match usage {
        Usage::Crawl => "crawl",
        Usage::Follow => "follow the links in",
        Usage::Index => "index",
        Usage::Preserve => "keep a copy of",
        Usage::Present => "show",
        Usage::PresentOriginal => return format!("show {target} as the site serves it"),
        Usage::PresentCurrentcopy => "show its latest copy of",
        Usage::PresentOldcopy => "show an older copy of",
        Usage::PresentSnippet => "show a snippet of",
        Usage::PresentThumbnail => "show a thumbnail of",
        Usage::PresentOldsnippet => "show a snippet of an older version of",
        Usage::PresentOldthumbnail => "show a thumbnail of an older version of",
        Usage::PresentLink => "show a link to",
        Usage::PresentExtract => "show an extract of",
        Usage::PresentOldextract => "show an extract of an older version of",
        Usage::Mine => "mine text and data in",
        Usage::TrainAi => return format!("use {target} to train AI"),
        Usage::AiInput => return format!("use {target} as input to AI"),
        Usage::Other => return format!("use {target} in other ways"),
        _ => return format!("use {target} for {usage}"),
    };
    format!("{verb} {target}")
}

#[cfg(test)]
mod tests {
    use placet::RobotsPolicy;

    use super::*;

    #[test]
    fn every_usage_has_a_verb_phrase() {
        for usage in Usage::ALL {
            let action = action(usage, "/a");
            assert!(action.contains(" /a") && !action.ends_with(usage.name()), "{action}");
            assert!(!action.contains('-'), "{action}");
        }
    }

    #[test]
    fn verdicts_are_sentences() {
        let policy = RobotsPolicy::parse(b"User-agent: *\nDisallow: /\n");
        let decision = policy.for_agent("GPTBot").may(Usage::TrainAi, "/").unwrap();
        assert_eq!(answer(&decision, None), "GPTBot may not use / to train AI");
        let unknown = Unknown::Page("the page is unavailable".to_owned());
        assert_eq!(
            answer(&decision, Some(&unknown)),
            "cannot tell whether GPTBot may use / to train AI: the page is unavailable"
        );
    }
}
