//! The file below the database: pages, each verified before the database sees a byte of it.
//!
//! A database that reads bytes it did not write may do anything, even end the process. So the file
//! is a prologue followed by sealed pages: the checksum of a page, then the page. The checksum covers
//! the page and its number, so a changed, exchanged, lost or never written page is an error of kind
//! `InvalidData`. It guards against damage, not against forgery.
//!
//! Pages are those of the database, which never overwrites a page in use. A write that was cut short
//! therefore damages only pages that nothing refers to yet. The exception is page 0, the header: its
//! checksum and all its bytes that ever change lie in the first 512 bytes of the file, which disks
//! and systems write as a whole.

#[cfg(test)]
mod tests;

use std::fs::{self, TryLockError};
use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicU64, Ordering};

use redb::{DatabaseError, StorageBackend};

/// The magic number of the file. The last byte is the version of the format.
pub(super) const PROLOGUE: [u8; 16] = *b"placet store\x1A\r\n\x01";

/// The magic number of a redb file: earlier versions wrote those.
pub(super) const PLAIN: [u8; 9] = *b"redb\x1A\x0A\xA9\x0D\x0A";

/// The bytes of a page: those of redb.
pub(super) const PAGE: usize = 4096;

/// The bytes of a checksum and its page.
pub(super) const SEALED: usize = size_of::<u32>() + PAGE;

/// How a file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Reading, shared with other readers.
    Read,
    /// Reading and writing, exclusively.
    Write,
}

/// A locked file of sealed pages. Its length is a whole number of them.
#[derive(Debug)]
pub(super) struct Sealed {
    file: fs::File,
    pages: AtomicU64,
}

impl Sealed {
    /// Creates a store in an empty file.
    pub(super) fn create(file: fs::File) -> Result<Self, DatabaseError> {
        lock(&file, Access::Write)?;
        write_at(&file, &PROLOGUE, 0)?;
        Ok(Self { file, pages: AtomicU64::new(0) })
    }

    /// Opens a file that was created here.
    ///
    /// # Errors
    /// If another process has it open, it is damaged, or an earlier version wrote it.
    pub(super) fn open(file: fs::File, access: Access) -> Result<Self, DatabaseError> {
        lock(&file, access)?;
        let length = file.metadata()?.len();
        let (pages, rest) = divided(length.saturating_sub(PROLOGUE.len() as u64), SEALED);
        let cut = || damaged(format!("it was truncated to {length} bytes"));
        if pages == 0 {
            return Err(cut().into());
        }
        let mut begins = [0; PROLOGUE.len()];
        read_at(&file, &mut begins, 0)?;
        if begins.starts_with(&PLAIN) {
            return Err(damaged("it was written by an earlier version".to_owned()).into());
        }
        if begins != PROLOGUE {
            return Err(damaged("it does not begin as a store does".to_owned()).into());
        }
        if rest > 0 {
            return Err(cut().into());
        }
        Ok(Self { file, pages: AtomicU64::new(pages) })
    }

    /// The numbers of the pages that some bytes are in, and where in the first one they begin.
    fn pages(&self, offset: u64, length: usize) -> io::Result<(std::ops::Range<u64>, usize)> {
        let (first, skipped) = divided(offset, PAGE);
        let end = offset.checked_add(length as u64).map(|end| end.div_ceil(PAGE as u64));
        match end {
            Some(end) if end <= self.pages.load(Ordering::Acquire) => Ok((first..end, skipped)),
            _ => Err(ErrorKind::UnexpectedEof.into()),
        }
    }

    /// A page that will be changed in part; zeros if it was never written.
    fn page(&self, number: u64) -> io::Result<[u8; PAGE]> {
        let mut sealed = [0; SEALED];
        read_at(&self.file, &mut sealed, place(number))?;
        if sealed == [0; SEALED] {
            return Ok([0; PAGE]);
        }
        Ok(*unsealed(number, &sealed)?)
    }
}

impl StorageBackend for Sealed {
    fn len(&self) -> io::Result<u64> {
        Ok(self.pages.load(Ordering::Acquire).saturating_mul(PAGE as u64))
    }

    /// Reads bytes of pages that were written before. A page that was never written is damage too,
    /// since it could be a lost write. The database reads only what it wrote.
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let (pages, mut skipped) = self.pages(offset, out.len())?;
        let count = usize::try_from(pages.end.saturating_sub(pages.start));
        let mut sealed = vec![0; count.map_err(io::Error::other)?.saturating_mul(SEALED)];
        read_at(&self.file, &mut sealed, place(pages.start))?;
        let (sealed, _) = sealed.as_chunks::<SEALED>();
        let mut out = out;
        for (number, sealed) in pages.zip(sealed) {
            let (_, wanted) = unsealed(number, sealed)?.split_at(skipped);
            let (part, rest) = out.split_at_mut(wanted.len().min(out.len()));
            part.copy_from_slice(wanted.split_at(part.len()).0);
            (out, skipped) = (rest, 0);
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let (pages, rest) = divided(len, PAGE);
        if rest > 0 {
            return Err(ErrorKind::InvalidInput.into());
        }
        self.file.set_len(place(pages))?;
        self.pages.store(pages, Ordering::Release);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let (pages, mut skipped) = self.pages(offset, data.len())?;
        let first = place(pages.start);
        let mut sealed = Vec::with_capacity(data.len().saturating_add(3 * SEALED));
        let mut data = data;
        for number in pages {
            let (part, rest) = data.split_at(data.len().min(PAGE - skipped));
            let mut page = if part.len() < PAGE { self.page(number)? } else { [0; PAGE] };
            page.split_at_mut(skipped).1.split_at_mut(part.len()).0.copy_from_slice(part);
            sealed.extend_from_slice(&checksum(number, &page).to_le_bytes());
            sealed.extend_from_slice(&page);
            (data, skipped) = (rest, 0);
        }
        write_at(&self.file, &sealed, first)
    }

    fn close(&self) -> io::Result<()> {
        self.file.unlock()
    }
}

fn lock(file: &fs::File, access: Access) -> Result<(), DatabaseError> {
    let locked = match access {
        Access::Read => file.try_lock_shared(),
        Access::Write => file.try_lock(),
    };
    match locked {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(DatabaseError::DatabaseAlreadyOpen),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// The page after its checksum, if that matches.
fn unsealed(number: u64, sealed: &[u8; SEALED]) -> io::Result<&[u8; PAGE]> {
    match sealed.split_first_chunk() {
        Some((&sum, page)) => match <&[u8; PAGE]>::try_from(page) {
            Ok(page) if checksum(number, page) == u32::from_le_bytes(sum) => Ok(page),
            _ => Err(damaged(format!("page {number} has changed since it was written"))),
        },
        None => Err(ErrorKind::UnexpectedEof.into()),
    }
}

/// Never zero, so that zeros are never a valid page.
fn checksum(number: u64, page: &[u8; PAGE]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&number.to_le_bytes());
    sum.update(page);
    sum.finalize().max(1)
}

/// The offset of a page in the file, checksum included.
fn place(number: u64) -> u64 {
    number.saturating_mul(SEALED as u64).saturating_add(PROLOGUE.len() as u64)
}

/// Quotient and remainder.
fn divided(number: u64, by: usize) -> (u64, usize) {
    let by = by as u64;
    (number / by, usize::try_from(number % by).unwrap_or_default())
}

fn damaged(why: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}

#[cfg(unix)]
fn read_at(file: &fs::File, out: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, at)
}

#[cfg(unix)]
fn write_at(file: &fs::File, data: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, data, at)
}

/// For systems where all users of a file share one position: one at a time moves it.
#[cfg(not(unix))]
static MOVING: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[cfg(not(unix))]
fn read_at(mut file: &fs::File, out: &mut [u8], at: u64) -> io::Result<()> {
    let _moving = super::lock(&MOVING);
    io::Seek::seek(&mut file, io::SeekFrom::Start(at))?;
    io::Read::read_exact(&mut file, out)
}

#[cfg(not(unix))]
fn write_at(mut file: &fs::File, data: &[u8], at: u64) -> io::Result<()> {
    let _moving = super::lock(&MOVING);
    io::Seek::seek(&mut file, io::SeekFrom::Start(at))?;
    io::Write::write_all(&mut file, data)
}
