//! The contenders, with a common interface.

mod placet;
mod rivals;

use std::panic::{self, AssertUnwindSafe};

use crate::input::{Question, Text};

pub(crate) use self::placet::{Placet, PlacetAllRead, agent};

/// The name of the crawler that asks. No file names it, so that `*` groups apply.
pub(crate) const AGENT: &str = "placetbot";

/// A reader of robots.txt.
pub(crate) trait Contender: Sync {
    /// The name of its crate.
    fn name(&self) -> &'static str;

    /// The result of one parse, in a few words.
    fn gives(&self) -> &'static str;

    /// What is timed when it answers, if that is more than matching.
    fn caveat(&self) -> &'static str {
        ""
    }

    /// Whether it is too slow to parse more than a sample of the corpus.
    fn sampled(&self) -> bool {
        false
    }

    /// Parses a file and drops the result; returns whether there was one.
    fn parse(&self, text: &Text) -> bool;

    /// Parses a file and prepares for questions; `None` if it rejects the file.
    fn ask<'t>(&self, text: &'t Text) -> Option<Box<dyn Answers + 't>>;
}

/// A parsed file and a crawler.
///
/// A whole list of questions is passed at once, so that the dynamic call does not count.
pub(crate) trait Answers {
    /// How many of the paths it allows.
    fn allowed(&mut self, questions: &[Question]) -> usize;
}

/// All contenders, placet first.
pub(crate) const ALL: [&'static dyn Contender; 7] = [
    &Placet,
    &rivals::Robotxt,
    &rivals::TextingRobots,
    &rivals::Robotstxt,
    &rivals::RobotstxtWithCache,
    &rivals::Robotparser,
    &rivals::Cylon,
];

/// The contenders with these names; all if there are none.
pub(crate) fn named(names: &[String]) -> anyhow::Result<Vec<&'static dyn Contender>> {
    if let Some(name) = names.iter().find(|name| ALL.iter().all(|one| one.name() != *name)) {
        let all = ALL.map(Contender::name).join(", ");
        anyhow::bail!("unknown contender {name}; expected one of {all}");
    }
    let wanted = |one: &&dyn Contender| names.is_empty() || names.iter().any(|n| n == one.name());
    Ok(ALL.into_iter().filter(wanted).collect())
}

/// The files that a contender parses; it panics on or rejects the others.
pub(crate) fn readable<'t>(
    contender: &dyn Contender,
    texts: impl Iterator<Item = &'t Text>,
) -> Vec<&'t Text> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let reads = |text: &&Text| {
        panic::catch_unwind(AssertUnwindSafe(|| contender.parse(text))).unwrap_or(false)
    };
    let readable = texts.filter(reads).collect();
    panic::set_hook(hook);
    readable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{questions, rules};

    #[test]
    fn all_agree_on_every_single_question() {
        let text = rules(60);
        for question in questions().chunks(1) {
            let answers =
                ALL.map(|contender| contender.ask(&text).expect("readable").allowed(question));
            assert!(answers.iter().all(|&answer| answer == answers[0]), "{question:?} {answers:?}");
        }
    }

    #[test]
    fn contenders_are_found_by_name() {
        assert_eq!(named(&[]).unwrap().len(), ALL.len());
        assert_eq!(named(&["cylon".into()]).unwrap()[0].name(), "cylon");
        assert!(named(&["unknown".into()]).is_err());
    }

    #[test]
    fn a_file_that_makes_a_contender_panic_is_left_out() {
        let fatal = Text::new("tausend \u{e4}pfel\n".into());
        let harmless = rules(1);
        let texts = [&fatal, &harmless];
        assert_eq!(readable(&rivals::Cylon, texts.into_iter()), [&harmless]);
        assert_eq!(readable(&Placet, texts.into_iter()), texts);
    }
}
