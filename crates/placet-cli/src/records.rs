//! `placet records`: what a robots.txt holds.

use anyhow::Result;
use placet_report::records::Records as Held;

use crate::args::Records;
use crate::output::{self, screen, show};
use crate::{Status, input};

pub(crate) fn run(args: &Records) -> Result<Status> {
    let (robots, unread) = input::read_robots(&args.robots, &args.reading)?;
    let held = Held::new(&args.reading.parse(&robots, args.reading.profile)).without(unread);
    show(&if args.shown.is_json() {
        output::json(args.shown.form(), &held)?
    } else {
        screen(&held.text(output::width()))
    })?;
    Ok(Status::Yes)
}
