//! Columns of text and numbers in any layout, read in place.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, GenericBinaryArray, GenericStringArray};
use arrow_array::{BinaryViewArray, StringViewArray};
use arrow_schema::DataType;

/// A column of text or bytes.
pub(super) enum Text {
    Utf8(GenericStringArray<i32>),
    LargeUtf8(GenericStringArray<i64>),
    Utf8View(StringViewArray),
    Binary(GenericBinaryArray<i32>),
    LargeBinary(GenericBinaryArray<i64>),
    BinaryView(BinaryViewArray),
    /// The position of each value; null where it is not in the list.
    Dictionary(Vec<usize>, Option<arrow_buffer::NullBuffer>, Box<Text>),
    Null,
}

impl Text {
    /// None if the column is of another type.
    pub(super) fn new(array: &ArrayRef) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => Self::Utf8(array.as_string().clone()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string().clone()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view().clone()),
            DataType::Binary => Self::Binary(array.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view().clone()),
            DataType::Dictionary(_, _) => {
                let dictionary = array.as_any_dictionary_opt()?;
                let values = Box::new(Self::new(dictionary.values())?);
                // A list without values has no positions either.
                let keys = if dictionary.values().is_empty() {
                    vec![0; dictionary.len()]
                } else {
                    dictionary.normalized_keys()
                };
                Self::Dictionary(keys, dictionary.keys().nulls().cloned(), values)
            }
            DataType::Null => Self::Null,
            _ => return None,
        })
    }

    /// The bytes in a row; None if it is null.
    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        fn at<'a, A: Array>(
            array: &'a A,
            row: usize,
            get: impl Fn(&'a A) -> &'a [u8],
        ) -> Option<&'a [u8]> {
            (row < array.len() && array.is_valid(row)).then(|| get(array))
        }
        match self {
            Self::Utf8(array) => at(array, row, |it| it.value(row).as_bytes()),
            Self::LargeUtf8(array) => at(array, row, |it| it.value(row).as_bytes()),
            Self::Utf8View(array) => at(array, row, |it| it.value(row).as_bytes()),
            Self::Binary(array) => at(array, row, |it| it.value(row)),
            Self::LargeBinary(array) => at(array, row, |it| it.value(row)),
            Self::BinaryView(array) => at(array, row, |it| it.value(row)),
            Self::Dictionary(keys, nulls, values) => {
                let is_null = nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
                if is_null { None } else { values.get(*keys.get(row)?) }
            }
            Self::Null => None,
        }
    }
}

/// A column of integers; None if it is of another type.
pub(super) fn integers(array: &ArrayRef) -> Option<Vec<Option<i64>>> {
    macro_rules! numbers {
        ($type:ty) => {{
            let numbers = array.as_primitive::<$type>();
            numbers.iter().map(|it| it.map(|it| it.try_into().unwrap_or(i64::MAX))).collect()
        }};
    }
    Some(match array.data_type() {
        DataType::Int8 => numbers!(Int8Type),
        DataType::Int16 => numbers!(Int16Type),
        DataType::Int32 => numbers!(Int32Type),
        DataType::Int64 => numbers!(Int64Type),
        DataType::UInt8 => numbers!(UInt8Type),
        DataType::UInt16 => numbers!(UInt16Type),
        DataType::UInt32 => numbers!(UInt32Type),
        DataType::UInt64 => numbers!(UInt64Type),
        DataType::Null => vec![None; array.len()],
        _ => return None,
    })
}

/// A column of integers as statuses. A number that is no HTTP status is null.
pub(super) fn statuses(array: &ArrayRef) -> Option<Vec<Option<u16>>> {
    let status = |it: Option<i64>| it.and_then(|it| u16::try_from(it).ok());
    Some(integers(array)?.into_iter().map(status).collect())
}
