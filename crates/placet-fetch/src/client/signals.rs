//! Files that contain signals: fetched together, when a question depends on them.

use std::sync::Arc;

use placet::signals::SignalFile;
use tokio::task::JoinSet;
use tokio::time::Instant;
use url::Url;

use super::find::Found;
use super::{Client, ClientError};
use crate::entry::Entry;
use crate::origin::Origin;
use crate::signals::{SignalEntries, SignalEntry};

impl Client {
    /// Fetches files of a site that contain signals about the use of content: tdmrep.json, trust.txt,
    /// ai.txt and RSL documents. The rules are those for robots.txt: addresses are checked, redirects
    /// followed, sizes limited, and results stored until they expire, missing files included.
    ///
    /// All files are requested at the same time and share one [time limit](super::Limits::total).
    /// trust.txt is looked for in its second place if the first does not have it. RSL documents beyond
    /// [a limit](super::Limits::references) are not fetched.
    ///
    /// [`AgentPolicy::signal_files_needed`](placet::AgentPolicy::signal_files_needed) lists the files
    /// that a question depends on, those that the page refers to included:
    ///
    /// ```no_run
    /// use placet::Usage;
    ///
    /// # async fn example(client: placet_fetch::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let url = "https://example.com/news/1";
    /// let site = client.site(url).await?;
    /// let bot = site.for_agent("ExampleBot");
    /// if bot.allows(url)? {
    ///     let page = client.fetch_page(url).await?;
    ///     let bot = bot.page(&page.policy());
    ///     let needed = bot.signal_files_needed(Usage::TrainAi, &bot.target(url)?);
    ///     let signals = client.signal_files(site.origin(), needed).await?;
    ///     let decision = bot.signal_files(&signals.files()).may(Usage::TrainAi, url)?;
    ///     println!("{}: {decision}", decision.verdict());
    ///     for evidence in signals.evidence() {
    ///         println!("{}: {}", evidence.url, evidence.standing);
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Client::site`]. A file that cannot be fetched is not an error.
    pub async fn signal_files(
        &self,
        origin: &Origin,
        files: impl IntoIterator<Item = SignalFile>,
    ) -> Result<SignalEntries, ClientError> {
        let together = Instant::now() + self.shared.limits.total;
        let by = Some(self.by.map_or(together, |by| by.min(together)));
        let mut documents = 0;
        let (mut found, mut tasks) = (Vec::new(), JoinSet::new());
        for (at, file) in files.into_iter().enumerate() {
            if matches!(file, SignalFile::Rsl(_)) {
                documents += 1;
                if documents > self.shared.limits.references {
                    continue;
                }
            }
            let urls = origin.signal_urls(&file);
            // Without a task, where all is in memory.
            if let Some(entries) = self.remembered(&file, &urls) {
                found.push((at, entries, true));
                continue;
            }
            let client = Self { by, ..self.clone() };
            tasks.spawn(async move {
                let (entries, is_from_store) = client.look(&file, &urls).await?;
                Ok((at, entries, is_from_store))
            });
        }
        while let Some(ended) = tasks.join_next().await {
            found.push(ended.unwrap_or(Err(ClientError::Ended))?);
        }
        found.sort_by_key(|(at, ..)| *at);
        let is_from_store = found.iter().all(|(.., is_from_store)| *is_from_store);
        let entries = found.into_iter().flat_map(|(_, entries, _)| entries);
        Ok(SignalEntries::new(entries).found(is_from_store))
    }

    /// Looks for a file at its URLs until one has it.
    async fn look(
        &self,
        file: &SignalFile,
        urls: &[Url],
    ) -> Result<(Vec<SignalEntry>, bool), ClientError> {
        let (mut entries, mut all_stored) = (Vec::new(), true);
        for url in urls {
            let Found { entry, is_from_store } = self.find(url).await?;
            all_stored &= is_from_store;
            let entry = SignalEntry::new(file.clone(), entry);
            let is_there = entry.text().is_some();
            entries.push(entry);
            if is_there {
                break;
            }
        }
        Ok((entries, all_stored))
    }

    /// The same in memory; `None` if a valid entry is missing there.
    fn remembered(&self, file: &SignalFile, urls: &[Url]) -> Option<Vec<SignalEntry>> {
        let shared = &self.shared;
        let memory = shared.store.memory()?;
        let now = shared.now();
        let is_valid = |entry: &Arc<Entry>| entry.holds(now, &shared.settings);
        let mut entries = Vec::new();
        for url in urls {
            let entry = memory.find(url).filter(is_valid)?;
            let entry = SignalEntry::new(file.clone(), entry);
            let is_there = entry.text().is_some();
            entries.push(entry);
            if is_there {
                break;
            }
        }
        Some(entries)
    }
}
