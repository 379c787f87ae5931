//! Rules about what pages say: in the fields of their responses, and in their HTML.

mod acap_against_rules;
mod element_unknown;
mod field_cut;
mod field_deprecated;
mod field_draft_alone;
mod field_lenient;
mod field_member;
mod meta_in_body;
mod meta_malformed;
mod meta_named_acap;
mod meta_not_understood;
mod meta_prohibition_qualified;
mod meta_unversioned;
mod meta_version_unknown;
mod metas_contradict;
mod page_cut;
mod rule_as_token;
mod rule_date;
mod rule_only_restricts;
mod rule_unknown;
mod rule_value;
mod rules_contradict;

use crate::rule::Rule;

/// All of them, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &field_lenient::RULE,
    &field_member::RULE,
    &field_cut::RULE,
    &field_deprecated::RULE,
    &rule_as_token::RULE,
    &rule_unknown::RULE,
    &rule_value::RULE,
    &rule_date::RULE,
    &rule_only_restricts::RULE,
    &rules_contradict::RULE,
    &field_draft_alone::RULE,
    &meta_in_body::RULE,
    &meta_malformed::RULE,
    &meta_unversioned::RULE,
    &element_unknown::RULE,
    &meta_not_understood::RULE,
    &acap_against_rules::RULE,
    &page_cut::RULE,
    &meta_prohibition_qualified::RULE,
    &meta_version_unknown::RULE,
    &metas_contradict::RULE,
    &meta_named_acap::RULE,
];
