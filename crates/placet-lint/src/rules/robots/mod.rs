//! Rules about robots.txt as RFC 9309 defines it.
//!
//! ROB1: lines and their spelling. ROB2: groups. ROB3: `Allow` and `Disallow`. ROB4: other records.

mod agent_in_several_groups;
mod agent_not_token;
mod agent_repeated;
mod agent_unnamed;
mod agents_run_together;
mod allow_without_effect;
mod bare_carriage_return;
mod blank_line_among_agents;
mod broken_percent_encoding;
mod byte_order_mark;
mod control_character;
mod crawl_delay_too_long;
mod crawl_delay_unreadable;
mod dollar_not_at_end;
mod dot_segment;
mod duplicate_rule;
mod empty_and_full_disallow;
mod empty_rule;
mod everything_closed;
mod file_name_case;
mod file_not_at_root;
mod file_too_long;
mod group_omits_star_rules;
mod group_unreachable;
mod group_without_rules;
mod hash_in_pattern;
mod html_page;
mod key_read_by_google;
mod line_at_size_limit;
mod line_cut_by_google;
mod missing_colon;
mod misspelt_key;
mod noindex_record;
mod not_ascii;
mod not_utf8;
mod nul_byte;
mod pattern_needs_encoding;
mod pattern_without_slash;
mod record_outside_group;
mod redundancy;

mod robots_txt_closed;
mod rule_loses_tie;
mod rule_outside_group;
mod rule_redundant;
mod rule_shadowed;
mod search_engine_closed;
mod secret_in_path;
mod several_agents;
mod several_crawl_delays;
mod several_patterns;
mod sitemap_not_absolute;
mod sitemap_repeated;
mod star_at_end;
mod star_before_dollar;
mod star_repeated;
mod text_after_star;
mod twin;
mod typo_in_agent;
mod typo_in_key;
mod unknown_record;
mod unreadable_line;
mod url_in_pattern;
mod utf_16;
mod wildcard_in_agent;

use crate::rule::Rule;

/// All of them, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &rule_outside_group::RULE,
    &unreadable_line::RULE,
    &misspelt_key::RULE,
    &missing_colon::RULE,
    &nul_byte::RULE,
    &not_ascii::RULE,
    &pattern_without_slash::RULE,
    &agent_unnamed::RULE,
    &agent_not_token::RULE,
    &crawl_delay_unreadable::RULE,
    &byte_order_mark::RULE,
    &bare_carriage_return::RULE,
    &not_utf8::RULE,
    &utf_16::RULE,
    &html_page::RULE,
    &file_too_long::RULE,
    &line_at_size_limit::RULE,
    &line_cut_by_google::RULE,
    &typo_in_key::RULE,
    &unknown_record::RULE,
    &hash_in_pattern::RULE,
    &several_patterns::RULE,
    &pattern_needs_encoding::RULE,
    &broken_percent_encoding::RULE,
    &url_in_pattern::RULE,
    &several_agents::RULE,
    &wildcard_in_agent::RULE,
    &text_after_star::RULE,
    &file_name_case::RULE,
    &file_not_at_root::RULE,
    &typo_in_agent::RULE,
    &control_character::RULE,
    &key_read_by_google::RULE,
    &agent_in_several_groups::RULE,
    &agent_repeated::RULE,
    &group_without_rules::RULE,
    &agents_run_together::RULE,
    &blank_line_among_agents::RULE,
    &group_unreachable::RULE,
    &group_omits_star_rules::RULE,
    &search_engine_closed::RULE,
    &duplicate_rule::RULE,
    &rule_loses_tie::RULE,
    &rule_shadowed::RULE,
    &rule_redundant::RULE,
    &allow_without_effect::RULE,
    &empty_and_full_disallow::RULE,
    &empty_rule::RULE,
    &robots_txt_closed::RULE,
    &star_at_end::RULE,
    &star_repeated::RULE,
    &dollar_not_at_end::RULE,
    &star_before_dollar::RULE,
    &dot_segment::RULE,
    &everything_closed::RULE,
    &secret_in_path::RULE,
    &crawl_delay_too_long::RULE,
    &several_crawl_delays::RULE,
    &sitemap_not_absolute::RULE,
    &noindex_record::RULE,
    &record_outside_group::RULE,
    &sitemap_repeated::RULE,
];
