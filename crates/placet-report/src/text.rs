//! A decision for people: the verdict, and the lines of the file that made it.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use placet::{Decision, Outcome, Part, Reason, Span, Verdict};

use crate::excerpt::Excerpt;

/// How many lines that chose a group, and how many rules that matched, are shown.
///
/// Those that decided are always among them.
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

/// The decision as text, ending in a line end. `origin` names the file, for people.
pub fn decision(decision: &Decision, origin: &str, style: Style) -> String {
    let reasons: Vec<Reason<'_>> = decision.reasons().collect();
    let shown = shown(&reasons);
    let spans: Vec<Span> = shown.iter().filter_map(|reason| reason.span()).collect();
    let excerpt = Excerpt::new(decision.policy().text(), &spans);

    let (level, may) = match decision.verdict() {
        Verdict::Permit => (Level::NOTE.with_name("permitted"), "may"),
        Verdict::Prohibit => (Level::ERROR.with_name("prohibited"), "may not"),
    };
    let title = format!("{} {may} {} {}", name(decision), decision.usage(), decision.target());
    let mut group = Group::with_title(level.primary_title(title));
    if !spans.is_empty() {
        let mut snippet = Snippet::source(excerpt.text.as_str()).path(origin);
        for (reason, span) in shown.iter().zip(&excerpt.spans) {
            let kind = match reason.part() {
                Part::Rule(Outcome::Decided) => AnnotationKind::Primary,
                _ => AnnotationKind::Context,
            };
            snippet = snippet.annotation(kind.span(span.clone()).label(reason.why()));
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

fn name(decision: &Decision) -> &str {
    match decision.agent().name() {
        "" => "a crawler without a name",
        name => name,
    }
}

/// The reasons that have a place in the file, without those that would bury the rest.
fn shown<'r, 'd>(reasons: &'r [Reason<'d>]) -> Vec<&'r Reason<'d>> {
    let placed = || reasons.iter().filter(|reason| reason.span().is_some());
    let is_rule = |reason: &&Reason<'_>| matches!(reason.part(), Part::Rule(_));
    let decided = |reason: &&Reason<'_>| reason.part() == Part::Rule(Outcome::Decided);
    let groups = placed().filter(|reason| !is_rule(reason)).take(SHOWN);
    let others = placed().filter(is_rule).filter(|reason| !decided(reason)).take(SHOWN - 1);
    groups.chain(placed().filter(decided)).chain(others).collect()
}

fn notes(decision: &Decision, reasons: &[Reason<'_>], shown: usize) -> Vec<String> {
    let mut notes = Vec::new();
    let placed = reasons.iter().filter(|reason| reason.span().is_some()).count();
    match placed - shown {
        0 => {}
        1 => notes.push("one more line of the file took part".to_owned()),
        more => notes.push(format!("{more} more lines of the file took part")),
    }
    let ground = decision.ground();
    notes.push(format!("{}: {}", ground.section(), ground.law()));
    if let Some(delay) = decision.crawl_delay() {
        notes.push(format!("crawl-delay asks for {} s between requests", delay.as_secs_f64()));
    }
    if let Some(problem) = decision.agent().problem() {
        notes.push(problem.to_string());
    }
    notes
}
