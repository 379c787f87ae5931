//! `placet fmt`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::OutputArgs;

/// Format robots.txt files uniformly without changing their meaning
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Keys get their usual spelling, with one space after the colon and before a comment. One blank line
precedes each group and each ACAP record; there are none inside. Byte order marks and trailing
whitespace are removed. Lines end in LF, or in CR LF if all ACAP fields do. Comments, values and
lines that are not records stay as they are.

placet verifies in all three profiles that the result means the same as the source. It leaves a file
unchanged if the meaning would change, if it is a web page, if it is UTF-16, or if it is longer than
the 500 KiB that every crawler reads.

Exit status:
  0  all files are formatted
  1  with --check or --diff: at least one file would change
  2  a file is unreadable or was left unchanged

Examples:
  Format a file in place:
    placet fmt robots.txt
  Check the format without writing, for example in CI:
    placet fmt --check examples/robots.txt
    placet fmt --check sites/*/robots.txt
  Show what would change:
    placet fmt --diff examples/acap.txt
  Format standard input:
    curl -s https://example.com/robots.txt | placet fmt -")]
pub(crate) struct Fmt {
    /// The files; - reads standard input and writes the result to standard output
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Write nothing; print the names of the files that would change
    #[arg(long, conflicts_with = "diff")]
    pub(crate) check: bool,

    /// Write nothing; show what would change
    #[arg(long)]
    pub(crate) diff: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
