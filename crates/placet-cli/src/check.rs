//! `placet check`: one URL.

use std::io::{IsTerminal, Write};

use anyhow::{Context, Result};
use placet_report::json::{self, Check as CheckJson};
use placet_report::{Style, text};

use crate::args::Check;
use crate::{Status, input};

pub(crate) fn run(args: &Check) -> Result<Status> {
    let robots = input::read(&args.robots, args.reading.ceiling())?;
    let profile = args.reading.profile;
    let site = args.reading.parse(&robots, profile);
    let decision = site
        .ask(&json::agent(&args.agent, profile))
        .may(args.usage, &args.url)
        .with_context(|| format!("cannot decide about {:?}", args.url))?;

    let shown = if args.json {
        let mut line = serde_json::to_string_pretty(&CheckJson::new(&decision))?;
        line.push('\n');
        line
    } else {
        let coloured = std::io::stdout().is_terminal();
        let style = if coloured { Style::Coloured } else { Style::Plain };
        text::decision(&decision, &input::name(&args.robots), style)
    };
    let mut out = anstream::stdout();
    out.write_all(shown.as_bytes()).and_then(|()| out.flush()).context("cannot write")?;
    Ok(if decision.verdict().is_permit() { Status::Yes } else { Status::No })
}
