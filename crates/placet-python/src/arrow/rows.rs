//! Decides about the rows of one batch.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, SchemaRef};
use placet::robots::Availability;
use placet::signals::{SignalFile, SignalFiles};
use placet::{AgentPolicy, AskedAt, Crawler, Profile, RobotsPolicy, Usage};

use super::inputs::{Columns, Inputs};
use super::results::{Detail, Results};
use super::sites::{Sites, origin_of};
use super::views::{Asked, Views};
use crate::documents::{Documents, supply};

/// Questions that all rows share, and where the others are.
#[derive(Debug, Clone)]
pub(super) struct Questions {
    /// The robots.txt of all rows, with the other documents of the site.
    pub(super) robots: Option<(RobotsPolicy, Documents)>,
    pub(super) crawler: Option<Crawler>,
    pub(super) usage: Option<Usage>,
    pub(super) profile: Profile,
    pub(super) at: AskedAt,
    pub(super) detail: Detail,
    pub(super) columns: Columns,
}

impl Questions {
    /// The policy of a file with the status that it was fetched with (RFC 9309 §2.3.1).
    fn policy(&self, file: &[u8], status: Option<u16>) -> RobotsPolicy {
        let builder = RobotsPolicy::builder().profile(self.profile);
        match status {
            None | Some(200..=205 | 207..=299) => builder.parse(file),
            Some(400..=428 | 430..=499) => builder.without(Availability::Unavailable),
            Some(_) => builder.without(Availability::Unreachable),
        }
    }

    /// Decides about some rows of a batch; `sites` has those of a client.
    pub(super) fn decide(
        &self,
        batch: &RecordBatch,
        schema: &SchemaRef,
        kept: &[usize],
        sites: Option<&Sites>,
    ) -> Result<RecordBatch, ArrowError> {
        let inputs = Inputs::new(batch, &self.columns)?;
        let has_signals = inputs.signals.iter().any(Option::is_some);
        let shared = match (&self.robots, &self.crawler) {
            (Some((robots, documents)), Some(crawler)) if !has_signals => {
                Some(documents.apply(robots.for_agent(crawler)))
            }
            _ => None,
        };
        let mut views = Views::default();
        let mut results = Results::new(self.detail, batch.num_rows());
        for row in 0..batch.num_rows() {
            let view = match (&shared, sites) {
                (Some(view), _) => Ok(view),
                (None, Some(sites)) => self.site(&inputs, row, sites, &mut views),
                (None, None) => self.view(&inputs, row, &mut views),
            };
            let added = view.and_then(|view| self.row(&inputs, row, view, &mut results));
            if let Err(error) = added {
                results.fail(&error);
            }
        }
        let own = kept.iter().filter_map(|at| batch.columns().get(*at)).cloned();
        let columns: Vec<ArrayRef> = own.chain(results.finish()).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options)
    }

    fn row(
        &self,
        inputs: &Inputs,
        row: usize,
        view: &AgentPolicy,
        results: &mut Results,
    ) -> Result<(), String> {
        let url = Inputs::text(inputs.url.as_ref(), row, "url")?;
        let usage = self.usage(inputs, row)?;
        let mut at = self.at;
        if let Some(times) = &inputs.at {
            let time = times.get(row).copied().flatten();
            at.now = Some(time.ok_or("at is null or no time that placet can represent")?);
        }
        let on_page = inputs.page(row).map(|page| view.page(&page));
        let view = on_page.as_ref().unwrap_or(view);
        let target = view.target(url).map_err(|why| format!("{url:?} is not a URL: {why}"))?;
        if self.detail == Detail::Verdict {
            results.verdict(view.verdict_on(usage, &target, &at).name());
        } else {
            results.add(&view.decide_on(usage, &target, &at));
        }
        Ok(())
    }

    pub(super) fn usage(&self, inputs: &Inputs, row: usize) -> Result<Usage, String> {
        match (self.usage, &inputs.usage) {
            (Some(usage), _) => Ok(usage),
            (None, None) => Ok(Usage::Crawl),
            (None, Some(_)) => {
                let name = Inputs::text(inputs.usage.as_ref(), row, "usage")?;
                let found = Usage::ALL.into_iter().find(|it| it.name() == name);
                found.ok_or_else(|| format!("unknown usage {name:?}"))
            }
        }
    }

    pub(super) fn agent<'r>(&self, inputs: &'r Inputs, row: usize) -> Result<&'r str, String> {
        match &self.crawler {
            Some(_) => Ok(""),
            None => Inputs::text(inputs.agent.as_ref(), row, "agent"),
        }
    }

    pub(super) fn crawler(&self, agent: &str) -> Crawler {
        let named = || Crawler::new(placet::Agent::new(agent));
        self.crawler.clone().unwrap_or_else(named)
    }

    /// What the site of a row, which the client found, says to its crawler.
    fn site<'v>(
        &self,
        inputs: &Inputs,
        row: usize,
        sites: &Sites,
        views: &'v mut Views,
    ) -> Result<&'v AgentPolicy, String> {
        let agent = self.agent(inputs, row)?;
        let origin = origin_of(inputs, row)?;
        let (site, fetched) = sites.get(&origin)?;
        let make = || {
            let view = site.for_agent(self.crawler(agent)).families(sites.families());
            let files = add_signal_files(fetched.clone(), row_signals(inputs, row));
            files.map_or_else(|| view.clone(), |files| view.signal_files(&files))
        };
        if inputs.signals.iter().all(Option::is_none) {
            return Ok(views.of_site(&origin, agent.as_bytes(), make));
        }
        let signals = row_signals(inputs, row);
        let asked =
            Asked { file: origin.as_bytes(), status: None, agent: agent.as_bytes(), signals };
        views.of_files(&asked, make).ok_or_else(|| "the file cannot be kept".to_owned())
    }

    /// What the files of a row say to its crawler.
    fn view<'v>(
        &self,
        inputs: &Inputs,
        row: usize,
        views: &'v mut Views,
    ) -> Result<&'v AgentPolicy, String> {
        let agent = self.agent(inputs, row)?;
        let file = inputs.robots.as_ref().and_then(|it| it.get(row));
        let status = match &inputs.status {
            None => None,
            Some(statuses) => match statuses.get(row) {
                Some(Some(status @ 200..=599)) => Some(*status),
                // A status that is not known: nothing is.
                _ if self.robots.is_none() => {
                    return Err("status is null or no HTTP status".to_owned());
                }
                _ => None,
            },
        };
        let is_needed =
            self.robots.is_none() && matches!(status, None | Some(200..=205 | 207..=299));
        if is_needed && file.is_none() {
            return Err("robots is null".to_owned());
        }
        let file = file.filter(|_| self.robots.is_none()).unwrap_or_default();
        let signals = row_signals(inputs, row);
        let make = || {
            let (crawler, files) = (self.crawler(agent), add_signal_files(None, signals));
            let view = match &self.robots {
                Some((robots, documents)) => documents.apply(robots.for_agent(crawler)),
                None => self.policy(file, status).for_agent(crawler),
            };
            match files {
                Some(files) => view.signal_files(&files),
                None => view,
            }
        };
        let asked = Asked { file, status, agent: agent.as_bytes(), signals };
        views.of_files(&asked, make).ok_or_else(|| "the file cannot be kept".to_owned())
    }
}

/// The files with signals of a row: tdmrep.json, trust.txt, ai.txt.
fn row_signals(inputs: &Inputs, row: usize) -> [Option<&[u8]>; 3] {
    inputs.signals.each_ref().map(|it| it.as_ref().and_then(|it| it.get(row)))
}

/// Adds them to other files, as the engine reads them; None if there is none.
fn add_signal_files(other: Option<SignalFiles>, texts: [Option<&[u8]>; 3]) -> Option<SignalFiles> {
    if texts.iter().all(Option::is_none) {
        return other;
    }
    let files = [SignalFile::Tdmrep, SignalFile::TrustTxt, SignalFile::AiTxt];
    let given = files.iter().zip(texts).filter(|(_, text)| text.is_some());
    Some(given.fold(other.unwrap_or_default(), |all, (file, text)| supply(all, file, text)))
}
