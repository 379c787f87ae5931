//! `placet fetch`, and the options of all commands that fetch.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::JsonLinesArgs;
use super::value::{ceiling, store};

/// The value of `--store`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StoreLocation {
    /// In memory, while the command runs.
    Memory,
    /// In a local file.
    File(PathBuf),
    /// In Redis or Valkey, by address.
    Redis(String),
}

/// Where to keep fetched files.
#[derive(Debug, ClapArgs)]
pub(crate) struct StoreArgs {
    /// Where to keep fetched files: memory, a file, or redis://HOST:PORT/DB (rediss:// for TLS)
    /// [default: a file in the user's cache folder]
    #[arg(long, value_name = "WHERE", value_parser = store)]
    pub(crate) store: Option<StoreLocation>,
}

/// How to send requests.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct NetworkArgs {
    /// The time limit for one question, or for one site if there are many: robots.txt, redirects,
    /// referenced files and the page together [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: Option<u64>,

    /// Also connect to loopback, private, link-local and other local addresses, which a hostile site
    /// could otherwise reach through placet. Cloud metadata services, multicast and reserved
    /// addresses stay blocked
    #[arg(long)]
    pub(crate) allow_private: bool,
}

/// How to fetch files and where to keep them.
#[derive(Debug, ClapArgs)]
pub(crate) struct FetchArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// The maximum age of a stored answer; 0 always asks the site. An answer is never used for more
    /// than a day [default: 86400]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) max_age: Option<u64>,

    #[command(flatten)]
    pub(crate) network: NetworkArgs,
}

/// Fetch the robots.txt of many sites, or take them from the store: one JSON line per site
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The lines have the order of the sites:
  {\"origin\": \"https://example.com\", \"url\": ..., \"standing\": \"fetched\", \"cause\": ...,
   \"status\": 200, \"final_url\": ..., \"chain\": [...], \"checked\": ..., \"until\": ...,
   \"digest\": \"sha256:...\", \"octets\": 120, \"fetched\": ..., \"problems\": []}

  standing    fetched: the rules apply
              unavailable: the site has no robots.txt, so everything is permitted
              unreachable: the request failed, so everything is prohibited
              stale: the request failed, so the last good copy applies
  until       when placet asks the site again, at most a day later
  octets      the size of robots.txt in bytes

A name that is not an origin, and a site that placet could not ask because of a local error, give
{\"origin\": ..., \"error\": ...}; the run continues.

With --with-body, each line also contains the file: its text as robots, or its bytes in base64 as
robots_b64 if it is not UTF-8. `placet decide` accepts these lines as questions once you add the
crawler and the path:
  placet fetch --with-body --input origins.txt | placet decide --agent ExampleBot --url /news/

Exit status:
  0  every site answered: with a robots.txt, or that it has none
  1  at least one site is unreachable
  2  at least one name is not an origin, or has a private address, or an error

Examples:
  Fetch two sites:
    placet fetch example.com https://example.org
  Fetch a site and decide about indexing its home page:
    placet fetch --with-body example.com | placet decide --agent ExampleBot --usage index --url /
  Fetch a list of sites, 200 at a time:
    placet fetch --input origins.txt --jobs 200 > robots.jsonl")]
pub(crate) struct Fetch {
    /// A site: scheme, host and port; the default scheme is https
    #[arg(value_name = "ORIGIN", required_unless_present = "input")]
    pub(crate) origins: Vec<String>,

    /// A list of sites, one per line; - reads standard input. Empty lines and lines that start with
    /// # are skipped
    #[arg(short, long, value_name = "FILE", conflicts_with = "origins")]
    pub(crate) input: Option<PathBuf>,

    /// How many sites to ask at the same time; lowered if the limit on open files is too low
    #[arg(short, long, value_name = "N", default_value = "64")]
    pub(crate) jobs: NonZeroUsize,

    /// The User-Agent field to send [default: placet's own]
    #[arg(long, value_name = "FIELD")]
    pub(crate) user_agent: Option<String>,

    /// How many bytes of a robots.txt to read, at least 512000 [default: 512000]
    #[arg(long, value_name = "BYTES", value_parser = ceiling)]
    pub(crate) ceiling: Option<usize>,

    /// Add the contents of each file, as `placet decide` accepts them
    #[arg(long)]
    pub(crate) with_body: bool,

    #[command(flatten)]
    pub(crate) output: JsonLinesArgs,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,
}
