//! Signals in the fields of a response.

use super::{At, FieldLine};
use crate::syntax::quoted;
use crate::syntax::signals::aipref::{self, Preference};
use crate::syntax::signals::content_signal::{self, Stated};
use crate::syntax::signals::tdmrep::Reservations;
use crate::syntax::signals::{FamilyProblem, SignalProblemAt, SignalProblemKind, link};
use crate::text::{Span, limits};
use crate::vocabulary::Family;

/// What response fields say about the use of content.
#[derive(Debug, Clone, Default)]
pub(crate) struct FieldSignals {
    /// The labels of `Content-Usage`, all lines together (S-033).
    pub(crate) preferences: Vec<(Preference, At)>,
    /// What `Content-Signal` states, all lines together (S-045).
    pub(crate) stated: Vec<(Stated, At)>,
    /// The values of `tdm-reservation`, in their order.
    pub(crate) reservations: Vec<(bool, At)>,
    /// The first `tdm-policy`, as written.
    pub(crate) policy: Option<(Box<str>, At)>,
    /// The targets of links to RSL licences, as written.
    pub(crate) licenses: Vec<(Box<str>, At)>,
    /// A field line of each family.
    pub(crate) found: Vec<(Family, At)>,
    pub(crate) problems: Vec<FamilyProblem<At>>,
}

impl FieldSignals {
    /// The fields that are read, in lower case.
    const NAMES: [&'static str; 5] =
        ["content-usage", "content-signal", "tdm-reservation", "tdm-policy", "link"];

    /// Whether signals are read from the field of this name.
    pub(crate) fn reads(name: &str) -> bool {
        Self::NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Whether no field says anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.policy.is_none() && self.problems.is_empty()
    }

    /// Reads the fields of a response.
    pub(crate) fn read(fields: &[FieldLine]) -> Self {
        let mut out = Self::default();
        if !fields.iter().any(|field| Self::reads(field.name.as_str())) {
            return out;
        }
        if let Some(joined) = out.joined(fields, "content-usage", Family::Aipref) {
            let read = aipref::read(&joined.text);
            out.list(Family::Aipref, read.problems, &joined);
            out.preferences =
                read.preferences.into_iter().map(|it| (it, joined.at(it.span))).collect();
        }
        if let Some(joined) = out.joined(fields, "content-signal", Family::ContentSignal) {
            let read = content_signal::read(&joined.text);
            out.list(Family::ContentSignal, read.problems, &joined);
            out.stated = read.stated.into_iter().map(|(it, span)| (it, joined.at(span))).collect();
        }
        if let Some(joined) = out.joined(fields, "tdm-reservation", Family::Tdmrep) {
            let read = Reservations::read(&joined.text);
            out.list(Family::Tdmrep, read.problems, &joined);
            let values = read.values.into_iter();
            out.reservations = values.map(|(it, span)| (it, joined.at(span))).collect();
        }
        if let Some(joined) = out.joined(fields, "link", Family::Rsl) {
            for it in link::licenses(&joined.text) {
                let target = String::from_utf8_lossy(it.target.of(&joined.text)).into();
                out.licenses.push((target, joined.at(it.span)));
            }
        }
        // Only links to licences are signals.
        out.found.retain(|(family, _)| *family != Family::Rsl);
        out.found.extend(out.licenses.first().map(|(_, at)| (Family::Rsl, *at)));
        out.policy(fields);
        out
    }

    fn policy(&mut self, fields: &[FieldLine]) {
        let is_policy =
            |field: &FieldLine| field.name.is("tdm-policy") && !field.value.trim_ascii().is_empty();
        let found = (0..).zip(fields).find(|(_, field)| is_policy(field));
        let Some((line, field)) = found else { return };
        let at = At::Field { line, span: Span::new(0, field.value.len().min(limits::FILE_MAX)) };
        if field.value.len() > limits::FIELD_VALUE {
            let (family, kind) = (Some(Family::Tdmrep), SignalProblemKind::Truncated);
            return self.problems.push(FamilyProblem { family, kind, at });
        }
        let policy = String::from_utf8_lossy(field.value.trim_ascii());
        self.policy = Some((policy.into(), at));
    }

    /// The lines of one name that are not empty, joined and cut at the ceiling (S-033, S-115).
    fn joined(&mut self, fields: &[FieldLine], name: &str, family: Family) -> Option<Joined> {
        let mut joined = Joined { text: Vec::new(), starts: Vec::new() };
        for (line, field) in (0..).zip(fields).filter(|(_, field)| field.name.is(name)) {
            let value = field.value.trim_ascii();
            if value.is_empty() || joined.text.len() > limits::FIELD_VALUE {
                continue;
            }
            if !joined.text.is_empty() {
                joined.text.extend_from_slice(b", ");
            }
            let margin = field.value.len() - field.value.trim_ascii_start().len();
            joined.starts.push((joined.text.len(), line, margin));
            // No more than the ceiling and one byte matter.
            let value = value.get(..=limits::FIELD_VALUE).unwrap_or(value);
            joined.text.extend_from_slice(value);
        }
        let first = joined.at(Span::new(0, 0));
        joined.starts.first()?;
        self.found.push((family, first));
        let end = quoted::complete(&joined.text);
        if end < joined.text.len() {
            let at = joined.at(Span::new(end, end));
            let kind = SignalProblemKind::Truncated;
            self.problems.push(FamilyProblem { family: Some(family), kind, at });
            joined.text.truncate(end);
        }
        Some(joined)
    }

    fn list(&mut self, family: Family, wrong: Vec<SignalProblemAt>, joined: &Joined) {
        for (kind, span) in wrong {
            if self.problems.len() < limits::PROBLEMS {
                let at = joined.at(span);
                self.problems.push(FamilyProblem { family: Some(family), kind, at });
            }
        }
    }
}

/// Field lines of one name, joined.
struct Joined {
    text: Vec<u8>,
    /// For each line where it begins in the text, its place in the response, and how many blanks
    /// it begins with.
    starts: Vec<(usize, u32, usize)>,
}

impl Joined {
    /// Where a piece of the text is in the response.
    fn at(&self, span: Span) -> At {
        let line = self.starts.partition_point(|(start, ..)| *start <= span.start());
        let (start, line, margin) =
            self.starts.get(line.saturating_sub(1)).copied().unwrap_or_default();
        let within = |at: usize| at.saturating_sub(start) + margin;
        At::Field { line, span: Span::new(within(span.start()), within(span.end())) }
    }
}
