//! `placet extract`: the part of a page that a usage may touch.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::{Context, Result};

use crate::args::{Extract, Format};
use crate::{Status, input};

pub(crate) fn run(args: &Extract) -> Result<Status> {
    let paths = std::iter::once(&*args.html).chain(args.robots.as_deref());
    input::refuse_stdin_twice(paths)?;
    let html = input::read_page(&args.html)?;
    let page = input::page(&args.header, Some(&html), None);
    let site = args.who.site(args.robots.as_deref(), &args.reading)?;
    let inquiry = site.ask(args.who.crawler(args.named.agent())).page(&page);
    let target =
        inquiry.target(&args.url).with_context(|| format!("cannot decide about {:?}", args.url))?;
    let permitted = inquiry.permitted(args.usage, &target, &args.who.occasion(), &html);
    let shown = match args.format {
        Format::Html => permitted.html().into_owned(),
        Format::Text if permitted.is_empty() => Vec::new(),
        Format::Text => (permitted.text() + "\n").into_bytes(),
        Format::Ranges => {
            let mut lines = String::new();
            for range in permitted.ranges() {
                // A string takes all that is written to it.
                let _ = writeln!(lines, "{}-{}", range.start, range.end);
            }
            lines.into_bytes()
        }
    };
    let mut out = std::io::stdout().lock();
    out.write_all(&shown).and_then(|()| out.flush()).context("cannot write")?;
    if permitted.is_empty() {
        let mut told = anstream::stderr();
        // Nobody is left to be told where even this cannot be written.
        let _ = writeln!(told, "placet: nothing may be used: {}", permitted.decision());
        return Ok(Status::No);
    }
    if permitted.is_cut() {
        let _ = writeln!(anstream::stderr(), "placet: a ceiling was met; the rest is left out");
    }
    Ok(Status::Yes)
}
