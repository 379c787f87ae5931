//! The values of a numbered column as codes: each different value once, and its place for each value.

use std::collections::HashMap;
use std::hash::Hash;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float64Type, Int32Type};
use arrow_array::{Array as _, ArrayRef};
use arrow_schema::DataType;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::statistics::Statistics;

/// The values of a column as codes.
pub(super) struct Coded {
    /// The different values in the order of their codes, as Parquet writes them; `None` for booleans,
    /// which are their own codes.
    pub(super) dictionary: Option<Vec<u8>>,
    /// How many different values there are.
    pub(super) different: usize,
    /// The least and the greatest value; `None` if there is none.
    pub(super) bounds: Option<Bounds>,
    codes: Vec<u32>,
    /// Where the codes of each value end: null has none, a list any number.
    ends: Vec<usize>,
}

impl Coded {
    /// The codes of texts, numbers, booleans, or lists of numbers.
    pub(super) fn new(values: &ArrayRef) -> Result<Self, ParquetError> {
        Ok(match values.data_type() {
            DataType::Utf8 => {
                let bound = |text: &str| ByteArray::from(text.as_bytes().to_vec());
                let bounds = |least, most| Bounds::Text(bound(least), bound(most));
                Self::of(values.as_string::<i32>().iter(), bounds, |text, page| {
                    let size = u32::try_from(text.len()).unwrap_or(u32::MAX);
                    page.extend_from_slice(&size.to_le_bytes());
                    page.extend_from_slice(text.as_bytes());
                })
            }
            DataType::Int32 => Self::of_numbers(values),
            DataType::Float64 => {
                // Numbers that are not negative, such as delays, are in the order of their bits.
                let bits =
                    values.as_primitive::<Float64Type>().iter().map(|it| it.map(f64::to_bits));
                let bounds =
                    |least, most| Bounds::Fraction(f64::from_bits(least), f64::from_bits(most));
                Self::of(bits, bounds, |bits, page| page.extend_from_slice(&bits.to_le_bytes()))
            }
            DataType::Boolean => {
                let values = values.as_boolean();
                let whole = Self::of(values.iter(), Bounds::Boolean, |_, _| {});
                let codes = values.iter().flatten().map(u32::from).collect();
                Self { dictionary: None, codes, ..whole }
            }
            DataType::List(item) if *item.data_type() == DataType::Int32 => {
                let lists = values.as_list::<i32>();
                let end = |at: &i32| usize::try_from(*at).unwrap_or(0);
                let ends = lists.offsets().iter().skip(1).map(end).collect();
                Self { ends, ..Self::of_numbers(lists.values()) }
            }
            other => return Err(ParquetError::NYI(format!("a numbered column of {other}"))),
        })
    }

    /// The codes of a value, by its place.
    pub(super) fn codes(&self, place: u32) -> &[u32] {
        let place = place as usize;
        let end = |place: usize| self.ends.get(place).copied().unwrap_or(0);
        let start = place.checked_sub(1).map_or(0, end);
        self.codes.get(start..end(place)).unwrap_or_default()
    }

    fn of_numbers(values: &ArrayRef) -> Self {
        let numbers = values.as_primitive::<Int32Type>().iter();
        Self::of(numbers, Bounds::Number, |number, page| {
            page.extend_from_slice(&number.to_le_bytes());
        })
    }

    fn of<T: Copy + Eq + Hash + Ord>(
        values: impl ExactSizeIterator<Item = Option<T>>,
        bounds: impl FnOnce(T, T) -> Bounds,
        append: impl Fn(T, &mut Vec<u8>),
    ) -> Self {
        let (mut dictionary, mut known) = (Vec::new(), HashMap::new());
        let (mut codes, mut ends) = (Vec::new(), Vec::with_capacity(values.len()));
        for value in values {
            if let Some(value) = value {
                let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
                codes.push(*known.entry(value).or_insert_with(|| {
                    append(value, &mut dictionary);
                    next
                }));
            }
            ends.push(codes.len());
        }
        let extremes = known.keys().min().zip(known.keys().max());
        let bounds = extremes.map(|(least, most)| bounds(*least, *most));
        Self { dictionary: Some(dictionary), different: known.len(), bounds, codes, ends }
    }
}

/// The least and the greatest value of a column.
pub(super) enum Bounds {
    Text(ByteArray, ByteArray),
    Number(i32, i32),
    Fraction(f64, f64),
    Boolean(bool, bool),
}

impl Bounds {
    /// As Parquet has them, with how many values are null.
    pub(super) fn statistics(&self, nulls: u64) -> Statistics {
        let nulls = Some(nulls);
        match self {
            Self::Text(least, most) => {
                Statistics::byte_array(Some(least.clone()), Some(most.clone()), None, nulls, false)
            }
            Self::Number(least, most) => {
                Statistics::int32(Some(*least), Some(*most), None, nulls, false)
            }
            Self::Fraction(least, most) => {
                Statistics::double(Some(*least), Some(*most), None, nulls, false)
            }
            Self::Boolean(least, most) => {
                Statistics::boolean(Some(*least), Some(*most), None, nulls, false)
            }
        }
    }
}
