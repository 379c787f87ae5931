//! `placet lint` and `placet rule`: what authors most likely did not mean.

mod gather;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use placet_lint::{Applicability, Config, Report, Style, fix, lint, render};

use crate::args::{Lint, Rule};
use crate::output::show;
use crate::{Status, input, output};
use gather::{Sheaf, gather};

/// The settings that are read where none are named.
const SETTINGS: &str = "placet.toml";

pub(crate) fn run(args: &Lint) -> Result<Status> {
    input::refuse_stdin_twice(args.subjects.iter().map(|path| &**path))?;
    let config = config(args)?;
    let mut sheaves = gather(args)?;
    if args.fix {
        let left = apply(args, &config, &mut sheaves)?;
        if args.diff || args.subjects.iter().any(|path| input::is_stdin(path)) {
            return Ok(if left { Status::No } else { Status::Yes });
        }
    }
    report(args, &config, &sheaves)
}

fn report(args: &Lint, config: &Config, sheaves: &[Sheaf]) -> Result<Status> {
    let mut matters = Vec::new();
    for sheaf in sheaves {
        matters.extend(sheaf.matters()?);
    }
    let reports: Vec<Report<'_>> = matters.iter().flat_map(|it| it.reports(config)).collect();
    let coloured = output::style() == placet_report::Style::Coloured;
    let style = if coloured { Style::Coloured } else { Style::Plain };
    show(&render(&reports, args.format, style))?;
    let found = reports.iter().any(|report| report.status() != 0);
    Ok(if found { Status::No } else { Status::Yes })
}

/// Applies fixes to the files, or shows what they would change; says whether something changes or
/// is left to find.
fn apply(args: &Lint, config: &Config, sheaves: &mut [Sheaf]) -> Result<bool> {
    let most = if args.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
    let mut left = false;
    // Without --diff each is a file.
    let mut paths = args.subjects.iter().filter(|_| !args.diff);
    for text in sheaves.iter_mut().flat_map(|sheaf| &mut sheaf.texts) {
        let subject = text.subject();
        let done = fix(&subject, config, most);
        left |= lint(&subject.with_text(&done.text), config).status() != 0;
        left |= subject.text() != done.text;
        match paths.next() {
            None => show(&output::difference(subject.origin(), subject.text(), &done.text))?,
            Some(path) if input::is_stdin(path) => show(&String::from_utf8_lossy(&done.text))?,
            Some(path) if done.applied > 0 => output::replace(path, &done.text)?,
            Some(_) => {}
        }
        text.octets = done.text;
    }
    Ok(left)
}

fn config(args: &Lint) -> Result<Config> {
    let path = args.config.as_deref().or(Some(Path::new(SETTINGS)).filter(|path| path.exists()));
    let mut config = match path {
        Some(path) => {
            let text = fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            Config::from_toml(&text).with_context(|| format!("cannot use {}", path.display()))?
        }
        None => Config::default(),
    };
    config.select.extend(args.select.iter().cloned());
    config.ignore.extend(args.ignore.iter().cloned());
    config.check()?;
    Ok(config)
}

pub(crate) fn run_rule(args: &Rule) -> Result<Status> {
    let Some(wanted) = &args.rule else {
        let mut list = String::new();
        for rule in placet_lint::rules() {
            let summary = rule.manual().summary();
            // A string takes all that is written to it.
            let _ = writeln!(list, "{} {}: {summary}", rule.code(), rule.name());
        }
        show(&list)?;
        return Ok(Status::Yes);
    };
    let Some(rule) = placet_lint::find(wanted) else {
        bail!("there is no rule {wanted:?}; `placet rule` lists them all");
    };
    let manual = rule.manual();
    show(&format!("{}\n\n{}", manual.title(), manual.text()))?;
    Ok(Status::Yes)
}
