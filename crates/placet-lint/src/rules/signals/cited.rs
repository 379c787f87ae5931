//! Where the statements of a decision are in the files that are linted.

use std::ops::Range;

use placet::PagePolicy;
use placet::signals::SignalStatement;
use placet::statement::Source;

use crate::page_context::PageContext;
use crate::place::Places;
use crate::subject::{Kind, field_lines};
use crate::view::View;

/// A statement of a decision, and where it is.
#[derive(Debug, Clone)]
pub(super) struct Cited {
    source: Source,
    line: usize,
    column: usize,
    span: Range<usize>,
    len: usize,
}

impl Cited {
    pub(super) fn new(statement: &SignalStatement<'_>) -> Self {
        Self {
            source: statement.source().clone(),
            line: statement.line(),
            column: statement.column(),
            span: statement.span().range(),
            len: statement.text().len(),
        }
    }

    /// Its span in a file that is linted alone.
    pub(super) fn in_file(&self, view: &View<'_>) -> Option<Range<usize>> {
        // Only fields that are read were given to the engine.
        self.within(view.kind, view.text, PagePolicy::reads_header)
    }

    /// The place of its file among those of a URL, and its span there.
    pub(super) fn in_visit(&self, context: &PageContext<'_>) -> Option<(usize, Range<usize>)> {
        let place = match &self.source {
            Source::Rsl(url) => context.visit.rsl(url)?,
            source => {
                let kind = kind(source)?;
                context.visit.files().iter().position(|file| file.kind() == kind)?
            }
        };
        let file = context.visit.files().get(place)?;
        Some((place, self.within(file.kind(), file.text(), |_| true)?))
    }

    /// Its span in a file; header lines are counted if they are read.
    fn within(
        &self,
        own: Kind,
        text: &[u8],
        is_counted: impl Fn(&str) -> bool,
    ) -> Option<Range<usize>> {
        if kind(&self.source) != Some(own) {
            return None;
        }
        let start = match own {
            Kind::Fields => {
                let mut lines = field_lines(text).filter(|line| is_counted(&line.name));
                lines.nth(self.line.checked_sub(1)?)?.start
            }
            Kind::Page => {
                let line = Places::new(text).content(self.line.checked_sub(1)?);
                let start = (line.start + self.column.saturating_sub(1)).min(text.len());
                return Some(start..(start + self.len).min(text.len()));
            }
            _ => 0,
        };
        let end = (start + self.span.end).min(text.len());
        Some((start + self.span.start).min(end)..end)
    }
}

/// The kind of the file that a source is.
fn kind(source: &Source) -> Option<Kind> {
    match source {
        Source::RobotsTxt => Some(Kind::Robots),
        Source::Header(_) => Some(Kind::Fields),
        Source::Page => Some(Kind::Page),
        Source::Tdmrep => Some(Kind::Tdmrep),
        Source::TrustTxt => Some(Kind::TrustTxt),
        Source::AiTxt => Some(Kind::AiTxt),
        Source::Rsl(_) => Some(Kind::Rsl),
        _ => None,
    }
}
