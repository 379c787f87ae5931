//! Crawlers, and the time of a question.

use std::time::SystemTime;

use crate::vocabulary::{Agent, Qualifier, Usage};

/// A crawler: its name, what it crawls for, and which conditions it can honour.
///
/// # Conditions a crawler honours
///
/// [`Crawler::new`] returns a crawler that is assumed to honour the conditions of ACAP and of rules
/// about pages, except [`TargetCondition`](Qualifier::TargetCondition) (A-26, A-46):
/// [`time-limit`](Qualifier::TimeLimit), [`must-use-resource`](Qualifier::MustUseResource),
/// [`max-length`](Qualifier::MaxLength),
/// [`prohibited-modification`](Qualifier::ProhibitedModification),
/// [`must-include-resource`](Qualifier::MustIncludeResource),
/// [`prohibited-context`](Qualifier::ProhibitedContext),
/// [`required-context`](Qualifier::RequiredContext), [`location`](Qualifier::Location),
/// [`ref`](Qualifier::Ref), [`no-images`](Qualifier::NoImages),
/// [`max-image-preview`](Qualifier::MaxImagePreview) and
/// [`max-video-preview`](Qualifier::MaxVideoPreview). Of the conditions that signals set, it is assumed
/// to honour [`max-use`](Qualifier::MaxUse), [`no-ai-index`](Qualifier::NoAiIndex),
/// [`legal`](Qualifier::Legal) and [`terms`](Qualifier::Terms); it must declare
/// [`license`](Qualifier::License), [`payment`](Qualifier::Payment) and the others, and
/// [`max-use`](Qualifier::MaxUse) on `train-ai` and `mine` (S-113). It is also assumed to
/// leave out the elements of a page that are closed to it. So a permission may carry
/// [conditions](crate::Decision::conditions) that the crawler has to obey, and may cover only a
/// [part](crate::Decision::is_partial) of the page. A [plain](Crawler::plain) crawler does none of
/// this: such permissions do not permit it anything.
///
/// ```
/// use placet::condition::Qualifier;
/// use placet::{Agent, Crawler};
///
/// let crawler = Crawler::new(Agent::new("ExampleBot"))
///     .purpose("news")
///     .cannot_honour(Qualifier::MaxLength);
/// assert!(!crawler.honours(Qualifier::MaxLength));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Crawler {
    agent: Agent,
    purposes: Vec<Box<str>>,
    /// The types of conditions that it made a declaration about, sorted and without duplicates,
    /// each with whether it can honour them.
    declared: Vec<(Qualifier, bool)>,
    coarse: bool,
}

impl Crawler {
    /// Creates a crawler that states no purpose, honours the [default
    /// conditions](Crawler#conditions-a-crawler-honours), and can treat elements of a page
    /// separately.
    pub fn new(agent: Agent) -> Self {
        Self { agent, purposes: Vec::new(), declared: Vec::new(), coarse: false }
    }

    /// Creates a crawler that honours no condition and treats pages only as a whole: whatever it is
    /// permitted, it is permitted without conditions.
    ///
    /// ```
    /// use placet::{Agent, Crawler, RobotsPolicy, Usage};
    ///
    /// let site = RobotsPolicy::parse(b"ACAP-crawler: *\nACAP-allow-index: / time-limit=30-days\n");
    /// let plain = site.for_agent(Crawler::plain(Agent::new("ExampleBot")));
    /// assert!(!plain.may(Usage::Index, "/a")?.verdict().is_permit());
    /// # Ok::<(), placet::InvalidUrl>(())
    /// ```
    pub fn plain(agent: Agent) -> Self {
        let none = Qualifier::ALL
            .iter()
            .fold(Self::new(agent), |crawler, &qualifier| crawler.cannot_honour(qualifier));
        none.whole_pages()
    }

    /// Adds a purpose: a name or a URI (ACAP 1.0 §2.3.3). A crawler with several purposes is bound
    /// by the strictest verdict (A-41).
    #[must_use]
    pub fn purpose(mut self, purpose: &str) -> Self {
        self.purposes.push(purpose.into());
        self
    }

    /// Declares that it can honour conditions of this type.
    #[must_use]
    pub fn can_honour(self, qualifier: Qualifier) -> Self {
        self.declare(qualifier, true)
    }

    /// Declares that it cannot honour conditions of this type: for it, permissions with such a
    /// condition are prohibitions (ACAP 1.0 §2.5.5.2.3, R-109).
    #[must_use]
    pub fn cannot_honour(self, qualifier: Qualifier) -> Self {
        self.declare(qualifier, false)
    }

    /// Records a declaration. It replaces an earlier one about the same type.
    fn declare(mut self, qualifier: Qualifier, can: bool) -> Self {
        self.declared.retain(|(about, _)| *about != qualifier);
        let at = self.declared.partition_point(|(about, _)| *about < qualifier);
        self.declared.insert(at, (qualifier, can));
        self
    }

    /// Declares that it treats pages only as a whole: any statement about a usage of one element
    /// prohibits that usage of the page (ACAP Part 2 §2.2.6, R-150).
    #[must_use]
    pub fn whole_pages(mut self) -> Self {
        self.coarse = true;
        self
    }

    /// Whether it can treat elements of a page separately.
    pub fn works_on_elements(&self) -> bool {
        !self.coarse
    }

    /// Its name.
    pub fn agent(&self) -> &Agent {
        &self.agent
    }

    /// Its purposes.
    pub fn purposes(&self) -> impl Iterator<Item = &str> {
        self.purposes.iter().map(|purpose| &**purpose)
    }

    /// Whether it honours conditions of this type on most usages.
    ///
    /// See [`honours_on`](Crawler::honours_on) for one usage.
    pub fn honours(&self, qualifier: Qualifier) -> bool {
        let declared = self.declared.iter().find(|(about, _)| *about == qualifier);
        declared.map_or(qualifier.is_honoured_by_default(), |&(_, honours)| honours)
    }
}

impl Crawler {
    /// Whether it honours conditions of this type on this usage: on `train-ai` and `mine`
    /// [`max-use`](Qualifier::MaxUse) must be declared (S-113).
    pub fn honours_on(&self, qualifier: Qualifier, usage: Usage) -> bool {
        let must_declare =
            qualifier == Qualifier::MaxUse && matches!(usage, Usage::Mine | Usage::TrainAi);
        let is_declared = || self.declared.iter().any(|(about, _)| *about == qualifier);
        self.honours(qualifier) && (!must_declare || is_declared())
    }
}

impl From<Agent> for Crawler {
    fn from(agent: Agent) -> Self {
        Self::new(agent)
    }
}

impl From<&Agent> for Crawler {
    fn from(agent: &Agent) -> Self {
        Self::new(agent.clone())
    }
}

impl From<&str> for Crawler {
    /// Creates a crawler from its name or its `User-Agent`, see [`Agent::new`].
    fn from(text: &str) -> Self {
        Self::new(Agent::new(text))
    }
}

impl From<&String> for Crawler {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for Crawler {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<&Self> for Crawler {
    fn from(crawler: &Self) -> Self {
        crawler.clone()
    }
}

/// The time of a question.
///
/// The engine has no clock: it checks time limits against the time given here or with
/// [`AgentPolicy::at`](crate::AgentPolicy::at). Time limits that it cannot check are listed as
/// [unchecked](crate::Decision::unchecked) (A-33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct AskedAt {
    /// The current time.
    pub now: Option<SystemTime>,
    /// When the resource was first indexed, copied or presented.
    pub first_used: Option<SystemTime>,
    /// Whether the resource has been crawled again since then.
    pub recrawled: bool,
}

impl AskedAt {
    /// An unknown time.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the current time.
    #[must_use]
    pub fn now(self, now: SystemTime) -> Self {
        Self { now: Some(now), ..self }
    }

    /// Sets when the resource was first indexed, copied or presented.
    #[must_use]
    pub fn first_used(self, first_used: SystemTime) -> Self {
        Self { first_used: Some(first_used), ..self }
    }

    /// Sets whether the resource has been crawled again since its first use.
    #[must_use]
    pub fn recrawled(self, recrawled: bool) -> Self {
        Self { recrawled, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crawlers_that_honour_the_same_conditions_are_equal() {
        let crawler = Crawler::new(Agent::new("a"));
        let one = crawler.clone().can_honour(Qualifier::Ref).cannot_honour(Qualifier::MaxLength);
        let other = crawler
            .clone()
            .can_honour(Qualifier::MaxLength)
            .cannot_honour(Qualifier::MaxLength)
            .can_honour(Qualifier::Ref);
        assert_eq!(one, other);
        assert_ne!(one, crawler);
        assert!(!one.honours(Qualifier::MaxLength) && one.honours(Qualifier::Ref));
    }
}
