//! Rules about the statements of pages, in their response headers and in their HTML.

mod acap_against_rules;
mod header_not_structured;
mod indexifembedded_with_noindex;
mod invalid_rule_value;
mod meta_in_body;
mod meta_malformed;
mod meta_named_acap;
mod meta_not_understood;
mod meta_prohibition_qualified;
mod meta_unversioned;
mod meta_version_unknown;
mod metas_contradict;
mod page_over_limit;
mod robots_tag_alone;
mod rule_in_place_of_agent;
mod rule_unknown;
mod rules_contradict;
mod unknown_acap_class;
mod unreadable_date;
mod unreadable_header_member;
mod value_too_long;
mod x_robots_tag_alone;

pub use rule_unknown::similar_rule;

use crate::rule::Rule;

/// All of them, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &header_not_structured::RULE,
    &unreadable_header_member::RULE,
    &value_too_long::RULE,
    &x_robots_tag_alone::RULE,
    &rule_in_place_of_agent::RULE,
    &rule_unknown::RULE,
    &invalid_rule_value::RULE,
    &unreadable_date::RULE,
    &indexifembedded_with_noindex::RULE,
    &rules_contradict::RULE,
    &robots_tag_alone::RULE,
    &meta_in_body::RULE,
    &meta_malformed::RULE,
    &meta_unversioned::RULE,
    &unknown_acap_class::RULE,
    &meta_not_understood::RULE,
    &acap_against_rules::RULE,
    &page_over_limit::RULE,
    &meta_prohibition_qualified::RULE,
    &meta_version_unknown::RULE,
    &metas_contradict::RULE,
    &meta_named_acap::RULE,
];
