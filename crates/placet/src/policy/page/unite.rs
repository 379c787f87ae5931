//! Combining two readings of a page.

use std::sync::Arc;

use super::field_signals::FieldSignals;
use super::{At, Document, FieldLine, PageParts, PagePolicy, Restriction};
use crate::policy::acap::{Acap, Statement};
use crate::policy::page::mark::Mark;

impl PagePolicy {
    /// The statements of both. Combining a page with itself changes nothing.
    ///
    /// ```
    /// use placet::PagePolicy;
    ///
    /// let one = PagePolicy::builder().header("Robots-Tag", "*;noindex").build();
    /// let other = PagePolicy::builder().header("X-Robots-Tag", "nofollow").build();
    /// assert_eq!(one.united(&other).statements().count(), 2);
    /// ```
    #[must_use]
    pub fn united(&self, other: &Self) -> Self {
        if Arc::ptr_eq(&self.parts, &other.parts) {
            return self.clone();
        }
        let (one, other) = (&*self.parts, &*other.parts);
        let after = After {
            fields: place(one.fields.len()),
            documents: place(one.documents.len()),
            marks: one.marks.len(),
        };
        let both = |mine: &[At], theirs: &[At]| {
            mine.iter().copied().chain(theirs.iter().map(|&at| after.at(at))).collect()
        };
        let problems = other.problems.iter().map(|&(kind, at)| (kind, after.at(at)));
        let lines = one.fields.iter().chain(&other.fields);
        let fields = FieldLine::numbered(lines.map(|it| (it.name.clone(), it.value.clone())));
        let parts = PageParts {
            documents: (one.documents.iter().cloned())
                .chain(other.documents.iter().map(|it| after.document(it)))
                .collect(),
            restrictions: (one.restrictions.iter().cloned())
                .chain(other.restrictions.iter().map(|it| after.restriction(it)))
                .collect(),
            acap: both_acap(&one.acap, &other.acap),
            metas: both(&one.metas, &other.metas),
            marks: (one.marks.iter().cloned())
                .chain(other.marks.iter().map(|it| after.mark(it)))
                .collect(),
            field_signals: FieldSignals::read(&fields),
            element_signals: one.element_signals.united(
                &other.element_signals,
                |at| after.at(at),
                after.documents,
            ),
            problems: one.problems.iter().copied().chain(problems).collect(),
            fields,
            unread: one.unread.clone().or_else(|| other.unread.clone()),
        };
        Self { parts: Arc::new(parts) }
    }
}

/// The sizes of the tables before the addition.
#[derive(Clone, Copy)]
struct After {
    fields: u32,
    documents: u32,
    marks: usize,
}

impl After {
    fn at(self, at: At) -> At {
        let documents = self.documents;
        match at {
            At::Field { line, span } => At::Field { line: line + self.fields, span },
            At::Meta { document, meta } => At::Meta { document: document + documents, meta },
            At::Element { document, element } => {
                At::Element { document: document + documents, element }
            }
            At::Cut { document } => At::Cut { document: document + documents },
            At::Shortened { document } => At::Shortened { document: document + documents },
        }
    }

    fn document(self, document: &Document) -> Document {
        let mut document = document.clone();
        for range in &mut document.marks {
            *range = range.start + self.marks..range.end + self.marks;
        }
        document
    }

    fn restriction(self, restriction: &Restriction) -> Restriction {
        Restriction { at: self.at(restriction.at), ..restriction.clone() }
    }

    fn mark(self, mark: &Mark) -> Mark {
        Mark { document: mark.document + self.documents, ..mark.clone() }
    }
}

/// The META elements of both; of the versions that they declare the higher.
fn both_acap(one: &Acap, other: &Acap) -> Acap {
    let (records, purposes) = (place(one.records.len()), place(one.purposes.len()));
    let conditions = place(one.conditions.len());
    let moved = |statement: &Statement| Statement {
        record: statement.record + records,
        purposes: match statement.purposes {
            0 => 0,
            purpose => purpose + purposes,
        },
        conditions: statement.conditions.start + conditions..statement.conditions.end + conditions,
        ..statement.clone()
    };
    let version = [&one.version, &other.version].into_iter().flatten();
    Acap {
        records: one.records.iter().chain(&other.records).cloned().collect(),
        statements: (one.statements.iter().cloned())
            .chain(other.statements.iter().map(moved))
            .collect(),
        conditions: one.conditions.iter().chain(&other.conditions).cloned().collect(),
        purposes: one.purposes.iter().chain(&other.purposes).cloned().collect(),
        version: version.max_by_key(|it| super::lower::numbers(it)).cloned(),
        ..Acap::default()
    }
}

/// A count of things in a page of bounded size.
fn place(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
