//! `placet signals`, and the arguments about signals that other commands share.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;
use placet::AgentPolicy;
use placet::signals::{Families, SignalFiles};

use super::value::{families, reference};
use super::{FetchArgs, OutputArgs, PageArgs, ReadArgs};
use crate::input;

/// Local copies of the files that signals are read from, and which signals to read.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct SignalArgs {
    /// A copy of the site's /.well-known/tdmrep.json
    #[arg(long, value_name = "FILE")]
    tdmrep: Option<PathBuf>,

    /// A copy of the site's /trust.txt
    #[arg(long, value_name = "FILE")]
    trust_txt: Option<PathBuf>,

    /// A copy of the site's /ai.txt
    #[arg(long, value_name = "FILE")]
    ai_txt: Option<PathBuf>,

    /// A copy of an RSL licence, by its URL; can be repeated
    #[arg(long, value_name = "URL=FILE", value_parser = reference)]
    rsl: Vec<(String, PathBuf)>,

    /// Which families of signals to read: none, or names separated by commas, such as
    /// aipref,content-signal,tdmrep [default: all]
    #[arg(long, value_name = "LIST", value_parser = families)]
    signals: Option<Families>,
}

impl SignalArgs {
    /// The files that are read.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        let named = [&self.tdmrep, &self.trust_txt, &self.ai_txt].into_iter().flatten();
        named.chain(self.rsl.iter().map(|(_, path)| path))
    }

    /// The families that are read.
    pub(crate) fn families(&self) -> Families {
        self.signals.unwrap_or_default()
    }

    /// The policy with these files and families.
    pub(crate) fn apply(&self, policy: &AgentPolicy) -> Result<AgentPolicy> {
        Ok(policy.signal_files(&self.files()?).families(self.families()))
    }

    /// Reads the files.
    pub(crate) fn files(&self) -> Result<SignalFiles> {
        let read = |path: &PathBuf| input::read(path, placet::limits::SIGNAL_FILE);
        let mut files = SignalFiles::new();
        if let Some(path) = &self.tdmrep {
            files = files.tdmrep(&read(path)?);
        }
        if let Some(path) = &self.trust_txt {
            files = files.trust_txt(&read(path)?);
        }
        if let Some(path) = &self.ai_txt {
            files = files.ai_txt(&read(path)?);
        }
        for (url, path) in &self.rsl {
            files = files.rsl(url, &read(path)?);
        }
        Ok(files)
    }
}

/// Show what a site says about AI and text and data mining, family by family, with contradictions
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The families are the standards in which sites speak about the use of their content:
  aipref          Content-Usage, by the drafts of the IETF
  content-signal  Content-Signal, by Cloudflare
  tdmrep          TDM Reservation Protocol: tdmrep.json, header fields, META elements
  rsl             Really Simple Licensing: License lines, Link header fields, documents
  noai            noai, noimageai and noml in header fields and META elements
  ai-training     DisallowAITraining and AllowAITraining
  control-token   groups for tokens such as Google-Extended
  trust-txt       datatrainingallowed in trust.txt
  ai-txt          ai.txt, by Spawning

Each family is read by its own law. A refusal by any of them prohibits, and no permission lifts it.

Exit status:
  0  shown
  2  an error

Examples:
  Show a live site:
    placet signals https://example.com/
  Show a local robots.txt with a copy of tdmrep.json, for two crawlers:
    placet signals examples/signals.txt --tdmrep examples/tdmrep.json -a GPTBot -a CCBot
  Print JSON:
    placet signals examples/signals.txt --json")]
pub(crate) struct Signals {
    /// An http or https URL, or a robots.txt file; - reads standard input
    #[arg(value_name = "URL|FILE")]
    pub(crate) source: String,

    /// The crawler to ask for; can be repeated [default: crawlers that robots.txt does not name]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) agent: Vec<String>,

    #[command(flatten)]
    pub(crate) files: SignalArgs,

    #[command(flatten)]
    pub(crate) reading: ReadArgs,

    #[command(flatten)]
    pub(crate) page: PageArgs,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
