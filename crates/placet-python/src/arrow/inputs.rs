//! The columns of a table that questions consist of.

use std::time::{Duration, SystemTime};

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType,
};
use arrow_array::{Array, ArrayRef, OffsetSizeTrait, RecordBatch};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use placet::PagePolicy;

use super::column::{Text, statuses};

/// The names of the columns, as `columns=` takes them.
pub(super) const NAMES: [&str; 12] = [
    "url",
    "robots",
    "status",
    "origin",
    "agent",
    "usage",
    "headers",
    "html",
    "tdmrep",
    "trust_txt",
    "ai_txt",
    "at",
];

/// The positions of columns; None if there is none.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Columns {
    pub(super) url: Option<usize>,
    pub(super) robots: Option<usize>,
    pub(super) status: Option<usize>,
    pub(super) origin: Option<usize>,
    pub(super) agent: Option<usize>,
    pub(super) usage: Option<usize>,
    pub(super) headers: Option<usize>,
    pub(super) html: Option<usize>,
    pub(super) tdmrep: Option<usize>,
    pub(super) trust_txt: Option<usize>,
    pub(super) ai_txt: Option<usize>,
    pub(super) at: Option<usize>,
}

impl Columns {
    /// Sets the position of a column; false if there is no column of this name.
    pub(super) fn set(&mut self, name: &str, at: Option<usize>) -> bool {
        let place = match name {
            "url" => &mut self.url,
            "robots" => &mut self.robots,
            "status" => &mut self.status,
            "origin" => &mut self.origin,
            "agent" => &mut self.agent,
            "usage" => &mut self.usage,
            "headers" => &mut self.headers,
            "html" => &mut self.html,
            "tdmrep" => &mut self.tdmrep,
            "trust_txt" => &mut self.trust_txt,
            "ai_txt" => &mut self.ai_txt,
            "at" => &mut self.at,
            _ => return false,
        };
        *place = at;
        true
    }
}

/// The columns of a batch.
pub(super) struct Inputs {
    pub(super) url: Option<Text>,
    pub(super) robots: Option<Text>,
    pub(super) status: Option<Vec<Option<u16>>>,
    pub(super) origin: Option<Text>,
    pub(super) agent: Option<Text>,
    pub(super) usage: Option<Text>,
    headers: Option<HeaderColumn>,
    html: Option<Text>,
    /// tdmrep.json, trust.txt, ai.txt.
    pub(super) signals: [Option<Text>; 3],
    pub(super) at: Option<Vec<Option<SystemTime>>>,
}

impl Inputs {
    pub(super) fn new(batch: &RecordBatch, columns: &Columns) -> Result<Self, ArrowError> {
        let array = |at: Option<usize>| at.and_then(|at| batch.columns().get(at));
        let wrong = |name: &str, expected: &str| {
            ArrowError::SchemaError(format!("the column {name} is not {expected}"))
        };
        let text = |at: Option<usize>, name: &str| match array(at) {
            Some(array) => Text::new(array).map(Some).ok_or_else(|| wrong(name, "text")),
            None => Ok(None),
        };
        let is_numbers =
            |array| statuses(array).ok_or_else(|| wrong("status", "a column of integers"));
        let is_headers = |array| {
            let expected = "a map, a list of structs with name and value, or text";
            HeaderColumn::new(array).ok_or_else(|| wrong("headers", expected))
        };
        let is_times = |array| {
            times(array).ok_or_else(|| wrong("at", "a column of timestamps with a time zone"))
        };
        Ok(Self {
            url: text(columns.url, "url")?,
            robots: text(columns.robots, "robots")?,
            status: array(columns.status).map(is_numbers).transpose()?,
            origin: text(columns.origin, "origin")?,
            agent: text(columns.agent, "agent")?,
            usage: text(columns.usage, "usage")?,
            headers: array(columns.headers).map(is_headers).transpose()?,
            html: text(columns.html, "html")?,
            signals: [
                text(columns.tdmrep, "tdmrep")?,
                text(columns.trust_txt, "trust_txt")?,
                text(columns.ai_txt, "ai_txt")?,
            ],
            at: array(columns.at).map(is_times).transpose()?,
        })
    }

    /// The text of a column in a row.
    pub(super) fn text<'t>(
        column: Option<&'t Text>,
        row: usize,
        name: &str,
    ) -> Result<&'t str, String> {
        let bytes = column.and_then(|it| it.get(row)).ok_or_else(|| format!("{name} is null"))?;
        std::str::from_utf8(bytes).map_err(|_| format!("{name} is not UTF-8"))
    }

    /// What the columns of a row say about its page.
    pub(super) fn page(&self, row: usize) -> Option<PagePolicy> {
        let html = self.html.as_ref().and_then(|it| it.get(row));
        let headers = self.headers.as_ref().and_then(|it| it.get(row));
        if html.is_none() && headers.is_none() {
            return None;
        }
        let mut page = PagePolicy::builder();
        for (name, value) in headers.into_iter().flatten() {
            page = page.header(&String::from_utf8_lossy(name), value);
        }
        if matches!(self.headers, Some(HeaderColumn::Map(_))) {
            page = page.lines_joined();
        }
        Some(match html {
            Some(html) => page.html(html).build(),
            None => page.build(),
        })
    }
}

/// Response headers.
pub(super) enum HeaderColumn {
    /// Each name once: lines of one name are joined with commas.
    Map(Pairs),
    /// One pair for each line.
    Lines(Pairs),
    /// The lines as the server sent them.
    Text(Text),
}

/// Names and values, and which of them belong to a row.
pub(super) struct Pairs {
    rows: Vec<Option<(usize, usize)>>,
    names: Text,
    values: Text,
}

impl HeaderColumn {
    pub(super) fn new(array: &ArrayRef) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Map(_, _) => {
                let map = array.as_map();
                let rows = rows(map.value_offsets(), array);
                let (names, values) = (Text::new(map.keys())?, Text::new(map.values())?);
                Self::Map(Pairs { rows, names, values })
            }
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                Self::Lines(Pairs::new(rows(list.value_offsets(), array), list.values())?)
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                Self::Lines(Pairs::new(rows(list.value_offsets(), array), list.values())?)
            }
            _ => Self::Text(Text::new(array)?),
        })
    }

    /// The names and values in a row; None if it is null.
    pub(super) fn get(&self, row: usize) -> Option<Vec<(&[u8], &[u8])>> {
        let pairs = match self {
            Self::Map(pairs) | Self::Lines(pairs) => pairs,
            Self::Text(text) => {
                return Some(
                    text.get(row)?.split(|byte| *byte == b'\n').filter_map(field).collect(),
                );
            }
        };
        let (start, end) = (*pairs.rows.get(row)?)?;
        let pair = |at: usize| Some((pairs.names.get(at)?, pairs.values.get(at)?));
        Some((start..end).filter_map(pair).collect())
    }
}

/// Name and value of a header line; None for lines such as `HTTP/1.1 200 OK`, which are no fields.
fn field(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = line.split_at_checked(colon)?;
    let is_name = !name.is_empty() && !name.contains(&b' ');
    is_name.then_some((name, value.get(1..)?.trim_ascii()))
}

impl Pairs {
    fn new(rows: Vec<Option<(usize, usize)>>, pairs: &ArrayRef) -> Option<Self> {
        let [names, values] = pairs.as_struct_opt()?.columns() else { return None };
        Some(Self { rows, names: Text::new(names)?, values: Text::new(values)? })
    }
}

/// Where the items of each row begin and end.
fn rows<O: OffsetSizeTrait>(offsets: &[O], array: &ArrayRef) -> Vec<Option<(usize, usize)>> {
    let ends = offsets.iter().skip(1).zip(offsets).enumerate();
    ends.map(|(row, (end, start))| array.is_valid(row).then(|| (start.as_usize(), end.as_usize())))
        .collect()
}

/// A column of times with a time zone; None if it is of another type.
pub(super) fn times(array: &ArrayRef) -> Option<Vec<Option<SystemTime>>> {
    let DataType::Timestamp(unit, Some(_)) = array.data_type() else {
        return matches!(array.data_type(), DataType::Null).then(|| vec![None; array.len()]);
    };
    let time = |value: i64, nanos: u64| {
        let whole = u128::from(value.unsigned_abs()) * u128::from(nanos);
        let seconds = u64::try_from(whole / 1_000_000_000).ok()?;
        let rest = u32::try_from(whole % 1_000_000_000).ok()?;
        let distance = Duration::new(seconds, rest);
        let epoch = SystemTime::UNIX_EPOCH;
        if value < 0 { epoch.checked_sub(distance) } else { epoch.checked_add(distance) }
    };
    macro_rules! read {
        ($type:ty, $nanos:expr) => {{
            let values = array.as_primitive::<$type>();
            values.iter().map(|it| it.and_then(|it| time(it, $nanos))).collect()
        }};
    }
    Some(match unit {
        TimeUnit::Second => read!(TimestampSecondType, 1_000_000_000),
        TimeUnit::Millisecond => read!(TimestampMillisecondType, 1_000_000),
        TimeUnit::Microsecond => read!(TimestampMicrosecondType, 1_000),
        TimeUnit::Nanosecond => read!(TimestampNanosecondType, 1),
    })
}
