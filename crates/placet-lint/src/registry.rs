//! All rules.

use crate::rule::Rule;
use crate::rules::{acap, page, robots, visit};

/// All rules, in the order of their codes.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let all = robots::RULES.iter().chain(acap::RULES).chain(page::RULES).chain(visit::RULES);
    all.copied()
}

/// The rule of this code or name, ignoring case.
pub fn find(code_or_name: &str) -> Option<&'static Rule> {
    rules().find(|rule| {
        rule.code.eq_ignore_ascii_case(code_or_name) || rule.name.eq_ignore_ascii_case(code_or_name)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_ascend_and_names_are_words_used_once() {
        let codes: Vec<_> = rules().map(Rule::code).collect();
        for pair in codes.windows(2) {
            let same_family = pair[0].as_bytes()[0] == pair[1].as_bytes()[0];
            assert!(!same_family || pair[0] < pair[1], "{pair:?}");
        }
        let mut seen = HashSet::new();
        for name in rules().map(Rule::name) {
            let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            assert!(name.bytes().all(|byte| is_word(byte) || byte == b'-'), "{name}");
            assert!(seen.insert(name), "{name}");
        }
    }
}
