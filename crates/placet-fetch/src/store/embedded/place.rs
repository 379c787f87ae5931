//! Creates and renames the file: atomically, with access for its owner only.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Error, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::damage::Trouble;
use super::file::builder;
use super::sealed::{PLAIN, PROLOGUE, Sealed};

/// How long to wait for another process that creates or renames the file; it takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_millis(2);

/// The identity of the file at a path, to distinguish it from one that replaced it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Identity(Option<(u64, u64)>);

impl Identity {
    #[cfg(unix)]
    pub(super) fn of(file: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self(Some((file.dev(), file.ino())))
    }

    #[cfg(not(unix))]
    pub(super) fn of(file: &fs::Metadata) -> Self {
        let made = file.created().ok();
        let made = made.and_then(|it| it.duration_since(std::time::UNIX_EPOCH).ok());
        Self(made.map(|it| (it.as_secs(), it.subsec_nanos().into())))
    }
}

/// Creates the file if it is missing, under a temporary name first, so that a process that is killed
/// leaves no incomplete file.
pub(super) fn make(path: &Path) -> Result<(), Trouble> {
    let failed = |error: Error| Trouble::failed("make", path, &error);
    if fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink()) && !path.exists() {
        let why = "it is a link to nothing; remove the link or name another file";
        return Err(Trouble::failed("make", path, &why));
    }
    let _turn = turn(path)?;
    if fs::metadata(path).is_ok_and(|it| it.len() > 0) {
        return Ok(());
    }
    let new = with_suffix(path, ".new");
    // Left by a process that was killed; this process has the lock.
    match fs::remove_file(&new) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    let file = private().read(true).write(true).create_new(true).open(&new).map_err(failed)?;
    let base = Sealed::create(file).and_then(|file| builder().create_with_backend(file));
    drop(base.map_err(|error| Trouble::of("make", path, error))?);
    fs::rename(&new, path).map_err(failed)
}

/// Renames a damaged file, unless it was replaced since it was seen. An earlier renamed file is
/// overwritten, so that at most one exists.
///
/// # Errors
/// If the file is not a store and is not named like one: it belongs to someone else and stays.
pub(super) fn set_aside(path: &Path, seen: Identity) -> Result<Option<PathBuf>, Trouble> {
    let failed = |error: Error| Trouble::failed("rename", path, &error);
    let _turn = turn(path)?;
    if !fs::metadata(path).is_ok_and(|it| Identity::of(&it) == seen) {
        return Ok(None);
    }
    if !is_store(path) {
        let why = "it is not a store; name another file, or remove it";
        return Err(Trouble::failed("open", path, &why));
    }
    let aside = with_suffix(path, ".damaged");
    fs::rename(path, &aside).map_err(failed)?;
    Ok(Some(aside))
}

/// Whether a file is a store, even if damaged: it begins like one, of this version or an earlier one,
/// or with zeros as after a lost write, or it is named like one.
fn is_store(path: &Path) -> bool {
    let mut begins = [0; PROLOGUE.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begins));
    let known = begins == PROLOGUE || begins.starts_with(&PLAIN) || begins == [0; PROLOGUE.len()];
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("redb")) || (read.is_ok() && known)
}

/// The lock for creating or renaming the file, released when dropped.
fn turn(path: &Path) -> Result<File, Trouble> {
    let lock = with_suffix(path, ".lock");
    let failed = |error: Error| Trouble::failed("lock", &lock, &error);
    if fs::symlink_metadata(&lock).is_ok_and(|it| it.is_symlink()) {
        return Err(Trouble::failed("lock", &lock, &"it is a link"));
    }
    let file = private().read(true).write(true).create(true).truncate(false).open(&lock);
    let file = file.map_err(|error| match error.kind() {
        // The folder is missing; report the requested file.
        std::io::ErrorKind::NotFound => Trouble::failed("make", path, &error),
        _ => failed(error),
    })?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                std::thread::sleep(PAUSE);
            }
            Err(TryLockError::WouldBlock) => {
                return Err(Trouble::failed("lock", &lock, &"another process has it"));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

/// A file's name with something after it.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Opens files with access for their owner only: their content shows what was crawled.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a folder and its parents, with access for their owner only.
///
/// # Errors
/// If the system refuses.
pub(super) fn make_folder(folder: &Path) -> Result<(), Error> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
