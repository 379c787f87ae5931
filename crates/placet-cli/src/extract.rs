//! `placet extract`: the part of a page that a usage may touch.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use placet::Condition;
use placet::page::Permitted;
use placet_report::evidence::Basis;
use placet_report::extract::Extracted;

use crate::args::{Extract, Form, Format};
use crate::asked::tell_unread;
use crate::output::{self, Printed, show, show_document, tell};
use crate::{Status, input};

pub(crate) fn run(args: &Extract) -> Result<Status> {
    let paths = std::iter::once(&*args.html).chain(args.robots.as_deref());
    input::refuse_stdin_twice(paths)?;
    let html = input::read_page(&args.html)?;
    let (site, unread) = args.who.site(args.robots.as_deref(), &args.reading)?;
    tell_unread(&unread);
    let page = input::page(Some(&site), &args.header, Some(&html), None);
    let inquiry = site.for_agent(args.who.crawler(args.named.agent())).page(&page);
    let target =
        inquiry.target(&args.url).with_context(|| format!("cannot decide about {:?}", args.url))?;
    let permitted = inquiry.permitted(args.usage, &target, &args.who.occasion(), &html);
    let basis = Basis { unread, ..Basis::default() };
    match if args.json { Format::Json } else { args.format } {
        Format::Html => show_document(&permitted.html())?,
        Format::Text if permitted.is_empty() => {}
        Format::Text => show_document((permitted.text() + "\n").as_bytes())?,
        Format::Ranges => {
            let mut lines = String::new();
            for range in permitted.ranges() {
                // A string takes all that is written to it.
                let _ = writeln!(lines, "{}-{}", range.start, range.end);
            }
            show(&Printed::Data(lines))?;
        }
        Format::Json => show(&output::json(Form::Json, &Extracted::new(&permitted, basis))?)?,
        Format::Jsonl => show(&output::json(Form::Jsonl, &Extracted::new(&permitted, basis))?)?,
    }
    tell_conditions(&permitted);
    Ok(if permitted.is_empty() { Status::No } else { Status::Yes })
}

/// Tells on which conditions what was shown may be used, and what had to be left out for them.
fn tell_conditions(permitted: &Permitted<'_>) {
    if permitted.is_empty() && permitted.conditions().is_empty() {
        tell(&format!("nothing may be used: {}", permitted.decision()));
        return;
    }
    for condition in permitted.conditions() {
        match condition {
            _ if permitted.absent().contains(condition) => {
                tell(&format!("{condition}: the page has no such element"));
            }
            // It is obeyed already.
            Condition::MaxLength(_) => {}
            _ => tell(&format!("on condition: {condition}")),
        }
    }
    if permitted.is_shortened() {
        let lengths = permitted.conditions().iter();
        let lengths = lengths.filter(|it| matches!(it, Condition::MaxLength(_)));
        let lengths: Vec<String> = lengths.map(ToString::to_string).collect();
        tell(&format!("cut behind the last word that fits: {}", lengths.join(", ")));
    }
    if permitted.is_empty() {
        tell("nothing may be used: nothing of the page meets the conditions");
    }
    if permitted.is_cut() {
        tell("a ceiling was met; the rest is left out");
    }
}
