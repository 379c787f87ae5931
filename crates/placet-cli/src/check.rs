//! `placet check` and `placet matrix`: one URL.

use std::io::{IsTerminal, Write};

use anyhow::{Context, Result};
use placet::Decision;
use placet_report::json::Check as CheckJson;
use placet_report::matrix::{self, Matrix as MatrixJson};
use placet_report::{Style, text};

use crate::Status;
use crate::args::{Check, Matrix};
use crate::asked::Heard;

pub(crate) fn run(args: &Check) -> Result<Status> {
    let heard = args.asked.hear()?;
    let target = heard.target(&args.asked.url)?;
    let decision = heard.inquiry.decide_on(args.usage, &target, &args.asked.who.occasion());
    show_decision(heard, &decision, args.json)
}

/// Shows a decision with what it was made from.
pub(crate) fn show_decision(heard: Heard, decision: &Decision, json: bool) -> Result<Status> {
    let status = heard.status(decision);
    let shown = if json {
        serde_json::to_string_pretty(&CheckJson::new(decision, heard.basis))? + "\n"
    } else {
        let coloured = std::io::stdout().is_terminal();
        let style = if coloured { Style::Coloured } else { Style::Plain };
        text::decision(decision, &heard.origins, &heard.told, style)
    };
    show(&shown)?;
    if status == Status::Unknown {
        tell_missed();
    }
    Ok(status)
}

pub(crate) fn run_matrix(args: &Matrix) -> Result<Status> {
    let heard = args.asked.hear()?;
    let target = heard.target(&args.asked.url)?;
    let decisions = heard.inquiry.matrix(&target, &args.asked.who.occasion());
    let missed = heard.missed;
    let shown = if args.json {
        serde_json::to_string_pretty(&MatrixJson::new(&decisions, heard.basis))? + "\n"
    } else {
        let width = terminal_size::terminal_size().map(|(width, _)| width.0);
        matrix::text(&decisions, &heard.told, width)
    };
    show(&shown)?;
    if missed {
        tell_missed();
        return Ok(Status::Unknown);
    }
    Ok(Status::Yes)
}

/// A decision without the page that was asked for is not the one that was asked for.
pub(crate) fn tell_missed() {
    let told = "this is the site's word alone: the page could not be had";
    // Nobody is left to be told where even this cannot be written.
    let _ = writeln!(anstream::stderr(), "placet: {told}");
}

/// Writes text to standard output.
pub(crate) fn show(text: &str) -> Result<()> {
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write")
}
