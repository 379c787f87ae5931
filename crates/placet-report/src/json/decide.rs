//! Answers questions.

use placet::{AgentPolicy, Usage, Verdict};

use super::{Answer, Defaults, Question, QuestionError};
use crate::unread::Unread;

impl Question<'_> {
    /// Decides the question by the policy that its site has for its crawler, and writes the answer.
    ///
    /// `unread` lists what was not read of the files of the site. `verdict_only` leaves out the reasons.
    ///
    /// # Errors
    /// When a value of the question is invalid.
    pub fn decide(
        &self,
        site: &AgentPolicy,
        unread: &[Unread],
        defaults: &Defaults,
        verdict_only: bool,
        out: &mut Vec<u8>,
    ) -> Result<Verdict, QuestionError> {
        let (usage, asked_at) = (self.usage(defaults)?, self.asked_at(defaults)?);
        let (origin, url) = (self.origin()?, self.url(defaults)?);
        let with_page = self.page(site.policy())?.map(|page| site.page(&page));
        let with_page = match (with_page, self.element()?) {
            (Some(page), Some(id)) => Some(page.element(&id)),
            (page, _) => page,
        };
        let policy = with_page.as_ref().unwrap_or(site);
        let with_signals = self.with_signals(policy, defaults)?;
        let policy = with_signals.as_ref().unwrap_or(policy);
        let target =
            policy.target(&url).map_err(|error| QuestionError::new(format!("`url`: {error}")))?;
        let decision;
        let (answer, verdict) = if verdict_only && usage == Usage::Crawl && with_page.is_none() {
            let verdict = policy.verdict(&target);
            let answer = Answer::brief(self.id(), verdict, &[], policy.policy().profile());
            (answer.with_garbled(policy.policy().garbled()), verdict)
        } else {
            decision = policy.decide_on(usage, &target, &asked_at);
            let answer = if verdict_only {
                Answer::verdict_only(self.id(), &decision)
            } else {
                Answer::new(self.id(), &decision)
            };
            (answer, decision.verdict())
        };
        let answer = answer.with_origin(origin.as_deref()).with_unread(unread);
        serde_json::to_writer(out, &answer)
            .map_err(|error| QuestionError::new(error.to_string()))?;
        Ok(verdict)
    }
}
