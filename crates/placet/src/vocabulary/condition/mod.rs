//! The conditions that a permission can carry: ACAP's qualifiers as types (ACAP 1.0 §2.5), and the
//! conditions that rules in headers and META elements and signals about the use of content add.

mod date;
mod moment;
mod notation;
mod resource;
#[cfg(feature = "serde")]
mod shown;
mod stated;
mod value;

use std::fmt;

pub use date::Date;
pub use moment::Moment;
pub(crate) use notation::decoded;
pub(crate) use resource::acap_uri;
pub use resource::{Locator, Resource};
pub use stated::Condition;
pub use value::{ImagePreview, Length, Modification, TimeLimit, UseLevel};

use crate::vocabulary::Usage;

/// The type of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Qualifier {
    /// How long the permission lasts (§2.5.3.1).
    TimeLimit,
    /// What must be used in place of the resource (§2.5.3.2).
    MustUseResource,
    /// How much of it may be shown at most (§2.5.5.2.3).
    MaxLength,
    /// How it must not be modified (§2.5.5.2.4).
    ProhibitedModification,
    /// What must be shown with it (§2.5.5.2.5).
    MustIncludeResource,
    /// Where it must not be shown (§2.5.5.2.6).
    ProhibitedContext,
    /// Where it must be shown (§2.5.5.2.7).
    RequiredContext,
    /// The URI at which the resource must be (Part 2 §2.2.9.1); in META elements only.
    Location,
    /// To whom it may be shown (1.1). No known document defines its values.
    TargetCondition,
    /// Where other usages are described (1.1).
    Ref,
    /// What is used in place of the resource, in the form of 0.2 (0.2 §4.5.3.1.1); 1.0 dropped it.
    UsedResource,
    /// Where it is shown, in the form of 0.2 (0.2 §4.5.3.2); 1.0 dropped it.
    Context,
    /// Without its images: the rule `noimageindex`.
    NoImages,
    /// How large an image preview may be: the rule `max-image-preview`.
    MaxImagePreview,
    /// How many seconds a video preview may last: the rule `max-video-preview`.
    MaxVideoPreview,
    /// A licence is needed, by its URL.
    License,
    /// A payment of this type is due.
    Payment,
    /// The source must be named.
    Attribution,
    /// The use must be reported, by a profile or a type.
    Reporting,
    /// A token of a licence server is needed.
    Token,
    /// Only for these classes of users.
    User,
    /// Not for these classes of users.
    NotUser,
    /// Only in these regions.
    Geo,
    /// Not in these regions.
    NotGeo,
    /// A legal statement that the crawler accepts.
    Legal,
    /// Terms that apply, by their URL.
    Terms,
    /// Without keeping it in the index of an AI system.
    NoAiIndex,
    /// The highest level of use: `use` in `Content-Signal`.
    MaxUse,
}

impl Qualifier {
    /// All types.
    pub const ALL: [Self; 28] = [
        Self::TimeLimit,
        Self::MustUseResource,
        Self::MaxLength,
        Self::ProhibitedModification,
        Self::MustIncludeResource,
        Self::ProhibitedContext,
        Self::RequiredContext,
        Self::Location,
        Self::TargetCondition,
        Self::Ref,
        Self::UsedResource,
        Self::Context,
        Self::NoImages,
        Self::MaxImagePreview,
        Self::MaxVideoPreview,
        Self::License,
        Self::Payment,
        Self::Attribution,
        Self::Reporting,
        Self::Token,
        Self::User,
        Self::NotUser,
        Self::Geo,
        Self::NotGeo,
        Self::Legal,
        Self::Terms,
        Self::NoAiIndex,
        Self::MaxUse,
    ];

    /// The name; ACAP's own for the types that ACAP defines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TimeLimit => "time-limit",
            Self::MustUseResource => "must-use-resource",
            Self::MaxLength => "max-length",
            Self::ProhibitedModification => "prohibited-modification",
            Self::MustIncludeResource => "must-include-resource",
            Self::ProhibitedContext => "prohibited-context",
            Self::RequiredContext => "required-context",
            Self::Location => "location",
            Self::TargetCondition => "target-condition",
            Self::Ref => "ref",
            Self::UsedResource => "used-resource",
            Self::Context => "context",
            Self::NoImages => "no-images",
            Self::MaxImagePreview => "max-image-preview",
            Self::MaxVideoPreview => "max-video-preview",
            Self::License => "license",
            Self::Payment => "payment",
            Self::Attribution => "attribution",
            Self::Reporting => "reporting",
            Self::Token => "token",
            Self::User => "user",
            Self::NotUser => "not-user",
            Self::Geo => "geo",
            Self::NotGeo => "not-geo",
            Self::Legal => "legal",
            Self::Terms => "terms",
            Self::NoAiIndex => "no-ai-index",
            Self::MaxUse => "max-use",
        }
    }

    /// The type with this name, ignoring case.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(name))
    }

    /// The ACAP type with this name, ignoring case.
    pub(crate) fn of_acap(name: &str) -> Option<Self> {
        Self::of_name(name).filter(|it| it.is_acap())
    }

    /// Whether ACAP defines it.
    pub const fn is_acap(self) -> bool {
        !matches!(self, Self::NoImages | Self::MaxImagePreview | Self::MaxVideoPreview)
            && !self.is_signal()
    }

    /// Whether signals about the use of content set it (signals-law §13).
    pub const fn is_signal(self) -> bool {
        matches!(
            self,
            Self::License
                | Self::Payment
                | Self::Attribution
                | Self::Reporting
                | Self::Token
                | Self::User
                | Self::NotUser
                | Self::Geo
                | Self::NotGeo
                | Self::Legal
                | Self::Terms
                | Self::NoAiIndex
                | Self::MaxUse
        )
    }

    /// Whether only ACAP 0.2 defines it: 1.0 dropped it.
    pub const fn is_of_0_2(self) -> bool {
        matches!(self, Self::UsedResource | Self::Context)
    }

    /// Whether an ACAP permission of `usage` in robots.txt may carry it.
    ///
    /// This is the whole table of valid combinations.
    pub const fn qualifies(self, usage: Usage) -> bool {
        match self {
            Self::TimeLimit => {
                matches!(usage, Usage::Index | Usage::Preserve) || usage.is_presentation()
            }
            Self::MustUseResource => matches!(usage, Usage::Index) || usage.is_presentation(),
            Self::MustIncludeResource | Self::TargetCondition => usage.is_presentation(),
            Self::MaxLength => matches!(
                usage,
                Usage::PresentSnippet
                    | Usage::PresentOldsnippet
                    | Usage::PresentExtract
                    | Usage::PresentOldextract
            ),
            Self::ProhibitedModification => matches!(
                usage,
                Usage::Present
                    | Usage::PresentOriginal
                    | Usage::PresentCurrentcopy
                    | Usage::PresentOldcopy
            ),
            Self::ProhibitedContext | Self::RequiredContext => matches!(
                usage,
                Usage::PresentOriginal | Usage::PresentCurrentcopy | Usage::PresentOldcopy
            ),
            Self::Ref => matches!(usage, Usage::Other),
            Self::UsedResource => matches!(usage, Usage::Index | Usage::Present),
            Self::Context => matches!(usage, Usage::Present),
            // Only META elements, rules about a page and signals set the rest.
            _ => false,
        }
    }

    /// Whether a crawler is assumed to honour it without a declaration (A-26, A-46, A-51, signals-law
    /// S-113). On two usages [`MaxUse`](Qualifier::MaxUse) must be declared all the same, see
    /// [`Crawler::honours_on`](crate::Crawler::honours_on).
    pub const fn is_honoured_by_default(self) -> bool {
        !matches!(
            self,
            Self::TargetCondition
                | Self::License
                | Self::Payment
                | Self::Attribution
                | Self::Reporting
                | Self::Token
                | Self::User
                | Self::NotUser
                | Self::Geo
                | Self::NotGeo
        )
    }
}

impl fmt::Display for Qualifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
