//! Finds sites for batches, which run without Python.

use std::collections::BTreeSet;
use std::sync::Arc;

use placet::extent::Closed;
use placet::signals::{Families, SignalFiles};
use placet::{Crawler, Usage};
use placet_fetch::{ClientError, Site};

use super::shared::Shared;

/// Finds sites on threads without Python.
pub(crate) struct Finder {
    pub(super) shared: Arc<Shared>,
    pub(crate) runtime: tokio::runtime::Handle,
    pub(crate) families: Families,
    /// Whether the clock is a function of Python, for which a thread needs the GIL.
    pub(crate) needs_python: bool,
}

impl Finder {
    /// The site of a URL with the files that these questions depend on, or why it cannot be found.
    pub(crate) async fn site(
        &self,
        url: &str,
        questions: Vec<(Crawler, Usage)>,
    ) -> Result<(Site, Option<SignalFiles>), String> {
        let text = |why: ClientError| why.to_string();
        let site = self.shared.site(url).await.map_err(text)?;
        let mut needed = BTreeSet::new();
        for (crawler, usage) in questions {
            let view = site.for_agent(crawler).families(self.families);
            let root = format!("{}/", site.origin());
            // Where nothing is open, no decision depends on them.
            let is_open = view.extent().closed() != Closed::Everything;
            if let Ok(target) = view.target(&root).as_ref().map_err(|_| ())
                && is_open
            {
                needed.extend(view.signal_files_needed(usage, target));
            }
        }
        if needed.is_empty() {
            return Ok((site, None));
        }
        let files = self.shared.client.signal_files(site.origin(), needed).await.map_err(text)?;
        Ok((site, Some(files.files())))
    }
}
