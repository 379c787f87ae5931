//! A decision for people: the verdict, and the lines of the file that made it.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use placet::{Decision, Part, Reason, Span, Verdict};

use crate::excerpt::Excerpt;

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

/// The decision as text, ending in a line end. `origin` names the robots.txt, for people.
pub fn decision(decision: &Decision, origin: &str, style: Style) -> String {
    let reasons: Vec<Reason<'_>> = decision.reasons().collect();
    let shown = shown(&reasons);
    let excerpts = excerpts(&shown);

    let (level, may) = match decision.verdict() {
        Verdict::Permit => (Level::NOTE.with_name("permitted"), "may"),
        Verdict::Prohibit => (Level::ERROR.with_name("prohibited"), "may not"),
    };
    let title = format!("{} {may} {} {}", name(decision), decision.usage(), decision.target());
    let mut group = Group::with_title(level.primary_title(title));
    for (source, excerpt, reasons) in &excerpts {
        let path = if *source == "robots.txt" { origin } else { source };
        let mut snippet = Snippet::source(excerpt.text.as_str()).path(path);
        for (reason, span) in reasons.iter().zip(&excerpt.spans) {
            let kind =
                if reason.decides() { AnnotationKind::Primary } else { AnnotationKind::Context };
            snippet = snippet.annotation(kind.span(span.clone()).label(why(decision, reason)));
        }
        group = group.element(snippet);
    }
    for note in notes(decision, &reasons, shown.len()) {
        group = group.element(Level::NOTE.message(note));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    format!("{}\n", renderer.render(&[group]))
}

/// The reasons of each file, with what is shown of it.
fn excerpts<'r, 'd>(shown: &[&'r Reason<'d>]) -> Vec<(&'d str, Excerpt, Vec<&'r Reason<'d>>)> {
    let mut sources: Vec<&'d str> = Vec::new();
    for reason in shown {
        if !sources.contains(&reason.source()) {
            sources.push(reason.source());
        }
    }
    let excerpt = |source: &'d str| {
        let reasons: Vec<&Reason<'_>> =
            shown.iter().copied().filter(|reason| reason.source() == source).collect();
        let spans: Vec<Span> = reasons.iter().filter_map(|reason| reason.span()).collect();
        let text = reasons.first().and_then(|reason| reason.source_text());
        (source, Excerpt::new(text.unwrap_or_default(), &spans), reasons)
    };
    sources.into_iter().map(excerpt).collect()
}

/// The part of a statement, with the usage it is about where that is another.
fn why(decision: &Decision, reason: &Reason<'_>) -> String {
    if reason.usage() == decision.usage() {
        reason.why().to_owned()
    } else {
        format!("{}: {}", reason.usage(), reason.why())
    }
}

fn name(decision: &Decision) -> &str {
    match decision.agent().name() {
        "" => "a crawler without a name",
        name => name,
    }
}

/// The reasons that have a place in a file, without those that would bury the rest.
fn shown<'r, 'd>(reasons: &'r [Reason<'d>]) -> Vec<&'r Reason<'d>> {
    let placed = || reasons.iter().filter(|reason| reason.span().is_some());
    let is_group = |reason: &&Reason<'_>| matches!(reason.part(), Part::Group(_));
    let groups = placed().filter(is_group).take(SHOWN);
    let deciding = placed().filter(|reason| reason.decides()).take(SHOWN);
    let others = placed().filter(|it| !is_group(it) && !it.decides()).take(SHOWN);
    groups.chain(deciding).chain(others).collect()
}

fn notes(decision: &Decision, reasons: &[Reason<'_>], shown: usize) -> Vec<String> {
    let mut notes = Vec::new();
    let placed = reasons.iter().filter(|reason| reason.span().is_some()).count();
    match placed - shown {
        0 => {}
        1 => notes.push("one more line of the file took part".to_owned()),
        more => notes.push(format!("{more} more lines of the file took part")),
    }
    for condition in decision.conditions() {
        notes.push(format!("on condition: {condition}"));
    }
    let ground = decision.ground();
    notes.push(format!("{}: {}", ground.section(), ground.law()));
    for action in decision.actions() {
        notes.push(format!("the site asks for a {} of this resource", action.name()));
    }
    if let Some(delay) = decision.crawl_delay() {
        notes.push(format!("crawl-delay asks for {} s between requests", delay.as_secs_f64()));
    }
    if let Some(problem) = decision.agent().problem() {
        notes.push(problem.to_string());
    }
    notes
}
