//! The commands that ask sites and stores.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use placet::Usage;

use super::value::{ceiling, referred, store, usage};
use super::{Named, Reading, Shown, ShownLines, Who};

/// Where answers are kept: `--store`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// In memory, for as long as the command runs.
    Memory,
    /// In a file of this machine.
    File(PathBuf),
    /// In Redis or Valkey, by its address.
    Redis(String),
}

/// Where what is fetched is kept.
#[derive(Debug, ClapArgs)]
pub(crate) struct Kept {
    /// Where answers are kept: memory, a file, or redis://HOST:PORT/DB (rediss:// with TLS)
    /// [default: a file in the user's cache folder]
    #[arg(long, value_name = "WHERE", value_parser = store)]
    pub(crate) store: Option<Place>,
}

/// How files are got from sites.
#[derive(Debug, ClapArgs)]
pub(crate) struct Fetching {
    #[command(flatten)]
    pub(crate) kept: Kept,

    /// Use no answer that is older; 0 asks the site in any case. No answer is ever used for more
    /// than a day [default: 86400]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) max_age: Option<u64>,

    /// How long a question may take: robots.txt, its redirects, the files it refers to and the page,
    /// together; for many sites, each of them [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: Option<u64>,

    /// Connect to loopback, private, link-local and other local addresses too, which sites could else
    /// abuse; never to a cloud's metadata service, nor to multicast and reserved addresses
    #[arg(long)]
    pub(crate) allow_private: bool,
}

/// Fetch the robots.txt of many sites, or find it in the store: a JSON line for each
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Lines come in the order of the origins:
  {\"origin\": \"https://example.com\", \"url\": ..., \"standing\": \"fetched\", \"cause\": ...,
   \"status\": 200, \"final_url\": ..., \"chain\": [...], \"checked\": ..., \"until\": ...,
   \"digest\": \"sha256:...\", \"bytes\": 120, \"fetched\": ..., \"problems\": []}

  standing    fetched: its rules apply; unavailable: there is none, and all is permitted;
              unreachable: all is prohibited; stale: the last good copy is used meanwhile
  until       when the site is asked again, at most a day later

What is no origin, and what this machine could not ask, gives {\"origin\": ..., \"error\": ...}, and
the run goes on.

With --with-body each line has the file too: robots, its text, or robots_b64, its bytes in base64
where they are no UTF-8. `placet decide` answers such lines, what is unavailable and unreachable
included, once it is told who asks about what:
  placet fetch --with-body --input origins.txt | placet decide --agent ExampleBot --url /news/

Exit status:
  0  each was fetched, or there is none
  1  some could not be reached
  2  some were no origins, or could not be asked: their addresses are private

Examples:
  placet fetch example.com https://example.org
  placet fetch --with-body example.com | placet decide --agent ExampleBot --usage index --url /
  placet fetch --input origins.txt --jobs 200 > robots.jsonl")]
pub(crate) struct Fetch {
    /// A site: scheme, host and port; https where no scheme is written
    #[arg(value_name = "ORIGIN", required_unless_present = "input")]
    pub(crate) origins: Vec<String>,

    /// Sites, one a line; - reads standard input. Empty lines and those that begin with # are
    /// passed over
    #[arg(short, long, value_name = "FILE", conflicts_with = "origins")]
    pub(crate) input: Option<PathBuf>,

    /// How many sites are asked at the same time; fewer where the limit on open files is too low
    #[arg(short, long, value_name = "N", default_value = "64")]
    pub(crate) jobs: NonZeroUsize,

    /// The User-Agent field to send [default: placet's own]
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    /// How many bytes of a robots.txt are read; at least 512000 [default: 512000]
    #[arg(long, value_name = "BYTES", value_parser = ceiling)]
    pub(crate) ceiling: Option<usize>,

    /// Add what each file holds, as `placet decide` takes it
    #[arg(long)]
    pub(crate) with_body: bool,

    #[command(flatten)]
    pub(crate) shown: ShownLines,

    #[command(flatten)]
    pub(crate) fetching: Fetching,
}

/// Show or forget what the store holds
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  done
  1  show: nothing is held about it
  2  the store could not be opened

Examples:
  placet cache list
  placet cache show https://example.com --body
  placet cache purge https://example.com")]
pub(crate) struct Cache {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    List(List),
    Show(Show),
    Purge(Purge),
}

/// List all that is held: files by their URLs, and bytes that decisions were made from by their
/// digests
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  listed
  2  the store could not be opened

Examples:
  placet cache list
  placet cache list --store redis://localhost:6379/0 --json")]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) kept: Kept,

    /// How it is printed: as a table for people, or as JSON lines
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = ListForm::Text)]
    format: ListForm,

    /// Short for --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// How a list is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ListForm {
    Text,
    Jsonl,
}

impl List {
    /// Whether it is printed for programs.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == ListForm::Jsonl
    }
}

/// Show what is held about one file
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  shown
  1  nothing is held about it
  2  the store could not be opened

Examples:
  placet cache show https://example.com
  placet cache show https://example.com --body > robots.txt")]
pub(crate) struct Show {
    /// A site, for its robots.txt; or the digest of bytes, sha256:...
    #[arg(value_name = "ORIGIN|DIGEST")]
    pub(crate) what: String,

    #[command(flatten)]
    pub(crate) kept: Kept,

    /// Write the bytes as they were sent, and nothing else
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pub(crate) body: bool,

    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Forget what is held about sites: their robots.txt, what that refers to, and the bytes kept to
/// decide again
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  forgotten, if it was held
  2  the store could not be opened

Examples:
  placet cache purge https://example.com https://example.org
  placet cache purge --all")]
pub(crate) struct Purge {
    /// A site; or the digest of bytes, sha256:...
    #[arg(value_name = "ORIGIN|DIGEST", required_unless_present = "all")]
    pub(crate) what: Vec<String>,

    /// Forget everything
    #[arg(long, conflicts_with = "what")]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) kept: Kept,
}

/// Decide again from the bytes of an earlier decision, without asking the site
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
check and matrix keep the bytes they decide from under their digest, which they tell with
--evidence and --json. By its digest a decision is made from the very same bytes, whatever the site
has said since; by its origin, from what was last held, however old. Files that ACAP records refer
to are taken from the store as they were last held, unless --referred tells which bytes they had.

Exit status:
  0  permitted
  1  prohibited
  2  it is not known, or the bytes are not in the store

Examples:
  placet replay https://example.com https://example.com/drafts/42 --agent ExampleBot
  placet replay sha256:e3b0... /drafts/42 --agent ExampleBot --usage index
  placet replay sha256:e3b0... / --agent ExampleBot --referred /more.txt=sha256:9f86...")]
pub(crate) struct Replay {
    /// The digest of the bytes, sha256:...; or a site
    #[arg(value_name = "DIGEST|ORIGIN")]
    pub(crate) what: String,

    /// The URL: absolute, or a path that begins with /
    pub(crate) url: String,

    #[command(flatten)]
    pub(crate) named: Named,

    /// What the crawler wants to do with the URL
    #[arg(short, long, default_value = "crawl", value_parser = usage())]
    pub(crate) usage: Usage,

    /// The digest of the bytes of a file that the robots.txt refers to, by its path or URL
    #[arg(long, value_name = "PATH=DIGEST", value_parser = referred)]
    pub(crate) referred: Vec<(String, String)>,

    #[command(flatten)]
    pub(crate) kept: Kept,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) who: Who,

    #[command(flatten)]
    pub(crate) shown: Shown,
}
