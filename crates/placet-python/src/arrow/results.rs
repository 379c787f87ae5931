//! The columns of a result.

use std::fmt::Write as _;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    Float64Builder, ListBuilder, StringBuilder, StringDictionaryBuilder, UInt32Builder,
};
use arrow_array::types::Int32Type;
use arrow_schema::{DataType, Field};
use placet::Decision;
use placet::statement::Source;

use crate::convert::seconds;

/// How much a result says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Detail {
    Verdict,
    Reason,
    Full,
}

/// The columns of a result.
pub(super) fn fields(detail: Detail, prefix: &str) -> Vec<Field> {
    let words = DataType::Dictionary(DataType::Int32.into(), DataType::Utf8.into());
    let list = DataType::new_list(DataType::Utf8, true);
    let all = [
        ("verdict", words.clone(), Detail::Verdict),
        ("error", DataType::Utf8, Detail::Verdict),
        ("reason", DataType::Utf8, Detail::Reason),
        ("by", words.clone(), Detail::Reason),
        ("source", words.clone(), Detail::Reason),
        ("line", DataType::UInt32, Detail::Reason),
        ("conditions", list.clone(), Detail::Reason),
        ("section", words, Detail::Full),
        ("contradictions", list, Detail::Full),
        ("crawl_delay", DataType::Float64, Detail::Full),
    ];
    let wanted = all.into_iter().filter(|(_, _, least)| *least <= detail);
    wanted.map(|(name, kind, _)| Field::new(format!("{prefix}{name}"), kind, true)).collect()
}

/// The columns of the results so far.
pub(super) struct Results {
    detail: Detail,
    verdict: StringDictionaryBuilder<Int32Type>,
    error: StringBuilder,
    reason: StringBuilder,
    by: StringDictionaryBuilder<Int32Type>,
    source: StringDictionaryBuilder<Int32Type>,
    line: UInt32Builder,
    conditions: ListBuilder<StringBuilder>,
    section: StringDictionaryBuilder<Int32Type>,
    contradictions: ListBuilder<StringBuilder>,
    crawl_delay: Float64Builder,
}

impl Results {
    pub(super) fn new(detail: Detail, rows: usize) -> Self {
        let reasons = if detail >= Detail::Reason { rows } else { 0 };
        Self {
            detail,
            verdict: StringDictionaryBuilder::with_capacity(rows, 2, 16),
            error: StringBuilder::with_capacity(rows, 0),
            // Most reasons are at least this long.
            reason: StringBuilder::with_capacity(reasons, 32 * reasons),
            by: StringDictionaryBuilder::with_capacity(reasons, 8, 64),
            source: StringDictionaryBuilder::with_capacity(reasons, 1, 16),
            line: UInt32Builder::with_capacity(reasons),
            conditions: ListBuilder::with_capacity(StringBuilder::new(), reasons),
            section: StringDictionaryBuilder::new(),
            contradictions: ListBuilder::new(StringBuilder::new()),
            crawl_delay: Float64Builder::new(),
        }
    }

    pub(super) fn verdict(&mut self, verdict: &str) {
        self.verdict.append_value(verdict);
        self.error.append_null();
    }

    pub(super) fn add(&mut self, decision: &Decision) {
        self.verdict(decision.verdict().name());
        let reason = decision.reason();
        // Writing to a builder cannot fail; an empty text ends the value.
        let _ = decision.write_with(reason.as_ref(), &mut self.reason);
        self.reason.append_value("");
        self.by.append_value(decision.code().name());
        match &reason {
            Some(reason) if *reason.source() == Source::RobotsTxt => {
                self.source.append_value("robots.txt");
            }
            _ => self.source.append_option(reason.as_ref().map(|it| it.source().to_string())),
        }
        let line = reason.as_ref().and_then(placet::explain::Reason::line);
        self.line.append_option(line.and_then(|it| u32::try_from(it).ok()));
        for condition in decision.conditions() {
            let _ = write!(self.conditions.values(), "{condition}");
            self.conditions.values().append_value("");
        }
        self.conditions.append(true);
        if self.detail == Detail::Full {
            self.section.append_value(decision.citation().to_string());
            for it in decision.contradictions() {
                let text = format!("{} allows, {} disallows", it.allow, it.disallow);
                self.contradictions.values().append_value(text);
            }
            self.contradictions.append(true);
            self.crawl_delay.append_option(decision.crawl_delay().map(seconds));
        }
    }

    pub(super) fn fail(&mut self, error: &str) {
        self.verdict.append_null();
        self.error.append_value(error);
        if self.detail >= Detail::Reason {
            self.reason.append_null();
            self.by.append_null();
            self.source.append_null();
            self.line.append_null();
            self.conditions.append_null();
        }
        if self.detail == Detail::Full {
            self.section.append_null();
            self.contradictions.append_null();
            self.crawl_delay.append_null();
        }
    }

    pub(super) fn finish(mut self) -> impl Iterator<Item = ArrayRef> {
        let all: [ArrayRef; 10] = [
            Arc::new(self.verdict.finish()),
            Arc::new(self.error.finish()),
            Arc::new(self.reason.finish()),
            Arc::new(self.by.finish()),
            Arc::new(self.source.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.conditions.finish()),
            Arc::new(self.section.finish()),
            Arc::new(self.contradictions.finish()),
            Arc::new(self.crawl_delay.finish()),
        ];
        let count = match self.detail {
            Detail::Verdict => 2,
            Detail::Reason => 7,
            Detail::Full => 10,
        };
        all.into_iter().take(count)
    }
}
