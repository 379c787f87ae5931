//! Finds sites for batches, which run without Python.

use std::sync::Arc;

use placet::signals::Families;

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
    /// The site of a URL, or why it cannot be found.
    pub(crate) async fn site(&self, url: &str) -> Result<placet_fetch::Site, String> {
        self.shared.site(url).await.map_err(|why| why.to_string())
    }
}
