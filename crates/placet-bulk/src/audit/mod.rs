//! What to ask about each capture.

mod access;
mod auditor;
mod findings;
mod signals;

use arrow_schema::{ArrowError, SchemaRef};
use placet::signals::Families;
use placet::{Agent, Usage};

use crate::capture::Capture;
use crate::limits;
use crate::tables::{Batches, Table};
pub(crate) use auditor::Auditor;

/// The usages that signals are asked about, next to those of the audit.
pub(crate) const SIGNAL_USAGES: [Usage; 4] =
    [Usage::Index, Usage::Mine, Usage::TrainAi, Usage::AiInput];

/// What to ask about each capture: crawlers, usages, paths, and which tables to make.
#[derive(Debug, Clone)]
pub struct Audit {
    agents: Vec<AuditedAgent>,
    /// The control tokens of all crawlers, each once.
    controls: Vec<Agent>,
    usages: Vec<Usage>,
    signal_usages: Vec<Usage>,
    paths: Vec<String>,
    tables: Vec<Table>,
    families: Families,
}

/// A crawler that is asked about.
#[derive(Debug, Clone)]
struct AuditedAgent {
    agent: Agent,
    /// The control token that decides about some of its usages.
    control: Option<Agent>,
}

impl Audit {
    /// The default audit: all known crawlers, crawling and training AI, the path `/`, all tables.
    pub fn builder() -> AuditBuilder {
        AuditBuilder::default()
    }

    /// The columns of a table.
    pub fn schema(&self, table: Table) -> SchemaRef {
        table.schema(&self.usages, &self.paths)
    }

    /// The tables that are made, in the order of [`Table::ALL`].
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The names of the crawlers.
    pub fn agents(&self) -> impl Iterator<Item = &str> {
        self.agents.iter().map(|it| it.agent.name())
    }

    /// The usages of the columns of `access`.
    pub fn usages(&self) -> &[Usage] {
        &self.usages
    }

    /// The paths, `/` first.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// The families of signals that are read.
    pub fn families(&self) -> Families {
        self.families
    }

    /// The rows of captures, in their order, on this thread. Each item has the rows of at least one
    /// capture and about [`limits::BATCH_BYTES`] at most, so that memory is bounded.
    ///
    /// An error is one of Arrow, and does not depend on the content of a capture.
    pub fn batches<C>(&self, captures: C) -> impl Iterator<Item = Result<Batches, ArrowError>>
    where
        C: IntoIterator<Item = Capture>,
    {
        let mut auditor = Auditor::new(self);
        let mut captures = captures.into_iter();
        std::iter::from_fn(move || {
            for capture in captures.by_ref() {
                auditor.push(&capture);
                if auditor.is_full() {
                    break;
                }
            }
            auditor.take().map(|taken| taken.batches())
        })
    }
}

/// Settings of an [`Audit`].
#[derive(Debug, Clone)]
pub struct AuditBuilder {
    agents: Option<Vec<Agent>>,
    usages: Vec<Usage>,
    paths: Vec<String>,
    tables: Vec<Table>,
    families: Families,
}

impl Default for AuditBuilder {
    fn default() -> Self {
        Self {
            agents: None,
            usages: vec![Usage::Crawl, Usage::TrainAi],
            paths: Vec::new(),
            tables: Table::ALL.into(),
            families: Families::ALL,
        }
    }
}

impl AuditBuilder {
    /// Asks about these crawlers instead of all [known](placet_crawlers::crawlers) ones, by their
    /// product tokens or whole `User-Agent` fields. A crawler that is named twice is asked about once.
    #[must_use]
    pub fn agents<A: AsRef<str>>(mut self, agents: impl IntoIterator<Item = A>) -> Self {
        self.agents = Some(agents.into_iter().map(|it| Agent::new(it.as_ref())).collect());
        self
    }

    /// Asks about these usages instead of crawling and training AI.
    #[must_use]
    pub fn usages(mut self, usages: impl IntoIterator<Item = Usage>) -> Self {
        self.usages = usages.into_iter().collect();
        self
    }

    /// Asks about these paths, too. They begin with `/`.
    #[must_use]
    pub fn paths<P: Into<String>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.paths = paths.into_iter().map(Into::into).collect();
        self
    }

    /// Makes these tables only. Without `findings`, files are not linted, which is faster.
    #[must_use]
    pub fn tables(mut self, tables: impl IntoIterator<Item = Table>) -> Self {
        self.tables = tables.into_iter().collect();
        self
    }

    /// Reads these families of signals only.
    #[must_use]
    pub fn families(mut self, families: Families) -> Self {
        self.families = families;
        self
    }

    /// The audit.
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn build(self) -> Result<Audit, InvalidAudit> {
        let known =
            || placet_crawlers::crawlers().iter().map(|it| Agent::exact(&it.token)).collect();
        let mut agents: Vec<AuditedAgent> = Vec::new();
        for agent in self.agents.unwrap_or_else(known) {
            if agent.name().is_empty() || agent.name().contains(',') {
                return Err(InvalidAudit::Agent(agent.user_agent().to_owned()));
            }
            let is_same = |it: &AuditedAgent| it.agent.name().eq_ignore_ascii_case(agent.name());
            if !agents.iter().any(is_same) {
                agents.push(AuditedAgent { control: control(&agent), agent });
            }
        }
        let mut paths = vec!["/".to_owned()];
        for path in self.paths {
            if !path.starts_with('/') || path.len() > limits::PATH {
                return Err(InvalidAudit::Path(path));
            }
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        let mut usages = self.usages;
        let mut seen = Vec::new();
        usages.retain(|usage| {
            !seen.contains(usage) && {
                seen.push(*usage);
                true
            }
        });
        let mut signal_usages: Vec<Usage> = SIGNAL_USAGES.into();
        let is_access = |usage: Usage| matches!(usage, Usage::Crawl | Usage::Follow);
        let others = usages.iter().filter(|it| !is_access(**it) && !SIGNAL_USAGES.contains(it));
        signal_usages.extend(others);
        let tables: Vec<Table> =
            Table::ALL.into_iter().filter(|table| self.tables.contains(table)).collect();
        if agents.len() > limits::AGENTS {
            return Err(InvalidAudit::TooManyAgents(agents.len()));
        }
        if usages.len() * paths.len() > limits::VERDICTS {
            return Err(InvalidAudit::TooManyVerdicts(usages.len() * paths.len()));
        }
        let mut controls: Vec<Agent> = Vec::new();
        for token in agents.iter().filter_map(|it| it.control.as_ref()) {
            if !controls.contains(token) {
                controls.push(token.clone());
            }
        }
        let families = self.families;
        Ok(Audit { agents, controls, usages, signal_usages, paths, tables, families })
    }
}

/// The token that controls what is done with the pages of a crawler.
fn control(agent: &Agent) -> Option<Agent> {
    let controls = |token: &&placet_crawlers::KnownCrawler| {
        token.controls.iter().any(|it| it.eq_ignore_ascii_case(agent.name()))
    };
    placet_crawlers::crawlers().iter().find(controls).map(|it| Agent::exact(&it.token))
}

/// A setting of an audit is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidAudit {
    /// An agent has no name, or is several.
    #[error("{0:?} is not the name of one crawler")]
    Agent(String),
    /// A path does not begin with a slash, or is too long.
    #[error("{0:?} is not a path: it must begin with / and have at most {max} bytes", max = limits::PATH)]
    Path(String),
    /// There are too many agents.
    #[error("{0} crawlers are too many: at most {max}", max = limits::AGENTS)]
    TooManyAgents(usize),
    /// There are too many columns of verdicts.
    #[error("{0} verdicts for each crawler are too many: at most {max} usages times paths", max = limits::VERDICTS)]
    TooManyVerdicts(usize),
}
