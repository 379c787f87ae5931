//! A question about a URL, without its usage.

use placet::AskedAt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::Decision;
use crate::agent_policy::AgentPolicy;
use crate::input;
use crate::page::PagePolicy;

/// A question without its usage.
#[derive(Debug)]
pub(crate) struct Question {
    pub(super) agent_policy: Py<AgentPolicy>,
    pub(super) url: Py<PyString>,
    pub(super) page: Option<Py<PagePolicy>>,
    pub(super) element: Option<String>,
    pub(crate) asked_at: AskedAt,
}

impl Question {
    pub(crate) fn new(
        agent_policy: &Bound<'_, AgentPolicy>,
        url: &Bound<'_, PyString>,
        page: Option<&Bound<'_, PagePolicy>>,
        element: Option<String>,
        asked_at: AskedAt,
    ) -> PyResult<Self> {
        if element.is_some() && page.is_none() {
            return Err(PyValueError::new_err(
                "an element is a part of a page; pass the page too (page=placet.PagePolicy(html=…))",
            ));
        }
        Ok(Self {
            agent_policy: agent_policy.clone().unbind(),
            url: url.clone().unbind(),
            page: page.map(|it| it.clone().unbind()),
            element,
            asked_at,
        })
    }

    /// The crawler's view of the site and the page.
    pub(crate) fn view(&self, _py: Python<'_>) -> placet::AgentPolicy {
        self.with_page(&self.agent_policy.get().inner)
    }

    /// The same for another crawler.
    pub(crate) fn view_for(&self, agent: placet::Agent) -> placet::AgentPolicy {
        let policy = self.agent_policy.get().policy.get();
        self.with_page(&policy.documents.apply(policy.inner.for_agent(agent)))
    }

    fn with_page(&self, site: &placet::AgentPolicy) -> placet::AgentPolicy {
        let Some(page) = &self.page else { return site.clone() };
        let view = site.page(&page.get().inner);
        match &self.element {
            Some(id) => view.element(id),
            None => view,
        }
    }

    /// The target of the URL.
    pub(crate) fn target<'a>(&'a self, py: Python<'a>) -> PyResult<placet::Target<'a>> {
        self.agent_policy.get().target(py, input::url(self.url.bind(py))?)
    }

    pub(crate) fn decide(self, py: Python<'_>, usage: placet::Usage) -> PyResult<Decision> {
        let target = self.target(py)?;
        let inner = match self.page {
            None => self.agent_policy.get().inner.decide_on(usage, &target, &self.asked_at),
            Some(_) => self.view(py).decide_on(usage, &target, &self.asked_at),
        };
        Ok(Decision { inner, question: self })
    }

    pub(crate) fn matrix(&self, py: Python<'_>) -> PyResult<Vec<Decision>> {
        let target = self.target(py)?;
        let decisions = self.view(py).matrix(&target, &self.asked_at);
        Ok(decisions.into_iter().map(|inner| self.answered(py, inner)).collect())
    }

    /// A decision on this question.
    pub(crate) fn answered(&self, py: Python<'_>, inner: placet::Decision) -> Decision {
        let question = Self {
            agent_policy: self.agent_policy.clone_ref(py),
            url: self.url.clone_ref(py),
            page: self.page.as_ref().map(|it| it.clone_ref(py)),
            element: self.element.clone(),
            asked_at: self.asked_at,
        };
        Decision { inner, question }
    }

    pub(crate) fn explain(
        &self,
        py: Python<'_>,
        usage: placet::Usage,
    ) -> PyResult<placet::explain::Explanation> {
        let target = self.target(py)?;
        Ok(self.view(py).explain(usage, &target, &self.asked_at))
    }
}
