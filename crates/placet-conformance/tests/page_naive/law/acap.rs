//! ACAP in robots.txt and META elements together: steps 2 and 4.

use placet_testing::pattern::Scope;

use super::statement::{Place, Statement};
use crate::borrowed::qualifier::is_derivative;

/// The result for a usage: prohibited, or permitted by these statements, under their conditions.
pub(crate) type Finding = Option<Vec<Statement>>;

/// The statements that remain after others replaced or silenced some.
#[derive(Debug)]
pub(crate) struct Remaining {
    statements: Vec<Statement>,
}

impl Remaining {
    pub(crate) fn new(statements: &[Statement]) -> Self {
        let (page, robots): (Vec<&Statement>, Vec<&Statement>) =
            statements.iter().partition(|statement| statement.is_in_page());
        // named META elements override those to any crawler.
        let metas: Vec<&Statement> =
            page.iter().copied().filter(|statement| !is_silenced(statement, &page)).collect();
        // named fields silence those to any crawler.
        let fields = robots.iter().filter(|statement| !is_silenced(statement, &robots));
        // META elements replace fields. A-29: but not a prohibition on an undefined set.
        let is_replaced = |field: &Statement| {
            matches!(field.place, Place::Robots(_))
                && metas
                    .iter()
                    .any(|meta| meta.usage == field.usage && (meta.named || !field.named))
        };
        let mut statements: Vec<Statement> =
            fields.filter(|field| !is_replaced(field)).map(|&field| field.clone()).collect();
        statements.extend(metas.into_iter().cloned());
        Self { statements }
    }

    /// Steps 2c to 2g, for the page.
    pub(crate) fn page(&self, usage: &str) -> Finding {
        // the crawler's own statements first.
        if self.named(usage).is_some_and(|finding| finding.is_none()) {
            return None;
        }
        let all: Vec<&Statement> = self.statements.iter().collect();
        // silence permits.
        resolve(&all, usage).unwrap_or_else(|| Some(Vec::new()))
    }

    /// the statements by name, together with an element that permits. As with a META element to
    /// any crawler, `other` can prohibit, but if it permits it is not consulted.
    pub(crate) fn with_element(&self, usage: &str) -> Finding {
        let permissions = self.named(usage).unwrap_or_else(|| Some(Vec::new()))?;
        let is_about = |statement: &Statement| statement.named && covers(&statement.usage, usage);
        Some(if self.statements.iter().any(is_about) { permissions } else { Vec::new() })
    }

    /// The result of the statements by name; `None` if there are none.
    fn named(&self, usage: &str) -> Option<Finding> {
        let named: Vec<&Statement> =
            self.statements.iter().filter(|statement| statement.named).collect();
        resolve(&named, usage)
    }

    /// whether it is prohibited on a set that is not defined, and so everywhere.
    pub(crate) fn prohibits_everywhere(&self, usage: &str) -> bool {
        let nowhere = |statement: &Statement| matches!(statement.place, Place::Nowhere);
        self.statements
            .iter()
            .any(|statement| nowhere(statement) && covers(&statement.usage, usage))
    }

    /// Whether a statement is about the usage itself, or about `present` for a derivative.
    pub(crate) fn is_about(&self, usage: &str) -> bool {
        self.statements.iter().any(|statement| covers(&statement.usage, usage))
    }
}

/// Whether a statement about `stated` is about `usage`.
pub(crate) fn covers(stated: &str, usage: &str) -> bool {
    stated == usage || stated == "present" && is_derivative(usage)
}

/// Whether a statement to any crawler gives way to one of these that names the crawler: of the same
/// usage type and the same purposes. A-29: no prohibition on a set that is not defined does.
pub(crate) fn is_silenced(statement: &Statement, among: &[&Statement]) -> bool {
    !statement.named
        && !matches!(statement.place, Place::Nowhere)
        && among.iter().any(|named| {
            named.named && named.usage == statement.usage && named.reach.is_same(statement.reach)
        })
}

/// Steps 2d to 2f; `None` is silence.
fn resolve(statements: &[&Statement], usage: &str) -> Option<Finding> {
    let own = deciding(statements, usage);
    let present = if is_derivative(usage) { deciding(statements, "present") } else { Vec::new() };
    match (own.as_slice(), present.as_slice()) {
        // Step 2f, A-21.
        ([], []) => {
            let other = deciding(statements, "other");
            (!other.is_empty()).then(|| together(&other))
        }
        (own, []) => Some(together(own)),
        ([], present) => Some(together(present)),
        (own, present) => Some(special_and_general(own, present)),
    }
}

/// Step 2d: the statements of one usage type than which no other is narrower. META elements and
/// fields next to them are not compared: both must permit.
fn deciding<'a>(statements: &[&'a Statement], usage: &str) -> Vec<&'a Statement> {
    let of_usage: Vec<&Statement> =
        statements.iter().copied().filter(|statement| statement.usage == usage).collect();
    let is_narrower = |other: &Statement, statement: &Statement| {
        other.is_in_page() == statement.is_in_page()
            && other.scope_against(statement) == Scope::Narrower
    };
    let decides =
        |statement: &&Statement| !of_usage.iter().any(|other| is_narrower(other, statement));
    of_usage.iter().copied().filter(decides).collect()
}

/// one prohibition prohibits. A-03: otherwise the conditions add up.
fn together(deciding: &[&Statement]) -> Finding {
    if deciding.iter().any(|statement| !statement.permit) {
        return None;
    }
    Some(deciding.iter().map(|&statement| statement.clone()).collect())
}

/// Step 2e, A-19.
fn special_and_general(own: &[&Statement], present: &[&Statement]) -> Finding {
    // A prohibition of the derivative applies.
    let special = together(own)?;
    if let Some(general) = together(present) {
        // Two permissions add their conditions.
        return Some([special, general].concat());
    }
    // A permission gives way to a prohibition that is narrower or incomparable.
    for prohibition in present.iter().filter(|statement| !statement.permit) {
        for permission in own {
            let scope = prohibition.scope_against(permission);
            if matches!(scope, Scope::Narrower | Scope::Unknown) {
                return None;
            }
        }
    }
    Some(special)
}
