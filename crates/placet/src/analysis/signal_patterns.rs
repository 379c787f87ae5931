//! The patterns that signals for a crawler depend on.

use std::collections::BTreeSet;

use super::paths::signals;
use crate::evaluate::AgentPolicy;
use crate::law::rfc9309::Conventional;
use crate::pattern::{OwnedPattern, Pattern};
use crate::policy::{FileContent, Files};
use crate::syntax::signals::rsl::Content;

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
        for read in self.files().into_iter().flat_map(Files::iter) {
            match &read.says {
                FileContent::Tdmrep(rules) => {
                    let patterns = rules.iter().flat_map(|(_, patterns)| patterns);
                    patterns.for_each(|it| add(it.pattern()));
                }
                FileContent::AiTxt(Some(policy)) => {
                    let groups = Conventional::new(policy.clone(), self.agent());
                    groups.rule_parts().for_each(|rule| add(policy.parts.pattern(rule)));
                }
                FileContent::Rsl(document) => {
                    for pattern in document.contents.iter().filter_map(Content::pattern) {
                        add(OwnedPattern::new(pattern.as_bytes()).pattern());
                    }
                }
                FileContent::AiTxt(None) | FileContent::TrustTxt(_) | FileContent::Absent => {}
            }
        }
        found.into_iter().collect()
    }
}
