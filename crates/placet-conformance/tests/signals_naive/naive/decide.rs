//! The decision: the order of the laws, with signals as step 6 (S-106 to S-113).

use std::collections::{BTreeMap, BTreeSet};

use super::finding::{FAMILIES, Finding, Outcome};
use super::page_rule::{effect, page_rules};
use super::robots::{Robots, deciding_rule};
use super::site::Site;
use super::{
    ai_training, ai_txt, aipref, content_signal, control_token, google, noai, rsl, tdmrep,
    trust_txt,
};
use crate::borrowed::law::{self, Law};
use crate::borrowed::question::Question as AcapQuestion;
use crate::question::{Answer, Question, Statement};

/// Answers a question.
pub(crate) fn decide(question: &Question) -> Answer {
    Decider { site: Site::read(question), question }.answer()
}

struct Decider<'q> {
    question: &'q Question,
    site: Site<'q>,
}

/// What steps 1 to 5 say about a usage, before dependence.
enum Earlier {
    Prohibits,
    /// With these conditions, some of which fail (step 7) where it says so.
    Permits {
        conditions: BTreeSet<String>,
        fails: bool,
    },
}

impl Decider<'_> {
    fn answer(&self) -> Answer {
        let usage = self.question.usage.as_str();
        let findings = self.findings(usage);
        let mine = if usage == "train-ai" { self.findings("mine") } else { Vec::new() };
        let is = |finding: &Finding, outcome| finding.outcome == outcome;
        let mut answer = Answer::default();
        for (family, finding) in &findings {
            let outcome = match finding.outcome {
                Outcome::Silent => continue,
                Outcome::Allow => "allow",
                Outcome::Disallow => "disallow",
            };
            answer.families.insert((*family).to_owned(), outcome.to_owned());
        }
        for (_, finding) in findings.iter().chain(&mine) {
            answer.problems.extend(finding.problems.iter().map(|&problem| problem.to_owned()));
            answer.policy = answer.policy.take().or_else(|| finding.policy.clone());
        }
        // S-112: for `train-ai`, a `disallow` of `mine` counts too.
        let spared = mine.iter().filter(|(_, finding)| !finding.spares_training);
        for (refuses, _) in
            findings.iter().chain(spared).filter(|(_, finding)| is(finding, Outcome::Disallow))
        {
            for (allows, _) in findings.iter().filter(|(_, finding)| is(finding, Outcome::Allow)) {
                answer.contradictions.insert(((*allows).to_owned(), (*refuses).to_owned()));
            }
        }
        self.judge(usage, &findings, &mine, answer)
    }

    fn judge(
        &self,
        usage: &str,
        findings: &[(&'static str, Finding)],
        mine: &[(&'static str, Finding)],
        mut answer: Answer,
    ) -> Answer {
        // Steps 1 to 5.
        let Earlier::Permits { mut conditions, fails } = self.earlier(usage) else { return answer };
        // Step 6. S-107: the first family that disallows.
        if let Some(refusal) = refusal(findings) {
            answer.by = Some(refusal);
            return answer;
        }
        // S-109.
        for (_, finding) in findings {
            conditions.extend(finding.conditions.clone());
        }
        // Step 7.
        if fails || conditions.iter().any(|condition| !self.honours(condition, usage)) {
            return answer;
        }
        // Step 8.
        if usage != "crawl" && !self.permits("crawl") {
            return answer;
        }
        let is_copy = ["present-currentcopy", "present-oldcopy"].contains(&usage);
        if is_copy && !self.permits("preserve") {
            return answer;
        }
        // S-019.
        if usage == "train-ai" {
            let refusing =
                || mine.iter().filter(|(_, finding)| finding.outcome == Outcome::Disallow);
            let only_spares = refusing().all(|(_, finding)| finding.spares_training);
            if !only_spares {
                let counting: Vec<_> =
                    refusing().filter(|(_, finding)| !finding.spares_training).cloned().collect();
                answer.by = refusal(&counting);
                return answer;
            }
            if matches!(self.earlier("mine"), Earlier::Prohibits) {
                return answer;
            }
        }
        answer.allowed = true;
        answer.conditions = conditions;
        answer
    }

    /// Whether another usage is permitted.
    fn permits(&self, usage: &str) -> bool {
        self.judge(usage, &self.findings(usage), &[], Answer::default()).allowed
    }

    /// S-002: what each family that is read says.
    fn findings(&self, usage: &str) -> Vec<(&'static str, Finding)> {
        // S-004.
        if self.question.profile.as_deref().is_some_and(|profile| profile != "full") {
            return Vec::new();
        }
        // S-005.
        let is_read = |family: &str| match &self.question.signals {
            Some(families) => families.iter().any(|name| name == family),
            None => true,
        };
        let find = |family: &str| match family {
            "aipref" => aipref::find(&self.site, usage),
            "content-signal" => content_signal::find(&self.site, usage),
            "tdmrep" => tdmrep::find(&self.site, usage),
            "rsl" => rsl::find(&self.site, usage),
            "noai" => noai::find(&self.site, usage),
            "ai-training" => ai_training::find(&self.site, usage),
            "control-token" => control_token::find(&self.site, usage),
            "trust-txt" => trust_txt::find(&self.site, usage),
            _ => ai_txt::find(&self.site, usage),
        };
        let read = FAMILIES.into_iter().filter(|family| is_read(family));
        read.map(|family| (family, find(family))).collect()
    }

    /// Steps 1 to 5.
    fn earlier(&self, usage: &str) -> Earlier {
        let mut conditions = BTreeSet::new();
        let mut fails = false;
        match self.question.profile.as_deref() {
            None | Some("full") => {
                let outcome = self.acap(usage);
                match outcome.law {
                    // What is not decided before step 7 is decided again here.
                    Law::NoCrawl | Law::NoPreserve => {}
                    Law::Facts | Law::Needs => fails = true,
                    _ if !outcome.answer.allowed => return Earlier::Prohibits,
                    _ => conditions.extend(outcome.answer.conditions),
                }
            }
            Some("google") => {
                let crawler = &self.site.crawler;
                let (robots, url) = (&self.question.robots, &self.question.url);
                let name = crawler.token.as_str();
                if usage == "crawl" && !google::permits(robots, name, &self.question.agent, url) {
                    return Earlier::Prohibits;
                }
            }
            Some(_) => {
                let robots = Robots::read(&self.question.robots, "");
                let rule = deciding_rule(&robots.chosen(&self.site.crawler), &self.site.target);
                let is_closed = rule.is_some_and(|rule| !rule.allows);
                if usage == "crawl" && is_closed && !self.site.target.is_robots_txt() {
                    return Earlier::Prohibits;
                }
            }
        }
        for rule in page_rules(&self.site).0 {
            match effect(&rule, usage) {
                None => {}
                Some(condition) if condition.is_empty() => return Earlier::Prohibits,
                Some(condition) => {
                    conditions.insert(condition);
                }
            }
        }
        Earlier::Permits { conditions, fails }
    }

    /// Steps 1 to 4, by the naive interpreter of ACAP in robots.txt.
    fn acap(&self, usage: &str) -> law::Outcome {
        law::decide(&AcapQuestion {
            robots: self.question.robots.clone().into_bytes(),
            refs: BTreeMap::new(),
            agent: self.question.agent.clone(),
            purpose: None,
            usage: usage.to_owned(),
            url: self.question.url.clone(),
            now: None,
            crawled: None,
            recrawled: false,
            honours: self.question.honours.clone(),
        })
    }

    /// S-113: whether the crawler honours a condition of a signal.
    fn honours(&self, condition: &str, usage: &str) -> bool {
        let kind = condition.split('=').next().unwrap_or_default();
        let says = |word: &str| self.question.honours.iter().any(|it| it == word);
        let must_declare = [
            "license",
            "payment",
            "attribution",
            "reporting",
            "token",
            "user",
            "not-user",
            "geo",
            "not-geo",
        ]
        .contains(&kind)
            || kind == "max-use" && ["train-ai", "mine"].contains(&usage);
        !says(&format!("!{kind}")) && (!must_declare || says(kind))
    }
}

/// S-107: the first refusal of the first family that disallows.
fn refusal(findings: &[(&'static str, Finding)]) -> Option<Statement> {
    let refusing = findings.iter().find(|(_, finding)| finding.outcome == Outcome::Disallow);
    let (family, finding) = refusing?;
    let (source, line) = finding.refusals.first()?.clone();
    Some(Statement { family: (*family).to_owned(), source, line })
}
