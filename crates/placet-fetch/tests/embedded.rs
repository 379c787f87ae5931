//! The store in a file: acknowledged writes survive, however the process ends.
#![cfg(feature = "embedded")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "test code may stop at once")]

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{DAY, T0, child, entry, variable};
use placet_fetch::store::{Embedded, Store, StoreError};

const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn it_returns_stored_entries() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.redb");
    let put = entry("a.example", 10_000, T0);
    {
        let store = Embedded::open(&path).unwrap();
        assert!(store.get(put.url(), T0).await.unwrap().is_none());
        assert!(store.urls().await.unwrap().is_empty());
        store.put(&put).await.unwrap();
        assert_eq!(store.get(put.url(), T0 + 99 * DAY).await.unwrap().unwrap(), put);
    }
    let store = Embedded::shared(&path, PATIENCE).unwrap();
    let before = std::fs::read(&path).unwrap();
    assert_eq!(store.get(put.url(), T0).await.unwrap().unwrap(), put);
    assert_eq!(store.urls().await.unwrap(), [put.url().clone()]);
    assert_eq!(std::fs::read(&path).unwrap(), before, "reading a shared file changes nothing");
    assert!(store.remove(put.url()).await.unwrap());
    assert!(!store.remove(put.url()).await.unwrap());
    assert!(store.get(put.url(), T0).await.unwrap().is_none());
}

/// Writes that come together are made durable together: far faster than one by one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_writes_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Embedded::open(folder.path().join("cache.redb")).unwrap();
    let puts = (0..2_000).map(|at| {
        let store = store.clone();
        tokio::spawn(async move {
            let entry = entry(&format!("h{at}.example"), 200, T0);
            store.put(&entry).await.unwrap();
            assert_eq!(store.get(entry.url(), T0).await.unwrap().unwrap(), entry);
        })
    });
    for put in puts.collect::<Vec<_>>() {
        put.await.unwrap();
    }
    assert_eq!(store.urls().await.unwrap().len(), 2_000);
}

#[test]
fn a_file_that_is_not_a_store_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    let notes = b"not a database, but long enough to be taken for one";
    std::fs::write(&path, notes).unwrap();
    let error = Embedded::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::File { what: "open", .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), notes, "it is somebody's, and stays");
    let nowhere = Embedded::open(folder.path().join("no/such/folder")).unwrap_err();
    assert!(nowhere.to_string().contains("no/such/folder"), "{nowhere}");
}

/// A child that writes until it is killed, and says what was acknowledged.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn child_writes() {
    let (Some(path), Some(run)) = (variable("PLACET_TEST_WRITE"), variable("PLACET_TEST_RUN"))
    else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = Embedded::open(path).unwrap();
        let mut out = std::io::stdout();
        for at in 0_u64.. {
            let host = format!("r{run}-h{at}.example");
            store.put(&entry(&host, usize::try_from(at % 40).unwrap() * 500, T0)).await.unwrap();
            writeln!(out, "kept {host}").unwrap();
            out.flush().unwrap();
        }
    });
}

/// Killed while it writes, ten times (or as often as `PLACET_KILLS` says): everything that was
/// acknowledged is there.
#[test]
fn kill_nine_loses_nothing_acknowledged() {
    let kills: u64 = variable("PLACET_KILLS").map_or(10, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.redb");
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut kept = Vec::new();
    for run in 0..kills {
        let before = kept.len();
        let variables =
            [("PLACET_TEST_WRITE", path.to_str().unwrap()), ("PLACET_TEST_RUN", &run.to_string())];
        let mut writer = child("child_writes", &variables).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        // At another moment each time, once it has begun.
        let wanted = 1 + run % 7 * 5;
        let mut seen = 0;
        let take = |line: String, kept: &mut Vec<String>| {
            line.split_once("kept ").map(|(_, host)| kept.push(host.to_owned())).is_some()
        };
        while seen < wanted {
            let line = lines.next().expect("the child writes").unwrap();
            seen += u64::from(take(line, &mut kept));
        }
        std::thread::sleep(Duration::from_micros(run * 373 % 5_000));
        writer.kill().unwrap();
        writer.wait().unwrap();
        for line in lines.map_while(Result::ok) {
            take(line, &mut kept);
        }
        // Those of this run; after the last, all.
        let from = if run + 1 == kills { 0 } else { before };
        let store = Embedded::open(&path).unwrap();
        runtime.block_on(async {
            for host in &kept[from..] {
                let url = format!("https://{host}/robots.txt").parse().unwrap();
                let entry = store.get(&url, T0).await.unwrap();
                assert!(entry.is_some(), "{host} was acknowledged, and is gone after run {run}");
            }
        });
    }
    assert!(kept.len() as u64 >= kills);
}

/// A child that puts a hundred entries into a store it shares.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn child_shares() {
    let (Some(path), Some(run)) = (variable("PLACET_TEST_SHARE"), variable("PLACET_TEST_RUN"))
    else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = Embedded::shared(path, PATIENCE).unwrap();
        for at in 0..20 {
            let entry = entry(&format!("p{run}-h{at}.example"), 300, T0);
            store.put(&entry).await.unwrap();
            assert_eq!(store.get(entry.url(), T0).await.unwrap().unwrap(), entry);
        }
    });
}

/// Three processes share a file, each opening it as it needs.
#[tokio::test]
async fn processes_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.redb");
    let store = Embedded::shared(&path, PATIENCE).unwrap();
    let children: Vec<_> = (0..2)
        .map(|run| {
            let variables = [
                ("PLACET_TEST_SHARE", path.to_str().unwrap()),
                ("PLACET_TEST_RUN", &run.to_string()),
            ];
            child("child_shares", &variables).stdout(Stdio::null()).spawn().unwrap()
        })
        .collect();
    let mine = entry("mine.example", 300, T0);
    for _ in 0..20 {
        store.put(&mine).await.unwrap();
        assert_eq!(store.get(mine.url(), T0).await.unwrap().unwrap(), mine);
    }
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(store.urls().await.unwrap().len(), 41);
}

/// A file that another keeps open is an error that says how to go on; at once, or after waiting.
#[test]
fn a_file_in_use_is_an_error_that_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.redb");
    let variables = [("PLACET_TEST_WRITE", path.to_str().unwrap()), ("PLACET_TEST_RUN", "0")];
    let mut writer = child("child_writes", &variables).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    while !lines.next().unwrap().unwrap().contains("kept") {}

    let error = Embedded::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    assert!(error.to_string().contains("share a cache through Redis"), "{error}");
    let begun = Instant::now();
    let patience = Duration::from_millis(200);
    let error = Embedded::shared(&path, patience).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    assert!(begun.elapsed() >= patience);
    writer.kill().unwrap();
    writer.wait().unwrap();
    Embedded::open(&path).unwrap();
}

/// A child that writes until the disk is full: an error, not an end; then what was kept is there.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn child_fills() {
    let Some(path) = variable("PLACET_TEST_FILL") else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let (kept, error) = runtime.block_on(async { fill(Path::new(&path)).await });
    assert!(matches!(error, StoreError::File { what: "write", .. }), "{error}");
    writeln!(std::io::stdout(), "kept {kept}; then: {error}").unwrap();
}

async fn fill(path: &Path) -> (usize, StoreError) {
    let store = Embedded::open(path).unwrap();
    for at in 0..1_000 {
        let entry: Arc<_> = entry(&format!("h{at}.example"), 50_000, T0);
        if let Err(error) = store.put(&entry).await {
            // It goes on failing, and goes on answering.
            store.put(&entry).await.unwrap_err();
            let first = "https://h0.example/robots.txt".parse().unwrap();
            assert!(store.get(&first, T0).await.unwrap().is_some());
            store.put(&entry).await.unwrap_err();
            return (at, error);
        }
    }
    panic!("the disk was never full");
}

/// A file that cannot grow, as on a full disk: writing fails, and what was kept stays.
#[tokio::test]
async fn a_full_disk_loses_nothing_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.redb");
    drop(Embedded::open(&path).unwrap());
    let variables = [("PLACET_TEST_FILL", path.to_str().unwrap())];
    let writer = child("child_fills", &variables);
    // No file may grow beyond eight thousand blocks of 512 bytes.
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 8000; exec \"$@\"", "sh"]);
    limited.arg(writer.get_program()).args(writer.get_args());
    let output = limited.envs(variables).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let (_, rest) = text.split_once("kept ").unwrap();
    let kept: usize = rest.split_once(';').unwrap().0.parse().unwrap();
    assert!(kept > 5, "{text}");
    let store = Embedded::open(&path).unwrap();
    for at in 0..kept {
        let url = format!("https://h{at}.example/robots.txt").parse().unwrap();
        assert!(store.get(&url, T0).await.unwrap().is_some(), "h{at}");
    }
    store.put(&entry("more.example", 50_000, T0)).await.unwrap();
}
