//! Reads and fetches the files that contain signals.

use anyhow::{Context as _, Result};
use placet::signals::{Families, SignalFile, SignalFiles};
use placet::{Agent, AgentPolicy, AskedAt, RobotsPolicy, Target, Usage};
use placet_fetch::{Origin, SignalEntries};
use placet_report::evidence;
use placet_report::signals::files_needed;
use url::Url;

use crate::args::SignalArgs;
use crate::fetcher::Fetcher;
use crate::output;

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
        let target = target(policy, url)?;
        if policy.verdict_on(Usage::Crawl, &target, &AskedAt::new()).is_permit() {
            self.fetch_for(fetcher, url, policy, &target, usages)
        } else {
            Ok(LiveSignals { policy: policy.clone(), entries: SignalEntries::default() })
        }
    }

    /// The same, whether the crawler may crawl the URL or not.
    pub(crate) fn fetch_anyway(
        &self,
        fetcher: &Fetcher,
        url: &Url,
        policy: &AgentPolicy,
        usages: &[Usage],
    ) -> Result<LiveSignals> {
        self.fetch_for(fetcher, url, policy, &target(policy, url)?, usages)
    }

    fn fetch_for(
        &self,
        fetcher: &Fetcher,
        url: &Url,
        policy: &AgentPolicy,
        target: &Target<'_>,
        usages: &[Usage],
    ) -> Result<LiveSignals> {
        let needed = files_needed(policy, target, usages);
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

/// The target of the URL of a request.
fn target<'u>(policy: &AgentPolicy, url: &'u Url) -> Result<Target<'u>> {
    policy.target(url.as_str()).with_context(|| format!("cannot decide about {url}"))
}

/// For how many crawlers that a robots.txt names the files are looked for.
const CRAWLERS: usize = 64;

/// The files with signals that answers about a site depend on, for any crawler and any usage, and that
/// are not there. `url` is its home page; with a path alone, references keep their form.
pub(crate) fn needed_by_any(
    policy: &RobotsPolicy,
    url: &str,
    files: &SignalFiles,
    families: Families,
) -> Vec<SignalFile> {
    let named = policy.addressees().into_iter().take(CRAWLERS);
    let mut needed = Vec::new();
    for agent in std::iter::once(Agent::exact("*")).chain(named) {
        let bot = policy.for_agent(agent).families(families).signal_files(files);
        let Ok(target) = bot.target(url) else { continue };
        // Every file with signals is about this usage.
        needed.extend(bot.signal_files_needed(Usage::TrainAi, &target));
    }
    needed.sort();
    needed.dedup();
    needed
}

/// Fetches the files with signals of a live site that are not given, for commands that rewrite what
/// it says.
pub(crate) fn with_live_files(
    fetcher: &Fetcher,
    url: &Url,
    policy: &RobotsPolicy,
    args: &SignalArgs,
) -> Result<SignalFiles> {
    let (origin, given) = (Origin::of(url)?, args.files()?);
    let home = format!("{origin}/");
    let needed = needed_by_any(policy, &home, &given, args.families.chosen());
    if needed.is_empty() {
        return Ok(given);
    }
    let entries = fetcher.signal_files(&origin, needed)?;
    for note in entries.iter().flat_map(evidence::signal_notes) {
        output::message(&note);
    }
    Ok(entries.add_to(given))
}
