//! Finding the entry for a URL: in the store, or by a request.

use std::sync::Arc;

use placet::Crawler;
use tokio::time::{Instant, timeout_at};
use url::Url;

use super::{Client, ClientError, GRACE, Shared};
use crate::entry::Entry;
use crate::origin::Origin;
use crate::site::Site;
use crate::state::Standing;

/// The entry for a URL.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) entry: Arc<Entry>,
    /// Whether it was in the store, so that no request was made.
    pub(super) is_from_store: bool,
}

impl Client {
    /// A site joined with the files it refers to, for one crawler or all.
    pub(super) async fn joined(
        &self,
        origin: &Origin,
        crawler: Option<&Crawler>,
    ) -> Result<Site, ClientError> {
        let Shared { settings, limits, clock, .. } = &*self.shared;
        let Found { entry, mut is_from_store } = self.find(origin.robots_txt()).await?;
        let site = Site::new(entry, self.profile)?;
        let together = Instant::now() + limits.total;
        let by = self.by.map_or(together, |by| by.min(together));
        let hurried = Self { by: Some(by), ..self.clone() };
        let urls = match crawler {
            Some(crawler) => site.references(crawler),
            None => site.all_references(),
        };
        let mut references = Vec::new();
        // One after the other: most are on one host.
        for url in urls.iter().take(limits.references) {
            let found = hurried.find(url).await?;
            is_from_store &= found.is_from_store;
            let is_read = matches!(found.entry.standing(), Standing::Fetched | Standing::Stale)
                && found.entry.copy().is_some_and(|copy| copy.body().policy().is_robots_txt());
            references.push(found.entry);
            let is_enough = match crawler {
                // It prohibits everything for the crawler, so the others do not matter.
                Some(_) => !is_read,
                // Files that are not fetched prohibit everything for the crawlers concerned.
                None => Instant::now() >= by,
            };
            if is_enough {
                break;
            }
        }
        let site = if references.is_empty() { site } else { site.join(references) };
        Ok(site.found(is_from_store, settings.longest, clock.clone()))
    }

    /// The entry for one URL.
    pub(super) async fn find(&self, url: &Url) -> Result<Found, ClientError> {
        let (shared, by) = (&self.shared, self.by);
        let work = async {
            if let Some(entry) = shared.held(url).await? {
                return Ok(Found { entry, is_from_store: true });
            }
            let (own, target) = (Arc::clone(shared), url.clone());
            let fetch = async move { own.fetch(&target, by).await };
            shared.flights.join(url, fetch).await
        };
        match by {
            Some(by) => timeout_at(by + GRACE, work).await.unwrap_or(Err(ClientError::Late)),
            None => work.await,
        }
    }
}

impl Shared {
    /// The stored entry, if it is still valid.
    async fn held(&self, url: &Url) -> Result<Option<Arc<Entry>>, ClientError> {
        let now = self.now();
        let held = self.store.get(url, now).await?;
        Ok(held.filter(|held| held.holds(now, &self.settings)))
    }
}
