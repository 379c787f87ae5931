//! A decision for people: the verdict, and excerpts with the lines that decide.

use std::ops::Range;
use std::time::Duration;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use placet::explain::{Reason, ReasonKind};
use placet::statement::Source;
use placet::{Condition, Decision, Verdict};
use placet_lint::Places;

use crate::caveat;
use crate::excerpt::Excerpt;
use crate::sentence;
use crate::unknown::{UNKNOWN, Unknown};

/// How many lines are shown of each kind: lines that select a group, that decide, and others.
const SHOWN: usize = 6;

/// Whether the text contains colours.
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
    /// The renderer of excerpts in this style.
    pub(crate) fn renderer(self) -> Renderer {
        match self {
            Self::Plain => Renderer::plain(),
            Self::Coloured => Renderer::styled(),
        }
    }
}

/// The names of sources, for people. The default is the name that the engine uses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct SourceNames {
    /// The robots.txt.
    pub robots: Option<String>,
    /// The page as the server sent it.
    pub page: Option<String>,
    /// The page after its scripts have run.
    pub rendered: Option<String>,
}

impl SourceNames {
    /// The name of a source.
    pub(crate) fn name<'n>(&'n self, source: &'n Source) -> &'n str {
        let named = match source {
            Source::RobotsTxt => &self.robots,
            Source::Page => &self.page,
            Source::RenderedPage => &self.rendered,
            _ => &None,
        };
        named.as_deref().unwrap_or(source.name())
    }
}

/// What to show together with a decision.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct Context<'c> {
    /// The names of its sources.
    pub names: &'c SourceNames,
    /// What the reader should know about the sources.
    pub notes: &'c [String],
    /// Advice on the decision.
    pub advice: &'c [String],
    /// The source that is missing, if any.
    pub unknown: Option<&'c Unknown>,
}

impl<'c> Context<'c> {
    /// The missing source that makes this decision unknown.
    pub(crate) fn unknown(&self, decision: &Decision) -> Option<&'c Unknown> {
        self.unknown.filter(|it| it.applies_to(decision))
    }
}

/// Renders a decision as text that ends in a newline. `width` is the width of the terminal, if the
/// output is one.
pub fn decision(
    decision: &Decision,
    context: &Context<'_>,
    style: Style,
    width: Option<u16>,
) -> String {
    let unknown = context.unknown(decision);
    // A site that was not asked has no statements to show.
    let not_asked = matches!(unknown, Some(Unknown::Site(_)));
    let reasons: Vec<Reason<'_>> = decision.reasons().filter(|_| !not_asked).collect();
    let shown = shown(&reasons);
    let excerpts = excerpts(&shown);

    let level = match (unknown, decision.verdict()) {
        (Some(_), _) => Level::WARNING.with_name(UNKNOWN),
        (None, Verdict::Permit) => Level::NOTE.with_name("permitted"),
        (None, Verdict::Prohibit) => Level::ERROR.with_name("prohibited"),
    };
    let mut group = Group::with_title(level.primary_title(sentence::answer(decision, unknown)));
    for (source, excerpt, reasons) in &excerpts {
        let mut snippet = Snippet::source(excerpt.text.as_str())
            .path(context.names.name(source))
            .line_start(excerpt.line);
        for (reason, span) in reasons.iter().zip(&excerpt.spans) {
            let kind =
                if reason.decides() { AnnotationKind::Primary } else { AnnotationKind::Context };
            snippet = snippet.annotation(kind.span(span.clone()).label(label(decision, reason)));
        }
        group = group.element(snippet);
    }
    let mut notes =
        if not_asked { Vec::new() } else { notes(decision, context.names, &reasons, shown.len()) };
    if unknown.is_some() && !not_asked {
        notes.insert(0, "robots.txt permits it, but the page could prohibit it".to_owned());
    }
    let of_sources = context.notes.iter().filter(|note| !notes.contains(note));
    for note in notes.iter().chain(context.advice).chain(of_sources) {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    let renderer = match width {
        Some(width) => style.renderer().term_width(width.into()),
        None => style.renderer(),
    };
    format!("{}\n", renderer.render(&[group]))
}

/// Groups reasons by the text that contains them (a file, a header field, a tag), each with its
/// excerpt.
fn excerpts<'r, 'd>(shown: &[&'r Reason<'d>]) -> Vec<(&'r Source, Excerpt, Vec<&'r Reason<'d>>)> {
    let mut texts: Vec<Vec<&'r Reason<'d>>> = Vec::new();
    for &reason in shown {
        match texts.iter_mut().find(|it| it.first().is_some_and(|it| shares_text(it, reason))) {
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

/// Whether two reasons are in the same text: a file, a header field, a tag.
fn shares_text(one: &Reason<'_>, other: &Reason<'_>) -> bool {
    one.source() == other.source()
        && match one.source() {
            Source::RobotsTxt | Source::Referenced(_) => true,
            Source::Header(_) => one.line() == other.line(),
            // There can be two versions of a page.
            _ => {
                (one.line(), one.column(), one.source_text())
                    == (other.line(), other.column(), other.source_text())
            }
        }
}

/// Why a statement took part, with its usage if that is not the one in question.
fn label(decision: &Decision, reason: &Reason<'_>) -> String {
    if reason.usage() == decision.usage() {
        reason.message().to_owned()
    } else {
        format!("{}: {}", reason.usage(), reason.message())
    }
}

/// The reasons that have a location, but not so many that they would bury the important ones.
fn shown<'r, 'd>(reasons: &'r [Reason<'d>]) -> Vec<&'r Reason<'d>> {
    let placed = || reasons.iter().filter(|reason| reason.span().is_some());
    let is_group = |reason: &&Reason<'_>| reason.kind() == ReasonKind::Group;
    let groups = placed().filter(is_group).take(SHOWN);
    let deciding = placed().filter(|reason| reason.decides()).take(SHOWN);
    let others = placed().filter(|it| !is_group(it) && !it.decides()).take(SHOWN);
    groups.chain(deciding).chain(others).collect()
}

/// A condition, with the locations of the statements that set it.
pub(crate) fn condition(
    condition: &Condition,
    reasons: &[Reason<'_>],
    names: &SourceNames,
) -> String {
    let setters = reasons.iter().filter(|reason| reason.sets().contains(condition));
    let locations: Vec<String> = setters
        .filter_map(|it| Some(format!("{}:{}", names.name(it.source()), it.line()?)))
        .collect();
    let set_by =
        if locations.is_empty() { String::new() } else { format!(" ({})", locations.join(", ")) };
    format!("on condition: {condition}{set_by}")
}

fn notes(
    decision: &Decision,
    names: &SourceNames,
    reasons: &[Reason<'_>],
    shown: usize,
) -> Vec<String> {
    let mut notes = Vec::new();
    let placed = reasons.iter().filter(|reason| reason.span().is_some()).count();
    match placed - shown {
        0 => {}
        1 => notes.push("1 more line is part of the reasoning".to_owned()),
        more => notes.push(format!("{more} more lines are part of the reasoning")),
    }
    notes.extend(decision.conditions().iter().map(|it| condition(it, reasons, names)));
    notes.extend(caveat::notes(decision, names));
    notes.push(caveat::section(decision));
    for action in decision.actions() {
        notes.push(format!("the site requests a {} of this resource", action.name()));
    }
    if let Some(delay) = decision.crawl_delay() {
        notes.push(crawl_delay(delay));
    }
    notes.extend(decision.garbled().map(|garbled| garbled.to_string()));
    notes
}

/// The note about a `Crawl-delay`.
pub(crate) fn crawl_delay(delay: Duration) -> String {
    format!("Crawl-delay asks for {} s between requests", delay.as_secs_f64())
}
