//! `placet completions` and `placet man`: what shells and `man` read.

use std::fs;
use std::io::Write as _;

use anyhow::{Context, Result};
use clap::CommandFactory as _;
use clap_mangen::Man as Page;

use crate::Status;
use crate::args::{Args, Completions, Man};

pub(crate) fn run_completions(args: &Completions) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "placet", &mut script);
    write(&script)
}

pub(crate) fn run_man(args: &Man) -> Result<Status> {
    let mut command = Args::command();
    command.build();
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        Page::new(command).render(&mut page).context("cannot make the page")?;
        return write(&page);
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    clap_mangen::generate_to(command, folder)
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    Ok(Status::Yes)
}

fn write(text: &[u8]) -> Result<Status> {
    let mut out = std::io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).context("cannot write")?;
    Ok(Status::Yes)
}
