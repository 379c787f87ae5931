//! `placet signals`, and the arguments about signals that other commands share.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;
use placet::signals::{Families, SignalFile, SignalFiles};

use super::value::{families, reference};
use super::{FetchArgs, OutputArgs, PageArgs, ReadArgs};
use crate::input;

/// Local copies of the files that signals are read from, and which signals to read.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(crate) struct SignalArgs {
    /// A copy of the site's /.well-known/tdmrep.json
    #[arg(long, value_name = "FILE")]
    pub(super) tdmrep: Option<PathBuf>,

    /// A copy of the site's /trust.txt
    #[arg(long, value_name = "FILE")]
    pub(super) trust_txt: Option<PathBuf>,

    /// A copy of the site's /ai.txt
    #[arg(long, value_name = "FILE")]
    pub(super) ai_txt: Option<PathBuf>,

    /// A copy of an RSL licence, by its URL; can be repeated
    #[arg(long, value_name = "URL=FILE", value_parser = reference)]
    pub(super) rsl: Vec<(String, PathBuf)>,

    #[command(flatten)]
    pub(crate) families: FamilyArgs,
}

/// Which signals to read.
#[derive(Debug, Default, Clone, Copy, ClapArgs)]
pub(crate) struct FamilyArgs {
    /// Which families of signals to read: none, or names separated by commas, such as
    /// aipref,content-signal,tdmrep [default: all]
    #[arg(long = "signals", id = "families", value_name = "LIST", value_parser = families)]
    chosen: Option<Families>,
}

impl FamilyArgs {
    /// The families to read.
    pub(crate) fn chosen(self) -> Families {
        self.chosen.unwrap_or_default()
    }

    /// The same, if they are given.
    pub(crate) fn given(self) -> Option<Families> {
        self.chosen
    }
}

impl SignalArgs {
    /// The local copies, with what each is.
    pub(crate) fn copies(&self) -> impl Iterator<Item = (SignalFile, &PathBuf)> {
        let named = [
            (SignalFile::Tdmrep, &self.tdmrep),
            (SignalFile::TrustTxt, &self.trust_txt),
            (SignalFile::AiTxt, &self.ai_txt),
        ];
        let named = named.into_iter().filter_map(|(file, path)| Some((file, path.as_ref()?)));
        named.chain(self.rsl.iter().map(|(url, path)| (SignalFile::Rsl(url.as_str().into()), path)))
    }

    /// The paths of the local copies.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.copies().map(|(_, path)| path)
    }

    /// The local copies, read.
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

For a URL, placet fetches robots.txt and the files with signals: tdmrep.json, trust.txt, ai.txt and
the RSL licences that robots.txt refers to. With --page it also fetches the page.

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

    /// The crawler to ask for, or known for each well-known crawler; can be repeated [default:
    /// crawlers that robots.txt does not name, with the well-known crawlers for which it differs]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) agent: Vec<String>,

    #[command(flatten)]
    pub(crate) files: SignalArgs,

    #[command(flatten)]
    pub(crate) reading: ReadArgs,

    #[command(flatten)]
    pub(crate) page: PageArgs,

    /// For a URL, also fetch the page, if crawlers that robots.txt does not name may crawl it
    #[arg(long = "page", conflicts_with_all = ["header", "html"])]
    pub(crate) fetch_page: bool,

    #[command(flatten)]
    pub(crate) fetching: FetchArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
