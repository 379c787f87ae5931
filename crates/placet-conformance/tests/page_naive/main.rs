//! A second, naive interpreter of pages that the engine is compared with.
//!
//! A case is data: a small site, a page, a question. The engine reads the texts printed from it; the
//! naive laws go through the data statement by statement.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a test prints what it ran and stops at the first surprise"
)]
#![expect(
    clippy::format_push_string,
    clippy::format_collect,
    clippy::match_same_arms,
    reason = "texts are printed and tables are written the simplest way, row by row"
)]

mod case;
mod engine;
mod generate;
mod law;
mod page;
mod print;
mod shrink;
mod vocabulary;

/// Names, patterns and qualifiers of the naive interpreter of ACAP in robots.txt.
#[path = "../acap_naive/naive"]
#[expect(dead_code, reason = "the laws for pages need a part of it")]
mod borrowed {
    pub(crate) mod conventional;
    pub(crate) mod crawler;
    pub(crate) mod purpose;
    pub(crate) mod qualifier;
    pub(crate) mod question;
    pub(crate) mod text;
    pub(crate) mod time;
}

use std::collections::BTreeMap;

use case::{Answer, Case};
use law::{Law, Outcome, decide};
use shrink::shrink;

/// The number of generated questions.
const QUESTIONS: u64 = 20_000;

#[test]
fn the_generator_reaches_every_law() {
    let mut laws: BTreeMap<Law, [u64; 2]> = BTreeMap::new();
    let mut with_conditions = 0;
    for seed in 0..QUESTIONS {
        let Outcome { answer, law } = decide(&generate::case(seed));
        laws.entry(law).or_default()[usize::from(answer.allowed)] += 1;
        with_conditions += u64::from(!answer.conditions.is_empty());
        assert!(answer.allowed || answer.conditions.is_empty(), "seed {seed}");
    }
    println!("page_naive: {QUESTIONS} questions, {with_conditions} permitted under conditions");
    for (law, [prohibited, permitted]) in &laws {
        println!("page_naive: {law:?}: {prohibited} prohibited, {permitted} permitted");
    }
    assert_eq!(laws.len(), 9, "a law never decides");
    assert!(
        laws.values().all(|[prohibited, permitted]| prohibited + permitted > QUESTIONS / 1_000)
    );
    assert!(with_conditions > QUESTIONS / 20);
}

/// How many questions the two are compared on; the long run sets 100,000.
fn questions() -> u64 {
    placet_testing::runs("PLACET_QUESTIONS", 2_000)
}

#[test]
fn the_engine_answers_as_the_naive_law_does() {
    let mut differing = Vec::new();
    let mut count = 0;
    for seed in 0..questions() {
        let case = generate::case(seed);
        if answers(&case).is_err() {
            count += 1;
            // The first few show what is wrong.
            if differing.len() < 20 {
                let case = shrink(case, |case| answers(case).is_err());
                differing.push(format!("seed {seed}: {}", shown(&case)));
            }
        }
    }
    println!("page_naive: the engine was compared on {} questions", questions());
    assert!(differing.is_empty(), "{count} differ\n{}", differing.join("\n"));
}

/// The answer of both, or the naive one and the engine's.
fn answers(case: &Case) -> Result<Answer, (Outcome, Answer)> {
    let (naive, engine) = (decide(case), engine::answer(case));
    if naive.answer == engine { Ok(engine) } else { Err((naive, engine)) }
}

/// A case that differs: both answers, the question and the texts.
fn shown(case: &Case) -> String {
    let mut text = format!("{:?}\n{:?}\n", answers(case), case.question);
    text.push_str(&print::robots(&case.robots));
    for (name, value) in case.page.headers.iter().map(print::header) {
        text.push_str(&format!("{name}: {value}\n"));
    }
    for document in case.page.documents() {
        text.push_str(&format!("{}\n", print::document(document)));
    }
    text
}

/// A page permits a usage only in part if one of its elements is prohibited.
#[test]
fn a_part_of_a_page_is_closed_where_elements_are() {
    let mut partial = 0;
    for seed in 0..QUESTIONS / 2 {
        let mut case = generate::case(seed);
        case.page.rendered = None;
        case.question.element = None;
        case.question.element_level = true;
        let Some(html) = &mut case.page.html else { continue };
        for (element, id) in html.elements.iter_mut().zip(vocabulary::IDS) {
            element.id = Some(id);
        }
        let decision = engine::decision(&case);
        if !decision.verdict().is_permit() {
            continue;
        }
        let closed = |id: &&'static str| {
            let mut case = case.clone();
            case.question.element = Some(id);
            !decide(&case).answer.allowed
        };
        let is_closed = vocabulary::IDS.iter().any(closed);
        assert_eq!(decision.is_partial(), is_closed, "seed {seed}: {case:?}");
        partial += u32::from(is_closed);
    }
    assert!(partial > 100, "{partial}");
}
