//! `placet check` and `placet matrix`.

use anyhow::Result;
use placet::Decision;
use placet_report::json::Check as CheckJson;
use placet_report::matrix::{self, Matrix as MatrixJson};
use placet_report::text;

use crate::Status;
use crate::args::{Check, Matrix, OutputArgs};
use crate::output::{self, screen, show};
use crate::question::Loaded;

pub(crate) fn run(args: &Check) -> Result<Status> {
    let loaded = args.question.load()?;
    let target = loaded.target(&args.question.url)?;
    let asked_at = args.question.crawler.asked_at();
    let decision = loaded.agent_policy.decide_on(args.usage, &target, &asked_at);
    show_decision(loaded, &decision, args.output)
}

/// Prints a decision and returns its status.
pub(crate) fn show_decision(
    loaded: Loaded,
    decision: &Decision,
    output: OutputArgs,
) -> Result<Status> {
    let status = loaded.status(decision);
    show(&if output.is_json() {
        output::json(output.format(), &CheckJson::new(decision, loaded.basis))?
    } else {
        screen(&text::decision(decision, &loaded.context(), output::style(), output::width()))
    })?;
    Ok(status)
}

pub(crate) fn run_matrix(args: &Matrix) -> Result<Status> {
    let loaded = args.question.load()?;
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
