//! `placet diff`.

mod signals;
mod source;
mod urls;

use std::path::Path;

use anyhow::Result;
use placet::compare::{Change, Compare, Effect};
use placet::{Agent, Crawler};
use placet_report::changes::{self, Counts, Difference, FileNames};

use crate::args::{Diff, SignalArgs};
use crate::output::{self, screen, show};
use crate::{Status, input};
use source::Source;

pub(crate) fn run(args: &Diff) -> Result<Status> {
    let files = [&*args.old, &*args.new].map(Path::new).into_iter();
    let lists = args.urls.as_deref().into_iter();
    let references = args.references.reference.iter().map(|(_, path)| &**path);
    let sides = args.signals.sides();
    let copies = sides.iter().flat_map(SignalArgs::paths).map(|path| &**path);
    input::refuse_stdin_twice(files.chain(lists).chain(references).chain(copies))?;

    let sources = source::read(args, &sides)?;
    let [old, new] = &sources;
    let names = FileNames { old: old.name.clone(), new: new.name.clone() };
    let compare = compare(args, old, new);
    let changes = compare.run();
    let not_compared = signals::not_compared(args, &sources);
    for url in &not_compared {
        output::message(&format!(
            "the licence {url} is not compared; use --old-rsl and --new-rsl, or --rsl for both sides"
        ));
    }
    let also = changes::also(&old.policy, &new.policy, &changes);
    if let Some(list) = &args.urls {
        let counts = urls::count(list, &changes, args.reading.profile, args.threads)?;
        show(&if args.output.is_json() {
            output::json(
                args.output.format(),
                &Difference::new(&changes, &names, Some(&counts))
                    .with_also(also)
                    .with_not_compared(not_compared),
            )?
        } else {
            screen(&counts.text(output::width()))
        })?;
        return Ok(status_of_list(args, &counts));
    }
    show(&if args.output.is_json() {
        output::json(
            args.output.format(),
            &Difference::new(&changes, &names, None)
                .with_also(also)
                .with_not_compared(not_compared),
        )?
    } else {
        screen(&changes::text(&changes, &also, &names, output::style()))
    })?;
    let fails = changes.all().map(Change::effect).any(|effect| fails_on(args, effect));
    Ok(match (fails, changes.is_complete()) {
        (true, _) => Status::No,
        (false, true) => Status::Yes,
        (false, false) => Status::Unknown,
    })
}

/// The comparison for the given crawlers and usages.
fn compare<'s>(args: &Diff, old: &'s Source, new: &'s Source) -> Compare<'s> {
    let families = args.signals.both.families.chosen();
    let mut compare = Compare::new(&old.policy, &new.policy).families(families);
    compare = compare.signal_files(&old.files, &new.files);
    let exact = args.agent_exact.iter().map(|name| Agent::exact(name));
    for agent in args.agent.iter().map(|text| Agent::new(text)).chain(exact) {
        let crawler = Crawler::new(agent);
        let purposes = args.purpose.iter();
        compare = compare.crawler(purposes.fold(crawler, |crawler, it| crawler.purpose(it)));
    }
    args.usage.iter().fold(compare, |compare, &usage| compare.usage(usage))
}

/// Whether a change with this effect makes the exit status 1.
fn fails_on(args: &Diff, effect: Effect) -> bool {
    args.fail_on.is_empty() || args.fail_on.iter().any(|&it| Effect::from(it) == effect)
}

fn status_of_list(args: &Diff, counts: &Counts<'_>) -> Status {
    if counts.invalid > 0 {
        let lines = if counts.invalid == 1 { "line is not a URL" } else { "lines are not URLs" };
        output::message(&format!("{}: {} {lines}", counts.name, counts.invalid));
    }
    let wanted = Effect::ALL.into_iter().filter(|&effect| fails_on(args, effect));
    let mut found = wanted.filter(|&effect| counts.audiences.iter().any(|(_, it)| it.has(effect)));
    match (found.next(), counts.invalid, counts.unlisted) {
        (Some(_), ..) => Status::No,
        (None, 0, 0) => Status::Yes,
        (None, ..) => Status::Unknown,
    }
}
