//! `placet fmt`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::Shown;

/// Write robots.txt files in one stable form, without changing what they mean in any profile
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Names of fields get their usual spelling, one space behind the colon and before a comment. One blank
line stands before each group and each ACAP record, none inside. Byte order marks and white space
at the ends of lines go; lines end in LF, in CR LF where all ACAP fields do. Comments, values and
lines that are no records stay as they are.

What was read before and after is compared by all three profiles; a file that would mean something
else, is a web page, is UTF-16, or is longer than the 500 KiB that all crawlers read, is left as it
is.

Exit status:
  0  all files have their form (now)
  1  with --check or --diff: some do not
  2  a file was left as it is or could not be read

Examples:
  placet fmt robots.txt
  placet fmt --check examples/robots.txt
  placet fmt --diff examples/acap.txt
  placet fmt --check sites/*/robots.txt
  curl -s https://example.com/robots.txt | placet fmt -")]
pub(crate) struct Fmt {
    /// The files; - reads one from standard input, and writes it to standard output
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Write nothing: print the names of the files that would change
    #[arg(long, conflicts_with = "diff")]
    pub(crate) check: bool,

    /// Write nothing: show what would change
    #[arg(long)]
    pub(crate) diff: bool,

    #[command(flatten)]
    pub(crate) shown: Shown,
}
