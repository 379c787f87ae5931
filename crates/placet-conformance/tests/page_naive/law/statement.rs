//! The statements of robots.txt and META elements to the crawler about the URL.

use placet_testing::pattern::{Case as Letters, Pattern, Scope, Target};

use super::fact::is_uri;
use crate::borrowed::crawler::Crawler;
use crate::borrowed::purpose::Reach;
use crate::borrowed::qualifier::{Condition, conditions, decoded, is_standard};
use crate::case::{Case, Content, Field, Meta};

/// Where a statement is, and so what it is about.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// In robots.txt, about what the pattern matches.
    Robots(Pattern),
    /// In robots.txt, about a set that is not defined.
    Nowhere,
    /// In the page, about the page.
    Page,
    /// On an element, about that.
    Element,
}

/// A statement that applies: crawler, purpose and resource match.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) permit: bool,
    pub(crate) usage: String,
    pub(crate) conditions: Vec<Condition>,
    /// Whether it names the crawler; otherwise it is for any.
    pub(crate) named: bool,
    pub(crate) reach: Reach,
    pub(crate) place: Place,
}

impl Statement {
    pub(crate) fn is_in_page(&self) -> bool {
        matches!(self.place, Place::Page)
    }

    /// How wide this is compared with `other`. A META element is the narrowest of all, and
    /// a set that is not defined compares with nothing.
    pub(crate) fn scope_against(&self, other: &Self) -> Scope {
        match (&self.place, &other.place) {
            // Statements about elements are not compared with others.
            (Place::Nowhere | Place::Element, _) | (_, Place::Nowhere | Place::Element) => {
                Scope::Unknown
            }
            (Place::Robots(mine), Place::Robots(theirs)) => mine.scope_against(theirs),
            (Place::Page, Place::Page) => Scope::Same,
            (Place::Page, Place::Robots(_)) => Scope::Narrower,
            (Place::Robots(_), Place::Page) => Scope::Broader,
        }
    }
}

/// Everything that applies to the crawler with this purpose.
pub(crate) fn statements(case: &Case, purpose: Option<&str>) -> Vec<Statement> {
    let crawler = Crawler::new(&case.question.agent);
    let target = Target::new(&case.question.url);
    let fields = case.robots.fields.iter();
    let mut statements: Vec<Statement> =
        fields.filter_map(|field| of_field(field, &crawler, &target, purpose)).collect();
    let metas = || case.page.documents().flat_map(|document| &document.metas);
    let knows_1_1 = metas().any(declares_1_1);
    // T-12: the META elements of both forms count as if they were in one.
    statements.extend(metas().filter_map(|meta| of_meta(meta, &crawler, purpose, knows_1_1)));
    statements
}

fn of_field(
    field: &Field,
    crawler: &Crawler,
    target: &Target,
    purpose: Option<&str>,
) -> Option<Statement> {
    let named = crawler.is_named(&field.crawler);
    if !named && field.crawler != "*" || !is_standard(&field.usage) {
        return None;
    }
    let reach = match field.purposes.as_slice() {
        [] => Reach::new(None, purpose),
        purposes => Reach::new(Some(purposes), purpose),
    };
    let place = match &field.pattern {
        Some(pattern) => Place::Robots(Pattern::acap(pattern.as_bytes())),
        None => Place::Nowhere,
    };
    let matches = match &place {
        Place::Robots(pattern) => pattern.matches(target, Letters::Folded),
        _ => true,
    };
    if !reach.applies() || !matches {
        return None;
    }
    let understood = field
        .permit
        .then(|| conditions(&field.usage, field.qualifiers.join(" ").as_bytes()))
        .flatten();
    // a permission on a set that is not defined grants nothing.
    if understood.is_some() && field.pattern.is_none() {
        return None;
    }
    // a statement that is not understood prohibits.
    let (permit, conditions) = (understood.is_some(), understood.unwrap_or_default());
    Some(Statement { permit, usage: field.usage.clone(), conditions, named, reach, place })
}

fn of_meta(
    meta: &Meta,
    crawler: &Crawler,
    purpose: Option<&str>,
    knows_1_1: bool,
) -> Option<Statement> {
    let name = meta.name.trim();
    // `robots` is any crawler.
    let is_any = name.eq_ignore_ascii_case("robots");
    if meta.in_body || !is_any && !crawler.is_named(name) {
        return None;
    }
    let (permit, usage, conditions, reach) = match &meta.content {
        Content::Rules(_) | Content::Version(_) | Content::Nothing(_) => return None,
        Content::Statement { purpose: stated, permit, usage, qualifiers } => {
            if !is_standard(usage) {
                return None;
            }
            let understood = if *permit {
                // without its version, a feature of 1.1 makes the field ignored.
                if !knows_1_1 && qualifiers.iter().any(|it| is_of_1_1(it)) {
                    return None;
                }
                understood(usage, qualifiers)
            } else {
                // a qualifier on a prohibition is disregarded.
                None
            };
            let is_malformed = qualifiers.iter().any(|it| !it.contains('='));
            let reach = match stated {
                // the replacement of a malformed one is for all purposes.
                Some(stated) if !is_malformed => {
                    Reach::new(Some(std::slice::from_ref(stated)), purpose)
                }
                _ => Reach::new(None, purpose),
            };
            (understood.is_some(), usage, understood.unwrap_or_default(), reach)
        }
        Content::Several { first, second, .. } => {
            // the first usage that can be identified, for all purposes.
            let usage = [&first.1, &second.1].into_iter().find(|usage| is_standard(usage))?;
            (false, usage, Vec::new(), Reach::new(None, purpose))
        }
    };
    let (usage, named, place) = (usage.clone(), !is_any, Place::Page);
    reach.applies().then_some(Statement { permit, usage, conditions, named, reach, place })
}

/// The conditions of a META permission: those of robots.txt, and `location`, once, which
/// is a URI.
fn understood(usage: &str, qualifiers: &[String]) -> Option<Vec<Condition>> {
    let (locations, others): (Vec<&String>, Vec<&String>) =
        qualifiers.iter().partition(|it| it.starts_with("location="));
    let others: Vec<&str> = others.into_iter().map(String::as_str).collect();
    let mut understood = conditions(usage, others.join(" ").as_bytes())?;
    match locations.as_slice() {
        [] => {}
        [location] => {
            let value = location.strip_prefix("location=").filter(|it| is_uri(&decoded(it)))?;
            understood.push(Condition { kind: "location".to_owned(), value: value.to_owned() });
        }
        //
        _ => return None,
    }
    Some(understood)
}

/// the qualifiers that came with 1.1.
fn is_of_1_1(qualifier: &str) -> bool {
    qualifier.starts_with("target-condition=") || qualifier.starts_with("ref=")
}

/// whether the element declares 1.1 or later, for any crawler.
fn declares_1_1(meta: &Meta) -> bool {
    let Content::Version(version) = meta.content else { return false };
    let numbers: Option<Vec<u32>> = version.split('.').map(|it| it.parse().ok()).collect();
    !meta.in_body
        && matches!(numbers.as_deref(), Some([major, minor]) if (*major, *minor) >= (1, 1))
}
