//! The parts of a file that are parsed only on demand, because few or no decisions depend on them.

use super::acap::{self, Acap, AcapLine};
use super::lower;
use super::parts::{End, Parts, Prelude, ProblemPart, Problems, RecordPart};
use super::robots_signals::{Lines, RobotsSignals, SignalLine};
use crate::syntax::acap::{Field, read};
use crate::syntax::robots::{Garbled, Key, line_ends, without_comment};
use crate::text::{ProblemKind, Span, limits};

impl Parts {
    /// The text before the first group and the first ACAP field, as far as its end is known without
    /// parsing it.
    pub(crate) fn prelude(&self) -> &Prelude {
        self.prelude.get_or_init(|| {
            let text = self.text.get(..self.prelude_len).unwrap_or_default();
            lower::prelude(text, self.profile)
        })
    }

    /// The ACAP statements, where there are any and the profile reads them.
    pub(crate) fn acap(&self) -> Option<&Acap> {
        self.lowered().map(|(acap, _)| acap)
    }

    /// Where the directive is that hides the conventional records from crawlers that read ACAP, if
    /// it is honoured.
    pub(crate) fn ignoring(&self) -> Option<(u32, Span)> {
        let is = |line: &&AcapLine| {
            read(&self.text, line.key, line.value) == Field::IgnoreConventionalRecords
        };
        let ignores = self.acap().is_some_and(|acap| acap.ignores_conventional);
        let line = self.acap_lines.iter().filter(|_| ignores).find(is)?;
        Some((line.line, line.key))
    }

    /// The signals about the use of content, where there are any and the profile reads them.
    pub(crate) fn signals(&self) -> Option<&RobotsSignals> {
        let read = || {
            let is_read = self.profile.behaviour().reads_signals;
            let signals =
                self.plain_records().filter(|it| is_read && RobotsSignals::reads(it.kind));
            let records: Vec<SignalLine> = signals
                .map(|&RecordPart { kind, value, line, group, .. }| SignalLine {
                    kind,
                    value,
                    line,
                    group: group.checked_sub(1),
                })
                .collect();
            if records.is_empty() {
                return None;
            }
            let agent = self.agents.last().map(|it| (it.line, it.value.end()));
            let rule = self.rules.last().map(|it| (it.line, it.value.end()));
            Some(Box::new(RobotsSignals::read(&Lines {
                text: &self.text,
                agents: self.agents.iter().map(|it| (it.line, it.group)).collect(),
                last: agent.max(rule),
                records,
                is_cut: self.is_cut(),
            })))
        };
        self.signals.get_or_init(read).as_deref()
    }

    fn lowered(&self) -> Option<&(Acap, Vec<ProblemPart>)> {
        (!self.acap_lines.is_empty()).then(|| {
            self.acap.get_or_init(|| {
                let mut problems = Vec::new();
                let acap = acap::lower(
                    &self.text,
                    &self.acap_lines,
                    self.outer.clone(),
                    &mut |kind, span, line| {
                        if problems.len() < limits::PROBLEMS {
                            problems.push(ProblemPart { span, line, kind });
                        }
                    },
                );
                (acap, problems)
            })
        })
    }

    /// The records that are neither rules nor `User-agent` lines, ACAP fields among them, in the
    /// order of the file.
    pub(crate) fn records(&self) -> Vec<RecordPart> {
        let acap = self.acap_lines.iter().map(|&AcapLine { key, value, line }| RecordPart {
            key,
            value,
            line,
            group: 0,
            kind: Key::Acap,
        });
        let mut records: Vec<RecordPart> = self.plain_records().copied().chain(acap).collect();
        records.sort_by_key(|record| record.line);
        records
    }

    /// The same without the ACAP fields that the profile reads.
    pub(crate) fn plain_records(&self) -> impl Iterator<Item = &RecordPart> {
        self.prelude().records.iter().chain(&self.records)
    }

    /// The problems of the lines after the prelude.
    fn of_lines(&self) -> &Problems {
        self.problems
            .get_or_init(|| lower::problems(self.prelude_len, &self.text, self.profile, self.end))
    }

    /// All problems, in the order of the text.
    pub(crate) fn problems(&self) -> Vec<ProblemPart> {
        let of_acap = self.lowered().map_or(&[][..], |(_, problems)| problems);
        let of_lines = self.prelude().problems.listed.iter().chain(&self.of_lines().listed);
        let of_file = self.of_encoding().into_iter().chain(self.of_end());
        let of_lines = of_file.chain(of_lines.copied());
        let of_lines = of_lines.take(limits::PROBLEMS);
        let mut problems: Vec<ProblemPart> = of_lines.chain(of_acap.iter().copied()).collect();
        for problem in problems.iter_mut().filter(|it| it.kind == ProblemKind::Unreadable) {
            problem.span = without_comment(problem.span, &self.text);
        }
        problems.sort_by_key(|problem| (problem.line, problem.span));
        problems
    }

    /// Why it is not read as its author meant it; `None` where it is.
    pub(crate) fn garbled(&self) -> Option<Garbled> {
        match self.encoding {
            encoding if encoding.is_wide() => Some(Garbled::Wide(encoding)),
            _ => *self.garbled.get_or_init(|| Garbled::not_wide(&self.text)),
        }
    }

    /// The problem that it is UTF-16 or UTF-32, where it is.
    fn of_encoding(&self) -> Option<ProblemPart> {
        let decoded = self.profile.behaviour().decodes_wide;
        let kind = if decoded { ProblemKind::Wide } else { ProblemKind::WideUnread };
        self.encoding.is_wide().then_some(ProblemPart { span: Span::new(0, 0), line: 1, kind })
    }

    /// The problem that the rest of the file is not read, where it is not.
    fn of_end(&self) -> Option<ProblemPart> {
        let text = &self.text;
        let begun = !matches!(text.last(), Some(b'\n' | b'\r'));
        (self.end != End::Whole).then(|| ProblemPart {
            span: Span::new(text.len(), text.len()),
            line: lower::count(line_ends(text) + usize::from(begun)),
            kind: ProblemKind::FileCut,
        })
    }

    /// How many problems there are beyond those.
    pub(crate) fn problems_unlisted(&self) -> usize {
        let (before, after) = (&self.prelude().problems, self.of_lines());
        let listed = before.listed.len() + after.listed.len();
        let of_file = [self.encoding.is_wide(), self.end != End::Whole];
        let listed = listed + of_file.into_iter().filter(|it| *it).count();
        before.unlisted + after.unlisted + listed.saturating_sub(limits::PROBLEMS)
    }
}
