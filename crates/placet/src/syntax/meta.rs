//! META elements for crawlers: rules, ACAP, signals.

use super::rule::{Addressee, Directive, Directives, PageRule};
use super::signals::link;
use super::{acap, robots_meta};
use crate::text::Span;
use crate::vocabulary::{Condition, Locator, Qualifier};

/// The statement of a META element for crawlers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MetaStatement {
    /// An ACAP expression.
    Acap { to: Addressee, read: Box<acap::Meta> },
    /// Rules, and their problems.
    Rules(Directives),
    /// An element named `ACAP`: the documents have the name of a crawler there, so it addresses
    /// none. The version it declares still counts.
    Misnamed { version: Option<Span> },
    /// A signal about the use of content.
    Signal(MetaSignal),
}

/// An element that is read for signals about the use of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MetaSignal {
    /// `<meta name="tdm-reservation">`.
    Reservation,
    /// `<meta name="tdm-policy">`.
    Policy,
    /// `<link rel="license" type="application/rsl+xml">`; the content is its `href`.
    License,
    /// `<script type="application/rsl+xml">`; the content is its text.
    Document,
    /// `<base>`; the content is its `href`.
    Base,
}

impl MetaSignal {
    /// What a `link`, `script` or `base` is read for, by its name in lower case, its relations and its
    /// media type.
    pub(crate) fn of_element(name: &str, relations: &str, media_type: &str) -> Option<Self> {
        match name {
            "base" => Some(Self::Base),
            "script" => link::is_rsl(media_type).then_some(Self::Document),
            "link" => {
                let is_license = link::is_license(relations) && link::is_rsl(media_type);
                is_license.then_some(Self::License)
            }
            _ => None,
        }
    }
}

impl MetaStatement {
    /// Parses a META element. Returns `None` if it is not for crawlers.
    ///
    /// An element with a name other than `robots` is for a crawler only if one of that name is
    /// asked about. So content without rules is not reported as a problem.
    pub(crate) fn read(name: &str, content: &str) -> Option<Self> {
        let name = name.trim();
        if name.is_empty() {
            return None;
        }
        let everyone = name.eq_ignore_ascii_case("robots");
        // ACAP Part 2 §2.2.1 has the crawler's name here, and `ACAP` in the content.
        if name.eq_ignore_ascii_case("acap") {
            let read = acap::is_meta(content).then(|| acap::read_meta(content));
            return Some(Self::Misnamed { version: read.and_then(|read| read.version()) });
        }
        if name.eq_ignore_ascii_case("tdm-reservation") {
            return Some(Self::Signal(MetaSignal::Reservation));
        }
        if name.eq_ignore_ascii_case("tdm-policy") {
            return Some(Self::Signal(MetaSignal::Policy));
        }
        let to = if everyone { Addressee::Everyone } else { Addressee::Crawler(name.into()) };
        if acap::is_meta(content) {
            return Some(Self::Acap { to, read: Box::new(acap::read_meta(content)) });
        }
        if everyone {
            return Some(Self::Rules(robots_meta::read(content, &to)));
        }
        if !may_name_crawler(name) {
            return None;
        }
        let Directives { rules, problems } = robots_meta::read(content, &to);
        let has_effect = |it: &Directive| !matches!(it.rule, PageRule::NoEffect(_));
        let is_rules = !rules.is_empty() && problems.is_empty();
        (is_rules || rules.iter().any(has_effect))
            .then(|| Self::Rules(Directives { rules, problems: Vec::new() }))
    }

    /// The span of the ACAP version that its content declares.
    pub(crate) fn version(&self) -> Option<Span> {
        match self {
            Self::Acap { read, .. } => read.version(),
            Self::Misnamed { version } => *version,
            Self::Rules(_) | Self::Signal(_) => None,
        }
    }

    /// The elements that its conditions name by id or class.
    pub(crate) fn elements(&self, content: &str) -> Vec<Locator> {
        let Self::Acap { read, .. } = self else { return Vec::new() };
        let acap::Meta::Permission(read) = &**read else { return Vec::new() };
        let condition = |written: &acap::Named| {
            let qualifier = Qualifier::of_acap(content.get(written.name.range())?)?;
            Condition::parse(qualifier, content.get(written.value.range())?)
        };
        let conditions = read.qualifiers.iter().filter_map(condition);
        conditions.filter_map(|condition| condition.element().cloned()).collect()
    }
}

/// Whether a crawler can have this name. The HTML standard gives some names another meaning (HTML
/// §4.2.5.1), and vocabularies separate the parts of their names with `:` and `.`, which no product
/// token contains.
fn may_name_crawler(name: &str) -> bool {
    let is_standard = |known: &&str| known.eq_ignore_ascii_case(name);
    !name.is_empty() && !name.contains([':', '.']) && !METADATA.iter().any(is_standard)
}

/// The standard metadata names.
const METADATA: [&str; 9] = [
    "application-name",
    "author",
    "color-scheme",
    "description",
    "generator",
    "keywords",
    "referrer",
    "theme-color",
    "viewport",
];
