//! `placet diff`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use placet::Usage;
use placet::compare::Effect;
use url::Url;

use super::value::{reference, usage};
use super::{FetchArgs, OutputArgs, ReadArgs, ReferenceArgs, SignalArgs};

/// Show how two robots.txt files differ in effect: what closes, what opens, and for which crawlers
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
placet compares the files exactly, for all paths and all usages: for each crawler that either file
names, and for all others together. Each change comes with an example path and the deciding line in
both files. Edits that change no decision are not listed. If a file is too complex to compare
completely, placet lists the changes that it found and reports that there may be more.

Signals about the use of content count too: those of robots.txt, and those of the files given with
--old-tdmrep, --new-tdmrep and so on. A file given for one side only is a file that the other side
does not have; --tdmrep and so on give a file for both. Between two live sites, placet fetches and
compares these files. If one side is a live site, its files count for both sides, unless a file is
given. Licences that robots.txt refers to and that are not given are listed: they are not compared.
Use --signals to choose the families that count.

Conditions are compared as written, whatever the date. Crawlers differ by name and, if the files
mention purposes, by one purpose each. Use --agent with a whole User-Agent field if a file addresses
parts of that field.

With --urls, placet counts over a list of URLs instead: how many close, open, or get other
conditions. Empty lines and lines that start with # are skipped.

Exit status:
  0  no change in effect
  1  a change; with --fail-on, a change of a listed kind
  2  unknown: a file is unreadable, or there may be more changes than were found

Examples:
  Compare two local files:
    placet diff robots.txt new-robots.txt
  Compare for one crawler and one usage:
    placet diff examples/robots.txt examples/acap.txt --agent ExampleBot --usage crawl
  Fail if a new file closes something that the live site permits:
    placet diff https://example.com robots.txt --fail-on closes
  Compare with the committed version:
    git show HEAD:robots.txt | placet diff - robots.txt --agent GPTBot --agent Googlebot
  Compare two usages and print JSON:
    placet diff old.txt new.txt --usage index --usage train-ai --json
  Compare two versions of tdmrep.json:
    placet diff robots.txt robots.txt --old-tdmrep old.json --new-tdmrep new.json
  Count over a list of URLs:
    placet diff old.txt new.txt --urls urls.txt")]
pub(crate) struct Diff {
    /// The old robots.txt: a file, - for standard input, or the URL of a site
    pub(crate) old: String,

    /// The new robots.txt, in the same forms
    pub(crate) new: String,

    /// Compare for this crawler only, by its product token or its whole User-Agent field; can be
    /// repeated
    #[arg(short, long, value_name = "NAME", group = "crawlers")]
    pub(crate) agent: Vec<String>,

    /// Compare for the crawler with exactly this product token only, even if it looks like a
    /// User-Agent field; can be repeated
    #[arg(long, value_name = "NAME", group = "crawlers")]
    pub(crate) agent_exact: Vec<String>,

    /// A purpose of the crawlers given with --agent; can be repeated
    #[arg(long, value_name = "PURPOSE", requires = "crawlers")]
    pub(crate) purpose: Vec<String>,

    /// Compare this usage only; can be repeated
    #[arg(short, long, value_parser = usage())]
    pub(crate) usage: Vec<Usage>,

    /// Exit with 1 only for changes of these kinds
    #[arg(long, value_enum, value_name = "EFFECT", value_delimiter = ',')]
    pub(crate) fail_on: Vec<FailOn>,

    /// Count the changes over a list of URLs, one per line; - reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// How many threads to use for --urls [default: one per core]
    #[arg(long, value_name = "N", requires = "urls")]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) references: ReferenceArgs,

    #[command(flatten)]
    pub(crate) signals: SidesArgs,

    #[command(flatten)]
    pub(crate) reading: ReadArgs,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The files with signals of the two sides.
#[derive(Debug, ClapArgs)]
pub(crate) struct SidesArgs {
    #[command(flatten)]
    pub(crate) both: SignalArgs,

    /// A copy of the old /.well-known/tdmrep.json
    #[arg(long, value_name = "FILE", conflicts_with = "tdmrep")]
    old_tdmrep: Option<PathBuf>,

    /// A copy of the new /.well-known/tdmrep.json
    #[arg(long, value_name = "FILE", conflicts_with = "tdmrep")]
    new_tdmrep: Option<PathBuf>,

    /// A copy of the old /trust.txt
    #[arg(long, value_name = "FILE", conflicts_with = "trust_txt")]
    old_trust_txt: Option<PathBuf>,

    /// A copy of the new /trust.txt
    #[arg(long, value_name = "FILE", conflicts_with = "trust_txt")]
    new_trust_txt: Option<PathBuf>,

    /// A copy of the old /ai.txt
    #[arg(long, value_name = "FILE", conflicts_with = "ai_txt")]
    old_ai_txt: Option<PathBuf>,

    /// A copy of the new /ai.txt
    #[arg(long, value_name = "FILE", conflicts_with = "ai_txt")]
    new_ai_txt: Option<PathBuf>,

    /// A copy of an RSL licence that the old side refers to, by its URL; can be repeated
    #[arg(long, value_name = "URL=FILE", value_parser = reference)]
    old_rsl: Vec<(String, PathBuf)>,

    /// A copy of an RSL licence that the new side refers to, by its URL; can be repeated
    #[arg(long, value_name = "URL=FILE", value_parser = reference)]
    new_rsl: Vec<(String, PathBuf)>,

    /// The address of the site, if licences are about several sites [default: that of a live site]
    #[arg(long, value_name = "URL")]
    pub(crate) site: Option<Url>,
}

impl SidesArgs {
    /// The files of the old side and of the new side.
    pub(crate) fn sides(&self) -> [SignalArgs; 2] {
        let side = |tdmrep: &Option<_>, trust_txt: &Option<_>, ai_txt: &Option<_>, rsl: &[_]| {
            let mut side = self.both.clone();
            side.tdmrep = tdmrep.clone().or(side.tdmrep);
            side.trust_txt = trust_txt.clone().or(side.trust_txt);
            side.ai_txt = ai_txt.clone().or(side.ai_txt);
            side.rsl.extend_from_slice(rsl);
            side
        };
        [
            side(&self.old_tdmrep, &self.old_trust_txt, &self.old_ai_txt, &self.old_rsl),
            side(&self.new_tdmrep, &self.new_trust_txt, &self.new_ai_txt, &self.new_rsl),
        ]
    }
}

/// A kind of change that makes the exit status 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    /// A permitted usage becomes prohibited
    Closes,
    /// A prohibited usage becomes permitted
    Opens,
    /// A usage is permitted under other conditions
    Conditions,
}

impl From<FailOn> for Effect {
    fn from(fail_on: FailOn) -> Self {
        match fail_on {
            FailOn::Closes => Self::Closes,
            FailOn::Opens => Self::Opens,
            FailOn::Conditions => Self::Conditions,
        }
    }
}
