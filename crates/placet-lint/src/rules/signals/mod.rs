//! Rules about signals for AI and text and data mining: records of robots.txt, header fields, elements
//! of pages, tdmrep.json, RSL documents, trust.txt and ai.txt.

mod ai_training_without_slash;
mod ai_txt_format;
mod ai_txt_rule_without_effect;
mod cited;
mod content_signal_form;
mod content_signal_unknown_key;
mod content_signal_unparsable;
mod content_signal_value;
mod content_usage_drops_label;
mod content_usage_legacy_label;
mod content_usage_replaced;
mod content_usage_unknown_label;
mod content_usage_unparsable;
mod content_usage_value;
mod contradiction;
mod control_token_for_closed_path;
mod control_token_without_effect;
mod duplicate_signal;
mod license_not_absolute;
mod license_of_another_site;
mod meta_name_not_read;
mod page_license_replaces_site;
mod reservation_lifted;
mod rsl_empty_list;
mod rsl_list_form;
mod rsl_namespace;
mod rsl_not_conformant;
mod rsl_permits_and_prohibits;
mod rsl_search_unmentioned;
mod rsl_unknown_word;
mod rsl_unreadable;
mod rsl_url_matches_nothing;
mod signal_at_end_of_file;
mod signal_between_agents;
mod signal_conflict;
mod signal_file_media_type;
mod signal_file_unavailable;
mod signal_for_closed_path;
mod signal_hidden_by_group;
mod signal_in_body;
mod signal_outside_group;
mod signal_repeated_key;
mod signals_contradict;
mod sources_contradict;
pub(crate) mod table;
mod tdm_policy_reference;
mod tdm_reservation_value;
mod tdm_reservations_differ;
mod tdmrep_key_repeated;
mod tdmrep_location_form;
mod tdmrep_location_without_slash;
mod tdmrep_not_an_array;
mod tdmrep_not_json;
mod tdmrep_number_in_quotes;
mod tdmrep_policy;
mod tdmrep_rule_ignored;
mod tdmrep_rule_shadowed;
mod trust_txt_misspelt;
mod trust_txt_repeated;
mod trust_txt_value;
mod use_below_permission;

use crate::rule::Rule;

/// All of them, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &content_usage_unparsable::RULE,
    &content_usage_unknown_label::RULE,
    &content_usage_legacy_label::RULE,
    &content_usage_value::RULE,
    &content_signal_unparsable::RULE,
    &content_signal_unknown_key::RULE,
    &content_signal_value::RULE,
    &content_signal_form::RULE,
    &signal_repeated_key::RULE,
    &signal_outside_group::RULE,
    &signal_at_end_of_file::RULE,
    &signal_between_agents::RULE,
    &ai_training_without_slash::RULE,
    &content_usage_drops_label::RULE,
    &signal_hidden_by_group::RULE,
    &signal_for_closed_path::RULE,
    &use_below_permission::RULE,
    &signal_conflict::RULE,
    &duplicate_signal::RULE,
    &control_token_without_effect::RULE,
    &control_token_for_closed_path::RULE,
    &content_usage_replaced::RULE,
    &signal_in_body::RULE,
    &tdm_reservation_value::RULE,
    &tdm_policy_reference::RULE,
    &meta_name_not_read::RULE,
    &tdm_reservations_differ::RULE,
    &tdmrep_not_json::RULE,
    &tdmrep_not_an_array::RULE,
    &tdmrep_rule_ignored::RULE,
    &tdmrep_number_in_quotes::RULE,
    &tdmrep_rule_shadowed::RULE,
    &tdmrep_location_without_slash::RULE,
    &tdmrep_location_form::RULE,
    &tdmrep_policy::RULE,
    &tdmrep_key_repeated::RULE,
    &license_not_absolute::RULE,
    &rsl_unreadable::RULE,
    &rsl_namespace::RULE,
    &rsl_not_conformant::RULE,
    &rsl_unknown_word::RULE,
    &rsl_empty_list::RULE,
    &rsl_list_form::RULE,
    &rsl_search_unmentioned::RULE,
    &rsl_url_matches_nothing::RULE,
    &rsl_permits_and_prohibits::RULE,
    &trust_txt_value::RULE,
    &trust_txt_repeated::RULE,
    &trust_txt_misspelt::RULE,
    &ai_txt_format::RULE,
    &ai_txt_rule_without_effect::RULE,
    &signals_contradict::RULE,
    &sources_contradict::RULE,
    &reservation_lifted::RULE,
    &license_of_another_site::RULE,
    &page_license_replaces_site::RULE,
    &signal_file_unavailable::RULE,
    &signal_file_media_type::RULE,
];
