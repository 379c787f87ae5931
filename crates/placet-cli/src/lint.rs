//! `placet lint` and `placet rule`: what authors most likely did not mean.

use std::fmt::Write as _;
use std::fs;
use std::io::IsTerminal;
use std::path::Path;

use anyhow::{Context, Result, bail};
use placet_lint::{Applicability, Config, Report, Style, Subject, fix, lint, render};

use crate::args::{Kind, Lint, Rule};
use crate::check::show;
use crate::{Status, input, output};

/// The settings that are read where none are named.
const SETTINGS: &str = "placet.toml";

pub(crate) fn run(args: &Lint) -> Result<Status> {
    input::refuse_stdin_twice(args.files.iter().map(|path| &**path))?;
    let config = config(args)?;
    let mut texts = Vec::new();
    for path in &args.files {
        texts.push((input::name(path), input::read_page(path)?));
    }
    let subjects: Vec<Subject<'_>> =
        texts.iter().map(|(name, text)| subject(args.kind, name, text)).collect();
    if args.fix {
        return apply(args, &config, &subjects);
    }
    report(args, &config, &subjects)
}

fn report(args: &Lint, config: &Config, subjects: &[Subject<'_>]) -> Result<Status> {
    let reports: Vec<Report<'_>> = subjects.iter().map(|subject| lint(subject, config)).collect();
    let coloured = std::io::stdout().is_terminal();
    let style = if coloured { Style::Coloured } else { Style::Plain };
    show(&render(&reports, args.format, style))?;
    let found = reports.iter().any(|report| report.status() != 0);
    Ok(if found { Status::No } else { Status::Yes })
}

/// Applies fixes to the files, or shows what they would change; then tells what is left.
fn apply(args: &Lint, config: &Config, subjects: &[Subject<'_>]) -> Result<Status> {
    let most = if args.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
    let mut fixed = Vec::new();
    for (path, subject) in args.files.iter().zip(subjects) {
        let done = fix(subject, config, most);
        if args.diff {
            show(&output::difference(subject.origin(), subject.text(), &done.text))?;
        } else if input::is_stdin(path) {
            show(&String::from_utf8_lossy(&done.text))?;
        } else if done.applied > 0 {
            output::replace(path, &done.text)?;
        }
        fixed.push(done.text);
    }
    if args.diff || args.files.iter().any(|path| input::is_stdin(path)) {
        let left = subjects.iter().zip(&fixed).any(|(subject, text)| {
            lint(&subject.with_text(text), config).status() != 0 || subject.text() != text
        });
        return Ok(if left { Status::No } else { Status::Yes });
    }
    let subjects: Vec<Subject<'_>> =
        subjects.iter().zip(&fixed).map(|(subject, text)| subject.with_text(text)).collect();
    report(args, config, &subjects)
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

/// A file as what it is said to be, or looks like.
fn subject<'t>(kind: Option<Kind>, name: &str, text: &'t [u8]) -> Subject<'t> {
    let ends = |ending: &str| name.to_ascii_lowercase().ends_with(ending);
    let looks = if ends(".html") || ends(".htm") {
        Kind::Page
    } else if text.starts_with(b"HTTP/") {
        Kind::Fields
    } else {
        Kind::Robots
    };
    match kind.unwrap_or(looks) {
        Kind::Robots => Subject::new(name, text),
        Kind::Fields => Subject::fields(name, text),
        Kind::Page => Subject::page(name, text),
    }
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
