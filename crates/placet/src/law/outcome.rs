//! What became of the statements about a usage.

/// What became of a statement that took part in a decision: a conventional rule, an ACAP statement
/// or a statement of the page.
///
/// It is the outcome under the law that weighs the statement; a later law can still overrule it.
/// [`Reason::decides`](crate::explain::Reason::decides) tells whether it settled the decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// It decided, alone or with others.
    Decided,
    /// It took effect without deciding: a `User-agent` line chose its group, a rule about the page
    /// set a condition, a directive of its file was followed.
    Applied,
    /// A longer rule overrode it (RFC 9309 §2.2.2).
    Shorter,
    /// It is a disallow, and an allow of the same length overrode it (RFC 9309 §2.2.2).
    LostTie,
    /// It repeats what another statement decided.
    Repeats,
    /// It has no effect: `/robots.txt` is always allowed, the usage is prohibited anyway, or
    /// robots.txt does not define the usage that it names.
    Moot,
    /// Another statement contradicts it and is followed instead (ACAP 1.0 §2.9.2).
    Contradicted,
    /// It permits, but a prohibition is not broader, so neither is the narrowest and the usage is
    /// prohibited (ACAP 1.0 §2.4.5, R-067).
    Undetermined,
    /// A narrower statement overrode it (ACAP 1.0 §2.4.5, R-062).
    Broader,
    /// A statement that names the crawler overrode it (ACAP 1.0 §2.2, R-060; Part 2 §2.2.1, R-144).
    OverriddenByName,
    /// A META element of the page overrode it (Part 2 §2.2.8, R-146).
    OverriddenByPage,
    /// It is about `present` and a statement about the exact usage decided, or the reverse.
    OverriddenByLevel,
    /// It permits at another location, and another META element permits here (Part 2 §2.2.9.1,
    ///
    Elsewhere,
    /// It is for a purpose that the crawler does not state.
    OtherPurpose,
}

impl Outcome {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::Applied => "applied",
            Self::Shorter => "shorter",
            Self::LostTie => "lost-tie",
            Self::Repeats => "repeats",
            Self::Moot => "moot",
            Self::Contradicted => "contradicted",
            Self::Undetermined => "undetermined",
            Self::Broader => "broader",
            Self::OverriddenByName => "overridden-by-name",
            Self::OverriddenByPage => "overridden-by-page",
            Self::OverriddenByLevel => "overridden-by-level",
            Self::Elsewhere => "elsewhere",
            Self::OtherPurpose => "other-purpose",
        }
    }
}
