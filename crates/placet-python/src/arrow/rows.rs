//! Decides about the rows of one batch.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use arrow_array::builder::{
    Float64Builder, ListBuilder, StringBuilder, StringDictionaryBuilder, UInt32Builder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use placet::robots::Availability;
use placet::{AgentPolicy, AskedAt, Crawler, Decision, PagePolicy, Profile, RobotsPolicy, Usage};

use super::column::{Text, statuses};
use crate::convert::seconds;

/// How many files are kept parsed, for each thread.
const FILES: usize = 4096;

/// How much a result says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Detail {
    Verdict,
    Reason,
    Full,
}

/// Questions that all rows share, and where the others are.
#[derive(Debug, Clone)]
pub(super) struct Questions {
    pub(super) robots: Option<RobotsPolicy>,
    pub(super) crawler: Option<Crawler>,
    pub(super) usage: Option<Usage>,
    pub(super) profile: Profile,
    pub(super) at: AskedAt,
    pub(super) detail: Detail,
    pub(super) columns: Columns,
}

/// The positions of columns; None if there is none.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Columns {
    pub(super) url: Option<usize>,
    pub(super) robots: Option<usize>,
    pub(super) status: Option<usize>,
    pub(super) agent: Option<usize>,
    pub(super) usage: Option<usize>,
    pub(super) html: Option<usize>,
    pub(super) x_robots_tag: Option<usize>,
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
        ("conditions", list, Detail::Reason),
        ("section", words, Detail::Full),
        ("crawl_delay", DataType::Float64, Detail::Full),
    ];
    let wanted = all.into_iter().filter(|(_, _, least)| *least <= detail);
    wanted.map(|(name, kind, _)| Field::new(format!("{prefix}{name}"), kind, true)).collect()
}

/// The text columns of a batch.
struct Texts {
    url: Option<Text>,
    robots: Option<Text>,
    status: Option<Vec<Option<u16>>>,
    agent: Option<Text>,
    usage: Option<Text>,
    html: Option<Text>,
    x_robots_tag: Option<Text>,
}

impl Texts {
    fn new(batch: &RecordBatch, columns: &Columns) -> Result<Self, ArrowError> {
        let wrong = |name: &str, expected: &str| {
            ArrowError::SchemaError(format!("the column {name} is not {expected}"))
        };
        let text = |at: Option<usize>, name: &str| match at.and_then(|at| batch.columns().get(at)) {
            Some(array) => Text::new(array).map(Some).ok_or_else(|| wrong(name, "text")),
            None => Ok(None),
        };
        let status = columns.status.and_then(|at| batch.columns().get(at));
        let numbers =
            |array| statuses(array).ok_or_else(|| wrong("status", "a column of integers"));
        Ok(Self {
            url: text(columns.url, "url")?,
            robots: text(columns.robots, "robots")?,
            status: status.map(numbers).transpose()?,
            agent: text(columns.agent, "agent")?,
            usage: text(columns.usage, "usage")?,
            html: text(columns.html, "html")?,
            x_robots_tag: text(columns.x_robots_tag, "x_robots_tag")?,
        })
    }
}

/// The bytes of a file, its status, the agent, and what the file says to it.
type View = (Box<[u8]>, Option<u16>, Box<[u8]>, AgentPolicy);

/// Parsed files by their bytes and the crawler. The hash covers a part of the bytes; all are compared.
#[derive(Default)]
struct Cache {
    views: HashMap<u64, Vec<View>>,
    kept: usize,
}

impl Cache {
    fn view(
        &mut self,
        file: &[u8],
        status: Option<u16>,
        agent: &[u8],
        make: impl FnOnce() -> AgentPolicy,
    ) -> Option<&AgentPolicy> {
        let mut hasher = DefaultHasher::new();
        (file.len(), status, agent).hash(&mut hasher);
        let middle = file.len() / 2;
        for start in [0, middle, file.len().saturating_sub(32)] {
            file.get(start..(start + 32).min(file.len())).hash(&mut hasher);
        }
        let key = hasher.finish();
        let same = |it: &View| *it.0 == *file && it.1 == status && *it.2 == *agent;
        let found = self.views.get(&key).is_some_and(|them| them.iter().any(same));
        if !found {
            if self.kept >= FILES {
                self.views.clear();
                self.kept = 0;
            }
            self.kept += 1;
            self.views.entry(key).or_default().push((file.into(), status, agent.into(), make()));
        }
        self.views.get(&key)?.iter().find(|it| same(it)).map(|it| &it.3)
    }
}

impl Questions {
    /// The policy of a file with the status that it was fetched with (RFC 9309 §2.3.1).
    fn policy(&self, file: &[u8], status: Option<u16>) -> RobotsPolicy {
        let builder = RobotsPolicy::builder().profile(self.profile);
        match status {
            None | Some(200..=205 | 207..=299) => builder.parse(file),
            Some(400..=428 | 430..=499) => builder.without(Availability::Unavailable),
            Some(_) => builder.without(Availability::Unreachable),
        }
    }

    /// Decides about some rows of a batch.
    pub(super) fn decide(
        &self,
        batch: &RecordBatch,
        schema: &SchemaRef,
        kept: &[usize],
    ) -> Result<RecordBatch, ArrowError> {
        let texts = Texts::new(batch, &self.columns)?;
        let shared = match (&self.robots, &self.crawler) {
            (Some(robots), Some(crawler)) => Some(robots.for_agent(crawler)),
            _ => None,
        };
        let mut cache = Cache::default();
        let mut results = Results::new(self.detail, batch.num_rows());
        for row in 0..batch.num_rows() {
            match self.row(&texts, row, shared.as_ref(), &mut cache, &mut results) {
                Ok(()) => {}
                Err(error) => results.fail(&error),
            }
        }
        let own = kept.iter().filter_map(|at| batch.columns().get(*at)).cloned();
        let columns: Vec<ArrayRef> = own.chain(results.finish()).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options)
    }

    fn row(
        &self,
        texts: &Texts,
        row: usize,
        shared: Option<&AgentPolicy>,
        cache: &mut Cache,
        results: &mut Results,
    ) -> Result<(), String> {
        let url = text(texts.url.as_ref(), row, "url")?;
        let usage = match (self.usage, &texts.usage) {
            (Some(usage), _) => usage,
            (None, None) => Usage::Crawl,
            (None, Some(_)) => {
                let name = text(texts.usage.as_ref(), row, "usage")?;
                let found = Usage::ALL.into_iter().find(|it| it.name() == name);
                found.ok_or_else(|| format!("unknown usage {name:?}"))?
            }
        };
        let view = match shared {
            Some(view) => view,
            None => self.view(texts, row, cache)?,
        };
        let page = page(texts, row);
        let on_page = page.map(|page| view.page(&page));
        let view = on_page.as_ref().unwrap_or(view);
        let target = view.target(url).map_err(|why| format!("{url:?} is not a URL: {why}"))?;
        if self.detail == Detail::Verdict {
            results.verdict(view.verdict_on(usage, &target, &self.at).name());
        } else {
            results.add(&view.decide_on(usage, &target, &self.at));
        }
        Ok(())
    }

    /// What the file of a row says to its crawler.
    fn view<'c>(
        &self,
        texts: &Texts,
        row: usize,
        cache: &'c mut Cache,
    ) -> Result<&'c AgentPolicy, String> {
        let agent = match &self.crawler {
            Some(_) => "",
            None => text(texts.agent.as_ref(), row, "agent")?,
        };
        let file = texts.robots.as_ref().and_then(|it| it.get(row));
        let status = match &texts.status {
            None => None,
            Some(statuses) => match statuses.get(row) {
                Some(Some(status @ 200..=599)) => Some(*status),
                // A status that is not known: nothing is.
                _ if self.robots.is_none() => {
                    return Err("status is null or no HTTP status".to_owned());
                }
                _ => None,
            },
        };
        let is_needed =
            self.robots.is_none() && matches!(status, None | Some(200..=205 | 207..=299));
        if is_needed && file.is_none() {
            return Err("robots is null".to_owned());
        }
        let file = file.filter(|_| self.robots.is_none()).unwrap_or_default();
        let make = || {
            let named = || Crawler::new(placet::Agent::new(agent));
            let crawler = self.crawler.clone().unwrap_or_else(named);
            let policy = self.robots.clone();
            policy.unwrap_or_else(|| self.policy(file, status)).for_agent(crawler)
        };
        let view = cache.view(file, status, agent.as_bytes(), make);
        view.ok_or_else(|| "the file cannot be kept".to_owned())
    }
}

/// What the columns of a row say about its page.
fn page(texts: &Texts, row: usize) -> Option<PagePolicy> {
    let html = texts.html.as_ref().and_then(|it| it.get(row));
    let tag = texts.x_robots_tag.as_ref().and_then(|it| it.get(row));
    if html.is_none() && tag.is_none() {
        return None;
    }
    let mut page = PagePolicy::builder();
    if let Some(tag) = tag {
        // One value for all lines of the field.
        page = page.header("X-Robots-Tag", tag).lines_joined();
    }
    Some(match html {
        Some(html) => page.html(html).build(),
        None => page.build(),
    })
}

/// The text of a column in a row.
fn text<'t>(column: Option<&'t Text>, row: usize, name: &str) -> Result<&'t str, String> {
    let bytes = column.and_then(|it| it.get(row)).ok_or_else(|| format!("{name} is null"))?;
    std::str::from_utf8(bytes).map_err(|_| format!("{name} is not UTF-8"))
}

/// The columns of the results so far.
struct Results {
    detail: Detail,
    verdict: StringDictionaryBuilder<Int32Type>,
    error: StringBuilder,
    reason: StringBuilder,
    by: StringDictionaryBuilder<Int32Type>,
    source: StringDictionaryBuilder<Int32Type>,
    line: UInt32Builder,
    conditions: ListBuilder<StringBuilder>,
    section: StringDictionaryBuilder<Int32Type>,
    crawl_delay: Float64Builder,
}

impl Results {
    fn new(detail: Detail, rows: usize) -> Self {
        Self {
            detail,
            verdict: StringDictionaryBuilder::with_capacity(rows, 2, 16),
            error: StringBuilder::with_capacity(rows, 0),
            reason: StringBuilder::new(),
            by: StringDictionaryBuilder::new(),
            source: StringDictionaryBuilder::new(),
            line: UInt32Builder::new(),
            conditions: ListBuilder::new(StringBuilder::new()),
            section: StringDictionaryBuilder::new(),
            crawl_delay: Float64Builder::new(),
        }
    }

    fn verdict(&mut self, verdict: &str) {
        self.verdict.append_value(verdict);
        self.error.append_null();
    }

    fn add(&mut self, decision: &Decision) {
        self.verdict(decision.verdict().name());
        let reason = decision.reason();
        self.reason.append_value(decision.to_string());
        self.by.append_value(decision.code().name());
        self.source.append_option(reason.as_ref().map(|it| it.source().to_string()));
        let line = reason.as_ref().and_then(placet::explain::Reason::line);
        self.line.append_option(line.and_then(|it| u32::try_from(it).ok()));
        for condition in decision.conditions() {
            self.conditions.values().append_value(condition.to_string());
        }
        self.conditions.append(true);
        if self.detail == Detail::Full {
            self.section.append_value(decision.citation().to_string());
            self.crawl_delay.append_option(decision.crawl_delay().map(seconds));
        }
    }

    fn fail(&mut self, error: &str) {
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
            self.crawl_delay.append_null();
        }
    }

    fn finish(mut self) -> impl Iterator<Item = ArrayRef> {
        let all: [ArrayRef; 9] = [
            Arc::new(self.verdict.finish()),
            Arc::new(self.error.finish()),
            Arc::new(self.reason.finish()),
            Arc::new(self.by.finish()),
            Arc::new(self.source.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.conditions.finish()),
            Arc::new(self.section.finish()),
            Arc::new(self.crawl_delay.finish()),
        ];
        let count = match self.detail {
            Detail::Verdict => 2,
            Detail::Reason => 7,
            Detail::Full => 9,
        };
        all.into_iter().take(count)
    }
}
