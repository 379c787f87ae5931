//! A second, naive interpreter of ACAP that the engine is compared with.
//!
//! The vectors check the naive interpreter against the specification; the generator asks both about
//! files that no person would write.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test prints what it ran and stops at the first surprise"
)]

mod engine;
mod generate;
mod naive;
mod qualifiers;
mod sloppy;
mod vocabulary;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use naive::{Answer, Law, Outcome, Place, Question, decide, instant};
use serde_json::Value;

#[test]
fn the_naive_interpreter_answers_the_project_s_own_vectors() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/acap/robots.jsonl");
    let count = holds(&fs::read_to_string(path).unwrap());
    assert!(count >= 650, "{count} vectors");
}

/// Runs vectors against the naive interpreter; returns their number.
fn holds(text: &str) -> usize {
    let mut count = 0;
    let mut differences = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        // It does not read pages or base64, and takes only URLs.
        let has = |key: &str| case.get(key).is_some();
        let text = |key: &str| case.get(key).and_then(Value::as_str).unwrap_or_default();
        let is_path = text("url").starts_with('/');
        if has("html") || has("robots_b64") || has("robots_parts") || is_path {
            continue;
        }
        count += 1;
        let (question, expected) = (question(&case), expected(&case));
        let outcome = decide(&question);
        let named = by(&case).is_none_or(|by| is_among(by.as_ref(), &outcome.by));
        if outcome.answer != expected || !named {
            let (id, why) = (text("id"), text("why"));
            differences.push(format!("{id}: {outcome:?}, not {expected:?}: {why}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    println!("acap_naive: {count} vectors of ACAP in robots.txt hold");
    count
}

/// The number of generated questions.
const QUESTIONS: u64 = 20_000;

#[test]
fn the_generator_reaches_every_law() {
    let mut laws: BTreeMap<Law, [u64; 2]> = BTreeMap::new();
    let mut with_conditions = 0;
    for seed in 0..QUESTIONS {
        let Outcome { answer, law, .. } = decide(&generate::question(seed));
        laws.entry(law).or_default()[usize::from(answer.allowed)] += 1;
        with_conditions += u64::from(!answer.conditions.is_empty());
        assert!(answer.allowed || answer.conditions.is_empty(), "seed {seed}");
    }
    println!("acap_naive: {QUESTIONS} questions, {with_conditions} permitted under conditions");
    for (law, [prohibited, permitted]) in &laws {
        println!("acap_naive: {law:?}: {prohibited} prohibited, {permitted} permitted");
    }
    assert_eq!(laws.len(), 11, "a law never decides");
    assert!(laws.values().all(|[prohibited, permitted]| prohibited + permitted > QUESTIONS / 500));
    assert!(with_conditions > QUESTIONS / 50);
}

/// How many questions the two are compared on: a twentieth of the long run's 100,000, unless
/// `PLACET_QUESTIONS` says otherwise.
fn questions() -> u64 {
    placet_testing::runs("PLACET_QUESTIONS", 5_000)
}

#[test]
fn the_engine_answers_as_the_naive_interpreter_does() {
    let mut differing = Vec::new();
    for seed in 0..questions() {
        let question = generate::question(seed);
        let mut naive = decide(&question);
        naive.answer.conditions = naive.answer.conditions.iter().map(|it| counted(it)).collect();
        naive.answer.conditions.sort();
        naive.answer.conditions.dedup();
        let (engine, by) = engine::answer(&question);
        // If several conditions fail at once, no document says which of them is to be named.
        let is_open = matches!(naive.law, Law::Facts | Law::Needs);
        if naive.answer != engine || !is_open && !is_among(by.as_ref(), &naive.by) {
            differing.push(format!(
                "seed {seed}: naive {naive:?}, engine {engine:?} by {by:?}: {question:#?}"
            ));
        }
    }
    println!("acap_naive: the engine was compared on {} questions", questions());
    assert!(differing.is_empty(), "{} differ\n{}", differing.len(), differing.join("\n"));
}

/// A condition with its number, if it begins with one, as the engine counts: without leading
/// zeros, and no further than it can.
fn counted(condition: &str) -> String {
    let Some((kind, value)) = condition.split_once('=') else { return condition.to_owned() };
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = value.split_at(digits);
    if number.is_empty() {
        return condition.to_owned();
    }
    format!("{kind}={}{unit}", number.parse().unwrap_or(u64::MAX))
}

/// The question of a vector (`conformance/README.md` describes its keys).
fn question(case: &Value) -> Question {
    let text = |key: &str| case.get(key).and_then(Value::as_str).map(str::to_owned);
    let time = |key: &str| text(key).map(|text| instant(&text).unwrap());
    let refs = case.get("refs").and_then(Value::as_object).cloned().unwrap_or_default();
    let refs: BTreeMap<String, Vec<u8>> =
        refs.into_iter().map(|(path, text)| (path, text.as_str().unwrap().into())).collect();
    Question {
        robots: text("robots").unwrap().into_bytes(),
        refs,
        agent: text("agent").unwrap(),
        purpose: text("purpose"),
        usage: text("usage").unwrap(),
        url: text("url").unwrap(),
        now: time("now"),
        crawled: time("crawled"),
        recrawled: case.get("recrawled").and_then(Value::as_bool).unwrap_or_default(),
        honours: strings(case.get("honours")),
    }
}

/// The right answer of a vector.
fn expected(case: &Value) -> Answer {
    let expected = &case["expected"];
    let mut conditions = strings(expected.get("qualifiers"));
    conditions.sort();
    Answer { allowed: expected["allowed"].as_bool().unwrap(), conditions }
}

#[expect(clippy::option_option, reason = "a vector can say that no statement decides")]
/// The statement that a vector names as deciding; `Some(None)` where it says that none does.
fn by(case: &Value) -> Option<Option<Place>> {
    let by = case["expected"].get("by")?;
    let source = by.get("source").and_then(Value::as_str).map(str::to_owned);
    Some(source.zip(by.get("line").and_then(Value::as_u64).map(|line| line.try_into().unwrap())))
}

/// Whether a statement is one of those that decided; none is where none did.
fn is_among(by: Option<&Place>, decided: &[Place]) -> bool {
    by.map_or(decided.is_empty(), |by| decided.contains(by))
}

fn strings(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).cloned().unwrap_or_default();
    list.iter().map(|item| item.as_str().unwrap().to_owned()).collect()
}
