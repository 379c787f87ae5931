//! Rules about what robots.txt, the fields of a response and the page say together.

mod canonical_closed;
mod closed_link;
mod image_closed;
mod media_type;
mod meta_against_field;
mod noindex_unread;
mod permission_void;
mod resource_closed;
mod sitemap_closed;

use crate::rule::Rule;

/// All of them, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &noindex_unread::RULE,
    &permission_void::RULE,
    &meta_against_field::RULE,
    &resource_closed::RULE,
    &image_closed::RULE,
    &canonical_closed::RULE,
    &sitemap_closed::RULE,
    &media_type::RULE,
];
