//! `placet records`: what a robots.txt holds.

use std::io::Write;

use anyhow::{Context, Result};
use placet_report::records::Records as Held;

use crate::args::Records;
use crate::{Status, input};

pub(crate) fn run(args: &Records) -> Result<Status> {
    let robots = input::read(&args.robots, args.reading.ceiling())?;
    let held = Held::new(&args.reading.parse(&robots, args.reading.profile));
    let shown = if args.json {
        let mut text = serde_json::to_string_pretty(&held)?;
        text.push('\n');
        text
    } else {
        held.text(terminal_size::terminal_size().map(|(width, _)| width.0))
    };
    let mut out = anstream::stdout();
    out.write_all(shown.as_bytes()).and_then(|()| out.flush()).context("cannot write")?;
    Ok(Status::Yes)
}
