//! The binary `placet`: may this crawler use this URL, and which line of the site decides?

mod args;
mod audit;
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
mod fetcher;
mod files;
mod fmt;
mod input;
mod lines;
mod lint;
mod output;
mod page;
mod question;
mod records;
mod replay;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod signal_files;
mod signals;
mod store;
mod test;
mod write;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use args::{Args, Color, Command};

/// The result of a command as an exit status. The result of several parts is their maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Permitted, or done.
    Yes,
    /// Prohibited, or something was found.
    No,
    /// Unknown, or at least partly failed.
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
    let matches = Args::command().color(Color::from_env_args().for_help()).get_matches();
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    args.color.apply();
    let result = match args.command {
        Command::Check(check) => check::run(&check),
        Command::Matrix(matrix) => check::run_matrix(&matrix),
        Command::Explain(explain) => explain::run(&explain),
        Command::Decide(decide) => decide::run(&decide),
        Command::Audit(audit) => audit::run(&audit),
        Command::Records(records) => records::run(&records),
        Command::Page(page) => page::run(&page),
        Command::Extract(extract) => extract::run(&extract),
        Command::Fetch(fetch) => fetch::run(&fetch),
        Command::Cache(cache) => cache::run(&cache),
        Command::Replay(replay) => replay::run(&replay),
        Command::Lint(args) => lint::run(&args),
        Command::Rule(rule) => lint::run_rule(&rule),
        Command::Crawlers(crawlers) => crawlers::run(&crawlers),
        Command::Signals(signals) => signals::run(&signals),
        Command::Diff(diff) => diff::run(&diff),
        Command::Fmt(args) => fmt::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Write(args) => write::run(&args),
        Command::Test(args) => test::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        Command::Completions(args) => shell::run_completions(&args),
        Command::Man(args) => shell::run_man(&args),
    };
    match result {
        Ok(status) => status.into(),
        // The reader of the output has closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::message(&format!("{error:#}"));
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
