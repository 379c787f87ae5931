//! `placet lint` and `placet rule`.

mod inputs;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use placet_lint::{Applicability, Config, Report, Severity, fix, lint};
use placet_report::Format;
use placet_report::findings::{fixed, render, sarif, statistics};

use crate::args::{Lint, LintFormat, Rule};
use crate::output::{Printed, screen, show};
use crate::{Status, input, output};
use inputs::{Inputs, load};

/// The default settings file.
const SETTINGS: &str = "placet.toml";

pub(crate) fn run(args: &Lint) -> Result<Status> {
    let paths = args.subjects.iter().chain(args.signal_files.paths());
    input::refuse_stdin_twice(paths.map(|path| &**path))?;
    let is_data = matches!(args.format(), LintFormat::Report(Format::Github) | LintFormat::Sarif);
    if args.statistics && is_data {
        bail!("--statistics has the formats text, concise, json and jsonl");
    }
    let config = config(args)?;
    let mut inputs = load(args, &config)?;
    let mut status = if args.fix { apply(args, &config, &mut inputs)? } else { Status::Yes };
    let writes_text = args.diff || args.subjects.iter().any(|path| input::is_stdin(path));
    if !args.fix || !writes_text {
        // After fixing, the remaining findings count.
        status = report(args, &config, &mut inputs)?;
    }
    Ok(if inputs.failed { Status::Unknown } else { status })
}

/// The lowest severity that makes the exit status 1.
fn fail_on(args: &Lint, config: &Config) -> Severity {
    args.fail_on.map(Severity::from).or(config.fail_on).unwrap_or(Severity::Warning)
}

fn report(args: &Lint, config: &Config, inputs: &mut Inputs) -> Result<Status> {
    let sets = std::mem::take(&mut inputs.sets);
    let mut units = Vec::new();
    for set in &sets {
        match set.units() {
            Ok(found) => units.extend(found),
            Err(error) => inputs.fail(&error),
        }
    }
    if units.is_empty() {
        return Ok(Status::Yes);
    }
    let reports: Vec<Report<'_>> = units.iter().flat_map(|it| it.reports(config)).collect();
    show(&match args.format() {
        LintFormat::Report(format) if args.statistics => {
            let rendered = statistics(&reports, format);
            if format.is_for_people() { screen(&rendered) } else { Printed::Data(rendered) }
        }
        LintFormat::Sarif => Printed::Data(sarif(&reports)),
        LintFormat::Report(format) => {
            let rendered = render(&reports, format, output::style());
            if format.is_for_people() { screen(&rendered) } else { Printed::Data(rendered) }
        }
    })?;
    let fail_on = fail_on(args, config);
    let fails = reports.iter().any(|report| report.status(fail_on) != 0);
    Ok(if fails { Status::No } else { Status::Yes })
}

/// Applies fixes to the files, or shows what they would change, and reports each fix. The status is 1
/// if something changes or a finding that fails remains.
fn apply(args: &Lint, config: &Config, inputs: &mut Inputs) -> Result<Status> {
    let applicability = if args.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
    let fail_on = fail_on(args, config);
    let (mut fails, mut errors) = (false, Vec::new());
    for text in inputs.sets.iter_mut().flat_map(|set| &mut set.files) {
        let subject = text.subject();
        let done = fix(&subject, config, applicability);
        fails |= lint(&subject.with_text(&done.text), config).status(fail_on) != 0;
        fails |= subject.text() != done.text;
        match text.path.as_deref().filter(|_| !args.diff) {
            None => {
                let diff = output::difference(subject.origin(), subject.text(), &done.text);
                output::show_document(diff.as_bytes())?;
                continue;
            }
            Some(path) if input::is_stdin(path) => output::show_document(&done.text)?,
            Some(path) if !done.applied.is_empty() => {
                if let Err(error) = output::replace(path, &done.text) {
                    errors.push(error);
                    continue;
                }
            }
            Some(_) => {}
        }
        output::print_error(&fixed(&done, subject.origin()));
        text.bytes = done.text;
    }
    for error in &errors {
        inputs.fail(error);
    }
    Ok(if fails { Status::No } else { Status::Yes })
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
    if let Some(families) = args.signal_files.families.given() {
        config.signals = Some(families.iter().map(|family| family.name().to_owned()).collect());
    }
    config.check()?;
    Ok(config)
}

pub(crate) fn run_rule(args: &Rule) -> Result<Status> {
    let wanted = args.rule.as_deref().unwrap_or("ALL");
    let Some(rule) = placet_lint::find(wanted) else {
        let mut list = String::new();
        for rule in placet_lint::selected(wanted) {
            let summary = rule.manual().summary();
            // Writing to a string cannot fail.
            let _ = writeln!(list, "{} {}: {summary}", rule.code(), rule.name());
        }
        if list.is_empty() {
            bail!("unknown rule {wanted:?}; `placet rule` lists all rules");
        }
        show(&screen(&list))?;
        return Ok(Status::Yes);
    };
    let manual = rule.manual();
    show(&screen(&format!("{}\n\n{}", manual.title(), manual.text())))?;
    Ok(Status::Yes)
}
