//! The binary `placet`: may this crawler use this URL, and which line says so?

mod args;
mod asked;
mod cache;
mod check;
mod convert;
mod crawlers;
mod decide;
mod descriptors;
mod diff;
mod explain;
mod extract;
mod fetch;
mod fetching;
mod files;
mod fmt;
mod input;
mod lines;
mod lint;
mod output;
mod page;
mod records;
mod replay;
mod shell;
mod store;
mod test;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use args::{Args, Color, Command};

/// What a command found out, as an exit status; of several, the last is what all come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// It may, or all went well.
    Yes,
    /// It may not.
    No,
    /// It is not known, or could not be done, in whole or in part.
    Unknown,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Yes => 0,
            Status::No => 1,
            Status::Unknown => 2,
        })
    }
}

fn main() -> ExitCode {
    let matches = Args::command().color(Color::asked().of_help()).get_matches();
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    args.color.apply();
    let done = match args.command {
        Command::Check(check) => check::run(&check),
        Command::Matrix(matrix) => check::run_matrix(&matrix),
        Command::Explain(explain) => explain::run(&explain),
        Command::Decide(decide) => decide::run(&decide),
        Command::Records(records) => records::run(&records),
        Command::Page(page) => page::run(&page),
        Command::Extract(extract) => extract::run(&extract),
        Command::Fetch(fetch) => fetch::run(&fetch),
        Command::Cache(cache) => cache::run(&cache),
        Command::Replay(replay) => replay::run(&replay),
        Command::Lint(args) => lint::run(&args),
        Command::Rule(rule) => lint::run_rule(&rule),
        Command::Crawlers(crawlers) => crawlers::run(&crawlers),
        Command::Diff(diff) => diff::run(&diff),
        Command::Fmt(args) => fmt::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Completions(args) => shell::run_completions(&args),
        Command::Man(args) => shell::run_man(&args),
    };
    match done {
        Ok(status) => status.into(),
        // Whoever reads the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::tell(&format!("{error:#}"));
            Status::Unknown.into()
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
