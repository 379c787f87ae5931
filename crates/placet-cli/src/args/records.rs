//! `placet records`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{OutputArgs, ReadArgs, SignalArgs};

/// Show what robots.txt files contain: crawlers, how much is closed to each and by which lines, ACAP
/// records, sitemaps, other records and problems
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
How much is closed to a crawler is computed exactly, not by trying URLs: nothing, part, everything,
or undetermined if the computation would take too long. Both rules and ACAP fields count;
/robots.txt itself does not. Everything is closed to a crawler that an ACAP record refers to another
file, because that file is not read.

If the file, or a file given with --tdmrep, --trust-txt or --ai-txt, has signals about the use of
content, a table shows what each crawler may do with /; other paths may differ.

A directory means all files below it except hidden ones, in sorted order. A quoted glob pattern
('sites/*/robots.txt', '**/*.txt') works too. With --format json, a single file is printed as one
document; several files, a directory or a pattern are printed as JSON lines. Each object has the
name of its file in \"file\".

Exit status:
  0  shown
  2  a file is unreadable; the others are shown

Examples:
  Show a file:
    placet records examples/robots.txt
  Show what applies to two crawlers, whether the file names them or not:
    placet records examples/robots.txt --agent GPTBot --agent ExampleBot
  Show what applies to each well-known crawler:
    placet records robots.txt --agent known
  Show all files below a folder, one JSON object per line:
    placet records sites/ --format jsonl
  Read standard input and print JSON:
    curl -s https://example.com/robots.txt | placet records - --json")]
pub(crate) struct Records {
    /// robots.txt files, directories, or quoted glob patterns; - reads standard input
    #[arg(value_name = "FILE|DIR", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Show only what applies to this crawler, whether a file names it or not, or known for each
    /// well-known crawler; can be repeated
    #[arg(short, long, value_name = "NAME")]
    pub(crate) agent: Vec<String>,

    #[command(flatten)]
    pub(crate) signals: SignalArgs,

    #[command(flatten)]
    pub(crate) reading: ReadArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
