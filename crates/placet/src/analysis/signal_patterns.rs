//! The patterns that signals for a crawler depend on.

use std::collections::BTreeSet;

use super::paths::signals;
use crate::evaluate::AgentPolicy;
use crate::pattern::Pattern;

impl AgentPolicy {
    /// The patterns that signals for this crawler depend on, in normal form, sorted and each once: of
    /// records in robots.txt, of groups for tokens that control the crawler, and of the files that were
    /// [supplied](AgentPolicy::signal_files). Where two paths match the same of these patterns, signals
    /// of robots.txt and of those files state the same about both.
    ///
    /// ```
    /// use placet::RobotsPolicy;
    ///
    /// let site = RobotsPolicy::parse(b"User-agent: *\nContent-Usage: /news/ train-ai=n\n");
    /// assert_eq!(site.for_agent("ExampleBot").signal_patterns(), ["/news/"]);
    /// ```
    pub fn signal_patterns(&self) -> Vec<String> {
        let mut found = BTreeSet::new();
        let mut add = |pattern: Pattern<'_>| {
            let mut text = String::from_utf8_lossy(pattern.body()).into_owned();
            text.extend(pattern.is_anchored().then_some('$'));
            if !pattern.is_void() {
                found.insert(text);
            }
        };
        signals::of(false, self).into_iter().filter_map(|it| it.pattern).for_each(&mut add);
        found.into_iter().collect()
    }
}
