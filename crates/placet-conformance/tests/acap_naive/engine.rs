//! The engine's answer, to be compared with the naive one.

use std::time::{Duration, SystemTime};

use placet::condition::Qualifier;
use placet::signals::Families;
use placet::{Agent, AskedAt, Crawler, RobotsPolicy};

use crate::naive::{Answer, Place, Question};

/// What the engine answers, and the statement that decided, if one did.
pub(crate) fn answer(question: &Question) -> (Answer, Option<Place>) {
    let mut crawler = Crawler::new(Agent::new(&question.agent));
    if let Some(purpose) = &question.purpose {
        crawler = crawler.purpose(purpose);
    }
    for honoured in &question.honours {
        if let Some(qualifier) = Qualifier::of_name(honoured) {
            crawler = crawler.can_honour(qualifier);
        }
    }
    let mut asked_at = AskedAt::new().recrawled(question.recrawled);
    asked_at.now = question.now.map(moment);
    asked_at.first_used = question.crawled.map(moment);

    let view = RobotsPolicy::parse(&question.robots)
        .join(|path| question.refs.get(path))
        .for_agent(crawler)
        // The naive interpreter reads ACAP only.
        .families(Families::NONE);
    let target = view.target(&question.url).unwrap();
    let decision = view.decide_on(question.usage.parse().unwrap(), &target, &asked_at);
    let mut conditions: Vec<_> = decision.conditions().iter().map(ToString::to_string).collect();
    conditions.sort();
    let reason = decision.reason().unwrap();
    let by = reason.line().map(|line| (reason.source().to_string(), line));
    (Answer { allowed: decision.verdict().is_permit(), conditions }, by)
}

fn moment(seconds: i64) -> SystemTime {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 { SystemTime::UNIX_EPOCH - distance } else { SystemTime::UNIX_EPOCH + distance }
}
