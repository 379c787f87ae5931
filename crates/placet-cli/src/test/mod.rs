//! `placet test`: what a site is meant to say, against what it says.

mod hold;
mod place;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use placet_publish::expect::{self, Expectations};
use placet_report::expected;

use crate::Status;
use crate::args::{Test, Who};
use crate::asked::tell_unread;
use crate::output::{self, Printed, screen, show};
use hold::Run;
use place::{beside, seen_from};

/// The table that is read where none is named.
const TABLE: &str = "placet.toml";

/// The file that is tested where none is named.
const ROBOTS: &str = "robots.txt";

pub(crate) fn run(args: &Test) -> Result<Status> {
    let table = args.expectations.clone().unwrap_or_else(|| TABLE.into());
    if args.init {
        return init(args, &table);
    }
    let expectations = read(&table)?;
    let run = Run { args, table: &table, who: who(args) };
    let mut what = args.what.clone();
    if what.is_empty() {
        let file = beside(&table, expectations.file.as_deref().unwrap_or(ROBOTS));
        what.push(file.to_string_lossy().into_owned());
    }
    let mut fetcher = None;
    let mut tested = Vec::new();
    for name in &what {
        tested.push(run.check(name, &expectations.all, &mut fetcher)?);
    }
    if let Some(fetcher) = fetcher {
        fetcher.tell_trouble();
    }
    let format = if args.json { expected::Format::Json } else { args.format.into() };
    let rendered = expected::render(&tested, format, output::style(), output::width());
    show(&if format.is_for_people() { screen(&rendered) } else { Printed::Data(rendered) })?;
    let met = tested.iter().all(|it| it.unmet.is_empty());
    Ok(if met { Status::Yes } else { Status::No })
}

/// Reads a table that expects something.
fn read(table: &Path) -> Result<Expectations> {
    let text = fs::read_to_string(table).with_context(|| {
        format!("cannot read {}; `placet test --init` writes a first set", table.display())
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

/// The file that a table is about: the one it names, else robots.txt beside it.
fn named_or_beside(table: &Path, text: &str) -> PathBuf {
    let read = if is_toml(table) { Expectations::from_toml(text).ok() } else { None };
    beside(table, read.and_then(|it| it.file).as_deref().unwrap_or(ROBOTS))
}

/// What is known of all crawlers.
fn who(args: &Test) -> Who {
    Who { now: args.now, reference: args.reference.clone(), ..Who::default() }
}

/// Writes a first set of expectations.
fn init(args: &Test, table: &Path) -> Result<Status> {
    let before = if table.exists() {
        fs::read_to_string(table).with_context(|| format!("cannot read {}", table.display()))?
    } else {
        String::new()
    };
    let file = match &args.what[..] {
        [] => named_or_beside(table, &before),
        [file] if file == "-" => bail!("--init takes a file by its name, not standard input"),
        [file] if file.contains("://") => bail!("--init takes a file, not a site"),
        [file] => PathBuf::from(file),
        many => bail!("--init takes one file, not {}", many.len()),
    };
    let (policy, unread) = who(args).site(Some(&file), &args.reading)?;
    tell_unread(&unread);
    let set = expect::first(&policy);
    let text = if is_toml(table) {
        let named = seen_from(table, &file)?.to_string_lossy().replace('\\', "/");
        expect::with_settings(&before, &named, &set, args.force).with_context(|| {
            format!("{} is left as it is; --force puts its expectations aside", table.display())
        })?
    } else if before.is_empty() || args.force {
        let tabs = table.extension().is_some_and(|it| it.eq_ignore_ascii_case("tsv"));
        expect::table(&set, if tabs { b'\t' } else { b',' })
    } else {
        bail!("{} is left as it is; --force writes over it", table.display());
    };
    fs::write(table, text).with_context(|| format!("cannot write {}", table.display()))?;
    let count: usize = set.tables.iter().map(|it| it.agents.len() * it.urls.len()).sum();
    let written = if count == 1 { "expectation is" } else { "expectations are" };
    let cut = if set.is_cut { "; the file has more rules than these cover" } else { "" };
    show(&screen(&format!("{count} {written} written to {}{cut}\n", table.display())))?;
    Ok(Status::Yes)
}
