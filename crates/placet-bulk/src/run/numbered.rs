//! Numbered columns as Parquet: a page with the different values, and one with the numbers of the rows.
//! A value is looked up once, not once for each row, as the writer of arrays has to.

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, EncodingMask};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter as _};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use snap::raw::Encoder as Snappy;

use super::coded::Coded;
use super::hybrid::{Hybrid, bit_width, bits};
use crate::tables::Numbered;

/// An encoded column of a row group.
pub(super) struct NumberedChunk {
    pub(super) bytes: Bytes,
    pub(super) metadata: ColumnCloseResult,
}

/// Encodes a column of texts, numbers, booleans, or lists of numbers.
pub(super) fn numbered_chunk(
    column: ColumnDescPtr,
    numbered: &Numbered,
) -> Result<NumberedChunk, ParquetError> {
    let coded = Coded::new(numbered.values())?;
    let content = Content::new(&coded, numbered.rows(), &column);
    let mut sink = TrackedWrite::new(Vec::new());
    let mut pages = Pages { writer: SerializedPageWriter::new(&mut sink), sizes: (0, 0) };
    let dictionary = coded.dictionary.as_deref();
    if let Some(dictionary) = dictionary {
        pages.write(dictionary, |buf| Page::DictionaryPage {
            buf,
            num_values: count(coded.different),
            encoding: Encoding::PLAIN,
            is_sorted: false,
        })?;
    }
    let data_offset = pages.sizes.0;
    let encoding = if dictionary.is_some() { Encoding::RLE_DICTIONARY } else { Encoding::PLAIN };
    pages.write(&content.page, |buf| Page::DataPage {
        buf,
        num_values: count(content.entries),
        encoding,
        def_level_encoding: Encoding::RLE,
        rep_level_encoding: Encoding::RLE,
        statistics: None,
    })?;
    let (compressed, uncompressed) = pages.sizes;
    let encodings = [Encoding::PLAIN, Encoding::RLE, encoding];
    let mut metadata = ColumnChunkMetaData::builder(column)
        .set_compression(Compression::SNAPPY)
        .set_encodings_mask(EncodingMask::new_from_encodings(encodings.iter()))
        .set_total_compressed_size(length(compressed))
        .set_total_uncompressed_size(length(uncompressed))
        .set_num_values(length(content.entries))
        .set_dictionary_page_offset(dictionary.map(|_| 0))
        .set_data_page_offset(length(data_offset));
    if let Some(bounds) = &coded.bounds {
        let nulls = content.entries.saturating_sub(content.values);
        metadata = metadata.set_statistics(bounds.statistics(nulls as u64));
    }
    let metadata = ColumnCloseResult {
        bytes_written: sink.bytes_written() as u64,
        rows_written: numbered.rows().len() as u64,
        metadata: metadata.build()?,
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    };
    Ok(NumberedChunk { bytes: sink.into_inner()?.into(), metadata })
}

/// Compresses and writes pages.
struct Pages<'s> {
    writer: SerializedPageWriter<'s, Vec<u8>>,
    /// The bytes so far, compressed and before compression.
    sizes: (usize, usize),
}

impl Pages<'_> {
    fn write(
        &mut self,
        content: &[u8],
        page: impl FnOnce(Bytes) -> Page,
    ) -> Result<(), ParquetError> {
        let packed = Snappy::new().compress_vec(content)?;
        let page = CompressedPage::new(page(packed.into()), content.len());
        let PageWriteSpec { compressed_size, uncompressed_size, .. } =
            self.writer.write_page(page)?;
        self.sizes = (self.sizes.0 + compressed_size, self.sizes.1 + uncompressed_size);
        Ok(())
    }
}

/// The content of the page with the numbers of the rows.
struct Content {
    page: Vec<u8>,
    /// How many values there are, and how many with those that are null and lists that are empty.
    values: usize,
    entries: usize,
}

impl Content {
    fn new(coded: &Coded, rows: &[u32], column: &ColumnDescPtr) -> Self {
        let (is_list, is_boolean) = (column.max_rep_level() > 0, coded.dictionary.is_none());
        let most = u32::from(column.max_def_level().unsigned_abs());
        let width = bit_width(coded.different.saturating_sub(1));
        let (mut numbers, mut booleans) = (Hybrid::new(width), Vec::new());
        let (mut repeats, mut levels) = (Hybrid::new(1), Hybrid::new(bit_width(most as usize)));
        let (mut values, mut entries) = (0, 0);
        for run in rows.chunk_by(|one, other| one == other) {
            let own = run.first().map_or(&[][..], |row| coded.codes(*row));
            values += own.len() * run.len();
            let all = own.len().max(1) * run.len();
            entries += all;
            levels.put(if own.is_empty() { 0 } else { most }, all);
            match own {
                [] => repeats.put(0, all),
                [code] if is_boolean => booleans.extend(std::iter::repeat_n(*code, run.len())),
                [code] => {
                    numbers.put(*code, run.len());
                    repeats.put(0, all);
                }
                own => {
                    for _ in run {
                        numbers.put_packed(own);
                        repeats.put(0, 1);
                        repeats.put(1, own.len() - 1);
                    }
                }
            }
        }
        let mut page = Vec::new();
        let parts = [(is_list, repeats), (most > 0, levels)];
        for (_, levels) in parts.into_iter().filter(|(is_written, _)| *is_written) {
            let levels = levels.finish();
            page.extend_from_slice(&count(levels.len()).to_le_bytes());
            page.extend_from_slice(&levels);
        }
        if is_boolean {
            bits(&booleans, 1, &mut page);
        } else {
            page.push(width);
            page.append(&mut numbers.finish());
        }
        Self { page, values, entries }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn length(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::builder::{Int32Builder, ListBuilder};
    use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int32Array, RecordBatch, StringArray};
    use parquet::arrow::ArrowWriter;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;

    /// A list for each number: so many items.
    fn lists(sizes: &[i32]) -> ArrayRef {
        let mut lists = ListBuilder::new(Int32Builder::new());
        for size in sizes {
            lists.values().extend((0..*size).map(|at| Some(at * 1_000 % 7_919)));
            lists.append(true);
        }
        Arc::new(lists.finish())
    }

    /// Writes columns as Parquet and reads them back; also the counts of nulls.
    fn round_trip(columns: &[(&str, Numbered)]) -> (RecordBatch, RecordBatch, Vec<Option<u64>>) {
        let arrays = columns.iter().map(|(name, it)| (*name, it.array().unwrap()));
        let expected = RecordBatch::try_from_iter(arrays).unwrap();
        let writer = ArrowWriter::try_new(Vec::new(), expected.schema(), None).unwrap();
        let (mut file, _) = writer.into_serialized_writer().unwrap();
        let places = file.schema_descr().columns().to_vec();
        let mut group = file.next_row_group().unwrap();
        for ((_, column), place) in columns.iter().zip(places) {
            let chunk = numbered_chunk(place, column).unwrap();
            group.append_column(&chunk.bytes, chunk.metadata).unwrap();
        }
        group.close().unwrap();
        let bytes = Bytes::from(file.into_inner().unwrap());
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap();
        let group = reader.metadata().row_group(0);
        let nulls = group.columns().iter().map(|it| it.statistics()?.null_count_opt()).collect();
        let read = reader.with_batch_size(1 << 20).build().unwrap().next().unwrap().unwrap();
        (expected, read, nulls)
    }

    #[test]
    fn columns_of_every_type_are_read_back() {
        for length in [1, 2, 30, 3_000] {
            let rows: Arc<[u32]> = (0..length).map(|at| at / 7 % 5 + at % 2).collect();
            let nulls = rows.iter().filter(|row| **row == 2).count() as u64;
            let column = |values: ArrayRef| Numbered::new(values, Arc::clone(&rows));
            let texts = ["a", "bcd", "", "a", "\u{fc}", "x"].map(Some);
            let some = texts.iter().enumerate().map(|(at, it)| it.filter(|_| at != 2));
            let delays = [Some(1.5), Some(0.0), None, Some(1e9), Some(1.5), Some(2.0)];
            let answers = [Some(true), Some(false), None, Some(true), Some(true), Some(false)];
            let (expected, read, counted) = round_trip(&[
                ("text", column(Arc::new(StringArray::from(texts.to_vec())))),
                ("some", column(Arc::new(some.collect::<StringArray>()))),
                ("number", column(Arc::new(Int32Array::from(vec![3, 1, 4, 1, 5, -9])))),
                ("delay", column(Arc::new(Float64Array::from(delays.to_vec())))),
                ("answer", column(Arc::new(BooleanArray::from(answers.to_vec())))),
                ("list", column(lists(&[2, 1, 0, 16, 2, 300]))),
            ]);
            assert_eq!(read, expected);
            let of_nulls = counted.get(1..).unwrap();
            assert_eq!(of_nulls[0], Some(nulls), "texts");
            assert_eq!(of_nulls[2..], [Some(nulls); 3], "delays, answers, empty lists");
        }
    }

    #[test]
    fn a_column_without_any_value_is_read_back() {
        let rows: Arc<[u32]> = [0; 100].into();
        let column = |values: ArrayRef| Numbered::new(values, Arc::clone(&rows));
        let (expected, read, _) = round_trip(&[
            ("text", column(Arc::new(StringArray::from(vec![None::<&str>])))),
            ("answer", column(Arc::new(BooleanArray::from(vec![None])))),
            ("list", column(lists(&[0]))),
        ]);
        assert_eq!(read, expected);
    }
}
