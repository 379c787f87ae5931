//! Problems that a store recovers from.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use url::Url;

use crate::entry::{Entry, Unreadable};

/// A problem with the content of a store. The store recovers from it; its owner may want to know.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The file was damaged, or an earlier version wrote it. It was renamed, and a new file was created.
    SetAside {
        /// The file.
        path: PathBuf,
        /// Its new name.
        aside: PathBuf,
        /// What was wrong with it.
        why: String,
    },
    /// A value differs from the one stored under its key. It is not used.
    Altered {
        /// The key.
        url: Url,
        /// What is wrong with the value.
        why: Unreadable,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetAside { path, aside, why } => write!(
                f,
                "{} cannot be read ({why}); it was renamed to {}, and a new store was created",
                path.display(),
                aside.display()
            ),
            Self::Altered { url, why } => {
                write!(f, "the stored value for {url} is not used: {why}")
            }
        }
    }
}

/// The listener for notices.
#[derive(Clone, Default)]
pub(crate) struct Notices(Option<Arc<Report>>);

/// A listener.
type Report = dyn Fn(&Notice) + Send + Sync;

impl Notices {
    pub(crate) fn to(listener: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(listener)))
    }

    pub(crate) fn send(&self, notice: &Notice) {
        if let Some(listener) = &self.0 {
            listener(notice);
        }
    }

    /// Decodes the value under a URL; sends a notice and returns `None` if it was altered. A value in
    /// another version of the stored form gives no notice: programs are updated.
    pub(super) fn entry(&self, url: &Url, value: &[u8]) -> Option<Entry> {
        match Entry::decode_about(url, value) {
            Ok(entry) => Some(entry),
            Err(Unreadable::Version(_)) => None,
            Err(why) => {
                self.send(&Notice::Altered { url: url.clone(), why });
                None
            }
        }
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Notices(listener)" } else { "Notices(none)" })
    }
}
