//! Rules about ACAP fields in robots.txt.
//!
//! ACA1: lines and their order. ACA2: records. ACA3: permissions. ACA4: definitions. ACA5: the file
//! as a whole.

mod expanded;
mod qualified;
pub(crate) mod table;

mod acap_before_conventional;
mod acap_contradiction;
mod acap_disagrees_with_rules;
mod acap_dollar_not_at_end;
mod acap_duplicate;
mod acap_line_end;
mod acap_misplaced;
mod acap_outside_record;
mod acap_pattern_without_slash;
mod acap_style;
mod acap_unknown;
mod acap_whitespace;
mod acap_without_resource;
mod action_request;
mod allow_other;
mod composite_in_composite;
mod converter_comments;
mod converter_dropped_rule;
mod defined_twice;
mod definition_empty;
mod definition_order;
mod definition_unused;
mod directive_below_definition;
mod directive_with_colon;
mod directory_without_slash;
mod extract_usage;
mod feature_without_version;
mod invalid_crawler_name;
mod invalid_definition_name;
mod leading_star_loses;
mod local_usage_qualified;
mod missing_version_line;
mod obsolete_qualifier;
mod old_prefix;
mod permission_without_crawling;
mod prior_arrangement;
mod prohibition_of_local_usage;
mod prohibition_qualified;
mod purpose_without_fields;
mod qualifier_combination;
mod qualifier_repeated;
mod record_without_fields;
mod reference_unusable;
mod reference_with_fields;
mod request_in_sub_record;
mod rule_in_acap_record;
mod several_resources;
mod several_star_records;
mod star_with_names;
mod undefined_name;
mod unknown_qualifier;
mod unknown_qualifier_value;
mod until_recrawl;
mod version_unknown;
mod version_without_fields;

use crate::rule::Rule;

/// All of them, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &acap_style::RULE,
    &acap_whitespace::RULE,
    &acap_line_end::RULE,
    &acap_unknown::RULE,
    &acap_without_resource::RULE,
    &acap_outside_record::RULE,
    &acap_misplaced::RULE,
    &rule_in_acap_record::RULE,
    &missing_version_line::RULE,
    &version_without_fields::RULE,
    &acap_before_conventional::RULE,
    &directive_with_colon::RULE,
    &directive_below_definition::RULE,
    &version_unknown::RULE,
    &star_with_names::RULE,
    &several_star_records::RULE,
    &invalid_crawler_name::RULE,
    &record_without_fields::RULE,
    &reference_with_fields::RULE,
    &request_in_sub_record::RULE,
    &purpose_without_fields::RULE,
    &reference_unusable::RULE,
    &unknown_qualifier::RULE,
    &unknown_qualifier_value::RULE,
    &qualifier_combination::RULE,
    &qualifier_repeated::RULE,
    &several_resources::RULE,
    &local_usage_qualified::RULE,
    &prohibition_qualified::RULE,
    &prohibition_of_local_usage::RULE,
    &prior_arrangement::RULE,
    &action_request::RULE,
    &allow_other::RULE,
    &until_recrawl::RULE,
    &old_prefix::RULE,
    &extract_usage::RULE,
    &acap_dollar_not_at_end::RULE,
    &acap_pattern_without_slash::RULE,
    &leading_star_loses::RULE,
    &acap_duplicate::RULE,
    &acap_contradiction::RULE,
    &feature_without_version::RULE,
    &directory_without_slash::RULE,
    &obsolete_qualifier::RULE,
    &undefined_name::RULE,
    &defined_twice::RULE,
    &definition_empty::RULE,
    &invalid_definition_name::RULE,
    &composite_in_composite::RULE,
    &definition_order::RULE,
    &definition_unused::RULE,
    &acap_disagrees_with_rules::RULE,
    &permission_without_crawling::RULE,
    &converter_comments::RULE,
    &converter_dropped_rule::RULE,
];
