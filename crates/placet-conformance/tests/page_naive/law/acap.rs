//! ACAP in robots.txt and META elements together: steps 2 and 4.

use placet_testing::pattern::Scope;

use super::said::{Place, Said};
use crate::borrowed::qualifier::is_derivative;

/// What the statements say of a usage: prohibited, or permitted by these, under their conditions.
pub(crate) type Finding = Option<Vec<Said>>;

/// What is left after statements took the place of others or silenced them.
#[derive(Debug)]
pub(crate) struct Standing {
    said: Vec<Said>,
}

impl Standing {
    pub(crate) fn new(said: &[Said]) -> Self {
        let (page, robots): (Vec<&Said>, Vec<&Said>) =
            said.iter().partition(|statement| statement.is_in_page());
        // named META elements override those to any crawler.
        let metas: Vec<&Said> =
            page.iter().copied().filter(|statement| !is_silenced(statement, &page)).collect();
        // named fields silence those to any crawler.
        let fields = robots.iter().filter(|statement| !is_silenced(statement, &robots));
        // META elements take the place of fields. A-29: but of no prohibition on a set that
        // is not defined.
        let is_replaced = |field: &Said| {
            matches!(field.place, Place::Robots(_))
                && metas
                    .iter()
                    .any(|meta| meta.usage == field.usage && (meta.named || !field.named))
        };
        let mut said: Vec<Said> =
            fields.filter(|field| !is_replaced(field)).map(|&field| field.clone()).collect();
        said.extend(metas.into_iter().cloned());
        Self { said }
    }

    /// Steps 2c to 2g, for the page.
    pub(crate) fn page(&self, usage: &str) -> Finding {
        // the crawler's own statements first.
        if self.named(usage).is_some_and(|finding| finding.is_none()) {
            return None;
        }
        let all: Vec<&Said> = self.said.iter().collect();
        // silence permits.
        resolve(&all, usage).unwrap_or_else(|| Some(Vec::new()))
    }

    /// what is said by name, beside an element that permits. As beside a META element to any
    /// crawler, `other` can prohibit, but where it permits it is not consulted.
    pub(crate) fn beside_element(&self, usage: &str) -> Finding {
        let permissions = self.named(usage).unwrap_or_else(|| Some(Vec::new()))?;
        let speaks = |statement: &Said| statement.named && covers(&statement.usage, usage);
        Some(if self.said.iter().any(speaks) { permissions } else { Vec::new() })
    }

    /// What is said by name; `None` where nothing is.
    fn named(&self, usage: &str) -> Option<Finding> {
        let named: Vec<&Said> = self.said.iter().filter(|statement| statement.named).collect();
        resolve(&named, usage)
    }

    /// whether it is prohibited on a set that is not defined, and so everywhere.
    pub(crate) fn prohibits_everywhere(&self, usage: &str) -> bool {
        let nowhere = |statement: &Said| matches!(statement.place, Place::Nowhere);
        self.said.iter().any(|statement| nowhere(statement) && covers(&statement.usage, usage))
    }

    /// Whether anything is said of the usage itself, or of `present` for a derivative.
    pub(crate) fn speaks_of(&self, usage: &str) -> bool {
        self.said.iter().any(|statement| covers(&statement.usage, usage))
    }
}

/// Whether what is said of `said` is said of `usage`.
pub(crate) fn covers(said: &str, usage: &str) -> bool {
    said == usage || said == "present" && is_derivative(usage)
}

/// Whether a statement to any crawler gives way to one of these that names the crawler: of the same
/// usage type and the same purposes. A-29: no prohibition on a set that is not defined does.
pub(crate) fn is_silenced(statement: &Said, among: &[&Said]) -> bool {
    !statement.named
        && !matches!(statement.place, Place::Nowhere)
        && among.iter().any(|named| {
            named.named && named.usage == statement.usage && named.reach.is_same(statement.reach)
        })
}

/// Steps 2d to 2f; `None` is silence.
fn resolve(said: &[&Said], usage: &str) -> Option<Finding> {
    let own = deciding(said, usage);
    let present = if is_derivative(usage) { deciding(said, "present") } else { Vec::new() };
    match (own.as_slice(), present.as_slice()) {
        // Step 2f, A-21.
        ([], []) => {
            let other = deciding(said, "other");
            (!other.is_empty()).then(|| together(&other))
        }
        (own, []) => Some(together(own)),
        ([], present) => Some(together(present)),
        (own, present) => Some(special_and_general(own, present)),
    }
}

/// Step 2d: the statements of one usage type than which no other is narrower. META elements and
/// fields that stand beside them are not compared: both must permit.
fn deciding<'a>(said: &[&'a Said], usage: &str) -> Vec<&'a Said> {
    let of_usage: Vec<&Said> =
        said.iter().copied().filter(|statement| statement.usage == usage).collect();
    let is_narrower = |other: &Said, statement: &Said| {
        other.is_in_page() == statement.is_in_page()
            && other.scope_beside(statement) == Scope::Narrower
    };
    let decides = |statement: &&Said| !of_usage.iter().any(|other| is_narrower(other, statement));
    of_usage.iter().copied().filter(decides).collect()
}

/// one prohibition prohibits. A-03: otherwise the conditions add up.
fn together(deciding: &[&Said]) -> Finding {
    if deciding.iter().any(|statement| !statement.permit) {
        return None;
    }
    Some(deciding.iter().map(|&statement| statement.clone()).collect())
}

/// Step 2e, A-19.
fn special_and_general(own: &[&Said], present: &[&Said]) -> Finding {
    // A prohibition of the derivative stands.
    let special = together(own)?;
    if let Some(general) = together(present) {
        // Two permissions add their conditions.
        return Some([special, general].concat());
    }
    // A permission gives way to a prohibition that is narrower or incomparable.
    for prohibition in present.iter().filter(|statement| !statement.permit) {
        for permission in own {
            let scope = prohibition.scope_beside(permission);
            if matches!(scope, Scope::Narrower | Scope::Unknown) {
                return None;
            }
        }
    }
    Some(special)
}
