//! Looking for URLs that are answered otherwise before and after.

use std::cell::LazyCell;

use placet::{Agent, Inquiry, RobotsPolicy};

use super::{Converted, Example, ExampleCrawler, Loss, LossKind};
use crate::limits::QUESTIONS;

/// What both files are asked.
#[derive(Debug)]
pub(super) struct Questions {
    /// A crawler that neither names, then those that are named.
    agents: Vec<Asker>,
    /// Crawlers that neither names, whose names go on from one that is named.
    longer: Vec<Asker>,
    /// The patterns whose paths are asked about.
    patterns: Vec<String>,
}

/// A crawler to ask as. The name of one that is not named is made up, so it is not shown.
#[derive(Debug)]
struct Asker {
    agent: Agent,
    shown: ExampleCrawler,
}

impl Questions {
    /// About the patterns of a file's rules and some more, for the crawlers of these names.
    pub(super) fn new(policy: &RobotsPolicy, named: Vec<Agent>, more: Vec<String>) -> Self {
        let suffix = fresh(policy.text(), "-x");
        let longer = |agent: &Agent| Asker {
            agent: Agent::exact(&format!("{}{suffix}", agent.name())),
            shown: ExampleCrawler::Longer(agent.name().to_owned()),
        };
        let longer = named.iter().map(longer).collect();
        // A name that goes on from one in the file would be addressed by it in ACAP.
        let another = format!("{}-crawler", fresh(policy.text(), "another"));
        let another = Asker { agent: Agent::exact(&another), shown: ExampleCrawler::Unnamed };
        let named = named.into_iter().map(|agent| {
            let shown = ExampleCrawler::Named(agent.name().to_owned());
            Asker { agent, shown }
        });
        let agents = std::iter::once(another).chain(named).collect();
        let mut patterns = more;
        for rule in policy.groups().flat_map(|group| group.rules().collect::<Vec<_>>()) {
            let form = String::from_utf8_lossy(rule.path_form()).into_owned();
            if rule.normal_form().is_none() {
                // It has another form behind the `?` (F-22).
                patterns.push(form.replacen('*', "?", 1));
            }
            patterns.push(form);
        }
        patterns.sort_unstable();
        patterns.dedup();
        Self { agents, longer, patterns }
    }

    /// Asks both, and tells what differs. `law` says what one makes of letters and the other does
    /// not.
    pub(super) fn compare(
        &self,
        before: &RobotsPolicy,
        after: &RobotsPolicy,
        law: &str,
        out: &mut Converted,
    ) {
        let found = self.ask(before, after, &self.agents);
        let why = "the other law decides otherwise";
        let of_law = |example| Loss::new(LossKind::Law, None, why).shown_by(example);
        out.losses.extend(found.plain.opened.into_iter().chain(found.plain.closed).map(of_law));
        // ACAP addresses the crawlers of longer names, too, RFC 9309 does not.
        let longer = self.ask(before, after, &self.longer);
        let of_case = |example| Loss::new(LossKind::Case, None, law).shown_by(example);
        // What closes only because letters are told apart no more, or no less, is no loss.
        out.losses.extend(found.case.opened.or(longer.case.opened).map(of_case));
        out.notes.extend(found.case.closed.or(longer.case.closed).map(of_case));
        let why = "ACAP addresses by a name those that go on from it, robots.txt does not";
        let of_name = |example| Loss::new(LossKind::Name, None, why).shown_by(example);
        out.losses.extend(longer.plain.opened.map(of_name));
        out.notes.extend(longer.plain.closed.map(of_name));
    }

    /// Asks both for some crawlers about paths made of the patterns: as they are written, and in
    /// the other case.
    fn ask(&self, before: &RobotsPolicy, after: &RobotsPolicy, askers: &[Asker]) -> Differences {
        let mut found = Differences::default();
        let folded = |policy: &RobotsPolicy| RobotsPolicy::parse(&folded(policy.text()));
        let (folded_before, folded_after) = (folded(before), folded(after));
        let all = QUESTIONS / QUESTIONS_EACH;
        for (at, Asker { agent, shown }) in askers.iter().enumerate().take(all) {
            let (one, other) = (before.ask(agent), after.ask(agent));
            let example = |path: &str| {
                let (before, after) = (verdict(&one, path)?, verdict(&other, path)?);
                (before != after).then(|| Example::new(shown, path, before, after))
            };
            // What no longer differs where all letters are small differs for their case.
            let folded = LazyCell::new(|| (folded_before.ask(agent), folded_after.ask(agent)));
            let is_case = |path: &str| {
                let path = String::from_utf8_lossy(&self::folded(path.as_bytes())).into_owned();
                verdict(&folded.0, &path) == verdict(&folded.1, &path)
            };
            // The first stands for all that are not named; the others share as many questions, each
            // asked about different patterns.
            let each = if at == 0 { all } else { (all / askers.len()).max(1) };
            let step = self.patterns.len().div_ceil(each).max(1);
            for pattern in self.patterns.iter().skip(at % step).step_by(step) {
                for path in paths(pattern) {
                    if let Some(example) = example(&path) {
                        found.add(example, || is_case(&path));
                    }
                }
            }
            if found.is_full() {
                break;
            }
        }
        found
    }
}

/// What begins as the stem and occurs nowhere in a text, whatever the case of letters: the stem, or
/// with its last letter again and again.
fn fresh(text: &[u8], stem: &str) -> String {
    let mut name = stem.to_owned();
    let Some(&last) = stem.as_bytes().last() else { return name };
    let begins = |it: &[u8]| {
        it.get(..stem.len()).is_some_and(|start| start.eq_ignore_ascii_case(stem.as_bytes()))
    };
    let again = |at: usize| {
        let rest = text.get(at + stem.len()..).unwrap_or_default();
        rest.iter().take_while(|octet| octet.eq_ignore_ascii_case(&last)).count()
    };
    let places = (0..text.len()).filter(|&at| text.get(at..).is_some_and(begins));
    let times = places.map(|at| again(at) + 1).max().unwrap_or(0);
    name.extend(std::iter::repeat_n(char::from(last), times));
    name
}

fn verdict(site: &Inquiry, path: &str) -> Option<placet::Verdict> {
    site.target(path).ok().map(|target| site.verdict(&target))
}

/// How many questions one pattern is good for.
const QUESTIONS_EACH: usize = 8;

/// Paths that a pattern is about.
fn paths(pattern: &str) -> impl Iterator<Item = String> {
    let made = ["", "x"].map(|filler| {
        let path = pattern.trim_end_matches('$').replace('*', filler);
        if path.starts_with('/') { path } else { format!("/{path}") }
    });
    let made = made.into_iter().flat_map(|path| [format!("{path}x"), path]);
    made.flat_map(|path| {
        let other = other_case(&path);
        [path, other]
    })
}

/// A text with its letters small, those written as triplets too.
fn folded(text: &[u8]) -> Vec<u8> {
    let mut folded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [octet, behind @ ..] = rest {
        let letter = match rest {
            [b'%', high @ (b'4' | b'5'), low, ..] => char::from(*low)
                .to_digit(16)
                .and_then(|low| u8::try_from(low).ok())
                .map(|low| (high - b'0') * 16 + low)
                .filter(u8::is_ascii_uppercase),
            _ => None,
        };
        folded.push(letter.unwrap_or(*octet).to_ascii_lowercase());
        rest = if letter.is_some() { rest.get(3..).unwrap_or_default() } else { behind };
    }
    folded
}

/// The path with its letters in the other case; those of triplets have none.
fn other_case(path: &str) -> String {
    let mut digits = 0;
    let turn = |c: char| match c {
        '%' => {
            digits = 2;
            c
        }
        _ if digits > 0 => {
            digits -= 1;
            c
        }
        'a'..='z' => c.to_ascii_uppercase(),
        _ => c.to_ascii_lowercase(),
    };
    path.chars().map(turn).collect()
}

/// What was found to differ.
#[derive(Debug, Default)]
struct Differences {
    /// For the case of letters.
    case: Ways,
    /// For any other reason.
    plain: Ways,
}

/// An example each way.
#[derive(Debug, Default)]
struct Ways {
    opened: Option<Example>,
    closed: Option<Example>,
}

impl Ways {
    /// The place for an example.
    fn of(&mut self, example: &Example) -> &mut Option<Example> {
        if example.opens() { &mut self.opened } else { &mut self.closed }
    }

    fn is_full(&self) -> bool {
        self.opened.is_some() && self.closed.is_some()
    }
}

impl Differences {
    /// Takes in what was found, unless something of the kind was before.
    fn add(&mut self, example: Example, is_case: impl Fn() -> bool) {
        if self.case.of(&example).is_some() && self.plain.of(&example).is_some() {
            return;
        }
        let ways = if is_case() { &mut self.case } else { &mut self.plain };
        ways.of(&example).get_or_insert(example);
    }

    fn is_full(&self) -> bool {
        self.plain.is_full() && self.case.is_full()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fresh_name_occurs_nowhere() {
        assert_eq!(fresh(b"User-agent: foo\n", "-x"), "-x");
        assert_eq!(fresh(b"User-agent: foo-x\n", "-x"), "-xx");
        assert_eq!(fresh(b"foo-x bar-Xxx foo-xx", "-x"), "-xxxx");
        assert_eq!(fresh(b"# another-crawler", "another"), "anotherr");
    }

    #[test]
    fn letters_of_triplets_have_no_other_case() {
        assert_eq!(other_case("/a%C3%a9Bc%2Fx"), "/A%C3%a9bC%2FX");
        assert_eq!(other_case("/%%aab%c"), "/%%aaB%c");
    }

    #[test]
    fn letters_are_small_in_triplets_too() {
        assert_eq!(folded(b"/Ab%41%5a%4F%40%5B%61%C3%2F%4"), b"/abazo%40%5b%61%c3%2f%4");
    }
}
