//! Opening the file for reading only.

use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use redb::StorageBackend;

use super::lock;
use super::sealed::{PAGE, Sealed};

/// Sealed pages that are not changed, so that many processes can read them.
///
/// redb opens a backend only for writing: it marks the file as open in the header, and on closing it
/// writes the list of free pages. The header is kept in memory here; any other write fails, and redb
/// leaves the file unchanged. Reading fails too once the operation is done, so that redb does not
/// prepare writes in vain.
#[derive(Debug)]
pub(super) struct Reader {
    file: Sealed,
    /// Page 0, once it was written.
    header: Mutex<Option<[u8; PAGE]>>,
    done: Done,
}

/// Whether the operation is done.
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
