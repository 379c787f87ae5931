//! A decision for people: the verdict, and the lines of the file that made it.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use placet::explain::{Reason, ReasonKind};
use placet::statement::Source;
use placet::{Condition, Decision, Verdict};
use placet_lint::Places;

use crate::caveat;
use crate::excerpt::Excerpt;
use crate::unknown::{UNKNOWN, Unknown};

/// How many lines that chose a group, that decided, and that took part otherwise are shown.
const SHOWN: usize = 6;

/// Whether the text may hold colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::exhaustive_enums, reason = "a terminal shows colours or it does not")]
pub enum Style {
    /// Plain text, for files and pipes.
    #[default]
    Plain,
    /// Colours, for a terminal.
    Coloured,
}

impl Style {
    /// What draws excerpts in this style.
    pub(crate) fn renderer(self) -> Renderer {
        match self {
            Self::Plain => Renderer::plain(),
            Self::Coloured => Renderer::styled(),
        }
    }
}

/// What the sources of statements are called, for people; by default as the engine calls them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct Origins {
    /// The robots.txt.
    pub robots: Option<String>,
    /// The page as it was sent.
    pub page: Option<String>,
    /// The page as scripts left it.
    pub rendered: Option<String>,
}

impl Origins {
    /// What a source is called.
    pub(crate) fn name<'o>(&'o self, source: &'o Source) -> &'o str {
        let named = match source {
            Source::RobotsTxt => &self.robots,
            Source::Page => &self.page,
            Source::RenderedPage => &self.rendered,
            _ => &None,
        };
        named.as_deref().unwrap_or(source.name())
    }
}

/// What is known beside a decision.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "made by hand, field by field")]
pub struct Beside<'b> {
    /// What the sources of its reasons are called.
    pub origins: &'b Origins,
    /// What a reader should know, a note each.
    pub told: &'b [String],
    /// What is missing so that it may be no answer.
    pub unknown: Option<&'b Unknown>,
}

impl<'b> Beside<'b> {
    /// What is missing so that a decision is no answer.
    pub(crate) fn unknown(&self, decision: &Decision) -> Option<&'b Unknown> {
        self.unknown.filter(|it| it.about(decision))
    }
}

/// The decision as text, ending in a line end. `width` is that of the terminal, if it is one.
pub fn decision(
    decision: &Decision,
    beside: &Beside<'_>,
    style: Style,
    width: Option<u16>,
) -> String {
    let unknown = beside.unknown(decision);
    // What would hold had the site been asked in vain, nobody said.
    let unasked = matches!(unknown, Some(Unknown::Site(_)));
    let reasons: Vec<Reason<'_>> = decision.reasons().filter(|_| !unasked).collect();
    let shown = shown(&reasons);
    let excerpts = excerpts(&shown);

    let level = match (unknown, decision.verdict()) {
        (Some(_), _) => Level::WARNING.with_name(UNKNOWN),
        (None, Verdict::Permit) => Level::NOTE.with_name("permitted"),
        (None, Verdict::Prohibit) => Level::ERROR.with_name("prohibited"),
    };
    let mut group = Group::with_title(level.primary_title(title(decision, unknown)));
    for (source, excerpt, reasons) in &excerpts {
        let mut snippet = Snippet::source(excerpt.text.as_str())
            .path(beside.origins.name(source))
            .line_start(excerpt.line);
        for (reason, span) in reasons.iter().zip(&excerpt.spans) {
            let kind =
                if reason.decides() { AnnotationKind::Primary } else { AnnotationKind::Context };
            snippet = snippet.annotation(kind.span(span.clone()).label(why(decision, reason)));
        }
        group = group.element(snippet);
    }
    let mut notes =
        if unasked { Vec::new() } else { notes(decision, beside.origins, &reasons, shown.len()) };
    if unknown.is_some() && !unasked {
        notes.insert(0, "this is what the site says without the page".to_owned());
    }
    let told = beside.told.iter().filter(|note| !notes.contains(note));
    for note in notes.iter().chain(told) {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    let renderer = match width {
        Some(width) => style.renderer().term_width(width.into()),
        None => style.renderer(),
    };
    format!("{}\n", renderer.render(&[group]))
}

/// The answer in one sentence.
pub(crate) fn title(decision: &Decision, unknown: Option<&Unknown>) -> String {
    let (who, usage, target) = (name(decision), decision.usage(), decision.target());
    match (unknown, decision.verdict()) {
        (Some(unknown), _) => {
            format!("whether {who} may {usage} {target} is not known: {}", unknown.why())
        }
        (None, Verdict::Permit) => format!("{who} may {usage} {target}"),
        (None, Verdict::Prohibit) => format!("{who} may not {usage} {target}"),
    }
}

/// The reasons of each text, with what is shown of it: a file as a whole, a field line, a tag.
fn excerpts<'r, 'd>(shown: &[&'r Reason<'d>]) -> Vec<(&'r Source, Excerpt, Vec<&'r Reason<'d>>)> {
    let mut texts: Vec<Vec<&'r Reason<'d>>> = Vec::new();
    for &reason in shown {
        match texts.iter_mut().find(|of| of.first().is_some_and(|it| shares_text(it, reason))) {
            Some(reasons) => reasons.push(reason),
            None => texts.push(vec![reason]),
        }
    }
    let excerpt = |reasons: Vec<&'r Reason<'d>>| {
        let span = |reason: &&Reason<'_>| reason.span().map(|it| it.start()..it.end());
        let spans: Vec<Range<usize>> = reasons.iter().filter_map(span).collect();
        let first = reasons.first()?;
        let text = first.source_text().unwrap_or_default();
        let excerpt = if first.is_of_page() {
            let column = first.column().unwrap_or(1);
            let before = spans.first().map_or(0, |span| span.start);
            Excerpt::of_line(text, &spans, first.line().unwrap_or(1), column.saturating_sub(before))
        } else {
            Excerpt::new(text, &Places::new(text), &spans)
        };
        Some((first.source(), excerpt, reasons))
    };
    texts.into_iter().filter_map(excerpt).collect()
}

/// Whether both are in one text: a file, a field line, a tag.
fn shares_text(one: &Reason<'_>, other: &Reason<'_>) -> bool {
    one.source() == other.source()
        && match one.source() {
            Source::RobotsTxt | Source::Referenced(_) => true,
            Source::Header(_) => one.line() == other.line(),
            // A page can be given in two forms.
            _ => {
                (one.line(), one.column(), one.source_text())
                    == (other.line(), other.column(), other.source_text())
            }
        }
}

/// The part of a statement, with the usage it is about where that is another.
fn why(decision: &Decision, reason: &Reason<'_>) -> String {
    if reason.usage() == decision.usage() {
        reason.message().to_owned()
    } else {
        format!("{}: {}", reason.usage(), reason.message())
    }
}

pub(crate) fn name(decision: &Decision) -> &str {
    match decision.agent().name() {
        "" => "a crawler without a name",
        name => name,
    }
}

/// The reasons that have a place in a file, without those that would bury the rest.
fn shown<'r, 'd>(reasons: &'r [Reason<'d>]) -> Vec<&'r Reason<'d>> {
    let placed = || reasons.iter().filter(|reason| reason.span().is_some());
    let is_group = |reason: &&Reason<'_>| reason.kind() == ReasonKind::Group;
    let groups = placed().filter(is_group).take(SHOWN);
    let deciding = placed().filter(|reason| reason.decides()).take(SHOWN);
    let others = placed().filter(|it| !is_group(it) && !it.decides()).take(SHOWN);
    groups.chain(deciding).chain(others).collect()
}

/// A condition, with the statements that set it.
pub(crate) fn condition(
    condition: &Condition,
    reasons: &[Reason<'_>],
    origins: &Origins,
) -> String {
    let setters = reasons.iter().filter(|reason| reason.sets().contains(condition));
    let places: Vec<String> = setters
        .filter_map(|it| Some(format!("{}:{}", origins.name(it.source()), it.line()?)))
        .collect();
    let set_by =
        if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
    format!("on condition: {condition}{set_by}")
}

fn notes(
    decision: &Decision,
    origins: &Origins,
    reasons: &[Reason<'_>],
    shown: usize,
) -> Vec<String> {
    let mut notes = Vec::new();
    let placed = reasons.iter().filter(|reason| reason.span().is_some()).count();
    match placed - shown {
        0 => {}
        1 => notes.push("one more line of the file took part".to_owned()),
        more => notes.push(format!("{more} more lines of the file took part")),
    }
    notes.extend(decision.conditions().iter().map(|it| condition(it, reasons, origins)));
    notes.extend(caveat::notes(decision, origins));
    notes.push(caveat::ground(decision));
    for action in decision.actions() {
        notes.push(format!("the site asks for a {} of this resource", action.name()));
    }
    if let Some(delay) = decision.crawl_delay() {
        notes.push(format!("crawl-delay asks for {} s between requests", delay.as_secs_f64()));
    }
    if let Some(problem) = decision.agent().problem() {
        notes.push(problem.to_string());
    }
    notes.extend(decision.garbled().map(|garbled| garbled.to_string()));
    notes
}
