//! What is linted.

use placet::RobotsPolicy;

/// A robots.txt with its name, read by placet's engine.
#[derive(Debug)]
pub struct Subject<'t> {
    origin: String,
    text: &'t [u8],
    policy: RobotsPolicy,
}

impl<'t> Subject<'t> {
    /// The file `text`; `origin` is its path or URL, which reports name it by.
    pub fn new(origin: &str, text: &'t [u8]) -> Self {
        Self { origin: origin.to_owned(), text, policy: RobotsPolicy::parse(text) }
    }

    /// Its path or URL.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// All of its octets, those included that lie behind the engine's ceiling.
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// What the engine reads in it.
    pub fn policy(&self) -> &RobotsPolicy {
        &self.policy
    }
}
