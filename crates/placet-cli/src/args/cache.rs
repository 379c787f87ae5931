//! `placet cache` and `placet replay`.

use clap::{Args as ClapArgs, Subcommand};
use placet::Usage;

use super::value::{digest_reference, usage};
use super::{AgentArgs, CrawlerArgs, FamilyArgs, OutputArgs, ReadArgs, StoreArgs};

/// Show or remove stored files
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  done
  1  show: the store has no such entry
  2  the store could not be opened, or another error

Examples:
  List all entries:
    placet cache list
  Print the stored robots.txt of a site:
    placet cache show https://example.com --body
  Remove what is stored about a site:
    placet cache purge https://example.com")]
pub(crate) struct Cache {
    #[command(subcommand)]
    pub(crate) command: CacheCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CacheCommand {
    List(List),
    Show(Show),
    Purge(Purge),
}

/// List all entries: fetched files by URL, and the bytes of earlier decisions by digest
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  listed
  2  the store could not be opened, or another error

Examples:
  List the default store as a table:
    placet cache list
  List a shared store as JSON lines:
    placet cache list --store redis://localhost:6379/0 --json")]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// The output format: a table for people, or JSON lines
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = ListFormat::Text)]
    format: ListFormat,

    /// Short for --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// The output format of `placet cache list`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ListFormat {
    Text,
    Jsonl,
}

impl List {
    /// Whether to print for programs.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == ListFormat::Jsonl
    }
}

/// Show one entry
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  shown
  1  the store has no such entry
  2  the store could not be opened, or another error

Examples:
  Show when the robots.txt of a site was fetched and when it expires:
    placet cache show https://example.com
  Save the stored robots.txt:
    placet cache show https://example.com --body > robots.txt")]
pub(crate) struct Show {
    /// A site, for its robots.txt; or the digest of the bytes, sha256:...
    #[arg(value_name = "ORIGIN|DIGEST")]
    pub(crate) entry: String,

    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Print the file itself, exactly as the server sent it
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pub(crate) body: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Remove entries of sites: their robots.txt, the files it refers to, and the bytes kept for replay
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit status:
  0  removed, or nothing to remove
  2  the store could not be opened, or another error

Examples:
  Remove two sites:
    placet cache purge https://example.com https://example.org
  Empty the store:
    placet cache purge --all")]
pub(crate) struct Purge {
    /// A site; or the digest of the bytes, sha256:...
    #[arg(value_name = "ORIGIN|DIGEST", required_unless_present = "all")]
    pub(crate) entries: Vec<String>,

    /// Remove everything
    #[arg(long, conflicts_with = "entries")]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// Repeat an earlier decision from the stored bytes, without any request
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
check, matrix and explain store the bytes that they decide from under their digest, and print the
digest with --evidence and --json. With a digest, replay decides from exactly those bytes, whatever
the site has published since. With an origin, replay uses the latest stored copy, however old.
Files that ACAP records refer to and files with signals also come from the store: the latest copy,
or the bytes that --reference names.

Exit status:
  0  permitted
  1  prohibited
  2  unknown, or the bytes are not in the store, or another error

Examples:
  Decide from the latest stored copy:
    placet replay https://example.com https://example.com/drafts/42 --agent ExampleBot
  Decide from the bytes of an earlier decision:
    placet replay sha256:e3b0... /drafts/42 --agent ExampleBot --usage index
  Also choose the bytes of a referenced file:
    placet replay sha256:e3b0... / --agent ExampleBot --reference /more.txt=sha256:9f86...")]
pub(crate) struct Replay {
    /// The digest of the bytes, sha256:...; or a site
    #[arg(value_name = "DIGEST|ORIGIN")]
    pub(crate) entry: String,

    /// The URL: absolute, or a path that starts with /
    pub(crate) url: String,

    #[command(flatten)]
    pub(crate) agent: AgentArgs,

    /// What the crawler wants to do with the URL
    #[arg(short, long, default_value = "crawl", value_parser = usage())]
    pub(crate) usage: Usage,

    /// The digest of a file that robots.txt refers to, or of a file with signals, by its path or URL;
    /// can be repeated
    #[arg(
        long,
        alias = "referred",
        value_name = "PATH=DIGEST",
        value_parser = digest_reference
    )]
    pub(crate) reference: Vec<(String, String)>,

    #[command(flatten)]
    pub(crate) families: FamilyArgs,

    #[command(flatten)]
    pub(crate) store: StoreArgs,

    #[command(flatten)]
    pub(crate) reading: ReadArgs,

    #[command(flatten)]
    pub(crate) crawler: CrawlerArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
