//! The list of all rules.

use crate::alias::current;
use crate::config::specificity;
use crate::rule::Rule;
use crate::rules::{acap, page, robots, signals, visit};

/// All rules, in the order of their codes.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let all = [robots::RULES, acap::RULES, page::RULES, visit::RULES, signals::RULES];
    all.into_iter().flatten().copied()
}

/// The rule with this code or name, ignoring case. Former codes and names are found, too.
pub fn find(code_or_name: &str) -> Option<&'static Rule> {
    let wanted = current(code_or_name);
    let is_wanted = |word: &str| word.eq_ignore_ascii_case(&wanted);
    rules().find(|rule| is_wanted(rule.code) || is_wanted(rule.name))
}

/// The rules that a selector selects: a code, the beginning of codes, a name, or `ALL`.
pub fn selected(selector: &str) -> impl Iterator<Item = &'static Rule> {
    rules().filter(move |rule| specificity(selector, rule).is_some())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_ascend_and_names_are_unique() {
        let all: Vec<_> = rules().collect();
        for pair in all.windows(2) {
            let same_family = pair[0].family() == pair[1].family();
            assert!(!same_family || pair[0].code() < pair[1].code(), "{pair:?}");
        }
        let mut seen = HashSet::new();
        for name in rules().map(Rule::name) {
            let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            assert!(name.bytes().all(|byte| is_word(byte) || byte == b'-'), "{name}");
            assert!(seen.insert(name), "{name}");
        }
    }
}
