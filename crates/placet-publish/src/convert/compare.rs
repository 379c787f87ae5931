//! Different decisions of source and result, found by the engine's comparison of policies.

use std::cell::LazyCell;
use std::collections::HashMap;

use placet::compare::{Audience, Compare, Effect, Member};
use placet::{AgentPolicy, RobotsPolicy, Usage, Verdict};

use super::{Converted, Example, ExampleCrawler, Loss, LossKind};
use crate::limits::COMPARE_STEPS;

/// Whether the result can name a crawler; one that it cannot name is reported with its line already.
pub(super) type CanName = fn(&str) -> bool;

/// Why a question is answered differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Cause {
    /// One law is case-sensitive, the other is not.
    Case,
    /// ACAP also addresses crawlers with longer names, RFC 9309 does not.
    LongerName,
    /// RFC 9309 also addresses crawlers by the leading token of a name (F-11), ACAP does not.
    Token,
    /// ACAP ignores case in `/robots.txt`, which must stay open.
    File,
    /// Anything else.
    Law,
}

impl Cause {
    const ALL: [Self; 5] = [Self::Law, Self::Case, Self::LongerName, Self::Token, Self::File];

    fn of(member: &Member) -> Self {
        if member.beginning().is_some() {
            Self::LongerName
        } else if member.is_addressed_too() {
            Self::Token
        } else {
            Self::Law
        }
    }

    fn kind(self) -> LossKind {
        match self {
            Self::Case | Self::File => LossKind::Case,
            Self::LongerName | Self::Token => LossKind::Name,
            Self::Law => LossKind::Law,
        }
    }
}

/// Compares both files for all crawlers and all URLs, and reports differences about crawling: for each
/// cause one example that opens and one that closes. `law` describes how the laws treat case.
///
/// A URL that closes only because of case, or because of how crawlers are addressed, is a note and not
/// a loss; so are other spellings of `/robots.txt` that open with it.
pub(super) fn compare(
    before: &RobotsPolicy,
    after: &RobotsPolicy,
    can_name: CanName,
    law: &str,
    out: &mut Converted,
) {
    let changes = Compare::new(before, after).usage(Usage::Crawl).steps(COMPARE_STEPS).run();
    let mut audiences: Vec<&Audience> = changes.audiences().iter().collect();
    // Differences for all unnamed crawlers come before those for some.
    audiences.sort_by_key(|it| !it.members().iter().any(Member::is_others));
    let folded =
        LazyCell::new(|| [before, after].map(|it| RobotsPolicy::parse(&folded(it.text()))));
    let mut found: HashMap<(Cause, bool), Example> = HashMap::new();
    for audience in audiences {
        let shown = |it| Some((it, crawler(it, can_name)?));
        let Some((member, shown)) = audience.members().iter().find_map(shown) else { continue };
        let folded = LazyCell::new(|| folded.each_ref().map(|it| it.for_agent(member.crawler())));
        // The comparison does not cover `/robots.txt` itself.
        let file = audience.effects(&[Usage::Crawl], ROBOTS_TXT).ok().and_then(|it| *it.first()?);
        let file = file.map(|effect| (effect, ROBOTS_TXT));
        let rest = audience.changes().iter().map(|it| (it.effect(), it.path()));
        for (effect, path) in file.into_iter().chain(rest) {
            let opens = match effect {
                Effect::Opens => true,
                Effect::Closes => false,
                // They are reported with their line.
                Effect::Conditions => continue,
            };
            let other = if opens && is_file(path) { Cause::File } else { Cause::of(member) };
            let is_known = |cause| found.contains_key(&(cause, opens));
            if is_known(other) && (is_known(Cause::Case) || other == Cause::File) {
                continue;
            }
            let is_case = other != Cause::File && is_case(&folded, path);
            let cause = if is_case { Cause::Case } else { other };
            found.entry((cause, opens)).or_insert_with(|| Example::new(&shown, path, opens));
        }
    }
    for cause in Cause::ALL {
        let why = match cause {
            Cause::Law => "the other law decides differently",
            Cause::Case | Cause::File => law,
            Cause::LongerName => {
                "a name in ACAP also addresses crawlers whose names begin with it and a hyphen, in robots.txt it does not"
            }
            Cause::Token => {
                "a name in robots.txt also addresses the crawlers named by its leading letters, in ACAP it does not"
            }
        };
        let mut loss = |opens| {
            let example = found.remove(&(cause, opens))?;
            Some(Loss::new(cause.kind(), None, why).shown_by(example))
        };
        let opening = if cause == Cause::File { &mut out.notes } else { &mut out.losses };
        opening.extend(loss(true));
        let closing = if cause == Cause::Law { &mut out.losses } else { &mut out.notes };
        closing.extend(loss(false));
    }
    if !changes.is_complete() {
        let why =
            "not every URL could be compared for every crawler, so there may be more differences";
        out.notes.push(Loss::new(LossKind::Unknown, None, why));
    }
}

/// The file that the rules are in.
const ROBOTS_TXT: &str = "/robots.txt";

/// Whether a path is that of the file, ignoring case.
fn is_file(path: &str) -> bool {
    let name = path.split('?').next().unwrap_or(path);
    name.eq_ignore_ascii_case(ROBOTS_TXT)
}

/// The crawler for the report; `None` if it needs no mention.
fn crawler(member: &Member, can_name: CanName) -> Option<ExampleCrawler> {
    let name = member.beginning().unwrap_or(member.crawler().agent().name());
    if member.crawler().purposes().next().is_some() {
        // Purposes are reported with their line.
        None
    } else if member.is_others() {
        Some(ExampleCrawler::Unnamed)
    } else if !can_name(name) {
        None
    } else if member.beginning().is_some() {
        Some(ExampleCrawler::Longer(name.to_owned()))
    } else {
        Some(ExampleCrawler::Named(name.to_owned()))
    }
}

/// Whether both decide alike about the path in lower case: then the difference is due to case.
fn is_case(folded: &[AgentPolicy; 2], path: &str) -> bool {
    let path = self::folded(path.as_bytes());
    let path = String::from_utf8_lossy(&path);
    let verdict = |it: &AgentPolicy| -> Option<Verdict> {
        it.target(&path).ok().map(|target| it.verdict(&target))
    };
    let [before, after] = folded;
    verdict(before) == verdict(after)
}

/// A text in lower case, percent-encoded letters included.
fn folded(text: &[u8]) -> Vec<u8> {
    let mut folded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        let letter = match rest {
            [b'%', high @ (b'4' | b'5'), low, ..] => char::from(*low)
                .to_digit(16)
                .and_then(|low| u8::try_from(low).ok())
                .map(|low| (high - b'0') * 16 + low)
                .filter(u8::is_ascii_uppercase),
            _ => None,
        };
        folded.push(letter.unwrap_or(*byte).to_ascii_lowercase());
        rest = if letter.is_some() { rest.get(3..).unwrap_or_default() } else { after };
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_small_in_triplets_too() {
        assert_eq!(folded(b"/Ab%41%5a%4F%40%5B%61%C3%2F%4"), b"/abazo%40%5b%61%c3%2f%4");
    }
}
