//! What a language of signals does not express, by crawler, usage and path.

use std::fmt;

use placet::Usage;
use serde::{Serialize, Serializer};

use super::Language;

/// A difference between the source and what is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SignalLoss {
    /// The language that differs; `None` if it is the whole result.
    #[serde(serialize_with = "language")]
    pub language: Option<Language>,
    /// How it differs.
    pub effect: LossEffect,
    /// The usages.
    #[serde(serialize_with = "usages")]
    pub usages: Vec<Usage>,
    /// The crawlers: `*` for all that robots.txt does not name, `bot-*` for those whose name goes on
    /// from `bot`.
    pub crawlers: Vec<String>,
    /// Whether these are all crawlers that were compared.
    pub is_for_all: bool,
    /// Patterns of the paths: those that match one of these, and no longer pattern of the policy.
    pub paths: Vec<String>,
    /// Whether these are all paths.
    pub is_everywhere: bool,
    /// The conditions that are not expressed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
}

/// How the result differs from the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LossEffect {
    /// The source refuses, and the result does not.
    Opens,
    /// The result refuses, and the source does not.
    Closes,
    /// Both permit, and the result does not set the same conditions.
    Conditions,
}

impl SignalLoss {
    /// Whether something of the source is lost; otherwise the result only restricts more.
    pub(super) fn is_loss(&self) -> bool {
        match self.effect {
            LossEffect::Opens => true,
            LossEffect::Closes => false,
            LossEffect::Conditions => !self.conditions.is_empty(),
        }
    }
}

#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference to the field"
)]
fn language<S: Serializer>(it: &Option<Language>, serializer: S) -> Result<S::Ok, S::Error> {
    it.map(Language::name).serialize(serializer)
}

fn usages<S: Serializer>(all: &[Usage], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(|it| it.name()))
}

impl fmt::Display for SignalLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = match self.language {
            None => "the result",
            Some(Language::ContentUsage) => "Content-Usage",
            Some(Language::ContentSignal) => "Content-Signal",
            Some(Language::Tdmrep) => "TDMRep",
            Some(Language::Rsl) => "RSL",
            Some(Language::CrawlerGroups) => "a group that names a crawler",
        };
        let names: Vec<&str> = self.usages.iter().map(|it| it.name()).collect();
        let usages = listed(&names);
        match self.effect {
            LossEffect::Opens => write!(f, "{subject} does not refuse {usages}")?,
            LossEffect::Closes => write!(f, "{subject} also refuses {usages}")?,
            LossEffect::Conditions if self.conditions.is_empty() => {
                write!(f, "{subject} sets conditions on {usages} that the source does not set")?;
            }
            LossEffect::Conditions => {
                let conditions: Vec<&str> = self.conditions.iter().map(|it| &**it).collect();
                write!(f, "{subject} does not express {} on {usages}", listed(&conditions))?;
            }
        }
        if !self.is_for_all {
            let addressee = |it: &String| match &**it {
                "*" => "crawlers that robots.txt does not name".to_owned(),
                name => match name.strip_suffix("-*") {
                    Some(start) => format!("crawlers whose names begin with {start}-"),
                    None => name.to_owned(),
                },
            };
            let crawlers: Vec<String> = self.crawlers.iter().map(addressee).collect();
            let crawlers: Vec<&str> = crawlers.iter().map(|it| &**it).collect();
            write!(f, " to {}", listed(&crawlers))?;
        }
        if !self.is_everywhere {
            let paths: Vec<&str> = self.paths.iter().map(|it| &**it).collect();
            write!(f, " on {}", listed(&paths))?;
        }
        Ok(())
    }
}

/// Words as a list in a sentence.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
