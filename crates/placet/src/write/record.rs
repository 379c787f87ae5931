//! ACAP records: whom they address, and what they contain.

use super::text::check_ascii;
use super::{Field, InvalidText, Location, Purpose, Request};

/// The crawlers that a record addresses: any crawler, or those named (R-032, R-033).
///
/// Name a crawler by the longest name it recognises (R-036).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crawlers {
    /// Empty for any crawler.
    pub(super) names: Vec<Box<str>>,
}

impl Crawlers {
    /// Any crawler: `*`.
    pub fn any() -> Self {
        Self { names: Vec::new() }
    }

    /// The crawlers with these names.
    ///
    /// # Errors
    /// If there is none, or one does not begin with an ASCII letter, ends in white space, or
    /// contains `#`, a control character or characters outside ASCII (R-008, A-05).
    pub fn named<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, InvalidText> {
        let names = names.into_iter().map(|name| {
            if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
                return Err(InvalidText::new(
                    "the name of a crawler must begin with an ASCII letter",
                ));
            }
            super::text::check_value(name)?;
            check_ascii(name)?;
            Ok(name.into())
        });
        let names: Vec<_> = names.collect::<Result<_, _>>()?;
        if names.is_empty() {
            return Err(InvalidText::new("no crawler is named"));
        }
        Ok(Self { names })
    }
}

/// Fields for certain purposes (R-038): at least one purpose and one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubRecord {
    pub(super) purposes: Vec<Purpose>,
    pub(super) fields: Vec<Field>,
}

impl SubRecord {
    /// Creates a sub-record with a purpose and a field.
    pub fn new(purpose: Purpose, field: Field) -> Self {
        Self { purposes: vec![purpose], fields: vec![field] }
    }

    /// Adds a purpose (R-040).
    #[must_use]
    pub fn purpose(mut self, purpose: Purpose) -> Self {
        self.purposes.push(purpose);
        self
    }

    /// Adds a field.
    #[must_use]
    pub fn field(mut self, field: Field) -> Self {
        self.fields.push(field);
        self
    }
}

/// A part of a record: a field, a request, or a sub-record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A permission or prohibition for all purposes.
    Field(Field),
    /// A request about one resource.
    Request(Request),
    /// Fields for certain purposes.
    SubRecord(SubRecord),
}

impl From<Field> for Part {
    fn from(field: Field) -> Self {
        Self::Field(field)
    }
}

impl From<Request> for Part {
    fn from(request: Request) -> Self {
        Self::Request(request)
    }
}

impl From<SubRecord> for Part {
    fn from(sub_record: SubRecord) -> Self {
        Self::SubRecord(sub_record)
    }
}

/// A record: fields for some crawlers (R-030).
///
/// ```
/// use placet::Usage;
/// use placet::write::{Crawlers, Field, PathPattern, Purpose, Record, SubRecord};
///
/// let root = PathPattern::new("/")?;
/// let news = SubRecord::new(Purpose::new("news")?, Field::disallow(Usage::Index, root.clone())?);
/// let record = Record::new(Crawlers::named(["ExampleBot"])?, news)
///     // Written before the sub-record, wherever it is added.
///     .and(Field::disallow(Usage::Preserve, root)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub(super) crawlers: Crawlers,
    /// Fields and requests, then sub-records.
    pub(super) general: Vec<General>,
    pub(super) sub_records: Vec<SubRecord>,
}

/// A field for all purposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum General {
    Field(Field),
    Request(Request),
}

impl Record {
    /// Creates a record with its first part.
    pub fn new(crawlers: Crawlers, part: impl Into<Part>) -> Self {
        Self::bare(crawlers).and(part)
    }

    /// Creates a record without fields. No other record may follow it, because they would be read
    /// as one (A-45).
    pub(super) fn bare(crawlers: Crawlers) -> Self {
        Self { crawlers, general: Vec::new(), sub_records: Vec::new() }
    }

    /// Adds a part. Fields and requests are written before sub-records, because they would
    /// otherwise belong to one (R-039).
    #[must_use]
    pub fn and(mut self, part: impl Into<Part>) -> Self {
        match part.into() {
            Part::Field(field) => self.general.push(General::Field(field)),
            Part::Request(request) => self.general.push(General::Request(request)),
            Part::SubRecord(sub_record) => self.sub_records.push(sub_record),
        }
        self
    }

    pub(super) fn is_bare(&self) -> bool {
        self.general.is_empty() && self.sub_records.is_empty()
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        let general = self.general.iter().filter_map(|general| match general {
            General::Field(field) => Some(field),
            General::Request(_) => None,
        });
        general.chain(self.sub_records.iter().flat_map(|sub_record| &sub_record.fields))
    }
}

/// A record that refers crawlers to another file, and contains nothing else (R-030, R-042).
///
/// That file is in the format of robots.txt and must not contain references (R-043).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub(super) crawlers: Crawlers,
    /// One, or as many as the file had from which it was read.
    pub(super) targets: Vec<Location>,
}

impl Reference {
    /// Refers the crawlers to a file.
    pub fn new(crawlers: Crawlers, target: Location) -> Self {
        Self { crawlers, targets: vec![target] }
    }
}
