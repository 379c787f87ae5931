//! A robots.txt in the making.

use super::field::check_usage;
use super::text::check_word;
use super::{
    Group, InvalidDefinition, InvalidText, Name, Other, PathPattern, QualifiedUsage, Record,
    Reference, UndefinedName,
};
use crate::vocabulary::Usage;

/// A robots.txt in the making: conventional groups, and ACAP's definitions and records.
///
/// Whatever the order in which its parts are added, they are [printed](RobotsFile::print) in the
/// order that the documents ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RobotsFile {
    pub(super) version: Option<Box<str>>,
    /// Records of no group.
    pub(super) others: Vec<Other>,
    pub(super) groups: Vec<Group>,
    pub(super) ignores_conventional: bool,
    pub(super) usages: Vec<(Name, LocalUsage)>,
    pub(super) sets: Vec<(Name, Vec<PathPattern>)>,
    pub(super) records: Vec<AcapRecord>,
    /// ACAP fields as written, of a policy whose profile does not read them.
    pub(super) unread: Vec<Other>,
}

/// What a local usage stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LocalUsage {
    Qualified(QualifiedUsage),
    /// With something beside its conditions, so that its permission is a prohibition.
    NotUnderstood(Usage),
    Composite(Vec<Constituent>),
}

/// A record of either kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AcapRecord {
    Fields(Record),
    Reference(Reference),
}

/// What a composite usage is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Constituent {
    /// A standard usage, without conditions.
    Usage(Usage),
    /// The qualified usage of this name.
    Local(Name),
}

impl Default for RobotsFile {
    fn default() -> Self {
        Self::new()
    }
}

impl RobotsFile {
    /// An empty file, of ACAP 1.0 where there will be any ACAP in it.
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

    /// Declares another version of ACAP than 1.0; 1.1 is needed where its features are used
    ///
    ///
    /// # Errors
    /// When it is empty or holds white space, a control character or `#`.
    pub fn version(&mut self, version: &str) -> Result<(), InvalidText> {
        check_word(version)?;
        self.version = Some(version.into());
        Ok(())
    }

    /// Adds a record of no group.
    pub fn other(&mut self, other: Other) {
        self.others.push(other);
    }

    /// Adds a sitemap (RFC 9309 §2.2.4).
    ///
    /// # Errors
    /// When the URL is empty or holds white space, a control character or `#`.
    pub fn sitemap(&mut self, url: &str) -> Result<(), InvalidText> {
        check_word(url)?;
        self.others.push(Other::new("Sitemap", url)?);
        Ok(())
    }

    /// Adds a conventional group.
    pub fn group(&mut self, group: Group) {
        self.groups.push(group);
    }

    /// Tells crawlers that read ACAP to ignore the conventional groups. Without an ACAP
    /// record it has no effect.
    pub fn ignore_conventional_records(&mut self) {
        self.ignores_conventional = true;
    }

    /// Defines a usage with conditions.
    ///
    /// # Errors
    /// When the name is taken, or there is no condition.
    pub fn qualified_usage(
        &mut self,
        name: Name,
        usage: QualifiedUsage,
    ) -> Result<(), InvalidDefinition> {
        self.check_free(&name)?;
        if usage.conditions.is_empty() {
            return Err(InvalidDefinition::new(name.as_str(), "it has no condition"));
        }
        self.usages.push((name, LocalUsage::Qualified(usage)));
        Ok(())
    }

    /// Defines several usages under one name.
    ///
    /// # Errors
    /// When the name is taken, there is no constituent, ACAP 1.0 has no word for one, or
    /// one is not defined as a qualified usage: a composite holds no composite.
    pub fn composite_usage(
        &mut self,
        name: Name,
        constituents: impl IntoIterator<Item = Constituent>,
    ) -> Result<(), InvalidDefinition> {
        self.check_free(&name)?;
        let constituents: Vec<_> = constituents.into_iter().collect();
        let fail = |reason| Err(InvalidDefinition::new(name.as_str(), reason));
        if constituents.is_empty() {
            return fail("it has no constituent");
        }
        for constituent in &constituents {
            match constituent {
                Constituent::Usage(usage) => {
                    if check_usage(*usage).is_err() {
                        return fail("acap 1.0 has no word for a usage in it");
                    }
                }
                Constituent::Local(local) => match self.local(local) {
                    None => return fail("a usage in it is not defined before it"),
                    Some(LocalUsage::Composite(_)) => return fail("a usage in it is composite"),
                    Some(LocalUsage::Qualified(_) | LocalUsage::NotUnderstood(_)) => {}
                },
            }
        }
        self.usages.push((name, LocalUsage::Composite(constituents)));
        Ok(())
    }

    /// Defines a set of resources.
    ///
    /// # Errors
    /// When a set has that name already, or there is no pattern.
    pub fn resource_set(
        &mut self,
        name: Name,
        patterns: impl IntoIterator<Item = PathPattern>,
    ) -> Result<(), InvalidDefinition> {
        if self.has_set(&name) {
            return Err(InvalidDefinition::new(name.as_str(), "the name is taken"));
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
    /// When it uses a local usage or a resource set that the file does not define yet.
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
    pub fn refers_on(&self) -> bool {
        self.records.iter().any(|record| matches!(record, AcapRecord::Reference(_)))
    }

    fn local(&self, name: &Name) -> Option<&LocalUsage> {
        self.usages.iter().find(|(known, _)| known == name).map(|(_, usage)| usage)
    }

    fn has_set(&self, name: &Name) -> bool {
        self.sets.iter().any(|(known, _)| known == name)
    }

    /// Qualified and composite usages share one name space.
    fn check_free(&self, name: &Name) -> Result<(), InvalidDefinition> {
        match self.local(name) {
            None => Ok(()),
            Some(_) => Err(InvalidDefinition::new(name.as_str(), "the name is taken")),
        }
    }
}
