//! `placet explain`: a decision at length.

use anyhow::{Result, bail};
use placet_report::explain::{self, Explained};

use crate::Status;
use crate::args::{Explain, Form};
use crate::asked::Heard;
use crate::input;
use crate::output::{self, Printed, screen, show};

pub(crate) fn run(args: &Explain) -> Result<Status> {
    let asked = &args.asked;
    if !args.more.is_empty() {
        refuse_one_for_many(args)?;
    }
    let mut fetcher = None;
    let mut worst = Status::Yes;
    let mut shown = Vec::new();
    for url in std::iter::once(&asked.url).chain(&args.more) {
        let heard = asked.hear_about(url, &mut fetcher)?;
        let target = heard.target(url)?;
        let explanation = heard.inquiry.explain(args.usage, &target, &asked.who.occasion());
        let status = heard.status(explanation.decision());
        worst = worst.max(status);
        shown.push(if args.shown.is_json() {
            let Heard { origins, basis, .. } = heard;
            output::json_text(args.shown.form(), &Explained::new(&explanation, &origins, basis))?
        } else {
            explain::text(&explanation, &heard.beside(), output::width())
        });
    }
    show(&match (args.shown.form(), &shown[..]) {
        (Form::Text, texts) => screen(&texts.join("\n")),
        (Form::Jsonl, lines) => Printed::Data(lines.concat()),
        (Form::Json, [one]) => Printed::Data(one.clone()),
        (Form::Json, many) => {
            let many: Vec<&str> = many.iter().map(|it| it.trim_end()).collect();
            Printed::Data(format!("[\n{}\n]\n", many.join(",\n")))
        }
    })?;
    Ok(worst)
}

/// What is given of one page says nothing of another, and standard input can be read once.
fn refuse_one_for_many(args: &Explain) -> Result<()> {
    let page = &args.asked.page;
    if !page.header.is_empty() || page.html.is_some() || page.rendered.is_some() {
        bail!("what is given of a page is about one URL: give only that");
    }
    if args.asked.robots.as_deref().is_some_and(input::is_stdin) {
        bail!("standard input can be read for one URL only: give --robots a file");
    }
    Ok(())
}
