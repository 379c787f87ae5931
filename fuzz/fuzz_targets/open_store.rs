//! A store file with bytes changed anywhere, or truncated: nothing panics, every operation works,
//! entries that are found are those that were stored, and new entries can be stored.
#![no_main]

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use placet_fetch::store::{Embedded, Store as _};
use placet_fetch::{Entry, Event, Fetch, Settings, Action, Time};
use tokio::runtime::{Builder, Runtime};

const NOW: Time = Time::from_secs(1_800_000_000);

/// How long to wait for a shared file; no other process has it.
const PATIENCE: Duration = Duration::from_secs(5);

/// A good file, and its entries.
struct Good {
    bytes: Vec<u8>,
    entries: Vec<Arc<Entry>>,
    runtime: Runtime,
    folder: tempfile::TempDir,
}

thread_local! {
    static GOOD: OnceCell<Good> = const { OnceCell::new() };
}

fn entry(at: usize) -> Arc<Entry> {
    let url = format!("https://h{at}.example/robots.txt").parse().expect("a URL");
    let mut fetch = Fetch::new(url, Settings::new(), None, NOW);
    fetch.handle(Event::Head { status: 200, fields: &http::HeaderMap::new() }, NOW);
    let body = format!("User-agent: *\nDisallow: /{at}\n").repeat(1 + 100 * at);
    fetch.handle(Event::Chunk(body.as_bytes()), NOW);
    match fetch.handle(Event::End, NOW) {
        Action::Done(entry) => entry,
        other => panic!("{other:?}"),
    }
}

impl Good {
    fn new() -> Self {
        // In memory if there is such a folder, since every run writes a file.
        let shared = Path::new("/dev/shm");
        let folder =
            if shared.is_dir() { tempfile::tempdir_in(shared) } else { tempfile::tempdir() };
        let folder = folder.expect("a folder");
        let path = folder.path().join("good.redb");
        let entries: Vec<_> = (0..4).map(entry).collect();
        let runtime = Builder::new_current_thread().build().expect("a runtime");
        let store = Embedded::open(&path).expect("a store");
        runtime.block_on(async {
            for entry in &entries {
                store.put(entry).await.expect("kept");
            }
        });
        drop(store);
        let bytes = std::fs::read(&path).expect("the file");
        Self { bytes, entries, runtime, folder }
    }
}

fuzz_target!(|input: &[u8]| {
    GOOD.with(|good| {
        let good = good.get_or_init(Good::new);
        let mut bytes = good.bytes.clone();
        // Four bytes are a change: three for the offset, one for the value; the rest truncates.
        let (changes, rest) = input.as_chunks::<4>();
        for &[a, b, c, value] in changes {
            let at = u32::from_le_bytes([a, b, c, 0]) as usize % bytes.len();
            if let Some(byte) = bytes.get_mut(at) {
                *byte = value;
            }
        }
        if let &[a, b, c] = rest {
            bytes.truncate(u32::from_le_bytes([a, b, c, 0]) as usize);
        }
        let path = good.folder.path().join("mutated.redb");
        std::fs::write(&path, bytes).expect("written");
        let store = if input.first().is_some_and(|byte| byte % 2 == 1) {
            Embedded::shared(&path, PATIENCE)
        } else {
            Embedded::open(&path)
        };
        let store = store.expect("a store, this one or a new one");
        good.runtime.block_on(async {
            store.urls().await.expect("listed");
            for entry in &good.entries {
                let found = store.get(entry.url(), NOW).await.expect("asked");
                assert!(found.is_none_or(|found| found == *entry));
            }
            for entry in &good.entries {
                store.put(entry).await.expect("kept");
            }
            let last = good.entries.last().expect("one");
            assert!(store.remove(last.url()).await.is_ok());
        });
    });
});
