use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase as _, ReadableTableMetadata as _};

use super::{Bounds, Change, TURNS, change, find, turn};
use crate::entry::Entry;
use crate::machine::{Action, Event, Fetch};
use crate::pace::Turn;
use crate::settings::Settings;
use crate::store::notice::Notices;
use crate::time::Time;

const NOW: Time = Time::from_secs(1_800_000_000);

fn base() -> Database {
    Database::builder().create_with_backend(InMemoryBackend::new()).unwrap()
}

fn entry(host: &str) -> Arc<Entry> {
    let url = format!("https://{host}/robots.txt").parse().unwrap();
    let mut fetch = Fetch::new(url, Settings::new(), None, NOW);
    fetch.handle(Event::Head { status: 200, fields: &http::HeaderMap::new() }, NOW);
    fetch.handle(Event::Chunk(b"User-agent: *\nDisallow: /a\n"), NOW);
    match fetch.handle(Event::End, NOW) {
        Action::Done(entry) => entry,
        other => panic!("{other:?}"),
    }
}

/// A value that is damaged, of an older form, or another's, is absent, and can be replaced.
#[test]
fn unreadable_values_are_absent() {
    let (base, path, good) = (base(), Path::new("file"), entry("a.example"));
    let count = Arc::new(Mutex::new(0));
    let notices = Notices::to({
        let count = Arc::clone(&count);
        move |_| *count.lock().unwrap() += 1
    });
    let put = |value: Vec<u8>| {
        let put = Change { url: good.url().as_str().to_owned(), value: Some((value, NOW)) };
        change(&base, path, &[put], Bounds { size: u64::MAX, age: u64::MAX }).unwrap();
    };
    let (mut damaged, mut older) = (good.encode(), good.encode());
    let middle = damaged.len() / 2;
    *damaged.get_mut(middle).unwrap() ^= 1;
    // The format follows the four bytes that every entry begins with.
    *older.get_mut(4).unwrap() = 0;
    let other = entry("another.example").encode();
    for (value, reported) in
        [(damaged, 1), (older, 0), (other, 1), (Vec::new(), 1), (b"nonsense".to_vec(), 1)]
    {
        put(value);
        assert_eq!(find(&base, path, good.url(), &notices).unwrap(), None);
        assert_eq!(std::mem::take(&mut *count.lock().unwrap()), reported);
        put(good.encode());
        assert_eq!(find(&base, path, good.url(), &notices).unwrap().as_ref(), Some(&*good));
    }
}

/// Expired turns are removed, so the table does not grow with every site.
#[test]
fn old_turns_are_forgotten() {
    let base = base();
    let old = base.begin_write().unwrap();
    for at in 0..5_000 {
        old.open_table(TURNS).unwrap().insert(&*format!("bot:h{at}"), (1, 2, 1)).unwrap();
    }
    old.commit().unwrap();
    let next = |_| Turn { at: NOW, free: NOW + Duration::from_secs(1), given: NOW };
    turn(&base, Path::new("file"), "bot:a", next, NOW).unwrap();
    let turns = base.begin_read().unwrap().open_table(TURNS).unwrap();
    assert_eq!(turns.len().unwrap(), 1);
}
