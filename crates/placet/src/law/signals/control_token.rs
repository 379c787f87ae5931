//! Product tokens that never crawl and control what is done with what another crawler fetched (S-096
//! to S-099).

use super::Sources;
use crate::law::rfc9309::{Conventional, GroupChoice, longest};
use crate::law::signal_ruling::{FamilyRuling, SignalAt, SignalEffect};
use crate::vocabulary::{Agent, Family, RuleKind, Usage};

/// A token, the crawlers that it controls, and the usages.
struct Control {
    token: &'static str,
    crawlers: &'static [&'static str],
    usages: &'static [Usage],
}

/// The tokens that vendors document.
const CONTROLS: [Control; 2] = [
    Control {
        token: "Google-Extended",
        crawlers: &["Googlebot", "Googlebot-Image", "Googlebot-News", "Googlebot-Video"],
        usages: &[Usage::TrainAi, Usage::AiInput],
    },
    Control { token: "Applebot-Extended", crawlers: &["Applebot"], usages: &[Usage::TrainAi] },
];

/// The token that controls a usage of a crawler, if one does.
fn control(agent: &Agent, usage: Usage) -> Option<&'static Control> {
    let is = |crawler: &&str| crawler.eq_ignore_ascii_case(agent.name());
    CONTROLS.iter().find(|it| it.usages.contains(&usage) && it.crawlers.iter().any(&is))
}

/// The token that controls some usage of a crawler, if one does.
pub(crate) fn controlling_token(agent: &Agent) -> Option<Agent> {
    // Every token controls this usage.
    control(agent, Usage::TrainAi).map(|it| Agent::exact(it.token))
}

/// The crawlers that a token controls.
pub(crate) fn controlled_by(token: &[u8]) -> &'static [&'static str] {
    let known = CONTROLS.iter().find(|it| it.token.as_bytes().eq_ignore_ascii_case(token));
    known.map_or(&[], |it| it.crawlers)
}

/// Whether a token controls a usage of a crawler.
pub(crate) fn is_controlled(agent: &Agent, usage: Usage) -> bool {
    control(agent, usage).is_some()
}

pub(super) fn resolve(sources: &Sources<'_>, usage: Usage) -> Option<FamilyRuling> {
    let token = Agent::exact(control(sources.agent, usage)?.token);
    let file = Conventional::new(sources.groups.policy().clone(), &token);
    let rule = longest(&file, sources.target)?;
    let effect = match rule.kind() {
        RuleKind::Disallow => SignalEffect::Refuses,
        // Only a group that names the token can allow (S-098).
        RuleKind::Allow if file.choice() == GroupChoice::Named => SignalEffect::Allows,
        RuleKind::Allow => return None,
    };
    let mut ruling = FamilyRuling::new(Family::ControlToken);
    ruling.cite(SignalAt::Robots { line: rule.line, span: rule.value }, effect);
    ruling.settle();
    Some(ruling)
}
