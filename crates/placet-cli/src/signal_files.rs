//! Reads and fetches the files that contain signals.

use anyhow::{Context as _, Result};
use placet::signals::{Families, SignalFiles};
use placet::{AgentPolicy, AskedAt, Usage};
use placet_fetch::{Origin, SignalEntries};
use placet_report::signals::files_needed;
use url::Url;

use crate::args::SignalArgs;
use crate::fetcher::Fetcher;

/// Local copies of files, and the families of signals to read.
#[derive(Debug)]
pub(crate) struct LocalSignals {
    files: SignalFiles,
    families: Families,
}

/// A policy with all files that it needs, and the entries of those that were fetched.
#[derive(Debug)]
pub(crate) struct LiveSignals {
    pub(crate) policy: AgentPolicy,
    pub(crate) entries: SignalEntries,
}

impl LocalSignals {
    /// Reads the local copies.
    pub(crate) fn read(args: &SignalArgs) -> Result<Self> {
        Ok(Self { files: args.files()?, families: args.families.chosen() })
    }

    /// The policy with these files and families.
    pub(crate) fn apply(&self, policy: &AgentPolicy) -> AgentPolicy {
        let policy = policy.families(self.families);
        let has_files = self.files.iter().next().is_some();
        if has_files { policy.signal_files(&self.files) } else { policy }
    }

    /// Fetches the other files that decisions about these usages of a URL depend on, unless the
    /// crawler may not crawl it: then no usage is permitted anyway.
    pub(crate) fn fetch(
        &self,
        fetcher: &Fetcher,
        url: &Url,
        policy: &AgentPolicy,
        usages: &[Usage],
    ) -> Result<LiveSignals> {
        let target = policy.target(url.as_str());
        let target = target.with_context(|| format!("cannot decide about {url}"))?;
        if !policy.verdict_on(Usage::Crawl, &target, &AskedAt::new()).is_permit() {
            return Ok(LiveSignals { policy: policy.clone(), entries: SignalEntries::default() });
        }
        self.fetch_anyway(fetcher, url, policy, usages)
    }

    /// The same, whether the crawler may crawl the URL or not.
    pub(crate) fn fetch_anyway(
        &self,
        fetcher: &Fetcher,
        url: &Url,
        policy: &AgentPolicy,
        usages: &[Usage],
    ) -> Result<LiveSignals> {
        let target = policy.target(url.as_str());
        let target = target.with_context(|| format!("cannot decide about {url}"))?;
        let needed = files_needed(policy, &target, usages);
        if needed.is_empty() {
            return Ok(LiveSignals { policy: policy.clone(), entries: SignalEntries::default() });
        }
        let entries = fetcher.signal_files(&Origin::of(url)?, needed)?;
        Ok(self.with(policy, entries))
    }

    /// The policy with these files and entries.
    pub(crate) fn with(&self, policy: &AgentPolicy, entries: SignalEntries) -> LiveSignals {
        let policy = policy.signal_files(&entries.add_to(self.files.clone()));
        LiveSignals { policy, entries }
    }
}
