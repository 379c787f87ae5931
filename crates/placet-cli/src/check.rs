//! `placet check` and `placet matrix`.

use anyhow::Result;
use placet::{Decision, Usage};
use placet_report::json::Check as CheckJson;
use placet_report::matrix::{self, Matrix as MatrixJson};
use placet_report::text;

use crate::Status;
use crate::args::{Check, Matrix, OutputArgs};
use crate::output::{self, documents, screen, show};
use crate::question::Loaded;

pub(crate) fn run(args: &Check) -> Result<Status> {
    let question = &args.question;
    let agents = question.agent.all()?;
    if agents.len() > 1 || !args.more.is_empty() {
        question.check_several()?;
    }
    let asked_at = question.crawler.asked_at();
    let mut fetcher = None;
    let mut answers = Vec::new();
    for url in std::iter::once(&question.url).chain(&args.more) {
        for agent in &agents {
            let mut loaded = question.load_for(url, agent.clone(), &[args.usage], &mut fetcher)?;
            let target = loaded.target(url)?;
            let decision = loaded.agent_policy.decide_on(args.usage, &target, &asked_at);
            loaded.advise(&decision, &target, &asked_at);
            answers.push((loaded, decision));
        }
    }
    match <[_; 1]>::try_from(answers) {
        Ok([(loaded, decision)]) => show_decision(loaded, &decision, args.output),
        Err(answers) => show_several(answers, args.output),
    }
}

/// Prints a decision and returns its status.
pub(crate) fn show_decision(
    loaded: Loaded,
    decision: &Decision,
    output: OutputArgs,
) -> Result<Status> {
    let status = loaded.status(decision);
    show(&if output.is_json() {
        let Loaded { basis, advice, .. } = loaded;
        output::json(output.format(), &CheckJson::new(decision, basis).with_notes(&advice))?
    } else {
        screen(&text::decision(decision, &loaded.context(), output::style(), output::width()))
    })?;
    Ok(status)
}

/// Prints decisions as a table, or as JSON documents, and returns the highest status.
fn show_several(answers: Vec<(Loaded, Decision)>, output: OutputArgs) -> Result<Status> {
    let status = answers.iter().map(|(loaded, decision)| loaded.status(decision)).max();
    show(&if output.is_json() {
        let json = answers.into_iter().map(|(loaded, decision)| {
            let Loaded { basis, advice, .. } = loaded;
            let answer = CheckJson::new(&decision, basis).with_notes(&advice);
            output::json_text(output.format(), &answer)
        });
        documents(output.format(), &json.collect::<Result<Vec<_>>>()?)
    } else {
        let rows = answers.iter().map(|(loaded, decision)| (decision, loaded.context()));
        screen(&matrix::several(&rows.collect::<Vec<_>>(), output::width()))
    })?;
    Ok(status.unwrap_or(Status::Yes))
}

pub(crate) fn run_matrix(args: &Matrix) -> Result<Status> {
    let loaded = args.question.load(&Usage::ALL)?;
    let target = loaded.target(&args.question.url)?;
    let decisions = loaded.agent_policy.matrix(&target, &args.question.crawler.asked_at());
    let unknown = decisions.iter().any(|it| loaded.status(it) == Status::Unknown);
    show(&if args.output.is_json() {
        output::json(args.output.format(), &MatrixJson::new(&decisions, loaded.basis))?
    } else {
        screen(&matrix::text(&decisions, &loaded.context(), output::width()))
    })?;
    Ok(if unknown { Status::Unknown } else { Status::Yes })
}
