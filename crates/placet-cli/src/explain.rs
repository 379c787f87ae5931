//! `placet explain`.

use anyhow::{Result, bail};
use placet_report::explain::{self, Explained};

use crate::Status;
use crate::args::{Explain, OutputFormat};
use crate::input;
use crate::output::{self, Printed, screen, show};
use crate::question::Loaded;

pub(crate) fn run(args: &Explain) -> Result<Status> {
    let question = &args.question;
    if !args.more.is_empty() {
        check_several_urls(args)?;
    }
    let mut fetcher = None;
    let mut worst = Status::Yes;
    let mut texts = Vec::new();
    for url in std::iter::once(&question.url).chain(&args.more) {
        let loaded = question.load_for(url, &mut fetcher)?;
        let target = loaded.target(url)?;
        let asked_at = question.crawler.asked_at();
        let explanation = loaded.agent_policy.explain(args.usage, &target, &asked_at);
        worst = worst.max(loaded.status(explanation.decision()));
        texts.push(if args.output.is_json() {
            let Loaded { names, basis, .. } = loaded;
            let explained = Explained::new(&explanation, &names, basis);
            output::json_text(args.output.format(), &explained)?
        } else {
            explain::text(&explanation, &loaded.context(), output::width())
        });
    }
    show(&match (args.output.format(), &texts[..]) {
        (OutputFormat::Text, texts) => screen(&texts.join("\n")),
        (OutputFormat::Jsonl, lines) => Printed::Data(lines.concat()),
        (OutputFormat::Json, [one]) => Printed::Data(one.clone()),
        (OutputFormat::Json, many) => {
            let many: Vec<&str> = many.iter().map(|it| it.trim_end()).collect();
            Printed::Data(format!("[\n{}\n]\n", many.join(",\n")))
        }
    })?;
    Ok(worst)
}

/// Fails for inputs that fit one URL only: a local page, and standard input.
fn check_several_urls(args: &Explain) -> Result<()> {
    let page = &args.question.page;
    if !page.header.is_empty() || page.html.is_some() || page.rendered.is_some() {
        bail!("--header, --html and --rendered describe one page; use them with one URL only");
    }
    if args.question.robots.as_deref().is_some_and(input::is_stdin) {
        bail!("standard input can be read once only; use --robots FILE with several URLs");
    }
    Ok(())
}
