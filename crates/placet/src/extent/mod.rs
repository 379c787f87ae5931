//! How much of a site is closed to a crawler, whatever the URL.
//!
//! A rule matters if some URL is decided by it: one that it matches and no rule of a higher rank
//! does. "No rule at all" is treated as one more rule, below all others, that matches everything.
//! Then nothing is closed if no disallow matters, and everything is if nothing else does.
//!
//! That a rule matters is shown by a URL, tried on the rules themselves. Most are found at once:
//! the pattern's own text. That a rule does not matter is shown by a [search](search) through all
//! URLs it matches, which are finitely many kinds.

mod search;

use crate::decide::Inquiry;
use crate::law::rfc9309::{self, Rank};
use crate::limits::EXTENT_STEPS;
use crate::pattern::Pattern;
use crate::pattern::reading::nearest;
use crate::policy::{Availability, RuleKind};
use crate::target::Target;
use search::{Found, Search};

/// How much of a site is closed to a crawler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "there is no fifth case")]
pub enum Closed {
    /// No URL is closed.
    Nothing,
    /// Some URLs are closed and some are open.
    Part,
    /// Every URL is closed.
    Everything,
    /// It could not be found out within [`EXTENT_STEPS`], or ACAP fields bear on crawling too,
    /// which are not searched.
    Undetermined,
}

impl Closed {
    /// The name used at the prompt and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Part => "part",
            Self::Everything => "everything",
            Self::Undetermined => "undetermined",
        }
    }
}

/// How much of a site is closed to a crawler, and by which lines.
///
/// `/robots.txt` is left aside: it is open to everyone (RFC 9309 §2.2.2). The lines are those of
/// conventional rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    closed: Closed,
    lines: Box<[ExtentLine]>,
    complete: bool,
}

impl Extent {
    /// How much is closed.
    pub fn closed(&self) -> Closed {
        self.closed
    }

    /// The lines that decide about at least one URL each, in the order of the file.
    pub fn lines(&self) -> &[ExtentLine] {
        &self.lines
    }

    /// Whether every line was looked at within the ceiling, so that those not in
    /// [`lines`](Extent::lines) are known to decide nothing.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

/// A line that decides about at least one URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtentLine {
    line: usize,
    kind: RuleKind,
    example: Box<str>,
}

impl ExtentLine {
    /// Its number, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Whether it opens or closes.
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// A path that it decides about. Put a scheme and a host before it to ask about it: one that
    /// begins with `//` is read as a host in [`Profile::Google`](crate::Profile::Google).
    pub fn example(&self) -> &str {
        &self.example
    }
}

/// A rule, or the silence below all rules.
#[derive(Debug, Clone, Copy)]
struct Candidate<'p> {
    pattern: Pattern<'p>,
    rank: Rank,
    /// Its line; none for silence.
    line: Option<usize>,
}

/// Whether a candidate decides about some URL.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Matters {
    Yes(Box<str>),
    No,
    Unknown,
}

pub(crate) fn extent(inquiry: &Inquiry) -> Extent {
    let parts = &*inquiry.policy().parts;
    let silence =
        Candidate { pattern: Pattern::from_body(b"/", None, false), rank: Rank::NONE, line: None };
    let candidates: Vec<Candidate<'_>> = std::iter::once(silence)
        .chain(inquiry.rules().flat_map(|rule| {
            rfc9309::patterns(parts, rule.part).map(move |pattern| Candidate {
                pattern,
                rank: Rank::new(pattern.len(), rule.kind()),
                line: Some(rule.line()),
            })
        }))
        .filter(|candidate| !candidate.pattern.is_void())
        .collect();
    let mut extent = Survey::new(inquiry, candidates).extent();
    if inquiry.policy().availability() == Availability::Unreachable {
        extent.closed = Closed::Everything;
    }
    if inquiry.applicable().is_some_and(|applicable| applicable.bears_on_crawling()) {
        extent.closed = Closed::Undetermined;
        extent.complete = false;
    }
    extent
}

/// The state of finding out which candidates matter.
struct Survey<'p> {
    inquiry: &'p Inquiry,
    candidates: Vec<Candidate<'p>>,
    matters: Vec<Matters>,
    /// The highest rank of a rule that matches every URL.
    universal: Rank,
    steps: u64,
}

impl<'p> Survey<'p> {
    fn new(inquiry: &'p Inquiry, candidates: Vec<Candidate<'p>>) -> Self {
        let is_universal = |pattern: &Pattern<'_>| {
            let body = pattern.body();
            let stars = body.strip_prefix(b"/").unwrap_or(body);
            stars.iter().all(|&octet| octet == b'*')
                && (!pattern.is_anchored() || !stars.is_empty())
        };
        let universal = candidates
            .iter()
            .filter(|candidate| is_universal(&candidate.pattern))
            .map(|candidate| candidate.rank)
            .max()
            .unwrap_or_default();
        let matters = vec![Matters::Unknown; candidates.len()];
        Self { inquiry, candidates, matters, universal, steps: 0 }
    }

    fn extent(mut self) -> Extent {
        // The quick look comes first for all of them: two examples settle most files.
        for at in 0..self.candidates.len() {
            self.set(at, Self::look);
        }
        for at in 0..self.candidates.len() {
            self.set(at, Self::search);
        }
        let is = |closes: bool, wanted: fn(&Matters) -> bool| {
            self.candidates
                .iter()
                .zip(&self.matters)
                .any(|(candidate, matters)| candidate.rank.closes() == closes && wanted(matters))
        };
        let shown = |matters: &Matters| matches!(matters, Matters::Yes(_));
        let open_question = |matters: &Matters| *matters == Matters::Unknown;
        let closed = match (is(true, shown), is(false, shown)) {
            (true, true) => Closed::Part,
            (false, _) if !is(true, open_question) => Closed::Nothing,
            (true, _) if !is(false, open_question) => Closed::Everything,
            _ => Closed::Undetermined,
        };
        let complete = !self.matters.iter().any(open_question);
        let mut lines: Vec<ExtentLine> = Vec::new();
        for (candidate, matters) in self.candidates.iter().zip(self.matters) {
            let (Some(line), Matters::Yes(example)) = (candidate.line, matters) else { continue };
            // In Google's profile a rule can have two patterns.
            if lines.last().is_none_or(|last| last.line != line) {
                let kind =
                    if candidate.rank.closes() { RuleKind::Disallow } else { RuleKind::Allow };
                lines.push(ExtentLine { line, kind, example });
            }
        }
        Extent { closed, lines: lines.into(), complete }
    }

    /// Answers for one candidate that has no answer yet.
    fn set(&mut self, at: usize, find: fn(&mut Self, Candidate<'p>) -> Matters) {
        let Some((&candidate, Matters::Unknown)) =
            self.candidates.get(at).zip(self.matters.get(at))
        else {
            return;
        };
        let found = find(self, candidate);
        if let Some(matters) = self.matters.get_mut(at) {
            *matters = found;
        }
    }

    /// Tries the texts nearest to the pattern.
    fn look(&mut self, candidate: Candidate<'p>) -> Matters {
        if candidate.rank < self.universal {
            return Matters::No;
        }
        for text in nearest(candidate.pattern) {
            if self.steps > EXTENT_STEPS {
                return Matters::Unknown;
            }
            if let Some(example) = self.example(candidate, &text) {
                return Matters::Yes(example);
            }
        }
        Matters::Unknown
    }

    /// The path, if it is one and this candidate decides about it.
    fn example(&mut self, candidate: Candidate<'_>, path: &[u8]) -> Option<Box<str>> {
        let path = std::str::from_utf8(path).ok()?;
        let url = format!("http://a{path}");
        let target = self.inquiry.target(&url).ok()?;
        let reserved = Target::new(&url, crate::Profile::Rfc9309).ok()?.is_robots_txt();
        let decides = target.octets() == path.as_bytes()
            && !reserved
            && self.inquiry.rank_counting(&target, &mut self.steps) == candidate.rank
            && candidate.pattern.matches(&target);
        decides.then(|| path.into())
    }

    /// Goes through all URLs that the pattern matches.
    fn search(&mut self, candidate: Candidate<'p>) -> Matters {
        let above = self
            .candidates
            .iter()
            .filter(|other| other.rank > candidate.rank)
            .map(|other| other.pattern);
        let mut search = Search::new(candidate.pattern, above, EXTENT_STEPS, &mut self.steps);
        loop {
            match search.next(&mut self.steps) {
                Found::Path(path) => {
                    if let Some(example) = self.example(candidate, &path) {
                        return Matters::Yes(example);
                    }
                }
                Found::Nothing => return Matters::No,
                Found::Unknown => return Matters::Unknown,
            }
        }
    }
}

#[cfg(test)]
mod tests;
