//! Crawlers and URLs to ask a policy about: a few fixed ones, and some derived from its own lines.

use placet::{Agent, Profile, RobotsPolicy, Target};

/// At most this many are taken from the lines, to keep an execution short.
const TAKEN: usize = 4;

/// Fixed agents, and the values of the first `User-agent` lines; each once.
pub fn agents(policy: &RobotsPolicy) -> Vec<Agent> {
    let mut agents: Vec<Agent> = ["examplebot", "", "*"].map(Agent::exact).into();
    let lines = policy.groups().flat_map(|group| group.agents());
    for value in lines.take(TAKEN).map(|line| line.value()) {
        for agent in [Agent::exact(&value), Agent::from_user_agent(&value)] {
            if !agents.contains(&agent) {
                agents.push(agent);
            }
        }
    }
    agents
}

/// Fixed paths, and some near those that the first patterns match.
pub fn urls(policy: &RobotsPolicy) -> Vec<String> {
    let fixed = ["/", "/robots.txt?a", "/a", "/a/b.html?c=d%2F", "/%7Ejoe/ä", "http://a?b", "/*$"];
    let mut urls: Vec<String> = fixed.map(String::from).into();
    let rules = policy.groups().flat_map(|group| group.rules());
    for rule in rules.take(TAKEN) {
        let pattern = rule.pattern();
        let body = pattern.strip_suffix('$').unwrap_or(&pattern);
        let body = body.strip_prefix('/').unwrap_or(body);
        urls.push(format!("http://a/{}", body.replace('*', "")));
        urls.push(format!("http://a/{}/y", body.replace('*', "x?")));
        urls.extend(body.char_indices().last().map(|(at, _)| format!("http://a/{}", &body[..at])));
    }
    urls
}

/// The targets of those URLs. All of them are valid, so none may be rejected.
pub fn targets(urls: &[String], profile: Profile) -> Vec<Target<'_>> {
    urls.iter().map(|url| Target::new(url, profile).expect(url)).collect()
}
