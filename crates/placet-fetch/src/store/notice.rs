//! What a store noticed and went on from.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use url::Url;

use crate::entry::{Entry, Unreadable};

/// Something that was wrong with what a store holds. The store goes on; its owner may want to know.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The file was damaged, or an earlier version wrote it. It was renamed and a new one begun.
    SetAside {
        /// The file.
        path: PathBuf,
        /// What it is called now.
        aside: PathBuf,
        /// What was wrong with it.
        why: String,
    },
    /// A value is not what was stored under its key. It is not used.
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
                "{} cannot be read ({why}); it was renamed to {} and a new store was begun",
                path.display(),
                aside.display()
            ),
            Self::Altered { url, why } => {
                write!(f, "what the store holds about {url} is not used: {why}")
            }
        }
    }
}

/// Who is notified.
#[derive(Clone, Default)]
pub(crate) struct Notices(Option<Arc<Report>>);

/// Who is told.
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

    /// The entry that a value kept under a URL is; none, with a notice, where it was altered. A
    /// value in another version of the stored form is none without one: programs are updated.
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
