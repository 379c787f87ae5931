//! The model of a robots.txt.

use super::field::check_usage;
use super::text::check_word;
use super::{
    Group, InvalidDefinition, InvalidText, Name, Other, PathPattern, QualifiedUsage, Record,
    Reference, UndefinedName,
};
use crate::vocabulary::Usage;

/// The model of a robots.txt: conventional groups, and ACAP definitions and records.
///
/// Its parts can be added in any order. They are [printed](RobotsFile::print) in the order that the
/// documents require.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RobotsFile {
    pub(super) version: Option<Box<str>>,
    /// Records outside groups.
    pub(super) others: Vec<Other>,
    pub(super) groups: Vec<Group>,
    pub(super) ignores_conventional: bool,
    pub(super) usages: Vec<(Name, LocalUsage)>,
    pub(super) sets: Vec<(Name, Vec<PathPattern>)>,
    pub(super) records: Vec<AcapRecord>,
    /// ACAP fields as written, from a policy whose profile does not read them.
    pub(super) unread: Vec<Other>,
}

/// The definition of a local usage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LocalUsage {
    Qualified(QualifiedUsage),
    /// With something other than conditions, so that permitting it is a prohibition.
    NotUnderstood(Usage),
    Composite(Vec<Constituent>),
}

/// An ACAP record of either kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AcapRecord {
    Fields(Record),
    Reference(Reference),
}

/// A part of a composite usage.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Constituent {
    /// A standard usage without conditions.
    Usage(Usage),
    /// The qualified usage with this name.
    Local(Name),
}

impl Default for RobotsFile {
    fn default() -> Self {
        Self::new()
    }
}

impl RobotsFile {
    /// Creates an empty file. It declares ACAP 1.0 if it contains any ACAP.
    pub fn new() -> Self {
        Self {
            version: Some("1.0".into()),
            others: Vec::new(),
            groups: Vec::new(),
            ignores_conventional: false,
            usages: Vec::new(),
            sets: Vec::new(),
            records: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// Declares a version of ACAP other than 1.0; features of 1.1 need that version.
    ///
    /// # Errors
    /// If it is empty or contains white space, a control character or `#`.
    pub fn version(&mut self, version: &str) -> Result<(), InvalidText> {
        check_word(version)?;
        self.version = Some(version.into());
        Ok(())
    }

    /// Adds a record outside groups.
    pub fn other(&mut self, other: Other) {
        self.others.push(other);
    }

    /// Adds a sitemap (RFC 9309 §2.2.4).
    ///
    /// # Errors
    /// If the URL is empty or contains white space, a control character or `#`.
    pub fn sitemap(&mut self, url: &str) -> Result<(), InvalidText> {
        check_word(url)?;
        self.others.push(Other::new("Sitemap", url)?);
        Ok(())
    }

    /// Adds a conventional group.
    pub fn group(&mut self, group: Group) {
        self.groups.push(group);
    }

    /// Tells crawlers that read ACAP to ignore the conventional groups. Has no effect
    /// without an ACAP record.
    pub fn ignore_conventional_records(&mut self) {
        self.ignores_conventional = true;
    }

    /// Defines a name for a usage with conditions.
    ///
    /// # Errors
    /// If the name is already defined, or there is no condition.
    pub fn qualified_usage(
        &mut self,
        name: Name,
        usage: QualifiedUsage,
    ) -> Result<(), InvalidDefinition> {
        self.check_undefined(&name)?;
        if usage.conditions.is_empty() {
            return Err(InvalidDefinition::new(name.as_str(), "it has no condition"));
        }
        self.usages.push((name, LocalUsage::Qualified(usage)));
        Ok(())
    }

    /// Defines a name for several usages.
    ///
    /// # Errors
    /// If the name is already defined, there is no constituent, ACAP 1.0 does not define
    /// one, or one is not defined as a qualified usage: a composite usage cannot contain another.
    pub fn composite_usage(
        &mut self,
        name: Name,
        constituents: impl IntoIterator<Item = Constituent>,
    ) -> Result<(), InvalidDefinition> {
        self.check_undefined(&name)?;
        let constituents: Vec<_> = constituents.into_iter().collect();
        let fail = |reason| Err(InvalidDefinition::new(name.as_str(), reason));
        if constituents.is_empty() {
            return fail("it has no constituent");
        }
        for constituent in &constituents {
            match constituent {
                Constituent::Usage(usage) => {
                    if check_usage(*usage).is_err() {
                        return fail("ACAP 1.0 does not define one of its usages");
                    }
                }
                Constituent::Local(local) => match self.local(local) {
                    None => return fail("one of its usages is not defined before it"),
                    Some(LocalUsage::Composite(_)) => {
                        return fail("one of its usages is composite");
                    }
                    Some(LocalUsage::Qualified(_) | LocalUsage::NotUnderstood(_)) => {}
                },
            }
        }
        self.usages.push((name, LocalUsage::Composite(constituents)));
        Ok(())
    }

    /// Defines a name for a set of resources.
    ///
    /// # Errors
    /// If a set with that name is already defined, or there is no pattern.
    pub fn resource_set(
        &mut self,
        name: Name,
        patterns: impl IntoIterator<Item = PathPattern>,
    ) -> Result<(), InvalidDefinition> {
        if self.has_set(&name) {
            return Err(InvalidDefinition::new(name.as_str(), "the name is already defined"));
        }
        let patterns: Vec<_> = patterns.into_iter().collect();
        if patterns.is_empty() {
            return Err(InvalidDefinition::new(name.as_str(), "it has no pattern"));
        }
        self.sets.push((name, patterns));
        Ok(())
    }

    /// Adds an ACAP record.
    ///
    /// # Errors
    /// If it uses a local usage or a resource set that the file does not define yet.
    pub fn record(&mut self, record: Record) -> Result<(), UndefinedName> {
        for field in record.fields() {
            if let Some(name) = field.local_used().filter(|name| self.local(name).is_none()) {
                return Err(UndefinedName::new(name.as_str()));
            }
            if let Some(name) = field.set_used().filter(|name| !self.has_set(name)) {
                return Err(UndefinedName::new(name.as_str()));
            }
        }
        self.records.push(AcapRecord::Fields(record));
        Ok(())
    }

    /// Adds an ACAP record that refers its crawlers to another file.
    pub fn reference(&mut self, reference: Reference) {
        self.records.push(AcapRecord::Reference(reference));
    }

    /// Whether a record refers to another file; a file that is itself referred to must have none
    ///
    pub fn has_references(&self) -> bool {
        self.records.iter().any(|record| matches!(record, AcapRecord::Reference(_)))
    }

    /// The local usage with this name.
    fn local(&self, name: &Name) -> Option<&LocalUsage> {
        self.usages.iter().find(|(known, _)| known == name).map(|(_, usage)| usage)
    }

    fn has_set(&self, name: &Name) -> bool {
        self.sets.iter().any(|(known, _)| known == name)
    }

    /// Checks that a usage with this name is not defined yet: qualified and composite usages share
    /// one namespace.
    fn check_undefined(&self, name: &Name) -> Result<(), InvalidDefinition> {
        match self.local(name) {
            None => Ok(()),
            Some(_) => Err(InvalidDefinition::new(name.as_str(), "the name is already defined")),
        }
    }
}
