//! `placet extract`.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use placet::Condition;
use placet::page::Permitted;
use placet_report::evidence::Basis;
use placet_report::extract::Extracted;

use crate::args::{Extract, ExtractFormat, OutputFormat};
use crate::output::{self, Printed, message, show, show_document};
use crate::question::report_unread;
use crate::{Status, input};

pub(crate) fn run(args: &Extract) -> Result<Status> {
    let paths = std::iter::once(&*args.html).chain(args.robots.as_deref());
    input::refuse_stdin_twice(paths)?;
    let html = input::read_page(&args.html)?;
    let robots = args.robots.as_deref();
    let (site, unread) = input::read_site(robots, &args.references, &args.reading)?;
    report_unread(&unread);
    let page = input::page(Some(&site), &args.header, Some(&html), None);
    let crawler = args.crawler.crawler(args.agent.agent()?);
    let agent_policy = site.for_agent(crawler).page(&page);
    let target = agent_policy
        .target(&args.url)
        .with_context(|| format!("cannot decide about {:?}", args.url))?;
    let asked_at = args.crawler.asked_at();
    let permitted = agent_policy.permitted(args.usage, &target, &asked_at, &html);
    let basis = Basis { unread, ..Basis::default() };
    match if args.json { ExtractFormat::Json } else { args.format } {
        ExtractFormat::Html => show_document(&permitted.html())?,
        ExtractFormat::Text if permitted.is_empty() => {}
        ExtractFormat::Text => show_document((permitted.text() + "\n").as_bytes())?,
        ExtractFormat::Ranges => {
            let mut lines = String::new();
            for range in permitted.ranges() {
                // Writing to a string cannot fail.
                let _ = writeln!(lines, "{}-{}", range.start, range.end);
            }
            show(&Printed::Data(lines))?;
        }
        ExtractFormat::Json => {
            show(&output::json(OutputFormat::Json, &Extracted::new(&permitted, basis))?)?;
        }
        ExtractFormat::Jsonl => {
            show(&output::json(OutputFormat::Jsonl, &Extracted::new(&permitted, basis))?)?;
        }
    }
    report_conditions(&permitted);
    Ok(if permitted.is_empty() { Status::No } else { Status::Yes })
}

/// Reports the conditions on the printed part, and what was left out because of them.
fn report_conditions(permitted: &Permitted<'_>) {
    if permitted.is_empty() && permitted.conditions().is_empty() {
        message(&format!("nothing may be used: {}", permitted.decision()));
        return;
    }
    for condition in permitted.conditions() {
        match condition {
            _ if permitted.absent().contains(condition) => {
                message(&format!("{condition}: the page does not have this element"));
            }
            // The text is already cut.
            Condition::MaxLength(_) => {}
            _ => message(&format!("on condition: {condition}")),
        }
    }
    if permitted.is_shortened() {
        let lengths = permitted.conditions().iter();
        let lengths = lengths.filter(|it| matches!(it, Condition::MaxLength(_)));
        let lengths: Vec<String> = lengths.map(ToString::to_string).collect();
        message(&format!("cut after the last word that fits: {}", lengths.join(", ")));
    }
    if permitted.is_empty() {
        message("nothing may be used: no part of the page meets the conditions");
    }
    if permitted.is_cut() {
        message("the page exceeds a limit of placet; the rest is left out");
    }
}
