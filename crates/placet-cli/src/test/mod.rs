//! `placet test`.

mod paths;
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use placet_publish::expect::{self, Expectations};
use placet_report::expected;

use crate::args::{CrawlerArgs, Test};
use crate::output::{self, Printed, screen, show};
use crate::question::report_unread;
use crate::signal_files::LocalSignals;
use crate::{Status, input};
use paths::{relative_to_table, resolve};
use run::Run;

/// The default table of expectations.
const TABLE: &str = "placet.toml";

/// The default file to test.
const ROBOTS: &str = "robots.txt";

pub(crate) fn run(args: &Test) -> Result<Status> {
    let table = args.expectations.clone().unwrap_or_else(|| TABLE.into());
    if args.init {
        return init(args, &table);
    }
    let expectations = read(&table)?;
    let crawler = CrawlerArgs { now: args.now, ..CrawlerArgs::default() };
    let signals = LocalSignals::read(&args.signals)?;
    let run = Run { args, table: &table, crawler, signals };
    let mut subjects = args.subjects.clone();
    if subjects.is_empty() {
        let file = resolve(&table, expectations.file.as_deref().unwrap_or(ROBOTS));
        subjects.push(file.to_string_lossy().into_owned());
    }
    let mut fetcher = None;
    let mut tested = Vec::new();
    for name in &subjects {
        tested.push(run.check(name, &expectations.all, &mut fetcher)?);
    }
    if let Some(fetcher) = fetcher {
        fetcher.report_store_error();
    }
    let format = args.format();
    let rendered = expected::render(&tested, format, output::style(), output::width());
    show(&if format.is_for_people() { screen(&rendered) } else { Printed::Data(rendered) })?;
    let met = tested.iter().all(|it| it.unmet.is_empty());
    Ok(if met { Status::Yes } else { Status::No })
}

/// Reads a table with at least one expectation.
fn read(table: &Path) -> Result<Expectations> {
    let text = fs::read_to_string(table).with_context(|| {
        format!(
            "cannot read {}; `placet test --init` writes a first set of expectations",
            table.display()
        )
    })?;
    let read =
        if is_toml(table) { Expectations::from_toml(&text) } else { Expectations::from_csv(&text) };
    let expectations = read.with_context(|| format!("cannot use {}", table.display()))?;
    if expectations.all.is_empty() {
        bail!("there are no expectations in {}", table.display());
    }
    Ok(expectations)
}

fn is_toml(table: &Path) -> bool {
    table.extension().is_some_and(|it| it.eq_ignore_ascii_case("toml"))
}

/// The file to test: the one that the table names, or robots.txt in the same folder.
fn file_to_test(table: &Path, text: &str) -> PathBuf {
    let read = if is_toml(table) { Expectations::from_toml(text).ok() } else { None };
    resolve(table, read.and_then(|it| it.file).as_deref().unwrap_or(ROBOTS))
}

/// Writes a first set of expectations.
fn init(args: &Test, table: &Path) -> Result<Status> {
    let before = if table.exists() {
        fs::read_to_string(table).with_context(|| format!("cannot read {}", table.display()))?
    } else {
        String::new()
    };
    let file = match &args.subjects[..] {
        [] => file_to_test(table, &before),
        [file] if file == "-" => bail!("--init needs a file, not standard input"),
        [file] if file.contains("://") => bail!("--init needs a file, not a site"),
        [file] => PathBuf::from(file),
        many => bail!("--init needs one file, not {}", many.len()),
    };
    let (policy, unread) = input::read_site(Some(&file), &args.references, &args.reading)?;
    report_unread(&unread);
    let set = expect::first(&policy);
    let text = if is_toml(table) {
        let named = relative_to_table(table, &file)?.to_string_lossy().replace('\\', "/");
        expect::with_settings(&before, &named, &set, args.force).with_context(|| {
            format!(
                "{} was left unchanged; use --force to replace its expectations",
                table.display()
            )
        })?
    } else if before.is_empty() || args.force {
        let tabs = table.extension().is_some_and(|it| it.eq_ignore_ascii_case("tsv"));
        expect::table(&set, if tabs { b'\t' } else { b',' })
    } else {
        bail!("{} already exists; use --force to overwrite it", table.display());
    };
    fs::write(table, text).with_context(|| format!("cannot write {}", table.display()))?;
    let count: usize = set.tables.iter().map(|it| it.agents.len() * it.urls.len()).sum();
    let noun = if count == 1 { "expectation" } else { "expectations" };
    let cut = if set.is_cut { "; they do not cover all rules of the file" } else { "" };
    show(&screen(&format!("wrote {count} {noun} to {}{cut}\n", table.display())))?;
    Ok(Status::Yes)
}
