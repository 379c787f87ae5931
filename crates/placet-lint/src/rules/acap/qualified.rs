//! The qualifiers of permissions and definitions.

use placet::condition::Qualifier;
use placet::syntax::acap::{Field, Named};
use placet::{Condition, Usage};

use super::table::{FieldRow, standard};
use crate::limits::QUALIFIERS;
use crate::view::{View, lossy};

/// A usage with its qualifiers in a permission or a definition.
pub(super) struct Qualified<'t> {
    pub(super) row: &'t FieldRow,
    pub(super) usage: Usage,
    pub(super) qualifiers: &'t [Named],
}

/// All usages with qualifiers, in permissions and in definitions.
pub(super) fn qualified<'t>(view: &'t View<'_>) -> impl Iterator<Item = Qualified<'t>> {
    let table = view.acap();
    let permissions = table.permissions().filter(|it| it.allows).filter_map(move |it| {
        Some(Qualified { row: it.row, usage: it.usage(view)?, qualifiers: few(it.qualifiers) })
    });
    let definitions = table.fields.iter().filter_map(move |row| match &row.field {
        Field::QualifiedUsage { usage, qualifiers, .. } => {
            Some(Qualified { row, usage: standard(view, (*usage)?)?, qualifiers: few(qualifiers) })
        }
        _ => None,
    });
    permissions.chain(definitions)
}

/// At most [`QUALIFIERS`] qualifiers.
fn few(qualifiers: &[Named]) -> &[Named] {
    qualifiers.get(..QUALIFIERS).unwrap_or(qualifiers)
}

/// The type of a qualifier, if ACAP defines it.
pub(super) fn kind(view: &View<'_>, named: &Named) -> Option<Qualifier> {
    Qualifier::of_name(&lossy(view.of(named.name.range()))).filter(|it| it.is_acap())
}

/// The part of a qualifier that 0.2 defines and 1.0 dropped, and its replacement in 1.0: the type, or
/// the role of a resource to include (0.2 §4.5.3, A-51).
pub(super) fn dropped(view: &View<'_>, named: &Named) -> Option<(Dropped, &'static str)> {
    let name = lossy(view.of(named.name.range())).to_ascii_lowercase();
    match &*name {
        "used-resource" => Some((Dropped::Type, "must-use-resource")),
        "context" => Some((Dropped::Type, "required-context` or `prohibited-context")),
        "must-include-resource" => {
            let value = lossy(view.of(named.value.range())).to_ascii_lowercase();
            let rest = value.strip_prefix("the-").unwrap_or(&value).strip_prefix("acap:")?;
            let role = rest.split_once(':')?.0;
            let role = ["icon", "text"].into_iter().find(|known| *known == role)?;
            Some((Dropped::Role(role), "the-acap:credit:"))
        }
        _ => None,
    }
}

/// The part of a qualifier that 1.0 dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dropped {
    Type,
    Role(&'static str),
}

/// The condition of a qualifier, if ACAP defines its type and value.
pub(super) fn condition(view: &View<'_>, named: &Named) -> Option<Condition> {
    let value = std::str::from_utf8(view.of(named.value.range())).ok()?;
    format!("{}={value}", kind(view, named)?.name()).parse().ok()
}
