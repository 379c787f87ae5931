//! A file that is only read.

use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use redb::StorageBackend;

use super::lock;
use super::sealed::{PAGE, Sealed};

/// Sealed pages that stay as they are, so that many processes can read them.
///
/// redb can open a backend for writing only: then it notes in the header that the file is open, and
/// on closing it writes down which pages are free. The header is kept here; any other write fails,
/// and redb lets the file be. So that it does not prepare in vain what it would write, reading fails
/// too once it is done.
#[derive(Debug)]
pub(super) struct Reader {
    file: Sealed,
    /// Page 0, once it was written.
    header: Mutex<Option<[u8; PAGE]>>,
    done: Done,
}

/// Whether everything was read that somebody wanted.
#[derive(Debug, Clone, Default)]
pub(super) struct Done(Arc<AtomicBool>);

impl Done {
    pub(super) fn set(&self) {
        self.0.store(true, Ordering::Release);
    }
}

impl Reader {
    pub(super) fn new(file: Sealed, done: Done) -> Self {
        Self { file, header: Mutex::default(), done }
    }
}

impl StorageBackend for Reader {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        if self.done.0.load(Ordering::Acquire) {
            return Err(ErrorKind::ReadOnlyFilesystem.into());
        }
        self.file.read(offset, out)?;
        if let (Some(header), Ok(skipped)) = (&*lock(&self.header), usize::try_from(offset)) {
            for (to, from) in out.iter_mut().zip(header.iter().skip(skipped)) {
                *to = *from;
            }
        }
        Ok(())
    }

    fn set_len(&self, _: u64) -> io::Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut kept = lock(&self.header);
        let mut header = [0; PAGE];
        match *kept {
            Some(before) => header = before,
            None => self.file.read(0, &mut header)?,
        }
        let place = usize::try_from(offset).ok().and_then(|offset| header.get_mut(offset..));
        match place.and_then(|place| place.get_mut(..data.len())) {
            Some(place) => place.copy_from_slice(data),
            None => return Err(ErrorKind::ReadOnlyFilesystem.into()),
        }
        *kept = Some(header);
        Ok(())
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }
}
