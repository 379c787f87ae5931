//! The files with signals of the two sides: given, or fetched from a live site.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use placet::signals::SignalFile;
use placet_fetch::Origin;
use placet_report::evidence;
use url::Url;

use super::source::Source;
use crate::args::{Diff, SignalArgs};
use crate::fetcher::Fetcher;
use crate::output;
use crate::signal_files::needed_by_any;

/// Sets the files with signals of both sides. The files of a live site count for the other side too,
/// unless that is live itself.
pub(super) fn add(
    args: &Diff,
    given: &[SignalArgs; 2],
    fetcher: Option<&Fetcher>,
    sources: &mut [Source; 2],
) -> Result<()> {
    for (source, given) in sources.iter_mut().zip(given) {
        source.files = given.files()?;
    }
    if let Some(fetcher) = fetcher {
        let live: Vec<Origin> = sources.iter().filter_map(|it| it.site.clone()).collect();
        for at in 0..sources.len() {
            let origin = sources.get(at).and_then(|it| it.site.as_ref()).or(live.first()).cloned();
            if let Some((source, origin)) = sources.get_mut(at).zip(origin) {
                fetch(args, fetcher, &origin, source)?;
            }
        }
    }
    of_one_site(args, sources)
}

/// Fetches the files that the answers of one side depend on and that are not given.
fn fetch(args: &Diff, fetcher: &Fetcher, origin: &Origin, source: &mut Source) -> Result<()> {
    let needed = needed(args, source);
    if needed.is_empty() {
        return Ok(());
    }
    let entries = fetcher.signal_files(origin, needed)?;
    for note in entries.iter().flat_map(evidence::signal_notes) {
        output::message(&note);
    }
    source.files = entries.add_to(source.files.clone());
    Ok(())
}

/// The files that the answers of one side depend on and that are not there.
fn needed(args: &Diff, source: &Source) -> Vec<SignalFile> {
    // Questions are about paths, so references keep their form.
    let families = args.signals.both.families.chosen();
    needed_by_any(&source.policy, "/", &source.files, families)
}

/// The licences that a side refers to and that are neither given nor fetched. Whatever they contain,
/// they count as unknown.
pub(super) fn not_compared(args: &Diff, sources: &[Source; 2]) -> Vec<String> {
    let of_side = |it: &Source| needed(args, it);
    let files: BTreeSet<SignalFile> = sources.iter().flat_map(of_side).collect();
    let licences = files.iter().filter(|it| matches!(it, SignalFile::Rsl(_)));
    licences.map(ToString::to_string).collect()
}

/// Leaves out what licences state about other sites.
fn of_one_site(args: &Diff, sources: &mut [Source; 2]) -> Result<()> {
    let live = sources.iter().find_map(|it| it.site.clone());
    for source in sources.iter_mut() {
        let own = source.site.as_ref().or(live.as_ref()).map(|it| it.as_ref().to_owned());
        if let Some(site) = args.signals.site.as_ref().map(Url::to_string).or(own) {
            source.files = source.files.clone().of_site(&site);
        }
    }
    if live.is_some() || args.signals.site.is_some() {
        return Ok(());
    }
    let mut sites = BTreeSet::new();
    for url in sources.iter().flat_map(|it| it.files.site_urls()) {
        sites.extend(Url::parse(url).ok().and_then(|it| Some(it.host_str()?.to_owned())));
    }
    if sites.len() > 1 {
        let sites: Vec<String> = sites.into_iter().collect();
        bail!("the licences are about several sites ({}); use --site URL", sites.join(", "));
    }
    Ok(())
}
