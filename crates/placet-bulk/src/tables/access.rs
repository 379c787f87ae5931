//! `access`: one row for each capture and crawler.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder as _, BooleanBuilder, Float64Builder, Int32Builder, ListBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, StringArray};
use arrow_schema::{DataType, Schema, SchemaRef};
use placet::Usage;

use super::Key;
use super::columns::{Column, Columns, KeyColumns, TakeColumn as _, key, list, optional, required};
use super::numbered::Numbered;

/// The columns before those of the verdicts.
const BEFORE_VERDICTS: usize = 8;

pub(super) fn schema(usages: &[Usage], paths: &[String]) -> Schema {
    let [origin, source] = key();
    let mut fields = vec![
        origin,
        source,
        required("agent", DataType::Utf8),
        required("addressed", DataType::Utf8),
        required("extent", DataType::Utf8),
        list("lines", DataType::Int32),
        required("line_count", DataType::Int32),
        optional("crawl_delay", DataType::Float64),
    ];
    let verdicts =
        paths.iter().flat_map(|path| usages.iter().map(|usage| may_column(*usage, path)));
    fields.extend(verdicts.map(|name| optional(&name, DataType::Boolean)));
    Schema::new(fields)
}

/// The name of the column with the verdict on a usage of a path: `may_train_ai` for `/`, and
/// `may_train_ai /news/` for another path.
///
/// ```
/// use placet::Usage;
/// use placet_bulk::may_column;
///
/// assert_eq!(may_column(Usage::TrainAi, "/"), "may_train_ai");
/// assert_eq!(may_column(Usage::Crawl, "/news/"), "may_crawl /news/");
/// ```
pub fn may_column(usage: Usage, path: &str) -> String {
    let usage = usage.name().replace('-', "_");
    if path == "/" { format!("may_{usage}") } else { format!("may_{usage} {path}") }
}

/// What some crawlers of a capture get: a row without its key and agent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AccessRow<'c> {
    pub(crate) addressed: &'static str,
    pub(crate) extent: &'static str,
    pub(crate) lines: &'c [i32],
    pub(crate) line_count: i32,
    pub(crate) crawl_delay: Option<f64>,
    /// In the order of the columns; null for a path that is not a URL of the site.
    pub(crate) verdicts: &'c [Option<bool>],
}

/// The rows. Most crawlers of a capture get the same, which is kept once.
#[derive(Debug)]
pub(crate) struct AccessRows {
    schema: SchemaRef,
    key: KeyColumns,
    agents: ArrayRef,
    /// For each row the number of its agent, and of what it gets.
    agent: Vec<u32>,
    gets: Vec<u32>,
    /// One value for each different row of a capture.
    addressed: StringBuilder,
    extent: StringBuilder,
    lines: ListBuilder<Int32Builder>,
    line_count: Int32Builder,
    crawl_delay: Float64Builder,
    verdicts: Vec<BooleanBuilder>,
}

impl AccessRows {
    pub(super) fn new(schema: SchemaRef, agents: &[&str]) -> Self {
        let verdicts = schema.fields().len().saturating_sub(BEFORE_VERDICTS);
        Self {
            schema,
            key: KeyColumns::default(),
            agents: Arc::new(StringArray::from_iter_values(agents)),
            agent: Vec::new(),
            gets: Vec::new(),
            addressed: StringBuilder::new(),
            extent: StringBuilder::new(),
            lines: ListBuilder::new(Int32Builder::new()),
            line_count: Int32Builder::new(),
            crawl_delay: Float64Builder::new(),
            verdicts: std::iter::repeat_with(BooleanBuilder::new).take(verdicts).collect(),
        }
    }

    /// Adds the rows of a capture: what crawlers get, and for each crawler the place of what it gets.
    pub(crate) fn push<'r>(
        &mut self,
        key: Key<'_>,
        different: impl Iterator<Item = AccessRow<'r>>,
        places: &[u32],
    ) {
        self.key.push_rows(key, places.len());
        self.agent.extend(0..u32::try_from(places.len()).unwrap_or(u32::MAX));
        let first = u32::try_from(self.line_count.len()).unwrap_or(u32::MAX);
        self.gets.extend(places.iter().map(|place| first.saturating_add(*place)));
        for row in different {
            self.addressed.append_value(row.addressed);
            self.extent.append_value(row.extent);
            self.lines.values().append_slice(row.lines);
            self.lines.append(true);
            self.line_count.append_value(row.line_count);
            self.crawl_delay.append_option(row.crawl_delay);
            for (at, column) in self.verdicts.iter_mut().enumerate() {
                column.append_option(row.verdicts.get(at).copied().flatten());
            }
        }
    }

    pub(super) fn take(&mut self) -> Columns {
        let [origin, source] = self.key.take();
        let agent = Numbered::new(Arc::clone(&self.agents), std::mem::take(&mut self.agent).into());
        let gets: Arc<[u32]> = std::mem::take(&mut self.gets).into();
        let mut columns = vec![
            origin,
            source,
            Column::Numbered(agent),
            self.addressed.numbered(&gets),
            self.extent.numbered(&gets),
            self.lines.numbered(&gets),
            self.line_count.numbered(&gets),
            self.crawl_delay.numbered(&gets),
        ];
        columns.extend(self.verdicts.iter_mut().map(|verdict| verdict.numbered(&gets)));
        Columns { schema: self.schema.clone(), columns }
    }
}
