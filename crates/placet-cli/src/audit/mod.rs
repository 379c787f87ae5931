//! `placet audit`: from the robots.txt of many sites to tables.

mod live;
mod tables;

use std::io::IsTerminal as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use placet_bulk::{Audit as Asked, Columns, Input, Progress, Run, Summary, expand};
use serde_json::{Map, Value};

use crate::args::{Audit, ColumnRole};
use crate::{Status, input};

/// How often the progress bar changes.
const TICK: Duration = Duration::from_millis(200);

pub(crate) fn run(args: &Audit) -> Result<Status> {
    if args.inputs.is_empty() && args.origins.is_none() {
        tables::show(args, Map::new(), String::new())?;
        return Ok(Status::Yes);
    }
    let stdin = args.inputs.iter().chain(&args.origins).chain(&args.agents);
    input::refuse_stdin_twice(stdin.map(|path| &**path))?;
    let asked = asked(args)?;
    let mut inputs = Vec::new();
    for path in &args.inputs {
        inputs.extend(expand(path)?);
    }
    let live = args.origins.as_deref().map(|path| live::open(args, path)).transpose()?;
    let live = live.map(|(input, fetcher)| {
        inputs.push(input);
        fetcher
    });
    let mut run = Run::new(&asked, &args.output).format(args.format).columns(columns(args));
    if let Some(jobs) = args.jobs {
        run = run.jobs(jobs);
    }
    if let Some(captures) = args.part_captures {
        run = run.part_captures(captures.get());
    }
    let summary = with_bar(&inputs, |progress| run.start(&inputs, progress))?;
    if let Some(fetcher) = live {
        fetcher.report_store_error();
    }
    report(args, &summary)
}

/// What to ask about each site.
fn asked(args: &Audit) -> Result<Asked> {
    let mut builder = Asked::builder().paths(args.paths.clone()).families(args.families.chosen());
    let mut agents = args.agent.clone();
    if let Some(path) = &args.agents {
        agents.extend(list(path)?);
    }
    if !agents.is_empty() {
        builder = builder.agents(agents);
    } else if args.agents.is_some() {
        bail!("--agents names no crawler");
    }
    if !args.usage.is_empty() {
        builder = builder.usages(args.usage.iter().copied());
    }
    if !args.tables.is_empty() {
        builder = builder.tables(args.tables.iter().copied());
    }
    Ok(builder.build()?)
}

/// The lines of a file that are neither empty nor comments.
fn list(path: &Path) -> Result<Vec<String>> {
    let text = input::read(path, LIST)?;
    if text.len() > LIST {
        bail!("{} is longer than {LIST} bytes", input::name(path));
    }
    let text =
        String::from_utf8(text).with_context(|| format!("{} is not UTF-8", input::name(path)))?;
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
}

/// The size of a list of crawlers that is read: ten thousand names of a hundred bytes.
const LIST: usize = 1 << 20;

fn columns(args: &Audit) -> Columns {
    let named = |role: ColumnRole| {
        let last = args.column.iter().rev().find(|(it, _)| *it == role);
        last.map(|(_, name)| name.clone())
    };
    Columns {
        origin: named(ColumnRole::Origin),
        body: named(ColumnRole::Body),
        status: named(ColumnRole::Status),
        time: named(ColumnRole::Time),
        ..Columns::default()
    }
}

/// Runs something with a progress bar on standard error, if that is a terminal.
fn with_bar<T, E>(inputs: &[Input], work: impl FnOnce(&Progress) -> Result<T, E>) -> Result<T, E> {
    let progress = Progress::new();
    if !std::io::stderr().is_terminal() {
        return work(&progress);
    }
    let sizes = || inputs.iter().map(|input| input.identity().size);
    let total = sizes().sum::<Option<u64>>().filter(|total| *total > 0);
    let (bar, template) = match total {
        Some(total) => {
            let template = "{bar:40} {bytes}/{total_bytes} {msg} {elapsed}, {eta} left";
            (ProgressBar::new(total), template)
        }
        None => (ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}"),
    };
    let style = ProgressStyle::with_template(template);
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut first = None;
            while !is_over.load(Ordering::Relaxed) {
                let captures = progress.captures();
                // What an earlier run finished does not count for the rate.
                let first = *first.get_or_insert(captures);
                let seconds = bar.elapsed().as_secs().max(1);
                let rate = captures.saturating_sub(first) / seconds;
                bar.set_message(format!("{captures} sites, {rate}/s"));
                bar.set_position(progress.bytes_read());
                thread::sleep(TICK);
            }
        });
        let result = work(&progress);
        is_over.store(true, Ordering::Relaxed);
        bar.finish_and_clear();
        result
    })
}

fn report(args: &Audit, summary: &Summary) -> Result<Status> {
    let Summary { captures, errors, continued, .. } = *summary;
    let folder = args.output.display().to_string();
    let before = match continued {
        0 => String::new(),
        count => format!(", {count} of them before"),
    };
    let unreadable = match errors {
        0 => String::new(),
        count => format!(", {count} unreadable (outcome error in the table sites)"),
    };
    let plural = if captures == 1 { "" } else { "s" };
    let text = format!("{captures} answer{plural}{before}{unreadable}: tables in {folder}\n");
    let counts = [("captures", captures), ("errors", errors), ("continued", continued)];
    let mut result = Map::from_iter([("folder".to_owned(), Value::from(folder))]);
    result.extend(counts.map(|(name, count)| (name.to_owned(), Value::from(count))));
    tables::show(args, result, text)?;
    Ok(if errors > 0 { Status::No } else { Status::Yes })
}
