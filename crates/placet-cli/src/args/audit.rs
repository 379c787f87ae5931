//! `placet audit`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use placet::Usage;
use placet_bulk::{Format, Table};

use super::value::usage;
use super::{FamilyArgs, FetchArgs};

/// Read the robots.txt of a million sites and write tables: who closes what to whom
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Inputs are recognised by their first bytes:
  WARC        also compressed (.warc.gz), such as the robots.txt archives of Common Crawl: every
              answer for a robots.txt counts; a redirect is a row with its target
  Parquet     one row for each site; so are the objects of JSON lines, also compressed (.gz), and
              the lines of `placet fetch --with-body`. The columns origin, body, status and time are
              found by their usual names; --column names others
  tar         also compressed (.tar.gz, .tar.zst): robots.txt files whose paths have the host name,
              such as example.com/robots.txt or example.com.txt
  a folder    the same; WARC, Parquet, JSON lines and tar files in it are read, too
  another     file is one robots.txt

Tables, each a folder below --output:
  sites       one row for each answer: status, size, digest, groups, rules, signals
  access      one row for each answer and crawler: how it is addressed, how much is closed to it and
              by which lines, crawl-delay, and verdicts as columns, such as may_train_ai
  signals     what each family of signals states about each usage
  records     every record that is not a rule: sitemaps, signals, unknown keys
  findings    how often each lint rule finds something
docs/src/reference/audit.md lists their columns. --output also gets manifest.json, the inputs and
parts that are finished.

The rows have the order of the inputs. An input that is damaged gives rows with the outcome error,
which name the file and the place, and placet goes on after it. An audit that was interrupted is
continued by the same command; one that is finished is extended by inputs after the first ones.

Exit status:
  0  every input is read
  1  every input is read, and at least one place is unreadable: a row with the outcome error
  2  not finished, or an error

Examples:
  Who closes what to the known crawlers, in a crawl of Common Crawl:
    placet audit 'CC-MAIN-2024-10/*.warc.gz' --output audit
  May these crawlers train AI with the home page and with /news/?
    placet audit sites.parquet -o audit --agent GPTBot,CCBot --usage train-ai --paths /news/
  Fetch the robots.txt of a list of sites, and the files with signals:
    placet audit --origins origins.txt --signal-files -o audit
  Summarize it, with charts, and show what changed since another one:
    placet audit -o audit --summary --report report.html --compare audit-of-last-year
  Only two tables, as CSV:
    placet audit robots.tar.zst -o audit --tables sites,access --format csv")]
pub(crate) struct Audit {
    /// A file, a folder, - for standard input, or a pattern with * and ?, in quotes
    #[arg(value_name = "INPUT", required_unless_present_any = [
        "origins", "summary", "report", "compare",
    ])]
    pub(crate) inputs: Vec<PathBuf>,

    /// The folder for the tables; created if it does not exist
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,

    /// A list of sites to fetch, one on each line; - reads standard input. Empty lines and lines that
    /// start with # are skipped
    #[arg(long, value_name = "FILE")]
    pub(crate) origins: Option<PathBuf>,

    /// The crawlers to ask about, separated by commas; can be repeated [default: all that `placet
    /// crawlers` lists]
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) agent: Vec<String>,

    /// A file with crawlers to ask about, one on each line; lines that start with # are skipped
    #[arg(long, value_name = "FILE")]
    pub(crate) agents: Option<PathBuf>,

    /// The usages to ask about, separated by commas; can be repeated [default: crawl,train-ai]
    #[arg(short, long, value_name = "USAGES", value_delimiter = ',', value_parser = usage())]
    pub(crate) usage: Vec<Usage>,

    /// Paths to ask about next to /, separated by commas; can be repeated
    #[arg(long, value_name = "PATHS", value_delimiter = ',')]
    pub(crate) paths: Vec<String>,

    #[command(flatten)]
    pub(crate) families: FamilyArgs,

    /// The tables to write, separated by commas; without findings, files are not linted, which is
    /// faster [default: all]
    #[arg(long, value_name = "TABLES", value_delimiter = ',', value_parser = table())]
    pub(crate) tables: Vec<Table>,

    /// The format of the tables
    #[arg(short, long, value_name = "FORMAT", default_value = "parquet", value_parser = format())]
    pub(crate) format: Format,

    /// The column of Parquet files and JSON lines that has the origin, body, status or time; can be
    /// repeated
    #[arg(long, value_name = "ROLE=NAME", value_parser = column)]
    pub(crate) column: Vec<(ColumnRole, String)>,

    /// How many threads make rows [default: one per core]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// How many answers one file of a table has; after each such part, an interrupted audit can be
    /// continued [default: 65536]
    #[arg(long, value_name = "N")]
    pub(crate) part_captures: Option<NonZeroU64>,

    /// With --origins, also fetch tdmrep.json, trust.txt, ai.txt and RSL licences
    #[arg(long, requires = "origins")]
    pub(crate) signal_files: bool,

    /// With --origins, how many sites to ask at the same time
    #[arg(long, value_name = "N", default_value = "64")]
    pub(crate) connections: NonZeroUsize,

    /// With --origins, the User-Agent field to send [default: placet's own]
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    /// Print a summary of the tables: shares by crawler, usage and signal, contradictions, findings,
    /// and the query that gives each number. Without an input, of an audit that exists
    #[arg(long)]
    pub(crate) summary: bool,

    /// Write the summary as an HTML page with charts
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,

    /// Compare with an earlier audit: which sites closed or opened what for whom
    #[arg(long, value_name = "FOLDER")]
    pub(crate) compare: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,
}

/// What a column of the input has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnRole {
    Origin,
    Body,
    Status,
    Time,
}

fn table() -> impl TypedValueParser<Value = Table> {
    PossibleValuesParser::new(Table::ALL.map(Table::name)).try_map(|name| name.parse::<Table>())
}

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

fn column(text: &str) -> Result<(ColumnRole, String), String> {
    let (role, name) = text.split_once('=').ok_or("expected ROLE=NAME, such as body=content")?;
    let role = match role {
        "origin" => ColumnRole::Origin,
        "body" => ColumnRole::Body,
        "status" => ColumnRole::Status,
        "time" => ColumnRole::Time,
        _ => return Err(format!("{role:?} is not origin, body, status or time")),
    };
    Ok((role, name.to_owned()))
}
