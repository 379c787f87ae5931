//! A second, naive interpreter of signals, with which the engine is compared.
//!
//! The vectors check the naive interpreter; the generator asks both about random sites.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "test code may stop at once, and prints what it ran"
)]

mod compare;
mod engine;
mod generate;
mod naive;
mod question;

/// The naive interpreter of ACAP in robots.txt, for the steps before signals.
#[path = "../acap_naive/naive"]
#[expect(dead_code, reason = "signals need a part of it")]
mod borrowed {
    pub(crate) mod acap;
    pub(crate) mod conventional;
    pub(crate) mod crawler;
    pub(crate) mod definition;
    pub(crate) mod expansion;
    pub(crate) mod law;
    pub(crate) mod purpose;
    pub(crate) mod qualifier;
    pub(crate) mod question;
    pub(crate) mod site;
    pub(crate) mod text;
    pub(crate) mod time;
}

#[path = "../html_tree/dom.rs"]
mod dom;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use compare::differences;
use naive::{FAMILIES, decide};
use question::{Answer, Question, Statement};
use serde::Deserialize;

/// A vector: a question, the answer and further checks.
#[derive(Debug, Deserialize)]
struct Vector {
    id: String,
    why: String,
    expected: Expected,
    #[serde(default)]
    reports: Reports,
    #[serde(flatten)]
    question: Question,
}

#[derive(Debug, Deserialize)]
struct Expected {
    allowed: bool,
    qualifiers: Vec<String>,
}

/// What must be reported; all of it is optional.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Reports {
    by: Option<Statement>,
    families: BTreeMap<String, String>,
    contradictions: Option<Vec<(String, String)>>,
    problems: Vec<String>,
    policy: Option<String>,
}

impl Vector {
    /// What is wrong with an answer.
    fn differences(&self, answer: &Answer) -> Vec<&'static str> {
        let mut wrong = Vec::new();
        let mut check = |what, holds: bool| wrong.extend((!holds).then_some(what));
        check("verdict", self.expected.allowed == answer.allowed);
        let expected = self.expected.qualifiers.iter().cloned().collect();
        check("conditions", answer.conditions == expected);
        let reports = &self.reports;
        check("by", reports.by.is_none() || reports.by == answer.by);
        let outcome = |family| answer.families.get(family).map_or("silent", String::as_str);
        check("families", reports.families.iter().all(|(family, it)| outcome(family) == it));
        let contradictions = reports.contradictions.as_ref();
        let is_same = |expected: &Vec<_>| expected.iter().eq(&answer.contradictions);
        check("contradictions", contradictions.is_none_or(is_same));
        let has = |problem: &String| answer.problems.contains(problem);
        check("problems", reports.problems.iter().all(has));
        check("policy", reports.policy.is_none() || reports.policy == answer.policy);
        wrong
    }
}

#[test]
fn the_naive_interpreter_answers_every_vector_of_signals() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/signals");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    // The naive interpreter has no limits.
    let files = files.filter(|file| !file.ends_with("limits.jsonl"));
    let text: String = files.map(|file| fs::read_to_string(file).unwrap()).collect();
    let mut count = 0;
    let mut differences = Vec::new();
    for line in text.lines() {
        let vector: Vector = serde_json::from_str(line).unwrap();
        let answer = decide(&vector.question);
        let wrong = vector.differences(&answer);
        count += 1;
        if !wrong.is_empty() {
            let (id, why) = (&vector.id, &vector.why);
            differences.push(format!("{id}: {wrong:?}: {answer:?}: {why}\n{line}"));
        }
    }
    assert!(differences.is_empty(), "{}\n{}", differences.len(), differences.join("\n"));
    println!("signals_naive: {count} vectors hold");
    assert!(count >= 373, "only {count} vectors");
}

/// How many random questions are asked, unless `PLACET_QUESTIONS` is set.
const QUESTIONS: u64 = 20_000;

#[test]
fn the_generator_reaches_every_family_and_problem() {
    let mut outcomes: BTreeMap<(String, String), u64> = BTreeMap::new();
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    let mut problems: BTreeMap<String, u64> = BTreeMap::new();
    let (mut permitted, mut contradictions, mut policies) = (0, 0, 0);
    for seed in 0..QUESTIONS {
        let answer = decide(&generate::question(seed));
        permitted += u64::from(answer.allowed);
        contradictions += u64::from(!answer.contradictions.is_empty());
        policies += u64::from(answer.policy.is_some());
        assert!(answer.allowed || answer.conditions.is_empty(), "seed {seed}");
        assert!(!answer.allowed || answer.by.is_none(), "seed {seed}");
        for outcome in answer.families {
            *outcomes.entry(outcome).or_default() += 1;
        }
        for condition in answer.conditions {
            let kind = condition.split('=').next().unwrap_or_default();
            *kinds.entry(kind.to_owned()).or_default() += 1;
        }
        for problem in answer.problems {
            *problems.entry(problem).or_default() += 1;
        }
    }
    println!("signals_naive: of {QUESTIONS} questions {permitted} are permitted, {contradictions}");
    println!("have a contradiction and {policies} a policy");
    println!("{outcomes:#?}\n{kinds:#?}\n{problems:#?}");
    assert!(permitted > QUESTIONS / 4 && permitted < QUESTIONS * 3 / 4, "{permitted}");
    assert!(contradictions > QUESTIONS / 100 && policies > QUESTIONS / 200);
    for family in FAMILIES {
        let count = |outcome: &str| {
            outcomes.get(&(family.to_owned(), outcome.to_owned())).copied().unwrap_or_default()
        };
        assert!(count("disallow") > QUESTIONS / 200, "{family}");
        // S-092: the family `noai` never allows.
        assert_eq!(count("allow") > QUESTIONS / 400, family != "noai", "{family}");
    }
    assert!(kinds.len() >= 14, "{kinds:?}");
    // All but `signal-truncated`.
    assert_eq!(problems.len(), 13, "{problems:?}");
}

/// S-005, S-108: a family that is not read lifts what it prohibits, and prohibits nothing.
#[test]
fn fewer_families_never_prohibit_more() {
    for seed in 0..QUESTIONS / 20 {
        let question = generate::question(seed);
        if question.signals.is_some() || !decide(&question).allowed {
            continue;
        }
        for left_out in FAMILIES {
            let families = FAMILIES.iter().filter(|&&family| family != left_out);
            let signals = Some(families.map(|&family| family.to_owned()).collect());
            let fewer = decide(&Question { signals, ..question.clone() });
            assert!(fewer.allowed, "seed {seed} without {left_out}: {question:?}");
        }
    }
}

/// How many questions the two are compared on.
#[expect(clippy::disallowed_methods, reason = "the length of a test run is no input of the engine")]
fn questions() -> u64 {
    std::env::var("PLACET_QUESTIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(QUESTIONS)
}

#[test]
fn the_engine_answers_as_the_naive_interpreter_does() {
    let mut what: BTreeSet<&str> = BTreeSet::new();
    let mut differing = Vec::new();
    let mut count = 0;
    for seed in 0..questions() {
        let question = generate::question(seed);
        let (naive, engine) = (decide(&question), engine::answer(&question));
        let differences = differences(&naive, &engine);
        if !differences.is_empty() {
            count += 1;
            what.extend(&differences);
            // The first few show what is wrong.
            if differing.len() < 20 {
                let question = serde_json::to_string(&question).unwrap();
                let answers = format!("naive {naive:?}\nengine {engine:?}");
                differing.push(format!("seed {seed}: {differences:?}\n{answers}\n{question}"));
            }
        }
    }
    println!("signals_naive: the engine was compared on {} questions", questions());
    assert!(differing.is_empty(), "{count} differ in {what:?}\n{}", differing.join("\n"));
}
