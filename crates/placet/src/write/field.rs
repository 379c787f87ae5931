//! Permissions and prohibitions, and their conditions.

use std::str::FromStr;

use super::text::{check_ascii, check_word};
use super::{InvalidCondition, InvalidUsage, Location, Name, PathPattern};
use crate::policy::ActionKind;
use crate::vocabulary::{Condition, Qualifier, Usage};

/// A usage, with the conditions under which it is permitted (R-051).
///
/// ```
/// use placet::Usage;
/// use placet::write::QualifiedUsage;
///
/// let kept = QualifiedUsage::new(Usage::Preserve)?.on("time-limit=30-days".parse()?)?;
/// assert!(kept.on("max-length=20-words".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QualifiedUsage {
    pub(super) usage: Usage,
    pub(super) conditions: Vec<Condition>,
}

impl QualifiedUsage {
    /// Creates a usage without conditions.
    ///
    /// # Errors
    /// If ACAP 1.0 does not define it (R-080).
    pub fn new(usage: Usage) -> Result<Self, InvalidUsage> {
        check_usage(usage)?;
        Ok(Self { usage, conditions: Vec::new() })
    }

    /// Adds a condition.
    ///
    /// # Errors
    /// If the condition is not valid for the usage (R-090 to R-102), repeats another one (R-105,
    /// R-096), or has a value that cannot be written (R-010).
    pub fn on(mut self, condition: Condition) -> Result<Self, InvalidCondition> {
        let qualifier = condition.qualifier();
        if !qualifier.qualifies(self.usage) {
            return Err(InvalidCondition::new("the condition is not valid for this usage"));
        }
        let text = condition.to_string();
        let value = text.split_once('=').map_or("", |(_, value)| value);
        let writable = check_word(value).and_then(|()| check_ascii(value)).is_ok();
        if !writable || Condition::parse(qualifier, value).as_ref() != Some(&condition) {
            return Err(InvalidCondition::new(
                "the value contains characters that no value can contain",
            ));
        }
        if self.conditions.iter().any(|before| before == &condition || before.repeats(&condition)) {
            return Err(InvalidCondition::new("the usage already has this condition"));
        }
        self.conditions.push(condition);
        Ok(self)
    }
}

/// Checks that ACAP 1.0 defines the usage.
pub(super) fn check_usage(usage: Usage) -> Result<(), InvalidUsage> {
    let is_only_0_2 = matches!(usage, Usage::PresentExtract | Usage::PresentOldextract);
    if usage.is_acap() && !is_only_0_2 { Ok(()) } else { Err(InvalidUsage(())) }
}

/// Parses `type=value`, as written in a permission (R-009).
impl FromStr for Condition {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) =
            text.split_once('=').ok_or(InvalidCondition::new("a condition is type=value"))?;
        let qualifier = Qualifier::of_name(name)
            .ok_or(InvalidCondition::new("no ACAP document defines this condition"))?;
        if check_word(value).is_err() {
            return Err(InvalidCondition::new(
                "the value contains characters that no value can contain",
            ));
        }
        Self::parse(qualifier, value)
            .ok_or(InvalidCondition::new("no ACAP document defines this value"))
    }
}

/// The resources that a field refers to: those that a pattern matches, or a set of patterns
/// (R-054).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resources(pub(super) Specification);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Specification {
    Pattern(PathPattern),
    Set(Name),
    /// A set that is not defined, which makes a prohibition apply to everything (A-29).
    Everything,
}

impl Resources {
    /// The set with this name, which the file must define.
    pub fn set(name: Name) -> Self {
        Self(Specification::Set(name))
    }
}

impl From<PathPattern> for Resources {
    fn from(pattern: PathPattern) -> Self {
        Self(Specification::Pattern(pattern))
    }
}

/// A permission or prohibition (R-050 to R-053).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub(super) statement: Statement,
    pub(super) resources: Resources,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Statement {
    Allow(QualifiedUsage),
    AllowLocal(Name),
    Disallow(Usage),
}

impl Field {
    /// Permits a usage on its conditions.
    pub fn allow(usage: QualifiedUsage, resources: impl Into<Resources>) -> Self {
        Self { statement: Statement::Allow(usage), resources: resources.into() }
    }

    /// Permits a local usage that the file defines under this name; its conditions are in the
    /// definition (R-052).
    pub fn allow_local(name: Name, resources: impl Into<Resources>) -> Self {
        Self { statement: Statement::AllowLocal(name), resources: resources.into() }
    }

    /// Prohibits a usage. There are no conditional prohibitions; use a permission with conditions
    /// (R-053).
    ///
    /// # Errors
    /// If ACAP 1.0 does not define the usage (R-080).
    pub fn disallow(usage: Usage, resources: impl Into<Resources>) -> Result<Self, InvalidUsage> {
        check_usage(usage)?;
        Ok(Self { statement: Statement::Disallow(usage), resources: resources.into() })
    }

    /// The resource set that it uses.
    pub(super) fn set_used(&self) -> Option<&Name> {
        match &self.resources.0 {
            Specification::Set(name) => Some(name),
            _ => None,
        }
    }

    /// The local usage that it uses.
    pub(super) fn local_used(&self) -> Option<&Name> {
        match &self.statement {
            Statement::AllowLocal(name) => Some(name),
            _ => None,
        }
    }
}

/// A request about one resource; it changes no permission (R-120, R-121).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub(super) kind: ActionKind,
    pub(super) resource: Location,
}

impl Request {
    /// Creates a request to do this with the resource.
    pub fn new(kind: ActionKind, resource: Location) -> Self {
        Self { kind, resource }
    }
}
