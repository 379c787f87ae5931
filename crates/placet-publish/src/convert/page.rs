//! From rules about pages to the `Robots-Tag` header, and to META elements.

use placet::page::{PageRule, PageStatement};
use placet::statement::{StatementKind, StatementValue};
use placet::syntax::ProblemKind;
use placet::write::{AcapMeta, PageRules, acap_metas};
use placet::{PagePolicy, Usage};

use super::{Converted, Loss, LossKind, Unconvertible};

/// The value of a `Robots-Tag` header with the statements of a page's headers and META elements
/// (Robots-Tag draft §3.1.1).
///
/// Of ACAP's META elements, prohibitions of `index` and `follow` for any crawler can be expressed; all
/// others are lost, and so are statements about elements.
///
/// ```
/// use placet::PagePolicy;
/// use placet_publish::convert::to_robots_tag;
///
/// let page = PagePolicy::builder().header("X-Robots-Tag", "noindex, a: nofollow").build();
/// assert_eq!(to_robots_tag(&page)?.text, b"*;noindex, a;nofollow");
/// # Ok::<(), placet_publish::convert::Unconvertible>(())
/// ```
///
/// # Errors
/// If there is no statement, or a name cannot be written.
pub fn to_robots_tag(page: &PagePolicy) -> Result<Converted, Unconvertible> {
    let mut rules = PageRules::of(page).map_err(|_| Unconvertible::Unwritable)?;
    let mut losses = Vec::new();
    for statement in page.statements() {
        match equal(page, &statement) {
            Equal::Is => {}
            Equal::Rule(rule) => rules = rules.everyone(rule),
            Equal::None(kind, why) => losses.push(loss(&statement, kind, why)),
        }
    }
    let text = rules.robots_tag().map_err(|_| Unconvertible::Oversize)?.into_bytes();
    if text.is_empty() && losses.is_empty() {
        return Err(Unconvertible::Nothing);
    }
    Ok(Converted { text, losses, notes: not_understood(page) })
}

/// META elements with the statements of a page's headers and META elements, one per line (Robots-Tag
/// draft §3.1.2; ACAP Part 2 §2.2).
///
/// # Errors
/// If there is no statement, or a name cannot be written.
pub fn to_metas(page: &PagePolicy) -> Result<Converted, Unconvertible> {
    let rules = PageRules::of(page).map_err(|_| Unconvertible::Unwritable)?;
    let acap = AcapMeta::of(page).map_err(|_| Unconvertible::Unwritable)?;
    let mut losses: Vec<Loss> = Vec::new();
    let of_elements = page.statements().filter(|statement| statement.element().is_some());
    let why = "a META element applies to the whole page";
    losses.extend(of_elements.map(|statement| loss(&statement, LossKind::Element, why)));
    let metas = rules.metas().map_err(|_| Unconvertible::Oversize)?;
    let acap = acap_metas(&acap).map_err(|_| Unconvertible::Oversize)?;
    let text = (metas + &acap).into_bytes();
    if text.is_empty() && losses.is_empty() {
        return Err(Unconvertible::Nothing);
    }
    Ok(Converted { text, losses, notes: not_understood(page) })
}

/// How a statement is expressed in a header.
enum Equal {
    /// Unchanged.
    Is,
    /// By this rule.
    Rule(PageRule),
    /// Not at all.
    None(LossKind, &'static str),
}

fn equal(page: &PagePolicy, statement: &PageStatement<'_>) -> Equal {
    if statement.element().is_some() {
        return Equal::None(LossKind::Element, "a header applies to the whole page");
    }
    if let StatementValue::Rule(_) = statement.value() {
        return Equal::Is;
    }
    if statement.kind() == StatementKind::Permit {
        return Equal::None(LossKind::Usage, "a header can only restrict");
    }
    let usage = statement.usages().next();
    // A permission by name would override the prohibition for its crawler (R-144), but not a rule.
    let lifted = usage.is_some_and(|usage| page.statements().any(|it| it.permits(usage)));
    let rule = match usage {
        Some(Usage::Index) => Some(PageRule::NoIndex),
        Some(Usage::Follow) => Some(PageRule::NoFollow),
        _ => None,
    };
    match rule {
        None => Equal::None(LossKind::Usage, "a header has no rule that closes exactly this"),
        Some(_) if statement.purpose().is_some() => {
            Equal::None(LossKind::Purpose, "a header has no purposes")
        }
        Some(_) if statement.addressee().is_some() => {
            Equal::None(LossKind::Name, "a header addresses crawlers by other names than ACAP")
        }
        Some(_) if lifted => {
            Equal::None(LossKind::Law, "a permission next to it cannot be expressed")
        }
        Some(rule) => Equal::Rule(rule),
    }
}

fn loss(statement: &PageStatement<'_>, kind: LossKind, why: &str) -> Loss {
    Loss::new(kind, Some(statement.line()), why).of(statement.to_string())
}

/// Statements without effect, which are omitted.
fn not_understood(page: &PagePolicy) -> Vec<Loss> {
    let idle = |kind| {
        matches!(
            kind,
            ProblemKind::FieldMember
                | ProblemKind::FieldCut
                | ProblemKind::RuleUnknown
                | ProblemKind::RuleValue
                | ProblemKind::RuleDate
                | ProblemKind::MetaInBody
                | ProblemKind::MetaUnversioned
                | ProblemKind::ElementUnknown
                | ProblemKind::PageCut
        )
    };
    let problems = page.problems().filter(|problem| idle(problem.kind()));
    problems
        .map(|problem| {
            let why = problem.kind().to_string();
            Loss::new(LossKind::NotUnderstood, Some(problem.line()), why).of(problem.text())
        })
        .collect()
}
