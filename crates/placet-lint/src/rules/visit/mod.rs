//! Rules about robots.txt, response header and page together.

mod canonical_closed;
mod closed_link;
mod image_closed;
mod meta_contradicts_header;
mod noindex_unread;
mod permission_without_effect;
mod resource_closed;
mod sitemap_closed;
mod wrong_media_type;

use crate::rule::Rule;

/// All of them, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &noindex_unread::RULE,
    &permission_without_effect::RULE,
    &meta_contradicts_header::RULE,
    &resource_closed::RULE,
    &image_closed::RULE,
    &canonical_closed::RULE,
    &sitemap_closed::RULE,
    &wrong_media_type::RULE,
];
