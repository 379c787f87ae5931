//! Archives of robots.txt files.

use std::io::Read;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use tar::Archive;

use super::{Captures, origin_of_path};
use crate::capture::Capture;
use crate::limits;

/// How many files are read before they are needed.
const AHEAD: usize = 16;

/// The files of a tar archive; the origin of each is in its path.
///
/// An entry borrows the archive, so that a thread of its own reads them and hands them over. It ends
/// when the captures are dropped.
pub(super) fn captures(name: String, bytes: impl Read + Send + 'static) -> Captures {
    let (send, captures) = sync_channel(AHEAD);
    thread::spawn(move || read(&name, bytes, &send));
    Box::new(captures.into_iter())
}

fn read(name: &str, bytes: impl Read, send: &SyncSender<Capture>) {
    let damage = |error: std::io::Error, last: Option<u64>| {
        let place = last.map_or(0, |offset| offset + 512);
        let error = format!(
            "{name} after byte {place} (unpacked): {error}; files after this place are not read"
        );
        Capture::unreadable(format!("{name}@{place}"), error)
    };
    let mut archive = Archive::new(bytes);
    let mut last = None;
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => {
            let _ = send.send(damage(error, last));
            return;
        }
    };
    for entry in entries {
        let capture = match entry {
            Err(error) => Err(damage(error, last)),
            Ok(entry) if !entry.header().entry_type().is_file() => continue,
            Ok(mut entry) => {
                last = Some(entry.raw_file_position());
                let path = entry.path().map(std::borrow::Cow::into_owned).unwrap_or_default();
                let source = format!("{name}/{}", path.display());
                let mut body = Vec::new();
                match (&mut entry).take(limits::BODY as u64).read_to_end(&mut body) {
                    Ok(_) => Ok(Capture {
                        origin: origin_of_path(&path),
                        source,
                        size: Some(entry.size()),
                        body,
                        ..Capture::default()
                    }),
                    Err(error) => {
                        let error = format!("{source}: {error}; files after it are not read");
                        let origin = origin_of_path(&path);
                        Err(Capture { origin, ..Capture::unreadable(source, error) })
                    }
                }
            }
        };
        let (capture, is_last) = match capture {
            Ok(capture) => (capture, false),
            Err(capture) => (capture, true),
        };
        if send.send(capture).is_err() || is_last {
            return;
        }
    }
}
