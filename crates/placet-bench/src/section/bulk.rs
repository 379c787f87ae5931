//! `placet audit`: from archives of many robots.txt files to tables, as a process on two threads; and a
//! script with Protego that asks about the same crawlers.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use arrow_array::{ArrayRef, BinaryArray, RecordBatch, StringArray};
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use parquet::arrow::ArrowWriter;
use serde::Serialize;
use serde_json::json;

use crate::input::{Corpus, Text};
use crate::race::Effort;
use crate::report::{figure, table};
use crate::requirement::{Bound, Requirement};

/// How many files an archive has, at least: the corpus is repeated.
const FILES: usize = 40_000;

/// How many crawlers are asked about.
const AGENTS: usize = 30;

/// The tables: all but the findings of the linter, which has a section of its own.
const TABLES: &str = "sites,access,signals,records";

/// The kinds of input, and the tables that are made of each.
const INPUTS: [(&str, &str); 4] =
    [("WARC.gz", TABLES), ("Parquet", TABLES), (TABLES_ALONE, "sites"), (LINES, "access")];

/// The name of the input of which only the table of sites is made.
const TABLES_ALONE: &str = "Parquet, only sites";

/// The name of the input that the script reads, too.
const LINES: &str = "JSON lines, only access";

/// What people write with Protego: who may fetch `/`, with which delay. Protego is parsed and asked, the
/// answers are counted; nothing is written.
const SCRIPT: &str = r"
import json, sys, time
from protego import Protego
agents = open(sys.argv[2]).read().split()
start, files, open_to = time.perf_counter(), 0, 0
for line in open(sys.argv[1]):
    row = json.loads(line)
    robots, files = Protego.parse(row['body']), files + 1
    for agent in agents:
        open_to += robots.can_fetch(row['origin'] + '/', agent)
        robots.crawl_delay(agent)
print(files / (time.perf_counter() - start))
";

/// The rates of `placet audit`.
#[derive(Debug, Serialize)]
pub(crate) struct Auditing {
    pub(crate) files: usize,
    pub(crate) rows: Vec<AuditRow>,
    /// The files per second of a script with Protego; `None` without Python or Protego.
    pub(crate) protego: Option<f64>,
    /// The share of unpacking gzip in the time of both threads, in percent.
    pub(crate) gzip_percent: f64,
    /// Why nothing was measured.
    pub(crate) missing: Option<String>,
}

/// The rate with one kind of input.
#[derive(Debug, Serialize)]
pub(crate) struct AuditRow {
    pub(crate) name: &'static str,
    pub(crate) bytes: u64,
    pub(crate) files_per_second: f64,
    /// The most memory that the process had, in MB; `None` where the system does not say.
    pub(crate) megabytes: Option<f64>,
}

/// Runs the program that was built together with this one.
pub(crate) fn measure(corpus: &Corpus, effort: Effort) -> Auditing {
    run(corpus, effort).unwrap_or_else(|error| Auditing {
        files: 0,
        rows: Vec::new(),
        protego: None,
        gzip_percent: f64::NAN,
        missing: Some(format!("{error:#}")),
    })
}

fn run(corpus: &Corpus, effort: Effort) -> anyhow::Result<Auditing> {
    let program = std::env::current_exe()?.with_file_name("placet");
    ensure!(program.is_file(), "no program placet; build placet-cli in the same way");
    let folder = tempfile::tempdir()?;
    let texts: Vec<&Text> = repeated(corpus);
    let warc = folder.path().join("robots.warc.gz");
    let parquet = folder.path().join("robots.parquet");
    let lines = folder.path().join("robots.jsonl");
    write_warc(&warc, &texts)?;
    write_parquet(&parquet, &texts)?;
    write_lines(&lines, &texts)?;
    let agents = folder.path().join("agents.txt");
    fs::write(&agents, agent_list())?;
    let mut rows = Vec::new();
    let mut seconds = f64::NAN;
    for (name, tables) in INPUTS {
        let input = match name {
            "WARC.gz" => &warc,
            LINES => &lines,
            _ => &parquet,
        };
        let mut best = Duration::MAX;
        let mut kilobytes = None;
        for lap in 0..effort.calls().clamp(2, 3) {
            let output = folder.path().join(format!("{name}-{lap}"));
            let (time, memory) = time(&program, input, (tables, &agents), &output)?;
            best = best.min(time);
            kilobytes = memory.max(kilobytes);
            fs::remove_dir_all(output)?;
        }
        if name == "WARC.gz" {
            seconds = best.as_secs_f64();
        }
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 files")]
        let files_per_second = texts.len() as f64 / best.as_secs_f64();
        let megabytes = kilobytes.map(|count| f64::from(count) * 1024.0 / 1e6);
        rows.push(AuditRow { name, bytes: input.metadata()?.len(), files_per_second, megabytes });
    }
    let gzip_percent = unpacking(&warc)?.as_secs_f64() / (2.0 * seconds) * 100.0;
    let protego = with_protego(&lines, &agents);
    Ok(Auditing { files: texts.len(), rows, protego, gzip_percent, missing: None })
}

/// The files of the corpus, over and over.
fn repeated(corpus: &Corpus) -> Vec<&Text> {
    let times = FILES.div_ceil(corpus.texts.len().max(1));
    (0..times).flat_map(|_| &corpus.texts).collect()
}

fn agent_list() -> String {
    let tokens = placet_crawlers::crawlers().iter().take(AGENTS).map(|it| it.token.as_str());
    tokens.collect::<Vec<_>>().join("\n")
}

/// A WARC file as Common Crawl writes it: each record is compressed on its own.
fn write_warc(path: &Path, texts: &[&Text]) -> anyhow::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for (at, text) in texts.iter().enumerate() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        let http = format!(
            "HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Thu, 29 Feb 2024 12:34:56 GMT\r\n\
             Content-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            text.bytes.len()
        );
        write!(
            packed,
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2024-02-29T12:34:56Z\r\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{at:012}>\r\n\
             WARC-IP-Address: 192.0.2.1\r\nWARC-Target-URI: https://host-{at}.example/robots.txt\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{http}",
            http.len() + text.bytes.len()
        )?;
        packed.write_all(&text.bytes)?;
        packed.write_all(b"\r\n\r\n")?;
        file.write_all(&packed.finish()?)?;
    }
    file.flush()?;
    Ok(())
}

/// The same files as a table.
fn write_parquet(path: &Path, texts: &[&Text]) -> anyhow::Result<()> {
    let mut writer = None;
    for (part, some) in texts.chunks(1_000).enumerate() {
        let origin = |at: usize| format!("https://host-{}.example", part * 1_000 + at);
        let origins: ArrayRef =
            Arc::new(StringArray::from_iter_values((0..some.len()).map(origin)));
        let bodies = BinaryArray::from_iter_values(some.iter().map(|text| &*text.bytes));
        let batch = RecordBatch::try_from_iter([
            ("origin", origins),
            ("body", Arc::new(bodies) as ArrayRef),
        ])?;
        let writer = match &mut writer {
            Some(writer) => writer,
            none => none.insert(ArrowWriter::try_new(File::create(path)?, batch.schema(), None)?),
        };
        writer.write(&batch)?;
        writer.flush()?;
    }
    if let Some(writer) = writer {
        writer.close()?;
    }
    Ok(())
}

/// The same files as lines of JSON.
fn write_lines(path: &Path, texts: &[&Text]) -> anyhow::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for (at, text) in texts.iter().enumerate() {
        let origin = format!("https://host-{at}.example");
        serde_json::to_writer(&mut file, &json!({ "origin": origin, "body": text.lossy }))?;
        file.write_all(b"\n")?;
    }
    file.flush()?;
    Ok(())
}

/// The files per second of the script, over a twentieth of the files; the tests of the Python package
/// install Protego.
fn with_protego(lines: &Path, agents: &Path) -> Option<f64> {
    let some = lines.with_extension("some.jsonl");
    let text = fs::read_to_string(lines).ok()?;
    let count = text.lines().count() / 20;
    let part: String = text.split_inclusive('\n').take(count).collect();
    fs::write(&some, part).ok()?;
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    let run = |python: &Path| {
        let script = Command::new(python).args(["-c", SCRIPT]).args([&some, agents]).output();
        String::from_utf8(script.ok()?.stdout).ok()?.trim().parse().ok()
    };
    run(&own).or_else(|| run(Path::new("python3")))
}

/// The time from starting the program to its end, and the most memory that it had in kB.
fn time(
    program: &Path,
    input: &Path,
    (tables, agents): (&str, &Path),
    output: &Path,
) -> anyhow::Result<(Duration, Option<u32>)> {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(["audit", "--jobs", "2", "--tables", tables, "--agents"])
        .args([agents, Path::new("--output"), output, input])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .context("placet cannot be started")?;
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut most = None;
    loop {
        if let Some(ended) = child.try_wait()? {
            ensure!(ended.success(), "placet audit ended with {ended}");
            return Ok((start.elapsed(), most));
        }
        most = peak(&status).max(most);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The peak of the memory of a process in kB.
fn peak(status: &Path) -> Option<u32> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The time to unpack a file, on one thread.
fn unpacking(path: &Path) -> io::Result<Duration> {
    let start = Instant::now();
    let mut packed = MultiGzDecoder::new(io::BufReader::with_capacity(1 << 20, File::open(path)?));
    let mut piece = vec![0; 1 << 16];
    while packed.read(&mut piece)? > 0 {}
    Ok(start.elapsed())
}

impl Auditing {
    /// The rates on two threads, and the memory.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        let mut found = Vec::new();
        for row in &self.rows {
            let of =
                format!("files/s on two threads, {AGENTS} crawlers, {} in, Parquet out", row.name);
            let rate = row.files_per_second;
            let mut add = |bound| found.push(Requirement::new("bulk", of.clone(), rate, bound));
            match row.name {
                // Tables in and out. With questions about crawlers it cannot be more than the rate
                // from WARC.gz without the share of unpacking.
                TABLES_ALONE => add(Bound::AtLeast(1e5)),
                "WARC.gz" => {
                    add(Bound::AtLeast(25_000.0));
                    add(Bound::Aim(50_000.0));
                }
                _ => add(Bound::Stated),
            }
            if let Some(memory) = row.megabytes {
                let of = format!("MB of memory at most, {} in", row.name);
                found.push(Requirement::new("bulk", of, memory, Bound::AtMost(300.0)));
            }
        }
        let lines = self.rows.iter().find(|row| row.name == LINES);
        if let (Some(row), Some(protego)) = (lines, self.protego) {
            let of = "times as many files as a script with Protego, which uses one thread";
            let ratio = row.files_per_second / protego;
            found.push(Requirement::new("bulk", of, ratio, Bound::Stated));
        }
        if !self.rows.is_empty() {
            let of = "percent of the time of both threads unpack gzip";
            found.push(Requirement::new("bulk", of, self.gzip_percent, Bound::Stated));
        }
        found
    }
}

impl fmt::Display for Auditing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\nBulk: `placet audit` on two threads, {} files, {AGENTS} crawlers, Parquet out, tables {TABLES}",
            self.files
        )?;
        if let Some(why) = &self.missing {
            return writeln!(f, "NOT MEASURED: {why}");
        }
        let mut table = table(&["", "files/s", "bytes", "MB of memory"], 0);
        for row in &self.rows {
            let memory = row.megabytes.map_or_else(|| "–".to_owned(), figure);
            table.add_row([
                row.name.to_owned(),
                figure(row.files_per_second),
                row.bytes.to_string(),
                memory,
            ]);
        }
        let protego = self.protego.map_or_else(|| "NOT MEASURED".to_owned(), figure);
        table.add_row(["a script with Protego", &protego, "", ""]);
        writeln!(f, "{table}")?;
        writeln!(
            f,
            "unpacking gzip takes {} % of the time of both threads",
            figure(self.gzip_percent)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_have_every_file() {
        let corpus = Corpus::synthetic();
        let texts: Vec<&Text> = corpus.texts.iter().take(20).collect();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.warc.gz");
        write_warc(&path, &texts).unwrap();
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(File::open(&path).unwrap()).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked.windows(9).filter(|it| *it == b"\nWARC-Typ").count(), 20);
        write_parquet(&folder.path().join("a.parquet"), &texts).unwrap();
        let lines = folder.path().join("a.jsonl");
        write_lines(&lines, &texts).unwrap();
        assert_eq!(fs::read_to_string(lines).unwrap().lines().count(), 20);
        assert!(repeated(&corpus).len() >= FILES);
    }
}
