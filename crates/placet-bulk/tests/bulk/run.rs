//! Runs: the same tables whatever the number of threads, and after any interruption.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use placet_bulk::{
    Audit, Capture, Format, Input, Manifest, Progress, Run, RunError, Summary, Table,
};

use crate::table::of_folder;

const TABLES: [Table; 5] = Table::ALL;

fn audit() -> Audit {
    Audit::builder().agents(["GPTBot", "CCBot", "Googlebot"]).build().unwrap()
}

/// So many captures, some of them errors; each has records, rules and findings.
fn captures(count: u64) -> impl Iterator<Item = Capture> + Send {
    (0..count).map(|at| {
        if at % 97 == 13 {
            return Capture::unreadable(format!("input@{at}"), "damaged");
        }
        let text = format!(
            "User-agent: *\nDisallow: /{at}\nSitemap: /s{at}.xml\n\nUser-agent: GPTBot\nDisallow: /\n\
             Content-Signal: ai-train=no\n"
        );
        let mut capture = Capture::file(&format!("https://s{at}.example"), format!("input@{at}"), text.into_bytes());
        capture.status = Some(200);
        capture
    })
}

fn input(count: u64) -> Input {
    Input::custom("generated", move |skip| {
        Box::new(captures(count).skip(usize::try_from(skip).unwrap()))
    })
}

fn run(folder: &Path, inputs: &[Input], jobs: usize, part: u64) -> Result<Summary, RunError> {
    let audit = audit();
    let run = Run::new(&audit, folder).jobs(NonZeroUsize::new(jobs).unwrap()).part_captures(part);
    run.start(inputs, &Progress::new())
}

/// All files of the tables, with their bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for table in TABLES {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder.join(table.name())).unwrap().map(|it| it.unwrap().path()).collect();
        paths.sort();
        found.extend(paths.into_iter().map(|path| {
            let bytes = fs::read(&path).unwrap();
            (path.strip_prefix(folder).unwrap().to_owned(), bytes)
        }));
    }
    found
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let (one, four) = (folder.path().join("1"), folder.path().join("4"));
    let inputs =
        || [input(5_000), Input::custom("empty", |_| Box::new(std::iter::empty())), input(3_000)];
    let summary = run(&one, &inputs(), 1, 3_000).unwrap();
    assert_eq!((summary.captures, summary.errors, summary.continued), (8_000, 83, 0));
    assert_eq!(run(&four, &inputs(), 4, 3_000).unwrap(), summary);
    assert!(files(&one) == files(&four));
    assert_eq!(files(&one).len(), 3 * TABLES.len());
    assert_eq!(of_folder(&one, Table::Sites).len(), 8_000);
    // A run that is finished does nothing.
    let summary = run(&one, &inputs(), 1, 3_000).unwrap();
    assert_eq!((summary.captures, summary.continued), (8_000, 8_000));
    // More inputs extend it.
    let more = [inputs().into_iter().collect::<Vec<_>>(), vec![input(10)]].concat_inputs();
    assert_eq!(run(&one, &more, 1, 3_000).unwrap().captures, 8_010);
}

/// Joins lists of inputs, which cannot be cloned.
trait ConcatInputs {
    fn concat_inputs(self) -> Vec<Input>;
}

impl ConcatInputs for [Vec<Input>; 2] {
    fn concat_inputs(self) -> Vec<Input> {
        self.into_iter().flatten().collect()
    }
}

#[test]
fn another_audit_in_the_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit");
    run(&path, &[input(10)], 1, 100).unwrap();
    let error = run(&path, &[input(10)], 1, 99).unwrap_err();
    assert!(error.to_string().contains("other settings (captures in a part)"), "{error}");
    let other = Input::custom("other", |_| Box::new(std::iter::empty()));
    let error = run(&path, &[other], 1, 100).unwrap_err();
    assert!(error.to_string().contains("input 1 was generated, now it is other"), "{error}");
    let audit = Audit::builder().agents(["GPTBot"]).build().unwrap();
    let error = Run::new(&audit, &path).part_captures(100).start(&[input(10)], &Progress::new());
    assert!(error.unwrap_err().to_string().contains("other settings (crawlers)"));
    fs::write(folder.path().join("notes.txt"), "x").unwrap();
    let error = run(folder.path(), &[input(10)], 1, 100).unwrap_err();
    assert!(error.to_string().contains("is not empty"), "{error}");
    fs::write(path.join("manifest.json"), "{").unwrap();
    assert!(matches!(run(&path, &[input(10)], 1, 100), Err(RunError::Manifest { .. })));
}

#[test]
fn text_formats_have_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let audit = audit();
    for format in [Format::Csv, Format::Jsonl] {
        let path = folder.path().join(format.name());
        Run::new(&audit, &path).format(format).start(&[input(200)], &Progress::new()).unwrap();
        let part =
            fs::read_to_string(path.join(format!("access/part-00000.{}", format.name()))).unwrap();
        let lines: Vec<&str> = part.lines().collect();
        let header = usize::from(format == Format::Csv);
        assert_eq!(lines.len(), 3 * 198 + header);
        if format == Format::Csv {
            assert_eq!(
                lines[0],
                "origin,source,agent,addressed,extent,lines,line_count,crawl_delay,may_crawl,may_train_ai"
            );
            assert_eq!(
                lines[1],
                "https://s0.example,input@0,GPTBot,named,everything,6,1,,false,false"
            );
        } else {
            let row: serde_json::Value = serde_json::from_str(lines[0]).unwrap();
            assert_eq!((&row["agent"], &row["lines"][0]), (&"GPTBot".into(), &6.into()));
        }
    }
}

/// The captures of the process that is killed: slow, so that it is killed in the middle.
fn slow(count: u64) -> Input {
    Input::custom("generated", move |skip| {
        Box::new(captures(count).skip(usize::try_from(skip).unwrap()).inspect(|_| {
            std::thread::sleep(Duration::from_micros(40));
        }))
    })
}

const KILLED: u64 = 4_000;
const PART: u64 = 250;
const FOLDER: &str = "PLACET_BULK_TEST_FOLDER";

/// Not a test by itself: the process that the next test starts and kills.
#[test]
fn process_to_kill() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    run(Path::new(&folder), &[slow(KILLED)], 2, PART).unwrap();
}

/// How many parts are finished.
fn parts(folder: &Path) -> usize {
    Manifest::read(folder).unwrap().map_or(0, |manifest| manifest.parts.len())
}

#[test]
fn a_run_that_is_killed_at_any_moment_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    run(&whole, &[input(KILLED)], 2, PART).unwrap();
    let mut random = placet_testing::Random::new(18);
    let mut kills = 0;
    loop {
        let finished = parts(&killed);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "run::process_to_kill"])
            .env(FOLDER, &killed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The first ones are killed before they finish anything, the others at some moment after.
        let is_early = kills < 3;
        while !is_early && child.try_wait().unwrap().is_none() && parts(&killed) == finished {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(random.below(60) as u64));
        let ended = child.try_wait().unwrap();
        // SIGKILL: nothing can be cleaned up.
        child.kill().unwrap();
        child.wait().unwrap();
        kills += usize::from(ended.is_none());
        let manifest = Manifest::read(&killed).unwrap();
        if let Some(manifest) = manifest {
            // What is finished is there, at every moment.
            for (part, table) in
                manifest.parts.iter().flat_map(|part| TABLES.map(|table| (part, table)))
            {
                let name = format!("{}/part-{:05}.parquet", table.name(), part.number);
                assert!(
                    fs::read(killed.join(&name)).unwrap() == fs::read(whole.join(&name)).unwrap(),
                    "{name}"
                );
            }
            if manifest.finished {
                break;
            }
        }
        assert!(kills < 500, "no progress");
    }
    assert!(kills > 0);
    println!("killed {kills} times");
    // Continue once more, which removes what a killed process left.
    run(&killed, &[input(KILLED)], 2, PART).unwrap();
    assert!(files(&whole) == files(&killed));
}

#[test]
fn two_runs_in_one_folder_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let inner = path.clone();
    let input = Input::custom("nested", move |_| {
        let error = run(&inner, &[], 1, 10).unwrap_err();
        assert!(matches!(error, RunError::Locked(_)), "{error}");
        Box::new(captures(1))
    });
    assert_eq!(run(&path, &[input], 1, 10).unwrap().captures, 1);
}
