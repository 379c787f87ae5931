//! The rivals, each called the way its own documentation shows, with as much as possible done
//! before the clock starts.

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use robotparser::parser::parse_robots_txt;
use robotparser::service::RobotsTxtService as _;
use robotstxt_with_cache::matcher::{CachingRobotsMatcher, LongestMatchRobotsMatchStrategy};
use url::Url;

use super::{AGENT, Answers, Contender};
use crate::input::{Question, Text};

fn count(questions: &[Question], allowed: impl FnMut(&&Question) -> bool) -> usize {
    questions.iter().filter(allowed).count()
}

pub(super) struct Robotxt;

impl Contender for Robotxt {
    fn name(&self) -> &'static str {
        "robotxt"
    }

    fn gives(&self) -> &'static str {
        "one agent"
    }

    fn parse(&self, text: &Text) -> bool {
        let _ = black_box(robotxt::Robots::parse(&text.bytes, AGENT));
        true
    }

    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>> {
        Some(Box::new(robotxt::Robots::parse(&text.bytes, AGENT)))
    }
}

impl Answers for robotxt::Robots {
    fn allowed(&mut self, questions: &[Question]) -> usize {
        count(questions, |question| self.is_allowed(&question.path))
    }
}

pub(super) struct TextingRobots;

impl Contender for TextingRobots {
    fn name(&self) -> &'static str {
        "texting_robots"
    }

    fn gives(&self) -> &'static str {
        "one agent"
    }

    fn parse(&self, text: &Text) -> bool {
        black_box(texting_robots::Robot::new(AGENT, &text.bytes)).is_ok()
    }

    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>> {
        let robot = texting_robots::Robot::new(AGENT, &text.bytes).ok()?;
        Some(Box::new(robot))
    }
}

impl Answers for texting_robots::Robot {
    fn allowed(&mut self, questions: &[Question]) -> usize {
        count(questions, |question| texting_robots::Robot::allowed(self, &question.path))
    }
}

pub(super) struct Robotstxt;

/// Takes every callback and stores nothing.
struct Nothing;

impl robotstxt::RobotsParseHandler for Nothing {
    fn handle_robots_start(&mut self) {}
    fn handle_robots_end(&mut self) {}
    fn handle_user_agent(&mut self, line: u32, agent: &str) {
        black_box((line, agent));
    }
    fn handle_allow(&mut self, line: u32, value: &str) {
        black_box((line, value));
    }
    fn handle_disallow(&mut self, line: u32, value: &str) {
        black_box((line, value));
    }
    fn handle_sitemap(&mut self, line: u32, value: &str) {
        black_box((line, value));
    }
    fn handle_unknown_action(&mut self, line: u32, action: &str, value: &str) {
        black_box((line, action, value));
    }
}

impl Contender for Robotstxt {
    fn name(&self) -> &'static str {
        "robotstxt"
    }

    fn gives(&self) -> &'static str {
        "callbacks only, stores nothing"
    }

    fn caveat(&self) -> &'static str {
        "parses again each time"
    }

    fn parse(&self, text: &Text) -> bool {
        robotstxt::parse_robotstxt(&text.lossy, &mut Nothing);
        true
    }

    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>> {
        Some(Box::new(text.lossy.as_str()))
    }
}

impl Answers for &str {
    fn allowed(&mut self, questions: &[Question]) -> usize {
        count(questions, |question| {
            let mut matcher = robotstxt::DefaultMatcher::default();
            matcher.one_agent_allowed_by_robots(self, AGENT, &question.path)
        })
    }
}

pub(super) struct RobotstxtWithCache;

/// The `DefaultCachingMatcher` of the crate.
type Caching = CachingRobotsMatcher<LongestMatchRobotsMatchStrategy>;

fn caching(text: &Text) -> Caching {
    let mut matcher = Caching::new(robotstxt_with_cache::DefaultMatcher::default());
    matcher.parse(&text.lossy);
    matcher
}

impl Contender for RobotstxtWithCache {
    fn name(&self) -> &'static str {
        "robotstxt-with-cache"
    }

    fn gives(&self) -> &'static str {
        "every agent"
    }

    fn parse(&self, text: &Text) -> bool {
        black_box(caching(text));
        true
    }

    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>> {
        Some(Box::new(caching(text)))
    }
}

impl Answers for Caching {
    fn allowed(&mut self, questions: &[Question]) -> usize {
        count(questions, |question| self.one_agent_allowed_by_robots(AGENT, &question.path))
    }
}

pub(super) struct Robotparser;

fn robotparser(text: &Text) -> Option<robotparser::model::RobotsTxt> {
    let url = Url::parse("https://example.com/robots.txt").ok()?;
    Some(parse_robots_txt(url.origin(), &text.lossy).get_result())
}

impl Contender for Robotparser {
    fn name(&self) -> &'static str {
        "robotparser"
    }

    fn gives(&self) -> &'static str {
        "every agent"
    }

    fn caveat(&self) -> &'static str {
        "given parsed URLs"
    }

    fn parse(&self, text: &Text) -> bool {
        black_box(robotparser(text)).is_some()
    }

    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>> {
        robotparser(text).map(|parsed| Box::new(parsed) as Box<dyn Answers>)
    }
}

impl Answers for robotparser::model::RobotsTxt {
    fn allowed(&mut self, questions: &[Question]) -> usize {
        count(questions, |question| self.can_fetch(AGENT, &question.url))
    }
}

pub(super) struct Cylon;

/// Its only interface is asynchronous, but a slice in memory never blocks.
fn cylon(text: &Text) -> Option<cylon::Cylon> {
    let compiler = cylon::Compiler::new(AGENT);
    let future = pin!(compiler.compile(text.lossy.as_bytes()));
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(machine) => machine.ok(),
        Poll::Pending => None,
    }
}

impl Contender for Cylon {
    fn name(&self) -> &'static str {
        "cylon"
    }

    fn gives(&self) -> &'static str {
        "one agent"
    }

    fn sampled(&self) -> bool {
        true
    }

    fn parse(&self, text: &Text) -> bool {
        black_box(cylon(text)).is_some()
    }

    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>> {
        cylon(text).map(|machine| Box::new(machine) as Box<dyn Answers>)
    }
}

impl Answers for cylon::Cylon {
    fn allowed(&mut self, questions: &[Question]) -> usize {
        count(questions, |question| self.allow(&question.path))
    }
}
