//! The store in a file that is damaged, half made, too large, or open to others.
#![cfg(feature = "embedded")]
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code may stop at once")]

mod common;

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{DAY, T0, child, entry, variable};
use placet::Agent;
use placet_fetch::store::{Embedded, EmbeddedBuilder, Notice, Store, StoreError};
use placet_fetch::{Entry, FilePacer, Origin, Pace, Time};
use placet_testing::Random;
use redb::Database;
use tokio::runtime::{Builder, Runtime};

const PATIENCE: Duration = Duration::from_secs(20);

type Notices = Arc<Mutex<Vec<Notice>>>;

/// How a store is opened: kept, or as needed; and the notices it gives.
fn listening(shared: bool) -> (EmbeddedBuilder, Notices) {
    let notices_seen = Notices::default();
    let notices = Arc::clone(&notices_seen);
    let builder =
        Embedded::builder().on_notice(move |notice| notices.lock().unwrap().push(notice.clone()));
    (if shared { builder.shared(PATIENCE) } else { builder }, notices_seen)
}

fn runtime() -> Runtime {
    Builder::new_current_thread().build().unwrap()
}

/// A file with some entries in it.
fn filled(folder: &Path) -> (PathBuf, Vec<Arc<Entry>>) {
    let path = folder.join("cache.redb");
    let entries: Vec<_> = (0..8).map(|at| entry(&format!("h{at}.example"), 9_000, T0)).collect();
    let store = Embedded::open(&path).unwrap();
    runtime().block_on(async {
        for entry in &entries {
            store.put(entry).await.unwrap();
        }
    });
    (path, entries)
}

/// Does everything that a store does. Nothing fails, and what is put afterwards is kept.
fn use_it(path: &Path, shared: bool, entries: &[Arc<Entry>]) -> Vec<Notice> {
    let (builder, notices_seen) = listening(shared);
    let store = builder.open(path).unwrap();
    runtime().block_on(async {
        store.urls().await.unwrap();
        for entry in entries {
            // What was kept, or nothing; never something else.
            let found = store.get(entry.url(), T0).await.unwrap();
            assert!(found.is_none_or(|found| found == *entry));
        }
        // Damage may be met at any of these; it is met no more than once.
        for _ in 0..2 {
            for entry in entries {
                store.put(entry).await.unwrap();
            }
        }
        for entry in entries {
            let found = store.get(entry.url(), T0).await.unwrap();
            let met =
                notices_seen.lock().unwrap().iter().any(|it| matches!(it, Notice::SetAside { .. }));
            assert!(found.as_ref() == Some(entry) || (met && found.is_none()));
        }
        store.put(&entries[0]).await.unwrap();
        assert!(store.remove(entries[0].url()).await.unwrap());
    });
    drop(store);
    notices_seen.lock().unwrap().clone()
}

/// Every page zeroed in turn, bytes exchanged all over, the file cut: no decision is stopped, and
/// what was damaged is there under another name.
#[test]
fn a_damaged_file_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let (path, entries) = filled(folder.path());
    let good = std::fs::read(&path).unwrap();
    let mut damages: Vec<(String, Vec<u8>)> = Vec::new();
    for at in (0..good.len()).step_by(4_100).take(40) {
        let mut zeroed = good.clone();
        zeroed[at..(at + 4_100).min(good.len())].fill(0);
        damages.push((format!("page at {at} zeroed"), zeroed));
    }
    let mut random = Random::new(1);
    for run in 0..20 {
        let mut noisy = good.clone();
        for _ in 0..=run * 8 {
            noisy[random.below(good.len())] ^= 0xFF;
        }
        damages.push((format!("noise {run}"), noisy));
    }
    for part in [1, 100, 4_096, good.len() / 2, good.len() - 1] {
        damages.push((format!("cut at {part}"), good[..part].to_vec()));
    }
    damages.push(("all zero".to_owned(), vec![0; good.len()]));
    damages.push(("other text".to_owned(), b"no database at all".repeat(999)));
    let mut set_aside = 0;
    for (what, damaged) in &damages {
        for shared in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("cache.redb");
            std::fs::write(&path, damaged).unwrap();
            let notices = use_it(&path, shared, &entries);
            assert!(notices.len() <= 1, "{what}: reported once: {notices:?}");
            for notice in &notices {
                let Notice::SetAside { aside, why, .. } = notice else {
                    panic!("{what}: {notice}")
                };
                assert!(aside.exists(), "{what}");
                assert!(!why.contains("the database stopped"), "{what}: {why}");
            }
            set_aside += notices.len();
        }
    }
    assert!(set_aside > 20, "{set_aside} of {} files were renamed", 2 * damages.len());
}

/// A child that makes a store, over and over.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn child_makes() {
    let Some(folder) = variable("PLACET_TEST_MAKE") else { return };
    for at in 0..u64::MAX {
        let path = Path::new(&folder).join(format!("{at}.store"));
        drop(Embedded::open(path).unwrap());
    }
}

/// Killed while it makes files, ten times (or as often as `PLACET_KILLS` says): every file that is
/// there is a store.
#[test]
fn kill_nine_leaves_no_half_of_a_file() {
    let kills: u64 = variable("PLACET_KILLS").map_or(10, |kills| kills.parse().unwrap());
    for run in 0..kills {
        let folder = tempfile::tempdir().unwrap();
        let variables = [("PLACET_TEST_MAKE", folder.path().to_str().unwrap())];
        let mut maker = child("child_makes", &variables).stdout(Stdio::null()).spawn().unwrap();
        let made = || std::fs::read_dir(folder.path()).unwrap().count() as u64;
        while made() < 2 + run % 5 * 3 {
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(Duration::from_micros(run * 373 % 5_000));
        maker.kill().unwrap();
        maker.wait().unwrap();
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|it| it == "store") {
                let (builder, notices_seen) = listening(false);
                builder.open(&path).unwrap();
                assert!(notices_seen.lock().unwrap().is_empty(), "{}", path.display());
            }
        }
        // The one that was being made is made now.
        drop(Embedded::open(folder.path().join("0.store")).unwrap());
    }
}

#[test]
fn a_file_is_its_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("caches/placet/robots.redb");
    Embedded::builder().private_folder().open(&path).unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    for file in std::fs::read_dir(path.parent().unwrap()).unwrap() {
        assert_eq!(mode(&file.unwrap().path()), 0o600);
    }
}

#[test]
fn a_link_to_nothing_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let [target, link] = ["elsewhere", "cache.redb"].map(|name| folder.path().join(name));
    symlink(&target, &link).unwrap();
    let error = Embedded::open(&link).unwrap_err();
    assert!(error.to_string().contains("a link to nothing"), "{error}");
    assert!(!target.exists());
    let [target, link] = ["another", "b.redb.lock"].map(|name| folder.path().join(name));
    symlink(&target, &link).unwrap();
    Embedded::open(folder.path().join("b.redb")).unwrap_err();
    assert!(!target.exists());
}

/// A robots.txt that changes every hour accumulates archived copies; the oldest are evicted.
#[tokio::test]
async fn the_oldest_entries_are_evicted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.redb");
    let bound = 200_000;
    let store = Embedded::builder().size(bound).open(&path).unwrap();
    let mut kept = Vec::new();
    for at in 0..300_u32 {
        let now = T0 + at * Duration::from_hours(1);
        let put = entry("a.example", 2_000 + at as usize * 40, now);
        let archived = Arc::new(put.archived().unwrap());
        store.put(&put).await.unwrap();
        store.put(&archived).await.unwrap();
        kept.push(archived);
    }
    let urls = store.urls().await.unwrap();
    let mut size = 0;
    for url in &urls {
        size += store.get(url, T0).await.unwrap().unwrap().encode().len() as u64;
    }
    assert!((bound / 2..=bound).contains(&size), "{size}");
    // Those that are left are the newest.
    let newest: Vec<_> = kept.iter().rev().take(urls.len() - 1).map(|it| it.url()).collect();
    assert!(newest.iter().all(|url| urls.contains(url)));
    drop(store);
    let length = std::fs::metadata(&path).unwrap().len();
    assert!(length < 4_000_000, "the file has {length} bytes");
}

#[tokio::test]
async fn entries_that_are_too_old_are_evicted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Embedded::builder().age(10 * DAY).open(folder.path().join("a.redb")).unwrap();
    for day in 0..30 {
        let put = entry(&format!("h{day}.example"), 100, T0 + day * DAY);
        store.put(&put).await.unwrap();
    }
    assert_eq!(store.urls().await.unwrap().len(), 11);
}

/// A file of an earlier version is renamed, whatever its name.
#[test]
fn a_file_of_an_earlier_version_is_set_aside() {
    for (name, shared) in [("cache.redb", false), ("cache.redb", true), ("cache", false)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        drop(Database::create(&path).unwrap());
        let notices = use_it(&path, shared, &[entry("a.example", 100, T0)]);
        let [Notice::SetAside { why, .. }] = &*notices else { panic!("{notices:?}") };
        assert!(why.contains("written by an earlier version"), "{why}");
    }
}

/// Of many who meet the damage at once none fails.
#[test]
fn damage_stops_none_of_many() {
    let folder = tempfile::tempdir().unwrap();
    let (path, entries) = filled(folder.path());
    let good = std::fs::read(&path).unwrap();
    for page in 1..good.len() / 4_100 {
        let mut damaged = good.clone();
        damaged[16 + page * 4_100 + 99] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        let (builder, notices_seen) = listening(page % 2 == 0);
        let store = builder.open(&path).unwrap();
        let runtime = Builder::new_multi_thread().worker_threads(4).build().unwrap();
        runtime.block_on(async {
            let works = entries.iter().cycle().take(32).enumerate().map(|(at, entry)| {
                let (store, entry) = (store.clone(), Arc::clone(entry));
                tokio::spawn(async move {
                    if at % 5 == 0 {
                        store.put(&entry).await.unwrap();
                    }
                    store.get(entry.url(), T0).await.unwrap();
                })
            });
            for work in works.collect::<Vec<_>>() {
                work.await.unwrap();
            }
        });
        assert!(notices_seen.lock().unwrap().len() <= 1);
    }
}

/// A child that takes turns at one site.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn child_paces() {
    let Some(path) = variable("PLACET_TEST_PACE") else { return };
    let turns = runtime().block_on(async { turns(Path::new(&path)).await });
    let turns: Vec<String> = turns.iter().map(|turn| turn.as_millis().to_string()).collect();
    std::io::Write::write_all(
        &mut std::io::stdout(),
        format!("turns {}\n", turns.join(" ")).as_bytes(),
    )
    .unwrap();
}

async fn turns(path: &Path) -> Vec<Time> {
    let pacer = FilePacer::new(Embedded::shared(path, PATIENCE).unwrap());
    let origin: Origin = "https://a.example/".parse().unwrap();
    let mut turns = Vec::new();
    for _ in 0..10 {
        let pace = Pace::every(Duration::from_millis(500));
        turns.push(pacer.next(&origin, &Agent::new("Bot"), pace, T0).await.unwrap());
    }
    turns
}

/// Processes that share a file keep one pace.
#[test]
fn processes_keep_one_pace() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.redb");
    let variables = [("PLACET_TEST_PACE", path.to_str().unwrap())];
    let spawn = |_| child("child_paces", &variables).stdout(Stdio::piped()).spawn().unwrap();
    let children: Vec<_> = (0..3).map(spawn).collect();
    let mut all = Vec::new();
    for child in children {
        let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let (_, turns) = text.split_once("turns ").unwrap();
        let turns = turns.lines().next().unwrap().split(' ');
        all.extend(turns.map(|turn| turn.parse::<u64>().unwrap()));
    }
    all.sort_unstable();
    let wanted: Vec<u64> = (0..30).map(|at| T0.as_millis() + 500 * at).collect();
    assert_eq!(all, wanted);
}

/// Without write permission there is an error, and nothing is renamed.
#[test]
fn other_trouble_is_no_damage() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = filled(folder.path());
    let held = Embedded::open(&path).unwrap();
    let error = Embedded::shared(&path, Duration::from_millis(50)).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    drop(held);
    assert!(!folder.path().join("cache.redb.damaged").exists());
}
