//! `placet check` and `placet matrix`: one URL.

use anyhow::Result;
use placet::Decision;
use placet_report::json::Check as CheckJson;
use placet_report::matrix::{self, Matrix as MatrixJson};
use placet_report::text;

use crate::Status;
use crate::args::{Check, Matrix, Shown};
use crate::asked::Heard;
use crate::output::{self, screen, show};

pub(crate) fn run(args: &Check) -> Result<Status> {
    let heard = args.asked.hear()?;
    let target = heard.target(&args.asked.url)?;
    let decision = heard.inquiry.decide_on(args.usage, &target, &args.asked.who.occasion());
    show_decision(heard, &decision, args.shown)
}

/// Shows a decision with what it was made from.
pub(crate) fn show_decision(heard: Heard, decision: &Decision, shown: Shown) -> Result<Status> {
    let status = heard.status(decision);
    show(&if shown.is_json() {
        output::json(shown.form(), &CheckJson::new(decision, heard.basis))?
    } else {
        screen(&text::decision(decision, &heard.beside(), output::style(), output::width()))
    })?;
    Ok(status)
}

pub(crate) fn run_matrix(args: &Matrix) -> Result<Status> {
    let heard = args.asked.hear()?;
    let target = heard.target(&args.asked.url)?;
    let decisions = heard.inquiry.matrix(&target, &args.asked.who.occasion());
    let unknown = decisions.iter().any(|it| heard.status(it) == Status::Unknown);
    show(&if args.shown.is_json() {
        output::json(args.shown.form(), &MatrixJson::new(&decisions, heard.basis))?
    } else {
        screen(&matrix::text(&decisions, &heard.beside(), output::width()))
    })?;
    Ok(if unknown { Status::Unknown } else { Status::Yes })
}
