//! The laws in the order in which they are applied.

use super::kind::Law;
use super::question::{Question, Statements};
use super::ruling::Ruling;
use super::{acap_says, access, availability, dependence, facts, page, restriction, signals};

pub(crate) use dependence::{apply as depend, needed};

/// A law: takes the question, the statements about it and the rulings so far, and changes the
/// rulings. There is one ruling for each usage that is asked about, after those that it depends on.
type Apply = fn(&Question<'_>, &Statements<'_>, &mut [Ruling]);

/// All laws, in order.
pub(crate) const LAWS: [(Law, Apply); 9] = [
    (Law::Availability, availability::apply),
    (Law::Access, access::apply),
    (Law::Acap, acap_says::apply),
    (Law::Crawl, access::with_acap),
    (Law::Page, page::apply),
    (Law::Restrictions, restriction::apply),
    (Law::Signals, signals::apply),
    (Law::Facts, facts::apply),
    (Law::Dependence, dependence::apply),
];
