use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use redb::{Database, DatabaseError, StorageBackend, StorageError};
use tempfile::TempDir;

use super::{Access, PAGE, PROLOGUE, SEALED, Sealed};
use crate::store::embedded::reader::{Done, Reader};

fn file(path: &Path) -> File {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).unwrap()
}

fn open(path: &Path) -> Result<Sealed, DatabaseError> {
    Sealed::open(file(path), Access::Write)
}

/// A file of some pages, each with bytes of its own.
fn filled(pages: u8) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let sealed = Sealed::create(file(&path)).unwrap();
    sealed.set_len(u64::from(pages) * PAGE as u64).unwrap();
    for number in 0..pages {
        sealed.write(u64::from(number) * PAGE as u64, &[number + 1; PAGE]).unwrap();
    }
    (folder, path)
}

fn read(sealed: &dyn StorageBackend, page: usize) -> Result<Vec<u8>, ErrorKind> {
    let mut out = vec![0; PAGE];
    let offset = (page * PAGE) as u64;
    sealed.read(offset, &mut out).map(|()| out).map_err(|error| error.kind())
}

fn why(error: DatabaseError) -> String {
    match error {
        DatabaseError::Storage(StorageError::Io(error)) => {
            assert!(
                matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof),
                "{error}"
            );
            error.to_string()
        }
        other => panic!("{other}"),
    }
}

#[derive(Debug, Clone)]
enum Step {
    Write(usize, Vec<u8>),
    Read(usize, usize),
    Resize(usize),
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let place = 0..8 * PAGE;
    let data = (any::<u8>(), prop_oneof![0..3 * PAGE, Just(PAGE)]);
    let aligned = (0..8_usize).prop_map(|page| page * PAGE);
    let step = prop_oneof![
        3 => (prop_oneof![place.clone(), aligned], data)
            .prop_map(|(at, (byte, length))| Step::Write(at, vec![byte; length])),
        3 => (place, 0..3 * PAGE).prop_map(|(at, length)| Step::Read(at, length)),
        1 => (1..8_usize).prop_map(Step::Resize),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever is written, cut and reopened: what is read is what plain memory holds, and a page
    /// that was never written is not read.
    #[test]
    fn it_behaves_like_memory(steps in steps()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut sealed = Sealed::create(file(&path)).unwrap();
        sealed.set_len(4 * PAGE as u64).unwrap();
        let (mut bytes, mut written) = (vec![0; 4 * PAGE], vec![false; 4]);
        for step in steps {
            match step {
                Step::Write(at, data) => {
                    let result = sealed.write(at as u64, &data);
                    let end = at + data.len();
                    prop_assert_eq!(result.is_ok(), end.div_ceil(PAGE) <= written.len());
                    if result.is_ok() && !data.is_empty() {
                        bytes[at..end].copy_from_slice(&data);
                        written[at / PAGE..end.div_ceil(PAGE)].fill(true);
                    }
                }
                Step::Read(at, length) => {
                    let mut out = vec![0; length];
                    let end = at + length;
                    match sealed.read(at as u64, &mut out) {
                        Ok(()) => prop_assert_eq!(&out, &bytes[at..end]),
                        Err(error) if end.div_ceil(PAGE) > written.len() => {
                            prop_assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
                        }
                        Err(error) => {
                            prop_assert_eq!(error.kind(), ErrorKind::InvalidData);
                            prop_assert!(written[at / PAGE..end.div_ceil(PAGE)].contains(&false));
                        }
                    }
                }
                Step::Resize(pages) => {
                    sealed.set_len((pages * PAGE) as u64).unwrap();
                    bytes.resize(pages * PAGE, 0);
                    written.resize(pages, false);
                }
                Step::Reopen => {
                    drop(sealed);
                    sealed = open(&path).unwrap();
                }
            }
            prop_assert_eq!(sealed.len().unwrap(), bytes.len() as u64);
        }
    }
}

#[test]
fn every_bit_counts() {
    let (_folder, path) = filled(2);
    let good = std::fs::read(&path).unwrap();
    let sealed = open(&path).unwrap();
    for bit in 0..good.len() * 8 {
        let at = bit / 8;
        let flip = |byte: u8| super::write_at(&sealed.file, &[byte], at as u64).unwrap();
        flip(good[at] ^ 1 << (bit % 8));
        if at < PROLOGUE.len() {
            sealed.close().unwrap();
            why(open(&path).unwrap_err());
        } else {
            let hit = (at - PROLOGUE.len()) / SEALED;
            assert_eq!(read(&sealed, hit), Err(ErrorKind::InvalidData), "bit {bit}");
            // Also among others.
            if bit % 101 == 0 {
                let mut both = [0; 2 * PAGE];
                assert_eq!(sealed.read(0, &mut both).unwrap_err().kind(), ErrorKind::InvalidData);
            }
        }
        flip(good[at]);
    }
    assert_eq!(read(&sealed, 1).unwrap(), [2; PAGE]);
}

#[test]
fn exchanged_and_lost_pages_are_noticed() {
    let (_folder, path) = filled(3);
    let mut bytes = std::fs::read(&path).unwrap();
    let place = |page: usize| PROLOGUE.len() + page * SEALED..PROLOGUE.len() + (page + 1) * SEALED;
    let (one, two) = (bytes[place(1)].to_vec(), bytes[place(2)].to_vec());
    bytes[place(1)].copy_from_slice(&two);
    bytes[place(2)].copy_from_slice(&one);
    std::fs::write(&path, &bytes).unwrap();
    let sealed = open(&path).unwrap();
    assert_eq!(read(&sealed, 0).unwrap(), [1; PAGE]);
    assert_eq!(read(&sealed, 1), Err(ErrorKind::InvalidData));
    assert_eq!(read(&sealed, 2), Err(ErrorKind::InvalidData));
    drop(sealed);
    bytes[place(1)].fill(0);
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(read(&open(&path).unwrap(), 1), Err(ErrorKind::InvalidData));
}

#[test]
fn a_file_cut_anywhere_is_noticed() {
    let (_folder, path) = filled(2);
    let good = std::fs::read(&path).unwrap();
    for length in (0..good.len()).rev() {
        file(&path).set_len(length as u64).unwrap();
        match open(&path) {
            Err(error) => drop(why(error)),
            Ok(sealed) => {
                assert_eq!(length, PROLOGUE.len() + SEALED);
                assert_eq!(read(&sealed, 0).unwrap(), [1; PAGE]);
                assert_eq!(read(&sealed, 1), Err(ErrorKind::UnexpectedEof));
            }
        }
    }
}

#[test]
fn other_files_are_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    drop(Database::create(&path).unwrap());
    assert!(why(open(&path).unwrap_err()).contains("an earlier version"));
    std::fs::write(&path, [0; 9_999]).unwrap();
    assert!(why(open(&path).unwrap_err()).contains("does not begin as a store"));
}

#[test]
fn a_writer_is_alone() {
    let (_folder, path) = filled(1);
    let shared = || Sealed::open(file(&path), Access::Read);
    let in_use = |it: Result<Sealed, _>| matches!(it, Err(DatabaseError::DatabaseAlreadyOpen));
    let readers = [shared().unwrap(), shared().unwrap()];
    assert!(in_use(open(&path)));
    drop(readers);
    let writer = open(&path).unwrap();
    assert!(in_use(shared()) && in_use(open(&path)));
    // Also where a child of this process has the file open still.
    let _inherited = writer.file.try_clone().unwrap();
    writer.close().unwrap();
    open(&path).unwrap();
}

#[test]
fn a_reader_keeps_the_header_to_itself() {
    let (_folder, path) = filled(2);
    let before = std::fs::read(&path).unwrap();
    let done = Done::default();
    let reader = Reader::new(Sealed::open(file(&path), Access::Read).unwrap(), done.clone());
    reader.write(3, b"header").unwrap();
    reader.write(5, b"H").unwrap();
    reader.sync_data().unwrap();
    let mut out = vec![0; 2 * PAGE - 2];
    reader.read(2, &mut out).unwrap();
    assert_eq!(out[..8], *b"\x01heHder\x01");
    assert_eq!(out[PAGE - 3..PAGE], [1, 2, 2]);
    assert_eq!(read(&reader, 1).unwrap(), [2; PAGE]);
    reader.write(PAGE as u64, b"page").unwrap_err();
    reader.write(PAGE as u64 - 1, b"both").unwrap_err();
    reader.set_len(9 * PAGE as u64).unwrap_err();
    done.set();
    read(&reader, 1).unwrap_err();
    drop(reader);
    assert_eq!(std::fs::read(&path).unwrap(), before);
}
