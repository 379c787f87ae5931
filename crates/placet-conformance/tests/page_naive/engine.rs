//! The engine's answer, to be compared with the naive one.

use std::time::{Duration, SystemTime};

use placet::condition::Qualifier;
use placet::{Agent, AskedAt, Crawler, Decision, PagePolicy, Profile, RobotsPolicy};

use crate::case::{Answer, Case, Page, Question};
use crate::print;

/// What the engine answers.
pub(crate) fn answer(case: &Case) -> Answer {
    let decision = decision(case);
    let mut conditions: Vec<_> = decision.conditions().iter().map(ToString::to_string).collect();
    conditions.sort();
    Answer { allowed: decision.verdict().is_permit(), conditions }
}

/// What the engine decides.
pub(crate) fn decision(case: &Case) -> Decision {
    let question = &case.question;
    let profile = if question.is_full { Profile::Full } else { Profile::Rfc9309 };
    let robots = RobotsPolicy::builder().profile(profile);
    let robots = robots.parse(print::robots(&case.robots).as_bytes());
    let page = page(&case.page);
    let mut view = robots.for_agent(crawler(question)).page(&page);
    if let Some(id) = question.element {
        view = view.element(id);
    }
    let mut asked_at = AskedAt::new().recrawled(question.recrawled);
    asked_at.now = question.now.map(moment);
    asked_at.first_used = question.crawled.map(moment);

    let target = view.target(&question.url).unwrap();
    let usage = question.usage.parse().unwrap();
    view.decide_on(usage, &target, &asked_at)
}

fn crawler(question: &Question) -> Crawler {
    let mut crawler = Crawler::new(Agent::new(&question.agent));
    for purpose in &question.purposes {
        crawler = crawler.purpose(purpose);
    }
    for kind in &question.honours {
        crawler = crawler.can_honour(Qualifier::of_name(kind).unwrap());
    }
    for kind in &question.cannot {
        crawler = crawler.cannot_honour(Qualifier::of_name(kind).unwrap());
    }
    if question.element_level { crawler } else { crawler.whole_pages() }
}

fn page(page: &Page) -> PagePolicy {
    let html = page.html.as_ref().map(print::document);
    let rendered = page.rendered.as_ref().map(print::document);
    let mut policy = PagePolicy::builder();
    for (name, value) in page.headers.iter().map(print::header) {
        policy = policy.header(name, &value);
    }
    if let Some(html) = &html {
        policy = policy.html(html.as_bytes());
    }
    if let Some(rendered) = &rendered {
        policy = policy.rendered(rendered.as_bytes());
    }
    policy.build()
}

fn moment(seconds: i64) -> SystemTime {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 { SystemTime::UNIX_EPOCH - distance } else { SystemTime::UNIX_EPOCH + distance }
}
