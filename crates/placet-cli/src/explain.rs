//! `placet explain`.

use anyhow::Result;
use placet_report::explain::{self, Explained};

use crate::Status;
use crate::args::{Explain, OutputFormat};
use crate::output::{self, documents, screen, show};
use crate::question::Loaded;

pub(crate) fn run(args: &Explain) -> Result<Status> {
    let question = &args.question;
    if !args.more.is_empty() {
        question.check_several()?;
    }
    let agent = question.agent.agent()?;
    let mut fetcher = None;
    let mut worst = Status::Yes;
    let mut texts = Vec::new();
    for url in std::iter::once(&question.url).chain(&args.more) {
        let mut loaded = question.load_for(url, agent.clone(), &[args.usage], &mut fetcher)?;
        let target = loaded.target(url)?;
        let asked_at = question.crawler.asked_at();
        let explanation = loaded.agent_policy.explain(args.usage, &target, &asked_at);
        loaded.advise(explanation.decision(), &target, &asked_at);
        worst = worst.max(loaded.status(explanation.decision()));
        texts.push(if args.output.is_json() {
            let Loaded { names, basis, .. } = loaded;
            let explained = Explained::new(&explanation, &names, basis);
            output::json_text(args.output.format(), &explained)?
        } else {
            explain::text(&explanation, &loaded.context(), output::width())
        });
    }
    show(&match args.output.format() {
        OutputFormat::Text => screen(&texts.join("\n")),
        format => documents(format, &texts),
    })?;
    Ok(worst)
}
