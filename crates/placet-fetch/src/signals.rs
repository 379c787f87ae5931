//! The files of a site that contain signals about the use of content, as entries.

use std::sync::Arc;

use placet::signals::{SignalFile, SignalFiles};
use url::Url;

use crate::body;
use crate::entry::Entry;
use crate::evidence::Evidence;
use crate::origin::{Origin, bare, is_web};
use crate::settings::URL_MAX;
use crate::state::Standing;
use crate::time::Time;

impl Origin {
    /// The URLs at which a file of this site is looked for, the first that has it counting; for an
    /// RSL document, the URL that the site refers to. Empty if that cannot be fetched.
    ///
    /// ```
    /// use placet::signals::SignalFile;
    /// use placet_fetch::Origin;
    ///
    /// let origin: Origin = "https://example.com/news/1".parse()?;
    /// let urls = origin.signal_urls(&SignalFile::Tdmrep);
    /// assert_eq!(urls[0].as_str(), "https://example.com/.well-known/tdmrep.json");
    /// # Ok::<(), placet_fetch::InvalidOrigin>(())
    /// ```
    pub fn signal_urls(&self, file: &SignalFile) -> Vec<Url> {
        let resolve = |text: &str| self.robots_txt().join(text).ok().filter(is_web).map(bare);
        let urls = match file {
            SignalFile::Rsl(url) => resolve(url).into_iter().collect(),
            file => file.paths().iter().filter_map(|path| resolve(path)).collect::<Vec<_>>(),
        };
        urls.into_iter().filter(|url| url.as_str().len() <= URL_MAX).collect()
    }
}

/// How many bytes of a body are searched for the namespace of RSL, which is in its first element.
const NAMESPACE_WITHIN: usize = 4 * 1024;

/// Whether the file of a URL contains signals: by its path, or, for an RSL document, its namespace.
pub(crate) fn is_signal_file(url: &Url, bytes: &[u8]) -> bool {
    let named = [SignalFile::Tdmrep, SignalFile::TrustTxt, SignalFile::AiTxt];
    let namespace = b"rslstandard.org/rsl";
    let start = bytes.get(..NAMESPACE_WITHIN).unwrap_or(bytes);
    named.iter().any(|file| file.paths().contains(&url.path()))
        || start.windows(namespace.len()).any(|it| it == namespace)
}

/// The entry of one URL at which a file with signals was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignalEntry {
    file: SignalFile,
    entry: Arc<Entry>,
}

impl SignalEntry {
    /// An entry of a file.
    pub fn new(file: SignalFile, entry: Arc<Entry>) -> Self {
        Self { file, entry }
    }

    /// The file.
    pub fn file(&self) -> &SignalFile {
        &self.file
    }

    /// Its entry.
    pub fn entry(&self) -> &Arc<Entry> {
        &self.entry
    }

    /// The text of the file, if it is there: the last good copy if it is unreachable now.
    ///
    /// One byte more than the ceiling shows that the file is longer. Media types do not matter
    /// (S-068), but a web page in place of tdmrep.json, trust.txt or ai.txt is not that file: many
    /// servers send one for every URL.
    pub fn text(&self) -> Option<&[u8]> {
        self.sent().filter(|_| !self.is_web_page())
    }

    /// Whether a web page was sent in place of a tdmrep.json, a trust.txt or an ai.txt. An RSL
    /// document, which the site refers to, is unreadable then.
    pub fn is_web_page(&self) -> bool {
        let is_looked_for = !matches!(self.file, SignalFile::Rsl(_));
        is_looked_for && self.sent().is_some_and(body::is_web_page)
    }

    fn sent(&self) -> Option<&[u8]> {
        let is_used = matches!(self.entry.standing(), Standing::Fetched | Standing::Stale);
        self.entry.copy().filter(|_| is_used).map(|copy| copy.body().bytes())
    }

    /// Supplies the text, read up to its ceiling.
    fn supply(&self, files: SignalFiles, text: &[u8]) -> SignalFiles {
        let ceiling = self.entry.copy().map_or(0, |copy| copy.body().ceiling());
        let files = files.ceiling(ceiling);
        match &self.file {
            SignalFile::Tdmrep => files.tdmrep(text),
            SignalFile::TrustTxt => files.trust_txt(text),
            SignalFile::AiTxt => files.ai_txt(text),
            SignalFile::Rsl(url) => files.rsl(url, text),
            file => files.unavailable(file.clone()),
        }
    }
}

/// The entries of the files with signals that a question depends on.
///
/// [`Client::signal_files`](crate::Client) fetches them; [`SignalEntries::new`] takes entries from a
/// store. A file that the site does not have states nothing, and so does one that is unreachable
/// without a stored copy; an RSL document that is missing becomes a condition of mining, training and
/// AI input (S-069).
#[derive(Debug, Clone, Default)]
pub struct SignalEntries {
    all: Vec<SignalEntry>,
    is_from_store: bool,
}

impl SignalEntries {
    /// Entries that were found before. Of several for one file, the first that has it counts.
    pub fn new(entries: impl IntoIterator<Item = SignalEntry>) -> Self {
        Self { all: entries.into_iter().collect(), is_from_store: true }
    }

    /// The same, as a client found them.
    #[cfg(feature = "client")]
    pub(crate) fn found(self, is_from_store: bool) -> Self {
        Self { is_from_store, ..self }
    }

    /// The files, to be [given](placet::AgentPolicy::signal_files) to a policy.
    pub fn files(&self) -> SignalFiles {
        self.add_to(SignalFiles::new())
    }

    /// Adds the files to others.
    #[must_use]
    pub fn add_to(&self, files: SignalFiles) -> SignalFiles {
        let files = self.all.iter().fold(files, |files, it| files.unavailable(it.file.clone()));
        // Of one file that is supplied twice the last counts, which is the first here.
        let texts = self.all.iter().rev().filter_map(|it| Some((it, it.text()?)));
        texts.fold(files, |files, (it, text)| it.supply(files, text))
    }

    /// The entries, in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &SignalEntry> {
        self.all.iter()
    }

    /// Whether no request was needed: every entry was in the store, or given.
    pub fn is_from_store(&self) -> bool {
        self.is_from_store
    }

    /// When the first of the entries expires; ask the client again then. `None` if there are none.
    pub fn expires(&self) -> Option<Time> {
        self.all.iter().map(|it| it.entry.expires()).min()
    }

    /// The evidence of decisions that use them.
    pub fn evidence(&self) -> Vec<Evidence> {
        self.all.iter().map(|it| it.entry.evidence()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_has_its_urls() {
        let origin: Origin = "https://example.com:8443/x".parse().unwrap();
        let urls = |file: SignalFile| -> Vec<String> {
            origin.signal_urls(&file).into_iter().map(String::from).collect()
        };
        let rsl = |url: &str| urls(SignalFile::Rsl(url.into()));
        assert_eq!(
            urls(SignalFile::TrustTxt),
            [
                "https://example.com:8443/trust.txt",
                "https://example.com:8443/.well-known/trust.txt"
            ]
        );
        assert_eq!(urls(SignalFile::AiTxt), ["https://example.com:8443/ai.txt"]);
        assert_eq!(rsl("/l.xml"), ["https://example.com:8443/l.xml"]);
        assert_eq!(rsl("http://u:p@other.example/l.xml#x"), ["http://other.example/l.xml"]);
        assert!(rsl("ftp://other.example/l.xml").is_empty());
        assert!(rsl(&format!("https://other.example/{}", "x".repeat(URL_MAX))).is_empty());
    }
}
